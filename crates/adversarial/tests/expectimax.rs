//! Expectimax against its definition, written down once more without any pruning.

use std::ops::ControlFlow;

use crate::common::{generator, random_position};
use proptest::prelude::*;
use tesuji_adversarial::{
    Chance, Deepening, Expectimax, Minimax, NoChance, Pruning, SoftMax, SoftMin, Uniform, Weights,
};
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::PawnsAndRows;
use tesuji_connect_four::{Cell, ConnectFour};
use tesuji_core::{
    Budget, Evaluator, Game, GameResult, GameSolver, Limit, Notation, Player, Rules, Score, Value,
};
use tesuji_tic_tac_toe::TicTacToe;

/// The expected payoff for `us` of a position after `ply` of `depth` plies when the opponent plays
/// `weight`s, by definition.
fn by_definition<G: Game>(
    (game, chance, evaluator): (&G, &impl Chance<G>, &impl Evaluator<G>),
    weight: &impl Fn(&G, &G::State, G::Move) -> f64,
    payoff: &impl Fn(GameResult, u32) -> f64,
    state: &G::State,
    us: Player,
    (ply, depth): (u32, u32),
) -> f64 {
    if let Some(result) = game.result(state) {
        return payoff(result, ply);
    }
    if ply == depth {
        let score = f64::from(evaluator.score(game, state));
        return if game.to_move(state) == us { score } else { -score };
    }
    let decides = chance.decides(game, state);
    let values = game.moves(state).into_iter().map(|mv| {
        let child = game.successor(state, mv);
        let rules = (game, chance, evaluator);
        let value = by_definition(rules, weight, payoff, &child, us, (ply + 1, depth));
        let by_chance = || chance.weight(game, state, mv);
        (if decides { by_chance() } else { weight(game, state, mv) }, value)
    });
    if game.to_move(state) == us && !decides {
        values.map(|(_, value)| value).fold(f64::NEG_INFINITY, f64::max)
    } else {
        let (total, sum) = values.fold((0.0, 0.0), |(total, sum), (weight, value)| {
            (total + weight, sum + weight * value)
        });
        sum / total
    }
}

/// The payoffs for `us` unless others are set.
fn usual(us: Player) -> impl Fn(GameResult, u32) -> f64 {
    move |result, _| match result {
        GameResult::Win(winner) => {
            if winner == us {
                1000.0
            } else {
                -1000.0
            }
        }
        GameResult::Draw => 0.0,
    }
}

