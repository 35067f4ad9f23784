//! Shards of ranked spaces: two bits for each state.

use std::io::{self, Write};
use std::sync::Arc;

use tesuji_core::{Limit, Meter, Ranked, ranks_in, with_v3};
use tesuji_storage::container::Writer;

use crate::checkpoints::invalid;
use crate::shard::{Outbox, Shard, Work};

/// The rules of a ranked space, its start states and who owns which.
pub(crate) struct RankedPlan<R> {
    pub(crate) rules: Arc<R>,
    /// Ranks.
    pub(crate) starts: Vec<u64>,
    /// How many of the farthest states each worker lists.
    pub(crate) listed: usize,
    pub(crate) blocks: Blocks,
}

/// The division of the ranks into blocks, which the workers own in turn.
///
/// It does not depend on the number of workers, so that a checkpoint serves any number of them.
/// Large blocks keep successors with near ranks together, small ones spread each level evenly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    states: u64,
    shift: u32,
}

impl Blocks {
    /// About the number of blocks into which a space is divided.
    const COUNT: u64 = 1 << 10;

    pub(crate) fn of(states: u64) -> Self {
        let size = (states / Self::COUNT).next_power_of_two();
        Blocks { states, shift: size.ilog2().clamp(6, 24) }
    }

    fn count(self) -> u64 {
        self.states.div_ceil(1 << self.shift)
    }

    /// The blocks of worker `index` of `workers`.
    fn own(self, index: usize, workers: usize) -> u64 {
        (self.count() + workers as u64 - 1 - index as u64) / workers as u64
    }

    /// The most states that a worker owns.
    pub(crate) fn max_own_states(self, workers: usize) -> u64 {
        self.own(0, workers) << self.shift
    }
}

const OTHER_SPACE: &str = "it has a block of another space";

/// The label of the block that has the listed states.
const DEEPEST: &[u8] = b"deepest";

/// Division by the number of workers, which own the blocks in turn.
///
/// A multiplication takes less time than a division, or than a table of the owners, which would
/// fill the processor's cache.
#[derive(Clone, Copy)]
struct Turns {
    workers: u64,
    reciprocal: u64,
}

impl Turns {
    fn new(workers: usize) -> Self {
        let workers = workers as u64;
        Turns { workers, reciprocal: u64::MAX / workers }
    }

    /// The owner of a block, and its number among the blocks of the owner. The reciprocal is rounded
    /// down; one block more makes up for that as long as blocks times workers are below 2^64.
    #[inline(always)]
    fn home(self, block: u64) -> (u64, u64) {
        let product = u128::from(block + 1) * u128::from(self.reciprocal);
        let number = (product >> 64) as u64;
        debug_assert_eq!(number, block / self.workers);
        (block - number * self.workers, number)
    }
}

/// Two bits for each state of a worker, one in each of two arrays of words of 64 states.
///
/// | known | open | |
/// |---|---|---|
/// | 0 | 0 | unknown |
/// | 0 | 1 | in the next level |
/// | 1 | 1 | in the level that is being expanded |
/// | 1 | 0 | expanded |
///
/// Most successors are known, which one bit shows: the array that is read most often is half of
/// the whole.
pub(crate) struct RankedShard<R> {
    plan: Arc<RankedPlan<R>>,
    blocks: Blocks,
    turns: Turns,
    index: usize,
    workers: usize,
    known: Vec<u64>,
    open: Vec<u64>,
    /// The first word of the level that may not be expanded.
    next: usize,
    deepest: Vec<u64>,
    /// Ranks of states to be expanded, and of their successors.
    listed: Vec<u64>,
    successors: Vec<u64>,
    /// The successors that the worker owns, by their numbers here, and the others.
    own: Vec<u32>,
    foreign: Vec<(u32, u32)>,
}

