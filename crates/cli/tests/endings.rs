//! Limits, failures and input that makes no sense: every command ends, by a code that tells why,
//! and with one JSON value where that was asked for.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{
    self, code, command, complaint, printed, scratch, tesuji, until_signals_are_caught,
};
use serde_json::Value;

fn folder() -> PathBuf {
    let folder = scratch("endings");
    fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// The JSON that a command prints; it must end with this code.
fn json(arguments: &str, expected: i32) -> Value {
    common::json(&format!("{arguments} --json"), expected)
}

/// The board of so many cells that is a move away from the goal.
fn near(cells: u32) -> String {
    let tiles = [1, 0].into_iter().chain(2..cells).map(|tile| tile.to_string());
    tiles.collect::<Vec<_>>().join(" ")
}

#[test]
fn at_a_limit_every_command_prints_one_json_object_that_names_it() {
    let file = folder().join("stopped");
    let file = file.display();
    for (arguments, limit) in [
        ("solve taquin 806547231 --with bfs --nodes 100", "nodes"),
        ("solve breakthrough --time 20ms", "time"),
        // The databases of the heuristic are not ready in time.
        (
            &format!("solve taquin {} --heuristic pdb:6-6-6-6 --with a* --time 1ms", near(25)),
            "time",
        ),
        (&format!("solve taquin {} --heuristic pdb:7-8 --memory 10KiB", near(16)), "memory"),
        ("enumerate taquin 4x4 --memory 1MiB", "memory"),
        ("enumerate taquin 5x2 --nodes 100000", "nodes"),
        ("enumerate rush-hour --nodes 100", "nodes"),
        ("perft breakthrough 12 --nodes 100000", "nodes"),
        ("perft breakthrough 12 --nodes 100000 --threads 3", "nodes"),
        ("perft breakthrough 12 --time 50ms --threads 2", "time"),
        ("perft breakthrough 12 --memory 1KiB --threads 2", "memory"),
        // Lines that end early are charged by the positions on them.
        ("perft nim 9-9-9 40 --nodes 1000", "nodes"),
        ("perft octal 12-5 28 --code 0.77 --time 50ms", "time"),
        ("perft connect-four 1234567 36 --time 50ms", "time"),
        ("count breakthrough --nodes 1000", "nodes"),
        ("count connect-four --size 4x4 --values --time 20ms", "time"),
        ("pdb build 6-6-3 --memory 10KiB --force", "memory"),
        ("shuffle taquin --count 18446744073709551615 --time 20ms", "time"),
        ("shuffle taquin --walk 10000000 --time 20ms", "time"),
        ("generate rush-hour --min-moves 90 --tries 18446744073709551615 --time 50ms", "time"),
        ("nim-values 0.376 --heaps 500000000 --time 50ms", "time"),
        ("nim-values grundy --heaps 18446744073709551615 --memory 10KiB", "memory"),
        ("match tic-tac-toe --players random,random --games 2000000000 --total-time 50ms", "time"),
        // The search ends in milliseconds; the certificate would take half a minute.
        (
            &format!(
                "solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --heuristic walking-distance \
                 --time 500ms --certificate {file}"
            ),
            "time",
        ),
    ] {
        let started = Instant::now();
        let report = json(arguments, 3);
        assert_eq!(report["limit"], limit, "{arguments}: {report}");
        let took = started.elapsed();
        assert!(took < Duration::from_secs(20), "{arguments} took {took:?}");
    }
}

#[test]
fn what_is_known_at_a_limit_is_told() {
    let whole = json("perft breakthrough --size 5x5 4", 0);
    let part = json("perft breakthrough --size 5x5 4 --nodes 9000", 3);
    let known = part["by_move"].as_array().unwrap();
    assert!(!known.is_empty() && known.len() < whole["by_move"].as_array().unwrap().len());
    assert!(whole["by_move"].as_array().unwrap().starts_with(known));
    let sum: u64 = known.iter().map(|pair| pair[1].as_u64().unwrap()).sum();
    assert_eq!(part["sequences"], sum);

    let whole = json("enumerate taquin 3x3", 0);
    let part = json("enumerate taquin 3x3 --nodes 20000", 3);
    let known = part["distances"].as_array().unwrap();
    assert!(known.len() > 3);
    assert!(whole["distances"].as_array().unwrap().starts_with(known));
    assert_eq!((&part["mean"], &whole["limit"]), (&Value::Null, &Value::Null));

    let part = json("shuffle taquin --seed 1 --count 18446744073709551615 --time 50ms", 3);
    assert_eq!(part["known"][0], json("shuffle taquin --seed 1", 0)[0]);

    let rows = json("compare breakthrough --algorithms pvs,uct --time 50ms", 3);
    let limits: Vec<_> = rows.as_array().unwrap().iter().map(|row| &row["limit"]).collect();
    assert_eq!(limits[0], "time");
}

/// Ends a command as Ctrl-C does, and at once as `timeout` does: together that is one request.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let both = format!("kill -INT {0} && kill -TERM {0}", child.id());
    let sent = Command::new("sh").args(["-c", &both]).status();
    assert!(sent.expect("there is a shell").success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_every_command_with_what_is_known() {
    let commands = [
        "solve breakthrough",
        "perft breakthrough 12",
        "count breakthrough",
        "enumerate taquin 4x3",
        "generate rush-hour --min-moves 90 --tries 18446744073709551615",
        "nim-values grundy --heaps 500000000",
        "tree connect-four --nodes 100000000",
        "shuffle taquin --count 18446744073709551615",
        "match breakthrough --players random,random --games 2000000000",
    ];
    for arguments in commands {
        let words: Vec<_> = arguments.split_whitespace().chain(["--json"]).collect();
        let child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        until_signals_are_caught(&child);
        thread::sleep(Duration::from_millis(100));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 3, "{arguments}: {}", complaint(&output));
        let report: Value = serde_json::from_slice(&output.stdout).expect(arguments);
        assert_eq!(report["limit"], "interrupted", "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn compare_prints_rows_as_they_are_known_and_tells_the_limits_it_sets() {
    use std::io::{BufRead, BufReader};
    let compare = "compare rush-hour-rocks --depth 3";
    let words = compare.split_whitespace().chain(["--algorithms", "pvs,pn"]);
    let words: Vec<_> = words.chain(["--nodes", "18446744073709551615", "--time", "1h"]).collect();
    let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // The proof takes longer than anybody waits, and the row before it is there.
    assert!(lines.any(|line| line.starts_with("| pvs ")));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));

    let rows = json(&format!("{compare} --algorithms pvs,pn"), 3);
    assert_eq!(rows[0]["note"], Value::Null);
    assert_eq!(rows[1]["note"], "at most 1,000,000 nodes: ignores --depth");
    let rows = json("compare rush-hour-rocks --algorithms pn --nodes 1000", 3);
    assert_eq!(rows[0]["note"], Value::Null);
    let rows = json("compare tic-tac-toe --algorithms pn", 0);
    assert_eq!(rows[0]["note"], Value::Null);
}

#[test]
fn one_clock_runs_for_the_whole_command() {
    let file = folder().join("one-clock");
    let started = Instant::now();
    let output = tesuji(&format!(
        "solve breakthrough --size 3x8 --with df-pn --time 4s --certificate {}",
        file.display()
    ));
    let took = started.elapsed();
    assert_eq!(code(&output), 3, "{}", complaint(&output));
    // A clock of its own for the certificate would make it 8 seconds.
    assert!(took < Duration::from_secs(7), "{took:?}");
}

#[test]
fn failures_of_files_have_a_code_of_their_own() {
    let certificate = folder().join("failures");
    let made = tesuji(&format!("solve tic-tac-toe --certificate {}", certificate.display()));
    assert_eq!(code(&made), 0);
    for arguments in [
        "verify /nowhere/file",
        "pdb verify /nowhere/file",
        "solve taquin 125374680 --svg /nowhere/board.svg",
        "solve taquin 125374680 --certificate /nowhere/certificate",
        "solve tic-tac-toe --with df-pn --store /nowhere/store",
        "show taquin --svg /nowhere/board.svg",
        "tree taquin --dot /nowhere/tree.dot",
        "nim-values 0.77 --certificate /nowhere/certificate",
    ] {
        let output = tesuji(arguments);
        assert_eq!(code(&output), 4, "{arguments}: {}", complaint(&output));
        let told = complaint(&output) + &printed(&output);
        assert!(told.contains("/nowhere/"), "{arguments}: {told}");
    }
    if cfg!(target_os = "linux") {
        for arguments in [&["games"][..], &["help"], &["solve", "--help"], &["--version"]] {
            let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let output = command(arguments).stdout(full).output().unwrap();
            assert_eq!(code(&output), 4, "{arguments:?}: {}", complaint(&output));
            assert!(complaint(&output).starts_with("error: "), "{arguments:?}");
        }
    }
}

#[test]
fn a_reader_that_has_gone_is_no_success_and_no_complaint() {
    let rejected = folder().join("rejected");
    fs::write(&rejected, "not a certificate").unwrap();
    let rejected = rejected.display().to_string();
    let tree = ["tree", "tic-tac-toe", "--json"];
    let solve = ["solve", "taquin", "125374680"];
    let help = [&["help"][..], &["help", "solve"], &["solve", "-h"], &["--version"]];
    let all = [&["verify", &rejected][..], &["games"], &solve, &tree[..2], &tree];
    for arguments in all.into_iter().chain(help) {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = command(arguments).stdout(writer).output().unwrap();
        assert_eq!((code(&output), complaint(&output)), (4, String::new()), "{arguments:?}");
    }
}

#[test]
fn the_time_ends_a_long_walk() {
    for game in ["sokoban", "rush-hour"] {
        // Each takes ten seconds at least.
        let output = tesuji(&format!("shuffle {game} --walk 10000000 --time 100ms --jsonl"));
        assert_eq!(code(&output), 3, "{}", complaint(&output));
        assert_eq!(printed(&output), "{\"limit\":\"time\"}\n", "{game}");
    }
}

#[test]
fn an_answer_is_printed_though_what_was_asked_for_besides_cannot_be_given() {
    let file = folder().join("expectation");
    let _ = fs::remove_file(&file);
    for options in ["", "--json"] {
        let output = tesuji(&format!(
            "solve tic-tac-toe --with expectimax --certificate {} {options}",
            file.display()
        ));
        assert_eq!(code(&output), 5);
        assert!(printed(&output).contains("0.995"), "{}", printed(&output));
        assert!(complaint(&output).contains("there is no certificate"), "{}", complaint(&output));
        assert!(!file.exists());
    }
    let output = tesuji(&format!("solve breakthrough --nodes 99 --certificate {}", file.display()));
    assert_eq!(code(&output), 3);
    assert!(complaint(&output).contains("there is no certificate"), "{}", complaint(&output));
    assert!(!file.exists());
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    for (arguments, reason) in [
        ("solve tic-tac-toe --with expectimax --temperature 5", "for opponent pessimistic"),
        ("solve tic-tac-toe --with uct --parallel root", "give threads"),
        ("solve rush-hour-rocks --adversary random --all", "for adversary best"),
        ("solve tic-tac-toe --with pvs --playouts 5", "pvs takes no playouts"),
        ("compare tic-tac-toe --seed 5", "--depths"),
        ("compare tic-tac-toe --no-times --json", "--json"),
        ("solve tic-tac-toe --strategy /nowhere/file", "does not offer strategies"),
        ("tree taquin 125374680 --with bfs --depth 3", "bfs takes no depth; it is for"),
        ("play taquin --as second", "this is a puzzle"),
        ("play taquin --against random", "this is a puzzle"),
        ("match tic-tac-toe --players random,pvs:depth=1 --time 1s", "have some"),
        ("show tic-tac-toe --size 3x3", "has no setting \"size\""),
    ] {
        let output = tesuji(arguments);
        assert_eq!(code(&output), 2, "{arguments}: {}", complaint(&output));
        assert!(complaint(&output).contains(reason), "{arguments}: {}", complaint(&output));
    }
}

#[test]
fn an_answer_names_the_heuristic_that_was_used() {
    let board = "solve taquin 1 2 3 0 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
    for (options, name) in
        [("", "pdb:6-6-3"), ("--memory 2MiB", "pdb:5-5-5"), ("--memory 100KiB", "walking-distance")]
    {
        let by_default = json(&format!("{board} {options}"), 0);
        assert_eq!(by_default["heuristic"], name, "{options}");
        let by_name = json(&format!("{board} --heuristic {name}"), 0);
        assert_eq!(by_default["nodes_expanded"], by_name["nodes_expanded"], "{options}");
    }
}

/// The longest run of characters between quotation marks.
fn longest_quotation(text: &str) -> usize {
    text.split(['"', '\'']).skip(1).step_by(2).map(|part| part.chars().count()).max().unwrap_or(0)
}

#[test]
fn input_longer_than_any_position_is_cut_at_once_and_not_echoed() {
    for letter in ["1 ", "x", "\n", "é", "\0"] {
        let long = letter.repeat((4 << 20) / letter.len());
        let mut child = command(&["solve", "taquin", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It does not listen to the end.
        let _ = child.stdin.take().unwrap().write_all(long.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 2);
        assert!(complaint(&output).len() < 200, "{}", complaint(&output));
    }
    let long = "z".repeat(10_000);
    let nested = format!("{long}=1");
    for arguments in [
        &["solve", &long][..],
        &["solve", "taquin", &long],
        &["solve", "breakthrough", &long],
        &["solve", "connect-four", &long],
        &["solve", "nim", &long],
        &["solve", "rush-hour", &long],
        &["solve", "tic-tac-toe", &long],
        &["solve", "taquin", "--with", &long],
        &["solve", "taquin", "--heuristic", &long],
        &["solve", "taquin", "--nodes", &long],
        &["solve", "taquin", "--weight", &long],
        &["solve", "taquin", "--size", &long],
        &["solve", "taquin", "--goal", &long],
        &["solve", "nim", "--take", &long],
        &["solve", "nim", "--rules", &long],
        &["solve", "octal", "--code", &long],
        &["solve", "tic-tac-toe", "--opponent", &long],
        &["solve", "--", "--", &long],
        &["solve", &format!("--{long}")],
        &[&long],
        &["perft", "taquin", &long],
        &["nim-values", &long],
        &["tree", "taquin", "--with", &long],
        &["compare", "taquin", "--depths", &long],
        &["compare", "taquin", "--algorithms", &long],
        &["match", "tic-tac-toe", "--players", &long],
        &["match", "tic-tac-toe", "--players", &nested],
        &["match", "tic-tac-toe", "--players", "random,random", "--sprt", &long],
        &["pdb", "build", &long],
        &["table", "build", &long, "--out", "file"],
        &["completions", &long],
        &["lab", &long],
        &["generate", &long, "--min-moves", "3"],
        &["enumerate", "taquin", &long],
        &["serve", "--port", &long],
    ] {
        let output = command(arguments).stdin(Stdio::null()).output().unwrap();
        let message = complaint(&output);
        assert_eq!(code(&output), 2, "{message:.1000}");
        assert!(longest_quotation(&message) <= 100 && message.len() < 2000, "{message:.1000}");
    }
}

/// What a command's own help says that it is given: the options that take a value, but files.
fn options_of(command_words: &[&str]) -> Vec<String> {
    let help = command(&[command_words, &["--help"]].concat()).output().unwrap();
    let options = printed(&help);
    let options = options.lines().filter_map(|line| {
        let (_, option) = line.trim_start().starts_with('-').then(|| line.split_once("--"))??;
        let (name, value) = option.split_once(' ')?;
        let is_path = value.contains("<FILE>") || value.contains("<DIR>");
        // What all commands have is no number.
        let is_own = !["color", "progress"].contains(&name);
        (value.contains('<') && !is_path && is_own).then(|| name.to_owned())
    });
    options.collect()
}

/// The commands that the help lists, with those of `pdb`, `table` and `new`.
fn commands() -> Vec<Vec<String>> {
    let listed = |words: &[&str]| -> Vec<Vec<String>> {
        let help = printed(&command(&[words, &["--help"]].concat()).output().unwrap());
        let commands = help.lines().take_while(|line| *line != "Options:");
        let commands = commands.filter(|line| line.starts_with("  "));
        let names = commands.filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help");
        names
            .map(|name| [words, &[name]].concat().iter().map(|word| (*word).into()).collect())
            .collect()
    };
    let mut all = listed(&[]);
    for nested in ["pdb", "table", "new"] {
        all.retain(|words| words[0] != nested);
        all.extend(listed(&[nested]));
    }
    all
}

/// Numbers at and beyond the ends of what can be counted, and what is no number.
const EXTREMES: &[&str] = &[
    "0",
    "1",
    "-1",
    "4294967295",
    "4294967296",
    "18446744073709551614",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "NaN",
    "inf",
    "",
    "340282366920938463463374607431768211456000",
    "18446744073709551615s",
    "18446744073709551615B",
    "16777215TiB",
    "4294967295x4294967295",
    "18446744073709551615,18446744073709551615",
    "0-18446744073709551615",
];

/// Waits for a command, but not for ever.
fn wait(mut child: Child, patience: Duration) -> Option<i32> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status.code().expect("a code"));
        }
        if started.elapsed() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// A way to run each command that has an answer at once, so that an option that is accepted is
/// used as well.
fn quick(command: &str) -> &'static [&'static str] {
    match command {
        "solve" => &["tic-tac-toe", "XX.OO....", "--time=200ms"],
        "compare" => &["simple-nim", "3", "--time=200ms"],
        "shuffle" => &["taquin", "--time=200ms"],
        "enumerate" => &["taquin", "2x2", "--time=200ms"],
        "generate" => &["rush-hour", "--min-moves=3", "--time=200ms"],
        "lab" => &["rush-hour-rocks", "--depth=1", "--time=200ms"],
        "show" => &["tic-tac-toe"],
        "perft" => &["tic-tac-toe", "3", "--time=200ms"],
        "count" => &["tic-tac-toe", "--time=200ms"],
        "nim-values" => &["0.77", "--time=200ms"],
        "verify" => &["FILE", "--time=200ms"],
        "serve" => &["--port=0"],
        "play" => &["tic-tac-toe", "--time=20ms"],
        "match" => &[
            "tic-tac-toe",
            "--players=pvs,random",
            "--games=2",
            "--nodes=10",
            "--total-time=200ms",
        ],
        "tournament" => &[
            "tic-tac-toe",
            "--players=pvs,random",
            "--games=2",
            "--nodes=10",
            "--total-time=200ms",
        ],
        "tune" => &[
            "tic-tac-toe",
            "--engine=uct:playouts=5",
            "--parameters=exploration=0.1..2",
            "--iterations=2",
            "--check=2",
            "--total-time=200ms",
        ],
        "replay" => &["FILE"],
        "engine" => &["tic-tac-toe"],
        "tree" => &["tic-tac-toe", "XX.OO....", "--time=200ms"],
        "pdb build" => &["5-5-5", "--time=200ms"],
        "pdb verify" => &["FILE", "--time=200ms"],
        "table build" => &["tic-tac-toe", "--out=FILE.table", "--time=200ms"],
        "table verify" | "table stats" => &["FILE", "--time=200ms"],
        other => panic!("give a quick way to run `tesuji {other}`"),
    }
}

