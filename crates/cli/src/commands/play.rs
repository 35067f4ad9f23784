use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::options::{self, positive, whole};
use tesuji::catalogue::{
    AnyEngine, AnyPosition, Catalogue, EngineSpec, GameEntry, Players, Report, Search, Shuffle,
    Status, Verdict,
};
use tesuji::core::{Budget, GameResult, Player, Silent};

use super::Run;
use super::engines::Program;
use super::solve::{in_plies, sentence};
use crate::colors;
use crate::exit::Exit;
use crate::flags::SettingFlags;
use crate::output;

/// Play a game or puzzle in the terminal, with hints
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji play tic-tac-toe
  tesuji play connect-four --against alpha-beta:depth=6 --as second
  tesuji play breakthrough --size 5x5 --against pvs:time=50ms
  tesuji play taquin $(tesuji shuffle taquin)
  tesuji play rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE.

Type `help` there for the commands: a move, hint, value, undo, give up, quit.")]
pub(crate) struct Play {
    /// The game; `tesuji games` lists them
    game: String,
    /// The position, by default the initial one; words are joined by spaces
    position: Vec<String>,
    #[command(flatten)]
    settings: SettingFlags,
    /// The opponent: an algorithm with options and limits, as in alpha-beta:depth=6, or with
    /// table-file=FILE for a table of the solved game; random; or cmd: and a command line, as in
    /// 'cmd:python3 engine.py', for a program that speaks UGI
    /// [default: the search that plays the game best]
    #[arg(long, value_name = "ENGINE")]
    against: Option<String>,
    /// Which player you are [default: first]
    #[arg(long = "as", value_name = "PLAYER")]
    person: Option<Seat>,
    /// The seed of the opponent's random choices, or of a shuffled puzzle; a random one by default
    #[arg(long, value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// How many nodes the opponent and the hints may take for a move
    #[arg(long, value_parser = positive::<u64>)]
    nodes: Option<u64>,
    /// How much time they may take, as in 500ms [default: 1s, unless --nodes is given]
    #[arg(long, value_parser = options::time)]
    time: Option<Duration>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Seat {
    First,
    Second,
}

impl Play {
    /// The position to start from; a random one where the initial one is solved already.
    fn open(&self, catalogue: &Catalogue) -> Result<AnyPosition> {
        ensure!(
            self.position[..] != ["-"],
            "standard input is for your moves: give the position as words, not as -"
        );
        let game = catalogue.game(&self.game)?;
        ensure!(
            game.players() == Players::Two || self.against.is_none() && self.person.is_none(),
            "--against and --as are for games of two players; this is a puzzle"
        );
        let start = self.settings.open(catalogue, &self.game, &self.position)?;
        if self.position.is_empty() && start.status() == Status::Solved {
            let (shuffle, budget) = (Shuffle::Uniform, Budget::unlimited());
            let made = game.shuffle(self.settings.settings(), shuffle, self.seed(), &budget)?;
            return Ok(made.position);
        }
        Ok(start)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| rand::random::<u32>().into())
    }

    /// The opponent.
    fn opponent(&self, game: &dyn GameEntry) -> Result<EngineSpec> {
        let engine = match &self.against {
            Some(text) => match Program::read(text)? {
                Some(program) => EngineSpec::program(program.to_string(), program.engine()),
                None => game.engine(text)?,
            },
            None => EngineSpec::searching(game.default_opponent()?)?,
        };
        Ok(engine.limits(self.nodes, self.time()))
    }

    /// The engine that gives hints: the game's best algorithm.
    fn adviser(&self, game: &dyn GameEntry) -> Result<EngineSpec> {
        // A person waits longer for a solution than for a move.
        let patience = if game.players() == Players::Two { 1 } else { 10 };
        let time = self.time().map(|time| time.saturating_mul(patience));
        let search = Search::new(game.default_algorithm());
        Ok(EngineSpec::searching(search)?.limits(self.nodes, time))
    }

    /// The time for a move, unless nodes are its limit.
    fn time(&self) -> Option<Duration> {
        self.time.or_else(|| self.nodes.is_none().then_some(Duration::from_secs(1)))
    }
}

