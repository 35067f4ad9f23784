use std::fmt;

use tesuji_core::{GameResult, Player, Value};

/// What a position is worth, as a whole table knows it: seen by the player to move, and
/// final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// The player to move wins, at this cost by the table's [`Clock`](crate::Clock): the winner
    /// keeps it as low as can be, the loser as high.
    Win(u32),
    /// The player to move loses, at this cost.
    Loss(u32),
    /// Neither player can win, and somebody can bring the game to an end that the rules call
    /// drawn, unless the other throws the game away.
    Draw(Ender),
    /// Neither player can win, and neither can end the game: each can play on for ever.
    Endless,
}

/// Who can force a drawn game to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ender {
    /// This player; the other can do nothing about it, but cannot force it himself.
    Only(Player),
    /// Either player without the other's help.
    Either,
}

impl Ender {
    /// Whether `player` can force the end.
    #[must_use]
    pub fn includes(self, player: Player) -> bool {
        match self {
            Ender::Only(ender) => ender == player,
            Ender::Either => true,
        }
    }
}

impl Exact {
    /// The value of a finished game to `mover`.
    #[must_use]
    pub fn of_end(result: GameResult, mover: Player) -> Exact {
        match result {
            GameResult::Win(winner) if winner == mover => Exact::Win(0),
            GameResult::Win(_) => Exact::Loss(0),
            GameResult::Draw => Exact::Draw(Ender::Either),
        }
    }

    /// The value to the opponent.
    #[must_use]
    pub fn reversed(self) -> Exact {
        match self {
            Exact::Win(cost) => Exact::Loss(cost),
            Exact::Loss(cost) => Exact::Win(cost),
            Exact::Draw(_) | Exact::Endless => self,
        }
    }

    /// Whether neither player can win.
    #[must_use]
    pub fn is_drawn(self) -> bool {
        matches!(self, Exact::Draw(_) | Exact::Endless)
    }

    /// The value as searches state it. The cost is a number of plies only if the clock counts
    /// plies; with any other, leave it out.
    pub(crate) fn value(self, in_plies: bool) -> Value {
        match self {
            Exact::Win(cost) => Value::Win(in_plies.then_some(cost)),
            Exact::Loss(cost) => Value::Loss(in_plies.then_some(cost)),
            Exact::Draw(_) | Exact::Endless => Value::Draw,
        }
    }
}

impl fmt::Display for Exact {
    /// For people: "a win at cost 3".
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exact::Win(cost) => write!(out, "a win at cost {cost}"),
            Exact::Loss(cost) => write!(out, "a loss at cost {cost}"),
            Exact::Draw(Ender::Only(Player::First)) => out.write_str("a draw that First can force"),
            Exact::Draw(Ender::Only(Player::Second)) => {
                out.write_str("a draw that Second can force")
            }
            Exact::Draw(Ender::Either) => out.write_str("a draw that either can force"),
            Exact::Endless => out.write_str("endless play"),
        }
    }
}
