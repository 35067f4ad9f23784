//! The boards reachable from a board.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{
    Budget, Cost, Inserted, KnownGoals, Limit, Meter, Puzzle, Ranked, Reversible, Rules, Silent,
    StateTable,
};

use crate::Metric;
use crate::rules::{Board, RushHour, Slide};

use layout::{Boards, Layout, bits, rank};

mod layout;

/// All boards reachable from a board, numbered.
///
/// Moves are reversible, so the boards of a card form clusters, and a cluster does not depend on
/// the board it is computed from. No formula gives the size of a cluster or the number of a board
/// in it: one search enumerates the cluster, and its table is the numbering. That is why this
/// search is part of the game. It makes the cluster a [`Ranked`] space, with the reachable
/// [goals](KnownGoals), for every algorithm that works on those.
///
/// # Complexity
/// Time and memory (about thirty bytes per board of a 6×6 card) are linear in the number of boards.
/// Boards are searched many at a time, as the bits of a word: a *block* is all boards that differ
/// only in a few *inner* lines of one direction, whose cars cannot meet.
///
/// # Example
/// ```
/// use tesuji_core::Rules;
/// use tesuji_rush_hour::{Cluster, Metric, RushHour};
///
/// let game = RushHour::new("BB...CD..E.CDAAE.CD..E..F...GGF.HHH.".parse()?, Metric::Slides);
/// let cluster = Cluster::of(&game, game.initial());
/// let survey = cluster.survey();
/// assert_eq!((survey.boards, survey.goals), (1247, 172));
/// let (hardest, slides) = survey.hardest.expect("the cluster has a goal");
/// assert_eq!(slides, 9);
/// # let _ = hardest;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cluster<'g> {
    game: &'g RushHour,
    start: Board,
    layout: Layout,
    /// The blocks' boards with the inner lines in way 0.
    keys: StateTable<Board>,
    blocks: Vec<Block>,
    /// For each block and outer step, the block that the step leads to.
    neighbours: Vec<u32>,
    /// The number of boards.
    len: u32,
}

/// Statistics of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The number of boards.
    pub boards: u64,
    /// The number of boards with the red car at the exit.
    pub goals: u64,
    /// The board farthest from all goals, and its distance. Of several, the one with the smallest
    /// word, which does not depend on the start of the search. `None` if there are no goals.
    pub hardest: Option<(Board, Cost)>,
    /// The number of boards at distance 0, 1, 2, ... from the nearest goal; empty without goals.
    pub histogram: Vec<u64>,
}

/// In place of the block that a step leads to, where no board of the cluster takes the step.
const NONE: u32 = u32::MAX;

/// The number of blocks after which the limits are checked.
const LOOK: usize = 1 << 10;

/// All boards of a cluster that differ in the inner lines only.
#[derive(Clone, Debug, Default)]
struct Block {
    /// The boards on which no car of an inner line is on the cell of an outer one.
    valid: Boards,
    /// The boards of the cluster.
    reached: Boards,
    /// The number of the first of them.
    first: u32,
    /// The outer steps that no other outer line blocks, a bit each.
    steps: u64,
}

/// The boards of a block that are farther from the goals than those that moves are tried from.
#[derive(Clone, Copy, Default)]
struct Farther {
    /// Those whose distance is not known.
    unknown: Boards,
    /// Those at the next distance.
    next: Boards,
}

/// The boards from which no move was tried.
#[derive(Default)]
struct Waiting {
    /// For each block.
    boards: Vec<Boards>,
    /// The blocks that have any.
    queue: Vec<u32>,
}

/// Counts boards that are reached for the first time.
#[inline(always)]
fn count(boards: Boards, meter: &mut Meter) -> Result<(), Limit> {
    let boards = boards.count_ones();
    meter.tally.expanded += u64::from(boards);
    meter.charge(boards)
}

impl<'g> Cluster<'g> {
    /// Computes the cluster of a board.
    ///
    /// # Panics
    /// If it has 2³² boards or more.
    #[must_use]
    pub fn of(game: &'g RushHour, board: Board) -> Self {
        let budget = Budget::unlimited();
        let cluster = Cluster::within(game, board, &mut Meter::new(&budget, &mut Silent));
        cluster.expect("an unlimited budget suffices for 2^32 boards")
    }

