//! Certificates from the command line: written by `solve` and `nim-values`, checked by `verify`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{self, code, complaint, printed, program, scratch, sealed};
use serde_json::Value;

fn tesuji(arguments: &str, file: &Path) -> Output {
    let words = arguments.split_whitespace();
    let words = words.map(|word| if word == "FILE" { file.as_os_str() } else { word.as_ref() });
    program().args(words).output().expect("tesuji runs")
}

/// A file of its own for each test.
fn file(name: &str) -> PathBuf {
    scratch(name).with_extension("tesuji")
}

/// Runs a command that writes a certificate, and ends with this code.
fn make(arguments: &str, file: &Path, expected: i32) {
    let output = tesuji(&format!("{arguments} --certificate FILE"), file);
    assert_eq!(code(&output), expected, "{arguments}: {}", complaint(&output));
    assert!(printed(&output).contains("certificate in "), "{}", printed(&output));
}

/// The last line that `verify` prints, and how it ends.
fn verdict(file: &Path) -> (String, i32) {
    let output = tesuji("verify FILE", file);
    let last = printed(&output).lines().last().unwrap_or_default().to_owned();
    (last, code(&output))
}

/// The same file with a word of its text changed and the checksum made right again.
fn forged(file: &Path, from: &str, to: &str) -> PathBuf {
    let bytes = fs::read(file).unwrap();
    let place = bytes.windows(from.len()).position(|word| word == from.as_bytes()).expect(from);
    let entries = &bytes[place + from.len()..bytes.len() - 8];
    let other = file.with_extension("forged");
    fs::write(&other, sealed([&bytes[..place], to.as_bytes(), entries].concat())).unwrap();
    other
}

/// A file of a claim about Nim that needs no entries, if it is true.
fn claim_about_nim(file: &Path, settings: &str, heaps: &str, claim: &str, leaves: u32) {
    let text = format!(
        "tesuji certificate 1\ngame nim\n{settings}\nset start {heaps}\nposition {heaps}\n\
         claim {claim}\nproof strategy leaves {leaves}\nentries 0\nbytes 0\n\n"
    );
    fs::write(file, sealed(text.into_bytes())).unwrap();
}

#[test]
fn a_certificate_of_one_entry_has_no_entries() {
    let output = tesuji("solve simple-nim 3 --certificate FILE", &file("one-entry"));
    let last = printed(&output).lines().last().unwrap_or_default().to_owned();
    assert!(last.ends_with(": first wins in exactly 2 plies, 1 entry, 180 bytes"), "{last}");
}

#[test]
fn a_win_by_the_losers_last_move_takes_that_move() {
    let file = file("misere");
    let verdict_on = |claim: &str| {
        claim_about_nim(&file, "set rules misere\nset take 1-3", "1", claim, 0);
        verdict(&file)
    };
    let (line, end) = verdict_on("second wins in exactly 0 plies");
    assert_eq!(end, 1, "{line}");
    assert!(line.contains("no win within 0 plies"), "{line}");
    let right = verdict_on("second wins in exactly 1 plies");
    assert_eq!(right, ("verified: second wins in exactly 1 plies".to_owned(), 0));
}

#[test]
fn values_after_every_error_of_one_player_are_certified() {
    let file = file("semi-strong");
    for (position, result) in [
        ("tic-tac-toe", "draw"),
        ("tic-tac-toe X...O...X", "draw"),
        ("breakthrough --size 2x5", "second wins"),
        ("nim 2-3 --rules misere", "first wins"),
    ] {
        make(&format!("solve {position} --semi-strong"), &file, 0);
        let (line, end) = verdict(&file);
        assert!(line.starts_with(&format!("verified: semi-strong {result}, ")), "{line}");
        assert_eq!(end, 0);
        let other = if result == "draw" { "first wins" } else { "draw" };
        let forged =
            forged(&file, &format!("semi-strong {result}"), &format!("semi-strong {other}"));
        assert_eq!(verdict(&forged).1, 1);
    }
    let refused = |arguments: &str| {
        let output = tesuji(arguments, &file);
        assert_eq!(code(&output), 2, "{arguments}: {}", printed(&output));
        complaint(&output)
    };
    let rocks = "AA.B/...B/..../";
    let told = refused(&format!("solve rush-hour-rocks {rocks} --certificate FILE --semi-strong"));
    assert!(told.contains("as positions repeat"), "{told}");
    refused("solve taquin 125374680 --certificate FILE --semi-strong");
    refused("solve tic-tac-toe --semi-strong");
}

