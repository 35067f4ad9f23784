//! Proof stores in files: [containers](tesuji_storage::container) of text, a line for each
//! position, with these metadata:
//!
//! ```text
//! proof store, version 2
//! rules: breakthrough 5x6
//! bytes: 1234
//! ```

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use tesuji_core::{Checkpoints, Instant, Notation, quoted};
use tesuji_storage::container::{Container, ContainerError, Writer};
use tesuji_storage::{Fields, Lock};

use super::{Known, ProofStore, Proved, Worth, add};

/// The reason for which a proof store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofStoreError {
    /// The file cannot be read or written.
    #[error("{action} the proof store {path:?}")]
    File {
        /// The operation.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is of another kind.
    #[error("{path:?} is not a proof store")]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// The format has another version.
    #[error(
        "the proof store {path:?} has another version of the format; this program reads {FIRST_LINE:?}"
    )]
    Version {
        /// The file.
        path: PathBuf,
    },
    /// It is for another game or other settings.
    #[error(
        "the proof store {path:?} is for {found}, not for {wanted}",
        found = quoted(.found),
        wanted = quoted(.wanted)
    )]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The game that it is for.
        found: String,
        /// The expected game.
        wanted: String,
    },
    /// The file is damaged.
    #[error("the proof store {path:?} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
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

/// The first line of the metadata.
const FIRST_LINE: &str = "proof store, version 2";

/// The first line without the number.
const KIND: &str = "proof store, version ";

/// How the knowledge of one player's win is written.
const LETTERS: [(Option<bool>, char); 3] = [(None, '?'), (Some(true), '+'), (Some(false), '-')];

impl<S: Eq + std::hash::Hash + Clone> ProofStore<S> {
    /// Merges the results into a file, under a name for the game with all its settings.
    ///
    /// The content of the file is text, a line for each position: whether the first player wins and
    /// whether the second does (`+`, `-`, or `?`), the nodes that it took, and the position. What
    /// other processes have saved there stays, and is known here afterwards: of all together, the
    /// positions that were the dearest to settle, as many as there is room for.
    ///
    /// # Errors
    /// The file cannot be written, or what is there is no store for the same rules, and stays.
    pub fn save<G>(&self, path: &Path, game: &G, rules: &str) -> Result<(), ProofStoreError>
    where
        G: Notation<State = S>,
    {
        let failed = |source| {
            let (action, path) = ("cannot write", path.to_owned());
            ProofStoreError::File { action, path, source }
        };
        let _lock = Lock::acquire(path).map_err(failed)?;
        let theirs = Self::load(path, self.max_positions, game, rules)?;
        self.has_news.store(false, Ordering::Relaxed);
        let all = {
            let mut known = self.known();
            for (state, worth) in theirs.known().drain() {
                add(&mut known, state, worth);
            }
            self.trim(&mut known);
            known.clone()
        };
        let saved = text(&all, game).and_then(|text| {
            let (rules, bytes) = (one_line(rules)?.to_owned(), text.len().to_string());
            let metadata = Fields::of([("rules", rules), ("bytes", bytes)]).to_text(FIRST_LINE);
            let fill = |out: &mut (dyn io::Write + Send)| {
                let mut writer = Writer::new(out, &metadata)?;
                writer.blocks(text.as_bytes())?;
                writer.finish()
            };
            tesuji_storage::write_with(path, fill).map_err(failed)
        });
        if saved.is_err() {
            self.has_news.store(true, Ordering::Relaxed);
        }
        saved
    }

