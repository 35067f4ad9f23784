use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::options::positive;
use tesuji::catalogue::tree::Recording;
use tesuji::catalogue::{Catalogue, Players, RecordOptions, Search};
use tesuji::core::Settings;

use super::Run;
use crate::exit::Exit;
use crate::flags::SearchFlags;
use crate::inputs::{Limits, MemoryLimit, Start, TimeLimit};
use crate::limits;
use crate::output::{self, OUTPUT};

/// Draw the tree of a search, with values or proof numbers and what was pruned
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji tree tic-tac-toe XX.OO....
  tesuji tree simple-nim 6 --with minimax --svg tree.svg
  tesuji tree simple-nim 6 --with alpha-beta:outcome-only
  tesuji tree simple-nim 6 --with pn --dot tree.dot
  tesuji tree connect-four 4453 --depth 3
  tesuji tree taquin 125374680 --with bfs --nodes 200
  tesuji tree taquin 125374680 --heuristic manhattan --json")]
pub(crate) struct Tree {
    #[command(flatten)]
    start: Start,
    /// The search: an algorithm, or one with options, as in alpha-beta:outcome-only
    /// [default: alpha-beta for two players, ida* for one]
    #[arg(long = "with", value_name = "SEARCH")]
    search: Option<String>,
    #[command(flatten)]
    flags: SearchFlags,
    /// Stop at this many nodes
    #[arg(long, default_value = "1000", value_parser = positive::<usize>)]
    nodes: usize,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    memory: MemoryLimit,
    /// Draw the tree to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    svg: Option<PathBuf>,
    /// Write the tree to this file in the language of Graphviz
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    dot: Option<PathBuf>,
    /// Print the steps of the search as one JSON object instead of text
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
}

impl Tree {
    fn options(&self, catalogue: &Catalogue) -> Result<RecordOptions> {
        let game = self.start.game(catalogue)?;
        let usual = match game.players() {
            Players::One => "ida*",
            Players::Two => "alpha-beta",
        };
        let mut search: Search = game.search(self.search.as_deref().unwrap_or(usual))?;
        self.flags.set(&mut search)?;
        search.databases = Databases::of_user();
        let mut options = RecordOptions::new(search);
        options.nodes = self.nodes;
        let (time, memory) = (self.time, self.memory);
        options.budget = limits::budget(&Limits { time, memory, nodes: None })?;
        Ok(options)
    }
}

/// A recording with what it is of.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report<'a> {
    game: &'static str,
    settings: Settings,
    position: String,
    #[serde(flatten)]
    recording: &'a Recording,
}

impl Run for Tree {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let position = self.start.open(catalogue)?;
        let options = self.options(catalogue)?;
        for file in [&self.svg, &self.dot].into_iter().flatten() {
            output::check_writable(file)?;
        }
        let recording = position.record(&options)?;
        if self.json {
            let report = Report {
                game: position.game(),
                settings: position.settings(),
                position: position.notation(),
                recording: &recording,
            };
            output::json(&report, out)?;
        } else {
            writeln!(out, "{} {}\n\n{}", position.game(), position.notation(), position.text())?;
            if self.svg.is_none() && self.dot.is_none() {
                writeln!(out, "{}", recording.outline())?;
            }
            writeln!(out, "{}", recording.summary())?;
        }
        if let Some(file) = &self.svg {
            output::write("tree", file, recording.svg(), out)?;
        }
        if let Some(file) = &self.dot {
            output::write("tree", file, recording.dot(), out)?;
        }
        Ok(match recording.limit.as_deref() {
            // --nodes and --depth say how much of the tree to draw.
            None | Some("nodes" | "depth") => Exit::Solved,
            Some(limit) => Exit::stopped(limit),
        })
    }
}
