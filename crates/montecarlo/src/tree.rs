use std::collections::HashSet;

use tesuji_core::{Game, Limit, Meter, Wdl};
use tesuji_zobrist::UctStatistics;

use crate::findings::{Findings, MoveFindings, finished, value};
use crate::graph::{Graph, ROOT, Supply};
use crate::node::{Edge, Link};
use crate::policy::{NodeOf, Policy};
use crate::positions::Recognition;

/// The tree of a search, kept between searches: grow it, read it, advance to the position after a
/// move, and grow it further.
///
/// # Example
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{Budget, Meter, Rules, Silent};
/// use tesuji_montecarlo::MonteCarlo;
///
/// let game = Breakthrough::new(5, 5)?;
/// let search = MonteCarlo::uct().playouts(1_000);
/// let (budget, mut silent) = (Budget::unlimited(), Silent);
/// let mut tree = search.plant(&game.initial(), usize::MAX);
/// search.grow(&game, &mut tree, &mut Meter::new(&budget, &mut silent));
/// let best = tree.findings(&game).best().expect("the game is not over");
/// tree.advance(&game, best);
/// let known = tree.findings(&game).playouts;
/// assert!(known > 100, "the simulations that went that way");
/// search.grow(&game, &mut tree, &mut Meter::new(&budget, &mut silent));
/// assert_eq!(tree.findings(&game).playouts, known + 1_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SearchTree<G: Game, P: Policy<G>> {
    pub(crate) state: G::State,
    pub(crate) graph: Graph<G, P>,
    /// The number of times it was grown, each time with different random numbers.
    grown: u64,
    /// The limit that ended the last search.
    pub(crate) limit: Option<Limit>,
    /// The bytes that its threads took and gave back.
    pub(crate) scratch: usize,
}

impl<G: Game, P: Policy<G>> SearchTree<G, P> {
    pub(crate) fn new(state: &G::State, recognition: Recognition, max_bytes: usize) -> Self {
        let (state, graph) = (state.clone(), Graph::new(recognition, max_bytes));
        SearchTree { state, graph, grown: 0, limit: None, scratch: 0 }
    }

    /// The position at its root.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The number of positions in the tree.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.graph.len()
    }

    /// Their memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    /// Makes the root; whether there is anything to search.
    pub(crate) fn open(&mut self, game: &G, policy: &P) -> bool {
        (self.limit, self.scratch) = (None, 0);
        if game.result(&self.state).is_some() {
            return false;
        }
        if self.graph.len() > 0 && !self.collects_at_root(game, policy) {
            // A new root may have the memory that the tree took.
            self.graph = self.graph.emptied();
        }
        if self.graph.len() == 0 {
            let root = self.graph.find_or_add(game, policy, &self.state, &mut Supply::alone());
            debug_assert!(root.is_none_or(|root| root == ROOT));
            if root.is_none() || !self.collects_at_root(game, policy) {
                // The memory may have been enough for its place, and not for its moves.
                self.graph = self.graph.emptied();
                self.limit = Some(Limit::Memory);
            }
        }
        self.limit.is_none() && self.graph.node(ROOT).verdict().is_none()
    }

    /// Whether the root counts by move codes from now on, if the policy does so anywhere.
    fn collects_at_root(&self, game: &G, policy: &P) -> bool {
        let root = self.root_node();
        !policy.collects(u32::MAX) || self.graph.collect(game, policy, root).is_some()
    }

    pub(crate) fn next_seed(&mut self, first: u64) -> u64 {
        let seed = first.wrapping_add(self.grown.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.grown += 1;
        seed
    }

    /// Counts its memory as taken and given back.
    pub(crate) fn charge(&self, meter: &mut Meter) {
        let bytes = self.bytes() + self.scratch;
        let claimed = meter.claim(bytes);
        debug_assert_eq!(claimed, Ok(()), "the tree stays within the budget");
        meter.release(bytes);
    }

    /// Advances to `state` if it is at most two moves ahead. Returns whether it is.
    pub fn follow(&mut self, game: &G, state: &G::State) -> bool {
        if self.state == *state {
            return true;
        }
        let leads = |from: &G::State| {
            game.moves(from).into_iter().find(|&mv| game.successor(from, mv) == *state)
        };
        if let Some(mv) = leads(&self.state) {
            self.advance(game, mv);
            return true;
        }
        let both = game
            .moves(&self.state)
            .into_iter()
            .find_map(|mv| leads(&game.successor(&self.state, mv)).map(|answer| [mv, answer]));
        both.into_iter().flatten().for_each(|mv| self.advance(game, mv));
        both.is_some()
    }

    /// Advances to the position after a legal move, and keeps its subtree.
    ///
    /// # Complexity
    /// Proportional to the number of positions in the tree.
    pub fn advance(&mut self, game: &G, mv: G::Move) {
        let next = (self.graph.len() > 0)
            .then(|| self.root_node().edges.iter().find(|edge| edge.mv == mv).and_then(Edge::node));
        game.play(&mut self.state, mv);
        let empty = self.graph.emptied();
        let old = std::mem::replace(&mut self.graph, empty);
        if let Some(next) = next.flatten() {
            self.graph = old.rooted_at(next);
        }
    }

    pub(crate) fn root_node(&self) -> &NodeOf<G, P> {
        self.graph.node(ROOT)
    }

    /// The findings for the position at the root.
    pub fn findings(&self, game: &G) -> Findings<G::Move> {
        if let Some(findings) = finished(game, &self.state) {
            return findings;
        }
        if self.graph.len() == 0 {
            let moves = game.moves(&self.state);
            let pv = moves.iter().copied().take(1).collect();
            let untried = |mv| MoveFindings::new(mv, UctStatistics::default(), None);
            let moves = moves.into_iter().map(untried).collect();
            let value = value(None, 0.0);
            return Findings { moves, value, pv, playouts: 0, limit: self.limit };
        }
        let root = self.root_node();
        let moves: Vec<_> = root.edges.iter().map(|edge| of_edge(root, edge)).collect();
        let playouts = moves.iter().map(|one| u64::from(one.visits)).sum();
        let best = &moves[best_of(&moves)];
        let verdict = root.verdict().map(|result| result.seen_by(root.mover));
        let value = value(verdict, best.mean);
        Findings { value, pv: self.pv(), moves, playouts, limit: self.limit }
    }

    /// The best moves of both players, as far as the positions are known.
    fn pv(&self) -> Vec<G::Move> {
        let (mut pv, mut seen) = (Vec::new(), HashSet::new());
        let mut next = Some(ROOT);
        while let Some(index) = next.filter(|&index| seen.insert(index)) {
            let node = self.graph.node(index);
            let moves: Vec<_> = node.edges.iter().map(|edge| of_edge(node, edge)).collect();
            let best = best_of(&moves);
            if moves[best].visits == 0 && index != ROOT {
                break;
            }
            pv.push(moves[best].mv);
            next = node.edges[best].node();
        }
        pv
    }
}

