//! Depth-first proof-number search.

mod company;
mod conditions;
mod parallel;
mod path;
mod run;

use tesuji_core::{
    Game, GameSolver, Hints, Judgement, Meter, NoHints, ObservableGameSolver, Observer, Unobserved,
};

use crate::judge::{Prove, Wanted, finished, judge};
use crate::memory::{Kept, OwnTable};
use crate::numbers::{INFINITE, LARGEST};
use crate::store::{Lesson, NoStore, Proofs, preload};
use crate::{FirstNumbers, Unit};
use company::Alone;
use conditions::Conditions;
use run::Run;

pub use parallel::ParallelDfPn;

/// How a node's number against its player follows from those of its children.
///
/// A position that can be reached on several ways is counted on each of them, and a sum can grow
/// far beyond the number of leaves that there really are. The proof is none the less one; but the
/// search avoids what only looks hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The sum, as the numbers are defined.
    Sum,
    /// The largest, and one for each other child (Ueda, Hashimoto, Hashimoto & Iida, "Weak
    /// Proof-Number Search", CG 2008).
    Max,
    /// The sum of the children that this node was the first to meet, or the largest of the others
    /// if that is more: each position is added up on one way only (after Kishimoto, "Dealing with
    /// Infinite Loops, Underestimation, and Overestimation of Depth-First Proof-Number Search",
    /// AAAI 2010).
    SumOrMax,
}

/// What can be set.
#[derive(Clone, Copy, Debug)]
struct Knobs {
    /// What suits the game unless set.
    counting: Option<Counting>,
    /// ε in 256ths.
    epsilon: u32,
}

impl Knobs {
    /// How numbers are added up in a game of this kind. In cycles a position comes up on more ways
    /// than anybody counts, and sums are beyond all measure.
    fn counting(self, never_repeats: bool) -> Counting {
        self.counting.unwrap_or(if never_repeats { Counting::Sum } else { Counting::Max })
    }

    /// Up to where the best child is searched when the second best has this number.
    #[inline(always)]
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
/// Applications", Ph.D. thesis, University of Tokyo, 2002): proves who wins, with a table of fixed
/// size instead of a tree.
///
/// It goes on below a child until its number passes the second best child's by a share ε, or that
/// of the node is past its own limit. What is known of a position is in the table, where the
/// results that were dearest to find stay longest; what the table forgets is searched again.
///
/// # Games with cycles
/// A position that comes back on the path counts as not won by the claimant. Proofs never rest on
/// that. A disproof that does holds as long as what it rests on stays on the path, and is kept for
/// so long; it holds everywhere once that is disproved and rests on nothing above itself. So the
/// verdicts are right, and nothing is searched again that is still known.
///
/// # Complexity
/// Sixteen bytes for each position that the table remembers, and some for each move on the path.
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
    wanted: Wanted,
    kept: Kept,
}

impl DfPn {
    const TABLE_BYTES: usize = 64 << 20;

