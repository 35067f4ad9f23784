//! Breadth-first search by levels, as each worker does it.
//!
//! The work is divided into slices of at most [`SLICE_TIME`]. At the end of a slice, when all that
//! was sent has arrived, the workers exchange what they have done and seen. All decide from the
//! same records, and so the same: whether the level is complete, whether a limit was reached,
//! whether a checkpoint is due.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tesuji_core::{Limit, Meter};
use tesuji_storage::container::Container;

use crate::checkpoints::{Clock, Name, ShardFolder, invalid};
use crate::error::Lost;
use crate::fabric::{Fabric, Sent};
use crate::shard::{NewShard, Outbox, Shard, Work};

/// How long a slice of the work takes at most.
const SLICE_TIME: Duration = Duration::from_millis(250);

/// How often a worker looks for what has arrived.
const TURN_TIME: Duration = Duration::from_millis(1);

/// What all workers of a process have in common.
pub(crate) struct Task {
    pub(crate) new_shard: Arc<NewShard>,
    pub(crate) section: String,
    pub(crate) folder: Option<Arc<ShardFolder>>,
    /// The workers of each process.
    pub(crate) threads: usize,
    /// The limit on generated nodes of all processes together.
    pub(crate) nodes: Option<u64>,
    pub(crate) board: Board,
}

/// What the workers of a process share with the thread that waits for them.
#[derive(Default)]
pub(crate) struct Board {
    pub(crate) expanded: AtomicU64,
    pub(crate) generated: AtomicU64,
    /// The limit that ends the search, as a number; 0 if none.
    limit: AtomicU64,
}

impl Board {
    pub(crate) fn stop(&self, limit: Limit) {
        self.limit.store(code(Some(limit)), Ordering::Relaxed);
    }

    fn limit(&self) -> Option<Limit> {
        decode(self.limit.load(Ordering::Relaxed))
    }

    fn add(&self, before: &Work, after: &Work) {
        self.expanded.fetch_add(after.expanded - before.expanded, Ordering::Relaxed);
        self.generated.fetch_add(after.generated - before.generated, Ordering::Relaxed);
    }
}

/// The limits by number, the weightiest last: if workers reach different ones, that is reported.
const LIMITS: [Limit; 4] = [Limit::Nodes, Limit::Time, Limit::Interrupted, Limit::Memory];

fn code(limit: Option<Limit>) -> u64 {
    let position = limit.and_then(|limit| LIMITS.iter().position(|&other| other == limit));
    position.map_or(0, |position| position as u64 + 1)
}

fn decode(code: u64) -> Option<Limit> {
    let position = usize::try_from(code).ok()?.checked_sub(1)?;
    LIMITS.get(position).copied()
}

/// What a worker knows at the end: but for `peak_bytes`, of all workers together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ended {
    pub(crate) layers: Vec<u64>,
    pub(crate) deepest: Vec<u64>,
    pub(crate) limit: Option<Limit>,
    pub(crate) work: Work,
    pub(crate) sent: Sent,
    pub(crate) peak_bytes: usize,
}

/// One worker.
pub(crate) struct Searcher<'a, 'm> {
    task: &'a Task,
    fabric: Fabric,
    meter: Meter<'m>,
    outbox: Outbox,
    /// What this worker has done, and all together before and in this run.
    own: Work,
    before: Work,
    total: Work,
    layers: Vec<u64>,
    clock: Clock,
    /// The number of the next checkpoint. It is never used twice: a save that fails may leave files
    /// of some workers.
    number: u64,
    /// The last checkpoint that all workers have saved or loaded.
    complete: Option<u64>,
}

impl<'a, 'm> Searcher<'a, 'm> {
    pub(crate) fn new(task: &'a Task, fabric: Fabric, meter: Meter<'m>) -> Self {
        let outbox = Outbox::new(fabric.peers());
        Searcher {
            task,
            fabric,
            meter,
            outbox,
            own: Work::default(),
            before: Work::default(),
            total: Work::default(),
            layers: Vec::new(),
            clock: Clock::new(),
            number: 1,
            complete: None,
        }
    }

