//! Known winners and distances, confirmed by a small solver.

mod solver;

use solver::Solver;
use tesuji_connect_four::ConnectFour;
use tesuji_connect_four::instances::{self, Instance};
use tesuji_core::{Notation, Rules};

fn check(width: usize, height: usize, sign: i32) {
    let game = ConnectFour::new(width, height).unwrap();
    let score = Solver::new(game).score(&game.initial());
    assert_eq!(score.signum(), sign, "{width}x{height}");
}

#[test]
fn four_by_four_four_by_five_and_five_by_four_are_draws() {
    check(4, 4, 0);
    check(4, 5, 0);
    check(5, 4, 0);
}

#[test]
fn five_by_five_and_four_by_six_are_draws() {
    check(5, 5, 0);
    check(4, 6, 0);
}

#[test]
fn the_second_player_wins_on_six_by_four() {
    check(6, 4, -1);
}

fn check_scores(set: &[Instance]) {
    let game = ConnectFour::default();
    let mut solver = Solver::new(game);
    for instance in set {
        let position = game.parse_state(instance.columns).unwrap();
        assert_eq!(solver.score(&position), instance.score, "{}", instance.columns);
        let mirrored = game.mirrored(&position);
        assert_eq!(solver.score(&mirrored), instance.score, "{} mirrored", instance.columns);
    }
}

#[test]
fn scores_of_the_end_easy_set() {
    check_scores(&instances::end_easy());
}

#[test]
fn scores_of_the_middle_easy_set() {
    check_scores(&instances::middle_easy());
}

#[test]
fn scores_of_the_begin_easy_set() {
    check_scores(&instances::begin_easy());
}

#[test]
fn a_win_with_the_last_stone_counts_one() {
    let game = ConnectFour::default();
    // The players' 21st stones are the 41st and the 42nd of the board.
    let mut position = game.initial();
    let mut scores = Vec::new();
    for digit in "444444333333555555222222666666111111777777".chars() {
        scores.push(game.win_score(&position));
        let mv = game.cell(digit as u8 - b'1', 0);
        let landing = game.landings(&position) & game.column(game.column_of(mv));
        game.play(&mut position, tesuji_connect_four::Cell(landing.trailing_zeros() as u8));
    }
    assert_eq!(scores[40..], [1, 1]);
    assert_eq!(scores[6..8], [18, 18]);
}
