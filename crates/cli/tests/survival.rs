//! What is left of files when the disk is full or the program is killed, and when several
//! programs write to one.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::common::{code, complaint, kills, printed};
use rand::RngExt;
use serde_json::Value;
use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The files of a directory, in the order of their names.
fn names(directory: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The program, to be run by a shell after this preparation.
fn after(preparation: &str, arguments: &str, directory: &TempDir) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{preparation}\nexec \"$TESUJI\" {arguments}");
    command.args(["-c", &script]).current_dir(directory);
    command.env("TESUJI", env!("CARGO_BIN_EXE_tesuji")).env("TESUJI_CACHE", directory.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &str, directory: &TempDir) -> Output {
    after("", arguments, directory).output().expect("tesuji runs")
}

/// Each kind of file that the program writes, and what writes it.
const FILES: &[(&str, &str)] = &[
    ("certificate", "solve simple-nim 200 --certificate certificate"),
    ("periods", "nim-values 0.77 --heaps 2000 --certificate periods"),
    ("board.svg", "solve taquin 125340678 --svg board.svg"),
    ("shown.svg", "show taquin 125340678 --svg shown.svg"),
    ("tree.dot", "tree tic-tac-toe --depth 2 --dot tree.dot"),
    ("tree.svg", "tree tic-tac-toe --depth 2 --svg tree.svg"),
    ("strategy.csv", "solve rush-hour-rocks --strategy strategy.csv"),
    ("proofs", "solve breakthrough --size 3x5 --with df-pn --store proofs"),
    ("taquin-4x4-goal-blank-first.pdb", "pdb build 5-5-5 --force"),
];

/// What is in the file before: a store must be one, anything else is replaced.
fn old(name: &str, directory: &TempDir) -> Vec<u8> {
    if name == "proofs" {
        let earlier = run(
            "solve breakthrough --size 3x5 --with df-pn --nodes 5000 --store proofs",
            directory,
        );
        assert_eq!(code(&earlier), 3, "{}", complaint(&earlier));
        fs::read(directory.path().join(name)).unwrap()
    } else {
        b"what was there before".to_vec()
    }
}

/// A kind of file, as it is before and after the program has written it.
struct Written {
    name: String,
    arguments: &'static str,
    old: Vec<u8>,
    new: Vec<u8>,
    /// How long that took.
    time: Duration,
}

static WRITTEN: LazyLock<Vec<Written>> = LazyLock::new(|| {
    let written = |&(name, arguments): &(&str, _)| {
        let (directory, mut name) = (directory(), name.to_owned());
        let old = old(&name, &directory);
        if !name.ends_with(".pdb") {
            fs::write(directory.path().join(&name), &old).unwrap();
        }
        let start = Instant::now();
        let output = run(arguments, &directory);
        assert_eq!(code(&output), 0, "{arguments}: {}", complaint(&output));
        let time = start.elapsed();
        if name.ends_with(".pdb") {
            name.clone_from(&names(&directory)[0]);
        }
        let new = fs::read(directory.path().join(&name)).unwrap();
        assert_ne!(old, new, "{arguments}");
        Written { name, arguments, old, new, time }
    };
    FILES.iter().map(written).collect()
});

/// Such a file in a directory of its own.
struct Case {
    written: &'static Written,
    directory: TempDir,
    file: PathBuf,
}

impl Case {
    fn all() -> impl Iterator<Item = Case> {
        WRITTEN.iter().map(|written| {
            let directory = directory();
            let file = directory.path().join(&written.name);
            let case = Case { written, directory, file };
            case.reset();
            case
        })
    }

    /// Runs the command that writes it, after a preparation.
    fn command(&self, preparation: &str) -> Command {
        after(preparation, self.written.arguments, &self.directory)
    }

    /// The old file, and nothing else in its directory.
    fn reset(&self) {
        for name in names(&self.directory) {
            fs::remove_file(self.directory.path().join(name)).unwrap();
        }
        fs::write(&self.file, &self.written.old).unwrap();
    }

    fn is_old_or_new(&self, what: &str) {
        let Written { arguments, old, new, .. } = self.written;
        let found = fs::read(&self.file).unwrap();
        assert!(found == *old || found == *new, "{what} {arguments}: {} bytes", found.len());
    }
}

