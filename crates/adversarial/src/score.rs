//! What the searches make of [scores](tesuji_core::score).

use tesuji_core::{Game, Score, Value};

pub(crate) use tesuji_core::score::{
    INFINITE, LARGEST_ESTIMATE, MAX_PLIES, WIN, at_ply, from_ply, is_loss, is_win, loss_in,
    of_result, win_in,
};

/// An evaluator's score, kept from being taken for a proof.
#[inline(always)]
pub(crate) fn estimate(score: Score) -> Score {
    score.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}

/// The score of `state` for the player to move if the game is over there, `ply` plies from the
/// root.
#[inline(always)]
pub(crate) fn of_finished<G: Game>(game: &G, state: &G::State, ply: u32) -> Option<Score> {
    game.result(state).map(|result| at_ply(of_result(result, game.to_move(state)), ply))
}

/// How many plies from the root a win or loss is.
#[inline(always)]
pub(crate) fn plies_to(score: Score) -> u32 {
    (WIN - score.abs()).cast_unsigned()
}

/// How much of a score is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// All of it, the number of plies as well.
    Distance,
    /// Who wins, if it says so; a score in between is an estimate.
    Winner,
    /// Nothing.
    None,
}

/// The least score that is as good as a value.
pub(crate) fn at_least(value: Value) -> Score {
    match value {
        Value::Win(plies) => plies.map_or(LARGEST_ESTIMATE + 1, win_in),
        Value::Draw => 0,
        Value::Loss(plies) => plies.map_or(-WIN, loss_in),
        Value::Estimate(score) => score,
    }
}

/// What a score of the root means to people.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_evaluator_can_claim_a_win() {
        assert!(!is_win(estimate(Score::MAX)) && !is_loss(estimate(Score::MIN)));
    }
}
