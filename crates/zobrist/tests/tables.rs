//! The tables' contents, replacement, counters and sizes.

use std::collections::HashMap;

use proptest::prelude::*;
use tesuji_zobrist::{
    Counters, Handle, Payload, SharedTable, TableError, TranspositionTable, Transpositions,
    UctStatistics, VerifiedTable, exact_key,
};

use crate::common::Wide;

fn work(work: u32) -> UctStatistics {
    UctStatistics { visits: work, total: 1 }
}

/// The tables as one type, so that one test covers all of them.
enum AnyTable<P> {
    Own(TranspositionTable<P>),
    Shared(SharedTable<P>),
    Verified(VerifiedTable<u64, P>),
}

impl<P: Payload> AnyTable<P> {
    fn all(bytes: usize) -> [Self; 3] {
        [
            AnyTable::Own(TranspositionTable::new(bytes).unwrap()),
            AnyTable::Shared(SharedTable::new(bytes).unwrap()),
            // The states are stored beside the lines and take memory of their own.
            AnyTable::Verified(VerifiedTable::new(bytes / 2 * 3, 0).unwrap()),
        ]
    }

    fn probe(&self, state: u64) -> Option<P> {
        let key = exact_key(state);
        match self {
            AnyTable::Own(table) => table.probe(key),
            AnyTable::Shared(table) => table.probe(key),
            AnyTable::Verified(table) => table.probe(key, &state),
        }
    }

    fn store(&mut self, state: u64, payload: P) {
        let key = exact_key(state);
        match self {
            AnyTable::Own(table) => table.store(key, payload),
            AnyTable::Shared(table) => table.store(key, payload),
            AnyTable::Verified(table) => table.store(key, &state, payload),
        }
    }

    fn new_search(&mut self) {
        match self {
            AnyTable::Own(table) => table.new_search(),
            AnyTable::Shared(table) => table.new_search(),
            AnyTable::Verified(table) => table.new_search(),
        }
    }

