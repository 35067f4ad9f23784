//! Lazy SMP: threads that search the same root with a shared table (Østensen, "A Complete Chess
//! Engine Parallelized Using Lazy SMP", University of Oslo, 2016); each defers the children that
//! another thread is searching.

use std::sync::{Mutex, TryLockError};

use tesuji_core::{Evaluator, Game, GameSolver, Judgement, Limit, Meter, Unobserved};
use tesuji_zobrist::SharedTable;

use crate::engine::{Busy, Entry, Thread};
use crate::{Hints, TableSearch, finished};

/// A [`TableSearch`] with several threads and a shared transposition table.
///
/// Returns the same proved value as the search with one thread. It may choose another of several
/// best moves, and its [`Stats`](tesuji_core::Stats) differ from run to run; they count the nodes
/// of all threads, and the budget applies to their sum.
///
/// # Example
/// ```
/// use tesuji_adversarial::{ParallelSearch, TableSearch};
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let solver = ParallelSearch::new(TableSearch::mtd_bi(), 2);
/// assert_eq!(solver.solve(&game, &game.initial()).judgement.value, Value::Draw);
/// ```
#[derive(Debug)]
pub struct ParallelSearch<S> {
    search: S,
    threads: usize,
    /// The memory of the last searches, one table of each size.
    kept: Mutex<Vec<SharedTable<Entry>>>,
}

/// A search of no more nodes is over before helpers would be of use.
const WITHOUT_HELP: u64 = 1 << 14;

/// A search of no more nodes is over before a larger table than this would be empty.
const WITH_SMALL_TABLE: u64 = 1 << 17;
const SMALL_TABLE: usize = 1 << 22;
/// How many times as many nodes and bytes it has next.
const FACTOR: u32 = 16;

impl<S: Clone> Clone for ParallelSearch<S> {
    fn clone(&self) -> Self {
        ParallelSearch::new(self.search.clone(), self.threads)
    }
}

impl<S> ParallelSearch<S> {
    /// The search with this number of threads, at least one; with fewer if the system refuses to
    /// start them.
    #[must_use]
    pub fn new(search: S, threads: usize) -> Self {
        ParallelSearch { search, threads: threads.max(1), kept: Mutex::default() }
    }
}

impl<E, H> ParallelSearch<TableSearch<E, H>> {
    /// Whether a table that takes so many bytes is kept.
    fn keeps(&self, bytes: usize) -> bool {
        self.kept.try_lock().is_ok_and(|kept| kept.iter().any(|table| has_size(table, bytes)))
    }

    /// A table of at most so many bytes for the search: one of those kept if it has the size. A
    /// large one takes the place of the one kept.
    fn take_table(&self, bytes: usize) -> Option<SharedTable<Entry>> {
        let take = |kept: &mut Vec<_>| {
            let table = kept.extract_if(.., |table| has_size(table, bytes)).next();
            kept.retain(|other: &SharedTable<_>| {
                bytes <= SMALL_TABLE || other.bytes() <= SMALL_TABLE
            });
            table
        };
        let kept = match self.kept.try_lock() {
            Ok(mut kept) => take(&mut kept),
            Err(TryLockError::Poisoned(poisoned)) => take(&mut poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        match kept {
            Some(mut table) => {
                if self.search.remember {
                    table.new_search();
                } else {
                    table.clear();
                }
                Some(table)
            }
            None => SharedTable::new(bytes).ok(),
        }
    }

    /// Keeps a small table, and the last of the large ones.
    fn keep_table(&self, table: SharedTable<Entry>) {
        if let Ok(mut kept) = self.kept.try_lock() {
            kept.retain(|other| (other.bytes() > SMALL_TABLE) != (table.bytes() > SMALL_TABLE));
            kept.push(table);
        }
    }
}

impl<G, E, H> GameSolver<G> for ParallelSearch<TableSearch<E, H>>
where
    G: Game<State: Send + Sync, Move: Send> + Sync,
    E: Evaluator<G> + Sync,
    H: Hints<G> + Sync,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        if let Some(judgement) = finished(game, state, (Unobserved, ()), meter) {
            return judgement;
        }
        let alone = |meter: &mut Meter| self.search.search(game, state, meter);
        if self.search.verified {
            // Threads know positions by their keys alone.
            return alone(meter);
        }
        let whole = self.search.table_bytes.min(meter.bytes_left());
        let (mut nodes, mut bytes) = (WITH_SMALL_TABLE, SMALL_TABLE);
        let mut table = None;
        let (mut judgement, mut is_short) = if meter.has_checkpoints() {
            (self.search_together(game, state, whole, &mut table, meter), false)
        } else {
            meter.part(WITHOUT_HELP, alone)
        };
        // What a short search cannot finish goes on with more, from the entries of its table.
        while is_short && judgement.limit == Some(Limit::Nodes) {
            if bytes >= whole || bytes > SMALL_TABLE && self.keeps(whole) {
                (nodes, bytes) = (u64::MAX, whole);
            }
            let longer;
            (longer, is_short) = meter
                .part(nodes, |meter| self.search_together(game, state, bytes, &mut table, meter));
            judgement = deeper(judgement, longer);
            nodes = nodes.saturating_mul(FACTOR.into());
            bytes = bytes.saturating_mul(FACTOR as usize);
        }
        if let Some(table) = table {
            self.keep_table(table);
        }
        judgement
    }
}

