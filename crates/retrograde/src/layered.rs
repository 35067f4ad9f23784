use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tesuji_core::{Budget, Judgement, Layered, Limit, Meter, Rules, Silent, Wdl};

use crate::exact::Exact;
use crate::ply_value::PlyValue;
use crate::rank_set::{RankIndex, RankSet, RankedValues};
use crate::table::{Census, increment};

/// The exact value of every position of a [`Layered`] game that can be reached from a start.
///
/// The positions of a layer are bits of a set of ranks. No move is stored: first every layer gives
/// the next ones their positions; then the values of a layer, the last one first, follow from those
/// of the layers beyond.
///
/// # Complexity
/// Every position is expanded twice. Memory: two bytes for each position, and in each layer a bit
/// and a half for each of its [ranks](Layered::layer_ranks), or for each rank of the game where
/// layers have no ranks of their own: there, [`Table`](crate::Table) is faster and takes less
/// memory.
///
/// # Example
/// The empty board of 4×4 is drawn; John Tromp has published the number of its positions.
/// ```
/// use tesuji_connect_four::ConnectFour;
/// use tesuji_core::Rules;
/// use tesuji_retrograde::{Ender, Exact, LayeredTable};
///
/// let game = ConnectFour::new(4, 4)?;
/// let table = LayeredTable::solve(&game, &game.initial());
/// assert_eq!(table.len(), 161_029);
/// assert_eq!(table.value(&game.initial()), Some(Exact::Draw(Ender::Either)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayeredTable<'g, G> {
    game: &'g G,
    /// The layer of the start.
    first: u32,
    layers: Vec<RankedValues<PlyValue>>,
}

impl<'g, G: Layered + Sync> LayeredTable<'g, G> {
    /// Solves the game from `start`.
    ///
    /// # Panics
    /// If memory allocation fails, or the game breaks the contract of [`Layered`].
    pub fn solve(game: &'g G, start: &G::State) -> Self {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let table = Self::solve_within(game, start, &mut Meter::new(&budget, &mut silent));
        table.expect("memory for the table")
    }

    /// Solves the game from `start` within the limits of a meter's budget.
    ///
    /// # Errors
    /// The limit that was reached; [`Limit::Depth`] if there are more than 32,766 layers.
    ///
    /// # Panics
    /// If the game breaks the contract of [`Layered`], or its positions have no ranks.
    pub fn solve_within(game: &'g G, start: &G::State, meter: &mut Meter) -> Result<Self, Limit> {
        Self::solve_by_threads(game, start, 1, meter)
    }

    /// The same by this number of threads, which divide each layer.
    ///
    /// # Errors
    /// Those of [`solve_within`](Self::solve_within).
    ///
    /// # Panics
    /// Those of [`solve_within`](Self::solve_within).
    pub fn solve_by_threads(
        game: &'g G,
        start: &G::State,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let left = meter.bytes_left();
        let first = game.layer(start);
        match solve_layers(game, (first, game.rank(start)), threads, meter) {
            Ok(layers) => Ok(LayeredTable { game, first, layers }),
            Err(limit) => {
                meter.release(left - meter.bytes_left());
                Err(limit)
            }
        }
    }

    /// The memory for the sets of positions from `start` on; `None` if its layer has no
    /// [ranks](Layered::layer_ranks) of its own. The values take two bytes for each position
    /// besides.
    pub(crate) fn bytes_of_sets(game: &G, start: &G::State) -> Option<usize> {
        game.max_step()?;
        let mut layers =
            (game.layer(start)..).map_while(|layer| game.layer_ranks(layer)).peekable();
        layers.peek()?;
        let bytes = |ranks: Range<u64>| RankedValues::<PlyValue>::bytes(&ranks, 0);
        Some(layers.map(bytes).fold(0, usize::saturating_add))
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.layers.iter().map(|layer| layer.values().len() as u64).sum()
    }

    /// Whether there are no positions: never, as the start is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of `state` for the player to move; `None` if it cannot be reached from the start.
    pub fn value(&self, state: &<G as Rules>::State) -> Option<Exact> {
        let layer = self.game.layer(state).checked_sub(self.first)?;
        self.layers.get(layer as usize)?.get(self.game.rank(state)).map(PlyValue::exact)
    }

    /// The value of `state` with its best moves and principal variation, in the form of all
    /// searches; `None` if it cannot be reached from the start.
    pub fn judge(&self, state: &<G as Rules>::State) -> Option<Judgement<G::Move>> {
        let value = self.value(state)?;
        let best_moves = self.best_moves(state);
        let (mut pv, mut next, mut state) =
            (Vec::new(), best_moves.first().copied(), state.clone());
        while let Some(mv) = next {
            pv.push(mv);
            self.game.play(&mut state, mv);
            next = self.best_moves(&state).first().copied();
        }
        Some(Judgement {
            value: value.value(true),
            best: pv.first().copied(),
            best_moves,
            pv,
            depth: None,
            limit: None,
            proof_numbers: None,
        })
    }

    /// The moves that keep the value of a position of the table and, in a win or a loss, the number
    /// of plies, in the order of the rules.
    fn best_moves(&self, state: &<G as Rules>::State) -> Vec<G::Move> {
        let value =
            |state: &_| self.value(state).expect("moves lead to positions that were reached");
        let here = value(state);
        let mut moves = self.game.moves(state);
        moves.retain(|&mv| match (here, value(&self.game.successor(state, mv)).reversed()) {
            (Exact::Win(plies), Exact::Win(rest)) | (Exact::Loss(plies), Exact::Loss(rest)) => {
                rest + 1 == plies
            }
            (here, there) => here.wdl() == Wdl::Draw && there.wdl() == Wdl::Draw,
        });
        moves
    }

