//! Several threads on one table.

use std::ops::ControlFlow;
use std::thread;

use tesuji_core::{Budget, Game, GameSolver, Hashed, Hints, Judgement, Limit, Meter, Silent};
use tesuji_zobrist::SharedTable;

use super::company::{Crowd, Together};
use super::run::{Findings, Run};
use super::{DfPn, Knobs};
use crate::FirstNumbers;
use crate::entry::Entry;
use crate::judge::{Proof, Prove, finished, judge};
use crate::numbers::{Numbers, salt};
use crate::store::{Proofs, preload};

/// A [`DfPn`] search by several threads on one table.
///
/// Each thread runs depth-first from the root. Where others are at work a position's number is
/// *virtual*, larger than it is, so that threads turn to different children that are about as good,
/// and meet where one alone is promising (Kaneko, "Parallel Depth First Proof Number Search", AAAI
/// 2010; Pawlewicz & Hayward, "Scalable Parallel DFPN Search", CG 2013). Coming back from a long
/// search a thread reads anew what the others have found out, and it leaves a position that another
/// has settled.
///
/// It promises the same verdict as the search with one thread. The move may be another one that is
/// as good, and the counters, which are those of all threads, differ from run to run. A budget is
/// held by the first thread. The table takes all of its bytes at once. With one thread, or with
/// [`verified`](DfPn::verified) positions, which threads cannot share, it is the search itself.
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
}

impl<S> ParallelDfPn<S> {
    /// The same search by so many threads, at least one and at most 128.
    #[must_use]
    pub fn new(search: S, threads: usize) -> Self {
        // A counter of those at a position has eight bits.
        ParallelDfPn { search, threads: threads.clamp(1, 128) }
    }
}

impl<G, H, F, K> GameSolver<G> for ParallelDfPn<DfPn<H, F, K>>
where
    G: Game<State: Send + Sync, Move: Send> + Hashed + Sync,
    H: Hints<G> + Sync,
    F: FirstNumbers<G> + Sync,
    K: Proofs<G>,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        let search = &self.search;
        if self.threads == 1 || search.verified {
            return search.search(game, state, meter);
        }
        if let Some(judgement) = finished(game, state, meter) {
            return judgement;
        }
        let shares = search.shares::<G>(meter);
        let Ok(table) = SharedTable::new(shares.table) else {
            // Threads without a common table would only do the same work.
            return search.search(game, state, meter);
        };
        let claimed = meter.claim(table.bytes());
        debug_assert_eq!(claimed, Ok(()), "the table stays within the budget");
        let drawn = preload(game, &search.hints, &search.store, &mut table.handle());
        let mut team = Team {
            game,
            hints: &search.hints,
            first: &search.first,
            knobs: search.knobs,
            table: &table,
            threads: self.threads,
            conditions: shares.conditions / self.threads,
            lessons: shares.lessons / self.threads,
            salt: 0,
            meter,
            findings: Findings { drawn, ..Findings::default() },
        };
        let judgement = judge(game, state, &mut team, search.wanted);
        let Findings { lessons, drawn, .. } = team.findings;
        search.store.learn(lessons, drawn);
        judgement
    }
}

/// Everything that changes while searching.
struct Team<'r, 'm, G: Game, H, F> {
    game: &'r G,
    hints: &'r H,
    first: &'r F,
    knobs: Knobs,
    table: &'r SharedTable<Entry>,
    threads: usize,
    conditions: usize,
    lessons: usize,
    salt: u64,
    meter: &'r mut Meter<'m>,
    findings: Findings<G>,
}

impl<G, H, F> Prove<G> for Team<'_, '_, G, H, F>
where
    G: Game<State: Send + Sync, Move: Send> + Hashed + Sync,
    H: Hints<G> + Sync,
    F: FirstNumbers<G> + Sync,
{
    fn prove(&mut self, state: &G::State, player: tesuji_core::Player) -> Verdict<G> {
        self.salt = salt(player);
        let crowd = Crowd::new();
        let (game, hints, first, knobs) = (self.game, self.hints, self.first, self.knobs);
        let (conditions, lessons, table) = (self.conditions, self.lessons, self.table);
        let crowd = &crowd;
        let search = move |number: u64, meter: &mut Meter| {
            // However this thread ends, the others end.
            let _stop = StopAtEnd(crowd);
            let company = Together { crowd, number };
            let mut run =
                Run::new(game, hints, first, knobs, table.handle(), company, conditions, meter)
                    .learning(lessons);
            let verdict = run.prove(state, player);
            (verdict, run.into_findings())
        };
        let (own, others) = thread::scope(|scope| {
            let help = |number: u64| {
                scope.spawn(move || {
                    let (budget, mut silent) = (Budget::unlimited(), Silent);
                    let mut meter = Meter::new(&budget, &mut silent);
                    (search(number, &mut meter), meter.stats())
                })
            };
            let helpers: Vec<_> = (1..self.threads as u64).map(help).collect();
            let own = search(0, self.meter);
            let join = |helper: thread::ScopedJoinHandle<'_, _>| {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            (own, helpers.into_iter().map(join).collect::<Vec<_>>())
        });
        let (mut verdict, findings) = own;
        self.findings.most_promising = findings.most_promising;
        self.findings.numbers = None;
        self.findings.add(findings);
        for ((other, findings), stats) in others {
            self.findings.add(findings);
            if verdict.is_break() && other.is_continue() {
                verdict = other;
            }
            self.meter.tally.expanded += stats.expanded;
            self.meter.duplicates += stats.duplicates;
            self.meter.deepest = self.meter.deepest.max(stats.deepest);
            let mut left = stats.generated;
            while left > 0 {
                let part = u32::try_from(left).unwrap_or(u32::MAX);
                // A limit that this reaches ends the next search of the team.
                let _ = self.meter.generate(part);
                left -= u64::from(part);
            }
        }
        verdict
    }

    fn drawn(&self) -> bool {
        self.findings.drawn
    }

    fn work(&self, state: &G::State) -> u64 {
        let key = self.hints.key(self.game, state) ^ self.salt;
        self.table.probe(key).map_or(0, |entry| entry.work)
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
