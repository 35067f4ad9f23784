//! A taquin that offers no compile-time sites: what any game gets that does not write them.

use std::ops::ControlFlow;

use tesuji_core::{Cost, Heuristic, Puzzle, Rules};
use tesuji_taquin::{Board, Manhattan, Slide, Taquin};

/// The same rules without [`Rules::enter`] overridden.
#[derive(Clone, Debug)]
pub struct PlainTaquin(pub Taquin);

impl Rules for PlainTaquin {
    type State = Board;
    type Move = Slide;
    type Undo = ();

    fn initial(&self) -> Board {
        self.0.initial()
    }

    #[inline(always)]
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

    #[inline(always)]
    fn play(&self, board: &mut Board, slide: Slide) {
        self.0.play(board, slide);
    }

    #[inline(always)]
    fn undo(&self, board: &mut Board, slide: Slide, undo: ()) {
        self.0.undo(board, slide, undo);
    }

    #[inline(always)]
    fn inverse(&self, slide: Slide) -> Option<Slide> {
        self.0.inverse(slide)
    }
}

impl Puzzle for PlainTaquin {
    #[inline(always)]
    fn is_goal(&self, board: &Board) -> bool {
        self.0.is_goal(board)
    }
}

impl Heuristic<PlainTaquin> for Manhattan {
    type Memo = Cost;

    fn start(&self, PlainTaquin(taquin): &PlainTaquin, board: &Board) -> Cost {
        Heuristic::<Taquin>::start(self, taquin, board)
    }

    #[inline(always)]
    fn advance(
        &self,
        PlainTaquin(taquin): &PlainTaquin,
        memo: Cost,
        parent: &Board,
        slide: Slide,
        child: &Board,
    ) -> Cost {
        Heuristic::<Taquin>::advance(self, taquin, memo, parent, slide, child)
    }

    #[inline(always)]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
