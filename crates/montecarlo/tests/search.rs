//! What a search promises beyond its proofs: repeatable, within its limits, and kept from move
//! to move.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{
    Budget, Evaluator, Game, GameResult, GameSolver, Limit, Meter, Notation, Player, Rules, Silent,
    Value,
};
use tesuji_montecarlo::{
    Analyse, Findings, FlatMonteCarlo, MonteCarlo, Policy, Rave, Recognition, RootParallel,
    SoftMaxPriors, TreeParallel,
};
use tesuji_tic_tac_toe::TicTacToe;

/// The table of moves as people read it.
fn table<G: Game + Notation>(game: &G, state: &G::State, findings: &Findings<G::Move>) -> String {
    let mut text = format!("{:?} after {}\n", findings.value, findings.playouts);
    for one in &findings.moves {
        let (low, high) = one.interval();
        let mv = game.move_text(state, one.mv);
        let proved = one.proved.map_or_else(String::new, |proved| format!(" {proved:?}"));
        writeln!(text, "{mv:<6}{:>6} {:+.3} [{low:+.3}, {high:+.3}]{proved}", one.visits, one.mean)
            .unwrap();
    }
    let pv = game.moves_text(state, &findings.pv);
    text + &pv[..pv.len().min(6)].join(" ")
}

fn analysed<P>(search: &MonteCarlo<P>) -> String
where
    P: Policy<Breakthrough> + Clone,
{
    let game = Breakthrough::new(5, 5).unwrap();
    let start = game.initial();
    let search = search.clone().playouts(2_000).seed(7);
    let findings = search.analyse(&game, &start);
    assert_eq!(findings, search.analyse(&game, &start), "the same seed gives the same search");
    assert_ne!(findings, search.seed(8).analyse(&game, &start));
    assert_eq!(findings.playouts, 2_000);
    table(&game, &start, &findings)
}

/// A score for tests: how many more moves the player to move has.
fn mobility(game: &Breakthrough, position: &tesuji_breakthrough::Position) -> i32 {
    game.count_moves(position).cast_signed() - 10
}

#[test]
fn tables_of_moves_look_like_this() {
    insta::assert_snapshot!("uct_by_path", analysed(&MonteCarlo::uct()));
    insta::assert_snapshot!("uct_by_key", analysed(&MonteCarlo::uct().by_key()));
    insta::assert_snapshot!("rave", analysed(&MonteCarlo::rave().by_key()));
    insta::assert_snapshot!("grave", analysed(&MonteCarlo::grave().by_key()));
    insta::assert_snapshot!("pn_mcts", analysed(&MonteCarlo::pn_mcts().by_key()));
    insta::assert_snapshot!("biased", analysed(&MonteCarlo::biased(mobility, 3.0)));
    let priors = SoftMaxPriors { evaluator: mobility, scale: 3.0 };
    insta::assert_snapshot!("puct", analysed(&MonteCarlo::puct(priors)));
}

#[test]
fn a_flat_search_looks_like_this() {
    let game = TicTacToe::new();
    let state = game.parse_state("X../.O./..X").unwrap();
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let search = FlatMonteCarlo::new().playouts(900);
    let findings = search.analyse_within(&game, &state, &mut Meter::new(&budget, &mut silent));
    insta::assert_snapshot!(table(&game, &state, &findings));
}

#[test]
fn whole_positions_and_keys_are_the_same_search() {
    let game = Breakthrough::new(4, 5).unwrap();
    let by_key = MonteCarlo::grave().by_key().playouts(5_000).analyse(&game, &game.initial());
    let by_state = MonteCarlo::grave().by_state().playouts(5_000).analyse(&game, &game.initial());
    assert_eq!(by_key, by_state);
    for (recognition, expected) in [
        (Recognition::ByKey, &by_key),
        (Recognition::ByState, &by_state),
        (Recognition::ByPath, &MonteCarlo::grave().playouts(5_000).analyse(&game, &game.initial())),
    ] {
        let search = MonteCarlo::grave().recognition(recognition).playouts(5_000);
        assert_eq!(&search.analyse(&game, &game.initial()), expected, "{recognition:?}");
    }
}

#[test]
fn paths_that_share_what_they_know_prove_sooner() {
    let game = TicTacToe::new();
    let playouts = |findings: Findings<_>| {
        assert_eq!(findings.value, Value::Draw);
        findings.playouts
    };
    let search = MonteCarlo::uct().playouts(10_000_000);
    let by_path = playouts(search.analyse(&game, &game.initial()));
    let by_key = playouts(search.by_key().analyse(&game, &game.initial()));
    assert!(3 * by_key < by_path, "{by_key} and {by_path}");
}

