//! The tiles as the pieces of certificates' lower bounds.

use tesuji_core::{Pieces, Step};

use crate::board::{Board, Word};
use crate::patterns::Partition;
use crate::rules::Taquin;

/// Tiles on neighbouring cells: the blank may be anywhere, and each slide is of one tile.
pub(crate) fn of<W: Word>(taquin: &Taquin<W>) -> Pieces {
    let (width, cells) = (taquin.width, taquin.cells());
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
    Pieces {
        count: cells - 1,
        places: cells,
        blank: true,
        steps,
        goals: vec![self::cells(taquin, taquin.goal)],
        partitions: partitions(taquin),
    }
}

/// The cell of each tile, then that of the blank.
pub(crate) fn cells<W: Word>(taquin: &Taquin<W>, board: Board<W>) -> Vec<u8> {
    let mut cells = vec![0; taquin.cells().into()];
    for (cell, tile) in (0..).zip(taquin.tiles(board)) {
        cells[usize::from(tile)] = cell;
    }
    cells.rotate_left(1);
    cells
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
