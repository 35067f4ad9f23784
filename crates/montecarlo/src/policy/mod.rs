//! The selection rules of a simulation, one file for each.

mod grave;
mod pn_mcts;
mod puct;
mod rave;
mod ucb;

pub use grave::Grave;
pub use pn_mcts::PnMcts;
pub use puct::{Priors, Puct, SoftMaxPriors};
pub use rave::Rave;
pub use ucb::{Biased, Ucb};

use tesuji_core::{Game, GameResult, Player};

use crate::confidence::Confidence;
use crate::counter::Counter;
use crate::node::{Choice, Edge, Node};
use crate::trace::Trace;

/// The nodes of a search led by `P`.
pub(crate) type NodeOf<G, P> = Node<<G as tesuji_core::Rules>::Move, <P as Policy<G>>::Note>;

/// A move of a node of a search led by `P`.
pub(crate) type EdgeOf<G, P> = Edge<<G as tesuji_core::Rules>::Move, <P as Policy<G>>::Note>;

/// The moves of a node of a search led by `P`.
pub(crate) type EdgesOf<G, P> = Box<[EdgeOf<G, P>]>;

/// A selection rule: how a search chooses moves in the positions of its tree.
///
/// The trait is sealed, because its methods use the internals of the search. Callers can provide
/// [`Priors`] and an [`Evaluator`](tesuji_core::Evaluator).
pub trait Policy<G: Game> {
    /// What it keeps beside each move.
    type Note: Send + Sync + std::fmt::Debug;

    /// A note that says the same, for a thread's replica of a node.
    fn replica(note: &Self::Note) -> Self::Note;

    /// Brings the note of a replica and that which all threads share together. `known` is at
    /// first [what they count](Self::counted) in common.
    fn exchange(own: &Self::Note, shared: &Self::Note, known: &mut u64) {
        let _ = (own, shared, known);
    }

    /// What a note counts, as one number; 0 if nothing.
    fn counted(note: &Self::Note) -> u64 {
        let _ = note;
        0
    }

    /// Whether it [learns](Self::learn) from the moves of whole simulations.
    const LEARNS: bool = false;

    /// The moves of a new node; `None` if there is no memory for them.
    fn edges(&self, game: &G, state: &G::State, moves: &[G::Move]) -> Option<EdgesOf<G, Self>>;

    /// The move to go on with. `reference` is the last node on the path that
    /// [may be referred to](Self::refers), or the root.
    fn choose(
        &self,
        game: &G,
        node: &NodeOf<G, Self>,
        reference: &NodeOf<G, Self>,
        confidence: &Confidence,
    ) -> Choice;

    /// Whether the lead of the move that was chosen last in a node shows, without a look at the
    /// other moves, that it would be chosen again. False if that is not known.
    #[inline]
    fn leads(
        &self,
        node: &NodeOf<G, Self>,
        last: &EdgeOf<G, Self>,
        confidence: &Confidence,
    ) -> bool {
        let _ = (node, last, confidence);
        false
    }

    /// Whether the choices below this node go by it.
    #[inline]
    fn refers(&self, node: &NodeOf<G, Self>) -> bool {
        let _ = node;
        false
    }

    /// Whether a node with `visits` visits, and the root, counts by the codes of moves.
    #[inline]
    fn collects(&self, visits: u32) -> bool {
        let _ = visits;
        false
    }

    /// How many codes of moves there are.
    fn codes(&self, game: &G) -> usize {
        let _ = game;
        0
    }

    /// The code of a move.
    #[inline]
    fn code(&self, game: &G, player: Player, mv: G::Move) -> usize {
        let _ = (game, player, mv);
        0
    }

    /// Takes note of a simulation that went through `node`: `trace` has the moves from there on.
    #[inline]
    fn learn(&self, game: &G, node: &NodeOf<G, Self>, trace: &Trace, result: GameResult) {
        let _ = (game, node, trace, result);
    }

    /// Takes note of what is known of a move after a simulation that began with it, the last move
    /// of the simulation first. `below` is the node that it went on to, if any.
    #[inline]
    fn look_back(&self, node: &NodeOf<G, Self>, index: usize, below: Option<&NodeOf<G, Self>>) {
        let _ = (node, index, below);
    }
}

/// How many moves are rated at a time: a division takes as long for this many numbers as for one.
const LANES: usize = 4;

/// Numbers of as many moves.
type Lanes = [f32; LANES];

