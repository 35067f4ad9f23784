use std::io::Write;

use anyhow::Result;
use clap::Args;
use tesuji::catalogue::options::{positive, whole};
use tesuji::catalogue::{Catalogue, CatalogueError, GenerateOptions};
use tesuji::core::{Budget, Settings, Silent};

use super::Run;
use crate::checkpoint::{self, CheckpointArguments, Saving};
use crate::exit::Exit;
use crate::flags::SettingFlags;
use crate::inputs::Limits;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

/// Generate hard positions
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji generate rush-hour --min-moves 30 --seed 7
  tesuji generate rush-hour --min-moves 15 --metric slides --walls 2 --count 3 --show
  tesuji generate rush-hour --min-moves 12 --size 5x5 --json

Exit codes: 0 all were found, 2 bad input, 3 some were not found within --tries or a limit.")]
pub(crate) struct Generate {
    /// The game; `tesuji games` lists them
    game: String,
    /// The minimum length of a shortest solution
    #[arg(long, value_name = "MOVES", value_parser = whole::<u32>)]
    min_moves: u32,
    /// The maximum number of walls
    #[arg(long, default_value_t = 0, value_parser = whole::<usize>)]
    walls: usize,
    /// How many boards to try before giving up
    #[arg(long, default_value_t = 100_000, value_parser = positive::<u64>)]
    tries: u64,
    #[command(flatten)]
    settings: SettingFlags,
    /// How many positions, each from a seed of its own
    #[arg(long, default_value_t = 1, value_parser = positive::<u64>)]
    count: u64,
    /// The seed; by default a random one, which is printed on standard error
    #[arg(long, value_parser = whole::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    /// Draw the boards
    #[arg(long, conflicts_with = "json")]
    show: bool,
    /// Print a JSON array with an object for each position
    #[arg(long)]
    json: bool,
}

impl Generate {
    fn options(&self) -> GenerateOptions {
        GenerateOptions { min_moves: self.min_moves, walls: self.walls, tries: self.tries }
    }
}

/// A random seed, or the one that was drawn before an interruption.
fn seed_of(saving: &Saving) -> u64 {
    let drawn = u64::from(rand::random::<u32>());
    let Some(checkpoints) = saving.checkpoints() else { return drawn };
    let known = checkpoints.result("seed").and_then(|seed| seed.try_into().ok());
    known.map(u64::from_le_bytes).unwrap_or_else(|| {
        checkpoints.add_result("seed", drawn.to_le_bytes().to_vec());
        checkpoints.save_results();
        drawn
    })
}

impl Run for Generate {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let game = catalogue.game(&self.game)?;
        let (settings, options) = (self.settings.settings(), self.options());
        // Without a try it says whether the game and its settings are valid.
        let untried = GenerateOptions { tries: 0, ..options };
        game.generate(settings, untried, 0, &Budget::unlimited(), &mut Silent)?;
        let saving = self.checkpoint.open(checkpoint::LIMITS)?;
        let seed = self.seed.unwrap_or_else(|| seed_of(&saving));
        if self.seed.is_none() {
            output::to_stderr!("seed {seed}");
        }
        let budget = saving.within(limits::budget(&self.limits)?);
        let (mut all, mut limit) = (Vec::new(), None);
        for seed in (0..self.count).map(|index| seed.wrapping_add(index)) {
            let made = {
                let mut spinner = Spinner::new(format!("seed {seed}"));
                game.generate(settings, options, seed, &budget, &mut spinner)
            };
            let made = match made {
                Err(CatalogueError::Stopped(reached)) => {
                    limit = Some(reached.to_string());
                    break;
                }
                made => made?,
            };
            let Some(made) = made else {
                output::to_stderr!(
                    "seed {seed}: none was found; try more --tries or fewer --min-moves"
                );
                continue;
            };
            if !self.json {
                writeln!(
                    out,
                    "{}  {}, the farthest of {}",
                    made.position,
                    output::counted(made.moves.into(), "move"),
                    output::counted(made.states, "position")
                )?;
            }
            if self.show {
                write!(out, "{}", game.open(Some(&made.position), &Settings::new())?.text())?;
            }
            // A person may have to wait for the next.
            out.flush()?;
            all.push(made);
        }
        if self.json {
            output::json_results(&all, limit.as_deref(), out)?;
        }
        if let Some(limit) = &limit {
            return saving.end(Exit::stopped(limit), out);
        }
        let is_complete = all.len() as u64 == self.count;
        // No seed has a board left to try.
        saving.end(Exit::Solved, out)?;
        Ok(if is_complete { Exit::Solved } else { Exit::Unknown })
    }
}
