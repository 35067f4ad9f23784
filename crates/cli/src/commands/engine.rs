use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use tesuji::arena::Clocks;
use tesuji::catalogue::options::{self, SearchOption, whole};
use tesuji::catalogue::{
    AnyEngine, Catalogue, EngineSpec, GameEntry, GamePosition, Players, Report, Search, Status,
    Verdict,
};
use tesuji::core::{Budget, GameResult, Player, Progress, Settings, Snapshot, StopFlag, quoted};

use super::Run;
use crate::exit::Exit;
use crate::flags::SettingFlags;

/// Play a game for another program, by the Universal Game Interface
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji engine connect-four
  tesuji engine breakthrough --size 6x6 --with pvs:table=64MiB
  tesuji engine connect-four --with uct:threads=2
  tesuji match tic-tac-toe --players 'cmd:tesuji engine tic-tac-toe',random

Commands: ugi; isready; setoption name NAME value VALUE; uginewgame; position startpos or position
fen POSITION, then, if there are some, moves and the moves; go with p1time, p2time, p1inc and
p2inc, or movetime (all in milliseconds), or depth, or nodes, or infinite; stop; query p1turn,
query gameover or query result; quit. Positions and moves are written as everywhere in tesuji. The
options are the search, its options and the settings of the game.")]
pub(crate) struct Engine {
    /// The game; `tesuji games` lists them
    game: String,
    #[command(flatten)]
    settings: SettingFlags,
    /// The search: an algorithm, or one with options, as in pvs:table=64MiB
    /// [default: the search that plays the game best]
    #[arg(long = "with", value_name = "SEARCH")]
    search: Option<String>,
    /// The seed of its random choices
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
}

impl Run for Engine {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let game = catalogue.game(&self.game)?;
        ensure!(
            game.players() == Players::Two,
            "the protocol is for games of two players; {} is a puzzle",
            game.name()
        );
        let search = match &self.search {
            Some(text) => game.search(text)?,
            None => game.default_opponent()?,
        };
        let search = for_engines(search)?;
        let settings = self.settings.settings().clone();
        let position = game.open(None, &settings)?.into();
        let (send, events) = mpsc::channel();
        let (room, unhandled) = mpsc::sync_channel(MAX_LINES);
        let (ask, questions) = mpsc::channel();
        // Nobody waits for its end: it may wait for input that never comes.
        let reader = send.clone();
        let read = move || read_lines(io::stdin().lock(), &room, &reader);
        thread::Builder::new().spawn(read).context("cannot start a thread")?;
        let mut server = Server {
            game,
            settings,
            search,
            position,
            ask,
            unhandled,
            searching: None,
            later: VecDeque::new(),
            started: Instant::now(),
        };
        let seed = self.seed;
        thread::scope(|scope| {
            scope.spawn(move || think(&questions, &send, seed));
            let end = server.serve(&events, out);
            // The search ends, and then its thread, when there is nobody to ask.
            if let Some(search) = &server.searching {
                search.stop.raise();
            }
            drop(server);
            end
        })?;
        Ok(Exit::Solved)
    }
}

/// The search, if engines do something with all its options.
fn for_engines(search: Search) -> Result<Search> {
    EngineSpec::searching(search.clone())?;
    Ok(search)
}

/// What the server waits for.
enum Event {
    /// A line of the input.
    Line(String),
    /// A line that is too long or not text, and why.
    BadLine(String),
    /// There are no more.
    End,
    /// The progress of the search.
    Info(Snapshot),
    /// Its answer.
    Answer(Box<Result<Report>>),
}

/// A request to the thread that searches.
enum Question {
    /// To begin a new game with an empty engine.
    NewGame,
    /// To choose a move.
    Move(Box<Task>),
}

struct Task {
    search: Search,
    position: Arc<dyn GamePosition>,
    limits: Budget,
}

/// The longest line of the input, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// How many lines are read ahead of the one that is handled.
const MAX_LINES: usize = 1 << 10;