#[test]
fn a_kept_tree_goes_on_where_it_was() {
    let game = Breakthrough::new(5, 5).unwrap();
    check_kept(&game, &MonteCarlo::uct().playouts(3_000));
    check_kept(&game, &MonteCarlo::grave().by_key().playouts(3_000));
    check_kept(&game, &MonteCarlo::rave().by_state().playouts(3_000));
}

fn check_kept<P>(game: &Breakthrough, search: &MonteCarlo<P>)
where
    P: Policy<Breakthrough>,
{
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let meter = &mut Meter::new(&budget, &mut silent);
    let mut tree = search.plant(&game.initial(), usize::MAX);
    let mut state = game.initial();
    while game.result(&state).is_none() {
        search.grow(game, &mut tree, meter);
        let findings = tree.findings(game);
        assert_eq!(findings.moves.len(), game.moves(&state).len());
        let (best, nodes, bytes) = (findings.best().unwrap(), tree.nodes(), tree.bytes());
        let visits = findings.moves.iter().find(|one| one.mv == best).unwrap().visits;
        tree.advance(game, best);
        game.play(&mut state, best);
        assert_eq!(*tree.state(), state);
        assert!(tree.nodes() <= nodes && tree.bytes() <= bytes);
        let kept = tree.findings(game);
        // The first visit of a position leaves nothing behind but its result.
        let proved = findings.value.is_proved();
        assert!(kept.playouts + 1 >= u64::from(visits) || proved, "{kept:?} of {visits}");
        let answer = findings.pv.get(1);
        assert!(proved || answer.is_none() || kept.best() == answer.copied());
    }
    assert!(tree.findings(game).value.is_proved());
    assert_eq!(tree.findings(game).best(), None);
    // An unknown move is no obstacle.
    let mut tree = search.plant(&game.initial(), usize::MAX);
    tree.advance(game, game.moves(&game.initial())[3]);
    search.grow(game, &mut tree, meter);
    assert_eq!(tree.findings(game).playouts, 3_000);
}

/// Nothing that a thread counts by itself is forgotten in the end.
#[test]
fn threads_on_one_tree_count_every_simulation_once() {
    fn check<P: Policy<Breakthrough> + Clone + Sync>(search: MonteCarlo<P>) {
        let game = Breakthrough::new(8, 8).unwrap();
        let search = TreeParallel::new(search.by_key().playouts(9_999), 3);
        let findings = search.analyse(&game, &game.initial());
        assert_eq!(findings.playouts, 9_999);
        assert!(findings.moves.iter().all(|one| one.mean.abs() <= 1.0));
    }
    check(MonteCarlo::uct());
    check(MonteCarlo::rave());
    check(MonteCarlo::grave());
    check(MonteCarlo::pn_mcts());
}

#[test]
fn threads_grow_a_kept_tree_and_give_back_what_they_took_for_themselves() {
    let game = TicTacToe::new();
    let start = game.parse_state("X../.O./..X").unwrap();
    let everywhere = Rave { bias: 1e-3, exploration: 5.0 };
    let search = MonteCarlo::with(everywhere).by_key().proves(false).playouts(50_000);
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let meter = &mut Meter::new(&budget, &mut silent);
    let mut tree = search.plant(&start, usize::MAX);
    let mut sizes = Vec::new();
    for grown in 1..=4 {
        search.grow_by_threads(2, &game, &mut tree, meter);
        assert_eq!(tree.findings(&game).playouts, grown * 50_000);
        sizes.push((tree.nodes(), tree.bytes()));
    }
    assert_eq!(sizes[2], sizes[3], "all positions are known");
    let best = tree.findings(&game).best().unwrap();
    tree.advance(&game, best);
    let known = tree.findings(&game).playouts;
    search.grow_by_threads(2, &game, &mut tree, meter);
    assert_eq!(tree.findings(&game).playouts, known + 50_000);
}

#[test]
fn a_thread_alone_on_a_shared_tree_searches_as_one_on_a_tree_of_its_own() {
    fn check<P: Policy<Breakthrough> + Clone + Sync>(search: MonteCarlo<P>) {
        let game = Breakthrough::new(5, 5).unwrap();
        let shared = TreeParallel::new(search.clone().playouts(10_000), 1);
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let meter = &mut Meter::new(&budget, &mut silent);
        let mut tree = search.plant(&game.initial(), usize::MAX);
        // The first are over before threads would be of use.
        for playouts in [1_024, 8_976] {
            search.clone().playouts(playouts).grow(&game, &mut tree, meter);
        }
        assert_eq!(shared.analyse(&game, &game.initial()), tree.findings(&game));
    }
    check(MonteCarlo::uct());
    check(MonteCarlo::uct().proves(false));
    check(MonteCarlo::rave());
    check(MonteCarlo::grave());
}

