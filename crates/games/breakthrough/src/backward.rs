use std::ops::ControlFlow;

use tesuji_core::{Player, Reversible};

use crate::geometry::{FIRST, SECOND, ahead, shifted};
use crate::position::Position;
use crate::rules::{Breakthrough, Step};

impl Reversible for Breakthrough {
    /// Shows predecessors among all valid [`Position`]s, reachable or not.
    #[inline]
    fn visit_predecessors<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Step, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match position.turn {
            Player::First => self.visit_steps_back::<SECOND, B>(position, visit),
            Player::Second => self.visit_steps_back::<FIRST, B>(position, visit),
        }
    }
}

impl Breakthrough {
    /// Takes back steps of `PLAYER`, who has just moved.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 64")]
    fn visit_steps_back<const PLAYER: usize, B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Step, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let geometry = &self.geometry;
        let (theirs, mine) = position.mine_and_theirs();
        // A pawn on the goal row moved last; no step starts behind the home row.
        let arrived = mine & geometry.goal[PLAYER];
        let moved = if arrived == 0 { mine & !geometry.goal[1 - PLAYER] } else { arrived };
        let free = geometry.board() & !(mine | theirs);
        // Before a step both sides had pawns, and at most those of the start.
        let may_be_quiet = theirs != 0;
        let may_capture = theirs.count_ones() < self.max_pawns();
        for (direction, ahead) in ahead::<PLAYER>(geometry.stride).into_iter().enumerate() {
            let mut sources = shifted(moved & geometry.landing[direction], -ahead) & free;
            while sources != 0 {
                let from = sources.trailing_zeros() as u8;
                sources &= sources - 1;
                let step = Step { from, to: from.wrapping_add_signed(ahead) };
                let mut before = |captured: u64| {
                    let mine = mine ^ 1 << step.from ^ 1 << step.to;
                    let theirs = theirs | captured << step.to;
                    let change = self.zobrist.step::<PLAYER>(step.from, step.to, captured);
                    let key = position.key ^ change;
                    let state = match position.turn.other() {
                        turn @ Player::First => Position { white: mine, black: theirs, key, turn },
                        turn @ Player::Second => Position { white: theirs, black: mine, key, turn },
                    };
                    visit(step, state)
                };
                if may_be_quiet {
                    before(0)?;
                }
                if may_capture && direction != 0 {
                    before(1)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Breakthrough {
    /// The position or its mirror image, whichever has the smaller word of white pawns, or of black
    /// pawns if the white ones are equal.
    #[inline(always)]
    pub(crate) fn canonical_form(&self, position: &Position) -> Position {
        let Position { white, black, turn, .. } = *position;
        let mirrored = (self.geometry.mirror(white), self.geometry.mirror(black));
        if mirrored < (white, black) { self.keyed(mirrored.0, mirrored.1, turn) } else { *position }
    }
}
