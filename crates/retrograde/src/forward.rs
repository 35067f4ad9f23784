use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, Limit, Meter, Player, Ranked};

use crate::graph::{Edges, Kind, place, sum_up};
use crate::space::{Space, usize_of};

/// All positions of the game's ranking, for games without reversible moves: the predecessors are
/// found by two passes over all moves, and stored.
///
/// # Complexity
/// Memory: 5 bytes per position and 4 per move; at most 2³² − 1 of either.
#[derive(Clone, Debug)]
pub struct NumberedForward<'g, G> {
    game: &'g G,
    kinds: Vec<Kind>,
    predecessors: Edges,
}

impl<'g, G: Game + Ranked> NumberedForward<'g, G> {
    /// The space of `game`.
    ///
    /// # Errors
    /// The limit of the meter's budget that was reached.
    pub fn explore(game: &'g G, meter: &mut Meter) -> Result<Self, Limit> {
        let size = u32::try_from(game.state_count()).map_err(|_| Limit::Memory)?;
        let mut kinds = Vec::new();
        meter.claim(size as usize)?;
        kinds.try_reserve_exact(size as usize).map_err(|_| Limit::Memory)?;
        let mut ends = meter.claimed_vec(0u32, size as usize + 1)?;
        let mut moves = 0u64;
        for rank in 0..size {
            kinds.push(Kind::of(game, &game.unrank(rank.into())));
            let before = moves;
            game.visit_successor_ranks(rank.into(), |next| {
                ends[usize_of(next)] += 1;
                moves += 1;
            });
            meter.charge(u32::try_from(moves - before).map_err(|_| Limit::Memory)? + 1)?;
        }
        let moves = u32::try_from(moves).map_err(|_| Limit::Memory)?;
        sum_up(&mut ends);
        let mut targets = meter.claimed_vec(0u32, moves as usize)?;
        for rank in 0..size {
            meter.charge(1)?;
            game.visit_successor_ranks(rank.into(), |next| {
                place(&mut ends, &mut targets, rank, usize_of(next));
            });
        }
        Ok(NumberedForward { game, kinds, predecessors: Edges::from_parts(ends, targets) })
    }
}

impl<G: Game + Ranked> Space for NumberedForward<'_, G> {
    type Game = G;
    type Node = u32;

    fn game(&self) -> &G {
        self.game
    }

    fn len(&self) -> usize {
        self.kinds.len()
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "indices are u32")]
    fn node(&self, index: usize) -> u32 {
        index as u32
    }

    fn state(&self, &node: &u32) -> G::State {
        self.game.unrank(node.into())
    }

    fn index(&self, state: &G::State) -> Option<usize> {
        Some(usize_of(self.game.rank(state)))
    }

    #[inline(always)]
    fn mover(&self, &node: &u32) -> Player {
        self.kinds[node as usize].mover()
    }

    #[inline(always)]
    fn end(&self, &node: &u32) -> Option<GameResult> {
        self.kinds[node as usize].end()
    }

    fn degree(&self, node: &u32) -> u32 {
        self.game.count_moves(&self.state(node))
    }

    fn visit_successors(&self, node: &u32, mut visit: impl FnMut(usize)) {
        let state = self.state(node);
        let ControlFlow::Continue(()) = self.game.visit_moves(&state, |mv| {
            visit(usize_of(self.game.rank(&self.game.successor(&state, mv))));
            ControlFlow::<Infallible>::Continue(())
        });
    }

    #[inline(always)]
    fn visit_predecessors(&self, &node: &u32, mut visit: impl FnMut(usize, &u32)) {
        for from in self.predecessors.list(node as usize) {
            visit(*from as usize, from);
        }
    }
}
