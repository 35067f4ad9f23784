use tesuji_core::{Budget, Layered, Limit, Meter, Rules, Silent};

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

impl<'g, G: Layered> LayeredTable<'g, G> {
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
        let left = meter.bytes_left();
        let first = game.layer(start);
        match solve_layers(game, first, game.rank(start), meter) {
            Ok(layers) => Ok(LayeredTable { game, first, layers }),
            Err(limit) => {
                meter.release(left - meter.bytes_left());
                Err(limit)
            }
        }
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
fn solve_layers<G: Layered>(
    game: &G,
    first: u32,
    start: u64,
    meter: &mut Meter,
) -> Result<Vec<RankedValues<PlyValue>>, Limit> {
    let sets = reach(game, first, start, meter)?;
    let mut layers: Vec<RankedValues<PlyValue>> = Vec::new();
    // The last layer first.
    for ranks in sets.into_iter().rev() {
        let index = RankIndex::new(ranks, meter)?;
        let values = evaluate(game, &layers, &index, meter)?;
        layers.push(RankedValues::new(index, values));
    }
    layers.reverse();
    Ok(layers)
}

/// The ranks of each layer, from that of the start on.
fn reach<G: Layered>(
    game: &G,
    first: u32,
    start: u64,
    meter: &mut Meter,
) -> Result<Vec<RankSet>, Limit> {
    let empty = |layer: usize, meter: &mut Meter| {
        let ranks = game.layer_ranks(first + u32::try_from(layer).map_err(|_| Limit::Depth)?);
        RankSet::new(&ranks.unwrap_or(0..game.state_count()), meter)
    };
    let begin = empty(0, meter)?;
    begin.insert(start);
    let (mut sets, mut layer) = (vec![begin], 0);
    while layer < sets.len() {
        // The layer itself is read while those beyond it are written.
        let mut beyond = sets.split_off(layer + 1);
        for ranks in sets[layer].chunks() {
            game.visit_successors_in_order(ranks, |_, successors, skipped| {
                meter.tally.expanded += 1;
                meter.charge(u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
                for (&rank, &skipped) in successors.iter().zip(skipped) {
                    while beyond.len() <= skipped as usize {
                        beyond.push(empty(layer + 1 + beyond.len(), meter)?);
                    }
                    beyond[skipped as usize].insert(rank);
                }
                Ok::<(), Limit>(())
            })?;
            meter.look()?;
        }
        sets.append(&mut beyond);
        layer += 1;
        if layer > PlyValue::MAX_PLIES as usize {
            return Err(Limit::Depth);
        }
    }
    Ok(sets)
}

/// The values of a layer, from those of the layers beyond, the last one first.
fn evaluate<G: Layered>(
    game: &G,
    beyond: &[RankedValues<PlyValue>],
    layer: &RankIndex,
    meter: &mut Meter,
) -> Result<Vec<PlyValue>, Limit> {
    let mut found = meter.claimed_vec(PlyValue::DRAW, layer.len())?;
    found.clear();
    for ranks in layer.ranks().chunks() {
        game.visit_successors_in_order(ranks, |rank, successors, skipped| {
            meter.charge(1 + u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
            let values = successors.iter().zip(skipped).map(|(&rank, &skipped)| {
                let values = &beyond[beyond.len() - 1 - skipped as usize];
                values.get(rank).expect("moves lead to positions that were reached")
            });
            // What the opponent likes least, a ply later.
            found.push(match values.min() {
                Some(least) => least.before(false).ok_or(Limit::Depth)?,
                None => {
                    let wdl = game.end_of_rank(rank).expect("a position without moves is the end");
                    PlyValue::new(wdl, 0).expect("the end takes no plies")
                }
            });
            Ok::<(), Limit>(())
        })?;
        meter.look()?;
    }
    Ok(found)
}
