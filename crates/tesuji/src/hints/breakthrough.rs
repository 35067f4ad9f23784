//! What Breakthrough tells a search, and an evaluator of two terms.

use std::ops::ControlFlow;

use tesuji_adversarial::{Hints, Outlook};
use tesuji_breakthrough::{Breakthrough, Position, Race, Step};
use tesuji_core::{Evaluator, Game, Hashed, Player, Rules, Score, Symmetric};

/// Pawns, and how far they have come.
#[derive(Clone, Copy, Debug)]
pub struct PawnsAndRows;

impl Evaluator<Breakthrough> for PawnsAndRows {
    #[inline(always)]
    fn score(&self, game: &Breakthrough, position: &Position) -> Score {
        let sum_of_rows = |pawns: u64| {
            // The bits of the rows' numbers, each as the rows that have it.
            let bits = [0xff00_ff00_ff00_ff00u64, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
            (0..3).map(|bit| (pawns & bits[bit]).count_ones() << bit).sum::<u32>().cast_signed()
        };
        let (white, black) = (position.white(), position.black());
        let top = Score::from(game.height()) - 1;
        let [whites, blacks] = [white, black].map(|pawns| pawns.count_ones().cast_signed());
        let rows = sum_of_rows(white) - (top * blacks - sum_of_rows(black));
        let score = 10 * (whites - blacks) + rows;
        match position.turn() {
            Player::First => score,
            Player::Second => -score,
        }
    }

    /// A step counts one row; what is taken, ten and the rows it had come.
    #[inline(always)]
    fn ceiling(&self, game: &Breakthrough, position: &Position) -> Score {
        let sight = Sight::of(game, position);
        if sight.wins_at_once() {
            return Score::MAX;
        }
        let victims = sight.theirs & sight.hits;
        let most_come = match position.turn() {
            _ if victims == 0 => return self.score(game, position) + 1,
            Player::First => u32::from(game.height()) - 1 - victims.trailing_zeros() / 8,
            Player::Second => (63 - victims.leading_zeros()) / 8,
        };
        self.score(game, position) + 11 + most_come.cast_signed()
    }
}

/// The pawns as the player to move sees them.
struct Sight {
    mine: u64,
    theirs: u64,
    /// Where a pawn of the player to move could take one.
    hits: u64,
    /// One step before the goal of the player to move, and before that of the other.
    before_goal: u64,
    before_home: u64,
}

impl Sight {
    #[inline(always)]
    fn of(game: &Breakthrough, position: &Position) -> Sight {
        let row = |row: u8| 0xffu64 << (8 * row);
        let [low, high] = [row(1), row(game.height() - 2)];
        let last_column = FIRST_COLUMN << 7;
        match position.turn() {
            Player::First => {
                let mine = position.white();
                let hits = (mine & !FIRST_COLUMN) << 7 | (mine & !last_column) << 9;
                Sight { mine, theirs: position.black(), hits, before_goal: high, before_home: low }
            }
            Player::Second => {
                let mine = position.black();
                let hits = (mine & !FIRST_COLUMN) >> 9 | (mine & !last_column) >> 7;
                Sight { mine, theirs: position.white(), hits, before_goal: low, before_home: high }
            }
        }
    }

    /// Whether a step reaches the goal or takes the last pawn.
    #[inline(always)]
    fn wins_at_once(&self) -> bool {
        let &Sight { mine, theirs, hits, before_goal, .. } = self;
        mine & before_goal != 0 || theirs & (theirs - 1) == 0 && hits & theirs != 0
    }
}

/// What the searches in [`adversarial`](crate::adversarial) are told about Breakthrough.
#[derive(Clone, Copy, Debug)]
pub struct BreakthroughHints;

/// The one enemy pawn that must be taken, as a set; empty if there is none.
type MustTake = u64;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

impl Hints<Breakthrough> for BreakthroughHints {
    type Notes = MustTake;
    type Draft = ();

    const TAKE_TURNS: bool = true;

    #[inline(always)]
    fn study(&self, game: &Breakthrough, position: &Position) -> (Outlook, MustTake) {
        if let Some(result) = game.result(position) {
            return (Outlook::finished(result, game.to_move(position)), 0);
        }
        let sight = Sight::of(game, position);
        if sight.wins_at_once() {
            return (Outlook::win_in(1), 0);
        }
        let Sight { mine, theirs, hits, before_home, .. } = sight;
        let threats = theirs & before_home;
        if threats & threats.wrapping_sub(1) != 0 || threats & !hits != 0 {
            return (Outlook::loss_in(2), 0);
        }
        let mut outlook = Outlook::UNKNOWN.no_win_before(3);
        if mine & (mine - 1) != 0 {
            outlook = outlook.no_loss_before(4);
        }
        let outlook = match game.race(position) {
            Some(Race::Won(plies)) => outlook.win_within(plies),
            Some(Race::Lost(plies)) => outlook.loss_within(plies),
            None => outlook,
        };
        (outlook, threats)
    }

    /// Those that take come first.
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
            let row = i32::from(step.to / 8);
            if step.to > step.from { row } else { top - row }
        };
        let victims = if must_take == 0 { theirs } else { must_take };
        game.visit_moves(position, |step| match victims >> step.to & 1 {
            1 => visit(step, (1 << 16) + (come(step) << 8), ()),
            _ => ControlFlow::Continue(()),
        })?;
        if must_take != 0 {
            return ControlFlow::Continue(());
        }
        game.visit_moves(position, |step| match theirs >> step.to & 1 {
            0 => visit(step, come(step) << 8, ()),
            _ => ControlFlow::Continue(()),
        })
    }

    /// The same for a position and its mirror image.
    #[inline(always)]
    fn key(&self, game: &Breakthrough, position: &Position) -> u64 {
        game.key(&game.canonical(position))
    }

    fn slots(&self, _: &Breakthrough) -> usize {
        64 * 64
    }

    #[inline(always)]
    fn slot(&self, _: &Breakthrough, _: &Position, step: Step) -> usize {
        usize::from(step.from & 63) << 6 | usize::from(step.to & 63)
    }
}
