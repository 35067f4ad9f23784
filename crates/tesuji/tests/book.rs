//! The book holds together: its code is that of the examples, its links lead somewhere, every page
//! is in the table of contents, and what the README says works is what does.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tesuji::catalogue::{
    Algorithm, Catalogue, CatalogueError, Family, GameEntry, Players, algorithms, options,
};
use tesuji::core::{Budget, Settings, Silent};

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

/// Checks that a tutorial has the manifest of an example, shows some files of it completely and in
/// order, takes its other code from `others`, and prints what the example's tests expect.
#[track_caller]
fn assert_teaches(tutorial: &str, example: &str, complete: &[&str], others: &[&str]) {
    let folder = root().join("examples").join(example);
    let file = |path: &&str| fs::read_to_string(folder.join(path)).unwrap();
    let tutorial = fs::read_to_string(root().join(tutorial)).unwrap();
    let manifest = file(&"Cargo.toml").replace("../../crates/", "../tesuji/crates/");
    assert!(tutorial.contains(&format!("```toml\n{manifest}```")), "another Cargo.toml");

    let pieces = tutorial.split("```rust\n").skip(1);
    let blocks: Vec<&str> = pieces.map(|piece| piece.split_once("```").unwrap().0).collect();
    let complete: Vec<_> = complete.iter().map(file).collect();
    let others: Vec<_> = others.iter().map(file).collect();
    for block in &blocks {
        let known = complete.iter().chain(&others).any(|file| file.contains(block));
        assert!(known, "the example does not have this:\n{block}");
    }
    // What is printed is a snapshot in the tests, which are indented.
    let printed = file(&"tests/program.rs").replace("\n    ", "\n");
    for piece in tutorial.split("```text\n").skip(1) {
        let (text, _) = piece.split_once("```").unwrap();
        assert!(printed.contains(text), "the program does not print this:\n{text}");
    }
    for whole in complete {
        let shown: String =
            blocks.iter().filter(|block| whole.contains(**block)).copied().collect();
        assert_eq!(filled(&shown), filled(&whole), "the blocks are not the file, in order");
    }
}

/// A reader who puts the blocks together has the whole crate.
#[test]
fn the_tutorials_code_is_that_of_the_examples_and_all_of_it() {
    let game = ["src/lib.rs", "src/main.rs", "benches/speed.rs"];
    assert_teaches("docs/tutorial.md", "domineering", &game, &["tests/laws.rs", "src/bin/site.rs"]);
    let puzzle = ["src/lib.rs", "src/rows.rs", "src/sites.rs", "src/rbfs.rs", "src/main.rs"];
    assert_teaches("docs/puzzle-tutorial.md", "own_puzzle", &puzzle, &["tests/laws.rs"]);
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
            // The documentation of types is built beside the book.
            let is_built = link.starts_with("../../doc/");
            if link.contains("://") || link.starts_with('#') || is_built {
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

/// Where the documentation of a module, a type or a method of a type is, seen from the book.
fn documentation(path: &str) -> String {
    let (parent, name) = path.rsplit_once("::").unwrap();
    let folder = |path: &str| path.replacen("tesuji::", "tesuji_", 1).replace("::", "/");
    let is_type = |name: &str| name.starts_with(|letter: char| letter.is_ascii_uppercase());
    let file = if is_type(name) {
        format!("{}/struct.{name}.html", folder(parent))
    } else if let Some((module, parent)) = parent.rsplit_once("::").filter(|one| is_type(one.1)) {
        format!("{}/struct.{parent}.html#method.{name}", folder(module))
    } else {
        format!("{}/index.html", folder(path))
    };
    format!("../../doc/{file}")
}

/// The text of all files of a folder and those below it.
fn source(folder: &Path) -> String {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = paths.map(|path| match path.is_dir() {
        true => source(&path),
        false => fs::read_to_string(path).unwrap(),
    });
    texts.collect()
}

#[test]
fn every_page_on_an_algorithm_links_to_the_documentation_of_its_type() {
    for (file, text) in pages_on_algorithms() {
        let line = text.lines().nth(2).unwrap_or_default();
        let (_, rest) = line.split_once("[`tesuji::").unwrap_or_else(|| panic!("{file}: {line}"));
        let (path, rest) = rest.split_once("`](").unwrap();
        let (target, _) = rest.split_once(')').unwrap();
        assert_eq!(target, documentation(&format!("tesuji::{path}")), "{file}");
        let mut names = path.split("::");
        let module = names.next().unwrap();
        let folders = ["crates", "crates/games"].map(|folder| root().join(folder).join(module));
        let folder = folders.iter().find(|folder| folder.exists()).unwrap();
        let sources = source(&folder.join("src"));
        let defined = names.all(|name| {
            let kinds = ["struct", "fn", "mod", "type"];
            kinds.iter().any(|kind| sources.contains(&format!("pub {kind} {name}")))
        });
        assert!(defined, "{file}: {path} is not defined");
    }
}

#[test]
fn every_algorithm_has_one_page_with_a_picture_and_a_line_in_the_table() {
    let pages = pages_on_algorithms();
    let index = fs::read_to_string(root().join("docs/algorithms/index.md")).unwrap();
    let (compared, _) = index.split_once("\n## By name\n").unwrap();
    for algorithm in algorithms() {
        let (file, text) = page_on(algorithm, &pages);
        assert!(text.contains("\n!["), "{file} has no picture");
        assert!(compared.contains(&format!("]({file})")), "the comparison leaves {file} out");
    }
}

/// The one page that is about an algorithm.
fn page_on<'a>(algorithm: &Algorithm, pages: &'a [(String, String)]) -> &'a (String, String) {
    let name = algorithm.name;
    let of_it: Vec<_> = pages.iter().filter(|(_, text)| subjects(text).contains(&name)).collect();
    let [page] = of_it.as_slice() else { panic!("{name} has {} pages of its own", of_it.len()) };
    page
}

