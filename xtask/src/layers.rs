//! Checks the layers of the workspace against the crates' dependencies.

use anyhow::{Context, Result, bail};

use crate::{cycles, run};

/// The layers, lowest first: a crate, its tests and examples may depend on lower layers only.
/// Packages in the same row are independent of each other.
const LAYERS: &[&[&str]] = &[
    &["tesuji-core"],
    &["tesuji-storage", "tesuji-zobrist"],
    // The games: all crates in `crates/games`.
    &[],
    // Searches of whole spaces: the tests of the other searches compare with them.
    &["tesuji-uninformed", "tesuji-retrograde"],
    &[
        "tesuji-informed",
        "tesuji-adversarial",
        "tesuji-montecarlo",
        "tesuji-proof",
        "tesuji-table",
        "tesuji-cluster",
    ],
    &["tesuji-certificate", "tesuji-arena", "tesuji-rocks"],
    &["tesuji-catalogue", "tesuji-check"],
    &["tesuji"],
    &["tesuji-api"],
    &["tesuji-web"],
    &["tesuji-cli", "tesuji-python", "tesuji-site"],
    &["tesuji-benches", "tesuji-hot-paths", "tesuji-fuzz", "xtask"],
];

/// The games: only a search's tests may depend on them.
const GAMES: usize = 2;
const GAMES_FOLDER: &str = "crates/games/";

/// The searches.
const SEARCHES: std::ops::RangeInclusive<usize> = 3..=4;

/// The layer of a package of the workspace, which a line of `cargo tree` names with its folder; `None`
/// for one of other people.
fn layer(package: &str, line: &str) -> Option<usize> {
    let root = env!("CARGO_MANIFEST_DIR").trim_end_matches("xtask");
    match line.replace('\\', "/").contains(&(root.replace('\\', "/") + GAMES_FOLDER)) {
        true => Some(GAMES),
        false => LAYERS.iter().position(|layer| layer.contains(&package)),
    }
}

/// Fails at the first crate that depends on one of the same or a higher layer, its tests and
/// examples included, at the first search that depends on a game, at cycles of imports between more
/// than two files of a crate, or at files that no module names.
pub(crate) fn check() -> Result<()> {
    eprintln!("\n$ cargo tree, checked against the layers");
    edges("normal,build,dev", |user, used| user > used)?;
    edges("normal,build", |user, used| !(SEARCHES.contains(&user) && used == GAMES))?;
    cycles::check()
}

/// Checks every dependency of these kinds with `allowed`, called with the layers of both crates.
fn edges(kinds: &str, allowed: impl Fn(usize, usize) -> bool) -> Result<()> {
    // Without `--no-dedupe`, the dependencies of a package are printed only once.
    let call = ["tree", "--workspace", "--no-dedupe", "--edges", kinds, "--depth", "1"];
    let text = run::output(&[&call[..], &["--prefix", "depth", "--format", " {p}"]].concat())?;
    let mut above = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let (depth, package) = (words.next(), words.next().context("a package on each line")?);
        if depth == Some("0") {
            let height = layer(package, line);
            let height = height
                .with_context(|| format!("{package} has no layer (see xtask/src/layers.rs)"))?;
            above = Some((package, height));
        } else if let Some(used) = layer(package, line) {
            let (user, height) = above.context("a package before its dependencies")?;
            if !allowed(height, used) {
                bail!("{user} depends on {package}, against the layers of xtask/src/layers.rs");
            }
        }
    }
    Ok(())
}
