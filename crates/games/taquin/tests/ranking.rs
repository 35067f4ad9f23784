//! Ranks, and the known distributions of distances computed with them.

use crate::common::{distances, reachable, taquins};
use rand_pcg::{Pcg64, rand_core::SeedableRng};
use tesuji_core::{Notation, Ranked};
use tesuji_taquin::{Board, Goal, Taquin};

#[test]
fn ranks_number_what_can_be_reached() {
    for taquin in taquins(3, 3) {
        let mut ranks: Vec<_> = reachable(&taquin).iter().map(|board| taquin.rank(board)).collect();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(0..taquin.state_count()));
    }
}

#[test]
fn the_goal_comes_first_of_its_blank() {
    for taquin in taquins::<u64>(4, 3) {
        assert_eq!(taquin.rank(&taquin.goal()), u64::from(taquin.goal().blank()));
    }
}

#[test]
fn ranks_come_back_on_4x4() {
    let mut rng = Pcg64::seed_from_u64(16);
    for taquin in taquins::<u64>(4, 4) {
        assert_eq!(taquin.wide_state_count(), taquin.state_count().into());
        let last = taquin.state_count() - 1;
        for rank in [0, 1, 15, 16, last / 2, last - 16, last] {
            let board = taquin.unrank(rank);
            assert!(taquin.is_solvable(board));
            assert_eq!(taquin.rank(&board), rank);
        }
        for _ in 0..1_000 {
            let board = taquin.shuffle_uniform(&mut rng);
            assert_eq!(taquin.unrank(taquin.rank(&board)), board);
        }
    }
}

#[test]
fn the_number_of_solvable_boards_of_5x5() {
    let taquin = Taquin::<u128>::new(5, 5, Goal::BlankFirst).unwrap();
    assert_eq!(taquin.wide_state_count(), 7_755_605_021_665_492_992_000_000);
}

fn distribution(width: usize, height: usize) -> Vec<usize> {
    let taquin = Taquin::new(width, height, Goal::BlankFirst).unwrap();
    let mut counts = vec![];
    for distance in distances(&taquin) {
        let distance = usize::from(distance);
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

#[test]
fn how_many_boards_there_are_at_each_distance() {
    let of_3x3 = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(distribution(3, 3), of_3x3);
    for (width, height, largest, boards) in [
        (2, 2, 6, 12),
        (2, 3, 21, 360),
        (3, 2, 21, 360),
        (2, 4, 36, 20_160),
        (4, 2, 36, 20_160),
        (2, 5, 55, 1_814_400),
    ] {
        let counts = distribution(width, height);
        assert_eq!((counts.len() - 1, counts.iter().sum()), (largest, boards));
    }
}

#[test]
fn distances_of_known_boards() {
    let taquin = Taquin::new(3, 3, Goal::BlankFirst).unwrap();
    let distances = distances(&taquin);
    for (text, distance) in [
        ("125374680", 6),
        ("423578016", 22),
        ("370481652", 12),
        ("631752048", 10),
        ("806547231", 31),
        ("876041253", 31),
    ] {
        let board: Board = taquin.parse_state(text).unwrap();
        assert_eq!(distances[taquin.rank(&board) as usize], distance, "{text}");
    }
}
