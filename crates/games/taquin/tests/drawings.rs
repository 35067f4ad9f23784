//! Drawings of boards.

use tesuji_core::{Notation, Render};
use tesuji_taquin::{Goal, Taquin};

#[test]
fn a_3x3_board_in_a_terminal() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let board = taquin.parse_state("631752048").unwrap();
    insta::assert_snapshot!(taquin.text(&board), @r"
    ┌───┬───┬───┐
    │ 6 │ 3 │ 1 │
    ├───┼───┼───┤
    │ 7 │ 5 │ 2 │
    ├───┼───┼───┤
    │   │ 4 │ 8 │
    └───┴───┴───┘
    ");
}

#[test]
fn a_wide_board_in_a_terminal() {
    let taquin = Taquin::<u64>::new(5, 3, Goal::BlankLast).unwrap();
    insta::assert_snapshot!(taquin.text(&taquin.goal()), @r"
    ┌────┬────┬────┬────┬────┐
    │  1 │  2 │  3 │  4 │  5 │
    ├────┼────┼────┼────┼────┤
    │  6 │  7 │  8 │  9 │ 10 │
    ├────┼────┼────┼────┼────┤
    │ 11 │ 12 │ 13 │ 14 │    │
    └────┴────┴────┴────┴────┘
    ");
}

#[test]
fn a_board_in_svg() {
    let taquin = Taquin::<u64>::new(3, 2, Goal::BlankFirst).unwrap();
    let board = taquin.parse_state("315/042").unwrap();
    insta::assert_snapshot!(taquin.svg(&board));
}
