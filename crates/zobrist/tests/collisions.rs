//! Keys cut to a few bits, which collide by the thousand.

use std::collections::HashMap;

use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_zobrist::{
    Counters, Payload, TranspositionTable, Transpositions, UctStatistics, VerifiedTable, exact_key,
};

use crate::common::Wide;

/// A table that uses only the first `bits` of each key.
struct Truncated<T> {
    table: T,
    bits: u32,
}

impl<T> Truncated<T> {
    fn cut(&self, key: u64) -> u64 {
        key & (u64::MAX << (u64::BITS - self.bits))
    }
}

impl<S, P, T: Transpositions<S, P>> Transpositions<S, P> for Truncated<T> {
    fn probe(&self, key: u64, state: &S) -> Option<P> {
        self.table.probe(self.cut(key), state)
    }

    fn store(&mut self, key: u64, state: &S, payload: P) {
        self.table.store(self.cut(key), state, payload);
    }

    fn prefetch(&self, key: u64) {
        self.table.prefetch(self.cut(key));
    }

    fn counters(&self) -> Counters {
        self.table.counters()
    }
}

/// The counts of a workload.
#[derive(Debug)]
struct Report {
    right: u64,
    wrong: u64,
    counters: Counters,
}

/// Stores and looks up random states among `states`, and compares with a complete map.
fn workload<P: Payload + PartialEq>(
    mut table: impl Transpositions<u64, P>,
    states: u64,
    steps: u32,
    seed: u64,
    payload: impl Fn(u64) -> P,
) -> Report {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut model: HashMap<u64, P> = HashMap::new();
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..steps {
        let state = rng.random_range(..states);
        if rng.random() {
            let payload = P::unpack(payload(rng.next_u64()).pack());
            table.store(exact_key(state), &state, payload);
            model.insert(state, payload);
        } else if let Some(found) = table.probe(exact_key(state), &state) {
            if model.get(&state) == Some(&found) {
                right += 1;
            } else {
                wrong += 1;
            }
        }
    }
    Report { right, wrong, counters: table.counters() }
}

fn statistics(random: u64) -> UctStatistics {
    UctStatistics::unpack([random])
}

const STATES: u64 = 5_000;
const STEPS: u32 = 400_000;

#[test]
fn a_verified_table_is_never_wrong() {
    for bits in [8, 12, 16] {
        // A table larger than the workload, and one that must replace most of it.
        for bytes in [1 << 20, 1 << 14] {
            let table = VerifiedTable::new(bytes, 0).unwrap();
            let report = workload(Truncated { table, bits }, STATES, STEPS, 1, statistics);
            assert_eq!(report.wrong, 0, "{bits} bits, {bytes} bytes: {report:?}");
            assert!(report.right > 1_000, "{bits} bits, {bytes} bytes: {report:?}");
            assert!(report.counters.collisions > 1_000, "none to survive: {report:?}");
        }
    }
}

#[test]
fn a_verified_table_of_wide_payloads_is_never_wrong() {
    let table = VerifiedTable::new(1 << 20, 0).unwrap();
    let wide = |random| Wide { words: [random, !random], work: random >> 40 };
    let report = workload(Truncated { table, bits: 8 }, STATES, STEPS, 2, wide);
    assert_eq!(report.wrong, 0, "{report:?}");
    assert!(report.right > 1_000 && report.counters.collisions > 1_000, "{report:?}");
}

#[test]
fn a_table_of_key_bits_is_wrong_when_the_key_is_too_short() {
    for (bits, least) in [(8, 10_000), (12, 1_000), (16, 100)] {
        let table = TranspositionTable::new(1 << 20).unwrap();
        let report = workload(Truncated { table, bits }, STATES, STEPS, 1, statistics);
        assert!(report.wrong > least, "{bits} bits: {report:?}");
    }
}

#[test]
fn a_table_of_key_bits_is_right_when_no_two_keys_agree() {
    let table = TranspositionTable::new(1 << 20).unwrap();
    let report = workload(table, STATES, STEPS, 1, statistics);
    assert_eq!(report.wrong, 0, "{report:?}");
    // All of it fits: only lines with more than four of the states replace entries.
    assert!(report.right > 190_000, "{report:?}");
}

#[test]
fn states_with_one_key_live_side_by_side() {
    let mut table = VerifiedTable::new(1 << 16, 0).unwrap();
    for state in 0..4_u64 {
        table.store(9, &state, statistics(state));
    }
    for state in 0..4 {
        assert_eq!(table.probe(9, &state), Some(statistics(state)));
    }
    assert_eq!(table.probe(9, &4), None);
}

#[test]
fn false_hits_come_as_often_as_the_odds_say() {
    // Keys of 16 bits instead of 64: false hits are 2^48 times as frequent, enough to be counted.
    let bits = 16;
    for lines in [16, 256, 1_024] {
        let table = TranspositionTable::new(lines * 64).unwrap();
        let chance = table.shape().false_hit_chance() * f64::from(u64::BITS - bits).exp2();
        let mut table = Truncated { table, bits };
        for state in 0..100_000_u64 {
            table.store(exact_key(state), &state, statistics(state));
        }
        let (probes, mut hits) = (400_000_u64, 0_u32);
        for state in 100_000..100_000 + probes {
            hits += u32::from(table.probe(exact_key(state), &state).is_some());
        }
        let ratio = f64::from(hits) / (probes as f64 * chance);
        assert!((0.9..1.1).contains(&ratio), "{lines} lines: {ratio} of the hits expected");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_size_and_no_key_makes_a_verified_table_wrong(
        bits in 1_u32..20,
        bytes in 96_usize..20_000,
        states in 2_u64..3_000,
        seed: u64,
    ) {
        let table = VerifiedTable::new(bytes, 0).unwrap();
        let report = workload(Truncated { table, bits }, states, 10_000, seed, statistics);
        prop_assert_eq!(report.wrong, 0);
    }
}
