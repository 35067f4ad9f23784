//! The one number that says who wins and how soon, or that it is not decided.
//!
//! A win in `n` plies is [`WIN`]` − n`, a loss in `n` plies the negative of that, a draw 0, and
//! every estimate lies strictly between the longest loss and the longest win. A score says from
//! where its plies are counted: inside a search from the root, so that it need not change on its
//! way up; what is stored with a position counts from that position, or it would be wrong on any
//! other way there.

use crate::{GameResult, Player, Score};

/// A win in no plies: what the winner sees when the game is over.
pub const WIN: Score = (1 << 26) - 1;

/// More than any score.
pub const INFINITE: Score = WIN + 1;

/// No game that is searched lasts longer than this many plies.
pub const MAX_PLIES: u32 = 1 << 20;

/// The largest estimate; what lies beyond is decided.
pub const LARGEST_ESTIMATE: Score = WIN - MAX_PLIES.cast_signed() - 1;

/// The score of a win after `plies` more plies.
#[inline(always)]
#[must_use]
pub const fn win_in(plies: u32) -> Score {
    WIN - plies.cast_signed()
}

/// The score of a loss after `plies` more plies.
#[inline(always)]
#[must_use]
pub const fn loss_in(plies: u32) -> Score {
    -win_in(plies)
}

/// Whether the score says that the player to move wins.
#[inline(always)]
#[must_use]
pub const fn is_win(score: Score) -> bool {
    score > LARGEST_ESTIMATE
}

/// Whether the score says that the player to move loses.
#[inline(always)]
#[must_use]
pub const fn is_loss(score: Score) -> bool {
    score < -LARGEST_ESTIMATE
}

/// A score that counts from a position, made to count from `ply` plies before it.
#[inline(always)]
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
#[inline(always)]
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

/// The score of a finished game for the player to move, without plies.
#[inline(always)]
#[must_use]
pub fn of_result(result: GameResult, to_move: Player) -> Score {
    match result {
        GameResult::Win(winner) if winner == to_move => win_in(0),
        GameResult::Win(_) => loss_in(0),
        GameResult::Draw => 0,
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
            loss_in(MAX_PLIES),
            -LARGEST_ESTIMATE,
            0,
            LARGEST_ESTIMATE,
            win_in(MAX_PLIES),
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
}
