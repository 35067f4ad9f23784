//! The contracts of the core traits, on boards of many sizes.

use std::collections::HashSet;
use std::ops::ControlFlow;

use tesuji_breakthrough::{Breakthrough, Position, Step};
use tesuji_core::{Game, IncrementalKey, Notation, Player, Ranked, Reversible, Rules, laws};

fn boards() -> Vec<Breakthrough> {
    [
        (2, 4, 1),
        (2, 4, 2),
        (3, 4, 2),
        (3, 5, 1),
        (5, 5, 2),
        (4, 8, 2),
        (7, 6, 1),
        (8, 4, 2),
        (8, 8, 2),
        (3, 3, 1),
        (8, 3, 1),
        (2, 9, 2),
        (2, 10, 2),
        (2, 16, 1),
        (4, 16, 2),
        (5, 12, 2),
        (6, 10, 1),
        (7, 9, 2),
    ]
    .map(|(width, height, rows)| Breakthrough::with_rows(width, height, rows).unwrap())
    .into()
}

#[test]
fn every_board_keeps_the_laws() {
    for game in boards() {
        laws::rules(&game, 2_000);
        laws::game(&game, 10_000);
        laws::min_moves_to_win(&game, 10_000);
        laws::safe_moves(&game, 10_000);
        laws::move_codes(&game, 10_000);
        laws::incremental_key(&game, 2_000);
        laws::symmetric(&game, 2_000);
        laws::reversible(&game, 1_000);
        laws::notation(&game, 1_000);
        if game.count_positions().is_some() {
            laws::ranked(&game, 2_000);
            laws::layered(&game, 2_000);
        }
    }
}

#[test]
fn the_start_is_kept_with_the_key_of_its_recomputation() {
    for game in boards() {
        let start = game.initial();
        assert_eq!(game.key(&start), game.recomputed_key(&start));
        assert_ne!(game.key(&start), 0);
    }
}

/// Every valid position.
fn all_positions(game: &Breakthrough) -> Vec<Position> {
    let (width, height) = (u32::from(game.width()), u32::from(game.height()));
    let fillings = 3u64.pow(width * height);
    let mut positions = Vec::new();
    for filling in 0..fillings {
        let (mut white, mut black, mut rest) = (0, 0, filling);
        for cell in (0..height).flat_map(|r| (0..width).map(move |c| 8 * r + c)) {
            match rest % 3 {
                1 => white |= 1 << cell,
                2 => black |= 1 << cell,
                _ => {}
            }
            rest /= 3;
        }
        for turn in [Player::First, Player::Second] {
            positions.extend(game.position(white, black, turn).ok());
        }
    }
    positions
}

#[test]
fn ranks_number_exactly_the_positions_there_are() {
    for (width, height, rows) in [(2, 3, 1), (3, 3, 1), (2, 4, 1), (2, 4, 2), (2, 5, 2)] {
        let game = Breakthrough::with_rows(width, height, rows).unwrap();
        let positions = all_positions(&game);
        assert_eq!(game.state_count(), positions.len() as u64);
        assert_eq!(game.count_positions(), Some(game.state_count()));
        let ranks: HashSet<u64> = positions.iter().map(|position| game.rank(position)).collect();
        assert_eq!(ranks.len(), positions.len());
        for position in positions {
            assert_eq!(game.unrank(game.rank(&position)), position);
        }
    }
}

#[test]
fn predecessors_are_exactly_the_moves_turned_round() {
    for (width, height, rows) in [(2, 3, 1), (3, 3, 1), (2, 4, 1), (2, 4, 2), (2, 5, 2)] {
        let game = Breakthrough::with_rows(width, height, rows).unwrap();
        let (mut forward, mut backward) = (HashSet::new(), HashSet::new());
        let mut shown = 0;
        for position in all_positions(&game) {
            for step in game.moves(&position) {
                forward.insert((position, step, game.successor(&position, step)));
            }
            let ControlFlow::Continue(()) = game.visit_predecessors(&position, |step, before| {
                shown += 1;
                backward.insert((before, step, position));
                ControlFlow::<()>::Continue(())
            }) else {
                unreachable!("nothing breaks")
            };
        }
        assert_eq!(forward, backward);
        assert_eq!(shown, backward.len(), "each is shown once");
    }
}

#[test]
fn boards_that_can_be_numbered() {
    let count = |width, height, rows| {
        Breakthrough::with_rows(width, height, rows).unwrap().count_positions()
    };
    let table: Vec<String> = (2..=8)
        .flat_map(|width| (4..=8).map(move |height| (width, height)))
        .map(|(width, height)| {
            let [one, two] = [1, 2].map(|rows| count(width, height, rows));
            format!("{width}x{height} {one:?} {two:?}")
        })
        .collect();
    insta::assert_snapshot!(table.join("\n"));
}

/// The moves by the plain rules, computed from the drawing of a position.
fn moves_by_drawing(game: &Breakthrough, position: &Position) -> HashSet<String> {
    let text = game.state_text(position);
    let (board, turn) = text.split_once(' ').unwrap();
    let rows: Vec<Vec<char>> = board
        .split('/')
        .rev()
        .map(|row| {
            let cells = |c: char| c.to_digit(10).map_or(vec![c], |n| vec!['.'; n as usize]);
            row.chars().flat_map(cells).collect()
        })
        .collect();
    let (own, other, ahead) = if turn == "w" { ('P', 'p', 1) } else { ('p', 'P', -1) };
    let name = |row: usize, column: usize| format!("{}{}", b"abcdefgh"[column] as char, row + 1);
    let mut moves = HashSet::new();
    for (row, column) in (0..rows.len()).flat_map(|r| (0..rows[r].len()).map(move |c| (r, c))) {
        let Some(next) = row.checked_add_signed(ahead).filter(|&next| next < rows.len()) else {
            continue;
        };
        for aside in [-1, 0, 1] {
            let Some(to) = column.checked_add_signed(aside) else { continue };
            let Some(&there) = rows[next].get(to) else { continue };
            if rows[row][column] == own && (there == '.' || there == other && aside != 0) {
                let sign = if there == other { 'x' } else { '-' };
                moves.insert(format!("{}{sign}{}", name(row, column), name(next, to)));
            }
        }
    }
    moves
}

#[test]
fn every_board_has_the_moves_that_its_drawing_shows() {
    for game in boards() {
        for position in laws::states(&game, 3_000) {
            let shown: HashSet<String> =
                game.moves(&position).iter().map(|&mv| game.move_text(&position, mv)).collect();
            if game.result(&position).is_none() {
                assert_eq!(shown, moves_by_drawing(&game, &position), "{position:?}");
                assert_eq!(shown.len(), game.count_moves(&position) as usize);
            }
        }
    }
}

#[test]
fn a_step_and_its_way_back_are_small() {
    assert_eq!(size_of::<Step>(), 2);
    assert_eq!(size_of::<Position>(), 32);
}
