//! Temporary files, beside the files that they replace.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::lock::lock;
use crate::target::directory;

/// The extension of temporary files.
const EXTENSION: &str = "unfinished";

/// How many files of a directory are looked at for remnants before each new file: a look at all of
/// them would take as long for each as there are files.
const MAX_LOOKED_AT: usize = 1000;

/// A temporary file. Its lock distinguishes it from one whose writer was killed; dropping it
/// removes it.
pub(crate) struct Unfinished(NamedTempFile);

impl Unfinished {
    /// Creates a file to replace the one at `path`, with the permissions of the `old` one.
    pub(crate) fn new(path: &Path, old: Option<&Metadata>) -> io::Result<Self> {
        let (directory, prefix) = (directory(path), prefix(path));
        // Remnants of killed writers are useless.
        let _ = remove_where(directory, MAX_LOOKED_AT, |name| name == prefix);
        let suffix = format!(".{EXTENSION}");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(&suffix);
        loop {
            // With the permissions of any new file.
            let file = builder.make_in(directory, |path| {
                OpenOptions::new().write(true).create_new(true).open(path)
            })?;
            lock(file.as_file())?;
            // Until it was locked, another process could take it for a remnant and remove it.
            if file.path().exists() {
                if let Some(old) = old {
                    take_over(old, file.as_file())?;
                }
                return Ok(Unfinished(file));
            }
        }
    }

    pub(crate) fn file(&mut self) -> &mut File {
        self.0.as_file_mut()
    }

    /// Renames the file, which is on the disk then, to its final name.
    pub(crate) fn finish(self, path: &Path) -> io::Result<()> {
        self.0.as_file().sync_all()?;
        self.0.persist(path)?;
        Ok(())
    }
}

/// Gives a new file the owner, the group and the permissions of the old one.
fn take_over(old: &Metadata, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};

        let made = new.metadata()?;
        // Only some users may change a file's owner; for the others, the file is theirs.
        if made.uid() != old.uid() {
            let _ = fchown(new, Some(old.uid()), None);
        }
        if made.gid() != old.gid() {
            let _ = fchown(new, None, Some(old.gid()));
        }
    }
    new.set_permissions(old.permissions())
}

/// The beginning of the names of temporary files for the file at `path`.
fn prefix(path: &Path) -> String {
    /// At four bytes each, and with the rest of the name, they fit the limit of file names.
    const MAX_CHARACTERS: usize = 50;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{}.", name.chars().take(MAX_CHARACTERS).collect::<String>())
}

/// The [`prefix`] in the name of a temporary file; `None` for other files.
fn prefix_of(name: &OsStr) -> Option<&str> {
    let whole = name.to_str()?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    let (name, own) = whole.rsplit_once('.')?;
    let is_own = !own.is_empty() && own.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_own.then(|| &whole[..=name.len()])
}

/// Whether a file is, by its name, a temporary one, of a writer that works on it or was killed.
#[must_use]
pub fn is_unfinished(path: &Path) -> bool {
    path.file_name().and_then(prefix_of).is_some()
}

/// Returns the temporary files of a directory whose writer was killed, by name.
///
/// # Errors
/// If the directory cannot be read.
pub fn unfinished(directory: impl AsRef<Path>) -> io::Result<Vec<PathBuf>> {
    each(directory.as_ref(), usize::MAX, |_| true, |_| Ok(()))
}

/// Removes the temporary files of a directory whose writer was killed, and returns their names.
///
/// # Errors
/// If the directory cannot be read, or a file cannot be removed.
pub fn remove_unfinished(directory: impl AsRef<Path>) -> io::Result<Vec<PathBuf>> {
    remove_where(directory.as_ref(), usize::MAX, |_| true)
}

fn remove_where(
    directory: &Path,
    max_files: usize,
    wanted: impl Fn(&str) -> bool,
) -> io::Result<Vec<PathBuf>> {
    each(directory, max_files, wanted, |path| fs::remove_file(path))
}

/// Calls `act` on each temporary file whose writer was killed, while it is locked; looks at
/// `max_files` files of the directory.
fn each(
    directory: &Path,
    max_files: usize,
    wanted: impl Fn(&str) -> bool,
    act: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)?.take(max_files) {
        let entry = entry?;
        let path = entry.path();
        let is_wanted =
            prefix_of(&entry.file_name()).is_some_and(&wanted) && entry.file_type()?.is_file();
        // A file that was just finished is gone; one that cannot be opened is another user's.
        let Some(file) =
            is_wanted.then(|| OpenOptions::new().write(true).open(&path).ok()).flatten()
        else {
            continue;
        };
        match file.try_lock() {
            Ok(()) => {}
            // Its writer is alive, or that cannot be known.
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => continue,
        }
        match act(&path) {
            Ok(()) => found.push(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    found.sort();
    Ok(found)
}
