use crate::{Counters, Handle, Payload, Table, VerifiedTable};

/// What a search needs of a transposition table. Written over this trait, it runs with key bits or
/// with [verified](VerifiedTable) states, alone or among threads, and
/// [without a table](NoTable), as its caller chooses; the choice costs nothing at run time.
///
/// # Contract
/// `key` is the key of `state`. A probe returns what was last stored for the state, or
/// `None`; tables that know states by their key alone may take one for another with the
/// same key.
///
/// # Example
/// ```
/// use tesuji_zobrist::{NoTable, Table, Transpositions, UctStatistics, exact_key};
///
/// fn visits(table: &impl Transpositions<u64, UctStatistics>, state: u64) -> u32 {
///     table.probe(exact_key(state), &state).map_or(0, |statistics| statistics.visits)
/// }
/// let mut table = Table::new(1 << 16)?;
/// table.store(exact_key(42), UctStatistics { visits: 3, total: 1 });
/// assert_eq!(visits(&table, 42), 3);
/// assert_eq!(visits(&NoTable, 42), 0);
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
pub trait Transpositions<S, P> {
    /// Whether others write to it, so that a question asked again may have another answer though
    /// nothing was stored in between.
    const SHARED: bool = false;

    /// What is known of `state`.
    fn probe(&self, key: u64, state: &S) -> Option<P>;

    /// Remembers `payload` for `state`, in place of what was there.
    fn store(&mut self, key: u64, state: &S, payload: P);

    /// Asks for the memory where this key's entry is, without waiting for it.
    fn prefetch(&self, key: u64);

    /// What the table was asked so far.
    fn counters(&self) -> Counters;
}

impl<S, P: Payload> Transpositions<S, P> for Table<P> {
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
}

impl<S, P: Payload> Transpositions<S, P> for Handle<'_, P> {
    const SHARED: bool = true;

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
}

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
    const SHARED: bool = T::SHARED;

    #[inline(always)]
    fn probe(&self, key: u64, state: &S) -> Option<P> {
        T::probe(self, key, state)
    }

    #[inline(always)]
    fn store(&mut self, key: u64, state: &S, payload: P) {
        T::store(self, key, state, payload);
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        T::prefetch(self, key);
    }

    fn counters(&self) -> Counters {
        T::counters(self)
    }
}

/// A table that is chosen at run time: what a search has that was told whether to trust keys.
#[derive(Debug)]
pub enum EitherTable<T, S: Clone + Eq, P: Payload> {
    /// One that knows states by their keys.
    Keyed(T),
    /// One that compares whole states.
    Verified(VerifiedTable<S, P>),
    /// None.
    Nothing,
}

impl<T, S: Clone + Eq, P: Payload> EitherTable<T, S, P> {
    /// A table of at most so many bytes that compares states, filled with copies of one state; none
    /// if there is no memory for it.
    #[must_use]
    pub fn verified(bytes: usize, filler: &S) -> Self {
        VerifiedTable::new(bytes, filler.clone())
            .map_or(EitherTable::Nothing, EitherTable::Verified)
    }

    /// What a table that compares states takes; 0 of the others.
    #[must_use]
    pub fn verified_bytes(&self) -> usize {
        match self {
            EitherTable::Verified(table) => table.bytes(),
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
    const SHARED: bool = T::SHARED;

    #[inline(always)]
    fn probe(&self, key: u64, state: &S) -> Option<P> {
        match self {
            EitherTable::Keyed(table) => table.probe(key, state),
            EitherTable::Verified(table) => table.probe(key, state),
            EitherTable::Nothing => None,
        }
    }

    #[inline(always)]
    fn store(&mut self, key: u64, state: &S, payload: P) {
        match self {
            EitherTable::Keyed(table) => table.store(key, state, payload),
            EitherTable::Verified(table) => table.store(key, state, payload),
            EitherTable::Nothing => {}
        }
    }

    #[inline(always)]
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
}

/// The table that remembers nothing: what a search does without one.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<S, P> Transpositions<S, P> for NoTable {
    #[inline(always)]
    fn probe(&self, _: u64, _: &S) -> Option<P> {
        None
    }

    #[inline(always)]
    fn store(&mut self, _: u64, _: &S, _: P) {}

    #[inline(always)]
    fn prefetch(&self, _: u64) {}

    fn counters(&self) -> Counters {
        Counters::default()
    }
}
