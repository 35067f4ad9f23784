use std::fmt;

use crate::{GameResult, Player, StaticBounds, Value};

/// A win, a draw or a loss, as seen by one player: the common part of all values of a game.
///
/// | type | what it is | seen by | from or to [`Wdl`] |
/// |---|---|---|---|
/// | [`GameResult`] | how a game ended | nobody: it names the winner | [`GameResult::seen_by`], [`Wdl::result`] |
/// | [`Value`] | what a search returns: proved with a distance in plies, or estimated | the player to move | [`Value::wdl`], [`Wdl::value`] |
/// | [`StaticBounds`] | a lower and an upper bound from the rules alone | the player to move | [`StaticBounds::wdl`] |
/// | [`Score`](crate::Score) | a [`Value`] inside a search, as one number | the player to move | [`score::of_result`](crate::score::of_result) |
/// | `Exact` of `tesuji-retrograde` | an entry of a table: also by whom a draw can be forced | the player to move | `Exact::wdl` |
/// | `Race` of `tesuji-breakthrough` | a win that no defence can stop, with a bound on its length | the player to move | `Race::wdl` |
/// | `Verdict` of `tesuji-catalogue` | the answer for one or two players in one word | the player to move | `Verdict::wdl`, `Verdict::from` |
/// | `Claim` of `tesuji-certificate` | what a certificate proves: it names the winner, or the player who does not lose | nobody | none: a player who does not lose may win or draw |
///
/// # Example
/// ```
/// use tesuji_core::{GameResult, Player, StaticBounds, Value, Wdl};
///
/// let lost = GameResult::Win(Player::First).seen_by(Player::Second);
/// assert_eq!(lost, Wdl::Loss);
/// assert_eq!(lost.reversed(), Wdl::Win);
/// assert_eq!(lost.result(Player::Second), GameResult::Win(Player::First));
/// assert_eq!(lost.value(Some(4)), Value::Loss(Some(4)));
/// assert_eq!(Value::Win(Some(3)).wdl(), Some(Wdl::Win));
/// assert_eq!(Value::Estimate(40).wdl(), None);
/// assert_eq!(StaticBounds::UNKNOWN.win_within(5).wdl(), Some(Wdl::Win));
/// assert!(Wdl::Loss < Wdl::Draw && Wdl::Draw < Wdl::Win);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The player loses.
    Loss,
    /// The game is a draw.
    Draw,
    /// The player wins.
    Win,
}

impl Wdl {
    /// The outcome as seen by the opponent.
    #[inline]
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// The result of the game if this is the outcome for `player`.
    #[inline]
    #[must_use]
    pub fn result(self, player: Player) -> GameResult {
        match self {
            Wdl::Loss => GameResult::Win(player.other()),
            Wdl::Draw => GameResult::Draw,
            Wdl::Win => GameResult::Win(player),
        }
    }
    /// The proved value at a distance of `plies`, if the distance is known. A draw has none.
    #[inline]
    #[must_use]
    pub fn value(self, plies: Option<u32>) -> Value {
        match self {
            Wdl::Loss => Value::Loss(plies),
            Wdl::Draw => Value::Draw,
            Wdl::Win => Value::Win(plies),
        }
    }

    /// The outcome as a number: −1, 0 or 1.
    #[inline]
    #[must_use]
    pub fn sign(self) -> i32 {
        match self {
            Wdl::Loss => -1,
            Wdl::Draw => 0,
            Wdl::Win => 1,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        })
    }
}

impl GameResult {
    /// The result as seen by `player`.
    #[inline]
    #[must_use]
    pub fn seen_by(self, player: Player) -> Wdl {
        match self {
            GameResult::Draw => Wdl::Draw,
            GameResult::Win(winner) if winner == player => Wdl::Win,
            GameResult::Win(_) => Wdl::Loss,
        }
    }
}

impl Value {
    /// The outcome for the player to move, if it is proved.
    #[inline]
    #[must_use]
    pub fn wdl(self) -> Option<Wdl> {
        match self {
            Value::Win(_) => Some(Wdl::Win),
            Value::Draw => Some(Wdl::Draw),
            Value::Loss(_) => Some(Wdl::Loss),
            Value::Estimate(_) => None,
        }
    }
}

impl StaticBounds {
    /// The outcome for the player to move, if the bounds prove one.
    #[inline]
    #[must_use]
    pub fn wdl(self) -> Option<Wdl> {
        if self.is_won() {
            Some(Wdl::Win)
        } else if self.is_lost() {
            Some(Wdl::Loss)
        } else {
            (!self.may_win() && !self.may_lose()).then_some(Wdl::Draw)
        }
    }
}