    /// Runs a search that is given this store, and [saves](Self::save) what it hands over, as often
    /// as [`every`](Self::every) says, or less often if saving takes more than one part in
    /// [`Checkpoints::SHARE`] of the time: if the process is killed, the rest is still there. What
    /// comes in the end is left to the caller to save.
    pub fn save_during<G, T>(
        &self,
        path: &Path,
        game: &G,
        rules: &str,
        search: impl FnOnce() -> T,
    ) -> T
    where
        G: Notation<State = S> + Sync,
        S: Send,
    {
        thread::scope(|scope| {
            let (end, ended) = mpsc::channel::<()>();
            scope.spawn(move || {
                let mut wait = self.interval;
                while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    let begun = Instant::now();
                    if self.has_news.load(Ordering::Relaxed) {
                        // Whether it can be written in the end, the caller finds out.
                        let _ = self.save(path, game, rules);
                    }
                    wait = self.interval.max(begun.elapsed() * Checkpoints::SHARE);
                }
            });
            let found = search();
            drop(end);
            found
        })
    }

    /// Reads what was [saved](Self::save) under the same name, into a store of at most
    /// `max_positions` positions. A file that is not there is an empty store.
    ///
    /// # Errors
    /// The file cannot be read, is none, is damaged, or is for other rules.
    pub fn load<G>(
        path: &Path,
        max_positions: usize,
        game: &G,
        rules: &str,
    ) -> Result<Self, ProofStoreError>
    where
        G: Notation<State = S>,
    {
        let store = ProofStore::new(max_positions);
        let damaged = |what: String| ProofStoreError::Damaged { path: path.to_owned(), what };
        let failed = |error| match error {
            ContainerError::Io(source) => {
                let (action, path) = ("cannot read", path.to_owned());
                ProofStoreError::File { action, path, source }
            }
            // What stores began with before they were containers.
            ContainerError::Foreign { found } if found == "tesuji p" => {
                ProofStoreError::Version { path: path.to_owned() }
            }
            ContainerError::Foreign { .. } => ProofStoreError::NotAStore { path: path.to_owned() },
            error => damaged(error.to_string()),
        };
        let mut container = match Container::open(path) {
            Ok(container) => container,
            Err(ContainerError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(store);
            }
            Err(error) => return Err(failed(error)),
        };
        let fields = Fields::read(FIRST_LINE, container.metadata());
        let fields = fields.ok_or_else(|| {
            let path = path.to_owned();
            match container.metadata().starts_with(KIND) {
                true => ProofStoreError::Version { path },
                false => ProofStoreError::NotAStore { path },
            }
        })?;
        let found = fields.get("rules").unwrap_or_default();
        if found != rules {
            let (path, found, wanted) = (path.to_owned(), found.to_owned(), rules.to_owned());
            return Err(ProofStoreError::OtherRules { path, found, wanted });
        }
        let bytes =
            fields.parsed("bytes").ok_or_else(|| damaged("its length is missing".into()))?;
        let text = container.read_all(bytes).map_err(failed)?;
        let text = String::from_utf8(text).map_err(|error| damaged(error.to_string()))?;
        let mut known = store.known();
        for line in text.lines() {
            let (worth, state) =
                worth(line).ok_or_else(|| damaged(format!("{} is no result", quoted(line))))?;
            let state = game.parse_state(state);
            add(
                &mut known,
                state.map_err(|error| damaged(format!("{}: {error}", quoted(line))))?,
                worth,
            );
        }
        store.trim(&mut known);
        drop(known);
        Ok(store)
    }
}

/// The content of a file.
fn text<S, G>(known: &Known<S>, game: &G) -> Result<String, ProofStoreError>
where
    G: Notation<State = S>,
{
    let mut lines = Vec::new();
    for (state, Worth { proved, work }) in known {
        let [first, second] = proved.0.map(letter);
        let state = game.state_text(state);
        lines.push(format!("{first}{second} {work} {}\n", one_line(&state)?));
    }
    lines.sort_unstable();
    Ok(lines.concat())
}

fn one_line(text: &str) -> Result<&str, ProofStoreError> {
    match text.contains(['\n', '\r']) {
        true => Err(ProofStoreError::Lines { text: text.to_owned() }),
        false => Ok(text),
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
