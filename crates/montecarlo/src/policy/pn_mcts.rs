//! PN-MCTS: upper confidence bounds and proof numbers (Doe, Winands, Soemers & Browne, "Combining
//! Monte-Carlo Tree Search with Proof-Number Search", IEEE Conference on Games 2022).

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use tesuji_core::{Game, GameResult, Player};

use super::{EdgeOf, EdgesOf, LANES, NodeOf, Policy, Ucb, best, floats};
use crate::confidence::Confidence;
use crate::node::{Choice, Edge, Link, boxed};

/// [`Ucb`] plus a bonus for moves that are closer to a proved win of the player who makes them: of
/// the moves of a position, ranked by their proof numbers from 1 to `m`, that of rank `r` gets
/// `weight · (1 − r / m)`. Moves with equal numbers share a rank.
///
/// A proof number is the least number of positions that must be proved won: 1 for a move that was
/// not searched, the minimum over the moves if the winner is to move, their sum otherwise. There is
/// one for each player. In a game without draws the opponent's are the disproof numbers of the
/// paper; in a game with draws each player uses those of its own win.
///
/// # Example
/// Here the bonus leads to the proof with fewer simulations:
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{Rules, Value};
/// use tesuji_montecarlo::{Analyse, MonteCarlo};
///
/// let game = Breakthrough::new(3, 4)?;
/// let with = MonteCarlo::pn_mcts().analyse(&game, &game.initial());
/// let without = MonteCarlo::uct().analyse(&game, &game.initial());
/// assert_eq!((with.value, without.value), (Value::Loss(None), Value::Loss(None)));
/// assert!(with.playouts < without.playouts);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PnMcts {
    /// The rule without the bonus.
    pub ucb: Ucb,
    /// The weight of the bonus.
    pub weight: f32,
}

/// The proof numbers of both players after a move.
#[derive(Debug)]
pub struct Nearness {
    /// The proof numbers of both players, that of the first in the low half.
    numbers: AtomicU64,
    /// `1 − r / m`, as bits.
    bonus: AtomicU32,
}

/// The proof numbers of the first and the second player.
type Numbers = [u32; 2];

/// The proof number of a claim that cannot be proved.
const NEVER: u32 = u32::MAX;

impl Nearness {
    fn new() -> Self {
        Nearness { numbers: AtomicU64::new(packed([1, 1])), bonus: AtomicU32::new(0) }
    }

    #[inline]
    fn number_of(&self, player: Player) -> u32 {
        (self.numbers.load(Ordering::Relaxed) >> (32 * player as u32)) as u32
    }

    #[inline]
    fn bonus(&self) -> f32 {
        f32::from_bits(self.bonus.load(Ordering::Relaxed))
    }
}

fn packed([first, second]: Numbers) -> u64 {
    u64::from(second) << 32 | u64::from(first)
}

/// What is left to prove when the game is decided.
fn decided(result: GameResult) -> Numbers {
    [Player::First, Player::Second]
        .map(|player| if result == GameResult::Win(player) { 0 } else { NEVER })
}

impl<G: Game> Policy<G> for PnMcts {
    type Note = Nearness;

    fn edges(&self, _: &G, _: &G::State, moves: &[G::Move]) -> Option<EdgesOf<G, Self>> {
        boxed(moves.iter().map(|&mv| Edge::new(mv, Nearness::new())))
    }

    fn replica(note: &Nearness) -> Nearness {
        let replica = Nearness::new();
        <Self as Policy<G>>::exchange(&replica, note, &mut 0);
        replica
    }

    /// What is known of a proof is written to the shared note alone.
    fn exchange(own: &Nearness, shared: &Nearness, _: &mut u64) {
        own.numbers.store(shared.numbers.load(Ordering::Relaxed), Ordering::Relaxed);
        own.bonus.store(shared.bonus.load(Ordering::Relaxed), Ordering::Relaxed);
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
        let numbers = |edges: [&EdgeOf<G, Self>; LANES]| {
            let [visits, totals] = floats(edges.map(|edge| &edge.results));
            [visits, totals, edges.map(|edge| edge.note.bonus())]
        };
        let (index, _) = best(&node.edges, numbers, |[visits, total, bonus]| {
            self.ucb.value([visits, total], unsure) + self.weight * bonus
        });
        Choice::once(index)
    }

