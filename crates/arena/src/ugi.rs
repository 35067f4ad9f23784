//! The client's side of the Universal Game Interface.
//!
//! UGI (kz04px, "Universal Game Interface", in the repository of the tournament program cutegames,
//! 2021) is the chess programs' UCI without chess: a program reads commands, one a line, on its
//! standard input and answers on its standard output.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tesuji_core::Instant;

use tesuji_core::{
    Game, GameAnswer, Judgement, Notation, Player, Progress, Stats, StopFlag, quoted,
};

use crate::{Clocks, Contestant, Engine, Forfeit, Turn};

/// An engine in a program of its own that speaks UGI. Clones share the running programs: one for
/// each game that is played at the same time.
///
/// The program is started when a player of a game is made, so that the clock of the game does not
/// run yet, is informed of each new game, and is started again if it has ended. A program without
/// limits has a second for each move.
///
/// # Example
/// ```no_run
/// use tesuji_arena::UgiEngine;
///
/// let engine = UgiEngine::new(["python3".to_owned(), "engine.py".to_owned()]).nodes(10_000);
/// println!("{}", engine.start()?);
/// # Ok::<(), tesuji_arena::Forfeit>(())
/// ```
#[derive(Clone)]
pub struct UgiEngine {
    command: Vec<String>,
    options: Vec<ProgramOption>,
    nodes: Option<u64>,
    time: Option<Duration>,
    margin: Duration,
    stop: StopFlag,
    log: Option<Log>,
    startpos: Option<String>,
    idle: Arc<Mutex<Vec<Process>>>,
}

/// An option of a program, and the value that it is set to.
#[derive(Clone)]
struct ProgramOption {
    name: String,
    value: String,
    /// Whether a program without this option is refused.
    is_required: bool,
}

/// Receives every line of the conversations with programs. Clones write to the same place.
#[derive(Clone)]
pub struct Log {
    out: Arc<Mutex<LogOutput>>,
    started: Instant,
}

struct LogOutput {
    out: Box<dyn Write + Send>,
    /// The first error, after which nothing is written.
    failure: Option<io::Error>,
}

/// How long a program may take to start, and to become ready.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a program may take for a move that only a number of nodes limits.
const PATIENCE_FOR_NODES: Duration = Duration::from_secs(600);

/// How long a program may take to end after `quit`.
const PATIENCE_AT_THE_END: Duration = Duration::from_millis(500);

/// The time for a move of an engine without limits.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// How often the stop flag is looked at while a program thinks.
const WAIT: Duration = Duration::from_millis(50);

/// The longest line that a program may write, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// How many lines may wait to be read, in either direction. The options of a program are sent all
/// at once.
const MAX_LINES: usize = 1 << 10;

impl UgiEngine {
    /// An engine by the words of its command line: the program, then its arguments.
    #[must_use]
    pub fn new(command: impl IntoIterator<Item = String>) -> Self {
        UgiEngine {
            command: command.into_iter().collect(),
            options: Vec::new(),
            nodes: None,
            time: None,
            margin: Duration::from_millis(500),
            stop: StopFlag::new(),
            log: None,
            startpos: None,
            idle: Arc::default(),
        }
    }

    /// Limits the nodes of a move.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Limits the time of a move.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// By how much a move may exceed its time before the engine loses: half a second by default.
    #[must_use]
    pub fn margin(mut self, margin: Duration) -> Self {
        self.margin = margin;
        self
    }

    /// Sets an option of the program, which is refused if it has none of this name. Programs that
    /// run already, with other options, are not those of this engine.
    #[must_use]
    pub fn option(self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.with(name.into(), value.into(), true)
    }

    /// Sets a setting of the game, such as the size of the board, if the program has an option of
    /// this name. Otherwise as [`option`](Self::option).
    #[must_use]
    pub fn setting(self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.with(name.into(), value.into(), false)
    }

    fn with(mut self, name: String, value: String, is_required: bool) -> Self {
        self.options.push(ProgramOption { name, value, is_required });
        self.idle = Arc::default();
        self
    }

    /// Gives up waiting when this flag is raised.
    #[must_use]
    pub fn stop(mut self, stop: StopFlag) -> Self {
        self.stop = stop;
        self
    }

