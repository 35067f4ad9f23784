//! Breadth-first search of a whole space through its ranking.

use std::time::Duration;
use std::{io, mem};
use tesuji_core::Instant;

use tesuji_core::{
    Budget, Limit, Meter, Progress, Ranked, StateReader, StateWriter, Stats, ranks_in, with_v3,
};

use crate::distances::Distances;
use crate::layers::together;

/// Exhaustive breadth-first search of a [`Ranked`] space: the number of states at each distance
/// from the start states, the farthest states, and the distance of each state.
///
/// Distances are in moves from the start states. If these are the goals of a puzzle whose moves can
/// be undone, the distances are those to the goals.
///
/// Time: each state is expanded once. Memory: three bits per state, of which two stay as the table
/// in [`Distances`]; it is claimed before the search begins.
///
/// If the budget has [checkpoints](Budget::checkpoints), the search can be interrupted anywhere and
/// goes on from the last of them.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, KnownGoals, Silent};
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::Enumeration;
///
/// let taquin = Taquin::<u64>::new(3, 2, Goal::BlankFirst)?;
/// let unlimited = Budget::unlimited();
/// let run = Enumeration::new().run(&taquin, taquin.goals(), &unlimited, &mut Silent);
/// let distances = run.outcome.expect("no limit was set");
/// assert_eq!((distances.reached(), distances.largest()), (360, Some(21)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Enumeration {
    listed: usize,
}

/// The result of an [`Enumeration`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Enumerated {
    /// All distances, or those known when a limit was reached.
    pub outcome: Result<Distances, Incomplete>,
    /// The counters.
    pub stats: Stats,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// An enumeration that reached a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incomplete {
    /// The limit that was reached.
    pub limit: Limit,
    /// The number of states at distance 0, 1, 2, ...: the complete layers only.
    pub layers: Vec<u64>,
}

impl Enumeration {
    /// An enumeration that lists at most 100 of the farthest states.
    #[must_use]
    pub fn new() -> Self {
        Enumeration { listed: 100 }
    }

    /// Lists at most `states` of the farthest states, those with the smallest ranks.
    #[must_use]
    pub fn list_deepest(mut self, states: usize) -> Self {
        self.listed = states;
        self
    }

    /// Measures the distance of every state from the nearest of `starts`.
    pub fn run<R: Ranked>(
        &self,
        rules: &R,
        starts: impl IntoIterator<Item = R::State>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Enumerated {
        let started = Instant::now();
        let mut meter = Meter::new(budget, progress);
        let mut layers = Vec::new();
        let outcome = match self.distances(rules, starts, &mut layers, &mut meter) {
            Ok((residues, deepest)) => {
                Ok(Distances { size: rules.state_count(), layers, deepest, residues })
            }
            Err(limit) => Err(Incomplete { limit, layers }),
        };
        Enumerated { outcome, stats: meter.stats(), elapsed: started.elapsed() }
    }

    /// The table of residues, and the ranks of the farthest states.
    fn distances<R: Ranked>(
        &self,
        rules: &R,
        starts: impl IntoIterator<Item = R::State>,
        layers: &mut Vec<u64>,
        meter: &mut Meter,
    ) -> Result<(Vec<[u64; 2]>, Vec<u64>), Limit> {
        let size = rules.state_count();
        meter.to_expand = Some(size);
        let starts: Vec<u64> = starts.into_iter().map(|start| rules.rank(&start)).collect();
        let section =
            format!("enumeration of {size} states from {starts:?}, {} listed", self.listed);
        let resumed = meter.resume(&section, |input, meter| State::load(size, input, meter))?;
        let mut state = match resumed {
            Some(state) => state,
            None => {
                let mut space = Space::new(size, meter)?;
                meter.charge(u32::try_from(starts.len()).unwrap_or(u32::MAX))?;
                space.successors.extend(starts);
                space.reach_successors();
                State { space, layers: Vec::new(), deepest: Vec::new(), block: 0 }
            }
        };
        let result = with_v3(
            true,
            #[inline(always)]
            || state.expand(self.listed, rules, &section, meter),
        );
        *layers = state.layers;
        result.map(|()| (state.space.into_residues(), state.deepest))
    }
}

/// Everything that changes during an enumeration.
struct State {
    space: Space,
    layers: Vec<u64>,
    deepest: Vec<u64>,
    /// The first block of the layer that is not expanded yet.
    block: usize,
}

impl State {
    /// Expands all layers.
    #[inline(always)]
    fn expand<R: Ranked>(
        &mut self,
        listed: usize,
        rules: &R,
        section: &str,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        loop {
            if self.block == 0 {
                let states = self.space.begin_layer(meter)?;
                let layers: u64 = self.layers.iter().sum();
                meter.duplicates = meter.stats().generated - layers - states;
                if states == 0 {
                    return Ok(());
                }
                self.layers.push(states);
                self.deepest.clear();
            }
            let depth = u32::try_from(self.layers.len() - 1).unwrap_or(u32::MAX);
            let (first, deepest) = (self.block, &mut self.deepest);
            self.block = self.space.expand_layer(depth, first, meter, |ranks, successors| {
                deepest.extend(ranks.iter().take(listed - deepest.len()));
                rules.push_successor_ranks(ranks.iter().copied(), successors);
            })?;
            if meter.is_due() {
                meter.save(section, |out| self.save(out));
            }
        }
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.number(self.block as u64)?;
        out.list(&self.layers)?;
        out.list(&self.deepest)?;
        out.words(&self.space.unsettled)?;
        out.words(self.space.codes.as_flattened())
    }

