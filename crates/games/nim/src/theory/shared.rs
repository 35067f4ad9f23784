//! Nim-values of games that split heaps, by several threads.
//!
//! Threads work in phases. In each, one of them computes the values of a chunk of blocks, and the
//! others [collect](Known::collect) options for the next chunk: those with so large a rare part
//! that the value of the other is known already. Where rare heaps are far apart, the values are
//! computed as if all heaps were common, which takes no search, and in the next phase all threads
//! [verify](SparseSpace::verify) them. In the rest of games every second heap may be rare: there the
//! values of a chunk are computed as one thread does alone.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tesuji_core::{Limit, Meter};

use super::NimValueError;
use super::mask::Mask;
use super::phases::Phases;
use super::rows::{LANES, Others, Part, Row, UNKNOWN};
use super::sparse::{MAX_ROWS, STEP, Sequential, SparseSpace};
use super::wide::{Task, Width};
use super::witnesses::Witnesses;

/// The work of one phase, in combinations of a part and a row: about a millisecond, against which
/// what a thread does between two phases is short. Tests need many phases.
const PHASE: usize = if cfg!(test) { 1 << 12 } else { 1 << 21 };

/// The work of finding the least missing value in a block.
const BLOCK: usize = 512;

/// Chunks are of at least this number of blocks.
const MIN_BLOCKS: usize = 8;

/// Threads collect the options of so many rows of a chunk at a time, or of one block.
const ROWS_AT_ONCE: usize = 64;

/// The options of a chunk's heaps that were collected in advance.
#[derive(Debug)]
pub(super) struct Chunk {
    first: usize,
    blocks: usize,
    /// Values below this size were known then, and this number of rare heaps.
    pub(super) known: usize,
    pub(super) rare: usize,
    /// The number of rows of a block, for each class.
    pub(super) rows: usize,
    /// Whether there are rows for rare values, too.
    both: bool,
    /// The rows of some blocks each.
    pieces: Box<[Mutex<Vec<Row>>]>,
}

/// The number of rare parts beside which the other part of a block's heaps may not be `known`.
pub(super) fn near_rare(rare: &[Part], first: usize, known: usize) -> usize {
    rare.partition_point(|rare| (rare.size as usize) < first + LANES - known)
}

impl Chunk {
    /// The options of the block that starts with this heap: common values, then rare values.
    #[inline(always)]
    pub(super) fn block(&mut self, first: usize) -> &mut [Row] {
        let (block, rows) = ((first - self.first) / LANES, self.block_rows());
        let at_once = self.at_once();
        let piece = self.pieces[block / at_once].get_mut().unwrap_or_else(PoisonError::into_inner);
        &mut piece[block % at_once * rows..][..rows]
    }

    fn block_rows(&self) -> usize {
        self.rows * (1 + usize::from(self.both))
    }

    /// The blocks of a piece.
    fn at_once(&self) -> usize {
        (ROWS_AT_ONCE / self.block_rows()).max(1)
    }

    pub(super) fn end(&self) -> usize {
        self.first + self.blocks * LANES
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
struct Phase {
    /// Whether one of them does what only one can do.
    is_taken: AtomicBool,
    alone: Mutex<Alone>,
    verification: Option<Verification>,
    /// The chunk whose options have to be collected, and its next piece.
    collected: Chunk,
    next: AtomicUsize,
    /// The witnesses that are tried on it.
    tried: Vec<Part>,
    /// What is known for it, where it is not the space itself.
    copied: Option<Copied>,
}

/// Computing the values of a chunk.
enum Alone {
    Nothing,
    /// As if all its heaps were common.
    Assume(Assumed),
    /// With a search for the rare ones.
    Extend(Chunk, Result<(), NimValueError>),
}

/// The values that have to be verified.
struct Verification {
    /// Their first heap.
    first: usize,
    /// The next block, and the first that was found wrong.
    next: AtomicUsize,
    wrong: AtomicUsize,
}

/// What is known where options are collected: as in a [`SparseSpace`], which may have grown since.
struct Known<'a> {
    codes: &'a [u16],
    pad: usize,
    rare: &'a [Part],
    two: &'a [(usize, bool)],
    mask: Mask,
}

impl Phase {
    fn new(alone: Alone, collected: Chunk) -> Self {
        let (is_taken, next) = (AtomicBool::new(false), AtomicUsize::new(0));
        let (alone, tried) = (Mutex::new(alone), Vec::new());
        Phase { is_taken, alone, verification: None, collected, next, tried, copied: None }
    }
}

/// The threads, and what they share. The first of them leads the others.
struct Team<'a> {
    space: RwLock<&'a mut SparseSpace>,
    width: Width,
    phases: Phases<Phase>,
    /// For each thread, its own.
    witnesses: Vec<Mutex<Witnesses>>,
}

