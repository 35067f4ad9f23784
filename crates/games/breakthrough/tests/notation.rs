//! Notation of positions and moves, drawings, error messages.

use proptest::prelude::*;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use tesuji_breakthrough::{Breakthrough, Position};
use tesuji_core::{Game, IncrementalKey, Notation, Player, Ranked, Render, Rules};

fn five_by_five() -> Breakthrough {
    Breakthrough::new(5, 5).unwrap()
}

#[test]
fn drawings() {
    let game = five_by_five();
    insta::assert_snapshot!(game.text(&game.initial()), @r"
    5 ● ● ● ● ●
    4 ● ● ● ● ●
    3 · · · · ·
    2 ○ ○ ○ ○ ○
    1 ○ ○ ○ ○ ○
      a b c d e
    ○ white to move
    ");
    let won = game.parse_state("pPppp/p1p1p/5/p2PP/PPPPP b").unwrap();
    insta::assert_snapshot!(game.text(&won), @r"
    5 ● ○ ● ● ●
    4 ● · ● · ●
    3 · · · · ·
    2 ● · · ○ ○
    1 ○ ○ ○ ○ ○
      a b c d e
    ○ white has won
    ");
    let small = Breakthrough::with_rows(2, 4, 1).unwrap();
    insta::assert_snapshot!(small.svg(&small.initial()));
}

#[test]
fn refused_boards() {
    let refused =
        |width, height, rows| Breakthrough::with_rows(width, height, rows).unwrap_err().to_string();
    insta::assert_snapshot!(refused(1, 4, 2), @"1x4 is not an available board size: 2 to 8 columns and 4 to 8 rows, 3 with one row of pawns, up to 16 where there are at most 64 cells");
    insta::assert_snapshot!(refused(9, 8, 2), @"9x8 is not an available board size: 2 to 8 columns and 4 to 8 rows, 3 with one row of pawns, up to 16 where there are at most 64 cells");
    for (width, height, rows) in
        [(5, 3, 2), (3, 2, 1), (8, 9, 2), (5, 13, 2), (2, 17, 1), (7, usize::MAX, 2)]
    {
        assert!(refused(width, height, rows).ends_with("where there are at most 64 cells"));
    }
    insta::assert_snapshot!(refused(5, 5, 3), @"each side starts with one or two rows of pawns, not 3");
    insta::assert_snapshot!(refused(5, 5, 0), @"each side starts with one or two rows of pawns, not 0");
}

#[test]
fn refused_positions() {
    let game = five_by_five();
    let errors: Vec<String> = [
        "",
        "ppppp/ppppp/5/PPPPP/PPPPP",
        "ppppp/ppppp/5/PPPPP/PPPPP w w",
        "ppppp/ppppp/5/PPPPP/PPPPP x",
        "ppppp/ppppp/PPPPP/PPPPP w",
        "ppppp/ppppp/5/PPPPP/PPPPP/5 w",
        "ppppp/pp?pp/5/PPPPP/PPPPP w",
        "ppppp/ppppp/5/P0PPPP/PPPPP w",
        "ppppp/ppppp/4/PPPPP/PPPPP w",
        "ppppp/ppppp/5/PPPP2/PPPPP w",
        "ppppp/ppppp/5/PPPPP/888888888888888888 w",
        "ppppp/ppppp/2P2/PPPPP/PPPPP w",
        "5/5/5/5/5 w",
        "P3P/5/2p2/5/5 b",
        "5/5/2P2/5/pp3 w",
        "P4/5/5/5/4p w",
        "P4/5/2p2/5/5 w",
        "5/5/2p2/5/5 b",
    ]
    .into_iter()
    .map(|text| format!("{text:?}\n  {}", game.parse_state(text).unwrap_err()))
    .collect();
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn refused_pawns() {
    let game = five_by_five();
    let refused =
        |white, black| game.position(white, black, Player::First).unwrap_err().to_string();
    insta::assert_snapshot!(refused(1 << 13, 1 << 36), @"row 2, column 6: there is a pawn outside the board");
    insta::assert_snapshot!(refused(1 << 11, 1 << 11), @"row 2, column 4: there are a white and a black pawn on the same cell");
}

#[test]
fn refused_moves() {
    let game = five_by_five();
    let (open, won) = ("ppppp/2ppp/pp3/PPPPP/PPPPP w", "pPppp/p1p1p/5/p2PP/PPPPP b");
    let errors: Vec<String> = [
        (open, ""),
        (open, "a2a3"),
        (open, "a2-a3 "),
        (open, "A2-A3"),
        (open, "z2-a3"),
        (open, "a9-a3"),
        (open, "a2-h3"),
        (open, "f2-e3"),
        (open, "c2-c6"),
        (open, "c3-c4"),
        (open, "a4-a3"),
        (open, "c2-c4"),
        (open, "c2-c1"),
        (open, "c2-a3"),
        (open, "a2-a3"),
        (open, "a1-a2"),
        (open, "c2xc3"),
        (open, "c2-b3"),
        (open, "c2xd3"),
        (won, "a5-a4"),
    ]
    .into_iter()
    .map(|(position, text)| {
        let position = game.parse_state(position).unwrap();
        game.parse_move(&position, text).unwrap_err().to_string()
    })
    .collect();
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn a_side_without_pawns_has_lost() {
    let game = five_by_five();
    let position = game.parse_state("5/5/5/2P2/5 b").unwrap();
    assert_eq!(game.result(&position), Some(tesuji_core::GameResult::Win(Player::First)));
    assert!(game.moves(&position).is_empty());
}

/// A position reached by random moves.
fn somewhere(game: &Breakthrough, seed: u64, plies: usize) -> Vec<Position> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut line = vec![game.initial()];
    for _ in 0..plies {
        let position = line[line.len() - 1];
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        let choice = usize::try_from(rng.next_u32()).unwrap() % moves.len();
        line.push(game.successor(&position, moves[choice]));
    }
    line
}

fn boards() -> impl Strategy<Value = Breakthrough> {
    (2..=8usize, 4..=8usize, 1..=2usize)
        .prop_map(|(width, height, rows)| Breakthrough::with_rows(width, height, rows).unwrap())
}

/// The same position with left and right exchanged, by way of its text.
fn mirrored(game: &Breakthrough, position: &Position) -> Position {
    let text = game.state_text(position);
    let (rows, turn) = text.split_once(' ').unwrap();
    let rows: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
    game.parse_state(&format!("{} {turn}", rows.join("/"))).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_along_random_games(game in boards(), seed: u64) {
        for position in somewhere(&game, seed, 200) {
            prop_assert_eq!(game.key(&position), game.recomputed_key(&position));
            prop_assert_eq!(game.parse_state(&game.state_text(&position)), Ok(position));
            let (white, black, turn) = (position.white(), position.black(), position.turn());
            prop_assert_eq!(game.position(white, black, turn), Ok(position));
            let moves = game.moves(&position);
            prop_assert_eq!(game.count_moves(&position) as usize, moves.len());
            prop_assert_eq!(game.result(&position).is_some(), moves.is_empty());
            for step in moves {
                let text = game.move_text(&position, step);
                prop_assert_eq!(game.parse_move(&position, &text), Ok(step));
                let mut other = position;
                let undo = game.play(&mut other, step);
                prop_assert_eq!(game.key(&other), game.recomputed_key(&other));
                game.undo(&mut other, step, undo);
                prop_assert_eq!(other, position);
            }
            let mirrored = mirrored(&game, &position);
            prop_assert_eq!(game.canonical(&mirrored), game.canonical(&position));
            prop_assert!([position, mirrored].contains(&game.canonical(&position)));
            if game.count_positions().is_some() {
                prop_assert_eq!(game.unrank(game.rank(&position)), position);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        let game = five_by_five();
        let _ = game.parse_state(&text);
        let _ = game.parse_move(&game.initial(), &text);
    }

    #[test]
    fn what_looks_like_a_position_is_read_or_refused(
        game in boards(),
        rows in prop::collection::vec("[Pp1-8]{1,8}", 4..9),
        turn in "[wb]",
    ) {
        let text = format!("{} {turn}", rows.join("/"));
        if let Ok(position) = game.parse_state(&text) {
            prop_assert_eq!(game.parse_state(&game.state_text(&position)), Ok(position));
        }
    }

    #[test]
    fn a_few_pawns_anywhere_are_a_position_or_not(
        pawns in prop::collection::vec((0..25u8, any::<bool>()), 0..8),
        turn in "[wb]",
    ) {
        let game = five_by_five();
        let mut board = ['1'; 25];
        for (cell, white) in pawns {
            board[usize::from(cell)] = if white { 'P' } else { 'p' };
        }
        let rows: Vec<String> = board.chunks(5).map(|row| row.iter().collect()).collect();
        if let Ok(position) = game.parse_state(&format!("{} {turn}", rows.join("/"))) {
            prop_assert!(game.rank(&position) < game.state_count());
            prop_assert_eq!(game.unrank(game.rank(&position)), position);
        }
    }

    #[test]
    fn what_looks_like_a_move_is_read_if_legal(seed: u64, text in "[a-f][1-6][-x][a-f][1-6]") {
        let game = five_by_five();
        let position = *somewhere(&game, seed, 12).last().unwrap();
        let legal = game.moves(&position).iter().any(|&mv| game.move_text(&position, mv) == text);
        prop_assert_eq!(game.parse_move(&position, &text).is_ok(), legal);
    }
}
