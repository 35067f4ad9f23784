//! The states of a whole space, three bits each, which several threads expand layer by layer.
//!
//! The table is divided into regions, each with a lock. A thread has a list of successors for each region,
//! and marks those of a list together when it is full: so it seldom takes a lock, and each line of the
//! table comes from memory once for many of them (Korf and Schultze wrote theirs to a file for each part
//! of a space, "Large-Scale Parallel Breadth-First Search", AAAI 2005). One thread has one region and
//! no lists.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tesuji_core::{Limit, Meter, Ranked, StateReader, StateWriter};

/// The states of a space, 64 to a block, three bits each.
///
/// | settled | code | |
/// |---|---|---|
/// | no | 0 | not reached |
/// | no | 1, 2 | reached, and in a layer of even or of odd depth |
/// | yes | 0, 1, 2 | expanded, or about to be; the distance modulo 3 |
///
/// Most successors are settled states, which one bit shows: the part of the table that is read most
/// often is a third of the whole.
pub(crate) struct Space {
    /// Bit `n` of word `b` is set while state `64 b + n` is not settled.
    unsettled: Vec<u64>,
    /// The low and the high bits of the codes.
    codes: Vec<[u64; 2]>,
    /// The states of each layer, the one that is being expanded included.
    layers: Vec<u64>,
    /// Whether a checkpoint has cut the expansion of the last layer in two.
    is_cut: bool,
    /// The states that were reached from it.
    reached: u64,
    /// Its lowest ranks.
    deepest: Vec<u64>,
}

impl Space {
    /// The starts are reached, and nothing else.
    pub(crate) fn around(starts: &[u64], size: u64, meter: &mut Meter) -> Result<Self, Limit> {
        let mut space = Space::new(size, meter)?;
        meter.charge(u32::try_from(starts.len()).unwrap_or(u32::MAX))?;
        let Space { unsettled, codes, reached, .. } = &mut space;
        *reached = Region { unsettled, codes }.mark(&mut starts.to_vec(), bit_of_layer(0));
        Ok(space)
    }

    fn new(size: u64, meter: &mut Meter) -> Result<Self, Limit> {
        let blocks = usize::try_from(size.div_ceil(64)).map_err(|_| Limit::Memory)?;
        Ok(Space {
            unsettled: meter.claimed_vec(u64::MAX, blocks)?,
            codes: meter.claimed_vec([0; 2], blocks)?,
            layers: Vec::new(),
            is_cut: false,
            reached: 0,
            deepest: Vec::new(),
        })
    }

    /// Expands all layers, and lists the lowest ranks of the last.
    pub(crate) fn expand<R: Ranked + Sync>(
        &mut self,
        rules: &R,
        listed: usize,
        threads: usize,
        section: &str,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        /// A layer with fewer states is not worth starting threads, nor a space with a few times as many.
        const MIN_SHARED: u64 = 1 << 15;
        let is_small = self.codes.len() as u64 * 64 < 32 * MIN_SHARED;
        let threads = if is_small { 1 } else { threads };
        let plan = Plan::new(self.codes.len(), threads);
        let mut workers = Vec::new();
        for _ in 0..threads {
            workers.push(Mutex::new(Worker::new(plan, meter)?));
        }
        loop {
            if !self.is_cut {
                let known: u64 = self.layers.iter().sum();
                meter.duplicates = meter.stats().generated - known - self.reached;
                if self.reached == 0 {
                    workers.iter().for_each(|worker| locked(worker).release(meter));
                    return Ok(());
                }
                self.layers.push(std::mem::take(&mut self.reached));
                self.deepest.clear();
            }
            let depth = self.layers.len() - 1;
            meter.deepest = meter.deepest.max(u32::try_from(depth).ok());
            let threads = if self.layers[depth] < MIN_SHARED { 1 } else { threads };
            let layer = Layer::new(self, rules, plan, listed);
            let ends: Vec<Result<_, Limit>> = meter.share(threads, |number, meter| {
                let mut worker = locked(&workers[number]);
                let is_whole = layer.expand(&mut worker, meter)?;
                Ok((is_whole, std::mem::take(&mut worker.reached)))
            });
            self.is_cut = false;
            for end in ends {
                let (is_whole, reached) = end?;
                self.is_cut |= !is_whole;
                self.reached += reached;
            }
            if self.is_cut || meter.is_due() {
                meter.save(section, |out| self.save(out));
            }
        }
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.number(self.is_cut.into())?;
        out.number(self.reached)?;
        out.list(&self.layers)?;
        out.list(&self.deepest)?;
        out.words(&self.unsettled)?;
        out.words(self.codes.as_flattened())
    }

