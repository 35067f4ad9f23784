use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};

use anyhow::Result;

use crate::run::{cargo, command};
use crate::{bibliography, data, deny, examples, features, layers, msrv, page, wheel};

/// Every check of a change, the quick ones first.
pub(crate) fn all() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], &[], &[])?;
    examples::format()?;
    layers::check()?;
    deny::check()?;
    data::list()?;
    bibliography::check()?;
    let lint = ["clippy", "--workspace", "--all-targets", "--all-features"];
    cargo(&lint, &["--", "-D", "warnings"], &[])?;
    features::check()?;
    msrv::check()?;
    test(&["--workspace".to_owned(), "--all-features".to_owned()])?;
    wheel::check(&[])?;
    loom()?;
    page::browser(&[])?;
    doc()
}

/// The seed of the property tests.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Runs tests, snapshots and the documentation's examples. A snapshot that differs fails; none is
/// rewritten. Property tests draw new cases each time; the printed command shows the seed, and
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

/// Runs the model check, which has its own atomics and so its own target directory.
pub(crate) fn loom() -> Result<()> {
    let package = ["--package", "tesuji-zobrist", "--test", "loom"];
    let call = [&["test", "--target-dir", "target/loom"], &package[..]].concat();
    command(&call, &[], &[], &[("RUSTFLAGS", "--cfg loom")])
}
