use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use serde_json::Value;
use tesuji::catalogue::options::positive;
use tesuji::catalogue::{Catalogue, EndingName, GameReport, Status, Winner};
use tesuji::core::{Player, shortened};

use super::Run;
use crate::colors;
use crate::exit::Exit;
use crate::output;

/// List the games that a match or tournament saved, or show one move by move
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji match tic-tac-toe --players pvs,random --games 10 --save games.jsonl
  tesuji replay games.jsonl
  tesuji replay games.jsonl --game 3

The page of `tesuji serve` shows such a file under *Saved games*: there each position can be
played on from, or searched.")]
pub(crate) struct Replay {
    /// The file that --save wrote
    file: PathBuf,
    /// Show the game of this number, board by board
    #[arg(long, value_name = "NUMBER", value_parser = positive::<u64>)]
    game: Option<u64>,
}

/// The longest line of a file, in bytes: a game of millions of plies.
const MAX_LINE: u64 = 64 << 20;

impl Run for Replay {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let Some(number) = self.game else {
            let mut rows = Vec::new();
            self.visit_games(|game| {
                rows.push(row(game));
                ControlFlow::Continue(())
            })?;
            let head = ["game", "first player", "second player", "plies", "result"];
            writeln!(out, "{}", output::table(&head, rows))?;
            return Ok(Exit::Solved);
        };
        let mut found = None;
        self.visit_games(|game| {
            found = Some(game).filter(|game| game.number == number);
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let file = &self.file;
        let game = found.with_context(|| format!("there is no game {number} in {file:?}"))?;
        show(&game, catalogue, out)?;
        Ok(Exit::Solved)
    }
}

impl Replay {
    /// Visits the games of the file until `visit` breaks.
    fn visit_games(&self, mut visit: impl FnMut(GameReport) -> ControlFlow<()>) -> Result<()> {
        let file = &self.file;
        let cannot_read = || format!("cannot read {file:?}");
        let mut input = BufReader::new(File::open(file).with_context(cannot_read)?);
        let mut is_empty = true;
        let mut cut_short = None;
        for number in 1.. {
            let mut line = Vec::new();
            let start = input.by_ref().take(MAX_LINE + 1);
            let read = { start }.read_until(b'\n', &mut line).with_context(cannot_read)?;
            if read == 0 {
                break;
            }
            if let Some(error) = cut_short {
                return Err(error);
            }
            let at = || format!("line {number} of {file:?} is not a saved game");
            ensure!(read as u64 <= MAX_LINE, "{}: it has more than {MAX_LINE} bytes", at());
            if line.trim_ascii().is_empty() {
                continue;
            }
            match serde_json::from_slice::<Value>(&line) {
                // A match that was interrupted says so on a line of its own.
                Ok(end) if end["limit"].is_string() && end["moves"].is_null() => {}
                Ok(game) => {
                    ensure!(game.is_object(), at());
                    let game = serde_json::from_value(game)
                        .map_err(|error| anyhow!(shortened(&error.to_string())));
                    is_empty = false;
                    if visit(game.with_context(at)?).is_break() {
                        return Ok(());
                    }
                }
                // Of a match that was killed, the last line may have been written in part.
                Err(error) if error.is_eof() => cut_short = Some(anyhow!(error).context(at())),
                Err(error) => return Err(error).with_context(at),
            }
        }
        if let Some(error) = cut_short {
            output::to_stderr!("warning: {error:#}");
        }
        ensure!(!is_empty, "there is no game in {file:?}");
        Ok(())
    }
}

/// The game in the list.
fn row(game: GameReport) -> [String; 5] {
    let (plies, result) = (game.moves.len().to_string(), result(&game));
    let [first, second] = game.players;
    [game.number.to_string(), first, second, plies, result]
}

/// How a game ended, in words.
fn result(game: &GameReport) -> String {
    let winner = match game.winner {
        Winner::First => "the first player wins",
        Winner::Second => "the second player wins",
        Winner::Nobody => "a draw",
    };
    let how = match game.ending {
        EndingName::Rules => "",
        EndingName::Length => ", as the game is too long",
        EndingName::IllegalMove => ", by an illegal move",
        EndingName::Time => ", on time",
        EndingName::Failure => ", by a failure",
    };
    format!("{winner}{how}")
}

/// Shows a game board by board, once it is checked by the rules.
fn show(game: &GameReport, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let positions = catalogue.replay(game)?;
    let [first, second] = &game.players;
    writeln!(out, "{} {}: {first} against {second}\n", game.game, game.position)?;
    write!(out, "{}", colors::board(&positions[0].text()))?;
    for (number, (mv, around)) in (1..).zip(game.moves.iter().zip(positions.windows(2))) {
        let opening = if number <= game.opening_plies { ", opening" } else { "" };
        let is_first = around[0].status() == Status::ToMove(Player::First);
        let player = if is_first { first } else { second };
        let board = colors::board(&around[1].text());
        write!(out, "\n{number}. {mv} ({player}{opening})\n{board}")?;
    }
    let reason = game.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    writeln!(out, "\n{}{reason}", result(game))?;
    Ok(())
}
