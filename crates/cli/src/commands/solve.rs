use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use comfy_table::Table;
use serde_json::Value;
use tesuji::arena::MatchScore;
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{
    AnyPosition, Catalogue, CatalogueError, GameEntry, GamePosition, MoveReport, ProofFile, Report,
    Search, Status, Verdict, algorithms, options,
};
use tesuji::core::{StopFlag, quoted};

use super::batch::{self, Batch, Each, Format};
use super::job::{Divisible, Merged, Part};
use super::{Run, show};
use crate::checkpoint::{self, CheckpointArguments};
use crate::colors;
use crate::exit::Exit;
use crate::flags::SearchFlags;
use crate::inputs::{Limits, Start};
use crate::limits;
use crate::output::{self, OUTPUT};
use crate::progress::Spinner;

/// The options for one position, not for many.
const FOR_ONE: [&str; 6] = ["strategy", "show", "words", "svg", "certificate", "json"];

/// Solve a position, or many
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji solve taquin 806547231
  tesuji solve taquin 631752048 --with bfs --show
  tesuji solve taquin 806547231 --with idastar --heuristic manhattan --json
  tesuji solve taquin 123456708 --goal blank-last
  tesuji solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --time 60s
  tesuji solve taquin 15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0 --heuristic pdb:7-8 --threads 2
  tesuji solve taquin 1 2 3 0 / 4 5 6 7 --svg board.svg
  tesuji solve rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --metric slides --show
  tesuji solve rush-hour-rocks B..CCCB..D.FAA.DEFGGG.EF..I.KKHHIJJ. --strategy moves.csv
  tesuji solve rush-hour-rocks --adversary random
  tesuji solve breakthrough --with expectimax --depth 4 --opponent pessimistic
  tesuji solve tic-tac-toe XX.OO....
  tesuji solve nim 3-4-5 --rules misere --with alpha-beta --all
  tesuji solve simple-nim 15 --with alpha-beta:outcome-only
  tesuji solve breakthrough --size 4x5 --time 30s
  tesuji solve tic-tac-toe --certificate draw.tesuji --semi-strong
  tesuji solve breakthrough --size 5x5 --with grave --playouts 10000
  tesuji solve taquin --file positions.txt --csv --threads 2
  tesuji solve taquin --file positions.txt --csv --time-each 10s
  tesuji shuffle taquin --count 100 | tesuji solve taquin - --jsonl

--file reads many positions, one a line, and so does `-`, unless an option is for one position
(--json, --show, --words, --svg, --strategy, --certificate). Empty lines and comments, which begin
with # and a space, are skipped. The answers come in the order of the lines, each as soon as it is
known. A line that is not valid is reported with its number, the others are solved, and the exit
code is 2. Limits hold for all positions together, but --time-each and --nodes-each for each;
--threads is the number of positions that are solved at the same time.

Exit codes: 0 solved, 1 proved unsolvable, 2 bad input, 3 unknown (a limit was reached), 4 a file
cannot be read or written, 5 answered without a proof, so that --certificate writes no file. On
Ctrl-C the command prints what it knows; --time limits the whole command.

With one thread and without --time, runs differ in times only. With several threads the proved value
or length is the same; node counts, estimates and the choice among equally good moves may differ.
The default heuristic of 4x4 and 5x5 boards depends on the pattern databases that are built
(`tesuji pdb list`); the answer names it, and --heuristic sets it.")]
pub(crate) struct Solve {
    #[command(flatten)]
    start: Start,
    /// The search: an algorithm, or one with options, as in alpha-beta:outcome-only;
    /// `tesuji algorithms` lists them [default: the game's best, such as ida* or pvs]
    #[arg(long = "with", value_name = "SEARCH")]
    search: Option<String>,
    #[command(flatten)]
    flags: SearchFlags,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    each: Each,
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    /// Write the best strategy to this file, for games that offer one: a move for every position
    /// that the opponent can reach; as JSON if the name ends in .json, otherwise as CSV
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    strategy: Option<PathBuf>,
    /// Draw the board after every move
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    show: bool,
    /// Describe the moves in words, for games that do: en (English) or fr (French)
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_parser = ["en", "fr"],
        hide_possible_values = true,
        conflicts_with = "json",
        help_heading = OUTPUT
    )]
    words: Option<String>,
    /// Write a picture of the position to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    svg: Option<PathBuf>,
    /// Write a certificate of the answer to this file: a proof that `tesuji verify` checks by the
    /// rules alone
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    certificate: Option<PathBuf>,
    /// In the certificate, also prove the values of all positions that can be reached while either player
    /// follows a best strategy: the position is semi-strongly solved
    #[arg(long, requires = "certificate", help_heading = OUTPUT)]
    semi_strong: bool,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Solve the positions in this file, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = FOR_ONE, conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Print a JSON object on a line for each of many positions
    #[arg(long, conflicts_with_all = FOR_ONE, conflicts_with = "csv", help_heading = OUTPUT)]
    jsonl: bool,
    /// Print a line of CSV for each of many positions
    #[arg(long, conflicts_with_all = FOR_ONE, help_heading = OUTPUT)]
    csv: bool,
}

