//! Upper confidence bounds applied to trees (Kocsis & Szepesvári, "Bandit Based Monte-Carlo
//! Planning", ECML 2006), and the same with progressive bias (Chaslot et al., "Progressive
//! Strategies for Monte-Carlo Tree Search", New Mathematics and Natural Computation 4, 2008).

use tesuji_core::{Evaluator, Game};

use super::{EdgesOf, NodeOf, Policy, best, floats, lanes};
use crate::confidence::Confidence;
use crate::node::{Edge, boxed};

/// UCB1: the mean plus the exploration term `c √(ln N / n)` for a move tried `n` times out of `N`.
/// Means are those of results from −1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ucb {
    /// The constant `c`.
    pub exploration: f32,
    /// The value of a move before it is tried (first-play urgency); infinite to try each move once
    /// first.
    pub first_play: f32,
}

impl Ucb {
    /// The value of a move, given `c √(ln N)`.
    #[inline]
    pub(super) fn value(self, [visits, total]: [f32; 2], unsure: f32) -> f32 {
        // Without a branch before the division, so that moves are rated together.
        let untried = if visits == 0.0 { self.first_play } else { 0.0 };
        (total + unsure * visits.sqrt() + untried) / visits.max(1.0)
    }

    #[inline]
    pub(super) fn unsure(self, visits: u32, confidence: &Confidence) -> f32 {
        self.exploration * confidence.of(visits)
    }
}

impl<G: Game> Policy<G> for Ucb {
    type Note = ();

    fn edges(&self, _: &G, _: &G::State, moves: &[G::Move]) -> Option<EdgesOf<G, Self>> {
        boxed(moves.iter().map(|&mv| Edge::new(mv, ())))
    }

    fn replica((): &()) {}

    #[inline]
    fn choose(
        &self,
        _: &G,
        node: &NodeOf<G, Self>,
        _: &NodeOf<G, Self>,
        confidence: &Confidence,
    ) -> usize {
        let unsure = self.unsure(node.visits(), confidence);
        best(&node.edges, |edges| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            lanes([&visits, &totals], |own| self.value(own, unsure))
        })
    }
}

/// UCB1 plus a progressive bias by an evaluator, which decreases as a move is tried: `weight · e /
/// (n + 1)`, where `e` is the evaluation of the position after the move, squashed to between −1 and
/// 1.
#[derive(Clone, Copy, Debug)]
pub struct Biased<E> {
    /// The rule without the bias.
    pub ucb: Ucb,
    /// The evaluator.
    pub evaluator: E,
    /// The score that is mapped to tanh 1 = 0.76.
    pub scale: f32,
    /// The weight of the bias.
    pub weight: f32,
}

impl<G: Game, E: Evaluator<G>> Policy<G> for Biased<E> {
    /// The weighted bias.
    type Note = f32;

    fn edges(&self, game: &G, state: &G::State, moves: &[G::Move]) -> Option<EdgesOf<G, Self>> {
        let bias = |mv| {
            let score = score_after(game, state, mv, &self.evaluator);
            self.weight * (score / self.scale).tanh()
        };
        boxed(moves.iter().map(|&mv| Edge::new(mv, bias(mv))))
    }

    fn replica(&bias: &f32) -> f32 {
        bias
    }

    #[inline]
    fn choose(
        &self,
        _: &G,
        node: &NodeOf<G, Self>,
        _: &NodeOf<G, Self>,
        confidence: &Confidence,
    ) -> usize {
        let unsure = self.ucb.unsure(node.visits(), confidence);
        // Of moves that were never tried, the most promising first: infinity would hide it.
        let ucb = Ucb { first_play: self.ucb.first_play.min(1e6), ..self.ucb };
        best(&node.edges, |edges| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            let biases = edges.map(|edge| edge.note);
            lanes([&visits, &totals, &biases], |[visits, total, bias]| {
                ucb.value([visits, total], unsure) + bias / (visits + 1.0)
            })
        })
    }
}

/// The score of a won game: above that of any position.
const DECIDED: f32 = 1e12;

/// The evaluation of the position after a move, for the player who made it.
pub(super) fn score_after<G: Game>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    evaluator: &impl Evaluator<G>,
) -> f32 {
    let player = game.to_move(state);
    let after = game.successor(state, mv);
    if let Some(result) = game.result(&after) {
        return DECIDED * result.seen_by(player).sign() as f32;
    }
    let score = evaluator.score(game, &after) as f32;
    if game.to_move(&after) == player { score } else { -score }
}
