//! Builds the documentation of the crates and the book.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::checks;
use crate::run;

/// The version of mdBook for the book.
const MDBOOK: &str = "0.5.1";

/// Builds both; installs mdBook below `target` the first time.
pub(crate) fn build() -> Result<()> {
    checks::doc()?;
    let tools = Path::new("target/tools");
    let installed = tools.join("bin/mdbook");
    let own = Path::new("mdbook");
    let program = if works(own) {
        own
    } else {
        if !works(&installed) {
            let root = tools.to_string_lossy();
            run::cargo(
                &["install", "mdbook", "--version", MDBOOK, "--locked", "--root", &root],
                &["--no-default-features", "--features", "search"],
                &[],
            )?;
        }
        &installed
    };
    eprintln!("\n$ mdbook build docs");
    let status = Command::new(program).args(["build", "docs"]).status();
    ensure!(status.context("cannot run mdbook")?.success(), "mdbook build docs failed");
    println!("target/doc/tesuji/index.html and target/book/index.html");
    Ok(())
}

fn works(program: &Path) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
