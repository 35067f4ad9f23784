//! Whether the workspace could be published as it stands.

use std::fs;

use anyhow::{Result, ensure};
use serde::Deserialize;

use crate::run;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    description: Option<String>,
    license: Option<String>,
    rust_version: Option<String>,
    /// Empty for packages that are never published.
    publish: Option<Vec<String>>,
}

/// Checks that every crate packages, and that versions and the changelog agree.
pub(crate) fn dry_run(arguments: &[String]) -> Result<()> {
    ensure!(
        arguments.iter().any(|argument| argument == "--dry-run"),
        "nothing is published from here; say --dry-run to see whether it could be"
    );
    let call = ["metadata", "--format-version", "1", "--no-deps"];
    let metadata: Metadata = serde_json::from_str(&run::output(&call)?)?;
    let public = |package: &&Package| package.publish.is_none();
    let packages: Vec<_> = metadata.packages.iter().filter(public).collect();
    let version = &packages[0].version;
    for Package { name, version: own, description, license, rust_version, .. } in &packages {
        ensure!(own == version, "{name} is at {own}, the others at {version}");
        ensure!(description.is_some(), "{name} has no description");
        ensure!(license.is_some(), "{name} states no licence");
        ensure!(rust_version.is_some(), "{name} states no minimum version of Rust");
    }
    let changelog = fs::read_to_string("CHANGELOG.md")?;
    let head = changelog.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    ensure!(
        head == "Unreleased" || head.starts_with(version.as_str()),
        "CHANGELOG.md begins with {head:?}, and the version is {version}"
    );
    let mut call = vec!["package", "--no-verify", "--allow-dirty", "--locked"];
    call.extend(packages.iter().flat_map(|package| ["--package", package.name.as_str()]));
    run::cargo(&call, &[], &[])?;
    println!("{} packages of version {version} are fit to be published", packages.len());
    Ok(())
}
