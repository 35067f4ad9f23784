use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::OnceLock;

use tesuji_core::{
    Cost, Game, GameResult, Heuristic, IncrementalKey, Player, Puzzle, Reversible, Rules,
    named_values,
};

use crate::Metric;
use crate::card::{Card, Cell, MAX_CARS, MAX_SIDE};
use crate::heuristics::ForcedMoves;
use crate::occupied::Occupied;
use crate::rules::{Board, RushHour, Slide};

/// The seed of the keys, an arbitrary number.
const KEY_SEED: u64 = 8215;

/// The consequence of a driver's having no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The driver loses: the rule of the game.
    #[default]
    Loses,
    /// The driver passes, and the adversary places another rock: for expected numbers of moves
    /// against random rocks.
    Passes,
}

named_values!(Blocked: "loses" => Loses, "passes" => Passes);

/// A move of either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RocksMove {
    /// The driver moves a car by one cell.
    Drive(Slide),
    /// The adversary puts the rock on a cell.
    Rock(Cell),
    /// The only choice of a player without another move.
    Pass,
}

/// A position: the cars, the rock, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RocksState {
    pub(crate) board: Board,
    /// Eight bits per row; `NO_ROCK` if there is none.
    pub(crate) rock: u8,
    pub(crate) turn: Player,
}

pub(crate) const NO_ROCK: u8 = 64;

impl RocksState {
    /// The cars.
    #[must_use]
    pub fn board(self) -> Board {
        self.board
    }

    /// The cell of the rock.
    #[must_use]
    pub fn rock(self) -> Option<Cell> {
        (self.rock != NO_ROCK).then(|| Cell::of_bit(self.rock.into()))
    }

    /// The player to move: the driver is `First`, the adversary `Second`.
    #[must_use]
    pub fn turn(self) -> Player {
        self.turn
    }
}

/// Hashes one word, which is faster than three: the rock and the turn are spread over the bits
/// and added to the cars.
impl Hash for RocksState {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let other = u64::from(self.rock) << 1 | self.turn as u64;
        hasher.write_u64(self.board.0.wrapping_add(other.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    }
}

/// Rush Hour against an adversary who drops rocks: a game for two.
///
/// The driver ([`Player::First`]) begins, without a rock on the board. In his turn he moves one car
/// by one cell. He wins as soon as the red car is at the exit. Then the adversary
/// ([`Player::Second`]) puts a rock on a free cell, and his previous one vanishes. The rock may
/// not lie in the red car's row, nor in the row or the column of the previous rock. If there is
/// no such cell the adversary passes, there is no rock in that turn, and the next one may lie in
/// any row except the red car's. A driver without a move is blocked and has lost, unless
/// [`Blocked::Passes`].
///
/// Play can continue for ever: no position is drawn by rule.
///
/// The driver's moves are ordered by car, right or down before left or up; the adversary's by row,
/// then by column.
///
/// # Example
/// ```
/// use tesuji_core::{Game, Notation, Player, Rules};
/// use tesuji_rush_hour::RushHourRocks;
///
/// let game = RushHourRocks::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// let mut state = game.initial();
/// for text in ["C-1", "0-0", "A+1"] {
///     let mv = game.parse_move(&state, text)?;
///     game.play(&mut state, mv);
/// }
/// assert_eq!(game.to_move(&state), Player::Second);
/// // Row 0, column 0 and row 2 are excluded.
/// let rocks = game.moves(&state);
/// assert_eq!(game.move_text(&state, rocks[0]), "1-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RushHourRocks {
    game: RushHour,
    blocked: Blocked,
    /// The cells where a rock may lie after a rock on each cell, and after none, free or not.
    allowed: Box<[u64; 65]>,
    /// A key for each cell of a rock, and one for the adversary's turn.
    keys: [u64; 65],
    /// Computed on first use, because most uses of the rules do not need it.
    forced: OnceLock<ForcedMoves>,
}

impl RushHourRocks {
    /// Returns the game on this card.
    #[must_use]
    pub fn new(card: Card) -> Self {
        RushHourRocks::with(card, Blocked::Loses)
    }

    /// Returns the game on this card with this rule for a driver without a move.
    #[must_use]
    pub fn with(card: Card, blocked: Blocked) -> Self {
        let row = |row: u8| 0xffu64 << (8 * row);
        let column = |column: u8| 0x0101_0101_0101_0101u64 << column;
        let anywhere = card.board() & !card.walls & !row(card.red().line);
        let mut allowed = Box::new([anywhere; 65]);
        for (bit, allowed) in (0u8..64).zip(allowed.iter_mut()) {
            *allowed &= !row(bit / 8) & !column(bit % 8);
        }
        let game = RushHour::new(card, Metric::Steps);
        let mut keys = [0; 65];
        keys.copy_from_slice(&tesuji_zobrist::keys(KEY_SEED, 65));
        RushHourRocks { game, blocked, allowed, keys, forced: OnceLock::new() }
    }

