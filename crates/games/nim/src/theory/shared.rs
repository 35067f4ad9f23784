//! Nim-values of games that split heaps, by several threads.
//!
//! Threads work in phases. In each, one of them computes the values of a chunk of blocks, and the
//! others [collect](Known::collect) options for the next chunk: those with so large a rare part
//! that the value of the other is known already. Where rare heaps are far apart, the values are
//! computed as if all heaps were common, which takes no search, and in the next phase all threads
//! [verify](SparseSpace::verify) them. In the rest of games every second heap may be rare: there the
//! values of a chunk are computed as one thread does alone.

use std::iter::Enumerate;
use std::mem;
use std::slice::ChunksMut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tesuji_core::{Limit, Meter};

use super::NimValueError;
use super::mask::Mask;
use super::rows::{LANES, Others, Part, Row, UNKNOWN};
use super::sparse::{MAX_ROWS, STEP, Sequential, SparseSpace};
use super::wide::{Task, Width};
use super::witnesses::Witnesses;

/// The work of one phase, in combinations of a part and a row: a few milliseconds, against which
/// the start of a thread is short. Tests need many phases.
const PHASE: usize = if cfg!(test) { 1 << 12 } else { 1 << 21 };

/// The work of finding the least missing value in a block.
const BLOCK: usize = 512;

/// Chunks are of a multiple of this number of blocks.
const UNIT: usize = 8;

/// The options of a chunk's heaps that were collected in advance.
#[derive(Debug)]
pub(super) struct Chunk {
    first: usize,
    /// Values below this size were known then, and this number of rare heaps.
    pub(super) known: usize,
    pub(super) rare: usize,
    /// The number of rows of a block, for each class.
    pub(super) rows: usize,
    /// Whether there are rows for rare values, too.
    both: bool,
    /// The rows of all blocks.
    reached: Vec<Row>,
}

/// The number of rare parts beside which the other part of a block's heaps may not be `known`.
pub(super) fn near_rare(rare: &[Part], first: usize, known: usize) -> usize {
    rare.partition_point(|rare| (rare.size as usize) < first + LANES - known)
}

impl Chunk {
    /// The options of the block that starts with this heap: common values, rare values.
    pub(super) fn block(&self, first: usize) -> (&[Row], &[Row]) {
        let start = (first - self.first) / LANES * self.block_rows();
        self.reached[start..][..self.block_rows()].split_at(self.rows)
    }

    fn block_rows(&self) -> usize {
        self.rows * (1 + usize::from(self.both))
    }

    fn blocks(&self) -> usize {
        self.reached.len() / self.block_rows()
    }

    fn end(&self) -> usize {
        self.first + self.blocks() * LANES
    }

    /// A phase in which nothing is done but to collect its options.
    fn collecting<'a>(&'a mut self, known: Known<'a>, tried: &'a [Part]) -> Phase<'a> {
        let (first, rows, block_rows) = (self.first, self.rows, self.block_rows());
        let collected = Mutex::new(self.reached.chunks_mut(block_rows).enumerate());
        let alone = Mutex::default();
        Phase { alone, verification: None, collected, first, rows, tried, known }
    }
}

/// The values of a chunk, computed as if all heaps were common.
struct Assumed {
    chunk: Chunk,
    /// The codes of the chunk, after as many others as are needed for it.
    codes: Vec<u16>,
    /// The number of those others.
    before: usize,
    largest: u16,
}

/// What threads do together.
struct Phase<'a> {
    /// What only one of them can do.
    alone: Mutex<Option<Alone<'a>>>,
    verification: Option<&'a Verification<'a>>,
    /// The blocks whose options have to be collected.
    collected: Mutex<Enumerate<ChunksMut<'a, Row>>>,
    /// The first of their heaps, and the number of rows for each class.
    first: usize,
    rows: usize,
    /// The witnesses that are tried on them.
    tried: &'a [Part],
    known: Known<'a>,
}