#[test]
fn several_threads_check_several_certificates_and_print_the_same() {
    let (draw, win, endless) = (file("one-of-several"), file("two-of-several"), endless("late"));
    make("solve tic-tac-toe", &draw, 0);
    make("solve breakthrough --size 2x5", &win, 0);
    let forged = forged(&win, "second wins", "first wins");
    let verify = |options: &str| {
        let mut command = program();
        command.arg("verify").args([&draw, &endless, &forged, &win, &draw]);
        command.args(["--work", "100000"]).args(options.split_whitespace());
        command.output().expect("tesuji runs")
    };
    for format in ["", "--dump", "--jsonl"] {
        let one = verify(format);
        for threads in [2, 7] {
            let several = verify(&format!("{format} --threads {threads}"));
            assert_eq!(code(&several), code(&one));
            assert_eq!(printed(&several), printed(&one), "{format}: {}", complaint(&several));
        }
        assert_eq!(code(&one), 1, "{}", printed(&one));
    }
    assert_eq!(code(&tesuji("verify FILE --threads 0", &draw)), 2);
}

#[test]
fn files_that_cannot_be_read_do_not_keep_the_others_from_being_checked() {
    let (draw, missing) = (file("one-is-missing"), file("missing"));
    make("solve tic-tac-toe", &draw, 0);
    let forged = forged(&draw, "draw", "first wins");
    for options in ["--threads 1", "--threads 2", "--jsonl"] {
        let mut command = program();
        command.arg("verify").args([&draw, &missing, &forged]).args(options.split(' '));
        let output = command.output().expect("tesuji runs");
        assert_eq!(code(&output), 4, "{options}");
        assert_eq!(complaint(&output).matches("error: cannot open").count(), 1, "{options}");
        let text = printed(&output);
        match options {
            "--jsonl" => assert_eq!(text.lines().count(), 2),
            _ => assert!(text.contains("verified: draw") && text.contains("rejected"), "{text}"),
        }
    }
}

/// A file that asks for more work than anybody has time for.
fn endless(name: &str) -> PathBuf {
    let file = file(name);
    let settings = "set rules normal\nset take any";
    claim_about_nim(&file, settings, "255-255-255-255", "first wins", 7);
    file
}

#[test]
fn what_takes_for_ever_to_check_ends_at_the_limits() {
    let file = endless("endless");
    for (limit, name) in [("--work 100000", "work"), ("--time 100ms", "time")] {
        let output = tesuji(&format!("verify FILE {limit}"), &file);
        assert_eq!(code(&output), 3, "{limit}: {}", complaint(&output));
        let text = printed(&output);
        let last =
            format!("not checked: the limit on {name} was reached before the end of the proof");
        assert_eq!(text.lines().last(), Some(last.as_str()));
        let output = tesuji(&format!("verify FILE --json {limit}"), &file);
        assert_eq!(code(&output), 3);
        let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON value");
        assert_eq!((&report["valid"], &report["limit"]), (&false.into(), &name.into()));
    }
}

#[test]
fn verify_reads_standard_input() {
    let file = file("piped");
    make("solve breakthrough --size 2x5", &file, 0);
    let verify = |input: Stdio| {
        let mut command = program();
        command.args(["verify", "-", "--time", "20s"]).stdin(input).stdout(Stdio::piped());
        command.spawn().expect("tesuji runs")
    };
    let output = verify(fs::File::open(&file).unwrap().into()).wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{}", printed(&output));
    assert_eq!(printed(&output), printed(&tesuji("verify FILE", &file)));
    // What comes through a pipe, in pieces.
    let mut child = verify(Stdio::piped());
    let bytes = fs::read(&file).unwrap();
    let mut pipe = child.stdin.take().unwrap();
    for piece in bytes.chunks(100) {
        pipe.write_all(piece).unwrap();
        pipe.flush().unwrap();
    }
    drop(pipe);
    assert_eq!(code(&child.wait_with_output().unwrap()), 0);
}

