//! The cost of probes and stores by table size, with and without prefetch, each beside a
//! hand-written yardstick: a direct-mapped array of key and data that always replaces.
//!
//! `cargo xtask tables` prints the table; each figure is the best of several rounds, and the rounds
//! of all tables alternate, so that the load of the machine affects them equally.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::time::Instant;

use tesuji_zobrist::{
    Counters, Payload, SharedTable, TranspositionTable, Transpositions, UctStatistics,
    VerifiedTable, exact_key,
};

/// The yardstick: no buckets, no ages, no counters, a power of two of entries.
struct DirectMapped {
    entries: Vec<[u64; 2]>,
}

impl DirectMapped {
    fn new(bytes: usize) -> Self {
        // Not zeros: the system backs pages of zeros by a single page until they are written.
        DirectMapped { entries: vec![[1, 1]; 1 << (bytes / 16).ilog2()] }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

impl Transpositions<u64, UctStatistics> for DirectMapped {
    #[inline]
    fn probe(&self, key: u64, _: &u64) -> Option<UctStatistics> {
        let [kept, data] = self.entries[self.index(key)];
        (kept == key).then(|| UctStatistics::unpack([data]))
    }

    #[inline]
    fn store(&mut self, key: u64, _: &u64, payload: UctStatistics) {
        let index = self.index(key);
        self.entries[index] = [key, payload.pack()[0]];
    }

    fn prefetch(&self, _: u64) {}

    fn counters(&self) -> Counters {
        Counters::default()
    }
}

/// The access pattern. The states are numbers below twice the table's entries, so about half of the
/// probes hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    /// Random independent states; each is probed and then stored, as in a search.
    Visit,
    /// Probes of random independent states.
    Probe,
    /// Each probe's result decides the next state, as on a path down a tree, with some work at
    /// each node between the key and the probe.
    Path,
    /// The same, with the entry prefetched before the work.
    PathPrefetched,
}

const PATTERNS: [Pattern; 4] =
    [Pattern::Visit, Pattern::Probe, Pattern::Path, Pattern::PathPrefetched];

/// Nanoseconds per operation.
fn measure(
    table: &mut impl Transpositions<u64, UctStatistics>,
    pattern: Pattern,
    states: u64,
    steps: u64,
    seed: u64,
) -> f64 {
    let state_of = |key: u64| ((u128::from(exact_key(key)) * u128::from(states)) >> 64) as u64;
    let started = Instant::now();
    let mut sum = 0;
    for step in seed..seed + steps {
        match pattern {
            Pattern::Visit => {
                let state = state_of(step);
                let key = exact_key(state);
                sum += table.probe(key, &state).map_or(1, |found| found.visits);
                let (total, visits) = (step as i32, key as u32 & 15);
                table.store(key, &state, UctStatistics { visits, total });
            }
            Pattern::Probe => {
                let state = state_of(step);
                sum += table.probe(exact_key(state), &state).map_or(0, |found| found.visits);
            }
            Pattern::Path | Pattern::PathPrefetched => {
                let state = state_of(step ^ u64::from(sum) << 32);
                let key = exact_key(state);
                if pattern == Pattern::PathPrefetched {
                    table.prefetch(key);
                }
                let work = black_box((0..WORK).fold(key, |work, _| exact_key(work)));
                let found = table.probe(key, &state).map_or(0, |found| found.visits);
                sum = found.wrapping_add(work as u32);
            }
        }
    }
    black_box(sum);
    started.elapsed().as_nanos() as f64 / steps as f64
}

/// Rounds of mixing at each node of a path: about 300 ns. A path of shorter nodes needs no
/// prefetch, because the processor looks ahead that far itself.
const WORK: u32 = 100;

/// The sizes of the tables in MiB: one that fits in the caches, and two that do not.
const SIZES: [usize; 3] = [1, 64, 1024];

/// Operations of a round.
const STEPS: u64 = 3_000_000;

const ROUNDS: u64 = 5;

fn main() {
    println!("ns per operation (millions per second; times the yardstick's speed)\n");
    for megabytes in SIZES {
        let bytes = megabytes << 20;
        let states = bytes as u64 / 16 * 2;
        let mut yardstick = DirectMapped::new(bytes);
        let mut own = TranspositionTable::new(bytes).expect("memory");
        let shared = SharedTable::new(bytes).expect("memory");
        let mut shared = shared.handle();
        // About as many entries as the others: verified ones take half as much again.
        let mut verified = VerifiedTable::new(bytes / 2 * 3, 0).expect("memory");
        for pattern in PATTERNS {
            let mut best = [f64::INFINITY; 4];
            for round in 0..=ROUNDS {
                // The first round of the first pattern fills the tables and is not counted.
                let filling = round == 0 && pattern == Pattern::Visit;
                let count = if filling { states } else { STEPS };
                let seed = round * STEPS;
                let times = [
                    measure(&mut yardstick, pattern, states, count, seed),
                    measure(&mut own, pattern, states, count, seed),
                    measure(&mut shared, pattern, states, count, seed),
                    measure(&mut verified, pattern, states, count, seed),
                ];
                if round > 0 {
                    best.iter_mut().zip(times).for_each(|(best, time)| *best = best.min(time));
                }
            }
            println!("{megabytes} MiB, {pattern:?}");
            for (name, time) in
                ["yardstick", "TranspositionTable", "SharedTable", "VerifiedTable"].iter().zip(best)
            {
                println!(
                    "  {name:<18} {time:7.2}  ({:6.1} M/s; {:.2})",
                    1e3 / time,
                    best[0] / time
                );
            }
        }
    }
}
