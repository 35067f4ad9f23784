//! Several threads on one table.

use std::cmp::Reverse;
use std::mem;
use std::ops::ControlFlow;

use tesuji_core::{Game, GameSolver, Hints, Judgement, Limit, Meter, Unobserved, judge_finished};
use tesuji_zobrist::{FIRST_BYTES, SharedTable, in_time, next_bytes};

use super::company::{Crowd, Together};
use super::run::{Findings, Run};
use super::{Begun, DfPn, Job, Knobs, resume, save};
use crate::FirstNumbers;
use crate::entry::Entry;
use crate::judge::{Proof, Prove, judge};
use crate::memory::claim;
use crate::numbers::{Numbers, salt};
use crate::store::{Learn, Proofs, preload};

/// A [`DfPn`] search with several threads on one table.
///
/// Each thread runs depth-first from the root. Positions that other threads are searching have
/// *virtual* numbers, larger than the real ones, so that threads spread over children of similar
/// numbers, and meet where only one child is promising (Kaneko, "Parallel Depth First Proof Number
/// Search", AAAI 2010; Pawlewicz & Hayward, "Scalable Parallel DFPN Search", CG 2013). After a long
/// search a thread rereads the results of the others, and it leaves a position that another has
/// settled.
///
/// Returns the same value as the search with one thread. It may choose another of several best
/// moves, and the counters, which are sums over all threads, differ from run to run. A budget
/// applies to the sum. With one thread, or with [`verified`](DfPn::verified) positions, which
/// threads cannot share, it is the same search.
///
/// # Example
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_proof::{DfPn, ParallelDfPn};
///
/// let game = Breakthrough::new(2, 5)?;
/// let search = ParallelDfPn::new(DfPn::new().table_bytes(1 << 20), 2);
/// assert_eq!(search.solve(&game, &game.initial()).judgement.value, Value::Loss(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParallelDfPn<S> {
    search: S,
    threads: usize,
    without_help: u64,
}

impl<S> ParallelDfPn<S> {
    /// The search with this number of threads, at least one and at most 128.
    #[must_use]
    pub fn new(search: S, threads: usize) -> Self {
        // A counter of those at a position has eight bits.
        ParallelDfPn { search, threads: threads.clamp(1, 128), without_help: 1 << 16 }
    }

    /// How many nodes one thread generates before the others help: 65,536 by default, which is over
    /// before they would be of use. Searches with checkpoints have help at once.
    #[must_use]
    pub fn without_help(mut self, nodes: u64) -> Self {
        self.without_help = nodes;
        self
    }
}

impl<G, H, F, K> GameSolver<G> for ParallelDfPn<DfPn<H, F, K>>
where
    G: Game<State: Send + Sync, Move: Send> + Sync,
    H: Hints<G> + Sync,
    F: FirstNumbers<G> + Sync,
    K: Proofs<G>,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        let search = &self.search;
        if self.threads == 1 || search.verified {
            return search.search(game, state, meter);
        }
        if let Some(judgement) = judge_finished(game, state, (Unobserved, ()), meter) {
            return judgement;
        }
        let job = Job::new(search, game, state, meter);
        let shares = job.shares;
        let mut begun = Begun::default();
        if self.without_help > 0 && !meter.has_checkpoints() {
            let begin = |meter: &mut Meter| job.begin(meter);
            let ((judgement, found), ran_out) = meter.part(self.without_help, begin);
            if !ran_out {
                return judgement;
            }
            begun = found;
        }
        let Ok(table) = SharedTable::new(shares.table.min(FIRST_BYTES)) else {
            // Threads without a common table would only do the same work.
            return search.search(game, state, meter);
        };
        claim(table.bytes(), meter);
        let mut shared = Shared { table, max_bytes: shares.table };
        let (was_drawn, section) = resume(game, state, meter, |input, meter| {
            shared.make_room(input.small()?, meter);
            shared.table.load(input)
        });
        let mut known = 0;
        search.store.visit(|_, wins, _| known += wins.iter().flatten().count());
        shared.make_room(known + begun.entries.len(), meter);
        let drawn = preload(game, &search.hints, &search.store, &mut shared.table.handle());
        begun.entries.iter().for_each(|&(key, entry)| shared.table.store(key, entry));
        let drawn = drawn || was_drawn || begun.drawn;
        let findings = Findings { drawn, ..Findings::default() };
        let mut team = Team {
            game,
            hints: &search.hints,
            first: &search.first,
            knobs: search.knobs,
            threads: self.threads,
            // That by one thread was the first.
            runs: 1,
            conditions: shares.conditions / self.threads,
            lessons: shares.lessons / self.threads,
            store: &search.store,
            salt: 0,
            meter,
            findings,
            section,
            shared,
        };
        let judgement = judge(game, state, (), &mut team, search.wanted);
        team.save();
        judgement
    }
}

/// Everything that changes while searching.
struct Team<'r, 'm, G: Game, H, F> {
    game: &'r G,
    hints: &'r H,
    first: &'r F,
    knobs: Knobs,
    shared: Shared,
    threads: usize,
    /// How many runs there were on the table.
    runs: u32,
    conditions: usize,
    lessons: usize,
    store: &'r dyn Learn<G::State>,
    salt: u64,
    meter: &'r mut Meter<'m>,
    findings: Findings<G>,
    /// The name of the checkpoints of the table, if it is saved.
    section: Option<String>,
}

