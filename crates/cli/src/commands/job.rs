use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Args, Subcommand};
use tesuji::arena::MatchScore;
use tesuji::catalogue::Catalogue;
use tesuji::catalogue::options::positive;
use tesuji::core::StopFlag;

use super::Run;
use crate::arguments::{self, Command};
use crate::exit::Exit;
use crate::limits;
use crate::output::{self, OUTPUT};
use crate::progress::CountBar;

mod folder;
mod proof;

use folder::Folder;

/// Divide many positions, games or certificates into parts, for any scheduler
#[derive(Debug, Subcommand)]
pub(crate) enum Job {
    Split(Split),
    Run(RunPart),
    Merge(Merge),
}

/// Write a folder with a job: what is to be done, and copies of the files that it needs
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji job split proofs --parts 16 --certify -- solve breakthrough --size 4x5 --file positions.txt
  tesuji job split games --parts 50 -- match connect-four --players pvs,uct --games 1000 --seed 7
  tesuji job split checks --parts 8 -- verify certificates/*.tesuji
  for part in $(seq 16); do tesuji job run proofs $part; done
  tesuji job merge proofs --out answers.jsonl

The items of a job are the positions in the file of `solve`, the pairs of games of a `match`, or
the certificates of `verify`. The limits of the command hold for each item, so that the parts
change nothing. On another machine the folder is enough, with the same version of this program; the
programs of cmd: players and pattern databases are not in it.

Exit codes: 0 done, 2 bad input, 4 a file cannot be read or written.")]
pub(crate) struct Split {
    /// The folder, which is created if it does not exist, and must be empty otherwise
    folder: PathBuf,
    /// How many parts, at most as many as items
    #[arg(long, value_name = "N", value_parser = positive::<u64>)]
    parts: u64,
    /// Make a certificate of each answer of `solve`, which `tesuji job merge` checks
    #[arg(long)]
    certify: bool,
    /// solve GAME --file FILE, match or verify, with their options and without `tesuji`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Do a part of a job
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji job run proofs 3
  tesuji job run proofs $SLURM_ARRAY_TASK_ID      (after sbatch --array=1-16)
  seq 16 | parallel tesuji job run proofs

A part that is complete is left as it is. The results are written when all are known: a part that
was interrupted begins again.

Exit codes: 0 the part is complete, 2 bad input, 3 interrupted, 4 a file cannot be read or written.")]
pub(crate) struct RunPart {
    /// The folder of the job
    folder: PathBuf,
    /// The number of the part, from 1
    #[arg(value_parser = positive::<u64>)]
    part: u64,
}

/// Put the results of all parts of a job together
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji job merge proofs
  tesuji job merge proofs --out answers.jsonl --certificates proved

The results are in the order of the items: for `solve` and `verify` a JSON object on a line for
each, for `match` one JSON object, or with its --jsonl a line for each game. They have no times,
and are the same bytes however the job was divided. Each certificate is checked by the rules alone,
and must prove the answer to its position; otherwise the answer is refused, and nothing is written
to --out.

Exit codes: 0 done, 1 a certificate of `verify` is rejected, 2 a part or an answer is refused or a
line of the input was not valid, 3 parts are missing or an outcome is unknown, 4 a file cannot be
read or written, 5 an answer has no certificate though the job is to make them.")]
pub(crate) struct Merge {
    /// The folder of the job
    folder: PathBuf,
    /// Write the results to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
    /// Write the certificates that prove the answers to this directory, by the numbers of their lines
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    certificates: Option<PathBuf>,
}

/// A command whose work is items that do not depend on each other.
pub(crate) trait Divisible {
    /// The files that it reads.
    fn files(&mut self) -> Vec<&mut PathBuf>;

    /// Checks all arguments, and returns the number of items.
    fn count(&self, catalogue: &Catalogue) -> Result<u64>;

    /// Whether its answers can have certificates.
    fn certifies(&self) -> bool {
        false
    }

    /// How many lines the result of an item has.
    fn lines_of_an_item(&self) -> u64 {
        1
    }

    /// Does the items of a part, and writes their results; fewer if it was interrupted. Those of a
    /// match have a score as well.
    fn run_part(&self, part: &Part, out: &mut dyn Write) -> Result<Option<MatchScore>>;

    /// Checks the results of all parts, and writes what the command says of them.
    fn merge(&self, merged: &Merged, out: &mut dyn Write) -> Result<Exit>;
}

/// A part of a job that is to be done.
pub(crate) struct Part<'a> {
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) folder: &'a Folder,
    pub(crate) items: Range<u64>,
    pub(crate) stop: StopFlag,
}

impl Part<'_> {
    /// The items of the part.
    pub(crate) fn of<'s, T>(&self, all: &'s [T]) -> Result<&'s [T]> {
        let own = all.get(self.items.start as usize..self.items.end as usize);
        own.ok_or_else(|| anyhow!("the input has fewer items than the job"))
    }
}

/// The results of all parts.
pub(crate) struct Merged<'a> {
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) folder: &'a Folder,
    /// In the order of the items.
    pub(crate) lines: Vec<String>,
    /// The score of a whole match.
    pub(crate) score: MatchScore,
    /// Where certificates that prove answers are to go.
    certificates: Option<&'a PathBuf>,
    stop: StopFlag,
}

impl Run for Job {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        match self {
            Job::Split(split) => split.run(catalogue, out),
            Job::Run(part) => part.run(catalogue),
            Job::Merge(merge) => merge.run(catalogue, out),
        }
    }
}

impl Split {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let read = arguments::read(catalogue, &self.command);
        let mut work = divisible(read.unwrap_or_else(|error| error.exit()))?;
        ensure!(!self.certify || work.certifies(), "--certify is for solve");
        let items = work.count(catalogue)?;
        let (all, parts) = (output::counted(items, "item"), output::counted(items, "part"));
        ensure!(self.parts <= items, "{all} can be divided into at most {parts}");
        let files: Vec<_> = work.files().into_iter().map(|file| file.to_path_buf()).collect();
        Folder::create(&self.folder, &self.command, self.certify, items, self.parts, &files)?;
        let (items, parts) = (output::counted(items, "item"), output::counted(self.parts, "part"));
        writeln!(out, "{items} in {parts}: {}", self.folder.display())?;
        Ok(Exit::Solved)
    }
}

/// The command, if its work can be divided.
fn divisible(command: Command) -> Result<Box<dyn Divisible>> {
    match command {
        Command::Solve(solve) => Ok(Box::new(solve)),
        Command::Match(contest) => Ok(Box::new(contest)),
        Command::Verify(verify) => Ok(Box::new(verify)),
        _ => bail!("a job is solve, match or verify"),
    }
}

/// The work of a job, which reads the copies of its files.
fn work(catalogue: &Catalogue, folder: &Folder) -> Result<Box<dyn Divisible>> {
    let refused = |problem: String| anyhow!("{:?} is not a job: {problem}", folder.path());
    let read = arguments::read(catalogue, folder.command());
    let read = read.map_err(|error| refused(error.to_string()))?;
    let mut work = divisible(read)?;
    let files = work.files();
    ensure!(files.len() == folder.inputs(), refused("files are missing".to_owned()));
    for (number, file) in files.into_iter().enumerate() {
        *file = folder.input_path(number);
    }
    Ok(work)
}

/// How many lines the results of these items have.
fn lines(work: &dyn Divisible, items: &Range<u64>) -> u64 {
    (items.end - items.start).saturating_mul(work.lines_of_an_item())
}

impl RunPart {
    fn run(&self, catalogue: &Catalogue) -> Result<Exit> {
        let folder = Folder::open(&self.folder)?;
        let (work, number, parts) = (work(catalogue, &folder)?, self.part, folder.parts());
        ensure!(number <= parts, "there is no part {number}: the parts are 1 to {parts}");
        let items = folder.items(number);
        let lines = lines(&*work, &items);
        if folder.read(number, lines)?.is_some() {
            output::to_stderr!("part {number} of {parts} is complete");
            return Ok(Exit::Solved);
        }
        output::check_writable(&folder.part_path(number))?;
        let stop = limits::stop_on_interrupt()?;
        let part = Part { catalogue, folder: &folder, items, stop };
        let mut results = Results::new(lines);
        let score = work.run_part(&part, &mut results)?;
        if results.lines < lines {
            return Ok(Exit::stopped("interrupted"));
        }
        folder.write(number, &results.text, score)?;
        output::wrote(&format!("part {number} of {parts}"), &folder.part_path(number));
        Ok(Exit::Solved)
    }
}

/// The lines of a part, and a bar that shows how many there are.
struct Results {
    text: Vec<u8>,
    lines: u64,
    bar: CountBar,
}

impl Results {
    fn new(lines: u64) -> Self {
        let bar = CountBar::new("results", ["known", "results"], lines);
        Results { text: Vec::new(), lines: 0, bar }
    }
}

impl Write for Results {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.text.extend(bytes);
        Ok(bytes.len())
    }

    /// After each line.
    fn flush(&mut self) -> io::Result<()> {
        self.bar.show(self.lines, String::new);
        Ok(())
    }
}

impl Merge {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let folder = Folder::open(&self.folder)?;
        let work = work(catalogue, &folder)?;
        let (mut lines, mut score, mut missing) = (Vec::new(), MatchScore::default(), Vec::new());
        for part in 1..=folder.parts() {
            match folder.read(part, self::lines(&*work, &folder.items(part)))? {
                Some(results) => {
                    lines.extend(results.lines);
                    score += results.score.unwrap_or_default();
                }
                None => missing.push(part),
            }
        }
        if !missing.is_empty() {
            let all = folder.parts();
            output::to_stderr!("unknown: of {all} parts these are missing: {}", ranges(&missing));
            return Ok(Exit::Unknown);
        }
        if let Some(file) = &self.out {
            output::check_writable(file)?;
        }
        if let Some(directory) = &self.certificates {
            ensure!(folder.certificates().is_some(), "the job makes no certificates");
            std::fs::create_dir_all(directory)
                .with_context(|| format!("cannot write {directory:?}"))?;
        }
        let stop = limits::stop_on_interrupt()?;
        let certificates = self.certificates.as_ref();
        let merged = Merged { catalogue, folder: &folder, lines, score, certificates, stop };
        let mut text = Vec::new();
        let exit = work.merge(&merged, &mut text)?;
        match &self.out {
            Some(file) => output::write("results", file, text, out)?,
            None => out.write_all(&text)?,
        }
        Ok(exit)
    }
}

/// Numbers in ascending order, as in 2,5-7.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run[0].to_string(),
    });
    texts.collect::<Vec<_>>().join(",")
}