impl<R> RankedShard<R> {
    /// The shard of worker `index` of `workers`.
    pub(crate) fn new(
        plan: Arc<RankedPlan<R>>,
        index: usize,
        workers: usize,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let blocks = plan.blocks;
        let words = blocks.own(index, workers) << (blocks.shift - Self::WORD);
        let words = usize::try_from(words).map_err(|_| Limit::Memory)?;
        Ok(RankedShard {
            plan,
            blocks,
            turns: Turns::new(workers),
            index,
            workers,
            known: meter.claimed_vec(0, words)?,
            open: meter.claimed_vec(0, words)?,
            next: 0,
            deepest: Vec::new(),
            listed: Vec::new(),
            successors: Vec::new(),
            own: Vec::new(),
            foreign: Vec::new(),
        })
    }

    /// About how many states are expanded before their successors are distributed.
    const LISTED: usize = 256;
    /// How many of them are expanded together.
    const TOGETHER: usize = 64;

    const WORD: u32 = 6;

    /// The rank of the first state of a word.
    fn rank(&self, word: usize) -> u64 {
        let words = self.blocks.shift - Self::WORD;
        let block = (word as u64 >> words) * self.workers as u64 + self.index as u64;
        let within = word as u64 & ((1 << words) - 1);
        (block << self.blocks.shift) + (within << Self::WORD)
    }

    /// Adds the own states to the next level unless they are known.
    #[inline(always)]
    fn mark(&mut self) {
        // Which of them are known cannot be predicted, by a branch predictor either: so there is no
        // branch, and all the looks can be under way together.
        let (own, mut kept) = (&mut self.own[..], 0);
        for index in 0..own.len() {
            let state = own[index];
            own[kept] = state;
            kept += (!self.known[(state / 64) as usize] >> (state % 64) & 1) as usize;
        }
        for &state in &own[..kept] {
            self.open[(state / 64) as usize] |= 1 << (state % 64);
        }
    }

    /// Divides the successors among their owners.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a worker has at most 2^32 states")]
    fn distribute(&mut self, outbox: &mut Outbox, work: &mut Work) {
        let RankedShard { successors, own, foreign, turns, .. } = self;
        let (shift, index) = (self.blocks.shift, self.index as u64);
        own.resize(successors.len(), 0);
        foreign.resize(successors.len(), (0, 0));
        // Without branches, as it cannot be predicted either.
        let (mut kept, mut sent) = (0, 0);
        for &rank in &*successors {
            let (owner, number) = turns.home(rank >> shift);
            let state = (number << shift | rank & ((1 << shift) - 1)) as u32;
            own[kept] = state;
            foreign[sent] = (owner as u32, state);
            let is_own = usize::from(owner == index);
            kept += is_own;
            sent += 1 - is_own;
        }
        work.generated += successors.len() as u64;
        work.sent += sent as u64;
        successors.clear();
        own.truncate(kept);
        for &(to, state) in &foreign[..sent] {
            outbox.to(to as usize).extend_from_slice(&state.to_le_bytes());
        }
        (0..self.workers).for_each(|to| outbox.check(to));
        self.mark();
    }
}

impl<R: Ranked> RankedShard<R> {
    /// Expands some states of the level, and distributes their successors. False if there were none
    /// left.
    #[inline(always)]
    fn expand_some(&mut self, outbox: &mut Outbox, work: &mut Work) -> bool {
        while self.next < self.known.len() && self.listed.len() < Self::LISTED {
            let word = self.next;
            self.next += 1;
            let listed = self.known[word] & self.open[word];
            if listed == 0 {
                continue;
            }
            self.open[word] ^= listed;
            let first = self.rank(word);
            self.listed.extend(ranks_in(first, listed));
        }
        if self.listed.is_empty() {
            return false;
        }
        work.expanded += self.listed.len() as u64;
        let more = self.plan.listed.saturating_sub(self.deepest.len());
        self.deepest.extend(self.listed.iter().take(more));
        for listed in self.listed.chunks(Self::TOGETHER) {
            self.plan.rules.push_successor_ranks(listed.iter().copied(), &mut self.successors);
        }
        self.listed.clear();
        self.distribute(outbox, work);
        true
    }
}

