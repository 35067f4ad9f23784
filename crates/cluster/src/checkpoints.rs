//! Checkpoints of several workers: a file for each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tesuji_core::Checkpoints;
use tesuji_storage::Lock;
use tesuji_storage::checkpoint::{FolderError, Kind};
use tesuji_storage::container::{Container, Writer};

const MAGIC: &str = "tesuji shard 2";
const EXTENSION: &str = Kind::Workers.extension();

/// A directory in which each worker saves its shard of a computation. The processes of all hosts
/// may share it, or each has its own.
///
/// A file is a [container](tesuji_storage::container) with the metadata
///
/// ```text
/// tesuji shard 2
/// command tesuji 0.1.0 enumerate taquin 4x3
/// section enumeration of 239500800 states
/// checkpoint 7, worker 1 of 2
/// save 8c3f0a5e91d27b46
/// ```
///
/// and a name with three numbers: that of the checkpoint, that of the worker from 0, and how many
/// workers there are. The last line is a random number that the files of one checkpoint have in
/// common. A checkpoint is complete when the files of all workers are there and have the same. The
/// complete one before is kept.
pub struct ShardFolder {
    path: PathBuf,
    command: String,
    every: Option<Duration>,
    warn: Box<dyn Fn(&str) + Send + Sync>,
    /// Whether the user knows that saving fails.
    is_failing: AtomicBool,
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
    /// The directory cannot be used, is in use by another process of this number or by one
    /// without workers, or has checkpoints of another command or kind.
    pub fn open(
        path: impl AsRef<Path>,
        command: &str,
        process: usize,
        every: Option<Duration>,
        warn: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, FolderError> {
        let path = path.as_ref().to_owned();
        let command = command.split_whitespace().collect::<Vec<_>>().join(" ");
        let lock = Kind::Workers.claim(&path, process, &command)?;
        let (warn, is_failing) = (Box::new(warn), AtomicBool::new(false));
        Ok(ShardFolder { path, command, every, warn, is_failing, _lock: lock })
    }

    /// Removes the shards of these workers, or all if this is the first process; and the directory
    /// if nothing else is in it: the computation is done.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn clear(self, process: usize, threads: usize) -> io::Result<()> {
        match self.remove_all(process, threads) {
            // Another process was done at the same time and has removed the directory.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            ended => ended,
        }
    }

    fn remove_all(self, process: usize, threads: usize) -> io::Result<()> {
        let own = process * threads..(process + 1) * threads;
        self.remove(|name| process == 0 || own.contains(&name.worker))?;
        let path = self.path.clone();
        drop(self);
        // Processes that were killed have left their locks, which no process holds any more.
        for entry in fs::read_dir(&path)? {
            let file = entry?.path();
            if Kind::Workers.is_lock(&file) {
                drop(Lock::try_acquire(file.with_extension(""))?);
            }
        }
        // It may have other files, or another user.
        let _ = fs::remove_dir(path);
        Ok(())
    }

    pub(crate) fn warn(&self, message: &str) {
        (self.warn)(message);
    }

    /// Warns that a file cannot be saved, once: a full disk stays full.
    pub(crate) fn warn_of_failure(&self, error: &io::Error) {
        if !self.is_failing.swap(true, Ordering::Relaxed) {
            self.warn(&format!("cannot save a checkpoint: {error}; continuing without"));
        }
    }

    pub(crate) fn interval(&self, took: Duration) -> Duration {
        Checkpoints::interval(self.every, took)
    }

    /// The files that are there.
    pub(crate) fn names(&self) -> Vec<Name> {
        names(&self.path).unwrap_or_default()
    }

    /// Removes the checkpoints before `number` except `complete`, the last one with all its files.
    pub(crate) fn remove_before(&self, number: u64, complete: Option<u64>) {
        // Others may do the same at the same time, or save the next one.
        let _ = self.remove(|name| name.number < number && Some(name.number) != complete);
    }

    /// Removes a checkpoint that some workers could not save.
    pub(crate) fn remove_failed(&self, number: u64) {
        let _ = self.remove(|name| name.number == number);
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

    /// The metadata of a file, but for the number that those of one checkpoint have in common.
    fn metadata(&self, name: Name, section: &str) -> String {
        let (ShardFolder { command, .. }, Name { number, worker, workers }) = (self, name);
        let place = format!("checkpoint {number}, worker {worker} of {workers}");
        format!("{MAGIC}\ncommand {command}\nsection {section}\n{place}\nsave ")
    }

    /// Writes a file; `save` is the number that those of one checkpoint have in common.
    pub(crate) fn save(
        &self,
        name: Name,
        section: &str,
        save: u64,
        fill: impl FnOnce(&mut Writer<&mut (dyn io::Write + Send)>) -> io::Result<()>,
    ) -> io::Result<()> {
        tesuji_storage::write_with(self.path.join(name.text()), |out| {
            let metadata = format!("{}{save:016x}\n", self.metadata(name, section));
            let mut writer = Writer::new(out, &metadata)?;
            fill(&mut writer)?;
            writer.finish()
        })
    }

    /// Opens a file of this command, section and name; also returns the number that those of one
    /// checkpoint have in common.
    pub(crate) fn open_file(&self, name: Name, section: &str) -> io::Result<(Container, u64)> {
        let container = Container::open(self.path.join(name.text())).map_err(io::Error::other)?;
        let save = container.metadata().strip_prefix(&self.metadata(name, section));
        match save.map(|save| u64::from_str_radix(save.trim_end(), 16)) {
            Some(Ok(save)) => Ok((container, save)),
            _ => Err(invalid("a file is no shard of this computation, or has another's name")),
        }
    }
}

fn names(path: &Path) -> io::Result<Vec<Name>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            names.extend(Name::of(&entry.path()));
        }
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