    pub(crate) fn load(size: u64, input: &mut StateReader, meter: &mut Meter) -> io::Result<Self> {
        let mut space = Space::new(size, meter).map_err(|_| io::ErrorKind::OutOfMemory)?;
        space.is_cut = input.number_up_to(1)? == 1;
        space.reached = input.number()?;
        (space.layers, space.deepest) = (input.small_list()?, input.small_list()?);
        if space.is_cut && space.layers.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it has no layer to go on with",
            ));
        }
        input.words(&mut space.unsettled)?;
        input.words(space.codes.as_flattened_mut())?;
        Ok(space)
    }

    /// The states of each layer so far: of a search that a limit ended, the layers that are complete.
    pub(crate) fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// For 64 states each, the low and the high bits of the distances modulo 3, or 3 for what was not
    /// reached; and the lowest ranks of the last layer.
    pub(crate) fn into_residues(self) -> (Vec<[u64; 2]>, Vec<u64>) {
        let mut residues = self.codes;
        for ([low, high], unsettled) in residues.iter_mut().zip(self.unsettled) {
            *low |= unsettled;
            *high |= unsettled;
        }
        (residues, self.deepest)
    }
}

/// The bit of a code that marks the states of a layer before they are expanded.
fn bit_of_layer(depth: usize) -> usize {
    depth % 2
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a space is divided.
#[derive(Clone, Copy)]
struct Plan {
    regions: usize,
    /// The blocks of a region, a power of two.
    blocks: usize,
}

impl Plan {
    /// The most blocks of a region that several threads share, 1.5 MiB.
    const MAX_SHARED: usize = 1 << 16;
    /// The regions of a small space for each thread.
    const REGIONS: usize = 16;

    fn new(blocks: usize, threads: usize) -> Self {
        let all = blocks;
        let blocks = match threads {
            1 => all,
            _ => all.div_ceil(Self::REGIONS * threads).min(Self::MAX_SHARED),
        };
        let blocks = blocks.next_power_of_two();
        Plan { regions: all.div_ceil(blocks), blocks }
    }
}

/// Some consecutive blocks of a space.
struct Region<'a> {
    unsettled: &'a mut [u64],
    codes: &'a mut [[u64; 2]],
}

