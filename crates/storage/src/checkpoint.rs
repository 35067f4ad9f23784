//! A directory of checkpoints.
//!
//! The directory belongs to one command, which is a text. For each section there are two files, the
//! newest generation and the one before, which are written in turn. Each is a
//! [container](crate::container) with these metadata:
//!
//! ```text
//! tesuji checkpoint 1
//! command tesuji 0.1.0 enumerate taquin 4x3
//! section enumeration of 239500800 states
//! generation 7
//! ```
//!
//! Its blocks are the state of the computation in pieces of 1 MiB, which are labelled `state`, and
//! at last a block `end`: the XXH3 checksum of the last piece, with that of the pieces before as
//! seed and at first the generation, so that no file that mixes two generations is accepted.

mod kind;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_core::CheckpointStore;
use twox_hash::XxHash3_64;

pub use kind::Kind;

use crate::Lock;
use crate::container::{Container, ContainerError, Writer};

const MAGIC: &str = "tesuji checkpoint 1";
const PIECE: usize = 1 << 20;
const EXTENSION: &str = Kind::Single.extension();

/// The reason for which a directory of checkpoints cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// An input or output error.
    #[error("cannot use {path:?} for checkpoints")]
    Io {
        /// The directory or file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// It has the checkpoints of another command.
    #[error("{path:?} has checkpoints of another command: {found:?}, not {expected:?}")]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// The other command.
        found: String,
        /// This command.
        expected: String,
    },
    /// It has checkpoints of another kind.
    #[error("{path:?} has checkpoints of {found:?} {kind}, which this command cannot use")]
    OtherKind {
        /// The directory.
        path: PathBuf,
        /// The command that has saved them.
        found: String,
        /// What is different.
        kind: Kind,
    },
    /// Another process uses it.
    #[error("{path:?} is in use by another process")]
    InUse {
        /// The directory.
        path: PathBuf,
    },
}

/// A directory of checkpoints, as a [`CheckpointStore`]. Clones share it.
///
/// # Example
/// ```
/// use tesuji_core::Checkpoints;
/// use tesuji_storage::checkpoint::Folder;
///
/// let path = std::env::temp_dir().join(format!("checkpoints-{}", std::process::id()));
/// {
///     let folder = Folder::open(&path, "sum up to 10", |warning| eprintln!("{warning}"))?;
///     Checkpoints::new(folder).save("sum", &mut |out| out.number(45));
/// }
/// // After an interruption:
/// let folder = Folder::open(&path, "sum up to 10", |warning| eprintln!("{warning}"))?;
/// let sum = Checkpoints::new(folder.clone()).load("sum", |input| input.number());
/// assert_eq!(sum, Some(45));
/// folder.clear()?;
/// assert!(!path.exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Folder(Arc<Inner>);

struct Inner {
    path: PathBuf,
    command: String,
    warn: Box<dyn Fn(&str) + Send + Sync>,
    /// The newest generation of each section, and the number of its file.
    newest: Mutex<HashMap<String, (u64, usize)>>,
    /// Held until the directory is cleared.
    lock: Mutex<Option<Lock>>,
}

/// The metadata of a checkpoint.
struct Heading {
    command: String,
    section: String,
    generation: u64,
}

impl Heading {
    fn text(&self) -> String {
        let Heading { command, section, generation } = self;
        format!("{MAGIC}\ncommand {command}\nsection {section}\ngeneration {generation}\n")
    }

    fn of(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        (lines.next() == Some(MAGIC)).then_some(())?;
        let command = lines.next()?.strip_prefix("command ")?.to_owned();
        let section = lines.next()?.strip_prefix("section ")?.to_owned();
        let generation = lines.next()?.strip_prefix("generation ")?.parse().ok()?;
        lines.next().is_none().then_some(Heading { command, section, generation })
    }
}

