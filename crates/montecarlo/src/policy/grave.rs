//! Generalized rapid action value estimation (Cazenave, "Generalized Rapid Action Value
//! Estimation", IJCAI 2015).

use tesuji_core::{Game, GameResult, Player};

use super::{EdgeOf, EdgesOf, LANES, NodeOf, Policy, best, blend, floats};
use crate::confidence::Confidence;
use crate::node::{Choice, Edge, boxed};
use crate::trace::Trace;

/// [`Rave`](super::Rave) with the statistics of the last position on the path that has enough
/// visits, instead of those of a position with few visits.
///
/// A position collects statistics of all move codes, also of moves that are not legal there, once
/// it has a quarter of that number of visits: most positions never have as many, and need no memory
/// for it. There is no exploration term: as with [`Rave`](super::Rave), nothing is promised but
/// proofs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grave {
    /// As in [`Rave`](super::Rave).
    pub bias: f32,
    /// The number of visits that a position must exceed for its statistics to serve those below it.
    pub reference: u32,
}

/// The most codes; beyond that they share counters.
const MAX_CODES: usize = 1 << 16;

#[inline]
fn code<G: Game>(game: &G, player: Player, mv: G::Move) -> u16 {
    game.move_code(player, mv) as u16
}

impl<G: Game> Policy<G> for Grave {
    /// The code of the move.
    type Note = u16;
    const LEARNS: bool = true;

    fn edges(&self, game: &G, state: &G::State, moves: &[G::Move]) -> Option<EdgesOf<G, Self>> {
        let mover = game.to_move(state);
        boxed(moves.iter().map(|&mv| Edge::new(mv, code(game, mover, mv))))
    }

    fn replica(&code: &u16) -> u16 {
        code
    }

    #[inline]
    fn choose(
        &self,
        _: &G,
        node: &NodeOf<G, Self>,
        reference: &NodeOf<G, Self>,
        _: &Confidence,
    ) -> Choice {
        let all = reference.amaf();
        let numbers = |edges: [&EdgeOf<G, Self>; LANES]| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            let [all_visits, all_totals] = floats(edges.map(|edge| &all[usize::from(edge.note)]));
            [visits, totals, all_visits, all_totals]
        };
        let (index, _) = best(&node.edges, numbers, |[visits, total, all_visits, all_total]| {
            blend([visits, total], [all_visits, all_total], self.bias)
        });
        Choice::once(index)
    }

    #[inline]
    fn refers(&self, node: &NodeOf<G, Self>) -> bool {
        node.visits() > self.reference && !node.amaf().is_empty()
    }

    #[inline]
    fn collects(&self, visits: u32) -> bool {
        visits >= self.reference / 4
    }

    fn codes(&self, game: &G) -> usize {
        game.move_codes().min(MAX_CODES)
    }

    #[inline]
    fn code(&self, game: &G, player: Player, mv: G::Move) -> usize {
        code(game, player, mv).into()
    }

    #[inline]
    fn learn(&self, _: &G, node: &NodeOf<G, Self>, trace: &Trace, result: GameResult) {
        let amaf = node.amaf();
        if amaf.is_empty() {
            return;
        }
        for player in [Player::First, Player::Second] {
            let (codes, change) = trace.of(player, result);
            for &code in codes {
                amaf[code as usize].add(change);
            }
        }
    }
}
