//! The space of all positions: their ranks and their symmetries.

use std::sync::LazyLock;

use tesuji_core::{Layered, Ranked};

use crate::board::{Board, CELLS, Cell, Marks, cells, check};
use crate::rules::TicTacToe;

/// Ways to fill nine cells with X, O or nothing.
const CODES: u16 = 3u16.pow(CELLS as u32);

/// The legal positions among the ways to fill the cells, numbered in the order of their codes.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    /// The rank of each legal code.
    ranks: Box<[u16]>,
    /// The code of each rank.
    codes: Box<[u16]>,
}

impl Space {
    /// The one of all games.
    pub(crate) fn shared() -> &'static Self {
        static SPACE: LazyLock<Space> = LazyLock::new(Space::new);
        &SPACE
    }

    fn new() -> Self {
        let codes: Box<[u16]> = (0..CODES).filter(|&code| check(decode(code)).is_ok()).collect();
        let mut ranks = vec![u16::MAX; usize::from(CODES)];
        for (rank, &code) in (0..).zip(&codes) {
            ranks[usize::from(code)] = rank;
        }
        Space { ranks: ranks.into(), codes }
    }
}

/// The marks as a number in base 3: cell 0 the lowest digit; 1 for X, 2 for O.
fn encode(marks: Marks) -> u16 {
    let sum = |set| cells(set).map(|Cell(cell)| 3u16.pow(u32::from(cell))).sum::<u16>();
    sum(marks.crosses) + 2 * sum(marks.noughts)
}

fn decode(code: u16) -> Marks {
    let mut marks = Marks::default();
    for cell in 0..CELLS {
        match code / 3u16.pow(u32::from(cell)) % 3 {
            1 => marks.crosses |= Cell(cell).bit(),
            2 => marks.noughts |= Cell(cell).bit(),
            _ => {}
        }
    }
    marks
}

impl Ranked for TicTacToe {
    /// 5,478, the number of reachable positions.
    fn state_count(&self) -> u64 {
        self.space.codes.len() as u64
    }

    fn rank(&self, board: &Board) -> u64 {
        u64::from(self.space.ranks[usize::from(encode(board.marks))])
    }

    fn unrank(&self, rank: u64) -> Board {
        let rank = usize::try_from(rank).expect("a rank is below 5,478");
        self.board(decode(self.space.codes[rank]))
    }
}

/// A layer for each number of marks.
impl Layered for TicTacToe {
    fn max_step(&self) -> Option<u32> {
        Some(1)
    }

    fn layer(&self, board: &Board) -> u32 {
        u32::from(CELLS) - board.marks.empty().count_ones()
    }
}

impl TicTacToe {
    /// The board under the eight symmetries of the square, itself first.
    #[must_use]
    pub fn symmetric_boards(&self, board: &Board) -> [Board; 8] {
        SYMMETRIES.map(|image| {
            let turn = |set| {
                cells(set).fold(0, |turned, Cell(cell)| turned | 1 << image[usize::from(cell)])
            };
            let Marks { crosses, noughts } = board.marks;
            self.board(Marks { crosses: turn(crosses), noughts: turn(noughts) })
        })
    }
}

impl TicTacToe {
    /// The board with the smallest code among the eight.
    pub(crate) fn canonical_form(&self, board: &Board) -> Board {
        let boards = self.symmetric_boards(board);
        boards.into_iter().min_by_key(|board| encode(board.marks)).expect("eight boards")
    }
}

/// The image of each cell under each symmetry of the square.
const SYMMETRIES: [[u8; CELLS as usize]; 8] = {
    let mut images = [[0; CELLS as usize]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut cell = 0;
        while cell < CELLS {
            let (mut row, mut column) = (cell / 3, cell % 3);
            if symmetry & 1 != 0 {
                row = 2 - row;
            }
            if symmetry & 2 != 0 {
                column = 2 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            images[symmetry][cell as usize] = 3 * row + column;
            cell += 1;
        }
        symmetry += 1;
    }
    images
};
