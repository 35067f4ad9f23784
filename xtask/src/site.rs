//! The page without a server: compiles the program that makes it, and runs it.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::{self, cargo};
use crate::{examples, page};

const MANIFEST: &str = "--manifest-path";

/// Makes the site of the library's games, or of a crate's own.
pub(crate) fn make(arguments: &[String]) -> Result<()> {
    if let [option] = arguments
        && option == "--test"
    {
        return test();
    }
    let Some(at) = arguments.iter().position(|argument| argument == MANIFEST) else {
        return run_own(arguments);
    };
    let manifest = arguments.get(at + 1).context("--manifest-path needs a path")?;
    examples::lock(Path::new(manifest))?;
    let call = ["run", "--features", "site", "--bin", "site", MANIFEST, manifest, "--"];
    let rest = [&arguments[..at], &arguments[at + 2..]].concat();
    run::command(&call, &[], &rest, &[("CARGO_TARGET_DIR", "target")])
}

/// Makes a small site and tests it in a browser.
pub(crate) fn test() -> Result<()> {
    const FOLDER: &str = "target/site-tested";
    run_own(&["--quick", "--only", "taquin", "--out", FOLDER].map(str::to_owned))?;
    page::test_site(&Path::new(FOLDER).canonicalize()?)
}

/// Runs the program of the library's games. It is compiled with the features of the whole workspace,
/// as the tests are: a separate selection would compile every dependency a second time.
fn run_own(arguments: &[String]) -> Result<()> {
    cargo(&["build", "--workspace", "--all-features", "--bin", "tesuji-site"], &[], &[])?;
    let target = env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let program = env::current_dir()?.join(target).join("debug/tesuji-site");
    eprintln!("\n$ {} {}", program.display(), arguments.join(" "));
    let status = Command::new(&program)
        .args(arguments)
        .env("CARGO_MANIFEST_DIR", env::current_dir()?.join("crates/site"))
        .status()
        .with_context(|| format!("cannot run {}", program.display()))?;
    ensure!(status.success(), "the site was not made");
    Ok(())
}
