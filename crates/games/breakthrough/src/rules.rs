use std::ops::ControlFlow;
use std::sync::OnceLock;

use rand_core::Rng;
use tesuji_core::{Game, GameResult, IncrementalKey, Player, Rules};

use crate::geometry::{FIRST, Geometry, SECOND, ahead};
use crate::position::Position;
use crate::ranking::Ranking;
use crate::wide::Wide;
use crate::zobrist::Zobrist;

/// The rules of Breakthrough on one board: its size, and how many rows of pawns each side has.
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
    /// Whether this machine has the instructions for the quick playouts.
    pub(crate) wide: Option<Wide>,
    /// Made when first asked for.
    pub(crate) ranking: OnceLock<Option<Ranking>>,
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BreakthroughError {
    /// A side is too short or too long.
    #[error(
        "{width}x{height} is no board size here: 2 to 8 columns and 4 to 8 rows, 3 with one row of \
         pawns, up to 16 where there are at most 64 cells"
    )]
    BadSize {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Neither one nor two rows of pawns.
    #[error("{rows} rows of pawns: each side starts with one or two")]
    BadRows {
        /// Rows of pawns.
        rows: usize,
    },
}

/// A move: the pawn on cell `from` steps to cell `to`, capturing what stands there.
///
/// Cells are numbered as the bits of a [`Position`]. White's steps go to higher cells and Black's to lower ones, so that a step
/// tells whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Where the pawn was.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl Step {
    /// Whose pawn it is: White's go up, Black's down.
    #[inline(always)]
    #[must_use]
    pub fn player(self) -> Player {
        if self.to > self.from { Player::First } else { Player::Second }
    }
}

impl Breakthrough {
    /// The game on `width` columns and `height` rows, with two rows of pawns on each side.
    ///
    /// # Errors
    /// There are 2 to 8 columns, and 4 to 8 rows or, on boards of at most 64 cells, up to 16.
    pub fn new(width: usize, height: usize) -> Result<Self, BreakthroughError> {
        Self::with_rows(width, height, 2)
    }

    /// The game with this many rows of pawns on each side.
    ///
    /// # Errors
    /// There are one or two rows of pawns and two more rows at least, 2 to 8 columns, and 8 rows or,
    /// on boards of at most 64 cells, 16 at most.
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

    /// Rows of pawns that each side starts with.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// How many pawns each side starts with.
    #[must_use]
    pub fn max_pawns(&self) -> u32 {
        u32::from(self.rows) * u32::from(self.geometry.width)
    }

    /// The row of a cell, from 0 at White's side.
    #[inline(always)]
    #[must_use]
    pub fn row_of(&self, cell: u8) -> u8 {
        self.geometry.place(cell).0
    }

    /// The sum of the rows, from 0 at White's side, that `pawns` stand on.
    #[inline(always)]
    #[must_use]
    pub fn sum_of_rows(&self, pawns: u64) -> u32 {
        let geometry = &self.geometry;
        if geometry.stride == 8 {
            // The bits of the rows' numbers, each as the rows that have it.
            let bits = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
            return (0..3).map(|bit| (pawns & bits[bit]).count_ones() << bit).sum();
        }
        let row = |row: u8| geometry.goal[SECOND] << geometry.cell(row, 0);
        (1..geometry.height).map(|r| u32::from(r) * (pawns & row(r)).count_ones()).sum()
    }

    /// The cells straight ahead of `pawns`, which have not reached their goal.
    #[inline(always)]
    #[must_use]
    pub fn straight_ahead(&self, player: Player, pawns: u64) -> u64 {
        let geometry = &self.geometry;
        geometry.with_stride(move |stride| match player {
            Player::First => geometry.straight::<FIRST>(stride, pawns),
            Player::Second => geometry.straight::<SECOND>(stride, pawns),
        })
    }

