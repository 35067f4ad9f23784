//! Locks between processes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::target::follow;

/// An exclusive lock between processes, to read a file, change its content, and write it back.
///
/// The system releases it when the process ends, in whatever way. Since the file itself is
/// replaced, the lock is on a file beside it, `proofs.txt.lock`, which exists as long as the lock.
///
/// # Example
/// ```
/// let path = std::env::temp_dir().join(format!("{}.count", std::process::id()));
/// for _ in 0..3 {
///     let _lock = tesuji_storage::Lock::acquire(&path)?;
///     let count = std::fs::read_to_string(&path).map_or(0, |text| text.len());
///     tesuji_storage::write(&path, "I".repeat(count + 1))?;
/// }
/// assert_eq!(std::fs::read_to_string(&path)?, "III");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Locked as long as it is open.
    file: File,
}

impl Lock {
    /// Waits until no other process holds the lock on the file at `path`, which need not exist.
    ///
    /// # Errors
    /// Those of the operating system: the directory is missing, or cannot be written to.
    pub fn acquire(path: impl AsRef<Path>) -> io::Result<Self> {
        // Without a lock there is the one that another process released meanwhile: again.
        loop {
            if let Some(lock) = Self::with(path.as_ref(), |file| lock(file).map(|()| true))? {
                return Ok(lock);
            }
        }
    }

    /// Takes the lock on the file at `path` if no other process holds it; `None` if one does.
    ///
    /// # Errors
    /// Those of [`acquire`](Self::acquire).
    pub fn try_acquire(path: impl AsRef<Path>) -> io::Result<Option<Self>> {
        Self::with(path.as_ref(), |file| match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                Err(error)
            }
            _ => Ok(true),
        })
    }

    /// The same, but waits up to a second: a process that was killed holds its locks until the
    /// system has freed its memory.
    ///
    /// # Errors
    /// Those of [`acquire`](Self::acquire).
    pub fn acquire_soon(path: impl AsRef<Path>) -> io::Result<Option<Self>> {
        const TRIES: u32 = 20;
        for _ in 1..TRIES {
            if let Some(lock) = Self::try_acquire(path.as_ref())? {
                return Ok(Some(lock));
            }
            thread::sleep(Duration::from_secs(1) / TRIES);
        }
        Self::try_acquire(path)
    }

    /// The lock, if `take` can take it and the previous holder has not removed the file meanwhile,
    /// so that the next process locks another.
    fn with(path: &Path, take: impl FnOnce(&File) -> io::Result<bool>) -> io::Result<Option<Self>> {
        let mut path = follow(path)?.into_os_string();
        path.push(".lock");
        let path = PathBuf::from(path);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        let is_taken = take(&file)? && is_there(&file, &path)?;
        Ok(is_taken.then(|| Lock { path, file }))
    }
}

/// Waits for the lock on a file. Succeeds at once on systems without locks.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    match file.lock() {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        other => other,
    }
}

/// Whether the file at `path` is still this one.
#[cfg(unix)]
fn is_there(file: &File, path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(there) => Ok(crate::target::are_same(&there, &file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Always true: an open file cannot be replaced here.
#[cfg(not(unix))]
fn is_there(_: &File, path: &Path) -> io::Result<bool> {
    fs::exists(path)
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked. Other systems do not remove an open file. One that is not empty
        // is another file of the user's with the same name.
        let is_empty = self.file.metadata().is_ok_and(|metadata| metadata.len() == 0);
        if cfg!(unix) && is_empty {
            let _ = fs::remove_file(&self.path);
        }
    }
}
