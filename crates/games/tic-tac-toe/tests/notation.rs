//! Notation of boards and moves, error messages, drawings.

use proptest::prelude::*;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Game, GameResult, Notation, Player, Ranked, Render, Rules};
use tesuji_tic_tac_toe::TicTacToe;

fn board_error(text: &str) -> String {
    TicTacToe::new().parse_state(text).unwrap_err().to_string()
}

fn move_error(board: &str, text: &str) -> String {
    let game = TicTacToe::new();
    let board = game.parse_state(board).unwrap();
    game.parse_move(&board, text).unwrap_err().to_string()
}

#[test]
fn three_ways_to_write_a_board() {
    let game = TicTacToe::new();
    let board = game.parse_state("X X . / O O . / . . .").unwrap();
    assert_eq!(game.state_text(&board), "XX.OO....");
    for text in ["XX.OO....", "xx./oo./...", "XX.\nOO.\n...\n"] {
        assert_eq!(game.parse_state(text).unwrap(), board, "{text:?}");
    }
    assert_eq!(game.to_move(&board), Player::First);
}

#[test]
fn the_third_cell_of_the_first_row_wins() {
    let game = TicTacToe::new();
    let board = game.parse_state("X X . / O O . / . . .").unwrap();
    let wins: Vec<String> = game
        .moves(&board)
        .into_iter()
        .filter(|&cell| {
            let after = game.successor(&board, cell);
            game.result(&after) == Some(GameResult::Win(Player::First))
        })
        .map(|cell| game.move_text(&board, cell))
        .collect();
    assert_eq!(wins, ["c3"]);
    assert_eq!(game.parse_move(&board, "3"), game.parse_move(&board, "c3"));
}

#[test]
fn a_move_is_a_coordinate_or_a_digit() {
    let game = TicTacToe::new();
    let board = game.initial();
    let names = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
    for ((digit, name), mv) in (1..).zip(names).zip(game.moves(&board)) {
        assert_eq!(game.move_text(&board, mv), name);
        assert_eq!(game.parse_move(&board, name).unwrap(), mv);
        assert_eq!(game.parse_move(&board, &digit.to_string()).unwrap(), mv);
    }
}

#[test]
fn errors_read_well() {
    insta::assert_snapshot!(board_error("XX."), @"expected 9 cells, found 3");
    insta::assert_snapshot!(board_error("XX.OO....."), @"expected 9 cells, found 10");
    insta::assert_snapshot!(board_error("XX./O#./..."), @"cell 5: '#' is not X, O or .");
    insta::assert_snapshot!(
        board_error("XXX/.../..."),
        @"3 X and 0 O: X must have as many marks as O, or one more"
    );
    insta::assert_snapshot!(
        board_error("O../.../..."),
        @"0 X and 1 O: X must have as many marks as O, or one more"
    );
    insta::assert_snapshot!(board_error("XXX/OOO/..."), @"both X and O have three in a row");
    insta::assert_snapshot!(
        board_error("XXX/OO./O.."),
        @"X has three in a row, yet O moved after that"
    );
    insta::assert_snapshot!(
        board_error("OOO/XX./X.X"),
        @"O has three in a row, yet X moved after that"
    );
    let (start, drawn, won) = (".........", "XOXXOOOXX", "XXX/OO./...");
    insta::assert_snapshot!(
        move_error(start, "d4"),
        @r#""d4" is not a cell: write a1 to c3, or 1 to 9 row by row from the top"#
    );
    insta::assert_snapshot!(
        move_error(start, ""),
        @r#""" is not a cell: write a1 to c3, or 1 to 9 row by row from the top"#
    );
    insta::assert_snapshot!(move_error("X........", "a3"), @r#""a3": the cell has an X already"#);
    insta::assert_snapshot!(move_error(drawn, "a3"), @r#""a3": the game is drawn"#);
    insta::assert_snapshot!(move_error(won, "1"), @r#""1": X has won"#);
}

#[test]
fn drawings_for_a_terminal() {
    let game = TicTacToe::new();
    let draw = |text| game.text(&game.parse_state(text).unwrap());
    insta::assert_snapshot!(draw("XX.OO...."), @r"
    3 X X .
    2 O O .
    1 . . .
      a b c
    X to move
    ");
    insta::assert_snapshot!(draw("XXXOO...."), @r"
    3 X X X
    2 O O .
    1 . . .
      a b c
    X has won
    ");
    insta::assert_snapshot!(draw("XOXXOOOXX"), @r"
    3 X O X
    2 X O O
    1 O X X
      a b c
    the game is drawn
    ");
}

#[test]
fn a_drawing_as_svg() {
    let game = TicTacToe::new();
    insta::assert_snapshot!("svg", game.svg(&game.parse_state("XXXOO....").unwrap()));
}

#[test]
fn every_position_survives_being_written() {
    let game = TicTacToe::new();
    for board in (0..game.state_count()).map(|rank| game.unrank(rank)) {
        assert_eq!(game.parse_state(&game.state_text(&board)).unwrap(), board);
    }
}

#[test]
fn playouts_end_as_often_each_way_as_they_should() {
    // Exact for uniformly random moves: X wins 58.49 %, O 28.81 %, drawn 12.70 %.
    let game = TicTacToe::new();
    let mut rng = Pcg64::seed_from_u64(9);
    let mut counts = [0u32; 3];
    for _ in 0..100_000 {
        match game.playout(&game.initial(), &mut rng) {
            GameResult::Win(player) => counts[player as usize] += 1,
            GameResult::Draw => counts[2] += 1,
        }
    }
    for (count, exact) in counts.into_iter().zip([58_492, 28_810, 12_698]) {
        assert!(count.abs_diff(exact) < 700, "{counts:?}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parsers_panic(text in "[XO.xo/ \n]{0,14}|\\PC{0,12}") {
        let game = TicTacToe::new();
        if let Ok(board) = game.parse_state(&text) {
            prop_assert_eq!(game.parse_state(&game.state_text(&board)).unwrap(), board);
        }
    }

    #[test]
    fn moves_that_are_read_are_legal(rank in 0u64..5_478, text in "[a-d1-4]{0,3}|\\PC{0,4}") {
        let game = TicTacToe::new();
        let board = game.unrank(rank);
        if let Ok(mv) = game.parse_move(&board, &text) {
            prop_assert!(game.moves(&board).contains(&mv));
        }
    }
}
