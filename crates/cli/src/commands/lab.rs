use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use tesuji::catalogue::options::{self, whole};
use tesuji::catalogue::{self, Catalogue, LabAlgorithm, LabOptions, OpponentModel};
use tesuji::core::{Settings, quoted};

use super::Run;
use super::solve::{numbered, plies};
use crate::exit::Exit;
use crate::inputs::{Limits, within};
use crate::limits;
use crate::output;
use crate::progress::Spinner;

/// Play Rush Hour by a search of the lab assignment, and count the visited states
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji lab rush-hour-rocks --depth 3                      (15,984 states visited)
  tesuji lab rush-hour-rocks --depth 3 --with alpha-beta    (5,560)
  tesuji lab rush-hour-rocks --with expectimax --opponent optimistic --as-written    (13,724)
  tesuji lab rush-hour-rocks --with expectimax --seed 7 --words fr
  tesuji lab rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --depth 1 --show")]
pub(crate) struct Lab {
    /// The game: rush-hour-rocks, or rush-hour for the search of one agent
    game: String,
    /// The board, by default the first one of the assignment; words are joined by spaces
    board: Vec<String>,
    /// How many plies the search looks ahead, 1 to 8
    #[arg(long, default_value_t = 3, value_parser = within(1_u32..=8))]
    depth: u32,
    /// minimax or, against rocks, alpha-beta or expectimax
    #[arg(long = "with", value_name = "ALGORITHM", default_value = "minimax", value_parser = algorithm)]
    algorithm: LabAlgorithm,
    /// The model of the adversary in expectimax, who then places the rocks by it: uniform (the
    /// default), pessimistic or optimistic
    #[arg(long, value_name = "MODEL")]
    opponent: Option<OpponentModel>,
    /// The temperature of a pessimistic or optimistic adversary, in the unit of the assignment's
    /// evaluation [default: 5]
    #[arg(long, value_name = "T", value_parser = temperature, conflicts_with = "as_written")]
    temperature: Option<f64>,
    /// Use the search that the authors of the solution called expectimax, which computes no
    /// expectation: for an optimistic adversary it is max-max, for a pessimistic one minimax, and
    /// for a uniform one it takes a random reply
    #[arg(long)]
    as_written: bool,
    /// The seed of the random rocks of expectimax [default: 0]
    #[arg(long, value_parser = whole::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    /// Describe the moves in words: en (English) or fr (French)
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_parser = ["en", "fr"],
        hide_possible_values = true,
        conflicts_with = "json"
    )]
    words: Option<String>,
    /// Draw the board after every move
    #[arg(long, conflicts_with = "json")]
    show: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

fn algorithm(text: &str) -> Result<LabAlgorithm, String> {
    let known = [LabAlgorithm::Minimax, LabAlgorithm::AlphaBeta, LabAlgorithm::Expectimax];
    let found = known.into_iter().find(|one| one.name().eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let known = known.map(LabAlgorithm::name).join(", ");
        format!("{} is not a search of the lab, which has {known}", quoted(text))
    })
}

fn temperature(text: &str) -> Result<f64, String> {
    options::TEMPERATURE.parse(text)
}

impl Lab {
    fn options(&self) -> Result<LabOptions> {
        let given = [
            (self.opponent.is_some(), "opponent"),
            (self.temperature.is_some(), "temperature"),
            (self.as_written, "as-written"),
            (self.seed.is_some(), "seed"),
        ];
        for (_, option) in given.iter().filter(|(is_given, _)| *is_given) {
            ensure!(
                self.algorithm == LabAlgorithm::Expectimax,
                "{} takes no {option}; it is for expectimax",
                self.algorithm.name()
            );
        }
        let model = self.opponent.unwrap_or_default();
        ensure!(
            self.temperature.is_none() || model != OpponentModel::Uniform,
            "a uniform adversary has no temperature: temperature is for opponent pessimistic or \
             optimistic"
        );
        ensure!(
            self.seed.is_none() || !self.as_written || model == OpponentModel::Uniform,
            "nothing is random there: with --as-written, --seed is for --opponent uniform"
        );
        let mut options = LabOptions::new(self.algorithm, self.depth);
        options.opponent = model;
        options.temperature = self.temperature.unwrap_or(options.temperature);
        options.as_written = self.as_written;
        options.seed = self.seed.unwrap_or(options.seed);
        Ok(options)
    }
}

impl Run for Lab {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let board = (!self.board.is_empty()).then(|| self.board.join(" "));
        let budget = limits::budget(&self.limits)?;
        let report = {
            let (options, mut spinner) = (self.options()?, Spinner::new("lab"));
            catalogue::lab(&self.game, board.as_deref(), &options, &budget, &mut spinner)?
        };
        if self.json {
            output::json(&report, out)?;
            return Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped));
        }
        let (game, position, depth) = (report.game, &report.position, report.depth);
        let model = report.opponent.map(|model| format!("{model} ")).unwrap_or_default();
        let of = if report.opponent.is_some() && !report.as_written {
            "in the lab's game,"
        } else {
            "of the lab,"
        };
        write!(out, "{game} {position}\n\n{model}{} {of} depth {depth}", report.algorithm)?;
        match report.computes {
            Some(computes) => writeln!(out, "\nthe adversary's turns: {computes}\n")?,
            None => writeln!(out, "\n")?,
        }
        if self.show {
            for (ply, played) in (1..).zip(&report.moves) {
                writeln!(out, "{ply}. {}\n{}", played.mv, played.board)?;
            }
        }
        if let Some(language) = &self.words {
            let moves: Vec<_> = report.moves.iter().map(|played| played.mv.clone()).collect();
            let start = catalogue.open(game, Some(position), &Settings::new())?;
            writeln!(out, "{}", numbered(&start.in_words(&moves, language)?))?;
        }
        let rows = (1..).zip(&report.moves).map(|(ply, played): (u32, _)| {
            let visited = output::count(played.visited);
            [ply.to_string(), played.mv.clone(), value(played.value), visited]
        });
        writeln!(out, "{}\n", output::table(&["ply", "move", "value", "visited"], rows))?;
        let end = match report.end {
            "won" => "the driver has won",
            "blocked" => "the driver is blocked",
            "given up" => "the game is given up",
            "stopped" => "the game is stopped",
            _ => "the game repeats a cycle for ever",
        };
        writeln!(
            out,
            "{end} after {}; {} visited, {}",
            plies(report.moves.len() as u64),
            output::counted(report.visited, "state"),
            output::seconds(report.seconds),
        )?;
        Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
    }
}

/// A whole number, or an expectation to three places.
fn value(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.3}") }
}
