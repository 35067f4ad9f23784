//! The store of pattern databases: in memory, or in files in a directory.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::{env, fs, io, thread};

use etcetera::BaseStrategy;
use tesuji_core::{Abstraction, Budget, Limit, Progress};
use tesuji_informed::pdb::{BuildError, Database, FileError, FileHead, FileProblem};

/// The environment variable that overrides the directory for databases, the user's cache.
pub const DIRECTORY_VARIABLE: &str = "TESUJI_CACHE";

/// Of how many entries a database is in memory while it is built: to write and read what was found
/// takes longer than the rest of the search.
const LARGE: usize = 1 << 26;

/// A store of pattern databases, so that none is built twice. Clones share it.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Silent};
/// use tesuji_catalogue::databases::Databases;
/// use tesuji_taquin::{Goal, Taquin, TileGroup};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let group = TileGroup::new(&taquin, &[1, 2, 3, 4])?;
/// let databases = Databases::in_memory();
/// let make = || group.arrangements();
/// let built = databases.get(&group.identity(), make, &Budget::unlimited(), &mut Silent)?;
/// assert!(databases.are_ready([group.identity()]));
/// assert_eq!(built.entries(), 3024);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Databases {
    shelf: Arc<Shelf>,
    threads: usize,
}

#[derive(Debug)]
struct Shelf {
    directory: Option<PathBuf>,
    /// The limit on the bytes of the open databases.
    room: usize,
    /// The open databases in the order of their last use, the most recent last.
    open: Mutex<Vec<Arc<Database>>>,
}

/// Why a database is not available.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// Its file is damaged, is not the database, or cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A limit was reached while the database was built.
    #[error("{} while the pattern database was built", .0.reached())]
    Stopped(Limit),
}

impl Databases {
    /// The store in memory that the whole program shares.
    #[must_use]
    pub fn in_memory() -> Self {
        static SHARED: LazyLock<Databases> = LazyLock::new(|| Databases::new(None, usize::MAX));
        SHARED.clone()
    }

    /// A store in memory of at most `bytes`; it evicts the least recently used databases. For
    /// servers.
    #[must_use]
    pub fn in_memory_within(bytes: usize) -> Self {
        Self::new(None, bytes)
    }

