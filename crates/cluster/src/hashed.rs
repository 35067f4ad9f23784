//! Shards of spaces without a ranking: tables of states.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use tesuji_core::hash::mix;
use tesuji_core::{Inserted, Limit, Meter, Rules, StateTable};
use tesuji_storage::container::Writer;

use crate::checkpoints::invalid;
use crate::shard::{Outbox, Shard, Work};

/// The rules, and the packed start state.
pub(crate) struct HashedPlan<R> {
    pub(crate) rules: Arc<R>,
    pub(crate) start: Vec<u8>,
}

/// A state belongs to the worker that its hash determines.
pub(crate) struct HashedShard<R: Rules> {
    plan: Arc<HashedPlan<R>>,
    /// In the order of levels: the states that are expanded, those of the level from `next`, those
    /// of the next level from `end`.
    table: StateTable<R::State>,
    next: u32,
    end: u32,
    index: usize,
    workers: usize,
    /// For each worker, successors that it owns, with their hashes.
    gathered: Vec<Vec<(R::State, u64)>>,
    /// A bit for each of them: whether a quick look did not find it.
    unknown: Vec<u64>,
}

/// The labels of a checkpoint's blocks, in the order in which they are read.
const LABELS: [&[u8]; 3] = [b"expanded", b"level", b"next"];

/// A block of a checkpoint ends when it has this number of bytes.
const BLOCK_BYTES: usize = 1 << 20;

impl<R: Rules> HashedShard<R> {
    /// The shard of worker `index` of `workers`.
    pub(crate) fn new(plan: Arc<HashedPlan<R>>, index: usize, workers: usize) -> Self {
        let (table, unknown) = (StateTable::new(), Vec::new());
        let gathered = (0..workers).map(|_| Vec::new()).collect();
        HashedShard { plan, table, next: 0, end: 0, index, workers, gathered, unknown }
    }

    /// How many states are expanded at a time.
    const STATES: u32 = 64;

    /// How many states are looked up together, or a few more: enough that memory accesses overlap,
    /// and no more than the processor's cache holds.
    const BATCH: usize = 64;

    /// The owner of a state with this hash. The table needs the upper bits of the hash: among the
    /// states of one worker, they must remain evenly distributed.
    pub(crate) fn owner(&self, hash: u64) -> usize {
        let mixed = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        ((u128::from(mixed) * self.workers as u128) >> 64) as usize
    }

    /// The rules.
    pub(crate) fn rules(&self) -> Arc<R> {
        Arc::clone(&self.plan.rules)
    }

    /// Appends a state in its packed form.
    pub(crate) fn pack(&self, state: &R::State, out: &mut Vec<u8>) {
        self.plan.rules.pack(state, out);
    }

    /// The number of this worker.
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// The number of workers.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// The number of states that are known here.
    pub(crate) fn len(&self) -> u32 {
        self.table.len()
    }

    /// The state with this number here.
    pub(crate) fn state(&self, number: u32) -> &R::State {
        self.table.state(number)
    }

    /// The number of a state that this worker owns, if it is known.
    pub(crate) fn find(&self, state: &R::State) -> Option<u32> {
        self.table.find(state)
    }

    fn insert_gathered(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        let HashedShard { table, gathered, unknown, index, .. } = self;
        let gathered = &mut gathered[*index];
        table.mark_unknown(gathered, |(state, hash)| (state, *hash), unknown);
        let inserted = unknown.iter().zip(gathered.chunks(64)).try_for_each(|(&bits, some)| {
            let mut bits = bits;
            while let Some((state, hash)) = some.get(bits.trailing_zeros() as usize) {
                bits &= bits - 1;
                table.insert_hashed(state.clone(), *hash, (), meter)?;
            }
            Ok(())
        });
        gathered.clear();
        inserted
    }

