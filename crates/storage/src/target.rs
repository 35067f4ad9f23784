//! What stands where a file is to be written.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Where the bytes go.
pub(crate) enum Target {
    /// To the standard output of this process, whatever name it has.
    StandardOutput,
    /// To its standard error.
    StandardError,
    /// Into a pipe or a device.
    Device(PathBuf),
    /// Into a file of this name, which is no symbolic link. `old` is there already.
    File { path: PathBuf, old: Option<Metadata> },
}

impl Target {
    /// Follows symbolic links.
    ///
    /// # Errors
    /// There is a directory, or a file that cannot be written to.
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
        // A file that is read-only stays as it is, though a new one could take its name.
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

/// There are no paths that lead to them.
#[cfg(not(unix))]
fn standard_stream(_: &Metadata) -> Option<Target> {
    None
}

/// Whether both are of one file.
#[cfg(unix)]
pub(crate) fn are_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// The name at the end of a chain of symbolic links, whether there is a file of that name or not.
pub(crate) fn follow(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = directory(&path).join(next),
            // It is no link, or it is not there.
            Err(_) if path.file_name().is_some() => return Ok(path),
            Err(_) => break,
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not the name of a file"))
}

/// The directory that a file is in.
pub(crate) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// # Errors
/// It is something else than a regular file.
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
