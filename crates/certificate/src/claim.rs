use std::fmt;
use std::str::FromStr;

use tesuji_core::{Cost, Player, quoted};

/// What a certificate claims about its position or heap game.
///
/// Plies count the moves of both players from the position on. The written form is one line, and
/// parsing it returns the same claim.
///
/// # Example
/// ```
/// use tesuji_certificate::{Claim, Length};
/// use tesuji_core::Player;
///
/// let claim: Claim = "second wins within 26 plies".parse()?;
/// assert_eq!(claim, Claim::Wins { winner: Player::Second, length: Length::Within(26) });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A player wins against every defence.
    Wins {
        /// The player.
        winner: Player,
        /// The length of the win.
        length: Length,
    },
    /// A player never loses, whatever the opponent does: the player wins or draws, or play goes on
    /// for ever.
    Holds {
        /// The player.
        player: Player,
    },
    /// Neither player can win: both hold.
    Draw,
    /// The number of moves in a shortest solution.
    Shortest(u32),
    /// The cost of a cheapest solution.
    Cost(Cost),
    /// Every solution costs at least this; there may be none.
    AtLeast(Cost),
    /// A solution costs at most this.
    AtMost(Cost),
    /// No goal can be reached.
    Unsolvable,
    /// The nim-values of the heaps below this size are those listed.
    NimValues(u64),
    /// The nim-values repeat.
    Period {
        /// The number of tokens after which they repeat.
        period: u64,
        /// The first heap from which on they do.
        preperiod: u64,
    },
}

impl Claim {
    /// The strategies that prove the claim, each with its player; `None` if strategies cannot prove
    /// it.
    pub(crate) fn duties(self) -> Option<Vec<(Player, Duty)>> {
        Some(match self {
            Claim::Wins { winner, length: Length::Any } => vec![(winner, Duty::Win(None))],
            Claim::Wins { winner, length: Length::Within(plies) } => {
                vec![(winner, Duty::Win(Some(plies)))]
            }
            Claim::Wins { winner, length: Length::Exactly(plies) } => {
                vec![(winner, Duty::Win(Some(plies))), (winner.other(), Duty::Survive(Some(plies)))]
            }
            Claim::Holds { player } => vec![(player, Duty::Survive(None))],
            Claim::Draw => {
                [Player::First, Player::Second].map(|player| (player, Duty::Survive(None))).into()
            }
            Claim::Shortest(_)
            | Claim::Cost(_)
            | Claim::AtLeast(_)
            | Claim::AtMost(_)
            | Claim::Unsolvable
            | Claim::NimValues(_)
            | Claim::Period { .. } => return None,
        })
    }
}

/// What a strategy must achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// Win, within this number of plies if there is one.
    Win(Option<u32>),
    /// Not lose in fewer than this number of plies; never lose, if there is no number.
    Survive(Option<u32>),
}

/// The length of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Not stated.
    Any,
    /// At most this number of plies.
    Within(u32),
    /// At most this number of plies, and no fewer against the best defence.
    Exactly(u32),
}

/// A text is not a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a claim", quoted(.0))]
pub struct ParseClaimError(String);

/// The name of a player in claims.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Claim::Wins { winner, length } => {
                write!(out, "{} wins", name(winner))?;
                match length {
                    Length::Any => Ok(()),
                    Length::Within(plies) => write!(out, " within {plies} plies"),
                    Length::Exactly(plies) => write!(out, " in exactly {plies} plies"),
                }
            }
            Claim::Holds { player } => write!(out, "{} holds", name(player)),
            Claim::Draw => out.write_str("draw"),
            Claim::Shortest(moves) => write!(out, "shortest solution {moves} moves"),
            Claim::Cost(cost) => write!(out, "least cost {cost}"),
            Claim::AtLeast(cost) => write!(out, "cost at least {cost}"),
            Claim::AtMost(cost) => write!(out, "cost at most {cost}"),
            Claim::Unsolvable => out.write_str("unsolvable"),
            Claim::NimValues(heaps) => write!(out, "nim-values of heaps below {heaps}"),
            Claim::Period { period, preperiod } => {
                write!(out, "period {period} from heap {preperiod} on")
            }
        }
    }
}

impl FromStr for Claim {
    type Err = ParseClaimError;

    /// Tries each kind of claim with the numbers of the text, so that there is one way to write it.
    fn from_str(text: &str) -> Result<Self, ParseClaimError> {
        let mut numbers = text.split(' ').filter_map(|word| word.parse().ok());
        let first: u64 = numbers.next().unwrap_or(0);
        let plies = u32::try_from(first).unwrap_or(0);
        let lengths = [Length::Any, Length::Within(plies), Length::Exactly(plies)];
        let of_player = |player| {
            let wins = lengths.map(|length| Claim::Wins { winner: player, length });
            wins.into_iter().chain([Claim::Holds { player }])
        };
        let others = [
            Claim::Draw,
            Claim::Shortest(plies),
            Claim::Cost(plies),
            Claim::AtLeast(plies),
            Claim::AtMost(plies),
            Claim::Unsolvable,
            Claim::NimValues(first),
            Claim::Period { period: first, preperiod: numbers.next().unwrap_or(0) },
        ];
        let mut all = of_player(Player::First).chain(of_player(Player::Second)).chain(others);
        all.find(|claim| claim.to_string() == text).ok_or_else(|| ParseClaimError(text.to_owned()))
    }
}