/// Options that a search takes, with the search.
fn with(option: &str) -> &'static [&'static str] {
    match option {
        "playouts" | "seed" | "adjudicate" | "exploration" | "amaf-bias" => &["--with=rave"],
        "reference" => &["--with=grave"],
        "bonus" => &["--with=uct-biased"],
        "opponent" => &["--with=expectimax"],
        "temperature" => &["--with=expectimax", "--opponent=optimistic"],
        _ => &[],
    }
}

#[test]
fn numbers_make_no_command_panic_or_hang() {
    give_extremes(8);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn no_number_makes_any_command_panic_or_hang() {
    give_extremes(1);
}

/// Runs every command with every option and each of [`EXTREMES`], or one in `step` of them.
fn give_extremes(step: usize) {
    let certificate = folder().join("extremes");
    let file = certificate.to_str().unwrap();
    assert_eq!(code(&tesuji(&format!("solve tic-tac-toe --certificate {file}"))), 0);
    let mut runs = Vec::new();
    for words in commands() {
        let name = words.join(" ");
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let options = options_of(&words);
        if options.is_empty() {
            continue;
        }
        for option in &options {
            for value in EXTREMES.iter().skip(runs.len() % step).step_by(step) {
                let mut arguments: Vec<String> = words.iter().map(|word| (*word).into()).collect();
                let rest = quick(&name).iter().chain(match name.as_str() {
                    "solve" => with(option),
                    _ => &[],
                });
                // Given once, and where the command has it.
                let rest = rest.filter(|word| match word.strip_prefix("--") {
                    None => true,
                    Some(given) => {
                        let given = given.split('=').next().unwrap_or_default();
                        let is_known = options.iter().any(|known| known == given);
                        given != option && (is_known || word.contains("FILE"))
                    }
                });
                arguments.extend(rest.map(|word| word.replace("FILE", file)));
                arguments.push(format!("--{option}={value}"));
                runs.push(arguments);
            }
        }
    }
    assert!(runs.len() * step > 3000, "only {} runs", runs.len());
    let failures = Mutex::new(Vec::new());
    let queue = Mutex::new(runs.into_iter());
    let work = || {
        loop {
            let next = queue.lock().unwrap().next();
            let Some(arguments) = next else { break };
            let serves = arguments[0] == "serve";
            let words: Vec<_> = arguments.iter().map(String::as_str).collect();
            let mut child = command(&words);
            let log = folder().join(format!("extremes-{:?}", thread::current().id()));
            child.stdin(Stdio::null()).stdout(Stdio::null());
            child.stderr(fs::File::create(&log).unwrap());
            let patience = Duration::from_millis(if serves { 200 } else { 60_000 });
            let end = wait(child.spawn().unwrap(), patience);
            let told = String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned();
            let is_fine = end.map_or(serves, |code| (0..=4).contains(&code));
            if !is_fine || told.contains("panicked") {
                failures.lock().unwrap().push(format!("{arguments:?}: {end:?} {told}"));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
