use std::io::Write;
use std::path::Path;

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;
use tesuji::catalogue::{self, Algorithm, Catalogue};

use super::Run;
use crate::arguments;
use crate::exit::Exit;

/// List the algorithms, their guarantees and their options
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji algorithms
  tesuji algorithms taquin                       (those for the sliding-tile puzzle)")]
pub(crate) struct Algorithms {
    /// List those of one game only
    game: Option<String>,
}

impl Run for Algorithms {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let algorithms = match &self.game {
            Some(game) => catalogue.game(game)?.algorithms().to_vec(),
            None => all(catalogue),
        };
        for algorithm in algorithms {
            let Algorithm { name, aliases, summary, guarantee, options, .. } = algorithm;
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
pub(crate) struct Games {}

impl Run for Games {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        for game in catalogue.games().iter().map(|game| game.info()) {
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
        for variant in catalogue.variants().iter().map(|variant| variant.info()) {
            writeln!(out, "{:<16} {}", variant.name, variant.summary)?;
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
