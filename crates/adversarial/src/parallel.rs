//! Lazy SMP: threads that search the same root with a shared table (Østensen, "A Complete Chess
//! Engine Parallelized Using Lazy SMP", University of Oslo, 2016); each defers the children that
//! another thread is searching, and breaks off below a node that another has settled.

use tesuji_core::{Evaluator, Game, GameSolver, Judgement, Limit, Meter, Unobserved};
use tesuji_zobrist::EitherTable;

use crate::engine::{Busy, Growing, Thread};
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
#[derive(Clone, Debug)]
pub struct ParallelSearch<S> {
    search: S,
    threads: usize,
}

/// A search of no more nodes is over before helpers would be of use.
const WITHOUT_HELP: u64 = 1 << 14;

impl<S> ParallelSearch<S> {
    /// The search with this number of threads, at least one; with fewer if the system refuses to
    /// start them.
    #[must_use]
    pub fn new(search: S, threads: usize) -> Self {
        ParallelSearch { search, threads: threads.max(1) }
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
        if self.search.verified {
            // Threads know positions by their keys alone.
            return self.search.search(game, state, meter);
        }
        self.search.with_growing(meter, |growing, meter| {
            let together = |meter: &mut Meter| self.search_together(game, state, growing, meter);
            if meter.has_checkpoints() {
                return together(meter);
            }
            let (short, is_short) = meter.part(WITHOUT_HELP, |meter| {
                let (table, nobody) = (EitherTable::Keyed(growing.access(1)), (Unobserved, ()));
                self.search.search_with(game, state, table, nobody, meter, Thread::default())
            });
            if is_short && short.limit == Some(Limit::Nodes) {
                deeper(short, together(meter))
            } else {
                short
            }
        })
    }
}

impl<E, H> ParallelSearch<TableSearch<E, H>> {
    /// Searches by all threads, with the entries that the table has.
    fn search_together<G>(
        &self,
        game: &G,
        state: &G::State,
        growing: &Growing,
        meter: &mut Meter,
    ) -> Judgement<G::Move>
    where
        G: Game<State: Send + Sync, Move: Send> + Sync,
        E: Evaluator<G> + Sync,
        H: Hints<G> + Sync,
    {
        // Threads without a common table would only do the same work.
        let threads = if growing.is_empty() { 1 } else { self.threads };
        let busy = Busy::new();
        let busy = (threads > 1).then_some(&busy);
        let section = self.search.resume(game, state, &mut growing.access(1), meter);
        let judgements = meter.share(threads, |number, meter| {
            let section = section.as_deref().filter(|_| number == 0);
            let place = Thread { number, busy, section };
            let table = EitherTable::Keyed(growing.access(threads));
            let judgement =
                self.search.search_with(game, state, table, (Unobserved, ()), meter, place);
            if number == 0 {
                meter.stop_threads(|_| true);
            }
            judgement
        });
        judgements.into_iter().next().expect("this thread's own")
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
