//! Several threads (Chaslot, Winands & van den Herik, "Parallel Monte-Carlo Tree Search", Computers
//! and Games 2008).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tesuji_core::{Game, GameSolver, Judgement, Meter, Unobserved, Wdl};
use tesuji_zobrist::UctStatistics;

use crate::adjudicator::Adjudicator;
use crate::findings::{Findings, MoveFindings, value};
use crate::graph::Supply;
use crate::policy::Policy;
use crate::replica::ReplicaSlots;
use crate::simulation::Simulator;
use crate::tree::best_of;
use crate::{Analyse, MonteCarlo, SearchTree};

/// A [`MonteCarlo`] search with several threads on one tree. A running simulation counts as a loss
/// until it ends (virtual loss), so that threads spread out. Near the root each thread has counts
/// of its own, which it exchanges with the others periodically, and goes the same way there several
/// times in a row. Elsewhere threads count without locks: of two results that are counted in the
/// same place at the same moment, one may be lost (Enzenberger & Müller, "A Lock-Free Multithreaded
/// Monte-Carlo Tree Search Algorithm", Advances in Computer Games 2009).
///
/// Proved values are correct, but the simulations, and so all other results, differ from run to
/// run. A budget applies to the sum of all threads: a limit on nodes is exceeded by at most one
/// simulation of each.
///
/// # Example
/// ```
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_montecarlo::{MonteCarlo, TreeParallel};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let search = MonteCarlo::uct().by_key().playouts(1_000_000);
/// let answer = TreeParallel::new(search, 2).solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Draw);
/// ```
#[derive(Clone, Debug)]
pub struct TreeParallel<S> {
    search: S,
    threads: usize,
}

/// A [`MonteCarlo`] search with several threads, each with its own tree and random numbers; at the
/// end the visits and results of the moves are added.
///
/// With a number of simulations as the only limit, every run gives the same results. A budget
/// applies to the sum of all threads: a limit on nodes is exceeded by at most one simulation of
/// each.
///
/// # Example
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::Rules;
/// use tesuji_montecarlo::{Analyse, MonteCarlo, RootParallel};
///
/// let game = Breakthrough::new(6, 6)?;
/// let search = RootParallel::new(MonteCarlo::uct().playouts(2_000), 2);
/// let findings = search.analyse(&game, &game.initial());
/// assert_eq!(findings.playouts, 2_000);
/// assert_eq!(findings, search.analyse(&game, &game.initial()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RootParallel<S> {
    search: S,
    threads: usize,
}

impl<S> TreeParallel<S> {
    /// The search with this number of threads, at least one.
    #[must_use]
    pub fn new(search: S, threads: usize) -> Self {
        TreeParallel { search, threads: threads.max(1) }
    }
}

impl<S> RootParallel<S> {
    /// The search with this number of threads, at least one.
    #[must_use]
    pub fn new(search: S, threads: usize) -> Self {
        RootParallel { search, threads: threads.max(1) }
    }
}

impl<P, S> MonteCarlo<P, S> {
    /// The same as [`grow`](Self::grow) by this number of threads, which work as those of
    /// [`TreeParallel`] do.
    pub fn grow_by_threads<G>(
        &self,
        threads: usize,
        game: &G,
        tree: &mut SearchTree<G, P>,
        meter: &mut Meter,
    ) where
        G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
        P: Policy<G> + Sync,
        S: Adjudicator<G> + Sync,
    {
        /// The number of simulations that a thread takes at a time.
        const BATCH: u64 = 32;
        /// So many simulations are over before other threads would be of use.
        const WITHOUT_HELP: u64 = 1 << 10;
        let begun = self.playouts.min(WITHOUT_HELP);
        let is_open = self.grow_by(begun, game, tree, (Unobserved, ()), meter);
        if !is_open || begun == self.playouts {
            return;
        }
        let seed = tree.next_seed(self.seed);
        let (over, taken) = (AtomicBool::new(false), AtomicU64::new(begun));
        let (graph, start, nobody) = (&tree.graph, &tree.state, (Unobserved, ()));
        let run = |thread: usize, meter: &mut Meter| {
            let (seed, supply) = (seed.wrapping_add(thread as u64), Supply::among_others());
            let simulator = Simulator::new(self, game, start, graph, supply, seed, nobody);
            let slots = ReplicaSlots::new();
            let mut simulator = simulator.among(threads, &slots);
            let ended = loop {
                let first = taken.fetch_add(BATCH, Ordering::Relaxed);
                let batch = BATCH.min(self.playouts.saturating_sub(first));
                if batch == 0 || over.load(Ordering::Relaxed) {
                    break None;
                }
                let mut simulations = (0..batch).map(|_| simulator.simulate::<true>(meter));
                match simulations.find(|end| !matches!(end, Ok(false))) {
                    None => {}
                    Some(end) => {
                        over.store(true, Ordering::Relaxed);
                        break end.err();
                    }
                }
            };
            (ended, simulator.share())
        };
        for (ended, scratch) in meter.share(threads, run) {
            tree.graph.release(scratch);
            tree.scratch += scratch;
            tree.limit = tree.limit.or(ended);
        }
    }
}