/// Reads lines, each when there is room for it, until the input or the server ends.
fn read_lines(mut input: impl BufRead, room: &SyncSender<()>, events: &Sender<Event>) {
    loop {
        let Ok(Some(event)) = next_line(&mut input) else { break };
        if room.send(()).is_err() || events.send(event).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// The next line. No more of it is kept than a line may have.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Event>> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, MAX_LINE + 1).read_until(b'\n', &mut bytes)?;
    if read as u64 > MAX_LINE {
        if bytes.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        return Ok(Some(Event::BadLine(format!("a line has more than {MAX_LINE} bytes"))));
    }
    let line = String::from_utf8(bytes).map(Event::Line);
    let line = line.unwrap_or_else(|_| Event::BadLine("not text in UTF-8".to_owned()));
    Ok((read > 0).then_some(line))
}

/// Chooses a move for each question, by an engine that is kept during a game.
fn think(questions: &Receiver<Question>, events: &Sender<Event>, seed: u64) {
    let mut kept: Option<(String, AnyEngine)> = None;
    while let Ok(question) = questions.recv() {
        let Question::Move(task) = question else {
            kept = None;
            continue;
        };
        let answer = choose(&task, &mut kept, seed, &mut Reporter(events));
        if events.send(Event::Answer(Box::new(answer))).is_err() {
            return;
        }
    }
}

fn choose(
    task: &Task,
    kept: &mut Option<(String, AnyEngine)>,
    seed: u64,
    progress: &mut dyn Progress,
) -> Result<Report> {
    let Task { search, position, limits } = task;
    let name = position.settings().after(&search.to_string());
    let engine = match kept {
        Some((known, engine)) if *known == name => engine,
        _ => {
            // Each move has its own limits: this says that there will be some.
            let spec = EngineSpec::searching(search.clone())?.limits(None, Some(Duration::MAX));
            &mut kept.insert((name, position.engine(&spec, seed)?)).1
        }
    };
    Ok(engine.choose_within(&**position, limits, progress)?)
}

/// Passes the progress of a search on.
struct Reporter<'a>(&'a Sender<Event>);

impl Progress for Reporter<'_> {
    fn report(&mut self, snapshot: &Snapshot) {
        // The answer goes the same way.
        let _ = self.0.send(Event::Info(*snapshot));
    }
}

/// A running search.
struct Searching {
    stop: StopFlag,
    /// Whether it ends by itself.
    is_limited: bool,
    /// Whether its answer is for when it is stopped, even if it has one before.
    is_infinite: bool,
    /// The answer that waits for that.
    answer: Option<Box<Result<Report>>>,
}

/// What the protocol has a state for.
struct Server<'a> {
    game: &'a dyn GameEntry,
    settings: Settings,
    search: Search,
    position: Arc<dyn GamePosition>,
    ask: Sender<Question>,
    /// One for each line that was read and not handled yet.
    unhandled: Receiver<()>,
    searching: Option<Searching>,
    /// The lines that were read during a search and wait for its end.
    later: VecDeque<String>,
    started: Instant,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    Leave,
}

