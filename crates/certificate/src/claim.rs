use std::fmt;
use std::str::FromStr;

use tesuji_core::Player;

/// What a certificate says is true of its position or rule.
///
/// Plies count the moves of both players from the position on. The written form is one line, and
/// reading what was written gives the same claim back.
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
    /// This player wins, whatever the other does.
    Wins {
        /// Who.
        winner: Player,
        /// How soon.
        length: Length,
    },
    /// This player never loses, whatever the other does: he wins, draws, or plays for ever.
    Holds {
        /// Who.
        player: Player,
    },
    /// Neither player can win: both hold.
    Draw,
    /// The shortest solution has so many moves.
    Shortest(u32),
    /// No goal can be reached.
    Unsolvable,
    /// The nim-values of the heaps below this size are those listed.
    NimValues(u64),
    /// The nim-values repeat.
    Period {
        /// Every so many tokens.
        period: u64,
        /// From this heap on.
        preperiod: u64,
    },
}

/// How soon a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// At some time.
    Any,
    /// In at most so many plies.
    Within(u32),
    /// In at most so many plies, and against the best defence in no fewer.
    Exactly(u32),
}

/// A text is no claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no claim")]
pub struct ParseClaimError(String);

/// What the players are called in claims.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

fn player(text: &str) -> Option<Player> {
    [Player::First, Player::Second].into_iter().find(|&player| name(player) == text)
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

    fn from_str(text: &str) -> Result<Self, ParseClaimError> {
        let words: Vec<&str> = text.split(' ').collect();
        let bad = || ParseClaimError(text.to_owned());
        let plies = |text: &str| text.parse().map_err(|_| bad());
        let number = |text: &str| text.parse().map_err(|_| bad());
        let wins = |name, length| {
            player(name).map(|winner| Claim::Wins { winner, length }).ok_or_else(bad)
        };
        let claim = match words[..] {
            [name, "wins"] => wins(name, Length::Any)?,
            [name, "wins", "within", n, "plies"] => wins(name, Length::Within(plies(n)?))?,
            [name, "wins", "in", "exactly", n, "plies"] => wins(name, Length::Exactly(plies(n)?))?,
            [name, "holds"] => Claim::Holds { player: player(name).ok_or_else(bad)? },
            ["draw"] => Claim::Draw,
            ["shortest", "solution", n, "moves"] => Claim::Shortest(plies(n)?),
            ["unsolvable"] => Claim::Unsolvable,
            ["nim-values", "of", "heaps", "below", n] => Claim::NimValues(number(n)?),
            ["period", period, "from", "heap", preperiod, "on"] => {
                Claim::Period { period: number(period)?, preperiod: number(preperiod)? }
            }
            _ => return Err(bad()),
        };
        // One way to write each claim, so that a changed byte is another claim or none.
        if claim.to_string() == text { Ok(claim) } else { Err(bad()) }
    }
}
