//! The sliding-tile puzzle without the moves that it knows at compile time: what IDA* costs where a
//! puzzle has its rules alone, as most have.

use std::ops::ControlFlow;

use tesuji_core::{Cost, Heuristic, Puzzle, Rules};
use tesuji_taquin::{Board, Manhattan, Slide, Taquin};

/// The puzzle, or its heuristic.
#[derive(Clone)]
pub(crate) struct RulesAlone<T = Taquin>(pub(crate) T);

impl Rules for RulesAlone {
    type State = Board;
    type Move = Slide;
    type Undo = ();

    fn initial(&self) -> Board {
        self.0.initial()
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.visit_moves(board, visit)
    }

    #[inline(always)]
    fn visit_moves_after<B>(
        &self,
        last: Option<Slide>,
        board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.visit_moves_after(last, board, visit)
    }

    #[inline]
    fn play(&self, board: &mut Board, slide: Slide) {
        self.0.play(board, slide);
    }

    #[inline]
    fn undo(&self, board: &mut Board, slide: Slide, (): ()) {
        self.0.undo(board, slide, ());
    }
}

impl Puzzle for RulesAlone {
    #[inline]
    fn is_goal(&self, board: &Board) -> bool {
        self.0.is_goal(board)
    }
}

impl Heuristic<RulesAlone> for RulesAlone<Manhattan> {
    type Memo = Cost;

    const CHANGES_BY_ONE: bool = <Manhattan as Heuristic<Taquin>>::CHANGES_BY_ONE;
    const IS_ZERO_AT_GOALS: bool = <Manhattan as Heuristic<Taquin>>::IS_ZERO_AT_GOALS;

    fn start(&self, taquin: &RulesAlone, board: &Board) -> Cost {
        self.0.start(&taquin.0, board)
    }

    #[inline]
    fn advance(
        &self,
        taquin: &RulesAlone,
        memo: Cost,
        parent: &Board,
        slide: Slide,
        child: &Board,
    ) -> Cost {
        self.0.advance(&taquin.0, memo, parent, slide, child)
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
