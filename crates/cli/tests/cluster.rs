//! Several workers and processes, which give what one gives.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{self, program, run};

/// More than any step takes.
const PATIENCE: Duration = Duration::from_secs(60);

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(common::code(&output), 0, "{}", common::complaint(&output));
    common::printed(&output)
}

#[test]
fn workers_and_processes_print_what_one_process_prints() {
    let distributed = ["cluster", "run", "--processes", "2", "--"];
    for (command, flag) in [
        (&["enumerate", "taquin", "3x2", "--jsonl"][..], "--workers"),
        (&["count", "breakthrough", "--size", "2x4"], "--workers"),
        (&["count", "tic-tac-toe"], "--threads"),
    ] {
        // The last line of a count has the time.
        let counts = |text: String| -> Vec<String> {
            let lines = text.lines().filter(|line| line.starts_with(['|', '{']));
            lines.map(str::to_owned).collect()
        };
        let plain = counts(printed(command));
        assert!(plain.len() > 5, "{plain:?}");
        let workers = [command, &[flag, "2"]].concat();
        assert_eq!(counts(printed(&workers)), plain, "{workers:?}");
        let processes = [&distributed, command].concat();
        assert_eq!(counts(printed(&processes)), plain, "{processes:?}");
    }
}

#[test]
fn how_the_processes_end_is_how_the_command_ends() {
    let run = |command: &[&str]| {
        let output = run(&[&["cluster", "run", "--"], command].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = run(&["enumerate", "taquin", "4x3", "--nodes", "1000"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("unknown: the limit on nodes was reached"), "{text}");
    for command in [
        &["enumerate", "sokoban"][..],
        &["count", "chess"],
        &["count", "taquin", "--size", "9x9"],
        &["table", "build", "taquin", "--out", "none.table"],
        &["solve", "taquin"],
        &["count"],
    ] {
        let (code, text) = run(command);
        assert_eq!(code, Some(2), "{command:?}: {text}");
        assert_eq!(text.matches("error: ").count(), 1, "{command:?}: {text}");
    }
    let (_, text) = run(&["solve", "taquin"]);
    assert!(text.contains("unexpected argument '--hosts'"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn processes_end_with_the_one_that_started_them() {
    let ended = |id: &str| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, state)| state.starts_with('Z'))
    };
    let mut command = program();
    command.args(["cluster", "run", "--", "count", "breakthrough", "--size", "4x5"]);
    let mut first = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let children = format!("/proc/{0}/task/{0}/children", first.id());
    let started = Instant::now();
    let mut others = String::new();
    while others.split_whitespace().count() < 2 && started.elapsed() < PATIENCE {
        others = fs::read_to_string(&children).unwrap();
    }
    assert!(others.split_whitespace().count() == 2 && !others.split_whitespace().any(ended));
    first.kill().unwrap();
    first.wait().unwrap();
    let started = Instant::now();
    while !others.split_whitespace().all(ended) {
        assert!(started.elapsed() < PATIENCE, "{others} go on");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn checkpoints_serve_other_numbers_of_workers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let command = ["enumerate", "taquin", "3x3", "--checkpoint", folder];
    let stopped = run(&[&command[..], &["--nodes", "100000", "--workers", "3"]].concat());
    assert_eq!(stopped.status.code(), Some(3));
    let ended = [&["cluster", "run", "--"], &command[..], &["--threads", "2"]].concat();
    assert!(printed(&ended).contains("181,440 states, mean distance 21.972"));
    assert!(!std::path::Path::new(folder).exists());
    let other = run(&["enumerate", "taquin", "3x3", "--hosts", "/dev/null", "--process", "0"]);
    let text = String::from_utf8(other.stderr).unwrap();
    assert!(text.contains("process 0 is not one of the 0 in the list of hosts"), "{text}");
}

#[test]
fn tables_are_the_same_files_whoever_builds_them() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["plain.table", "other.table"].map(|name| folder.path().join(name));
    let [plain, other] = files.map(|file| file.display().to_string());
    for game in ["connect-four --size 4x3", "rush-hour-rocks AA.B/...B/..../", "nim 1-3-5"] {
        let built = |before: &str, after: &[&str], file: &str| {
            let build = format!("{before} table build {game} --out {file}");
            let words: Vec<&str> = build.split_whitespace().chain(after.iter().copied()).collect();
            printed(&words);
            fs::read(file).unwrap()
        };
        let expected = built("", &[], &plain);
        assert!(built("", &["--workers", "2"], &other) == expected, "{game}");
        assert!(built("cluster run --processes 2 --", &[], &other) == expected, "{game}");
    }
    for (command, why) in [
        (["nim", "1-2", "--checkpoint", "nowhere"], "--checkpoint is for --workers"),
        (["taquin", "--workers", "2", "--json"], "values for two players"),
    ] {
        let output = run(&[&["table", "build", "--out", &other][..], &command].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(why), "{text}");
    }
}
