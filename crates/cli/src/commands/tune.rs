use std::io::Write;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tesuji::catalogue::options::{number, positive, whole};
use tesuji::catalogue::{
    self, Catalogue, CatalogueError, EngineSpec, GameEntry, Tuned, Tuning, TuningReport,
};
use tesuji::core::{StopFlag, quoted};

use super::Run;
use super::engines::{self, Conditions, Program, pairs};
use crate::exit::Exit;
use crate::inputs::Start;
use crate::limits;
use crate::output::{self, OUTPUT};
use crate::progress::CountBar;

/// Tune the numbers of an engine by games against itself (SPSA)
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji tune connect-four --engine uct:playouts=500 --parameters exploration=0.1..2
  tesuji tune breakthrough --engine grave --parameters amaf-bias=1e-5..0.1,reference=10..400
  tesuji tune tic-tac-toe --engine 'cmd:./engine' --parameters mobility=0..50 --time 10ms

In each iteration all numbers change at once, each up or down by chance, the engine with these
values plays the engine with the opposite ones, and the numbers move towards the values of the
winner. The result is their mean over the second half of the iterations; a match against the
engine as given tells whether it is stronger. A range that starts above 0 and spans a factor of
ten is searched by factors. A number starts where --engine sets it, or else in the middle of its
range. Of a program (cmd:) the parameters are UGI options, whole numbers if both ends of the range
are written without a point; the result, as in mobility=25:cmd:./engine, is an engine for
--players.

Exit codes: 0 done, 2 bad input, 3 ended before all iterations, 4 a file cannot be read or written.
A seed repeats a tuning exactly unless engines are limited by time or take several threads.")]
pub(crate) struct Tune {
    #[command(flatten)]
    start: Start,
    /// The engine: an algorithm with options and limits, or cmd: and a command line, with options of
    /// the program before it, as in 'skill=3:cmd:./engine'
    #[arg(long)]
    engine: String,
    /// The numbers to tune, each with its range, separated by commas, as in
    /// exploration=0.1..2
    #[arg(
        long,
        required = true,
        num_args = 1,
        value_delimiter = ',',
        value_name = "NAME=LOW..HIGH"
    )]
    parameters: Vec<String>,
    /// How many iterations to play
    #[arg(long, default_value_t = 500, value_parser = positive::<u64>)]
    iterations: u64,
    /// How many games each iteration plays, in pairs with the sides swapped
    #[arg(long, default_value_t = 2, value_parser = pairs)]
    games: u64,
    /// How many games the tuned engine plays against the one as given, in the end; 0 for none
    #[arg(long, default_value_t = 200, value_parser = none_or_pairs)]
    check: u64,
    #[command(flatten)]
    conditions: Conditions,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Print a JSON object on a line for each iteration, and one of the result
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    jsonl: bool,
}

fn none_or_pairs(text: &str) -> Result<u64, String> {
    if whole(text) == Ok(0_u64) { Ok(0) } else { pairs(text) }
}

/// More numbers than this would need days of games.
const MAX_PARAMETERS: usize = 100;

impl Tune {
    /// The numbers to tune.
    fn tuned(&self, game: &dyn GameEntry, program: Option<&Program>) -> Result<Vec<Tuned>> {
        // An algorithm that the game does not have is told before an option that it does not take.
        let given = match program {
            Some(program) => self.conditions.program(program),
            None => game.engine(&self.engine)?,
        };
        self.conditions.check_limits(std::slice::from_ref(&given))?;
        ensure!(
            self.parameters.len() <= MAX_PARAMETERS,
            "at most {MAX_PARAMETERS} are tuned at once"
        );
        let mut all: Vec<Tuned> = Vec::new();
        for text in &self.parameters {
            let shape = || format!("{} is not NAME=LOW..HIGH", quoted(text));
            let (name, range) = text.trim().split_once('=').with_context(shape)?;
            let (low, high) = range.split_once("..").with_context(shape)?;
            ensure!(all.iter().all(|one| one.name != name), "{} is given twice", quoted(name));
            let end = |text| number(text).ok().with_context(shape);
            let range = [end(low)?, end(high)?];
            all.push(match program {
                None => Tuned::of_search(&given, name, range)?,
                Some(program) => {
                    let is_whole = !low.contains('.') && !high.contains('.');
                    Tuned::new(name, range, program.get(name), is_whole)?
                }
            });
        }
        Ok(all)
    }