impl Region<'_> {
    /// Marks places as reached with this bit, unless they are known; returns how many were not. The
    /// order of the places is lost.
    #[inline]
    fn mark<T: Copy + Into<u64>>(&mut self, places: &mut [T], bit: usize) -> u64 {
        // Which of them are settled nobody can foresee, a branch predictor included: so no branch, and
        // all the looks can be under way together.
        let mut kept = 0;
        for index in 0..places.len() {
            let place = places[index];
            places[kept] = place;
            let place: u64 = place.into();
            kept += (self.unsettled[(place / 64) as usize] >> (place % 64) & 1) as usize;
        }
        let mut new = 0;
        for &place in &places[..kept] {
            let place: u64 = place.into();
            let code = &mut self.codes[(place / 64) as usize];
            let unknown = !(code[0] | code[1]) >> (place % 64) & 1;
            code[bit] |= unknown << (place % 64);
            new += unknown;
        }
        new
    }

    /// Settles the states of some blocks that are in the layer of this depth, and lists them by blocks.
    fn settle(&mut self, blocks: Range<usize>, depth: usize, open: &mut Vec<(usize, u64)>) {
        let residue = depth % 3;
        let [low, high] = [residue & 1, residue >> 1].map(|bit| 0u64.wrapping_sub(bit as u64));
        let bit = bit_of_layer(depth);
        for block in blocks {
            let (unsettled, code) = (&mut self.unsettled[block], &mut self.codes[block]);
            let reached = *unsettled & code[bit];
            if reached != 0 {
                *unsettled ^= reached;
                *code = [code[0] & !reached | low & reached, code[1] & !reached | high & reached];
                open.push((block, reached));
            }
        }
    }

    /// Undoes [`settle`](Self::settle) for some blocks.
    fn give_back(&mut self, depth: usize, open: &[(usize, u64)]) {
        let bit = bit_of_layer(depth);
        for &(block, reached) in open {
            self.unsettled[block] |= reached;
            self.codes[block] = self.codes[block].map(|bits| bits & !reached);
            self.codes[block][bit] |= reached;
        }
    }
}

/// What the threads share while they expand a layer.
struct Layer<'a, R> {
    rules: &'a R,
    depth: usize,
    plan: Plan,
    regions: Vec<Mutex<Region<'a>>>,
    /// The first region that no thread has taken.
    next: AtomicUsize,
    listed: usize,
    deepest: Mutex<&'a mut Vec<u64>>,
}

impl<'a, R: Ranked> Layer<'a, R> {
    /// The blocks whose states are settled at a time.
    const PORTION: usize = 1 << 8;
    /// After so many blocks the limits are looked at, whatever is in them.
    const LOOK: usize = 1 << 16;

    fn new(space: &'a mut Space, rules: &'a R, plan: Plan, listed: usize) -> Self {
        let Space { unsettled, codes, layers, deepest, .. } = space;
        let regions = unsettled.chunks_mut(plan.blocks).zip(codes.chunks_mut(plan.blocks));
        let region = |(unsettled, codes)| Mutex::new(Region { unsettled, codes });
        Layer {
            rules,
            depth: layers.len() - 1,
            plan,
            regions: regions.map(region).collect(),
            next: AtomicUsize::new(0),
            listed,
            deepest: Mutex::new(deepest),
        }
    }

    /// Expands regions until all are taken, or until a checkpoint is due; whether all were expanded.
    fn expand(&self, worker: &mut Worker, meter: &mut Meter) -> Result<bool, Limit> {
        let mut is_whole = true;
        while is_whole {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(region) = self.regions.get(number) else { break };
            is_whole = self.expand_region(number, region, worker, meter)?;
        }
        self.hand_out(worker, meter)?;
        for region in 0..worker.lengths.len() {
            self.mark(region, worker);
        }
        Ok(is_whole)
    }

