use std::fmt;
use std::fs::File;

use tesuji_core::{Abstraction, Budget, Cost, Form, Limit, Meter, Progress, Silent};

use crate::pdb::build;
use crate::pdb::distances::BuildError;
use crate::pdb::entries::{self, Summary};

/// A pattern database: the distance of each entry of an [`Abstraction`], in its [`Form`].
///
/// A distance that exceeds the form's range is stored as the largest of the range, which keeps
/// estimates admissible. [`cut`](Self::cut) is the number of such entries.
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
    /// Searches the whole abstraction backwards from its goals, with this number of threads.
    ///
    /// Memory: three bits per abstract state besides the database, or one if the
    /// [parity](Abstraction::is_odd) of distances is known, and a bit per entry of blocks with
    /// several classes. Time: proportional to the number of states and their moves.
    ///
    /// # Panics
    /// If a distance is less than its base, or does not exceed it by a multiple of the form's step;
    /// or some blocks have a parity and others none, or a goal is in a block of odd distances.
    pub fn build<A: Abstraction>(abstraction: &A, threads: usize) -> Self {
        Self::build_within(abstraction, threads, &Budget::unlimited(), &mut Silent)
            .expect("there is no limit")
    }

    /// The same within a budget, with reports to `progress`: the snapshot's lower bound is the
    /// current distance.
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
        Self::built(abstraction, threads, None, budget, progress).map_err(|error| match error {
            BuildError::Stopped(limit) => limit,
            BuildError::Scratch(_) => unreachable!("there is no scratch file"),
        })
    }

    /// The same with the distances in `scratch` until all are known: an empty file that can be read
    /// and written, whose content is not needed afterwards.
    ///
    /// Memory: three bits per abstract state, or one if the [parity](Abstraction::is_odd) of
    /// distances is known, and a bit per entry of blocks with several classes; after that the
    /// database. The file takes about five bits per entry.
    ///
    /// # Errors
    /// The limit that was reached, and those of the file.
    ///
    /// # Panics
    /// As [`build`](Self::build).
    pub fn build_with_scratch<A: Abstraction>(
        abstraction: &A,
        threads: usize,
        scratch: File,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Self, BuildError> {
        Self::built(abstraction, threads, Some(scratch), budget, progress)
    }

    fn built<A: Abstraction>(
        abstraction: &A,
        threads: usize,
        scratch: Option<File>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Self, BuildError> {
        let mut meter = Meter::new(budget, progress);
        let (bytes, summary) = build::entries(abstraction, threads, scratch, &mut meter)?;
        Ok(Database::new(abstraction.identity(), A::FORM, summary, bytes))
    }

    pub(super) fn new(identity: String, form: Form, summary: Summary, bytes: Vec<u8>) -> Self {
        Database { identity, form, summary, bytes }
    }

    /// The size in bytes of a database with this number of entries.
    #[must_use]
    pub fn bytes_for(form: Form, entries: usize) -> usize {
        entries::bytes_for(form, entries)
    }

    /// Everything that the distances depend on, in one line.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The form of the entries.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// The number of entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.summary.entries
    }

    /// The greatest distance of an entry.
    #[must_use]
    pub fn greatest(&self) -> Cost {
        self.summary.greatest
    }

    /// The number of entries whose distance exceeds the form's range.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.summary.cut
    }

    /// The entries as stored; of two in a byte the first is the lower half.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The distance of an entry that has this base, or the largest that the form can store; `None`
    /// if no goal can be reached from it.
    ///
    /// # Panics
    /// If there is no such entry.
    #[must_use]
    pub fn distance(&self, entry: usize, base: Cost) -> Option<Cost> {
        assert!(entry < self.entries(), "entry {entry} of {}", self.entries());
        entries::distance(self.form, self.as_bytes(), entry, base)
    }

    #[cfg(feature = "files")]
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