    /// Counts the positions of each value.
    #[must_use]
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        for &value in self.layers.iter().flat_map(RankedValues::values) {
            match value.exact() {
                Exact::Win(plies) => increment(&mut census.wins, plies),
                Exact::Loss(plies) => increment(&mut census.losses, plies),
                Exact::Draw(_) | Exact::Endless => census.draws += 1,
            }
        }
        census
    }
}

/// The values of each layer, from that of the start on.
fn solve_layers<G: Layered + Sync>(
    game: &G,
    start: (u32, u64),
    threads: usize,
    meter: &mut Meter,
) -> Result<Vec<RankedValues<PlyValue>>, Limit> {
    let sets = reach(game, start, threads, meter)?;
    let mut layers: Vec<RankedValues<PlyValue>> = Vec::new();
    // The last layer first.
    for ranks in sets.into_iter().rev() {
        let index = RankIndex::new(ranks, meter)?;
        let values = evaluate(game, &layers, &index, threads, meter)?;
        layers.push(RankedValues::new(index, values));
    }
    layers.reverse();
    Ok(layers)
}

/// The ranks of each layer, from that of the start on.
fn reach<G: Layered + Sync>(
    game: &G,
    (first, start): (u32, u64),
    threads: usize,
    meter: &mut Meter,
) -> Result<Vec<RankSet>, Limit> {
    let have_own = game.layer_ranks(first).is_some();
    let ranks = |layer: usize| {
        let own = game.layer_ranks(first + u32::try_from(layer).ok()?);
        own.or_else(|| (!have_own).then(|| 0..game.state_count()))
    };
    let max_step = game.max_step().expect("positions with ranks") as usize;
    let mut sets: Vec<RankSet> = Vec::new();
    let mut layer = 0;
    loop {
        while sets.len() <= layer + max_step
            && let Some(ranks) = ranks(sets.len())
        {
            sets.push(RankSet::new(&ranks, meter)?);
        }
        if layer == 0 {
            sets[0].insert(start);
        }
        if sets[layer..].iter().all(RankSet::is_empty) {
            break;
        }
        if layer > PlyValue::MAX_PLIES as usize {
            return Err(Limit::Depth);
        }
        // The layer itself is read while those beyond it are written.
        let (from, beyond) = (&sets[layer], &sets[layer + 1..]);
        by_parts(from.words(), threads, meter, |words, meter| {
            game.visit_successors_in_order(from.members(words), |_, successors, skipped| {
                meter.tally.expanded += 1;
                meter.charge(u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
                for (&rank, &skipped) in successors.iter().zip(skipped) {
                    beyond[skipped as usize].insert(rank);
                }
                Ok(())
            })
        })?;
        layer += 1;
    }
    for empty in sets.drain(layer..) {
        empty.release(meter);
    }
    Ok(sets)
}

/// The values of a layer, from those of the layers beyond, the last one first.
fn evaluate<G: Layered + Sync>(
    game: &G,
    beyond: &[RankedValues<PlyValue>],
    layer: &RankIndex,
    threads: usize,
    meter: &mut Meter,
) -> Result<Vec<PlyValue>, Limit> {
    let mut found = meter.claimed_vec(PlyValue::DRAW, layer.len())?;
    let mut rest = &mut found[..];
    let members = |part: usize| layer.before((part + 1) * PART) - layer.before(part * PART);
    let parts = (0..layer.ranks().words().div_ceil(PART)).map(|part| {
        let values = rest.split_off_mut(..members(part)).expect("as many values as members");
        Mutex::new(values)
    });
    let parts: Vec<_> = parts.collect();
    by_parts(layer.ranks().words(), threads, meter, |words, meter| {
        let mut found = parts[words.start / PART].lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = found.iter_mut();
        game.visit_successors_in_order(layer.ranks().members(words), |rank, successors, skipped| {
            meter.charge(1 + u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
            let values = successors.iter().zip(skipped).map(|(&rank, &skipped)| {
                let values = &beyond[beyond.len() - 1 - skipped as usize];
                values.get(rank).expect("moves lead to positions that were reached")
            });
            // What the opponent likes least, a ply later.
            *found.next().expect("a value for each member") = match values.min() {
                Some(least) => least.before(false).ok_or(Limit::Depth)?,
                None => {
                    let wdl = game.end_of_rank(rank).expect("a position without moves is the end");
                    PlyValue::new(wdl, 0).expect("the end takes no plies")
                }
            };
            Ok(())
        })
    })?;
    Ok(found)
}

/// The words of a part of a layer, which one thread works on.
const PART: usize = 1 << 10;

/// Has threads do the `work` on these words of a layer, a part at a time.
fn by_parts(
    words: usize,
    threads: usize,
    meter: &mut Meter,
    work: impl Fn(Range<usize>, &mut Meter) -> Result<(), Limit> + Sync,
) -> Result<(), Limit> {
    let next = AtomicUsize::new(0);
    let run = |_: usize, meter: &mut Meter| {
        loop {
            let begin = next.fetch_add(PART, Ordering::Relaxed);
            if begin >= words {
                break Ok(());
            }
            work(begin..words.min(begin + PART), meter)?;
            meter.look()?;
        }
    };
    // Threads for a small layer take longer to start than it does.
    let threads = threads.min(words.div_ceil(PART * 4));
    meter.share(threads, run).into_iter().collect()
}
