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
    const COUNT: u64 = 1 << 12;

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

/// The label of the block that has the listed states.
const DEEPEST: &[u8] = b"deepest";

/// The owner of a block, and its number among the blocks of the owner.
#[derive(Clone, Copy)]
struct Home {
    owner: u32,
    number: u32,
}

/// Two bits for each state of a worker, in words of 64 states: the low bits and the high bits.
///
/// | low | high | |
/// |---|---|---|
/// | 0 | 0 | unknown |
/// | 0 | 1 | in the next level |
/// | 1 | 0 | in the level that is being expanded |
/// | 1 | 1 | expanded |
pub(crate) struct RankedShard<R> {
    plan: Arc<RankedPlan<R>>,
    blocks: Blocks,
    homes: Vec<Home>,
    index: usize,
    workers: usize,
    codes: Vec<[u64; 2]>,
    /// The first word of the level that may not be expanded.
    next: usize,
    deepest: Vec<u64>,
    /// Ranks of states to be expanded.
    open: Vec<u64>,
    /// Successors by rank, and those that others sent by their numbers here.
    successors: Vec<u64>,
    arrived: Vec<u32>,
    /// The successors of each owner.
    sorted: Vec<Vec<u32>>,
}

impl<R> RankedShard<R> {
    /// The shard of worker `index` of `workers`.
    #[expect(clippy::cast_possible_truncation, reason = "workers and blocks are fewer than 2^32")]
    pub(crate) fn new(
        plan: Arc<RankedPlan<R>>,
        index: usize,
        workers: usize,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let blocks = plan.blocks;
        let count = usize::try_from(blocks.count()).map_err(|_| Limit::Memory)?;
        let mut homes = meter.claimed_vec(Home { owner: 0, number: 0 }, count)?;
        for (block, home) in homes.iter_mut().enumerate() {
            *home = Home { owner: (block % workers) as u32, number: (block / workers) as u32 };
        }
        let words = blocks.own(index, workers) << (blocks.shift - Self::WORD);
        let words = usize::try_from(words).map_err(|_| Limit::Memory)?;
        Ok(RankedShard {
            plan,
            blocks,
            homes,
            index,
            workers,
            codes: meter.claimed_vec([0; 2], words)?,
            next: 0,
            deepest: Vec::new(),
            open: Vec::new(),
            successors: Vec::new(),
            arrived: Vec::new(),
            sorted: vec![Vec::new(); workers],
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

    /// Adds states to the next level unless they are known.
    #[inline(always)]
    fn mark(&mut self, own: &mut Vec<u32>) {
        // Which of them are known cannot be predicted, by a branch predictor either: so there is no
        // branch, and all the looks can be under way together.
        let mut kept = 0;
        for index in 0..own.len() {
            let state = own[index];
            let [low, high] = self.codes[(state / 64) as usize];
            own[kept] = state;
            kept += (!(low | high) >> (state % 64) & 1) as usize;
        }
        for &state in &own[..kept] {
            self.codes[(state / 64) as usize][1] |= 1 << (state % 64);
        }
        own.clear();
    }

    /// Divides the successors among their owners.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a worker has at most 2^32 states")]
    fn distribute(&mut self, outbox: &mut Outbox, work: &mut Work) {
        let shift = self.blocks.shift;
        let mask = (1 << shift) - 1;
        for &rank in &self.successors {
            let home = self.homes[(rank >> shift) as usize];
            let state = u64::from(home.number) << shift | rank & mask;
            self.sorted[home.owner as usize].push(state as u32);
        }
        work.generated += self.successors.len() as u64;
        self.successors.clear();
        let mut own = std::mem::take(&mut self.sorted[self.index]);
        self.mark(&mut own);
        self.sorted[self.index] = own;
        for (to, states) in self.sorted.iter_mut().enumerate() {
            if states.is_empty() {
                continue;
            }
            work.sent += states.len() as u64;
            outbox.to(to).extend(states.iter().flat_map(|state| state.to_le_bytes()));
            outbox.check(to);
            states.clear();
        }
    }
}

impl<R: Ranked> RankedShard<R> {
    /// Expands some states of the level, and distributes their successors. False if there were none
    /// left.
    #[inline(always)]
    fn expand_some(&mut self, outbox: &mut Outbox, work: &mut Work) -> bool {
        while self.next < self.codes.len() && self.open.len() < Self::LISTED {
            let word = self.next;
            self.next += 1;
            let [low, high] = self.codes[word];
            let open = low & !high;
            if open == 0 {
                continue;
            }
            self.codes[word][1] = high | open;
            let first = self.rank(word);
            self.open.extend(ranks_in(first, open));
        }
        if self.open.is_empty() {
            return false;
        }
        work.expanded += self.open.len() as u64;
        let listed = self.plan.listed.saturating_sub(self.deepest.len());
        self.deepest.extend(self.open.iter().take(listed));
        for open in self.open.chunks(Self::TOGETHER) {
            self.plan.rules.push_successor_ranks(open.iter().copied(), &mut self.successors);
        }
        self.open.clear();
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
        let mut states = 0;
        for [low, high] in &mut self.codes {
            let (reached, expanded) = (*high & !*low, *high & *low);
            (*low, *high) = (reached | expanded, expanded);
            states += u64::from(reached.count_ones());
        }
        states
    }

    fn list_anew(&mut self) {
        self.deepest.clear();
    }

    fn clear(&mut self) {
        self.codes.fill([0; 2]);
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
        let mut arrived = std::mem::take(&mut self.arrived);
        arrived.extend(bytes.as_chunks().0.iter().map(|&state| u32::from_le_bytes(state)));
        self.mark(&mut arrived);
        self.arrived = arrived;
        Ok(true)
    }

    fn deepest(&self) -> &[u64] {
        &self.deepest
    }

    fn save(&self, out: &mut Writer<&mut (dyn Write + Send)>) -> io::Result<()> {
        let words = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let deepest: Vec<u8> = words(&self.deepest);
        out.block(DEEPEST, &deepest)?;
        let words_of_block = 1 << (self.blocks.shift - Self::WORD);
        for (number, codes) in self.codes.chunks(words_of_block).enumerate() {
            let block = number as u64 * self.workers as u64 + self.index as u64;
            let bytes: Vec<u8> = words(codes.as_flattened());
            out.block(&block.to_le_bytes(), &bytes)?;
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
        let number = usize::try_from(block).ok().and_then(|block| self.homes.get(block));
        let start = number.map_or(usize::MAX, |home| home.number as usize * words_of_block);
        let codes = self.codes.get_mut(start..).and_then(|codes| codes.get_mut(..words_of_block));
        let codes = codes.map(<[_]>::as_flattened_mut);
        let codes = codes.filter(|codes| size_of_val(*codes) == bytes.len());
        let codes = codes.ok_or_else(|| invalid("it has a block of another space"))?;
        codes.iter_mut().zip(words).for_each(|(code, word)| *code = word);
        Ok(())
    }
}