impl<G, H, F> Team<'_, '_, G, H, F>
where
    G: Game<State: Send + Sync, Move: Send> + Sync,
    H: Hints<G> + Sync,
    F: FirstNumbers<G> + Sync,
{
    /// Saves the table at the end, from which another search may go on.
    fn save(&mut self) {
        let (table, drawn) = (self.shared.table.handle(), self.findings.drawn);
        if let Some(section) = &self.section {
            self.meter.save_result(section, |out| save::<G::State>(&table, || drawn, out));
        }
    }

    /// Runs all threads, for at most `nodes` nodes; returns whether these were too few.
    fn run(
        &mut self,
        nodes: u64,
        state: &G::State,
        player: tesuji_core::Player,
    ) -> (Verdict<G>, bool) {
        let (game, hints, first, knobs) = (self.game, self.hints, self.first, self.knobs);
        let (conditions, lessons, table) = (self.conditions, self.lessons, &self.shared.table);
        let store = self.store;
        let crowd = &Crowd::new(self.findings.drawn);
        let section = self.section.as_deref();
        let runs = self.runs;
        self.runs += self.threads as u32;
        let search = |number: usize, meter: &mut Meter| {
            // However this thread ends, the others end.
            let _stop = StopAtEnd(crowd);
            let company = Together { crowd, number: runs + number as u32 };
            let (nobody, table) = (Unobserved, table.handle());
            let run =
                Run::new(game, nobody, hints, first, knobs, table, company, conditions, meter);
            let section = section.filter(|_| number == 0);
            let mut run = run.learning(lessons, store).saving(section);
            let verdict = run.prove(state, player, ());
            (verdict, run.into_findings())
        };
        let (found, ran_out) = self.meter.part(nodes, |meter| meter.share(self.threads, search));
        let mut verdict = ControlFlow::Break(Limit::Interrupted);
        (self.findings.most_promising, self.findings.numbers) = (None, None);
        for (found, findings) in found {
            self.findings.add(findings);
            // The thread that ended first interrupted the others.
            if matches!(verdict, ControlFlow::Break(Limit::Interrupted))
                || verdict.is_break() && found.is_continue()
            {
                verdict = found;
            }
        }
        // Several runs have several times as many as there is room for.
        let (room, lessons) = (self.lessons * self.threads, &mut self.findings.lessons);
        if lessons.len() > room {
            lessons.select_nth_unstable_by_key(room, |lesson| Reverse(lesson.work));
            lessons.truncate(room);
        }
        (verdict, ran_out)
    }
}

/// The table that the threads share, which grows between their runs.
struct Shared {
    table: SharedTable<Entry>,
    /// What it may take, and the one it grew from with it.
    max_bytes: usize,
}

impl Shared {
    /// The bytes of the next larger one, if there is to be one.
    fn next_bytes(&self) -> Option<usize> {
        next_bytes(self.table.bytes(), self.max_bytes)
    }

    /// Grows until there is room for `entries` entries, if the memory suffices.
    fn make_room(&mut self, entries: usize, meter: &mut Meter) {
        while self.table.shape().entries() < entries
            && let Some(bytes) = self.next_bytes()
        {
            self.grow(bytes, meter);
        }
    }

    /// Moves to a table of `bytes` bytes, if the machine gives them.
    fn grow(&mut self, bytes: usize, meter: &mut Meter) {
        let Ok(wider) = SharedTable::new_in_time(bytes, meter.deadline()) else {
            self.max_bytes = self.table.bytes();
            return;
        };
        for (key, entry) in in_time(self.table.entries(), meter.deadline()) {
            wider.store(key, entry);
        }
        claim(wider.bytes(), meter);
        meter.release(self.table.bytes());
        self.table = wider;
    }
}

impl<G, H, F> Prove<G> for Team<'_, '_, G, H, F>
where
    G: Game<State: Send + Sync, Move: Send> + Sync,
    H: Hints<G> + Sync,
    F: FirstNumbers<G> + Sync,
{
    type Node = ();

    fn child(&self, (): (), _: G::Move, _: &G::State) {}

    fn prove(&mut self, state: &G::State, player: tesuji_core::Player, (): ()) -> Verdict<G> {
        self.salt = salt(player);
        loop {
            let wider = self.shared.next_bytes();
            let entries = self.shared.table.shape().entries() as u64;
            // A larger table is worth it once as many nodes were expanded as this has room for.
            let stats = self.meter.stats();
            let children = stats.generated.div_ceil(stats.expanded.max(1));
            let nodes = if wider.is_some() { entries.saturating_mul(children) } else { u64::MAX };
            let (verdict, ran_out) = self.run(nodes, state, player);
            match (wider, verdict) {
                (Some(bytes), ControlFlow::Break(Limit::Nodes)) if ran_out => {
                    self.shared.grow(bytes, self.meter);
                }
                _ => {
                    let lessons = mem::take(&mut self.findings.lessons);
                    self.store.learn(&lessons, self.findings.drawn);
                    return verdict;
                }
            }
        }
    }

    fn drawn(&self) -> bool {
        self.findings.drawn
    }

    fn work(&self, state: &G::State) -> u64 {
        let key = self.hints.key(self.game, state) ^ self.salt;
        self.shared.table.probe(key).map_or(0, |entry| entry.work)
    }

    fn most_promising(&self) -> Option<G::Move> {
        self.findings.most_promising
    }

    fn numbers(&self) -> Option<(tesuji_core::Player, Numbers)> {
        self.findings.numbers
    }
}

type Verdict<G> = ControlFlow<Limit, Proof<<G as tesuji_core::Rules>::Move>>;

/// Stops a crowd when it is dropped.
struct StopAtEnd<'c>(&'c Crowd);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