    fn load(size: u64, input: &mut StateReader, meter: &mut Meter) -> io::Result<Self> {
        let mut space = Space::new(size, meter).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let block = input.number_up_to(space.codes.len())?;
        let (layers, deepest) = (input.small_list()?, input.small_list()?);
        input.words(&mut space.unsettled)?;
        input.words(space.codes.as_flattened_mut())?;
        Ok(State { space, layers, deepest, block })
    }
}

impl Default for Enumeration {
    fn default() -> Self {
        Self::new()
    }
}

/// The states of a space, 64 to a block, three bits each.
///
/// | settled | code | |
/// |---|---|---|
/// | no | 0 | not reached |
/// | no | 3 | reached from the layer that is being expanded |
/// | yes | 3 | in the layer that is being expanded |
/// | yes | 0, 1, 2 | expanded; the distance modulo 3 |
///
/// Most successors are settled states, which one bit shows: the part of the table that is read most
/// often, and should stay in the cache, is a third of the whole.
struct Space {
    /// Bit `n` of word `b` is set while state `64 b + n` is not settled.
    unsettled: Vec<u64>,
    /// The low and the high bits of the codes.
    codes: Vec<[u64; 2]>,
    /// States of the layer waiting to be expanded, and their successors.
    open: Vec<u64>,
    successors: Vec<u64>,
}

impl Space {
    /// The number of states of a layer that are listed before they are expanded.
    const LISTED: usize = 256;
    /// The number of listed states that are expanded together.
    const TOGETHER: usize = 64;
    /// The number of successors that are marked together, so that memory accesses overlap.
    const BATCH: usize = 1024;
    /// The number of blocks after which the limits are checked, whatever is in the blocks.
    const LOOK: usize = 1 << 16;

    /// No state is reached.
    fn new(size: u64, meter: &mut Meter) -> Result<Self, Limit> {
        let blocks = usize::try_from(size.div_ceil(64)).map_err(|_| Limit::Memory)?;
        Ok(Space {
            unsettled: meter.claimed_vec(u64::MAX, blocks)?,
            codes: meter.claimed_vec([0; 2], blocks)?,
            open: Vec::new(),
            successors: Vec::new(),
        })
    }

    /// Makes the states reached the layer to be expanded. Returns their number.
    #[inline(always)]
    fn begin_layer(&mut self, meter: &mut Meter) -> Result<u64, Limit> {
        let mut states = 0;
        let codes = self.codes.chunks(Self::LOOK);
        for (unsettled, codes) in self.unsettled.chunks_mut(Self::LOOK).zip(codes) {
            for (unsettled, [low, high]) in unsettled.iter_mut().zip(codes) {
                let reached = *unsettled & low & high;
                *unsettled ^= reached;
                states += u64::from(reached.count_ones());
            }
            // A checkpoint that is due waits for the end of this.
            if !meter.is_due() {
                meter.look()?;
            }
        }
        Ok(states)
    }

