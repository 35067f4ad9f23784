//! The ground plan of the workspace, held against what the crates really depend on.

use anyhow::{Context, Result, bail};

use crate::run;

/// The layers, lowest first: a crate may depend on crates of lower layers only, its tests and
/// examples too. Packages that share a line stand side by side and know nothing of each other.
const LAYERS: &[&[&str]] = &[
    &["tesuji-core", "tesuji-storage"],
    &["tesuji-zobrist"],
    &[
        "tesuji-taquin",
        "tesuji-nim",
        "tesuji-breakthrough",
        "tesuji-tic-tac-toe",
        "tesuji-connect-four",
        "tesuji-rush-hour",
    ],
    // Searches of whole spaces: the tests of the others hold these against them.
    &["tesuji-uninformed", "tesuji-retrograde"],
    &["tesuji-informed", "tesuji-adversarial", "tesuji-montecarlo", "tesuji-proof"],
    &["tesuji-certificate", "tesuji-arena", "tesuji-rocks"],
    &["tesuji-catalogue"],
    &["tesuji"],
    &["tesuji-web"],
    &["tesuji-cli"],
    &["tesuji-benches", "tesuji-fuzz", "xtask"],
];

/// The games: a search is held against them in tests, and knows none of them otherwise.
const GAMES: usize = 2;

/// The searches.
const SEARCHES: std::ops::RangeInclusive<usize> = 3..=4;

fn layer(package: &str) -> Result<usize> {
    LAYERS
        .iter()
        .position(|layer| layer.contains(&package))
        .with_context(|| format!("{package} has no place in the ground plan (xtask/src/layers.rs)"))
}

/// Fails at the first crate that depends on one beside or above it, its tests and examples included,
/// or at the first search that depends on a game.
pub(crate) fn check() -> Result<()> {
    eprintln!("\n$ cargo tree, held against the layers");
    edges("normal,build,dev", |user, used| user > used)?;
    edges("normal,build", |user, used| !(SEARCHES.contains(&user) && used == GAMES))
}

/// Holds every dependency of these kinds against `allowed`, which is given the layers of both.
fn edges(kinds: &str, allowed: impl Fn(usize, usize) -> bool) -> Result<()> {
    // Without `--no-dedupe` a package that another one depends on is printed without its own.
    let call = ["tree", "--workspace", "--no-dedupe", "--edges", kinds, "--depth", "1"];
    let text = run::output(&[&call[..], &["--prefix", "depth", "--format", " {p}"]].concat())?;
    let mut above = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let (depth, package) = (words.next(), words.next().context("a package on each line")?);
        if depth == Some("0") {
            above = Some((package, layer(package)?));
        } else if LAYERS.iter().flat_map(|layer| *layer).any(|known| *known == package) {
            let (user, height) = above.context("a package before its dependencies")?;
            if !allowed(height, layer(package)?) {
                bail!("{user} depends on {package}, against the ground plan");
            }
        }
    }
    Ok(())
}