/// The text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Folder {
    /// Opens the directory at `path` for the checkpoints of `command`, a text that names everything
    /// that its result depends on; creates it if it does not exist. `warn` receives messages that
    /// the user should see.
    ///
    /// # Errors
    /// The directory cannot be used, is in use, or has checkpoints of another command.
    pub fn open(
        path: impl AsRef<Path>,
        command: &str,
        warn: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, FolderError> {
        let path = path.as_ref().to_owned();
        let command = one_line(command);
        let lock = Kind::Single.claim(&path, 0, &command)?;
        let (warn, newest) = (Box::new(warn), Mutex::default());
        let lock = Mutex::new(Some(lock));
        Ok(Folder(Arc::new(Inner { path, command, warn, newest, lock })))
    }

    /// Removes all checkpoints, and the directory if nothing else is in it: the command is done,
    /// and nothing more may be saved.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn clear(self) -> io::Result<()> {
        for file in files(&self.0.path)? {
            fs::remove_file(file)?;
        }
        *self.0.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // It may have other files, or another user.
        let _ = fs::remove_dir(&self.0.path);
        Ok(())
    }

    /// The two files of a section.
    fn files_of(&self, section: &str) -> [PathBuf; 2] {
        let hash = XxHash3_64::oneshot(section.as_bytes());
        let name = section.split(' ').next().unwrap_or_default();
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        [0, 1].map(|number| self.0.path.join(format!("{name}-{hash:016x}.{number}.{EXTENSION}")))
    }

    /// The intact headers of the files of a section, the newest first, with the numbers of the
    /// files.
    fn generations(&self, section: &str) -> Vec<(u64, usize)> {
        let mut found = Vec::new();
        for (number, file) in self.files_of(section).into_iter().enumerate() {
            match self.heading(&file, section) {
                Ok(generation) => found.push((generation, number)),
                Err(ContainerError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => self.refuse(&file, &error),
            }
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        found
    }

    fn heading(&self, file: &Path, section: &str) -> Result<u64, ContainerError> {
        let container = Container::open(file)?;
        let heading = Heading::of(container.metadata());
        let own = heading.filter(|own| own.section == section && own.command == self.0.command);
        Ok(own.ok_or_else(|| foreign("it is no checkpoint of this computation"))?.generation)
    }

    fn refuse(&self, file: &Path, error: &dyn std::fmt::Display) {
        self.warn(&format!("the checkpoint {file:?} is not used: {error}"));
    }

    fn write(
        &self,
        out: &mut dyn Write,
        heading: &Heading,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let writer = Writer::new(out, &heading.text())?;
        let piece = Vec::with_capacity(PIECE);
        let mut pieces = Pieces { writer, piece, sum: heading.generation };
        write(&mut pieces)?;
        pieces.finish()
    }
}

fn foreign(why: &str) -> ContainerError {
    io::Error::new(io::ErrorKind::InvalidData, why.to_owned()).into()
}

/// The checkpoints of a directory.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_name) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a file of this name is one of [`Folder::files_of`] a section.
fn is_name(name: &str) -> bool {
    let hash = || {
        let name = name.strip_suffix(EXTENSION)?.strip_suffix('.')?;
        name.strip_suffix(".0").or_else(|| name.strip_suffix(".1"))?.rsplit_once('-')
    };
    hash().is_some_and(|(_, hash)| hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok())
}

impl CheckpointStore for Folder {
    fn load(&self, section: &str, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) -> bool {
        let section = one_line(section);
        let files = self.files_of(&section);
        for (generation, number) in self.generations(&section) {
            let file = &files[number];
            let loaded = Content::open(file, generation).and_then(|mut content| {
                read(&mut content)?;
                content.expect_end()
            });
            match loaded {
                Ok(()) => return true,
                Err(error) => self.refuse(file, &error),
            }
        }
        false
    }

    fn save(
        &self,
        section: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let section = one_line(section);
        let mut newest = self.0.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let last = match newest.get(&section) {
            Some(&last) => Some(last),
            None => self.generations(&section).first().copied(),
        };
        let (generation, number) = last.map_or((1, 0), |(last, number)| (last + 1, 1 - number));
        let file = &self.files_of(&section)[number];
        let heading =
            Heading { command: self.0.command.clone(), section: section.clone(), generation };
        crate::write_with(file, |out| self.write(out, &heading, write))?;
        newest.insert(section, (generation, number));
        Ok(())
    }

    fn warn(&self, message: &str) {
        (self.0.warn)(message);
    }
}

/// Cuts what is written into blocks.
struct Pieces<W> {
    writer: Writer<W>,
    piece: Vec<u8>,
    /// The checksum of all before.
    sum: u64,
}

impl<W: Write> Pieces<W> {
    fn end_piece(&mut self) -> io::Result<()> {
        self.sum = XxHash3_64::oneshot_with_seed(self.sum, &self.piece);
        self.writer.block(b"state", &self.piece)?;
        self.piece.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        if !self.piece.is_empty() {
            self.end_piece()?;
        }
        self.writer.block(b"end", &self.sum.to_le_bytes())?;
        self.writer.finish()
    }
}

impl<W: Write> Write for Pieces<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE - self.piece.len());
        self.piece.extend(&bytes[..taken]);
        if self.piece.len() == PIECE {
            self.end_piece()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The content of a checkpoint all of whose checksums are right.
struct Content {
    container: Container,
    /// The next block.
    next: usize,
    piece: Vec<u8>,
    /// What was read of the piece.
    read: usize,
}

impl Content {
    fn open(file: &Path, generation: u64) -> io::Result<Self> {
        let mut content = Content {
            container: Container::open(file).map_err(other)?,
            next: 0,
            piece: vec![],
            read: 0,
        };
        let mut sum = generation;
        while content.next_piece()? {
            sum = XxHash3_64::oneshot_with_seed(sum, &content.piece);
        }
        let mut end = Vec::new();
        let last = content.next;
        let is_complete = last + 1 == content.container.block_count()
            && content.container.label(last) == b"end"
            && content.container.read(last, &mut end).is_ok()
            && end == sum.to_le_bytes();
        if !is_complete {
            let why = "its end does not belong to its beginning";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        (content.next, content.read) = (0, 0);
        content.piece.clear();
        Ok(content)
    }

    /// Reads the next piece; false if there is none.
    fn next_piece(&mut self) -> io::Result<bool> {
        let is_there =
            self.next < self.container.block_count() && self.container.label(self.next) == b"state";
        if is_there {
            self.container.read(self.next, &mut self.piece).map_err(other)?;
            self.next += 1;
            self.read = 0;
        }
        Ok(is_there)
    }

    /// Fails unless everything was read.
    fn expect_end(&mut self) -> io::Result<()> {
        if self.read(&mut [0])? == 0 {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::InvalidData, "it has more than the computation reads"))
    }
}

fn other(error: ContainerError) -> io::Error {
    match error {
        ContainerError::Io(error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}

impl Read for Content {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.read == self.piece.len() && !self.next_piece()? {
            return Ok(0);
        }
        let taken = out.len().min(self.piece.len() - self.read);
        out[..taken].copy_from_slice(&self.piece[self.read..self.read + taken]);
        self.read += taken;
        Ok(taken)
    }
}
