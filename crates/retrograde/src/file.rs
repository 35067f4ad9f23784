//! Tables as files: [containers](tesuji_storage::container) of the entries in blocks of 1 MiB, with
//! these metadata:
//!
//! ```text
//! retrograde table, version 2
//! identity: tic-tac-toe
//! content: exact values
//! clock: plies
//! width: 1
//! entries: 19683
//! defect: 0
//! ```
//!
//! The content is `exact values` or `expected costs of the first player` (or `second`). `width` is
//! the bytes of an entry, little-endian: 1, 2 or 4 of an exact value, 8 of an expected cost.
//! `defect` says how exact expected costs are (δ).

use std::io::{self, Read, Seek, Write};
use std::path::Path;

use tesuji_core::{Player, quoted};
use tesuji_storage::Fields;
use tesuji_storage::container::{Container, ContainerError, Writer};

use crate::cells::Cells;
use crate::clock::Clock;
use crate::expected::Expected;
use crate::space::Space;
use crate::table::Table;

const FIRST_LINE: &str = "retrograde table, version 2";

/// The reason for which a file is not the expected table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFileError {
    /// An input or output error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is no container, or a damaged one.
    #[error(transparent)]
    Container(ContainerError),
    /// The file is of another kind, or its metadata are impossible.
    #[error("not a table: {what}")]
    NotATable {
        /// What is wrong.
        what: &'static str,
    },
    /// The table is of another game, or of the same with other parameters.
    #[error(
        "the table is of {found}, not of {expected}",
        found = quoted(.found),
        expected = quoted(.expected)
    )]
    Identity {
        /// The one in the file.
        found: String,
        /// The expected one.
        expected: String,
    },
    /// The table counts costs by another clock.
    #[error("the table counts {found}, not {expected}")]
    Clock {
        /// The one in the file.
        found: String,
        /// The expected one.
        expected: String,
    },
    /// The table holds values of another kind.
    #[error("the table holds {found}, not {expected}")]
    Content {
        /// The one in the file.
        found: &'static str,
        /// The expected one.
        expected: &'static str,
    },
    /// The table is of a space of another size.
    #[error("the table has {entries} entries for {positions} positions")]
    Size {
        /// The number of entries.
        entries: u64,
        /// The number of positions.
        positions: u64,
    },
}

impl From<ContainerError> for TableFileError {
    fn from(error: ContainerError) -> Self {
        match error {
            ContainerError::Io(error) => TableFileError::Io(error),
            error => TableFileError::Container(error),
        }
    }
}

impl<S: Space, K: Clock<S::Game>> Table<S, K> {
    /// Writes the table into a file that names the game by `identity`: name, parameters, and where
    /// the space depends on it the start. `file.rs` describes the format.
    ///
    /// # Example
    /// ```
    /// use tesuji_core::Rules;
    /// use tesuji_retrograde::{TableFileError, Numbered, Plies, Table};
    /// use tesuji_tic_tac_toe::TicTacToe;
    ///
    /// let game = TicTacToe::new();
    /// let table = Table::solve(Numbered::new(&game));
    /// let path = std::env::temp_dir().join(format!("tic-tac-toe-{}.table", std::process::id()));
    /// table.save(&path, "tic-tac-toe")?;
    /// let loaded = Table::load(Numbered::new(&game), Plies, &path, "tic-tac-toe")?;
    /// std::fs::remove_file(&path)?;
    /// assert_eq!(loaded.value(&game.initial()), table.value(&game.initial()));
    /// # Ok::<(), TableFileError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the system.
    pub fn save(&self, path: impl AsRef<Path>, identity: &str) -> Result<(), TableFileError> {
        Ok(tesuji_storage::write_with(path, |out| self.write_to(out, identity))?)
    }

    /// Writes what [`save`](Self::save) writes.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, out: impl Write, identity: &str) -> io::Result<()> {
        let header = Header {
            content: Content::Exact,
            width: self.cells.width(),
            entries: self.cells.len() as u64,
            defect: 0.0,
            identity: identity.to_owned(),
            clock: self.clock.name(),
        };
        write(out, &header, &self.cells.to_bytes())
    }

    /// Reads the table of `space` from a file.
    ///
    /// This detects any damage to the file. [`check`](Self::check) verifies the values.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is not the table of `space`.
    pub fn load(
        space: S,
        clock: K,
        path: impl AsRef<Path>,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        Self::read_from(space, clock, tesuji_storage::open(path)?, identity)
    }

    /// Reads what [`write_to`](Self::write_to) wrote.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn read_from(
        space: S,
        clock: K,
        input: impl Read + Seek,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        let mut container = Container::new(input)?;
        let header = Header::of(container.metadata())?;
        header.check(Content::Exact, identity, &clock.name(), space.len())?;
        let body = container.read_all(header.bytes())?;
        let cells = Cells::from_bytes(header.width, body).expect("the header's width is checked");
        Ok(Table { space, clock, cells })
    }
}

