//! Packed payloads unpack to the same values, or to weaker ones.

use proptest::prelude::*;
use tesuji_zobrist::{
    AlphaBetaEntry, Bound, Payload, ProofNumbers, UctStatistics, work_of_worth, worth_of_work,
};

fn bound() -> impl Strategy<Value = Bound> {
    prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)]
}

/// Numbers of all magnitudes, 0 and the maximum included.
fn number() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0_u32..=64).prop_map(|(n, shift)| n.checked_shr(shift).unwrap_or(0))
}

fn short_number() -> impl Strategy<Value = u32> {
    prop_oneof![
        number().prop_map(|n| (n >> 32) as u32),
        ProofNumbers::LARGEST - 2..ProofNumbers::LARGEST + 3,
        Just(ProofNumbers::INFINITE),
        Just(ProofNumbers::INFINITE - 1),
    ]
}

proptest! {
    #[test]
    fn bounds_come_back(value: i32, depth: u8, bound in bound(), mv: Option<u16>) {
        let bounds = AlphaBetaEntry { value, depth, bound, mv };
        prop_assert_eq!(AlphaBetaEntry::unpack(bounds.pack()), bounds);
    }

    #[test]
    fn uct_statistics_come_back(visits: u32, total: i32) {
        let statistics = UctStatistics { visits, total };
        prop_assert_eq!(UctStatistics::unpack(statistics.pack()), statistics);
    }

    #[test]
    fn proof_numbers_come_back_or_smaller_and_finite(
        proof in short_number(),
        disproof in short_number(),
        work in number(),
    ) {
        let numbers = ProofNumbers { proof, disproof, work };
        let kept = ProofNumbers::unpack(numbers.pack());
        for (before, after) in [(proof, kept.proof), (disproof, kept.disproof)] {
            if before == ProofNumbers::INFINITE {
                prop_assert_eq!(after, before);
            } else {
                prop_assert_eq!(after, before.min(ProofNumbers::LARGEST));
            }
        }
        prop_assert!(kept.work <= work);
        prop_assert_eq!(worth_of_work(kept.work), worth_of_work(work));
        prop_assert_eq!(ProofNumbers::unpack(kept.pack()), kept, "rounding again changes nothing");
    }

    #[test]
    fn any_word_has_a_worth(word: u64) {
        // In a shared table the words of two payloads may be mixed.
        let depth = AlphaBetaEntry::unpack([word]).depth;
        prop_assert_eq!(AlphaBetaEntry::worth([word]), depth);
        let work = ProofNumbers::unpack([word]).work;
        prop_assert_eq!(ProofNumbers::worth([word]), worth_of_work(work));
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
