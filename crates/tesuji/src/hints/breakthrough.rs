//! What Breakthrough tells a search, and an evaluator of two terms.

use std::convert::Infallible;
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
}

/// What the searches in [`adversarial`](crate::adversarial) are told about Breakthrough.
#[derive(Clone, Copy, Debug)]
pub struct BreakthroughHints;

/// The one enemy pawn that must be taken, as a set; empty if there is none.
type MustTake = u64;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

impl Hints<Breakthrough> for BreakthroughHints {
    type Notes = MustTake;

    const TAKE_TURNS: bool = true;

    #[inline(always)]
    fn study(&self, game: &Breakthrough, position: &Position) -> (Outlook, MustTake) {
        if let Some(result) = game.result(position) {
            return (Outlook::finished(result, game.to_move(position)), 0);
        }
        let row = |row: u8| 0xffu64 << (8 * row);
        let last_column = FIRST_COLUMN << 7;
        let top = game.height() - 1;
        let (mine, theirs, before_goal, before_home) = match position.turn() {
            Player::First => (position.white(), position.black(), row(top - 1), row(1)),
            Player::Second => (position.black(), position.white(), row(1), row(top - 1)),
        };
        if mine & before_goal != 0 {
            return (Outlook::win_in(1), 0);
        }
        let hits = match position.turn() {
            Player::First => (mine & !FIRST_COLUMN) << 7 | (mine & !last_column) << 9,
            Player::Second => (mine & !FIRST_COLUMN) >> 9 | (mine & !last_column) >> 7,
        };
        if theirs & (theirs - 1) == 0 && hits & theirs != 0 {
            return (Outlook::win_in(1), 0);
        }
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

    #[inline(always)]
    fn visit_candidates(
        &self,
        game: &Breakthrough,
        position: &Position,
        &must_take: &MustTake,
        mut visit: impl FnMut(Step, i32),
    ) {
        let theirs = match position.turn() {
            Player::First => position.black(),
            Player::Second => position.white(),
        };
        let top = i32::from(game.height()) - 1;
        let ControlFlow::Continue(()) = game.visit_moves(position, |step| {
            if must_take == 0 || must_take >> step.to & 1 == 1 {
                let row = i32::from(step.to / 8);
                let come = if step.to > step.from { row } else { top - row };
                let takes = (theirs >> step.to & 1) as i32;
                visit(step, (takes << 16) + (come << 8));
            }
            ControlFlow::<Infallible>::Continue(())
        });
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
