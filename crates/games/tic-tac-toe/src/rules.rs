use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, IncrementalKey, Player, Reversible, Rules};

use crate::board::{Board, CELLS, Cell, Marks, cells};
use crate::space::Space;

/// The seed of the keys, an arbitrary number.
const KEY_SEED: u64 = 333;

/// The rules of tic-tac-toe, with the Zobrist keys and the ranking of its positions.
///
/// X is [`Player::First`] and begins. Moves are in the order of the cells.
///
/// # Example
/// X completes the first row:
/// ```
/// use tesuji_core::{Game, GameResult, Notation, Player, Rules};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let mut board = game.parse_state("XX. / OO. / ...")?;
/// let third = game.parse_move(&board, "c3")?;
/// game.play(&mut board, third);
/// assert_eq!(game.result(&board), Some(GameResult::Win(Player::First)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TicTacToe {
    /// A key for each player and cell. The turn needs none, because it follows from the marks.
    keys: [[u64; CELLS as usize]; 2],
    pub(crate) space: &'static Space,
}

impl TicTacToe {
    /// Returns the game. The first one computes a table of about 50 KB, which all share.
    #[must_use]
    pub fn new() -> Self {
        let drawn = tesuji_zobrist::keys(KEY_SEED, 2 * usize::from(CELLS));
        let mut keys = [[0; CELLS as usize]; 2];
        keys.as_flattened_mut().copy_from_slice(&drawn);
        TicTacToe { keys, space: Space::shared() }
    }

    /// The board with these marks.
    pub(crate) fn board(&self, marks: Marks) -> Board {
        let mut key = 0;
        for player in [Player::First, Player::Second] {
            for cell in cells(marks.of(player)) {
                key ^= self.mark_key(player, cell);
            }
        }
        Board { marks, key }
    }

    #[inline]
    fn mark_key(&self, player: Player, cell: Cell) -> u64 {
        self.keys[player as usize][usize::from(cell.0)]
    }

    /// Toggles a mark of `player` on `cell`.
    #[inline]
    fn flip(&self, board: &mut Board, player: Player, cell: Cell) {
        board.marks.flip(player, cell);
        board.key ^= self.mark_key(player, cell);
    }
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::new()
    }
}

impl Rules for TicTacToe {
    type State = Board;
    type Move = Cell;
    type Undo = ();

    fn initial(&self) -> Board {
        self.board(Marks::default())
    }

    fn pack(&self, board: &Board, out: &mut Vec<u8>) -> bool {
        out.extend(board.marks.crosses.to_le_bytes());
        out.extend(board.marks.noughts.to_le_bytes());
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Board> {
        let (crosses, rest) = bytes.split_first_chunk()?;
        let (noughts, rest) = rest.split_first_chunk()?;
        *bytes = rest;
        let marks = [crosses, noughts].map(|cells| u16::from_le_bytes(*cells));
        let [crosses, noughts] = marks;
        // Every set of cells has a key.
        ((crosses | noughts) >> CELLS == 0).then(|| self.board(Marks { crosses, noughts }))
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        board: &Board,
        visit: impl FnMut(Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let over = board.marks.winner().is_some();
        cells(if over { 0 } else { board.marks.empty() }).try_for_each(visit)
    }

    #[inline]
    fn play(&self, board: &mut Board, cell: Cell) {
        self.flip(board, board.marks.to_move(), cell);
    }

    #[inline]
    fn undo(&self, board: &mut Board, cell: Cell, (): ()) {
        self.flip(board, board.marks.to_move().other(), cell);
    }

    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.key
    }

    fn canonical(&self, board: &Board) -> Board {
        self.canonical_form(board)
    }
}

impl Game for TicTacToe {
    const NEVER_REPEATS: bool = true;

    #[inline]
    fn to_move(&self, board: &Board) -> Player {
        board.marks.to_move()
    }

    #[inline]
    fn result(&self, board: &Board) -> Option<GameResult> {
        match board.marks.winner() {
            Some(winner) => Some(GameResult::Win(winner)),
            None if board.marks.empty() == 0 => Some(GameResult::Draw),
            None => None,
        }
    }

    /// One code for each cell and player.
    fn move_codes(&self) -> usize {
        2 * usize::from(CELLS)
    }

    #[inline]
    fn move_code(&self, player: Player, cell: Cell) -> usize {
        player as usize * usize::from(CELLS) + usize::from(cell.0)
    }
}

impl IncrementalKey for TicTacToe {
    fn recomputed_key(&self, board: &Board) -> u64 {
        self.board(board.marks).key
    }
}

impl Reversible for TicTacToe {
    /// Removes each mark of the player who moved last, if the game was not over then.
    fn visit_predecessors<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(Cell, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mover = board.marks.to_move().other();
        for cell in cells(board.marks.of(mover)) {
            let mut before = *board;
            self.flip(&mut before, mover, cell);
            if before.marks.winner().is_none() {
                visit(cell, before)?;
            }
        }
        ControlFlow::Continue(())
    }
}
