//! Checks licences, sources and duplicates of every dependency against `deny.toml`, without a
//! network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use spdx::{Expression, LicenseReq};

use crate::run;

#[derive(Deserialize)]
struct Rules {
    licenses: Licences,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skipped>,
}

#[derive(Deserialize)]
struct Skipped {
    #[serde(rename = "crate")]
    name: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

/// A package of the workspace or one of its dependencies.
#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for the workspace's own.
    source: Option<String>,
    manifest_path: PathBuf,
    /// Empty for packages that are never published.
    publish: Option<Vec<String>>,
}

/// The texts of the licences, which each published crate has in its directory.
pub(crate) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The only file that may name the unmaintained `fxhash`.
const FXHASH: &str = "crates/core/src/hash.rs";

/// That a published crate of the workspace lacks the texts of its licences.
fn missing_texts(package: &Package) -> Option<String> {
    let directory = package.manifest_path.with_file_name("");
    let is_published = package.source.is_none() && package.publish.is_none();
    let is_missing = LICENCES.iter().any(|text| !directory.join(text).is_file());
    (is_published && is_missing)
        .then(|| format!("{} lacks {}", package.name, LICENCES.join(" or ")))
}

pub(crate) fn check() -> Result<()> {
    eprintln!("\n$ cargo metadata, checked against deny.toml");
    let rules = fs::read_to_string("deny.toml").context("cannot read deny.toml")?;
    let rules: Rules = toml::from_str(&rules).context("deny.toml")?;
    let call = ["metadata", "--format-version", "1", "--all-features", "--locked"];
    let metadata: Metadata = serde_json::from_str(&run::output(&call)?)?;
    let shipped = shipped(&metadata);
    let packages: Vec<_> =
        metadata.packages.iter().filter(|package| shipped.contains(&*package.id)).collect();
    let mut faults = Vec::new();
    for package in &packages {
        faults.extend(licence(package, &rules.licenses.allow)?);
        faults.extend(source(package));
        faults.extend(missing_texts(package));
    }
    faults.extend(duplicates(&packages, &rules.bans.skip));
    faults.extend(confined(Path::new("."))?);
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    eprintln!("{} packages: licences, sources and versions are allowed", packages.len());
    Ok(())
}

/// The packages that the workspace needs to run and to build, without those of tests.
fn shipped(metadata: &Metadata) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = metadata.workspace_members.iter().map(String::as_str).collect();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let needed = nodes[id].deps.iter().filter(|dependency| {
                dependency.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev"))
            });
            open.extend(needed.map(|dependency| dependency.pkg.as_str()));
        }
    }
    found
}

fn licence(package: &Package, allowed: &[String]) -> Result<Option<String>> {
    let Package { name, version, license, .. } = package;
    let Some(text) = license else {
        return Ok(Some(format!("{name} {version} states no licence")));
    };
    // Some old packages separate alternatives by a slash.
    let expression = Expression::parse(&text.replace('/', " OR "))
        .with_context(|| format!("the licence of {name} {version}: {text:?}"))?;
    let known = |wanted: &LicenseReq| allowed.iter().any(|one| *one == wanted.to_string());
    Ok((!expression.evaluate(known))
        .then(|| format!("{name} {version}: deny.toml does not allow the licence {text}")))
}

fn source(package: &Package) -> Option<String> {
    let Package { name, version, source, .. } = package;
    let source = source.as_deref()?;
    (!source.starts_with("registry+"))
        .then(|| format!("{name} {version} comes from {source}, not from a registry"))
}

fn duplicates(packages: &[&Package], skip: &[Skipped]) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    let several = versions.iter().filter(|(name, found)| {
        found.len() > 1 && skip.iter().all(|skipped| skipped.name != **name)
    });
    several
        .map(|(name, found)| {
            let found: Vec<_> = found.iter().copied().collect();
            format!("{name} occurs in several versions: {}", found.join(", "))
        })
        .collect()
}

/// Checks that only one file names `fxhash`.
fn confined(folder: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut folders: Vec<PathBuf> =
        ["crates", "benches"].iter().map(|name| folder.join(name)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs")
                && !path.ends_with(FXHASH)
                && fs::read_to_string(&path)?.contains("fxhash::")
            {
                faults.push(format!("{} names fxhash; only {FXHASH} may", path.display()));
            }
        }
    }
    Ok(faults)
}

/// Runs `cargo deny`, advisories included, if it is installed.
pub(crate) fn deny() -> Result<()> {
    if run::output(&["deny", "--version"]).is_err() {
        eprintln!("cargo deny is not installed: advisories skipped");
        return Ok(());
    }
    run::cargo(&["deny", "check"], &[], &[])
}
