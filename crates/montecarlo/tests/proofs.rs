//! Whatever a search calls proved is what retrograde analysis of the whole game says.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Game, GameResult, Player, Rules, Value, Wdl};
use tesuji_montecarlo::{
    Analyse, Findings, FlatMonteCarlo, MonteCarlo, Policy, RootParallel, SoftMaxPriors,
    TreeParallel,
};
use tesuji_retrograde::{Exact, Reachable, Table};
use tesuji_tic_tac_toe::TicTacToe;

/// The exact values of all positions of a game.
struct Truth<'a, G: Game> {
    game: &'a G,
    table: Table<Reachable<'a, G>>,
}

impl<'a, G: Game> Truth<'a, G> {
    fn of(game: &'a G) -> Self {
        Truth { game, table: Table::solve(Reachable::explore_all(game, &game.initial())) }
    }

    fn exact(&self, state: &G::State) -> Exact {
        self.table.value(state).expect("a position of the game")
    }

    /// Holds everything that was called proved against the table; whether the position was.
    fn check(&self, state: &G::State, findings: &Findings<G::Move>) -> bool {
        let exact = self.exact(state);
        if let Some(proved) = findings.value.wdl() {
            assert_eq!(proved, exact.wdl(), "{state:?}");
        }
        for one in &findings.moves {
            let after = self.exact(&self.game.successor(state, one.mv));
            let right = one.proved.is_none_or(|proved| proved == after.wdl().reversed());
            assert!(right, "{:?} in {state:?} is called {:?}", one.mv, one.proved);
        }
        findings.value.is_proved()
    }

    /// Whether the best move keeps a value that is proved.
    fn check_best(&self, state: &G::State, findings: &Findings<G::Move>) {
        if let (Some(best), true) = (findings.best(), findings.value.is_proved()) {
            let after = self.exact(&self.game.successor(state, best));
            let same = match findings.value {
                Value::Win(_) => matches!(after, Exact::Loss(_)),
                Value::Draw => after.wdl() == Wdl::Draw,
                Value::Loss(_) | Value::Estimate(_) => true,
            };
            assert!(same, "{best:?} in {state:?}");
        }
    }
}

/// A position some random moves away from the start, perhaps a finished one.
fn random_state<G: Game>(game: &G, rng: &mut Pcg64Mcg, max_plies: usize) -> G::State {
    let mut state = game.initial();
    for _ in 0..rng.random_range(0..=max_plies) {
        let moves = game.moves(&state);
        if moves.is_empty() {
            break;
        }
        game.play(&mut state, moves[rng.random_range(0..moves.len())]);
    }
    state
}

/// Searches random positions with few simulations: the share that was proved.
fn share_proved<G, P>(truth: &Truth<G>, search: &MonteCarlo<P>, positions: u64, plies: usize) -> f64
where
    G: Game,
    P: Policy<G> + Clone,
{
    let game = truth.game;
    let mut rng = Pcg64Mcg::seed_from_u64(positions);
    let mut proved = 0;
    for seed in 0..positions {
        let state = random_state(game, &mut rng, plies);
        let findings = search.clone().seed(seed).analyse(game, &state);
        truth.check_best(&state, &findings);
        proved += u32::from(truth.check(&state, &findings));
    }
    f64::from(proved) / positions as f64
}

#[test]
fn a_hundred_thousand_positions_are_never_proved_wrong() {
    let game = Breakthrough::new(3, 4).unwrap();
    let truth = &Truth::of(&game);
    let share = share_proved(truth, &MonteCarlo::uct().by_key().playouts(60), 100_000, 12);
    assert!((0.5..1.0).contains(&share), "{share}");
}

#[test]
fn no_rule_and_no_kind_of_memory_proves_anything_wrong() {
    let game = Breakthrough::new(2, 5).unwrap();
    let truth = &Truth::of(&game);
    let even = |_: &Breakthrough, _: &_, _| 1.0;
    share_proved(truth, &MonteCarlo::uct().playouts(100), 2_000, 12);
    share_proved(truth, &MonteCarlo::uct().by_state().playouts(100), 2_000, 12);
    share_proved(truth, &MonteCarlo::rave().by_key().playouts(100), 2_000, 12);
    share_proved(truth, &MonteCarlo::grave().playouts(100), 2_000, 12);
    share_proved(truth, &MonteCarlo::pn_mcts().playouts(100), 2_000, 12);
    share_proved(truth, &MonteCarlo::pn_mcts().by_key().playouts(100), 2_000, 12);
    share_proved(truth, &MonteCarlo::puct(even).by_key().playouts(100), 2_000, 12);
    let score = |game: &Breakthrough, state: &_| game.count_moves(state).cast_signed();
    share_proved(truth, &MonteCarlo::biased(score, 4.0).playouts(100), 2_000, 12);
    let priors = SoftMaxPriors { evaluator: score, scale: 4.0 };
    share_proved(truth, &MonteCarlo::puct(priors).playouts(100), 2_000, 12);
}

