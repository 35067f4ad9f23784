use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::Standing;
use tesuji::core::{GameResult, Player};

use super::solve::head;
use crate::arguments::Show;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(options: &Show, out: &mut impl Write) -> Result<Exit> {
    let position = options.start.open()?;
    if let Some(file) = &options.svg {
        output::check_writable(file)?;
    }
    head(&*position, out)?;
    writeln!(out, "{}", sentence(position.standing()))?;
    let moves = position.moves();
    if !moves.is_empty() {
        write!(out, "\n{}", output::wrapped(&moves, 80))?;
    }
    if let Some(file) = &options.svg {
        output::write(file, position.svg(), out)?;
    }
    Ok(Exit::Solved)
}

/// How a position stands.
pub(super) fn sentence(standing: Standing) -> &'static str {
    match standing {
        Standing::Unsolved => "not solved yet",
        Standing::Solved => "solved",
        Standing::ToMove(Player::First) => "the first player is to move",
        Standing::ToMove(Player::Second) => "the second player is to move",
        Standing::Finished(GameResult::Win(Player::First)) => "the first player has won",
        Standing::Finished(GameResult::Win(Player::Second)) => "the second player has won",
        Standing::Finished(GameResult::Draw) => "a draw",
    }
}
