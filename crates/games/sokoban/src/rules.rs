use std::ops::ControlFlow;
use std::sync::Arc;

use tesuji_core::{KnownGoals, Puzzle, Reversible, Rules, quoted};

use crate::boxes::Cells;
use crate::level::{Level, WALL};
use crate::metric::Metric;

/// A direction, in the order of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up.
    Up,
    /// Right.
    Right,
    /// Down.
    Down,
    /// Left.
    Left,
}

impl Direction {
    /// All directions, clockwise.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        Direction::ALL[(self as usize + 2) & 3]
    }
}

/// The boxes and the player. If only pushes count, the player is on the first cell that can be
/// reached without a push: where exactly makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warehouse {
    /// The cells with boxes.
    pub boxes: Cells,
    /// The player's cell.
    pub player: u8,
}

/// A move: a step of the player, or a push of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The player's cell before a step; where only pushes count, the cell of the box.
    pub cell: u8,
    /// The direction.
    pub way: Direction,
    /// Whether a box is pushed.
    pub pushes: bool,
}

/// The puzzle: a [`Level`] and a [`Metric`].
///
/// Steps are ordered clockwise from up; pushes by the cell of the box, then likewise.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Puzzle, Rules};
/// use tesuji_sokoban::{Metric, Sokoban};
///
/// let sokoban = Sokoban::new("######/#@-$.#/######".parse()?, Metric::Moves);
/// let mut state = sokoban.initial();
/// for step in ["r", "R"] {
///     assert_eq!(sokoban.moves_text(&state, &sokoban.moves(&state))[0], step);
///     let step = sokoban.parse_move(&state, step)?;
///     sokoban.play(&mut state, step);
/// }
/// assert!(sokoban.is_goal(&state));
/// # Ok::<(), tesuji_sokoban::SokobanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sokoban {
    level: Arc<Level>,
    metric: Metric,
    start: Warehouse,
    /// For each goal, the fewest pushes that bring a box there from each cell if it is alone;
    /// [`NEVER`] if none do.
    pub(crate) distances: Arc<Vec<Vec<u16>>>,
    /// The cells from which no push sequence brings a box to a goal.
    pub(crate) dead: Cells,
}

/// The distance of a goal that cannot be reached.
pub(crate) const NEVER: u16 = u16::MAX;

impl Sokoban {
    /// The puzzle of a level.
    #[must_use]
    pub fn new(level: Level, metric: Metric) -> Self {
        let distances: Vec<Vec<u16>> =
            level.goals.iter().map(|goal| pushes_to(&level, goal)).collect();
        let is_dead = |&cell: &u8| distances.iter().all(|to| to[usize::from(cell)] == NEVER);
        let dead = (0..level.cells() as u8).filter(is_dead).collect();
        let start = Warehouse { boxes: level.boxes, player: level.player };
        let (level, distances) = (Arc::new(level), Arc::new(distances));
        let mut sokoban = Sokoban { level, metric, start, distances, dead };
        sokoban.start = sokoban.normalized(start);
        sokoban
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The cells that the player can walk to.
    #[must_use]
    pub fn walkable(&self, state: &Warehouse) -> Cells {
        let mut reached = Cells::default();
        let mut stack = [0; crate::MAX_CELLS];
        reached.insert(state.player);
        stack[0] = state.player;
        let mut height = 1;
        while height > 0 {
            height -= 1;
            for next in self.level.beside[usize::from(stack[height])] {
                if next != WALL && !state.boxes.contains(next) && !reached.contains(next) {
                    reached.insert(next);
                    stack[height] = next;
                    height += 1;
                }
            }
        }
        reached
    }

    /// The state that stands for all that differ only in where the player has walked, if only
    /// pushes count; otherwise the state itself.
    pub(crate) fn normalized(&self, state: Warehouse) -> Warehouse {
        match self.metric {
            Metric::Moves => state,
            Metric::Pushes => {
                let first = self.walkable(&state).first();
                Warehouse { player: first.unwrap_or(state.player), ..state }
            }
        }
    }

    #[inline]
    fn is_free(&self, state: &Warehouse, cell: u8) -> bool {
        cell != WALL && !state.boxes.contains(cell)
    }
}

/// The fewest pushes from each cell that bring a lone box to `goal`, found by pulling it from
/// there. They are lower bounds: it is not asked whether the player can walk around the box.
fn pushes_to(level: &Level, goal: u8) -> Vec<u16> {
    let mut distances = vec![NEVER; level.cells()];
    distances[usize::from(goal)] = 0;
    let mut queue = std::collections::VecDeque::from([goal]);
    while let Some(at) = queue.pop_front() {
        for way in Direction::ALL {
            // Before the push, the box was behind, and the player behind the box.
            let before = level.next(at, way.opposite());
            if before != WALL
                && level.next(before, way.opposite()) != WALL
                && distances[usize::from(before)] == NEVER
            {
                distances[usize::from(before)] = distances[usize::from(at)] + 1;
                queue.push_back(before);
            }
        }
    }
    distances
}

impl Rules for Sokoban {
    type State = Warehouse;
    type Move = Push;
    type Undo = Warehouse;

