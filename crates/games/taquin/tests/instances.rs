//! The lists of known instances are consistent.

use tesuji_core::Heuristic;
use tesuji_taquin::{Goal, Manhattan, Taquin, instances};

#[test]
fn korfs_hundred_are_all_there() {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&taquin);
    let list = instances::korf100();
    assert!(list.iter().map(|korf| korf.number).eq(1..=100));
    for korf in list {
        let board = taquin.board_from_tiles(&korf.tiles).unwrap();
        assert!(taquin.is_solvable(board), "{korf:?}");
        assert_eq!(manhattan.evaluate(&taquin, &board), korf.manhattan, "{korf:?}");
        assert!(korf.manhattan < korf.optimal && (korf.optimal - korf.manhattan) % 2 == 0);
    }
    assert_eq!(list.iter().map(|korf| korf.optimal).sum::<u32>(), 5_305);
    let nodes = list.iter().map(|korf| korf.idastar_manhattan_nodes).sum::<u64>();
    assert_eq!(nodes / 100, 363_028_080);
}

#[test]
fn fifty_of_the_24_puzzle_are_all_there() {
    let taquin = Taquin::<u128>::new(5, 5, Goal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&taquin);
    let list = instances::korf24();
    assert!(list.iter().map(|instance| instance.number).eq(1..=50));
    for instance in list {
        let board = taquin.board_from_tiles(&instance.tiles).unwrap();
        assert!(taquin.is_solvable(board), "{instance:?}");
        assert_eq!(manhattan.evaluate(&taquin, &board), instance.manhattan, "{instance:?}");
        assert!((instance.optimal - instance.manhattan) % 2 == 0);
    }
}
