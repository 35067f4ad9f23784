//! Databases as files: [containers](tesuji_storage::container) of the entries in blocks of 1 MiB,
//! with these metadata:
//!
//! ```text
//! pattern database, version 3
//! identity: taquin 4x4 blank of cell 0, slides of the tiles of cells 1 2 4
//! step: 2
//! entries: 43680
//! greatest: 31
//! beyond: 0
//! ```
//!
//! If `step` is 0, an entry is a byte: the distance, at most 254, or 255 if no goal can be reached.
//! Otherwise it is half a byte, the first of two the lower half, and says by how many steps the
//! distance exceeds the base, at most 14, or 15 if no goal can be reached. The entries end with
//! bits that are set, up to a multiple of 8 bytes. `beyond` is the number of entries whose distance
//! exceeds the range of their form.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tesuji_core::{Cost, Form, quoted};
use tesuji_storage::Fields;
use tesuji_storage::container::{Container, ContainerError, Writer};

use crate::pdb::Database;
use crate::pdb::entries::{Summary, WORD, bytes_for};

/// The first line of the metadata, but for the version.
const KIND: &str = "pattern database, version ";
const VERSION: &str = "3";

/// An error in a database file, with its path.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: FileProblem,
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.path.display(), self.problem)
    }
}

impl Error for FileError {
    /// The error of the operating system.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problem.source()
    }
}

/// An error in a database file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// An input or output error.
    #[error("the database cannot be read or written")]
    Io(#[from] io::Error),
    /// The file is damaged.
    #[error(transparent)]
    Container(ContainerError),
    /// The file is something else.
    #[error("not a pattern database: it begins with {found:?}")]
    Foreign {
        /// Its first bytes, or the first line of its metadata.
        found: String,
    },
    /// The format has another version.
    #[error(
        "version {found} of the format; this program reads version {VERSION}: build the database anew"
    )]
    Version {
        /// The one in the file.
        found: String,
    },
    /// The metadata do not fit each other.
    #[error("the header says nothing of a database of this kind")]
    Header,
    /// The database is of another abstraction.
    #[error(
        "the database is of {found}, not of {expected}",
        found = quoted(.found),
        expected = quoted(.expected)
    )]
    Identity {
        /// The one in the file.
        found: String,
        /// The expected one.
        expected: String,
    },
}

impl From<ContainerError> for FileProblem {
    fn from(error: ContainerError) -> Self {
        match error {
            ContainerError::Io(error) => FileProblem::Io(error),
            // What databases began with before they were containers.
            ContainerError::Foreign { found } if found == "TESUJIPD" => {
                FileProblem::Version { found: "2 or older".to_owned() }
            }
            ContainerError::Foreign { found } => FileProblem::Foreign { found },
            error => FileProblem::Container(error),
        }
    }
}

impl FileProblem {
    /// Whether the file is an unusable database that can be rebuilt: it is damaged, or has another
    /// version of the format.
    #[must_use]
    pub fn can_be_rebuilt(&self) -> bool {
        match self {
            FileProblem::Io(_) | FileProblem::Foreign { .. } | FileProblem::Identity { .. } => {
                false
            }
            FileProblem::Container(_) | FileProblem::Version { .. } | FileProblem::Header => true,
        }
    }
}

/// What a file says about its database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHead {
    /// Everything that the distances depend on.
    pub identity: String,
    /// The form of the entries.
    pub form: Form,
    /// The number of entries.
    pub entries: usize,
    /// The greatest distance of an entry.
    pub greatest: Cost,
    /// The number of entries whose distance exceeds the form's range.
    pub cut: u64,
}

impl FileHead {
    /// Reads the header of a file, and checks it and the index of the blocks; not the entries.
    ///
    /// # Errors
    /// If the file is damaged, of another kind, or cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let read = || FileHead::of(Container::open(path)?.metadata());
        read().map_err(|problem| FileError { path: path.to_owned(), problem })
    }

    fn of(metadata: &str) -> Result<Self, FileProblem> {
        let first = metadata.lines().next().unwrap_or_default();
        match first.strip_prefix(KIND) {
            Some(VERSION) => {}
            Some(other) => return Err(FileProblem::Version { found: other.to_owned() }),
            None => return Err(FileProblem::Foreign { found: first.to_owned() }),
        }
        let read = || {
            let fields = Fields::read(first, metadata)?;
            let form = match fields.parsed("step")? {
                0 => Form::Bytes,
                step => Form::Packed { step },
            };
            let identity = fields.get("identity")?.to_owned();
            let (entries, greatest) = (fields.parsed("entries")?, fields.parsed("greatest")?);
            let head =
                FileHead { identity, form, entries, greatest, cut: fields.parsed("beyond")? };
            // No entry takes more than a byte.
            (head.to_text() == metadata && entries.checked_add(WORD).is_some()).then_some(head)
        };
        read().ok_or(FileProblem::Header)
    }

    fn to_text(&self) -> String {
        let step = match self.form {
            Form::Bytes => 0,
            Form::Packed { step } => step,
        };
        Fields::of([
            ("identity", self.identity.clone()),
            ("step", step.to_string()),
            ("entries", self.entries.to_string()),
            ("greatest", self.greatest.to_string()),
            ("beyond", self.cut.to_string()),
        ])
        .to_text(&format!("{KIND}{VERSION}"))
    }

    /// The length of the entries in memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        bytes_for(self.form, self.entries)
    }
}

impl Database {
    /// Writes the database to a file. The file is replaced as a whole, so it is always complete.
    ///
    /// # Example
    /// ```
    /// use tesuji_informed::pdb::Database;
    /// use tesuji_taquin::{Goal, Taquin, TileGroup};
    ///
    /// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
    /// let group = TileGroup::new(&taquin, &[1, 2, 3, 4])?;
    /// let built = Database::build(&group.arrangements(), 1);
    /// let path = std::env::temp_dir().join(format!("{}.pdb", std::process::id()));
    /// built.save(&path)?;
    /// let opened = Database::open(&path, built.identity())?;
    /// assert_eq!(opened.as_bytes(), built.as_bytes());
    /// # drop(opened);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Input and output errors.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        tesuji_storage::write_with(path, |out| self.write(out))
            .map_err(|error: io::Error| FileError { path: path.to_owned(), problem: error.into() })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (identity, form) = (self.identity().to_owned(), self.form());
        let Summary { entries, greatest, cut } = self.summary();
        let head = FileHead { identity, form, entries, greatest, cut };
        let mut writer = Writer::new(out, &head.to_text())?;
        writer.blocks(self.as_bytes())?;
        writer.finish()
    }

    /// Opens the database of this identity from a file, and checks every block against its
    /// checksum.
    ///
    /// # Errors
    /// If the file is damaged, of another kind or of another abstraction, or cannot be read: pipes,
    /// devices and databases larger than the memory are not read.
    pub fn open(path: impl AsRef<Path>, identity: &str) -> Result<Self, FileError> {
        let path = path.as_ref();
        let open = || {
            let mut container = Container::open(path)?;
            let head = FileHead::of(container.metadata())?;
            if head.identity != identity {
                let (found, expected) = (head.identity, identity.to_owned());
                return Err(FileProblem::Identity { found, expected });
            }
            let bytes = container.read_all(head.bytes())?;
            let FileHead { identity, form, entries, greatest, cut } = head;
            Ok(Database::new(identity, form, Summary { entries, greatest, cut }, bytes))
        };
        open().map_err(|problem| FileError { path: path.to_owned(), problem })
    }
}
