use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::{Catalogue, GamePosition, PositionReport, Status};
use tesuji::core::{GameResult, Player};

use super::Run;
use super::solve::head;
use crate::exit::Exit;
use crate::inputs::Start;
use crate::output::{self, OUTPUT};

/// Draw a position, and print its status and its moves
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji show rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE.
  tesuji show rush-hour-rocks --words fr
  tesuji show taquin 230518674                   (why it cannot be solved)
  tesuji show tic-tac-toe XX.OO.... --svg board.svg
  tesuji show breakthrough --size 5x5 --json     (the moves, and the positions after them)")]
pub(crate) struct Show {
    #[command(flatten)]
    start: Start,
    /// Write a picture of the position to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    svg: Option<PathBuf>,
    /// Describe the moves in words, for games that do: en (English) or fr (French)
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_parser = ["en", "fr"],
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    words: Option<String>,
    /// Print one JSON object instead of a drawing
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
}

/// A position as the JSON has it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    #[serde(flatten)]
    position: PositionReport,
    /// The positions after the moves.
    after: Vec<String>,
    /// The moves in words, if they were asked for.
    words: Option<Vec<String>>,
}

impl Run for Show {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let position = self.start.open(catalogue)?;
        if let Some(file) = &self.svg {
            output::check_writable(file)?;
        }
        let words = self.words.as_ref();
        let words = words.map(|language| in_words(&*position, language)).transpose()?;
        if self.json {
            let after = position.successors();
            let position = PositionReport::of(&*position);
            output::json(&Report { position, after, words }, out)?;
        } else {
            draw(&*position, words.as_deref(), out)?;
        }
        if let Some(file) = &self.svg {
            output::write("picture", file, position.svg(), out)?;
        }
        Ok(Exit::Solved)
    }
}

fn draw(position: &dyn GamePosition, words: Option<&[String]>, out: &mut dyn Write) -> Result<()> {
    head(position, out)?;
    match position.why_unsolvable() {
        Some(reason) => writeln!(out, "cannot be solved: {reason}")?,
        None => writeln!(out, "{}", sentence(position.status()))?,
    }
    let moves = position.moves();
    if moves.is_empty() {
        return Ok(());
    }
    let list = match words {
        // A line for each move.
        Some(words) => {
            let lines = moves.iter().zip(words).map(|(mv, words)| format!("{mv}: {words}"));
            output::wrapped(&lines.collect::<Vec<_>>(), 0)
        }
        None => output::wrapped(&moves, 80),
    };
    write!(out, "\n{list}")?;
    Ok(())
}

/// The legal moves in words.
pub(super) fn in_words(position: &dyn GamePosition, language: &str) -> Result<Vec<String>> {
    let moves = position.moves().into_iter();
    moves.map(|mv| Ok(position.in_words(&[mv], language)?.concat())).collect()
}

/// The status of a position, in words.
pub(super) fn sentence(status: Status) -> &'static str {
    match status {
        Status::Unsolved => "not solved yet",
        Status::Solved => "solved",
        Status::ToMove(Player::First) => "the first player is to move",
        Status::ToMove(Player::Second) => "the second player is to move",
        Status::Finished(GameResult::Win(Player::First)) => "the first player has won",
        Status::Finished(GameResult::Win(Player::Second)) => "the second player has won",
        Status::Finished(GameResult::Draw) => "a draw",
    }
}
