//! Best-first proof-number search.

mod run;
mod saved;
mod tree;

use tesuji_core::{
    Game, GameSolver, Hints, Judgement, Meter, NoHints, ObservableGameSolver, Observer, Unobserved,
    judge_finished,
};

use crate::judge::{Wanted, judge};
use crate::memory::{Kept, OwnTable};
use crate::{FirstNumbers, Unit};
use run::Run;
use saved::Saved;

/// Best-first proof-number search (Allis, van der Meulen & van den Herik, "Proof-Number Search",
/// Artificial Intelligence 66, 1994), and PN² on top of it.
///
/// The whole tree is in memory, and the next node to be expanded is always a most-proving one: no
/// set of leaves that would settle the claim is smaller than the one it belongs to. A subtree whose
/// root is settled is freed, and its result is stored in a table for other paths.
///
/// In PN² (Breuker, "Memory versus Search in Games", Ph.D. thesis, Maastricht, 1998) a leaf is
/// expanded by a search of its own, of as many nodes as the first tree has; only the leaf's
/// children are kept. So a tree of `n` nodes stands for a search of `n²`.
///
/// A position that repeats on the path counts as not won by the claimant. A disproof can therefore
/// depend on the path, so in games with cycles only proofs are stored in the table.
///
/// # Complexity
/// Memory: 16 bytes per node if a move takes one byte, 20 if it takes two. Time per node: generating
/// its children with their hints and numbers, and updating the ancestors whose numbers change.
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
    /// Sets the game's hints.
    #[must_use]
    pub fn hints<I>(self, hints: I) -> PnSearch<I, F> {
        let PnSearch { first, two_levels, table_bytes, verified, wanted, kept, .. } = self;
        PnSearch { hints, first, two_levels, table_bytes, verified, wanted, kept }
    }

    /// Sets the initial numbers of leaves.
    #[must_use]
    pub fn first_numbers<I>(self, first: I) -> PnSearch<H, I> {
        let PnSearch { hints, two_levels, table_bytes, verified, wanted, kept, .. } = self;
        PnSearch { hints, first, two_levels, table_bytes, verified, wanted, kept }
    }

    /// The maximum memory of the table of settled positions, which grows as needed. With 0 there is
    /// no table, and such positions are searched again. The memory of the trees is limited only by
    /// the budget.
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
        if let Some(judgement) = judge_finished(game, state, (observer, root), meter) {
            return judgement;
        }
        // The trees need memory as well.
        let bytes = self.table_bytes.min(meter.bytes_left() / 4);
        meter.set_aside(bytes, |meter| {
            let search = |mut table: &mut OwnTable<G::State>, meter: &mut Meter| {
                let (hints, first) = (&self.hints, &self.first);
                let saved = Saved::resume(game, state, &mut table, meter);
                let run = Run::new(game, observer, hints, first, self.two_levels, table, meter);
                judge(game, state, root, &mut run.saving(saved), self.wanted)
            };
            if self.verified {
                let mut table = OwnTable::verified(bytes, state);
                (search(&mut table, meter), table.verified_bytes())
            } else {
                self.kept.lend(bytes, false, meter.deadline(), |memory, _| {
                    let judgement = search(&mut OwnTable::Keyed(&mut *memory), meter);
                    ((judgement, memory.peak_bytes()), false)
                })
            }
        })
    }
}