/// Each name in code.
fn code<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// A text of the catalogue in Markdown.
fn escaped(text: &str) -> String {
    text.replace('*', "\\*").replace("--", "\\-\\-")
}

/// What the page on all algorithms lists from the catalogue: the algorithms and their options.
fn by_name() -> String {
    let pages = pages_on_algorithms();
    let mut out = String::new();
    for players in [Players::One, Players::Two] {
        writeln!(out, "\nFor {players}:\n").unwrap();
        out +=
            "| name | other names | promises | what it does | options |\n|---|---|---|---|---|\n";
        for algorithm in algorithms().filter(|algorithm| algorithm.players == players) {
            let (file, _) = page_on(algorithm, &pages);
            let Algorithm { name, aliases, guarantee, summary, options, .. } = algorithm;
            let (guarantee, summary) = (escaped(guarantee), escaped(summary));
            let aliases = code(aliases.iter().copied());
            let options = code(options.iter().copied());
            let row =
                format!("| [`{name}`]({file}) | {aliases} | {guarantee} | {summary} | {options} |");
            writeln!(out, "{}", row.replace("|  |", "| |")).unwrap();
        }
    }
    out += "\nThe options:\n\n| option | value | what it does |\n|---|---|---|\n";
    for option in options::ALL {
        let value = code([option.value.unwrap_or("yes|no")]).replace('|', "\\|");
        writeln!(out, "| `{}` | {value} | {} |", option.name, escaped(option.help)).unwrap();
    }
    out
}

/// Compares a text that follows from the catalogue with what stands in a file.
#[track_caller]
fn assert_contains(file: &str, expected: &str) {
    let text = fs::read_to_string(root().join(file)).unwrap();
    assert!(text.contains(expected), "{file} should have:\n{expected}");
}

#[test]
fn the_page_on_all_algorithms_lists_them_with_their_options() {
    assert_contains("docs/algorithms/index.md", &by_name());
}

/// What a family is called in the README.
fn label(family: Family) -> &'static str {
    match family {
        Family::Uninformed => "uninformed",
        Family::Informed => "informed",
        Family::Adversarial => "minimax and relatives",
        Family::ProofNumber => "proof-number",
        Family::Retrograde => "retrograde",
        Family::MonteCarlo => "Monte-Carlo",
        Family::Own => "theory",
    }
}

/// The families in the order of their algorithms, each with those.
fn families() -> Vec<(Family, Vec<&'static Algorithm>)> {
    let mut families: Vec<(Family, Vec<_>)> = Vec::new();
    for algorithm in algorithms() {
        match families.iter_mut().find(|(family, _)| *family == algorithm.family) {
            Some((_, members)) => members.push(algorithm),
            None => families.push((algorithm.family, vec![algorithm])),
        }
    }
    families
}

/// Whether a game has the searches of a family: all of them or none.
fn offers(game: &dyn GameEntry, family: Family, searches: &[&Algorithm]) -> bool {
    let start = game.open(None, &Settings::new()).unwrap();
    let offered = |one: &&&Algorithm| {
        let search = game.search(one.name);
        search.is_ok_and(|search| start.check(&search).is_ok())
    };
    let count = searches.iter().filter(offered).count();
    let all = searches.len();
    assert!(count == 0 || count == all, "{count} of {all} of {family:?} serve {}", game.name());
    count > 0
}

fn has_databases(game: &dyn GameEntry) -> bool {
    game.info().heuristics.iter().any(|one| one.name.starts_with("pdb:"))
}

fn has_spaces(game: &dyn GameEntry) -> bool {
    let few = Budget::unlimited().nodes(1000);
    let space = game.enumerate(None, &Settings::new(), None, &few, &mut Silent);
    !matches!(space, Err(CatalogueError::NotOffered { .. }))
}

/// The README's table of games and families of searches.
fn matrix() -> String {
    let families = families();
    let mut columns: Vec<_> = families.iter().map(|(family, _)| label(*family)).collect();
    columns.extend(["pattern databases", "whole spaces"]);
    let mut out =
        format!("| game | {} |\n|---|{}\n", columns.join(" | "), ":-:|".repeat(columns.len()));
    for game in Catalogue::standard().games() {
        write!(out, "| `{}` |", game.name()).unwrap();
        let marks = families.iter().map(|(family, searches)| offers(&**game, *family, searches));
        for mark in marks.chain([has_databases(&**game), has_spaces(&**game)]) {
            out += if mark { " ✓ |" } else { " |" };
        }
        out += "\n";
    }
    out
}

