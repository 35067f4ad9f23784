//! Small games proved: who wins is searched, written as a certificate, and checked, each step by
//! the clock.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tesuji::adversarial::{Even, Hints, NoHints, TableSearch};
use tesuji::breakthrough::Breakthrough;
use tesuji::breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji::catalogue::Catalogue;
use tesuji::catalogue::certify::{self, Deciding, Guide, Oracle, Proving};
use tesuji::certificate::{Certificate, Checked, Checker, Claim};
use tesuji::connect_four::ConnectFour;
use tesuji::connect_four::ConnectFourHints;
use tesuji::core::{
    BoardSize, Budget, Checkpoints, Evaluator, Game, GameSolver, NamedGame, Settings, Silent,
    Snapshot, Value,
};
use tesuji::proof::{DfPn, Mobility, ParallelDfPn};
use tesuji::retrograde::{Reachable, Table};
use tesuji::storage::checkpoint::Folder;
use tesuji::tic_tac_toe::TicTacToe;

use crate::clock::processor_seconds;

/// The games, with the boards that take less than a minute, width x height.
pub const GAMES: [(&str, &[&str]); 3] = [
    ("tic-tac-toe", &["3x3"]),
    ("breakthrough", &["2x4", "2x5", "2x6", "3x4", "3x5", "3x6", "4x4", "4x5", "5x4", "5x5"]),
    ("connect-four", &["4x4", "4x5", "5x4", "5x5", "4x6", "6x4"]),
];

/// Boards whose certificates leave positions to the checker's search: what is proved, and the most
/// work and the most plies of a search.
const SEARCHED: [(&str, &str, Question, (u64, u32)); 3] = [
    ("breakthrough", "6x5", Question::Who, (1_000, 9)),
    ("breakthrough", "5x6", Question::Who, (1_000, 9)),
    ("connect-four", "7x6", Question::Exactly, (1_000_000, 41)),
];

/// The most work and the most plies of a search of the checker where values after errors are proved.
#[must_use]
pub fn semi_strong_search(game: &str) -> (u64, u32) {
    if game == "connect-four" { (1_000_000, u32::MAX) } else { (10_000, 60) }
}

/// What is proved of a board by default, and the most work and plies of a search of the checker. The
/// length is proved if a board has at most 25 cells.
#[must_use]
pub fn defaults(game: &str, board: &str) -> (Question, (u64, u32)) {
    let searched = SEARCHED.into_iter().find(|&(name, size, ..)| (name, size) == (game, board));
    if let Some((_, _, question, search)) = searched {
        return (question, search);
    }
    let cells = board.parse().map_or(0, cells);
    (if cells > 25 { Question::Who } else { Question::Within }, (0, 0))
}

fn cells(BoardSize { width, height }: BoardSize) -> usize {
    width.saturating_mul(height)
}

/// How a game is proved.
#[derive(Clone, Debug)]
pub struct Prover {
    /// What is proved of boards that are too large for a table.
    pub question: Question,
    /// The work and the number of plies within which the search of the checker proves a position that
    /// is left to it.
    pub search: (u64, u32),
    /// The most positions of a certificate.
    pub positions: u64,
    /// The most bytes for the table of the search.
    pub table_bytes: usize,
    /// The threads of df-pn.
    pub threads: usize,
    /// Where the certificates go, and while one is made, what is needed to go on after an
    /// interruption.
    pub folder: PathBuf,
}

/// What a certificate says of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins: quicker to find out, and the only way on some large boards.
    Who,
    /// In how many plies at most.
    Within,
    /// In how many plies: the certificate has the moves of both players.
    Exactly,
    /// Who wins, and the values of all positions that can be reached while one of the players plays
    /// as well as can be.
    SemiStrong,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The name of the game.
    pub game: &'static str,
    /// Width and height.
    pub board: String,
    /// What is proved.
    pub claim: Claim,
    /// In how many plies at most the winner wins.
    pub plies: Option<u32>,
    /// Entries of the certificate.
    pub entries: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Seconds of processor time until the value was proved.
    pub to_verdict: f64,
    /// Seconds from there until the file was written, one check on the way included.
    pub to_make: f64,
    /// Seconds to check the file.
    pub to_check: f64,
}

