use std::error::Error;
use std::fmt::Display;
use std::io;

use tesuji_core::{Limit, quoted};

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
    #[error("not a certificate: the first line is not {MAGIC:?}")]
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
    /// This kind of proof cannot prove such a claim: the proof, the claim and the game.
    #[error("{0}")]
    WrongProof(String),
    /// The checksum is wrong.
    #[error("the checksum is wrong: the file was damaged")]
    Checksum,
    /// There are more or fewer entries than the header promises or the file has: what is wrong.
    #[error("{0}")]
    Entries(String),
    /// A step of the proof does not hold: which one, and why.
    #[error("{0}")]
    Refuted(String),
    /// The proof holds, but of another claim.
    #[error("the entries prove {proved:?}, the claim is {claim:?}")]
    OtherClaim {
        /// The claim.
        claim: String,
        /// What the entries prove.
        proved: String,
    },
    /// A move cannot be taken back by a move, in a proof that needs it.
    #[error("no move leads back from {to} to {from}")]
    NoWayBack {
        /// The position before the move, quoted.
        from: String,
        /// The position after it, quoted.
        to: String,
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

impl From<String> for Rejection {
    /// The reason why a step of a proof does not hold.
    fn from(reason: String) -> Self {
        Rejection::Refuted(reason)
    }
}

impl Rejection {
    /// [`OtherClaim`](Self::OtherClaim) with the texts of both.
    pub(crate) fn other_claim(claim: impl Display, proved: impl Display) -> Self {
        Rejection::OtherClaim { claim: claim.to_string(), proved: proved.to_string() }
    }

    /// [`NoSuchGame`](Self::NoSuchGame) with an error and its sources as the reason.
    pub(crate) fn no_such_game(error: &dyn Error) -> Self {
        let sources = std::iter::successors(Some(error), |&error| error.source());
        Rejection::NoSuchGame(sources.map(ToString::to_string).collect::<Vec<_>>().join(": "))
    }
}

/// What ended a check.
fn stopped(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "the limit on work was reached",
        Limit::Interrupted => "the check was interrupted",
        other => other.reached(),
    }
}