/// The part of one thread.
struct Share<'p, 'a>(&'p Team<'a>, &'p Phase, usize);

impl Task for Share<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Share(team, phase, thread) = self;
        if !phase.is_taken.swap(true, Ordering::Relaxed) {
            match &mut *locked(&phase.alone) {
                Alone::Nothing => {}
                Alone::Assume(assumed) => team.space().assume(assumed),
                Alone::Extend(chunk, done) => *done = extend(&mut team.space_mut(), chunk),
            }
        }
        if let Some(copied) = &phase.copied {
            return copied.known().collect_in(phase);
        }
        let space = team.space();
        if let Some(verification) = &phase.verification {
            verification.run(&space, &mut locked(&team.witnesses[thread]));
        }
        space.known().collect_in(phase);
    }
}

/// Computes the values of a chunk, or until there is no room for rare heaps, or another mask.
#[inline(always)]
fn extend(space: &mut SparseSpace, chunk: &mut Chunk) -> Result<(), NimValueError> {
    let (mask, end) = (space.mask, chunk.end());
    loop {
        Sequential(space, end, Some(chunk)).run()?;
        if space.len() == end || !space.is_mask_stale() {
            return Ok(());
        }
        space.choose_mask();
        if space.mask != mask {
            return Ok(());
        }
    }
}

impl Verification {
    #[inline(always)]
    fn run(&self, space: &SparseSpace, witnesses: &mut Witnesses) {
        let blocks = (space.len() - self.first) / LANES;
        let mut rows = vec![[0; LANES]; space.rows];
        loop {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks.min(self.wrong.load(Ordering::Relaxed)) {
                break;
            }
            if !space.verify(self.first + block * LANES, &mut rows, witnesses) {
                self.wrong.fetch_min(block, Ordering::Relaxed);
            }
        }
    }
}

impl Known<'_> {
    /// Collects what is left to collect.
    #[inline(always)]
    fn collect_in(&self, phase: &Phase) {
        let chunk = &phase.collected;
        let (at_once, block_rows) = (chunk.at_once(), chunk.block_rows());
        loop {
            let number = phase.next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = chunk.pieces.get(number) else { break };
            let blocks = number * at_once..chunk.blocks.min((number + 1) * at_once);
            let mut rows = vec![[0; LANES]; blocks.len() * block_rows];
            for (block, rows) in blocks.zip(rows.chunks_mut(block_rows)) {
                let rows = rows.split_at_mut(chunk.rows);
                self.collect(chunk.first + block * LANES, &phase.tried, rows);
            }
            *locked(piece) = rows;
        }
    }

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
    pad: usize,
    rare: Vec<Part>,
    two: Vec<(usize, bool)>,
    mask: Mask,
}

impl Copied {
    fn new(space: &SparseSpace) -> Self {
        let (pad, two, mask) = (space.pad, space.moves.two.clone(), space.mask);
        Copied { codes: Vec::new(), pad, rare: Vec::new(), two, mask }
    }

