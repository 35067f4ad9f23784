//! Solvable boards are those that the rules alone can reach.

use crate::common::{arrangements, reachable, taquins};
use tesuji_core::{Notation, Puzzle, laws};
use tesuji_taquin::{Goal, Taquin};

fn every_arrangement_is_judged_by_reachability(width: usize, height: usize) {
    let arrangements = arrangements(u8::try_from(width * height).unwrap());
    for taquin in taquins::<u64>(width, height) {
        let reachable = reachable(&taquin);
        assert_eq!(reachable.len(), arrangements.len() / 2);
        for tiles in &arrangements {
            let board = taquin.board_from_tiles(tiles).unwrap();
            assert_eq!(taquin.is_solvable(board), reachable.contains(&board), "{tiles:?}");
            let argument = taquin.check_argument("parity", &board);
            assert_eq!(argument.is_err(), reachable.contains(&board), "{tiles:?}: {argument:?}");
        }
    }
}

#[test]
fn all_362880_arrangements_of_3x3() {
    every_arrangement_is_judged_by_reachability(3, 3);
}

#[test]
fn all_arrangements_of_smaller_boards() {
    every_arrangement_is_judged_by_reachability(2, 2);
    every_arrangement_is_judged_by_reachability(2, 3);
    every_arrangement_is_judged_by_reachability(3, 2);
    every_arrangement_is_judged_by_reachability(4, 2);
    every_arrangement_is_judged_by_reachability(2, 4);
}

#[test]
fn what_an_argument_proves_unsolvable_is() {
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        for taquin in taquins::<u64>(width, height) {
            let arrangements = arrangements(u8::try_from(width * height).unwrap());
            let board = |tiles: &Vec<u8>| taquin.board_from_tiles(tiles).unwrap();
            let boards: Vec<_> = arrangements.iter().map(board).collect();
            laws::arguments(&taquin, &boards, 400);
        }
    }
}

#[test]
fn the_level_of_chaos_is_no_judge() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    for (text, chaos, solvable) in [
        ("125374680", 12, true),
        ("230518674", 11, false),
        ("370481652", 18, true),
        ("102345678", 1, true),
    ] {
        let board = taquin.parse_state(text).unwrap();
        assert_eq!((taquin.level_of_chaos(board), taquin.is_solvable(board)), (chaos, solvable));
    }
    let wrong = arrangements(9).into_iter().filter(|tiles| {
        let board = taquin.board_from_tiles(tiles).unwrap();
        taquin.level_of_chaos(board).is_multiple_of(2) != taquin.is_solvable(board)
    });
    assert_eq!(wrong.count(), 161_280);
}

#[test]
fn the_famous_exchange_of_14_and_15_cannot_be_solved() {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankLast).unwrap();
    let board = taquin.parse_state("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0").unwrap();
    assert!(!taquin.is_solvable(board));
}