#[test]
fn games_with_draws_are_never_proved_wrong() {
    let game = TicTacToe::new();
    let uct = MonteCarlo::uct().by_key().playouts(200);
    let share = share_proved(&Truth::of(&game), &uct, 5_000, 9);
    assert!((0.5..1.0).contains(&share), "{share}");
    let game = ConnectFour::new(4, 4).unwrap();
    let truth = &Truth::of(&game);
    share_proved(truth, &MonteCarlo::grave().by_key().playouts(300), 3_000, 14);
    share_proved(truth, &MonteCarlo::pn_mcts().by_key().playouts(300), 3_000, 14);
}

#[test]
fn threads_prove_nothing_wrong() {
    let game = Breakthrough::new(3, 4).unwrap();
    let truth = Truth::of(&game);
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for seed in 0..300 {
        let state = random_state(&game, &mut rng, 8);
        let search = MonteCarlo::grave().by_key().playouts(2_000).seed(seed);
        truth.check(&state, &TreeParallel::new(search.clone(), 3).analyse(&game, &state));
        truth.check(&state, &RootParallel::new(search, 3).analyse(&game, &state));
    }
}

#[test]
fn flat_search_proves_what_one_move_shows() {
    let game = TicTacToe::new();
    let truth = Truth::of(&game);
    let mut rng = Pcg64Mcg::seed_from_u64(6);
    for _ in 0..2_000 {
        let state = random_state(&game, &mut rng, 9);
        let (budget, mut silent) = (tesuji_core::Budget::unlimited(), tesuji_core::Silent);
        let mut meter = tesuji_core::Meter::new(&budget, &mut silent);
        let findings = FlatMonteCarlo::new().playouts(50).analyse_within(&game, &state, &mut meter);
        truth.check(&state, &findings);
        truth.check_best(&state, &findings);
        let wins = |&mv: &_| {
            let won = GameResult::Win(game.to_move(&state));
            game.result(&game.successor(&state, mv)) == Some(won)
        };
        if game.moves(&state).iter().any(wins) {
            assert_eq!(findings.value, Value::Win(None));
        }
    }
}

/// Searches until the start is proved, with and without proof numbers; the simulations it took
/// without.
fn solved<G: Game>(game: &G, expected: Value) -> u64 {
    let with_numbers = MonteCarlo::pn_mcts().by_key().playouts(10_000_000);
    assert_eq!(with_numbers.analyse(game, &game.initial()).value, expected);
    let findings = MonteCarlo::uct().by_key().playouts(10_000_000).analyse(game, &game.initial());
    assert_eq!(findings.value, expected);
    findings.playouts
}

#[test]
fn small_games_are_solved() {
    assert!(solved(&TicTacToe::new(), Value::Draw) < 1_000_000);
    // Who wins: published values for two rows of pawns.
    let board = |width, height| Breakthrough::new(width, height).unwrap();
    assert!(solved(&board(2, 4), Value::Loss(None)) < 100_000);
    assert!(solved(&board(2, 5), Value::Loss(None)) < 1_000_000);
    assert!(solved(&board(2, 6), Value::Win(None)) < 1_000_000);
    assert!(solved(&board(3, 4), Value::Loss(None)) < 1_000_000);
}

#[test]
fn without_proofs_the_means_approach_the_value() {
    // The first player loses on 2x4, and draws tic-tac-toe.
    let game = Breakthrough::new(2, 4).unwrap();
    let search = MonteCarlo::uct().by_key().proves(false);
    let mean =
        |playouts| match search.clone().playouts(playouts).analyse(&game, &game.initial()).value {
            Value::Estimate(thousandths) => thousandths,
            proved => panic!("{proved:?}"),
        };
    let (few, many) = (mean(100), mean(200_000));
    assert!(many < few.min(-900), "{few}, then {many}");
    let game = TicTacToe::new();
    let findings =
        MonteCarlo::uct().proves(false).playouts(300_000).analyse(&game, &game.initial());
    let Value::Estimate(thousandths) = findings.value else { panic!("{findings:?}") };
    assert!(thousandths.abs() < 100, "{thousandths}");
    assert_eq!(game.to_move(&game.initial()), Player::First);
}