#[test]
fn a_pipe_that_nothing_comes_through_is_left_when_the_time_is_up() {
    let mut command = program();
    command.args(["verify", "-", "--time", "100ms"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("tesuji runs");
    // Held open until the end.
    let pipe = child.stdin.take();
    let end = child.wait().unwrap();
    drop(pipe);
    assert_eq!(end.code(), Some(3));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_check() {
    let file = endless("interrupted");
    let mut command = program();
    command.args(["verify", "--json"]).arg(&file).stdout(Stdio::piped());
    let child = command.spawn().expect("tesuji runs");
    common::until_signals_are_caught(&child);
    thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON value");
    assert_eq!((code(&output), &report["limit"]), (3, &"interrupted".into()));
}

#[test]
fn every_kind_of_answer_is_certified_and_verified() {
    let file = file("every-kind");
    let mut lines = Vec::new();
    for (arguments, expected) in [
        ("solve breakthrough --size 2x4 --with retrograde", 0),
        ("solve breakthrough --size 2x5 --with df-pn", 0),
        ("solve breakthrough --size 2x5 --with pn", 0),
        ("solve tic-tac-toe XX./OO./... --with pvs", 0),
        ("solve tic-tac-toe XO./.../... --with df-pn", 0),
        ("solve connect-four 12341234 --size 4x4 --with mtd-bi", 0),
        ("solve nim 3-4-5 --with theory", 0),
        ("solve grundy 12 --with pn2", 0),
        ("solve octal 7 --code 0.77 --with minimax", 0),
        ("solve rush-hour-rocks AA.B...B..CCDD.. --with retrograde", 0),
        ("solve rush-hour-rocks AA.B...BCC.D...D --with retrograde", 0),
        ("solve rush-hour AA.B...B........ --with bfs", 0),
        ("solve rush-hour ....B.....B.AA..C.....C.....D.....D. --with bfs", 1),
        ("solve taquin 125374680 --with ida* --heuristic manhattan", 0),
        ("solve taquin 230518674", 1),
        ("nim-values 0.77", 0),
        ("nim-values 1-3", 0),
        ("nim-values grundy --heaps 100", 0),
        ("solve nim 3-4-5 --with alpha-beta", 0),
        ("solve nim 3-4-5 --rules misere --with theory", 0),
        ("solve octal 5000-7-300 --code 0.77", 0),
        ("count tic-tac-toe", 0),
        ("count nim 3-4-5", 0),
        ("count taquin 125340 --size 3x2", 0),
        ("enumerate taquin 3x2", 0),
        ("enumerate rush-hour AA.B...B........ --metric slides", 0),
        ("solve rush-hour-rocks AA.B...B........ --adversary random", 0),
        ("solve grid s.#/.5g --directions 4", 0),
        ("solve grid s.#/..g", 0),
        ("solve sokoban 6#/#@-$.#/6#", 0),
        ("solve sokoban 6#/#@-$-#/#--.-#/6# --metric pushes", 1),
    ] {
        make(arguments, &file, expected);
        let (line, end) = verdict(&file);
        assert_eq!(end, 0, "{arguments}: {line}");
        lines.push(line);
    }
    insta::assert_snapshot!(lines.join("\n"), @"
    verified: second wins in exactly 8 plies
    verified: second wins in exactly 10 plies
    verified: second wins in exactly 10 plies
    verified: first wins in exactly 1 plies
    verified: first wins in exactly 5 plies
    verified: draw
    verified: nim-value 2
    verified: first wins in exactly 7 plies
    verified: first wins in exactly 5 plies
    verified: first wins in exactly 7 plies
    verified: draw
    verified: shortest solution 3 moves
    verified: unsolvable
    verified: shortest solution 6 moves
    verified: unsolvable
    verified: period 12 from heap 71 on
    verified: period 4 from heap 0 on
    verified: nim-values of heaps below 100
    verified: first wins in exactly 11 plies
    verified: first wins in exactly 10 plies
    verified: nim-value 7
    verified: reachable 5478 positions within 9 moves
    verified: reachable 232 positions within 4 moves
    verified: reachable 360 positions within 21 moves
    verified: reachable 360 positions within 21 moves
    verified: reachable 8 states within 2 moves of a goal
    verified: first expects 3.000000000 to 3.000000000 moves
    verified: least cost 7
    verified: least cost 2378
    verified: shortest solution 2 moves
    verified: unsolvable
    ");
}

#[test]
fn verify_says_what_is_claimed_and_how_it_is_proved() {
    let file = file("what");
    make("solve breakthrough --size 2x4", &file, 0);
    let (brief, dump) = (tesuji("verify FILE", &file), tesuji("verify FILE --dump", &file));
    let (brief, dump) = (printed(&brief), printed(&dump));
    let [game, size, rows, claim, proof, "", verdict] = brief.lines().collect::<Vec<_>>()[..]
    else {
        panic!("{brief}");
    };
    assert_eq!((game, size, rows), ("breakthrough pp/pp/PP/PP w", "size 2x4", "rows 2"));
    assert_eq!(claim, "claim: second wins in exactly 8 plies");
    assert_eq!(verdict, "verified: second wins in exactly 8 plies");
    // The dump has every entry besides, numbered: the position, whose turn it is, the move.
    let entries: Vec<_> = dump.lines().filter(|line| !brief.contains(line)).collect();
    let promised = format!("proof: strategy leaves 3 symmetry, {} entries in", entries.len());
    assert!(!entries.is_empty() && proof.starts_with(&promised), "{dump}");
    for (number, line) in entries.iter().enumerate() {
        let words: Vec<_> = line.split(' ').collect();
        let is_entry =
            words.len() == 4 && words[0] == number.to_string() && words[3].contains(['-', 'x']);
        assert!(is_entry, "{line}");
    }
    let output = tesuji("verify FILE --json", &file);
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON value");
    let wanted = ["game", "position", "claim", "proof", "entries", "plies", "valid", "reason"];
    for field in wanted {
        assert!(report.get(field).is_some(), "{field} is missing");
    }
    assert_eq!((&report["valid"], &report["plies"]), (&Value::from(true), &Value::from(8)));
}

#[test]
fn a_damaged_file_a_wrong_claim_and_a_foreign_file_are_refused() {
    let file = file("damaged");
    make("solve breakthrough --size 2x5", &file, 0);
    let good = fs::read(&file).unwrap();
    let mut lines = Vec::new();
    let mut refuse = |what: &str, path: &Path| {
        let (line, end) = verdict(path);
        lines.push(format!("{what}: {end}, {line}"));
        assert_eq!(end, 1, "{what}: {line}");
    };
    let other = file.with_extension("other");
    let mut damaged = good.clone();
    let place = damaged.len() - 10;
    damaged[place] ^= 1;
    fs::write(&other, &damaged).unwrap();
    refuse("a bit changed", &other);
    fs::write(&other, &good[..good.len() - 10]).unwrap();
    refuse("cut off", &other);
    fs::write(&other, [&good[..], b"more"].concat()).unwrap();
    refuse("more at the end", &other);
    fs::write(&other, "# Notes\n\nNothing is proved here.\n").unwrap();
    refuse("another kind of file", &other);
    fs::write(&other, []).unwrap();
    refuse("an empty file", &other);
    let refuse_claim = |from: &str, to: &str| {
        let (line, end) = verdict(&forged(&file, from, to));
        assert!(end == 1 && line.starts_with("rejected: "), "{to}: {end}, {line}");
    };
    refuse_claim("claim second", "claim first");
    refuse_claim("exactly 10", "exactly 8");
    refuse_claim("exactly 10", "exactly 12");
    refuse("another board", &forged(&file, "size 2x5", "size 2x6"));
    refuse("another game", &forged(&file, "game breakthrough", "game checkers"));
    refuse("another proof", &forged(&file, "proof strategy leaves 3 symmetry", "proof parity"));
    refuse("a later format", &forged(&file, "certificate 1", "certificate 2"));
    insta::assert_snapshot!(lines.join("\n"), @r#"
    a bit changed: 1, rejected: the checksum is wrong: the file was damaged
    cut off: 1, rejected: the checksum is wrong: the file was damaged
    more at the end: 1, rejected: the file goes on after the end of the proof
    another kind of file: 1, rejected: not a certificate: the first line is not "tesuji certificate 1"
    an empty file: 1, rejected: not a certificate: the first line is not "tesuji certificate 1"
    another board: 1, rejected: the game or position in the header is not valid: expected 6 rows, found 5
    another game: 1, rejected: the game or position in the header is not valid: there is no game "checkers"
    another proof: 1, rejected: a proof by "parity" cannot prove the claim "second wins in exactly 10 plies" about breakthrough
    a later format: 1, rejected: not a certificate: the first line is not "tesuji certificate 1"
    "#);
    // It is the words that are refused, not the hand that wrote them.
    let (line, end) = verdict(&forged(&file, "in exactly 10", "in exactly 10"));
    assert_eq!((line.as_str(), end), ("verified: second wins in exactly 10 plies", 0));
}

#[test]
fn bounds_of_the_cost_are_certified() {
    let file = file("bounds");
    for (arguments, expected, claim) in [
        ("solve taquin 806547231 --with greedy", 0, "cost at most "),
        ("solve taquin 806547231 --heuristic manhattan --nodes 300", 3, "cost at least "),
        ("solve taquin 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 0, "shortest solution 55 moves"),
    ] {
        make(arguments, &file, expected);
        let output = tesuji("verify FILE", &file);
        assert_eq!(code(&output), 0, "{arguments}: {}", printed(&output));
        assert!(printed(&output).contains(&format!("verified: {claim}")), "{}", printed(&output));
    }
}

#[test]
fn bad_calls_end_with_two_limits_with_three_and_failures_with_four() {
    let file = file("bad");
    let missing = tesuji("verify no-such-file.tesuji", &file);
    assert_eq!(code(&missing), 4);
    assert!(complaint(&missing).contains("no-such-file.tesuji"), "{}", complaint(&missing));
    make("solve taquin 125374680", &file, 0);
    // Too few positions to check it with: nothing is verified.
    let output = tesuji("verify FILE --positions 3", &file);
    assert_eq!(code(&output), 3);
    assert!(printed(&output).contains("raise the limit"), "{}", printed(&output));
    assert_eq!(code(&tesuji("verify FILE --dump --json", &file)), 2);
    // Without a proof there is no certificate.
    let none = file.with_extension("none");
    for (arguments, expected) in [
        ("solve breakthrough --size 5x5 --nodes 100", 3),
        ("solve tic-tac-toe --with expectimax", 5),
    ] {
        let output = tesuji(&format!("{arguments} --certificate FILE"), &none);
        assert_eq!(code(&output), expected, "{arguments}: {}", complaint(&output));
        assert!(!none.exists());
    }
}

/// The map is in the header of a certificate, which has 4,096 bytes.
#[test]
fn answers_on_maps_too_large_for_a_certificate_stand_without_one() {
    let side = 512;
    let row = format!("{}\n", ".".repeat(side));
    let map = format!("type octile\nheight {side}\nwidth {side}\nmap\n{}", row.repeat(side));
    let (map, file) = (format!("{map}0,0 511,511"), file("too-large"));
    for command in ["solve", "count"] {
        let mut child = program()
            .args([command, "grid", "-", "--certificate"])
            .arg(&file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(map.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 5, "{command}: {}", complaint(&output));
        assert!(complaint(&output).contains("do not fit in its header"), "{}", complaint(&output));
        assert!(!printed(&output).is_empty() && !file.exists());
    }
}
