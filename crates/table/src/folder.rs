use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tesuji_core::Meter;
use tesuji_storage::Lock;

use crate::TableError;

/// The directory of a build: the layers that are finished, as files.
///
/// | name | content |
/// |---|---|
/// | `keys-L` | all keys of layer L |
/// | `run-L-S-N` | keys of layer L that moves from layer S lead to |
/// | `enumerated` | empty; says that all layers have their keys |
/// | `values-L` | the entries of layer L, which replace its keys |
///
/// Each is on the disk before it has its name. The names themselves may be lost in a power failure,
/// the last first: what is left is the directory of an earlier time.
pub(crate) struct Folder(PathBuf);

/// What is in the directory.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    pub(crate) keys: BTreeSet<u32>,
    pub(crate) runs: Vec<Run>,
    pub(crate) enumerated: bool,
    pub(crate) values: BTreeSet<u32>,
}

/// The name of a file of some of a layer's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    pub(crate) layer: u32,
    pub(crate) source: u32,
    pub(crate) number: u32,
}

/// The directory that has the finished layers while the table at `path` is built.
#[must_use]
pub fn layers_directory(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".layers");
    name.into()
}

/// The directory that has the finished tables while those of several starts are built for the file at
/// `path`.
#[must_use]
pub fn parts_directory(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".parts");
    name.into()
}

/// Removes a directory whose files have served, unless others have put files there.
pub(crate) fn remove_directory(path: &Path) -> io::Result<()> {
    tesuji_storage::remove_unfinished(path)?;
    match fs::remove_dir(path) {
        Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => Err(error),
        _ => Ok(()),
    }
}

/// Waits until no other process builds in a directory.
pub(crate) fn lock(directory: &Path, meter: &mut Meter) -> Result<Lock, TableError> {
    /// How often the limits are looked at meanwhile.
    const WAIT: Duration = Duration::from_millis(50);
    let failed = |source| TableError::File { path: directory.to_owned(), source };
    loop {
        if let Some(lock) = Lock::try_acquire(directory).map_err(failed)? {
            return Ok(lock);
        }
        meter.look()?;
        thread::sleep(WAIT);
    }
}

impl Folder {
    /// The directory for the table at `path`.
    pub(crate) fn of(path: &Path) -> Self {
        Folder(layers_directory(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn create(&self) -> Result<(), TableError> {
        fs::create_dir_all(&self.0).map_err(|source| self.failed(source))
    }

    pub(crate) fn keys(&self, layer: u32) -> PathBuf {
        self.0.join(format!("keys-{layer}"))
    }

    pub(crate) fn values(&self, layer: u32) -> PathBuf {
        self.0.join(format!("values-{layer}"))
    }

    pub(crate) fn run(&self, Run { layer, source, number }: Run) -> PathBuf {
        self.0.join(format!("run-{layer}-{source}-{number}"))
    }

    pub(crate) fn enumerated(&self) -> PathBuf {
        self.0.join("enumerated")
    }

    pub(crate) fn progress(&self) -> Result<Progress, TableError> {
        let mut progress = Progress::default();
        for entry in fs::read_dir(&self.0).map_err(|source| self.failed(source))? {
            let name = entry.map_err(|source| self.failed(source))?.file_name();
            let parts: Vec<&str> = name.to_str().unwrap_or_default().split('-').collect();
            let numbers: Option<Vec<u32>> =
                parts[1..].iter().map(|part| part.parse().ok()).collect();
            match (parts[0], numbers.as_deref()) {
                ("keys", Some(&[layer])) => drop(progress.keys.insert(layer)),
                ("values", Some(&[layer])) => drop(progress.values.insert(layer)),
                ("run", Some(&[layer, source, number])) => {
                    progress.runs.push(Run { layer, source, number });
                }
                ("enumerated", Some([])) => progress.enumerated = true,
                _ => {}
            }
        }
        progress.runs.sort_unstable();
        Ok(progress)
    }

    /// Removes a file that has served.
    pub(crate) fn remove(&self, path: &Path) -> Result<(), TableError> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.failed(error)),
            _ => Ok(()),
        }
    }

    /// Removes files that others in the directory replace, which are to outlast a power failure first.
    pub(crate) fn remove_replaced(
        &self,
        files: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(), TableError> {
        // Some file systems cannot.
        let _ = tesuji_storage::sync_directory(&self.0);
        files.into_iter().try_for_each(|file| self.remove(&file))
    }

    /// Removes all files of the build, and the directory unless others have put files there.
    pub(crate) fn remove_all(&self) -> Result<(), TableError> {
        let Progress { keys, runs, enumerated, values } = self.progress()?;
        let keys = keys.into_iter().map(|layer| self.keys(layer));
        let values = values.into_iter().map(|layer| self.values(layer));
        let runs = runs.into_iter().map(|run| self.run(run));
        let marks = enumerated.then(|| self.enumerated());
        keys.chain(values).chain(runs).chain(marks).try_for_each(|file| self.remove(&file))?;
        remove_directory(&self.0).map_err(|source| self.failed(source))
    }

    pub(crate) fn failed(&self, source: io::Error) -> TableError {
        TableError::File { path: self.0.clone(), source }
    }
}
