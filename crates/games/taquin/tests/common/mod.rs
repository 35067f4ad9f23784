//! Helpers for several test files.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(unreachable_pub, reason = "a test has no outside")]

use std::collections::HashSet;

use tesuji_core::{Ranked, Rules};
use tesuji_taquin::{Board, Goal, Size, Taquin, Word};

/// Taquins of a size, with both usual goals and one with the blank inside.
pub fn taquins<W: Word>(width: usize, height: usize) -> impl Iterator<Item = Taquin<W>> {
    let cells = Size::new(width, height).unwrap().cells();
    let mut tiles: Vec<_> = (0..).take(cells).collect();
    tiles.reverse();
    tiles.swap(cells / 2, cells - 1);
    [Goal::BlankFirst, Goal::BlankLast, Goal::Tiles(tiles)]
        .into_iter()
        .map(move |goal| Taquin::new(width, height, goal).unwrap())
}

/// The distance from the goal of every board, by its rank; breadth-first.
pub fn distances(taquin: &Taquin) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let mut distances = vec![UNSEEN; usize::try_from(taquin.state_count()).unwrap()];
    let mut queue = vec![taquin.rank(&taquin.goal())];
    distances[queue[0] as usize] = 0;
    let mut next = 0;
    while let Some(&rank) = queue.get(next) {
        let distance = distances[rank as usize] + 1;
        taquin.visit_successor_ranks(rank, |successor| {
            if distances[successor as usize] == UNSEEN {
                distances[successor as usize] = distance;
                queue.push(successor);
            }
        });
        next += 1;
    }
    assert_eq!(queue.len(), distances.len(), "every board is reached");
    distances
}

/// Every board reachable from the goal, by the rules alone.
pub fn reachable(taquin: &Taquin) -> HashSet<Board> {
    let mut reached = HashSet::from([taquin.goal()]);
    let mut queue = vec![taquin.goal()];
    while let Some(board) = queue.pop() {
        for slide in taquin.moves(&board) {
            let next = taquin.successor(&board, slide);
            if reached.insert(next) {
                queue.push(next);
            }
        }
    }
    reached
}

/// Every arrangement of the numbers below `cells`.
pub fn arrangements(cells: u8) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for next in 0..cells {
        let insert = |shorter: &Vec<u8>| {
            let shorter = shorter.clone();
            (0..=shorter.len()).map(move |place| {
                let mut longer = shorter.clone();
                longer.insert(place, next);
                longer
            })
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}
