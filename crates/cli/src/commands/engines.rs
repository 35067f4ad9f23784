//! What matches and tournaments of engines have in common: who plays, how, and what is kept of the
//! games.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tesuji::arena::{Clock, Elo, Log, Match, MatchScore, UgiEngine};
use tesuji::catalogue::options::{self, positive, whole};
use tesuji::catalogue::{EngineSpec, GameEntry, GamePosition, GameReport, Status};
use tesuji::core::{Limit, StopFlag, quoted};

use super::batch;
use crate::checkpoint::CheckpointArguments;
use crate::inputs::{self, within};
use crate::limits;
use crate::output::{self, OUTPUT};
use crate::progress::CountBar;

/// The limits of a match or tournament that may change from one run of it to the next: the others are
/// those of the engines.
pub(crate) const LIMITS: &[&str] = &["--total-time", "--threads"];

/// The arguments that matches and tournaments share.
#[derive(Debug, Args)]
pub(crate) struct Engines {
    /// The engines, separated by commas: algorithms with options and limits, as in
    /// pvs:time=50ms,alpha-beta:depth=6, and with table-file=FILE for a table of the solved game;
    /// random; or cmd: and a command line, as in 'cmd:python3 engine.py', for a program that
    /// speaks UGI, with options of the program before it, as in
    /// 'skill=3:cmd:python3 engine.py'. A command line may have commas in quotation marks
    #[arg(long, required = true, num_args = 1, value_name = "A,B")]
    players: Vec<String>,
    /// How many games each two engines play, in pairs with the sides swapped
    #[arg(long, default_value_t = 100, value_parser = pairs)]
    games: u64,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    #[command(flatten)]
    pub(crate) checkpoint: CheckpointArguments,
    /// Write each game to this file, which is replaced if it exists, when the game ends, as a JSON
    /// object on a line; `tesuji replay` reads it
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    save: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Print a JSON object on a line for each game instead, when it ends
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    jsonl: bool,
}

/// The arguments that say under which conditions engines play each other.
#[derive(Debug, Args)]
pub(crate) struct Conditions {
    /// The seed of the openings and of all other random choices
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// How many random moves each pair of games begins with [default: 4; with --openings-file 0]
    #[arg(long, value_name = "PLIES", value_parser = within(0_u32..=10_000))]
    openings: Option<u32>,
    /// Begin the pairs of games from the positions in this file, one a line, in turn
    #[arg(long, value_name = "FILE")]
    openings_file: Option<PathBuf>,
    /// A game of more plies than this is a draw
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = positive::<u32>)]
    max_plies: u32,
    /// How many nodes an engine without limits of its own may take for a move
    /// [default: 100,000, unless --time or --clock is given]
    #[arg(long, value_parser = positive::<u64>)]
    nodes: Option<u64>,
    /// How much time it may take, as in 50ms; results then differ from run to run
    #[arg(long, value_parser = options::time)]
    time: Option<Duration>,
    /// The time of each player for a game, and what each move adds to it, as in 10s+100ms
    #[arg(long, value_name = "TIME+INCREMENT", conflicts_with_all = ["nodes", "time"])]
    clock: Option<TimeControl>,
    /// By how much a move may exceed the clock, or a program the time for a move, before it loses
    #[arg(long, default_value = "500ms", value_name = "TIME", value_parser = options::time_or_zero)]
    margin: Duration,
    /// Stop after this time; the pairs of games that are finished by then count
    #[arg(long, value_parser = options::time, help_heading = limits::LIMITS)]
    total_time: Option<Duration>,
    /// How many games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = inputs::threads)]
    threads: usize,
    /// Write what is said between tesuji and the programs of cmd: to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    log: Option<PathBuf>,
    #[arg(skip)]
    opened_log: OnceLock<Log>,
}

/// A time control as it is written.
#[derive(Clone, Copy, Debug)]
struct TimeControl(Clock);

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (base, options::time_or_zero(increment)?),
            None => (text, Duration::ZERO),
        };
        Ok(TimeControl(Clock { base: options::time(base)?, increment }))
    }
}

