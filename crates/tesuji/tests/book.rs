//! The book holds together: its code is that of the examples, its links lead somewhere, and every page
//! is in the table of contents.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn pages() -> Vec<PathBuf> {
    let mut folders = vec![root().join("docs")];
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The targets of the links and pictures of a page, less those in code.
fn links(text: &str) -> Vec<String> {
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    let mut found = Vec::new();
    for piece in prose.join("\n").split("](").skip(1) {
        if let Some((target, _)) = piece.split_once(')') {
            found.push(target.to_owned());
        }
    }
    found
}

#[test]
fn the_tutorials_code_is_that_of_the_example() {
    let folder = root().join("crates/tesuji/examples/domineering");
    let code: String = ["game.rs", "main.rs", "tests.rs"]
        .iter()
        .filter_map(|file| fs::read_to_string(folder.join(file)).ok())
        .collect();
    let tutorial = fs::read_to_string(root().join("docs/tutorial.md")).unwrap();
    let blocks: Vec<_> = tutorial.split("```rust\n").skip(1).collect();
    assert!(blocks.len() >= 10, "the tutorial shows {} pieces of code", blocks.len());
    for block in blocks {
        let (block, _) = block.split_once("```").unwrap();
        assert!(code.contains(block), "the example does not have this:\n{block}");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut checked = 0;
    for page in pages().into_iter().chain([root().join("README.md")]) {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            if link.contains("://") || link.starts_with('#') {
                continue;
            }
            let file = link.split('#').next().unwrap();
            let target = page.parent().unwrap().join(file);
            assert!(target.exists(), "{} links to {link}, which is not there", page.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} links were found");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let docs = root().join("docs");
    let contents = links(&fs::read_to_string(docs.join("SUMMARY.md")).unwrap());
    for page in pages() {
        let path = page.strip_prefix(&docs).unwrap().to_str().unwrap().replace('\\', "/");
        assert!(contents.contains(&path) || path == "SUMMARY.md", "{path} is listed nowhere");
    }
}