impl Solve {
    /// Whether positions are solved one a line.
    fn is_batch(&self) -> bool {
        let is_for_one = self.json || self.show || self.words.is_some();
        let files = [&self.svg, &self.strategy, &self.certificate];
        let is_for_one = is_for_one || files.iter().any(|file| file.is_some());
        self.file.is_some() || self.start.position[..] == ["-"] && !is_for_one
    }

    fn solve_batch(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let (search, threads) = self.batch_search(catalogue)?;
        let stop = limits::stop_on_interrupt()?;
        let limits = Limits { nodes: None, ..self.limits };
        let format = match (self.jsonl, self.csv) {
            (true, _) => Format::JsonLines,
            (false, true) => Format::Csv,
            (false, false) => Format::Text,
        };
        let mut batch = self.batch(catalogue, (&search, threads), &limits, format, stop)?;
        batch.budget = batch.budget.start();
        batch.nodes = self.limits.nodes;
        batch.each = self.each;
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        let exit = batch.run(batch::opened(file)?, out)?;
        if let Some(store) = search.store() {
            store.save()?;
            output::wrote("proved results", store.path());
        }
        Ok(exit)
    }

    /// The search for many positions, and how many of them are solved at the same time.
    fn batch_search(&self, catalogue: &Catalogue) -> Result<(Search, usize)> {
        let mut flags = self.flags.clone();
        let threads = flags.take(options::THREADS.name);
        let threads = threads.map_or(Ok(1), |text| {
            let threads = options::THREADS.parse(&text);
            threads
                .map_err(|problem| anyhow!("{} is not valid for threads: {problem}", quoted(&text)))
        })?;
        ensure!(
            !self.checkpoint.is_given(),
            "--checkpoint is for one position; of many positions, tesuji job keeps the parts that \
             are complete"
        );
        let search = self.search(catalogue, &flags)?;
        ensure!(
            threads == 1 || search.store().is_none(),
            "--store is for one position after the other: give it without --threads"
        );
        Ok((search, threads))
    }

    /// The questions of a batch, within these limits for each position.
    fn batch<'a>(
        &'a self,
        catalogue: &'a Catalogue,
        (search, threads): (&'a Search, usize),
        limits: &Limits,
        format: Format,
        stop: StopFlag,
    ) -> Result<Batch<'a>> {
        let mut budget = limits::budget_for_each(limits, stop.clone());
        if let Some(bytes) = budget.memory_limit() {
            budget = budget.memory(bytes / threads);
        }
        let file = self.file.as_ref();
        Ok(Batch {
            from: file.map_or("the positions".to_owned(), |file| format!("{file:?}")),
            game: self.start.game(catalogue)?,
            settings: self.start.settings.settings(),
            search,
            format,
            threads,
            budget,
            certificates: None,
            nodes: None,
            each: Each::default(),
            stop,
        })
    }

    fn search(&self, catalogue: &Catalogue, flags: &SearchFlags) -> Result<Search> {
        let game = self.start.game(catalogue)?;
        let mut search = match &self.search {
            Some(text) => game.search(text)?,
            // Of the searches that can exhaust a space, this one meets each state only once.
            None if flags.has(options::EXHAUST.name) => {
                Search::new(game.algorithm("bfs").unwrap_or(game.default_algorithm()))
            }
            None => Search::new(game.default_algorithm()),
        };
        flags.set(&mut search)?;
        search.databases = Databases::of_user();
        search.anytime = true;
        Ok(search)
    }

    /// The position and the search, when all that can be refused has been looked at.
    fn checked(&self, catalogue: &Catalogue) -> Result<(AnyPosition, Search)> {
        ensure!(
            !self.jsonl && !self.csv,
            "--jsonl and --csv are for many positions: give --file FILE or -; for one, --json"
        );
        ensure!(
            !self.each.is_given(),
            "--time-each and --nodes-each are for many positions: give --file FILE or -; for one, \
             --time and --nodes"
        );
        let position = self.start.open(catalogue)?;
        let search = self.search(catalogue, &self.flags)?;
        position.check(&search)?;
        self.start.check_unsolved(&*position)?;
        if self.strategy.is_some() && !position.has_strategies() {
            return Err(
                CatalogueError::NotOffered { game: position.game(), what: "strategies" }.into()
            );
        }
        if let Some(language) = &self.words {
            // Before the search, whether the game has words.
            show::in_words(&*position, language)?;
        }
        // So does the making of a certificate for a game of two players.
        let saves = search.algorithm.saves_checkpoints()
            || self.certificate.is_some() && matches!(position.status(), Status::ToMove(_));
        if self.checkpoint.is_given() && !saves {
            let able = algorithms().filter(|one| one.saves_checkpoints());
            let able: Vec<_> = able.map(|algorithm| algorithm.name).collect();
            bail!("{} saves no checkpoints; {} do", search.algorithm, able.join(", "));
        }
        let files = [&self.svg, &self.strategy, &self.certificate].into_iter().flatten();
        let store = search.store().map(ProofFile::path);
        output::check_all_writable(files.map(PathBuf::as_path).chain(store))?;
        Ok((position, search))
    }

    /// A position of a file that the search can begin from.
    fn open(&self, game: &dyn GameEntry, text: &str, search: &Search) -> Result<AnyPosition> {
        let position = game.open(Some(text), self.start.settings.settings())?;
        position.check(search)?;
        Ok(position)
    }
}