    /// The text of the position that the program begins from by itself, which it is sent as
    /// `startpos`; others, and all without this, as `fen`.
    #[must_use]
    pub fn startpos(mut self, position: impl Into<String>) -> Self {
        self.startpos = Some(position.into());
        self
    }

    /// Writes the conversation to a log.
    #[must_use]
    pub fn log(mut self, log: Log) -> Self {
        self.log = Some(log);
        self
    }

    /// Starts the program, if it does not run yet, and returns the name that it gives itself.
    ///
    /// # Errors
    /// The program does not start, or does not speak UGI.
    pub fn start(&self) -> Result<String, Forfeit> {
        let process = self.process()?;
        let name = process.name.clone();
        self.idle().push(process);
        Ok(name)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A running program that plays no game.
    fn process(&self) -> Result<Process, Forfeit> {
        let idle = self.idle().pop().and_then(Process::if_running);
        idle.map_or_else(|| Process::start(self), Ok)
    }

    /// A running program that is ready for a new game.
    fn new_game(&self) -> Result<Process, Forfeit> {
        let mut process = self.process()?;
        process.send("uginewgame")?;
        process.ready(self)?;
        Ok(process)
    }
}

impl fmt::Debug for UgiEngine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_tuple("UgiEngine").field(&self.command).finish()
    }
}

impl Log {
    /// A log that writes here.
    #[must_use]
    pub fn new(out: impl Write + Send + 'static) -> Self {
        let out = LogOutput { out: Box::new(out), failure: None };
        Log { out: Arc::new(Mutex::new(out)), started: Instant::now() }
    }

    /// Writes a line with the time in seconds and the number of the process. `>` marks what a
    /// program was sent, `<` what it answered.
    fn write(&self, process: u32, direction: char, line: &str) {
        let seconds = self.started.elapsed().as_secs_f64();
        self.output().add(|out| writeln!(out, "{seconds:.3} {process} {direction} {line}"));
    }

    /// Ends the log.
    ///
    /// # Errors
    /// A line could not be written: the first error. A full disk does not end a match.
    pub fn end(&self) -> io::Result<()> {
        let mut output = self.output();
        output.add(|_| Ok(()));
        output.failure.take().map_or(Ok(()), Err)
    }

    fn output(&self) -> MutexGuard<'_, LogOutput> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogOutput {
    fn add(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = write(&mut self.out).and_then(|()| self.out.flush()).err();
        }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Log").finish_non_exhaustive()
    }
}

impl<G: Game + Notation> Contestant<G> for UgiEngine {
    /// The seed is not used: the protocol has no word for it.
    fn engine(&self, _: u64) -> Box<dyn Engine<G> + '_> {
        Box::new(self.player())
    }
}

impl UgiEngine {
    /// A player of one game. If the program does not start, its first move says why.
    #[must_use]
    pub fn player(&self) -> UgiPlayer {
        UgiPlayer { engine: self.clone(), process: Some(self.new_game()) }
    }
}

/// A program that plays a game.
pub struct UgiPlayer {
    engine: UgiEngine,
    /// None after a failure; it is started again for the next move.
    process: Option<Result<Process, Forfeit>>,
}

impl<G: Game + Notation> Engine<G> for UgiPlayer {
    fn choose(
        &mut self,
        game: &G,
        turn: &Turn<G>,
        _: &mut dyn Progress,
    ) -> Result<GameAnswer<G::Move>, Forfeit> {
        let position = position_command(game, turn, self.engine.startpos.as_deref());
        let player = game.to_move(turn.state);
        let Reply { best, nodes, elapsed } = self.ask(&position, turn.clocks, player)?;
        let mv = game.parse_move(turn.state, &best);
        let mv = mv.map_err(|_| Forfeit::IllegalMove(best))?;
        let stats = Stats { generated: nodes, ..Stats::default() };
        Ok(GameAnswer { judgement: Judgement::of_move(Some(mv)), stats, elapsed })
    }
}

/// What a program says about a position.
struct Reply {
    best: String,
    nodes: u64,
    elapsed: Duration,
}