#[test]
fn short_searches_have_one_thread() {
    let game = ConnectFour::default();
    let search = MonteCarlo::grave().by_key().playouts(1_000);
    let findings = TreeParallel::new(search.clone(), 3).analyse(&game, &game.initial());
    assert_eq!(findings, search.analyse(&game, &game.initial()));
}

#[test]
fn memory_is_never_exceeded_and_the_search_goes_on() {
    let game = Breakthrough::new(6, 6).unwrap();
    for bytes in [0, 1_000, 30_000, 1_000_000] {
        let budget = Budget::unlimited().memory(bytes);
        let search = MonteCarlo::grave().by_key().playouts(20_000);
        let answer = search.solve_within(&game, &game.initial(), &budget, &mut Silent);
        assert!(answer.stats.peak_bytes <= bytes);
        assert!(game.moves(&game.initial()).contains(&answer.judgement.best.unwrap()));
        let limit = answer.judgement.limit;
        // A single position takes 288 counters and its moves.
        assert_eq!(limit, (bytes < 10_000).then_some(Limit::Memory));
        let search = TreeParallel::new(search, 2);
        let answer = search.solve_within(&game, &game.initial(), &budget, &mut Silent);
        assert!(answer.stats.peak_bytes <= bytes);
    }
}

#[test]
fn limits_of_states_and_time_end_a_search() {
    let game = Breakthrough::new(8, 8).unwrap();
    let endless = MonteCarlo::uct().by_key().playouts(u64::MAX);
    let budget = Budget::unlimited().nodes(200_000);
    let answer = endless.solve_within(&game, &game.initial(), &budget, &mut Silent);
    assert_eq!(answer.judgement.limit, Some(Limit::Nodes));
    assert!((200_000..201_000).contains(&answer.stats.generated), "{:?}", answer.stats);
    assert!(matches!(answer.judgement.value, Value::Estimate(_)));
    let budget = Budget::unlimited().time(Duration::from_millis(30));
    let started = Instant::now();
    for threads in [1, 2] {
        let tree = TreeParallel::new(endless.clone(), threads);
        let answer = tree.solve_within(&game, &game.initial(), &budget, &mut Silent);
        assert_eq!(answer.judgement.limit, Some(Limit::Time));
        let roots = RootParallel::new(endless.clone(), threads);
        let answer = roots.solve_within(&game, &game.initial(), &budget, &mut Silent);
        assert_eq!(answer.judgement.limit, Some(Limit::Time));
    }
    assert!(started.elapsed() < Duration::from_secs(20), "the other threads end, too");
}

#[test]
fn a_limit_on_nodes_is_exceeded_by_one_simulation_of_each_thread() {
    let game = Breakthrough::new(6, 6).unwrap();
    // Each of twelve pawns steps at most four or five times.
    let longest = 2 * 6 * (4 + 5);
    let endless = MonteCarlo::uct().playouts(u64::MAX);
    for threads in [1, 2, 5, 16] {
        for nodes in [0, 1, 1_000, 20_000] {
            let budget = Budget::unlimited().nodes(nodes);
            let check = |search: &dyn GameSolver<Breakthrough>| {
                let answer = search.solve_within(&game, &game.initial(), &budget, &mut Silent);
                assert_eq!(answer.judgement.limit, Some(Limit::Nodes), "{threads}, {nodes}");
                let most = nodes + threads as u64 * longest;
                assert!(answer.stats.generated <= most, "{threads}, {nodes}: {:?}", answer.stats);
                assert!(answer.judgement.best.is_some());
            };
            check(&TreeParallel::new(endless.clone(), threads));
            check(&RootParallel::new(endless.clone(), threads));
        }
    }
}

/// A game around a circle that never ends, and says that no position comes back.
#[derive(Debug)]
struct Circle;

impl Rules for Circle {
    type State = u8;
    type Move = u8;
    type Undo = u8;

    fn initial(&self) -> u8 {
        0
    }

    fn visit_moves<B>(
        &self,
        _: &u8,
        mut visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        [1, 3].into_iter().try_for_each(&mut visit)
    }

    fn play(&self, state: &mut u8, steps: u8) -> u8 {
        std::mem::replace(state, (*state + steps) % 8)
    }

    fn undo(&self, state: &mut u8, _: u8, before: u8) {
        *state = before;
    }
}