impl Divisible for Solve {
    fn files(&mut self) -> Vec<&mut PathBuf> {
        self.file.iter_mut().collect()
    }

    fn count(&self, catalogue: &Catalogue) -> Result<u64> {
        let file =
            self.file.as_ref().context("a job needs the positions in a file: --file FILE")?;
        ensure!(!self.csv, "a job writes JSON: leave out --csv");
        ensure!(
            !self.each.is_given(),
            "the limits of a job are for each position: --time, --nodes"
        );
        let (search, _) = self.batch_search(catalogue)?;
        ensure!(search.store().is_none(), "--store is one file for all: leave it out");
        let game = self.start.game(catalogue)?;
        ensure!(file != Path::new("-"), "a job needs a file that it can read again, not -");
        let positions = batch::positions_of(file)?;
        for (number, text) in &positions {
            self.open(game, text, &search).with_context(|| format!("line {number}"))?;
        }
        Ok(positions.len() as u64)
    }

    fn certifies(&self) -> bool {
        true
    }

    fn run_part(&self, part: &Part, out: &mut dyn Write) -> Result<Option<MatchScore>> {
        let (search, threads) = self.batch_search(part.catalogue)?;
        let (search, stop) = ((&search, threads), part.stop.clone());
        let mut batch =
            self.batch(part.catalogue, search, &self.limits, Format::Repeatable, stop)?;
        batch.certificates = part.folder.certificates();
        let mut text = String::new();
        let mut line = 1;
        for (number, position) in part.of(&batch::positions(&*part.folder.input(0)?)?)? {
            // The lines keep their numbers.
            text += &"\n".repeat((number - line) as usize);
            text += &format!("{position}\n");
            line = number + 1;
        }
        batch.run(io::Cursor::new(text), out)?;
        Ok(None)
    }

    fn merge(&self, merged: &Merged, out: &mut dyn Write) -> Result<Exit> {
        let positions = batch::positions(&*merged.folder.input(0)?)?;
        let (search, _) = self.batch_search(merged.catalogue)?;
        let game = self.start.game(merged.catalogue)?;
        merged.check_answers(&positions, &|text| self.open(game, text, &search))?;
        let mut exit = Exit::Solved;
        for line in &merged.lines {
            let answer: Value = serde_json::from_str(line)?;
            let unproved =
                merged.folder.certificates().is_some() && answer["certificate"].is_null();
            let own = match answer["outcome"].as_str() {
                None => Exit::BadInput,
                Some("unknown") => Exit::Unknown,
                Some(_) if unproved => Exit::Unproved,
                Some(_) => Exit::Solved,
            };
            exit = exit.or(own);
            writeln!(out, "{line}")?;
        }
        Ok(exit)
    }
}

