//! Published or doubly computed numbers of games and positions.

use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Meter, Ranked, Rules, Silent, StateTable};

fn perft(game: &ConnectFour, position: &<ConnectFour as Rules>::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.moves(position);
    moves.iter().map(|&mv| perft(game, &game.successor(position, mv), depth - 1)).sum()
}

#[test]
fn lines_of_one_to_eight_moves_on_the_usual_board() {
    let game = ConnectFour::default();
    let known = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, count) in (1..).zip(known) {
        assert_eq!(perft(&game, &game.initial(), depth), count, "depth {depth}");
    }
}

/// The number of reachable positions, by breadth-first search.
fn reachable_by_search(width: usize, height: usize) -> u32 {
    let game = ConnectFour::new(width, height).unwrap();
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let mut meter = Meter::new(&budget, &mut silent);
    let mut table = StateTable::new();
    table.insert(game.initial(), (), &mut meter).unwrap();
    let mut index = 0;
    while index < table.len() {
        let position = *table.state(index);
        for mv in game.moves(&position) {
            table.insert(game.successor(&position, mv), (), &mut meter).unwrap();
        }
        index += 1;
    }
    table.len()
}

/// The same number from ranks alone, with a bit for each rank.
fn reachable_by_rank(width: usize, height: usize) -> u64 {
    let game = ConnectFour::new(width, height).unwrap();
    let mut seen = vec![0u64; usize::try_from(game.state_count() / 64 + 1).unwrap()];
    let mut frontier = vec![game.rank(&game.initial())];
    let mut count = 0;
    while !frontier.is_empty() {
        count += frontier.len() as u64;
        let mut next = Vec::new();
        for rank in frontier {
            game.visit_successor_ranks(rank, |successor| {
                let word = &mut seen[usize::try_from(successor / 64).unwrap()];
                if *word & 1 << (successor % 64) == 0 {
                    *word |= 1 << (successor % 64);
                    next.push(successor);
                }
            });
        }
        frontier = next;
    }
    count
}

#[test]
fn reachable_positions_of_small_boards() {
    for (width, height, count) in [(4, 4, 161_029), (4, 5, 1_706_255), (5, 4, 3_945_711)] {
        assert_eq!(reachable_by_search(width, height), count, "{width}x{height}");
        assert_eq!(reachable_by_rank(width, height), u64::from(count), "{width}x{height}");
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn reachable_positions_of_five_by_five() {
    assert_eq!(reachable_by_rank(5, 5), 69_763_700);
}

#[test]
fn the_ranked_space_of_four_by_four_has_923_521_positions() {
    let game = ConnectFour::new(4, 4).unwrap();
    assert_eq!(game.state_count(), 923_521);
    for rank in 0..game.state_count() {
        assert_eq!(game.rank(&game.unrank(rank)), rank);
    }
}