    /// Does the whole search.
    pub(crate) fn run(mut self) -> Result<Ended, Lost> {
        let (mut deepest, mut limit) = (Vec::new(), Some(Limit::Memory));
        if let Some(mut shard) = self.new_shard()? {
            limit = self.search(&mut *shard)?;
            if limit.is_none() {
                deepest = self.fabric.gather(shard.deepest())?.concat();
                deepest.sort_unstable();
            }
        }
        let Searcher { fabric, meter, layers, total, .. } = self;
        let (sent, peak_bytes) = (fabric.sent(), meter.stats().peak_bytes);
        fabric.end()?;
        Ok(Ended { layers, deepest, limit, work: total, sent, peak_bytes })
    }

    /// An empty shard, if all workers have the memory for theirs.
    fn new_shard(&mut self) -> Result<Option<Box<dyn Shard>>, Lost> {
        let (index, peers) = (self.fabric.index(), self.fabric.peers());
        let shard = (self.task.new_shard)(index, peers, &mut self.meter);
        Ok(if self.all(shard.is_ok())? { shard.ok() } else { None })
    }

    /// Whether it is so for all workers.
    fn all(&mut self, own: bool) -> Result<bool, Lost> {
        Ok(self.fabric.gather(&[u64::from(own)])?.iter().all(|record| record == &[1]))
    }

    /// Expands all levels.
    fn search(&mut self, shard: &mut dyn Shard) -> Result<Option<Limit>, Lost> {
        let is_resumed = match self.resume(shard)? {
            Ok(is_resumed) => is_resumed,
            Err(limit) => return Ok(Some(limit)),
        };
        // After the search, a stage begins with a level of its own.
        let mut is_within = is_resumed && shard.searches();
        if !is_resumed {
            let started = shard.start(&mut self.meter);
            if !self.all(started.is_ok())? {
                return Ok(Some(Limit::Memory));
            }
        }
        loop {
            if !is_within {
                let states = self.fabric.gather(&[shard.begin_level()])?.concat().iter().sum();
                if states == 0 {
                    if shard.has_stages() && shard.can_be_saved() {
                        self.save(shard)?;
                    }
                    let found = self.layers.iter().sum();
                    let more = shard.begin_stage(found, &mut self.meter);
                    if !self.all(more.is_ok())? {
                        return Ok(Some(Limit::Memory));
                    }
                    if more == Ok(false) {
                        return Ok(None);
                    }
                    continue;
                }
                if shard.searches() {
                    self.layers.push(states);
                    shard.list_anew();
                }
            }
            let end = self.slice(shard)?;
            is_within = end.is_within;
            if end.limit == Some(Limit::Memory) {
                return Ok(end.limit);
            }
            let ends = end.limit.is_some() && is_within;
            if (ends || end.is_due) && shard.can_be_saved() {
                self.save(shard)?;
            }
            if ends {
                return Ok(end.limit);
            }
        }
    }

    /// Expands states of the level for a while.
    fn slice(&mut self, shard: &mut dyn Shard) -> Result<SliceEnd, Lost> {
        let (mut is_within, mut limit) = self.expand_for_a_while(shard)?;
        for (to, bytes) in self.outbox.drain(true) {
            self.fabric.send(to, bytes);
        }
        self.fabric.end_slice();
        loop {
            let is_over = self.fabric.is_over()?;
            limit = self.receive(shard)?.or(limit);
            if is_over {
                break;
            }
        }
        self.fabric.begin_slice();
        let folder = self.task.folder.as_ref();
        let is_due = folder.is_some_and(|folder| self.clock.is_due(folder));
        let Work { expanded, generated, sent } = self.own;
        let record =
            [u64::from(is_within), code(limit), u64::from(is_due), expanded, generated, sent];
        let records = self.fabric.gather(&record)?;
        let word = |record: &Vec<u64>, index: usize| record.get(index).copied().unwrap_or(0);
        let sum = |index| records.iter().map(|record| word(record, index)).sum::<u64>();
        let Work { expanded, generated, sent } = self.before;
        self.total = Work {
            expanded: expanded + sum(3),
            generated: generated + sum(4),
            sent: sent + sum(5),
        };
        is_within = sum(0) > 0;
        limit = decode(records.iter().map(|record| word(record, 1)).max().unwrap_or(0));
        Ok(SliceEnd { is_within, limit, is_due: word(&records[0], 2) > 0 })
    }

