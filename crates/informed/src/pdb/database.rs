use std::fmt;

use tesuji_core::{Abstraction, Budget, Limit, Meter, Progress, Silent};

use crate::pdb::build;
use crate::pdb::mapped::Mapped;

/// The value of an entry from which no goal can be reached.
pub const UNREACHED: u8 = u8::MAX;

/// A pattern database: the distance of each entry of an [`Abstraction`], a byte each.
///
/// # Example
/// ```
/// use tesuji_informed::pdb::Database;
/// use tesuji_taquin::{Goal, Taquin, TileGroup};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let group = TileGroup::new(&taquin, &[1, 2, 3, 4])?;
/// let database = Database::build(&group.arrangements(), 2);
/// assert_eq!(database.values().len(), 9 * 8 * 7 * 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Database {
    identity: String,
    values: Values,
}

pub(super) enum Values {
    Built(Vec<u8>),
    Mapped(Mapped),
}

impl Database {
    /// Searches an abstraction through, backward from its goals, by so many threads.
    ///
    /// Takes three bits for each abstract state besides the database, and time in proportion to the
    /// states and their moves.
    pub fn build<A: Abstraction>(abstraction: &A, threads: usize) -> Self {
        Self::build_within(abstraction, threads, &Budget::unlimited(), &mut Silent)
            .expect("there is no limit")
    }

    /// The same within a budget, telling `progress` how it goes: the distance it is at is the
    /// snapshot's lower bound. Limits are looked at after each distance.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn build_within<A: Abstraction>(
        abstraction: &A,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Self, Limit> {
        let mut meter = Meter::new(budget, progress);
        let distances = build::distances(abstraction, threads, &mut meter)?;
        Ok(Database { identity: abstraction.identity(), values: Values::Built(distances) })
    }

    pub(super) fn mapped(identity: String, values: Mapped) -> Self {
        Database { identity, values: Values::Mapped(values) }
    }

    /// Everything that the distances depend on, in one line.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The distance of each entry; [`UNREACHED`] where there is none.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        match &self.values {
            Values::Built(values) => values,
            Values::Mapped(values) => values.bytes(),
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Database")
            .field("identity", &self.identity)
            .field("entries", &self.values().len())
            .finish()
    }
}
