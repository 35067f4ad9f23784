//! The boards reachable from a board.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::hash::mix;
use tesuji_core::{
    Budget, Cost, Inserted, KnownGoals, Limit, Meter, Puzzle, Ranked, Reversible, Rules, Silent,
    StateTable,
};

use crate::Metric;
use crate::rules::after::Mover;
use crate::rules::{Board, RushHour, Slide};

/// All boards reachable from a board, numbered.
///
/// Moves are reversible, so the boards of a card form clusters, and a cluster does not depend on
/// the board it is computed from. No formula gives the size of a cluster or the number of a board
/// in it: one search enumerates the cluster, and its table is the numbering. That is why this
/// search is part of the game. It makes the cluster a [`Ranked`] space, with the reachable
/// [goals](KnownGoals), for every algorithm that works on those.
///
/// # Complexity
/// Time and memory (about twenty bytes per board) are linear in the number of boards.
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
    boards: StateTable<Board>,
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

/// A board one move from another, not yet looked up.
struct Neighbour {
    board: Board,
    slide: Slide,
    /// What to record of it: [`WAITING`], and the car that need not be tried on it.
    mark: Cost,
    rank: Option<u32>,
}

/// In place of the distance of a board that was not reached.
const UNKNOWN: Cost = Cost::MAX;

/// In place of the distance of a board that was reached but not expanded: with a bit for each car
/// that need not be tried.
const WAITING: Cost = 1 << 31;

/// The number of boards that are looked up together, or a few more.
const BATCH: usize = 64;

/// After so many boards the limits are checked.
const LOOK: usize = 1 << 13;

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

    /// Computes the cluster of a board within the budget of `meter`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn within(game: &'g RushHour, board: Board, meter: &mut Meter) -> Result<Self, Limit> {
        let mut boards = StateTable::new();
        // The step that first reached each board.
        let mut steps = Vec::new();
        boards.insert(board, (), meter)?;
        let mut next = 0;
        while next < boards.len() {
            let board = *boards.state(next);
            let last = (next as usize).checked_sub(1).map(|index| steps[index]);
            next += 1;
            meter.tally.expanded += 1;
            let walk = game.visit_steps_after(last, board, |step| {
                meter.generate(1)?;
                let entered = boards.insert(game.successor(&board, step), (), meter);
                match entered.and_then(|entered| Ok((entered, meter.make_room(&mut steps)?))) {
                    Ok((Inserted::New(_), ())) => steps.push(step),
                    Ok((Inserted::Known(_), ())) => meter.duplicates += 1,
                    Err(limit) => return ControlFlow::Break(limit),
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(limit) = walk {
                return Err(limit);
            }
        }
        meter.release(steps.capacity() * size_of::<Slide>());
        Ok(Cluster { game, boards })
    }

    /// The rules of the cluster.
    #[must_use]
    pub fn game(&self) -> &'g RushHour {
        self.game
    }

    /// Returns the boards in the order of their numbers, first the one of the start.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        (0..self.boards.len()).map(|rank| *self.boards.state(rank))
    }

    /// Returns the number of a board, if it is in the cluster.
    #[must_use]
    pub fn find(&self, board: Board) -> Option<u32> {
        self.boards.find(&board)
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
        let size = self.boards.len() as usize;
        let mut distances = meter.claimed_vec(UNKNOWN, size)?;
        let mut queue: Vec<u32> = Vec::new();
        meter.make_room_for(&mut queue, size)?;
        queue.extend(
            (0..self.boards.len()).filter(|&rank| self.game.is_goal(self.boards.state(rank))),
        );
        if queue.is_empty() {
            return Ok(Vec::new());
        }
        queue.iter().for_each(|&goal| distances[goal as usize] = WAITING);
        // The move that first reached each board but the goals.
        let goals = queue.len();
        let mut slides: Vec<Slide> = Vec::new();
        meter.make_room_for(&mut slides, size - goals)?;
        // In one slide a car reaches all that it can reach in two. So as soon as all slides of a car
        // were tried on one board, on the boards that they lead to the car need not be tried.
        let leads_to_all = self.game.metric() == Metric::Slides;
        let mut batch: Vec<Neighbour> = Vec::with_capacity(2 * BATCH);
        let (mut next, mut looked, mut distance, mut end) = (0, usize::MAX, 0, goals);
        while next < end {
            if next / LOOK != looked {
                looked = next / LOOK;
                meter.look()?;
            }
            while batch.len() < BATCH && next < end {
                let rank = queue[next];
                let board = self.boards.state(rank);
                let tried = std::mem::replace(&mut distances[rank as usize], distance);
                let mut add = |mover: Mover| {
                    let is_done = leads_to_all && mover.has_all();
                    let mark = WAITING | u32::from(is_done) << mover.car;
                    let ControlFlow::Continue(()) = mover.visit_slides(|slide| {
                        let board = self.game.successor(board, slide);
                        batch.push(Neighbour { board, slide, mark, rank: None });
                        ControlFlow::<Infallible>::Continue(())
                    });
                };
                match next.checked_sub(goals) {
                    Some(index) => self.game.visit_movers(Some(slides[index]), *board, tried, add),
                    // From a goal to a board that is none only the red car leads.
                    None => add(self.game.red_mover(*board)),
                }
                next += 1;
            }
            // Without a branch, so that the waits for memory overlap.
            for Neighbour { board, rank, .. } in &mut batch {
                *rank = self.boards.index_at_home(board, mix(&*board));
            }
            for Neighbour { board, slide, mark, rank } in batch.drain(..) {
                let rank = rank.or_else(|| self.boards.find(&board)).expect("a cluster is closed");
                let known = &mut distances[rank as usize];
                if *known == UNKNOWN {
                    *known = mark;
                    queue.push(rank);
                    slides.push(slide);
                } else if *known & WAITING != 0 {
                    *known |= mark;
                }
            }
            if next == end {
                distance += 1;
                end = queue.len();
            }
        }
        meter.release(queue.capacity() * size_of::<u32>() + slides.capacity() * size_of::<Slide>());
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
        let board = self.boards.state(rank);
        let ControlFlow::Continue(()) = self.game.visit_moves(board, |slide| {
            let neighbour = self.boards.find(&self.game.successor(board, slide));
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
        *self.boards.state(0)
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
        self.boards.len().into()
    }

    /// # Panics
    /// If the board is not in the cluster.
    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        self.boards.find(board).expect("the board is in the cluster").into()
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Board {
        *self.boards.state(u32::try_from(rank).expect("a rank below the state count"))
    }

    #[inline]
    fn visit_successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let rank = u32::try_from(rank).expect("a rank below the state count");
        self.visit_neighbours(rank, |neighbour| visit(neighbour.into()));
    }
}
