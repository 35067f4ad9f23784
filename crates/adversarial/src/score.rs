//! The use of [scores](tesuji_core::score) in the searches.

use tesuji_core::{Game, NodeEvent, Player, Score, Value};

pub(crate) use tesuji_core::score::{
    INFINITE, LARGEST_ESTIMATE, MAX_PLIES, WIN, at_ply, from_ply, is_loss, is_win, loss_in,
    of_result, win_in,
};

/// An evaluator's score, clamped to the range of estimates.
#[inline]
pub(crate) fn estimate(score: Score) -> Score {
    score.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}

/// The score of `state` for the player to move if the game is over there, `ply` plies from the
/// root.
#[inline]
pub(crate) fn of_finished<G: Game>(game: &G, state: &G::State, ply: u32) -> Option<Score> {
    game.result(state).map(|result| at_ply(of_result(result, game.to_move(state)), ply))
}

/// The distance of a win or loss from the root in plies.
#[inline]
pub(crate) fn plies_to(score: Score) -> u32 {
    (WIN - score.abs()).cast_unsigned()
}

/// How much of a score is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// The outcome and the distance.
    Distance,
    /// The outcome, if it is a win or a loss; another score is an estimate.
    Winner,
    /// Nothing.
    None,
}

/// The least score that is at least a value.
pub(crate) fn at_least(value: Value) -> Score {
    match value {
        Value::Win(plies) => plies.map_or(LARGEST_ESTIMATE + 1, win_in),
        Value::Draw => 0,
        Value::Loss(plies) => plies.map_or(-WIN, loss_in),
        Value::Estimate(score) => score,
    }
}

/// The value of a score of the root.
pub(crate) fn value_of(score: Score, certainty: Certainty) -> Value {
    let plies = |score: Score| match certainty {
        Certainty::Distance => Some((WIN - score).cast_unsigned()),
        Certainty::Winner | Certainty::None => None,
    };
    match certainty {
        Certainty::None => Value::Estimate(score),
        _ if is_win(score) => Value::Win(plies(score)),
        _ if is_loss(score) => Value::Loss(plies(-score)),
        Certainty::Distance if score == 0 => Value::Draw,
        Certainty::Distance | Certainty::Winner => Value::Estimate(score),
    }
}

/// The form in which scores are reported to an observer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    /// Whether they include distances.
    pub(crate) distances: bool,
    /// Whether estimates contributed to them, so that 0 is no proof of a draw.
    pub(crate) estimated: bool,
}

impl Told {
    /// A score as a value; `None` for an infinite score.
    pub(crate) fn value(self, score: Score) -> Option<Value> {
        let even = if self.estimated { Value::Estimate(0) } else { Value::Draw };
        match score {
            _ if score.abs() >= INFINITE => None,
            0 => Some(even),
            _ if !self.distances => {
                Some(if score > 0 { Value::Win(None) } else { Value::Loss(None) })
            }
            _ => Some(value_of(score, Certainty::Distance)),
        }
    }

    /// The event that a position has exactly this value for `player`.
    pub(crate) fn exactly(self, player: Player, score: Score) -> NodeEvent {
        let value = self.value(score);
        NodeEvent::Worth { player, low: value, high: value }
    }

    /// The event that this is a lower bound.
    pub(crate) fn at_least(self, player: Player, score: Score) -> NodeEvent {
        NodeEvent::Worth { player, low: self.value(score), high: None }
    }

    /// The event that this is an upper bound.
    pub(crate) fn at_most(self, player: Player, score: Score) -> NodeEvent {
        NodeEvent::Worth { player, low: None, high: self.value(score) }
    }

    /// The event that these are a lower and an upper bound.
    pub(crate) fn between(self, player: Player, lower: Score, upper: Score) -> NodeEvent {
        if lower >= upper { self.exactly(player, lower) } else { self.at_least(player, lower) }
    }

    /// The event for a score from a search with a window.
    pub(crate) fn within(
        self,
        player: Player,
        score: Score,
        alpha: Score,
        beta: Score,
    ) -> NodeEvent {
        // No score is better than a win where plies do not count.
        let best = if self.distances { INFINITE } else { 1 };
        if score <= alpha && score > -best {
            self.at_most(player, score)
        } else if score >= beta && score < best {
            self.at_least(player, score)
        } else {
            self.exactly(player, score)
        }
    }

    /// The event that a position is searched with a window.
    pub(crate) fn window(self, player: Player, alpha: Score, beta: Score) -> NodeEvent {
        NodeEvent::Window { player, low: self.value(alpha), high: self.value(beta) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_evaluator_can_claim_a_win() {
        assert!(!is_win(estimate(Score::MAX)) && !is_loss(estimate(Score::MIN)));
    }
}
