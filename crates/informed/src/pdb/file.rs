//! Databases as files.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `TESUJIPD` |
//! | 4 | version of the format: 2 |
//! | 4 + n | length and text of the identity, in UTF-8 |
//! | 4 | 0 if an entry is a byte; if it is half a byte, the step |
//! | 4 | the greatest distance |
//! | 8 | number of entries |
//! | 8 | number of entries whose distance exceeds the form's range |
//! | 8 | checksum of all before |
//! | | zeros up to the next multiple of 64 bytes |
//! | | the entries, up to a multiple of 8 bytes with bits that are set |
//! | | a checksum of 8 bytes for each block of 1,048,576 bytes of entries or what is left |
//!
//! An entry that is a byte is the distance, at most 254, or 255 if no goal can be reached. One that
//! is half a byte says by how many steps the distance exceeds the base, at most 14, or 15 if no
//! goal can be reached; the first of two is the lower half. Version 1 had bytes only.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tesuji_core::hash::checksum;
use tesuji_core::{Cost, Form, quoted};

use crate::pdb::Database;
use crate::pdb::entries::{Summary, WORD, bytes_for, in_a_byte};

const MAGIC: &[u8; 8] = b"TESUJIPD";
const VERSION: u32 = 2;
/// The number of bytes of entries per checksum.
const BLOCK: usize = 1 << 20;
/// The maximum length of an identity.
const MAX_TEXT: usize = 1 << 16;

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
    /// The file is something else.
    #[error("not a pattern database: it begins with {found:?}, not with \"TESUJIPD\"")]
    Foreign {
        /// The first bytes, as text.
        found: String,
    },
    /// The format has another version.
    #[error(
        "version {found} of the format; this program reads version {VERSION}{}",
        advice(*found)
    )]
    Version {
        /// The one in the file.
        found: u32,
    },
    /// The header is damaged.
    #[error("the header is damaged")]
    Header,
    /// The file is shorter than its header says.
    #[error("the file has {found} bytes, not {expected}")]
    Truncated {
        /// Its length in bytes.
        found: u64,
        /// The expected length.
        expected: u64,
    },
    /// The file continues after the database.
    #[error("the file continues after the end of the database at byte {end}")]
    TooLong {
        /// The end of the database.
        end: u64,
    },
    /// A block of entries is damaged.
    #[error("entries {first} to {last} are damaged")]
    Block {
        /// The first entry of the block.
        first: usize,
        /// Its last entry.
        last: usize,
    },
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

impl FileProblem {
    /// Whether the file is an unusable database that can be rebuilt: it is damaged, or has another
    /// version of the format.
    #[must_use]
    pub fn can_be_rebuilt(&self) -> bool {
        match self {
            FileProblem::Version { .. }
            | FileProblem::Header
            | FileProblem::Truncated { .. }
            | FileProblem::TooLong { .. }
            | FileProblem::Block { .. } => true,
            FileProblem::Io(_) | FileProblem::Foreign { .. } | FileProblem::Identity { .. } => {
                false
            }
        }
    }
}

