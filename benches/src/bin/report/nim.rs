//! The states that minimax, memoised minimax and alpha-beta visit on one heap.

use std::path::PathBuf;

use anyhow::Result;
use tesuji::catalogue::Catalogue;
use tesuji::core::{Budget, Settings, Silent};
use tesuji_benches::report::{Chart, Page};

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "nim",
    help: "positions that minimax, memoised minimax and alpha-beta visit on Simple-Nim",
    run: Run::Alone(page),
};

const HEAPS: [u32; 6] = [6, 10, 15, 20, 24, 28];

const COLUMNS: [&str; 4] =
    ["minimax", "alpha-beta:outcome-only", "alpha-beta:outcome-only:reverse-moves", "memo-minimax"];

fn page() -> Result<PathBuf> {
    let catalogue = Catalogue::standard();
    let nim = catalogue.game("simple-nim")?;
    let mut rows = Vec::new();
    for heap in HEAPS {
        let position = nim.open(Some(&heap.to_string()), &Settings::new())?;
        let mut visited = Vec::new();
        for search in COLUMNS {
            let search = nim.search(search)?;
            let report = position.solve(&search, &Budget::unlimited(), &mut Silent)?;
            visited.push(report.nodes_generated);
        }
        rows.push((heap, visited));
    }

    let mut page =
        Page::new("nim", "Simple-Nim: nodes visited by each search", "cargo xtask report nim");
    page.paragraph(
        "One heap, take one to three, the player who takes the last token loses. Each figure counts \
         calls, the root and the leaves included; alpha-beta has the window from -1 to +1, once \
         with the moves in order and once with the largest first; the memoised search looks a \
         position up once per call.",
    );
    page.table(
        ["tokens", "minimax", "alpha-beta", "alpha-beta, 3 2 1", "memoised"],
        rows.iter().map(|(heap, visited)| {
            let mut row = vec![heap.to_string()];
            row.extend(visited.iter().map(u64::to_string));
            row
        }),
    );
    let names = ["minimax", "alpha-beta", "alpha-beta, 3 2 1", "memoised"];
    let mut chart = Chart::new("Simple-Nim: calls", "tokens", "calls").logarithmic();
    for (column, name) in names.into_iter().enumerate() {
        let points = rows.iter().map(|(heap, row)| (f64::from(*heap), row[column] as f64));
        chart = chart.line(name, points);
    }
    page.chart("calls", &chart)?;
    page.finish()
}
