//! Notation of positions and moves, error messages, drawings.

use proptest::prelude::*;
use tesuji_connect_four::{ConnectFour, instances};
use tesuji_core::{Game, GameResult, Notation, Player, Render, Rules};

fn error(width: usize, height: usize, text: &str) -> String {
    ConnectFour::new(width, height).unwrap().parse_state(text).unwrap_err().to_string()
}

#[test]
fn columns_and_rows_give_the_same_position() {
    let game = ConnectFour::default();
    let position = game.parse_state("444435").unwrap();
    let text = "......./......./...o.../...x.../...o.../..xxo..";
    assert_eq!(game.state_text(&position), text);
    for other in [
        text,
        "4,4,4,4,3,5",
        "44 44 35",
        ". . . . . . . / . . . . . . . / ...o... / ...x... / ...o... / ..xxo..",
        ".......\n.......\n...O...\n...X...\n...O...\n..XXO..\n",
    ] {
        assert_eq!(game.parse_state(other).unwrap(), position, "{other:?}");
    }
    assert_eq!(game.parse_state("").unwrap(), game.initial());
    assert_eq!(game.to_move(&position), Player::First);
}

#[test]
fn wide_boards_need_commas() {
    let game = ConnectFour::new(12, 4).unwrap();
    let position = game.parse_state("12,11,12,11").unwrap();
    let text = "............/............/..........ox/..........ox";
    assert_eq!(game.state_text(&position), text);
    assert_eq!(game.parse_state("12 11\t12\n11").unwrap(), position);
    let mv = game.parse_move(&position, "12").unwrap();
    assert_eq!(game.move_text(&position, mv), "12");
}

#[test]
fn errors_of_boards_read_well() {
    let error = |text| error(4, 4, text);
    insta::assert_snapshot!(error("..../...."), @"expected 4 rows, found 2");
    insta::assert_snapshot!(
        error("..../..../...../...."),
        @"row 3: expected 4 cells, found 5"
    );
    insta::assert_snapshot!(
        error("..../..../..../x#.."),
        @"row 4, column 2: '#' is not x, o or ."
    );
    insta::assert_snapshot!(
        error("..../..x./..../..o."),
        @"row 2, column 3: there is no stone below this one"
    );
    insta::assert_snapshot!(
        error("..../..../..../xx.."),
        @"2 x and 0 o: x must have as many stones as o, or one more"
    );
    insta::assert_snapshot!(
        error("..../..../..../o..."),
        @"0 x and 1 o: x must have as many stones as o, or one more"
    );
    insta::assert_snapshot!(
        error("..../..../oooo/xxxx"),
        @"both x and o have four in a row"
    );
    insta::assert_snapshot!(
        error("..../o.../ooo./xxxx"),
        @"x has four in a row, yet o moved after that"
    );
    insta::assert_snapshot!(
        error("x.../oooo/xxox/xxox"),
        @"o has four in a row, yet x moved after that"
    );
}

#[test]
fn one_stone_may_complete_several_fours_but_not_any_two() {
    let game = ConnectFour::new(7, 4).unwrap();
    // Seven in a row, horizontally, completed in the middle.
    let seven = game.parse_state("......./......./ooo.ooo/xxxxxxx").unwrap();
    assert_eq!(game.result(&seven), Some(GameResult::Win(Player::First)));
    insta::assert_snapshot!(
        game.parse_state("x....../xxxx.../oooxooo/xxxxooo").unwrap_err(),
        @"x has several fours in a row, which no single stone completes"
    );
}

