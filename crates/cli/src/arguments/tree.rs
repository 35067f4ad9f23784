use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use tesuji::catalogue::tree::Method;
use tesuji::catalogue::{Players, RecordOptions, game};

use super::{Limits, MemoryLimit, Start, TimeLimit, plies, positive};
use crate::limits;

#[derive(Debug, Args)]
pub(crate) struct Tree {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The search: minimax, alpha-beta, who-wins or pn for two players, bfs, dfs or ida* for one
    /// [default: alpha-beta or ida*]
    #[arg(long = "with", value_name = "SEARCH")]
    method: Option<Method>,
    /// The heuristic of ida*, or the evaluator of minimax and alpha-beta; the game's best by default
    #[arg(long, visible_alias = "evaluator")]
    heuristic: Option<String>,
    /// How many plies a search for two players looks ahead [default: to the end of the game]
    #[arg(long, value_name = "PLIES", value_parser = plies)]
    depth: Option<u32>,
    /// Stop at this many nodes
    #[arg(long, default_value = "1000", value_parser = positive)]
    nodes: u64,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    memory: MemoryLimit,
    /// Draw the tree to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write the tree to this file in the language of Graphviz
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
    /// Print the steps of the search as one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl Tree {
    pub(crate) fn options(&self) -> Result<RecordOptions> {
        let players = game(self.start.game())?.players();
        ensure!(
            self.depth.is_none() || players == Players::Two,
            "--depth is for games of two players; --nodes limits the tree of a puzzle"
        );
        let mut options = RecordOptions::new(self.method.unwrap_or(Method::default_for(players)));
        options.heuristic.clone_from(&self.heuristic);
        options.bounds = options.bounds.nodes(usize::try_from(self.nodes).unwrap_or(usize::MAX));
        options.bounds.depth = self.depth;
        let (time, memory) = (self.time, self.memory);
        options.budget = limits::budget(&Limits { time, memory, nodes: None })?;
        Ok(options)
    }
}