/// The findings for the moves of a position.
fn of_edge<M: Copy, N>(node: &crate::node::Node<M, N>, edge: &Edge<M, N>) -> MoveFindings<M> {
    let proved = match edge.link() {
        Link::Settled(result, _) => Some(result.seen_by(node.mover)),
        Link::Open | Link::Node(_) => None,
    };
    MoveFindings::new(edge.mv, edge.results.get(), proved)
}

/// The move to play: a proved win; else the move with the most visits that is not a proved loss, or
/// a proved draw if that move has a mean below a draw; else, if all moves lose, the move with the
/// most visits. The first of equals.
pub(crate) fn best_of<M>(moves: &[MoveFindings<M>]) -> usize {
    let rank = |one: &MoveFindings<M>| match one.proved {
        Some(Wdl::Win) => (3, 0),
        Some(Wdl::Draw) => (1, one.visits),
        Some(Wdl::Loss) => (0, one.visits),
        None if one.visits == 0 => (1, 0),
        None => (2, one.visits),
    };
    let most = |accept: &dyn Fn(&MoveFindings<M>) -> bool| {
        let accepted = moves.iter().enumerate().filter(|(_, one)| accept(one));
        accepted.rev().max_by_key(|(_, one)| rank(one)).map(|(index, _)| index)
    };
    let chosen = most(&|_| true).expect("a position that is not finished has a move");
    let looks_lost = moves[chosen].proved.is_none() && moves[chosen].mean < 0.0;
    let drawn = looks_lost.then(|| most(&|one| one.proved == Some(Wdl::Draw))).flatten();
    drawn.unwrap_or(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(visits: u32, mean: f64, proved: Option<Wdl>) -> MoveFindings<()> {
        MoveFindings { mv: (), visits, mean, proved }
    }

    #[test]
    fn certainty_comes_before_visits() {
        let lost = one(900, -1.0, Some(Wdl::Loss));
        let drawn = one(5, 0.0, Some(Wdl::Draw));
        let won = one(1, 1.0, Some(Wdl::Win));
        assert_eq!(best_of(&[lost, one(10, -0.5, None), won]), 2);
        assert_eq!(best_of(&[lost, one(10, -0.5, None)]), 1);
        assert_eq!(best_of(&[one(10, -0.5, None), drawn]), 1);
        assert_eq!(best_of(&[drawn, one(10, 0.1, None)]), 1);
        assert_eq!(best_of(&[one(10, 0.1, None), one(10, 0.3, None)]), 0);
    }
}
