use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use rand_core::Rng;
use tesuji_core::{Game, GameResult, IncrementalKey, Player, Rules};

use crate::geometry::{FIRST, Geometry, SECOND, ahead};
use crate::hints::View;
use crate::instructions::Wide;
use crate::position::{Position, PositionError};
use crate::races::Race;
use crate::ranking::Ranking;
use crate::zobrist::Zobrist;

/// The rules of Breakthrough on one board: its size, and each side's rows of pawns.
///
/// White is the first player and starts on the lowest rows, Black on the highest.
///
/// # Example
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{Game, GameResult, Notation, Player, Rules};
///
/// let game = Breakthrough::new(5, 5)?;
/// assert_eq!(game.moves(&game.initial()).len(), 13);
/// assert_eq!(game.state_text(&game.initial()), "ppppp/ppppp/5/PPPPP/PPPPP w");
///
/// let mut position = game.parse_state("pp1pp/1P3/5/2PPP/PPPPP w")?;
/// let step = game.parse_move(&position, "b4xa5")?;
/// game.play(&mut position, step);
/// assert_eq!(game.result(&position), Some(GameResult::Win(Player::First)));
/// assert!(game.moves(&position).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Breakthrough {
    pub(crate) geometry: Geometry,
    rows: u8,
    pub(crate) zobrist: Zobrist,
    /// Proof that this machine has the instructions for the fast playouts.
    pub(crate) wide: Option<Wide>,
    /// Computed on first use.
    pub(crate) ranking: OnceLock<Option<Ranking>>,
}

/// An error for an unavailable board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BreakthroughError {
    /// The size is out of range.
    #[error(
        "{width}x{height} is not an available board size: 2 to 8 columns and 4 to 8 rows, 3 with one \
         row of pawns, up to 16 where there are at most 64 cells"
    )]
    BadSize {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The number of rows of pawns is not one or two.
    #[error("each side starts with one or two rows of pawns, not {rows}")]
    BadRows {
        /// Rows of pawns.
        rows: usize,
    },
}

/// A move: the pawn on cell `from` steps to cell `to`, capturing the pawn there.
///
/// Cells are numbered as the bits of a [`Position`]. White's steps increase the cell number and
/// Black's decrease it, so a step identifies its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The start.
    pub from: u8,
    /// The target.
    pub to: u8,
}

impl Step {
    /// The player of the step: White's go up, Black's down.
    #[inline]
    #[must_use]
    pub fn player(self) -> Player {
        if self.to > self.from { Player::First } else { Player::Second }
    }
}

impl Breakthrough {
    /// Returns the game on `width` columns and `height` rows, with two rows of pawns on each side.
    ///
    /// # Errors
    /// Unless there are 2 to 8 columns, and 4 to 8 rows or, on boards of at most 64 cells, up to
    /// 16.
    pub fn new(width: usize, height: usize) -> Result<Self, BreakthroughError> {
        Self::with_rows(width, height, 2)
    }

    /// Returns the game with this number of rows of pawns on each side.
    ///
    /// # Errors
    /// Unless there are one or two rows of pawns and at least two more rows, 2 to 8 columns, and at
    /// most 8 rows or, on boards of at most 64 cells, 16.
    pub fn with_rows(width: usize, height: usize, rows: usize) -> Result<Self, BreakthroughError> {
        if !(1..=2).contains(&rows) {
            return Err(BreakthroughError::BadRows { rows });
        }
        let fits = height <= 8 || height <= 16 && width.saturating_mul(height) <= 64;
        if !(2..=8).contains(&width) || height < rows + 2 || !fits {
            return Err(BreakthroughError::BadSize { width, height });
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let [width, height, rows] = [width, height, rows].map(|n| n as u8);
        let geometry = Geometry::new(width, height);
        let zobrist = Zobrist::new(&geometry);
        let wide = Wide::detect();
        Ok(Breakthrough { geometry, rows, zobrist, wide, ranking: OnceLock::new() })
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.geometry.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.geometry.height
    }

    /// The rows of pawns of each side at the start.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of pawns of each side at the start.
    pub(crate) fn max_pawns(&self) -> u32 {
        u32::from(self.rows) * u32::from(self.geometry.width)
    }

    /// Returns the position with these pawns and this player to move; bits as in [`Position`].
    ///
    /// # Errors
    /// The violated rule, with the cell or row.
    pub fn position(
        &self,
        white: u64,
        black: u64,
        turn: Player,
    ) -> Result<Position, PositionError> {
        let geometry = &self.geometry;
        let place = |set: u64| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
            let (row, column) = geometry.place(set.trailing_zeros() as u8);
            (row + 1, column + 1)
        };
        let outside = (white | black) & !geometry.board();
        if outside != 0 {
            let (row, column) = place(outside);
            return Err(PositionError::OffBoard { row, column });
        }
        if white & black != 0 {
            let (row, column) = place(white & black);
            return Err(PositionError::Overlap { row, column });
        }
        if white | black == 0 {
            return Err(PositionError::NoPawns);
        }
        let sides = [(Player::First, white), (Player::Second, black)];
        for (player, pawns) in sides {
            let (count, max) = (pawns.count_ones(), self.max_pawns());
            if count > max {
                return Err(PositionError::TooManyPawns { player, count, max });
            }
            let arrived = pawns & geometry.goal[player as usize];
            let (count, (row, _)) = (arrived.count_ones(), place(arrived));
            if count > 1 {
                return Err(PositionError::TwoOnGoal { row, player, count });
            }
        }
        let [first, second] = [(white, black, 0), (black, white, 1)]
            .map(|(own, other, side)| own & geometry.goal[side] != 0 || other == 0);
        match (first, second, turn) {
            (true, true, _) => return Err(PositionError::BothWon),
            (true, false, Player::First) | (false, true, Player::Second) => {
                return Err(PositionError::WinnerToMove { player: turn });
            }
            _ => {}
        }
        Ok(self.keyed(white, black, turn))
    }

