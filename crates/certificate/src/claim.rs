use std::fmt;
use std::str::FromStr;

use tesuji_core::{Cost, GameResult, Player, quoted};

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
    /// The result with best play, and each player has a strategy such that the value of every position
    /// that can be reached while the player follows it, whatever the opponent does, is proved.
    SemiStrong {
        /// The result.
        result: GameResult,
        /// The positions whose value is proved one by one; positions that are won by the player are
        /// not counted where a search proves that.
        positions: u64,
    },
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
    /// The nim-value of the position.
    NimValue(u16),
    /// The number of positions that can be reached, itself included, by the fewest moves to them.
    Reachable {
        /// Their number.
        positions: u64,
        /// The fewest moves to the farthest of them.
        moves: u32,
    },
    /// The least expected number of moves that a player needs to win, against an opponent who chooses
    /// each move with equal probability.
    Expected {
        /// The player.
        player: Player,
        /// A lower bound in billionths of a move.
        least: u64,
        /// An upper bound in billionths of a move.
        most: u64,
    },
    /// The number of states that can be reached, itself included, by the fewest moves from them to
    /// a goal.
    Distances {
        /// Their number.
        states: u64,
        /// The fewest moves from the farthest of them to a goal.
        moves: u32,
    },
}

impl Claim {
    /// The strategies that prove the claim, each with its player; `None` if strategies cannot prove
    /// it.
    pub(crate) fn duties(self) -> Option<Vec<(Player, Duty)>> {
        let both = |duty| [Player::First, Player::Second].map(|player| (player, duty)).into();
        Some(match self {
            Claim::Wins { winner, length: Length::Any } => vec![(winner, Duty::Win(None))],
            Claim::Wins { winner, length: Length::Within(plies) } => {
                vec![(winner, Duty::Win(Some(plies)))]
            }
            Claim::Wins { winner, length: Length::Exactly(plies) } => {
                vec![(winner, Duty::Win(Some(plies))), (winner.other(), Duty::Survive(Some(plies)))]
            }
            Claim::Holds { player } => vec![(player, Duty::Survive(None))],
            Claim::Draw => both(Duty::Survive(None)),
            Claim::SemiStrong { .. } => both(Duty::Value),
            Claim::Shortest(_)
            | Claim::Cost(_)
            | Claim::AtLeast(_)
            | Claim::AtMost(_)
            | Claim::Unsolvable
            | Claim::NimValues(_)
            | Claim::Period { .. }
            | Claim::NimValue(_)
            | Claim::Reachable { .. }
            | Claim::Expected { .. }
            | Claim::Distances { .. } => return None,
        })
    }
}

/// A number of moves with nine decimals.
struct Billionths(u64);

impl Billionths {
    const UNIT: u64 = 1_000_000_000;

    fn parse(text: &str) -> Option<u64> {
        let (moves, rest) = text.split_once('.')?;
        let (moves, rest): (u64, u64) = (moves.parse().ok()?, rest.parse().ok()?);
        moves.checked_mul(Self::UNIT)?.checked_add(rest)
    }
}

impl fmt::Display for Billionths {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{:09}", self.0 / Self::UNIT, self.0 % Self::UNIT)
    }
}

/// What a strategy must achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// Win, within this number of plies if there is one.
    Win(Option<u32>),
    /// Not lose in fewer than this number of plies; never lose, if there is no number.
    Survive(Option<u32>),
    /// Keep the value of the position.
    Value,
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
            Claim::SemiStrong { result, positions } => {
                out.write_str("semi-strong ")?;
                match result {
                    GameResult::Win(winner) => write!(out, "{} wins", name(winner))?,
                    GameResult::Draw => out.write_str("draw")?,
                }
                write!(out, ", {positions} positions")
            }
            Claim::Shortest(moves) => write!(out, "shortest solution {moves} moves"),
            Claim::Cost(cost) => write!(out, "least cost {cost}"),
            Claim::AtLeast(cost) => write!(out, "cost at least {cost}"),
            Claim::AtMost(cost) => write!(out, "cost at most {cost}"),
            Claim::Unsolvable => out.write_str("unsolvable"),
            Claim::NimValues(heaps) => write!(out, "nim-values of heaps below {heaps}"),
            Claim::Period { period, preperiod } => {
                write!(out, "period {period} from heap {preperiod} on")
            }
            Claim::NimValue(value) => write!(out, "nim-value {value}"),
            Claim::Reachable { positions, moves } => {
                write!(out, "reachable {positions} positions within {moves} moves")
            }
            Claim::Expected { player, least, most } => {
                let (least, most) = (Billionths(least), Billionths(most));
                write!(out, "{} expects {least} to {most} moves", name(player))
            }
            Claim::Distances { states, moves } => {
                write!(out, "reachable {states} states within {moves} moves of a goal")
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
        let second: u64 = numbers.next().unwrap_or(0);
        let plies = u32::try_from(first).unwrap_or(0);
        let moves = u32::try_from(second).unwrap_or(0);
        let lengths = [Length::Any, Length::Within(plies), Length::Exactly(plies)];
        let mut decimals = text.split(' ').filter_map(Billionths::parse);
        let (least, most) = (decimals.next().unwrap_or(0), decimals.next().unwrap_or(0));
        let of_player = |player| {
            let wins = lengths.map(|length| Claim::Wins { winner: player, length });
            let others = [
                Claim::Holds { player },
                Claim::Expected { player, least, most },
                Claim::SemiStrong { result: GameResult::Win(player), positions: first },
            ];
            wins.into_iter().chain(others)
        };
        let others = [
            Claim::Draw,
            Claim::SemiStrong { result: GameResult::Draw, positions: first },
            Claim::Shortest(plies),
            Claim::Cost(plies),
            Claim::AtLeast(plies),
            Claim::AtMost(plies),
            Claim::Unsolvable,
            Claim::NimValues(first),
            Claim::Period { period: first, preperiod: second },
            Claim::NimValue(u16::try_from(first).unwrap_or(0)),
            Claim::Reachable { positions: first, moves },
            Claim::Distances { states: first, moves },
        ];
        let mut all = of_player(Player::First).chain(of_player(Player::Second)).chain(others);
        all.find(|claim| claim.to_string() == text).ok_or_else(|| ParseClaimError(text.to_owned()))
    }
}
