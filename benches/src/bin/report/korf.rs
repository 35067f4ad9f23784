//! Korf's hundred 15-puzzles by Manhattan distance and by pattern databases.

use std::path::PathBuf;

use anyhow::Result;
use indicatif::{BinaryBytes, HumanCount, ProgressBar};
use tesuji_benches::korf::{HEURISTICS, measure};
use tesuji_benches::report::Page;

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "korf",
    help: "Korf's hundred 15-puzzles by pattern databases: time, nodes, memory (700 MB, a minute)",
    run: Run::Alone(page),
};

fn page() -> Result<PathBuf> {
    let title = "Korf's hundred 15-puzzles";
    let mut page = Page::new("korf", title, "cargo xtask report korf");
    page.paragraph(
        "The hundred random instances of Korf (Artificial Intelligence 27, 1985), solved by IDA* \
         with one thread; every length is checked against the published one. Pattern databases \
         look up the board and its mirror image, and with +dual their duals as well (Felner, \
         Zahavi, Schaeffer & Holte, IJCAI 2005), in databases of their own for each cell of the \
         blank. By Manhattan distance, only the instances below 100 million nodes; all hundred \
         take 363,028,080 nodes on average, by the counts in \
         `crates/games/taquin/data/korf100.csv`, which `cargo xtask korf --all` checks.",
    );
    let bar = ProgressBar::new(100 * HEURISTICS.len() as u64);
    let mut rows = Vec::new();
    for heuristic in HEURISTICS {
        let row = measure(heuristic, Some(100_000_000), 1, || bar.inc(1))?;
        rows.push([
            row.heuristic.clone(),
            row.instances.len().to_string(),
            format!("{:.3}", row.seconds()),
            format!("{:.3}", row.worst()),
            HumanCount(row.mean_nodes()).to_string(),
            BinaryBytes(row.bytes).to_string(),
            format!("{:.1}", row.build_seconds),
        ]);
    }
    bar.finish_and_clear();
    let head = [
        "heuristic",
        "solved",
        "total seconds",
        "worst",
        "mean nodes",
        "memory",
        "seconds to build",
    ];
    page.table(head, rows);
    page.finish()
}
