//! What a person sees: values, lines and counts.

use tesuji_adversarial::{AlphaBeta, MemoMinimax, TableSearch};
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::ConnectFour;
use tesuji_connect_four::ConnectFourHints;
use tesuji_core::{Game, GameSolver, Notation, Rules};
use tesuji_nim::{Convention, Nim, TakeSet};
use tesuji_tic_tac_toe::TicTacToe;

/// Value, line and counts on a line of text.
fn told<G: Game + Notation>(game: &G, start: &G::State, solver: &dyn GameSolver<G>) -> String {
    let answer = solver.solve(game, start);
    let line = game.moves_text(start, &answer.judgement.pv).join(" ");
    format!("{:?}: {line} ({} nodes)", answer.judgement.value, answer.stats.generated)
}

#[test]
fn tic_tac_toe() {
    let game = TicTacToe::new();
    let board = game.initial();
    insta::assert_snapshot!(told(&game, &board, &AlphaBeta::new()), @"Draw: a3 b2 b3 c3 a1 a2 c2 b1 c1 (20866 nodes)");
    insta::assert_snapshot!(told(&game, &board, &MemoMinimax::new()), @"Draw: a3 b2 b3 c3 a1 a2 c2 b1 c1 (16168 nodes)");
    insta::assert_snapshot!(told(&game, &board, &TableSearch::principal_variation()), @"Draw: a3 b2 b3 c3 a1 a2 c2 b1 c1 (5066 nodes)");
    insta::assert_snapshot!(told(&game, &board, &TableSearch::mtd_f()), @"Draw: a3 b2 b3 c3 a1 a2 c2 b1 c1 (5178 nodes)");
    insta::assert_snapshot!(told(&game, &board, &TableSearch::mtd_bi()), @"Draw: a3 b2 b3 c3 a1 a2 c2 b1 c1 (3354 nodes)");
    insta::assert_snapshot!(told(&game, &board, &TableSearch::outcome_only()), @"Draw: a3 b2 b3 c3 a1 a2 c2 b1 c1 (2158 nodes)");
}

#[test]
fn nim() {
    let game = Nim::new(TakeSet::any(), Convention::Misere, &[3, 4, 5]).unwrap();
    let start = game.initial();
    insta::assert_snapshot!(told(&game, &start, &MemoMinimax::new()), @"Win(Some(10)): 1:2 1:1 3:1 2:1 3:1 2:1 3:1 2:1 3:2 2:1 (1357 nodes)");
    insta::assert_snapshot!(told(&game, &start, &TableSearch::principal_variation()), @"Win(Some(10)): 1:2 1:1 3:1 2:1 3:1 2:1 3:1 2:1 3:2 2:1 (3325 nodes)");
}

#[test]
fn connect_four() {
    let game = ConnectFour::default();
    let position = game.parse_state("32164625").unwrap();
    let solver = TableSearch::mtd_bi().hints(ConnectFourHints);
    insta::assert_snapshot!(told(&game, &position, &solver), @"Win(Some(13)): 3 6 6 4 3 3 2 3 4 4 1 1 1 (5347 nodes)");
    let small = ConnectFour::new(6, 4).unwrap();
    insta::assert_snapshot!(told(&small, &small.initial(), &solver), @"Loss(Some(24)): 3 4 3 3 3 4 4 5 2 2 5 6 4 1 1 1 1 6 6 6 5 5 2 2 (176740 nodes)");
}

#[test]
fn breakthrough() {
    let game = Breakthrough::new(4, 4).unwrap();
    let solver = TableSearch::principal_variation().hints(BreakthroughHints);
    insta::assert_snapshot!(told(&game, &game.initial(), &solver), @"Loss(Some(14)): b2xa3 b4xa3 c2xb3 c4xb3 d2xc3 d4xc3 a2xb3 a4xb3 a1-a2 b3-b2 c1xb2 c3xb2 d1-d2 b2-a1 (487 nodes)");
    let game = Breakthrough::new(8, 8).unwrap();
    let solver = solver.evaluator(PawnsAndRows).depth(6);
    insta::assert_snapshot!(told(&game, &game.initial(), &solver), @"Estimate(0): a2-a3 a7-a6 a1-a2 a8-a7 b2-b3 b7-b6 (1581 nodes)");
}
