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
        steps,
        goals: vec![self::cells(taquin, taquin.goal)],
        partitions: partitions(taquin),
    }
}

/// The cell of each tile.
pub(crate) fn cells<W: Word>(taquin: &Taquin<W>, board: Board<W>) -> Vec<u8> {
    let mut cells = vec![0; usize::from(taquin.cells()) - 1];
    for (cell, tile) in (0..).zip(taquin.tiles(board)) {
        if let Some(place) = usize::from(tile).checked_sub(1).and_then(|piece| cells.get_mut(piece))
        {
            *place = cell;
        }
    }
    cells
}

/// Each tile by itself, then larger groups.
fn partitions<W: Word>(taquin: &Taquin<W>) -> Vec<Vec<Vec<u8>>> {
    let mut partitions = vec![(0..taquin.cells() - 1).map(|piece| vec![piece]).collect()];
    let named = ["5-5-5", "6-6-3", "6-6-6-6"];
    for partition in named.iter().filter_map(|name| Partition::named(taquin, name).ok()) {
        let group = |homes: &[u8]| homes.iter().map(|&home| taquin.goal.tile(home) - 1).collect();
        partitions.push(partition.groups().iter().map(|tiles| group(tiles.homes())).collect());
    }
    if partitions.len() == 1 {
        // Tiles in the order of their goal cells: those of a group are near each other.
        let tiles: Vec<u8> =
            taquin.tiles(taquin.goal).filter_map(|tile| tile.checked_sub(1)).collect();
        partitions.push(tiles.chunks(5).map(<[u8]>::to_vec).collect());
    }
    partitions
}