/// A number of games that are played in pairs.
pub(crate) fn pairs(text: &str) -> Result<u64, String> {
    let games: u64 = positive(text)?;
    if games.is_multiple_of(2) {
        Ok(games)
    } else {
        Err("games are played in pairs: give an even number".to_owned())
    }
}

impl Conditions {
    const NODES: u64 = 100_000;

    /// Engines as they are written, with their limits.
    pub(crate) fn players(
        &self,
        texts: &[String],
        game: &dyn GameEntry,
        stop: &StopFlag,
    ) -> Result<Vec<EngineSpec>> {
        self.open_log()?;
        let read = |text: String| match Program::read(&text)? {
            None => Ok(game.engine(&text)?),
            Some(program) => Ok(self.program(&program)),
        };
        let texts = texts.iter().flat_map(|text| split(text));
        let players: Vec<_> = texts.map(read).collect::<Result<_>>()?;
        self.check_limits(&players)?;
        Ok(players.into_iter().map(|engine| self.limited(engine, stop)).collect())
    }

    /// Checks that the limits of a move are for some of the engines.
    pub(crate) fn check_limits(&self, engines: &[EngineSpec]) -> Result<()> {
        let is_given = self.nodes.is_some() || self.time.is_some();
        ensure!(
            !is_given || engines.iter().any(|engine| !engine.is_limited()),
            "--nodes and --time are for engines without limits of their own, and these have some"
        );
        Ok(())
    }

    /// Opens the log of the programs, if there is to be one.
    pub(crate) fn open_log(&self) -> Result<()> {
        if let Some(file) = &self.log {
            let log = Log::new(Replaced::open(file)?);
            self.opened_log.get_or_init(|| log);
        }
        Ok(())
    }

    /// The engine that is a program.
    pub(crate) fn program(&self, program: &Program) -> EngineSpec {
        let mut engine = program.engine().margin(self.margin);
        if let Some(log) = self.opened_log.get() {
            engine = engine.log(log.clone());
        }
        EngineSpec::program(program.to_string(), engine)
    }

    /// The engine with the limits of a move, if it has none of its own.
    pub(crate) fn limited(&self, engine: EngineSpec, stop: &StopFlag) -> EngineSpec {
        let has_time = self.time.is_some() || self.clock.is_some();
        let nodes = self.nodes.or_else(|| (!has_time).then_some(Self::NODES));
        // A clock limits each move in its own way: this says that there will be a limit.
        let time = self.time.or_else(|| self.clock.map(|_| Duration::MAX));
        engine.limits(nodes, time).stop(stop.clone())
    }

    /// How this many games are played.
    pub(crate) fn settings(&self, games: u64, stop: &StopFlag) -> Match {
        let mut settings = Match::new(games).seed(self.seed);
        let usual = if self.openings_file.is_some() { 0 } else { settings.opening_plies };
        settings.opening_plies = self.openings.unwrap_or(usual);
        settings.max_plies = self.max_plies;
        settings.threads = NonZeroUsize::new(self.threads).unwrap_or(settings.threads);
        settings.clock = self.clock.map(|TimeControl(clock)| clock);
        settings.margin = self.margin;
        settings.stop = stop.clone();
        settings
    }

    /// The positions of the file of openings; none without one, as all games begin from `position`.
    pub(crate) fn openings(&self, position: &dyn GamePosition) -> Result<Vec<String>> {
        let Some(file) = &self.openings_file else {
            check_unfinished(position)?;
            return Ok(Vec::new());
        };
        let cannot_read = || format!("cannot read {file:?}");
        let opened = File::open(file).with_context(cannot_read)?;
        let openings = batch::positions(BufReader::new(opened)).with_context(cannot_read)?;
        for (line, opening) in &openings {
            let opened = position.elsewhere(opening).map_err(anyhow::Error::from);
            opened
                .and_then(|opened| check_unfinished(&*opened))
                .with_context(|| format!("line {line} of {file:?}"))?;
        }
        Ok(openings.into_iter().map(|(_, opening)| opening).collect())
    }

    /// Starts the clock of the whole command. The flag that is returned tells that it has ended it.
    pub(crate) fn stop_in_time(&self, stop: &StopFlag) -> Result<StopFlag> {
        limits::raise_after(self.total_time, stop)
    }

