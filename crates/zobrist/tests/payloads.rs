//! Packed payloads unpack to the same values, or to weaker ones.

use proptest::prelude::*;
use tesuji_zobrist::{Payload, UctStatistics, work_of_worth, worth_of_work};

/// Numbers of all magnitudes, 0 and the maximum included.
fn number() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0_u32..=64).prop_map(|(n, shift)| n.checked_shr(shift).unwrap_or(0))
}

proptest! {
    #[test]
    fn uct_statistics_come_back(visits: u32, total: i32) {
        let statistics = UctStatistics { visits, total };
        prop_assert_eq!(UctStatistics::unpack(statistics.pack()), statistics);
    }

    #[test]
    fn any_word_has_a_worth(word: u64) {
        // In a shared table the words of two payloads may be mixed.
        let visits = UctStatistics::unpack([word]).visits;
        prop_assert_eq!(UctStatistics::worth([word]), worth_of_work(u64::from(visits)));
    }

    #[test]
    fn more_work_is_worth_no_less(work in number(), more in number()) {
        let (less, more) = (work.min(more), work.max(more));
        prop_assert!(worth_of_work(less) <= worth_of_work(more));
        let kept = work_of_worth(worth_of_work(less));
        prop_assert!(kept <= less);
        prop_assert!(less >= 15 << 30 || kept >= less - less / 8);
    }
}

#[test]
fn every_worth_is_the_worth_of_its_work() {
    for worth in 0..=u8::MAX {
        assert_eq!(worth_of_work(work_of_worth(worth)), worth);
    }
    assert!((0..16).all(|work| u64::from(worth_of_work(work)) == work));
    assert_eq!(worth_of_work(u64::MAX), 255);
    assert_eq!(worth_of_work((15 << 30) - 1), 254);
}

#[test]
fn the_mean_is_that_of_the_results() {
    let mut statistics = UctStatistics::default();
    assert_eq!(statistics.mean(), None);
    statistics.record(1);
    statistics.record(-1);
    statistics.record(1);
    assert_eq!(statistics.mean(), Some(1.0 / 3.0));
    let mut full = UctStatistics { visits: u32::MAX, total: i32::MAX };
    full.record(1);
    assert_eq!(full, UctStatistics { visits: u32::MAX, total: i32::MAX });
}