impl Proved {
    /// What the columns of [`row`](Self::row) are.
    pub const HEAD: [&'static str; 8] =
        ["game", "board", "claim", "entries", "bytes", "to verdict", "to file", "to check"];

    /// A line of a table, times in seconds.
    #[must_use]
    pub fn row(&self) -> [String; 8] {
        let seconds = |time: f64| format!("{time:.2}");
        [
            self.game.to_owned(),
            self.board.clone(),
            self.claim.to_string(),
            self.entries.to_string(),
            self.bytes.to_string(),
            seconds(self.to_verdict),
            seconds(self.to_make),
            seconds(self.to_check),
        ]
    }
}

impl Prover {
    /// Proves what the first position of a board is worth.
    ///
    /// # Errors
    /// There is no such board, the file cannot be written, or the checker refuses it.
    pub fn prove(&self, game: &str, board: &str) -> Result<Proved> {
        let size: BoardSize = board.parse()?;
        let (BoardSize { width, height }, cells) = (size, cells(size));
        // Before the search, which may take hours.
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        match game {
            // All positions of the smaller boards go into a table, which knows the exact length as
            // well.
            "breakthrough" if cells <= 16 => {
                self.by_table(&Breakthrough::new(width, height)?, board)
            }
            "breakthrough" if matches!(self.question, Question::Who | Question::SemiStrong) => {
                self.by_decision(&Breakthrough::new(width, height)?, board, BreakthroughHints)
            }
            "breakthrough" => {
                let game = Breakthrough::new(width, height)?;
                self.by_search(&game, board, BreakthroughHints, PawnsAndRows)
            }
            "connect-four" if cells <= 16 => {
                self.by_table(&ConnectFour::new(width, height)?, board)
            }
            "connect-four" => {
                let game = ConnectFour::new(width, height)?;
                self.by_search(&game, board, ConnectFourHints, Even)
            }
            "tic-tac-toe" if (width, height) != (3, 3) => bail!("tic-tac-toe is played on 3x3"),
            "tic-tac-toe" => self.by_search(&TicTacToe::new(), board, NoHints, Even),
            _ => bail!("{game:?} is not proved here: tic-tac-toe, breakthrough or connect-four"),
        }
    }

    fn by_table<G: Game + NamedGame>(&self, game: &G, board: &str) -> Result<Proved> {
        let start = processor_seconds();
        let table = Table::solve(Reachable::explore_all(game, &game.initial()));
        let judgement = table.judge(&game.initial()).context("nothing was proved")?;
        let to_verdict = processor_seconds() - start;
        let claim = claim_of(judgement.value, game, true)?;
        self.record(game, board, claim, &table, to_verdict, Budget::unlimited())
    }

    fn by_search<G, H, E>(&self, game: &G, board: &str, hints: H, evaluator: E) -> Result<Proved>
    where
        G: Game + NamedGame,
        H: Hints<G> + Clone,
        E: Evaluator<G> + Clone,
    {
        macro_rules! prove_by {
            ($search:expr) => {{
                let search = $search.hints(hints).evaluator(evaluator);
                let search = search.table_bytes(self.table_bytes);
                self.by_oracle(game, board, |budget| Proving::new(search, budget))
            }};
        }
        if matches!(self.question, Question::Who | Question::SemiStrong) {
            prove_by!(TableSearch::outcome_only())
        } else {
            prove_by!(TableSearch::mtd_bi())
        }
    }

    /// With df-pn, which finds out who wins on larger boards than alpha-beta does.
    fn by_decision<G, H>(&self, game: &G, board: &str, hints: H) -> Result<Proved>
    where
        G: Game<State: Send + Sync, Move: Send> + NamedGame + Sync,
        H: Hints<G> + Clone + Sync,
    {
        let search = DfPn::new().hints(hints).first_numbers(Mobility);
        let search = search.table_bytes(self.table_bytes);
        self.by_oracle(game, board, |budget| {
            if self.threads > 1 {
                // The oracle goes on from the last checkpoint.
                let together = ParallelDfPn::new(search.clone(), self.threads);
                let mut lines = Lines::default();
                let mut report = |snapshot: &Snapshot| {
                    lines.say(|| format!("df-pn: {} nodes expanded", snapshot.stats.expanded));
                };
                drop(together.solve_within(game, &game.initial(), &budget, &mut report));
            }
            Deciding::new(search, budget)
        })
    }

    fn by_oracle<G: Game + NamedGame, O: Oracle<G>>(
        &self,
        game: &G,
        board: &str,
        oracle: impl FnOnce(Budget) -> O,
    ) -> Result<Proved> {
        let start = processor_seconds();
        let (saved, folder) = self.saved(G::NAME, board)?;
        let budget = Budget::unlimited().checkpoints(saved);
        let mut oracle = oracle(budget.clone());
        let value = oracle.value(game, &game.initial()).context("nothing was proved")?;
        let claim = claim_of(value, game, self.question == Question::Exactly)?;
        let to_verdict = processor_seconds() - start;
        eprintln!("{} {board}: {claim}, after {to_verdict:.1} s of processor time", G::NAME);
        let oracle = Told { oracle, asked: 0, lines: Lines::default() };
        let proved = self.record(game, board, claim, oracle, to_verdict, budget)?;
        folder.clear()?;
        Ok(proved)
    }