const CLOSE: f64 = 1e-6;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn pruning_changes_no_value(seed: u64, moves in 0u32..14, depth in 1u32..5) {
        let game = Breakthrough::new(4, 5).unwrap();
        let Some(state) = random_position(&game, moves, &mut generator(seed)) else {
            return Ok(());
        };
        let us = game.to_move(&state);
        let even = |_: &Breakthrough, _: &_, _| 1.0;
        let rules = (&game, &NoChance, &PawnsAndRows);
        let expected = by_definition(rules, &even, &usual(us), &state, us, (0, depth));
        for pruning in [Pruning::None, Pruning::Star1, Pruning::Star2] {
            let found = Expectimax::new(Uniform)
                .evaluator(PawnsAndRows)
                .bounded(150)
                .depth(depth)
                .pruning(pruning)
                .expectation(&game, &state, &Budget::unlimited())
                .unwrap();
            prop_assert!((found.value - expected).abs() < CLOSE, "{pruning:?}: {found:?}, {expected}");
        }
    }

    #[test]
    fn replies_count_by_their_weights(seed: u64, moves in 6u32..12) {
        let game = ConnectFour::new(4, 4).unwrap();
        let Some(state) = random_position(&game, moves, &mut generator(seed)) else {
            return Ok(());
        };
        // Uneven, and 0 for some.
        let weight = |game: &ConnectFour, state: &_, cell: Cell| {
            f64::from(u8::from(game.key(state) % 3 != 0) * cell.0) + f64::from(cell.0 % 4 + 1)
        };
        let us = game.to_move(&state);
        let rules = (&game, &NoChance, &tesuji_adversarial::Even);
        let expected = by_definition(rules, &weight, &usual(us), &state, us, (0, 20));
        for pruning in [Pruning::None, Pruning::Star1, Pruning::Star2] {
            let found = Expectimax::new(Weights(weight))
                .pruning(pruning)
                .expectation(&game, &state, &Budget::unlimited())
                .unwrap();
            prop_assert!((found.value - expected).abs() < CLOSE, "{pruning:?}: {found:?}, {expected}");
        }
    }

    #[test]
    fn models_lie_between_the_worst_and_the_best(seed: u64, moves in 6u32..12) {
        let game = ConnectFour::new(4, 4).unwrap();
        let Some(state) = random_position(&game, moves, &mut generator(seed)) else {
            return Ok(());
        };
        let budget = Budget::unlimited();
        let soft_min = |temperature| {
            let found = Expectimax::new(SoftMin { temperature }).expectation(&game, &state, &budget);
            found.unwrap().value
        };
        let soft_max = |temperature| {
            let found = Expectimax::new(SoftMax { temperature }).expectation(&game, &state, &budget);
            found.unwrap().value
        };
        let uniform = Expectimax::new(Uniform).expectation(&game, &state, &budget).unwrap().value;
        let minimax = match Minimax::new().solve(&game, &state).judgement.value {
            Value::Win(_) => 1000.0,
            Value::Loss(_) => -1000.0,
            Value::Draw => 0.0,
            Value::Estimate(_) => unreachable!("searched to the end"),
        };
        prop_assert!((soft_min(0.01) - minimax).abs() < CLOSE, "a cold pessimist is minimax");
        prop_assert!((soft_min(1e15) - uniform).abs() < CLOSE, "a hot one has no opinion");
        prop_assert!((soft_max(1e15) - uniform).abs() < CLOSE);
        // As hot as values differ, so that a better reply never makes the average worse.
        let ladder = [minimax, soft_min(2000.0), uniform, soft_max(2000.0), soft_max(0.01)];
        prop_assert!(ladder.windows(2).all(|pair| pair[0] <= pair[1] + CLOSE), "{ladder:?}");
    }
}

#[test]
fn pruning_leaves_nodes_out() {
    let game = Breakthrough::new(5, 5).unwrap();
    let nodes = |pruning| {
        let solver = Expectimax::new(Uniform).evaluator(PawnsAndRows).bounded(150).depth(5);
        solver.pruning(pruning).solve(&game, &game.initial()).stats.generated
    };
    let counts = [Pruning::None, Pruning::Star1, Pruning::Star2].map(nodes);
    assert!(counts[1] < counts[0] && counts[2] < counts[0], "{counts:?}");
}

