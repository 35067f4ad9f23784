//! Threads that use one small table: every entry found was stored for the key of the probe.

use std::thread;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_zobrist::{Counters, Payload, SharedTable, Words, exact_key};

/// A payload whose every word identifies its key.
#[derive(Clone, Copy, Debug)]
struct Marked<const N: usize>([u64; N]);

impl<const N: usize> Marked<N> {
    /// The low half identifies the key; the high half differs from store to store.
    fn new(key: u64, salt: u32) -> Self {
        Marked(std::array::from_fn(|word| u64::from(salt) << 32 | u64::from(mark(key, word))))
    }

    fn belongs_to(&self, key: u64) -> bool {
        let salt = self.0[0] >> 32;
        self.0.iter().enumerate().all(|(index, &word)| {
            word & u64::from(u32::MAX) == u64::from(mark(key, index)) && word >> 32 == salt
        })
    }
}

fn mark(key: u64, word: usize) -> u32 {
    (exact_key(key ^ word as u64) >> 32) as u32
}

impl<const N: usize> Payload for Marked<N>
where
    [u64; N]: Words,
{
    type Words = [u64; N];

    fn pack(self) -> [u64; N] {
        self.0
    }

    fn unpack(words: [u64; N]) -> Self {
        Marked(words)
    }

    fn worth(words: [u64; N]) -> u8 {
        (words[0] >> 40) as u8
    }
}

fn hammer<const N: usize>(lines: usize, keys: u64, steps: u32)
where
    [u64; N]: Words,
{
    const THREADS: u64 = 4;
    let mut table = SharedTable::<Marked<N>>::new(lines * 64).unwrap();
    let counters: Counters = thread::scope(|scope| {
        let table = &table;
        let run = |seed| {
            let mut handle = table.handle();
            let mut rng = Pcg64::seed_from_u64(seed);
            for _ in 0..steps {
                let key = exact_key(rng.random_range(..keys));
                if rng.random() {
                    handle.store(key, Marked::new(key, rng.next_u32()));
                } else if let Some(found) = handle.probe(key) {
                    assert!(found.belongs_to(key), "{found:x?} is not what {key:x} stored");
                }
            }
            handle.counters()
        };
        let threads: Vec<_> = (0..THREADS).map(|seed| scope.spawn(move || run(seed))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(counters.probes + counters.stores, THREADS * u64::from(steps));
    assert!(counters.hits > u64::from(steps) / 10, "{counters:?}");
    table.clear();
    assert!((0..keys).all(|key| table.probe(exact_key(key)).is_none()));
}

#[test]
fn one_line_under_four_threads() {
    hammer::<1>(1, 6, 500_000);
    hammer::<3>(1, 3, 500_000);
}

#[test]
fn a_few_lines_under_four_threads() {
    hammer::<1>(7, 40, 500_000);
    hammer::<3>(7, 20, 500_000);
}