    fn initial(&self) -> Warehouse {
        self.start
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        state: &Warehouse,
        mut visit: impl FnMut(Push) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.metric {
            Metric::Moves => {
                for way in Direction::ALL {
                    let to = self.level.next(state.player, way);
                    if to == WALL {
                        continue;
                    }
                    let pushes = state.boxes.contains(to);
                    if !pushes || self.is_free(state, self.level.next(to, way)) {
                        visit(Push { cell: state.player, way, pushes })?;
                    }
                }
            }
            Metric::Pushes => {
                let walkable = self.walkable(state);
                for cell in state.boxes.iter() {
                    for way in Direction::ALL {
                        let behind = self.level.next(cell, way.opposite());
                        if behind != WALL
                            && walkable.contains(behind)
                            && self.is_free(state, self.level.next(cell, way))
                        {
                            visit(Push { cell, way, pushes: true })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, state: &mut Warehouse, Push { cell, way, pushes }: Push) -> Warehouse {
        let before = *state;
        // The player ends where the box was, or steps to the next cell.
        let to = match self.metric {
            Metric::Moves => self.level.next(cell, way),
            Metric::Pushes => cell,
        };
        state.player = to;
        if pushes {
            state.boxes.remove(to);
            state.boxes.insert(self.level.next(to, way));
        }
        *state = self.normalized(*state);
        before
    }

    #[inline]
    fn undo(&self, state: &mut Warehouse, _: Push, before: Warehouse) {
        *state = before;
    }

    /// A step without a push can be taken back; a push cannot, as boxes are never pulled.
    #[inline]
    fn inverse(&self, Push { cell, way, pushes }: Push) -> Option<Push> {
        let back = || Push { cell: self.level.next(cell, way), way: way.opposite(), pushes };
        (!pushes).then(back)
    }

    fn pack(&self, state: &Warehouse, out: &mut Vec<u8>) -> bool {
        out.push(state.player);
        out.extend(state.boxes.iter());
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Warehouse> {
        let (&player, rest) = bytes.split_first()?;
        let (boxes, rest) = rest.split_at_checked(self.start.boxes.len())?;
        *bytes = rest;
        let is_cell = |&cell: &u8| usize::from(cell) < self.level.cells();
        let boxes = boxes.iter().copied();
        boxes
            .clone()
            .chain([player])
            .all(|cell| is_cell(&cell))
            .then(|| Warehouse { boxes: boxes.collect(), player })
    }
}

impl Puzzle for Sokoban {
    /// Whether every box is on a goal.
    #[inline]
    fn is_goal(&self, state: &Warehouse) -> bool {
        state.boxes.without(&self.level.goals).is_empty()
    }

    const ARGUMENTS: &'static [&'static str] = &["dead-square", "frozen"];

    /// `dead-square`: a box is on a cell from which no pushes bring it to a goal. `frozen`: boxes
    /// that keep each other from moving are not all on goals.
    fn check_argument(&self, argument: &str, state: &Warehouse) -> Result<(), String> {
        let holds = match argument {
            "dead-square" => self.on_dead_square(state).is_some(),
            "frozen" => !self.frozen(state).without(&self.level.goals).is_empty(),
            _ => return Err(format!("this puzzle has no argument {}", quoted(argument))),
        };
        if holds { Ok(()) } else { Err(format!("no box is {argument}")) }
    }
}

impl Reversible for Sokoban {
    fn visit_predecessors<B>(
        &self,
        state: &Warehouse,
        mut visit: impl FnMut(Push, Warehouse) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.metric {
            Metric::Moves => {
                let to = state.player;
                for way in Direction::ALL {
                    let cell = self.level.next(to, way.opposite());
                    if !self.is_free(state, cell) {
                        continue;
                    }
                    let walked = Warehouse { player: cell, ..*state };
                    visit(Push { cell, way, pushes: false }, walked)?;
                    let pushed = self.level.next(to, way);
                    if pushed != WALL && state.boxes.contains(pushed) {
                        let before = self.pulled(&walked, pushed, to);
                        visit(Push { cell, way, pushes: true }, before)?;
                    }
                }
            }
            Metric::Pushes => {
                let walkable = self.walkable(state);
                for pushed in state.boxes.iter() {
                    for way in Direction::ALL {
                        let cell = self.level.next(pushed, way.opposite());
                        if cell == WALL || !walkable.contains(cell) {
                            continue;
                        }
                        let player = self.level.next(cell, way.opposite());
                        if self.is_free(state, player) {
                            let before = Warehouse { player, ..*state };
                            let before = self.normalized(self.pulled(&before, pushed, cell));
                            visit(Push { cell, way, pushes: true }, before)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The goals are all states with every box on a goal, reachable or not: one for each place of the
/// player, or, if only pushes count, for each region that the boxes leave.
impl KnownGoals for Sokoban {
    fn goals(&self) -> Vec<Warehouse> {
        self.goals_up_to(usize::MAX).expect("there is no limit")
    }
}

impl Sokoban {
    /// The state with a box at `to` instead of `from`.
    fn pulled(&self, state: &Warehouse, from: u8, to: u8) -> Warehouse {
        let mut before = *state;
        before.boxes.remove(from);
        before.boxes.insert(to);
        before
    }

    /// The [goals](KnownGoals::goals), or `None` if there are more than `limit`.
    #[must_use]
    pub fn goals_up_to(&self, limit: usize) -> Option<Vec<Warehouse>> {
        let goals: Vec<u8> = self.level.goals.iter().collect();
        let mut all = Vec::new();
        self.place(&goals, self.level.boxes.len(), Cells::default(), limit, &mut all).then_some(all)
    }

    /// Adds the states with these boxes and `more` others on some of the goals; returns whether all
    /// are within the limit.
    fn place(
        &self,
        goals: &[u8],
        more: usize,
        boxes: Cells,
        limit: usize,
        all: &mut Vec<Warehouse>,
    ) -> bool {
        if more > 0 {
            let Some((&goal, rest)) = goals.split_first().filter(|_| more <= goals.len()) else {
                return true;
            };
            let mut with = boxes;
            with.insert(goal);
            return self.place(rest, more - 1, with, limit, all)
                && self.place(rest, more, boxes, limit, all);
        }
        let mut left: Cells = (0..self.level.cells() as u8).collect::<Cells>().without(&boxes);
        while let Some(player) = left.first() {
            if all.len() == limit {
                return false;
            }
            let state = Warehouse { boxes, player };
            all.push(state);
            match self.metric {
                Metric::Moves => left.remove(player),
                Metric::Pushes => left = left.without(&self.walkable(&state)),
            }
        }
        true
    }
}