/// The index of the move with the largest value, the first of equals, and the largest value of all
/// others. A value is computed from some numbers of the move.
#[inline]
fn best<T, const N: usize>(
    edges: &[T],
    mut numbers: impl FnMut([&T; LANES]) -> [Lanes; N],
    value: impl Fn([f32; N]) -> f32,
) -> (usize, f32) {
    let mut values = |edges: [&T; LANES]| -> Lanes {
        let numbers = numbers(edges);
        std::array::from_fn(|lane| value(numbers.map(|numbers| numbers[lane])))
    };
    let Some(last) = edges.last_chunk::<LANES>() else {
        return best_of_few(edges, values);
    };
    let (mut best, mut second) = ([f32::NEG_INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
    let mut index = [0; LANES];
    let mut look_at = |values: Lanes, at: [i32; LANES]| {
        for lane in 0..LANES {
            let value = values[lane];
            let larger = value > best[lane];
            let smaller = if larger { best[lane] } else { value };
            second[lane] = if smaller > second[lane] { smaller } else { second[lane] };
            best[lane] = if larger { value } else { best[lane] };
            index[lane] = if larger { at[lane] } else { index[lane] };
        }
    };
    let (together, rest) = edges.as_chunks::<LANES>();
    let mut at: [i32; LANES] = std::array::from_fn(|lane| lane as i32);
    for these in together {
        look_at(values(these.each_ref()), at);
        at = at.map(|at| at + LANES as i32);
    }
    if !rest.is_empty() {
        // The last ones overlap with those before, which do not count again.
        let known = at[0];
        let at = at.map(|at| at - (LANES - rest.len()) as i32);
        let penalties = at.map(|at| if at < known { f32::INFINITY } else { 0.0 });
        let values = values(last.each_ref());
        look_at(std::array::from_fn(|lane| values[lane] - penalties[lane]), at);
    }
    let larger = |one: f32, other: f32| if one > other { one } else { other };
    let top = best.into_iter().fold(f32::NEG_INFINITY, larger);
    let ranks: [i32; LANES] =
        std::array::from_fn(|lane| if best[lane] == top { index[lane] } else { i32::MAX });
    let first = ranks.into_iter().fold(i32::MAX, i32::min);
    let others: Lanes =
        std::array::from_fn(|lane| if ranks[lane] == first { second[lane] } else { best[lane] });
    (first as usize, others.into_iter().fold(f32::NEG_INFINITY, larger))
}

/// The same for fewer than [`LANES`] moves.
fn best_of_few<T>(edges: &[T], mut values: impl FnMut([&T; LANES]) -> Lanes) -> (usize, f32) {
    let (mut best, mut second, mut index) = (f32::NEG_INFINITY, f32::NEG_INFINITY, 0);
    for (at, edge) in edges.iter().enumerate() {
        // The same in each lane: it is computed once.
        let [value, ..] = values([edge; LANES]);
        if value > best {
            (second, best, index) = (best, value, at);
        } else if value > second {
            second = value;
        }
    }
    (index, second)
}

/// The visits and the sums of the results of some counters.
#[inline]
fn floats(counters: [&Counter; LANES]) -> [Lanes; 2] {
    let all = counters.map(Counter::get);
    // Conversions of signed numbers are single instructions.
    [all.map(|one| one.visits.cast_signed() as f32), all.map(|one| one.total as f32)]
}

/// The blend of a move's own mean and that of all simulations in which it was made by the same
/// player; infinite if there is neither.
///
/// The weight of what all simulations say against that of its own visits is where the mean square
/// error of the two is least (Gelly & Silver, "Monte-Carlo Tree Search and Rapid Action Value
/// Estimation in Computer Go", Artificial Intelligence 175, 2011).
#[inline]
fn blend([visits, total]: [f32; 2], [all_visits, all_total]: [f32; 2], bias: f32) -> f32 {
    // Zeros are taken out of divisors, so that there is nothing to branch on before a division.
    let squares = visits + all_visits + bias * visits * all_visits;
    let weight = all_visits / or_one(squares);
    let (mean, all_mean) = (total / visits.max(1.0), all_total / all_visits.max(1.0));
    let untried = if visits + all_visits == 0.0 { f32::INFINITY } else { 0.0 };
    (1.0 - weight) * mean + weight * all_mean + untried
}

/// The number, or 1 for 0.
#[inline]
fn or_one(number: f32) -> f32 {
    number + if number == 0.0 { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_first_of_the_best_and_the_best_of_the_others_are_found() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for number in 0..2_000 {
            // Often with equal values among them.
            let values: Vec<f32> = (0..1 + number % 23)
                .map(|_| match rng.next_u32() % 12 {
                    11 => f32::INFINITY,
                    other => other as f32,
                })
                .collect();
            let (index, second) =
                best(&values, |values| [values.map(|&value| value)], |[value]| value);
            let top = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(Some(index), values.iter().position(|&value| value == top), "{values:?}");
            let others = values.iter().enumerate().filter(|(at, _)| *at != index);
            let expected = others.map(|(_, &value)| value).fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(second, expected, "{values:?}");
        }
    }
}