impl Run for Solve {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        if self.is_batch() {
            return self.solve_batch(catalogue, out);
        }
        let (position, search) = self.checked(catalogue)?;
        let saving = self.checkpoint.open(checkpoint::LIMITS)?;
        let store = search.store();
        let budget = saving.within(limits::budget(&self.limits)?);
        if !self.json {
            head(&*position, out)?;
        }
        let mut report = {
            let mut spinner = Spinner::new(search.algorithm.name);
            position.solve(&search, &budget, &mut spinner)?
        };
        if !self.json {
            let told = match &self.words {
                Some(language) => Some(position.in_words(&report.moves, language)?),
                None => None,
            };
            body(&report, told.as_deref(), position.status(), out)?;
            out.flush()?;
        }
        // What follows from the answer is made within the same budget, and written after the answer.
        let strategy = self.strategy.as_ref().map(|file| {
            let mut spinner = Spinner::new("strategy");
            (file, position.strategy(&search, &budget, &mut spinner))
        });
        let certificate = self.certificate.as_ref().map(|file| {
            let _spinner = Spinner::new("certificate");
            let made = match self.semi_strong {
                true => position.certify_semi_strong(&report, &search, &budget),
                false => position.certify(&report, &search, &budget),
            };
            (file, made)
        });
        let stopped = strategy.as_ref().and_then(|(_, made)| limit_of(made));
        let stopped = stopped.or_else(|| certificate.as_ref().and_then(|(_, made)| limit_of(made)));
        let mut exit = Exit::from(report.outcome);
        if let Some(limit) = stopped {
            exit = Exit::stopped(&limit);
            report.limit.get_or_insert(limit);
        }
        if self.json {
            output::json(&report, out)?;
            out.flush()?;
        }
        if let Some(store) = store {
            store.save()?;
            output::wrote("proved results", store.path());
        }
        if let Some(file) = &self.svg {
            output::write("picture", file, position.svg(), out)?;
        }
        if let Some((file, made)) = strategy
            && limit_of(&made).is_none()
        {
            let strategy = made?;
            let is_json = file.extension().is_some_and(|ending| ending == "json");
            let text =
                if is_json { serde_json::to_string_pretty(&strategy)? } else { strategy.csv() };
            output::write("strategy", file, text, out)?;
        }
        if let Some((file, made)) = certificate
            && limit_of(&made).is_none()
        {
            let end = output::certified(made, file, self.json, out)?;
            if end == Exit::Unproved && exit != Exit::Unknown {
                exit = end;
            }
        }
        if self.show {
            steps(position, &report.moves, out)?;
        }
        saving.end(exit, out)
    }
}

/// The limit that ended the making of something.
fn limit_of<T>(made: &Result<T, CatalogueError>) -> Option<String> {
    match made {
        Err(CatalogueError::Stopped(limit)) => Some(limit.to_string()),
        _ => None,
    }
}

pub(super) fn head(position: &dyn GamePosition, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{} {}\n", position.game(), position.notation())?;
    write!(out, "{}", colors::board(&position.text()))?;
    let facts: Vec<_> =
        position.facts().iter().map(|(name, figure)| format!("{name} {figure}")).collect();
    writeln!(out, "{}\n", facts.join(", "))?;
    // A person may have to wait for the rest.
    out.flush()?;
    Ok(())
}

/// The answer, with its moves in words if they are told.
fn body(
    report: &Report,
    told: Option<&[String]>,
    status: Status,
    out: &mut dyn Write,
) -> Result<()> {
    match report.heuristic {
        Some(heuristic) => write!(out, "{} with {heuristic}: ", report.algorithm)?,
        None => write!(out, "{}: ", report.algorithm)?,
    }
    let style = colors::answer(report.outcome);
    writeln!(out, "{style}{}{style:#}", sentence(report, status))?;
    if let Some(words) = told {
        writeln!(out, "\n{}", numbered(words))?;
    } else if !report.moves.is_empty() {
        writeln!(out, "\n{}", output::wrapped(&report.moves, 80))?;
    }
    if !report.by_move.is_empty() {
        writeln!(out, "{}\n", moves(&report.by_move))?;
    }
    if !report.best_moves.is_empty() {
        writeln!(out, "as good: {}\n", report.best_moves.join(" "))?;
    }
    if let (Some(proof), Some(disproof), Some(claimant)) =
        (report.proof_number, report.disproof_number, report.claimant)
    {
        let [proof, disproof] = [proof, disproof].map(|number| output::count(number.into()));
        writeln!(
            out,
            "that the {claimant} player wins: proof number {proof}, disproof number {disproof}\n"
        )?;
    }
    if report.reason.is_none() {
        writeln!(
            out,
            "{} expanded, {} generated, {} of tables, {}",
            output::counted(report.nodes_expanded, "node"),
            output::count(report.nodes_generated),
            output::bytes(report.peak_bytes),
            output::seconds(report.seconds),
        )?;
    }
    Ok(())
}

