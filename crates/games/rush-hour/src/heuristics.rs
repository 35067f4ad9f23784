//! Lower bounds from each row and column separately.
//!
//! A car moves in its own line, so moves in different lines are different moves: the minimum
//! numbers of moves of the lines add up.

use tesuji_core::{Cost, DEAD_END, Heuristic};

use crate::Metric;
use crate::card::MAX_SIDE;
use crate::lines::{LINES, Line, WAYS};
use crate::occupied::spread;
use crate::rules::{Board, RushHour, Slide};

/// The moves that bring the red car to the exit and every column on its way out of its row, for
/// each line separately.
///
/// Admissible and consistent in both metrics. The board is a dead end if a column can never leave
/// the red car's row, regardless of the other lines.
///
/// # Complexity
/// A table look-up for each column.
///
/// # Example
/// ```
/// use tesuji_core::{Heuristic, Rules};
/// use tesuji_rush_hour::{BlockingCars, Metric, RushHour};
///
/// let game = RushHour::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?, Metric::Steps);
/// // Three steps for A, three for B and one for C.
/// assert_eq!(BlockingCars::new(&game).evaluate(&game, &game.initial()), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockingCars(Needs);

/// [`BlockingCars`], extended to cars that block the blocking cars: where a line cannot reach its
/// aim while a car of another line stays on a certain cell, that line must leave the cell, and so
/// on. A line with several aims needs the most expensive of them.
///
/// Admissible and consistent in both metrics: one move changes one line; unless the move reaches
/// the line's aim, everything in the line's way is still there, because the line cannot have
/// passed it.
///
/// # Complexity
/// At most one table look-up for each cell of the board; in practice a few.
///
/// # Example
/// ```
/// use tesuji_core::{Heuristic, Rules};
/// use tesuji_rush_hour::{BlockingCars, ForcedMoves, Metric, RushHour};
///
/// let card = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.".parse()?;
/// let game = RushHour::new(card, Metric::Slides);
/// let start = game.initial();
/// assert_eq!(BlockingCars::new(&game).evaluate(&game, &start), 3);
/// // Below H and G, E and F must move, and so on: eight is exact.
/// assert_eq!(ForcedMoves::new(&game).evaluate(&game, &start), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ForcedMoves(Needs);

impl BlockingCars {
    /// Returns the heuristic for the boards of `game`.
    #[must_use]
    pub fn new(game: &RushHour) -> Self {
        BlockingCars(Needs::new(game))
    }
}

impl ForcedMoves {
    /// Returns the heuristic for the boards of `game`.
    #[must_use]
    pub fn new(game: &RushHour) -> Self {
        ForcedMoves(Needs::new(game))
    }
}

impl Heuristic<RushHour> for BlockingCars {
    type Memo = Asked;

    const IS_ZERO_AT_GOALS: bool = true;

    fn start(&self, _: &RushHour, board: &Board) -> Asked {
        self.0.estimate::<false>(*board)
    }

    #[inline]
    fn advance(&self, _: &RushHour, memo: Asked, last: &Board, _: Slide, board: &Board) -> Asked {
        memo.after(*last, *board, || self.0.estimate::<false>(*board))
    }

    #[inline]
    fn estimate(&self, memo: Asked) -> Cost {
        memo.cost
    }
}

impl Heuristic<RushHour> for ForcedMoves {
    type Memo = Asked;

    const IS_ZERO_AT_GOALS: bool = true;

    fn start(&self, _: &RushHour, board: &Board) -> Asked {
        self.0.estimate::<true>(*board)
    }

    #[inline]
    fn advance(&self, _: &RushHour, memo: Asked, last: &Board, _: Slide, board: &Board) -> Asked {
        memo.after(*last, *board, || self.0.estimate::<true>(*board))
    }

    #[inline]
    fn estimate(&self, memo: Asked) -> Cost {
        memo.cost
    }
}

/// An estimate, with the lines that it depends on: after a move of another line it is the same.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    cost: Cost,
    /// A nibble of ones for each line.
    lines: u64,
}

impl Asked {
    /// The estimate of `board`, which is one move after `last`.
    #[inline]
    fn after(self, last: Board, board: Board, compute: impl FnOnce() -> Self) -> Self {
        if (last.0 ^ board.0) & self.lines == 0 { self } else { compute() }
    }
}

/// The cost of an aim of a line.
#[derive(Clone, Copy, Debug, Default)]
struct Need {
    /// The number of moves if no other line is in the way; `NEVER` if the aim is unreachable.
    moves: u8,
    /// The cells that the line must pass: while another line covers one of them, the aim is out of
    /// reach.
    passes: u8,
}

const NEVER: u8 = u8::MAX;

/// The costs of all aims of all lines.
#[derive(Clone, Debug)]
struct Needs {
    red_line: u8,
    /// Of bringing the red car to the exit, for each way of its row.
    exit: [Need; WAYS],
    /// Of leaving a cell of the line, for each way.
    leave: Box<[[[Need; MAX_SIDE as usize]; WAYS]; LINES]>,
}

