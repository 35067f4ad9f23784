//! Following up (claimeven): answering each stone with the next one in its column.
//!
//! The simplest strategy in Allis, "A Knowledge-Based Approach of Connect-Four" (Vrije
//! Universiteit Amsterdam, 1988), here for all columns at once.

use tesuji_core::{Game, Player};

use crate::{ConnectFour, Position, Word, lines};

/// The guaranteed result of following up to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// The other player does not win.
    Holds,
    /// The follower wins within this number of plies.
    Wins(u32),
}

impl<W: Word> ConnectFour<W> {
    /// The player who can follow up from here, with the guaranteed result; `None` if that
    /// guarantees nothing. For positions of games in progress.
    ///
    /// The follower gets the upper cell of each pair, counted from the top of the column, and the
    /// other player the lower ones. A column with an odd number of empty cells has an upper cell
    /// that is free now. An even number of such columns are answered by each other: the follower is
    /// the one who is not to move, and may get none of these cells. If their number is odd, the
    /// player to move takes one of them and follows from then on.
    ///
    /// The follower wins with a line of these cells if it is completed first: if each line that the
    /// other player may get lies above one of them, cell by cell.
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
    /// assert_eq!(game.follow_up(&game.parse_state("32")?), second);
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
        let mover = self.to_move(position);
        let (follower, own, other) = if odd.count_ones().is_multiple_of(2) {
            (mover.other(), position.opponent(), position.own())
        } else {
            (mover, position.own(), position.opponent())
        };
        // Who gets which of several is not known.
        let open = if odd.without_first() == W::ZERO { W::ZERO } else { odd };
        let empty = self.board() ^ position.taken();
        let upper = empty & self.upper() & !open;
        let promise = self.with_height(
            #[inline(always)]
            move |height| self.promise(own | upper, other | (empty ^ upper), empty, height),
        )?;
        Some((follower, promise))
    }

    /// What the follower is guaranteed who gets the cells `own`, where the other player gets at
    /// most the cells `other`.
    #[inline(always)]
    fn promise(&self, own: W, other: W, empty: W, height: u32) -> Option<FollowUp> {
        let mut own_lines = [W::ZERO; 3];
        // Most positions end in the first direction.
        for (lines, &step) in own_lines.iter_mut().zip(&lines::steps::<W>(height)[1..]) {
            *lines = lines::first_of_four(own, step);
            // Above the lowest bit of each column.
            let above = ((*lines | (self.headers() - *lines)) & self.board()) << 1;
            if lines::first_of_four(other, step) & !above != W::ZERO {
                return None;
            }
        }
        if lines::first_of_four(other, 1) != W::ZERO {
            return None;
        }
        let [falling, level, rising] = own_lines;
        if falling | level | rising == W::ZERO {
            return Some(FollowUp::Holds);
        }
        // The highest cell of a line is the last at the latest, and those above it are empty then.
        let left = |lines: W, highest: u32| {
            let lowest = (0..height).find(|&row| lines & (self.bottom() << row) != W::ZERO);
            lowest.map_or(0, |row| (height - 1 - row - highest) / 2 * 2)
        };
        let left = left(falling, 0).max(left(level, 0)).max(left(rising, 3));
        Some(FollowUp::Wins(empty.count_ones() - left))
    }
}