    /// Whether states of the level may be left, and the limit that was reached.
    fn expand_for_a_while(&mut self, shard: &mut dyn Shard) -> Result<(bool, Option<Limit>), Lost> {
        let started = Instant::now();
        let (mut last_turn, mut told) = (started, self.own);
        let quota = self.task.nodes.map(|nodes| {
            let left = nodes.saturating_sub(self.total.generated);
            left / self.fabric.peers() as u64
        });
        if quota == Some(0) {
            return Ok((true, Some(Limit::Nodes)));
        }
        let enough = quota.map_or(u64::MAX, |quota| self.own.generated.saturating_add(quota));
        loop {
            if let Some(limit) = self.task.board.limit() {
                return Ok((true, Some(limit)));
            }
            let Searcher { task, outbox, own, meter, .. } = self;
            match shard.expand(outbox, own, meter) {
                Ok(true) => {}
                Ok(false) => {
                    task.board.add(&told, own);
                    return Ok((false, None));
                }
                Err(limit) => return Ok((true, Some(limit))),
            }
            for (to, bytes) in self.outbox.drain(false) {
                self.fabric.send(to, bytes);
            }
            let now = Instant::now();
            let mut is_late = now - last_turn >= TURN_TIME;
            if is_late || self.fabric.is_full() {
                last_turn = now;
                self.task.board.add(&told, &self.own);
                told = self.own;
                loop {
                    let is_ahead = self.fabric.turn(std::mem::take(&mut is_late))?;
                    if let Some(limit) = self.receive(shard)? {
                        return Ok((true, Some(limit)));
                    }
                    if !is_ahead {
                        break;
                    }
                }
            }
            if now - started >= SLICE_TIME || self.own.generated >= enough {
                self.task.board.add(&told, &self.own);
                return Ok((true, None));
            }
        }
    }

    /// Takes what has arrived; the limit that was reached.
    fn receive(&mut self, shard: &mut dyn Shard) -> Result<Option<Limit>, Lost> {
        let mut reached = None;
        while let Some(bytes) = self.fabric.received() {
            match shard.receive(&bytes, &mut self.meter) {
                Ok(true) => {}
                Ok(false) => return Err(Lost::Message),
                // The rest is taken, but of no use.
                Err(limit) => reached = Some(limit),
            }
        }
        Ok(reached)
    }

    /// Saves a checkpoint, in which each worker has a file.
    fn save(&mut self, shard: &dyn Shard) -> Result<(), Lost> {
        let task = self.task;
        let Some(folder) = &task.folder else { return Ok(()) };
        let started = Instant::now();
        let Work { expanded, generated, sent } = self.total;
        let mut numbers = vec![expanded, generated, sent];
        numbers.extend(&self.layers);
        let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let (number, worker, workers) = (self.number, self.fabric.index(), self.fabric.peers());
        let name = Name { number, worker, workers };
        // The results do not depend on it.
        let random = RandomState::new().hash_one(number);
        let save =
            self.fabric.gather(&[random])?.concat().into_iter().fold(0, |all, one| all ^ one);
        let saved = folder.save(name, &task.section, save, |out| {
            out.block(NUMBERS, &numbers)?;
            shard.save(out)
        });
        if let Err(error) = &saved {
            folder.warn_of_failure(error);
        }
        let is_complete = self.all(saved.is_ok())?;
        let is_first = worker.is_multiple_of(task.threads);
        match (is_first, is_complete) {
            (true, true) => folder.remove_before(number, self.complete),
            (true, false) => folder.remove_failed(number),
            (false, _) => {}
        }
        if is_complete {
            self.complete = Some(number);
        }
        self.number += 1;
        self.clock.saved(started);
        Ok(())
    }

