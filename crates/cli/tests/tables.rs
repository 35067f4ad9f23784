//! Tables of solved games, built and looked up as a person does it.

use std::fs;
use std::path::Path;

use crate::common::{code, complaint, one_value, printed, run, scratch};
use serde_json::Value;

fn built(name: &str, game: &[&str]) -> String {
    let file = scratch(name).display().to_string();
    let output = run(&[&["table", "build", "--out", &file], game].concat());
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    file
}

fn json(arguments: &[&str], expected: i32) -> Value {
    one_value(&run(&[arguments, &["--json"]].concat()), expected)
}

#[test]
fn a_table_is_built_and_says_what_each_move_is_worth() {
    let file = built("tic-tac-toe.table", &["tic-tac-toe"]);
    let output = run(&["table", "query", &file, "XO./XX./..O"]);
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    insta::assert_snapshot!(printed(&output));
    insta::assert_snapshot!(printed(&run(&["table", "info", &file])));
    insta::assert_snapshot!(printed(&run(&["table", "stats", &file])));
    let output = run(&["table", "verify", &file]);
    assert_eq!(
        printed(&output),
        "verified: 5,478 positions, each with the value of its successors\n"
    );
}

#[test]
fn a_table_that_cannot_be_written_is_named() {
    if Path::new("/dev/full").exists() {
        let board = ["table", "build", "rush-hour-rocks", "AA.B...B........", "--out", "/dev/full"];
        let output = run(&board);
        assert_eq!(code(&output), 4);
        let complaint = complaint(&output);
        assert!(complaint.starts_with("error: cannot write \"/dev/full\": "), "{complaint}");
    }
}

