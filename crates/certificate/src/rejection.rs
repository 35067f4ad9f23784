use std::io;

use tesuji_core::{Limit, Player};

use crate::claim::name;

/// Why a certificate proves nothing, and where.
///
/// Entries are numbered from 0 in the order in which the file has them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The file cannot be read.
    #[error("the file cannot be read")]
    Unreadable(#[from] io::Error),
    /// The first line is another.
    #[error("no certificate: the first line is not {:?}", crate::header::MAGIC)]
    NotACertificate,
    /// A line of the header is not what it should be.
    #[error("line {line} of the header: {problem}")]
    Header {
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The rules and the position cannot be made.
    #[error("the header names no game or position: {0}")]
    NoSuchGame(String),
    /// The kind of proof does not prove such a claim.
    #[error("a proof by {proof} is none of the claim {claim:?} about {game}")]
    WrongProof {
        /// The game.
        game: String,
        /// The claim.
        claim: String,
        /// The proof.
        proof: String,
    },
    /// The entries end too soon.
    #[error("entry {entry} is missing: the file ends before it")]
    Truncated {
        /// Which entry.
        entry: u64,
    },
    /// There is more than the proof needs.
    #[error("there is more in the file than the proof needs")]
    TooLong,
    /// The number of entries is not the one in the header.
    #[error("the header promises {promised} entries, the proof has {found}")]
    Entries {
        /// How many the header says.
        promised: u64,
        /// How many there are, or how many there were when they became too many.
        found: u64,
    },
    /// The checksum is wrong.
    #[error("the checksum is wrong: the file was damaged")]
    Checksum,
    /// An entry names a move that there is not.
    #[error("entry {entry}: move number {number} of {moves} in {position}")]
    NoSuchMove {
        /// Which entry.
        entry: u64,
        /// The number of the move, from 0.
        number: u64,
        /// How many there are.
        moves: usize,
        /// The position.
        position: String,
    },
    /// The strategy leads to a finished game that refutes the claim.
    #[error("after {entries} entries: the game is over in {position}, against {}", name(*.player))]
    Refuted {
        /// How many entries were read.
        entries: u64,
        /// Whose strategy it is.
        player: Player,
        /// The position.
        position: String,
    },
    /// The strategy goes round in a circle where it must win.
    #[error("after {entries} entries: the strategy comes back to {position}")]
    Cycle {
        /// How many entries were read.
        entries: u64,
        /// The position.
        position: String,
    },
    /// The strategy does not win as soon as claimed.
    #[error("after {entries} entries: no win within {claimed} plies, which are over in {position}")]
    TooSlow {
        /// How many entries were read.
        entries: u64,
        /// The position.
        position: String,
        /// The claim.
        claimed: u32,
    },
    /// The winner can win sooner than claimed against this defence.
    #[error(
        "after {entries} entries: {position} is lost after {plies} plies, the claim says {claimed}"
    )]
    LostSooner {
        /// How many entries were read.
        entries: u64,
        /// The position.
        position: String,
        /// After how many plies.
        plies: u32,
        /// The claim.
        claimed: u32,
    },
    /// A player moves twice in a row, which the checker does not know how to treat.
    #[error("a player moves twice in a row in {position}")]
    NoTurns {
        /// The position.
        position: String,
    },
    /// A player has no move in a position that is not over, which the checker does not know how to
    /// treat.
    #[error("{position} is not over, and has no moves")]
    NoMoves {
        /// The position.
        position: String,
    },
    /// The strategy wins, but not in the claimed number of plies.
    #[error("the strategy wins in {found} plies, the claim is {claim:?}")]
    WrongLength {
        /// The claim.
        claim: String,
        /// In how many plies at most it wins.
        found: u32,
    },
    /// The listed moves do not solve the puzzle.
    #[error("the moves lead to {position}, which is no goal")]
    NotSolved {
        /// Where they lead.
        position: String,
    },
    /// There is a shorter solution, or any where there should be none.
    #[error("{position} is a goal, and reached after {moves} moves")]
    Solvable {
        /// The goal.
        position: String,
        /// After how many moves.
        moves: u32,
    },
    /// The argument for unsolvability does not hold.
    #[error("the argument {argument:?} does not apply: {problem}")]
    Argument {
        /// Its name.
        argument: &'static str,
        /// Why not.
        problem: String,
    },
    /// A nim-value is wrong.
    #[error("a heap of {heap} tokens has the value {value}, not {listed}")]
    WrongValue {
        /// The heap.
        heap: usize,
        /// Its value.
        value: u64,
        /// What the file says.
        listed: u64,
    },
    /// The values do not repeat as claimed.
    #[error("the period does not hold: {0}")]
    WrongPeriod(String),
    /// The limit on positions was reached, or the proof asks for more.
    #[error("more than {limit} positions: raise the limit to check this")]
    Limit {
        /// The limit.
        limit: u64,
    },
    /// A limit of the budget was reached.
    #[error("{} before the end of the proof", stopped(*.limit))]
    Stopped {
        /// Which limit.
        limit: Limit,
    },
    /// Whoever makes the certificate does not know a move.
    #[error("no move is known that keeps the value of {position}")]
    NoMoveKnown {
        /// The position.
        position: String,
    },
}

/// What ended a check.
fn stopped(limit: Limit) -> String {
    match limit {
        Limit::Nodes => "the limit on work was reached".to_owned(),
        Limit::Interrupted => "the check was interrupted".to_owned(),
        other => format!("the limit on {other} was reached"),
    }
}
