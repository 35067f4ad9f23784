//! Games whose results are known, from the start and from published positions.

use crate::common::check_line;
use tesuji_adversarial::TableSearch;
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::BreakthroughHints;
use tesuji_connect_four::ConnectFour;
use tesuji_connect_four::ConnectFourHints;
use tesuji_connect_four::instances::{self, Instance};
use tesuji_core::{Game, GameSolver, Judgement, Notation, Value};
use tesuji_tic_tac_toe::TicTacToe;

fn judge<G: Game>(game: &G, solver: &impl GameSolver<G>) -> Judgement<G::Move> {
    let judgement = solver.solve(game, &game.initial()).judgement;
    check_line(game, &game.initial(), &judgement);
    judgement
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = TicTacToe::new();
    assert_eq!(judge(&game, &TableSearch::principal_variation()).value, Value::Draw);
    assert_eq!(judge(&game, &TableSearch::mtd_f()).value, Value::Draw);
    assert_eq!(judge(&game, &TableSearch::mtd_bi()).value, Value::Draw);
}

fn connect_four(width: usize, height: usize) -> Value {
    let game = ConnectFour::new(width, height).unwrap();
    let hinted = judge(&game, &TableSearch::mtd_bi().hints(ConnectFourHints));
    let deepening = judge(&game, &TableSearch::principal_variation().hints(ConnectFourHints));
    assert_eq!(hinted.value, deepening.value);
    hinted.value
}

#[test]
fn small_connect_four() {
    for (width, height) in [(4, 4), (4, 5), (5, 4), (5, 5), (4, 6)] {
        assert_eq!(connect_four(width, height), Value::Draw, "{width}x{height}");
    }
    assert!(matches!(connect_four(6, 4), Value::Loss(Some(_))));
}

#[test]
fn small_connect_four_without_hints() {
    for (width, height) in [(4, 4), (4, 5)] {
        let game = ConnectFour::new(width, height).unwrap();
        assert_eq!(judge(&game, &TableSearch::mtd_bi()).value, Value::Draw);
        assert_eq!(judge(&game, &TableSearch::mtd_f()).value, Value::Draw);
    }
}

fn check_scores(set: &[Instance]) {
    let game = ConnectFour::default();
    let solver = TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(16 << 20);
    for instance in set {
        let position = game.parse_state(instance.columns).unwrap();
        let judgement = solver.solve(&game, &position).judgement;
        let found = game.score_of(&position, judgement.value);
        assert_eq!(found, Some(instance.score), "{}", instance.columns);
        check_line(&game, &position, &judgement);
    }
}

#[test]
fn connect_four_scores_late_in_the_game() {
    check_scores(&instances::end_easy());
}

#[test]
fn connect_four_scores_in_the_middle_of_the_game() {
    check_scores(&instances::middle_easy());
}

#[test]
fn connect_four_scores_early_in_the_game() {
    check_scores(&instances::begin_easy()[..100]);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn connect_four_scores_far_from_the_end() {
    check_scores(&instances::middle_medium());
    check_scores(&instances::begin_hard()[..20]);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn connect_four_is_won_with_the_last_move_at_41() {
    let game = ConnectFour::default();
    let solver = TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(512 << 20);
    let judgement = judge(&game, &solver);
    assert_eq!(judgement.value, Value::Win(Some(41)));
    assert_eq!(game.column_of(judgement.best.unwrap()), 3);
}

fn breakthrough(width: usize, height: usize) -> Value {
    let game = Breakthrough::new(width, height).unwrap();
    let hinted = judge(&game, &TableSearch::principal_variation().hints(BreakthroughHints));
    let plain = judge(&game, &TableSearch::mtd_f());
    assert_eq!(hinted.value, plain.value);
    hinted.value
}

#[test]
fn small_breakthrough() {
    assert_eq!(breakthrough(2, 4), Value::Loss(Some(8)));
    assert_eq!(breakthrough(2, 5), Value::Loss(Some(10)));
    assert_eq!(breakthrough(2, 6), Value::Win(Some(15)));
    assert_eq!(breakthrough(3, 4), Value::Loss(Some(12)));
    assert_eq!(breakthrough(4, 4), Value::Loss(Some(14)));
}

#[test]
fn breakthrough_3x5_is_lost_in_18() {
    let game = Breakthrough::new(3, 5).unwrap();
    let judgement = judge(&game, &TableSearch::principal_variation().hints(BreakthroughHints));
    assert_eq!(judgement.value, Value::Loss(Some(18)));
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn breakthrough_5x4_4x5_3x6_and_5x5() {
    let cases = [
        (5, 4, Value::Loss(Some(16))),
        (4, 5, Value::Loss(Some(22))),
        (3, 6, Value::Win(Some(23))),
        (5, 5, Value::Loss(Some(26))),
    ];
    for (width, height, value) in cases {
        let game = Breakthrough::new(width, height).unwrap();
        let judgement = judge(&game, &TableSearch::principal_variation().hints(BreakthroughHints));
        assert_eq!(judgement.value, value, "{width}x{height}");
    }
}
