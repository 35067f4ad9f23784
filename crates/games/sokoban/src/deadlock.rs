use std::fmt;

use crate::assignment::assignment;
use crate::boxes::Cells;
use crate::level::WALL;
use crate::rules::{Direction, Sokoban, Warehouse};

/// A reason why a state can never be solved, found without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadlock {
    /// A box is on a cell from which no pushes bring it to a goal.
    DeadSquare {
        /// The column and row of the box.
        position: (usize, usize),
    },
    /// A box is not on a goal and can never move: walls and boxes, which cannot move either, hold
    /// it in its row and in its column.
    Frozen {
        /// The column and row of the box.
        position: (usize, usize),
    },
    /// The boxes cannot have a goal each: some of them can only reach fewer goals than they are.
    Unmatched,
}

impl fmt::Display for Deadlock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deadlock::DeadSquare { position: (column, row) } => {
                write!(out, "no goal can be reached from {column},{row}")
            }
            Deadlock::Frozen { position: (column, row) } => {
                write!(out, "the box on {column},{row} can never move")
            }
            Deadlock::Unmatched => out.write_str("the boxes cannot have a goal each"),
        }
    }
}

impl Sokoban {
    /// Proves a state unsolvable if that is possible without a search; `None` proves nothing.
    ///
    /// # Sources
    /// Junghanns & Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain
    /// knowledge", Artificial Intelligence 129, 2001.
    #[must_use]
    pub fn deadlock(&self, state: &Warehouse) -> Option<Deadlock> {
        let position = |cell| self.level().position(cell);
        if let Some(cell) = self.on_dead_square(state) {
            return Some(Deadlock::DeadSquare { position: position(cell) });
        }
        if let Some(cell) = self.frozen(state).without(&self.level().goals).first() {
            return Some(Deadlock::Frozen { position: position(cell) });
        }
        assignment(self, state).is_none().then_some(Deadlock::Unmatched)
    }

    /// A box on a dead square.
    pub(crate) fn on_dead_square(&self, state: &Warehouse) -> Option<u8> {
        state.boxes.and(&self.dead).first()
    }

    /// The boxes that can never move, or only onto a dead square.
    ///
    /// It is the largest set in which each box is held in its row and in its column: by a wall or
    /// another box of the set on one side, or by dead squares on both. The first of them to move
    /// would have to move onto a dead square. What is frozen stays so in all later states.
    pub(crate) fn frozen(&self, state: &Warehouse) -> Cells {
        let mut frozen = state.boxes;
        loop {
            let held = |cell: u8, way: Direction| {
                let sides = [way, way.opposite()].map(|way| self.level().next(cell, way));
                let solid = |&side: &u8| side == WALL || frozen.contains(side);
                sides.iter().any(solid) || sides.iter().all(|&side| self.dead.contains(side))
            };
            let stays = |&cell: &u8| held(cell, Direction::Up) && held(cell, Direction::Right);
            let fewer: Cells = frozen.iter().filter(stays).collect();
            if fewer == frozen {
                return frozen;
            }
            frozen = fewer;
        }
    }
}