/// The README's table of what is in each family.
fn members() -> String {
    let mut out = "| family | the searches in it, by name |\n|---|---|\n".to_owned();
    for (family, searches) in families() {
        let names = code(searches.iter().map(|one| one.name));
        writeln!(out, "| {} | {names} |", label(family)).unwrap();
    }
    out
}

#[test]
fn the_readme_says_of_each_game_which_searches_there_are_for_it() {
    assert_contains("README.md", &matrix());
    assert_contains("README.md", &members());
}

/// A text cut at its fences: prose at even places, code at odd ones.
fn prose_and_code(text: &str) -> Vec<&str> {
    text.split("```").collect()
}

/// The numbers of at least two characters in the prose of a page, without code and targets of
/// links, as `1234.5`. In French a thin space separates thousands, and a comma the decimals.
fn figures(text: &str, is_french: bool) -> BTreeSet<String> {
    let prose = prose_and_code(text).into_iter().step_by(2).collect::<String>();
    let prose: String = prose.split('`').step_by(2).collect();
    let mut pieces = prose.split("](");
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        shown += piece.split_once(')').map_or("", |(_, rest)| rest);
        shown.push(' ');
    }
    let letters: Vec<char> = shown.chars().collect();
    let (thousands, decimals) = if is_french { ('\u{202f}', ',') } else { (',', '.') };
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let (mut found, mut number) = (BTreeSet::new(), String::new());
    for (at, &letter) in letters.iter().enumerate() {
        let inside = !number.is_empty() && digit(at + 1);
        if letter.is_ascii_digit() {
            number.push(letter);
        } else if inside && letter == thousands {
            // Three digits follow: it is no list.
            assert!(digit(at + 2) && digit(at + 3), "{number}{letter} is no thousand");
        } else if inside && letter == decimals {
            number.push('.');
        } else {
            found.insert(std::mem::take(&mut number));
        }
    }
    found.insert(number);
    found.retain(|number| number.len() > 1);
    found
}

/// The code of a page that has to be the same in both languages: all of a tutorial, and else the
/// commands with their output. Pseudocode is translated.
fn shared_code(text: &str, is_tutorial: bool) -> Vec<&str> {
    let code = prose_and_code(text).into_iter().skip(1).step_by(2);
    code.filter(|code| is_tutorial || code.contains("$ tesuji ")).collect()
}

#[test]
fn the_french_pages_have_the_commands_and_figures_of_the_english_ones() {
    let docs = root().join("docs");
    let french = pages().into_iter().filter(|page| page.starts_with(docs.join("fr")));
    let mut compared = 0;
    for page in french {
        let name = page.file_name().unwrap();
        let original = [docs.join(name), docs.join("algorithms").join(name)]
            .into_iter()
            .find(|page| page.exists())
            .unwrap_or_else(|| panic!("{} has no English page", page.display()));
        let [english, french] = [&original, &page].map(|page| fs::read_to_string(page).unwrap());
        let is_tutorial = page.ends_with("tutorial.md");
        let code = [&english, &french].map(|text| shared_code(text, is_tutorial));
        assert_eq!(code[0], code[1], "the code of {}", page.display());
        let figures = (figures(&english, false), figures(&french, true));
        assert_eq!(figures.0, figures.1, "the figures of {}", page.display());
        let headings = [&english, &french].map(|text| text.matches("\n## ").count());
        let more = usize::from(page.ends_with("introduction.md"));
        assert_eq!(headings[0] + more, headings[1], "the headings of {}", page.display());
        compared += 1;
    }
    assert!(compared >= 18, "only {compared} pages in French");
}

/// Each run of the benchmarks has other times, so that a page which repeats one is soon wrong.
#[test]
fn no_page_repeats_a_time_of_the_benchmarks() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap().replace("\n\n", ". ");
        for sentence in text.split(". ").filter(|text| text.contains("results/benches.md")) {
            let words: Vec<_> = sentence.split_whitespace().collect();
            let is_time = |pair: &&[&str]| {
                let unit = pair[1].trim_end_matches(|letter: char| !letter.is_alphabetic());
                pair[0].ends_with(|letter: char| letter.is_ascii_digit())
                    && matches!(unit, "s" | "ms" | "µs")
            };
            let time = words.windows(2).find(is_time);
            assert_eq!(time, None, "{}: {sentence}", page.display());
        }
    }
}

#[test]
fn figures_are_read_in_both_languages() {
    let figures = |text, is_french| figures(text, is_french).into_iter().collect::<Vec<_>>();
    let text = "1,234 of 56.5, [7 of 89](x-99.md), `77` and 10, 20 or 3";
    assert_eq!(figures(text, false), ["10", "1234", "20", "56.5", "89"]);
    let text = "1\u{202f}234 de 56,5, [7 de 89](x-99.md), `77` et 10, 20 ou 3";
    assert_eq!(figures(text, true), ["10", "1234", "20", "56.5", "89"]);
}
