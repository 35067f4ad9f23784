//! Depth-first proof-number search.

mod company;
mod conditions;
mod parallel;
mod path;
mod run;

use std::io;

use tesuji_core::{
    Budget, Game, GameResult, GameSolver, Hints, Judgement, Meter, NoHints, ObservableGameSolver,
    Observer, Player, Silent, StateReader, StateWriter, Unobserved, judge_finished,
};
use tesuji_zobrist::Transpositions;

use crate::entry::Entry;
use crate::judge::{Proof, Prove, Wanted, judge};
use crate::memory::{Kept, Memory, OwnTable, claim};
use crate::numbers::{INFINITE, LARGEST};
use crate::store::{Lesson, NoStore, Proofs, preload};
use crate::{FirstNumbers, Unit};
use company::Alone;
use conditions::Conditions;
use run::Run;

pub use parallel::ParallelDfPn;

/// The rule by which a node's δ number (its opponent's) follows from those of its children.
///
/// A position on several paths is counted on each of them, so a sum can exceed the true number of
/// leaves by far. The proofs remain correct, but the search avoids positions that only seem hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The sum, by the definition.
    Sum,
    /// The maximum, plus one for each other child (Ueda, Hashimoto, Hashimoto & Iida, "Weak
    /// Proof-Number Search", CG 2008).
    Max,
    /// The sum over the children that this node was the first to reach, or the maximum of the
    /// others if that is larger: each position is added on one path only (after Kishimoto, "Dealing
    /// with Infinite Loops, Underestimation, and Overestimation of Depth-First Proof-Number
    /// Search", AAAI 2010).
    SumOrMax,
}

/// What can be set.
#[derive(Clone, Copy, Debug)]
struct Knobs {
    /// By default it depends on the game.
    counting: Option<Counting>,
    /// ε in 256ths.
    epsilon: u32,
}

impl Knobs {
    /// The default rule for this game. With cycles, positions have so many paths that sums are
    /// useless.
    fn counting(self, never_repeats: bool) -> Counting {
        self.counting.unwrap_or(if never_repeats { Counting::Sum } else { Counting::Max })
    }

    /// The threshold of the best child when the second best has this number.
    #[inline]
    fn beyond(self, second: u32) -> u32 {
        if second == INFINITE {
            return second;
        }
        let limit = u64::from(second) + 1 + ((u64::from(second) * u64::from(self.epsilon)) >> 8);
        // A limit that no finite number passes is none: the child is searched until it is settled.
        if limit > u64::from(LARGEST) { INFINITE } else { limit as u32 }
    }
}

/// Depth-first proof-number search (Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
/// Applications", Ph.D. thesis, University of Tokyo, 2002): proves who wins, with a transposition
/// table of fixed size instead of a tree.
///
/// It searches below a child until its number reaches a threshold, above that of the second best
/// child by a fraction ε and one, or the node reaches its own threshold. Results are stored in the
/// table, which keeps those that took the most work; lost results are searched again. A verdict is
/// a proof. That there will be one is certain only for finite games without cycles and without lost
/// results (Kishimoto & Müller, "About the Completeness of Depth-First Proof-Number Search", CG
/// 2008).
///
/// # Games with cycles
/// A position that repeats on the path counts as not won by the claimant. Proofs never depend on
/// that. A disproof that depends on it is valid, and kept, as long as the repeated position stays
/// on the path; it becomes unconditional once that position is disproved without depending on its
/// ancestors. So the results are correct in games with cycles.
///
/// # Complexity
/// Memory: 16 bytes per table entry, and a few per move on the path.
///
/// # Example
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_proof::{DfPn, Mobility};
///
/// let game = Breakthrough::new(2, 5)?;
/// let answer = DfPn::new().first_numbers(Mobility).solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Loss(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DfPn<H = NoHints, F = Unit, K = NoStore> {
    hints: H,
    first: F,
    store: K,
    knobs: Knobs,
    table_bytes: usize,
    verified: bool,
    remember: bool,
    wanted: Wanted,
    kept: Kept,
}

impl DfPn {
    const TABLE_BYTES: usize = 64 << 20;

