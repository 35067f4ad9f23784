//! Search hints for Breakthrough, its races, and an evaluator of two terms.

use std::ops::ControlFlow;

use tesuji_core::{Evaluator, Game, Hints, Player, Rules, Score, StaticBounds};

use crate::geometry::{FIRST, SECOND};
use crate::{Breakthrough, Position, Race, Step};

/// An evaluator of material and advance: pawns, and the rows they have advanced.
#[derive(Clone, Copy, Debug)]
pub struct PawnsAndRows;

impl Evaluator<Breakthrough> for PawnsAndRows {
    #[inline(always)]
    fn score(&self, game: &Breakthrough, position: &Position) -> Score {
        let (white, black) = (position.white(), position.black());
        let top = Score::from(game.height()) - 1;
        let [whites, blacks] = [white, black].map(|pawns| pawns.count_ones().cast_signed());
        let [white_rows, black_rows] =
            [white, black].map(|pawns| game.sum_of_rows(pawns).cast_signed());
        let rows = white_rows - (top * blacks - black_rows);
        let score = 10 * (whites - blacks) + rows;
        match position.turn() {
            Player::First => score,
            Player::Second => -score,
        }
    }

    #[inline(always)]
    fn lookahead(&self, _: &Breakthrough) -> u32 {
        2
    }

    /// A step counts one row, a captured pawn ten and the rows it has advanced, so the best result
    /// of one ply is known. In two plies, the opponent gains at least one row, and at most the
    /// pawn that is capturable after a safe step, or after the best capture.
    #[inline(always)]
    fn range(&self, game: &Breakthrough, position: &Position, plies: u32) -> (Score, Score) {
        let view = View::of(game, position);
        let score = self.score(game, position);
        let victims = view.theirs & view.hits;
        let gain = view.other.worth_taking(victims);
        let wins = view.wins_at_once();
        if plies == 1 {
            return (score + gain, if wins { Score::MAX } else { score + gain });
        }
        let max = if wins { Score::MAX } else { score + gain - 1 };
        let View { mine, theirs, .. } = view;
        let min_after = |taken: u64, arrived: u64, gain: Score| {
            let theirs = theirs ^ taken;
            if wins || mine & (mine - 1) == 0 || theirs & view.before_home != 0 {
                return Score::MIN;
            }
            let exposed = (mine | arrived) & view.other.hits(theirs);
            score + gain - view.mover.worth_taking(exposed)
        };
        let safe = view.mover.straight(mine) & !(mine | theirs | view.other.hits(theirs));
        let mut min = if safe == 0 { Score::MIN } else { min_after(0, 0, 1) };
        if victims != 0 {
            let taken = view.other.foremost(victims);
            min = min.max(min_after(taken, taken, gain));
        }
        (min, max)
    }
}

/// A player's direction on the board.
#[derive(Clone, Copy)]
struct Side<'g> {
    player: Player,
    game: &'g Breakthrough,
}

impl Side<'_> {
    /// The cells one step straight ahead of `pawns`.
    #[inline(always)]
    fn straight(self, pawns: u64) -> u64 {
        self.game.straight_ahead(self.player, pawns)
    }

    /// The cells that `pawns` attack.
    #[inline(always)]
    fn hits(self, pawns: u64) -> u64 {
        self.game.diagonally_ahead(self.player, pawns)
    }

    /// One of the most advanced pawns of a non-empty set.
    #[inline(always)]
    fn foremost(self, pawns: u64) -> u64 {
        match self.player {
            Player::First => 1 << (63 - pawns.leading_zeros()),
            Player::Second => pawns & pawns.wrapping_neg(),
        }
    }

    /// The opponent's gain from capturing the best of these pawns of this side, or nothing if there
    /// are none.
    #[inline(always)]
    fn worth_taking(self, pawns: u64) -> Score {
        let come = match self.player {
            _ if pawns == 0 => return 1,
            Player::First => self.game.row_of(63 - pawns.leading_zeros() as u8),
            Player::Second => {
                self.game.height() - 1 - self.game.row_of(pawns.trailing_zeros() as u8)
            }
        };
        11 + Score::from(come)
    }
}

/// The pawns from the point of view of the player to move.
pub(crate) struct View<'g> {
    mover: Side<'g>,
    other: Side<'g>,
    mine: u64,
    theirs: u64,
    /// The cells that the pawns of the player to move attack.
    hits: u64,
    /// The row before the goal of the player to move, and that of the opponent.
    before_goal: u64,
    before_home: u64,
}

impl<'g> View<'g> {
    #[inline(always)]
    pub(crate) fn of(game: &'g Breakthrough, position: &Position) -> Self {
        let (white, black) = (position.white(), position.black());
        let player = position.turn();
        let (mine, theirs) = match player {
            Player::First => (white, black),
            Player::Second => (black, white),
        };
        let [before_goal, before_home] =
            [player, player.other()].map(|player| game.before_goal(player));
        let side = |player| Side { player, game };
        let (mover, other) = (side(player), side(player.other()));
        View { mover, other, mine, theirs, hits: mover.hits(mine), before_goal, before_home }
    }

    /// Whether a step reaches the goal or captures the last pawn.
    #[inline(always)]
    pub(crate) fn wins_at_once(&self) -> bool {
        let &View { mine, theirs, hits, before_goal, .. } = self;
        mine & before_goal != 0 || theirs & (theirs - 1) == 0 && hits & theirs != 0
    }

