use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use tesuji::catalogue::options::positive;
use tesuji::catalogue::{Catalogue, EndingName, GameReport, Status, Winner};
use tesuji::core::{GameResult, Player, Settings};

use super::Run;
use crate::colors;
use crate::exit::Exit;
use crate::output;

/// List the games that a match or tournament saved, or show one move by move
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji match tic-tac-toe --players pvs,random --games 10 --save games.jsonl
  tesuji replay games.jsonl
  tesuji replay games.jsonl --game 3")]
pub(crate) struct Replay {
    /// The file that --save wrote
    file: PathBuf,
    /// Show the game of this number, board by board
    #[arg(long, value_name = "NUMBER", value_parser = positive::<u64>)]
    game: Option<u64>,
}

impl Run for Replay {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let games = self.games()?;
        match self.game {
            None => list(&games, out)?,
            Some(number) => {
                let game = games.iter().find(|game| game.number == number);
                let file = &self.file;
                let game =
                    game.with_context(|| format!("there is no game {number} in {file:?}"))?;
                show(game, catalogue, out)?;
            }
        }
        Ok(Exit::Solved)
    }
}

impl Replay {
    fn games(&self) -> Result<Vec<GameReport>> {
        let file = &self.file;
        let cannot_read = || format!("cannot read {file:?}");
        let lines = BufReader::new(File::open(file).with_context(cannot_read)?).lines();
        let read = |(number, line): (u64, std::io::Result<String>)| {
            let line = line.with_context(cannot_read)?;
            let game = serde_json::from_str(&line);
            game.with_context(|| format!("line {number} of {file:?} is not a saved game"))
        };
        let games = (1..).zip(lines).map(read).collect::<Result<Vec<_>>>()?;
        ensure!(!games.is_empty(), "there is no game in {file:?}");
        Ok(games)
    }
}

fn list(games: &[GameReport], out: &mut dyn Write) -> Result<()> {
    let rows = games.iter().map(|game| {
        let [first, second] = game.players.clone();
        let (plies, result) = (game.moves.len().to_string(), result(game));
        [game.number.to_string(), first, second, plies, result]
    });
    let head = ["game", "first player", "second player", "plies", "result"];
    writeln!(out, "{}", output::table(&head, rows))?;
    Ok(())
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

/// Shows a game board by board, and checks it by the rules.
fn show(game: &GameReport, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let [first, second] = &game.players;
    writeln!(out, "{} {}: {first} against {second}\n", game.game, game.position)?;
    let settings: Settings = game.settings.iter().collect();
    let mut position = catalogue.open(&game.game, Some(&game.position), &settings)?;
    write!(out, "{}", colors::board(&position.text()))?;
    for (number, mv) in (1..).zip(&game.moves) {
        let opening = if number <= game.opening_plies { ", opening" } else { "" };
        let player = match position.status() {
            Status::ToMove(Player::First) => first,
            Status::ToMove(Player::Second) => second,
            Status::Finished(_) | Status::Solved | Status::Unsolved => {
                bail!("move {number}, {mv}, comes after the end of the game")
            }
        };
        position = position.after(mv).with_context(|| format!("move {number} is not valid"))?;
        let board = colors::board(&position.text());
        write!(out, "\n{number}. {mv} ({player}{opening})\n{board}")?;
    }
    let by_rules = match position.status() {
        Status::Finished(result) => Some(Winner::from(result)),
        _ => None,
    };
    let is_right = match game.ending {
        EndingName::Rules => by_rules == Some(game.winner),
        EndingName::Length => by_rules.is_none() && game.winner == Winner::Nobody,
        EndingName::IllegalMove | EndingName::Time | EndingName::Failure => {
            let loser = match position.status() {
                Status::ToMove(player) => Some(Winner::from(GameResult::Win(player.other()))),
                _ => None,
            };
            loser == Some(game.winner)
        }
    };
    ensure!(is_right, "the result is not that of the moves: {}", result(game));
    let reason = game.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    writeln!(out, "\n{}{reason}", result(game))?;
    Ok(())
}