    /// A search with ε = 1/2 and a table of at most 64 MiB.
    #[must_use]
    pub fn new() -> Self {
        DfPn {
            hints: NoHints,
            first: Unit,
            store: NoStore,
            knobs: Knobs { counting: None, epsilon: 128 },
            table_bytes: Self::TABLE_BYTES,
            verified: false,
            remember: false,
            wanted: Wanted { best_moves: false, whole_pv: true },
            kept: Kept::default(),
        }
    }
}

impl Default for DfPn {
    fn default() -> Self {
        DfPn::new()
    }
}

impl<H, F, K> DfPn<H, F, K> {
    /// Sets the game's hints.
    #[must_use]
    pub fn hints<I>(self, hints: I) -> DfPn<I, F, K> {
        let DfPn { first, store, knobs, table_bytes, verified, remember, wanted, kept, .. } = self;
        DfPn { hints, first, store, knobs, table_bytes, verified, remember, wanted, kept }
    }

    /// Sets the initial numbers of leaves.
    #[must_use]
    pub fn first_numbers<I>(self, first: I) -> DfPn<H, I, K> {
        let DfPn { hints, store, knobs, table_bytes, verified, remember, wanted, kept, .. } = self;
        DfPn { hints, first, store, knobs, table_bytes, verified, remember, wanted, kept }
    }

    /// Sets a proof store, whose results the search starts from and to which it adds its own: an
    /// [`Arc`](std::sync::Arc) of a [`ProofStore`](crate::ProofStore).
    #[must_use]
    pub fn store<I>(self, store: I) -> DfPn<H, F, I> {
        let DfPn { hints, first, knobs, table_bytes, verified, remember, wanted, kept, .. } = self;
        DfPn { hints, first, store, knobs, table_bytes, verified, remember, wanted, kept }
    }

    /// Sets the rule for δ numbers. By default it is [`Counting::Sum`], or [`Counting::Max`] in
    /// games with cycles.
    #[must_use]
    pub fn counting(mut self, counting: Counting) -> Self {
        self.knobs.counting = Some(counting);
        self
    }

    /// The fraction ε by which the best child may exceed the number of the second best before the
    /// search switches to that one (Pawlewicz & Lew, "Improving Depth-First PN-Search: 1+ε Trick",
    /// CG 2006). Rounded to 1/256, between 0 and 16.
    ///
    /// With 0 and [`Counting::Max`] the search can alternate between two children, a node at a time,
    /// until their numbers are as high as they can be; 0.01 prevents that.
    #[must_use]
    pub fn epsilon(mut self, epsilon: f64) -> Self {
        self.knobs.epsilon = (epsilon.clamp(0.0, 16.0) * 256.0).round() as u32;
        self
    }

    /// The maximum memory of the table; 64 MiB by default. The table grows as needed.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Whether the table compares whole positions, not only their keys, so that no proof depends on
    /// a key. Such a table is allocated in full.
    #[must_use]
    pub fn verified(mut self, wanted: bool) -> Self {
        self.verified = wanted;
        self
    }

    /// Whether to keep the table from one search to the next, which must then be of the same game
    /// with the same hints: for many questions about the positions of one proof. A store is read
    /// and written by the first of these searches only. It has no effect in games with cycles, on a
    /// [verified](Self::verified) table, on several threads, or on clones.
    #[must_use]
    pub fn remember(mut self, wanted: bool) -> Self {
        self.remember = wanted;
        self
    }

    /// Whether to report all best moves, which takes more nodes.
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.wanted.best_moves = wanted;
        self
    }

    /// Whether to compute the principal variation to its end (the default), or only the best move.
    #[must_use]
    pub fn whole_pv(mut self, wanted: bool) -> Self {
        self.wanted.whole_pv = wanted;
        self
    }
}

/// The parts of the memory.
#[derive(Clone, Copy, Debug)]
struct Shares {
    /// The bytes of the table.
    table: usize,
    /// The number of conditions.
    conditions: usize,
    /// The number of results for the store.
    lessons: usize,
}

/// What a search that was cut short leaves to those that go on.
#[derive(Default)]
struct Begun {
    entries: Vec<(u64, Entry)>,
    /// Whether disproofs among them may rest on draws.
    drawn: bool,
}

/// A search of one position.
struct Job<'a, G: Game, H, F, K> {
    search: &'a DfPn<H, F, K>,
    game: &'a G,
    state: &'a G::State,
    shares: Shares,
}

