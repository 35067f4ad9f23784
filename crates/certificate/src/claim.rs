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
    /// The strategies that prove the claim, each with its player; none if strategies cannot prove it.
    pub(crate) fn duties(self) -> Vec<(Player, Duty)> {
        let both = |duty| [Player::First, Player::Second].map(|player| (player, duty)).into();
        match self {
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
            _ => Vec::new(),
        }
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

/// The names of the players in claims.
const NAMES: [(&str, Player); 2] = [("first", Player::First), ("second", Player::Second)];

/// The name of a player in claims.
pub(crate) fn name(player: Player) -> &'static str {
    NAMES[player as usize].0
}

/// The parts of a move in which expectations are claimed: nine decimals.
pub(crate) const BILLION: u64 = 1_000_000_000;

impl fmt::Display for Claim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = |result| match result {
            GameResult::Win(winner) => format!("{} wins", name(winner)),
            GameResult::Draw => "draw".to_owned(),
        };
        let decimals = |value| format!("{}.{:09}", value / BILLION, value % BILLION);
        match *self {
            Claim::Wins { winner, length } => {
                out.write_str(&result(GameResult::Win(winner)))?;
                match length {
                    Length::Any => Ok(()),
                    Length::Within(plies) => write!(out, " within {plies} plies"),
                    Length::Exactly(plies) => write!(out, " in exactly {plies} plies"),
                }
            }
            Claim::Holds { player } => write!(out, "{} holds", name(player)),
            Claim::Draw => out.write_str(&result(GameResult::Draw)),
            Claim::SemiStrong { result: of, positions } => {
                write!(out, "semi-strong {}, {positions} positions", result(of))
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
                let (least, most) = (decimals(least), decimals(most));
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

    fn from_str(text: &str) -> Result<Self, ParseClaimError> {
        // A claim has one text: numbers, for example, have no zeros in front.
        let claim = parse(text).filter(|claim| claim.to_string() == text);
        claim.ok_or_else(|| ParseClaimError(text.to_owned()))
    }
}

/// The claim of a text, which may have other texts, too.
fn parse(text: &str) -> Option<Claim> {
    fn number<T: FromStr>(text: &str) -> Option<T> {
        text.parse().ok()
    }
    let decimals = |text: &str| {
        let (moves, rest) = text.split_once('.')?;
        number::<u64>(moves)?.checked_mul(BILLION)?.checked_add(number(rest)?)
    };
    let player = |text| NAMES.iter().find(|(name, _)| *name == text).map(|&(_, player)| player);
    let wins = |text, length| Some(Claim::Wins { winner: player(text)?, length });
    let semi_strong =
        |result, positions| Some(Claim::SemiStrong { result, positions: number(positions)? });
    match text.split(' ').collect::<Vec<_>>()[..] {
        [winner, "wins"] => wins(winner, Length::Any),
        [winner, "wins", "within", plies, "plies"] => wins(winner, Length::Within(number(plies)?)),
        [winner, "wins", "in", "exactly", plies, "plies"] => {
            wins(winner, Length::Exactly(number(plies)?))
        }
        [holder, "holds"] => Some(Claim::Holds { player: player(holder)? }),
        ["draw"] => Some(Claim::Draw),
        ["semi-strong", winner, "wins,", positions, "positions"] => {
            semi_strong(GameResult::Win(player(winner)?), positions)
        }
        ["semi-strong", "draw,", positions, "positions"] => {
            semi_strong(GameResult::Draw, positions)
        }
        ["shortest", "solution", moves, "moves"] => Some(Claim::Shortest(number(moves)?)),
        ["least", "cost", cost] => Some(Claim::Cost(number(cost)?)),
        ["cost", "at", "least", cost] => Some(Claim::AtLeast(number(cost)?)),
        ["cost", "at", "most", cost] => Some(Claim::AtMost(number(cost)?)),
        ["unsolvable"] => Some(Claim::Unsolvable),
        ["nim-values", "of", "heaps", "below", heaps] => Some(Claim::NimValues(number(heaps)?)),
        ["period", period, "from", "heap", first, "on"] => {
            Some(Claim::Period { period: number(period)?, preperiod: number(first)? })
        }
        ["nim-value", value] => Some(Claim::NimValue(number(value)?)),
        ["reachable", positions, "positions", "within", moves, "moves"] => {
            Some(Claim::Reachable { positions: number(positions)?, moves: number(moves)? })
        }
        [player_name, "expects", least, "to", most, "moves"] => Some(Claim::Expected {
            player: player(player_name)?,
            least: decimals(least)?,
            most: decimals(most)?,
        }),
        ["reachable", states, "states", "within", moves, "moves", "of", "a", "goal"] => {
            Some(Claim::Distances { states: number(states)?, moves: number(moves)? })
        }
        _ => None,
    }
}