#[test]
fn all_corners_are_as_good_against_a_random_opponent() {
    let game = TicTacToe::new();
    let board = game.initial();
    let judgement = Expectimax::new(Uniform).best_moves(true).solve(&game, &board).judgement;
    let texts: Vec<_> = judgement.best_moves.iter().map(|&mv| game.move_text(&board, mv)).collect();
    insta::assert_snapshot!(format!("{:?} {texts:?}", judgement.value), @r#"Estimate(995) ["a3", "c3", "a1", "c1"]"#);
}

#[test]
fn iterative_deepening_ends_with_the_exact_mean() {
    let game = TicTacToe::new();
    let board = game.parse_state("XOX/.O./...").unwrap();
    let search = Deepening::new(|plies| Expectimax::new(Uniform).depth(plies));
    let found = search.solve(&game, &board).judgement;
    assert_eq!((found.depth, found.limit), (Some(5), None));
}

#[test]
fn a_discount_makes_the_quick_win_the_best() {
    let game = TicTacToe::new();
    let board = game.parse_state("XX. / OO. / ...").unwrap();
    let solver = Expectimax::new(Uniform).discount(0.9).best_moves(true);
    let judgement = solver.solve(&game, &board).judgement;
    assert_eq!(judgement.value, Value::Estimate(900));
    assert_eq!(judgement.best_moves.len(), 1);
    assert_eq!(game.move_text(&board, judgement.best.unwrap()), "c3");
}

/// A race to ten points: take one point, or throw a coin for three or none.
struct CoinRace;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Race {
    points: [u8; 2],
    turn: Player,
    thrown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RaceMove {
    One,
    Throw,
    Three,
    Nothing,
}

impl CoinRace {
    const GOAL: u8 = 10;
}

impl Rules for CoinRace {
    type State = Race;
    type Move = RaceMove;
    type Undo = Race;

    fn initial(&self) -> Race {
        Race { points: [0, 0], turn: Player::First, thrown: false }
    }

    fn visit_moves<B>(
        &self,
        race: &Race,
        visit: impl FnMut(RaceMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let moves: &[_] = if self.result(race).is_some() {
            &[]
        } else if race.thrown {
            &[RaceMove::Three, RaceMove::Nothing]
        } else {
            &[RaceMove::One, RaceMove::Throw]
        };
        moves.iter().copied().try_for_each(visit)
    }

    fn play(&self, race: &mut Race, mv: RaceMove) -> Race {
        let before = *race;
        let points = match mv {
            RaceMove::Throw => {
                race.thrown = true;
                return before;
            }
            RaceMove::One => 1,
            RaceMove::Three => 3,
            RaceMove::Nothing => 0,
        };
        race.points[race.turn as usize] += points;
        race.thrown = false;
        race.turn = race.turn.other();
        before
    }

    fn undo(&self, race: &mut Race, _: RaceMove, before: Race) {
        *race = before;
    }
}

impl Game for CoinRace {
    fn to_move(&self, race: &Race) -> Player {
        race.turn
    }

    fn result(&self, race: &Race) -> Option<GameResult> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|&player| race.points[player as usize] >= Self::GOAL)
            .map(GameResult::Win)
    }
}

/// The coin, which may be loaded.
struct Coin {
    three: f64,
}

impl Chance<CoinRace> for Coin {
    fn decides(&self, _: &CoinRace, race: &Race) -> bool {
        race.thrown
    }

    fn weight(&self, _: &CoinRace, _: &Race, mv: RaceMove) -> f64 {
        if mv == RaceMove::Three { self.three } else { 1.0 - self.three }
    }
}

/// Who is ahead, 10 for each point.
fn lead(_: &CoinRace, race: &Race) -> Score {
    let lead = Score::from(race.points[0]) - Score::from(race.points[1]);
    10 * if race.turn == Player::First { lead } else { -lead }
}

#[test]
fn a_coin_is_thrown_if_it_is_good_enough() {
    let best = |three, pruning| {
        let solver = Expectimax::new(SoftMin { temperature: 1e-3 })
            .chance(Coin { three })
            .evaluator(lead)
            .bounded(150)
            .pruning(pruning)
            .depth(6);
        solver.expectation(&CoinRace, &CoinRace.initial(), &Budget::unlimited()).unwrap()
    };
    for three in [0.1, 0.25, 0.4, 0.5, 0.9] {
        let full = best(three, Pruning::None);
        for pruning in [Pruning::Star1, Pruning::Star2] {
            let found = best(three, pruning);
            assert!((found.value - full.value).abs() < CLOSE);
            assert_eq!(found.best, full.best);
        }
        let throws = full.best == Some(RaceMove::Throw);
        assert_eq!(throws, three > 1.0 / 3.0, "{full:?}");
    }
}

/// A game of dice, coins and turns in no order: places, whose moves lead to later ones.
#[derive(Clone, Debug)]
struct Dice(Vec<Place>);

#[derive(Clone, Debug)]
struct Place {
    mover: Player,
    is_chance: bool,
    result: GameResult,
    /// The score for the player to move.
    score: Score,
    /// Where the moves lead, with their weights; none if the game is over.
    moves: Vec<(usize, f64)>,
}

impl Rules for Dice {
    type State = usize;
    type Move = usize;
    type Undo = usize;

    fn initial(&self) -> usize {
        0
    }

    fn visit_moves<B>(
        &self,
        &at: &usize,
        visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..self.0[at].moves.len()).try_for_each(visit)
    }

    fn play(&self, at: &mut usize, mv: usize) -> usize {
        std::mem::replace(at, self.0[*at].moves[mv].0)
    }

    fn undo(&self, at: &mut usize, _: usize, before: usize) {
        *at = before;
    }
}

