//! The figures of the course: nodes by each way of searching Simple-Nim.

use tesuji_adversarial::{AlphaBeta, MemoMinimax, Minimax, Negamax, Reversed};
use tesuji_core::{GameSolver, Rules, Value};
use tesuji_nim::{Nim, Order};
use tesuji_tic_tac_toe::TicTacToe;

/// For each number of tokens: plain minimax; alpha-beta with the window (−1, +1); the same with
/// moves tried 3, 2, 1; calls and positions computed with a memo.
const NODES: [(usize, u64, u64, u64, u64, u64); 5] = [
    (6, 52, 23, 20, 25, 12),
    (10, 600, 163, 80, 49, 20),
    (15, 12_640, 2_286, 248, 79, 30),
    (20, 266_079, 32_012, 759, 109, 40),
    (24, 3_045_153, 224_092, 2_921, 133, 48),
];

#[test]
fn nodes_on_simple_nim_are_those_of_the_course() {
    for (tokens, minimax, alpha_beta, backwards, calls, computed) in NODES {
        let game = Nim::simple(tokens).unwrap();
        let start = game.initial();
        let generated = |solver: &dyn GameSolver<_>| solver.solve(&game, &start).stats.generated;
        assert_eq!(generated(&Minimax::new()), minimax, "{tokens} tokens");
        assert_eq!(generated(&Negamax::new()), minimax, "{tokens} tokens");
        assert_eq!(generated(&AlphaBeta::outcome_only()), alpha_beta, "{tokens} tokens");
        assert_eq!(
            generated(&AlphaBeta::outcome_only().order(Reversed)),
            backwards,
            "{tokens} tokens"
        );
        let stats = MemoMinimax::new().solve(&game, &start).stats;
        assert_eq!((stats.generated, stats.expanded), (calls, computed), "{tokens} tokens");
        assert_eq!(stats.duplicates, calls - computed);
    }
}

#[test]
fn trying_moves_backwards_is_the_game_shown_backwards() {
    let game = Nim::simple(15).unwrap();
    let backwards = Nim::simple(15).unwrap().order(Order::LargestFirst);
    let start = game.initial();
    let by_solver = AlphaBeta::outcome_only().order(Reversed).solve(&game, &start);
    let by_game = AlphaBeta::outcome_only().solve(&backwards, &start);
    assert_eq!(by_solver.stats, by_game.stats);
    assert_eq!(by_solver.judgement, by_game.judgement);
}

#[test]
fn the_player_to_move_loses_simple_nim_when_one_is_left_after_fours() {
    for tokens in 1..=24 {
        let game = Nim::simple(tokens).unwrap();
        let answer = MemoMinimax::new().solve(&game, &game.initial());
        assert_eq!(matches!(answer.judgement.value, Value::Loss(_)), tokens % 4 == 1);
    }
}

#[test]
fn minimax_looks_at_all_of_tic_tac_toe() {
    let game = TicTacToe::new();
    let answer = Minimax::new().best_moves(true).solve(&game, &game.initial());
    assert_eq!(answer.judgement.value, Value::Draw);
    assert_eq!(answer.judgement.best_moves, game.moves(&game.initial()));
    assert_eq!(answer.stats.generated, 549_946);
    let memo = MemoMinimax::new().solve(&game, &game.initial());
    assert_eq!(memo.stats.expanded, 5_478, "positions");
}
