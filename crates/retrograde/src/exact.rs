use std::fmt;

use tesuji_core::{GameResult, Player, Value, Wdl};

/// The exact value of a position for the player to move, an entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// The player to move wins, at this cost by the table's [`Clock`](crate::Clock): the winner
    /// minimises it, the loser maximises it.
    Win(u32),
    /// The player to move loses, at this cost.
    Loss(u32),
    /// Neither player can win, and a player can force the game to end in a draw by the rules.
    Draw(Ender),
    /// Neither player can win, and neither can force the end: each can prolong the game for ever.
    Endless,
}

/// The player who can force a drawn game to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ender {
    /// Only this player.
    Only(Player),
    /// Either player.
    Either,
}

impl Ender {
    /// Whether `player` can force the end.
    #[inline]
    #[must_use]
    pub fn includes(self, player: Player) -> bool {
        match self {
            Ender::Only(ender) => ender == player,
            Ender::Either => true,
        }
    }
}

impl Exact {
    /// The value of a finished game for `to_move`, whose turn it would be.
    #[must_use]
    pub fn of_result(result: GameResult, to_move: Player) -> Exact {
        match result.seen_by(to_move) {
            Wdl::Win => Exact::Win(0),
            Wdl::Loss => Exact::Loss(0),
            Wdl::Draw => Exact::Draw(Ender::Either),
        }
    }

    /// The outcome without its cost; endless play is a draw.
    #[inline]
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            Exact::Win(_) => Wdl::Win,
            Exact::Loss(_) => Wdl::Loss,
            Exact::Draw(_) | Exact::Endless => Wdl::Draw,
        }
    }

    /// The cost of a win or a loss; `None` for a draw.
    #[inline]
    #[must_use]
    pub fn cost(self) -> Option<u32> {
        match self {
            Exact::Win(cost) | Exact::Loss(cost) => Some(cost),
            Exact::Draw(_) | Exact::Endless => None,
        }
    }

    /// The value for the opponent.
    #[inline]
    #[must_use]
    pub fn reversed(self) -> Exact {
        match self {
            Exact::Win(cost) => Exact::Loss(cost),
            Exact::Loss(cost) => Exact::Win(cost),
            Exact::Draw(_) | Exact::Endless => self,
        }
    }

    /// The value as searches return it, without its cost unless the clock counts plies.
    pub(crate) fn value(self, in_plies: bool) -> Value {
        self.wdl().value(self.cost().filter(|_| in_plies))
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
