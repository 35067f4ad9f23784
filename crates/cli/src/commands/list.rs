use std::io::Write;
use std::path::Path;

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::{self, Algorithm, Catalogue, GameInfo};

use super::Run;
use crate::arguments;
use crate::exit::Exit;
use crate::output::{self, OUTPUT};

/// List the algorithms, their guarantees and their options
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji algorithms
  tesuji algorithms taquin                       (those for the sliding-tile puzzle)
  tesuji algorithms --json")]
pub(crate) struct Algorithms {
    /// List those of one game only
    game: Option<String>,
    /// Print a JSON array with an object for each algorithm
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
}

/// An algorithm as the JSON has it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AlgorithmReport {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    guarantee: &'static str,
    /// How many players the games have that it is for.
    players: u8,
    /// The names of its options, without the hyphens.
    options: &'static [&'static str],
}

impl Run for Algorithms {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let algorithms = match &self.game {
            Some(game) => catalogue.game(game)?.algorithms().to_vec(),
            None => all(catalogue),
        };
        let report = |algorithm| {
            let Algorithm { name, aliases, summary, guarantee, players, options, .. } = algorithm;
            AlgorithmReport { name, aliases, summary, guarantee, players: players.count(), options }
        };
        let algorithms = algorithms.into_iter().map(report);
        if self.json {
            output::json(&algorithms.collect::<Vec<_>>(), out)?;
            return Ok(Exit::Solved);
        }
        for AlgorithmReport { name, aliases, summary, guarantee, options, .. } in algorithms {
            writeln!(out, "{name:<18} {summary}")?;
            let mut line = |what: &str, text: String| match text.as_str() {
                "" => Ok(()),
                text => writeln!(out, "{:<18} {what}: {text}", ""),
            };
            line("guarantee", guarantee.to_owned())?;
            line("also called", aliases.join(", "))?;
            line(
                "options",
                options.iter().map(|option| format!("--{option}")).collect::<Vec<_>>().join(" "),
            )?;
        }
        Ok(Exit::Solved)
    }
}

/// The algorithms of the library, then those that only some games have.
fn all(catalogue: &Catalogue) -> Vec<Algorithm> {
    let mut all: Vec<Algorithm> = catalogue::algorithms().copied().collect();
    for one in catalogue.games().iter().flat_map(|game| game.algorithms()) {
        if !all.iter().any(|known| known.name == one.name && known.players == one.players) {
            all.push(*one);
        }
    }
    all
}

/// List the games, their notation, settings and heuristics
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji games
  tesuji games --json")]
pub(crate) struct Games {
    /// List one game only
    game: Option<String>,
    /// Print a JSON array with an object for each game
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
}

/// A game as the JSON has it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameDescription<'g> {
    name: &'g str,
    aliases: &'g [&'g str],
    summary: &'g str,
    players: u8,
    /// How its positions and moves are written.
    notation: &'g str,
    settings: Vec<Named<'g>>,
    heuristics: Vec<Named<'g>>,
    /// The names of the algorithms that it has.
    algorithms: Vec<&'g str>,
    /// That of them which is used if none is named.
    default_algorithm: &'g str,
}

/// A name and what it is for.
#[derive(Serialize, JsonSchema)]
struct Named<'g> {
    name: &'g str,
    summary: &'g str,
}

impl<'g> From<&'g GameInfo> for GameDescription<'g> {
    fn from(game: &'g GameInfo) -> Self {
        let settings = game.settings.iter();
        let heuristics = game.heuristics.iter();
        GameDescription {
            name: game.name,
            aliases: game.aliases,
            summary: game.summary,
            players: game.players.count(),
            notation: game.notation,
            settings: settings.map(|one| Named { name: one.name, summary: one.summary }).collect(),
            heuristics: heuristics
                .map(|one| Named { name: one.name, summary: one.summary })
                .collect(),
            algorithms: game.algorithms.iter().map(|algorithm| algorithm.name).collect(),
            default_algorithm: game.default_algorithm,
        }
    }
}

impl Run for Games {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let games: Vec<&GameInfo> = match &self.game {
            Some(name) => vec![catalogue.game(name)?.info()],
            None => catalogue.games().iter().map(|game| game.info()).collect(),
        };
        if self.json {
            let games: Vec<_> = games.into_iter().map(GameDescription::from).collect();
            output::json(&games, out)?;
            return Ok(Exit::Solved);
        }
        for game in games {
            writeln!(out, "{:<16} {}", game.name, game.summary)?;
            if !game.aliases.is_empty() {
                writeln!(out, "{:<16} also called: {}", "", game.aliases.join(", "))?;
            }
            writeln!(out, "{:<16} positions: {}", "", game.notation)?;
            for setting in game.settings {
                writeln!(out, "{:<16} --{}: {}", "", setting.name, setting.summary)?;
            }
            for heuristic in &game.heuristics {
                writeln!(out, "{:<16} --heuristic {}: {}", "", heuristic.name, heuristic.summary)?;
            }
        }
        if self.game.is_none() {
            for variant in catalogue.variants().iter().map(|variant| variant.info()) {
                writeln!(out, "{:<16} {}", variant.name, variant.summary)?;
            }
        }
        Ok(Exit::Solved)
    }
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  tesuji completions bash > ~/.local/share/bash-completion/completions/tesuji")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Run for Completions {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let mut command = arguments::command(catalogue);
        // The program that this is, which may be one with games of its own.
        let program = std::env::args_os().next().unwrap_or_default();
        let program = Path::new(&program).file_stem().and_then(|name| name.to_str());
        let program = program.unwrap_or(command.get_name()).to_owned();
        // Into memory first: the generator panics if a pipe is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, program, &mut script);
        out.write_all(&script)?;
        Ok(Exit::Solved)
    }
}