/// The advice for a file of another version.
fn advice(version: u32) -> &'static str {
    if version < VERSION { ": build the database anew" } else { "" }
}

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHead {
    /// Everything that the distances depend on, in one line.
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
    /// Reads the header of a file and checks it, and the file's length; not the entries.
    ///
    /// # Errors
    /// If the file is damaged, of another kind, or cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let read = || FileHead::of(&tesuji_storage::open(path)?);
        read().map_err(|problem| FileError { path: path.to_owned(), problem })
    }

    fn of(file: &File) -> Result<Self, FileProblem> {
        let found = file.metadata()?.len();
        let mut bytes = Vec::new();
        let mut take = |count: usize| {
            let start = bytes.len();
            bytes.resize(start + count, 0);
            (&mut &*file).read_exact(&mut bytes[start..]).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => {
                    FileProblem::Truncated { found, expected: (start + count) as u64 }
                }
                _ => error.into(),
            })?;
            Ok::<_, FileProblem>(bytes[start..].to_vec())
        };
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let wide = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        let magic = take(MAGIC.len())?;
        if magic != MAGIC {
            let found = String::from_utf8_lossy(&magic).into_owned();
            return Err(FileProblem::Foreign { found });
        }
        let version = number(&take(4)?);
        if version != VERSION {
            return Err(FileProblem::Version { found: version });
        }
        let length = number(&take(4)?) as usize;
        if length > MAX_TEXT {
            return Err(FileProblem::Header);
        }
        let identity = String::from_utf8(take(length)?).map_err(|_| FileProblem::Header)?;
        let form = match u8::try_from(number(&take(4)?)).map_err(|_| FileProblem::Header)? {
            0 => Form::Bytes,
            step => Form::Packed { step },
        };
        let greatest = number(&take(4)?);
        let entries = usize::try_from(wide(&take(8)?)).map_err(|_| FileProblem::Header)?;
        let cut = wide(&take(8)?);
        let head = FileHead { identity, form, entries, greatest, cut };
        take(head.first_entry() - head.unpadded_length())?;
        // This holds the checksum against what was read, too.
        if bytes != head.to_bytes() {
            return Err(FileProblem::Header);
        }
        let expected = head.file_length().ok_or(FileProblem::Header)?;
        if found < expected {
            return Err(FileProblem::Truncated { found, expected });
        }
        if found > expected {
            return Err(FileProblem::TooLong { end: expected });
        }
        Ok(head)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(u32::try_from(self.identity.len()).expect("a short text").to_le_bytes());
        bytes.extend(self.identity.bytes());
        let step = match self.form {
            Form::Bytes => 0,
            Form::Packed { step } => step,
        };
        bytes.extend(u32::from(step).to_le_bytes());
        bytes.extend(self.greatest.to_le_bytes());
        bytes.extend((self.entries as u64).to_le_bytes());
        bytes.extend(self.cut.to_le_bytes());
        let sum = checksum(0, &bytes);
        bytes.extend(sum.to_le_bytes());
        bytes.resize(self.first_entry(), 0);
        bytes
    }

    /// The offset of the entries.
    fn first_entry(&self) -> usize {
        (self.unpadded_length() + 8).next_multiple_of(64)
    }

    /// The length of the checked part.
    fn unpadded_length(&self) -> usize {
        MAGIC.len() + 4 + 4 + self.identity.len() + 4 + 4 + 8 + 8
    }

    /// The length of the entries in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        bytes_for(self.form, self.entries)
    }

    fn file_length(&self) -> Option<u64> {
        // No entry takes more than a byte.
        self.entries.checked_add(WORD)?;
        let length = self.first_entry().checked_add(self.bytes())?;
        Some(length.checked_add(self.bytes_of_sums())? as u64)
    }

    /// The length of the checksums of the entries in bytes.
    fn bytes_of_sums(&self) -> usize {
        self.bytes().div_ceil(BLOCK) * 8
    }

    /// Reads what comes next in the file.
    fn read_next(&self, file: &File, length: usize) -> Result<Vec<u8>, FileProblem> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        file.take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() < length {
            // It was cut short since its length was looked at.
            let (found, expected) = (file.metadata()?.len(), self.file_length());
            return Err(FileProblem::Truncated { found, expected: expected.unwrap_or(u64::MAX) });
        }
        Ok(bytes)
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
    ///
    /// # Panics
    /// If the identity has more than 65,536 bytes.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        assert!(self.identity().len() <= MAX_TEXT, "an identity is a line");
        let path = path.as_ref();
        tesuji_storage::write_with(path, |mut out| self.write(&mut out))
            .map_err(|error: io::Error| FileError { path: path.to_owned(), problem: error.into() })
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (identity, form) = (self.identity().to_owned(), self.form());
        let Summary { entries, greatest, cut } = self.summary();
        let head = FileHead { identity, form, entries, greatest, cut };
        let bytes = self.as_bytes();
        out.write_all(&head.to_bytes())?;
        out.write_all(bytes)?;
        for (number, block) in (1..).zip(bytes.chunks(BLOCK)) {
            out.write_all(&checksum(number, block).to_le_bytes())?;
        }
        Ok(())
    }

    /// Opens the database of this identity from a file, and checks every entry against the
    /// checksums.
    ///
    /// The file is read, not mapped into memory: if another program truncates a mapped file, the
    /// process is killed. Reading 288 MB takes a third of a second instead of a sixth; lookups are
    /// as fast.
    ///
    /// # Errors
    /// If the file is damaged, of another kind or of another abstraction, or cannot be read: pipes,
    /// devices and files larger than the memory are not read.
    pub fn open(path: impl AsRef<Path>, identity: &str) -> Result<Self, FileError> {
        let path = path.as_ref();
        let open = || {
            let file = tesuji_storage::open(path)?;
            let head = FileHead::of(&file)?;
            if head.identity != identity {
                let (found, expected) = (head.identity, identity.to_owned());
                return Err(FileProblem::Identity { found, expected });
            }
            let bytes = head.read_next(&file, head.bytes())?;
            let sums = head.read_next(&file, head.bytes_of_sums())?;
            check_blocks(&bytes, &sums).map_err(|damaged| {
                let in_a_byte = in_a_byte(head.form);
                FileProblem::Block {
                    first: damaged.start * in_a_byte,
                    last: (damaged.end * in_a_byte).min(head.entries) - 1,
                }
            })?;
            let FileHead { identity, form, entries, greatest, cut } = head;
            Ok(Database::new(identity, form, Summary { entries, greatest, cut }, bytes))
        };
        open().map_err(|problem| FileError { path: path.to_owned(), problem })
    }
}

/// Compares each block of bytes with its checksum, on all processors.
///
/// # Errors
/// The first block that is damaged.
fn check_blocks(bytes: &[u8], sums: &[u8]) -> Result<(), Range<usize>> {
    let blocks = bytes.len().div_ceil(BLOCK);
    let is_whole = |number: usize| {
        let first = number * BLOCK;
        let block = &bytes[first..bytes.len().min(first + BLOCK)];
        checksum(number as u64 + 1, block).to_le_bytes() == sums[8 * number..][..8]
    };
    let next = AtomicUsize::new(0);
    let first_damaged = AtomicUsize::new(blocks);
    let check = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= blocks {
                return;
            }
            if !is_whole(number) {
                first_damaged.fetch_min(number, Ordering::Relaxed);
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(blocks.max(1));
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(check);
        }
        check();
    });
    match first_damaged.into_inner() {
        number if number < blocks => {
            let first = number * BLOCK;
            Err(first..bytes.len().min(first + BLOCK))
        }
        _ => Ok(()),
    }
}
