//! Scores: a win or a loss with its distance in plies, a draw, or an estimate, in one number.
//!
//! A win in `n` plies is [`WIN`]` − n`, a loss in `n` plies its negative, a draw 0, and every
//! estimate lies strictly between the longest loss and the longest win. Inside a search, plies are
//! counted from the root, so that a score stays the same as it is backed up. A score in a
//! transposition table counts from its position, because paths of different lengths lead there;
//! [`at_ply`] and [`from_ply`] convert between the two.

use crate::{GameResult, Player, Score};

/// The score of a win in 0 plies: the game is over.
pub const WIN: Score = (1 << 26) - 1;

/// A number greater than any score.
pub const INFINITE: Score = WIN + 1;

/// The maximum number of plies of a game.
pub const MAX_PLIES: u32 = 1 << 20;

/// The largest estimate; a score beyond it is a win.
pub const LARGEST_ESTIMATE: Score = WIN - MAX_PLIES.cast_signed() - 1;

/// The score of a win after `plies` more plies.
#[inline]
#[must_use]
pub const fn win_in(plies: u32) -> Score {
    WIN - plies.cast_signed()
}

/// The score of a loss after `plies` more plies.
#[inline]
#[must_use]
pub const fn loss_in(plies: u32) -> Score {
    -win_in(plies)
}

/// Whether the score is a win for the player to move.
#[inline]
#[must_use]
pub const fn is_win(score: Score) -> bool {
    score > LARGEST_ESTIMATE
}

/// Whether the score is a loss for the player to move.
#[inline]
#[must_use]
pub const fn is_loss(score: Score) -> bool {
    score < -LARGEST_ESTIMATE
}

/// Converts a score that counts from a position into one that counts from `ply` plies before it.
#[inline]
#[must_use]
pub const fn at_ply(score: Score, ply: u32) -> Score {
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
#[inline]
#[must_use]
pub const fn from_ply(score: Score, ply: u32) -> Score {
    let ply = ply.cast_signed();
    if is_win(score) {
        score + ply
    } else if is_loss(score) {
        score - ply
    } else {
        score
    }
}

/// The score of a finished game for the player to move.
#[inline]
#[must_use]
pub fn of_result(result: GameResult, to_move: Player) -> Score {
    result.seen_by(to_move).sign() * WIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_are_better_and_later_losses_too() {
        let scores = [
            loss_in(0),
            loss_in(7),
            loss_in(MAX_PLIES),
            -LARGEST_ESTIMATE,
            0,
            LARGEST_ESTIMATE,
            win_in(MAX_PLIES),
            win_in(7),
            win_in(0),
            INFINITE,
        ];
        assert!(scores.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn plies_change_wins_and_losses_only() {
        assert_eq!(at_ply(win_in(3), 4), win_in(7));
        assert_eq!(at_ply(loss_in(3), 4), loss_in(7));
        assert_eq!(at_ply(12, 4), 12);
        for score in [win_in(3), loss_in(3), 0, LARGEST_ESTIMATE, -LARGEST_ESTIMATE] {
            assert_eq!(from_ply(at_ply(score, 1000), 1000), score);
        }
    }
}
