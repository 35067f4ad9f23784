use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tesuji_proof::{ProofStore, ProofStoreError};

use crate::CatalogueError;
use crate::CatalogueGame;

/// A file of proved results that df-pn reads and extends. Clones share it.
///
/// A long search writes to it from time to time; [`save`](Self::save) writes the rest, so that the
/// answer can be shown first. Several processes may share a file: it keeps the results of all.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Silent};
/// use tesuji_catalogue::Catalogue;
///
/// let path = std::env::temp_dir().join(format!("proofs-{}.txt", std::process::id()));
/// let catalogue = Catalogue::standard();
/// let game = catalogue.game("tic-tac-toe")?;
/// let search = game.search("df-pn")?.with("store", &path.display().to_string())?;
/// let file = search.store().unwrap();
/// let start = game.open(None, &Default::default())?;
/// let first = start.solve(&search, &Budget::unlimited(), &mut Silent)?;
/// file.save()?;
/// let again = start.solve(&search, &Budget::unlimited(), &mut Silent)?;
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

/// Saves the results of a search, independent of the type of the game.
type Save = Box<dyn FnOnce() -> Result<(), ProofStoreError> + Send>;

impl ProofFile {
    /// The maximum number of positions in a file.
    const MAX_POSITIONS: usize = 1 << 20;

    /// The file at this path, which is created if it does not exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        ProofFile(Arc::new(Inner { path: path.into(), unsaved: Mutex::default() }))
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Adds the results of the last search to the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self) -> Result<(), CatalogueError> {
        let unsaved = self.unsaved().take();
        Ok(unsaved.map_or(Ok(()), |save| save())?)
    }

    /// Runs a search with the results in the file.
    ///
    /// # Errors
    /// The file cannot be read, or is not writable, which is checked before the search.
    pub(super) fn search<G: CatalogueGame, T>(
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
        let rules = game.settings().after(G::NAME);
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
