use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::{Position, Status};
use tesuji::core::{GameResult, Player};
use tesuji::rush_hour::Language;

use super::solve::head;
use crate::arguments::Show;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(options: &Show, out: &mut impl Write) -> Result<Exit> {
    let position = options.start.open()?;
    if let Some(file) = &options.svg {
        output::check_writable(file)?;
    }
    let moves = match options.words {
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
        let width = if options.words.is_some() { 0 } else { 80 };
        write!(out, "\n{}", output::wrapped(&moves, width))?;
    }
    if let Some(file) = &options.svg {
        output::write(file, position.svg(), out)?;
    }
    Ok(Exit::Solved)
}

/// The legal moves, each with its words.
pub(super) fn told(position: &dyn Position, language: Language) -> Result<Vec<String>> {
    let moves = position.moves().into_iter().map(|mv| {
        let words = position.in_words(std::slice::from_ref(&mv), language)?;
        Ok(format!("{mv}: {}", words.concat()))
    });
    moves.collect()
}

/// How a position stands.
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