impl Server<'_> {
    fn serve(&mut self, events: &Receiver<Event>, out: &mut dyn Write) -> Result<()> {
        while let Ok(event) = events.recv() {
            let next = match event {
                Event::Line(line) => self.handle(line, out)?,
                Event::BadLine(problem) => {
                    let _ = self.unhandled.try_recv();
                    writeln!(out, "info string error: {problem}")?;
                    Next::Listen
                }
                Event::End => match self.searching {
                    None => Next::Leave,
                    Some(Searching { is_limited, .. }) => {
                        self.later.push_back("quit".to_owned());
                        if is_limited { Next::Listen } else { self.stop(out)? }
                    }
                },
                Event::Info(snapshot) => {
                    let Snapshot { stats, depth, elapsed, .. } = snapshot;
                    info(stats.generated, elapsed, depth, out)?;
                    Next::Listen
                }
                Event::Answer(answer) => match &mut self.searching {
                    Some(search) if search.is_infinite && !search.stop.is_raised() => {
                        search.answer = Some(answer);
                        Next::Listen
                    }
                    _ => self.conclude(*answer, out)?,
                },
            };
            out.flush()?;
            if next == Next::Leave {
                break;
            }
        }
        Ok(())
    }

    /// Stops the search, whose answer may be there already.
    fn stop(&mut self, out: &mut dyn Write) -> Result<Next> {
        let Some(search) = &mut self.searching else { return Ok(Next::Listen) };
        search.stop.raise();
        match search.answer.take() {
            Some(answer) => self.conclude(*answer, out),
            None => Ok(Next::Listen),
        }
    }

    /// Ends a search with its answer, and handles the lines that have waited for it.
    fn conclude(&mut self, answer: Result<Report>, out: &mut dyn Write) -> Result<Next> {
        self.searching = None;
        self.answer(answer, out)?;
        let mut next = Next::Listen;
        while next == Next::Listen && self.searching.is_none() {
            let Some(line) = self.later.pop_front() else { break };
            next = self.handle(line, out)?;
        }
        Ok(next)
    }

    /// Handles a line, at once or after the search.
    fn handle(&mut self, line: String, out: &mut dyn Write) -> Result<Next> {
        if self.searching.is_some() {
            let word = line.split_whitespace().next();
            if !matches!(word, Some("isready" | "stop")) {
                let is_last = word == Some("quit");
                self.later.push_back(line);
                return if is_last { self.stop(out) } else { Ok(Next::Listen) };
            }
            let _ = self.unhandled.try_recv();
            if word == Some("stop") {
                return self.stop(out);
            }
            writeln!(out, "readyok")?;
            return Ok(Next::Listen);
        }
        // There is room for another line.
        let _ = self.unhandled.try_recv();
        let mut words = line.split_whitespace();
        let rest: Vec<_> = match words.next() {
            None => return Ok(Next::Listen),
            Some(_) => words.collect(),
        };
        let done = match line.split_whitespace().next().unwrap_or_default() {
            "ugi" => self.introduce(out),
            "isready" => Ok(writeln!(out, "readyok")?),
            "setoption" => self.set(&rest),
            "uginewgame" => self.forget().and_then(|()| self.place(&["startpos"])),
            "position" => self.place(&rest),
            "go" => match self.go(&rest, out) {
                // The other side waits for a move all the same.
                Err(error) if Exit::from(&error) != Exit::Failure => self.answer(Err(error), out),
                result => result,
            },
            "query" => self.query(&rest, out),
            "stop" => Ok(()),
            "quit" => return Ok(Next::Leave),
            other => Err(anyhow!("{} is not a command of the protocol", quoted(other))),
        };
        match done {
            // The other side cannot do anything about a pipe that is closed.
            Err(error) if Exit::from(&error) == Exit::Failure => return Err(error),
            Err(error) => writeln!(out, "info string error: {error:#}")?,
            Ok(()) => {}
        }
        Ok(Next::Listen)
    }

    /// The name of the search among the options.
    const SEARCH: &'static str = "search";

    fn introduce(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "id name tesuji {} {}", env!("CARGO_PKG_VERSION"), self.game.name())?;
        writeln!(out, "id author the authors of tesuji")?;
        let search = self.search.algorithm.name;
        writeln!(out, "option name {} type string default {search}", Self::SEARCH)?;
        for option in self.search.algorithm.engine_options() {
            let value = self.search.options().find(|(name, _)| *name == option);
            self.option(option, value.map(|(_, value)| value), out)?;
        }
        for setting in self.game.info().settings {
            let value = self.position.settings();
            self.option(setting.name, value.get(setting.name), out)?;
        }
        writeln!(out, "ugiok")?;
        Ok(())
    }

    fn option(&self, name: &str, value: Option<&str>, out: &mut dyn Write) -> Result<()> {
        let value = value.unwrap_or("<empty>");
        writeln!(out, "option name {name} type string default {value}")?;
        Ok(())
    }

    /// `setoption name NAME value VALUE`.
    fn set(&mut self, words: &[&str]) -> Result<()> {
        let ["name", name, "value", value @ ..] = words else {
            bail!("an option is set by: setoption name NAME value VALUE");
        };
        let value = value.join(" ");
        if *name == Self::SEARCH {
            self.search = for_engines(self.game.search(&value)?)?;
        } else if self.game.info().settings.iter().any(|setting| setting.name == *name) {
            let settings = self.settings.clone().with(*name, value);
            self.position = self.game.open(None, &settings)?.into();
            self.settings = settings;
        } else if SearchOption::named(name).is_some() {
            // What one option lacks, the next may bring: they are checked together, by `go`.
            let mut search = self.search.clone();
            search.set(name, &value)?;
            self.search = for_engines(search)?;
        } else {
            bail!("there is no option {}", quoted(name));
        }
        self.forget()
    }

    fn forget(&self) -> Result<()> {
        self.ask.send(Question::NewGame).context("the search has failed")
    }

    /// `position startpos` or `position fen POSITION`, with `moves MOVES` behind it.
    fn place(&mut self, words: &[&str]) -> Result<()> {
        let (place, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let text = match place {
            ["startpos"] => None,
            ["fen", text @ ..] if !text.is_empty() => Some(text.join(" ")),
            _ => bail!("a position is startpos, or fen with the position behind it"),
        };
        let mut position = self.game.open(text.as_deref(), &self.settings)?;
        for mv in moves {
            position = position.after(mv)?;
        }
        self.position = position.into();
        Ok(())
    }

    /// `go` with its limits.
    fn go(&mut self, words: &[&str], out: &mut dyn Write) -> Result<()> {
        let Status::ToMove(player) = self.position.status() else {
            writeln!(out, "info string the game is over")?;
            writeln!(out, "bestmove (none)")?;
            return Ok(());
        };
        let number = |name: &str| {
            let at = words.iter().position(|word| *word == name);
            let read = |at: usize| {
                let text = words.get(at + 1).copied().unwrap_or_default();
                let number = whole::<u64>(text);
                number.map_err(|problem| anyhow!("{name} {}: {problem}", quoted(text)))
            };
            at.map(read).transpose()
        };
        let milliseconds =
            |name: &str| Ok::<_, anyhow::Error>(number(name)?.map(Duration::from_millis));
        let stop = StopFlag::new();
        let mut budget = Budget::unlimited().stop(stop.clone());
        let [time, increment] = match player {
            Player::First => ["p1time", "p1inc"],
            Player::Second => ["p2time", "p2inc"],
        };
        if let Some(left) = milliseconds(time)? {
            let increment = milliseconds(increment)?.unwrap_or_default();
            budget = budget.time(Clocks { left: [left; 2], increment }.allotment(player));
        }
        if let Some(time) = milliseconds("movetime")? {
            budget = budget.time(time);
        }
        if let Some(nodes) = number("nodes")? {
            budget = budget.nodes(nodes);
        }
        let mut search = self.search.clone();
        if let Some(depth) = number("depth")? {
            search.set(options::DEPTH.name, &depth.max(1).to_string())?;
        }
        search.check()?;
        let has_depth = search.get(options::DEPTH).is_some();
        let is_infinite = words.contains(&"infinite");
        let is_limited = (budget.limits_work() || has_depth) && !is_infinite;
        let position = Arc::clone(&self.position);
        let task = Task { search, position, limits: budget.start() };
        self.ask.send(Question::Move(Box::new(task))).context("the search has failed")?;
        self.searching = Some(Searching { stop, is_limited, is_infinite, answer: None });
        self.started = Instant::now();
        Ok(())
    }

    /// Prints what the search has found. Without an answer there is still a move.
    fn answer(&self, answer: Result<Report>, out: &mut dyn Write) -> Result<()> {
        let best = match answer {
            Ok(report) => {
                info(report.nodes_generated, self.started.elapsed(), report.depth, out)?;
                if let Some(score) = score(&report) {
                    writeln!(out, "info score {score} pv {}", report.moves.join(" "))?;
                }
                report.best
            }
            Err(error) => {
                writeln!(out, "info string error: {error:#}")?;
                None
            }
        };
        let first = || self.position.moves().into_iter().next();
        let best = best.or_else(first).unwrap_or_else(|| "(none)".to_owned());
        writeln!(out, "bestmove {best}")?;
        Ok(())
    }

    fn query(&self, words: &[&str], out: &mut dyn Write) -> Result<()> {
        let status = self.position.status();
        let response = match words {
            ["p1turn"] => (status == Status::ToMove(Player::First)).to_string(),
            ["gameover"] => matches!(status, Status::Finished(_)).to_string(),
            ["result"] => match status {
                Status::Finished(GameResult::Win(Player::First)) => "p1win",
                Status::Finished(GameResult::Win(Player::Second)) => "p2win",
                Status::Finished(GameResult::Draw) => "draw",
                Status::ToMove(_) | Status::Solved | Status::Unsolved => "none",
            }
            .to_owned(),
            _ => bail!("a query is p1turn, gameover or result"),
        };
        writeln!(out, "response {response}")?;
        Ok(())
    }
}

fn info(nodes: u64, time: Duration, depth: Option<u32>, out: &mut dyn Write) -> Result<()> {
    write!(out, "info ")?;
    if let Some(depth) = depth {
        write!(out, "depth {depth} ")?;
    }
    let rate = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    writeln!(out, "nodes {nodes} time {} nps {rate}", time.as_millis())?;
    Ok(())
}

/// The estimate that stands for a game that is decided by a number of plies that is not known.
const DECIDED: i32 = 1_000_000;

/// The value as the protocol has it: plies to the end of the game, or an estimate.
fn score(report: &Report) -> Option<String> {
    let decided = |sign: &str| match report.length {
        Some(plies) => format!("mate {sign}{plies}"),
        None => format!("cp {sign}{DECIDED}"),
    };
    match report.outcome {
        Verdict::Win => Some(decided("")),
        Verdict::Loss => Some(decided("-")),
        Verdict::Draw => Some("cp 0".to_owned()),
        Verdict::Unknown => report.estimate.map(|estimate| format!("cp {estimate}")),
        Verdict::Solved | Verdict::Unsolvable | Verdict::Expected => None,
    }
}