impl Needs {
    fn new(game: &RushHour) -> Self {
        let red_line = game.red_line();
        let mut needs = Needs {
            red_line,
            exit: [Need::default(); WAYS],
            leave: Box::new([[[Need::default(); MAX_SIDE as usize]; WAYS]; LINES]),
        };
        for line in game.lines() {
            let graph = Graph::new(game, line);
            for cell in 0..MAX_SIDE {
                let aims = line.ways_where(|covered| covered >> cell & 1 == 0);
                for (way, need) in graph.needs(aims).into_iter().enumerate() {
                    needs.leave[usize::from(line.number)][way][usize::from(cell)] = need;
                }
            }
            if line.number == red_line {
                needs.exit = graph.needs(game.exits());
            }
        }
        needs
    }

    fn estimate<const RECURSIVE: bool>(&self, board: Board) -> Asked {
        let exit = self.exit[board.way(self.red_line)];
        let mut asked = Asked { cost: exit.moves.into(), lines: nibble(self.red_line) };
        if exit.moves == NEVER {
            return Asked { cost: DEAD_END, ..asked };
        }
        // The maximum number of moves that a line needs to leave one of its cells.
        let mut moves = [0; LINES];
        moves[usize::from(self.red_line) % LINES] = exit.moves;
        // The cells that must be left, of the rows and of the columns, and those that are done.
        let (mut cells, mut done) = ([0; 2], [0; 2]);
        let mut along = usize::from(self.red_line < MAX_SIDE);
        cells[along] = spread(self.red_line, exit.passes);
        loop {
            let mut new = cells[along] & !done[along];
            if new == 0 {
                return asked;
            }
            done[along] |= new;
            while new != 0 {
                let cell = new.trailing_zeros() as u8;
                new &= new - 1;
                let line = MAX_SIDE * along as u8 + cell / MAX_SIDE;
                asked.lines |= nibble(line);
                let need =
                    self.leave[usize::from(line)][board.way(line)][usize::from(cell % MAX_SIDE)];
                if need.moves == 0 {
                    continue;
                }
                if need.moves == NEVER {
                    return Asked { cost: DEAD_END, ..asked };
                }
                let before = &mut moves[usize::from(line)];
                asked.cost += Cost::from(need.moves.saturating_sub(*before));
                *before = need.moves.max(*before);
                if RECURSIVE {
                    cells[1 - along] |= spread(line, need.passes);
                }
            }
            along = 1 - along;
        }
    }
}

/// The part of a board's word that belongs to a line.
#[inline]
fn nibble(line: u8) -> u64 {
    0xf << (4 * (line & 15))
}

/// The ways of a line and the moves between them, ignoring other lines.
struct Graph {
    /// The number of ways.
    ways: usize,
    /// The ways one move before each way: for each cell of the line, by moves that do not sweep it,
    /// and last by all moves.
    before: [[u16; WAYS]; MAX_SIDE as usize + 1],
}

impl Graph {
    fn new(game: &RushHour, line: &Line) -> Self {
        let longest = match game.metric() {
            Metric::Steps => 1,
            Metric::Slides => MAX_SIDE,
        };
        let mut graph = Graph { ways: line.ways.len(), before: [[0; WAYS]; MAX_SIDE as usize + 1] };
        for (from, to) in (0..graph.ways).flat_map(|from| (0..graph.ways).map(move |to| (from, to)))
        {
            let Some(sweep) = line.sweep(from, to, longest, game.card()) else { continue };
            for (cell, before) in graph.before.iter_mut().enumerate() {
                before[to] |= u16::from(u16::from(sweep) >> cell & 1 == 0) << from;
            }
        }
        graph
    }

    /// The cost of reaching one of `aims`, for each way.
    fn needs(&self, aims: u16) -> [Need; WAYS] {
        let mut needs = [Need { moves: NEVER, passes: 0 }; WAYS];
        let [closed @ .., open] = &self.before;
        grow(aims, open, |moves, way| needs[way].moves = moves);
        for (cell, before) in closed.iter().enumerate() {
            let reached = grow(aims, before, |_, _| {});
            for way in (0..self.ways).filter(|way| reached >> way & 1 == 0) {
                needs[way].passes |= 1 << cell;
            }
        }
        needs
    }
}

/// The ways from which one of `aims` can be reached, each shown with its distance.
fn grow(aims: u16, before: &[u16; WAYS], mut show: impl FnMut(u8, usize)) -> u16 {
    let (mut reached, mut new, mut moves) = (aims, aims, 0);
    while new != 0 {
        let mut grown = reached;
        while new != 0 {
            let way = new.trailing_zeros() as usize;
            new &= new - 1;
            show(moves, way);
            grown |= before[way];
        }
        new = grown & !reached;
        reached = grown;
        moves += 1;
    }
    reached
}
