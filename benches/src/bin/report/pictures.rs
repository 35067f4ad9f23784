//! The trees that the book shows, one for each search.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tesuji::registry::{RecordOptions, Settings, game};
use tesuji::tree::Method;

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "pictures",
    help: "the search trees that the book shows, into docs/pictures",
    run: Run::Alone(draw),
};

const FOLDER: &str = "docs/pictures";

/// A search, where it starts, and the file.
const PICTURES: [(Method, &str, &str, &str); 6] = [
    (Method::BreadthFirst, "taquin", "142635078", "bfs"),
    (Method::DepthFirst, "taquin", "120345678", "dfs"),
    (Method::IdaStar, "taquin", "125374680", "ida-star"),
    (Method::Minimax, "simple-nim", "5", "minimax"),
    (Method::AlphaBeta, "simple-nim", "5", "alpha-beta"),
    (Method::ProofNumbers, "simple-nim", "6", "pn"),
];

fn draw() -> Result<PathBuf> {
    let folder = Path::new(FOLDER);
    fs::create_dir_all(folder).with_context(|| format!("cannot make {FOLDER}"))?;
    for (method, name, position, file) in PICTURES {
        let position = game(name)?.open(Some(position), &Settings::new())?;
        let recording = position.record(&RecordOptions::new(method))?;
        let path = folder.join(file).with_extension("svg");
        fs::write(&path, recording.svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(folder.to_owned())
}
