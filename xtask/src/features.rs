//! Checks that features only add: every crate with features also compiles without them.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde::Deserialize;

use crate::run;

#[derive(Deserialize)]
struct Package {
    name: String,
    features: BTreeMap<String, Vec<String>>,
}

/// Which features a crate is compiled with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    None,
    NoneAndEachAlone,
}

/// Checks each crate that has features without any of them; the other checks cover all together. One
/// crate at a time, because one crate's dependencies turn on features for all crates of a build.
pub(crate) fn check_none() -> Result<()> {
    check(Choice::None)
}

/// The same, and with each feature alone where a crate has several.
pub(crate) fn check_each() -> Result<()> {
    check(Choice::NoneAndEachAlone)
}

fn check(choice: Choice) -> Result<()> {
    let packages = run::packages()?;
    let calls = calls(&packages, choice);
    ensure!(!calls.is_empty(), "no crate has features: this check has nothing to do");
    for call in calls {
        run::cargo(&call, &[], &[])?;
    }
    Ok(())
}

fn calls(packages: &[Package], choice: Choice) -> Vec<Vec<&str>> {
    let mut calls = Vec::new();
    for Package { name, features } in packages {
        let base = ["check", "--locked", "--package", name, "--no-default-features"];
        let own: Vec<_> = features.keys().filter(|feature| *feature != "default").collect();
        if !own.is_empty() {
            calls.push(base.to_vec());
        }
        if choice == Choice::NoneAndEachAlone && own.len() > 1 {
            calls.extend(own.into_iter().map(|one| [&base[..], &["--features", one]].concat()));
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_left_out_and_then_taken_one_by_one() {
        let package = |name: &str, features: &[&str]| Package {
            name: name.to_owned(),
            features: features.iter().map(|&one| (one.to_owned(), Vec::new())).collect(),
        };
        let packages =
            [package("none", &[]), package("one", &["default", "a"]), package("two", &["a", "b"])];
        let said = |choice| -> Vec<String> {
            calls(&packages, choice).iter().map(|call| call[3..].join(" ")).collect()
        };
        let expected = [
            "one --no-default-features",
            "two --no-default-features",
            "two --no-default-features --features a",
            "two --no-default-features --features b",
        ];
        assert_eq!(said(Choice::NoneAndEachAlone), expected);
        assert_eq!(said(Choice::None), expected[..2]);
    }
}
