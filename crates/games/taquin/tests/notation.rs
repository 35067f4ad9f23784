//! Notation of boards, goals, sizes and moves, and the error messages.

use proptest::prelude::*;
use rand_pcg::{Pcg64, rand_core::SeedableRng};
use tesuji_core::{Notation, Rules};
use tesuji_taquin::{BoardError, Goal, Size, SizeError, Taquin, read_tiles};

fn taquin(width: usize, height: usize) -> Taquin<u128> {
    Taquin::new(width, height, Goal::BlankFirst).unwrap()
}

fn tiles(text: &str) -> Vec<u8> {
    read_tiles(text, None).unwrap().tiles
}

#[test]
fn boards_are_read_in_many_ways() {
    let expected = vec![6, 3, 1, 7, 5, 2, 0, 4, 8];
    for text in [
        "631752048",
        "6 3 1 7 5 2 0 4 8",
        "6,3,1,7,5,2,0,4,8",
        " 6, 3, 1,\t7 5 2 0 4 8\n",
        "6 3 1\r\n7 5 2\r\n0 4 8\r\n",
        "631/752/048",
        "6 3 1 / 7 5 2 / 0 4 8",
        "631\n752\n048\n\n",
        "631/7 5 2/048",
    ] {
        assert_eq!(tiles(text), expected, "{text:?}");
    }
}

#[test]
fn the_size_is_found_where_it_can_be() {
    let size = |text| read_tiles(text, None).unwrap().size.to_string();
    assert_eq!(size("0123"), "2x2");
    assert_eq!(size("012/345"), "3x2");
    assert_eq!(size("01/23/45"), "2x3");
    assert_eq!(size("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"), "4x4");
    assert_eq!(size("0 1 2 3 / 4 5 6 7 / 8 9 10 11"), "4x3");
    let given = read_tiles("01234567", Some(Size::new(4, 2).unwrap())).unwrap();
    assert_eq!(given.size.to_string(), "4x2");
}

#[test]
fn boards_are_written_in_one_way() {
    let state_text = |width, height| {
        let taquin = taquin(width, height);
        taquin.state_text(&taquin.goal())
    };
    assert_eq!(state_text(3, 3), "012345678");
    assert_eq!(state_text(5, 2), "01234/56789");
    assert_eq!(state_text(4, 3), "0 1 2 3/4 5 6 7/8 9 10 11");
}

#[test]
fn a_board_that_cannot_be_solved_is_a_board() {
    let taquin = taquin(3, 3);
    assert!(!taquin.is_solvable(taquin.parse_state("230518674").unwrap()));
}

#[test]
fn moves_are_tiles_or_ways_of_the_blank() {
    let taquin = taquin(3, 3);
    let board = taquin.parse_state("123/405/678").unwrap();
    for (texts, from) in [
        (["2", "up", "U", " u "], 1),
        (["4", "left", "L", "l"], 3),
        (["5", "right", "Right", "r"], 5),
        (["7", "down", "DOWN", "d"], 7),
    ] {
        for text in texts {
            let slide = taquin.parse_move(&board, text).unwrap();
            assert_eq!((slide.from, slide.to), (from, 4), "{text:?}");
        }
    }
    let slides = taquin.moves(&board).into_iter();
    let texts: Vec<_> = slides.map(|slide| taquin.move_text(&board, slide)).collect();
    assert_eq!(texts, ["2", "4", "5", "7"]);
}

#[test]
fn the_blank_does_not_step_from_a_row_into_the_next() {
    let taquin = taquin(3, 3);
    let at_the_right = taquin.parse_state("120/345/678").unwrap();
    assert!(taquin.parse_move(&at_the_right, "right").is_err());
    assert!(taquin.parse_move(&at_the_right, "3").is_err());
    let at_the_left = taquin.parse_state("123/045/678").unwrap();
    assert!(taquin.parse_move(&at_the_left, "left").is_err());
}

#[test]
fn goals_are_read_and_written() {
    for text in ["blank-first", "blank-last", "123804765"] {
        assert_eq!(text.parse::<Goal>().unwrap().to_string(), text);
    }
    let spaced: Goal = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15".parse().unwrap();
    assert_eq!(spaced.to_string(), "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15");
    let spiral = Taquin::<u64>::new(3, 3, "123804765".parse().unwrap()).unwrap();
    assert_eq!(spiral.state_text(&spiral.goal()), "123804765");
}

#[test]
fn sizes_are_read_and_written() {
    for (text, size) in [("3x3", (3, 3)), ("4 X 2", (4, 2)), ("2×5", (2, 5))] {
        assert_eq!(text.parse::<Size>().unwrap(), Size::new(size.0, size.1).unwrap());
    }
    assert_eq!(Size::all().count(), 16);
    for size in Size::all() {
        assert_eq!(size.to_string().parse::<Size>().unwrap(), size);
    }
}

