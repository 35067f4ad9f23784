//! The commands that the book shows print what the book says.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{program, scratch};

/// A command of the book with the output that follows it, line by line.
struct Shown {
    page: PathBuf,
    command: String,
    lines: Vec<String>,
}

/// Every line `$ tesuji …` that some output follows, of the pages on algorithms and of some more.
fn shown() -> Vec<Shown> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut pages: Vec<_> = fs::read_dir(docs.join("algorithms"))
        .expect("the pages")
        .map(|page| page.expect("a page").path())
        .chain(
            ["introduction.md", "tables.md", "troubleshooting.md", "../README.md"]
                .map(|page| docs.join(page)),
        )
        .collect();
    pages.sort();
    let mut shown: Vec<Shown> = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).expect("text");
        let mut follows = false;
        for line in text.lines() {
            if let Some(command) = line.strip_prefix("$ tesuji ") {
                let (page, command) = (page.clone(), command.to_owned());
                shown.push(Shown { page, command, lines: Vec::new() });
                follows = true;
            } else if line == "```" {
                follows = false;
            } else if let Some(last) = shown.last_mut().filter(|_| follows) {
                last.lines.push(line.to_owned());
            }
        }
    }
    shown.retain(|shown| !shown.lines.is_empty());
    shown
}

/// A line without the times in it, and with single spaces if there are some.
fn without_times(line: &str) -> String {
    let words: Vec<_> = line.split_whitespace().collect();
    let is_time = |at: &usize| {
        let unit = words.get(at + 1).copied().unwrap_or_default();
        matches!(unit, "s" | "ms" | "µs" | "ns") && words[*at].parse::<f64>().is_ok()
    };
    let times: Vec<_> = (0..words.len()).filter(is_time).collect();
    if times.is_empty() {
        return line.trim_end().to_owned();
    }
    let is_kept = |at: &usize| !times.iter().any(|time| (*time..time + 2).contains(at));
    (0..words.len()).filter(is_kept).map(|at| words[at]).collect::<Vec<_>>().join(" ")
}

/// Whether the output matches what is shown, but for times: a line `…` stands for any number of
/// lines, and `…` at the end of a line for any text.
fn matches(shown: &[String], output: &[&str]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return output.is_empty() };
    if first == "…" {
        return (0..=output.len()).any(|skipped| matches(rest, &output[skipped..]));
    }
    let Some((line, below)) = output.split_first() else { return false };
    let same = match first.strip_suffix('…') {
        Some(beginning) => line.starts_with(beginning),
        None => without_times(line) == without_times(first),
    };
    same && matches(rest, below)
}

#[test]
fn the_commands_of_the_book_print_what_it_shows() {
    let all = shown();
    assert!(all.len() >= 90, "only {} commands were found", all.len());
    // Some write files.
    let folder = scratch("book");
    fs::create_dir_all(&folder).expect("a folder");
    for Shown { page, command, lines } in all {
        let words = shlex::split(&command).expect("the quotes are closed");
        let output = program().args(words).current_dir(&folder).output();
        let printed = String::from_utf8(output.expect("tesuji runs").stdout).expect("text");
        let output: Vec<_> = printed.lines().collect();
        let shown = lines.join("\n");
        assert!(
            matches(&lines, &output),
            "{}: `tesuji {command}` prints\n{printed}\nnot\n{shown}",
            page.display()
        );
    }
}

/// What the program prints as the help of a command.
fn help(words: &[&str]) -> String {
    let output = program().args(words).arg("--help").output();
    String::from_utf8(output.expect("tesuji runs").stdout).expect("text")
}

/// The commands that a help text lists: the lines before the options that are indented by two.
fn listed(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().take_while(|line| !line.starts_with("Options:"));
    let named = lines.filter_map(|line| line.strip_prefix("  "));
    let names = named.filter(|line| line.starts_with(|letter: char| letter.is_ascii_lowercase()));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help")
}

/// The reference of the command line: the help of every command, in the order of the help.
fn reference() -> String {
    let mut page = "# The command line\n\nThe help of every command, as `tesuji COMMAND --help` \
                    prints it; `tesuji COMMAND -h` is a summary.\n"
        .to_owned();
    let mut add = |words: &[&str], text: &str| {
        let lines: Vec<_> = text.lines().map(str::trim_end).collect();
        let (name, text) = (words.join(" "), lines.join("\n"));
        page += &format!("\n## {}\n\n```text\n{text}\n```\n", format!("tesuji {name}").trim());
    };
    let all = help(&[]);
    add(&[], &all);
    for command in listed(&all) {
        let text = help(&[command]);
        add(&[command], &text);
        let nested = text.lines().any(|line| line == "Commands:");
        for below in listed(&text).filter(|_| nested) {
            add(&[command, below], &help(&[command, below]));
        }
    }
    page
}

/// With the variable `TESUJI_WRITE_COMMANDS` the page is written instead.
#[test]
fn the_reference_of_the_command_line_is_what_the_program_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    let expected = reference();
    if std::env::var_os("TESUJI_WRITE_COMMANDS").is_some() {
        fs::write(&page, &expected).expect("the page can be written");
    }
    let written = fs::read_to_string(&page).expect("text").replace("\r\n", "\n");
    assert!(expected.len() > 20_000 && expected.contains("## tesuji pdb build"), "{expected}");
    assert!(
        written == expected,
        "docs/commands.md differs from the help of the program: \
         TESUJI_WRITE_COMMANDS=1 cargo test -p tesuji-cli book:: writes it"
    );
}

#[test]
fn an_ellipsis_stands_for_lines_or_for_the_end_of_one_and_times_may_differ() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let output = ["a", "b", "c in  3 ms"];
    for right in ["a\nb\nc in …", "…\nc in …", "…", "a\n…", "a\n…\nb\nc …", "…\nc in 45.6 µs"]
    {
        assert!(matches(&shown(right), &output), "{right}");
    }
    for wrong in ["a\nb", "b\n…", "…\nb", "a\nc …", "a\nb\nc", "…\nc in 3 s more", ""] {
        assert!(!matches(&shown(wrong), &output), "{wrong}");
    }
}
