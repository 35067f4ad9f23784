//! The shared table under all interleavings of two threads and all reorderings that relaxed
//! atomics allow, by the model checker loom. It runs, in seconds, with
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test -p tesuji-zobrist --test loom
//! ```
#![cfg(loom)]

mod common;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
use loom::thread;
use tesuji_zobrist::{Payload, SharedTable, UctStatistics};

use common::Wide;

const KEYS: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];

/// Two threads store at the same time in a table of one line; one of them, and later
/// the main thread, probe. Every entry found was stored for the key it is found under.
///
/// `preemptions` limits how often a thread is interrupted, where all interleavings would be too
/// many.
fn two_writers<P>(preemptions: Option<usize>, stores: [(u64, P); 2])
where
    P: Payload + PartialEq + std::fmt::Debug + Send + Sync + 'static,
{
    let mut model = loom::model::Builder::new();
    model.preemption_bound = preemptions;
    model.check(move || {
        let table = Arc::new(SharedTable::<P>::new(64).unwrap());
        let look = {
            let table = Arc::clone(&table);
            move || {
                for (key, _) in stores {
                    if let Some(found) = table.probe(key) {
                        assert!(stores.contains(&(key, found)), "torn: {found:?} under {key:x}");
                    }
                }
            }
        };
        let other = {
            let table = Arc::clone(&table);
            thread::spawn(move || table.store(stores[0].0, stores[0].1))
        };
        table.store(stores[1].0, stores[1].1);
        look();
        other.join().unwrap();
        look();
    });
}

fn narrow(visits: u32) -> UctStatistics {
    UctStatistics { visits, total: -1 }
}

fn wide(number: u64) -> Wide {
    // Numbers that change together: a seal without mixing would cancel them.
    Wide { words: [number; 2], work: number }
}

#[test]
fn two_threads_store_one_position() {
    two_writers(None, [(KEYS[0], narrow(1)), (KEYS[0], narrow(2))]);
}

#[test]
fn two_threads_store_two_positions_in_one_place() {
    two_writers(None, [(KEYS[0], narrow(1)), (KEYS[1], narrow(2))]);
}

#[test]
fn payloads_that_differ_in_the_top_byte_are_not_mixed_up() {
    let top = |byte: i32| UctStatistics { visits: 1, total: byte << 24 };
    two_writers(None, [(KEYS[0], top(1)), (KEYS[1], top(2))]);
}

#[test]
fn wide_payloads_are_never_torn() {
    two_writers(Some(3), [(KEYS[0], wide(1)), (KEYS[0], wide(2))]);
    two_writers(Some(3), [(KEYS[0], wide(1)), (KEYS[1], wide(2))]);
}

/// The same with the key and the payload side by side and no seal: loom must find the torn
/// entry, or the tests above prove nothing.
#[test]
#[should_panic(expected = "torn")]
fn without_a_seal_loom_finds_the_torn_entry() {
    loom::model(|| {
        let entry = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let other = {
            let entry = Arc::clone(&entry);
            thread::spawn(move || {
                entry[0].store(KEYS[0], Relaxed);
                entry[1].store(1, Relaxed);
            })
        };
        if entry[0].load(Relaxed) == KEYS[0] {
            assert_eq!(entry[1].load(Relaxed), 1, "torn");
        }
        other.join().unwrap();
    });
}