#[test]
fn errors_about_boards_read_well() {
    let size = |text: &str| text.parse::<Size>().unwrap();
    let refused = |text: &str, known: &str| -> BoardError {
        let known = (!known.is_empty()).then(|| size(known));
        read_tiles(text, known).unwrap_err()
    };
    let errors = [
        ("", "3x3"),
        (" , / ,", ""),
        ("63175204x", "3x3"),
        ("6 3 1 7 five 2 0 4 8", "3x3"),
        ("6 3 1 7 five", ""),
        ("hello", "3x3"),
        ("123/abc/456", ""),
        ("6 3 1/7 -5 2/0 4 8", ""),
        ("631752049", ""),
        ("1 2 3 4 5 6 7 999 0", "3x3"),
        ("1 2 3 4 5 6 7 999 0", ""),
        ("631752044", "3x3"),
        ("613752010", "3x3"),
        ("0120", ""),
        ("1123", ""),
        ("63175204", "3x3"),
        ("12345678", "3x3"),
        ("123", "3x3"),
        ("1234567890", "3x3"),
        ("631/752/048", "3x2"),
        ("631/752", "3x3"),
        ("631/72/048", ""),
        ("631/752/04", "3x3"),
        ("63/17/52/04/8", "3x3"),
        ("01234567", ""),
        ("012345", ""),
        ("0123456", ""),
        ("1", ""),
        ("012345/678910", ""),
        ("1/2/0", ""),
        ("0123456789101112131415", "4x4"),
        ("0123456789012345", ""),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", ""),
        ("loooooooooooooooooooooooooooooooooooooooong words", "3x3"),
    ]
    .map(|(text, known)| format!("{text:?} {known}\n  {}\n", refused(text, known)));
    insta::assert_snapshot!(errors.concat());
}

#[test]
fn errors_about_sizes_read_well() {
    let refused = |text: &str| text.parse::<Size>().unwrap_err();
    let texts =
        ["", "three", "3", "3x", "x3", "3x3x3", "0x3", "3x1", "6x2", "-3x3", "1000000x1000000"];
    let overflow = "99999999999999999999999x3";
    let errors =
        texts.into_iter().chain([overflow]).map(|text| format!("{text:?}\n  {}\n", refused(text)));
    insta::assert_snapshot!(errors.collect::<String>());
    assert_eq!(Size::new(7, 3).unwrap_err(), SizeError::OutOfRange { width: 7, height: 3 });
}

#[test]
fn errors_about_moves_read_well() {
    let taquin = taquin(3, 3);
    let board = taquin.parse_state("120/345/678").unwrap();
    let refused = |text: &str| taquin.parse_move(&board, text).unwrap_err();
    let errors = ["", "7", "0", "1000", "-2", "up", "R", "north", "2 5"]
        .map(|text| format!("{text:?}\n  {}\n", refused(text)));
    insta::assert_snapshot!(errors.concat());
}

#[test]
fn errors_about_taquins_read_well() {
    let refused = |width, height, goal: &str| {
        Taquin::<u64>::new(width, height, goal.parse().unwrap()).unwrap_err()
    };
    let errors = [
        refused(1, 9, "blank-first"),
        refused(4, 5, "blank-first"),
        refused(3, 3, "12345678"),
        refused(3, 3, "123456788"),
        refused(3, 3, "1 2 3 4 5 6 7 8 9"),
    ]
    .map(|error| format!("{error}\n"));
    insta::assert_snapshot!(errors.concat());
}

#[test]
fn errors_about_goals_read_well() {
    let errors = ["", "blank", "1 2 x", "12345678910", "1 2 300", "123/45"]
        .map(|text| format!("{text:?}\n  {}\n", text.parse::<Goal>().unwrap_err()));
    insta::assert_snapshot!(errors.concat());
}

/// Texts similar to boards, and texts that are not.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[0-9 ,/\n]{0,60}", "([0-9]{1,2}[ ,]){0,30}", "\\PC*", "[a-z0-9×x/ -]{0,12}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_text_makes_a_reader_panic(text in texts()) {
        let _ = text.parse::<Size>();
        let read = read_tiles(&text, None);
        for size in Size::all() {
            let taquin = taquin(size.width(), size.height());
            let state = taquin.parse_state(&text);
            if let Ok(tiles) = &read {
                prop_assert_eq!(tiles.size == size, state.is_ok());
            }
            let _ = taquin.parse_move(&taquin.goal(), &text);
            if let Ok(goal) = text.parse::<Goal>() {
                let _ = Taquin::<u128>::new(size.width(), size.height(), goal);
            }
        }
    }

    #[test]
    fn boards_come_back_however_they_are_set(seed: u64, width in 2usize..6, height in 2usize..6) {
        let taquin = taquin(width, height);
        let board = taquin.shuffle_uniform(&mut Pcg64::seed_from_u64(seed));
        let numbers: Vec<_> = taquin.tiles(board).map(|tile| tile.to_string()).collect();
        let rows: Vec<_> = numbers.chunks(width).map(|row| row.join(", ")).collect();
        let written = taquin.state_text(&board);
        for text in [&written, &numbers.join(","), &rows.join("/"), &rows.join("\n")] {
            prop_assert_eq!(taquin.parse_state(text).unwrap(), board);
        }
        prop_assert_eq!(read_tiles(&written, None).unwrap().size, taquin.board_size());
        let read = read_tiles(&rows.join("\n"), None).unwrap();
        prop_assert_eq!(read.size, taquin.board_size());
        prop_assert_eq!(taquin.board_from_tiles(&read.tiles).unwrap(), board);
        let goal = Goal::Tiles(read.tiles);
        prop_assert_eq!(&goal.to_string().parse::<Goal>().unwrap(), &goal);
        let slides = taquin.moves(&board);
        for slide in slides {
            let text = taquin.move_text(&board, slide);
            prop_assert_eq!(taquin.parse_move(&board, &text).unwrap(), slide);
        }
    }
}