    /// The cells diagonally ahead of `pawns`, which have not reached their goal: where they could
    /// take an enemy pawn.
    #[inline(always)]
    #[must_use]
    pub fn diagonally_ahead(&self, player: Player, pawns: u64) -> u64 {
        let geometry = &self.geometry;
        geometry.with_stride(move |stride| match player {
            Player::First => geometry.hits::<FIRST>(stride, pawns),
            Player::Second => geometry.hits::<SECOND>(stride, pawns),
        })
    }

    /// The row one step before the goal of a player, as a set of cells.
    #[inline(always)]
    #[must_use]
    pub fn before_goal(&self, player: Player) -> u64 {
        self.geometry.before_goal[player as usize]
    }

    /// How many moves there are, without making a list of them.
    #[must_use]
    pub fn count_moves(&self, position: &Position) -> u32 {
        let targets = match position.turn {
            Player::First => self.targets::<FIRST>(position.white, position.black),
            Player::Second => self.targets::<SECOND>(position.black, position.white),
        };
        targets.into_iter().map(u64::count_ones).sum()
    }

    /// Where `PLAYER`, who is to move, may step: nowhere when the game is over.
    #[inline(always)]
    fn targets<const PLAYER: usize>(&self, mine: u64, theirs: u64) -> [u64; 3] {
        // Only who has just moved can have won; and without pawns there are no targets anyway.
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

    /// The pawns of `PLAYER` and of the other, and the key, after a step of `PLAYER`.
    #[inline(always)]
    fn stepped<const PLAYER: usize>(
        &self,
        mine: u64,
        theirs: u64,
        key: u64,
        Step { from, to }: Step,
    ) -> (u64, u64, u64) {
        let (from, to) = (from & 63, to & 63);
        let mine_after = mine ^ 1 << from ^ 1 << to;
        let change = self.zobrist.step::<PLAYER>(from, to, theirs >> to & 1);
        (mine_after, theirs & !(1 << to), key ^ change)
    }
}

impl Rules for Breakthrough {
    type State = Position;
    type Move = Step;
    /// The position before: to copy it costs less than to take back the key.
    type Undo = Position;

    fn initial(&self) -> Position {
        let white = self.geometry.lowest(self.rows);
        self.keyed(white, self.geometry.flip(white), Player::First)
    }

    /// Steps straight ahead come first, then those towards the first column, then those towards
    /// the last; within each, in ascending order of the cells they lead to.
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

    #[inline(always)]
    fn undo(&self, position: &mut Position, _: Step, before: Position) {
        *position = before;
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        self.canonical_form(position)
    }
}

impl Game for Breakthrough {
    const NEVER_REPEATS: bool = true;

    #[inline(always)]
    fn to_move(&self, position: &Position) -> Player {
        position.turn
    }

    #[inline(always)]
    fn result(&self, position: &Position) -> Option<GameResult> {
        // Only who has just moved can have won.
        let (mine, theirs) = position.mine_and_theirs();
        let winner = position.turn.other();
        let lost = mine == 0 || theirs & self.geometry.goal[winner as usize] != 0;
        lost.then_some(GameResult::Win(winner))
    }

    /// A player wins by walking a pawn to the far side, one row a move, or by capturing all enemy
    /// pawns, one a move. So a win takes at least as many moves as the foremost pawn has rows to go,
    /// or as the opponent has pawns, whichever is less.
    fn min_moves_to_win(&self, position: &Position, player: Player) -> Option<u32> {
        let top = u32::from(self.height()) - 1;
        let row_of = |cell: u32| Some(u32::from(self.row_of(u8::try_from(cell).ok()?)));
        let (rows, prey) = match player {
            Player::First => (top - row_of(position.white().checked_ilog2()?)?, position.black()),
            Player::Second => (row_of(position.black().trailing_zeros())?, position.white()),
        };
        Some(rows.min(prey.count_ones()))
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

    #[inline(always)]
    fn move_codes(&self) -> usize {
        self.number_of_codes()
    }

    #[inline(always)]
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
