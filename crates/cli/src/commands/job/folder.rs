//! The folder of a job: `job.json`, `inputs/1`, …, `parts/1.jsonl`, …, and `certificates`.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use tesuji::arena::MatchScore;
use tesuji::core::{quoted, shortened};
use tesuji::storage;
use tesuji::storage::container::checksum;

use crate::inputs::at_most;

/// What is in `job.json`.
#[derive(Serialize, Deserialize)]
struct Description {
    /// The version of the format of the folder.
    format: u32,
    /// The version of the program.
    program: String,
    /// The command without the program.
    command: Vec<String>,
    /// Whether each answer is to have a certificate.
    certify: bool,
    /// The number of items.
    items: u64,
    /// The number of parts.
    parts: u64,
    /// The files that the command reads, in its order.
    inputs: Vec<Input>,
}

/// A file that was copied.
#[derive(Serialize, Deserialize)]
struct Input {
    /// Its name in the command.
    file: String,
    checksum: String,
}

/// The first line of the results of a part.
#[derive(Serialize, Deserialize)]
struct Head {
    /// The checksum of the description of the job.
    job: String,
    part: u64,
    score: Option<MatchScore>,
}

/// The results of a part.
pub(super) struct PartResults {
    pub(super) lines: Vec<String>,
    pub(super) score: Option<MatchScore>,
}

/// A job that is ready.
pub(crate) struct Folder {
    path: PathBuf,
    description: Description,
    id: String,
}

const FORMAT: u32 = 1;
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
const DESCRIPTION: &str = "job.json";
/// Of a description, which names each input.
const MAX_DESCRIPTION: u64 = 64 << 20;

fn sum(bytes: &[u8]) -> String {
    format!("{:016x}", checksum(bytes))
}