    fn clear(&mut self) {
        match self {
            AnyTable::Own(table) => table.clear(),
            AnyTable::Shared(table) => table.clear(),
            AnyTable::Verified(table) => table.clear(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Store(u64, u32),
    Probe(u64),
    NewSearch,
    Clear,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..200_u64, 0..1_000_u32).prop_map(|(state, work)| Step::Store(state, work)),
        8 => (0..200_u64).prop_map(Step::Probe),
        1 => Just(Step::NewSearch),
        1 => Just(Step::Clear),
    ]
}

fn follows_the_model<P: Payload + PartialEq + std::fmt::Debug>(
    steps: &[Step],
    bytes: usize,
    payload: impl Fn(u32) -> P,
) {
    for mut table in AnyTable::all(bytes) {
        let mut model: HashMap<u64, P> = HashMap::new();
        for &step in steps {
            match step {
                Step::Store(state, work) => {
                    // As the table rounds it.
                    let payload = P::unpack(payload(work).pack());
                    table.store(state, payload);
                    model.insert(state, payload);
                    assert_eq!(table.probe(state), Some(payload), "the last store is there");
                }
                Step::Probe(state) => {
                    if let Some(found) = table.probe(state) {
                        assert_eq!(Some(&found), model.get(&state));
                    }
                }
                Step::NewSearch => table.new_search(),
                Step::Clear => {
                    table.clear();
                    for (state, _) in model.drain() {
                        assert_eq!(table.probe(state), None);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_hit_is_what_was_last_stored(
        steps in prop::collection::vec(step(), 1..600),
        lines in 1_usize..40,
    ) {
        follows_the_model(&steps, lines * 64, work);
        follows_the_model(&steps, lines * 64, |work| {
            let work = u64::from(work);
            Wide { words: [work, !work], work }
        });
    }

    #[test]
    fn a_table_takes_no_more_than_it_is_given(bytes in 0_usize..1_000_000) {
        match TranspositionTable::<UctStatistics>::new(bytes) {
            Ok(table) => {
                prop_assert!(table.bytes() <= bytes && table.bytes() + 64 > bytes);
                prop_assert_eq!(table.shape().entries() * 16, table.bytes());
            }
            Err(error) => {
                prop_assert!(bytes < 64);
                prop_assert_eq!(error, TableError::TooSmall { bytes, min_bytes: 64 });
            }
        }
        match VerifiedTable::<[u8; 10], UctStatistics>::new(bytes, [0; 10]) {
            Ok(table) => {
                prop_assert!(table.bytes() <= bytes);
                prop_assert!(table.bytes() + 104 > bytes.min(1 << 18), "it begins small");
            }
            Err(error) => {
                prop_assert!(bytes < 104);
                prop_assert_eq!(error, TableError::TooSmall { bytes, min_bytes: 104 });
            }
        }
    }
}

#[test]
fn a_verified_table_grows_with_its_entries_within_its_memory() {
    for (bytes, count) in [(1 << 21, 30_000), (3 << 20, 60_000), (1 << 18, 50_000)] {
        let mut table = VerifiedTable::new(bytes, 0).unwrap();
        let first = table.bytes();
        assert!(first <= 1 << 18);
        // Two states of each key.
        for state in 0..count {
            table.store(exact_key(state / 2), &state, UctStatistics { visits: 1, total: 7 });
            assert!(table.bytes() <= table.peak_bytes() && table.peak_bytes() <= bytes);
        }
        let has = |state: &u64| table.probe(exact_key(state / 2), state).is_some();
        let kept = (0..count).filter(has).count();
        assert_eq!(table.bytes() > first, bytes > 1 << 18, "{table:?}");
        assert!(kept > table.shape().entries().min(count as usize) / 2, "{kept} of {count}");
        assert!(!(count..2 * count).any(|state| has(&state)));
    }
    // An emptied table grows by its new entries alone.
    let mut table = VerifiedTable::new(1 << 21, 0).unwrap();
    let (first, room) = (table.bytes(), table.shape().entries() as u64);
    for count in [room - 1, room / 2] {
        for state in 0..count {
            table.store(exact_key(state), &state, UctStatistics { visits: 1, total: 7 });
        }
        assert_eq!(table.bytes(), first);
        table.clear();
    }
    // States so large that the first table has only lines enough to tell keys from each other.
    let state = |number: u64| [number; 500];
    let mut table = VerifiedTable::new(64 << 20, state(0)).unwrap();
    assert_eq!(table.shape().lines, 256);
    for number in 0..3_000 {
        table.store(exact_key(number), &state(number), UctStatistics { visits: 1, total: 7 });
    }
    assert!(table.shape().lines > 256);
    let kept =
        (0..3_000).filter(|&number| table.probe(exact_key(number), &state(number)).is_some());
    assert!(kept.count() > 2_500);
}

#[test]
fn errors_read_well() {
    let error = TranspositionTable::<UctStatistics>::new(63).unwrap_err();
    insta::assert_snapshot!(error, @"63 bytes are too few for a transposition table: it takes at least 64");
    let error = SharedTable::<UctStatistics>::new(usize::MAX).unwrap_err();
    let text = format!("failed to allocate {} bytes for the transposition table", usize::MAX);
    assert_eq!(error.to_string(), text);
    let error = VerifiedTable::<[u64; 9], UctStatistics>::new(200, [0; 9]).unwrap_err();
    insta::assert_snapshot!(error, @"200 bytes are too few for a transposition table: it takes at least 352");
}

#[test]
fn entries_fill_their_line() {
    let table = TranspositionTable::<UctStatistics>::new(1 << 20).unwrap();
    assert_eq!((table.shape().lines, table.shape().ways), (1 << 14, 4));
    let table = SharedTable::<Wide>::new(1 << 20).unwrap();
    assert_eq!((table.shape().lines, table.shape().ways), (1 << 14, 2));
    assert_eq!(table.bytes(), 1 << 20);
}

#[test]
fn a_hit_vouches_for_all_bits_of_the_key_but_in_tiny_tables() {
    let key_bits =
        |bytes| TranspositionTable::<UctStatistics>::new(bytes).unwrap().shape().key_bits();
    assert_eq!(key_bits(64), 56);
    assert_eq!(key_bits(64 * 16), 60);
    assert_eq!(key_bits(64 * 255), 63);
    assert_eq!(key_bits(64 * 256), 64);
    assert_eq!(key_bits(1 << 20), 64);
}

#[test]
fn keys_that_differ_in_one_bit_are_told_apart() {
    // 256 lines and a number that is no power of two: all 64 bits count.
    for lines in [256, 1_000] {
        let mut table = TranspositionTable::new(64 * lines).unwrap();
        let key = exact_key(1);
        table.store(key, work(1));
        for bit in 0..64 {
            assert_eq!(table.probe(key ^ (1 << bit)), None, "{lines} lines, bit {bit}");
        }
        assert_eq!(table.probe(key), Some(work(1)));
    }
}

#[test]
fn the_dearest_of_a_line_stay() {
    for mut table in AnyTable::all(64) {
        for (state, nodes) in [(1, 500), (2, 20), (3, 9_000), (4, 70)] {
            table.store(state, work(nodes));
        }
        table.store(5, work(1));
        assert_eq!(table.probe(2), None, "the cheapest was replaced");
        table.store(6, work(100));
        assert_eq!(table.probe(5), None, "the newest was the cheapest then");
        for state in [1, 3, 4, 6] {
            assert!(table.probe(state).is_some(), "state {state}");
        }
    }
}

#[test]
fn a_position_takes_one_slot() {
    for mut table in AnyTable::all(64) {
        for state in 2..5 {
            table.store(state, work(1));
        }
        for nodes in 0..20 {
            table.store(1, work(nodes));
        }
        assert_eq!(table.probe(1), Some(work(19)));
        for state in 2..5 {
            assert_eq!(table.probe(state), Some(work(1)), "state {state}");
        }
    }
}

#[test]
fn age_outweighs_work_in_the_end() {
    for mut table in AnyTable::all(64) {
        table.store(1, work(1_000)); // a little over 2^6 times 14
        for age in 1..=9_u64 {
            table.new_search();
            for state in 0..4 {
                table.store(100 * age + state, work(14));
            }
            assert_eq!(table.probe(1).is_some(), age <= 6, "after {age} searches");
        }
    }
}

#[test]
fn what_was_cleared_never_comes_back() {
    for mut table in AnyTable::all(64 * 4) {
        for round in 0..1_000 {
            table.store(round, work(5));
            if round % 3 == 0 {
                table.new_search();
            }
            assert!(table.probe(round).is_some());
            table.clear();
            for old in 0..=round {
                assert_eq!(table.probe(old), None, "state {old} after clearing {round}");
            }
        }
    }
}

#[test]
fn what_was_not_cleared_outlasts_a_thousand_searches() {
    for mut table in AnyTable::all(64 * 4) {
        table.store(7, work(5));
        for _ in 0..1_000 {
            table.new_search();
            assert_eq!(table.probe(7), Some(work(5)));
        }
        table.clear();
        assert_eq!(table.probe(7), None);
    }
}

#[test]
fn counters_count() {
    let mut table = TranspositionTable::new(64).unwrap();
    for state in 0..6 {
        assert_eq!(table.probe(exact_key(state.into())), None);
        table.store(exact_key(state.into()), work(state));
    }
    table.store(exact_key(5), work(9));
    assert!(table.probe(exact_key(5)).is_some());
    let expected = Counters { probes: 7, hits: 1, stores: 7, evictions: 2, collisions: 0 };
    assert_eq!(table.counters(), expected);
    // Forgotten entries are not evictions.
    table.clear();
    table.store(exact_key(8), work(1));
    assert_eq!(table.counters().evictions, 2);

    let shared = SharedTable::new(64).unwrap();
    let mut handles: [Handle<UctStatistics>; 2] = [shared.handle(), shared.handle()];
    for state in 0..6 {
        handles[usize::from(state >= 3)].store(exact_key(state.into()), work(state));
    }
    assert!(handles[0].probe(exact_key(5)).is_some(), "what the other handle stored");
    let counters: Counters = handles.iter().map(Handle::counters).sum();
    let expected = Counters { probes: 1, hits: 1, stores: 6, evictions: 2, collisions: 0 };
    assert_eq!(counters, expected);
}

/// Longest game from `state` in which 1 to 3 tokens are taken, over any table.
fn longest(table: &mut impl Transpositions<u64, UctStatistics>, state: u64) -> u32 {
    let key = exact_key(state);
    table.prefetch(key);
    if let Some(known) = table.probe(key, &state) {
        return known.visits;
    }
    let children = (1..=3).filter(|take| *take <= state);
    let visits = children.map(|take| 1 + longest(table, state - take)).max().unwrap_or(0);
    table.store(key, &state, UctStatistics { visits, total: 0 });
    visits
}

#[test]
fn one_search_runs_with_any_table() {
    let mut own = TranspositionTable::new(1 << 16).unwrap();
    let shared = SharedTable::new(1 << 16).unwrap();
    let mut verified = VerifiedTable::new(1 << 16, 0).unwrap();
    assert_eq!(longest(&mut own, 20), 20);
    assert_eq!(longest(&mut &mut own, 40), 40, "through a reference");
    assert_eq!(longest(&mut shared.handle(), 40), 40);
    assert_eq!(longest(&mut verified, 40), 40);
    assert_eq!(own.counters().stores, 41, "each state once");
    assert_eq!(verified.counters().collisions, 0);
}