    /// A valid position, with its key.
    pub(crate) fn keyed(&self, white: u64, black: u64, turn: Player) -> Position {
        Position { white, black, key: self.zobrist.key(white, black, turn), turn }
    }

    /// The row of a cell, from 0 at White's side.
    #[inline]
    #[must_use]
    pub fn row_of(&self, cell: u8) -> u8 {
        self.geometry.place(cell).0
    }

    /// The sum of the rows of `pawns`, from 0 at White's side.
    #[inline]
    pub(crate) fn sum_of_rows(&self, pawns: u64) -> u32 {
        let geometry = &self.geometry;
        if geometry.stride == 8 {
            // The rows with each bit set in their number.
            let bits = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
            return (0..3).map(|bit| (pawns & bits[bit]).count_ones() << bit).sum();
        }
        let row = |row: u8| geometry.goal[SECOND] << geometry.cell(row, 0);
        (1..geometry.height).map(|r| u32::from(r) * (pawns & row(r)).count_ones()).sum()
    }

    /// The cells straight ahead of `pawns`, none of which has reached its goal.
    #[inline]
    pub(crate) fn straight_ahead(&self, player: Player, pawns: u64) -> u64 {
        let geometry = &self.geometry;
        geometry.with_stride(move |stride| match player {
            Player::First => geometry.straight::<FIRST>(stride, pawns),
            Player::Second => geometry.straight::<SECOND>(stride, pawns),
        })
    }

    /// The cells diagonally ahead of `pawns`, none of which has reached its goal: those that they
    /// attack.
    #[inline]
    pub(crate) fn diagonally_ahead(&self, player: Player, pawns: u64) -> u64 {
        let geometry = &self.geometry;
        geometry.with_stride(move |stride| match player {
            Player::First => geometry.hits::<FIRST>(stride, pawns),
            Player::Second => geometry.hits::<SECOND>(stride, pawns),
        })
    }

    /// The row before the goal of a player, as a set of cells.
    #[inline]
    pub(crate) fn before_goal(&self, player: Player) -> u64 {
        self.geometry.before_goal[player as usize]
    }