    /// Adds what is new there, if there is memory for it.
    fn follow(&mut self, space: &SparseSpace, meter: &mut Meter) -> Result<(), Limit> {
        let (codes, rare) = (&space.codes[self.codes.len()..], &space.rare[self.rare.len()..]);
        meter.make_room_for(&mut self.codes, codes.len())?;
        meter.make_room_for(&mut self.rare, rare.len())?;
        self.codes.extend(codes);
        self.rare.extend(rare);
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.codes.capacity() * size_of::<u16>() + self.rare.capacity() * size_of::<Part>()
    }

    fn known(&self) -> Known<'_> {
        let Copied { codes, pad, rare, two, mask } = self;
        Known { codes, pad: *pad, rare, two, mask: *mask }
    }
}

/// How threads go on with a [`SparseSpace`].
struct Plan {
    /// Values are computed up to this number of heaps,
    end: usize,
    /// in chunks of so many blocks.
    blocks: usize,
    /// Whether rare heaps are far apart.
    far_apart: bool,
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

impl<'a> Team<'a> {
    fn new(space: &'a mut SparseSpace, threads: usize) -> Self {
        Team {
            width: space.width,
            witnesses: (0..threads).map(|_| Mutex::default()).collect(),
            space: RwLock::new(space),
            phases: Phases::default(),
        }
    }

