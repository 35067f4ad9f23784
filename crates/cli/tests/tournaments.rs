//! Engines in programs of their own, tournaments and saved games.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use crate::common::{code, command, complaint, one_value, printed, run, scratch};
use serde_json::Value;

fn json(words: &[&str]) -> Value {
    one_value(&run(words), 0)
}

/// The engine that was written apart, as a player; none where there is no Python.
fn small_engine(options: &str) -> Option<String> {
    let python = Command::new("python3").arg("--version").output();
    let has_python = python.is_ok_and(|output| output.status.success());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/ugi.py");
    has_python.then(|| format!("cmd:python3 '{}' --strict {options}", path.display()))
}

/// Our engine as a program of its own.
fn own_engine(game: &str, options: &str) -> String {
    format!("cmd:'{}' engine {game} {options}", env!("CARGO_BIN_EXE_tesuji"))
}

/// A conversation with our engine.
struct Conversation {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Conversation {
    fn with(words: &[&str]) -> Self {
        let mut child = command(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tesuji starts");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let _ = send.send(line.expect("text"));
            }
        });
        Conversation { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(30)).expect("a line")
    }

    /// The next line that begins so; those before it are information.
    fn wait(&self, begin: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(begin) {
                return line;
            }
            assert!(line.starts_with("info ") || begin == "ugiok", "{line}");
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.line()
    }
}

