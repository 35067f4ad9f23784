//! Checks the minimum supported Rust version (MSRV).

use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    package: Package,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Package {
    rust_version: String,
}

/// Checks the workspace with the `rust-version` of `Cargo.toml`, if rustup has that toolchain;
/// reports if nothing has to be done, or nothing can be.
pub(crate) fn check() -> Result<()> {
    let text = fs::read_to_string("Cargo.toml").context("cannot read Cargo.toml")?;
    let stated = toml::from_str::<Manifest>(&text).context("Cargo.toml")?;
    let stated = stated.workspace.package.rust_version;
    let minimum = version(&stated).with_context(|| format!("rust-version = {stated:?}"))?;
    let here = printed(&env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()), &["-V"])?;
    let own = here.split(' ').nth(1).and_then(version);
    let own = own.with_context(|| format!("{here:?} has no version number"))?;
    eprintln!("\n$ rustc -V, compared with rust-version = {stated:?}");
    if own < minimum {
        bail!("this is {here}, and the workspace needs {stated}");
    }
    if own == minimum {
        eprintln!("this is Rust {stated}, the minimum version: every check covers it");
        return Ok(());
    }
    let toolchains = printed("rustup", &["toolchain", "list"]).unwrap_or_default();
    let Some(toolchain) = of_version(&toolchains, minimum) else {
        eprintln!(
            "Rust {stated} is NOT TESTED here: rustup has no such toolchain \
             (`rustup toolchain install {stated}` gets it)"
        );
        return Ok(());
    };
    // Not `cargo +VERSION`: the cargo that started this program may not be rustup's.
    let call = ["run", toolchain, "cargo", "check", "--workspace", "--all-targets", "--locked"];
    eprintln!("\n$ rustup {}", call.join(" "));
    let status = Command::new("rustup").args(call).env_remove("RUSTC").status();
    ensure!(status.context("cannot run rustup")?.success(), "Rust {stated} does not compile this");
    Ok(())
}

/// The major and minor version; the patch level changes no rules of the language.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split(['.', '-']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The toolchain of this version in rustup's list.
fn of_version(toolchains: &str, wanted: (u32, u32)) -> Option<&str> {
    let mut names = toolchains.lines().filter_map(|line| line.split(' ').next());
    names.find(|name| version(name) == Some(wanted))
}

fn printed(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.with_context(|| format!("cannot run {program}"))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(version("1.95"), Some((1, 95)));
        assert_eq!(version("1.100.2"), Some((1, 100)));
        assert!(version("1.100.0") > version("1.95"));
        assert_eq!(version("stable-x86_64-unknown-linux-gnu"), None);
    }

    #[test]
    fn a_toolchain_is_found_by_its_version() {
        let listed = "stable-x86_64-unknown-linux-gnu (active, default)\n\
                      1.100.1-x86_64-unknown-linux-gnu\n1.95.0-x86_64-unknown-linux-gnu";
        let found = of_version(listed, (1, 95));
        assert_eq!(found, Some("1.95.0-x86_64-unknown-linux-gnu"));
        assert_eq!(of_version(listed, (1, 9)), None);
    }
}
