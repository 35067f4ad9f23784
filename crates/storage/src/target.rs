//! The target of a write: a regular file, a device or a standard stream.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The target of a write.
#[cfg_attr(not(unix), allow(dead_code))]
pub(crate) enum Target {
    /// The standard output of this process, under any name.
    StandardOutput,
    /// Its standard error.
    StandardError,
    /// A pipe or a device.
    Device(PathBuf),
    /// A file of this name, not a symbolic link. `old` is the present file's metadata.
    File { path: PathBuf, old: Option<Metadata> },
}

impl Target {
    /// The target at `path`, with symbolic links followed.
    ///
    /// # Errors
    /// If `path` is a directory, or a file that cannot be written to.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let old = match fs::metadata(path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Target::File { path: follow(path)?, old: None });
            }
            Err(error) => return Err(error),
        };
        if old.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if let Some(stream) = standard_stream(&old) {
            return Ok(stream);
        }
        if !old.is_file() {
            return Ok(Target::Device(path.to_owned()));
        }
        // A read-only file stays as it is, although a new one could take its name.
        OpenOptions::new().write(true).open(path)?;
        Ok(Target::File { path: follow(path)?, old: Some(old) })
    }
}

/// The standard stream of this process that is the same file.
#[cfg(unix)]
fn standard_stream(file: &Metadata) -> Option<Target> {
    use std::os::fd::AsFd;

    let is_same = |stream: std::os::fd::BorrowedFd<'_>| {
        let stream = stream.try_clone_to_owned().map(fs::File::from);
        stream.and_then(|stream| stream.metadata()).is_ok_and(|stream| are_same(file, &stream))
    };
    if is_same(io::stdout().as_fd()) {
        Some(Target::StandardOutput)
    } else if is_same(io::stderr().as_fd()) {
        Some(Target::StandardError)
    } else {
        None
    }
}

/// No path leads to a standard stream here.
#[cfg(not(unix))]
fn standard_stream(_: &Metadata) -> Option<Target> {
    None
}

/// Whether both are metadata of the same file.
#[cfg(unix)]
pub(crate) fn are_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// The name at the end of a chain of symbolic links, whether or not the file exists.
pub(crate) fn follow(path: &Path) -> io::Result<PathBuf> {
    /// The limit of Linux.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = directory(&path).join(next),
            // Not a link, or missing.
            Err(_) if path.file_name().is_some() => return Ok(path),
            Err(_) => break,
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is not the name of a file"))
}

/// The directory of a file.
pub(crate) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// # Errors
/// If the file is not a regular one.
pub(crate) fn regular(file: &Metadata) -> io::Result<()> {
    if file.is_file() {
        return Ok(());
    }
    let what = match file.is_dir() {
        true => "it is a directory, not a regular file",
        false => "it is a pipe or a device, not a regular file",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}
