//! Proof stores in files.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tesuji_core::hash::checksum;
use tesuji_core::{Notation, quoted};

use super::{ProofStore, Proved, Worth, add};

/// Why a file is no proof store that can be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofStoreError {
    /// The file cannot be read or written.
    #[error("{action} the proof store {path:?}")]
    File {
        /// What was to be done with it.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What hindered it.
        source: io::Error,
    },
    /// It is something else.
    #[error("{path:?} is no proof store: it does not begin with {MAGIC:?}")]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// It is for another game, or for other settings of it.
    #[error(
        "the proof store {path:?} is for {found}, not for {wanted}",
        found = quoted(.found),
        wanted = quoted(.wanted)
    )]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// What it is for.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// It is not what was written once.
    #[error("the proof store {path:?} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A position or the name of the rules has more than one line.
    #[error(
        "{text} has more than one line and cannot be written to a proof store",
        text = quoted(.text)
    )]
    Lines {
        /// The text.
        text: String,
    },
}

/// The first line of a file.
const MAGIC: &str = "tesuji proof store 1";

/// The last line begins with this.
const SUM: &str = "checksum ";

/// Tells these checksums from others.
const SEED: u64 = 0x7072_6f6f_6673;

/// How the knowledge of one player's win is written.
const LETTERS: [(Option<bool>, char); 3] = [(None, '?'), (Some(true), '+'), (Some(false), '-')];

impl<S: Eq + std::hash::Hash + Clone> ProofStore<S> {
    /// Writes everything to a file, under a name for the game with all its settings.
    ///
    /// The file is text: a line that says what it is, the rules, and a line for each position:
    /// whether the first player wins and whether the second does (`+`, `-`, or `?`), the nodes that
    /// it took, and the position; in the end a checksum. A file that is there already is replaced
    /// when the new one is complete.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save<G>(&self, path: &Path, game: &G, rules: &str) -> Result<(), ProofStoreError>
    where
        G: Notation<State = S>,
    {
        let one_line = |text: &str| match text.contains(['\n', '\r']) {
            true => Err(ProofStoreError::Lines { text: text.to_owned() }),
            false => Ok(()),
        };
        one_line(rules)?;
        let mut text = format!("{MAGIC}\n{rules}\n");
        let mut lines = Vec::new();
        for (state, Worth { proved, work }) in self.known().iter() {
            let [first, second] = proved.0.map(letter);
            let state = game.state_text(state);
            one_line(&state)?;
            lines.push(format!("{first}{second} {work} {state}\n"));
        }
        lines.sort_unstable();
        text.extend(lines);
        let sum = checksum(SEED, text.as_bytes());
        writeln!(text, "{SUM}{sum:016x}").expect("a string takes any text");
        let failed = |source| {
            let (action, path) = ("cannot write", path.to_owned());
            ProofStoreError::File { action, path, source }
        };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        fs::write(&beside, text).map_err(failed)?;
        fs::rename(&beside, path).map_err(failed)
    }

    /// Reads what was [saved](Self::save) under the same name, into a store of at most so many
    /// positions. A file that is not there is an empty store.
    ///
    /// # Errors
    /// The file cannot be read, is none, is damaged, or is for other rules.
    pub fn load<G>(path: &Path, most: usize, game: &G, rules: &str) -> Result<Self, ProofStoreError>
    where
        G: Notation<State = S>,
    {
        let store = ProofStore::new(most);
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(store),
            Err(source) => {
                let (action, path) = ("cannot read", path.to_owned());
                return Err(ProofStoreError::File { action, path, source });
            }
        };
        let damaged = |what: String| ProofStoreError::Damaged { path: path.to_owned(), what };
        if !bytes.starts_with(format!("{MAGIC}\n").as_bytes()) {
            return Err(ProofStoreError::NotAStore { path: path.to_owned() });
        }
        let text = String::from_utf8(bytes).map_err(|error| damaged(error.to_string()))?;
        let complete = text.rfind(SUM).filter(|&at| text[..at].ends_with('\n'));
        let (body, last) = text.split_at(complete.ok_or_else(|| damaged("it is cut off".into()))?);
        if last != format!("{SUM}{:016x}\n", checksum(SEED, body.as_bytes())) {
            return Err(damaged("its checksum is another".into()));
        }
        let mut lines = body.lines().skip(1);
        let found = lines.next().unwrap_or_default();
        if found != rules {
            let (path, found, wanted) = (path.to_owned(), found.to_owned(), rules.to_owned());
            return Err(ProofStoreError::OtherRules { path, found, wanted });
        }
        let mut known = store.known();
        for line in lines {
            let (worth, state) =
                worth(line).ok_or_else(|| damaged(format!("{line:?} is no result")))?;
            let state = game.parse_state(state);
            add(&mut known, state.map_err(|error| damaged(format!("{line:?}: {error}")))?, worth);
        }
        store.trim(&mut known);
        drop(known);
        Ok(store)
    }
}

fn letter(wins: Option<bool>) -> char {
    let found = LETTERS.iter().find(|(known, _)| *known == wins);
    found.expect("all three are there").1
}

/// A line's result, and the text of its position.
fn worth(line: &str) -> Option<(Worth, &str)> {
    let mut parts = line.splitn(3, ' ');
    let (wins, work, state) = (parts.next()?, parts.next()?, parts.next()?);
    let mut wins = wins.chars().map(|text| LETTERS.iter().find(|(_, letter)| *letter == text));
    let proved = Proved([wins.next()??.0, wins.next()??.0]);
    let both = proved.0 == [Some(true); 2];
    let worth = Worth { proved, work: work.parse().ok()? };
    (wins.next().is_none() && !both).then_some((worth, state))
}
