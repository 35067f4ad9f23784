//! Lazy SMP: threads that search the same root on one table (a method of chess programs; described
//! by Østensen, "A Complete Chess Engine Parallelized Using Lazy SMP", University of Oslo, 2016),
//! each leaving for later the children that another is in.

use std::sync::{Mutex, TryLockError};
use std::thread;

use tesuji_core::{
    Budget, Evaluator, Game, GameSolver, Hashed, Judgement, Limit, Meter, Silent, Stats, StopFlag,
};
use tesuji_zobrist::SharedTable;

use crate::driver::Driver;
use crate::engine::{Busy, Entry, Thread};
use crate::{Hints, Search, finished};

/// A [`Search`] by several threads that help one another through a shared transposition table.
///
/// It promises the same verdict as the search with one thread: the same proved value. Where several
/// moves are as good it may choose another, and its [`Stats`] differ from run to run; they count
/// the nodes of all threads. A budget of nodes or time is held by the first thread, and ends the
/// others with it.
///
/// # Example
/// ```
/// use tesuji_adversarial::{ParallelSearch, Search};
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let solver = ParallelSearch::new(Search::bisection(), 2);
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

/// A search of no more nodes is over before a large table would be empty.
const WITH_SMALL_TABLE: u64 = 1 << 17;
const SMALL_TABLE: usize = 1 << 22;

impl<S: Clone> Clone for ParallelSearch<S> {
    fn clone(&self) -> Self {
        ParallelSearch::new(self.search.clone(), self.threads)
    }
}

impl<S> ParallelSearch<S> {
    /// The same search by so many threads, at least one; by fewer where the system gives no more.
    #[must_use]
    pub fn new(search: S, threads: usize) -> Self {
        ParallelSearch { search, threads: threads.max(1), kept: Mutex::default() }
    }
}

impl<D, E, H> ParallelSearch<Search<D, E, H>> {
    /// A table of at most so many bytes for the search: one of those kept if it has the size.
    fn take_table(&self, bytes: usize) -> Option<SharedTable<Entry>> {
        let has_size =
            |table: &mut SharedTable<Entry>| table.bytes() <= bytes && table.bytes() + 64 > bytes;
        let take = |kept: &mut Vec<_>| kept.extract_if(.., has_size).next();
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

impl<G, D, E, H> GameSolver<G> for ParallelSearch<Search<D, E, H>>
where
    G: Game<State: Send + Sync, Move: Send> + Hashed + Sync,
    D: Driver,
    E: Evaluator<G> + Sync,
    H: Hints<G> + Sync,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        if let Some(judgement) = finished(game, state, meter) {
            return judgement;
        }
        let alone = |meter: &mut Meter| self.search.search(game, state, meter);
        if self.search.verified {
            // Threads know positions by their keys alone.
            return alone(meter);
        }
        let with_small_table =
            |meter: &mut Meter| self.search_together(game, state, SMALL_TABLE, meter);
        // What a short search cannot finish begins anew with more.
        let (mut judgement, mut is_short) = meter.part(WITHOUT_HELP, alone);
        if is_short && judgement.limit == Some(Limit::Nodes) {
            let longer;
            (longer, is_short) = meter.part(WITH_SMALL_TABLE, with_small_table);
            judgement = deeper(judgement, longer);
        }
        if is_short && judgement.limit == Some(Limit::Nodes) {
            judgement = deeper(judgement, self.search_together(game, state, usize::MAX, meter));
        }
        judgement
    }
}

impl<D: Driver, E, H> ParallelSearch<Search<D, E, H>> {
    /// Searches by all threads, with a table of at most so many bytes.
    fn search_together<G>(
        &self,
        game: &G,
        state: &G::State,
        most_bytes: usize,
        meter: &mut Meter,
    ) -> Judgement<G::Move>
    where
        G: Game<State: Send + Sync, Move: Send> + Hashed + Sync,
        E: Evaluator<G> + Sync,
        H: Hints<G> + Sync,
    {
        let bytes = self.search.table_bytes.min(meter.bytes_left()).min(most_bytes);
        let Some(table) = self.take_table(bytes) else {
            // Threads without a common table would only do the same work.
            return self.search.search(game, state, meter);
        };
        let claimed = meter.claim(table.bytes());
        debug_assert_eq!(claimed, Ok(()), "the table stays within the budget");
        let stop = StopFlag::new();
        let busy = &Busy::new();
        let (judgement, helped) = thread::scope(|scope| {
            let help = |helper: usize| {
                let place = Thread { number: helper, busy: Some(busy) };
                let (table, budget) = (table.handle(), Budget::unlimited().stop(stop.clone()));
                thread::Builder::new().spawn_scoped(scope, move || {
                    let mut silent = Silent;
                    let mut meter = Meter::new(&budget, &mut silent);
                    let _ = self.search.search_with(game, state, table, &mut meter, place);
                    meter.stats()
                })
            };
            // As many as the system gives.
            let helpers: Vec<_> = (1..self.threads).map_while(|helper| help(helper).ok()).collect();
            // However this thread leaves, the others end.
            let raised = RaiseAtEnd(&stop);
            let place = Thread { number: 0, busy: Some(busy) };
            let judgement = self.search.search_with(game, state, table.handle(), meter, place);
            drop(raised);
            let helped: Vec<Stats> = helpers
                .into_iter()
                .map(|helper| {
                    helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect();
            (judgement, helped)
        });
        for stats in helped {
            meter.add_helper(&stats);
        }
        self.keep_table(table);
        judgement
    }
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

/// Raises a flag when it is dropped.
struct RaiseAtEnd<'a>(&'a StopFlag);

impl Drop for RaiseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}
