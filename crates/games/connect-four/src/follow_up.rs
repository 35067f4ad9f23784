//! Following up (claimeven): answering each stone with the next one in its column.
//!
//! The simplest strategy in Allis, "A Knowledge-Based Approach of Connect-Four" (Vrije
//! Universiteit Amsterdam, 1988), here for all columns at once.

use tesuji_core::{Game, Player};

use crate::{ConnectFour, Position, Word};

/// The guaranteed result of following up to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// The other player does not win.
    Holds,
    /// The follower completes four in a row, at the latest with the last stone.
    Wins,
}

impl<W: Word> ConnectFour<W> {
    /// The player who can follow up from here, with the guaranteed result; `None` if neither can,
    /// or if it guarantees nothing. For positions of games in progress.
    ///
    /// The follower gets the upper cell of each pair, counted from the top of the column, and the
    /// other player the lower ones. This requires an even number of empty cells in every column
    /// with the other player to move; or one odd column, where the follower begins.
    ///
    /// # Example
    /// ```
    /// use tesuji_connect_four::{ConnectFour, FollowUp};
    /// use tesuji_core::{Notation, Player};
    ///
    /// // On three columns all lines are vertical, and the other player gets no two cells in a row.
    /// let game = ConnectFour::new(3, 6)?;
    /// let second = Some((Player::Second, FollowUp::Holds));
    /// assert_eq!(game.follow_up(&game.parse_state("")?), second);
    /// assert_eq!(game.follow_up(&game.parse_state("3")?), second);
    /// assert_eq!(game.follow_up(&game.parse_state("32")?), None);
    ///
    /// // The first player can get the whole lowest row.
    /// let game = ConnectFour::default();
    /// assert_eq!(game.follow_up(&game.parse_state("")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn follow_up(&self, position: &Position<W>) -> Option<(Player, FollowUp)> {
        let odd = self.landings(position) & self.upper();
        if odd.without_first() != W::ZERO {
            return None;
        }
        let mover = self.to_move(position);
        let (follower, own, other) = if odd == W::ZERO {
            (mover.other(), position.opponent(), position.own())
        } else {
            (mover, position.own(), position.opponent())
        };
        let empty = self.board() ^ position.taken();
        if self.has_four(other | (empty & !self.upper())) {
            None
        } else if self.has_four(own | (empty & self.upper())) {
            Some((follower, FollowUp::Wins))
        } else {
            Some((follower, FollowUp::Holds))
        }
    }
}
