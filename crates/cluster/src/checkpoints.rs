//! Checkpoints of several workers: a file for each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tesuji_core::Checkpoints;
use tesuji_storage::Lock;
use tesuji_storage::checkpoint::FolderError;
use tesuji_storage::container::{Container, Writer};

const MAGIC: &str = "tesuji shard 1";
const EXTENSION: &str = "shard";
const LOCK: &str = "process-";

/// A directory in which each worker saves its shard of a computation. The processes of all hosts
/// may share it, or each has its own.
///
/// A file is a [container](tesuji_storage::container) with the metadata
///
/// ```text
/// tesuji shard 1
/// command tesuji 0.1.0 enumerate taquin 4x3
/// section enumeration of 239500800 states
/// ```
///
/// and a name with three numbers: that of the checkpoint, that of the worker, and that of the
/// workers. A checkpoint is complete when all its files are. The one before is kept.
pub struct ShardFolder {
    path: PathBuf,
    command: String,
    every: Option<Duration>,
    warn: Box<dyn Fn(&str) + Send + Sync>,
    _lock: Lock,
}

/// The file of a worker in a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub(crate) number: u64,
    pub(crate) worker: usize,
    pub(crate) workers: usize,
}

impl Name {
    fn text(self) -> String {
        let Name { number, worker, workers } = self;
        format!("{number:06}-{worker:05}-{workers:05}.{EXTENSION}")
    }

    fn of(path: &Path) -> Option<Self> {
        let is_shard = path.extension().is_some_and(|extension| extension == EXTENSION);
        let stem = path.file_stem()?.to_str().filter(|_| is_shard)?;
        let mut numbers = stem.split('-').map(str::parse::<u64>);
        let mut next = || numbers.next()?.ok();
        let (number, worker, workers) = (next()?, next()?, next()?);
        let (worker, workers) = (worker.try_into().ok()?, workers.try_into().ok()?);
        Some(Name { number, worker, workers })
    }
}

impl ShardFolder {
    /// Opens the directory at `path` for the checkpoints of `command`, a text that names everything
    /// that the result depends on, and creates it if it does not exist. A checkpoint is due `every`
    /// so often, or by the [default](Checkpoints::INTERVAL). `warn` receives messages that the user
    /// should see.
    ///
    /// # Errors
    /// The directory cannot be used, is in use by another process of this number, or has
    /// checkpoints of another command.
    pub fn open(
        path: impl AsRef<Path>,
        command: &str,
        process: usize,
        every: Option<Duration>,
        warn: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, FolderError> {
        let path = path.as_ref().to_owned();
        let failed = |source| FolderError::Io { path: path.clone(), source };
        fs::create_dir_all(&path).map_err(failed)?;
        let lock = Lock::acquire_soon(lock_of(&path, process)).map_err(failed)?;
        let lock = lock.ok_or_else(|| FolderError::InUse { path: path.clone() })?;
        tesuji_storage::remove_unfinished(&path).map_err(failed)?;
        let command = command.split_whitespace().collect::<Vec<_>>().join(" ");
        for name in names(&path).map_err(failed)? {
            // Damage is reported when the file would be used.
            let Ok(container) = Container::open(path.join(name.text())) else { continue };
            let mut lines = container.metadata().lines().skip(1);
            let Some(found) = lines.next().and_then(|line| line.strip_prefix("command ")) else {
                continue;
            };
            if found != command {
                let found = found.to_owned();
                return Err(FolderError::Foreign { path, found, expected: command });
            }
        }
        Ok(ShardFolder { path, command, every, warn: Box::new(warn), _lock: lock })
    }

    /// Removes the shards of these workers, or all if this is the first process; and the directory
    /// if nothing else is in it: the computation is done.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn clear(self, process: usize, threads: usize) -> io::Result<()> {
        let own = process * threads..(process + 1) * threads;
        self.remove(|name| process == 0 || own.contains(&name.worker))?;
        let path = self.path.clone();
        drop(self);
        // Processes that were killed have left their locks, which no process holds any more.
        for entry in fs::read_dir(&path)? {
            let name = entry?.file_name();
            let process = name.to_str().and_then(|name| name.strip_suffix(".lock"));
            let process = process.and_then(|name| name.strip_prefix(LOCK)?.parse().ok());
            if let Some(process) = process {
                drop(Lock::try_acquire(lock_of(&path, process))?);
            }
        }
        // It may have other files, or another user.
        let _ = fs::remove_dir(path);
        Ok(())
    }

    pub(crate) fn warn(&self, message: &str) {
        (self.warn)(message);
    }

    pub(crate) fn interval(&self, took: Duration) -> Duration {
        let usual = Checkpoints::INTERVAL.max(took.saturating_mul(Checkpoints::SHARE));
        self.every.unwrap_or(usual)
    }

    /// The files that are there.
    pub(crate) fn names(&self) -> Vec<Name> {
        names(&self.path).unwrap_or_default()
    }

    /// Removes the checkpoints before `number`, except the last of them.
    pub(crate) fn remove_before(&self, number: u64) {
        let kept = self.names().into_iter().map(|name| name.number).filter(|&n| n < number).max();
        // Others may do the same at the same time.
        let _ = self.remove(|name| Some(name.number) < kept);
    }

    fn remove(&self, is_wanted: impl Fn(Name) -> bool) -> io::Result<()> {
        for name in names(&self.path)?.into_iter().filter(|&name| is_wanted(name)) {
            match fs::remove_file(self.path.join(name.text())) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    fn metadata(&self, section: &str) -> String {
        let ShardFolder { command, .. } = self;
        format!("{MAGIC}\ncommand {command}\nsection {section}\n")
    }

    /// Writes a file.
    pub(crate) fn save(
        &self,
        name: Name,
        section: &str,
        fill: impl FnOnce(&mut Writer<&mut (dyn io::Write + Send)>) -> io::Result<()>,
    ) -> io::Result<()> {
        tesuji_storage::write_with(self.path.join(name.text()), |out| {
            let mut writer = Writer::new(out, &self.metadata(section))?;
            fill(&mut writer)?;
            writer.finish()
        })
    }

    /// Opens a file of this command and section.
    pub(crate) fn open_file(&self, name: Name, section: &str) -> io::Result<Container> {
        let container = Container::open(self.path.join(name.text())).map_err(io::Error::other)?;
        if container.metadata() == self.metadata(section) {
            return Ok(container);
        }
        Err(invalid("it is no shard of this computation"))
    }
}

/// The file that a process locks, without its extension.
fn lock_of(path: &Path, process: usize) -> PathBuf {
    path.join(format!("{LOCK}{process}"))
}

fn names(path: &Path) -> io::Result<Vec<Name>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.extend(Name::of(&entry?.path()));
    }
    names.sort_unstable();
    Ok(names)
}

pub(crate) fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_owned())
}

/// When a checkpoint is due, by the clock of one worker.
pub(crate) struct Clock {
    last: Instant,
    took: Duration,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Clock { last: Instant::now(), took: Duration::ZERO }
    }

    pub(crate) fn is_due(&self, folder: &ShardFolder) -> bool {
        self.last.elapsed() >= folder.interval(self.took)
    }

    /// A checkpoint was saved from `started` to now.
    pub(crate) fn saved(&mut self, started: Instant) {
        self.last = Instant::now();
        self.took = self.last - started;
    }
}