/// Computing the values of a chunk.
enum Alone<'a> {
    /// As if all its heaps were common.
    Assume(&'a SparseSpace, &'a mut Assumed),
    /// With a search for the rare ones.
    Extend(&'a mut SparseSpace, &'a Chunk, &'a mut Result<(), NimValueError>),
}

/// The values that have to be verified.
struct Verification<'a> {
    space: &'a SparseSpace,
    /// Their first heap.
    first: usize,
    /// The next block, and the first that was found wrong.
    next: AtomicUsize,
    wrong: AtomicUsize,
    /// For each thread, its own.
    witnesses: &'a [Mutex<Witnesses>],
}

/// What is known where options are collected: as in a [`SparseSpace`], which may have grown since.
struct Known<'a> {
    codes: &'a [u16],
    pad: usize,
    rare: &'a [Part],
    two: &'a [(usize, bool)],
    mask: Mask,
}

/// The part of one thread.
struct Share<'a, 'p>(&'p Phase<'a>, usize);

impl Task for Share<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Share(phase, thread) = self;
        let alone = locked(&phase.alone).take();
        match alone {
            Some(Alone::Assume(space, assumed)) => space.assume(assumed),
            Some(Alone::Extend(space, chunk, done)) => {
                *done = Sequential(space, chunk.end(), Some(chunk)).run();
            }
            None => {}
        }
        if let Some(verification) = phase.verification {
            verification.run(thread);
        }
        loop {
            let Some((block, reached)) = locked(&phase.collected).next() else { break };
            let rows = reached.split_at_mut(phase.rows);
            phase.known.collect(phase.first + block * LANES, phase.tried, rows);
        }
    }
}

impl Verification<'_> {
    #[inline(always)]
    fn run(&self, thread: usize) {
        let space = self.space;
        let mut witnesses = locked(&self.witnesses[thread]);
        let blocks = (space.len() - self.first) / LANES;
        let mut rows = vec![[0; LANES]; space.rows];
        loop {
            let block = self.next.fetch_add(1, Relaxed);
            if block >= blocks.min(self.wrong.load(Relaxed)) {
                break;
            }
            if !space.verify(self.first + block * LANES, &mut rows, &mut witnesses) {
                self.wrong.fetch_min(block, Relaxed);
            }
        }
    }
}

impl Known<'_> {
    /// Records the options with a large rare part, beside which the other part is known, or with a
    /// large witness.
    #[inline(always)]
    fn collect(&self, first: usize, tried: &[Part], (common, rare): (&mut [Row], &mut [Row])) {
        let heaps = self.codes.len() - self.pad;
        let far = &self.rare[near_rare(self.rare, first, heaps)..];
        for &(take, _) in self.two {
            let end = self.pad + first - take;
            let others = Others { codes: self.codes, end, mask: self.mask };
            for (parts, rows) in [(far, &mut *common), (tried, &mut *rare)] {
                others.combine(parts, rows);
            }
        }
    }
}

/// The values and rare heaps of a [`SparseSpace`] at the end of a phase, for the threads that
/// collect options while another extends the space.
struct Copied {
    codes: Vec<u16>,
    rare: Vec<Part>,
}

impl Copied {
    /// With room for `more` heaps, all of which may be rare; `None` if there is no memory for it.
    fn new(space: &SparseSpace, more: usize, meter: &mut Meter) -> Option<Self> {
        let (codes, rare) = (space.codes.len() + more, space.rare.len() + more);
        let mut copied = Copied { codes: Vec::new(), rare: Vec::new() };
        let room = meter.make_room_for(&mut copied.codes, codes);
        let room = room.and_then(|()| meter.make_room_for(&mut copied.rare, rare));
        if room.is_err() {
            meter.release(copied.bytes());
            return None;
        }
        copied.follow(space);
        Some(copied)
    }

