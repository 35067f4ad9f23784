use std::fmt;

use crate::Rules;

/// The written form of states and moves.
///
/// # Contract
/// Reading what was written gives the same state or move back.
pub trait Notation: Rules {
    /// Why a text is no state or move; its message names the place.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Reads a state of these rules.
    ///
    /// # Errors
    /// Says what is wrong with `text` and where.
    fn parse_state(&self, text: &str) -> Result<Self::State, Self::Error>;

    /// Writes a state.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write_state(&self, state: &Self::State, out: &mut impl fmt::Write) -> fmt::Result;

    /// Reads a move that is legal in `state`.
    ///
    /// # Errors
    /// Says what is wrong with `text`, or that the move is not legal.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Self::Error>;

    /// Writes a move that is legal in `state`.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write_move(
        &self,
        state: &Self::State,
        mv: Self::Move,
        out: &mut impl fmt::Write,
    ) -> fmt::Result;

    /// A state as a string.
    fn state_text(&self, state: &Self::State) -> String {
        let mut text = String::new();
        self.write_state(state, &mut text).expect("a string takes any text");
        text
    }

    /// A move as a string.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(state, mv, &mut text).expect("a string takes any text");
        text
    }

    /// A line of moves from `start`, one string each.
    fn line_text(&self, start: &Self::State, line: &[Self::Move]) -> Vec<String> {
        let mut state = start.clone();
        line.iter()
            .map(|&mv| {
                let text = self.move_text(&state, mv);
                self.play(&mut state, mv);
                text
            })
            .collect()
    }
}

/// Pictures of states.
pub trait Render: Rules {
    /// A drawing for a terminal: several lines, each ended by a newline, no escape codes.
    fn text(&self, state: &Self::State) -> String;

    /// A drawing as a whole SVG document.
    fn svg(&self, state: &Self::State) -> String;
}