impl<E, H> ParallelSearch<TableSearch<E, H>> {
    /// Searches by all threads, with a table of so many bytes, which takes the place of `before` and
    /// gets its entries if there is memory for both.
    fn search_together<G>(
        &self,
        game: &G,
        state: &G::State,
        bytes: usize,
        before: &mut Option<SharedTable<Entry>>,
        meter: &mut Meter,
    ) -> Judgement<G::Move>
    where
        G: Game<State: Send + Sync, Move: Send> + Sync,
        E: Evaluator<G> + Sync,
        H: Hints<G> + Sync,
    {
        // For a moment both are in memory.
        let spare = meter.bytes_left().saturating_sub(bytes);
        let smaller = before.take().filter(|smaller| smaller.bytes() <= spare);
        let Some(table) = self.take_table(bytes) else {
            // Threads without a common table would only do the same work.
            return self.search.search(game, state, meter);
        };
        let claimed = meter.claim(table.bytes());
        debug_assert_eq!(claimed, Ok(()), "the table stays within the budget");
        if let Some(smaller) = smaller {
            let copied = meter.claim(smaller.bytes());
            debug_assert_eq!(copied, Ok(()), "both tables stay within the budget");
            smaller.entries().for_each(|(key, entry)| table.store(key, entry));
            meter.release(smaller.bytes());
            if smaller.bytes() <= SMALL_TABLE {
                self.keep_table(smaller);
            }
        }
        let busy = &Busy::new();
        let section = self.search.resume(game, state, &mut table.handle(), meter);
        let judgements = meter.share(self.threads, |number, meter| {
            let section = section.as_deref().filter(|_| number == 0);
            let place = Thread { number, busy: Some(busy), section };
            let (search, nobody) = (&self.search, (Unobserved, ()));
            let judgement = search.search_with(game, state, table.handle(), nobody, meter, place);
            if number == 0 {
                meter.stop_threads(|_| true);
            }
            judgement
        });
        let judgement = judgements.into_iter().next().expect("this thread's own");
        *before = Some(table);
        judgement
    }
}

/// Whether it is the largest table of at most so many bytes.
fn has_size(table: &SharedTable<Entry>, bytes: usize) -> bool {
    table.bytes() <= bytes && table.bytes() + 64 > bytes
}

/// What is known after two searches, the second of which may have been cut short before it came as
/// deep as the first.
fn deeper<M>(first: Judgement<M>, second: Judgement<M>) -> Judgement<M> {
    let (was_proved, is_proved) = (first.value.is_proved(), second.value.is_proved());
    if is_proved || !was_proved && second.depth >= first.depth {
        second
    } else {
        Judgement { limit: second.limit, ..first }
    }
}