#[test]
fn the_engine_obeys_every_command_of_the_protocol() {
    let mut engine = Conversation::with(&["engine", "tic-tac-toe"]);
    assert!(engine.ask("ugi").starts_with("id name tesuji"));
    assert_eq!(engine.wait("ugiok"), "ugiok");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.say("uginewgame");
    assert_eq!(engine.ask("query p1turn"), "response true");
    assert_eq!(engine.ask("query result"), "response none");
    engine.say("position fen XX.OO....");
    for limits in
        ["nodes 1000", "movetime 50", "depth 3", "p1time 900 p2time 900 p1inc 0 p2inc 0", ""]
    {
        engine.say(&format!("go {limits}"));
        assert_eq!(engine.wait("bestmove"), "bestmove c3", "{limits}");
    }
    // Solved long before it is stopped.
    engine.say("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    engine.say("isready");
    assert_eq!(engine.wait("readyok"), "readyok");
    engine.say("stop");
    assert_eq!(engine.wait("bestmove"), "bestmove c3");
    engine.say("position fen XX.OO.... moves c1 c2");
    assert_eq!(engine.ask("query p1turn"), "response false");
    assert_eq!(engine.ask("query gameover"), "response true");
    assert_eq!(engine.ask("query result"), "response p2win");
    assert_eq!(
        engine.ask("position startpos moves b2 b2").split(':').next(),
        Some("info string error")
    );
    assert_eq!(engine.ask("query result"), "response p2win", "the position stays");
    assert!(engine.ask("setoption name mood value good").starts_with("info string error"));
    let told = "info string error: engines do nothing with seed";
    assert_eq!(engine.ask("setoption name search value uct:seed=5"), told);
    engine.say("setoption name search value alpha-beta:depth=2");
    engine.say("setoption name heuristic value magic");
    engine.say("position startpos");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn bytes_that_are_not_text_do_not_end_the_engine() {
    let mut engine = Conversation::with(&["engine", "tic-tac-toe"]);
    engine.input.write_all(b"position fen \xff\n").unwrap();
    assert_eq!(engine.line(), "info string error: not text in UTF-8");
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn a_win_of_unknown_length_is_no_mate() {
    for (position, score) in [("XX.OO....", "cp 1000000"), ("X.X.O.X.O", "cp -1000000")] {
        let mut engine = Conversation::with(&["engine", "tic-tac-toe", "--with", "pn"]);
        engine.say(&format!("position fen {position}"));
        engine.say("go");
        assert!(engine.ask("").starts_with("info nodes"));
        let line = engine.line();
        assert!(line.starts_with(&format!("info score {score} pv ")), "{line}");
    }
}

#[test]
fn the_engine_listens_while_it_thinks() {
    let mut engine = Conversation::with(&["engine", "breakthrough", "--with", "pvs:table=1MiB"]);
    engine.say("setoption name size value 6x6");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.say("isready");
    assert_eq!(engine.wait("readyok"), "readyok");
    // What may not be said during a search waits for its end.
    engine.say("query p1turn");
    let stopped = Instant::now();
    engine.say("stop");
    let best = engine.wait("bestmove");
    assert!(stopped.elapsed() < Duration::from_secs(10));
    // On the board of six rows.
    assert!(best.contains("2-") && best.contains('3'), "{best}");
    assert_eq!(engine.line(), "response true");
    engine.say("go infinite");
    engine.say("quit");
    engine.wait("bestmove");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn an_answer_that_waits_is_given_when_the_input_ends_or_the_engine_is_to_quit() {
    for quits in [false, true] {
        let mut engine = Conversation::with(&["engine", "tic-tac-toe"]);
        engine.say("position fen XX.OO....");
        engine.say("go infinite");
        std::thread::sleep(Duration::from_millis(300));
        if quits {
            engine.say("quit");
        }
        let Conversation { mut child, input, lines } = engine;
        drop(input);
        let last = lines.iter().last();
        assert_eq!(last.as_deref(), Some("bestmove c3"), "quits: {quits}");
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_program_plays_a_match_without_an_error_of_the_protocol() {
    let Some(small) = small_engine("") else { return };
    let log = scratch("match.log");
    let own = own_engine("tic-tac-toe", "--with pvs");
    let players = ["match", "tic-tac-toe", "--players", &small, "--players", &own, "--json"];
    let rest = ["--games", "40", "--openings", "1", "--threads", "2", "--log"];
    let rest = [&rest[..], &[log.to_str().unwrap()]].concat();
    let report = json(&[&players[..], &rest].concat());
    assert_eq!((&report["games"], &report["forfeits"]), (&40.into(), &serde_json::json!([0, 0])));
    assert_eq!(report["wins"], 0, "nobody beats perfect play");
    assert!(report["losses"].as_u64() > Some(5));
    let log = fs::read_to_string(log).unwrap();
    for said in ["> ugi\n", "< ugiok\n", "> uginewgame\n", "> go nodes 100000\n", "< bestmove "] {
        assert!(log.contains(said), "{said}");
    }
    // The same by our notation of a position, with clocks.
    let openings = scratch("openings.txt");
    fs::write(&openings, "X...O....\n.........\n").unwrap();
    let rest =
        ["--games", "4", "--clock", "5s+50ms", "--openings-file", openings.to_str().unwrap()];
    let report = json(&[&players[..], &rest].concat());
    assert_eq!(report["forfeits"], serde_json::json!([0, 0]));
}

#[test]
#[ignore = "a minute; cargo xtask slow"]
fn a_thousand_games_of_two_programs_have_no_error_of_the_protocol() {
    let Some(small) = small_engine("--seed 7") else { return };
    let own = own_engine("tic-tac-toe", "--with alpha-beta");
    let words = ["match", "tic-tac-toe", "--games", "1000", "--threads", "2", "--json"];
    let report = json(&[&words[..], &["--players", &small, "--players", &own]].concat());
    assert_eq!((&report["games"], &report["forfeits"]), (&1000.into(), &serde_json::json!([0, 0])));
}

#[test]
fn programs_that_break_the_rules_lose_and_the_match_goes_on() {
    for (fault, ending, limits) in [
        ("illegal", "illegal-move", ["--nodes", "1000"]),
        ("crash", "failure", ["--nodes", "1000"]),
        ("slow", "time", ["--time", "100ms"]),
        ("babble", "time", ["--clock", "300ms"]),
    ] {
        let Some(small) = small_engine(&format!("--fault {fault}")) else { return };
        let words = ["match", "tic-tac-toe", "--games", "2", "--openings", "0", "--jsonl"];
        // An opponent who does not win before the third move.
        let players = ["--players", &small, "--players", "random", "--margin", "300ms"];
        let output = run(&[&words[..], &players, &limits].concat());
        assert_eq!(code(&output), 0, "{fault}: {}", complaint(&output));
        let text = printed(&output);
        let games = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let games: Vec<_> = games.collect();
        assert_eq!(games.len(), 2);
        let lost = games.iter().filter(|game| game["ending"] == ending).count();
        let decided = games.iter().filter(|game| game["ending"] == "rules").count();
        assert!(lost + decided == 2 && lost > 0, "{fault}: {text}");
        for game in games.iter().filter(|game| game["ending"] == ending) {
            let loser = if game["moves"].as_array().unwrap().len() % 2 == 0 { 0 } else { 1 };
            assert_eq!(game["players"][loser], small[..], "{fault}");
            assert_eq!(game["winner"], ["second", "first"][loser]);
        }
    }
}

#[test]
fn programs_that_do_not_start_or_do_not_speak_are_refused() {
    for (player, reason) in [
        ("cmd:/nowhere/engine", "\"/nowhere/engine\" does not start"),
        ("cmd:true x", "\"true x\" ended: exit status: 0"),
        ("skill:cmd:true", "\"skill\" is not an option of a program"),
        ("cmd:", "cmd: needs a command line"),
        ("cmd:'python3", "a quotation mark is missing"),
    ] {
        let output = run(&["match", "tic-tac-toe", "--players", player, "--players", "random"]);
        assert_eq!(code(&output), 2, "{player}");
        assert!(complaint(&output).contains(reason), "{}", complaint(&output));
    }
    let puzzle = run(&["engine", "taquin"]);
    assert_eq!(code(&puzzle), 2);
    assert!(complaint(&puzzle).contains("is a puzzle"));
}

#[cfg(unix)]
#[test]
fn a_command_line_may_have_commas_and_colons() {
    let own = own_engine("tic-tac-toe", "--with pvs");
    let own = own.strip_prefix("cmd:").unwrap();
    let players = ["random".to_owned(), format!("cmd:env 'A=b,c:d' E=f\\,g {own}")];
    let words = ["match", "tic-tac-toe", "--players", &players.join(","), "--games", "2"];
    let report = json(&[&words[..], &["--json"]].concat());
    assert_eq!(report["players"], serde_json::json!(players));
    assert_eq!(report["forfeits"], serde_json::json!([0, 0]));
}

#[test]
fn an_increment_and_a_margin_may_be_0() {
    let words = ["match", "tic-tac-toe", "--players", "random,pvs", "--games", "2", "--json"];
    let report = json(&[&words[..], &["--clock", "10s+0s", "--margin", "0s"]].concat());
    assert_eq!(report["forfeits"], serde_json::json!([0, 0]));
}

#[test]
fn the_log_is_new_and_tells_if_it_cannot_be_written() {
    let log = scratch("old.log");
    fs::write(&log, "old").unwrap();
    let words = ["match", "tic-tac-toe", "--games", "2", "--json", "--log"];
    json(&[&words[..], &[log.to_str().unwrap(), "--players", "random,random"]].concat());
    assert_eq!(fs::read_to_string(log).unwrap(), "");
    if Path::new("/dev/full").exists() {
        let own = own_engine("tic-tac-toe", "");
        let players = ["--players", &own, "--players", "random"];
        let output = run(&[&words[..], &["/dev/full"], &players].concat());
        assert_eq!(code(&output), 4, "{}", complaint(&output));
        assert!(complaint(&output).contains("cannot write \"/dev/full\""));
        assert!(printed(&output).contains("\"games\": 2"), "the match was played");
    }
}

#[test]
fn the_engine_of_the_book_plays() {
    if small_engine("").is_none() {
        return;
    }
    let page = include_str!("../../../docs/engines.md");
    let (_, engine) = page.split_once("```python\n").expect("an engine");
    let file = scratch("engine of the book.py");
    fs::write(&file, engine.split_once("```").unwrap().0).unwrap();
    let command = format!("cmd:python3 '{}'", file.display());
    let players = [&format!("skill=0:{command}"), &command];
    let words = ["match", "tic-tac-toe", "--games", "40", "--openings", "1", "--json"];
    let report = json(&[&words[..], &["--players", &command, "--players", "random"]].concat());
    assert_eq!(report["forfeits"], serde_json::json!([0, 0]));
    assert!(report["wins"].as_u64() > report["losses"].as_u64(), "{report}");
    let clock = ["--clock", "10s+0s", "--players", players[0], "--players", players[1]];
    let report = json(&[&words[..], &clock].concat());
    assert_eq!(report["forfeits"], serde_json::json!([0, 0]));
    assert!(report["wins"].as_u64() < report["losses"].as_u64(), "{report}");
}

#[test]
fn a_tournament_prints_a_cross_table() {
    let [csv, svg, games] = ["table.csv", "table.svg", "games.jsonl"].map(scratch);
    let files = ["--csv", csv.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let save = ["--save", games.to_str().unwrap()];
    let players = "random,pvs,alpha-beta:depth=1,random";
    let words = ["tournament", "tic-tac-toe", "--players", players, "--games", "20"];
    let output = run(&[&words[..], &files, &save].concat());
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    insta::with_settings!({filters => vec![(r"(?m)^\d+(\.\d+)? (s|ms|µs)$", "[time]")]}, {
        insta::assert_snapshot!("tournament", printed(&output));
    });
    for file in [&csv, &svg, &games] {
        assert!(complaint(&output).contains(&file.display().to_string()), "every file is named");
    }
    insta::assert_snapshot!("tournament_csv", fs::read_to_string(&csv).unwrap());
    let svg = fs::read_to_string(&svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("random (2)") && svg.contains("fill-opacity"));

    let saved = fs::read_to_string(&games).unwrap();
    assert_eq!(saved.lines().count(), 120, "six matches of twenty games");
    let list = printed(&run(&["replay", games.to_str().unwrap()]));
    assert_eq!(list.lines().count(), 122);
    for number in ["1", "77", "120"] {
        let shown = run(&["replay", games.to_str().unwrap(), "--game", number]);
        assert_eq!(code(&shown), 0, "{}", complaint(&shown));
        let text = printed(&shown);
        assert!(text.contains("4. ") && text.contains(", opening)"), "{text}");
    }
    let missing = run(&["replay", games.to_str().unwrap(), "--game", "121"]);
    assert_eq!(code(&missing), 2);
    let cut = scratch("cut.jsonl");
    let lines: Vec<_> = saved.lines().collect();
    // What comes after a game is not read to show it.
    fs::write(&cut, format!("{}\n{}\nno game\n", lines[1], lines[0])).unwrap();
    for (number, expected) in [("1", 0), ("2", 0), ("3", 2)] {
        let shown = run(&["replay", cut.to_str().unwrap(), "--game", number]);
        assert_eq!(code(&shown), expected, "{}", complaint(&shown));
    }
    // As an interrupted match leaves it, and as one that was killed.
    fs::write(&cut, format!("{}\n\n{{\"limit\":\"interrupted\"}}\n", lines[0])).unwrap();
    let ended = run(&["replay", cut.to_str().unwrap()]);
    assert_eq!((code(&ended), printed(&ended).lines().count()), (0, 3), "{}", complaint(&ended));
    fs::write(&cut, format!("{}\n{}", lines[0], &lines[1][..lines[1].len() / 2])).unwrap();
    let killed = run(&["replay", cut.to_str().unwrap()]);
    assert_eq!((code(&killed), printed(&killed).lines().count()), (0, 3));
    assert!(complaint(&killed).starts_with("warning: line 2 of "), "{}", complaint(&killed));
    fs::write(&cut, format!("{}\n{}\n", &lines[1][..20], lines[0])).unwrap();
    assert_eq!(code(&run(&["replay", cut.to_str().unwrap()])), 2);
    // A result that the moves do not have.
    let first = saved.lines().next().unwrap();
    let game: Value = serde_json::from_str(first).unwrap();
    let winner = game["winner"].as_str().unwrap();
    let other = if winner == "first" { "second" } else { "first" };
    let forged =
        first.replace(&format!("\"winner\":\"{winner}\""), &format!("\"winner\":\"{other}\""));
    let file = scratch("forged.jsonl");
    fs::write(&file, forged).unwrap();
    let forged = run(&["replay", file.to_str().unwrap(), "--game", "1"]);
    assert_eq!(code(&forged), 2);
    assert!(complaint(&forged).contains("the result is not that of the moves"));
}

/// The documented fields of a player.
fn documented() -> Vec<&'static str> {
    let lines = include_str!("../../../docs/json.md").lines();
    let lines = lines.skip_while(|line| !line.starts_with("## `tesuji tournament"));
    let fields = lines
        .take_while(|line| !line.starts_with("## `tesuji tree"))
        .filter_map(|line| line.strip_prefix("| `")?.split_once(" | "))
        .flat_map(|(names, _)| names.split(", ").map(|name| name.trim_matches('`')));
    let mut fields: Vec<_> = fields.collect();
    fields.sort_unstable();
    fields
}

#[test]
fn all_formats_are_played_and_repeat_with_their_seed() {
    for (format, games) in [("round-robin", 12), ("gauntlet", 8), ("knock-out", 8)] {
        let words = ["tournament", "connect-four", "--size", "4x4", "--format", format, "--json"];
        let players = ["--players", "pvs:depth=2,random,uct:playouts=30", "--games", "4"];
        let clean = |mut report: Value| {
            report.as_object_mut().unwrap().remove("seconds");
            report
        };
        let report = clean(json(&[&words[..], &players].concat()));
        // A tied match of a knock-out is played again.
        assert!(report["games"].as_u64() >= Some(games), "{format}");
        assert!(format == "knock-out" || report["games"] == games, "{format}");
        let again = clean(json(&[&words[..], &players, &["--threads", "2"]].concat()));
        assert_eq!(report, again);
        let standings = report["standings"].as_array().unwrap();
        let mut named: Vec<_> =
            standings[0].as_object().unwrap().keys().map(String::as_str).collect();
        named.sort_unstable();
        assert_eq!(named, documented());
        let points: f64 = standings.iter().map(|one| one["points"].as_f64().unwrap()).sum();
        assert_eq!(Some(points), report["games"].as_f64());
    }
}

#[test]
fn bad_tournaments_are_refused() {
    let start = ["tournament", "tic-tac-toe", "--players"];
    for (words, reason) in [
        (&["pvs"][..], "between 2 and 100 engines, not 1"),
        (&["pvs,random", "--format", "swiss"], "\"swiss\" is not one of round-robin, gauntlet"),
        (&["pvs,random", "--clock", "fast"], "not a time"),
        (&["pvs,random", "--clock", "1s", "--nodes", "5"], "cannot be used with"),
        (&["pvs,random", "--openings-file", "/nowhere/openings.txt"], "cannot read"),
        (&["pvs,random", "--svg", "/nowhere/table.svg"], "cannot write"),
        (&["pvs,random", "--save", "/nowhere/games.jsonl"], "cannot write"),
    ] {
        let output = run(&[&start[..], words].concat());
        let expected = if words.concat().contains("/nowhere/") { 4 } else { 2 };
        assert_eq!(code(&output), expected, "{words:?}: {}", complaint(&output));
        assert!(complaint(&output).contains(reason), "{}", complaint(&output));
    }
    let openings = scratch("bad-openings.txt");
    for (text, reason) in [
        (&b"X........\nnonsense\n"[..], "line 2 of \""),
        (b"XXXOO....\n", "the game is over"),
        (b"\n", "there is no position"),
        (b"X........\nX\xff.......\n", "line 2: not text in UTF-8"),
    ] {
        fs::write(&openings, text).unwrap();
        let file = ["pvs,random", "--openings-file", openings.to_str().unwrap()];
        let output = run(&[&start[..], &file].concat());
        assert_eq!(code(&output), 2, "{reason}");
        assert!(complaint(&output).contains(reason), "{}", complaint(&output));
    }
}

#[test]
fn the_numbers_of_an_engine_are_tuned_by_games() {
    let words = ["tune", "tic-tac-toe", "--engine", "uct:playouts=20:exploration=3"];
    let rest = ["--parameters", "exploration=0.05..5", "--iterations", "30", "--check", "10"];
    let words = [&words[..], &rest].concat();
    let clean = |mut report: Value| {
        report.as_object_mut().unwrap().remove("seconds");
        let check = report["check"].as_object_mut().unwrap();
        check.remove("seconds");
        check.remove("seconds_per_move");
        report
    };
    let report = clean(json(&[&words[..], &["--json"]].concat()));
    assert_eq!((&report["iterations"], &report["games"]), (&30.into(), &60.into()));
    assert_eq!(report["check"]["games"], 10);
    let parameter = &report["parameters"][0];
    assert_eq!((&parameter["name"], &parameter["start"]), (&"exploration".into(), &3.0.into()));
    let value = parameter["value"].as_f64().unwrap();
    assert!((0.05..=5.0).contains(&value) && value != 3.0);
    assert_eq!(report["tuned"], format!("uct:playouts=20:exploration={value}"));
    assert_eq!(report, clean(json(&[&words[..], &["--json", "--threads", "2"]].concat())));

    let lines = printed(&run(&[&words[..], &["--jsonl"]].concat()));
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 31);
    assert_eq!((&lines[29]["iteration"], &lines[29]["values"][0]), (&30.into(), &value.into()));
    assert_eq!(lines[30]["tuned"], report["tuned"]);
    let text = printed(&run(&words));
    assert!(text.contains("| exploration") && text.contains("Elo difference"), "{text}");
}

#[test]
fn a_tuning_finds_the_number_that_wins() {
    // With one simulation for each move a search plays at random; with more it does not.
    let words =
        ["tune", "tic-tac-toe", "--engine", "uct", "--parameters", "playouts=1..60", "--json"];
    let rest = ["--iterations", "150", "--check", "0", "--seed", "2"];
    let report = json(&[&words[..], &rest].concat());
    let value = report["parameters"][0]["value"].as_f64().unwrap();
    assert!(value > 5.0 && value.fract() == 0.0, "{value}");
    assert!(report["check"].is_null());
}

#[test]
fn tuned_whole_numbers_have_the_units_of_other_whole_numbers() {
    let words = "tune tic-tac-toe --engine uct:playouts=1k --parameters playouts=50..2k --json";
    let words = format!("{words} --iterations 1 --check 0");
    let report = json(&words.split(' ').collect::<Vec<_>>());
    let playouts = &report["parameters"][0];
    let numbers = [&playouts["low"], &playouts["start"], &playouts["high"]].map(Value::as_f64);
    assert_eq!(numbers, [50.0, 1000.0, 2000.0].map(Some));
}

#[test]
fn the_options_of_a_program_are_tuned() {
    let own = own_engine("tic-tac-toe", "--with uct");
    let words = ["tune", "tic-tac-toe", "--engine", &own, "--parameters", "playouts=1..60"];
    let rest = ["--iterations", "4", "--check", "2", "--json"];
    let report = json(&[&words[..], &rest].concat());
    let value = report["parameters"][0]["value"].as_f64().unwrap();
    let tuned = format!("playouts={value}:{own}");
    assert_eq!(report["tuned"], tuned);
    assert_eq!(report["check"]["forfeits"], serde_json::json!([0, 0]));
    // The result is a player, and an engine to tune.
    let report = json(&["match", "tic-tac-toe", "--players", &tuned, "--players", &own, "--json"]);
    assert_eq!(report["players"], serde_json::json!([tuned, own]));
    assert_eq!(report["forfeits"], serde_json::json!([0, 0]));
    let words = ["tune", "tic-tac-toe", "--engine", &tuned, "--parameters", "playouts=1..60"];
    let report = json(&[&words[..], &rest].concat());
    assert_eq!(report["parameters"][0]["start"].as_f64(), Some(value));
    assert!(report["tuned"].as_str().is_some_and(|text| text.matches("playouts").count() == 1));

    let words = ["tune", "tic-tac-toe", "--engine", &own, "--parameters", "nosuch=0..50"];
    let refused = run(&words);
    assert_eq!(code(&refused), 2, "{}", printed(&refused));
    let complaint = complaint(&refused);
    assert!(complaint.contains("has no option \"nosuch\"; it has search, "), "{complaint}");
}

#[test]
fn bad_tunings_are_refused() {
    for (words, reason) in [
        ("--engine uct --parameters exploration", "is not NAME=LOW..HIGH"),
        ("--engine uct --parameters exploration=2..1", "must be the smaller one"),
        ("--engine uct --parameters exploration=low..high", "is not NAME=LOW..HIGH"),
        ("--engine uct --parameters bias=1..2", "there is no option \"bias\""),
        ("--engine uct --parameters amaf-bias=1..2", "uct takes no amaf-bias"),
        ("--engine uct --parameters adjudicate=0..1", "the values of adjudicate are no numbers"),
        ("--engine uct --parameters exploration=1..inf", "is not NAME=LOW..HIGH"),
        (
            "--engine uct:exploration=9 --parameters exploration=1..2",
            "exploration starts at 9, which is not in its range from 1 to 2",
        ),
        ("--engine uct --parameters exploration=-0.5..2", "it must be at least 0"),
        ("--engine a=low:cmd:true --parameters a=0..9", "a starts at \"low\", no number"),
        ("--engine magic --parameters exploration=1..2", "magic"),
        ("--engine cmd:true --parameters mobility=1..2", "\"true\" ended"),
        ("--engine cmd:a,b --parameters mobility=1..2", "one engine is tuned"),
        ("--engine uct:playouts=5 --nodes 9 --parameters exploration=1..2", "these have some"),
    ] {
        let words = format!("tune tic-tac-toe {words}");
        let output = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(code(&output), 2, "{words}: {}", complaint(&output));
        assert!(complaint(&output).contains(reason), "{words}: {}", complaint(&output));
    }
    let words =
        "tune connect-four --engine uct --parameters exploration=0.1..1 --total-time 300ms --json";
    let output = run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(code(&output), 3, "{}", complaint(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["limit"], &report["check"]), (&"time".into(), &Value::Null));
}

#[test]
fn a_tuning_tells_the_games_lost_by_illegal_moves() {
    let script = "while read word rest; do case $word in ugi) echo option name skill type spin; \
                  echo ugiok;; isready) echo readyok;; go) echo bestmove z9;; quit) exit;; esac; done";
    let engine = format!("cmd:sh -c '{script}'");
    let words = ["tune", "tic-tac-toe", "--engine", &engine, "--parameters", "skill=0..9"];
    let words = [&words[..], &["--iterations", "3", "--check", "4"]].concat();
    let text = printed(&run(&words));
    assert!(text.contains("by a failure: 10 games"), "{text}");
    assert_eq!(json(&[&words[..], &["--json"]].concat())["forfeits"], 6);
}

#[test]
fn a_program_is_sent_a_start_that_is_not_its_own() {
    for (game, position) in [
        ("grundy", "9"),
        ("nim", "5-6-7"),
        ("simple-nim", "17"),
        ("rush-hour-rocks", "BB...GC..H.GCAAH.GC..H..D...FFD.EEE."),
        ("connect-four", "4453"),
    ] {
        let own = own_engine(game, "");
        let words = ["match", game, position, "--players", &own, "--players", "random", "--games"];
        let report = json(&[&words[..], &["4", "--nodes", "200", "--json"]].concat());
        assert_eq!(report["forfeits"], serde_json::json!([0, 0]), "{game}");
    }
}

#[test]
fn openings_are_positions_of_the_rules_that_the_position_sets() {
    let openings = scratch("openings-5-6-7.txt");
    fs::write(&openings, "5-6-7\n4-6-7\n").unwrap();
    let file = openings.to_str().unwrap();
    let saved = scratch("from-5-6-7.jsonl");
    let words = ["match", "nim", "5-6-7", "--openings-file", file, "--players", "random,random"];
    let rest = ["--games", "4", "--json", "--save", saved.to_str().unwrap()];
    assert_eq!(json(&[&words[..], &rest].concat())["games"], 4);
    let saved = fs::read_to_string(saved).unwrap();
    let starts: Vec<Value> =
        saved.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let starts: Vec<_> = starts.iter().map(|game| game["position"].as_str().unwrap()).collect();
    assert_eq!(starts, ["5-6-7", "5-6-7", "4-6-7", "4-6-7"]);
}

#[test]
fn a_file_is_not_for_two_outputs() {
    let file = scratch("twice.txt");
    let file = file.to_str().unwrap();
    let play = ["tournament", "tic-tac-toe", "--players", "pvs,random", "--games", "2"];
    let other = Path::new(file).parent().unwrap().join("./twice.txt");
    for twice in [["--csv", "--svg"], ["--csv", "--save"], ["--save", "--log"]] {
        let files = [twice[0], file, twice[1], other.to_str().unwrap()];
        let output = run(&[&play[..], &files].concat());
        assert_eq!(code(&output), 2, "{twice:?}");
        assert!(complaint(&output).contains("is given for two outputs"), "{}", complaint(&output));
    }
    assert!(!Path::new(file).exists());
}