#[test]
fn errors_of_moves_read_well() {
    let error = |text| error(7, 6, text);
    insta::assert_snapshot!(error("4448"), @r#"move 4: "8" is not a column from 1 to 7"#);
    insta::assert_snapshot!(error("440"), @r#"move 3: "0" is not a column from 1 to 7"#);
    insta::assert_snapshot!(error("44a4"), @r#"move 3: "a" is not a column from 1 to 7"#);
    insta::assert_snapshot!(error("44é4"), @r#"move 3: "é" is not a column from 1 to 7"#);
    insta::assert_snapshot!(error("4444444"), @"move 7: column 4 is full");
    insta::assert_snapshot!(error("43434341"), @r#"move 8: "1": x has won"#);
    let game = ConnectFour::new(12, 4).unwrap();
    insta::assert_snapshot!(
        game.parse_state("12,13").unwrap_err(),
        @r#"move 2: "13" is not a column from 1 to 12"#
    );
    insta::assert_snapshot!(
        game.parse_move(&game.initial(), "+3").unwrap_err(),
        @r#""+3" is not a column from 1 to 12"#
    );
    let tiny = ConnectFour::new(1, 2).unwrap();
    insta::assert_snapshot!(
        tiny.parse_state("111").unwrap_err(),
        @r#"move 3: "1": the game is drawn"#
    );
}

#[test]
fn errors_of_instances_read_well() {
    insta::assert_snapshot!(
        instances::parse("# a comment\n44,1\n44;2").unwrap_err(),
        @r#"line 3: "44;2" is not columns, a comma and a score"#
    );
    insta::assert_snapshot!(
        instances::parse("4x,1").unwrap_err(),
        @r#"line 1: "4x,1" is not columns, a comma and a score"#
    );
}

#[test]
fn drawings_for_a_terminal() {
    let game = ConnectFour::default();
    let draw = |game: &ConnectFour, text| game.text(&game.parse_state(text).unwrap());
    insta::assert_snapshot!(draw(&game, "444435"), @r"
    . . . . . . .
    . . . . . . .
    . . . o . . .
    . . . x . . .
    . . . o . . .
    . . x x o . .
    1 2 3 4 5 6 7
    x to move
    ");
    insta::assert_snapshot!(draw(&game, "4455336"), @r"
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . o o o . .
    . . X X X X .
    1 2 3 4 5 6 7
    x has won
    ");
    insta::assert_snapshot!(draw(&ConnectFour::new(11, 2).unwrap(), "11,1,10"), @r"
     .  .  .  .  .  .  .  .  .  .  .
     o  .  .  .  .  .  .  .  .  x  x
     1  2  3  4  5  6  7  8  9 10 11
    o to move
    ");
    insta::assert_snapshot!(draw(&ConnectFour::new(2, 2).unwrap(), "1212"), @r"
    x o
    x o
    1 2
    the game is drawn
    ");
}

#[test]
fn a_drawing_as_svg() {
    let game = ConnectFour::new(5, 4).unwrap();
    insta::assert_snapshot!("svg", game.svg(&game.parse_state("1122334").unwrap()));
}

/// A board size and the choices of a random game on it.
fn any_game() -> impl Strategy<Value = (usize, usize, Vec<usize>)> {
    (1usize..=32).prop_flat_map(|width| (Just(width), 1..=64 / width - 1)).prop_flat_map(
        |(width, height)| {
            (Just(width), Just(height), prop::collection::vec(0usize..1_000_000, 0..64))
        },
    )
}

proptest! {
    #[test]
    fn positions_and_games_survive_being_written((width, height, choices) in any_game()) {
        let game = ConnectFour::new(width, height).unwrap();
        let mut position = game.initial();
        let mut columns = Vec::new();
        for choice in choices {
            let moves = game.moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice % moves.len()];
            columns.push(game.move_text(&position, mv));
            game.play(&mut position, mv);
        }
        prop_assert_eq!(game.parse_state(&game.state_text(&position)).unwrap(), position);
        prop_assert_eq!(game.parse_state(&columns.join(",")).unwrap(), position);
        if width <= 9 {
            prop_assert_eq!(game.parse_state(&columns.concat()).unwrap(), position);
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic(
        (width, height) in (1usize..=12).prop_flat_map(|width| (Just(width), 1..=64 / width - 1)),
        text in "[xoXO./ \n]{0,40}|[0-9, ]{0,60}|\\PC{0,20}",
    ) {
        let game = ConnectFour::new(width, height).unwrap();
        if let Ok(position) = game.parse_state(&text) {
            prop_assert_eq!(game.parse_state(&game.state_text(&position)).unwrap(), position);
        }
        if let Ok(mv) = game.parse_move(&game.initial(), &text) {
            prop_assert!(game.moves(&game.initial()).contains(&mv));
        }
        let _ = instances::parse(&text);
    }

    #[test]
    fn boards_near_real_ones_are_read_or_refused(
        rows in prop::collection::vec("[xo.]{4}", 4),
    ) {
        let game = ConnectFour::new(4, 4).unwrap();
        if let Ok(position) = game.parse_state(&rows.join("/")) {
            prop_assert_eq!(game.state_text(&position), rows.join("/"));
        }
    }
}
