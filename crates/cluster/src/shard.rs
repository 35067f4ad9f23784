//! What a worker does with the states that it owns.

use std::io::{self, Write};

use tesuji_core::{Limit, Meter};
use tesuji_storage::container::Writer;

/// The states of a space that one worker owns, in breadth-first levels.
///
/// Each state is unknown, in the level that is being expanded, in the next, or expanded.
pub(crate) trait Shard {
    /// Adds the start states that it owns to the next level.
    fn start(&mut self, meter: &mut Meter) -> Result<(), Limit>;

    /// Whether more is done after the breadth-first search, in [stages](Self::begin_stage).
    fn has_stages(&self) -> bool {
        false
    }

    /// Whether the levels are still those of the breadth-first search.
    fn searches(&self) -> bool {
        true
    }

    /// Whether there is something to save that no checkpoint before has.
    fn can_be_saved(&self) -> bool {
        true
    }

    /// Begins the next stage, whose levels follow, when a level has no states at all; the search
    /// has found `states` of all workers. False if there is none. All workers are in the same
    /// stage.
    fn begin_stage(&mut self, states: u64, meter: &mut Meter) -> Result<bool, Limit> {
        let _ = (states, meter);
        Ok(false)
    }

    /// Makes the next level the one to be expanded, and returns its number of states here.
    fn begin_level(&mut self) -> u64;

    /// Forgets the states listed of the level before, as this one has states, here or elsewhere.
    fn list_anew(&mut self) {}

    /// Makes all states unknown again.
    fn clear(&mut self);

    /// Expands some states of the level; their successors are added to the next level or to
    /// `outbox`. False if there were none left.
    fn expand(
        &mut self,
        outbox: &mut Outbox,
        work: &mut Work,
        meter: &mut Meter,
    ) -> Result<bool, Limit>;

    /// Adds states that other workers sent to the next level. False if they cannot be read.
    fn receive(&mut self, bytes: &[u8], meter: &mut Meter) -> Result<bool, Limit>;

    /// The states that the worker lists of the last level that was expanded, as numbers.
    fn deepest(&self) -> &[u64] {
        &[]
    }

    /// Writes the blocks of a checkpoint.
    fn save(&self, out: &mut Writer<&mut (dyn Write + Send)>) -> io::Result<()>;

    /// In which pass over a checkpoint a block is read, from 0; `None` if it has nothing that this
    /// worker owns.
    fn pass(&self, label: &[u8]) -> Option<usize>;

    /// The number of passes.
    fn passes(&self) -> usize {
        1
    }

    /// Takes from a block what it owns.
    fn load(&mut self, label: &[u8], bytes: &[u8], meter: &mut Meter) -> io::Result<()>;
}

/// Makes the shard of worker `index` of `workers`, in which no state is known.
pub(crate) type NewShard =
    dyn Fn(usize, usize, &mut Meter) -> Result<Box<dyn Shard>, Limit> + Send + Sync;

/// The counters of a worker.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// States sent to other workers.
    pub(crate) sent: u64,
}

/// What is to be sent to the other workers.
pub(crate) struct Outbox {
    /// For each worker.
    waiting: Vec<Vec<u8>>,
    full: Vec<(usize, Vec<u8>)>,
}

impl Outbox {
    /// A batch is sent when it has this number of bytes.
    const BATCH_BYTES: usize = 1 << 16;

    pub(crate) fn new(workers: usize) -> Self {
        Outbox { waiting: vec![Vec::new(); workers], full: Vec::new() }
    }

    /// The bytes that wait for worker `to`; after something was appended, [`check`](Self::check)
    /// must be called.
    #[inline]
    pub(crate) fn to(&mut self, to: usize) -> &mut Vec<u8> {
        &mut self.waiting[to]
    }

    #[inline]
    pub(crate) fn check(&mut self, to: usize) {
        if self.waiting[to].len() >= Self::BATCH_BYTES {
            self.end_batch(to);
        }
    }

    fn end_batch(&mut self, to: usize) {
        let empty = Vec::with_capacity(Self::BATCH_BYTES + 64);
        self.full.push((to, std::mem::replace(&mut self.waiting[to], empty)));
    }

    /// The batches that are full; all if `is_last`.
    pub(crate) fn drain(&mut self, is_last: bool) -> std::vec::Drain<'_, (usize, Vec<u8>)> {
        if is_last {
            let workers = 0..self.waiting.len();
            for to in workers.filter(|&to| !self.waiting[to].is_empty()).collect::<Vec<_>>() {
                self.end_batch(to);
            }
        }
        self.full.drain(..)
    }
}