impl<G, P, S> Analyse<G> for TreeParallel<MonteCarlo<P, S>>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
    P: Policy<G> + Sync,
    S: Adjudicator<G> + Sync,
{
    fn analyse_within(&self, game: &G, state: &G::State, meter: &mut Meter) -> Findings<G::Move> {
        let mut tree = self.search.plant(state, meter.bytes_left());
        self.search.grow_by_threads(self.threads, game, &mut tree, meter);
        tree.charge(meter);
        tree.findings(game)
    }
}

impl<G, P, S> Analyse<G> for RootParallel<MonteCarlo<P, S>>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
    P: Policy<G> + Clone + Sync,
    S: Adjudicator<G> + Clone + Sync,
{
    fn analyse_within(&self, game: &G, state: &G::State, meter: &mut Meter) -> Findings<G::Move> {
        let (trees, whole) = (self.threads as u64, self.search.playouts);
        let bytes = meter.bytes_left() / self.threads;
        let next = AtomicU64::new(0);
        // A thread to each tree, unless the system gives fewer.
        let run = |_: usize, meter: &mut Meter| {
            let numbers = std::iter::from_fn(|| {
                Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < trees)
            });
            let found = numbers.map(|number| {
                let share = whole / trees + u64::from(number < whole % trees);
                let seed = self.search.seed.wrapping_add(number << 32);
                let memory = self.search.memory / self.threads;
                let search = self.search.clone().playouts(share).seed(seed).memory(memory);
                let mut tree = search.plant(state, bytes);
                search.grow(game, &mut tree, meter);
                tree.charge(meter);
                (number, tree.findings(game))
            });
            found.collect::<Vec<_>>()
        };
        let mut found: Vec<_> = (0..trees).map(|_| None).collect();
        for (number, findings) in meter.share(self.threads, run).into_iter().flatten() {
            found[number as usize] = Some(findings);
        }
        found.into_iter().flatten().reduce(merged).expect("there is at least one tree")
    }
}

/// The sum of two searches of the same position.
fn merged<M: Copy + PartialEq>(one: Findings<M>, other: Findings<M>) -> Findings<M> {
    let pairs = one.moves.iter().zip(&other.moves);
    let moves: Vec<MoveFindings<M>> = pairs.map(|(one, other)| added(one, other)).collect();
    if moves.is_empty() {
        return one;
    }
    let best = best_of(&moves);
    let pv = [one.pv, other.pv].into_iter().find(|pv| pv[0] == moves[best].mv);
    let settled = [one.value, other.value].into_iter().find(|value| value.is_proved());
    Findings {
        value: settled.unwrap_or_else(|| value(None, moves[best].mean)),
        pv: pv.unwrap_or_else(|| vec![moves[best].mv]),
        playouts: one.playouts + other.playouts,
        limit: one.limit.or(other.limit),
        moves,
    }
}

/// The sum of the findings of two searches for the same move.
fn added<M: Copy>(one: &MoveFindings<M>, other: &MoveFindings<M>) -> MoveFindings<M> {
    let visits = one.visits + other.visits;
    let proved = one.proved.or(other.proved);
    let sum = |one: &MoveFindings<M>| f64::from(one.visits) * one.mean;
    let total = (sum(one) + sum(other)).round() as i32;
    let mut added = MoveFindings::new(one.mv, UctStatistics { visits, total }, proved);
    if proved == Some(Wdl::Win) {
        added.mean = 1.0;
    }
    added
}

impl<G, P, S> GameSolver<G> for TreeParallel<MonteCarlo<P, S>>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
    P: Policy<G> + Sync,
    S: Adjudicator<G> + Sync,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.analyse_within(game, state, meter).judgement()
    }
}

impl<G, P, S> GameSolver<G> for RootParallel<MonteCarlo<P, S>>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
    P: Policy<G> + Clone + Sync,
    S: Adjudicator<G> + Clone + Sync,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.analyse_within(game, state, meter).judgement()
    }
}
