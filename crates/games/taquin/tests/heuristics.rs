//! Every heuristic over all boards of small sizes: 0 at the goal, consistent, incrementally equal
//! to the recomputation, and at most the distance that breadth-first search finds.

use crate::common::{arrangements, distances, taquins};
use rand_pcg::{Pcg64, rand_core::SeedableRng};
use tesuji_core::{Cost, Heuristic, Ranked, laws};
use tesuji_taquin::{
    Board, Goal, LinearConflict, Manhattan, Misplaced, Size, Taquin, WalkingDistance, Word,
};

fn check<H: Heuristic<Taquin>>(taquin: &Taquin, heuristic: &H, boards: &[Board], distances: &[u8]) {
    laws::heuristic(taquin, heuristic, boards);
    for (board, &distance) in boards.iter().zip(distances) {
        let estimate = heuristic.evaluate(taquin, board);
        assert!(estimate <= Cost::from(distance), "{board:?}: {estimate} > {distance}");
    }
}

fn all_are_admissible_and_consistent(width: usize, height: usize) {
    for taquin in taquins::<u64>(width, height) {
        let boards: Vec<_> = (0..taquin.state_count()).map(|rank| taquin.unrank(rank)).collect();
        let distances = distances(&taquin);
        check(&taquin, &Misplaced, &boards, &distances);
        check(&taquin, &Manhattan::new(&taquin), &boards, &distances);
        check(&taquin, &LinearConflict::new(&taquin), &boards, &distances);
        check(&taquin, &WalkingDistance::new(&taquin).unwrap(), &boards, &distances);
    }
}

#[test]
fn on_all_boards_of_two_rows() {
    all_are_admissible_and_consistent(2, 2);
    all_are_admissible_and_consistent(3, 2);
    all_are_admissible_and_consistent(4, 2);
}

#[test]
fn on_all_boards_of_two_columns() {
    all_are_admissible_and_consistent(2, 3);
    all_are_admissible_and_consistent(2, 4);
}

#[test]
fn on_all_boards_of_3x3() {
    all_are_admissible_and_consistent(3, 3);
}

/// Random boards and boards near the goal, for sizes with too many boards.
fn sample<W: Word>(taquin: &Taquin<W>) -> Vec<Board<W>> {
    let mut rng = Pcg64::seed_from_u64(63);
    let walks = (0..500).map(|steps| taquin.shuffle_walk(steps / 10, &mut rng));
    let mut boards: Vec<_> = walks.collect();
    boards.extend((0..500).map(|_| taquin.shuffle_uniform(&mut rng)));
    boards
}

#[test]
fn all_are_consistent_on_boards_of_every_size() {
    for size in Size::all() {
        for taquin in taquins::<u128>(size.width(), size.height()) {
            let boards = sample(&taquin);
            laws::heuristic(&taquin, &Misplaced, &boards);
            laws::heuristic(&taquin, &Manhattan::new(&taquin), &boards);
            laws::heuristic(&taquin, &LinearConflict::new(&taquin), &boards);
        }
    }
    for taquin in taquins::<u64>(4, 4) {
        let walking = WalkingDistance::new(&taquin).unwrap();
        laws::heuristic(&taquin, &walking, &sample(&taquin));
    }
    for taquin in taquins::<u64>(3, 5).chain(taquins(5, 3)) {
        let walking = WalkingDistance::new(&taquin).unwrap();
        laws::heuristic(&taquin, &walking, &sample(&taquin));
    }
}

/// The fewest tiles of a line that must leave so that the others are in order, by trying all
/// choices.
fn fewest_to_leave(places: &[u8]) -> Cost {
    let in_order = |&stay: &u32| {
        let staying = (0..places.len()).filter(|bit| stay >> bit & 1 == 1);
        staying.map(|index| places[index]).is_sorted()
    };
    let stay = (0..1u32 << places.len()).filter(in_order).map(u32::count_ones).max();
    places.len() as Cost - stay.unwrap()
}

