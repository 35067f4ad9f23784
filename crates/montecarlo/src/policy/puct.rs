//! Predictors in UCT, as in AlphaZero (Rosin, "Multi-Armed Bandits with Episode Context", Annals of
//! Mathematics and Artificial Intelligence 61, 2011; Silver et al., Nature 550, 2017).

use tesuji_core::{Evaluator, Game};

use super::ucb::score_after;
use super::{EdgeOf, EdgesOf, LANES, NodeOf, Policy, best, floats};
use crate::confidence::Confidence;
use crate::node::{Choice, Edge, boxed};

/// Prior probabilities of the moves, before any simulation.
pub trait Priors<G: Game> {
    /// The weight of a legal move, at least 0. The weights of a position's moves are scaled to a
    /// sum of 1; if all are 0, all moves have the same prior.
    fn weight(&self, game: &G, state: &G::State, mv: G::Move) -> f32;
}

impl<G: Game, F: Fn(&G, &G::State, G::Move) -> f32> Priors<G> for F {
    fn weight(&self, game: &G, state: &G::State, mv: G::Move) -> f32 {
        self(game, state, mv)
    }
}

/// Priors by an evaluator (softmax): the prior of a move is e times that of another if its
/// successor scores `scale` more.
#[derive(Clone, Copy, Debug)]
pub struct SoftMaxPriors<E> {
    /// The evaluator.
    pub evaluator: E,
    /// The difference in scores for a factor of e.
    pub scale: f32,
}

impl<G: Game, E: Evaluator<G>> Priors<G> for SoftMaxPriors<E> {
    fn weight(&self, game: &G, state: &G::State, mv: G::Move) -> f32 {
        // Neither overflows nor vanishes when some dozens of them are added.
        (score_after(game, state, mv, &self.evaluator) / self.scale).clamp(-60.0, 60.0).exp()
    }
}

/// The mean plus `c P √N / (1 + n)` for a move with prior `P` tried `n` times out of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Puct<P> {
    /// The priors.
    pub priors: P,
    /// The constant `c`.
    pub exploration: f32,
    /// The mean of a move before it is tried (first-play urgency).
    pub first_play: f32,
}

impl<G: Game, P: Priors<G>> Policy<G> for Puct<P> {
    /// The prior.
    type Note = f32;

    fn edges(&self, game: &G, state: &G::State, moves: &[G::Move]) -> Option<EdgesOf<G, Self>> {
        let weight = |&mv: &G::Move| self.priors.weight(game, state, mv);
        let sum: f32 = moves.iter().map(weight).sum();
        let prior = |mv: &G::Move| {
            if sum > 0.0 { weight(mv) / sum } else { (moves.len() as f32).recip() }
        };
        boxed(moves.iter().map(|mv| Edge::new(*mv, prior(mv))))
    }

    fn replica(&prior: &f32) -> f32 {
        prior
    }

    #[inline]
    fn choose(&self, _: &G, node: &NodeOf<G, Self>, _: &NodeOf<G, Self>, _: &Confidence) -> Choice {
        let explore = self.exploration * (node.visits().max(1) as f32).sqrt();
        let numbers = |edges: [&EdgeOf<G, Self>; LANES]| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            [visits, totals, edges.map(|edge| edge.note)]
        };
        let (index, _) = best(&node.edges, numbers, |[visits, total, prior]| {
            let untried = if visits == 0.0 { self.first_play } else { 0.0 };
            (total + untried) / visits.max(1.0) + explore * prior / (1.0 + visits)
        });
        Choice::once(index)
    }
}