impl<R: Ranked + Send + Sync + 'static> Shard for RankedShard<R> {
    fn start(&mut self, _: &mut Meter) -> Result<(), Limit> {
        self.successors.extend(&self.plan.starts);
        // Each worker distributes all start states, and keeps its own.
        let mut outbox = Outbox::new(self.workers);
        self.distribute(&mut outbox, &mut Work::default());
        Ok(())
    }

    fn begin_level(&mut self) -> u64 {
        self.next = 0;
        with_v3(
            true,
            #[inline(always)]
            || {
                let mut states = 0;
                for (known, open) in self.known.iter_mut().zip(&self.open) {
                    states += u64::from((open & !*known).count_ones());
                    *known |= open;
                }
                states
            },
        )
    }

    fn list_anew(&mut self) {
        self.deepest.clear();
    }

    fn clear(&mut self) {
        self.known.fill(0);
        self.open.fill(0);
        self.deepest.clear();
    }

    fn expand(
        &mut self,
        outbox: &mut Outbox,
        work: &mut Work,
        _: &mut Meter,
    ) -> Result<bool, Limit> {
        Ok(with_v3(
            true,
            #[inline(always)]
            || self.expand_some(outbox, work),
        ))
    }

    fn receive(&mut self, bytes: &[u8], _: &mut Meter) -> Result<bool, Limit> {
        self.own.clear();
        self.own.extend(bytes.as_chunks().0.iter().map(|&state| u32::from_le_bytes(state)));
        self.mark();
        Ok(true)
    }

    fn deepest(&self) -> &[u64] {
        &self.deepest
    }

    fn save(&self, out: &mut Writer<&mut (dyn Write + Send)>) -> io::Result<()> {
        let words = |words: &[u64]| -> Vec<u8> {
            words.iter().flat_map(|word| word.to_le_bytes()).collect()
        };
        out.block(DEEPEST, &words(&self.deepest))?;
        let words_of_block = 1 << (self.blocks.shift - Self::WORD);
        let open = self.open.chunks(words_of_block);
        for (number, (known, open)) in self.known.chunks(words_of_block).zip(open).enumerate() {
            let block = number as u64 * self.workers as u64 + self.index as u64;
            out.block(&block.to_le_bytes(), &[words(known), words(open)].concat())?;
        }
        Ok(())
    }

    fn pass(&self, label: &[u8]) -> Option<usize> {
        let is_wanted = match label.try_into().map(u64::from_le_bytes) {
            Ok(block) => block % self.workers as u64 == self.index as u64,
            Err(_) => label == DEEPEST,
        };
        is_wanted.then_some(0)
    }

    fn load(&mut self, label: &[u8], bytes: &[u8], _: &mut Meter) -> io::Result<()> {
        let words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        let Ok(block) = label.try_into().map(u64::from_le_bytes) else {
            self.deepest.extend(words);
            self.deepest.sort_unstable();
            self.deepest.truncate(self.plan.listed);
            return Ok(());
        };
        let words_of_block = 1 << (self.blocks.shift - Self::WORD);
        let number = usize::try_from(block / self.workers as u64).unwrap_or(usize::MAX);
        let start = number.saturating_mul(words_of_block);
        let bits = [&mut self.known, &mut self.open]
            .map(|bits| bits.get_mut(start..).and_then(|bits| bits.get_mut(..words_of_block)));
        let [Some(known), Some(open)] = bits else { return Err(invalid(OTHER_SPACE)) };
        if bytes.len() != size_of_val(known) + size_of_val(open) {
            return Err(invalid(OTHER_SPACE));
        }
        known.iter_mut().chain(open).zip(words).for_each(|(bits, word)| *bits = word);
        Ok(())
    }
}