    /// Writes the states with these numbers in blocks, each with what `add` appends.
    pub(crate) fn save_states(
        &self,
        (label, states): (&[u8], Range<u32>),
        add: impl Fn(u32, &mut Vec<u8>),
        out: &mut Writer<&mut (dyn Write + Send)>,
    ) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BLOCK_BYTES + 64);
        for state in states {
            self.plan.rules.pack(self.table.state(state), &mut bytes);
            add(state, &mut bytes);
            if bytes.len() >= BLOCK_BYTES {
                out.block(label, &bytes)?;
                bytes.clear();
            }
        }
        if bytes.is_empty() { Ok(()) } else { out.block(label, &bytes) }
    }

    /// Takes a state from the front of a block, if it is one that the worker owns; whether it is.
    pub(crate) fn load_state(&mut self, bytes: &mut &[u8], meter: &mut Meter) -> io::Result<bool> {
        let state = self.plan.rules.unpack(bytes);
        let state = state.ok_or_else(|| invalid("it has a state of another game"))?;
        let hash = mix(&state);
        if self.owner(hash) != self.index {
            return Ok(false);
        }
        let inserted = self.table.insert_hashed(state, hash, (), meter);
        match inserted.map_err(|_| io::ErrorKind::OutOfMemory)? {
            Inserted::New(_) => Ok(true),
            Inserted::Known(_) => Err(invalid("it has a state twice")),
        }
    }
}

impl<R: Rules + Send + Sync + 'static> Shard for HashedShard<R> {
    fn start(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        if let Some(start) = self.plan.rules.unpack(&mut &self.plan.start[..]) {
            let hash = mix(&start);
            if self.owner(hash) == self.index {
                self.table.insert_hashed(start, hash, (), meter)?;
            }
        }
        Ok(())
    }

    fn begin_level(&mut self) -> u64 {
        (self.next, self.end) = (self.end, self.table.len());
        u64::from(self.end - self.next)
    }

    fn clear(&mut self) {
        self.table = StateTable::new();
        (self.next, self.end) = (0, 0);
    }

    fn expand(
        &mut self,
        outbox: &mut Outbox,
        work: &mut Work,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        let last = self.end.min(self.next.saturating_add(Self::STATES));
        if self.next == last {
            return Ok(false);
        }
        let rules = self.rules();
        for number in self.next..last {
            let state = self.table.state(number).clone();
            let visited = rules.visit_moves(&state, |mv| {
                let successor = rules.successor(&state, mv);
                let hash = mix(&successor);
                let owner = self.owner(hash);
                work.generated += 1;
                if let Err(limit) = meter.make_room(&mut self.gathered[owner]) {
                    return ControlFlow::Break(limit);
                }
                self.gathered[owner].push((successor, hash));
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(limit) = visited {
                return Err(limit);
            }
            work.expanded += 1;
            if self.gathered[self.index].len() >= Self::BATCH {
                self.insert_gathered(meter)?;
            }
        }
        self.next = last;
        self.insert_gathered(meter)?;
        for (owner, gathered) in self.gathered.iter_mut().enumerate() {
            work.sent += gathered.len() as u64;
            for (state, _) in gathered.drain(..) {
                rules.pack(&state, outbox.to(owner));
                outbox.check(owner);
            }
        }
        Ok(true)
    }

    fn receive(&mut self, mut bytes: &[u8], meter: &mut Meter) -> Result<bool, Limit> {
        while !bytes.is_empty() {
            let Some(state) = self.plan.rules.unpack(&mut bytes) else { return Ok(false) };
            let hash = mix(&state);
            let gathered = &mut self.gathered[self.index];
            meter.make_room(gathered)?;
            gathered.push((state, hash));
            if gathered.len() >= Self::BATCH {
                self.insert_gathered(meter)?;
            }
        }
        self.insert_gathered(meter)?;
        Ok(true)
    }

    fn save(&self, out: &mut Writer<&mut (dyn Write + Send)>) -> io::Result<()> {
        let ranges = [0..self.next, self.next..self.end, self.end..self.table.len()];
        let mut parts = LABELS.into_iter().zip(ranges);
        parts.try_for_each(|part| self.save_states(part, |_, _| {}, out))
    }

    fn passes(&self) -> usize {
        LABELS.len()
    }

    fn pass(&self, label: &[u8]) -> Option<usize> {
        LABELS.iter().position(|&other| other == label)
    }

    fn load(&mut self, label: &[u8], mut bytes: &[u8], meter: &mut Meter) -> io::Result<()> {
        while !bytes.is_empty() {
            self.load_state(&mut bytes, meter)?;
        }
        let known = self.table.len();
        match self.pass(label) {
            Some(0) => (self.next, self.end) = (known, known),
            Some(1) => self.end = known,
            _ => {}
        }
        Ok(())
    }
}