    /// The search as it is used most: an ε of a quarter, a table of at most 64 MiB.
    #[must_use]
    pub fn new() -> Self {
        DfPn {
            hints: NoHints,
            first: Unit,
            store: NoStore,
            knobs: Knobs { counting: None, epsilon: 64 },
            table_bytes: Self::TABLE_BYTES,
            verified: false,
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
    /// Knows what these hints tell of the game.
    #[must_use]
    pub fn hints<I>(self, hints: I) -> DfPn<I, F, K> {
        let DfPn { first, store, knobs, table_bytes, verified, wanted, kept, .. } = self;
        DfPn { hints, first, store, knobs, table_bytes, verified, wanted, kept }
    }

    /// Begins with these numbers.
    #[must_use]
    pub fn first_numbers<I>(self, first: I) -> DfPn<H, I, K> {
        let DfPn { hints, store, knobs, table_bytes, verified, wanted, kept, .. } = self;
        DfPn { hints, first, store, knobs, table_bytes, verified, wanted, kept }
    }

    /// Begins with what a store knows, and leaves in it what it proves: an
    /// [`Arc`](std::sync::Arc) of a [`ProofStore`](crate::ProofStore).
    #[must_use]
    pub fn store<I>(self, store: I) -> DfPn<H, F, I> {
        let DfPn { hints, first, knobs, table_bytes, verified, wanted, kept, .. } = self;
        DfPn { hints, first, store, knobs, table_bytes, verified, wanted, kept }
    }

    /// How numbers are added up: unless set, as sums, or by the largest in games with cycles.
    #[must_use]
    pub fn counting(mut self, counting: Counting) -> Self {
        self.knobs.counting = Some(counting);
        self
    }

    /// By how much the best child may become worse than the second best until the search turns to
    /// that one: a share ε of its number (Pawlewicz & Lew, "Improving Depth-First PN-Search: 1+ε
    /// Trick", CG 2006). Kept in 256ths, between 0 and 16.
    #[must_use]
    pub fn epsilon(mut self, epsilon: f64) -> Self {
        self.knobs.epsilon = (epsilon.clamp(0.0, 16.0) * 256.0).round() as u32;
        self
    }

    /// The most memory for the table, 64 MiB unless set. It takes less as long as it needs less.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Whether the table compares whole positions, not only their keys: then no two of them are
    /// ever taken for one another. It takes all of [`table_bytes`](Self::table_bytes) at once.
    #[must_use]
    pub fn verified(mut self, wanted: bool) -> Self {
        self.verified = wanted;
        self
    }

    /// Whether to report all moves that are as good as the best; it takes more nodes.
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.wanted.best_moves = wanted;
        self
    }

    /// Whether to work out the principal variation to its end, as is done unless set, or to report
    /// the best move alone.
    #[must_use]
    pub fn whole_pv(mut self, wanted: bool) -> Self {
        self.wanted.whole_pv = wanted;
        self
    }
}

/// How the memory is divided.
#[derive(Clone, Copy, Debug)]
struct Shares {
    /// The bytes of the table.
    table: usize,
    /// How many conditions.
    conditions: usize,
    /// How many results for the store.
    lessons: usize,
}

impl<H, F, K> DfPn<H, F, K> {
    fn shares<G>(&self, meter: &Meter) -> Shares
    where
        G: Game,
        K: Proofs<G>,
    {
        let bytes = self.table_bytes.min(meter.bytes_left());
        let conditions = if G::NEVER_REPEATS { 0 } else { bytes / 8 / Conditions::BYTES };
        let lessons = self.store.room().min(bytes / 8 / size_of::<Lesson<G::State>>());
        let beside = conditions * Conditions::BYTES + lessons * size_of::<Lesson<G::State>>();
        Shares { table: bytes - beside, conditions, lessons }
    }

    /// The judgement by a search with this table. What is `observed` is the observer, with how it
    /// knows the root.
    fn judge_with<G, O>(
        &self,
        game: &G,
        state: &G::State,
        shares: Shares,
        mut table: &mut OwnTable<G::State>,
        (observer, root): (O, O::Node),
        meter: &mut Meter,
    ) -> Judgement<G::Move>
    where
        G: Game,
        O: Observer<G>,
        H: Hints<G>,
        F: FirstNumbers<G>,
        K: Proofs<G>,
    {
        let drawn = preload(game, &self.hints, &self.store, &mut table);
        let (hints, first, conditions) = (&self.hints, &self.first, shares.conditions);
        let knobs = self.knobs;
        let run = Run::new(game, observer, hints, first, knobs, table, Alone, conditions, meter);
        let mut run = run.learning(shares.lessons, &self.store).drawn_if(drawn);
        let judgement = judge(game, state, root, &mut run, self.wanted);
        let drawn = run.drawn();
        self.store.learn(&run.into_findings().lessons, drawn);
        judgement
    }
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
        let observed = (observer, observer.root(state));
        if let Some(judgement) = finished(game, state, observed, meter) {
            return judgement;
        }
        let shares = self.shares::<G>(meter);
        if self.verified {
            let mut table = OwnTable::verified(shares.table, state);
            let claimed = meter.claim(table.verified_bytes());
            debug_assert_eq!(claimed, Ok(()), "the table stays within the budget");
            return self.judge_with(game, state, shares, &mut table, observed, meter);
        }
        self.kept.lend(shares.table, |memory| {
            let mut table = OwnTable::Keyed(&mut *memory);
            let judgement = self.judge_with(game, state, shares, &mut table, observed, meter);
            let claimed = meter.claim(memory.peak_bytes());
            debug_assert_eq!(claimed, Ok(()), "the table stays within the budget");
            judgement
        })
    }
}
