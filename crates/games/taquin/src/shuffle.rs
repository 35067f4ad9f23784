use std::convert::Infallible;
use std::ops::ControlFlow;

use rand::{Rng, RngExt};
use tesuji_core::Rules;

use crate::board::{Board, Word};
use crate::rules::{Slide, Taquin};

impl<W: Word> Taquin<W> {
    /// A board drawn uniformly from all those that [can be solved](Self::is_solvable). The same
    /// state of the generator gives the same board.
    #[must_use]
    pub fn shuffle_uniform(&self, rng: &mut impl Rng) -> Board<W> {
        let mut tiles: Vec<u8> = (0..self.cells()).collect();
        // Fisher and Yates, by Durstenfeld (Algorithm 235, CACM 7, 1964).
        for left in (1..self.cells()).rev() {
            tiles.swap(left.into(), rng.random_range(0..=left).into());
        }
        let board = Board::pack(tiles.iter().copied());
        if self.is_solvable(board) {
            return board;
        }
        // Exchanging two tiles pairs each board that cannot be solved with one that can.
        let place = |tile| tiles.iter().position(|&other| other == tile).expect("each tile once");
        let (one, two) = (place(1), place(2));
        tiles.swap(one, two);
        Board::pack(tiles)
    }

    /// The board after a random walk of `steps` slides from the goal, none of which takes
    /// back the one before it. Near the goal more often than not: a walk of the length of the
    /// hardest boards' solutions gives easy boards. `step` is shown each slide, and the board before
    /// it: the same tiles in the opposite order are a way back.
    pub fn shuffle_walk(
        &self,
        steps: u32,
        rng: &mut impl Rng,
        mut step: impl FnMut(Board<W>, Slide),
    ) -> Board<W> {
        let mut board = self.goal;
        let mut last = None;
        let mut slides = Vec::new();
        for _ in 0..steps {
            slides.clear();
            let ControlFlow::Continue(()) = self.visit_moves_after(last, &board, |slide| {
                slides.push(slide);
                ControlFlow::<Infallible>::Continue(())
            });
            let slide = slides[usize::from(rng.random_range(0..slides.len() as u8))];
            step(board, slide);
            self.play(&mut board, slide);
            last = Some(slide);
        }
        board
    }
}