    /// Expands the layer at distance `depth` in the order of ranks, from a block on: `expand`
    /// appends the successors of some states to a list. Stops before a block if a checkpoint is
    /// due, and returns which is the next; after the last, 0.
    #[inline(always)]
    fn expand_layer(
        &mut self,
        depth: u32,
        first: usize,
        meter: &mut Meter,
        mut expand: impl FnMut(&[u64], &mut Vec<u64>),
    ) -> Result<usize, Limit> {
        // What is to be cleared in code 3 to make it the distance modulo 3.
        let (clear_low, clear_high) = match depth % 3 {
            0 => (u64::MAX, u64::MAX),
            1 => (0, u64::MAX),
            _ => (u64::MAX, 0),
        };
        meter.deepest = meter.deepest.max(Some(depth));
        let (mut block, blocks) = (first, self.codes.len());
        loop {
            while block < blocks && self.open.len() < Self::LISTED {
                if block % Self::LOOK == 0 {
                    meter.look()?;
                }
                // Most layers leave most blocks out.
                let end = blocks.min((block / Self::LOOK + 1) * Self::LOOK);
                let stretch = self.codes[block..end].iter().zip(&self.unsettled[block..end]);
                let open = stretch.map(|([low, high], unsettled)| low & high & !unsettled);
                let Some((closed, open)) = open.enumerate().find(|&(_, open)| open != 0) else {
                    block = end;
                    continue;
                };
                block += closed;
                let [low, high] = &mut self.codes[block];
                *low &= !(open & clear_low);
                *high &= !(open & clear_high);
                self.open.extend(ranks_in(64 * block as u64, open));
                block += 1;
            }
            self.expand_open(meter, &mut expand)?;
            if block == blocks {
                return Ok(0);
            }
            if meter.is_due() {
                return Ok(block);
            }
        }
    }

    /// Expands the listed states of the layer, and marks their successors as reached.
    #[inline(always)]
    fn expand_open(
        &mut self,
        meter: &mut Meter,
        mut expand: impl FnMut(&[u64], &mut Vec<u64>),
    ) -> Result<(), Limit> {
        let open = mem::take(&mut self.open);
        let mut rest = &open[..];
        while !rest.is_empty() {
            let states = together(rest.len().min(Self::TOGETHER), meter);
            let (now, later) = rest.split_at(states);
            let before = self.successors.len();
            expand(now, &mut self.successors);
            meter.tally.expanded += states as u64;
            let generated = self.successors.len() - before;
            meter.charge(u32::try_from(generated).unwrap_or(u32::MAX))?;
            if self.successors.len() >= Self::BATCH {
                self.reach_successors();
            }
            rest = later;
        }
        self.reach_successors();
        self.open = open;
        self.open.clear();
        Ok(())
    }

    /// Marks the listed successors as reached, and empties the list.
    #[inline(always)]
    fn reach_successors(&mut self) {
        // Which of them are settled cannot be predicted, by a branch predictor either: so there is
        // no branch, and all the looks can be under way together.
        let mut kept = 0;
        for index in 0..self.successors.len() {
            let rank = self.successors[index];
            self.successors[kept] = rank;
            kept += (self.unsettled[(rank / 64) as usize] >> (rank % 64) & 1) as usize;
        }
        for &rank in &self.successors[..kept] {
            let [low, high] = &mut self.codes[(rank / 64) as usize];
            *low |= 1 << (rank % 64);
            *high |= 1 << (rank % 64);
        }
        self.successors.clear();
    }

    /// The distances modulo 3, and 3 for what was not reached.
    fn into_residues(self) -> Vec<[u64; 2]> {
        let mut residues = self.codes;
        for ([low, high], unsettled) in residues.iter_mut().zip(self.unsettled) {
            *low |= unsettled;
            *high |= unsettled;
        }
        residues
    }
}