    /// Names the log, if there is one.
    ///
    /// # Errors
    /// A line of it could not be written.
    pub(crate) fn end_log(&self) -> Result<()> {
        if let (Some(file), Some(log)) = (&self.log, self.opened_log.get()) {
            log.end().with_context(|| format!("cannot write {file:?}"))?;
            output::wrote("log", file);
        }
        Ok(())
    }
}

fn check_unfinished(position: &dyn GamePosition) -> Result<()> {
    let is_finished = matches!(position.status(), Status::Finished(_));
    ensure!(!is_finished, "there is nothing to play: the game is over");
    Ok(())
}

/// A program as an engine, as it is written: options, then `cmd:` and a command line, as in
/// `skill=3:cmd:python3 engine.py`.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    options: Vec<(String, String)>,
    command: String,
    words: Vec<String>,
}

impl Program {
    /// Reads a program; none if the text is of another engine.
    pub(crate) fn read(text: &str) -> Result<Option<Self>> {
        let Some((options, command)) = program_parts(text) else { return Ok(None) };
        let option = |part: &str| -> Result<_> {
            let (name, value) = part.split_once('=').with_context(|| {
                let part = quoted(part);
                format!("{part} is not an option of a program, as in 'skill=3:cmd:./engine'")
            })?;
            Ok((name.to_owned(), value.to_owned()))
        };
        let words = shlex::split(command).context("a quotation mark is missing")?;
        ensure!(!words.is_empty(), "cmd: needs a command line, as in 'cmd:python3 engine.py'");
        let options = options.into_iter().flat_map(|all| all.split(':'));
        let options = options.map(option).collect::<Result<_>>()?;
        Ok(Some(Program { options, command: command.to_owned(), words }))
    }

    /// The program, which starts when it is to play.
    pub(crate) fn engine(&self) -> UgiEngine {
        let engine = UgiEngine::new(self.words.clone());
        self.options.iter().fold(engine, |engine, (name, value)| engine.option(name, value))
    }

    /// The value that an option is set to.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The same program with these values of its options.
    pub(crate) fn with(&self, values: &[(&str, String)]) -> Self {
        let mut program = self.clone();
        program.options.retain(|(known, _)| values.iter().all(|(name, _)| known != name));
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        program.options.extend(values);
        program
    }
}

impl fmt::Display for Program {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.options.iter().try_for_each(|(name, value)| write!(out, "{name}={value}:"))?;
        write!(out, "cmd:{}", self.command)
    }
}

/// The options of a program, if it has some, and its command line; none if the text is of another
/// engine.
fn program_parts(text: &str) -> Option<(Option<&str>, &str)> {
    match text.trim().strip_prefix("cmd:") {
        Some(command) => Some((None, command)),
        None => text.trim().split_once(":cmd:").map(|(options, command)| (Some(options), command)),
    }
}

/// Engines that are separated by commas. A comma in quotation marks is part of a command line.
pub(crate) fn split(text: &str) -> Vec<String> {
    let is_open = |engine: &str| {
        program_parts(engine).is_some_and(|(_, command)| shlex::split(command).is_none())
    };
    let mut engines: Vec<String> = Vec::new();
    for part in text.split(',') {
        match engines.last_mut() {
            Some(last) if is_open(last) => *last += &format!(",{part}"),
            _ => engines.push(part.to_owned()),
        }
    }
    engines
}

impl Engines {
    /// Whether games are printed as JSON, one a line.
    pub(crate) fn lists_games(&self) -> bool {
        self.jsonl
    }

