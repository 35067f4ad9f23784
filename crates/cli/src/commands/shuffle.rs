use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::options::{positive, whole};
use tesuji::catalogue::{self, Catalogue, CatalogueError, MAX_WALK_WITH_MOVES, Shuffled};

use super::Run;
use crate::colors;
use crate::exit::Exit;
use crate::flags::SettingFlags;
use crate::inputs::{TimeLimit, within};
use crate::limits;
use crate::output::{self, OUTPUT};
use crate::progress::CountBar;

/// Generate random positions
///
/// In the sliding-tile puzzle all solvable boards are equally likely. In Sokoban a walk of pulls
/// leads from a goal to the position, which can therefore be solved. In all other games a walk of
/// random moves leads to it from the initial position, and does not enter a finished one: a puzzle
/// can then be solved if the initial position can, and each move can be undone.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji shuffle taquin
  tesuji shuffle taquin --size 4x4 --seed 7
  tesuji shuffle taquin --walk 20 --count 5
  tesuji shuffle taquin --walk 20 --moves
  tesuji solve taquin $(tesuji shuffle taquin --size 4x4)
  tesuji shuffle taquin --count 1000 | tesuji solve taquin - --csv")]
pub(crate) struct Shuffle {
    /// The game; `tesuji games` lists them
    game: String,
    #[command(flatten)]
    settings: SettingFlags,
    /// The number of random moves of the walk; by default 6 in games for two players and 1000 in
    /// puzzles, but in the sliding-tile puzzle there is no walk, and with this option it begins at
    /// the goal. In Sokoban it is the maximum number of pulls
    #[arg(long, value_name = "MOVES", value_parser = within(0..=MAX_WALK))]
    walk: Option<u32>,
    /// How many positions
    #[arg(long, default_value_t = 1, value_parser = positive::<u64>)]
    count: u64,
    /// The seed; by default a random one, which is printed on standard error
    #[arg(long, value_parser = whole::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    time: TimeLimit,
    /// Print the moves of --walk, too, from the initial position on: in the sliding-tile puzzle the
    /// same tiles in reverse order lead back
    #[arg(long, requires = "walk", help_heading = OUTPUT)]
    moves: bool,
    /// Draw the boards
    #[arg(long, conflicts_with_all = ["json", "jsonl"], help_heading = OUTPUT)]
    show: bool,
    /// Print a JSON array with an object for each position
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Print a JSON object on a line for each position
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    jsonl: bool,
}

/// A longer walk shuffles no better.
const MAX_WALK: u32 = 10_000_000;

/// A position as the JSON has it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct One {
    position: String,
    seed: u64,
    moves: Option<Vec<String>>,
}

impl Run for Shuffle {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let game = catalogue.game(&self.game)?;
        let seed = self.seed.unwrap_or_else(|| rand::random::<u32>().into());
        let shuffle = self.walk.map_or(catalogue::Shuffle::Uniform, catalogue::Shuffle::Walk);
        let budget = limits::budget(&self.time.into())?;
        let keeps_moves = !self.moves || self.walk <= Some(MAX_WALK_WITH_MOVES);
        ensure!(keeps_moves, "--moves is for walks of at most {MAX_WALK_WITH_MOVES} moves");
        let (mut shuffled, mut limit) = (Vec::new(), None);
        let mut bar = CountBar::of_lines("positions", ["made", "positions"], Some(self.count));
        for index in 0..self.count {
            bar.show(index, String::new);
            limit = limits::reached(&budget).map(|limit| limit.to_string());
            if limit.is_some() {
                break;
            }
            let seed = seed.wrapping_add(index);
            let made = game.shuffle(self.settings.settings(), shuffle, seed, &budget);
            if let Err(CatalogueError::Stopped(reached)) = made {
                limit = Some(reached.to_string());
                break;
            }
            let Shuffled { position, moves } = made?;
            ensure!(
                !self.moves || moves.is_some(),
                "--moves is not for {}, whose walks do not begin at the initial position",
                self.game
            );
            if self.show && index > 0 {
                writeln!(out)?;
            }
            let one = One { position: position.notation(), seed, moves };
            if self.jsonl {
                output::json_line(&one, out)?;
            } else if self.json {
                shuffled.push(one);
            } else {
                writeln!(out, "{}", one.position)?;
                if self.moves
                    && let Some(moves) = one.moves
                {
                    write!(out, "{}", output::wrapped(&moves, 80))?;
                }
            }
            if self.show {
                write!(out, "{}", colors::board(&position.text()))?;
            }
        }
        if self.seed.is_none() {
            output::to_stderr!("seed {seed}");
        }
        if self.json {
            output::json_results(&shuffled, limit.as_deref(), out)?;
        } else if self.jsonl {
            output::last_json_line(limit.as_deref(), out)?;
        }
        Ok(limit.as_deref().map_or(Exit::Solved, Exit::stopped))
    }
}
