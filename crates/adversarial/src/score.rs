//! The one number that searches compare: who wins and how soon, or an estimate in between.
//!
//! A win in `n` plies is [`WIN`]` − n`, a loss in `n` plies the negative of that, a draw 0, and every
//! estimate lies strictly between the longest loss and the longest win. A score inside a
//! search counts plies from the root, so that it need not change on its way up; what is stored
//! with a position counts from that position, or it would be wrong on any other way there.

use tesuji_core::{Game, GameResult, Player, Score, Value};

/// A win in no plies: what the winner sees when the game is over.
pub(crate) const WIN: Score = (1 << 26) - 1;

/// More than any score.
pub(crate) const INFINITE: Score = WIN + 1;

/// No game that is searched lasts longer than this many plies.
pub(crate) const LONGEST: u32 = 1 << 20;

/// The largest estimate; what lies beyond is decided.
pub(crate) const LARGEST_ESTIMATE: Score = WIN - LONGEST.cast_signed() - 1;

/// The score of a win after `plies` more plies.
#[inline(always)]
pub(crate) const fn win_in(plies: u32) -> Score {
    WIN - plies.cast_signed()
}

/// The score of a loss after `plies` more plies.
#[inline(always)]
pub(crate) const fn loss_in(plies: u32) -> Score {
    -win_in(plies)
}

/// Whether the score says that the player to move wins.
#[inline(always)]
pub(crate) const fn is_win(score: Score) -> bool {
    score > LARGEST_ESTIMATE
}

/// Whether the score says that the player to move loses.
#[inline(always)]
pub(crate) const fn is_loss(score: Score) -> bool {
    score < -LARGEST_ESTIMATE
}

/// An evaluator's score, kept from being taken for a proof.
#[inline(always)]
pub(crate) fn estimate(score: Score) -> Score {
    score.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}

/// A score that counts from a position, made to count from `ply` plies before it.
#[inline(always)]
pub(crate) const fn at_ply(score: Score, ply: u32) -> Score {
    let ply = ply.cast_signed();
    if is_win(score) {
        score - ply
    } else if is_loss(score) {
        score + ply
    } else {
        score
    }
}

/// The inverse of [`at_ply`].
#[inline(always)]
pub(crate) const fn from_ply(score: Score, ply: u32) -> Score {
    let ply = ply.cast_signed();
    if is_win(score) {
        score + ply
    } else if is_loss(score) {
        score - ply
    } else {
        score
    }
}

/// The score of a finished game for the player to move, without plies.
#[inline(always)]
pub(crate) fn of_result(result: GameResult, to_move: Player) -> Score {
    match result {
        GameResult::Win(winner) if winner == to_move => win_in(0),
        GameResult::Win(_) => loss_in(0),
        GameResult::Draw => 0,
    }
}

/// The score of `state` for the player to move if the game is over there, `ply` plies from the root.
#[inline(always)]
pub(crate) fn of_finished<G: Game>(game: &G, state: &G::State, ply: u32) -> Option<Score> {
    game.result(state).map(|result| at_ply(of_result(result, game.to_move(state)), ply))
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
    fn sooner_wins_are_better_and_later_losses_too() {
        let ladder = [
            loss_in(0),
            loss_in(7),
            loss_in(LONGEST),
            -LARGEST_ESTIMATE,
            0,
            LARGEST_ESTIMATE,
            win_in(LONGEST),
            win_in(7),
            win_in(0),
            INFINITE,
        ];
        assert!(ladder.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn plies_are_added_to_decided_scores_alone() {
        assert_eq!(at_ply(win_in(3), 4), win_in(7));
        assert_eq!(at_ply(loss_in(3), 4), loss_in(7));
        assert_eq!(at_ply(12, 4), 12);
        for score in [win_in(3), loss_in(3), 0, LARGEST_ESTIMATE, -LARGEST_ESTIMATE] {
            assert_eq!(from_ply(at_ply(score, 1000), 1000), score);
        }
    }

    #[test]
    fn no_evaluator_can_claim_a_win() {
        assert!(!is_win(estimate(Score::MAX)) && !is_loss(estimate(Score::MIN)));
    }
}