    /// The store in a directory, which is created with the first file.
    #[must_use]
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self::new(Some(directory.into()), usize::MAX)
    }

    /// The user's store: in the directory that `TESUJI_CACHE` names, else in the user's cache
    /// directory, else in memory.
    #[must_use]
    pub fn of_user() -> Self {
        let named = env::var_os(DIRECTORY_VARIABLE).filter(|name| !name.is_empty());
        let found = named.map(PathBuf::from).or_else(|| {
            let strategy = etcetera::choose_base_strategy().ok()?;
            Some(strategy.cache_dir().join("tesuji"))
        });
        found.map_or_else(Self::in_memory, Self::in_directory)
    }

    fn new(directory: Option<PathBuf>, room: usize) -> Self {
        let shelf = Arc::new(Shelf { directory, room, open: Mutex::default() });
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Databases { shelf, threads }
    }

    /// The same store, whose databases this number of threads build instead of one for each processor.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The directory, if there is one.
    #[must_use]
    pub fn directory(&self) -> Option<&Path> {
        self.shelf.directory.as_deref()
    }

    /// The path of the file for the database of this identity, whether it exists or not.
    #[must_use]
    pub fn path(&self, identity: &str) -> Option<PathBuf> {
        let words: Vec<_> = identity
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        Some(self.directory()?.join(format!("{}.pdb", words.join("-"))))
    }

    /// Whether the databases of these identities are open or have files.
    pub fn are_ready(&self, identities: impl IntoIterator<Item = String>) -> bool {
        identities.into_iter().all(|identity| {
            self.opened().iter().any(|database| database.identity() == identity)
                || self.path(&identity).is_some_and(|path| path.exists())
        })
    }

    /// The database of this identity: [found](Self::find), or else built from `abstraction` by all
    /// processors and written to a file if there is a directory.
    ///
    /// A file that cannot be written is not an error.
    ///
    /// # Errors
    /// [`find`](Self::find) fails, or a limit was reached.
    pub fn get<A: Abstraction>(
        &self,
        identity: &str,
        abstraction: impl FnOnce() -> A,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Arc<Database>, DatabaseError> {
        match self.find(identity, progress)? {
            Some(database) => Ok(database),
            None => Ok(self.note(self.make(&abstraction(), budget, progress)?.0)),
        }
    }

    /// The database of this identity, if it is open or has a file. A file that is damaged or was
    /// written by another version of this program is ignored; `progress` receives a warning of
    /// damage.
    ///
    /// # Errors
    /// The file exists and is not the database, or cannot be read.
    pub fn find(
        &self,
        identity: &str,
        progress: &mut dyn Progress,
    ) -> Result<Option<Arc<Database>>, DatabaseError> {
        if let Some(database) = self.use_open(identity) {
            return Ok(Some(database));
        }
        let Some(path) = self.path(identity).filter(|path| path.exists()) else { return Ok(None) };
        match Database::open(path, identity) {
            Ok(database) => Ok(Some(self.note(database))),
            Err(error) if error.problem.can_be_rebuilt() => {
                if !matches!(error.problem, FileProblem::Version { .. }) {
                    progress.warn(&format!("{error}; rebuilding the pattern database"));
                }
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Builds a database, replacing an existing one, and stores it: in its file if there is a
    /// directory, and in memory if not, or if the file cannot be written. Also returns the result of
    /// writing the file.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn build<A: Abstraction>(
        &self,
        abstraction: impl FnOnce() -> A,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<(Arc<Database>, Result<(), FileError>), DatabaseError> {
        let (database, saved) = self.make(&abstraction(), budget, progress)?;
        if self.directory().is_none() || saved.is_err() {
            return Ok((self.note(database), saved));
        }
        self.opened().retain(|other| other.identity() != database.identity());
        Ok((Arc::new(database), saved))
    }

    /// Builds a database and writes its file if there is a directory. What the search for a large one
    /// has found is in a file of the directory until the database is made, and in memory if that is
    /// not possible.
    fn make<A: Abstraction>(
        &self,
        abstraction: &A,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<(Database, Result<(), FileError>), DatabaseError> {
        let is_large = abstraction.entries() > LARGE;
        let scratch = self.directory().filter(|_| is_large).and_then(|directory| {
            fs::create_dir_all(directory).and_then(|()| tesuji_storage::scratch(directory)).ok()
        });
        let built = scratch.map(|scratch| {
            Database::build_with_scratch(abstraction, self.threads, scratch, budget, progress)
        });
        let built = match built {
            Some(Err(BuildError::Stopped(limit))) => Err(limit),
            Some(Ok(database)) => Ok(database),
            Some(Err(error)) => {
                progress.warn(&format!("{error}; building the pattern database in memory"));
                Database::build_within(abstraction, self.threads, budget, progress)
            }
            None => Database::build_within(abstraction, self.threads, budget, progress),
        };
        let database = built.map_err(DatabaseError::Stopped)?;
        let saved = match self.path(database.identity()) {
            None => Ok(()),
            Some(path) => path
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .map_err(|error| FileError { path: path.clone(), problem: error.into() })
                .and_then(|()| database.save(&path)),
        };
        Ok((database, saved))
    }

    /// The database files of the directory in alphabetical order, with their headers.
    ///
    /// # Errors
    /// The directory exists and cannot be read.
    pub fn files(&self) -> io::Result<Vec<(PathBuf, Result<FileHead, FileError>)>> {
        let mut paths = self.in_the_directory(|directory| {
            fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect()
        })?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "pdb"));
        paths.sort();
        Ok(paths.into_iter().map(|path| (path.clone(), FileHead::read(path))).collect())
    }

    /// The partial files that interrupted builds left in the directory.
    ///
    /// # Errors
    /// The directory exists and cannot be read.
    pub fn unfinished(&self) -> io::Result<Vec<PathBuf>> {
        self.in_the_directory(|directory| tesuji_storage::unfinished(directory))
    }

    /// Removes the [unfinished](Self::unfinished) files and returns their paths.
    ///
    /// # Errors
    /// The directory exists and cannot be read, or a file cannot be removed.
    pub fn remove_unfinished(&self) -> io::Result<Vec<PathBuf>> {
        self.in_the_directory(|directory| tesuji_storage::remove_unfinished(directory))
    }

    /// Files of the directory; none if it does not exist.
    fn in_the_directory(
        &self,
        files: impl FnOnce(&Path) -> io::Result<Vec<PathBuf>>,
    ) -> io::Result<Vec<PathBuf>> {
        match self.directory().map(files) {
            None => Ok(Vec::new()),
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Some(found) => found,
        }
    }

    /// The open database of this identity, marked as most recently used.
    fn use_open(&self, identity: &str) -> Option<Arc<Database>> {
        let mut open = self.opened();
        let place = open.iter().position(|database| database.identity() == identity)?;
        let database = open.remove(place);
        open.push(Arc::clone(&database));
        Some(database)
    }

    /// Adds a database to the open ones, replacing one of the same identity, and evicts those that
    /// no longer fit.
    fn note(&self, database: Database) -> Arc<Database> {
        let database = Arc::new(database);
        let mut open = self.opened();
        open.retain(|other| other.identity() != database.identity());
        open.push(Arc::clone(&database));
        let mut kept = 0usize;
        let fitting = open.iter().rev().take_while(|database| {
            kept = kept.saturating_add(database.as_bytes().len());
            kept <= self.shelf.room
        });
        let forgotten = open.len() - fitting.count();
        open.drain(..forgotten);
        database
    }

    fn opened(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Database>>> {
        self.shelf.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