/// One line for each move.
pub(super) fn numbered(words: &[String]) -> String {
    (1..).zip(words).map(|(number, words): (u32, _)| format!("{number}. {words}\n")).collect()
}

/// What a Monte-Carlo search says about the moves: those it tried most first.
fn moves(by_move: &[MoveReport]) -> Table {
    let mut moves: Vec<_> = by_move.iter().collect();
    moves.sort_by_key(|one| Reverse(one.visits));
    let rows = moves.into_iter().map(|one| {
        let range = match one.proved {
            None if one.visits == 0 => String::new(),
            None => format!("{:+.3} to {:+.3}", one.low, one.high),
            Some(Verdict::Win) => "wins".to_owned(),
            Some(Verdict::Loss) => "loses".to_owned(),
            Some(_) => "draws".to_owned(),
        };
        let mean = if range.is_empty() { String::new() } else { format!("{:+.3}", one.mean) };
        [one.mv.clone(), output::count(one.visits.into()), mean, range]
    });
    output::table(&["move", "visits", "mean", "95% interval"], rows)
}

/// What a search says of a position that stands so.
pub(super) fn sentence(report: &Report, status: Status) -> String {
    if let Some(claim) = &report.claim {
        return claim.clone();
    }
    if let Status::Finished(_) = status {
        return format!("the game is over: {}", show::sentence(status));
    }
    let moves = output::counted(report.length.unwrap_or_default() as u64, "move");
    let least = report.lower_bound.unwrap_or_default();
    match report.outcome {
        Verdict::Solved if report.unit_costs == Some(false) => {
            let cost = output::count(report.cost.unwrap_or_default().into());
            let bound = match report.optimal {
                true => ", and no solution is cheaper".to_owned(),
                false => format!("; the cheapest solution costs {least} or more"),
            };
            format!("solved in {moves} at a cost of {cost}{bound}")
        }
        Verdict::Solved if report.optimal => {
            format!("solved in {moves}, and no solution is shorter")
        }
        Verdict::Solved => {
            format!("solved in {moves}; the shortest solution has {least} or more")
        }
        Verdict::Unsolvable => match &report.reason {
            Some(reason) => format!("proved unsolvable: {reason}"),
            None => "proved unsolvable: no state that can be reached is a goal".to_owned(),
        },
        Verdict::Win => format!("the player to move wins{}", in_plies(report)),
        Verdict::Loss => format!("the player to move loses{}", in_plies(report)),
        Verdict::Draw => "a draw: neither player can win".to_owned(),
        Verdict::Expected => format!("expected {:.3}", report.expected.unwrap_or_default()),
        Verdict::Unknown if !report.by_move.is_empty() => {
            let playouts = report.by_move.iter().map(|one| u64::from(one.visits)).sum();
            let best = report.by_move.iter().find(|one| Some(&one.mv) == report.best.as_ref());
            let mean = best.map_or(0.0, |best| best.mean);
            format!(
                "unknown after {}; of results from -1 to +1, the best move has {mean:+.3}",
                output::counted(playouts, "simulation")
            )
        }
        Verdict::Unknown => {
            let limit = report.limit.as_deref().map(output::limit);
            let limit = limit.map_or_else(String::new, |limit| format!(": {limit}"));
            let rest = match (report.estimate, report.depth) {
                (Some(estimate), Some(depth)) => {
                    format!("at {} the estimate is {estimate}", plies(depth.into()))
                }
                (Some(estimate), None) => format!("the estimate is {estimate}"),
                (None, _) if report.lower_bound.is_none() => "nothing is known".to_owned(),
                (None, _) if report.unit_costs == Some(false) => {
                    format!("a solution, if there is one, costs {least} or more")
                }
                (None, _) => format!("a solution, if there is one, has {least} or more moves"),
            };
            format!("unknown{limit}; {rest}")
        }
    }
}

pub(super) fn plies(number: u64) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

pub(super) fn in_plies(report: &Report) -> String {
    report.length.map_or_else(String::new, |length| format!(" in {}", plies(length as u64)))
}

/// Draws the board after every move.
fn steps(start: AnyPosition, moves: &[String], out: &mut dyn Write) -> Result<()> {
    let mut position = start;
    for (number, mv) in (1..).zip(moves) {
        position = position.after(mv)?;
        write!(out, "\n{number}. {mv}\n{}", colors::board(&position.text()))?;
    }
    Ok(())
}