    /// Expands the states of a region that are in the layer, until a checkpoint is due; whether all were
    /// expanded.
    fn expand_region(
        &self,
        number: usize,
        region: &Mutex<Region>,
        worker: &mut Worker,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        let first_rank = (number * self.plan.blocks) as u64 * 64;
        let blocks = locked(region).codes.len();
        let mut open = Vec::with_capacity(Self::PORTION);
        for first in (0..blocks).step_by(Self::PORTION) {
            worker.passed += Self::PORTION;
            // A checkpoint that is due waits for the end of a block with states.
            if worker.passed >= Self::LOOK && !meter.is_due() {
                worker.passed = 0;
                meter.look()?;
            }
            let portion = first..blocks.min(first + Self::PORTION);
            open.clear();
            locked(region).settle(portion, self.depth, &mut open);
            self.list(first_rank, &open);
            for (index, &(block, mut states)) in open.iter().enumerate() {
                meter.tally.expanded += u64::from(states.count_ones());
                let first = first_rank + block as u64 * 64;
                while states != 0 {
                    let rank = first + u64::from(states.trailing_zeros());
                    self.rules.push_successor_ranks(rank, &mut worker.successors);
                    states &= states - 1;
                    if worker.successors.len() >= Worker::BATCH {
                        self.hand_out(worker, meter)?;
                    }
                }
                if meter.is_due() {
                    locked(region).give_back(self.depth, &open[index + 1..]);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Lists the lowest ranks of the layer.
    fn list(&self, first: u64, open: &[(usize, u64)]) {
        let Some(&(block, states)) = open.first() else { return };
        let mut deepest = locked(&self.deepest);
        let lowest = first + block as u64 * 64 + u64::from(states.trailing_zeros());
        if deepest.len() == self.listed && deepest.last().is_none_or(|&last| last < lowest) {
            return;
        }
        let ranks = open.iter().flat_map(|&(block, states)| {
            let bits = (0..64).filter(move |bit| states >> bit & 1 == 1);
            bits.map(move |bit| first + block as u64 * 64 + bit)
        });
        deepest.extend(ranks.take(self.listed));
        deepest.sort_unstable();
        // What a checkpoint left unexpanded comes again.
        deepest.dedup();
        deepest.truncate(self.listed);
    }

    /// Puts the successors into the lists of their regions.
    #[inline]
    fn hand_out(&self, worker: &mut Worker, meter: &mut Meter) -> Result<(), Limit> {
        meter.charge(u32::try_from(worker.successors.len()).unwrap_or(u32::MAX))?;
        let bit = bit_of_layer(self.depth + 1);
        if let [region] = &self.regions[..] {
            worker.reached += locked(region).mark(&mut worker.successors, bit);
        } else {
            let states = self.plan.blocks as u64 * 64;
            let shift = states.trailing_zeros();
            for index in 0..worker.successors.len() {
                let rank = worker.successors[index];
                let region = (rank >> shift) as usize;
                let length = &mut worker.lengths[region];
                worker.waiting[region * Worker::ROOM + *length] = (rank & (states - 1)) as u32;
                *length += 1;
                if *length == Worker::ROOM {
                    self.mark(region, worker);
                }
            }
        }
        worker.successors.clear();
        Ok(())
    }

    /// Marks the successors that wait for a region.
    fn mark(&self, region: usize, worker: &mut Worker) {
        let length = std::mem::take(&mut worker.lengths[region]);
        let waiting = &mut worker.waiting[region * Worker::ROOM..][..length];
        let bit = bit_of_layer(self.depth + 1);
        worker.reached += locked(&self.regions[region]).mark(waiting, bit);
    }
}

/// What a thread works with.
struct Worker {
    /// The successors of the states that were expanded last.
    successors: Vec<u64>,
    /// Room for some successors of each region, by their places in it.
    waiting: Vec<u32>,
    /// How many wait for each region.
    lengths: Vec<usize>,
    /// The blocks that were passed since the limits were looked at.
    passed: usize,
    /// The states that were reached.
    reached: u64,
}

impl Worker {
    /// The successors that are handed out together.
    const BATCH: usize = 1024;
    /// The successors that can wait for a region.
    const ROOM: usize = 1024;

    fn new(plan: Plan, meter: &mut Meter) -> Result<Self, Limit> {
        let lists = if plan.regions == 1 { 0 } else { plan.regions };
        Ok(Worker {
            successors: Vec::with_capacity(2 * Self::BATCH),
            waiting: meter.claimed_vec(0, lists * Self::ROOM)?,
            lengths: meter.claimed_vec(0, lists)?,
            passed: 0,
            reached: 0,
        })
    }

    fn release(&self, meter: &mut Meter) {
        let lengths = size_of_val(self.lengths.as_slice());
        meter.release(size_of_val(self.waiting.as_slice()) + lengths);
    }
}