impl Game for Circle {
    fn to_move(&self, state: &u8) -> Player {
        if state.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn result(&self, _: &u8) -> Option<GameResult> {
        None
    }

    fn never_repeats(&self) -> bool {
        true
    }
}

#[test]
fn limits_end_playouts_of_a_game_that_repeats_against_its_promise() {
    let solvers: [&dyn GameSolver<Circle>; 4] = [
        &FlatMonteCarlo::new().playouts(u64::MAX),
        &MonteCarlo::uct().playouts(u64::MAX),
        &MonteCarlo::rave().by_key().playouts(u64::MAX),
        &TreeParallel::new(MonteCarlo::uct().playouts(u64::MAX), 2),
    ];
    let started = Instant::now();
    for (number, solver) in solvers.iter().enumerate() {
        for (budget, limit) in [
            (Budget::unlimited().nodes(1_000), Limit::Nodes),
            (Budget::unlimited().time(Duration::from_millis(1)), Limit::Time),
        ] {
            let answer = solver.solve_within(&Circle, &0, &budget, &mut Silent);
            assert_eq!(answer.judgement.limit, Some(limit), "{number}");
        }
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn finished_games_have_no_best_move() {
    let game = TicTacToe::new();
    let won = game.parse_state("XXX/OO./...").unwrap();
    let answer = MonteCarlo::uct().solve(&game, &won);
    assert_eq!((answer.judgement.value, answer.judgement.best), (Value::Loss(Some(0)), None));
    let answer = FlatMonteCarlo::new().solve(&game, &won);
    assert_eq!((answer.judgement.value, answer.judgement.best), (Value::Loss(Some(0)), None));
    let search = TreeParallel::new(MonteCarlo::uct(), 2);
    assert_eq!(search.solve(&game, &won).judgement.best, None);
}

/// Plays a game, the first search beginning; whether the first has won.
fn wins<G: Game>(game: &G, first: &impl GameSolver<G>, second: &impl GameSolver<G>) -> bool {
    let mut state = game.initial();
    let mut first_to_move = true;
    while game.result(&state).is_none() {
        let best = if first_to_move {
            first.solve(game, &state).judgement.best
        } else {
            second.solve(game, &state).judgement.best
        };
        game.play(&mut state, best.unwrap());
        first_to_move = !first_to_move;
    }
    game.result(&state) == Some(tesuji_core::GameResult::Win(tesuji_core::Player::First))
}

/// That a code without the colour makes GRAVE lose nearly all its games is how such a mistake
/// shows: the search itself looks sane.
#[test]
fn grave_beats_flat_search() {
    let game = Breakthrough::new(6, 6).unwrap();
    let wins = (0..20)
        .filter(|&seed| {
            let grave = MonteCarlo::grave().by_key().playouts(300).seed(seed);
            let flat = FlatMonteCarlo::new().playouts(300).seed(seed);
            if seed % 2 == 0 { wins(&game, &grave, &flat) } else { !wins(&game, &flat, &grave) }
        })
        .count();
    assert!(wins >= 17, "{wins} of 20");
}

#[test]
fn a_threat_is_met_and_a_win_is_taken() {
    let game = ConnectFour::default();
    for (columns, best) in [("112233", "4"), ("41414", "4")] {
        let state = game.parse_state(columns).unwrap();
        let findings = MonteCarlo::rave().by_key().playouts(5_000).analyse(&game, &state);
        assert_eq!(game.move_text(&state, findings.best().unwrap()), best, "{columns}");
    }
}

#[test]
fn an_evaluator_is_a_closure_too() {
    let game = Breakthrough::new(5, 5).unwrap();
    assert_eq!(mobility.score(&game, &game.initial()), 3);
}

#[test]
fn memory_for_the_place_of_the_root_alone_is_no_memory() {
    let game = Breakthrough::new(5, 5).unwrap();
    let search = MonteCarlo::grave().playouts(20);
    for bytes in (0..20_000).step_by(100) {
        let findings = search.clone().memory(bytes).analyse(&game, &game.initial());
        assert!(findings.best().is_some(), "{bytes}");
        let mut tree = search.plant(&game.initial(), bytes);
        for _ in 0..2 {
            let (budget, mut silent) = (Budget::unlimited(), Silent);
            search.grow(&game, &mut tree, &mut Meter::new(&budget, &mut silent));
            assert!(tree.bytes() <= bytes, "{bytes}");
            let findings = tree.findings(&game);
            assert_eq!(findings.limit == Some(Limit::Memory), tree.nodes() == 0, "{bytes}");
        }
    }
}