/// Where files may have no more than so many blocks, the first write beyond is an error, as on a
/// full disk; or, unless it is ignored, a signal that kills the program in the midst of writing.
#[test]
fn a_full_disk_or_a_kill_in_the_midst_of_writing_leaves_the_old_file() {
    for case in Case::all() {
        let Written { name, arguments, old, new, .. } = case.written;
        for blocks in [0, 1] {
            let output = case.command(&format!("ulimit -f {blocks}")).output().unwrap();
            let was_killed = output.status.code().is_none();
            assert!(was_killed || blocks > 0, "{arguments}");
            case.is_old_or_new("killed while writing");
            if was_killed {
                assert_eq!(fs::read(&case.file).unwrap(), *old, "{arguments}");
            }
            if blocks == 0 {
                // The next run clears away what a killed one has left.
                assert!(names(&case.directory).len() > 1, "{arguments}");
                assert_eq!(code(&case.command("").output().unwrap()), 0);
                assert_eq!(fs::read(&case.file).unwrap(), *new);
                let mut left = names(&case.directory);
                left.retain(|left| !left.ends_with(".pdb") && left != name);
                assert!(left.is_empty(), "{left:?}");
            }
            case.reset();
            let preparation = format!("trap '' XFSZ; ulimit -f {blocks}");
            let output = case.command(&preparation).output().unwrap();
            if was_killed {
                assert_eq!(code(&output), 4, "{arguments}: {}", complaint(&output));
                // Of several databases, another may come first.
                let is_named = complaint(&output).contains(name)
                    || name.ends_with(".pdb") && complaint(&output).contains(".pdb: ");
                assert!(is_named, "{}", complaint(&output));
                assert_eq!(fs::read(&case.file).unwrap(), *old, "{arguments}");
                assert_eq!(names(&case.directory), [&**name]);
            }
            case.reset();
        }
    }
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let mut rng = kills::moments(now());
    for case in Case::all() {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(300) {
            let mut child = case.command("").spawn().unwrap();
            thread::sleep(case.written.time.mul_f64(rng.random_range(0.0..1.2)));
            child.kill().unwrap();
            child.wait().unwrap();
            case.is_old_or_new("killed");
            case.reset();
        }
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos() as u64
}

#[test]
fn commands_with_checkpoints_survive_50_kills_at_random_moments() {
    kills::resume_after(50, now());
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn commands_with_checkpoints_survive_1000_kills_at_random_moments() {
    kills::resume_after(1000, now());
}

/// As on a full disk: the command goes on, and says so.
#[test]
fn checkpoints_that_cannot_be_written_do_not_end_a_command() {
    let directory = directory();
    let command = "count connect-four --size 4x4 --checkpoint state --checkpoint-every 1ms";
    let output = after("trap '' XFSZ; ulimit -f 1", command, &directory).output().unwrap();
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    assert!(printed(&output).contains("161,029 positions"), "{}", printed(&output));
    let warnings = complaint(&output).matches("cannot save a checkpoint").count();
    assert_eq!(warnings, 1, "{}", complaint(&output));
}

#[test]
fn a_command_of_several_parts_says_once_that_they_save_no_checkpoints() {
    let directory = directory();
    let generate = "generate grid --min-moves 5 --count 3 --seed 1 --checkpoint state";
    let output = run(generate, &directory);
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let warnings = complaint(&output).matches("no checkpoints are saved").count();
    assert_eq!(warnings, 1, "{}", complaint(&output));
    // Nothing is left of a command that cannot begin.
    let output = run(&generate.replace("grid", "grid --size 1x1"), &directory);
    assert_eq!(code(&output), 2, "{}", complaint(&output));
    assert!(names(&directory).is_empty(), "{:?}", names(&directory));
}

#[test]
fn checkpoints_of_another_command_are_refused_by_name() {
    let directory = directory();
    let stopped = "count connect-four --size 4x4 --nodes 100000 --checkpoint state";
    let stopped = run(&format!("{stopped} --checkpoint-every 1ms"), &directory);
    assert_eq!(code(&stopped), 3, "{}", complaint(&stopped));
    let other = run("count connect-four --size 4x5 --checkpoint state", &directory);
    assert_eq!(code(&other), 2);
    let named = complaint(&other);
    assert!(named.contains("count connect-four --size 4x4") && named.contains("4x5"), "{named}");
    let unable = run("solve taquin 806547231 --checkpoint state", &directory);
    assert_eq!(code(&unable), 2);
    assert!(complaint(&unable).contains("ida* saves no checkpoints"), "{}", complaint(&unable));
}

/// Limits, the form of the output and the place of the checkpoints may change from run to run.
#[test]
fn checkpoints_serve_with_other_limits_and_another_output() {
    let directory = directory();
    let count = "count connect-four --size 4x4 --checkpoint state --checkpoint-every 1ms";
    for limits in
        ["--nodes 100000", "--time 1h --nodes 200000 --json", "--progress json --nodes=300000"]
    {
        let stopped = run(&format!("{count} {limits}"), &directory);
        assert_eq!(code(&stopped), 3, "{}", complaint(&stopped));
    }
    let moved = "--color=never count --json --checkpoint=state connect-four --size 4x4";
    let whole = run(moved, &directory);
    assert_eq!(code(&whole), 0, "{}", complaint(&whole));
    assert!(printed(&whole).contains("161029"), "{}", printed(&whole));

    let games = "tournament connect-four --players uct:playouts=2000,random --games 60 \
                 --checkpoint matches --checkpoint-every 1ms";
    let stopped =
        run(&format!("{games} --total-time 200ms --csv a.csv --save a.jsonl"), &directory);
    assert_eq!(code(&stopped), 3, "{}", complaint(&stopped));
    let whole = run(&format!("{games} --csv b.csv --svg b.svg"), &directory);
    assert_eq!(code(&whole), 0, "{}", complaint(&whole));
}

#[test]
fn the_answer_is_printed_before_a_file_is_written() {
    let directory = directory();
    let preparation = "trap '' XFSZ; ulimit -f 0";
    for option in ["--certificate file", "--svg file", "--strategy file"] {
        let solve = format!("solve rush-hour-rocks {option}");
        let output = after(preparation, &solve, &directory).output().unwrap();
        assert_eq!(code(&output), 4, "{option}: {}", complaint(&output));
        assert!(printed(&output).contains("nodes expanded"), "{}", printed(&output));
        assert_eq!(names(&directory), [""; 0]);
    }
    let solve = "solve breakthrough --size 3x4 --with df-pn --store file";
    let output = after(preparation, solve, &directory).output().unwrap();
    assert_eq!(code(&output), 4, "{}", complaint(&output));
    assert!(printed(&output).contains("the player to move loses"), "{}", printed(&output));
}

#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    let directory = directory();
    for option in ["store", "certificate", "svg"] {
        for file in ["/no-such-directory/file", "."] {
            let solve = "solve breakthrough --size 8x8 --with df-pn --time 1m";
            let start = Instant::now();
            let output = run(&format!("{solve} --{option} {file}"), &directory);
            assert_eq!(code(&output), 4, "{}", complaint(&output));
            assert!(complaint(&output).contains(file), "{}", complaint(&output));
            assert_eq!(printed(&output), "");
            assert!(start.elapsed() < Duration::from_secs(30));
        }
    }
    assert_eq!(names(&directory), [""; 0]);
}

#[test]
fn pipes_and_devices_are_written_to_directly() {
    let directory = directory();
    let solve = "solve simple-nim 20 --json --certificate";
    assert_eq!(code(&run(&format!("{solve} /dev/null"), &directory)), 0);
    if cfg!(target_os = "linux") {
        let full = run(&format!("{solve} /dev/full"), &directory);
        assert_eq!(code(&full), 4, "{}", complaint(&full));
    }
    // To a pipe and to a file, it comes after what was printed.
    for to in ["", "> file"] {
        let output = run(&format!("{solve} /dev/stdout {to}"), &directory);
        let all = match to {
            "" => output.stdout,
            _ => fs::read(directory.path().join("file")).unwrap(),
        };
        let mut values = serde_json::Deserializer::from_slice(&all).into_iter::<Value>();
        let report = values.next().expect("a report").unwrap();
        let rest = &all[values.byte_offset()..];
        assert_eq!(report["outcome"], "win");
        assert!(rest.trim_ascii_start().starts_with(b"tesuji certificate"), "{to}");
    }
}

/// A search that does not end by itself, once it is under way.
struct Endless {
    child: Child,
    printed: BufReader<ChildStdout>,
}

impl Endless {
    fn new(preparation: &str, more: &str, directory: &TempDir) -> Self {
        let solve = "solve connect-four 4444433 --with df-pn --table 4MiB --store proofs";
        let mut child = after(preparation, &format!("{solve} {more}"), directory).spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        // The board is printed when everything is ready.
        printed.read_line(&mut String::new()).unwrap();
        Endless { child, printed }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// The exit code, if it ends by itself, and what it prints.
    fn end(mut self) -> (Option<i32>, String) {
        let mut text = String::new();
        self.printed.read_to_string(&mut text).unwrap();
        (self.child.wait().unwrap().code(), text)
    }
}

/// Whether programs that are started here ignore SIGHUP, as below `nohup`.
fn ignores_the_end_of_the_terminal() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|signals| signals.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']))
}

#[test]
fn a_request_to_end_ends_a_search_with_what_it_knows() {
    for name in ["INT", "TERM", "HUP"] {
        if name == "HUP" && ignores_the_end_of_the_terminal() {
            continue;
        }
        let directory = directory();
        let search = Endless::new("", "", &directory);
        thread::sleep(Duration::from_millis(300));
        search.signal(name);
        let (code, text) = search.end();
        assert_eq!(code, Some(3), "{name}");
        assert!(text.contains("unknown: interrupted"), "{name}: {text}");
        assert_eq!(names(&directory), ["proofs"]);
        let again = "solve connect-four 4444433 --with df-pn --nodes 10 --store proofs";
        let again = run(again, &directory);
        assert_eq!(again.status.code(), Some(3), "{}", complaint(&again));
    }
}

/// As `nohup` starts it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let directory = directory();
    let search = Endless::new("trap '' HUP", "--time 2s", &directory);
    search.signal("HUP");
    let (code, text) = search.end();
    assert_eq!(code, Some(3));
    assert!(text.contains("the limit on time"), "{text}");
}