/// The last line of a part, with the checksum of those before it.
fn foot(lines: &[u8]) -> String {
    format!("{{\"checksum\":\"{}\"}}\n", sum(lines))
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = storage::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {path:?}"))?;
    Ok(bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    storage::write(path, bytes).with_context(|| format!("cannot write {path:?}"))
}

impl Folder {
    /// Writes a job; its description, which makes it one, comes last.
    pub(super) fn create(
        path: &Path,
        command: &[String],
        certify: bool,
        items: u64,
        parts: u64,
        files: &[PathBuf],
    ) -> Result<()> {
        // First all that may be wrong with them, so that nothing is left of a job that is none.
        let inputs: Vec<_> = files.iter().map(|file| read(file)).collect::<Result<_>>()?;
        let cannot_write = || format!("cannot write {path:?}");
        fs::create_dir_all(path).with_context(cannot_write)?;
        let is_empty = fs::read_dir(path).with_context(cannot_write)?.next().is_none();
        ensure!(is_empty, "{path:?} is not empty: give a new folder");
        for folder in ["inputs", "parts", "certificates"] {
            fs::create_dir(path.join(folder)).with_context(cannot_write)?;
        }
        for (number, bytes) in inputs.iter().enumerate() {
            write(&input_path(path, number), bytes)?;
        }
        let input = |(file, bytes): (&PathBuf, &Vec<u8>)| Input {
            file: file.display().to_string(),
            checksum: sum(bytes),
        };
        let inputs = files.iter().zip(&inputs).map(input).collect();
        let (program, command) = (PROGRAM.to_owned(), command.to_vec());
        let description =
            Description { format: FORMAT, program, command, certify, items, parts, inputs };
        let text = serde_json::to_string_pretty(&description)? + "\n";
        write(&path.join(DESCRIPTION), text.as_bytes())
    }

    /// Opens a job.
    ///
    /// # Errors
    /// The folder has none, or one of another version.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = path.join(DESCRIPTION);
        let bytes = storage::open(&file).and_then(|file| at_most(MAX_DESCRIPTION, file));
        let bytes = bytes.with_context(|| format!("cannot read {file:?}"))?.with_context(|| {
            format!("{file:?} does not describe a job: it has more than {MAX_DESCRIPTION} bytes")
        })?;
        let description: Description = serde_json::from_slice(&bytes)
            .map_err(|error| shortened(&error.to_string()))
            .map_err(|error| anyhow!("{file:?} does not describe a job: {error}"))?;
        let Description { format, program, items, parts, .. } = &description;
        ensure!(
            (*format, &**program) == (FORMAT, PROGRAM),
            "{file:?} is of version {} with format {format}; this is {PROGRAM} with format {FORMAT}",
            quoted(program)
        );
        ensure!((1..=*items).contains(parts), "{file:?} does not describe a job: {parts} parts");
        Ok(Folder { path: path.to_owned(), description, id: sum(&bytes) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn command(&self) -> &[String] {
        &self.description.command
    }

    pub(super) fn parts(&self) -> u64 {
        self.description.parts
    }

    /// The number of input files.
    pub(super) fn inputs(&self) -> usize {
        self.description.inputs.len()
    }

    /// The names of the input files in the command.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.description.inputs.iter().map(|input| &*input.file).collect()
    }

    pub(super) fn input_path(&self, number: usize) -> PathBuf {
        input_path(&self.path, number)
    }

    /// The copy of an input file, by its number from 0.
    ///
    /// # Errors
    /// There is none, or it is not what was copied.
    pub(crate) fn input(&self, number: usize) -> Result<Vec<u8>> {
        let (path, input) = (self.input_path(number), self.description.inputs.get(number));
        let bytes = read(&path)?;
        let is_intact = input.is_some_and(|input| input.checksum == sum(&bytes));
        ensure!(is_intact, "{path:?} is damaged: it is not the file that was copied");
        Ok(bytes)
    }

    /// Checks that the copies of all input files are intact.
    pub(crate) fn check_inputs(&self) -> Result<()> {
        (0..self.inputs()).try_for_each(|number| self.input(number).map(drop))
    }

    /// Where the certificates are; none if the job makes none.
    pub(crate) fn certificates(&self) -> Option<PathBuf> {
        self.description.certify.then(|| self.path.join("certificates"))
    }

    /// The items of a part; their numbers differ by at most one.
    pub(super) fn items(&self, part: u64) -> Range<u64> {
        let Description { items, parts, .. } = self.description;
        let before = |part: u64| (u128::from(items) * u128::from(part) / u128::from(parts)) as u64;
        before(part - 1)..before(part)
    }

    /// The part that has an item.
    pub(super) fn part_of(&self, item: u64) -> u64 {
        let Description { items, parts, .. } = self.description;
        let end = (u128::from(item) + 1) * u128::from(parts);
        end.div_ceil(u128::from(items)) as u64
    }

    /// Where the results of the parts are.
    pub(super) fn results(&self) -> PathBuf {
        self.path.join("parts")
    }

    pub(super) fn part_path(&self, part: u64) -> PathBuf {
        self.results().join(format!("{part}.jsonl"))
    }

    /// Writes the results of a part.
    pub(super) fn write(&self, part: u64, lines: &[u8], score: Option<MatchScore>) -> Result<()> {
        let mut text = serde_json::to_vec(&Head { job: self.id.clone(), part, score })?;
        text.push(b'\n');
        text.extend(lines);
        text.extend(foot(&text).into_bytes());
        write(&self.part_path(part), &text)
    }

    /// The results of a part, of so many lines; none if it is not done.
    ///
    /// # Errors
    /// The file is damaged, or of another job or part.
    pub(super) fn read(&self, part: u64, lines: u64) -> Result<Option<PartResults>> {
        let path = self.part_path(part);
        let bytes = match read(&path) {
            Err(error) if is_missing(&error) => return Ok(None),
            bytes => bytes?,
        };
        let refused =
            |problem: &str| anyhow!("{path:?} is {problem}: remove it, and run part {part} again");
        let damaged = || refused("damaged, or no part of a job");
        let end = bytes.len().checked_sub(foot(&[]).len()).ok_or_else(damaged)?;
        let (before, after) = bytes.split_at(end);
        ensure!(after == foot(before).as_bytes(), damaged());
        let mut all = str::from_utf8(before).map_err(|_| damaged())?.lines().map(str::to_owned);
        let head: Head =
            serde_json::from_str(&all.next().unwrap_or_default()).map_err(|_| damaged())?;
        ensure!(head.job == self.id, refused("a part of another job"));
        ensure!(head.part == part, refused(&format!("part {}", head.part)));
        let all: Vec<_> = all.collect();
        ensure!(all.len() as u64 == lines, damaged());
        Ok(Some(PartResults { lines: all, score: head.score }))
    }
}

fn input_path(folder: &Path, number: usize) -> PathBuf {
    folder.join("inputs").join((number + 1).to_string())
}

fn is_missing(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(|error: &io::Error| error.kind() == ErrorKind::NotFound)
}