    /// The program that is tuned, if it is one.
    fn program(&self) -> Result<Option<Program>> {
        let program = Program::read(&self.engine)?;
        ensure!(
            program.is_none() || engines::split(&self.engine).len() == 1,
            "one engine is tuned: a comma in its command line is written in quotation marks"
        );
        Ok(program)
    }
}

impl Run for Tune {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let stop = limits::stop_on_interrupt()?;
        let game = self.start.game(catalogue)?;
        let program = self.program()?;
        let tuned = self.tuned(game, program.as_ref())?;
        let position = self.start.open(catalogue)?;
        let openings = self.conditions.openings(&*position)?;
        self.conditions.open_log()?;
        let engine = |values: &[(&str, String)]| -> Result<EngineSpec, CatalogueError> {
            let engine = match &program {
                None => game.engine(&catalogue::engine_with(&self.engine, values))?,
                Some(program) => self.conditions.program(&program.with(values)),
            };
            Ok(self.conditions.limited(engine, &stop))
        };
        let ended_by_time = self.conditions.stop_in_time(&stop)?;
        let games = self.conditions.settings(self.games, &stop);
        let settings = Tuning { iterations: self.iterations, games, check: self.check };
        let mut failure = None;
        let mut report = {
            let fields = ["played", "iterations"];
            let mut bar = match self.jsonl {
                true => CountBar::of_lines("iterations", fields, Some(self.iterations)),
                false => CountBar::new("iterations", fields, self.iterations),
            };
            let mut progress = |step: &catalogue::TuningStep| {
                bar.show(step.iteration, String::new);
                if self.jsonl
                    && let Err(error) = output::json_line(step, out)
                {
                    failure.get_or_insert(error);
                    stop.raise();
                }
            };
            catalogue::tune(&*position, &tuned, &engine, &settings, &openings, &mut progress)?
        };
        if let Some(failure) = failure {
            return Err(failure);
        }
        report.limit = engines::limit(&ended_by_time, &stop);
        if self.json {
            output::json(&report, out)?;
        } else if self.jsonl {
            output::json_line(&report, out)?;
        } else {
            write(&report, &stop, out)?;
        }
        self.conditions.end_log()?;
        Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
    }
}

fn write(report: &TuningReport, stop: &StopFlag, out: &mut dyn Write) -> Result<()> {
    let TuningReport { game, position, iterations, games, opening_plies, seed, .. } = report;
    writeln!(out, "{game} {position}\n")?;
    writeln!(
        out,
        "{}, {} in pairs with the sides swapped, from openings of {opening_plies} plies, seed {seed}\n",
        output::counted(*iterations, "iteration"),
        output::counted(*games, "game"),
    )?;
    let rows = report.parameters.iter().map(|one| {
        [
            one.name.clone(),
            format!("{} to {}", one.low, one.high),
            one.start.to_string(),
            one.value.to_string(),
        ]
    });
    writeln!(out, "{}\n", output::table(&["parameter", "range", "start", "tuned"], rows))?;
    writeln!(out, "{}", report.tuned)?;
    if let Some(check) = &report.check {
        writeln!(
            out,
            "against {} in {}: Elo difference {}",
            report.engine,
            output::counted(check.games, "game"),
            check.elo
        )?;
    }
    let checked = report.check.as_ref().map_or(0, |check| check.forfeits.iter().sum());
    let forfeits = report.forfeits + checked;
    if forfeits > 0 {
        let games = output::counted(forfeits, "game");
        writeln!(out, "lost by an illegal move, on time or by a failure: {games}")?;
    }
    if stop.is_raised() {
        writeln!(out, "the tuning ended early")?;
    }
    writeln!(out, "{}", output::seconds(report.seconds))?;
    Ok(())
}