#[test]
fn processes_that_share_a_store_lose_nothing() {
    let directory = directory();
    let positions = ["12", "13", "14", "21", "23", "24", "31", "32", "34", "41", "42", "43"];
    let solve = |position: &str, more: &str| {
        format!("solve connect-four {position} --size 4x4 --with df-pn --json {more}")
    };
    let start = |position| after("", &solve(position, "--store proofs"), &directory).spawn();
    let children: Vec<_> = positions.iter().map(|position| start(position).unwrap()).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 0, "{}", complaint(&output));
    }
    assert_eq!(names(&directory), ["proofs"]);
    for position in positions {
        let report = |more| -> Value {
            let output = run(&solve(position, more), &directory);
            serde_json::from_slice(&output.stdout).expect("JSON")
        };
        let (fresh, again) = (report(""), report("--store proofs"));
        assert_eq!(again["outcome"], fresh["outcome"], "{position}");
        // All that is left to do is to follow the principal variation, whose moves may be among those
        // that another process proved.
        let nodes = |report: &Value| report["nodes_expanded"].as_u64().unwrap();
        let (fresh, again) = (nodes(&fresh), nodes(&again));
        assert!(again * 2 < fresh, "{position}: {again} of {fresh}");
    }
}

#[test]
fn pattern_databases_are_repaired_and_what_killed_builds_left_is_removed() {
    let directory = directory();
    let files = || -> Vec<_> {
        names(&directory).into_iter().map(|name| directory.path().join(name)).collect()
    };
    assert_eq!(code(&run("pdb build 5-5-5", &directory)), 0);
    let whole = files();
    let bytes = fs::read(&whole[0]).unwrap();
    fs::write(&whole[0], &bytes[..bytes.len() / 2]).unwrap();
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let solve = format!("solve taquin {board} --heuristic pdb:5-5-5");
    let output = run(&solve, &directory);
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let warning = complaint(&output);
    assert!(
        warning.starts_with("warning: ") && warning.contains("rebuilding the pattern database"),
        "{warning}"
    );
    assert_eq!(fs::read(&whole[0]).unwrap(), bytes);
    assert_eq!(complaint(&run(&solve, &directory)), "");
    // As this version and the one before left them behind.
    for name in ["some.pdb.4711.unfinished", "some.pdb.a1B2c3.unfinished"] {
        fs::write(directory.path().join(name), "half of it").unwrap();
    }
    let listed = printed(&run("pdb list", &directory));
    assert!(
        listed.starts_with("3 databases") && listed.matches("was killed").count() == 2,
        "{listed}"
    );
    let built = printed(&run("pdb build 5-5-5", &directory));
    assert_eq!(built.matches("removed ").count(), 2, "{built}");
    assert_eq!(files(), whole);
    // Nobody writes to the pipe: it is not waited for.
    fs::remove_file(&whole[0]).unwrap();
    assert!(Command::new("mkfifo").arg(&whole[0]).status().unwrap().success());
    for command in [&*solve, "pdb verify", "pdb build 5-5-5"] {
        let output = run(command, &directory);
        assert_ne!(code(&output), 0);
        let text = printed(&output) + &complaint(&output);
        assert!(text.contains("not a regular file"), "{text}");
    }
}
