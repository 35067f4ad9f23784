//! Crash-safe files: a file is replaced whole or not at all.
//!
//! [`write`](write()) and [`write_with`] write a file under another name in the same directory,
//! sync it, and rename it: if the process is killed, the power fails or the disk is full, the file
//! of the final name is the old one or the new one. [`check_writable`] tests before the work
//! whether that can succeed. [`Lock`] excludes other processes from a file that is read, changed
//! and written back, [`open`] opens only regular files, and [`scratch`] makes a file without a
//! name. Read [`write_with`] first.
//!
//! This crate knows no game, prints nothing, and does not log. It knows one format, which leaves
//! open what a file is about: [`container`], for files of compressed blocks.
//!
//! # Example
//! ```
//! let path = std::env::temp_dir().join(format!("{}.txt", std::process::id()));
//! tesuji_storage::write(&path, "the first text")?;
//! tesuji_storage::write(&path, "the second text")?;
//! assert_eq!(std::fs::read_to_string(&path)?, "the second text");
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Features
//! * `container`: the module of that name, which compiles the Zstandard library.
//! * `checkpoint`: the module of that name, which keeps the states of long computations in
//!   containers.
#![forbid(unsafe_code)]

#[cfg(feature = "checkpoint")]
pub mod checkpoint;
#[cfg(feature = "container")]
pub mod container;
#[cfg(feature = "container")]
mod fields;
mod lock;
#[cfg(all(feature = "container", target_family = "wasm"))]
mod no_zstd;
mod section;
mod target;
mod unfinished;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "container")]
pub use fields::Fields;
pub use lock::Lock;
pub use section::Section;
pub use unfinished::{is_unfinished, remove_unfinished, unfinished};

use target::Target;
use unfinished::Unfinished;

/// Replaces the file at `path` with these bytes, as [`write_with`] does.
///
/// # Errors
/// Those of the operating system.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    write_with(path, |out| out.write_all(bytes.as_ref()))
}

/// Replaces the file at `path` with the output of `fill`.
///
/// The new file is complete and on the disk before it replaces the old one. It takes over the old
/// file's permissions and, where the system allows it, its owner and group. A symbolic link stays,
/// and the file that it points to is replaced. A pipe or a device (`/dev/null`) is written to
/// directly, and so is a path to the standard output or the standard error of this process
/// (`/dev/stdout`): the bytes follow those printed before.
///
/// # Errors
/// Those of `fill` and of the operating system. The file at `path` is then unchanged, unless it is
/// a pipe or a device.
pub fn write_with<E: From<io::Error>>(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(path) = place(path.as_ref(), fill)? {
        // The file is in place already; without this, a power failure could restore the old one.
        let _ = sync_directory(target::directory(&path));
    }
    Ok(())
}

/// Does as [`write_with`], but for this: until [`sync_directory`] a power failure can restore the old
/// file, or that there was none. For many files in one directory, of which each is useful by itself.
///
/// # Errors
/// Those of [`write_with`].
pub fn place_with<E: From<io::Error>>(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    place(path.as_ref(), fill).map(drop)
}

/// Has what was placed in or removed from a directory outlast a power failure, where the system can do
/// that.
///
/// # Errors
/// Those of the operating system.
pub fn sync_directory(path: impl AsRef<Path>) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// Writes to a file, and returns where it is, or to something else.
fn place<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<Option<PathBuf>, E> {
    match Target::of(path)? {
        Target::StandardOutput => stream(io::stdout(), fill)?,
        Target::StandardError => stream(io::stderr(), fill)?,
        Target::Device(path) => stream(fs::OpenOptions::new().write(true).open(path)?, fill)?,
        Target::File { path, old } => {
            let mut unfinished = Unfinished::new(&path, old.as_ref())?;
            stream(unfinished.file(), fill)?;
            unfinished.finish(&path)?;
            return Ok(Some(path));
        }
    }
    Ok(None)
}

fn stream<E: From<io::Error>>(
    out: impl Write + Send,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    fill(&mut out)?;
    Ok(out.flush()?)
}

/// Tests whether [`write`](write()) can write to `path`, and changes nothing.
///
/// # Errors
/// The obstacle: a directory that is missing or cannot be written to, a file that is read-only,
/// or a directory at `path`.
pub fn check_writable(path: impl AsRef<Path>) -> io::Result<()> {
    match Target::of(path.as_ref())? {
        // Testing for a reader would disturb it.
        Target::StandardOutput | Target::StandardError | Target::Device(_) => Ok(()),
        Target::File { path, old } => Unfinished::new(&path, old.as_ref()).map(drop),
    }
}

/// Creates an empty file in a directory, for reading and writing. It has no name that lasts, and is
/// gone when it is closed, even if the process is killed.
///
/// # Errors
/// Those of the operating system.
pub fn scratch(directory: impl AsRef<Path>) -> io::Result<File> {
    tempfile::tempfile_in(directory)
}

/// Opens a regular file for reading; refuses pipes and devices, which may block or have no end.
///
/// # Errors
/// Those of the operating system; [`io::ErrorKind::InvalidInput`] if the file is not a regular
/// one.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    // A pipe must not even be opened: that would wait for its writer.
    target::regular(&fs::metadata(path)?)?;
    File::open(path)
}
