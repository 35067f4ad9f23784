//! The ground plan of the workspace, held against what the crates really depend on.

use anyhow::{Context, Result, bail};

use crate::run;

/// The layers, lowest first: a crate may depend on crates of lower layers only. Packages that
/// share a line stand side by side and know nothing of each other.
const LAYERS: &[&[&str]] = &[
    &["tesuji-core"],
    &["tesuji-zobrist"],
    &[
        "tesuji-taquin",
        "tesuji-nim",
        "tesuji-breakthrough",
        "tesuji-tic-tac-toe",
        "tesuji-connect-four",
        "tesuji-rush-hour",
        "tesuji-uninformed",
        "tesuji-informed",
        "tesuji-adversarial",
        "tesuji-retrograde",
        "tesuji-montecarlo",
        "tesuji-proof",
    ],
    &["tesuji-certificate", "tesuji-arena", "tesuji-rocks"],
    &["tesuji-catalogue"],
    &["tesuji"],
    &["tesuji-web"],
    &["tesuji-cli"],
    &["tesuji-benches", "xtask"],
];

fn layer(package: &str) -> Result<usize> {
    LAYERS
        .iter()
        .position(|layer| layer.contains(&package))
        .with_context(|| format!("{package} has no place in the ground plan (xtask/src/layers.rs)"))
}

/// Fails at the first crate that depends on one beside or above it. Dependencies of tests do
/// not count: there games and searches meet.
pub(crate) fn check() -> Result<()> {
    eprintln!("\n$ cargo tree, held against the layers");
    let text = run::output(&[
        "tree",
        "--workspace",
        "--edges",
        "normal,build",
        "--depth",
        "1",
        "--prefix",
        "depth",
        "--format",
        " {p}",
    ])?;
    let mut above = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let (depth, package) = (words.next(), words.next().context("a package on each line")?);
        if depth == Some("0") {
            above = Some((package, layer(package)?));
        } else if LAYERS.iter().flat_map(|layer| *layer).any(|known| *known == package) {
            let (user, height) = above.context("a package before its dependencies")?;
            if layer(package)? >= height {
                bail!("{user} depends on {package}, which does not stand below it");
            }
        }
    }
    Ok(())
}
