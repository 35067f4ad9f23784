//! Breadth-first search over the ranks of a small space: a bit for each state and a list of ranks,
//! without a hash and without a state.

use std::{io, iter};

use tesuji_core::{
    AtRanking, Limit, Meter, Outcome, Puzzle, Ranked, Rules, StateReader, StateWriter, plan_through,
};

use crate::layers::{BATCH, together};

/// The ranks met so far, layer after layer.
///
/// States are met in the order in which [`Layers`](crate::layers::Layers) meets them.
struct RankLayers {
    /// A bit for each rank.
    met: Vec<u64>,
    /// The ranks that were met, in this order.
    ranks: Vec<u32>,
    /// Where in `ranks` each layer begins, up to the one that is being expanded.
    starts: Vec<u32>,
    /// The next in `ranks` to expand.
    next: usize,
    /// The first in `ranks` of the layer beyond the one that is being expanded.
    end: usize,
    /// Successors of the states that were expanded last.
    successors: Vec<u64>,
}

impl RankLayers {
    /// In larger spaces the bits take longer to clear than most searches take.
    const MAX_STATES: u64 = 1 << 28;

    /// Nothing met yet; `None` if the space is too large, for this search or for the memory that is
    /// left.
    fn new<R: Ranked>(rules: &R, meter: &mut Meter) -> Option<Self> {
        let words = usize::try_from(rules.state_count().div_ceil(64)).ok()?;
        if rules.state_count() > Self::MAX_STATES || meter.claim(8 * words).is_err() {
            return None;
        }
        Some(RankLayers {
            met: vec![0; words],
            ranks: Vec::new(),
            starts: vec![0],
            next: 0,
            end: 0,
            successors: Vec::new(),
        })
    }

    /// Makes `start` layer 0.
    fn enter<R: Ranked>(
        &mut self,
        rules: &R,
        start: &R::State,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        meter.charge(1)?;
        self.successors.push(rules.rank(start));
        self.meet_successors(meter)?;
        self.end = self.ranks.len();
        Ok(())
    }

    /// Expands the next states of the layer, enough of them to look up their successors together.
    /// Returns where in `ranks` the new states begin.
    #[inline(always)]
    fn expand<R: Ranked>(&mut self, rules: &R, meter: &mut Meter) -> Result<usize, Limit> {
        meter.deepest = meter.deepest.max(Some(self.depth()));
        // One of the moves leads back, except from the start.
        let back = usize::from(self.depth() > 0);
        let (known, mut generated) = (self.ranks.len(), 0);
        let end = self.end.min(self.next + BATCH as usize);
        while self.next < end {
            let states = together(end - self.next, meter);
            let (first, before) = (self.next, self.successors.len());
            self.next += states;
            let ranks = self.ranks[first..self.next].iter().map(|&rank| u64::from(rank));
            rules.push_successor_ranks(ranks, &mut self.successors);
            meter.tally.expanded += states as u64;
            let successors = self.successors.len() - before - back * states;
            meter.charge(u32::try_from(successors).unwrap_or(u32::MAX))?;
            generated += successors;
        }
        self.meet_successors(meter)?;
        meter.duplicates += (generated - (self.ranks.len() - known)) as u64;
        Ok(known)
    }

    /// Adds the new ones among the successors to the list, and empties theirs.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^28 ranks")]
    fn meet_successors(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        meter.make_room_for(&mut self.ranks, self.successors.len())?;
        // Which of them are new cannot be predicted: so there is no branch.
        let mut filled = self.ranks.len();
        self.ranks.resize(filled + self.successors.len(), 0);
        for &rank in &self.successors {
            let word = &mut self.met[(rank / 64) as usize];
            self.ranks[filled] = rank as u32;
            filled += (!*word >> (rank % 64) & 1) as usize;
            *word |= 1 << (rank % 64);
        }
        self.ranks.truncate(filled);
        self.successors.clear();
        Ok(())
    }

    /// Makes the layer beyond the one that was expanded the next.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^28 ranks")]
    fn end_layer(&mut self) {
        self.starts.push(self.end as u32);
        self.end = self.ranks.len();
    }