    /// The files that are written while games are played.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.save, &self.conditions.log].into_iter().flatten()
    }

    /// The file of openings, if there is one.
    pub(crate) fn openings_file(&mut self) -> Option<&mut PathBuf> {
        self.conditions.openings_file.as_mut()
    }

    /// The number of pairs of games, if the match can be played in parts.
    pub(crate) fn independent_pairs(&self) -> Result<u64> {
        let Conditions { total_time, log, .. } = &self.conditions;
        let is_whole = self.checkpoint.is_given() || self.save.is_some() || log.is_some();
        ensure!(
            !is_whole && total_time.is_none(),
            "--save, --log, --total-time and --checkpoint are for a match that is played at once"
        );
        Ok(self.games / 2)
    }

    /// The engines, with their limits.
    pub(crate) fn players(&self, game: &dyn GameEntry, stop: &StopFlag) -> Result<Vec<EngineSpec>> {
        self.conditions.players(&self.players, game, stop)
    }

    /// How the games are played.
    pub(crate) fn settings(&self, stop: &StopFlag) -> Match {
        self.conditions.settings(self.games, stop)
    }

    pub(crate) fn record<'o>(&self, out: &'o mut dyn Write) -> Result<Record<'o>> {
        let file = match &self.save {
            Some(path) => Some((path.clone(), Replaced::open(path)?)),
            None => None,
        };
        Ok(Record { file, out: self.jsonl.then_some(out), games: 0, failure: None })
    }

    /// Names the files that were written.
    ///
    /// # Errors
    /// The log could not be written.
    pub(crate) fn name_files(&self) -> Result<()> {
        if let Some(file) = &self.save {
            output::wrote("games", file);
        }
        self.conditions.end_log()
    }
}

/// The limit that ended the games, if one did.
pub(crate) fn limit(ended_by_time: &StopFlag, stop: &StopFlag) -> Option<String> {
    match (ended_by_time.is_raised(), stop.is_raised()) {
        (true, _) => Some(Limit::Time.to_string()),
        (false, true) => Some(Limit::Interrupted.to_string()),
        (false, false) => None,
    }
}

/// A file to which whole lines are added, so that what is there is complete if the command is ended.
/// What it had goes with the first of them only, or at the end, for until then the command may fail.
struct Replaced {
    file: File,
    is_new: bool,
}

impl Replaced {
    fn open(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("cannot write {path:?}"))?;
        Ok(Replaced { file, is_new: false })
    }

    /// Removes what the file had before.
    fn clear(&mut self) -> io::Result<()> {
        if !self.is_new && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.is_new = true;
        Ok(())
    }
}

impl Write for Replaced {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.clear()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.clear()?;
        self.file.flush()
    }
}

/// Where each game goes when it ends.
pub(crate) struct Record<'o> {
    file: Option<(PathBuf, Replaced)>,
    out: Option<&'o mut dyn Write>,
    games: u64,
    failure: Option<anyhow::Error>,
}

impl Record<'_> {
    /// Adds games; if one cannot be written, `stop` is raised.
    pub(crate) fn add(&mut self, games: [GameReport; 2], stop: &StopFlag) {
        for mut game in games {
            self.games += 1;
            game.number = self.games;
            if let Err(error) = self.write(&game) {
                self.failure.get_or_insert(error);
                stop.raise();
            }
        }
    }

    fn write(&mut self, game: &GameReport) -> Result<()> {
        if let Some((path, file)) = &mut self.file {
            let line = serde_json::to_string(game)? + "\n";
            file.write_all(line.as_bytes()).with_context(|| format!("cannot write {path:?}"))?;
        }
        match &mut self.out {
            Some(out) => output::json_line(game, &mut **out),
            None => Ok(()),
        }
    }

    /// # Errors
    /// A game could not be written.
    pub(crate) fn end(self) -> Result<()> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if let Some((path, mut file)) = self.file {
            // There may have been no game.
            file.flush().with_context(|| format!("cannot write {path:?}"))?;
        }
        Ok(())
    }
}

/// A bar that fills with the games.
pub(crate) struct Bar {
    bar: CountBar,
    played: u64,
}

impl Bar {
    pub(crate) fn new(games: u64) -> Self {
        Bar { bar: CountBar::new("games", ["played", "games"], games), played: 0 }
    }

    /// Shows that a pair of games has ended, and the score of its players.
    pub(crate) fn show(&mut self, score: &MatchScore) {
        self.played += 2;
        self.bar.show(self.played, || {
            let [won, lost] = score.won;
            format!("+{won} ={} −{lost}  Elo {}", score.draws, Elo::of(&score.pairs))
        });
    }
}