impl Run for Play {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let start = self.open(catalogue)?;
        let game = catalogue.game(&self.game)?;
        let side = match start.status() {
            Status::Unsolved | Status::Solved => Side::Alone,
            Status::ToMove(_) | Status::Finished(_) => {
                let seed = self.seed();
                let opponent = self.opponent(game)?;
                let name = opponent.to_string();
                let engine = start.engine(&opponent, seed)?;
                let person = match self.person {
                    None | Some(Seat::First) => Player::First,
                    Some(Seat::Second) => Player::Second,
                };
                Side::Against { person, name, engine, adviser: None }
            }
        };
        let (position, history) = (start, Vec::new());
        let mut session = Session { options: self, game, position, history, side, out };
        session.greet()?;
        let input = io::stdin().lock();
        session.play(input)?;
        Ok(Exit::Solved)
    }
}

/// The opponent of the person.
enum Side {
    /// None: it is a puzzle.
    Alone,
    /// An engine.
    Against {
        person: Player,
        name: String,
        engine: AnyEngine,
        /// The engine that gives hints, since the first, unless it is the same.
        adviser: Option<AnyEngine>,
    },
}

const HELP: &str = "  a move   plays it; `moves` lists the legal ones
  hint     shows a good move
  value    shows the value of the position
  undo     takes your last move back
  board    draws the board again
  give up  shows the solution, or resigns
  quit     ends the session
";

/// A person, a position, and all the positions before it.
struct Session<'a> {
    options: &'a Play,
    game: &'a dyn GameEntry,
    position: AnyPosition,
    history: Vec<AnyPosition>,
    side: Side,
    out: &'a mut dyn Write,
}

/// Whether the person goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Prompt,
    Leave,
}