    /// The rules without rocks.
    #[must_use]
    pub fn alone(&self) -> &RushHour {
        &self.game
    }

    /// The rule for a driver without a move.
    #[must_use]
    pub fn blocked(&self) -> Blocked {
        self.blocked
    }

    /// A lower bound on the driver's moves from this board: those that are [forced](ForcedMoves)
    /// without rocks, which can only be in his way. [`DEAD_END`](tesuji_core::DEAD_END) if he
    /// cannot win.
    #[must_use]
    pub fn forced_moves(&self, board: Board) -> Cost {
        self.forced.get_or_init(|| ForcedMoves::new(&self.game)).evaluate(&self.game, &board)
    }

    /// Returns a position, legal or not: `rock` may lie anywhere.
    #[must_use]
    pub fn state(&self, board: Board, rock: Option<Cell>, turn: Player) -> RocksState {
        let rock = rock.map_or(NO_ROCK, |cell| 8 * cell.row + cell.column);
        RocksState { board, rock, turn }
    }

    /// The cells that cars, walls and the rock cover.
    #[inline]
    fn occupied(&self, state: &RocksState) -> Occupied {
        let cars = self.game.occupied(state.board);
        if state.rock == NO_ROCK { cars } else { cars | Occupied::cell(state.rock) }
    }

    #[inline]
    fn visit_drives<B>(
        &self,
        state: &RocksState,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.visit_slides(state.board, self.occupied(state), visit)
    }

    /// The cells where the adversary may put a rock.
    #[inline]
    pub(crate) fn rock_cells(&self, state: &RocksState) -> u64 {
        let allowed = self.allowed[usize::from(state.rock.min(NO_ROCK))];
        allowed & !self.game.occupied(state.board).rows()
    }

    /// The cells where rocks may lie on some board without a previous rock: not on walls, not in
    /// the red car's row.
    pub(crate) fn allowed_anywhere(&self) -> u64 {
        self.allowed[usize::from(NO_ROCK)]
    }

    /// The cells where rocks may lie after one on the cell with this bit.
    #[inline]
    pub(crate) fn allowed_after(&self, bit: u32) -> u64 {
        self.allowed[bit as usize]
    }

    /// A bit that no rock has: the first cell of the red car's row.
    #[inline]
    pub(crate) fn no_rock_lane(&self) -> u32 {
        8 * u32::from(self.game.card().red().line)
    }

    /// Whether the driver has no move.
    #[inline]
    fn is_blocked(&self, state: &RocksState) -> bool {
        self.visit_drives(state, ControlFlow::Break).is_continue()
    }

    /// The part of the key for rock and turn.
    #[inline]
    fn rock_key(&self, state: &RocksState) -> u64 {
        let rock = if state.rock == NO_ROCK { 0 } else { self.keys[usize::from(state.rock)] };
        match state.turn {
            Player::First => rock,
            Player::Second => rock ^ self.keys[64],
        }
    }
}

impl Rules for RushHourRocks {
    type State = RocksState;
    type Move = RocksMove;
    /// The previous rock.
    type Undo = u8;

    fn initial(&self) -> RocksState {
        RocksState { board: self.game.initial(), rock: NO_ROCK, turn: Player::First }
    }