    fn look_back(&self, node: &NodeOf<G, Self>, index: usize, below: Option<&NodeOf<G, Self>>) {
        let edge = &node.edges[index];
        let numbers = match (edge.link(), below) {
            (Link::Settled(result, _), _) => decided(result),
            (_, Some(below)) => numbers_of::<G>(below),
            (_, None) => return,
        };
        let (old, packed) = (edge.note.number_of(node.mover), packed(numbers));
        // Seldom, so that threads do not take the line of the cache from each other.
        if edge.note.numbers.load(Ordering::Relaxed) != packed {
            edge.note.numbers.store(packed, Ordering::Relaxed);
        }
        if numbers[node.mover as usize] != old {
            rank::<G>(node);
        }
    }
}

/// The proof numbers of a position from those of its moves.
fn numbers_of<G: Game>(node: &NodeOf<G, PnMcts>) -> Numbers {
    [Player::First, Player::Second].map(|player| {
        let numbers = node.edges.iter().map(|edge| edge.note.number_of(player));
        if player == node.mover {
            numbers.min().unwrap_or(NEVER)
        } else {
            numbers.fold(0, u32::saturating_add)
        }
    })
}

/// Ranks the moves of a position anew.
fn rank<G: Game>(node: &NodeOf<G, PnMcts>) {
    /// Up to this number of moves, counting the lower numbers for each is faster than sorting.
    const FEW: usize = 64;
    let number = |edge: &Edge<_, Nearness>| edge.note.number_of(node.mover);
    let mut sorted = Vec::new();
    if node.edges.len() > FEW {
        sorted.extend(node.edges.iter().map(number));
        sorted.sort_unstable();
    }
    let rank = |of: &Edge<_, Nearness>| {
        let own = number(of);
        1 + match sorted.is_empty() {
            true => node.edges.iter().map(|edge| u32::from(number(edge) < own)).sum(),
            false => sorted.partition_point(|&other| other < own) as u32,
        }
    };
    let last = node.edges.iter().max_by_key(|edge| number(edge)).map_or(1, rank);
    for edge in &node.edges {
        let bonus = 1.0 - rank(edge) as f32 / last as f32;
        edge.note.bonus.store(bonus.to_bits(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use tesuji_tic_tac_toe::TicTacToe;

    use super::*;
    use crate::node::Node;

    /// A position of the second player with moves of these numbers.
    fn node(numbers: &[Numbers]) -> NodeOf<TicTacToe, PnMcts> {
        use tesuji_core::Rules;
        let game = TicTacToe::new();
        let moves = game.moves(&game.initial());
        let edges = numbers.iter().zip(moves.into_iter().cycle()).map(|(&numbers, mv)| {
            let edge = Edge::new(mv, Nearness::new());
            edge.note.numbers.store(packed(numbers), Ordering::Relaxed);
            edge
        });
        Node::new(Player::Second, edges.collect())
    }

    #[test]
    fn numbers_are_least_for_who_moves_and_add_up_for_the_other() {
        assert_eq!(numbers_of::<TicTacToe>(&node(&[[2, 3], [1, 5], [4, 1]])), [7, 1]);
        assert_eq!(numbers_of::<TicTacToe>(&node(&[[2, NEVER], [0, NEVER]])), [2, NEVER]);
        assert_eq!(numbers_of::<TicTacToe>(&node(&[[2, 3], [NEVER, 0]])), [NEVER, 0]);
        assert_eq!(decided(GameResult::Draw), [NEVER, NEVER]);
        assert_eq!(decided(GameResult::Win(Player::Second)), [NEVER, 0]);
    }

    #[test]
    fn the_first_rank_gets_most_and_the_last_nothing() {
        let node = node(&[[1, 7], [1, 2], [1, 2], [1, NEVER]]);
        rank::<TicTacToe>(&node);
        let bonuses: Vec<f32> = node.edges.iter().map(|edge| edge.note.bonus()).collect();
        assert_eq!(bonuses, [0.25, 0.75, 0.75, 0.0]);
    }

    /// Comparing each move with each other one would take minutes.
    #[test]
    fn a_hundred_thousand_moves_are_ranked_too() {
        let count = 300_000;
        let numbers: Vec<Numbers> = (0..count).map(|number| [1, 1 + number / 2]).collect();
        let node = node(&numbers);
        rank::<TicTacToe>(&node);
        let last = (count - 1) as f32;
        for (index, edge) in node.edges.iter().enumerate() {
            let rank = 1 + index / 2 * 2;
            assert_eq!(edge.note.bonus(), 1.0 - rank as f32 / last, "{index}");
        }
    }
}
