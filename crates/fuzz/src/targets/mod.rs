mod certificate;
mod files;
mod json;
mod notation;

use std::fs;
use std::io;
use std::path::Path;

/// A parser to be fed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What it is called by; its inputs are in `fuzz/corpus/NAME`.
    pub name: &'static str,
    /// Feeds it. Panics where the parser does, or is wrong.
    pub feed: fn(&[u8]),
    /// Words that its input is made of.
    pub words: &'static [&'static str],
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "certificate", feed: certificate::feed, words: certificate::WORDS },
    Target { name: "proof-store", feed: files::proof_store, words: &["?? 1 ", "+- ", "-+ ", "\n"] },
    Target { name: "pattern-database", feed: files::pattern_database, words: &[] },
    Target { name: "retrograde-table", feed: files::retrograde_table, words: &[] },
    Target { name: "notation", feed: notation::feed, words: notation::WORDS },
    Target { name: "json", feed: json::feed, words: json::WORDS },
];

impl Target {
    /// The target of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The inputs to begin with, in the order of their names.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn corpus(&self) -> io::Result<Vec<Vec<u8>>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
        let files = fs::read_dir(folder.join(self.name))?;
        let mut files = files.map(|file| Ok(file?.path())).collect::<io::Result<Vec<_>>>()?;
        files.sort();
        files.iter().map(fs::read).collect()
    }
}
