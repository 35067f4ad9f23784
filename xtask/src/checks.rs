use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};

use anyhow::Result;

use crate::run::{cargo, command};
use crate::{data, examples, features, layers, oldest, page, supply};

/// Everything a change must pass, the quick checks first.
pub(crate) fn all() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], &[], &[])?;
    examples::format()?;
    layers::check()?;
    supply::check()?;
    data::list()?;
    let lint = ["clippy", "--workspace", "--all-targets", "--all-features"];
    cargo(&lint, &["--", "-D", "warnings"], &[])?;
    features::check()?;
    oldest::check()?;
    test(&["--workspace".to_owned(), "--all-features".to_owned()])?;
    examples::check()?;
    loom()?;
    page::browser(&[])?;
    doc()
}

/// What seeds the property tests.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Tests, snapshots and the documentation's examples. A snapshot that differs fails; nothing is
/// rewritten. Property tests draw new cases each time, by a seed that is printed with the command:
/// `PROPTEST_RNG_SEED` repeats it.
pub(crate) fn test(arguments: &[String]) -> Result<()> {
    let everything = ["--workspace".to_owned()];
    let chosen = if arguments.is_empty() { &everything } else { arguments };
    let seed =
        env::var(SEED).unwrap_or_else(|_| RandomState::new().build_hasher().finish().to_string());
    command(&["test"], &[], chosen, &[("INSTA_UPDATE", "no"), (SEED, &seed)])
}

pub(crate) fn doc() -> Result<()> {
    let call = ["doc", "--workspace", "--no-deps", "--all-features"];
    command(&call, &[], &[], &[("RUSTDOCFLAGS", "-D warnings")])
}

/// The model check has its own atomics, so it is a build of its own, in a place of its own.
pub(crate) fn loom() -> Result<()> {
    let package = ["--package", "tesuji-zobrist", "--test", "loom"];
    let call = [&["test", "--target-dir", "target/loom"], &package[..]].concat();
    command(&call, &[], &[], &[("RUSTFLAGS", "--cfg loom")])
}