impl UgiPlayer {
    fn ask(
        &mut self,
        position: &str,
        clocks: Option<Clocks>,
        player: Player,
    ) -> Result<Reply, Forfeit> {
        let engine = &self.engine;
        // A program that fails is not kept: what it says later is the answer to another question.
        let mut process = self.process.take().unwrap_or_else(|| engine.new_game())?;
        process.send(position)?;
        process.ready(engine)?;
        let (command, time) = match (clocks, engine.time, engine.nodes) {
            (Some(clocks), ..) => (clocks_command(&clocks), clocks.left(player)),
            (None, None, Some(nodes)) => (format!("go nodes {nodes}"), PATIENCE_FOR_NODES),
            (None, time, _) => {
                let time = time.unwrap_or(MOVE_TIME);
                (format!("go movetime {}", milliseconds(time)), time)
            }
        };
        let started = Instant::now();
        process.send(&command)?;
        let mut nodes = 0;
        let best = process.wait(engine, time.saturating_add(engine.margin), |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    let told = words.skip_while(|word| *word != "nodes").nth(1);
                    nodes = told.and_then(|told| told.parse().ok()).unwrap_or(nodes);
                    None
                }
                Some("bestmove") => Some(words.next().unwrap_or_default().to_owned()),
                _ => None,
            }
        })?;
        let elapsed = started.elapsed();
        self.process = Some(Ok(process));
        Ok(Reply { best, nodes, elapsed })
    }
}

/// The game is over: the program is free for another one.
impl Drop for UgiPlayer {
    fn drop(&mut self) {
        if let Some(Ok(process)) = self.process.take() {
            self.engine.idle().push(process);
        }
    }
}