#[test]
fn the_json_of_a_table_has_the_same_values_as_a_search() {
    let file = built("breakthrough.table", &["breakthrough", "--size", "3x4"]);
    let answer = json(&["table", "query", &file], 0);
    let output = run(&["solve", "breakthrough", "--size", "3x4", "--with", "mtd-bi", "--json"]);
    let solved: Value = serde_json::from_slice(&output.stdout).unwrap();
    for field in ["game", "position", "outcome", "length"] {
        assert_eq!(answer[field], solved[field], "{field}");
    }
    assert_eq!(answer["by_move"].as_array().unwrap().len(), 4);
    assert_eq!(answer["moves"].as_array().unwrap().len() as u64, answer["length"]);
    let info = json(&["table", "info", &file], 0);
    assert_eq!(info["method"], "layers");
    let stats = json(&["table", "stats", &file], 0);
    let sum = |field: &str| {
        let counts = stats[field].as_array().unwrap().iter();
        counts.map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(sum("won") + sum("lost"), info["positions"]);
    assert_eq!(json(&["table", "verify", &file], 0)["positions"], info["positions"]);
}

#[test]
fn games_without_layers_have_tables_too() {
    let file = built("grundy.table", &["grundy", "7-4"]);
    assert_eq!(json(&["table", "info", &file], 0)["method"], "retrograde");
    assert_eq!(json(&["table", "query", &file], 0)["position"], "7-4");
    assert_eq!(json(&["table", "verify", &file], 0)["valid"], true);
    let output = run(&["table", "build", "taquin", "--out", &file]);
    assert_eq!(code(&output), 2);
    assert!(complaint(&output).contains("does not offer tables"), "{}", complaint(&output));
}

#[test]
fn a_build_that_was_stopped_continues() {
    let file = scratch("stopped.table");
    let build =
        ["table", "build", "connect-four", "--size", "4x4", "--out", file.to_str().unwrap()];
    let output = run(&[&build[..], &["--nodes", "200000"]].concat());
    assert_eq!(code(&output), 3, "{}", complaint(&output));
    assert!(complaint(&output).contains("stopped.table.layers"), "{}", complaint(&output));
    assert!(!file.exists());
    let stopped = json(&[&build[..], &["--nodes", "1000"]].concat(), 3);
    assert_eq!(stopped["limit"], "nodes");
    let report = json(&build, 0);
    assert_eq!(report["positions"], 161_029);
    assert!(!file.with_extension("table.layers").exists());
    fs::remove_file(file).unwrap();
}

#[test]
fn bad_tables_and_positions_are_refused() {
    let file = built("refused.table", &["connect-four", "--size", "3x3"]);
    let output = run(&["table", "query", &file, "9"]);
    assert_eq!(code(&output), 2);
    let output = run(&["table", "query", "missing.table"]);
    assert_eq!(code(&output), 4);
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&file, &bytes).unwrap();
    let rejected = json(&["table", "verify", &file], 1);
    assert_eq!(rejected["valid"], false);
    assert!(rejected["reason"].as_str().unwrap().contains("is damaged"), "{rejected}");
    let (engines, games) = (format!("pvs:table-file={file},random"), scratch("damaged.jsonl"));
    let words = ["match", "connect-four", "--size", "3x3", "--games", "2", "--players", &engines];
    let output = run(&[&words[..], &["--save", games.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let saved = fs::read_to_string(&games).unwrap();
    assert!(saved.contains("is damaged"), "an engine says why it cannot go on: {saved}");
    fs::write(&file, &bytes[..100]).unwrap();
    let output = run(&["table", "verify", &file]);
    assert!(printed(&output).contains("truncated"), "{}", printed(&output));
    let output = run(&["table", "info", &file]);
    assert_eq!(code(&output), 2, "{}", complaint(&output));
}

#[test]
fn engines_play_from_a_table_and_search_elsewhere() {
    let file = built("engine.table", &["tic-tac-toe"]);
    let perfect = format!("minimax:depth=1:table-file={file}");
    let games = ["match", "tic-tac-toe", "--games", "40", "--openings", "2", "--players"];
    let score = json(&[&games[..], &[&format!("{perfect},pvs")]].concat(), 0);
    assert_eq!(score["wins"], score["losses"], "both are perfect: {score}");
    let score = json(&[&games[..], &[&format!("{perfect},random")]].concat(), 0);
    assert!(score["wins"].as_u64() > Some(25), "{score}");
    // From a full column on, the table has nothing.
    let file = built("column.table", &["connect-four", "--size", "4x4", "1111"]);
    let spec = format!("pvs:nodes=1000:table-file={file},random");
    let output =
        run(&["match", "connect-four", "--size", "4x4", "--games", "2", "--players", &spec]);
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let output = run(&["match", "connect-four", "--games", "2", "--players", &spec]);
    assert_eq!(code(&output), 2);
    let said = "the table is of other rules: connect-four size=4x4";
    assert!(complaint(&output).contains(said), "{}", complaint(&output));
    let output = run(&["match", "nim", "--players", "pvs:table-file,random"]);
    assert!(complaint(&output).contains("table-file needs a value"), "{}", complaint(&output));
}

#[test]
fn a_table_of_outcomes_says_who_wins_and_not_when() {
    let whole = built("whole-4x4.table", &["connect-four", "--size", "4x4"]);
    let file = built("outcomes.table", &["connect-four", "--size", "4x4", "--outcome-only"]);
    let sizes = [&whole, &file].map(|file| fs::metadata(file).unwrap().len());
    assert!(sizes[1] < sizes[0], "{sizes:?}");
    assert_eq!(json(&["table", "info", &file], 0)["values"], "outcome");
    assert_eq!(json(&["table", "verify", &file], 0)["positions"], 161_029);
    let position = "..../..../.x../ox..";
    let answer = json(&["table", "query", &file, position], 0);
    assert_eq!((&answer["outcome"], &answer["length"]), (&"win".into(), &Value::Null));
    let stats = [&whole, &file].map(|file| json(&["table", "stats", file], 0));
    let sum =
        |counts: &Value| counts.as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>();
    for field in ["won", "lost"] {
        assert_eq!(sum(&stats[0][field]), sum(&stats[1][field]), "{field}");
    }
    assert_eq!(stats[0]["drawn"], stats[1]["drawn"]);
    assert_eq!(stats[1]["longest"], Value::Null);
    let output = run(&["table", "build", "grundy", "7-4", "--outcome-only", "--out", &file]);
    assert_eq!(code(&output), 2);
    assert!(complaint(&output).contains("outcomes alone"), "{}", complaint(&output));
}

#[test]
fn the_tables_of_many_starts_are_one_file() {
    let starts = scratch("starts.txt");
    let boards = [
        "....B.....BC.AA.BC.D.....D.....DEEE.",
        // Of the same game as the first one, and of another.
        "....B.....BCAA..BC.D.....D.....DEEE.",
        "............AA......................",
    ];
    fs::write(&starts, format!("# three boards\n{}\n", boards.join("\n"))).unwrap();
    let starts = starts.to_str().unwrap();
    let (one, two) = (scratch("starts-1.table"), scratch("starts-2.table"));
    for (path, threads) in [(&one, "1"), (&two, "2")] {
        let path = path.to_str().unwrap();
        let build = ["table", "build", "rush-hour-rocks", "--file", starts, "--out", path];
        let output = run(&[&build[..], &["--threads", threads]].concat());
        assert!(output.status.success(), "{}", complaint(&output));
    }
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());
    assert!(!scratch("starts-1.table.parts").exists());
    let path = one.to_str().unwrap();
    let info = json(&["table", "info", path], 0);
    assert_eq!(
        (&info["starts"], &info["start"]),
        (&3.into(), &format!("{} - driver", boards[0]).into())
    );
    let tables = info["tables"].as_u64().unwrap();
    assert!((2..=3).contains(&tables), "{info}");
    assert_eq!(json(&["table", "verify", path], 0)["positions"], info["positions"]);
    let stats = json(&["table", "stats", path], 0);
    let sum = |counts: &Value| {
        counts.as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).sum::<u64>()
    };
    let counted = sum(&stats["won"]) + sum(&stats["lost"]) + stats["drawn"].as_u64().unwrap();
    assert_eq!(counted, info["positions"].as_u64().unwrap());
    assert_eq!(json(&["table", "query", path, boards[2]], 0)["length"], 7);

    // Many positions at once, one of which is of none of the games.
    let output = run(&["table", "query", path, "--file", starts, "--jsonl"]);
    let lines: Vec<Value> =
        printed(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[2]["line"], &lines[2]["length"]), (&4.into(), &7.into()));
    let other = scratch("other.txt");
    fs::write(&other, format!("{}\nBBB.........AA......................\n", boards[2])).unwrap();
    let output = run(&["table", "query", path, "--file", other.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(printed(&output), format!("{} - driver: win in 7 plies\n", boards[2]));
    assert!(
        complaint(&output).contains("line 2: ") && complaint(&output).contains("any of its starts")
    );

    // Engines play from it.
    let player = format!("alpha-beta:depth=1:table-file={path}");
    let players = format!("{player},{player}");
    let game = ["match", "rush-hour-rocks", boards[2], "--games", "2", "--players", &players];
    let output = run(&game);
    assert!(output.status.success(), "{}", complaint(&output));
}

#[test]
fn a_build_of_many_tables_continues_where_it_was_stopped() {
    let (starts, out) = (scratch("layered.txt"), scratch("layered.table"));
    // What a run left that was killed.
    let _ = fs::remove_dir_all(scratch("layered.table.parts"));
    fs::write(&starts, "1122\n1133\n112233\n4444\n").unwrap();
    let (starts, path) = (starts.to_str().unwrap(), out.to_str().unwrap());
    let build =
        ["table", "build", "connect-four", "--size", "4x4", "--file", starts, "--out", path];
    let output = run(&[&build[..], &["--nodes", "60000"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", complaint(&output));
    assert!(complaint(&output).contains("layered.table.parts"), "{}", complaint(&output));
    let finished = fs::read_dir(scratch("layered.table.parts")).unwrap().count();
    assert!(finished > 0);
    let output = run(&build);
    assert!(output.status.success(), "{}", complaint(&output));
    let resumed = fs::read(&out).unwrap();
    assert!(run(&build).status.success());
    assert!(fs::read(&out).unwrap() == resumed);
    // 112233 is in the first table.
    let info = json(&["table", "info", path], 0);
    assert_eq!((&info["starts"], &info["tables"]), (&4.into(), &3.into()));
    json(&["table", "verify", path, "--threads", "2"], 0);
    json(&["table", "query", path, "112233"], 0);
    // The empty board is in none of them.
    let output = run(&["table", "query", path, "..../..../..../...."]);
    assert_eq!(output.status.code(), Some(2));
    let mut damaged = resumed;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&out, &damaged).unwrap();
    json(&["table", "verify", path], 1);
    damaged.truncate(middle);
    fs::write(&out, &damaged).unwrap();
    let complaint = complaint(&run(&["table", "info", path]));
    assert!(
        complaint.starts_with(&format!("error: {out:?} is not a table of values: ")),
        "{complaint}"
    );
    assert!(complaint.contains("truncated") && complaint.matches(path).count() == 1);
}