    /// Whether the player to move has a single pawn.
    #[inline(always)]
    pub(crate) fn has_one_pawn(&self) -> bool {
        self.mine & (self.mine - 1) == 0
    }

    /// The enemy pawn that wins with the next step unless it is captured, as a set that is empty if
    /// there is none; `None` if one of them cannot be stopped.
    #[inline(always)]
    pub(crate) fn stoppable(&self) -> Option<u64> {
        let threats = self.theirs & self.before_home;
        let stops = threats & threats.wrapping_sub(1) == 0 && threats & !self.hits == 0;
        stops.then_some(threats)
    }
}

impl Breakthrough {
    /// The forced result of a race, if there is one; for positions of games in progress.
    ///
    /// Two kinds of races are recognised:
    ///
    /// * A *free run*: a pawn that no enemy pawn can block or capture on some way to its goal,
    ///   while no enemy pawn is as near to its own. The analysis lets enemy pawns make all their
    ///   moves at the same time, and the runner's other pawns none.
    /// * A *storm* on one cell before the goal, by more pawns than can capture there. Every pawn
    ///   that arrives threatens to win, so the opponent must capture it and can do nothing else.
    ///   It wins for the player to move, and for the opponent if no move can prevent all of the
    ///   opponent's storms.
    ///
    /// # Complexity
    /// About ten operations on words for each remaining row.
    ///
    /// # Example
    /// ```
    /// use tesuji_breakthrough::{Breakthrough, NotationError, Race};
    /// use tesuji_core::Notation;
    ///
    /// let game = Breakthrough::new(5, 6)?;
    /// // White on a3 needs three steps; Black needs four, and is too far away to stop it.
    /// let race = |text| Ok::<_, NotationError>(game.race(&game.parse_state(text)?));
    /// assert_eq!(race("3pp/4p/5/P4/3P1/5 w")?, Some(Race::Won(5)));
    /// assert_eq!(race("3pp/4p/5/P4/3P1/5 b")?, Some(Race::Lost(6)));
    /// assert_eq!(race("pp1pp/5/5/P4/3P1/5 w")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn race(&self, position: &Position) -> Option<Race> {
        let Position { white, black, .. } = *position;
        let (geometry, turn) = (&self.geometry, position.turn);
        geometry.with_stride(move |stride| match turn {
            Player::First => geometry.race::<FIRST, SECOND>(stride, white, black),
            Player::Second => geometry.race::<SECOND, FIRST>(stride, black, white),
        })
    }
}

/// Search hints for Breakthrough, which make a search faster and never change a value.
#[derive(Clone, Copy, Debug)]
pub struct BreakthroughHints;

/// The only enemy pawn whose capture prevents a loss, as a set; empty if there is none.
type MustTake = u64;

impl Hints<Breakthrough> for BreakthroughHints {
    type Notes = MustTake;
    type Draft = ();

    const TAKE_TURNS: bool = true;
    const BITBOARDS: bool = true;

    #[inline(always)]
    fn study(&self, game: &Breakthrough, position: &Position) -> (StaticBounds, MustTake) {
        if let Some(result) = game.result(position) {
            return (StaticBounds::finished(result, game.to_move(position)), 0);
        }
        let view = View::of(game, position);
        if view.wins_at_once() {
            return (StaticBounds::win_in(1), 0);
        }
        let Some(threats) = view.stoppable() else {
            return (StaticBounds::loss_in(2), 0);
        };
        let mut static_bounds = StaticBounds::UNKNOWN.no_win_before(3);
        if !view.has_one_pawn() {
            static_bounds = static_bounds.no_loss_before(4);
        }
        let static_bounds = match game.race(position) {
            Some(Race::Won(plies)) => static_bounds.win_within(plies),
            Some(Race::Lost(plies)) => static_bounds.loss_within(plies),
            None => static_bounds,
        };
        (static_bounds, threats)
    }

    /// Captures have the higher move-ordering scores, those far ahead the highest. Of the other
    /// steps those of the hindmost pawns are tried first: pawns that advance alone are lost.
    #[inline(always)]
    fn visit_candidates<B>(
        &self,
        game: &Breakthrough,
        position: &Position,
        &must_take: &MustTake,
        mut visit: impl FnMut(Step, i32, ()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let theirs = match position.turn() {
            Player::First => position.black(),
            Player::Second => position.white(),
        };
        let top = i32::from(game.height()) - 1;
        let come = |step: Step| {
            let row = i32::from(game.row_of(step.to));
            if step.to > step.from { row } else { top - row }
        };
        let victims = if must_take == 0 { theirs } else { must_take };
        game.visit_moves(
            position,
            #[inline(always)]
            |step| match victims >> step.to & 1 {
                1 => visit(step, (1 << 16) + (come(step) << 8), ()),
                _ => ControlFlow::Continue(()),
            },
        )?;
        if must_take != 0 {
            return ControlFlow::Continue(());
        }
        game.visit_moves(
            position,
            #[inline(always)]
            |step| match theirs >> step.to & 1 {
                0 => visit(step, -come(step), ()),
                _ => ControlFlow::Continue(()),
            },
        )
    }

    /// The common key of a position and its mirror image.
    #[inline(always)]
    fn key(&self, game: &Breakthrough, position: &Position) -> u64 {
        game.key(&game.canonical(position))
    }

    fn history_size(&self, _: &Breakthrough) -> usize {
        64 * 64
    }

    #[inline(always)]
    fn history_index(&self, _: &Breakthrough, _: &Position, step: Step) -> usize {
        usize::from(step.from & 63) << 6 | usize::from(step.to & 63)
    }
}
