use std::collections::BTreeMap;
use std::fmt;

use tesuji_core::Budget;

use crate::databases::Databases;
use crate::options::{self, Key, OptionError, SearchOption};
use crate::tree::RecordingLimits;
use crate::{Algorithm, ProofFile};

/// An algorithm with its options, and what it may use.
///
/// # Example
/// ```
/// use tesuji_catalogue::{Catalogue, options};
///
/// let catalogue = Catalogue::standard();
/// let search = catalogue.game("breakthrough")?.search("pvs:depth=6:table=64MiB")?;
/// assert_eq!(search.get(options::DEPTH), Some(6));
/// assert_eq!(search.to_string(), "pvs:depth=6:table=64MiB");
/// let error = catalogue.game("breakthrough")?.search("pvs:weight=2").unwrap_err();
/// assert_eq!(error.to_string(), "pvs takes no weight; it is for weighted-a*");
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Search {
    /// The algorithm.
    pub algorithm: Algorithm,
    pub(crate) options: BTreeMap<&'static str, String>,
    /// Where pattern databases are kept; in memory by default.
    pub databases: Databases,
    /// Whether a search for which no heuristic is named may first build the pattern databases that
    /// serve it best, if that takes a moment; otherwise it uses those that exist.
    pub builds_databases: bool,
    /// Whether a search that would go straight to the end of the game deepens ply by ply where the
    /// budget may end it, so that it has an answer. It takes more nodes.
    pub anytime: bool,
    /// Whether a search by table that is called again begins with what it found before: for
    /// playing a game move by move.
    pub remember: bool,
    pub(crate) store: Option<ProofFile>,
}

impl Search {
    /// The algorithm with its default options.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Search {
            algorithm,
            options: BTreeMap::new(),
            databases: Databases::in_memory(),
            builds_databases: true,
            anytime: false,
            remember: false,
            store: None,
        }
    }

    /// The same search with an option set.
    ///
    /// # Errors
    /// Those of [`set`](Self::set).
    pub fn with(mut self, name: &str, value: &str) -> Result<Self, OptionError> {
        self.set(name, value)?;
        Ok(self)
    }

    /// Checks that the options go together.
    ///
    /// # Errors
    /// An option changes nothing without another one.
    pub fn check(&self) -> Result<(), OptionError> {
        let model = self.get(options::OPPONENT).unwrap_or_default();
        if self.get(options::TEMPERATURE).is_some() && model == Default::default() {
            return Err(OptionError::Together(
                "temperature is for opponent pessimistic or optimistic: a uniform one has none",
            ));
        }
        if self.get(options::PARALLEL).is_some() && self.threads() < 2 {
            return Err(OptionError::Together(
                "parallel is for several threads: give threads, 2 or more",
            ));
        }
        if self.is_on(options::BEST_MOVES)
            && self.get(options::ADVERSARY) == Some(options::Adversary::Random)
        {
            return Err(OptionError::Together(
                "all is for adversary best: against a random one there is one best move",
            ));
        }
        Ok(())
    }

    /// The value of an option, if it is set.
    #[must_use]
    pub fn get<T>(&self, key: Key<T>) -> Option<T> {
        // What `set` took can be read.
        self.options.get(key.name).and_then(|value| key.parse(value).ok())
    }

    /// Writes the value of an option to a constant of a search, if it is set.
    pub(crate) fn put(&self, key: Key<f64>, constant: &mut f32) {
        if let Some(value) = self.get(key) {
            *constant = value as f32;
        }
    }

    /// Sets the seed, if the algorithm takes one.
    pub(crate) fn seed(&mut self, seed: u64) {
        if self.algorithm.takes(options::SEED.name) {
            self.options.insert(options::SEED.name, seed.to_string());
        }
    }

    /// Sets an option that is not set, if the algorithm takes it.
    pub(crate) fn set_default(&mut self, name: &'static str, value: &str) {
        if self.algorithm.takes(name) {
            self.options.entry(name).or_insert_with(|| value.to_owned());
        }
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, key: Key<bool>) -> bool {
        self.get(key).unwrap_or(false)
    }

    /// The names of the options that are set, with their values.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.options.iter().map(|(&name, value)| (name, value.as_str()))
    }

    /// The file of proved results, if there is one.
    #[must_use]
    pub fn store(&self) -> Option<&ProofFile> {
        self.store.as_ref()
    }

    /// The number of threads, at least 1.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.get(options::THREADS).unwrap_or(1)
    }

    const TABLE_BYTES: usize = 1 << 29;

    /// The number of simulations, where nothing limits them.
    pub(crate) const PLAYOUTS: u64 = 10_000;

    /// The memory for the table of a search that has one by default.
    pub(crate) fn table(&self) -> usize {
        self.get(options::TABLE).unwrap_or(Self::TABLE_BYTES)
    }

    /// The memory of an engine's search, or for the tree of a Monte-Carlo search, with its table or
    /// without.
    pub(crate) fn tree(&self) -> usize {
        self.get(options::TABLE).filter(|&bytes| bytes > 0).unwrap_or(Self::TABLE_BYTES)
    }

    /// Whether a search for two players has a table by which positions are recognized.
    pub(crate) fn has_table(&self) -> bool {
        self.algorithm.takes(options::VERIFIED_TABLE.name) && self.get(options::TABLE) != Some(0)
    }

    /// The memory for the table of a depth-first search for one player. `paths_meet` says whether
    /// many paths lead to one state.
    pub(crate) fn table_of_states(&self, paths_meet: bool) -> usize {
        let pays = paths_meet || self.is_on(options::EXHAUST);
        self.get(options::TABLE).unwrap_or(if pays { Self::TABLE_BYTES } else { 0 })
    }
}

/// As it is specified: `pvs:depth=6` or `alpha-beta:outcome-only`.
impl fmt::Display for Search {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let mut text = self.algorithm.name.to_owned();
        for (name, value) in self.options() {
            let is_switch = SearchOption::named(name).is_some_and(|option| option.value.is_none());
            match value {
                "yes" if is_switch => text += &format!(":{name}"),
                _ => text += &format!(":{name}={value}"),
            }
        }
        out.pad(&text)
    }
}

/// Which search to record, and how much of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordOptions {
    /// The search. Unless they are set, its table takes 16 MiB and there is at most one playout for
    /// each node that is recorded.
    pub search: Search,
    /// The maximum number of nodes.
    pub nodes: usize,
    /// The limits of the search, and before it of building the pattern databases of a heuristic.
    pub budget: Budget,
}

impl RecordOptions {
    /// A thousand nodes of a search.
    #[must_use]
    pub fn new(search: Search) -> Self {
        RecordOptions {
            search,
            nodes: RecordingLimits::default().nodes,
            budget: Budget::unlimited(),
        }
    }

    /// The limits of the recording.
    pub(crate) fn limits(&self) -> RecordingLimits {
        RecordingLimits::all().nodes(self.nodes).budget(self.budget.clone())
    }

    /// The search with its defaults for a recording.
    pub(crate) fn search(&self) -> Search {
        let mut search = self.search.clone();
        search.set_default(options::TABLE.name, "16MiB");
        search.set_default(
            options::PLAYOUTS.name,
            &Search::PLAYOUTS.min(self.nodes as u64).to_string(),
        );
        search
    }
}
