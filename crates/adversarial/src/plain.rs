//! The common part of the searches without a table: the loop over the root's moves, and the
//! judgement after it.

use std::ops::ControlFlow;

use tesuji_core::{
    Evaluator, Game, Judgement, Limit, Meter, NodeEvent, Observer, Score, Value, judge_finished,
};

use crate::score::{self, Certainty, INFINITE, Told};

/// A search of one position below the root.
pub(crate) trait Below<G: Game> {
    /// The score of `state`, to which `mv` leads from the root, for the player to move at the root;
    /// right where it lies above `floor`, and at most `floor` elsewhere.
    fn below(&mut self, mv: G::Move, state: &G::State, floor: Score) -> ControlFlow<Limit, Score>;

    /// The principal variation from the position that was searched last.
    fn pv(&mut self) -> Vec<G::Move>;

    /// Whether estimates have been used.
    fn estimated(&self) -> bool;
}

/// The settings of a search without a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) depth: Option<u32>,
    pub(crate) best_moves: bool,
    /// Whether scores include distances.
    pub(crate) distances: bool,
}

/// How a search that looks at every node is made and set. It has an evaluator, a depth, and whether
/// all good moves are wanted.
macro_rules! whole_tree_settings {
    ($search:ident) => {
        impl $search {
            /// A search to the end of the game.
            #[must_use]
            pub fn new() -> Self {
                $search { evaluator: $crate::Even, depth: None, best_moves: false }
            }
        }

        impl Default for $search {
            fn default() -> Self {
                Self::new()
            }
        }

        impl<E> $search<E> {
            /// Limits the depth to `plies`, at least 1; leaves are scored by the evaluator.
            #[must_use]
            pub fn depth(mut self, plies: u32) -> Self {
                self.depth = Some(plies.max(1));
                self
            }

            /// Sets the evaluator.
            #[must_use]
            pub fn evaluator<F>(self, evaluator: F) -> $search<F> {
                $search { evaluator, depth: self.depth, best_moves: self.best_moves }
            }

            /// Whether to report all best moves, which costs nothing here.
            #[must_use]
            pub fn best_moves(mut self, wanted: bool) -> Self {
                self.best_moves = wanted;
                self
            }
        }
    };
}

pub(crate) use whole_tree_settings;

/// Judges a position whose game is not over by searching below each of `moves`, until one reaches
/// `ceiling`. `observed` is the observer with its handle to the root.
#[expect(clippy::too_many_arguments, reason = "the searches have them at hand")]
pub(crate) fn judge_root<G: Game, E: Evaluator<G>, O: Observer<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    moves: &[G::Move],
    ceiling: Score,
    terms: Terms,
    (observer, root): (O, O::Node),
    below: &mut impl Below<G>,
) -> Judgement<G::Move> {
    let player = game.to_move(state);
    let distances = terms.distances;
    let mut best = -INFINITE;
    observer.note(root, NodeEvent::Expanded);
    let first = moves.first().copied();
    let mut judgement = Judgement { depth: terms.depth, ..Judgement::of_move(first) };
    for (index, &mv) in moves.iter().enumerate() {
        // Just below the best, so that an equal score comes out as one.
        let floor = if terms.best_moves { best - 1 } else { best };
        match below.below(mv, &game.successor(state, mv), floor.max(-INFINITE)) {
            ControlFlow::Break(limit) => {
                judgement.limit = Some(limit);
                break;
            }
            ControlFlow::Continue(score) if score > best => {
                best = score;
                let told = Told { distances, estimated: below.estimated() };
                observer.note_with(root, || told.at_least(player, score));
                judgement.best = Some(mv);
                judgement.pv = vec![mv];
                judgement.pv.extend(below.pv());
                judgement.best_moves = vec![mv];
            }
            ControlFlow::Continue(score) if score == best => judgement.best_moves.push(mv),
            ControlFlow::Continue(_) => {}
        }
        if best >= ceiling && !terms.best_moves {
            if O::IS_ON {
                moves[index + 1..].iter().for_each(|&mv| observer.cut(root, mv));
            }
            break;
        }
    }
    if judgement.limit.is_none() {
        let told = Told { distances, estimated: below.estimated() };
        observer.note_with(root, || told.exactly(player, best));
    }
    let good = std::mem::take(&mut judgement.best_moves);
    if terms.best_moves && judgement.limit.is_none() {
        judgement.best_moves = game.moves(state);
        judgement.best_moves.retain(|mv| good.contains(mv));
    }
    if judgement.limit.is_some() {
        judgement.depth = Some(0);
        // Where scores are outcomes, an estimate is none.
        if best == -INFINITE && distances {
            best = score::estimate(evaluator.score(game, state));
        }
    }
    judgement.value = value(best, terms, below.estimated(), judgement.limit.is_none());
    // Without distances a win beyond the depth is as good.
    let is_listed = !terms.best_moves || judgement.value != Value::Win(None) || !below.estimated();
    if judgement.limit.is_none() && !(judgement.value.is_proved() && is_listed) {
        judgement.limit = Some(Limit::Depth);
    }
    judgement
}

/// What the best score of the moves searched means, if all of them were or not.
fn value(best: Score, terms: Terms, estimated: bool, complete: bool) -> Value {
    if !terms.distances {
        return match best {
            1.. => Value::Win(None),
            ..0 if complete => Value::Loss(None),
            0 if complete && !estimated => Value::Draw,
            _ => Value::Estimate(0),
        };
    }
    if !complete {
        // What was not searched may be better, and win sooner.
        let certainty = if score::is_win(best) { Certainty::Winner } else { Certainty::None };
        return score::value_of(best, certainty);
    }
    // Without a table a decided score lies within the depth: its distance is right.
    let decided = score::is_win(best) || score::is_loss(best);
    let certainty = if estimated && !decided { Certainty::None } else { Certainty::Distance };
    score::value_of(best, certainty)
}

/// Counts the root, and judges it if the game is over there or if there is no budget even for that:
/// a search to depth 0. `observed` is the observer with its handle to the root.
pub(crate) fn finished<G: Game, O: Observer<G>>(
    game: &G,
    state: &G::State,
    observed: (O, O::Node),
    meter: &mut Meter,
) -> Option<Judgement<G::Move>> {
    let judgement = judge_finished(game, state, observed, meter)?;
    Some(Judgement { depth: Some(0), ..judgement })
}