impl<S: Space, K: Clock<S::Game>> Expected<S, K> {
    /// Writes the table into a file, as [`Table::save`] does.
    ///
    /// # Errors
    /// The same.
    pub fn save(&self, path: impl AsRef<Path>, identity: &str) -> Result<(), TableFileError> {
        Ok(tesuji_storage::write_with(path, |out| self.write_to(out, identity))?)
    }

    /// Writes what [`save`](Self::save) writes.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, out: impl Write, identity: &str) -> io::Result<()> {
        let header = Header {
            content: Content::Expected(self.player),
            width: 8,
            entries: self.values.len() as u64,
            defect: self.defect,
            identity: identity.to_owned(),
            clock: self.clock.name(),
        };
        let body: Vec<u8> = self.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        write(out, &header, &body)
    }

    /// Reads the table of `player` in `space` from a file, as [`Table::load`] does.
    ///
    /// # Errors
    /// The same.
    pub fn load(
        space: S,
        clock: K,
        player: Player,
        path: impl AsRef<Path>,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        Self::read_from(space, clock, player, tesuji_storage::open(path)?, identity)
    }

    /// Reads what [`write_to`](Self::write_to) wrote.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn read_from(
        space: S,
        clock: K,
        player: Player,
        input: impl Read + Seek,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        let mut container = Container::new(input)?;
        let header = Header::of(container.metadata())?;
        header.check(Content::Expected(player), identity, &clock.name(), space.len())?;
        let body = container.read_all(header.bytes())?;
        let values = body
            .chunks_exact(8)
            .map(|bytes| f64::from_le_bytes(bytes.try_into().expect("eight bytes")))
            .collect();
        Ok(Expected { space, clock, player, values, defect: header.defect })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Exact,
    Expected(Player),
}

impl Content {
    const ALL: [Content; 3] =
        [Content::Exact, Content::Expected(Player::First), Content::Expected(Player::Second)];

    fn name(self) -> &'static str {
        match self {
            Content::Exact => "exact values",
            Content::Expected(Player::First) => "expected costs of the first player",
            Content::Expected(Player::Second) => "expected costs of the second player",
        }
    }

    /// Whether a table can be so far from exact.
    fn has_defect(self, defect: f64) -> bool {
        match self {
            Content::Exact => defect.to_bits() == 0,
            Content::Expected(_) => defect >= 0.0,
        }
    }

    fn has_width(self, width: usize) -> bool {
        match self {
            Content::Exact => matches!(width, 1 | 2 | 4),
            Content::Expected(_) => width == 8,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Header {
    content: Content,
    /// Bytes of an entry.
    width: usize,
    entries: u64,
    defect: f64,
    identity: String,
    clock: String,
}

impl Header {
    fn to_text(&self) -> String {
        Fields::of([
            ("identity", self.identity.clone()),
            ("content", self.content.name().to_owned()),
            ("clock", self.clock.clone()),
            ("width", self.width.to_string()),
            ("entries", self.entries.to_string()),
            ("defect", self.defect.to_string()),
        ])
        .to_text(FIRST_LINE)
    }

    fn of(metadata: &str) -> Result<Header, TableFileError> {
        let fields = Fields::read(FIRST_LINE, metadata);
        let what = "it does not say so in its first line";
        let fields = fields.ok_or(TableFileError::NotATable { what })?;
        let read = || {
            let content = fields.get("content")?;
            let content = Content::ALL.into_iter().find(|known| known.name() == content)?;
            let (identity, clock) = (fields.get("identity")?, fields.get("clock")?);
            let width = fields.parsed("width").filter(|&width| content.has_width(width))?;
            let defect = fields.parsed("defect").filter(|&defect| content.has_defect(defect))?;
            let entries = fields.parsed("entries")?;
            let (identity, clock) = (identity.to_owned(), clock.to_owned());
            let header = Header { content, width, entries, defect, identity, clock };
            (header.to_text() == metadata).then_some(header)
        };
        read().ok_or(TableFileError::NotATable { what: "its header does not describe one" })
    }

    /// The length of the entries in bytes.
    fn bytes(&self) -> usize {
        usize::try_from(self.entries).map_or(usize::MAX, |count| count.saturating_mul(self.width))
    }

    /// Whether this is what was asked for.
    fn check(
        &self,
        content: Content,
        identity: &str,
        clock: &str,
        positions: usize,
    ) -> Result<(), TableFileError> {
        let Header { identity: found, clock: counted, entries, .. } = self;
        let (entries, positions) = (*entries, positions as u64);
        if self.content != content {
            return Err(TableFileError::Content {
                found: self.content.name(),
                expected: content.name(),
            });
        }
        if found != identity {
            let (found, expected) = (found.clone(), identity.to_owned());
            return Err(TableFileError::Identity { found, expected });
        }
        if counted != clock {
            let (found, expected) = (counted.clone(), clock.to_owned());
            return Err(TableFileError::Clock { found, expected });
        }
        if entries != positions {
            return Err(TableFileError::Size { entries, positions });
        }
        Ok(())
    }
}

fn write(out: impl Write, header: &Header, body: &[u8]) -> io::Result<()> {
    let mut writer = Writer::new(out, &header.to_text())?;
    writer.blocks(body)?;
    writer.finish()
}