/// Linear conflict by its definition.
fn linear_conflict<W: Word>(taquin: &Taquin<W>, board: Board<W>) -> Cost {
    let (width, cells) = (taquin.width(), taquin.cells());
    let goal_cell = |tile| (0..cells).find(|&cell| taquin.goal().tile(cell) == tile).unwrap();
    let belonging = |line: Vec<u8>, line_of: fn(u8, u8) -> u8| -> Vec<u8> {
        let tiles = line.iter().map(|&cell| board.tile(cell)).filter(|&tile| tile != 0);
        let homes = tiles.map(goal_cell);
        homes.filter(|&home| line_of(home, width) == line_of(line[0], width)).collect()
    };
    let rows = (0..taquin.height()).map(|row| (row * width..(row + 1) * width).collect());
    let columns =
        (0..width).map(|column| (column..cells).step_by(width.into()).collect::<Vec<_>>());
    let rows = rows.map(|row| belonging(row, |cell, width| cell / width));
    let columns = columns.map(|column| belonging(column, |cell, width| cell % width));
    let leaving: Cost = rows.chain(columns).map(|places| fewest_to_leave(&places)).sum();
    Manhattan::new(taquin).evaluate(taquin, &board) + 2 * leaving
}

#[test]
fn linear_conflict_is_what_its_definition_says() {
    for size in Size::all() {
        for taquin in taquins::<u128>(size.width(), size.height()) {
            let heuristic = LinearConflict::new(&taquin);
            for board in sample(&taquin) {
                let expected = linear_conflict(&taquin, board);
                assert_eq!(heuristic.evaluate(&taquin, &board), expected, "{board:?}");
            }
        }
    }
}

#[test]
fn a_row_backwards_costs_two_for_all_its_tiles_but_one() {
    let taquin = Taquin::<u128>::new(5, 5, Goal::BlankLast).unwrap();
    let mut tiles: Vec<u8> = (1..25).chain([0]).collect();
    tiles[..5].reverse();
    let board = taquin.board_from_tiles(&tiles).unwrap();
    let manhattan = Manhattan::new(&taquin).evaluate(&taquin, &board);
    let linear_conflict = LinearConflict::new(&taquin).evaluate(&taquin, &board);
    assert_eq!((manhattan, linear_conflict), (12, 20));
}

#[test]
fn the_stronger_ones_are_never_below_manhattan_distance() {
    for taquin in taquins::<u64>(4, 4) {
        let manhattan = Manhattan::new(&taquin);
        let linear_conflict = LinearConflict::new(&taquin);
        let walking = WalkingDistance::new(&taquin).unwrap();
        for board in sample(&taquin) {
            let weak = manhattan.evaluate(&taquin, &board);
            assert!(linear_conflict.evaluate(&taquin, &board) >= weak, "{board:?}");
            assert!(walking.evaluate(&taquin, &board) >= weak, "{board:?}");
        }
    }
}

#[test]
fn boards_that_cannot_be_solved_are_estimated_like_others() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (4, 2), (2, 4)] {
        for taquin in taquins::<u64>(width, height) {
            let walking = WalkingDistance::new(&taquin).unwrap();
            for tiles in arrangements(taquin.cells()) {
                let board = taquin.board_from_tiles(&tiles).unwrap();
                let manhattan = Manhattan::new(&taquin).evaluate(&taquin, &board);
                assert!(walking.evaluate(&taquin, &board) >= manhattan, "{tiles:?}");
            }
        }
    }
}

#[test]
fn walking_distance_refuses_boards_its_tables_are_too_small_for() {
    let refused = Size::all().filter(|size| {
        let taquin = Taquin::<u128>::new(size.width(), size.height(), Goal::BlankFirst).unwrap();
        WalkingDistance::new(&taquin).is_err()
    });
    assert_eq!(refused.map(|size| size.to_string()).collect::<Vec<_>>(), ["4x5", "5x4", "5x5"]);
    let taquin = Taquin::<u128>::new(4, 5, Goal::BlankFirst).unwrap();
    insta::assert_snapshot!(
        WalkingDistance::new(&taquin).unwrap_err(),
        @"walking distance is limited to 16 cells; a 4x5 board has 20"
    );
}