    fn space(&self) -> RwLockReadGuard<'_, &'a mut SparseSpace> {
        self.space.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn space_mut(&self) -> RwLockWriteGuard<'_, &'a mut SparseSpace> {
        self.space.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a phase with the others, and returns it.
    fn run(&self, phase: Phase) -> Phase {
        self.phases.lead(phase, |phase| self.take_part(phase, 0))
    }

    fn take_part(&self, phase: &Phase, thread: usize) {
        self.width.run(Share(self, phase, thread));
    }

    /// Computes values as long as threads are of use. The number of those that are charged for, and
    /// the limit that was reached, if any.
    fn lead(&self, until: usize, meter: &mut Meter) -> (usize, Result<(), Limit>) {
        let mut charged = self.space().len();
        let result = loop {
            let mut space = self.space_mut();
            if space.is_mask_stale() {
                space.choose_mask();
            }
            let (plan, from) = (space.plan(until), space.len());
            let Some(plan) = plan else { break Ok(()) };
            drop(space);
            let result = if plan.far_apart {
                self.assume(&plan, &mut charged, meter)
            } else {
                self.extend(&plan, until, &mut charged, meter)
            };
            if result.is_err() || meter.is_due() || self.space().len() == from {
                break result;
            }
        };
        (charged, result)
    }

    /// Computes values where rare heaps are far apart, until the end of the plan, the first rare
    /// heap, or one by which another mask may be better.
    fn assume(&self, plan: &Plan, charged: &mut usize, meter: &mut Meter) -> Result<(), Limit> {
        let mut space = self.space_mut();
        space.rows = space.rows_of_chunk();
        let (from, before) = (space.len(), space.largest);
        for witnesses in &self.witnesses {
            locked(witnesses).clone_from(&space.witnesses);
        }
        let (mut end, mut verified) = (plan.end, from);
        let mut chunk = space.chunk(from, 0, false);
        let result = loop {
            let heaps = end.saturating_sub(chunk.end()).min(plan.blocks * LANES);
            let next = space.chunk(chunk.end(), heaps / LANES, false);
            let assumed = space.assumed(chunk);
            drop(space);
            let (next_block, wrong) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
            let verification = Verification { first: verified, next: next_block, wrong };
            let phase = self.run(Phase {
                verification: Some(verification),
                ..Phase::new(Alone::Assume(assumed), next)
            });
            space = self.space_mut();
            let wrong =
                phase.verification.map_or(usize::MAX, |verified| verified.wrong.into_inner());
            verified = space.len().min(wrong.saturating_mul(LANES).saturating_add(verified));
            if let Err(limit) = charge(charged, verified, meter) {
                break Err(limit);
            }
            if verified < space.len() {
                break Ok(());
            }
            let alone = phase.alone.into_inner().unwrap_or_else(PoisonError::into_inner);
            let Alone::Assume(assumed) = alone else { unreachable!("it is what was to do") };
            space.codes.extend(&assumed.codes[assumed.before..]);
            space.largest = assumed.largest;
            chunk = phase.collected;
            if space.len() < assumed.chunk.end() && !space.is_mask_stale() {
                space.spare_rows += space.rows / 16 + space.row_step();
            }
            if space.len() < assumed.chunk.end() || meter.is_due() {
                end = space.len();
                chunk = space.chunk(end, 0, false);
            }
            if space.len() == verified && chunk.blocks == 0 {
                break Ok(());
            }
        };
        space.witnesses.clone_from(&locked(&self.witnesses[0]));
        space.shorten(verified, (from, before));
        result
    }

    /// Computes values where rare heaps are close together, up to `until`, or until another mask is
    /// better.
    fn extend(
        &self,
        plan: &Plan,
        until: usize,
        charged: &mut usize,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let mut space = self.space_mut();
        let mut copied = Copied::new(&space);
        // The chunk whose options are collected, and the witnesses that were tried on it.
        let mut ready: Option<(Chunk, Vec<Part>)> = None;
        let result = loop {
            let first = ready.as_ref().map_or(space.len(), |(chunk, _)| chunk.end());
            let blocks = plan.blocks.min(space.end(until).saturating_sub(first) / LANES);
            if blocks == 0 && ready.is_none()
                || meter.is_due()
                || !space.has_room_for_rare()
                || copied.follow(&space, meter).is_err()
            {
                break Ok(());
            }
            space.rows = space.rows_of_chunk();
            let next = space.chunk(first, blocks, true);
            let tried = space.witnesses.large(next.end() - space.len());
            let (alone, tried_before) = match ready.take() {
                Some((chunk, tried)) => (Alone::Extend(chunk, Ok(())), tried),
                None => (Alone::Nothing, Vec::new()),
            };
            let elsewhere = space.witnesses.take(&tried_before);
            drop(space);
            let copy = Some(copied);
            let phase = self.run(Phase { tried, copied: copy, ..Phase::new(alone, next) });
            space = self.space_mut();
            space.witnesses.put_back(elsewhere);
            copied = phase.copied.expect("it was given");
            if space.mask != copied.mask {
                space.forget_rare_witnesses();
            }
            let next = (phase.collected, phase.tried);
            let alone = phase.alone.into_inner().unwrap_or_else(PoisonError::into_inner);
            let Alone::Extend(chunk, done) = alone else {
                ready = Some(next);
                continue;
            };
            if let Err(limit) = charge(charged, space.len(), meter) {
                break Err(limit);
            }
            if done.is_err() || space.mask != copied.mask || chunk.rows == MAX_ROWS {
                break Ok(());
            }
            let complete = space.len() == chunk.end();
            ready = (complete && next.0.blocks > 0).then_some(next);
        };
        meter.release(copied.bytes());
        result
    }
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
        if self.is_mask_stale() || meter.is_due() || self.plan(until).is_none() {
            return Ok(());
        }
        let before = (self.len(), self.largest);
        let team = Team::new(self, threads);
        let work = |thread: usize, meter: &mut Meter| {
            if thread > 0 {
                team.phases.help(|phase| team.take_part(phase, thread));
                return None;
            }
            let _end = team.phases.end();
            Some(team.lead(until, meter))
        };
        let ends = meter.share(threads, work);
        let (charged, result) = ends.into_iter().flatten().next().expect("the first thread led");
        self.shorten(charged, before);
        result
    }

    fn known(&self) -> Known<'_> {
        let SparseSpace { codes, pad, rare, moves, mask, .. } = self;
        Known { codes, pad: *pad, rare, two: &moves.two, mask: *mask }
    }

    /// Forgets all values but `count`, and what was learnt from them. When there were only
    /// `before`, the largest was known.
    fn shorten(&mut self, count: usize, (before, largest): (usize, u16)) {
        if count == self.len() {
            return;
        }
        self.codes.truncate(self.pad + count);
        self.rare.truncate(self.rare.partition_point(|rare| (rare.size as usize) < count));
        let values = self.codes[self.pad + before..].iter().map(|code| code & Self::VALUE_BITS);
        self.largest = values.fold(largest, u16::max);
        self.forget_later_witnesses();
    }