    /// Computes the cluster of a board within the budget of `meter`. Each board counts as one node.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn within(game: &'g RushHour, board: Board, meter: &mut Meter) -> Result<Self, Limit> {
        let mut cluster = Cluster {
            game,
            start: board,
            layout: Layout::new(game),
            keys: StateTable::new(),
            blocks: Vec::new(),
            neighbours: Vec::new(),
            len: 0,
        };
        cluster.flood(board, meter)?;
        for block in &mut cluster.blocks {
            block.first = cluster.len;
            cluster.len =
                cluster.len.checked_add(block.reached.count_ones()).ok_or(Limit::Memory)?;
        }
        Ok(cluster)
    }

    /// Finds the blocks, and their boards that can be reached from `board`.
    fn flood(&mut self, board: Board, meter: &mut Meter) -> Result<(), Limit> {
        let mut waiting = Waiting::default();
        let (key, slot) = self.layout.split(board);
        let first = self.block(key, &mut waiting, meter)?;
        self.reach(first, 1 << slot, &mut waiting, meter)?;
        while let Some(index) = waiting.queue.pop() {
            let block = &mut self.blocks[index as usize];
            let boards = std::mem::take(&mut waiting.boards[index as usize]);
            let boards = self.layout.close(boards, block.valid);
            count(boards & !block.reached, meter)?;
            block.reached |= boards;
            let key = *self.keys.state(index);
            for number in bits(block.steps) {
                let step = &self.layout.outer[number as usize];
                let boards = boards & step.free[key.way(step.line)];
                if boards == 0 {
                    continue;
                }
                let mut to = self.neighbours[self.place(index, number)];
                if to == NONE {
                    to = self.block(step.take(key), &mut waiting, meter)?;
                    let (there, back) = (self.place(index, number), self.place(to, number ^ 1));
                    (self.neighbours[there], self.neighbours[back]) = (to, index);
                }
                self.reach(to, boards, &mut waiting, meter)?;
            }
        }
        meter.release(waiting.queue.capacity() * size_of::<u32>());
        meter.release(waiting.boards.capacity() * size_of::<Boards>());
        Ok(())
    }

    /// Lets those of these boards of a block wait that were not reached before.
    #[inline(always)]
    fn reach(
        &mut self,
        index: u32,
        boards: Boards,
        waiting: &mut Waiting,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let block = &mut self.blocks[index as usize];
        let new = boards & !block.reached;
        if new != 0 {
            count(new, meter)?;
            block.reached |= new;
            if waiting.boards[index as usize] == 0 {
                meter.make_room(&mut waiting.queue)?;
                waiting.queue.push(index);
            }
            waiting.boards[index as usize] |= new;
        }
        Ok(())
    }

    /// The index of the block with this key, which is made if it is new.
    fn block(
        &mut self,
        key: Board,
        waiting: &mut Waiting,
        meter: &mut Meter,
    ) -> Result<u32, Limit> {
        let index = match self.keys.insert(key, (), meter)? {
            Inserted::Known(index) => return Ok(index),
            Inserted::New(index) => index,
        };
        meter.make_room(&mut self.blocks)?;
        meter.make_room(&mut waiting.boards)?;
        meter.make_room_for(&mut self.neighbours, self.layout.outer.len())?;
        let (valid, steps) = self.layout.look_at(self.game, key);
        self.blocks.push(Block { valid, steps, ..Block::default() });
        self.neighbours.extend(std::iter::repeat_n(NONE, self.layout.outer.len()));
        waiting.boards.push(0);
        Ok(index)
    }

    /// Where `neighbours` has the block that an outer step leads to.
    #[inline]
    fn place(&self, block: u32, step: u32) -> usize {
        self.layout.outer.len() * block as usize + step as usize
    }

    /// The rules of the cluster.
    #[must_use]
    pub fn game(&self) -> &'g RushHour {
        self.game
    }

    /// Returns the boards in the order of their numbers.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        (0u32..).zip(&self.blocks).flat_map(move |(index, block)| {
            let key = *self.keys.state(index);
            bits(block.reached).map(move |slot| self.layout.join(key, slot))
        })
    }

    /// Returns the number of a board, if it is in the cluster.
    #[must_use]
    pub fn find(&self, board: Board) -> Option<u32> {
        let (key, slot) = self.layout.split(board);
        let block = &self.blocks[self.keys.find(&key)? as usize];
        (block.reached >> slot & 1 == 1).then(|| block.first + rank(block.reached, slot))
    }

    /// Computes the distance of each board from the nearest goal, by the numbers of the boards and
    /// in the metric of the [rules](Self::game); empty without goals.
    #[must_use]
    pub fn distances(&self) -> Vec<Cost> {
        let budget = Budget::unlimited();
        let distances = self.distances_within(&mut Meter::new(&budget, &mut Silent));
        distances.expect("without a limit there is none to reach")
    }

    /// [`distances`](Self::distances) within the budget of `meter`. Boards are not generated: they
    /// count as no nodes.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn distances_within(&self, meter: &mut Meter) -> Result<Vec<Cost>, Limit> {
        let count = self.blocks.len();
        let mut distances = meter.claimed_vec(0, self.len as usize)?;
        // The blocks with boards at this distance, and those with boards at the next.
        let (mut queue, mut next_queue) = (Vec::<(u32, Boards)>::new(), Vec::<u32>::new());
        meter.make_room_for(&mut queue, count)?;
        meter.make_room_for(&mut next_queue, count)?;
        let mut farther = meter.claimed_vec(Farther::default(), count)?;
        for (index, block) in (0u32..).zip(&self.blocks) {
            let goals = block.reached & self.layout.goals(*self.keys.state(index));
            farther[index as usize].unknown = block.reached & !goals;
            if goals != 0 {
                queue.push((index, goals));
            }
        }
        let found = !queue.is_empty();
        // The outer steps of boards of a block: their numbers, and the blocks that they lead to.
        let mut slides = [(0, 0, 0); u64::BITS as usize];
        let one_step = self.game.metric() == Metric::Steps;
        let (mut distance, mut looked) = (0, 0);
        while !queue.is_empty() {
            for &(index, boards) in &queue {
                if looked % LOOK == 0 {
                    meter.look()?;
                }
                looked += 1;
                let block = &self.blocks[index as usize];
                for slot in bits(boards) {
                    distances[(block.first + rank(block.reached, slot)) as usize] = distance;
                }
                let key = *self.keys.state(index);
                let in_block = farther[index as usize];
                // Reaches boards, and returns those of them that are farther than these. What is
                // beyond the others on the same slide is reached from them.
                let mut reach = |to: u32, boards: Boards| {
                    let Farther { unknown, next } = &mut farther[to as usize];
                    let new = boards & *unknown;
                    if new != 0 {
                        *unknown &= !new;
                        if *next == 0 {
                            next_queue.push(to);
                        }
                        *next |= new;
                    }
                    boards & *next
                };
                if in_block.unknown != 0 {
                    let mut slid_to = 0;
                    for step in &self.layout.inner {
                        let mut boards = boards;
                        while boards != 0 {
                            boards = step.take(boards) & (in_block.unknown | in_block.next);
                            slid_to |= boards;
                            if one_step {
                                break;
                            }
                        }
                    }
                    reach(index, slid_to);
                }
                // Which steps there are is hard to predict: the others are overwritten.
                let mut length = 0;
                for number in bits(block.steps) {
                    let step = &self.layout.outer[number as usize];
                    let boards = boards & step.free[key.way(step.line)];
                    slides[length] = (number, self.neighbours[self.place(index, number)], boards);
                    length += usize::from(boards != 0);
                }
                for &(number, mut to, mut boards) in &slides[..length] {
                    let step = &self.layout.outer[number as usize];
                    let mut key = key;
                    loop {
                        boards = reach(to, boards);
                        if one_step || boards == 0 {
                            break;
                        }
                        key = step.take(key);
                        boards &= step.free[key.way(step.line)];
                        to = self.neighbours[self.place(to, number)];
                        if to == NONE {
                            break;
                        }
                    }
                }
            }
            queue.clear();
            queue.extend(
                next_queue
                    .drain(..)
                    .map(|index| (index, std::mem::take(&mut farther[index as usize].next))),
            );
            distance += 1;
        }
        meter.release(size_of_val(&farther[..]));
        meter.release(queue.capacity() * size_of::<(u32, Boards)>());
        meter.release(next_queue.capacity() * size_of::<u32>());
        if !found {
            meter.release(self.len as usize * size_of::<Cost>());
            distances = Vec::new();
        }
        Ok(distances)
    }

    /// Computes the statistics of the distances from the goals.
    #[must_use]
    pub fn survey(&self) -> Survey {
        let distances = self.distances();
        let mut histogram = Vec::new();
        for &distance in &distances {
            let distance = distance as usize;
            if distance >= histogram.len() {
                histogram.resize(distance + 1, 0);
            }
            histogram[distance] += 1;
        }
        let farthest = self.boards().zip(&distances).map(|(board, &cost)| (cost, board));
        let hardest = farthest.min_by_key(|&(cost, board)| (Cost::MAX - cost, board));
        Survey {
            boards: self.state_count(),
            goals: histogram.first().copied().unwrap_or(0),
            hardest: hardest.map(|(cost, board)| (board, cost)),
            histogram,
        }
    }

    /// Shows the numbers of the boards one move away.
    #[inline]
    fn visit_neighbours(&self, rank: u32, mut visit: impl FnMut(u32)) {
        let board = &self.unrank(rank.into());
        let ControlFlow::Continue(()) = self.game.visit_moves(board, |slide| {
            let neighbour = self.find(self.game.successor(board, slide));
            visit(neighbour.expect("a cluster is closed"));
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

/// The rules of the game, with the start of the cluster as the initial board.
impl Rules for Cluster<'_> {
    type State = Board;
    type Move = Slide;
    type Undo = ();

    fn initial(&self) -> Board {
        self.start
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.visit_moves(board, visit)
    }

    #[inline]
    fn visit_moves_after<B>(
        &self,
        last: Option<Slide>,
        board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.visit_moves_after(last, board, visit)
    }

    #[inline]
    fn play(&self, board: &mut Board, slide: Slide) {
        self.game.play(board, slide);
    }

    #[inline]
    fn undo(&self, board: &mut Board, slide: Slide, (): ()) {
        self.game.undo(board, slide, ());
    }

    #[inline]
    fn inverse(&self, slide: Slide) -> Option<Slide> {
        self.game.inverse(slide)
    }
}

impl Puzzle for Cluster<'_> {
    #[inline]
    fn is_goal(&self, board: &Board) -> bool {
        self.game.is_goal(board)
    }
}

impl KnownGoals for Cluster<'_> {
    /// The reachable goals, in the order of their numbers.
    fn goals(&self) -> Vec<Board> {
        self.boards().filter(|board| self.game.is_goal(board)).collect()
    }
}

impl Reversible for Cluster<'_> {
    #[inline]
    fn visit_predecessors<B>(
        &self,
        board: &Board,
        visit: impl FnMut(Slide, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.visit_predecessors(board, visit)
    }
}

impl Ranked for Cluster<'_> {
    fn state_count(&self) -> u64 {
        self.len.into()
    }

    /// # Panics
    /// If the board is not in the cluster.
    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        self.find(*board).expect("the board is in the cluster").into()
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Board {
        let rank = u32::try_from(rank).expect("a rank below the state count");
        let index = self.blocks.partition_point(|block| block.first <= rank) - 1;
        let block = &self.blocks[index];
        let slot = bits(block.reached).nth((rank - block.first) as usize);
        let key = *self.keys.state(index as u32);
        self.layout.join(key, slot.expect("a rank below the state count"))
    }

    #[inline]
    fn visit_successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let rank = u32::try_from(rank).expect("a rank below the state count");
        self.visit_neighbours(rank, |neighbour| visit(neighbour.into()));
    }
}