fn position_command<G: Game + Notation>(
    game: &G,
    turn: &Turn<G>,
    startpos: Option<&str>,
) -> String {
    let start = game.state_text(turn.start);
    let mut command = if startpos == Some(&*start) {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    if !turn.moves.is_empty() {
        command += " moves ";
        command += &game.moves_text(turn.start, turn.moves).join(" ");
    }
    command
}

fn clocks_command(clocks: &Clocks) -> String {
    let [first, second] =
        [Player::First, Player::Second].map(|player| milliseconds(clocks.left(player)));
    let increment = if clocks.increment.is_zero() { 0 } else { milliseconds(clocks.increment) };
    format!("go p1time {first} p2time {second} p1inc {increment} p2inc {increment}")
}

/// A time above 0, as the protocol has it, in a number that programs can read.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// A running program.
struct Process {
    child: Child,
    /// Its command line.
    command: String,
    input: SyncSender<String>,
    lines: Receiver<String>,
    name: String,
    log: Option<Log>,
}

impl Process {
    /// Starts the program, greets it and sets its options.
    fn start(engine: &UgiEngine) -> Result<Self, Forfeit> {
        let line = engine.command.join(" ");
        let failure = |problem: io::Error| {
            Forfeit::Failure(format!("{} does not start: {problem}", quoted(&line)))
        };
        let [program, arguments @ ..] = &engine.command[..] else {
            return Err(Forfeit::Failure("there is no program to start".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Of its own, so that the terminal's Ctrl-C does not reach it.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(failure)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Forfeit::Failure("its input and output are not ours".to_owned()));
        };
        let (send, lines) = mpsc::sync_channel(MAX_LINES);
        let (tell, told) = mpsc::sync_channel(MAX_LINES);
        let listen = move || listen(BufReader::new(output), &send);
        thread::Builder::new().spawn(listen).map_err(failure)?;
        thread::Builder::new().spawn(move || tell_all(input, &told)).map_err(failure)?;
        let (name, log) = (program.clone(), engine.log.clone());
        let mut process = Process { child, command: line, input: tell, lines, name, log };
        process.greet(engine).map_err(|problem| process.unanswered("ugi", problem))?;
        process.ready(engine).map_err(|problem| process.unanswered("isready", problem))?;
        Ok(process)
    }

    /// Names the command that a program does not answer in time.
    fn unanswered(&self, command: &str, problem: Forfeit) -> Forfeit {
        match problem {
            Forfeit::Time => {
                let program = quoted(&self.command);
                Forfeit::Failure(format!("{program} does not speak UGI: no answer to {command:?}"))
            }
            problem => problem,
        }
    }

    /// Learns the name and the options of the program, and sets the options.
    fn greet(&mut self, engine: &UgiEngine) -> Result<(), Forfeit> {
        self.send("ugi")?;
        let (mut name, mut options) = (None, Vec::new());
        self.wait(engine, PATIENCE, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = Some(told.trim().to_owned());
            } else if let Some(told) = line.strip_prefix("option name ") {
                let told = told.split(" type ").next().unwrap_or_default();
                options.push(told.trim().to_owned());
            }
            (line.trim() == "ugiok").then_some(())
        })?;
        if let Some(name) = name {
            self.name = name;
        }
        for ProgramOption { name, value, is_required } in &engine.options {
            if options.contains(name) {
                self.send(&format!("setoption name {name} value {value}"))?;
            } else if *is_required {
                let (program, name) = (quoted(&self.command), quoted(name));
                let all = match &options[..] {
                    [] => "it has none".to_owned(),
                    all => format!("it has {}", all.join(", ")),
                };
                return Err(Forfeit::Failure(format!("{program} has no option {name}; {all}")));
            }
        }
        Ok(())
    }

    /// The program, unless it has ended.
    fn if_running(mut self) -> Option<Self> {
        matches!(self.child.try_wait(), Ok(None)).then_some(self)
    }

    /// Sends a line to the program, without waiting until it reads it. If it has ended, waiting for
    /// its answer will show.
    fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        if let Some(log) = &self.log {
            log.write(self.child.id(), '>', line);
        }
        match self.input.try_send(line.to_owned()) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
            Err(TrySendError::Full(_)) => {
                let program = quoted(&self.command);
                Err(Forfeit::Failure(format!("{program} does not read its input")))
            }
        }
    }

    /// Waits until the program has done what it was sent.
    fn ready(&mut self, engine: &UgiEngine) -> Result<(), Forfeit> {
        self.send("isready")?;
        self.wait(engine, PATIENCE, |line| (line.trim() == "readyok").then_some(()))
    }

    /// Waits for the line from which `read` has a result.
    fn wait<T>(
        &mut self,
        engine: &UgiEngine,
        time: Duration,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Forfeit> {
        let started = Instant::now();
        // In each turn, for a program may write without end.
        loop {
            if engine.stop.is_raised() {
                return Err(Forfeit::Failure("interrupted".to_owned()));
            }
            let left = time.saturating_sub(started.elapsed());
            match self.lines.recv_timeout(left.min(WAIT)) {
                Ok(line) => {
                    if let Some(log) = &self.log {
                        log.write(self.child.id(), '<', &line);
                    }
                    if let Some(found) = read(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // It may have closed its output only.
                    let status = self.wait_for_end(PATIENCE_AT_THE_END);
                    let end = status.map_or("closed its output".to_owned(), |status| {
                        format!("ended: {status}")
                    });
                    let program = quoted(&self.command);
                    return Err(Forfeit::Failure(format!("{program} {end}")));
                }
            }
            if left.is_zero() {
                return Err(Forfeit::Time);
            }
        }
    }

    /// Waits until the program has ended, for at most this time.
    fn wait_for_end(&mut self, time: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if started.elapsed() < time => thread::sleep(Duration::from_millis(5)),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

/// Writes lines to a program until there are no more, or it does not read them.
fn tell_all(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv()
        && writeln!(input, "{line}").and_then(|()| input.flush()).is_ok()
    {}
}

/// Passes on the lines of a program until it ends. Of a line that is too long, this is the
/// beginning.
fn listen(mut output: impl BufRead, lines: &SyncSender<String>) {
    let mut next = || {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut output, MAX_LINE).read_until(b'\n', &mut bytes)?;
        if read as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
            output.skip_until(b'\n')?;
        }
        Ok::<_, io::Error>((read > 0).then_some(bytes))
    };
    while let Ok(Some(bytes)) = next()
        && lines.send(String::from_utf8_lossy(&bytes).trim_end().to_owned()).is_ok()
    {}
}

/// The program is asked to end, and killed if it does not.
impl Drop for Process {
    fn drop(&mut self) {
        if self.send("quit").is_ok() {
            self.wait_for_end(PATIENCE_AT_THE_END);
        }
        // It may have ended by itself meanwhile, or left its group.
        let _ = kill_all(&self.child);
        let _ = self.child.kill();
        self.wait_for_end(PATIENCE_AT_THE_END);
    }
}

/// Ends a program with all that it has started.
#[cfg(unix)]
fn kill_all(child: &Child) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};

    Ok(kill_process_group(Pid::from_child(child), Signal::KILL)?)
}

#[cfg(not(unix))]
fn kill_all(_: &Child) -> io::Result<()> {
    Ok(())
}