impl<'a, G, H, F, K> Job<'a, G, H, F, K>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    K: Proofs<G>,
{
    fn new(search: &'a DfPn<H, F, K>, game: &'a G, state: &'a G::State, meter: &Meter) -> Self {
        let bytes = search.table_bytes.min(meter.bytes_left());
        let conditions = if game.never_repeats() { 0 } else { bytes / 8 / Conditions::BYTES };
        let lessons = search.store.room().min(bytes / 8 / size_of::<Lesson<G::State>>());
        let beside = conditions * Conditions::BYTES + lessons * size_of::<Lesson<G::State>>();
        let shares = Shares { table: bytes - beside, conditions, lessons };
        Job { search, game, state, shares }
    }

    /// Runs `ask` on a search that takes `lessons` for the store, with this table, of which `drawn`
    /// says whether a disproof may rest on draws, and `section` what its checkpoints are called;
    /// returns the answer, and what to say of the table afterwards.
    fn on_table<O: Observer<G>, T>(
        &self,
        lessons: usize,
        (table, drawn, section): (&mut OwnTable<G::State>, bool, Option<&str>),
        observer: O,
        meter: &mut Meter,
        ask: impl FnOnce(&mut dyn Prove<G, Node = O::Node>) -> T,
    ) -> (T, bool) {
        let DfPn { hints, first, store, knobs, .. } = self.search;
        let (game, conditions) = (self.game, self.shares.conditions);
        let run = Run::new(game, observer, hints, first, *knobs, table, Alone, conditions, meter);
        let mut run = run.learning(lessons, store).drawn_if(drawn).saving(section);
        let answer = ask(&mut run);
        let findings = run.into_findings();
        store.learn(&findings.lessons, findings.drawn);
        (answer, findings.drawn)
    }

    /// Searches by this thread what others may help with afterwards.
    fn begin(&self, meter: &mut Meter) -> (Judgement<G::Move>, Begun) {
        let (game, state, wanted) = (self.game, self.state, self.search.wanted);
        let ask = |run: &mut dyn Prove<G, Node = ()>| judge(game, state, (), run, wanted);
        let found = |judgement: Judgement<G::Move>, memory: &Memory, drawn| {
            let is_cut = judgement.limit.is_some();
            let entries = if is_cut { memory.entries().collect() } else { Vec::new() };
            (judgement, Begun { entries, drawn })
        };
        self.on_memory(false, Unobserved, meter, ask, found)
    }

    /// Runs `ask` on a search.
    fn run<O: Observer<G>, T>(
        &self,
        observer: O,
        meter: &mut Meter,
        ask: impl FnOnce(&mut dyn Prove<G, Node = O::Node>) -> T,
    ) -> T {
        let (DfPn { hints, store, .. }, Shares { table, lessons, .. }) = (self.search, self.shares);
        if self.search.verified {
            let mut table = &mut OwnTable::verified(table, self.state);
            let drawn = preload(self.game, hints, store, &mut table);
            no_checkpoints(meter);
            let found = self.on_table(lessons, (&mut *table, drawn, None), observer, meter, ask).0;
            claim(table.verified_bytes(), meter);
            return found;
        }
        // What rests on the path of one search is unknown to the next.
        let remember = self.search.remember && self.game.never_repeats();
        self.on_memory(remember, observer, meter, ask, |found, _, _| found)
    }

    /// Runs `ask` on a search with the table that compares keys, and `then` on its answer, the table,
    /// and whether a disproof may rest on draws.
    fn on_memory<O: Observer<G>, A, T>(
        &self,
        remember: bool,
        observer: O,
        meter: &mut Meter,
        ask: impl FnOnce(&mut dyn Prove<G, Node = O::Node>) -> A,
        then: impl FnOnce(A, &Memory, bool) -> T,
    ) -> T {
        let (DfPn { hints, store, kept, .. }, game) = (self.search, self.game);
        kept.lend(self.shares.table, remember, meter.deadline(), |memory, known| {
            let mut table = &mut OwnTable::Keyed(&mut *memory);
            let (lessons, drawn, section) = match known {
                Some(drawn) => (0, drawn, None),
                None => {
                    let load = |input: &mut StateReader, _: &mut Meter| table.load(input);
                    let (saved, section) = resume(game, self.state, meter, load);
                    let drawn = preload(game, hints, store, &mut table);
                    (self.shares.lessons, drawn || saved, section)
                }
            };
            let on = (table, drawn, section.as_deref());
            let (answer, drawn) = self.on_table(lessons, on, observer, meter, ask);
            claim(memory.peak_bytes(), meter);
            (then(answer, memory, drawn), drawn)
        })
    }
}

