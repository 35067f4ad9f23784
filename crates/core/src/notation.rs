use std::fmt;

use crate::Rules;

/// The written form of states and moves.
///
/// # Contract
/// * Parsing a written state or move returns the same state or move.
/// * The text of a state is one line without control characters: programs read a position a line.
/// * The text of a move is not empty and has no white space or control characters: white space
///   separates the moves of a plan.
///
/// [`laws::notation`](crate::laws::notation) checks it on the states near the start.
///
/// # Example
/// A number grows to 10 by adding one or doubling. A state is written as its number, a move as
/// `+1` or `x2`.
/// ```
/// use std::fmt;
/// use tesuji_core::{Notation, Rules, laws};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/climb.rs")); }
/// # use toy::Climb;
/// #[derive(Debug)]
/// pub struct Misread(String);
/// # impl fmt::Display for Misread {
/// #     fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         write!(out, "{:?} is neither a number nor a move", self.0)
/// #     }
/// # }
/// # impl std::error::Error for Misread {}
/// impl Notation for Climb {
///     type Error = Misread;
///     fn parse_state(&self, text: &str) -> Result<u32, Misread> {
///         let number = text.parse().ok().filter(|number| (2..=10).contains(number));
///         number.ok_or_else(|| Misread(text.to_owned()))
///     }
///     fn write_state(&self, state: &u32, out: &mut impl fmt::Write) -> fmt::Result {
///         write!(out, "{state}")
///     }
///     fn parse_move(&self, state: &u32, text: &str) -> Result<u32, Misread> {
///         let mv = self.moves(state).into_iter().find(|&mv| self.move_text(state, mv) == text);
///         mv.ok_or_else(|| Misread(text.to_owned()))
///     }
///     fn write_move(&self, &state: &u32, next: u32, out: &mut impl fmt::Write) -> fmt::Result {
///         out.write_str(if next == state + 1 { "+1" } else { "x2" })
///     }
/// }
/// assert_eq!(Climb.moves_text(&2, &[4, 5, 10]), ["x2", "+1", "x2"]);
/// assert!(Climb.parse_move(&6, "x2").is_err());
/// laws::notation(&Climb, 100);
/// ```
pub trait Notation: Rules {
    /// Why a text is not a state or a move; its message says where the problem is.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Parses a state of these rules.
    ///
    /// # Errors
    /// `text` is not a state; the error says why and where.
    fn parse_state(&self, text: &str) -> Result<Self::State, Self::Error>;

    /// Writes a state.
    ///
    /// # Errors
    /// `out` fails.
    fn write_state(&self, state: &Self::State, out: &mut impl fmt::Write) -> fmt::Result;

    /// Parses a move that is legal in `state`.
    ///
    /// # Errors
    /// `text` is not a move, or the move is not legal.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Self::Error>;

    /// Writes a move that is legal in `state`.
    ///
    /// # Errors
    /// `out` fails.
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

    /// Consecutive moves from `start`, one string each.
    fn moves_text(&self, start: &Self::State, moves: &[Self::Move]) -> Vec<String> {
        let mut state = start.clone();
        moves
            .iter()
            .map(|&mv| {
                let text = self.move_text(&state, mv);
                self.play(&mut state, mv);
                text
            })
            .collect()
    }
}

/// Pictures of states.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Render, Rules};
/// # use std::{fmt, ops::ControlFlow};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/climb.rs")); }
/// # use toy::Climb;
/// # impl Notation for Climb {
/// #     type Error = std::num::ParseIntError;
/// #     fn parse_state(&self, text: &str) -> Result<u32, Self::Error> { text.parse() }
/// #     fn write_state(&self, state: &u32, out: &mut impl fmt::Write) -> fmt::Result {
/// #         write!(out, "{state}")
/// #     }
/// #     fn parse_move(&self, _: &u32, text: &str) -> Result<u32, Self::Error> { text.parse() }
/// #     fn write_move(&self, _: &u32, mv: u32, out: &mut impl fmt::Write) -> fmt::Result {
/// #         write!(out, "{mv}")
/// #     }
/// # }
/// impl Render for Climb {
///     fn text(&self, &state: &u32) -> String {
///         format!("{}{}\n", "#".repeat(state as usize), ".".repeat(10 - state as usize))
///     }
///     fn svg(&self, state: &u32) -> String {
///         format!(
///             r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 1">{}</svg>"#,
///             format_args!(r#"<rect width="{state}" height="1"/>"#),
///         )
///     }
/// }
/// assert_eq!(Climb.text(&4), "####......\n");
/// assert!(Climb.svg(&4).contains(r#"width="4""#));
/// ```
pub trait Render: Notation {
    /// A drawing for a terminal: lines that end with a newline, without escape codes. The default
    /// is the state's [text](Notation::state_text).
    fn text(&self, state: &Self::State) -> String {
        self.state_text(state) + "\n"
    }

    /// A drawing as an SVG document. The default shows the lines of [`text`](Self::text).
    ///
    /// An element with the attribute `data-move` stands for the move that the attribute's value
    /// spells: the page plays the move when the element is clicked.
    fn svg(&self, state: &Self::State) -> String {
        /// Pixels from line to line, and from letter to letter.
        const LINE: usize = 20;
        const LETTER: usize = 11;
        let text = self.text(state);
        let lines: String = (1..)
            .zip(text.lines())
            .map(|(number, line)| {
                let line = line.replace('&', "&amp;").replace('<', "&lt;");
                let y = number * LINE;
                format!(r#"<text x="{LETTER}" y="{y}" xml:space="preserve">{line}</text>"#)
            })
            .collect();
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let (width, height) = ((longest + 2) * LETTER, (text.lines().count() + 1) * LINE);
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" "#)
            + &format!(
                r#"font-family="monospace" font-size="18" fill="currentColor">{lines}</svg>"#
            )
    }
}