    /// The targets of `PLAYER`, who is to move: none when the game is over.
    #[inline(always)]
    fn targets<const PLAYER: usize>(&self, mine: u64, theirs: u64) -> [u64; 3] {
        // Only the player who has just moved can have won; without pawns there are no targets
        // anyway.
        let lost = theirs & self.geometry.goal[1 - PLAYER] != 0;
        let (geometry, mine) = (&self.geometry, if lost { 0 } else { mine });
        geometry.with_stride(move |stride| geometry.targets::<PLAYER>(stride, mine, theirs))
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 64")]
    fn visit_steps<const PLAYER: usize, B>(
        &self,
        mine: u64,
        theirs: u64,
        mut visit: impl FnMut(Step) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let ahead = ahead::<PLAYER>(self.geometry.stride);
        for (mut set, ahead) in self.targets::<PLAYER>(mine, theirs).into_iter().zip(ahead) {
            while set != 0 {
                let to = set.trailing_zeros() as u8;
                set &= set - 1;
                visit(Step { from: to.wrapping_sub_signed(ahead) & 63, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pawns of `PLAYER` and of the opponent, and the key, after a step of `PLAYER`.
    #[inline]
    fn stepped<const PLAYER: usize>(
        &self,
        mine: u64,
        theirs: u64,
        key: u64,
        Step { from, to }: Step,
    ) -> (u64, u64, u64) {
        let (from, to) = (from & 63, to & 63);
        let mine_after = mine ^ 1 << from ^ 1 << to;
        let change = self.zobrist.step_by_mask::<PLAYER>(from, to, theirs >> to & 1);
        (mine_after, theirs & !(1 << to), key ^ change)
    }
}

impl Rules for Breakthrough {
    type State = Position;
    type Move = Step;
    /// The previous position: copying it costs less than restoring the key.
    type Undo = Position;

    fn initial(&self) -> Position {
        let white = self.geometry.lowest(self.rows);
        self.keyed(white, self.geometry.flip(white), Player::First)
    }

    fn pack(&self, position: &Position, out: &mut Vec<u8>) -> bool {
        out.extend(position.white.to_le_bytes());
        out.extend(position.black.to_le_bytes());
        out.push(position.turn as u8);
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Position> {
        let (white, rest) = bytes.split_first_chunk()?;
        let (black, rest) = rest.split_first_chunk()?;
        let (&turn, rest) = rest.split_first()?;
        *bytes = rest;
        let turn = if turn == 0 { Player::First } else { Player::Second };
        Some(self.keyed(u64::from_le_bytes(*white), u64::from_le_bytes(*black), turn))
    }

    /// Steps straight ahead come first, then those towards the first column, then those towards the
    /// last; within each, in ascending order of their targets.
    #[inline(always)]
    fn visit_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Step) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Position { white, black, .. } = *position;
        match position.turn {
            Player::First => self.visit_steps::<FIRST, B>(white, black, visit),
            Player::Second => self.visit_steps::<SECOND, B>(black, white, visit),
        }
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position) -> u32 {
        let Position { white, black, .. } = *position;
        let [straight, left, right] = match position.turn {
            Player::First => self.targets::<FIRST>(white, black),
            Player::Second => self.targets::<SECOND>(black, white),
        };
        // Targets of an odd number of moves, and of two or three: two counts instead of three.
        let odd = straight ^ left ^ right;
        let several = straight & left | (straight | left) & right;
        odd.count_ones() + 2 * several.count_ones()
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Step) -> Position {
        let before = *position;
        let Position { white, black, key, turn } = before;
        *position = match turn {
            Player::First => {
                let (white, black, key) = self.stepped::<FIRST>(white, black, key, mv);
                Position { white, black, key, turn: Player::Second }
            }
            Player::Second => {
                let (black, white, key) = self.stepped::<SECOND>(black, white, key, mv);
                Position { white, black, key, turn: Player::First }
            }
        };
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _: Step, before: Position) {
        *position = before;
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    #[inline(always)]
    fn canonical(&self, position: &Position) -> Position {
        self.canonical_form(position)
    }
}

impl Game for Breakthrough {
    const NEVER_REPEATS: bool = true;

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.turn
    }

    #[inline]
    fn result(&self, position: &Position) -> Option<GameResult> {
        // Only the player who has just moved can have won.
        let (mine, theirs) = position.mine_and_theirs();
        let winner = position.turn.other();
        let lost = mine == 0 || theirs & self.geometry.goal[winner as usize] != 0;
        lost.then_some(GameResult::Win(winner))
    }

    /// A player wins by walking a pawn to the far side, one row a move, or by capturing all enemy
    /// pawns, one a move. So a win takes at least as many moves as the foremost pawn has rows to
    /// go, or as the opponent has pawns, whichever is less.
    #[inline]
    fn min_moves_to_win(&self, position: &Position, player: Player) -> Option<u32> {
        let top = u32::from(self.height()) - 1;
        let row_of = |cell: u32| Some(u32::from(self.row_of(u8::try_from(cell).ok()?)));
        let (rows, prey) = match player {
            Player::First => (top - row_of(position.white().checked_ilog2()?)?, position.black()),
            Player::Second => (row_of(position.black().trailing_zeros())?, position.white()),
        };
        Some(rows.min(prey.count_ones()))
    }

    /// Known where the player to move has at least two pawns, so that none of them is the last.
    #[inline]
    fn visit_safe_moves(
        &self,
        position: &Position,
        mut visit: impl FnMut(Step, Option<i32>),
    ) -> Option<bool> {
        let view = View::of(self, position);
        if view.has_one_pawn() {
            return None;
        }
        if view.wins_at_once() {
            return Some(true);
        }
        // A pawn one row before the end wins, unless it is the only one and is captured.
        if let Some(threats) = view.stoppable() {
            let safe = |step: &Step| threats == 0 || 1 << step.to == threats;
            let ControlFlow::Continue(()) = self.visit_moves(position, |step| {
                if safe(&step) {
                    visit(step, None);
                }
                ControlFlow::<Infallible>::Continue(())
            });
        }
        Some(false)
    }

    /// Known where there is a [race](Self::race).
    #[inline]
    fn forced_win(&self, position: &Position) -> Option<(Player, u32)> {
        self.race(position).map(|race| match race {
            Race::Won(plies) => (position.turn, plies),
            Race::Lost(plies) => (position.turn.other(), plies),
        })
    }

    #[inline]
    fn watched_playout(
        &self,
        position: &Position,
        rng: &mut impl Rng,
        watch: impl FnMut(Player, Step),
    ) -> GameResult {
        self.random_game(position, rng, watch)
    }

    #[inline]
    fn move_codes(&self) -> usize {
        self.number_of_codes()
    }

    #[inline]
    fn move_code(&self, player: Player, step: Step) -> usize {
        self.code_of(player, step)
    }
}

impl IncrementalKey for Breakthrough {
    fn recomputed_key(&self, position: &Position) -> u64 {
        let Position { white, black, turn, .. } = *position;
        self.zobrist.key_by_cells(self.geometry.board(), white, black, turn)
    }
}
