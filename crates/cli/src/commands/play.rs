use std::io::{self, BufRead, Write};

use anyhow::{Context, Result};
use tesuji::catalogue::{
    AnyEngine, AnyPosition, Position, Report, SearchOptions, Status, Verdict, game,
};
use tesuji::core::{Budget, GameResult, Player, Silent};

use super::solve::{in_plies, sentence};
use crate::arguments::Play;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(options: &Play, out: &mut impl Write) -> Result<Exit> {
    let start = options.open()?;
    let side = match start.status() {
        Status::Unsolved | Status::Solved => Side::Alone,
        Status::ToMove(_) | Status::Finished(_) => {
            let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
            let opponent = options.opponent()?;
            let name = opponent.to_string();
            let engine = start.engine(&opponent, seed)?;
            let adviser = start.engine(&options.adviser()?, seed)?;
            Side::Against { person: options.side(), name, engine, adviser }
        }
    };
    let mut session = Session { options, history: vec![start], side, out };
    session.greet()?;
    let input = io::stdin().lock();
    session.play(input)?;
    Ok(Exit::Solved)
}

/// Whom the person plays against.
enum Side {
    /// Nobody: it is a puzzle.
    Alone,
    /// An engine.
    Against { person: Player, name: String, engine: AnyEngine, adviser: AnyEngine },
}

const HELP: &str = "  a move   plays it; `moves` lists those there are
  hint     tells a good move
  value    tells what the position is worth
  undo     takes your last move back
  board    draws the board again
  give up  shows the solution, or resigns
  quit     ends it all
";

/// A person, a position, and all the positions before it.
struct Session<'a, W> {
    options: &'a Play,
    /// The last one is the one on the board.
    history: Vec<AnyPosition>,
    side: Side,
    out: &'a mut W,
}

/// Whether the person goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Prompt,
    Leave,
}

impl<W: Write> Session<'_, W> {
    fn position(&self) -> &dyn Position {
        &**self.history.last().expect("the start stays")
    }

    fn greet(&mut self) -> Result<()> {
        let game = self.position().game();
        match &self.side {
            Side::Alone => writeln!(self.out, "{game}; `help` lists what you can say\n")?,
            Side::Against { person, name, .. } => {
                let side = if *person == Player::First { "first" } else { "second" };
                writeln!(
                    self.out,
                    "{game} against {name}: you are the {side} player; `help` lists what you can say\n"
                )?;
            }
        }
        self.board()
    }

    /// Lets the opponent move and the person talk until the input ends.
    fn play(&mut self, input: impl BufRead) -> Result<()> {
        let mut lines = input.lines();
        self.reply()?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(self.out)?;
                return Ok(());
            };
            let line = line.context("standard input")?;
            if self.obey(line.trim())? == Next::Leave {
                return Ok(());
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
                let moves = self.position().moves();
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
        let text = self.position().text();
        writeln!(self.out, "{text}")?;
        match self.position().status() {
            Status::Solved => {
                let moves = output::counted(self.history.len() as u64 - 1, "move");
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
        if matches!(self.position().status(), Status::Finished(_)) {
            writeln!(self.out, "the game is over; you can `undo` or `quit`")?;
            return Ok(());
        }
        match self.position().after(text) {
            Ok(after) => {
                self.history.push(after);
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
        while let Status::ToMove(player) = self.position().status() {
            let position = self.history.last().expect("the start stays");
            let Side::Against { person, name, engine, .. } = &mut self.side else { break };
            if player == *person {
                break;
            }
            self.out.flush()?;
            let report = engine.choose(&**position, &mut Silent)?;
            let mv = report.best.context("the opponent has no move")?;
            writeln!(self.out, "{name} plays {mv}\n")?;
            let after = position.after(&mv)?;
            self.history.push(after);
            self.board()?;
        }
        Ok(())
    }

    /// What the best search there is says of the position.
    fn advice(&mut self) -> Result<Report> {
        let position = self.history.last().expect("the start stays");
        self.out.flush()?;
        if let Side::Against { adviser, .. } = &mut self.side {
            return Ok(adviser.choose(&**position, &mut Silent)?);
        }
        let search = SearchOptions::new(game(position.game())?.default_algorithm());
        Ok(position.solve(&search, &self.budget(), &mut Silent)?)
    }

    /// What a search for a puzzle may use.
    fn budget(&self) -> Budget {
        // A person waits longer for a solution than for a move.
        let patience = self.options.time().map(|time| time.saturating_mul(10));
        let budget = patience.map_or(Budget::unlimited(), |time| Budget::unlimited().time(time));
        self.options.nodes.map_or(budget.clone(), |nodes| budget.nodes(nodes))
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
                writeln!(self.out, "{}", sentence(&report, self.position().status()))?;
            }
        }
        Ok(())
    }

    fn value(&mut self) -> Result<()> {
        let report = self.advice()?;
        writeln!(self.out, "{}", sentence(&report, self.position().status()))?;
        Ok(())
    }

    /// Goes back to where the person moved last.
    fn undo(&mut self) -> Result<()> {
        let before = self.history[..self.history.len() - 1].iter().rposition(|position| {
            match (position.status(), &self.side) {
                (Status::ToMove(player), Side::Against { person, .. }) => player == *person,
                _ => true,
            }
        });
        match before {
            Some(index) => {
                self.history.truncate(index + 1);
                self.board()
            }
            None => {
                writeln!(self.out, "there is nothing to take back")?;
                Ok(())
            }
        }
    }

    fn give_up(&mut self) -> Result<Next> {
        let status = self.position().status();
        if let Side::Against { name, .. } = &self.side {
            if let Status::ToMove(_) = status {
                writeln!(self.out, "you resign; {name} wins")?;
            }
            return Ok(Next::Leave);
        }
        let report = self.advice()?;
        writeln!(self.out, "{}", sentence(&report, self.position().status()))?;
        if report.outcome != Verdict::Solved {
            return Ok(Next::Prompt);
        }
        write!(self.out, "{}", output::wrapped(&report.moves, 80))?;
        for mv in &report.moves {
            let after = self.position().after(mv)?;
            self.history.push(after);
        }
        writeln!(self.out, "\n{}", self.position().text())?;
        Ok(Next::Leave)
    }
}
