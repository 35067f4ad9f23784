//! Breadth-first search over the ranks of a small space: a bit for each state and a list of ranks,
//! without a hash and without a state.

use tesuji_core::{AtRanking, Limit, Meter, Outcome, Puzzle, Ranked, Rules, plan_through};

/// The ranks met so far, layer after layer.
///
/// States are met in the order in which [`Layers`](crate::layers::Layers) meets them.
struct RankLayers {
    /// A bit for each rank.
    met: Vec<u64>,
    /// The ranks that were met, in this order.
    ranks: Vec<u32>,
    /// Where in `ranks` each layer begins, up to the one that is being filled.
    starts: Vec<usize>,
    /// The next in `ranks` to expand.
    next: usize,
    /// Successors of the states that were expanded last.
    successors: Vec<u64>,
}

impl RankLayers {
    /// The number of successors that are looked up together, or a few more.
    const BATCH: usize = 64;
    /// In larger spaces the bits take longer to clear than most searches take.
    const MAX_STATES: u64 = 1 << 28;

    /// No layer yet; `None` if the space is too large, for this search or for the memory that is left.
    fn new<R: Ranked>(rules: &R, start: &R::State, meter: &mut Meter) -> Option<Self> {
        let words = usize::try_from(rules.state_count().div_ceil(64)).ok()?;
        if rules.state_count() > Self::MAX_STATES || meter.claim(8 * words).is_err() {
            return None;
        }
        Some(RankLayers {
            met: vec![0; words],
            ranks: Vec::new(),
            starts: vec![0],
            next: 0,
            successors: vec![rules.rank(start)],
        })
    }

    /// Layer 0.
    fn enter_start(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        meter.charge(1)?;
        self.meet_successors(meter)
    }

    /// Expands the outermost layer, and gives a goal among the new states, the first that was met. The
    /// rest of the layer is then left unexpanded, except for a few states.
    fn expand<R: Ranked>(
        &mut self,
        rules: &R,
        goals: &[u32],
        meter: &mut Meter,
    ) -> Result<Option<u32>, Limit> {
        let (depth, end) = (self.depth(), self.ranks.len());
        meter.deepest = meter.deepest.max(Some(depth));
        self.starts.push(end);
        // One of the moves leads back, except from the start.
        let back = usize::from(depth > 0);
        while self.next < end {
            let (known, mut generated) = (self.ranks.len(), 0);
            while self.next < end && generated < Self::BATCH {
                let before = self.successors.len();
                rules.push_successor_ranks(self.ranks[self.next].into(), &mut self.successors);
                self.next += 1;
                meter.tally.expanded += 1;
                let successors = self.successors.len() - before - back;
                meter.charge(u32::try_from(successors).unwrap_or(u32::MAX))?;
                generated += successors;
            }
            self.meet_successors(meter)?;
            meter.duplicates += (generated - (self.ranks.len() - known)) as u64;
            let has = |goal: u32| self.met[goal as usize / 64] >> (goal % 64) & 1 == 1;
            if goals.iter().any(|&goal| has(goal)) {
                let new = &self.ranks[known..];
                return Ok(new.iter().find(|rank| goals.contains(rank)).copied());
            }
        }
        Ok(None)
    }

    /// Adds the new ones among the successors to the list, and empties theirs.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^28 ranks")]
    fn meet_successors(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        meter.make_room_for(&mut self.ranks, self.successors.len())?;
        // Which of them are new nobody can foresee: so there is no branch.
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

    /// The number of layers that were expanded.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer layers than ranks")]
    fn depth(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The number of states of the outermost layer, while it is not being expanded.
    fn width(&self) -> usize {
        self.ranks.len() - self.next
    }

    /// The states from the start to the one with `rank`, which is in the outermost layer: before each
    /// the first that leads to it. As moves can be taken back, it is among the successors.
    fn path_to<R: Ranked>(&self, rules: &R, rank: u32) -> Vec<R::State> {
        let mut path = vec![rules.unrank(rank.into())];
        let mut rank = u64::from(rank);
        for bounds in self.starts.windows(2).rev() {
            let mut before = Vec::new();
            rules.push_successor_ranks(rank, &mut before);
            // Whole blocks are compared at once.
            let leads = |block: &&[u32]| before.iter().any(|&rank| block.contains(&(rank as u32)));
            let block = self.ranks[bounds[0]..bounds[1]].chunks(512).find(leads);
            let mut ranks = block.into_iter().flatten().map(|&rank| u64::from(rank));
            rank = ranks.find(|rank| before.contains(rank)).expect("a state has a parent");
            path.push(rules.unrank(rank));
        }
        path.reverse();
        path
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
        let mut layers = RankLayers::new(puzzle, start, meter)?;
        if let Err(limit) = layers.enter_start(meter) {
            return Some(Outcome::Unknown { limit, lower_bound: 1 });
        }
        let goals: Vec<u32> = goals.iter().map(|goal| puzzle.rank(goal) as u32).collect();
        while layers.width() > 0 {
            let lower_bound = layers.depth() + 1;
            meter.lower_bound = lower_bound;
            match layers.expand(puzzle, &goals, meter) {
                Ok(None) => {}
                Ok(Some(goal)) => {
                    let plan = plan_through(puzzle, &layers.path_to(puzzle, goal));
                    return Some(Outcome::Optimal(plan));
                }
                Err(limit) => return Some(Outcome::Unknown { limit, lower_bound }),
            }
        }
        Some(Outcome::Unsolvable)
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
        let mut layers = RankLayers::new(rules, start, meter)?;
        let mut count = || {
            layers.enter_start(meter)?;
            while layers.width() > 0 {
                sizes.push(layers.width() as u64);
                layers.expand(rules, &[], meter)?;
            }
            Ok(())
        };
        Some(count())
    }
}
