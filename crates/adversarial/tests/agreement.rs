//! Every search says what minimax says, on positions of every game.

use std::collections::HashSet;

use crate::common::{arbitrary, check_line, generator, random_position};
use rand_pcg::rand_core::Rng;
use tesuji_adversarial::{
    AlphaBeta, CodedMoves, Hints, MemoMinimax, Minimax, Negamax, NoHints, Reversed, TableSearch,
};
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::ConnectFour;
use tesuji_connect_four::ConnectFourHints;
use tesuji_core::{Evaluator, Game, GameSolver, Judgement, Wdl};
use tesuji_nim::{Convention, Grundy, Nim, OctalCode, TakeSet};
use tesuji_tic_tac_toe::TicTacToe;

/// Holds `judgement` against minimax's: the same value, the same good moves, a line that plays it
/// out.
fn check_exact<G: Game>(
    game: &G,
    state: &G::State,
    expected: &Judgement<G::Move>,
    judgement: &Judgement<G::Move>,
    name: &str,
) {
    assert_eq!(judgement.value, expected.value, "{name} in {state:?}");
    assert_eq!(judgement.best_moves, expected.best_moves, "{name} in {state:?}");
    let best = judgement.best.expect("the game is not over");
    assert!(expected.best_moves.contains(&best), "{name} in {state:?} plays {best:?}");
    check_line(game, state, judgement);
}

/// All searches to the end of the game.
fn check_to_the_end<G: Game, H: Hints<G> + Copy>(game: &G, hints: H, state: &G::State) {
    let expected = Minimax::new().best_moves(true).solve(game, state).judgement;
    check_line(game, state, &expected);
    let solvers: [(&str, &dyn GameSolver<G>); 9] = [
        ("negamax", &Negamax::new().best_moves(true)),
        ("memo minimax", &MemoMinimax::new().best_moves(true)),
        ("alpha-beta", &AlphaBeta::new().best_moves(true)),
        ("alpha-beta backwards", &AlphaBeta::new().order(Reversed).best_moves(true)),
        ("principal variation", &TableSearch::principal_variation().best_moves(true)),
        ("mtd(f)", &TableSearch::mtd_f().best_moves(true)),
        ("mtd-bi", &TableSearch::mtd_bi().best_moves(true)),
        ("hinted", &TableSearch::principal_variation().hints(hints).best_moves(true)),
        ("hinted mtd-bi", &TableSearch::mtd_bi().hints(hints).best_moves(true)),
    ];
    for (name, solver) in solvers {
        let answer = solver.solve(game, state);
        assert_eq!(answer.judgement.limit, None, "{name}");
        check_exact(game, state, &expected, &answer.judgement, name);
    }
    let without_plies = expected.value.wdl().expect("searched to the end").value(None);
    let solvers: [(&str, &dyn GameSolver<G>); 3] = [
        ("alpha-beta", &AlphaBeta::outcome_only()),
        ("table", &TableSearch::outcome_only()),
        ("hinted", &TableSearch::outcome_only().hints(hints)),
    ];
    let keeps = |mv| {
        let after = Minimax::new().solve(game, &game.successor(state, mv)).judgement.value;
        after.wdl().map(Wdl::reversed) == expected.value.wdl()
    };
    let mut keeping = game.moves(state);
    keeping.retain(|&mv| keeps(mv));
    for (name, solver) in solvers {
        let judgement = solver.solve(game, state).judgement;
        assert_eq!(judgement.value, without_plies, "who wins, {name} in {state:?}");
        let best = judgement.best.expect("the game is not over");
        assert!(keeping.contains(&best), "who wins, {name} in {state:?} plays {best:?}");
    }
    let solvers: [(&str, &dyn GameSolver<G>); 3] = [
        ("alpha-beta", &AlphaBeta::outcome_only().best_moves(true)),
        ("table", &TableSearch::outcome_only().best_moves(true)),
        ("hinted", &TableSearch::outcome_only().hints(hints).best_moves(true)),
    ];
    for (name, solver) in solvers {
        let judgement = solver.solve(game, state).judgement;
        assert_eq!(judgement.value, without_plies, "who wins, {name} in {state:?}");
        assert_eq!(judgement.best_moves, keeping, "who wins, {name} in {state:?}");
    }
    for depth in 1..8 {
        let search = TableSearch::outcome_only().hints(hints).depth(depth).best_moves(true);
        let judgement = search.solve(game, state).judgement;
        if judgement.value.is_proved() {
            assert_eq!(judgement.value, without_plies, "depth {depth} in {state:?}");
            let keeps = |mv| keeping.contains(mv);
            assert!(judgement.best_moves.iter().all(keeps), "depth {depth} in {state:?}");
        }
    }
}

