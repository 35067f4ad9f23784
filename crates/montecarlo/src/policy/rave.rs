//! Rapid action value estimation (Gelly & Silver, "Monte-Carlo Tree Search and Rapid Action Value
//! Estimation in Computer Go", Artificial Intelligence 175, 2011).

use tesuji_core::{Game, GameResult, Player};

use super::{EdgeOf, EdgesOf, LANES, NodeOf, Policy, best, blend, floats};
use crate::confidence::Confidence;
use crate::counter::Counter;
use crate::node::{Choice, Edge, boxed};
use crate::trace::Trace;

/// A move's own mean blended with the mean of all simulations through the position in which the
/// same player made it at any later time (all moves as first, AMAF): at first mostly the latter,
/// which has many more simulations, later mostly the former.
///
/// Without an `exploration` term, a move with a bad AMAF mean may never be tried,
/// so the estimate need not converge to the value of the game. Proofs are valid all the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rave {
    /// The assumed bias of the AMAF mean: with `n` visits of the move and `m` AMAF visits, the AMAF
    /// mean has weight `m / (n + m + bias · n · m)`. It is `4b²` for the bias `b` of Gelly &
    /// Silver.
    pub bias: f32,
    /// The constant of an added UCB1 term; 0 for none.
    pub exploration: f32,
}

impl<G: Game> Policy<G> for Rave {
    /// The results of all simulations with the move.
    type Note = Counter;
    const LEARNS: bool = true;

    fn edges(&self, _: &G, _: &G::State, moves: &[G::Move]) -> Option<EdgesOf<G, Self>> {
        boxed(moves.iter().map(|&mv| Edge::new(mv, Counter::default())))
    }

    fn replica(note: &Counter) -> Counter {
        note.replica()
    }

    fn exchange(own: &Counter, shared: &Counter, known: &mut u64) {
        own.exchange::<false>(shared, known);
    }

    fn counted(note: &Counter) -> u64 {
        note.word()
    }

    #[inline]
    fn choose(
        &self,
        _: &G,
        node: &NodeOf<G, Self>,
        _: &NodeOf<G, Self>,
        confidence: &Confidence,
    ) -> Choice {
        let unsure = self.exploration * confidence.of(node.visits());
        let numbers = |edges: [&EdgeOf<G, Self>; LANES]| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            let [all_visits, all_totals] = floats(edges.map(|edge| &edge.note));
            [visits, totals, all_visits, all_totals]
        };
        let (index, _) = best(&node.edges, numbers, |[visits, total, all_visits, all_total]| {
            let blend = blend([visits, total], [all_visits, all_total], self.bias);
            blend + unsure / visits.max(1.0).sqrt()
        });
        Choice::once(index)
    }

    fn codes(&self, game: &G) -> usize {
        game.move_codes()
    }

    #[inline]
    fn code(&self, game: &G, player: Player, mv: G::Move) -> usize {
        game.move_code(player, mv)
    }

    #[inline]
    fn learn(&self, game: &G, node: &NodeOf<G, Self>, trace: &Trace, result: GameResult) {
        let (_, change) = trace.of(node.mover, result);
        for edge in &node.edges {
            if trace.contains(game.move_code(node.mover, edge.mv)) {
                edge.note.add(change);
            }
        }
    }
}
