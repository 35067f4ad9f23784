//! IDA* with Manhattan distance for the 15-puzzle and nothing else: a function for each cell of the
//! blank and each last move, compile-time constants wherever possible, the parity of f assumed, no
//! limits, no path. It shares no code with the library.

use std::ops::ControlFlow;

/// Solves a board (blank first in the goal) and returns the length and the nodes generated,
/// counted as Korf counts them.
///
/// # Panics
/// If the tiles are not those of a 15-puzzle. It does not terminate for an unsolvable board.
#[must_use]
pub fn ida_star(tiles: &[u8; 16]) -> (u32, u64) {
    let board = tiles.iter().rev().fold(0u64, |board, &tile| board << 4 | u64::from(tile));
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
    let distance: i32 = (0..16).map(|cell| manhattan(cell, tiles[cell].into())).sum();
    let mut search = Search { changes: changes(), nodes: 1 };
    let mut bound = distance;
    while enter(&mut search, blank, board, bound - distance, distance).is_continue() {
        bound += 2;
    }
    (bound.unsigned_abs(), search.nodes)
}

fn manhattan(cell: usize, tile: usize) -> i32 {
    if tile == 0 {
        return 0;
    }
    let away = (cell / 4).abs_diff(tile / 4) + (cell % 4).abs_diff(tile % 4);
    i32::try_from(away).expect("a few cells")
}

struct Search {
    /// By the blank's old cell, its new cell, and the tile.
    changes: [[i8; 16]; 256],
    nodes: u64,
}

fn changes() -> [[i8; 16]; 256] {
    let mut changes = [[0; 16]; 256];
    for (edge, row) in changes.iter_mut().enumerate() {
        let (to, from) = (edge / 16, edge % 16);
        for (tile, change) in row.iter_mut().enumerate() {
            *change = i8::try_from(manhattan(to, tile) - manhattan(from, tile)).expect("small");
        }
    }
    changes
}

trait Cell {
    const INDEX: usize;
    type Up: Cell;
    type Left: Cell;
    type Right: Cell;
    type Down: Cell;
}

struct At<const CELL: usize>;

macro_rules! cells {
    ($($cell:literal)*) => { $(
        impl Cell for At<$cell> {
            const INDEX: usize = $cell;
            type Up = At<{ if $cell < 4 { $cell } else { $cell - 4 } }>;
            type Left = At<{ if $cell % 4 == 0 { $cell } else { $cell - 1 } }>;
            type Right = At<{ if $cell % 4 == 3 { $cell } else { $cell + 1 } }>;
            type Down = At<{ if $cell > 11 { $cell } else { $cell + 4 } }>;
        }
    )* };
}

cells!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

fn enter(
    search: &mut Search,
    blank: usize,
    board: u64,
    slack: i32,
    distance: i32,
) -> ControlFlow<()> {
    macro_rules! cell {
        ($($cell:literal)*) => {
            match blank {
                $($cell => expand::<At<$cell>, NONE>(search, board, slack, distance),)*
                _ => unreachable!("16 cells"),
            }
        };
    }
    cell!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

const NONE: u8 = 0;
const UP: u8 = 1;
const LEFT: u8 = 2;
const RIGHT: u8 = 3;
const DOWN: u8 = 4;

fn expand<C: Cell, const LAST: u8>(
    search: &mut Search,
    board: u64,
    slack: i32,
    distance: i32,
) -> ControlFlow<()> {
    if C::Up::INDEX != C::INDEX && LAST != DOWN {
        slide::<C, C::Up, UP>(search, board, slack, distance)?;
    }
    if C::Left::INDEX != C::INDEX && LAST != RIGHT {
        slide::<C, C::Left, LEFT>(search, board, slack, distance)?;
    }
    if C::Right::INDEX != C::INDEX && LAST != LEFT {
        slide::<C, C::Right, RIGHT>(search, board, slack, distance)?;
    }
    if C::Down::INDEX != C::INDEX && LAST != UP {
        slide::<C, C::Down, DOWN>(search, board, slack, distance)?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn slide<Blank: Cell, Next: Cell, const MOVE: u8>(
    search: &mut Search,
    board: u64,
    slack: i32,
    distance: i32,
) -> ControlFlow<()> {
    search.nodes += 1;
    let tile = board >> (4 * Next::INDEX) & 15;
    let row = &search.changes[Blank::INDEX * 16 + Next::INDEX];
    let change = i32::from(row[usize::try_from(tile).expect("four bits")]);
    // One more move, and the distance changes by one: f stays or grows by two.
    if slack < 1 + change {
        return ControlFlow::Continue(());
    }
    if distance + change == 0 {
        return ControlFlow::Break(());
    }
    let board = board ^ tile << (4 * Next::INDEX) ^ tile << (4 * Blank::INDEX);
    expand::<Next, MOVE>(search, board, slack - 1 - change, distance + change)
}
