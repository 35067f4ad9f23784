//! A depth-first walk without recursion.

use std::ops::ControlFlow;

use tesuji_core::{Limit, Meter, Rules};

/// The current path of a depth-first walk and, for every ply, the moves still to be tried: what
/// recursion would keep on the machine's stack, in vectors that are charged to a [`Meter`]. Paths
/// of any length are safe.
pub(crate) struct Trail<'r, R: Rules> {
    rules: &'r R,
    state: R::State,
    /// The moves that led here, with what it takes to undo them.
    line: Vec<(R::Move, R::Undo)>,
    /// The untried moves of all the open states on the path, the next one last.
    untried: Vec<R::Move>,
    /// For each open state, how many of `untried` belong to the states before it.
    open: Vec<usize>,
}

impl<'r, R: Rules> Trail<'r, R> {
    /// A path without moves, at a state that is not open yet.
    pub(crate) fn from(rules: &'r R, start: R::State) -> Self {
        let (line, untried, open) = (Vec::new(), Vec::new(), Vec::new());
        Trail { rules, state: start, line, untried, open }
    }

    /// The state at the end of the path.
    pub(crate) fn state(&self) -> &R::State {
        &self.state
    }

    /// Opens the state at the end of the path: lists its moves, without the inverse of the last
    /// one.
    pub(crate) fn open(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        let before = self.untried.len();
        let last = self.line.last().map(|&(mv, _)| mv);
        let listed = self.rules.visit_moves_after(last, &self.state, |mv| {
            match meter.make_room(&mut self.untried) {
                Ok(()) => {
                    self.untried.push(mv);
                    ControlFlow::Continue(())
                }
                Err(limit) => ControlFlow::Break(limit),
            }
        });
        if let ControlFlow::Break(limit) = listed {
            return Err(limit);
        }
        // They are taken from the end.
        self.untried[before..].reverse();
        meter.make_room(&mut self.open)?;
        self.open.push(before);
        Ok(())
    }

    /// Takes the next untried move of the state at the end of the path, which must be open.
    pub(crate) fn next_move(&mut self) -> Option<R::Move> {
        let &before = self.open.last()?;
        if self.untried.len() > before { self.untried.pop() } else { None }
    }

    /// Plays a move that [`next_move`](Self::next_move) returned.
    pub(crate) fn play(&mut self, mv: R::Move, meter: &mut Meter) -> Result<(), Limit> {
        meter.make_room(&mut self.line)?;
        let undo = self.rules.play(&mut self.state, mv);
        self.line.push((mv, undo));
        Ok(())
    }

    /// Goes back from a state that is not open; the move that led to it, if it is not the start.
    pub(crate) fn retreat(&mut self) -> Option<R::Move> {
        let (mv, undo) = self.line.pop()?;
        self.rules.undo(&mut self.state, mv, undo);
        Some(mv)
    }

    /// Closes the state at the end of the path, and goes back like [`retreat`](Self::retreat).
    pub(crate) fn close(&mut self) -> Option<R::Move> {
        self.open.pop();
        self.retreat()
    }

    /// The number of moves of the path.
    #[expect(clippy::cast_possible_truncation, reason = "no search goes that deep")]
    pub(crate) fn depth(&self) -> u32 {
        self.line.len() as u32
    }

    /// Bytes charged to the meter.
    pub(crate) fn bytes(&self) -> usize {
        self.line.capacity() * size_of::<(R::Move, R::Undo)>()
            + self.untried.capacity() * size_of::<R::Move>()
            + self.open.capacity() * size_of::<usize>()
    }

    /// The moves of the path.
    pub(crate) fn into_moves(self) -> Vec<R::Move> {
        self.line.into_iter().map(|(mv, _)| mv).collect()
    }
}
