//! The pseudo-code that the page shows beside a search.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tesuji::catalogue::Catalogue;

#[derive(Deserialize)]
struct Pseudocode {
    /// The lines of each text, by the page of the book that it stands on.
    texts: BTreeMap<String, Vec<String>>,
    algorithms: BTreeMap<String, Algorithm>,
}

#[derive(Deserialize)]
struct Algorithm {
    texts: Vec<String>,
    /// For what happens in a search, a part of the line that does it.
    lines: BTreeMap<String, String>,
}

fn read<T: DeserializeOwned>(file: &str) -> T {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(file);
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn pseudocode() -> Pseudocode {
    read("pseudocode.json")
}

#[test]
fn it_is_that_of_the_book() {
    for (name, lines) in pseudocode().texts {
        let page = format!("{}/../../docs/algorithms/{name}.md", env!("CARGO_MANIFEST_DIR"));
        let page = fs::read_to_string(page).unwrap();
        assert!(page.contains(&format!("```text\n{}\n```", lines.join("\n"))), "{name}");
    }
}

#[test]
fn each_line_is_translated() {
    let translated: BTreeMap<String, String> = read("pseudocode.fr.json");
    let Pseudocode { texts, .. } = pseudocode();
    let lines = texts.values().flatten().map(|line| line.trim()).filter(|line| !line.is_empty());
    let lines: BTreeSet<_> = lines.collect();
    assert_eq!(translated.keys().map(String::as_str).collect::<BTreeSet<_>>(), lines);
}

#[test]
fn each_event_marks_one_line_of_each_search_that_can_be_watched() {
    const EVENTS: [&str; 9] = [
        "iteration",
        "visited",
        "updated",
        "expanded",
        "finished",
        "horizon",
        "refuted",
        "over-bound",
        "duplicate",
    ];
    let Pseudocode { texts, mut algorithms } = pseudocode();
    let catalogue = Catalogue::standard();
    let mut watched = Vec::new();
    for entry in catalogue.games() {
        let all = entry.info().algorithms.iter();
        watched.extend(all.filter(|one| entry.can_record(one)).map(|one| one.name));
    }
    watched.sort_unstable();
    watched.dedup();
    for name in watched {
        let Some(algorithm) = algorithms.remove(name) else { panic!("{name} has no pseudo-code") };
        let lines: Vec<_> = algorithm.texts.iter().flat_map(|text| &texts[text]).collect();
        for (event, part) in &algorithm.lines {
            assert!(EVENTS.contains(&event.as_str()), "{name}: {event}");
            let marked = lines.iter().filter(|line| line.contains(part)).count();
            assert_eq!(marked, 1, "{name}: {part}");
        }
    }
    let rest: Vec<_> = algorithms.into_keys().collect();
    assert!(rest.is_empty(), "no game has {rest:?}");
}
