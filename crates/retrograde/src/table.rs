use tesuji_core::{Budget, Limit, Meter, Rules, Silent};

use crate::cells::{Cell, Cells};
use crate::clock::{Clock, Plies};
use crate::draws::classify;
use crate::engine::{Stop, decide};
use crate::exact::Exact;
use crate::graph::release;
use crate::space::Space;

/// The exact value of every position of a space.
///
/// # Example
/// All 5,478 positions of tic-tac-toe:
/// ```
/// use tesuji_core::{Notation, Rules};
/// use tesuji_retrograde::{Ender, Exact, Numbered, Table};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let table = Table::solve(Numbered::new(&game));
/// assert_eq!(table.value(&game.initial()), Some(Exact::Draw(Ender::Either)));
/// assert!(table.check().is_ok());
///
/// // X threatens twice: O, to move, has lost after three plies.
/// let board = game.parse_state("XO./XX./..O")?;
/// let answer = table.probe(&board).expect("a position of the space");
/// assert_eq!(answer.value, Exact::Loss(2));
/// assert_eq!(answer.best_moves.len(), 4);
/// assert_eq!(answer.pv.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<S, K = Plies> {
    pub(crate) space: S,
    pub(crate) clock: K,
    pub(crate) cells: Cells,
}

/// The numbers of positions by value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// The numbers of wins of the player to move, by cost.
    pub wins: Vec<u64>,
    /// The numbers of losses, by cost.
    pub losses: Vec<u64>,
    /// The number of draws in which a player can force the end.
    pub draws: u64,
    /// The number of draws by endless play.
    pub endless: u64,
}

impl<S: Space> Table<S> {
    /// Solves the space, with distances in plies.
    ///
    /// # Panics
    /// If memory allocation fails, or the game breaks the contract of [`Game`](tesuji_core::Game)
    /// or of the space.
    pub fn solve(space: S) -> Self {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let table = Table::solve_within(space, Plies, &mut Meter::new(&budget, &mut silent));
        table.expect("memory for the table")
    }
}

impl<S: Space, K: Clock<S::Game>> Table<S, K> {
    /// Solves the space, with costs by `clock`, within the limits of a meter's budget.
    ///
    /// The predecessors of every position are generated once. The table takes one byte per position
    /// if costs are below 60 and no position has more than 127 moves, otherwise two or four; the
    /// queue takes at most eight bytes more per position (not bounded if the moves of a player have
    /// different costs or cost 0).
    ///
    /// # Errors
    /// The limit that was reached; [`Limit::Depth`] if a cost exceeds 2³⁰.
    pub fn solve_within(space: S, clock: K, meter: &mut Meter) -> Result<Self, Limit> {
        let cells = match attempt(&space, &clock, meter) {
            Ok(cells) => Cells::Narrow(cells),
            Err(Stop::Limit(limit)) => return Err(limit),
            Err(Stop::TooWide) => match attempt(&space, &clock, meter) {
                Ok(cells) => Cells::Middle(cells),
                Err(Stop::Limit(limit)) => return Err(limit),
                Err(Stop::TooWide) => match attempt(&space, &clock, meter) {
                    Ok(cells) => Cells::Wide(cells),
                    Err(Stop::Limit(limit)) => return Err(limit),
                    Err(Stop::TooWide) => return Err(Limit::Depth),
                },
            },
        };
        Ok(Table { space, clock, cells })
    }

    /// The space of the table.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// Bytes for each position.
    #[must_use]
    pub fn bytes_per_position(&self) -> usize {
        self.cells.width()
    }

    /// The value of `state` for the player to move; `None` if it is not in the space.
    pub fn value(&self, state: &<S::Game as Rules>::State) -> Option<Exact> {
        let index = self.space.index(state).filter(|&index| index < self.cells.len())?;
        self.cells.get(index)
    }

    /// Counts the positions of each value.
    #[must_use]
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        for index in 0..self.cells.len() {
            match self.cells.get(index) {
                Some(Exact::Win(cost)) => increment(&mut census.wins, cost),
                Some(Exact::Loss(cost)) => increment(&mut census.losses, cost),
                Some(Exact::Draw(_)) => census.draws += 1,
                Some(Exact::Endless) => census.endless += 1,
                None => {}
            }
        }
        census
    }
}

pub(crate) fn increment(counts: &mut Vec<u64>, cost: u32) {
    let cost = cost as usize;
    if counts.len() <= cost {
        counts.resize(cost + 1, 0);
    }
    counts[cost] += 1;
}

/// Solves in cells of one width.
fn attempt<S: Space, K: Clock<S::Game>, C: Cell>(
    space: &S,
    clock: &K,
    meter: &mut Meter,
) -> Result<Vec<C>, Stop> {
    let mut cells = decide(space, clock, meter)?;
    match classify::<S, C>(space, &mut cells, meter) {
        Ok(()) => Ok(cells),
        Err(limit) => {
            release(&cells, meter);
            Err(limit.into())
        }
    }
}