    fn pack(&self, state: &RocksState, out: &mut Vec<u8>) -> bool {
        out.extend([state.turn as u8, state.rock]);
        self.game.pack(&state.board, out)
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<RocksState> {
        let (&[turn, rock], rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        let turn = if turn == 0 { Player::First } else { Player::Second };
        Some(RocksState { board: self.game.unpack(bytes)?, rock, turn })
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        state: &RocksState,
        mut visit: impl FnMut(RocksMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.game.is_goal(&state.board) {
            return ControlFlow::Continue(());
        }
        let mut none = true;
        match state.turn {
            Player::First => {
                self.visit_drives(state, |slide| {
                    none = false;
                    visit(RocksMove::Drive(slide))
                })?;
                none &= self.blocked == Blocked::Passes;
            }
            Player::Second => {
                let mut cells = self.rock_cells(state);
                while cells != 0 {
                    none = false;
                    visit(RocksMove::Rock(Cell::of_bit(cells.trailing_zeros())))?;
                    cells &= cells - 1;
                }
            }
        }
        if none { visit(RocksMove::Pass) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn play(&self, state: &mut RocksState, mv: RocksMove) -> u8 {
        let rock = state.rock;
        match mv {
            RocksMove::Drive(slide) => self.game.play(&mut state.board, slide),
            RocksMove::Rock(cell) => state.rock = 8 * cell.row + cell.column,
            RocksMove::Pass if state.turn == Player::Second => state.rock = NO_ROCK,
            RocksMove::Pass => {}
        }
        state.turn = state.turn.other();
        rock
    }

    #[inline]
    fn undo(&self, state: &mut RocksState, mv: RocksMove, rock: u8) {
        if let RocksMove::Drive(slide) = mv {
            self.game.undo(&mut state.board, slide, ());
        }
        state.rock = rock;
        state.turn = state.turn.other();
    }

    #[inline]
    fn key(&self, state: &RocksState) -> u64 {
        self.game.key(&state.board) ^ self.rock_key(state)
    }
}

impl Game for RushHourRocks {
    #[inline]
    fn to_move(&self, state: &RocksState) -> Player {
        state.turn
    }

    #[inline]
    fn result(&self, state: &RocksState) -> Option<GameResult> {
        if self.game.is_goal(&state.board) {
            return Some(GameResult::Win(Player::First));
        }
        let blocked =
            state.turn == Player::First && self.blocked == Blocked::Loses && self.is_blocked(state);
        blocked.then_some(GameResult::Win(Player::Second))
    }

    /// The driver wins when the red car is at the exit, and moves a car by one cell at a time.
    #[inline]
    fn min_moves_to_win(&self, state: &RocksState, player: Player) -> Option<u32> {
        match player {
            Player::First => {
                let red = self.game.car(state.board, 0);
                let way = self.game.card().width().checked_sub(red.length + red.offset);
                Some(way.map_or(0, u32::from))
            }
            Player::Second => Some(0),
        }
    }

    /// One code for each car and target cell, one for each cell of the rock, and one for each
    /// player's pass.
    #[inline]
    fn move_codes(&self) -> usize {
        PASSES + 2
    }

    #[inline]
    fn move_code(&self, player: Player, mv: RocksMove) -> usize {
        const SIDE: usize = MAX_SIDE as usize;
        match mv {
            RocksMove::Drive(Slide { car, to, .. }) => SIDE * usize::from(car) + usize::from(to),
            RocksMove::Rock(Cell { row, column }) => {
                ROCKS + SIDE * usize::from(row) + usize::from(column)
            }
            RocksMove::Pass => PASSES + player as usize,
        }
    }
}

/// A bijection of the cars' word, combined with Zobrist keys for rock and turn.
impl IncrementalKey for RushHourRocks {
    fn recomputed_key(&self, state: &RocksState) -> u64 {
        self.game.recomputed_key(&state.board) ^ self.rock_key(state)
    }
}

impl Reversible for RushHourRocks {
    fn visit_predecessors<B>(
        &self,
        state: &RocksState,
        mut visit: impl FnMut(RocksMove, RocksState) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match state.turn {
            // The driver has moved: the rock is unchanged, and was not on the car's old or new
            // cell.
            Player::Second => {
                let before = RocksState { turn: Player::First, ..*state };
                self.visit_drives(state, |Slide { car, from, to }| {
                    let board = self.game.successor(&state.board, Slide { car, from, to });
                    if self.game.is_goal(&board) {
                        return ControlFlow::Continue(());
                    }
                    let back = Slide { car, from: to, to: from };
                    visit(RocksMove::Drive(back), RocksState { board, ..before })
                })?;
                let passed = self.blocked == Blocked::Passes
                    && !self.game.is_goal(&state.board)
                    && self.is_blocked(&before);
                if passed { visit(RocksMove::Pass, before) } else { ControlFlow::Continue(()) }
            }
            // The adversary has moved: the previous rock was on a cell that allows this one, or
            // nowhere.
            Player::First => {
                if self.game.is_goal(&state.board) {
                    return ControlFlow::Continue(());
                }
                let mv = state.rock().map_or(RocksMove::Pass, RocksMove::Rock);
                let free =
                    self.allowed[usize::from(NO_ROCK)] & !self.game.occupied(state.board).rows();
                let before = (0..=NO_ROCK).filter(|&rock| rock == NO_ROCK || free >> rock & 1 == 1);
                for rock in before {
                    let before = RocksState { rock, turn: Player::Second, ..*state };
                    let cells = self.rock_cells(&before);
                    let legal = match mv {
                        RocksMove::Rock(cell) => cells & cell.bit() != 0,
                        RocksMove::Pass | RocksMove::Drive(_) => cells == 0,
                    };
                    if legal {
                        visit(mv, before)?;
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }
}

/// The first code of the rocks, after those of the cars.
const ROCKS: usize = MAX_CARS * MAX_SIDE as usize;

/// The first code of the passes.
const PASSES: usize = ROCKS + MAX_SIDE as usize * MAX_SIDE as usize;