    /// The checkpoints of a board and a question. What the checker searches is no part of them: the
    /// search that decides does not depend on it, and the choices of a certificate name it.
    fn saved(&self, game: &str, board: &str) -> Result<(Checkpoints, Folder)> {
        let path = self.folder.join(format!("{game}-{board}.checkpoints"));
        let (question, version) = (self.question, env!("CARGO_PKG_VERSION"));
        let command = format!("prove {version} {game} {board} {question:?}");
        let folder = Folder::open(&path, &command, |warning| eprintln!("{warning}"))?;
        Ok((Checkpoints::new(folder.clone()), folder))
    }

    /// Writes the certificate that an oracle makes, and checks the file.
    fn record<G: Game + NamedGame>(
        &self,
        game: &G,
        board: &str,
        claim: Claim,
        oracle: impl Oracle<G>,
        to_verdict: f64,
        budget: Budget,
    ) -> Result<Proved> {
        let start = processor_seconds();
        let (work, plies) = self.search;
        let guide = Guide::new(oracle).search(work, plies).positions(self.positions);
        let start_of_game = game.initial();
        let ((certificate, _), kind) = match self.question {
            Question::SemiStrong => {
                (certify::semi_strong(game, &start_of_game, guide, &budget)?, "-semi-strong")
            }
            _ => (certify::claim_by(game, &start_of_game, claim, guide, &budget)?, ""),
        };
        let file = self.folder.join(format!("{}-{board}{kind}.tesuji", G::NAME));
        tesuji_storage::write(&file, certificate.to_bytes())?;
        let written = processor_seconds();
        let checker = Checker::new().budget(budget).positions(self.positions);
        let Checked { header, plies, .. } = checker.check_game::<G>(File::open(&file)?, None)?;
        Ok(Proved {
            game: G::NAME,
            board: board.to_owned(),
            claim: header.claim,
            plies,
            entries: header.entries,
            bytes: fs::metadata(&file)?.len(),
            to_verdict,
            to_make: written - start,
            to_check: processor_seconds() - written,
        })
    }
}

/// Lines about what goes on, one in half a minute.
#[derive(Default)]
struct Lines(Option<Instant>);

impl Lines {
    const EVERY: Duration = Duration::from_secs(30);

    fn say(&mut self, line: impl FnOnce() -> String) {
        let last = *self.0.get_or_insert_with(Instant::now);
        if last.elapsed() >= Self::EVERY {
            self.0 = Some(Instant::now());
            eprintln!("{}", line());
        }
    }
}

/// An oracle that counts how often it was asked.
struct Told<O> {
    oracle: O,
    asked: u64,
    lines: Lines,
}

impl<O> Told<O> {
    fn count(&mut self) {
        self.asked += 1;
        self.lines.say(|| format!("certificate: {} positions searched", self.asked));
    }
}

impl<G: Game, O: Oracle<G>> Oracle<G> for Told<O> {
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value> {
        self.count();
        self.oracle.value(game, state)
    }

    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move> {
        self.count();
        self.oracle.moves(game, state, least)
    }
}

fn claim_of<G: Game + NamedGame>(value: Value, game: &G, exactly: bool) -> Result<Claim> {
    let mover = game.to_move(&game.initial());
    certify::claim_of(value, mover, exactly).context("nothing was proved")
}

/// The certificate of what a search, such as `df-pn`, finds out about a position, all by name.
///
/// # Errors
/// There is no such game, position or search, or the search proves nothing.
pub fn certificate(
    game: &str,
    settings: &Settings,
    position: &str,
    search: &str,
) -> Result<Certificate> {
    let catalogue = Catalogue::standard();
    let game = catalogue.game(game)?;
    let (position, search) = (game.open(Some(position), settings)?, game.search(search)?);
    let report = position.solve(&search, &Budget::unlimited(), &mut Silent)?;
    Ok(position.certify(&report, &search, &Budget::unlimited())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_made_is_named_before_the_search() {
        let prover = Prover {
            question: Question::Within,
            search: (0, 0),
            positions: Checker::POSITIONS,
            table_bytes: 1 << 20,
            threads: 1,
            folder: "Cargo.toml/certificates".into(),
        };
        for (game, board) in [("tic-tac-toe", "3x3"), ("breakthrough", "2x4")] {
            let error = prover.prove(game, board).unwrap_err();
            assert_eq!(error.to_string(), "cannot make the folder Cargo.toml/certificates");
        }
    }
}