    /// The number of complete layers that were expanded.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer layers than ranks")]
    fn depth(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Expands layers up to the first state met that is among `goals`, and returns it; `None` if
    /// none of them can be reached.
    fn find<R: Ranked>(
        &mut self,
        rules: &R,
        goals: &[u32],
        meter: &mut Meter,
    ) -> Result<Option<u32>, Limit> {
        while self.next < self.end {
            meter.lower_bound = self.depth() + 1;
            while self.next < self.end {
                let known = self.expand(rules, meter)?;
                let is_met = |&goal: &u32| self.met[goal as usize / 64] >> (goal % 64) & 1 == 1;
                if goals.iter().any(is_met) {
                    return Ok(self.ranks[known..]
                        .iter()
                        .find(|rank| goals.contains(rank))
                        .copied());
                }
            }
            self.end_layer();
        }
        Ok(None)
    }

    /// The states from the start to the one with `rank`, which is in the layer beyond the one that
    /// is being expanded: before each the first that leads to it. As moves can be taken back, it is
    /// among the successors.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^28 ranks")]
    fn path_to<R: Ranked>(&self, rules: &R, rank: u32) -> Vec<R::State> {
        let mut path = vec![rules.unrank(rank.into())];
        let (mut rank, mut end) = (u64::from(rank), self.end);
        for &start in self.starts.iter().rev() {
            let mut before = Vec::new();
            rules.push_successor_ranks(iter::once(rank), &mut before);
            // Whole blocks are compared at once.
            let leads = |block: &&[u32]| before.iter().any(|&rank| block.contains(&(rank as u32)));
            let block = self.ranks[start as usize..end].chunks(512).find(leads);
            let mut ranks = block.into_iter().flatten().map(|&rank| u64::from(rank));
            rank = ranks.find(|rank| before.contains(rank)).expect("a state has a parent");
            path.push(rules.unrank(rank));
            end = start as usize;
        }
        path.reverse();
        path
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.list(&self.ranks)?;
        out.list(&self.starts)?;
        out.number(self.next as u64)?;
        out.number(self.end as u64)
    }

    fn load<R: Ranked>(rules: &R, input: &mut StateReader, meter: &mut Meter) -> io::Result<Self> {
        let mut layers = Self::new(rules, meter).ok_or(io::ErrorKind::OutOfMemory)?;
        (layers.ranks, layers.starts) = (input.list(meter)?, input.small_list()?);
        (layers.next, layers.end) = (input.small()?, input.number_up_to(layers.ranks.len())?);
        let bounds = layers.starts.iter().map(|&start| start as usize).chain([layers.next]);
        let has_layers = !layers.starts.is_empty() && bounds.chain([layers.end]).is_sorted();
        let is_rank = |&rank: &u32| u64::from(rank) < rules.state_count();
        if !has_layers || !layers.ranks.iter().all(is_rank) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it has no such layers"));
        }
        for &rank in &layers.ranks {
            layers.met[rank as usize / 64] |= 1 << (rank % 64);
        }
        Ok(layers)
    }

    /// The numbers of states at distance 0, 1, 2, ...: of the layers before the one that is being
    /// expanded, and of that.
    fn sizes(&self) -> Vec<u64> {
        let starts = self.starts.iter().map(|&start| u64::from(start));
        let ends = starts.clone().skip(1).chain([self.end as u64]);
        starts.zip(ends).map(|(start, end)| end - start).filter(|&size| size > 0).collect()
    }
}

/// A search for a shortest plan.
pub(crate) struct Shortest<'a, 'm, P: Puzzle> {
    pub(crate) start: &'a P::State,
    pub(crate) goals: &'a [P::State],
    pub(crate) meter: &'a mut Meter<'m>,
}

impl<P: Puzzle> AtRanking<P> for Shortest<'_, '_, P> {
    type Output = Option<Outcome<P::Move>>;

    #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^28 ranks")]
    fn at(self, puzzle: &P) -> Self::Output
    where
        P: Ranked,
    {
        let Shortest { start, goals, meter } = self;
        let mut layers = RankLayers::new(puzzle, meter)?;
        let goals: Vec<u32> = goals.iter().map(|goal| puzzle.rank(goal) as u32).collect();
        let found =
            layers.enter(puzzle, start, meter).and_then(|()| layers.find(puzzle, &goals, meter));
        Some(match found {
            Ok(Some(goal)) => Outcome::Optimal(plan_through(puzzle, &layers.path_to(puzzle, goal))),
            Ok(None) => Outcome::Unsolvable,
            Err(limit) => Outcome::Unknown { limit, lower_bound: meter.lower_bound },
        })
    }
}

/// A count of all states around one.
pub(crate) struct Count<'a, 'm, R: Rules> {
    pub(crate) start: &'a R::State,
    /// The numbers of states by their distance.
    pub(crate) sizes: &'a mut Vec<u64>,
    pub(crate) meter: &'a mut Meter<'m>,
}

impl<R: Rules> AtRanking<R> for Count<'_, '_, R> {
    type Output = Option<Result<(), Limit>>;

    fn at(self, rules: &R) -> Self::Output
    where
        R: Ranked,
    {
        let Count { start, sizes, meter } = self;
        let section = format!("reachable-states by rank from {start:?}");
        let read =
            |input: &mut StateReader, meter: &mut Meter| RankLayers::load(rules, input, meter);
        let mut layers = match meter.resume(&section, read) {
            Ok(Some(layers)) => layers,
            Ok(None) => RankLayers::new(rules, meter)?,
            Err(limit) => return Some(Err(limit)),
        };
        let mut count = || {
            if layers.ranks.is_empty() {
                layers.enter(rules, start, meter)?;
            }
            while layers.next < layers.end {
                layers.expand(rules, meter)?;
                if layers.next == layers.end {
                    layers.end_layer();
                }
                if meter.is_due() {
                    meter.save(&section, |out| layers.save(out));
                }
            }
            meter.save_result(&section, |out| layers.save(out));
            Ok(())
        };
        let counted = count();
        *sizes = layers.sizes();
        Some(counted)
    }
}