impl Game for Dice {
    fn to_move(&self, &at: &usize) -> Player {
        self.0[at].mover
    }

    fn result(&self, &at: &usize) -> Option<GameResult> {
        self.0[at].moves.is_empty().then_some(self.0[at].result)
    }
}

impl Chance<Dice> for Dice {
    fn decides(&self, _: &Dice, &at: &usize) -> bool {
        self.0[at].is_chance
    }

    fn weight(&self, _: &Dice, &at: &usize, mv: usize) -> f64 {
        self.0[at].moves[mv].1
    }
}

fn dice() -> impl Strategy<Value = Dice> {
    let player = prop_oneof![Just(Player::First), Just(Player::Second)];
    let result = prop_oneof![
        Just(GameResult::Draw),
        Just(GameResult::Win(Player::First)),
        Just(GameResult::Win(Player::Second)),
    ];
    let moves = prop::collection::vec((1usize..8, 0.05f64..20.0), 0..4);
    let place = (player, prop::bool::weighted(0.4), result, -90..=90, moves);
    prop::collection::vec(place, 2..16).prop_map(|places| {
        let last = places.len() - 1;
        let place =
            |(at, (mover, is_chance, result, score, moves)): (usize, (_, _, _, _, Vec<_>))| {
                let moves = moves.into_iter().filter(|_| at < last);
                let moves = moves.map(|(step, weight)| (last.min(at + step), weight)).collect();
                Place { mover, is_chance, result, score, moves }
            };
        Dice(places.into_iter().enumerate().map(place).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn dice_change_neither_values_nor_best_moves(
        dice in dice(),
        depth in 1u32..9,
        win in -50.0f64..100.0,
        draw in -20.0f64..20.0,
        loss in -100.0f64..50.0,
        discount in prop_oneof![Just(1.0), 0.3f64..1.0],
    ) {
        if dice.0[0].moves.is_empty() {
            return Ok(());
        }
        let us = dice.0[0].mover;
        let score = |dice: &Dice, &at: &usize| dice.0[at].score;
        let payoff = |result, ply| {
            let end = match result {
                GameResult::Draw => draw,
                GameResult::Win(winner) => if winner == us { win } else { loss },
            };
            end * f64::powi(discount, ply as i32)
        };
        let worth = |at, ply| {
            let rules = (&dice, &dice, &score);
            by_definition(rules, &|_, _, _| 1.0, &payoff, &at, us, (ply, depth))
        };
        let expected = worth(0, 0);
        for pruning in [Pruning::None, Pruning::Star1, Pruning::Star2] {
            for bounded in [true, false] {
                let search = Expectimax::new(Uniform)
                    .chance(dice.clone())
                    .evaluator(score)
                    .payoffs(win, draw, loss)
                    .discount(discount)
                    .pruning(pruning)
                    .depth(depth);
                let search = if bounded { search.bounded(90) } else { search };
                let found = search.expectation(&dice, &0, &Budget::unlimited()).unwrap();
                prop_assert!((found.value - expected).abs() < CLOSE, "{found:?}, {expected}");
                prop_assert_eq!(found.best.is_none(), dice.0[0].is_chance);
                if let Some(best) = found.best {
                    let value = worth(dice.0[0].moves[best].0, 1);
                    prop_assert!((value - expected).abs() < CLOSE, "{found:?}, {expected}");
                }
            }
        }
    }
}

#[test]
fn what_the_budget_left_is_said() {
    let game = TicTacToe::new();
    let board = game.initial();
    let budget = Budget::unlimited().nodes(1000);
    let ended = Expectimax::new(Uniform).expectation(&game, &board, &budget);
    assert_eq!(ended.unwrap_err(), Limit::Nodes);
    let answer =
        Expectimax::new(Uniform).solve_within(&game, &board, &budget, &mut tesuji_core::Silent);
    assert_eq!(answer.judgement.limit, Some(Limit::Nodes));
    assert!(game.moves(&board).contains(&answer.judgement.best.unwrap()));
}
