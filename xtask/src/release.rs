//! Checks whether the workspace can be published.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::deny::LICENCES;
use crate::run::{self, say};

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    description: Option<String>,
    license: Option<String>,
    rust_version: Option<String>,
    repository: Option<String>,
    homepage: Option<String>,
    /// Empty for packages that are never published.
    publish: Option<Vec<String>>,
}

/// Checks that every crate packages, with its licences, and that all have the same version;
/// lists what is missing for a release.
pub(crate) fn dry_run(arguments: &[String]) -> Result<()> {
    ensure!(
        arguments == ["--dry-run"],
        "this task publishes nothing: say --dry-run to check whether it could"
    );
    let all = run::packages()?;
    let public = |package: &&Package| package.publish.is_none();
    let packages: Vec<_> = all.iter().filter(public).collect();
    let version = &packages.first().context("no package is to be published")?.version;
    for Package { name, version: own, description, license, rust_version, .. } in &packages {
        ensure!(own == version, "{name} has version {own}, the others {version}");
        ensure!(description.is_some(), "{name} has no description");
        ensure!(license.is_some(), "{name} states no licence");
        ensure!(rust_version.is_some(), "{name} states no rust-version");
        let call = ["package", "--list", "--allow-dirty", "--locked", "--package", name];
        let files = run::output(&call)?;
        for text in LICENCES.into_iter().chain(["README.md"]) {
            ensure!(files.lines().any(|file| file == text), "the archive of {name} lacks {text}");
        }
    }
    let mut missing = Vec::new();
    missing.extend(without("repository", &packages, |package| package.repository.is_some()));
    missing.extend(without("homepage", &packages, |package| package.homepage.is_some()));
    missing.extend(changelog(&fs::read_to_string("CHANGELOG.md")?, version)?);
    let mut call = vec!["package", "--no-verify", "--allow-dirty", "--locked"];
    call.extend(packages.iter().flat_map(|package| ["--package", package.name.as_str()]));
    run::cargo(&call, &[], &[])?;
    say!("{} packages of version {version} can be packaged, licences included", packages.len())?;
    if missing.is_empty() {
        say!("nothing is missing for a release")?;
    } else {
        say!("missing for a release:\n  {}", missing.join("\n  "))?;
    }
    Ok(())
}

/// The packages that do not state `what`, in a sentence.
fn without(what: &str, packages: &[&Package], states: fn(&Package) -> bool) -> Option<String> {
    let silent: Vec<_> = packages.iter().filter(|package| !states(package)).collect();
    match silent.as_slice() {
        [] => None,
        all if all.len() == packages.len() => Some(format!("no package states a {what}")),
        some => {
            let names: Vec<_> = some.iter().map(|package| package.name.as_str()).collect();
            Some(format!("no {what} is stated by {}", names.join(", ")))
        }
    }
}

/// The fault of the changelog: its first section must be the released version, or until then the
/// unreleased changes.
fn changelog(text: &str, version: &str) -> Result<Option<String>> {
    let head = text.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    match head.split_whitespace().next() {
        Some(first) if first == version => Ok(None),
        Some("Unreleased") => Ok(Some(format!(
            "CHANGELOG.md begins with \"## Unreleased\"; a release needs \"## {version}\""
        ))),
        _ => bail!("CHANGELOG.md begins with {head:?}, not with version {version}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changelog_begins_with_the_version_or_with_what_is_unreleased() {
        assert_eq!(changelog("# Changelog\n\n## 0.2.0 of today\n", "0.2.0").unwrap(), None);
        let missing = changelog("# Changelog\n\n## Unreleased\n\n## 0.1.0\n", "0.2.0").unwrap();
        assert!(missing.unwrap().ends_with("a release needs \"## 0.2.0\""));
        for other in ["## 0.2.00\n", "## 0.1.0\n", "", "## \n"] {
            assert!(changelog(other, "0.2.0").is_err(), "{other:?}");
        }
    }
}
