use std::io;
use std::path::PathBuf;

use tesuji_core::{Limit, Value, quoted};
use tesuji_storage::container::ContainerError;

/// The reason for which a table cannot be built, read or believed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A table cannot be written.
    #[error("cannot write {path:?}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file or directory cannot be read, locked or removed.
    #[error("cannot use {path:?}")]
    File {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be read: it is damaged, or no container.
    #[error("cannot read {path:?}")]
    Container {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ContainerError,
    },
    /// A container is intact and holds something else.
    #[error("{path:?} is not a table of values: {what}")]
    NotATable {
        /// The file.
        path: PathBuf,
        /// What is missing or impossible.
        what: &'static str,
    },
    /// The table is of another game.
    #[error("the table is of {}, not of {expected}", quoted(.found))]
    OtherGame {
        /// The game of the table.
        found: String,
        /// The expected one.
        expected: &'static str,
    },
    /// The settings or the start of a table make no sense.
    #[error("the game of the table cannot be opened")]
    Game(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// An unfinished build of another table is in the way.
    #[error(
        "{} holds parts of another table, whose build was stopped: finish that one, or remove the \
         directory",
        .0.display()
    )]
    OtherBuild(PathBuf),
    /// An entry has another value than its successors say.
    #[error(
        "{}: the table says {}, and its successors {}",
        quoted(.position),
        words(*claimed),
        words(*actual)
    )]
    Contradiction {
        /// The position.
        position: String,
        /// The value in the table.
        claimed: Value,
        /// The value that follows from the successors.
        actual: Value,
    },
    /// A position is missing.
    #[error("the table has no entry for {}, {why}", quoted(.position))]
    Missing {
        /// The position.
        position: String,
        /// Why it should be in the table.
        why: &'static str,
    },
    /// An entry has no position, or is not at the place of its position.
    #[error("block {block} of the table has an entry that is not at the place of a position")]
    Misplaced {
        /// The number of the block.
        block: usize,
    },
    /// The rules have too many positions to number them.
    #[error("the positions have no ranks of 64 bits: the board is too large for a table")]
    NoRanks,
    /// A game is too long.
    #[error("a win takes more than 32,766 plies, the most that a table can tell")]
    TooLong,
    /// A limit was reached.
    #[error("stopped: {}", .0.reached())]
    Stopped(#[from] Limit),
}

impl TableError {
    /// Whether the text has the path of the file.
    #[must_use]
    pub fn names_file(&self) -> bool {
        use TableError as E;
        matches!(self, E::Write { .. } | E::File { .. } | E::Container { .. } | E::NotATable { .. })
    }
}

/// A value as people say it.
fn words(value: Value) -> String {
    match (value, value.plies()) {
        (Value::Win(_), Some(plies)) => format!("win in {plies} plies"),
        (Value::Loss(_), Some(plies)) => format!("loss in {plies} plies"),
        (Value::Win(_), None) => "win".to_owned(),
        (Value::Loss(_), None) => "loss".to_owned(),
        (Value::Draw, _) => "draw".to_owned(),
        (Value::Estimate(_), _) => "nothing".to_owned(),
    }
}

/// An error on its way through [`tesuji_storage::write_with`], which adds those of the system.
pub(crate) enum Written {
    Io(io::Error),
    Table(TableError),
}

impl From<io::Error> for Written {
    fn from(error: io::Error) -> Self {
        Written::Io(error)
    }
}

impl From<Limit> for Written {
    fn from(limit: Limit) -> Self {
        Written::Table(limit.into())
    }
}

impl From<TableError> for Written {
    fn from(error: TableError) -> Self {
        Written::Table(error)
    }
}

impl Written {
    pub(crate) fn at(self, path: &std::path::Path) -> TableError {
        match self {
            Written::Io(source) => TableError::Write { path: path.to_owned(), source },
            Written::Table(error) => error,
        }
    }
}
