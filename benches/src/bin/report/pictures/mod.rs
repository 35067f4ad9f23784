//! The pictures of the book: search trees, charts of computed figures, and sketches.

mod computed;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tesuji::catalogue::{Catalogue, RecordOptions};
use tesuji::core::Settings;
use tesuji_benches::report::{Chart, Picture};

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "pictures",
    help: "the pictures of the book, into docs/pictures: trees, charts and sketches",
    run: Run::Alone(draw),
};

const FOLDER: &str = "docs/pictures";

/// The source of a picture.
enum Source {
    /// A recorded search, of a game, from a position: `tesuji tree GAME POSITION --with SEARCH`.
    Tree(&'static str, &'static str, &'static str),
    /// Figures that the library computes, the same on every machine.
    Chart(fn() -> Result<Chart>),
    /// Shapes drawn by hand, with illustrative figures; the style sheet is inserted here.
    Sketch(&'static str),
}

macro_rules! sketch {
    ($file:literal) => {
        Source::Sketch(include_str!(concat!("sketches/", $file, ".svg")))
    };
}

/// Every picture: its file name without extension, and its source.
const PICTURES: &[(&str, Source)] = &[
    ("a-star", Source::Tree("a*:heuristic=manhattan", "taquin", "162305748")),
    ("alpha-beta", Source::Tree("alpha-beta", "simple-nim", "5")),
    ("bfs", Source::Tree("bfs", "taquin", "142635078")),
    ("bidirectional", Source::Tree("bidirectional", "taquin", "0312")),
    // Two moves from the goal, and it comes back by ten.
    ("dfs", Source::Tree("dfs", "taquin", "312405678")),
    ("dls", Source::Tree("dls:depth-limit=3", "taquin", "0312")),
    ("greedy", Source::Tree("greedy:heuristic=manhattan", "taquin", "162305748")),
    ("ida-star", Source::Tree("ida*:heuristic=manhattan", "taquin", "162305748")),
    ("ids", Source::Tree("ids", "taquin", "0312")),
    ("memo-minimax", Source::Tree("memo-minimax", "simple-nim", "5")),
    ("minimax", Source::Tree("minimax", "simple-nim", "5")),
    ("outcome-only", Source::Tree("alpha-beta:outcome-only", "simple-nim", "6")),
    ("pn", Source::Tree("pn", "simple-nim", "6")),
    ("pn-mcts", Source::Tree("pn-mcts:playouts=12", "simple-nim", "5")),
    ("uniform-cost", Source::Tree("uniform-cost", "taquin", "0312")),
    (
        "weighted-a-star",
        Source::Tree("weighted-a*:heuristic=manhattan:weight=3", "taquin", "125708346"),
    ),
    ("enumeration", Source::Chart(computed::enumeration)),
    ("flat-mc", Source::Chart(computed::flat_monte_carlo)),
    ("nim-values", Source::Chart(computed::nim_values)),
    ("pattern-databases", Source::Chart(computed::pattern_databases)),
    ("puct", Source::Chart(computed::puct)),
    ("rave", Source::Chart(computed::rave)),
    ("transposition-tables", Source::Chart(computed::transpositions)),
    ("uct", Source::Chart(computed::uct)),
    ("uct-biased", Source::Chart(computed::progressive_bias)),
    ("df-pn", sketch!("df-pn")),
    ("expectimax", sketch!("expectimax")),
    ("grave", sketch!("grave")),
    ("monte-carlo", sketch!("monte-carlo")),
    ("mtd-bi", sketch!("mtd-bi")),
    ("mtd-f", sketch!("mtd-f")),
    ("negamax", sketch!("negamax")),
    ("pn2", sketch!("pn2")),
    ("pvs", sketch!("pvs")),
    ("retrograde", sketch!("retrograde")),
];

impl Source {
    fn svg(&self) -> Result<String> {
        match *self {
            Source::Tree(search, name, position) => {
                let catalogue = Catalogue::standard();
                let game = catalogue.game(name)?;
                let position = game.open(Some(position), &Settings::new())?;
                Ok(position.record(&RecordOptions::new(game.search(search)?))?.svg())
            }
            Source::Chart(chart) => chart()?.svg(),
            Source::Sketch(shapes) => {
                let (title, shapes) =
                    shapes.split_once("</title>\n").context("a sketch has a title")?;
                let style = include_str!("sketches/style.css");
                let page = "<rect class=\"page\" width=\"100%\" height=\"100%\"/>";
                Ok(format!("{title}</title>\n<style>\n{style}</style>\n{page}\n{shapes}"))
            }
        }
    }
}

fn draw() -> Result<PathBuf> {
    let folder = Path::new(FOLDER);
    fs::create_dir_all(folder).with_context(|| format!("cannot create {FOLDER}"))?;
    for (file, source) in PICTURES {
        let path = folder.join(file).with_extension("svg");
        tesuji_storage::write(&path, source.svg().with_context(|| format!("the picture {file}"))?)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(folder.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER)
    }

    #[test]
    fn the_pictures_are_what_is_drawn_now() {
        let mut old = Vec::new();
        for (file, source) in PICTURES {
            let there = fs::read_to_string(folder().join(file).with_extension("svg"));
            if there.ok() != Some(source.svg().unwrap()) {
                old.push(*file);
            }
        }
        assert!(old.is_empty(), "{old:?} differ: redraw them with `cargo xtask report pictures`");
    }

    #[test]
    fn every_drawing_in_the_folder_is_made_here() {
        let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
        let drawings = files.filter(|file| file.extension().is_some_and(|kind| kind == "svg"));
        let found: BTreeSet<_> =
            drawings.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        let made: BTreeSet<_> = PICTURES.iter().map(|(file, _)| (*file).to_owned()).collect();
        assert_eq!(found, made);
        assert_eq!(made.len(), PICTURES.len(), "each file name is unique");
    }
}
