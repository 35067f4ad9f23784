use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tesuji_proof::{ProofStore, ProofStoreError};

use super::CatalogueError;
use super::two_players::TwoPlayers;

/// A file of proved results that df-pn starts from and adds to. Clones share it.
///
/// A search that goes on for long writes to it now and then; what it proves after that is written
/// by [`save`](Self::save), so that the answer can be shown before. Several processes may share a
/// file: the results of all of them are kept.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Silent};
/// use tesuji_catalogue::{Algorithm, ProofFile, SearchOptions, Settings, game};
///
/// let path = std::env::temp_dir().join(format!("proofs-{}.txt", std::process::id()));
/// let mut options = SearchOptions::new(Algorithm::DepthFirstProofNumber);
/// let file = ProofFile::new(&path);
/// options.store = Some(file.clone());
/// let start = game("tic-tac-toe")?.open(None, &Settings::new())?;
/// let first = start.solve(&options, &Budget::unlimited(), &mut Silent)?;
/// file.save()?;
/// let again = start.solve(&options, &Budget::unlimited(), &mut Silent)?;
/// assert!(again.nodes_expanded < first.nodes_expanded);
/// # file.save()?;
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ProofFile(Arc<Inner>);

struct Inner {
    path: PathBuf,
    unsaved: Mutex<Option<Save>>,
}

/// Saves what a search has left in a store, of whatever game.
type Save = Box<dyn FnOnce() -> Result<(), ProofStoreError> + Send>;

impl ProofFile {
    /// Positions that a file holds at most.
    const MAX_POSITIONS: usize = 1 << 20;

    /// The file of this name, which is made if it is not there.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        ProofFile(Arc::new(Inner { path: path.into(), unsaved: Mutex::default() }))
    }

    /// Its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Adds to the file what the last search with it has proved.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self) -> Result<(), CatalogueError> {
        let unsaved = self.unsaved().take();
        Ok(unsaved.map_or(Ok(()), |save| save())?)
    }

    /// Searches with what is in the file.
    ///
    /// # Errors
    /// It cannot be read or could not be written, which is found out before the search.
    pub(super) fn search<G: TwoPlayers, T>(
        &self,
        game: &G,
        search: impl FnOnce(Arc<ProofStore<G::State>>) -> T,
    ) -> Result<T, CatalogueError> {
        self.save()?;
        let path = self.path();
        tesuji_storage::check_writable(path).map_err(|source| {
            let (action, path) = ("cannot write", path.to_owned());
            ProofStoreError::File { action, path, source }
        })?;
        let settings = game.settings();
        let settings = settings.iter().map(|(name, value)| format!(" {name}={value}"));
        let rules = format!("{}{}", G::NAME, settings.collect::<String>());
        let store = Arc::new(ProofStore::load(path, Self::MAX_POSITIONS, game, &rules)?);
        let found = store.save_during(path, game, &rules, || search(Arc::clone(&store)));
        let (path, game) = (path.to_owned(), game.clone());
        *self.unsaved() = Some(Box::new(move || store.save(&path, &game, &rules)));
        Ok(found)
    }

    fn unsaved(&self) -> MutexGuard<'_, Option<Save>> {
        self.0.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ProofFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("ProofFile").field(&self.0.path).finish()
    }
}
