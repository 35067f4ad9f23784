//! Positions on 7×6 with known scores: the public test sets of Pascal Pons's solver.
//!
//! The score is for the player to move with perfect play: the winner ends the game early, the loser
//! late. A win is the number of stones that the winner has left then, plus one: 18 is a win with
//! the fourth of the 21 stones, 1 a win with the last. A loss is the winner's score, negated. A
//! draw is 0. [`ConnectFour::win_score`](crate::ConnectFour::win_score) uses the same scale.
//!
//! The sets are named after the stage of the game and their difficulty for a search.

use tesuji_core::{Value, quoted};

use crate::{ConnectFour, Position, Word};

/// A position and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance<'a> {
    /// The columns played from the empty board, one digit each.
    pub columns: &'a str,
    /// The score for the player to move.
    pub score: i32,
}

impl<W: Word> ConnectFour<W> {
    /// Returns the score of a position of this value on the scale of [instances](crate::instances);
    /// `None` if the distance is unknown.
    #[must_use]
    pub fn score_of(&self, position: &Position<W>, value: Value) -> Option<i32> {
        let left = (self.board() ^ position.taken()).count_ones().cast_signed();
        match value {
            Value::Win(Some(plies)) => Some((left + 2 - plies.cast_signed()) / 2),
            Value::Loss(Some(plies)) => Some(-(left + 2 - plies.cast_signed()) / 2),
            Value::Draw => Some(0),
            _ => None,
        }
    }
}

/// An error for a text that is not a list of instances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text} is not columns, a comma and a score", text = quoted(.text))]
pub struct InstanceError {
    /// The line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// 400 positions late in the game: at least 29 stones.
#[must_use]
pub fn end_easy() -> Vec<Instance<'static>> {
    built_in(include_str!("../data/connect4_L3_R1.csv"))
}

/// 400 positions in the middle of the game: 15 to 28 stones.
#[must_use]
pub fn middle_easy() -> Vec<Instance<'static>> {
    built_in(include_str!("../data/connect4_L2_R1.csv"))
}

/// 142 positions in the middle of the game, with a win or loss far away.
#[must_use]
pub fn middle_medium() -> Vec<Instance<'static>> {
    built_in(include_str!("../data/connect4_L2_R2.csv"))
}

/// 400 positions early in the game, at most 14 stones, with a win or loss close by.
#[must_use]
pub fn begin_easy() -> Vec<Instance<'static>> {
    built_in(include_str!("../data/connect4_L1_R1.csv"))
}

/// 50 positions early in the game, with the end at least 28 stones away: the hardest set.
#[must_use]
pub fn begin_hard() -> Vec<Instance<'static>> {
    built_in(include_str!("../data/connect4_L1_R3.csv"))
}

fn built_in(text: &'static str) -> Vec<Instance<'static>> {
    parse(text).expect("the crate's own data are well-formed")
}

/// Parses a list of instances: a line for each, `columns,score`. Empty lines, lines that begin
/// with `#` and the heading `moves,score` are skipped.
///
/// The columns are not checked against the rules.
///
/// # Errors
/// The first line of another form.
///
/// # Example
/// ```
/// use tesuji_connect_four::instances;
///
/// let list = instances::parse("moves,score\n32164625,11\n")?;
/// assert_eq!((list[0].columns, list[0].score), ("32164625", 11));
/// # Ok::<(), instances::InstanceError>(())
/// ```
pub fn parse(text: &str) -> Result<Vec<Instance<'_>>, InstanceError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#') && *line != "moves,score")
        .map(|(number, line)| {
            line.split_once(',')
                .and_then(|(columns, score)| {
                    let score = score.parse().ok()?;
                    columns
                        .bytes()
                        .all(|b| b.is_ascii_digit())
                        .then_some(Instance { columns, score })
                })
                .ok_or_else(|| InstanceError { line: number, text: line.into() })
        })
        .collect()
}
