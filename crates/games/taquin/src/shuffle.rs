use std::convert::Infallible;
use std::ops::ControlFlow;

use rand::{Rng, RngExt};
use tesuji_core::Rules;

use crate::board::{Board, Word};
use crate::rules::{Slide, Taquin};

impl<W: Word> Taquin<W> {
    /// Draws a board uniformly from the [solvable](Self::is_solvable) ones. The same state of the
    /// generator gives the same board.
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
        // Exchanging two tiles pairs each unsolvable board with a solvable one.
        let place = |tile| tiles.iter().position(|&other| other == tile).expect("each tile once");
        let (one, two) = (place(1), place(2));
        tiles.swap(one, two);
        Board::pack(tiles)
    }

    /// Returns the board after a random walk of `steps` slides from the goal, none of which undoes
    /// the one before it. Walks tend to stay near the goal: one as long as the hardest boards'
    /// solutions gives easy boards.
    pub fn shuffle_walk(&self, steps: u32, rng: &mut impl Rng) -> Board<W> {
        self.random_walk(rng).take(steps as usize).last().map_or(self.goal, |(_, board)| board)
    }

    /// An endless random walk from the goal: each slide, and the board after it. None undoes the
    /// one before it; the same tiles in reverse order lead back to the goal.
    pub fn random_walk(&self, rng: &mut impl Rng) -> impl Iterator<Item = (Slide, Board<W>)> {
        let (mut board, mut last, mut slides) = (self.goal, None, Vec::new());
        std::iter::repeat_with(move || {
            slides.clear();
            let ControlFlow::Continue(()) = self.visit_moves_after(last, &board, |slide| {
                slides.push(slide);
                ControlFlow::<Infallible>::Continue(())
            });
            let slide = slides[usize::from(rng.random_range(0..slides.len() as u8))];
            self.play(&mut board, slide);
            last = Some(slide);
            (slide, board)
        })
    }
}
