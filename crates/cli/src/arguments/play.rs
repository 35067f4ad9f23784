use std::time::Duration;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use tesuji::catalogue::{AnyPosition, EngineSpec, Players, SearchOptions, Shuffle, Status, game};
use tesuji::core::Player;

use super::{Board, positive, positive_time, whole};

#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The game; `tesuji games` lists them
    game: String,
    /// The position, unless it is the initial one; words are joined by spaces
    position: Vec<String>,
    #[command(flatten)]
    board: Board,
    /// The opponent: an algorithm with settings, as in alpha-beta:depth=6, or random
    /// [default: what plays the game best]
    #[arg(long, value_name = "ENGINE")]
    against: Option<EngineSpec>,
    /// Which player you are [default: first]
    #[arg(long = "as", value_name = "PLAYER")]
    side: Option<Side>,
    /// The seed of an opponent who draws lots, or of a shuffled puzzle; a random one by default
    #[arg(long, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,
    /// How many nodes the opponent and the hints may take for a move
    #[arg(long, value_parser = positive)]
    pub(crate) nodes: Option<u64>,
    /// How much time they may take, as in 500ms [default: 1s, unless something else limits them]
    #[arg(long, value_parser = positive_time)]
    time: Option<Duration>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    First,
    Second,
}

impl Play {
    /// The position to start from; a random one where the initial one is solved already.
    pub(crate) fn open(&self) -> Result<AnyPosition> {
        ensure!(
            self.position[..] != ["-"],
            "standard input is for what you say: give the position as words, not as -"
        );
        let is_puzzle = game(&self.game)?.players() == Players::One;
        ensure!(
            !is_puzzle || self.against.is_none() && self.side.is_none(),
            "--against and --as are for games of two players; this is a puzzle"
        );
        let start = self.board.open(&self.game, &self.position)?;
        if self.position.is_empty() && start.status() == Status::Solved {
            let seed = self.seed.unwrap_or_else(|| rand::random::<u32>().into());
            let settings = self.board.settings();
            let made = game(&self.game)?.shuffle(&settings, Shuffle::Uniform, seed)?;
            return Ok(made.position);
        }
        Ok(start)
    }

    /// The player that the person is, in a game for two.
    pub(crate) fn side(&self) -> Player {
        match self.side {
            None | Some(Side::First) => Player::First,
            Some(Side::Second) => Player::Second,
        }
    }

    /// The opponent.
    pub(crate) fn opponent(&self) -> Result<EngineSpec> {
        match &self.against {
            Some(engine) => Ok(engine.clone().limits(self.nodes, self.time())),
            None => self.adviser(),
        }
    }

    /// Who is asked for hints: what plays the game best.
    pub(crate) fn adviser(&self) -> Result<EngineSpec> {
        let best = game(&self.game)?.default_algorithm();
        let engine = EngineSpec::searching(SearchOptions::new(best));
        Ok(engine.limits(self.nodes, self.time()))
    }

    /// The time for a move, unless nodes are its limit.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.or_else(|| self.nodes.is_none().then_some(Duration::from_secs(1)))
    }
}
