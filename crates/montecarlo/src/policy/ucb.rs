//! Upper confidence bounds applied to trees (Kocsis & Szepesvári, "Bandit Based Monte-Carlo
//! Planning", ECML 2006), and the same with progressive bias (Chaslot et al., "Progressive
//! Strategies for Monte-Carlo Tree Search", New Mathematics and Natural Computation 4, 2008).

use tesuji_core::{Evaluator, Game};
use tesuji_zobrist::UctStatistics;

use super::{EdgeOf, EdgesOf, LANES, NodeOf, Policy, best, floats};
use crate::confidence::Confidence;
use crate::node::{Choice, Edge, Lead, boxed};

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

    /// The lead of a move over others, given the largest of their values, and the fewest visits of
    /// a move.
    ///
    /// As `unsure` grows, the value of a move with `n` visits grows `1 / √n` times as much.
    #[inline]
    fn lead(self, second: f32, fewest: f32, unsure: f32) -> Lead {
        /// More than all errors of rounding, in proportion to 1 and to `unsure`.
        const MARGIN: f32 = 1.0 / (1 << 17) as f32;
        let slope = if self.exploration > 0.0 { fewest.max(1.0).sqrt().recip() } else { 0.0 };
        Lead { others: second - unsure * slope + MARGIN, slope: slope + MARGIN }
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
    ) -> Choice {
        let visits = node.visits();
        // Each is tried once first, in order.
        if self.first_play == f32::INFINITY
            && let Some(edge) = node.edges.get(visits as usize)
            && edge.results.get().visits == 0
        {
            return Choice::once(visits as usize);
        }
        let unsure = self.unsure(visits, confidence);
        let mut fewest = [f32::INFINITY; LANES];
        let numbers = |edges: [&EdgeOf<G, Self>; LANES]| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            for lane in 0..LANES {
                let fewer = visits[lane] < fewest[lane];
                fewest[lane] = if fewer { visits[lane] } else { fewest[lane] };
            }
            [visits, totals]
        };
        let (index, second) = best(&node.edges, numbers, |own| self.value(own, unsure));
        let fewest = fewest
            .into_iter()
            .fold(f32::INFINITY, |fewest, visits| if visits < fewest { visits } else { fewest });
        let lead = self.lead(second, fewest, unsure);
        Choice { index, lead }
    }

    #[inline]
    fn leads(
        &self,
        node: &NodeOf<G, Self>,
        last: &EdgeOf<G, Self>,
        confidence: &Confidence,
    ) -> bool {
        let Lead { others, slope } = node.lead();
        let unsure = self.unsure(node.visits(), confidence);
        let UctStatistics { visits, total } = last.results.get();
        let (visits, total) = (visits.cast_signed() as f32, total as f32);
        total + unsure * visits.sqrt() > (others + unsure * slope) * visits
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
    ) -> Choice {
        let unsure = self.ucb.unsure(node.visits(), confidence);
        // Of moves that were never tried, the most promising first: infinity would hide it.
        let ucb = Ucb { first_play: self.ucb.first_play.min(1e6), ..self.ucb };
        let numbers = |edges: [&EdgeOf<G, Self>; LANES]| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            [visits, totals, edges.map(|edge| edge.note)]
        };
        let (index, _) = best(&node.edges, numbers, |[visits, total, bias]| {
            ucb.value([visits, total], unsure) + bias / (visits + 1.0)
        });
        Choice::once(index)
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

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::{Rng, SeedableRng};
    use tesuji_core::{Player, Rules};
    use tesuji_tic_tac_toe::TicTacToe;

    use super::*;
    use crate::counter::change;
    use crate::node::Node;

    /// The number of 20,000 choices that the lead of the favourite makes, each compared with one
    /// that looks at all moves.
    fn choices_by_lead(rule: impl Policy<TicTacToe>) -> u32 {
        let (game, confidence) = (TicTacToe::new(), Confidence::new());
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let start = game.initial();
        let edges = rule.edges(&game, &start, &game.moves(&start)).unwrap();
        let node = Node::new(Player::First, edges);
        let mut by_lead = 0;
        for _ in 0..20_000 {
            let favourite = node.favourite();
            let choice = rule.choose(&game, &node, &node, &confidence);
            match node.edges.get(favourite.index as usize) {
                Some(edge) if rule.leads(&node, edge, &confidence) => {
                    assert_eq!(choice.index, favourite.index as usize);
                    by_lead += 1;
                }
                _ => node.favour(favourite, choice),
            }
            node.visit();
            // The move in the centre wins most often.
            let wins = rng.next_u32() % 20 < if choice.index == 4 { 14 } else { 9 };
            let result = if wins { 1 } else { -1 };
            node.edges[choice.index].results.add(change(1, result));
        }
        by_lead
    }

    #[test]
    fn a_favourite_that_leads_is_what_a_comparison_of_all_moves_chooses() {
        for (exploration, first_play) in [
            (0.6, f32::INFINITY),
            (0.6, 0.5),
            (2.0, 1.0),
            (0.05, f32::INFINITY),
            (0.0, 1.0),
            (-0.2, 1.0),
        ] {
            let by_lead = choices_by_lead(Ucb { exploration, first_play });
            assert!(by_lead > 10_000, "{exploration}: {by_lead}");
        }
    }
}