impl<H, F, K> DfPn<H, F, K> {
    /// Decides one claim: whether `claimant` wins in `state`. `None` if the budget ends before.
    ///
    /// With [`remember`](Self::remember), the positions of one proof are decided in almost no time,
    /// each with the move that shows the result.
    ///
    /// # Example
    /// ```
    /// use tesuji_breakthrough::Breakthrough;
    /// use tesuji_core::{Budget, Player, Rules};
    /// use tesuji_proof::DfPn;
    ///
    /// let game = Breakthrough::new(2, 5)?;
    /// let search = DfPn::new().remember(true);
    /// let budget = Budget::unlimited();
    /// let decision = search.decide(&game, &game.initial(), Player::First, &budget).unwrap();
    /// assert!(!decision.holds && !decision.drawn, "the second player wins");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decide<G>(
        &self,
        game: &G,
        state: &G::State,
        claimant: Player,
        budget: &Budget,
    ) -> Option<Decision<G::Move>>
    where
        G: Game,
        H: Hints<G>,
        F: FirstNumbers<G>,
        K: Proofs<G>,
    {
        if let Some(result) = game.result(state) {
            let holds = result == GameResult::Win(claimant);
            return Some(Decision { holds, decisive: None, drawn: result == GameResult::Draw });
        }
        let mut silent = Silent;
        let meter = &mut Meter::new(budget, &mut silent);
        Job::new(self, game, state, meter).run(Unobserved, meter, |run| {
            let Proof { holds, decisive } = run.prove(state, claimant, ()).continue_value()?;
            Some(Decision { holds, decisive, drawn: run.drawn() })
        })
    }
}

/// Takes up the table of a search from its checkpoint, if there is one. Returns whether what it
/// holds may rest on draws, and the name of the checkpoints, if the table is to be saved.
fn resume<G: Game>(
    game: &G,
    state: &G::State,
    meter: &mut Meter,
    mut load: impl FnMut(&mut StateReader, &mut Meter) -> io::Result<()>,
) -> (bool, Option<String>) {
    if !meter.has_checkpoints() {
        return (false, None);
    }
    if !game.never_repeats() {
        no_checkpoints(meter);
        return (false, None);
    }
    let section = format!("proof numbers from {:016x}", game.key(state));
    // What is not there is searched again. What a checkpoint that is refused has left in the table
    // may rest on draws, too.
    let mut drawn = false;
    let _ = meter.resume(&section, |input, meter| {
        let was_drawn = drawn;
        drawn = true;
        load(input, meter)?;
        drawn = was_drawn || input.number()? != 0;
        Ok(())
    });
    (drawn, Some(section))
}

/// Writes what [`resume`] reads: the table, and whether what it holds may rest on draws, which is
/// to be asked afterwards.
fn save<S>(
    table: &impl Transpositions<S, Entry>,
    is_drawn: impl FnOnce() -> bool,
    out: &mut StateWriter,
) -> io::Result<()> {
    table.save(out)?;
    out.number(is_drawn().into())
}

fn no_checkpoints(meter: &mut Meter) {
    meter.no_checkpoints(
        "the table compares positions, or holds results that depend on the path; a store keeps \
         what is proved",
    );
}

/// The result of a search for one claim: that a player wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision<M> {
    /// Whether the player wins.
    pub holds: bool,
    /// The move that shows the result: the player's winning move, or the other player's refutation.
    /// `None` if the player to move has no such move.
    pub decisive: Option<M>,
    /// Whether the search has met draws or cycles: a player who does not win may then not lose
    /// either.
    pub drawn: bool,
}

impl<G, H, F, K> GameSolver<G> for DfPn<H, F, K>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    K: Proofs<G>,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G, H, F, K> ObservableGameSolver<G> for DfPn<H, F, K>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    K: Proofs<G>,
{
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let root = observer.root(state);
        if let Some(judgement) = judge_finished(game, state, (observer, root), meter) {
            return judgement;
        }
        Job::new(self, game, state, meter)
            .run(observer, meter, |run| judge(game, state, root, run, self.wanted))
    }
}