    fn bytes(&self) -> usize {
        self.codes.capacity() * size_of::<u16>() + self.rare.capacity() * size_of::<Part>()
    }

    /// Adds what is new there.
    fn follow(&mut self, space: &SparseSpace) {
        self.codes.extend(&space.codes[self.codes.len()..]);
        self.rare.extend(&space.rare[self.rare.len()..]);
    }
}

/// Runs a phase by `threads` threads.
fn run(phase: &Phase, width: Width, threads: usize, meter: &mut Meter) {
    meter.share(threads, |thread, _| width.run(Share(phase, thread)));
}

/// Charges the whole steps of heaps that are done, up to `known`, beyond the first `done`.
fn charge(done: &mut usize, known: usize, meter: &mut Meter) -> Result<(), Limit> {
    let mut charged = Ok(());
    while *done + STEP <= known && charged.is_ok() {
        *done += STEP;
        charged = meter.charge(STEP as u32);
    }
    if meter.to_expand.is_some() {
        meter.tally.expanded = *done as u64;
    }
    charged.and_then(|()| meter.look())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SparseSpace {
    /// Computes values by several threads, as long as this is worth their start, up to `until`, and
    /// always a multiple of [`STEP`] more, in the memory that is reserved.
    pub(crate) fn extend_shared(
        &mut self,
        until: usize,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let from = self.len();
        let room = self.codes.capacity() - self.codes.len();
        // Where another mask is chosen, the heaps must be the same.
        let until = until.min(Self::MAX_HEAPS);
        let max_heaps = until.min(2 * self.chosen_at.0).saturating_sub(from);
        let max_heaps = max_heaps.min(room.saturating_sub(LANES)) / STEP * STEP;
        let Some((blocks, far_apart)) = self.worthwhile(max_heaps) else { return Ok(()) };
        if self.is_mask_stale() || meter.is_due() {
            return Ok(());
        }
        if !far_apart {
            return self.extend_prepared(from + max_heaps, threads, meter);
        }
        self.rows = self.rows_of_chunk();
        let own = mem::take(&mut self.witnesses);
        let witnesses: Vec<_> = (0..threads).map(|_| Mutex::new(own.clone())).collect();
        let (mut end, mut verified, largest) = (from + max_heaps, from, self.largest);
        let mut chunk = self.chunk(from, 0, false);
        let result = loop {
            let heaps = (end.saturating_sub(chunk.end())).min(blocks * LANES);
            let mut next = self.chunk(chunk.end(), heaps / LANES, false);
            let mut assumed = self.assumed(chunk);
            let verification = Verification {
                space: self,
                first: verified,
                next: AtomicUsize::new(0),
                wrong: AtomicUsize::new(usize::MAX),
                witnesses: &witnesses,
            };
            let known = Known {
                codes: &self.codes,
                pad: self.pad,
                rare: &self.rare,
                two: &self.moves.two,
                mask: self.mask,
            };
            let phase = Phase {
                alone: Mutex::new(Some(Alone::Assume(self, &mut assumed))),
                verification: Some(&verification),
                ..next.collecting(known, &[])
            };
            run(&phase, self.width, threads, meter);
            let wrong = verification.wrong.into_inner();
            let right = self.len().min(wrong.saturating_mul(LANES).saturating_add(verified));
            if let Err(limit) = charge(&mut verified, right, meter) {
                break Err(limit);
            }
            if verified < self.len() {
                break Ok(());
            }
            let more = &assumed.codes[assumed.before..];
            self.codes.extend(&more[..more.len() / STEP * STEP]);
            self.largest = assumed.largest;
            if self.len() < assumed.chunk.end() && !self.is_mask_stale() {
                self.spare_rows += self.rows / 16 + 1;
            }
            if self.len() < assumed.chunk.end() || meter.is_due() {
                end = self.len();
                next = self.chunk(end, 0, false);
            }
            if self.len() == verified && next.blocks() == 0 {
                break Ok(());
            }
            chunk = next;
        };
        let own = witnesses.into_iter().next().expect("at least one thread");
        self.witnesses = own.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.shorten(verified, (from, largest));
        result
    }

    /// Forgets all values but `count`, and what was learnt from them. When there were only
    /// `before`, the largest was known.
    fn shorten(&mut self, count: usize, (before, largest): (usize, u16)) {
        self.codes.truncate(self.pad + count);
        self.rare.truncate(self.rare.partition_point(|rare| (rare.size as usize) < count));
        let values = self.codes[self.pad + before..].iter().map(|code| code & Self::VALUE_BITS);
        self.largest = values.fold(largest, u16::max);
        // The next heap has options with parts of a smaller sum.
        let usable = (count - 1 - self.moves.max_taken) / 2;
        self.witnesses.parts.retain(|part| part.size as usize <= usable);
    }

    /// [`Self::extend_shared`] where rare heaps are close together.
    fn extend_prepared(
        &mut self,
        until: usize,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let mut from = self.len();
        let Some(mut copied) = Copied::new(self, until - from, meter) else { return Ok(()) };
        let (pad, two, mask) = (self.pad, self.moves.two.clone(), self.mask);
        // The chunk whose options are collected, and the witnesses that were tried on it.
        let mut ready: Option<(Chunk, Vec<Part>)> = None;
        let result = loop {
            let first = ready.as_ref().map_or(from, |(chunk, _)| chunk.end());
            let blocks = match self.worthwhile(until - first) {
                Some((blocks, false)) => blocks.min((until - first) / LANES),
                _ => 0,
            };
            if blocks == 0 && ready.is_none() || meter.is_due() || !self.has_room_for_rare() {
                break Ok(());
            }
            self.rows = self.rows_of_chunk();
            let mut next = self.chunk(first, blocks, true);
            let tried = self.witnesses.large(next.end() - from);
            let Copied { codes, rare } = &copied;
            let known = Known { codes, pad, rare, two: &two, mask };
            let mut phase = next.collecting(known, &tried);
            let (width, start, largest) = (self.width, from, self.largest);
            let Some((chunk, tried_before)) = &ready else {
                run(&phase, width, threads, meter);
                ready = Some((next, tried));
                continue;
            };
            let elsewhere = self.witnesses.take(tried_before);
            let mut done = Ok(());
            phase.alone = Mutex::new(Some(Alone::Extend(self, chunk, &mut done)));
            run(&phase, width, threads, meter);
            self.witnesses.put_back(elsewhere);
            let charged = charge(&mut from, self.len(), meter);
            let complete = self.len() == chunk.end();
            let has_room = self.has_room_for_rare() && chunk.rows < MAX_ROWS;
            let lacks_rows = !complete && !self.is_mask_stale() && has_room;
            if lacks_rows {
                self.spare_rows += self.rows / 16 + 1;
            }
            // Also what a block without enough rows has left.
            self.shorten(from, (start, largest));
            if charged.is_err() {
                break charged;
            }
            if done.is_err() || !complete && !lacks_rows {
                break Ok(());
            }
            copied.follow(self);
            ready = (complete && next.blocks() > 0).then_some((next, tried));
        };
        meter.release(copied.bytes());
        result
    }

    /// The rows of a chunk's blocks: some more than one block needs, as values grow meanwhile, and
    /// yet more where they have outgrown them before.
    fn rows_of_chunk(&self) -> usize {
        let rows = self.rows_wanted();
        (rows + rows / 16 + self.spare_rows).min(MAX_ROWS)
    }

    /// How many blocks there are in a chunk, if threads are worth their start for `heaps` more, and
    /// whether rare heaps are far apart.
    fn worthwhile(&self, heaps: usize) -> Option<(usize, bool)> {
        let parts = self.rare.len() + self.witnesses.parts.len();
        let work = self.moves.two.len() * parts * self.rows_wanted() + BLOCK;
        let since_rare = self.len() - self.rare.last().map_or(0, |rare| rare.size as usize);
        let max_blocks = (PHASE / work).max(UNIT);
        let far_apart = |&blocks: &usize| blocks <= since_rare / LANES / 4;
        let blocks = [max_blocks, max_blocks / 4].into_iter().find(far_apart);
        let far_enough = blocks.is_some();
        let blocks = blocks.unwrap_or(max_blocks / 4).max(1).next_multiple_of(UNIT);
        let worthwhile = heaps / LANES * work >= 4 * PHASE && self.len() / LANES >= 4 * blocks;
        worthwhile.then_some((blocks, far_enough))
    }

    /// A chunk of blocks for which no options were collected yet.
    fn chunk(&self, first: usize, blocks: usize, both: bool) -> Chunk {
        let (known, rare, rows) = (self.len(), self.rare.len(), self.rows);
        let mut chunk = Chunk { first, known, rare, rows, both, reached: Vec::new() };
        chunk.reached = vec![[0; LANES]; blocks * chunk.block_rows()];
        chunk
    }

    /// What is needed to compute the values of a chunk.
    fn assumed(&self, chunk: Chunk) -> Assumed {
        let from = self.pad + chunk.known - self.moves.max_taken - LANES;
        let codes = self.codes[from..].to_vec();
        Assumed { chunk, before: codes.len(), codes, largest: self.largest }
    }

    /// Computes the values of a chunk as if all heaps were common, up to one that needs more rows
    /// or another mask.
    #[inline(always)]
    fn assume(&self, assumed: &mut Assumed) {
        let Assumed { chunk, codes, largest, .. } = assumed;
        for (block, reached) in chunk.reached.chunks_mut(chunk.rows).enumerate() {
            let first = chunk.first + block * LANES;
            let near = &self.rare[..near_rare(&self.rare, first, chunk.known)];
            let start = codes.len();
            codes.resize(start + LANES, UNKNOWN);
            let others = |take| Others { codes: &*codes, end: start - take, mask: self.mask };
            for &(take, _) in &self.moves.two {
                others(take).combine(near, reached);
            }
            for &take in &self.moves.one {
                let rest = Part { size: 0, value: self.mask.flip(take) };
                others(take).combine(&[rest], reached);
            }
            for lane in 0..LANES {
                let Some(value) = self.min_common(reached, first + lane, lane) else {
                    codes.truncate(start);
                    return;
                };
                codes[start + lane] = value;
                *largest = value.max(*largest);
                self.announce(value, lane, reached);
            }
            if largest.leading_zeros() < self.chosen_at.2.leading_zeros() {
                return;
            }
        }
    }

    /// Whether the values of a block, computed as if all heaps were common, are correct.
    #[inline(always)]
    fn verify(&self, first: usize, reached: &mut [Row], witnesses: &mut Witnesses) -> bool {
        reached.fill([0; LANES]);
        for &(take, _) in &self.moves.two {
            let end = self.pad + first - take;
            Others { codes: &self.codes, end, mask: self.mask }.combine(&witnesses.parts, reached);
        }
        let mut right = true;
        // Not a closure, which the compiler may leave out of the code for wider vectors.
        for lane in 0..LANES {
            let (heap, value) = (first + lane, self.codes[self.pad + first + lane]);
            right = self.min_rare_below(value, reached, heap, lane, witnesses).is_none();
            if !right {
                break;
            }
        }
        witnesses.adapt(self.moves.two.len());
        right
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::{Budget, Silent, StateReader, StateWriter};

    use super::super::{NimValues, nim_values_by_definition};
    use super::*;
    use crate::{Grundy, HeapRule, OctalCode};

    fn octal(code: &str) -> OctalCode {
        code.parse().unwrap()
    }

    /// The values and rare heaps of any number of threads.
    fn are_the_same<R: HeapRule>(rule: &R, count: usize) {
        let mut alone = NimValues::new(rule.clone()).unwrap();
        alone.extend_to(count).unwrap();
        let expected = nim_values_by_definition(rule, count).unwrap();
        assert!(alone.iter().take(count).eq(expected), "{rule:?}");
        for threads in [2, 3] {
            let mut shared = NimValues::new(rule.clone()).unwrap().threads(threads);
            shared.extend_to(count).unwrap();
            assert!(shared.iter().eq(alone.iter()), "{rule:?}, {threads} threads");
            assert!(shared.rare_heaps().eq(alone.rare_heaps()), "{rule:?}, {threads} threads");
        }
    }

    #[test]
    fn threads_compute_the_values_of_the_definition() {
        are_the_same(&Grundy, 6_000);
        for digits in 0..0o100 {
            for first in ["0", "4"] {
                are_the_same(&octal(&format!("{first}.{}{}", digits >> 3, digits & 7)), 1_300);
            }
        }
        for code in ["0.007", "0.104", "0.376", "0.454", "0.0000007", "4.0003"] {
            are_the_same(&octal(code), 3_000);
        }
    }

    /// How many values threads compute in a call that begins with `count` of them.
    fn shared(rule: &impl HeapRule, count: usize, meter: &mut Meter) -> usize {
        let moves = super::super::dense::MoveLists::new(rule, usize::MAX);
        let mut space = SparseSpace::new(rule, moves).unwrap();
        space.extend_to(count).unwrap();
        space.make_room_for(100_000, meter).unwrap();
        let before = space.len();
        space.extend_shared(usize::MAX, 2, meter).unwrap();
        space.len() - before
    }

    #[test]
    fn threads_compute_most_values_whether_rare_heaps_are_far_apart_or_not() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let meter = &mut Meter::new(&budget, &mut silent);
        let most = [("0.16", 20_000), ("0.76", 5_000), ("0.16", 512)]
            .map(|(code, count)| shared(&octal(code), count, meter));
        assert!(most[0] > 4_000 && most[1] > 0 && most[2] == 0, "{most:?}");
    }

    #[test]
    fn another_number_of_threads_continues_from_a_checkpoint() {
        fn saved<R: HeapRule>(values: &NimValues<R>) -> Vec<u8> {
            let mut bytes = Vec::new();
            values.save(&mut StateWriter::new(&mut bytes)).unwrap();
            bytes
        }
        for code in ["0.16", "0.376", "0.6"] {
            let new = |threads| NimValues::new(octal(code)).unwrap().threads(threads);
            let (mut alone, mut shared) = (new(1), new(3));
            alone.extend_to(7_000).unwrap();
            shared.extend_to(5_000).unwrap();
            for threads in [1, 2] {
                let mut continued = new(threads);
                continued.load(&mut StateReader::new(&mut &saved(&shared)[..])).unwrap();
                assert_eq!(continued.len(), shared.len());
                continued.extend_to(7_000).unwrap();
                assert!(saved(&continued) == saved(&alone), "{code}, {threads} threads");
            }
        }
    }

    #[test]
    fn limits_leave_as_many_values_whatever_the_number_of_threads() {
        for (code, nodes) in [("0.16", 30_000), ("0.16", 30_100), ("0.76", 5_000), ("0.376", 9_999)]
        {
            for budget in [Budget::unlimited().nodes(nodes), Budget::unlimited().memory(30_000)] {
                let end = |threads| {
                    let mut values = NimValues::new(octal(code)).unwrap().threads(threads);
                    let mut silent = Silent;
                    let error =
                        values.extend_within(1_000_000, &mut Meter::new(&budget, &mut silent));
                    (error.unwrap_err(), values.iter().collect::<Vec<_>>())
                };
                let alone = end(1);
                assert!(end(2) == alone && end(3) == alone, "{code}, {budget:?}");
            }
        }
    }
}
