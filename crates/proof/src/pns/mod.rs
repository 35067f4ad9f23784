//! Best-first proof-number search.

mod run;
mod tree;

use tesuji_core::{
    Game, GameSolver, Hints, Judgement, Meter, NoHints, ObservableGameSolver, Observer, Unobserved,
};

use crate::judge::{Wanted, finished, judge};
use crate::memory::{Kept, OwnTable};
use crate::{FirstNumbers, Unit};
use run::Run;

/// Best-first proof-number search (Allis, van der Meulen & van den Herik, "Proof-Number Search",
/// Artificial Intelligence 66, 1994), and PN² on top of it.
///
/// The whole tree is in memory, and the next node to be expanded is always a most-proving one: no
/// set of leaves that would settle the claim is smaller than the one it belongs to. What is settled
/// is given back, and remembered in a table, so that it is settled at once where it comes up again.
///
/// In PN² (Breuker, "Memory versus Search in Games", Ph.D. thesis, Maastricht, 1998) a leaf is
/// expanded by a search of its own, of as many nodes as the first tree has; only its children
/// are kept. So a tree of `n` nodes stands for a search of `n²`.
///
/// A position that comes back on the way to itself counts as not won by the claimant there. The
/// tree knows its ways, so that no verdict is taken from one way to another: of a game
/// with cycles, only what is proved goes to the table.
///
/// # Complexity
/// Twelve bytes for each node and those of a move; the time of a node is that of its children's
/// rules, hints and numbers, and of looking through the siblings of the nodes above it as far as
/// numbers change.
///
/// # Example
/// ```
/// use tesuji_core::{GameSolver, Notation, Value};
/// use tesuji_proof::PnSearch;
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let answer = PnSearch::new().solve(&game, &game.parse_state("xx./oo./...")?);
/// assert_eq!(answer.judgement.value, Value::Win(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PnSearch<H = NoHints, F = Unit> {
    hints: H,
    first: F,
    two_levels: bool,
    table_bytes: usize,
    verified: bool,
    wanted: Wanted,
    kept: Kept,
}

impl PnSearch {
    /// The search with one tree, and a table of at most 16 MiB.
    #[must_use]
    pub fn new() -> Self {
        PnSearch {
            hints: NoHints,
            first: Unit,
            two_levels: false,
            table_bytes: 16 << 20,
            verified: false,
            wanted: Wanted { best_moves: false, whole_pv: true },
            kept: Kept::default(),
        }
    }

    /// PN²: the search with a second tree for each leaf of the first.
    #[must_use]
    pub fn pn2() -> Self {
        PnSearch { two_levels: true, ..PnSearch::new() }
    }
}

impl Default for PnSearch {
    fn default() -> Self {
        PnSearch::new()
    }
}

impl<H, F> PnSearch<H, F> {
    /// Knows what these hints tell of the game.
    #[must_use]
    pub fn hints<I>(self, hints: I) -> PnSearch<I, F> {
        let PnSearch { first, two_levels, table_bytes, verified, wanted, kept, .. } = self;
        PnSearch { hints, first, two_levels, table_bytes, verified, wanted, kept }
    }

    /// Begins with these numbers.
    #[must_use]
    pub fn first_numbers<I>(self, first: I) -> PnSearch<H, I> {
        let PnSearch { hints, two_levels, table_bytes, verified, wanted, kept, .. } = self;
        PnSearch { hints, first, two_levels, table_bytes, verified, wanted, kept }
    }

    /// The most memory for the table of what is settled: it takes less as long as it needs less.
    /// With 0 there is none, and what is settled is settled again where it comes up again. The
    /// trees take what they need and the budget has.
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

impl<G, H, F> GameSolver<G> for PnSearch<H, F>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G, H, F> ObservableGameSolver<G> for PnSearch<H, F>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
{
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let root = observer.root(state);
        if let Some(judgement) = finished(game, state, (observer, root), meter) {
            return judgement;
        }
        // The trees need memory as well.
        let bytes = self.table_bytes.min(meter.bytes_left() / 4);
        meter.set_aside(bytes, |meter| {
            let search = |table: &mut OwnTable<G::State>, meter: &mut Meter| {
                let (hints, first) = (&self.hints, &self.first);
                let mut run = Run::new(game, observer, hints, first, self.two_levels, table, meter);
                judge(game, state, root, &mut run, self.wanted)
            };
            if self.verified {
                let mut table = OwnTable::verified(bytes, state);
                (search(&mut table, meter), table.verified_bytes())
            } else {
                self.kept.lend(bytes, |memory| {
                    let judgement = search(&mut OwnTable::Keyed(&mut *memory), meter);
                    (judgement, memory.peak_bytes())
                })
            }
        })
    }
}
