//! Lower bounds from each row and column separately.
//!
//! A car moves in its own line, so moves in different lines are different moves: the minimum
//! numbers of moves of the lines add up.

use tesuji_core::{Cost, DEAD_END, Heuristic};

use crate::Metric;
use crate::card::MAX_SIDE;
use crate::lines::{LINES, Line, WAYS};
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

/// The cells that lines must leave.
struct Demands {
    /// The cells, for each line.
    cells: [u8; LINES],
    /// The maximum number of moves that leaving one of them takes.
    moves: [u8; LINES],
    /// The lines that were looked at, a nibble of ones for each.
    lines: u64,
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
                for (way, need) in graph.needs(aims).enumerate() {
                    needs.leave[usize::from(line.number)][way][usize::from(cell)] = need;
                }
            }
            if line.number == red_line {
                for (exit, need) in needs.exit.iter_mut().zip(graph.needs(game.exits())) {
                    *exit = need;
                }
            }
        }
        needs
    }

    #[inline]
    fn estimate<const RECURSIVE: bool>(&self, board: Board) -> Asked {
        let exit = self.exit[board.way(self.red_line)];
        let lines = nibble(self.red_line);
        let mut asked = Demands { cells: [0; LINES], moves: [0; LINES], lines };
        asked.moves[usize::from(self.red_line)] = exit.moves;
        let never = exit.moves == NEVER
            || !self.ask::<RECURSIVE>(board, self.red_line, exit.passes, &mut asked);
        let moves = asked.moves.iter().map(|&moves| Cost::from(moves));
        Asked { cost: if never { DEAD_END } else { moves.sum() }, lines: asked.lines }
    }

    /// Requires the lines that cross `line` to leave the cells it must pass; false if one never
    /// can.
    fn ask<const RECURSIVE: bool>(
        &self,
        board: Board,
        line: u8,
        mut passes: u8,
        asked: &mut Demands,
    ) -> bool {
        let cell = line % MAX_SIDE;
        while passes != 0 {
            let crossing = passes.trailing_zeros() as u8 + (MAX_SIDE - (line & MAX_SIDE));
            passes &= passes - 1;
            let other = usize::from(crossing) % LINES;
            asked.lines |= nibble(crossing);
            let need = self.leave[other][board.way(crossing)][usize::from(cell)];
            if need.moves == 0 || asked.cells[other] >> cell & 1 == 1 {
                continue;
            }
            asked.cells[other] |= 1 << cell;
            asked.moves[other] = asked.moves[other].max(need.moves);
            if need.moves == NEVER
                || RECURSIVE && !self.ask::<RECURSIVE>(board, crossing, need.passes, asked)
            {
                return false;
            }
        }
        true
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
    /// Source way, target way, and the cells that the car sweeps.
    moves: Vec<(usize, usize, u8)>,
}

impl Graph {
    fn new(game: &RushHour, line: &Line) -> Self {
        let longest = match game.metric() {
            Metric::Steps => 1,
            Metric::Slides => MAX_SIDE,
        };
        let ways = line.ways.len();
        let pairs = (0..ways).flat_map(|from| (0..ways).map(move |to| (from, to)));
        let moves = pairs.filter_map(|(from, to)| {
            let sweep = line.sweep(from, to, longest, game.card())?;
            Some((from, to, sweep))
        });
        Graph { ways, moves: moves.collect() }
    }

    /// The cost of reaching one of `aims`, for each way.
    fn needs(&self, aims: u16) -> impl Iterator<Item = Need> {
        let mut moves = [NEVER; WAYS];
        let mut reached = aims;
        for distance in 0.. {
            let new = (0..self.ways).filter(|way| reached >> way & 1 == 1 && moves[*way] == NEVER);
            let new: Vec<usize> = new.collect();
            if new.is_empty() {
                break;
            }
            new.iter().for_each(|&way| moves[way] = distance);
            reached = self.grow(reached, 0);
        }
        let mut passes = [0; WAYS];
        for cell in 0..MAX_SIDE {
            let reached = self.reaching(aims, 1 << cell);
            for way in (0..self.ways).filter(|way| reached >> way & 1 == 0) {
                passes[way] |= 1 << cell;
            }
        }
        (0..self.ways).map(move |way| Need { moves: moves[way], passes: passes[way] })
    }

    /// The ways from which one of `aims` can be reached without passing these cells.
    fn reaching(&self, aims: u16, closed: u8) -> u16 {
        let mut reached = aims;
        loop {
            let more = self.grow(reached, closed);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// These ways and those one move away.
    fn grow(&self, ways: u16, closed: u8) -> u16 {
        let open =
            self.moves.iter().filter(|(_, to, sweep)| ways >> to & 1 == 1 && sweep & closed == 0);
        open.fold(ways, |all, (from, ..)| all | 1 << from)
    }
}