    /// Loads the newest checkpoint that is complete and intact for all workers. Whether there is
    /// one; the limit if it needs more memory than there is.
    fn resume(&mut self, shard: &mut dyn Shard) -> Result<Result<bool, Limit>, Lost> {
        let task = self.task;
        let Some(folder) = &task.folder else { return Ok(Ok(false)) };
        let own: BTreeSet<_> = folder.names().into_iter().map(|name| name.number).collect();
        let own: Vec<_> = own.into_iter().collect();
        let numbers: BTreeSet<_> = self.fabric.gather(&own)?.concat().into_iter().collect();
        self.number = numbers.last().map_or(1, |last| last + 1);
        let left = self.meter.bytes_left();
        for &number in numbers.iter().rev() {
            let loaded = self.load(shard, folder, number);
            let state = match &loaded {
                Ok(_) => 0,
                Err(error) if error.kind() == io::ErrorKind::OutOfMemory => 1,
                Err(error) => {
                    folder.warn(&format!("checkpoint {number} is not used: {error}"));
                    2
                }
            };
            let (save, numbers) = loaded.unwrap_or_default();
            // The same for all if their files are of one checkpoint.
            let record = [&[state, save], &numbers[..]].concat();
            let records = self.fabric.gather(&record)?;
            let has = |state| records.iter().any(|record| record.first() == Some(&state));
            if has(1) {
                return Ok(Err(Limit::Memory));
            }
            let is_one = records.iter().all(|record| *record == records[0]);
            if !has(2) && !is_one && self.fabric.index().is_multiple_of(task.threads) {
                folder.warn(&format!("checkpoint {number} is not used: {MIXED}"));
            }
            if !has(2) && is_one {
                let word = |index: usize| numbers.get(index).copied().unwrap_or(0);
                self.before = Work { expanded: word(0), generated: word(1), sent: word(2) };
                self.total = self.before;
                self.layers = numbers.get(3..).unwrap_or_default().to_vec();
                self.complete = Some(number);
                return Ok(Ok(true));
            }
            shard.clear();
            self.meter.release(left - self.meter.bytes_left());
        }
        Ok(Ok(false))
    }

    /// Loads what this worker owns from a checkpoint of any number of workers. Returns the number
    /// that its files have in common, and its block of numbers.
    fn load(
        &mut self,
        shard: &mut dyn Shard,
        folder: &ShardFolder,
        number: u64,
    ) -> io::Result<(u64, Vec<u64>)> {
        let (index, peers) = (self.fabric.index(), self.fabric.peers());
        let mut names = folder.names();
        names.retain(|name| name.number == number);
        let own = Name { number, worker: index, workers: peers };
        if names.contains(&own) {
            names = vec![own];
        } else if names.is_empty() || names.iter().any(|name| name.workers != names.len()) {
            return Err(invalid("files of some workers are missing"));
        }
        let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
        let mut common = None;
        for pass in 0..shard.passes() {
            for &name in &names {
                let (mut file, save) = folder.open_file(name, &self.task.section)?;
                if *common.get_or_insert(save) != save {
                    return Err(invalid(MIXED));
                }
                for block in 0..file.block_count() {
                    let label = file.label(block).to_vec();
                    let is_numbers = label == NUMBERS;
                    if !is_numbers && shard.pass(&label) != Some(pass) {
                        continue;
                    }
                    read(&mut file, block, &mut bytes)?;
                    if is_numbers {
                        let words = bytes.as_chunks().0.iter();
                        numbers = words.map(|&word| u64::from_le_bytes(word)).collect();
                    } else {
                        shard.load(&label, &bytes, &mut self.meter)?;
                    }
                }
            }
        }
        Ok((common.unwrap_or_default(), numbers))
    }
}

const MIXED: &str = "its files are of different checkpoints";

/// The label of the block with the counters and the numbers of states in the levels.
const NUMBERS: &[u8] = b"numbers";

fn read(file: &mut Container, block: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    file.read(block, bytes).map_err(io::Error::other)
}

/// What all workers know at the end of a slice.
struct SliceEnd {
    /// Whether some states of the level may not be expanded yet.
    is_within: bool,
    limit: Option<Limit>,
    is_due: bool,
}
