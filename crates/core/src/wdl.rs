use std::fmt;

use crate::{GameResult, Player, Value};

/// A win, a draw or a loss, as seen by one player.
///
/// It is the common part of all values: [`GameResult`] names the winner instead, [`Value`] adds the
/// distance or is an estimate, and [`StaticBounds`](crate::StaticBounds) are a lower and an upper
/// bound. All convert to and from it.
///
/// # Example
/// ```
/// use tesuji_core::{GameResult, Player, Value, Wdl};
///
/// let lost = GameResult::Win(Player::First).seen_by(Player::Second);
/// assert_eq!(lost, Wdl::Loss);
/// assert_eq!(lost.reversed(), Wdl::Win);
/// assert_eq!(lost.result(Player::Second), GameResult::Win(Player::First));
/// assert_eq!(Value::Win(Some(3)).wdl(), Some(Wdl::Win));
/// assert_eq!(Value::from(Wdl::Draw), Value::Draw);
/// assert_eq!(Value::Estimate(40).wdl(), None);
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
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// The result of the game if this is the outcome for `player`.
    #[must_use]
    pub fn result(self, player: Player) -> GameResult {
        match self {
            Wdl::Loss => GameResult::Win(player.other()),
            Wdl::Draw => GameResult::Draw,
            Wdl::Win => GameResult::Win(player),
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

/// A proved value of unknown length.
impl From<Wdl> for Value {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Value::Loss(None),
            Wdl::Draw => Value::Draw,
            Wdl::Win => Value::Win(None),
        }
    }
}
