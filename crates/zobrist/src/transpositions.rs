use std::io;

use tesuji_core::{StateReader, StateWriter};

use crate::{Counters, Handle, Payload, TranspositionTable, VerifiedTable};

/// The transposition table as a search uses it. Code over this trait runs with key bits or
/// with [verified](VerifiedTable) states, in one thread or several.
///
/// # Contract
/// `key` is the key of `state`. A probe returns the payload last stored for the state, or
/// `None`; tables that identify states by their key alone may confuse two states with the
/// same key.
///
/// # Example
/// ```
/// use tesuji_zobrist::{TranspositionTable, Transpositions, UctStatistics, exact_key};
///
/// fn visits(table: &impl Transpositions<u64, UctStatistics>, state: u64) -> u32 {
///     table.probe(exact_key(state), &state).map_or(0, |statistics| statistics.visits)
/// }
/// let mut table = TranspositionTable::new(1 << 16)?;
/// table.store(exact_key(42), UctStatistics { visits: 3, total: 1 });
/// assert_eq!(visits(&table, 42), 3);
/// assert_eq!(visits(&table, 43), 0);
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
pub trait Transpositions<S, P> {
    /// Returns the entry of `state`.
    fn probe(&self, key: u64, state: &S) -> Option<P>;

    /// Stores `payload` for `state`, in place of its entry.
    fn store(&mut self, key: u64, state: &S, payload: P);

    /// Prefetches the memory of this key's entry.
    fn prefetch(&self, key: u64);

    /// The table's counters.
    fn counters(&self) -> Counters;

    /// Whether its entries can be [saved](Self::save): not those of a table that compares states.
    fn is_savable(&self) -> bool {
        false
    }

    /// Writes all entries, for a checkpoint.
    ///
    /// # Errors
    /// Those of the output.
    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Stores the entries that [`save`](Self::save) wrote, of a table of any size.
    ///
    /// # Errors
    /// Those of the input, or it is not what was saved.
    fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        let _ = input;
        Ok(())
    }
}

/// The tables that go by keys alone.
macro_rules! by_keys {
    ($($table:ty),+) => {
        $(
            impl<S, P: Payload> Transpositions<S, P> for $table {
                #[inline]
                fn probe(&self, key: u64, _: &S) -> Option<P> {
                    self.probe(key)
                }

                #[inline]
                fn store(&mut self, key: u64, _: &S, payload: P) {
                    self.store(key, payload);
                }

                #[inline]
                fn prefetch(&self, key: u64) {
                    self.prefetch(key);
                }

                fn counters(&self) -> Counters {
                    self.counters()
                }

                fn is_savable(&self) -> bool {
                    true
                }

                fn save(&self, out: &mut StateWriter) -> io::Result<()> {
                    self.save(out)
                }

                fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
                    self.load(input)
                }
            }
        )+
    };
}

by_keys!(TranspositionTable<P>, Handle<'_, P>);

impl<S: Clone + Eq, P: Payload> Transpositions<S, P> for VerifiedTable<S, P> {
    #[inline]
    fn probe(&self, key: u64, state: &S) -> Option<P> {
        self.probe(key, state)
    }

    #[inline]
    fn store(&mut self, key: u64, state: &S, payload: P) {
        self.store(key, state, payload);
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.prefetch(key);
    }

    fn counters(&self) -> Counters {
        self.counters()
    }
}

impl<S, P, T: Transpositions<S, P>> Transpositions<S, P> for &mut T {
    #[inline]
    fn probe(&self, key: u64, state: &S) -> Option<P> {
        T::probe(self, key, state)
    }

    #[inline]
    fn store(&mut self, key: u64, state: &S, payload: P) {
        T::store(self, key, state, payload);
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        T::prefetch(self, key);
    }

    fn counters(&self) -> Counters {
        T::counters(self)
    }

    fn is_savable(&self) -> bool {
        T::is_savable(self)
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        T::save(self, out)
    }

    fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        T::load(self, input)
    }
}

/// A table chosen at run time: by keys, by whole states, or none.
#[derive(Debug)]
pub enum EitherTable<T, S: Clone + Eq, P: Payload> {
    /// A table that identifies states by their keys.
    Keyed(T),
    /// A table that compares whole states.
    Verified(VerifiedTable<S, P>),
    /// No table.
    Nothing,
}

impl<T, S: Clone + Eq, P: Payload> EitherTable<T, S, P> {
    /// Returns a table of at most `bytes` bytes that compares states, filled with copies of one
    /// state, or none if the allocation fails.
    #[must_use]
    pub fn verified(bytes: usize, filler: &S) -> Self {
        VerifiedTable::new(bytes, filler.clone())
            .map_or(EitherTable::Nothing, EitherTable::Verified)
    }

    /// The most memory that a table that compares states has taken; 0 for the others.
    #[must_use]
    pub fn verified_bytes(&self) -> usize {
        match self {
            EitherTable::Verified(table) => table.peak_bytes(),
            EitherTable::Keyed(_) | EitherTable::Nothing => 0,
        }
    }
}

impl<T, S, P> Transpositions<S, P> for EitherTable<T, S, P>
where
    T: Transpositions<S, P>,
    S: Clone + Eq,
    P: Payload,
{
    #[inline]
    fn probe(&self, key: u64, state: &S) -> Option<P> {
        match self {
            EitherTable::Keyed(table) => table.probe(key, state),
            EitherTable::Verified(table) => table.probe(key, state),
            EitherTable::Nothing => None,
        }
    }

    #[inline]
    fn store(&mut self, key: u64, state: &S, payload: P) {
        match self {
            EitherTable::Keyed(table) => table.store(key, state, payload),
            EitherTable::Verified(table) => table.store(key, state, payload),
            EitherTable::Nothing => {}
        }
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        match self {
            EitherTable::Keyed(table) => table.prefetch(key),
            EitherTable::Verified(table) => table.prefetch(key),
            EitherTable::Nothing => {}
        }
    }

    fn counters(&self) -> Counters {
        match self {
            EitherTable::Keyed(table) => table.counters(),
            EitherTable::Verified(table) => table.counters(),
            EitherTable::Nothing => Counters::default(),
        }
    }

    fn is_savable(&self) -> bool {
        matches!(self, EitherTable::Keyed(table) if table.is_savable())
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        match self {
            EitherTable::Keyed(table) => table.save(out),
            EitherTable::Verified(_) | EitherTable::Nothing => Ok(()),
        }
    }

    fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        match self {
            EitherTable::Keyed(table) => table.load(input),
            EitherTable::Verified(_) | EitherTable::Nothing => Ok(()),
        }
    }
}