    /// The rows of a chunk's blocks: some more than one block needs, as values grow meanwhile, and
    /// yet more where they have outgrown them before.
    fn rows_of_chunk(&self) -> usize {
        let rows = self.rows_wanted();
        (rows + rows / 16 + self.spare_rows).min(MAX_ROWS)
    }

    /// The number of heaps, up to `until`, that there is room for before another mask may be chosen.
    fn end(&self, until: usize) -> usize {
        let room = (self.codes.capacity() - self.codes.len()).saturating_sub(LANES);
        let until = until.min(Self::MAX_HEAPS).min(2 * self.chosen_at.0);
        self.len() + until.saturating_sub(self.len()).min(room) / LANES * LANES
    }

    /// How to go on by several threads, if they are worth their start.
    fn plan(&self, until: usize) -> Option<Plan> {
        let (end, heaps) = (self.end(until), self.len());
        let parts = self.rare.len() + self.witnesses.parts.len();
        let work = self.moves.two.len() * parts * self.rows_wanted() + BLOCK;
        let since_rare = heaps - self.rare.last().map_or(0, |rare| rare.size as usize);
        let max_blocks = (PHASE / work).min(heaps / LANES / 4).max(MIN_BLOCKS);
        let far_apart = |&blocks: &usize| blocks <= since_rare / LANES / 4;
        let blocks = [max_blocks, max_blocks / 4].into_iter().find(far_apart);
        let (far_apart, blocks) = (blocks.is_some(), blocks.unwrap_or(max_blocks / 4));
        let blocks = blocks.max(MIN_BLOCKS);
        let worthwhile = (end - heaps) / LANES * work >= PHASE && heaps / LANES >= 4 * blocks;
        worthwhile.then_some(Plan { end, blocks, far_apart })
    }

    /// A chunk of blocks for which no options were collected yet.
    fn chunk(&self, first: usize, blocks: usize, both: bool) -> Chunk {
        let (known, rare, rows) = (self.len(), self.rare.len(), self.rows);
        let pieces = Box::default();
        let mut chunk = Chunk { first, blocks, known, rare, rows, both, pieces };
        chunk.pieces = (0..blocks.div_ceil(chunk.at_once())).map(|_| Mutex::default()).collect();
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
        for block in 0..chunk.blocks {
            let first = chunk.first + block * LANES;
            let near = &self.rare[..near_rare(&self.rare, first, chunk.known)];
            let reached = chunk.block(first);
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
            let values = &mut codes[start..];
            let enough = if self.is_second_free {
                self.assume_block::<2>(first, values, reached)
            } else {
                self.assume_block::<1>(first, values, reached)
            };
            if !enough {
                codes.truncate(start);
                return;
            }
            *largest = values.iter().fold(*largest, |largest, &value| largest.max(value));
            if largest.leading_zeros() < self.chosen_at.2.leading_zeros() {
                return;
            }
        }
    }

    /// Computes the values of a block as if all heaps were common, so many heaps at a time. Returns
    /// `false` if one needs more rows.
    #[inline(always)]
    fn assume_block<const HEAPS: usize>(
        &self,
        first: usize,
        values: &mut [u16],
        reached: &mut [Row],
    ) -> bool {
        for lane in (0..LANES).step_by(HEAPS) {
            let Some(least) = self.min_common::<HEAPS>(reached, first + lane, lane) else {
                return false;
            };
            values[lane..][..HEAPS].copy_from_slice(&least);
            self.announce(least, lane, reached);
        }
        true
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
        space.make_room_for(20_000, meter).unwrap();
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
                for threads in [2, 3] {
                    let shared = end(threads);
                    let ends = [&alone, &shared].map(|(error, values)| (error, values.len()));
                    assert!(shared == alone, "{code}, {threads} threads, {budget:?}: {ends:?}");
                }
            }
        }
    }
}
