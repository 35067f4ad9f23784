use tesuji_core::quoted;

use tesuji_core::OpenError;

use crate::{OptionError, Players};

/// Why a call by name cannot be answered. What is wrong with a text, and where, is in the
/// [source](std::error::Error::source).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// There is no game of that name.
    #[error("there is no game {name}, only {known}", name = quoted(.name))]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The game has no algorithm of that name.
    #[error("{game} has no algorithm {name}; there are {known}", name = quoted(.name))]
    UnknownAlgorithm {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The algorithm is for games with another number of players.
    #[error("{algorithm} is not for {game}, which has {players}; there are {known}")]
    WrongPlayers {
        /// The algorithm.
        algorithm: &'static str,
        /// The game.
        game: &'static str,
        /// How many players the game has.
        players: Players,
        /// What there is.
        known: String,
    },
    /// An option of a search is not valid.
    #[error(transparent)]
    Option(OptionError),
    /// The tree of a search cannot be recorded.
    #[error(
        "the tree of {search} cannot be recorded; those of these searches by one thread can: {known}"
    )]
    NotRecorded {
        /// The search.
        search: String,
        /// The algorithms of the game whose trees can be recorded.
        known: String,
    },
    /// The game has no heuristic of that name.
    #[error("{game} has no heuristic {name}{others}", name = quoted(.name), others = others(.known))]
    UnknownHeuristic {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is, which may be nothing.
        known: String,
    },
    /// The heuristic is not available for this position.
    #[error("heuristic {name} is not available here")]
    Heuristic {
        /// The heuristic.
        name: &'static str,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A text is no position of the game, or no move.
    #[error("{text} cannot be read as {what} of {game}", text = quoted(.text))]
    Notation {
        /// What it should be: a position or a move.
        what: &'static str,
        /// The game.
        game: &'static str,
        /// The text.
        text: String,
        /// What is wrong with it, and where.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A setting of the game is not valid.
    #[error("{what} {text} is not valid", text = quoted(.text))]
    Setting {
        /// Which setting.
        what: &'static str,
        /// Its text.
        text: String,
        /// What is wrong with it.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The game has no setting of that name.
    #[error("{game} has no setting {name}; its settings: {known}", name = quoted(.name))]
    UnknownSetting {
        /// The game.
        game: &'static str,
        /// What was set.
        name: String,
        /// What there is.
        known: String,
    },
    /// The game does not have what was asked for.
    #[error("{game} does not offer {what}")]
    NotOffered {
        /// The game.
        game: &'static str,
        /// What was asked for.
        what: &'static str,
    },
    /// The space is too large for what was asked.
    #[error("{size} has too many states for this ({states}); {hint}")]
    TooLarge {
        /// The size of the board.
        size: String,
        /// How many states it has.
        states: String,
        /// What would do.
        hint: &'static str,
    },
    /// What is to be expected cannot be computed.
    #[error("what is to be expected cannot be computed here")]
    Expectation {
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Nothing was proved, so there is nothing to certify.
    #[error("there is no certificate: {0}")]
    NothingProved(&'static str),
    /// A certificate could not be made.
    #[error("no certificate could be made")]
    Certificate(#[source] tesuji_certificate::Rejection),
    /// The file of proved results cannot be used.
    #[error(transparent)]
    Store(#[from] tesuji_proof::ProofStoreError),
    /// A table cannot be built, read or believed.
    #[error(transparent)]
    Table(tesuji_table::TableError),
    /// An engine was given a table of other rules.
    #[error("the table is of other rules: {0}")]
    OtherTable(String),
    /// The starts of a table have different settings.
    #[error("the starts of one table have the same settings, and {} has others", quoted(.0))]
    OtherSettings(String),
    /// The complete games cannot be counted.
    #[error("the complete games of {game} cannot be counted here")]
    Uncounted {
        /// The game.
        game: &'static str,
        /// Why.
        source: tesuji_uninformed::Uncounted,
    },
    /// The workers cannot do it.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(tesuji_cluster::ClusterError),
    /// A move of a saved game is not legal.
    #[error("move {number} is not valid")]
    SavedMove {
        /// Its number, from 1.
        number: usize,
        /// Why.
        source: Box<CatalogueError>,
    },
    /// A saved game has another winner than its moves and its ending.
    #[error("the result is not that of the moves")]
    SavedResult,
    /// An engine has no answer.
    #[error(transparent)]
    Engine(#[from] tesuji_arena::Forfeit),
    /// A limit was reached before the answer was there.
    #[error("stopped: {}", .0.reached())]
    Stopped(tesuji_core::Limit),
}

impl From<tesuji_table::TableError> for CatalogueError {
    fn from(error: tesuji_table::TableError) -> Self {
        match error {
            tesuji_table::TableError::Stopped(limit) => CatalogueError::Stopped(limit),
            other => CatalogueError::Table(other),
        }
    }
}

#[cfg(feature = "cluster")]
impl From<tesuji_cluster::ClusterError> for CatalogueError {
    fn from(error: tesuji_cluster::ClusterError) -> Self {
        match error {
            tesuji_cluster::ClusterError::Interrupted => {
                CatalogueError::Stopped(tesuji_core::Limit::Interrupted)
            }
            other => CatalogueError::Cluster(other),
        }
    }
}

impl From<tesuji_certificate::Rejection> for CatalogueError {
    fn from(rejection: tesuji_certificate::Rejection) -> Self {
        match rejection {
            tesuji_certificate::Rejection::Stopped { limit } => CatalogueError::Stopped(limit),
            tesuji_certificate::Rejection::Limit { .. } => {
                CatalogueError::Stopped(tesuji_core::Limit::Memory)
            }
            other => CatalogueError::Certificate(other),
        }
    }
}

impl CatalogueError {
    /// The same of a certificate that was to be made: its header may not hold large rules.
    pub(crate) fn of_making(self) -> Self {
        match self {
            CatalogueError::Certificate(tesuji_certificate::Rejection::Header { .. }) => {
                CatalogueError::NothingProved(
                    "settings and position do not fit in its header, which has a line for each \
                     and at most 4,096 bytes",
                )
            }
            other => other,
        }
    }

    /// That complete games could not be counted, or that a limit was reached.
    pub(crate) fn uncounted(game: &'static str, source: tesuji_uninformed::Uncounted) -> Self {
        match source {
            tesuji_uninformed::Uncounted::Stopped(limit) => CatalogueError::Stopped(limit),
            source => CatalogueError::Uncounted { game, source },
        }
    }

    /// That a text is not a position of a game.
    pub(crate) fn position(
        game: &'static str,
        text: &str,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        let (text, source) = (text.to_owned(), error.into());
        CatalogueError::Notation { what: "a position", game, text, source }
    }

    /// That the rules of a game cannot be made.
    pub(crate) fn open(game: &'static str, error: OpenError) -> Self {
        match error {
            OpenError::Setting { name, text, source } => {
                CatalogueError::Setting { what: name, text, source }
            }
            OpenError::Position { text, source } => {
                CatalogueError::Notation { what: "a position", game, text, source }
            }
            other => CatalogueError::Setting {
                what: "rules",
                text: game.to_owned(),
                source: other.into(),
            },
        }
    }
}

/// The rest of the sentence that something is not among those that are `known`.
fn others(known: &str) -> String {
    if known.is_empty() { ", nor any other".to_owned() } else { format!("; it has {known}") }
}