impl Session<'_> {
    /// Goes on to another position.
    fn go_to(&mut self, next: AnyPosition) {
        self.history.push(std::mem::replace(&mut self.position, next));
    }

    fn greet(&mut self) -> Result<()> {
        let game = self.position.game();
        match &self.side {
            Side::Alone => writeln!(self.out, "{game}; `help` lists the commands\n")?,
            Side::Against { person, name, .. } => {
                let side = if *person == Player::First { "first" } else { "second" };
                writeln!(
                    self.out,
                    "{game} against {name}: you are the {side} player; `help` lists the commands\n"
                )?;
            }
        }
        self.board()
    }

    /// Lets the opponent and the person take turns until the input ends.
    fn play(&mut self, input: impl BufRead) -> Result<()> {
        let mut lines = input.split(b'\n');
        self.reply()?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(self.out)?;
                return Ok(());
            };
            let line = line.context("standard input")?;
            match str::from_utf8(&line) {
                Ok(command) if self.obey(command.trim())? == Next::Leave => return Ok(()),
                Ok(_) => {}
                Err(_) => writeln!(self.out, "the line is not text in UTF-8")?,
            }
            self.reply()?;
        }
    }

    fn obey(&mut self, command: &str) -> Result<Next> {
        match command.to_lowercase().as_str() {
            "" => {}
            "help" | "?" => write!(self.out, "{HELP}")?,
            "board" | "show" => self.board()?,
            "moves" => {
                let moves = self.position.moves();
                write!(self.out, "{}", output::wrapped(&moves, 80))?;
            }
            "hint" => self.hint()?,
            "value" => self.value()?,
            "undo" => self.undo()?,
            "give up" | "giveup" | "resign" | "solve" => return self.give_up(),
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            _ => self.play_move(command)?,
        }
        Ok(Next::Prompt)
    }

    fn board(&mut self) -> Result<()> {
        let text = colors::board(&self.position.text());
        writeln!(self.out, "{text}")?;
        match self.position.status() {
            Status::Solved => {
                let moves = output::counted(self.history.len() as u64, "move");
                writeln!(self.out, "solved, in {moves}")?;
            }
            Status::Finished(GameResult::Draw) => writeln!(self.out, "a draw")?,
            Status::Finished(GameResult::Win(winner)) => {
                let Side::Against { person, name, .. } = &self.side else { return Ok(()) };
                match winner == *person {
                    true => writeln!(self.out, "you win")?,
                    false => writeln!(self.out, "{name} wins")?,
                }
            }
            Status::Unsolved | Status::ToMove(_) => {}
        }
        Ok(())
    }

    /// Plays what the person wrote, if it is a move.
    fn play_move(&mut self, text: &str) -> Result<()> {
        if matches!(self.position.status(), Status::Finished(_)) {
            writeln!(self.out, "the game is over; you can `undo` or `quit`")?;
            return Ok(());
        }
        match self.position.after(text) {
            Ok(after) => {
                self.go_to(after);
                self.board()
            }
            Err(error) => {
                writeln!(self.out, "{:#}", anyhow::Error::from(error))?;
                writeln!(self.out, "`moves` lists the moves, `help` the commands")?;
                Ok(())
            }
        }
    }

    /// Lets the opponent move as long as it is its turn.
    fn reply(&mut self) -> Result<()> {
        while let Status::ToMove(player) = self.position.status() {
            let Side::Against { person, name, engine, .. } = &mut self.side else { break };
            if player == *person {
                break;
            }
            self.out.flush()?;
            let report = engine.choose(&*self.position, &mut Silent)?;
            let mv = report.best.context("the opponent has no move")?;
            writeln!(self.out, "{name} plays {mv}\n")?;
            let after = self.position.after(&mv)?;
            self.go_to(after);
            self.board()?;
        }
        Ok(())
    }

    /// What the game's best search says of the position.
    fn advice(&mut self) -> Result<Report> {
        self.out.flush()?;
        let spec = self.options.adviser(self.game)?;
        if let Side::Against { name, engine, adviser, .. } = &mut self.side {
            let adviser = match adviser {
                _ if *name == spec.to_string() => engine,
                Some(adviser) => adviser,
                none => none.insert(self.position.engine(&spec, self.options.seed())?),
            };
            return Ok(adviser.choose(&*self.position, &mut Silent)?);
        }
        let mut search = Search::new(self.game.default_algorithm());
        search.databases = Databases::of_user();
        Ok(self.position.solve(&search, &spec.budget(), &mut Silent)?)
    }

    fn hint(&mut self) -> Result<()> {
        let report = self.advice()?;
        match (&report.best, report.moves.first(), report.outcome) {
            (Some(mv), ..) => {
                let why = match report.outcome {
                    Verdict::Win => format!(" wins{}", in_plies(&report)),
                    Verdict::Loss if report.length.is_none() => " loses, as every move does".into(),
                    Verdict::Loss => format!(" holds out longest, but loses{}", in_plies(&report)),
                    Verdict::Draw => " keeps the draw".to_owned(),
                    _ => " looks best".to_owned(),
                };
                writeln!(self.out, "{mv}{why}")?;
            }
            (None, Some(mv), _) => {
                let moves = output::counted(report.moves.len() as u64, "move");
                let claim = if report.optimal { "" } else { " or fewer" };
                writeln!(self.out, "{mv}; {moves}{claim} to the goal")?;
            }
            (None, None, Verdict::Solved) => writeln!(self.out, "it is solved")?,
            (None, None, Verdict::Win | Verdict::Loss | Verdict::Draw) => {
                writeln!(self.out, "the game is over")?;
            }
            (None, None, _) => {
                writeln!(self.out, "{}", sentence(&report, self.position.status()))?;
            }
        }
        Ok(())
    }

    fn value(&mut self) -> Result<()> {
        let report = self.advice()?;
        writeln!(self.out, "{}", sentence(&report, self.position.status()))?;
        Ok(())
    }

    /// Goes back to where the person moved last.
    fn undo(&mut self) -> Result<()> {
        let before =
            self.history.iter().rposition(|position| match (position.status(), &self.side) {
                (Status::ToMove(player), Side::Against { person, .. }) => player == *person,
                _ => true,
            });
        match before.and_then(|place| self.history.drain(place..).next()) {
            Some(position) => {
                self.position = position;
                self.board()
            }
            None => {
                writeln!(self.out, "there is nothing to take back")?;
                Ok(())
            }
        }
    }

    fn give_up(&mut self) -> Result<Next> {
        let status = self.position.status();
        if let Side::Against { name, .. } = &self.side {
            if let Status::ToMove(_) = status {
                writeln!(self.out, "you resign; {name} wins")?;
            }
            return Ok(Next::Leave);
        }
        let report = self.advice()?;
        writeln!(self.out, "{}", sentence(&report, self.position.status()))?;
        if report.outcome != Verdict::Solved {
            return Ok(Next::Prompt);
        }
        write!(self.out, "{}", output::wrapped(&report.moves, 80))?;
        for mv in &report.moves {
            let after = self.position.after(mv)?;
            self.go_to(after);
        }
        writeln!(self.out, "\n{}", self.position.text())?;
        Ok(Next::Leave)
    }
}
