//! The book holds together: its code is that of the examples, its links lead somewhere, every page
//! is in the table of contents, and what the README says works is what does.

use std::fs;
use std::path::{Path, PathBuf};

use tesuji::catalogue::{self, Algorithm, CatalogueError, GameEntry, SearchOptions, Settings};
use tesuji::core::{Budget, Silent};

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

/// The lines of a text that hold something.
fn filled(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty()).collect()
}

/// A reader who puts the blocks together has the whole crate.
#[test]
fn the_tutorials_code_is_that_of_the_example_and_all_of_it() {
    let folder = root().join("examples/domineering");
    let file = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let tutorial = fs::read_to_string(root().join("docs/tutorial.md")).unwrap();
    let manifest = file("Cargo.toml").replace("../../crates/", "../tesuji/crates/");
    assert!(tutorial.contains(&format!("```toml\n{manifest}```")), "another Cargo.toml");

    let pieces = tutorial.split("```rust\n").skip(1);
    let blocks: Vec<&str> = pieces.map(|piece| piece.split_once("```").unwrap().0).collect();
    let [game, program, bench] = ["src/lib.rs", "src/main.rs", "benches/speed.rs"].map(file);
    let laws = file("tests/laws.rs");
    for block in &blocks {
        let known = [&game, &program, &bench, &laws].iter().any(|file| file.contains(block));
        assert!(known, "the example does not have this:\n{block}");
    }
    // What is printed is a snapshot in the tests, which are indented.
    let printed = file("tests/program.rs").replace("\n    ", "\n");
    for piece in tutorial.split("```text\n").skip(1) {
        let (text, _) = piece.split_once("```").unwrap();
        assert!(printed.contains(text), "the program does not print this:\n{text}");
    }
    for whole in [game, program, bench] {
        let shown: String =
            blocks.iter().filter(|block| whole.contains(**block)).copied().collect();
        assert_eq!(filled(&shown), filled(&whole), "the blocks are not the file, in order");
    }
}

#[test]
fn every_example_is_named_in_the_readme_and_the_tutorial() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let tutorial = fs::read_to_string(root().join("docs/tutorial.md")).unwrap();
    let mut named = 0;
    for folder in ["examples", "crates/tesuji/examples"] {
        for example in fs::read_dir(root().join(folder)).unwrap() {
            let path = example.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(readme.contains(&format!("`{name}`")), "the README does not name {name}");
            assert!(tutorial.contains(name), "the tutorial does not name {name}");
            named += 1;
        }
    }
    assert!(named >= 6, "{named} examples");
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

/// The names that a page is about: those in code on its third line, up to the type.
fn subjects(page: &str) -> Vec<&str> {
    let line = page.lines().nth(2).unwrap_or_default();
    let (names, _) = line.split_once('·').unwrap_or_default();
    names.split('`').skip(1).step_by(2).collect()
}

/// The pages on algorithms, by the names of their files.
fn pages_on_algorithms() -> Vec<(String, String)> {
    let folder = root().join("docs/algorithms");
    let name = |page: &Path| page.file_name().unwrap().to_str().unwrap().to_owned();
    let pages = pages().into_iter().filter(|page| page.starts_with(&folder));
    let named = pages.map(|page| (name(&page), fs::read_to_string(page).unwrap()));
    named.filter(|(file, _)| file != "index.md").collect()
}

#[test]
fn every_page_on_an_algorithm_has_all_that_a_reader_asks() {
    let pages = pages_on_algorithms();
    assert!(pages.len() >= 30, "{} pages", pages.len());
    for (file, text) in pages {
        for part in ["\n**Guarantee.**", "\n**Cost.**", "\n**When.**"] {
            assert!(text.contains(part), "{file} has no {part:?}");
        }
        let sources = ["\n**Paper.**", "\n**Papers.**", "\n**Source.**"];
        assert!(sources.iter().any(|part| text.contains(part)), "{file} names no paper");
    }
}

#[test]
fn every_algorithm_has_one_page_with_a_picture_and_a_line_in_the_table() {
    let pages = pages_on_algorithms();
    let index = fs::read_to_string(root().join("docs/algorithms/index.md")).unwrap();
    for algorithm in Algorithm::all() {
        let name = algorithm.name();
        let of_it: Vec<_> =
            pages.iter().filter(|(_, text)| subjects(text).contains(&name)).collect();
        let [(file, text)] = of_it.as_slice() else {
            panic!("{name} has {} pages of its own", of_it.len())
        };
        assert!(text.contains("\n!["), "{file} has no picture");
        assert!(index.contains(&format!("]({file})")), "the table leaves {file} out");
    }
}

/// The cells of the table that begins with this head.
fn table<'a>(text: &'a str, head: &str) -> Vec<Vec<&'a str>> {
    let lines = text.lines().skip_while(|line| !line.starts_with(head));
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// What stands in code.
fn code(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Whether a family of the README's table has anything for a game, by what the catalogue says.
fn offers(game: &dyn GameEntry, family: &str, searches: &[Algorithm]) -> bool {
    match family {
        "pattern databases" => game.heuristics().iter().any(|one| one.name.starts_with("pdb:")),
        "whole spaces" => {
            let few = Budget::unlimited().nodes(1000);
            let space = game.enumerate(None, &Settings::new(), &few, &mut Silent);
            !matches!(space, Err(CatalogueError::NotOffered { .. }))
        }
        _ => {
            assert!(!searches.is_empty(), "{family} has no searches");
            let start = game.open(None, &Settings::new()).unwrap();
            let fits = |one: &&Algorithm| start.check(&SearchOptions::new(**one)).is_ok();
            let fitting = searches.iter().filter(fits).count();
            assert!(
                fitting == 0 || fitting == searches.len(),
                "of {family} {fitting} serve {}",
                game.name()
            );
            fitting > 0
        }
    }
}

#[test]
fn the_readme_says_of_each_game_which_searches_there_are_for_it() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let families = table(&readme, "| family |");
    let searches = |family: &str| -> Vec<Algorithm> {
        let line = families.iter().find(|line| line[0] == family);
        let names = code(line.unwrap_or_else(|| panic!("{family} is not explained"))[1]);
        names.iter().filter_map(|name| name.parse().ok()).collect()
    };
    let matrix = table(&readme, "| game |");
    let named: Vec<_> = matrix[0][1..].iter().flat_map(|family| searches(family)).collect();
    for algorithm in Algorithm::all() {
        let times = named.iter().filter(|one| **one == algorithm).count();
        assert_eq!(times, 1, "{algorithm} is in {times} families");
    }

    let mut rows = 0;
    for line in &matrix[2..] {
        for name in code(line[0]) {
            let game = catalogue::game(name).unwrap();
            for (family, mark) in matrix[0].iter().zip(line).skip(1) {
                let says = *mark == "✓";
                assert!(says || mark.is_empty(), "{mark:?} is no mark");
                assert_eq!(offers(game, family, &searches(family)), says, "{family} for {name}");
            }
            rows += 1;
        }
    }
    assert_eq!(rows, catalogue::games().len(), "every game has a row");
}
