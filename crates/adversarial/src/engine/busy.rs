use std::sync::atomic::{AtomicU64, Ordering};

/// The positions that the threads of a parallel search are in, by their keys: a thread leaves a
/// child that another is in for later, when the table may have the answer (after ABDADA: Weill,
/// "The ABDADA Distributed Minimax Search Algorithm", ICCA Journal 19, 1996).
///
/// Positions share places; then one is forgotten, which costs nothing but work done twice.
#[derive(Debug)]
pub(crate) struct Busy(Vec<AtomicU64>);

/// One of the threads of a search; by default the only one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Thread<'b> {
    /// 0 for the first; the others help it.
    pub(crate) number: usize,
    pub(crate) busy: Option<&'b Busy>,
    /// The name of the checkpoints of the table, if it saves them.
    pub(crate) section: Option<&'b str>,
}

impl Busy {
    const BITS: u32 = 14;

    pub(crate) fn new() -> Self {
        Busy((0..1 << Self::BITS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Notes that a thread goes into the position with this key.
    #[inline]
    pub(crate) fn enter(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// Notes that a thread comes out.
    #[inline]
    pub(crate) fn leave(&self, key: u64) {
        let place = self.place(key);
        if place.load(Ordering::Relaxed) == key {
            place.store(0, Ordering::Relaxed);
        }
    }

    /// Whether a thread is in.
    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> (u64::BITS - Self::BITS)) as usize]
    }
}
