//! The crates in `examples/`. Each is a workspace of its own, as a user's crate is, so that cargo
//! does not see them from the root.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::run;

/// Compiled as quickly as can be: only the example's own code is optimised, which is where cargo
/// compiles the generic searches.
const QUICK: [&str; 4] =
    ["--config", "profile.dev.package.\"*\".opt-level=0", "--config", "profile.dev.debug=false"];

/// Every check of them.
pub(crate) fn check() -> Result<()> {
    format()?;
    for manifest in manifests()? {
        let manifest = ["--manifest-path", &manifest];
        let lint = [&["clippy"], &manifest[..], &QUICK, &["--all-targets", "--no-deps"]].concat();
        in_target(&lint, &["--", "-D", "warnings"])?;
        in_target(&[&["test"], &manifest[..], &QUICK].concat(), &[])?;
    }
    Ok(())
}

/// Whether they are formatted.
pub(crate) fn format() -> Result<()> {
    for manifest in manifests()? {
        run::cargo(&["fmt", "--check", "--manifest-path", &manifest], &[], &[])?;
    }
    Ok(())
}

/// Runs cargo in the workspace's own target directory, in which much is compiled already.
fn in_target(before: &[&str], after: &[&str]) -> Result<()> {
    let target = run::target().display().to_string();
    run::command(before, after, &[], &[("CARGO_TARGET_DIR", &target), ("INSTA_UPDATE", "no")])
}

/// Their manifests. Each gets the workspace's lock file, so that it has the same dependencies.
fn manifests() -> Result<Vec<String>> {
    let folders = fs::read_dir("examples").context("cannot read examples")?;
    let mut manifests = Vec::new();
    for folder in folders {
        let manifest = folder?.path().join("Cargo.toml");
        if manifest.exists() {
            lock(&manifest)?;
            manifests.push(manifest.to_str().context("a path in Unicode")?.to_owned());
        }
    }
    ensure!(!manifests.is_empty(), "examples has no crates any more: this check checks nothing");
    manifests.sort();
    Ok(manifests)
}

/// Gives a crate the lock file of the workspace.
pub(crate) fn lock(manifest: &Path) -> Result<()> {
    let lock = manifest.with_file_name("Cargo.lock");
    fs::copy("Cargo.lock", &lock).with_context(|| format!("cannot write {}", lock.display()))?;
    Ok(())
}