/// All searches to a depth. Those with a table may know more than the depth shows, so they go
/// without one.
fn check_to_depth<G: Game>(
    game: &G,
    evaluator: impl Evaluator<G> + Copy,
    state: &G::State,
    depth: u32,
) {
    let expected = Minimax::new().evaluator(evaluator).depth(depth).solve(game, state).judgement;
    let check = |name: &str, solver: &dyn GameSolver<G>| {
        let found = solver.solve(game, state).judgement;
        assert_eq!(found.value, expected.value, "{name} in {state:?}, depth {depth}");
    };
    check("negamax", &Negamax::new().evaluator(evaluator).depth(depth));
    check("alpha-beta", &AlphaBeta::new().evaluator(evaluator).depth(depth));
    let search =
        TableSearch::principal_variation().evaluator(evaluator).depth(depth).table_bytes(0);
    check("principal variation", &search);
    check("narrow", &search.clone().aspiration(1));
    check("mtd(f)", &TableSearch::mtd_f().evaluator(evaluator).depth(depth).table_bytes(0));
    check("mtd-bi", &TableSearch::mtd_bi().evaluator(evaluator).depth(depth).table_bytes(0));
    // With a table, what is proved is as exact.
    let exact = TableSearch::principal_variation().evaluator(evaluator).depth(depth);
    let found = exact.solve(game, state).judgement;
    if expected.value.is_proved() {
        assert_eq!(found.value, expected.value, "with a table in {state:?}, depth {depth}");
    }
    check_line(game, state, &found);
}

fn check_many<G: Game, H: Hints<G> + Copy>(
    game: &G,
    hints: H,
    seed: u64,
    count: u32,
    moves: std::ops::Range<u32>,
) {
    let mut random = generator(seed);
    let (mut found, mut known) = (0, HashSet::new());
    while found < count {
        let played = moves.start + random.next_u32() % (moves.end - moves.start);
        let Some(state) = random_position(game, played, &mut random) else { continue };
        found += 1;
        // Of few heaps there are few positions, and each would be checked again and again.
        if known.insert(state.clone()) {
            check_to_the_end(game, hints, &state);
            for depth in 1..=3 {
                check_to_depth(game, arbitrary, &state, depth);
            }
        }
    }
}

#[test]
fn tic_tac_toe() {
    check_many(&TicTacToe::new(), NoHints, 1, 200, 3..8);
    check_many(&TicTacToe::new(), CodedMoves, 11, 200, 3..8);
}

#[test]
fn connect_four() {
    for (width, height) in [(4, 4), (5, 3), (3, 5)] {
        let game = ConnectFour::new(width, height).unwrap();
        check_many(&game, ConnectFourHints, 2, 150, 9..14);
    }
    check_many(&ConnectFour::default(), ConnectFourHints, 3, 100, 32..40);
}

#[test]
fn breakthrough() {
    check_breakthrough(10);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn many_positions_of_breakthrough() {
    check_breakthrough(300);
}

fn check_breakthrough(positions: u32) {
    let small = Breakthrough::new(2, 4).unwrap();
    check_many(&small, BreakthroughHints, 4, positions, 1..6);
    let one_row = Breakthrough::with_rows(3, 4, 1).unwrap();
    check_many(&one_row, BreakthroughHints, 5, 2 * positions, 0..4);
    let tall = Breakthrough::with_rows(2, 6, 1).unwrap();
    check_many(&tall, BreakthroughHints, 6, positions, 0..8);
}

#[test]
fn breakthrough_to_a_depth() {
    let game = Breakthrough::new(5, 5).unwrap();
    let mut random = generator(7);
    for _ in 0..60 {
        let moves = random.next_u32() % 20;
        if let Some(state) = random_position(&game, moves, &mut random) {
            // As deep as the evaluator looks ahead, and a little deeper.
            for depth in 1..=4 {
                check_to_depth(&game, PawnsAndRows, &state, depth);
            }
        }
    }
}

#[test]
fn nim() {
    for convention in [Convention::Normal, Convention::Misere] {
        let nim = Nim::new(TakeSet::any(), convention, &[3, 2, 2]).unwrap();
        check_many(&nim, NoHints, 8, 100, 0..4);
        let splitting = Nim::new(Grundy, convention, &[9, 4]).unwrap();
        check_many(&splitting, CodedMoves, 9, 100, 0..4);
        let kayles: OctalCode = "0.77".parse().unwrap();
        check_many(&Nim::new(kayles, convention, &[6, 2]).unwrap(), NoHints, 10, 100, 0..4);
    }
}
