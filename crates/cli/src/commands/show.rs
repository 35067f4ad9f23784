use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tesuji::catalogue::{Catalogue, GamePosition, Status};
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
  tesuji show tic-tac-toe XX.OO.... --svg board.svg")]
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
}

impl Run for Show {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let position = self.start.open(catalogue)?;
        if let Some(file) = &self.svg {
            output::check_writable(file)?;
        }
        let moves = match &self.words {
            Some(language) => told(&*position, language)?,
            None => position.moves(),
        };
        head(&*position, out)?;
        match position.why_unsolvable() {
            Some(reason) => writeln!(out, "cannot be solved: {reason}")?,
            None => writeln!(out, "{}", sentence(position.status()))?,
        }
        if !moves.is_empty() {
            // Those in words have a line each.
            let width = if self.words.is_some() { 0 } else { 80 };
            write!(out, "\n{}", output::wrapped(&moves, width))?;
        }
        if let Some(file) = &self.svg {
            output::write("picture", file, position.svg(), out)?;
        }
        Ok(Exit::Solved)
    }
}

/// The legal moves, each with its words.
pub(super) fn told(position: &dyn GamePosition, language: &str) -> Result<Vec<String>> {
    let moves = position.moves().into_iter().map(|mv| {
        let words = position.in_words(std::slice::from_ref(&mv), language)?;
        Ok(format!("{mv}: {}", words.concat()))
    });
    moves.collect()
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
