//! The taquin as a puzzle: its goal, and the facts that certificates use.

use tesuji_core::{Pieces, Puzzle, Step, quoted};

use crate::board::{Board, Word};
use crate::parity;
use crate::patterns::Partition;
use crate::rules::{Slide, Taquin};

impl<W: Word> Puzzle for Taquin<W> {
    #[inline]
    fn is_goal(&self, board: &Board<W>) -> bool {
        *board == self.goal
    }

    /// A slide is taken back by sliding the same tile again.
    fn undirected_goals(&self) -> Option<Vec<Board<W>>> {
        Some(vec![self.goal])
    }

    const ARGUMENTS: &'static [&'static str] = &["parity"];

    /// `parity`: slides keep the parity of the tiles' order, and the goal has the other one.
    fn check_argument(&self, argument: &str, &board: &Board<W>) -> Result<(), String> {
        match argument {
            "parity" => {
                let (here, goal): (Vec<u8>, Vec<u8>) =
                    (self.tiles(board).collect(), self.tiles(self.goal).collect());
                parity::check(here, &goal, self.width.into())
            }
            _ => Err(format!("this puzzle has no argument {}", quoted(argument))),
        }
    }

    /// The tiles on neighbouring cells: the blank may be anywhere, and each slide is of one tile.
    /// Piece 0 is tile 1.
    fn pieces(&self) -> Option<Pieces> {
        let (width, cells) = (self.width, self.cells());
        let mut steps = Vec::new();
        for from in 0..cells {
            for to in 0..cells {
                let rows = (from / width).abs_diff(to / width);
                let columns = (from % width).abs_diff(to % width);
                if rows + columns == 1 {
                    steps.extend((0..cells - 1).map(|piece| (Step { piece, from, to }, 1)));
                }
            }
        }
        Some(Pieces {
            count: cells - 1,
            places: cells,
            blank: true,
            steps,
            goals: vec![self.places(&self.goal)],
            partitions: partitions(self),
        })
    }

    /// The cell of each tile, then that of the blank.
    fn places(&self, &board: &Board<W>) -> Vec<u8> {
        let mut cells = vec![0; self.cells().into()];
        for (cell, tile) in (0..).zip(self.tiles(board)) {
            cells[usize::from(tile)] = cell;
        }
        cells.rotate_left(1);
        cells
    }

    #[inline]
    fn step(&self, board: &Board<W>, Slide { from, to }: Slide) -> Option<Step> {
        Some(Step { piece: board.tile(from).wrapping_sub(1), from, to })
    }
}

/// Each tile by itself, then groups of about five with the blank.
fn partitions<W: Word>(taquin: &Taquin<W>) -> Vec<Vec<Vec<u8>>> {
    let blank = taquin.cells() - 1;
    let alone = (0..blank).map(|piece| vec![piece]).collect();
    let named = ["5-5-5", "5-5-5-5-4"].iter().find_map(|name| Partition::named(taquin, name).ok());
    let homes: Vec<Vec<u8>> = match named {
        Some(partition) => partition.groups().iter().map(|group| group.homes().to_vec()).collect(),
        None => {
            let homes = (0..taquin.cells()).filter(|&cell| cell != taquin.goal.blank());
            homes.collect::<Vec<u8>>().chunks(5).map(<[u8]>::to_vec).collect()
        }
    };
    let piece = |&home: &u8| taquin.goal.tile(home) - 1;
    // The blank comes first: it moves most, and its neighbours are then near it in a table.
    let with_blank = |homes: &Vec<u8>| [blank].into_iter().chain(homes.iter().map(piece)).collect();
    vec![alone, homes.iter().map(with_blank).collect()]
}
