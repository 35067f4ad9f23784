//! Whose checkpoints a directory has.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use super::FolderError;
use crate::Lock;
use crate::container::Container;

/// Who saves the checkpoints of a directory: one kind cannot go on from those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One process, in a [`Folder`](super::Folder).
    Single,
    /// Several workers, each in files of its own. Their processes share the directory.
    Workers,
}

const PROCESS: &str = "process-";

impl Kind {
    /// The beginning of the metadata of their files, before the version of the format.
    const fn magic(self) -> &'static str {
        match self {
            Kind::Single => "tesuji checkpoint ",
            Kind::Workers => "tesuji shard ",
        }
    }

    /// The extension of their files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Kind::Single => "checkpoint",
            Kind::Workers => "shard",
        }
    }

    const fn other(self) -> Self {
        match self {
            Kind::Single => Kind::Workers,
            Kind::Workers => Kind::Single,
        }
    }

    /// The file that a process locks, without its extension.
    fn lock(self, process: usize) -> String {
        match self {
            Kind::Single => self.extension().to_owned(),
            Kind::Workers => format!("{PROCESS}{process}"),
        }
    }

    /// Whether the file at `path` is the lock of a process of this kind.
    #[must_use]
    pub fn is_lock(self, path: &Path) -> bool {
        let name = path.file_name().and_then(OsStr::to_str);
        let name = name.and_then(|name| name.strip_suffix(".lock")).unwrap_or_default();
        match self {
            Kind::Single => name == self.lock(0),
            Kind::Workers => {
                name.strip_prefix(PROCESS).is_some_and(|number| number.parse::<usize>().is_ok())
            }
        }
    }

    /// Locks the directory at `path` for the checkpoints of `command`, and creates it if it does
    /// not exist. `process` is the number of the process, if there are several.
    ///
    /// # Errors
    /// The directory cannot be used, is in use, or has checkpoints of another command or kind.
    pub fn claim(self, path: &Path, process: usize, command: &str) -> Result<Lock, FolderError> {
        let failed = |source| FolderError::Io { path: path.to_owned(), source };
        let lock = |file: &Path| {
            let lock = Lock::acquire_soon(file).map_err(failed)?;
            lock.ok_or_else(|| FolderError::InUse { path: path.to_owned() })
        };
        fs::create_dir_all(path).map_err(failed)?;
        let own = lock(&path.join(self.lock(process)))?;
        let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let files: Vec<_> = entries.map_err(failed)?.iter().map(fs::DirEntry::path).collect();
        // Its own lock comes first: of two that begin at the same time, at most one goes on.
        for file in files.iter().filter(|file| self.other().is_lock(file)) {
            drop(lock(&file.with_extension(""))?);
        }
        crate::remove_unfinished(path).map_err(failed)?;
        for file in files {
            let is_checkpoint = file.extension().is_some_and(|extension| {
                [self, self.other()].iter().any(|kind| extension == kind.extension())
            });
            // Damage is reported when the file would be used.
            let Some(container) = is_checkpoint.then(|| Container::open(file).ok()).flatten()
            else {
                continue;
            };
            let mut lines = container.metadata().lines();
            let magic = lines.next().unwrap_or_default();
            let Some(found) = lines.next().and_then(|line| line.strip_prefix("command ")) else {
                continue;
            };
            let (path, found) = (path.to_owned(), found.to_owned());
            if magic.starts_with(self.other().magic()) {
                return Err(FolderError::OtherKind { path, found, kind: self.other() });
            }
            if magic.starts_with(self.magic()) && found != command {
                return Err(FolderError::Foreign { path, found, expected: command.to_owned() });
            }
        }
        Ok(own)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Kind::Single => "without workers",
            Kind::Workers => "with several workers",
        })
    }
}
