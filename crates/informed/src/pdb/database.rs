use std::fmt;

use tesuji_core::{Abstraction, Budget, Cost, Form, Limit, Meter, Progress, Silent};

use crate::pdb::build;
use crate::pdb::entries::{self, Summary};

/// A pattern database: the distance of each entry of an [`Abstraction`], in its [`Form`].
///
/// Where the form has no room for a distance, the greatest is kept that it has room for: an
/// estimate stays admissible. [`cut`](Self::cut) says how often that was.
///
/// # Example
/// ```
/// use tesuji_informed::pdb::{Database, InBytes};
/// use tesuji_taquin::{Goal, Taquin, TileGroup};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let group = TileGroup::new(&taquin, &[1, 2, 3, 4])?;
/// let database = Database::build(&group.arrangements(), 2);
/// assert_eq!(database.entries(), 9 * 8 * 7 * 6);
/// assert_eq!(database.as_bytes().len(), 9 * 8 * 7 * 6 / 2);
/// let in_bytes = Database::build(&InBytes(group.arrangements()), 2);
/// assert_eq!(in_bytes.as_bytes().len(), 9 * 8 * 7 * 6);
/// assert_eq!(in_bytes.greatest(), database.greatest());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Database {
    identity: String,
    form: Form,
    summary: Summary,
    bytes: Vec<u8>,
}

impl Database {
    /// Searches an abstraction through, backward from its goals, by so many threads.
    ///
    /// Takes three bits for each abstract state besides the database, and time in proportion to the
    /// states and their moves.
    ///
    /// # Panics
    /// A distance is less than its base, or does not exceed it by a multiple of the form's step.
    pub fn build<A: Abstraction>(abstraction: &A, threads: usize) -> Self {
        Self::build_within(abstraction, threads, &Budget::unlimited(), &mut Silent)
            .expect("there is no limit")
    }

    /// The same within a budget, telling `progress` how it goes: the distance it is at is the
    /// snapshot's lower bound.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// As [`build`](Self::build).
    pub fn build_within<A: Abstraction>(
        abstraction: &A,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Self, Limit> {
        let mut meter = Meter::new(budget, progress);
        let (bytes, summary) = build::entries(abstraction, threads, &mut meter)?;
        let identity = abstraction.identity();
        Ok(Database::new(identity, A::FORM, summary, bytes))
    }

    pub(super) fn new(identity: String, form: Form, summary: Summary, bytes: Vec<u8>) -> Self {
        Database { identity, form, summary, bytes }
    }

    /// How many bytes a database of so many entries takes.
    #[must_use]
    pub fn bytes_for(form: Form, entries: usize) -> usize {
        entries::bytes_for(form, entries)
    }

    /// Everything that the distances depend on, in one line.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// How the entries are kept.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// How many entries there are.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.summary.entries
    }

    /// The greatest distance of an entry.
    #[must_use]
    pub fn greatest(&self) -> Cost {
        self.summary.greatest
    }

    /// Of how many entries the distance had no room.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.summary.cut
    }

    /// The entries as they are kept; of two to a byte the first is the lower half.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The distance of an entry that has this base, or the greatest that the form has room for;
    /// none if no goal can be reached from it.
    ///
    /// # Panics
    /// There is no such entry.
    #[must_use]
    pub fn distance(&self, entry: usize, base: Cost) -> Option<Cost> {
        assert!(entry < self.entries(), "entry {entry} of {}", self.entries());
        entries::distance(self.form, self.as_bytes(), entry, base)
    }

    pub(super) fn summary(&self) -> Summary {
        self.summary
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Database")
            .field("identity", &self.identity)
            .field("form", &self.form)
            .field("entries", &self.entries())
            .finish()
    }
}
