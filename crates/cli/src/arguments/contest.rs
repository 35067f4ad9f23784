use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tesuji::arena::{Match, Sprt};
use tesuji::catalogue::EngineSpec;
use tesuji::core::{StopFlag, quoted};

use super::{Start, plies, positive, positive_time, threads, whole};

#[derive(Debug, Args)]
pub(crate) struct Contest {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The two engines, separated by a comma: algorithms with settings, as in
    /// pvs:time=50ms,alpha-beta:depth=6, or random
    #[arg(long, required = true, num_args = 1, value_delimiter = ',', value_name = "A,B")]
    players: Vec<EngineSpec>,
    /// How many games, in pairs with the sides swapped; with --sprt, the most
    #[arg(long, default_value_t = 100, value_parser = pairs)]
    games: u64,
    /// The seed from which openings and all other lots follow
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Stop as soon as it is plain whether A is stronger by the one or by the other number of Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_test)]
    pub(crate) sprt: Option<Sprt>,
    /// How many random moves each pair of games begins with
    #[arg(long, default_value_t = 4, value_name = "PLIES", value_parser = openings)]
    openings: u32,
    /// A game that lasts longer than this is a draw
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = plies)]
    longest: u32,
    /// How many nodes an engine without limits of its own may take for a move
    /// [default: 100,000, unless --time is given]
    #[arg(long, value_parser = positive)]
    nodes: Option<u64>,
    /// How much time it may take, as in 50ms; results then differ from run to run
    #[arg(long, value_parser = positive_time)]
    time: Option<Duration>,
    /// Stop the match after this time; the pairs of games that are over by then count
    #[arg(long, value_parser = positive_time)]
    pub(crate) total_time: Option<Duration>,
    /// How many games to play at a time
    #[arg(long, default_value_t = NonZeroUsize::MIN, value_parser = threads)]
    threads: NonZeroUsize,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl Contest {
    const NODES: u64 = 100_000;

    /// The two engines, with their limits.
    pub(crate) fn players(&self, stop: &StopFlag) -> Result<[EngineSpec; 2]> {
        let is_given = self.nodes.is_some() || self.time.is_some();
        ensure!(
            !is_given || self.players.iter().any(|engine| !engine.is_limited()),
            "--nodes and --time are for engines without limits of their own, and these have some"
        );
        let nodes = self.nodes.or_else(|| self.time.is_none().then_some(Self::NODES));
        let limited =
            |engine: &EngineSpec| engine.clone().limits(nodes, self.time).stop(stop.clone());
        match &self.players[..] {
            [first, second] => Ok([limited(first), limited(second)]),
            players => anyhow::bail!("a match is between two engines, not {}", players.len()),
        }
    }

    /// How the match is played.
    pub(crate) fn settings(&self, stop: &StopFlag) -> Match {
        let mut settings = Match::new(self.games).seed(self.seed);
        settings.opening_plies = self.openings;
        settings.max_plies = self.longest;
        settings.sprt = self.sprt;
        settings.threads = self.threads;
        settings.stop = stop.clone();
        settings
    }
}

/// How long an opening is.
fn openings(text: &str) -> Result<u32> {
    const MAX: u32 = 10_000;
    let plies = whole(text)?;
    ensure!(plies <= MAX, "at most {MAX} plies");
    Ok(plies)
}

/// A number of games that are played in pairs.
fn pairs(text: &str) -> Result<u64> {
    let games = positive(text)?;
    ensure!(games % 2 == 0, "games are played in pairs: give an even number");
    Ok(games)
}

fn parse_test(text: &str) -> Result<Sprt> {
    let (from, to) = text.split_once(',').context("not two numbers of Elo, such as 0,50")?;
    let number = |text: &str| {
        let number: Option<f64> =
            text.trim().parse().ok().filter(|number: &f64| number.abs() <= Sprt::MAX_ELO);
        number.with_context(|| {
            let text = quoted(text);
            format!("{text} is no number of Elo from -{0} to {0}", Sprt::MAX_ELO)
        })
    };
    let (from, to) = (number(from)?, number(to)?);
    ensure!(from < to, "the first number of Elo must be the smaller one");
    Ok(Sprt::new(from, to))
}
