use std::error::Error;
use std::io;

use tesuji_core::{Cost, Limit, Player, quoted};

use crate::claim::name;

/// The first line of every certificate, with the version of the format.
pub(crate) const MAGIC: &str = "tesuji certificate 1";

/// Why a certificate proves nothing, and where.
///
/// Entries are numbered from 0 in the order of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The file cannot be read.
    #[error("the file cannot be read")]
    Unreadable(#[from] io::Error),
    /// The first line is not that of a certificate.
    #[error("not a certificate: the first line is not {:?}", MAGIC)]
    NotACertificate,
    /// A line of the header is not valid.
    #[error("line {line} of the header: {problem}")]
    Header {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The header names no known game, or its settings or position are not valid or not in
    /// canonical form.
    #[error("the game or position in the header is not valid: {0}")]
    NoSuchGame(String),
    /// The certificate is of another game.
    #[error("the certificate is of the game {}, not of {expected}", quoted(.game))]
    OtherGame {
        /// The game in the header.
        game: String,
        /// The game that the caller expected.
        expected: &'static str,
    },
    /// This kind of proof cannot prove such a claim.
    #[error("a proof by {} cannot prove the claim {claim:?} about {game}", quoted(.proof))]
    WrongProof {
        /// The game.
        game: String,
        /// The claim.
        claim: String,
        /// The proof.
        proof: String,
    },
    /// The entries end too soon.
    #[error("the file ends before entry {entry}")]
    Truncated {
        /// The first missing entry.
        entry: u64,
    },
    /// The file is longer than the proof.
    #[error("the file goes on after the end of the proof")]
    TooLong,
    /// The number of entries is not the one in the header.
    #[error("the header promises {promised} entries, but the proof has {found}")]
    Entries {
        /// The number in the header.
        promised: u64,
        /// The number of entries, as far as they were counted.
        found: u64,
    },
    /// The checksum is wrong.
    #[error("the checksum is wrong: the file was damaged")]
    Checksum,
    /// An entry is not the number of a move.
    #[error("entry {entry}: move number {number} of the {moves} moves in {}", quoted(.position))]
    NoSuchMove {
        /// The entry.
        entry: u64,
        /// The number of the move, from 0.
        number: u64,
        /// The number of legal moves.
        moves: usize,
        /// The position.
        position: String,
    },
    /// An entry leaves a position to a search, which does not prove it.
    #[error("entry {entry}: a search of at most {plies} plies does not prove {}", quoted(.position))]
    SearchFails {
        /// The entry.
        entry: u64,
        /// The most plies of a search.
        plies: u32,
        /// The position.
        position: String,
    },
    /// The strategy leads to a finished game whose result refutes the claim.
    #[error(
        "after {entries} entries: the game is over in {}, against {}",
        quoted(.position), name(*.player)
    )]
    Refuted {
        /// The number of entries that were read.
        entries: u64,
        /// The player of the strategy.
        player: Player,
        /// The position.
        position: String,
    },
    /// A strategy that must win can lead to a cycle.
    #[error("after {entries} entries: the strategy can repeat the position {}", quoted(.position))]
    Cycle {
        /// The number of entries that were read.
        entries: u64,
        /// The position.
        position: String,
    },
    /// The strategy does not win within the claimed number of plies.
    #[error(
        "after {entries} entries: no win within {claimed} plies: too few of them are left in {}",
        quoted(.position)
    )]
    TooSlow {
        /// The number of entries that were read.
        entries: u64,
        /// The position.
        position: String,
        /// The claim.
        claimed: u32,
    },
    /// The winner can win sooner than claimed against this defence.
    #[error(
        "after {entries} entries: {} is lost after {plies} plies, the claim says {claimed}",
        quoted(.position)
    )]
    LostSooner {
        /// The number of entries that were read.
        entries: u64,
        /// The position.
        position: String,
        /// The number of plies that lead to it.
        plies: u32,
        /// The claim.
        claimed: u32,
    },
    /// A player moves twice in a row, which no certificate covers.
    #[error("a player moves twice in a row in {}", quoted(.position))]
    NoTurns {
        /// The position.
        position: String,
    },
    /// A position that is not over has no moves, which no certificate covers.
    #[error("{} is not over, but has no moves", quoted(.position))]
    NoMoves {
        /// The position.
        position: String,
    },
    /// The strategy wins, but not in the claimed number of plies.
    #[error("the strategy wins in {found} plies, the claim is {claim:?}")]
    WrongLength {
        /// The claim.
        claim: String,
        /// The most plies that the strategy takes.
        found: u32,
    },
    /// The listed moves do not solve the puzzle.
    #[error("the moves lead to {}, which is not a goal", quoted(.position))]
    NotSolved {
        /// The position after the last move.
        position: String,
    },
    /// There is a shorter solution, or one where there should be none.
    #[error("a solution of {moves} moves leads through {}", quoted(.position))]
    Solvable {
        /// A position of that solution.
        position: String,
        /// The number of its moves.
        moves: u32,
    },
    /// There is a solution that costs less than claimed.
    #[error("a solution of cost {cost} leads to {}", quoted(.position))]
    Cheaper {
        /// The goal.
        position: String,
        /// The cost of the solution.
        cost: Cost,
    },
    /// The listed solution does not have the claimed cost.
    #[error("the solution costs {cost}, the claim is {claim:?}")]
    WrongCost {
        /// The claim.
        claim: String,
        /// The cost of the solution.
        cost: u64,
    },
    /// The lower bounds of a search cannot be computed.
    #[error("the patterns of the search are not valid: {0}")]
    Patterns(String),
    /// The argument for unsolvability does not apply.
    #[error("the argument {} does not apply: {problem}", quoted(.argument))]
    Argument {
        /// The name of the argument.
        argument: String,
        /// Why it does not apply.
        problem: String,
    },
    /// A nim-value is wrong.
    #[error("a heap of {heap} tokens has the value {value}, not {listed}")]
    WrongValue {
        /// The tokens of the heap.
        heap: usize,
        /// Its value.
        value: u16,
        /// The value in the file.
        listed: u16,
    },
    /// The nim-values cannot be computed.
    #[error("the nim-values cannot be computed: {0}")]
    NoValues(String),
    /// The values do not repeat as claimed.
    #[error("the period is not proved: {0}")]
    WrongPeriod(String),
    /// The position has another nim-value.
    #[error("the nim-value is {value}, the claim is {claim:?}")]
    OtherNimValue {
        /// The claim.
        claim: String,
        /// The nim-value.
        value: u64,
    },
    /// A position without moves is not lost for the player to move, so it has no nim-value.
    #[error("{} is not lost for the player who cannot move", quoted(.position))]
    NotNormalPlay {
        /// The position.
        position: String,
    },
    /// A position can repeat, so that nim-values are not defined.
    #[error("the position {} can repeat", quoted(.position))]
    Repeats {
        /// The position.
        position: String,
    },
    /// The listed layers are not those of the positions.
    #[error("{found} positions have the distance {distance}, not {listed}")]
    WrongCount {
        /// The fewest moves to the positions, or from them to a goal.
        distance: u64,
        /// Their number.
        found: u64,
        /// The number in the file.
        listed: u64,
    },
    /// The claim has another number of positions or another largest distance.
    #[error("there are {found} positions at {layers} distances, the claim is {claim:?}")]
    WrongSum {
        /// The claim.
        claim: String,
        /// The number of positions.
        found: u64,
        /// The number of distances, 0 included.
        layers: u64,
    },
    /// There are no distances to a goal.
    #[error("no goal can be reached from {}", quoted(.position))]
    NoGoal {
        /// The position.
        position: String,
    },
    /// A move cannot be taken back by a move.
    #[error("no move leads back from {} to {}", quoted(.to), quoted(.from))]
    NoWayBack {
        /// The position before the move.
        from: String,
        /// The position after it.
        to: String,
    },
    /// A value has an upper bound, but none follows from the values after any move.
    #[error("no move from {} leads to values with an upper bound", quoted(.position))]
    NoUpperBound {
        /// The position.
        position: String,
    },
    /// The entries prove other numbers or another result.
    #[error("the entries prove {proved:?}, the claim is {claim:?}")]
    OtherClaim {
        /// The claim.
        claim: String,
        /// What the entries prove.
        proved: String,
    },
    /// The proof needs more positions in memory than allowed.
    #[error("more than {limit} positions: raise the limit to check this")]
    Limit {
        /// The limit.
        limit: u64,
    },
    /// A limit of the budget was reached.
    #[error("{} before the end of the proof", stopped(*.limit))]
    Stopped {
        /// The limit.
        limit: Limit,
    },
    /// A [chooser](crate::Chooser) knows no move that fits the claim.
    #[error("no known move keeps the value of {}", quoted(.position))]
    NoMoveKnown {
        /// The position.
        position: String,
    },
}

impl From<Limit> for Rejection {
    fn from(limit: Limit) -> Self {
        Rejection::Stopped { limit }
    }
}

impl Rejection {
    /// [`NoSuchGame`](Self::NoSuchGame) with an error and its sources as the reason.
    pub(crate) fn no_such_game(error: &dyn Error) -> Self {
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            text += &format!(": {error}");
            source = error.source();
        }
        Rejection::NoSuchGame(text)
    }
}

/// What ended a check.
fn stopped(limit: Limit) -> String {
    match limit {
        Limit::Nodes => "the limit on work was reached".to_owned(),
        Limit::Interrupted => "the check was interrupted".to_owned(),
        other => other.reached().to_owned(),
    }
}
