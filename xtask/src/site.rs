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
    match arguments {
        [option] if option == "--test" => return test_library(),
        [option] if option == "--test-game" => return test_game(),
        [option] if option == "--test-example" => return test_example(),
        _ => {}
    }
    let Some(at) = arguments.iter().position(|argument| argument == MANIFEST) else {
        return run_own(arguments);
    };
    let manifest = arguments.get(at + 1).context("--manifest-path needs a path")?;
    ensure!(Path::new(manifest).is_file(), "there is no manifest {manifest}");
    // A crate's own versions stay.
    if !Path::new(manifest).with_file_name("Cargo.lock").exists() {
        examples::lock(Path::new(manifest))?;
    }
    let call = ["run", "--features", "site", "--bin", "site", MANIFEST, manifest, "--"];
    let rest = [&arguments[..at], &arguments[at + 2..]].concat();
    let target = run::target().display().to_string();
    run::command(&call, &[], &rest, &[("CARGO_TARGET_DIR", &target)])
}

/// Makes the site of the sliding-tile puzzle, and tests it in a browser.
fn test_library() -> Result<()> {
    test_part("taquin", "site::library")
}

/// Makes the site of the game that compiles in the least time, and tests it in a browser.
pub(crate) fn test_game() -> Result<()> {
    test_part("tic-tac-toe", "site::game")
}

fn test_part(part: &str, tests: &str) -> Result<()> {
    let folder = format!("target/site-of-{part}");
    // With the tests of the workspace the program is compiled: by itself it would be compiled anew.
    run::test_programs()?;
    run_program(&["--quick", "--only", part, "--out", &folder].map(str::to_owned))?;
    page::test_site(Path::new(&folder), tests)
}

/// Makes the site of an example, and tests it in a browser.
fn test_example() -> Result<()> {
    const FOLDER: &str = "target/site-of-example";
    let manifest = "examples/domineering/Cargo.toml";
    make(&[MANIFEST, manifest, "--quick", "--out", FOLDER].map(str::to_owned))?;
    page::test_site(Path::new(FOLDER), "site::example")
}

/// Makes the site of the library's games.
fn run_own(arguments: &[String]) -> Result<()> {
    cargo(&["build", "--package", "tesuji-site"], &[], &[])?;
    run_program(arguments)
}

/// Runs the program of the library's games.
fn run_program(arguments: &[String]) -> Result<()> {
    let program = env::current_dir()?.join(run::target()).join("debug/tesuji-site");
    eprintln!("\n$ {} {}", program.display(), arguments.join(" "));
    let status = Command::new(&program)
        .args(arguments)
        .env("CARGO_MANIFEST_DIR", env::current_dir()?.join("crates/site"))
        .status()
        .with_context(|| format!("cannot run {}", program.display()))?;
    ensure!(status.success(), "the site was not made");
    Ok(())
}
