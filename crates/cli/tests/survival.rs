//! What is left of files when the disk is full or the program is killed, and when several
//! programs write to one.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::common::{code, complaint, kills, printed};
use serde_json::Value;

/// A directory that is removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("survival-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program, to be run by a shell after this preparation.
fn after(preparation: &str, arguments: &str, directory: &Directory) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{preparation}\nexec \"$TESUJI\" {arguments}");
    command.args(["-c", &script]).current_dir(&directory.0);
    command.env("TESUJI", env!("CARGO_BIN_EXE_tesuji")).env("TESUJI_CACHE", &directory.0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &str, directory: &Directory) -> Output {
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
fn old(name: &str, directory: &Directory) -> Vec<u8> {
    if name == "proofs" {
        let earlier = run(
            "solve breakthrough --size 3x5 --with df-pn --nodes 5000 --store proofs",
            directory,
        );
        assert_eq!(code(&earlier), 3, "{}", complaint(&earlier));
        fs::read(directory.0.join(name)).unwrap()
    } else {
        b"what was there before".to_vec()
    }
}

/// One file in a directory of its own, as it is before and after the program has written it.
struct Case {
    arguments: &'static str,
    directory: Directory,
    file: PathBuf,
    old: Vec<u8>,
    new: Vec<u8>,
    /// How long that took.
    time: Duration,
}

impl Case {
    fn all(of: &str) -> impl Iterator<Item = Case> {
        FILES.iter().map(move |&(name, arguments)| {
            let directory = Directory::new(&format!("{of}-{name}"));
            let begin = old(name, &directory);
            let mut file = directory.0.join(name);
            if file.extension().is_none_or(|ending| ending != "pdb") {
                fs::write(&file, &begin).unwrap();
            }
            let start = Instant::now();
            let output = run(arguments, &directory);
            assert_eq!(code(&output), 0, "{arguments}: {}", complaint(&output));
            let time = start.elapsed();
            if arguments.starts_with("pdb") {
                file = directory.0.join(&directory.names()[0]);
            }
            let new = fs::read(&file).unwrap();
            assert_ne!(begin, new, "{arguments}");
            let case = Case { arguments, directory, file, old: begin, new, time };
            case.reset();
            case
        })
    }

    /// The old file, and nothing else in its directory.
    fn reset(&self) {
        for name in self.directory.names() {
            fs::remove_file(self.directory.0.join(name)).unwrap();
        }
        fs::write(&self.file, &self.old).unwrap();
    }

    fn is_old_or_new(&self, what: &str) {
        let found = fs::read(&self.file).unwrap();
        let length = found.len();
        assert!(
            found == self.old || found == self.new,
            "{what} {}: {length} bytes",
            self.arguments
        );
    }
}

/// Where files may have no more than so many blocks, the first write beyond is an error, as on a
/// full disk; or, unless it is ignored, a signal that kills the program in the midst of writing.
#[test]
fn a_full_disk_or_a_kill_in_the_midst_of_writing_leaves_the_old_file() {
    for case in Case::all("full") {
        for blocks in [0, 1] {
            let preparation = format!("ulimit -f {blocks}");
            let output = after(&preparation, case.arguments, &case.directory).output().unwrap();
            assert!(output.status.code().is_none() || blocks > 0, "{}", case.arguments);
            case.is_old_or_new("killed while writing");
            let was_killed = output.status.code().is_none();
            if was_killed {
                assert_eq!(fs::read(&case.file).unwrap(), case.old, "{}", case.arguments);
            }
            case.reset();
            let preparation = format!("trap '' XFSZ; ulimit -f {blocks}");
            let output = after(&preparation, case.arguments, &case.directory).output().unwrap();
            if was_killed {
                assert_eq!(code(&output), 4, "{}: {}", case.arguments, complaint(&output));
                let name = case.file.file_name().unwrap().to_str().unwrap();
                // Of several databases, another may come first.
                let is_named = complaint(&output).contains(name)
                    || name.ends_with(".pdb") && complaint(&output).contains(".pdb: ");
                assert!(is_named, "{}", complaint(&output));
                assert_eq!(fs::read(&case.file).unwrap(), case.old, "{}", case.arguments);
                assert_eq!(case.directory.names(), [name]);
            }
        }
        // The next run clears away what a killed one has left.
        let killed = after("ulimit -f 0", case.arguments, &case.directory).output().unwrap();
        assert!(killed.status.code().is_none());
        assert!(case.directory.names().len() > 1, "{}", case.arguments);
        assert_eq!(code(&run(case.arguments, &case.directory)), 0);
        assert_eq!(fs::read(&case.file).unwrap(), case.new);
        let left = case.directory.names().into_iter().filter(|name| !name.ends_with(".pdb"));
        let left: Vec<_> = left.filter(|name| !case.file.ends_with(name)).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let mut random = now();
    println!("the moments are drawn from {random}");
    for case in Case::all("killed") {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(300) {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let share = (random >> 40) as f64 / (1 << 24) as f64;
            let mut child = after("", case.arguments, &case.directory).spawn().unwrap();
            thread::sleep(case.time.mul_f64(share * 1.2));
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
    let directory = Directory::new("full-checkpoints");
    let command = "count connect-four --size 4x4 --checkpoint state --checkpoint-every 1ms";
    let output = after("trap '' XFSZ; ulimit -f 1", command, &directory).output().unwrap();
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    assert!(printed(&output).contains("161,029 positions"), "{}", printed(&output));
    let warnings = complaint(&output).matches("cannot save a checkpoint").count();
    assert_eq!(warnings, 1, "{}", complaint(&output));
}

#[test]
fn a_command_of_several_parts_says_once_that_they_save_no_checkpoints() {
    let directory = Directory::new("unsaved");
    let generate = "generate grid --min-moves 5 --count 3 --seed 1 --checkpoint state";
    let output = run(generate, &directory);
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let warnings = complaint(&output).matches("no checkpoints are saved").count();
    assert_eq!(warnings, 1, "{}", complaint(&output));
    // Nothing is left of a command that cannot begin.
    let output = run(&generate.replace("grid", "grid --size 1x1"), &directory);
    assert_eq!(code(&output), 2, "{}", complaint(&output));
    assert!(directory.names().is_empty(), "{:?}", directory.names());
}

#[test]
fn checkpoints_of_another_command_are_refused_by_name() {
    let directory = Directory::new("foreign");
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
    let directory = Directory::new("other-limits");
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
    let directory = Directory::new("answer");
    let preparation = "trap '' XFSZ; ulimit -f 0";
    for option in ["--certificate file", "--svg file", "--strategy file"] {
        let solve = format!("solve rush-hour-rocks {option}");
        let output = after(preparation, &solve, &directory).output().unwrap();
        assert_eq!(code(&output), 4, "{option}: {}", complaint(&output));
        assert!(printed(&output).contains("nodes expanded"), "{}", printed(&output));
        assert_eq!(directory.names(), [""; 0]);
    }
    let solve = "solve breakthrough --size 3x4 --with df-pn --store file";
    let output = after(preparation, solve, &directory).output().unwrap();
    assert_eq!(code(&output), 4, "{}", complaint(&output));
    assert!(printed(&output).contains("the player to move loses"), "{}", printed(&output));
}

#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    let directory = Directory::new("refused");
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
    assert_eq!(directory.names(), [""; 0]);
}

#[test]
fn pipes_and_devices_are_written_to_directly() {
    let directory = Directory::new("devices");
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
            _ => fs::read(directory.0.join("file")).unwrap(),
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
    fn new(preparation: &str, more: &str, directory: &Directory) -> Self {
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
        let directory = Directory::new(name);
        let search = Endless::new("", "", &directory);
        thread::sleep(Duration::from_millis(300));
        search.signal(name);
        let (code, text) = search.end();
        assert_eq!(code, Some(3), "{name}");
        assert!(text.contains("unknown: interrupted"), "{name}: {text}");
        assert_eq!(directory.names(), ["proofs"]);
        let again = "solve connect-four 4444433 --with df-pn --nodes 10 --store proofs";
        let again = run(again, &directory);
        assert_eq!(again.status.code(), Some(3), "{}", complaint(&again));
    }
}

/// As `nohup` starts it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let directory = Directory::new("ignored");
    let search = Endless::new("trap '' HUP", "--time 2s", &directory);
    search.signal("HUP");
    let (code, text) = search.end();
    assert_eq!(code, Some(3));
    assert!(text.contains("the limit on time"), "{text}");
}

#[test]
fn processes_that_share_a_store_lose_nothing() {
    let directory = Directory::new("shared");
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
    assert_eq!(directory.names(), ["proofs"]);
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
    let directory = Directory::new("databases");
    let files =
        || -> Vec<_> { directory.names().into_iter().map(|name| directory.0.join(name)).collect() };
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
        fs::write(directory.0.join(name), "half of it").unwrap();
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
