//! Many positions in one call of `solve`, and the other commands that print a line of JSON for each
//! result.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{code, complaint, printed, program, scratch, tesuji};
use serde_json::Value;

/// Starts a command that listens.
fn spawn(arguments: &str) -> Child {
    let mut command = program();
    command.args(arguments.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("tesuji starts")
}

fn json_lines(output: &Output) -> Vec<Value> {
    printed(output).lines().map(|line| serde_json::from_str(line).expect("a JSON value")).collect()
}

/// A file with this text.
fn file(name: &str, text: &str) -> PathBuf {
    let path = scratch(name);
    fs::write(&path, text).expect("a file");
    path
}

/// A hundred random 8-puzzles, one a line.
fn puzzles() -> Vec<String> {
    let shuffled = printed(&tesuji("shuffle taquin --count 100 --seed 11"));
    shuffled.lines().map(str::to_owned).collect()
}

/// What two runs must have in common.
fn repeatable(mut report: Value) -> Value {
    let fields = report.as_object_mut().expect("an object");
    fields.remove("seconds");
    fields.remove("line");
    report
}

#[test]
fn standard_input_is_a_file_of_that_name() {
    for arguments in ["solve nim - --jsonl", "solve nim --file - --jsonl"] {
        let mut child = spawn(arguments);
        writeln!(child.stdin.take().unwrap(), "3-4-5\n1-2-3").unwrap();
        let output = child.wait_with_output().unwrap();
        let outcomes = json_lines(&output).into_iter().map(|report| report["outcome"].clone());
        assert_eq!(outcomes.collect::<Vec<_>>(), ["win", "loss"], "{}", complaint(&output));
    }
}

#[test]
fn the_notation_says_how_a_map_of_several_lines_is_read() {
    let page = include_str!("../../../docs/notation.md");
    let (_, command) =
        page.split_once("(cat arena.map; echo 1,13 4,12) | tesuji ").expect("it does");
    let mut child = spawn(command.split_once('`').expect("it ends").0);
    let map = format!("type octile\nheight 14\nwidth 5\nmap\n{}1,13 4,12\n", ".....\n".repeat(14));
    child.stdin.take().unwrap().write_all(map.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    assert!(
        printed(&output).contains("solved in 3 moves at a cost of 3,363"),
        "{}",
        printed(&output)
    );
}

#[test]
fn answers_are_those_of_single_calls_in_order_with_any_number_of_threads() {
    let positions = puzzles();
    let file = file("puzzles.txt", &positions.join("\n"));
    let solve = format!("solve taquin --file {} --jsonl", file.display());
    let one = tesuji(&solve);
    assert_eq!(code(&one), 0, "{}", complaint(&one));
    let reports = json_lines(&one);
    assert_eq!(reports.len(), positions.len());
    for (number, (report, position)) in (1..).zip(reports.iter().zip(&positions)) {
        assert_eq!((&report["line"], &report["position"]), (&number.into(), &position[..].into()));
    }
    for place in [0, 42, 99] {
        let single = tesuji(&format!("solve taquin {} --json", positions[place]));
        let single: Value = serde_json::from_slice(&single.stdout).unwrap();
        assert_eq!(repeatable(single), repeatable(reports[place].clone()));
    }
    let several = json_lines(&tesuji(&format!("{solve} --threads 3")));
    let [one, several] = [reports, several].map(|all| all.into_iter().map(repeatable));
    assert!(one.eq(several));
}

#[test]
fn a_line_that_is_not_valid_is_named_and_the_others_are_solved() {
    let text = "# the source of these boards\n125340678\n\n12534067x\r\n  102345678\n230518674\n";
    let file = file("mixed.txt", text);
    let output = tesuji(&format!("solve taquin --file {}", file.display()));
    assert_eq!(code(&output), 2);
    let complaint = complaint(&output);
    assert!(complaint.starts_with("line 4: \"12534067x\" cannot be read"), "{complaint}");
    let text = printed(&output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "2: 125340678: solved in 3 moves, and no solution is shorter: 5 2 1",
            "5: 102345678: solved in 1 move, and no solution is shorter: 1",
            "6: 230518674: proved unsolvable: slides keep the parity of the tiles' order, and the \
             goal has the other",
        ]
    );
    assert!(lines[4].starts_with("4 lines: 3 answered, 0 unknown, 1 not valid; "), "{text}");

    let reports = json_lines(&tesuji(&format!("solve taquin --jsonl --file {}", file.display())));
    assert_eq!(reports.len(), 4);
    assert_eq!(reports[1]["line"], 4);
    assert!(reports[1]["error"].as_str().unwrap().contains("12534067x"));
    assert!(reports[1]["outcome"].is_null() && reports[3]["outcome"] == "unsolvable");
}

#[test]
fn csv_has_a_line_for_each_position_below_the_names_of_the_columns() {
    let file = file("for-csv.txt", "XX.OO....\nXX,\"OO\"\n.........\n");
    let output = tesuji(&format!("solve tic-tac-toe --all --csv --file {}", file.display()));
    assert_eq!(code(&output), 2);
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let head = reader.headers().unwrap().clone();
    let rows: Vec<_> = reader.records().map(|row| row.unwrap()).collect();
    let cell = |row: usize, name: &str| {
        let column = head.iter().position(|known| known == name).unwrap();
        rows[row][column].to_owned()
    };
    assert_eq!(rows.len(), 3);
    assert_eq!([cell(0, "line"), cell(0, "outcome"), cell(0, "best")], ["1", "win", "c3"]);
    assert!(cell(1, "outcome").is_empty() && cell(1, "error").contains("XX,"));
    assert_eq!([cell(2, "position"), cell(2, "outcome")], [".........", "draw"]);
    assert_eq!(
        [cell(0, "best_moves"), cell(2, "best_moves")],
        ["c3", "a3 b3 c3 a2 b2 c2 a1 b1 c1"]
    );

    let text = printed(&tesuji(&format!("solve tic-tac-toe --all --file {}", file.display())));
    assert!(text.contains("; as good: a3 b3 c3 a2 b2 c2 a1 b1 c1\n"), "{text}");
}

#[test]
fn an_answer_comes_before_the_next_position_is_read() {
    let mut child = spawn("solve taquin - --jsonl --threads 2");
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (position, length) in [("125340678", 3), ("102345678", 1), ("806547231", 31)] {
        writeln!(input, "{position}").unwrap();
        let report: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!((&report["position"], &report["length"]), (&position.into(), &length.into()));
    }
    drop(input);
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_level_of_sokoban_is_no_comment() {
    let file = file("levels.txt", "# two levels\n#####/#@$.#/#####\n#\n######/#@-$.#/######\n");
    let output = tesuji(&format!("solve sokoban --csv --file {}", file.display()));
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    assert_eq!(printed(&output).lines().count(), 3, "{}", printed(&output));
}

#[test]
fn what_is_wrong_with_every_position_is_said_once() {
    let file = file("same.txt", &puzzles()[..5].join("\n"));
    let output = tesuji(&format!("solve taquin --file {} --heuristic nosuch", file.display()));
    assert_eq!(code(&output), 2);
    assert_eq!(complaint(&output).matches("nosuch").count(), 1, "{}", complaint(&output));
    assert_eq!(printed(&output), "");
    // A goal may be right for some positions only.
    let mixed =
        self::file("sizes.txt", "806547231\n14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n631752048\n");
    let goal = ["solve", "taquin", "--goal", "1 2 3 4 5 6 7 8 0", "--csv", "--file"];
    let output = program().args(goal).arg(mixed).output().unwrap();
    assert_eq!((code(&output), printed(&output).lines().count()), (2, 4), "{}", complaint(&output));
    let mixed = tesuji(&format!("solve taquin --file {} --json", file.display()));
    assert!(complaint(&mixed).contains("--json") && !complaint(&mixed).contains("--strategy"));
}

#[test]
fn limits_hold_for_all_positions_together() {
    let positions = puzzles();
    let file = file("many.txt", &positions[..40].join("\n"));
    let solve = format!("solve taquin --with bfs --jsonl --file {}", file.display());
    let nodes = |reports: &[Value]| -> u64 {
        reports.iter().filter_map(|report| report["nodes_generated"].as_u64()).sum()
    };
    let all = json_lines(&tesuji(&solve));
    let limit = nodes(&all) / 2;
    let limited = tesuji(&format!("{solve} --nodes {limit}"));
    assert_eq!(code(&limited), 3, "{}", complaint(&limited));
    let reports = json_lines(&limited);
    // Give or take the successors of one state.
    assert!(nodes(&reports).abs_diff(limit) <= 4, "{} of {limit}", nodes(&reports));
    let [first @ .., cut, last] = &reports[..] else { panic!("some reports") };
    assert_eq!((&cut["outcome"], &cut["limit"]), (&"unknown".into(), &"nodes".into()));
    assert_eq!(last, &serde_json::json!({ "limit": "nodes" }));
    assert!(first.len() > 10 && first.iter().all(|report| report["outcome"] == "solved"));
    let threads = json_lines(&tesuji(&format!("{solve} --nodes {limit} --threads 3")));
    let [one, several] = [reports, threads].map(|all| all.into_iter().map(repeatable));
    assert!(one.eq(several));

    // Searches that keep no states can come close to a limit and have nodes left.
    for limit in [5000, 20_000] {
        let solve = solve.replace("bfs", "ids");
        let reports = json_lines(&tesuji(&format!("{solve} --nodes {limit}")));
        let (_, solved) = reports[..reports.len() - 1].split_last().unwrap();
        assert!(solved.iter().all(|report| report["limit"].is_null()), "only the last is cut");
        assert!(nodes(&reports) <= limit + 4, "{} of {limit}", nodes(&reports));
    }

    let text = printed(&tesuji(&format!("{} --nodes 1000", solve.replace("--jsonl", ""))));
    assert!(text.contains("1 line: 0 answered, 1 unknown, 0 not valid"), "{text}");

    // Nobody closes the input.
    let started = Instant::now();
    let mut child = spawn("solve taquin - --time 3s");
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "125340678").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(code(&output), 3);
    assert!(printed(&output).starts_with("1: 125340678: solved in 3 moves"));
    drop(input);
}

/// A puzzle that takes hours, and thirty that take no time.
fn a_hard_one_first(name: &str) -> PathBuf {
    let easy = printed(&tesuji("shuffle taquin --size 4x4 --walk 10 --count 30 --seed 1"));
    file(name, &format!("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0\n{easy}"))
}

#[test]
fn what_is_known_at_a_limit_on_time_is_printed_in_order() {
    let file = a_hard_one_first("hard-first.txt");
    let solve = format!("solve taquin --heuristic manhattan --jsonl --file {}", file.display());
    // A busy machine needs more time for the easy ones.
    let answered = [3, 30, 300].into_iter().find_map(|seconds| {
        let two = tesuji(&format!("{solve} --threads 2 --time {seconds}s --progress json"));
        assert_eq!(code(&two), 3, "{}", complaint(&two));
        let reports = json_lines(&two);
        let (last, known) = reports.split_last().expect("it says which limit ended it");
        assert_eq!(last, &serde_json::json!({ "limit": "time" }));
        assert!(known.iter().map(|report| &report["line"]).eq(1..=known.len()));
        (known.len() == 31).then_some((two, reports))
    });
    let (two, reports) = answered.expect("the easy ones take no time");
    let [hard, easy @ .., _] = &reports[..] else { panic!("some reports") };
    assert_eq!(hard["limit"], "time");
    assert!(easy.iter().all(|report| report["outcome"] == "solved"));
    let progress = complaint(&two);
    let progress = progress.lines().next().expect("it takes more than a second");
    let progress: Value = serde_json::from_str(progress).expect("an object");
    assert_eq!((&progress["progress"], &progress["answered"]), (&"positions".into(), &0.into()));

    // Walks of a tenth of a second or so, for more than a second together.
    let tells_progress = [2, 20, 200].into_iter().any(|seconds| {
        let walks = "shuffle taquin --walk 1000000 --count 99 --progress json";
        let walks = complaint(&tesuji(&format!("{walks} --time {seconds}s")));
        walks.contains("\"positions\":99,")
    });
    assert!(tells_progress);

    let one = json_lines(&tesuji(&format!("{solve} --time 1s")));
    assert_eq!(one.len(), 2, "with one thread the position at the limit is the last one");
    assert_eq!(one[0]["line"], 1);
    let csv = solve.replace("--jsonl", "--csv");
    for time in ["1us", "300ms"] {
        let csv = printed(&tesuji(&format!("{csv} --threads 2 --time {time}")));
        assert!(csv.starts_with("line,position,outcome,"), "{csv}");
    }
}

#[test]
fn limits_for_each_position_end_its_search_alone() {
    let file = a_hard_one_first("hard-first-each.txt");
    let solve = format!("solve taquin --heuristic manhattan --jsonl --file {}", file.display());
    for (limit, name) in [("--nodes-each 20k", "nodes"), ("--time-each 300ms", "time")] {
        for more in ["", "--threads 2", "--time 1h --nodes 1G"] {
            let output = tesuji(&format!("{solve} {limit} {more}"));
            assert_eq!(code(&output), 3, "{}", complaint(&output));
            let reports = json_lines(&output);
            assert_eq!((&reports[0]["line"], &reports[0]["limit"]), (&1.into(), &name.into()));
            assert_eq!(reports.len(), 31, "{limit} {more}");
            assert!(reports[1..].iter().all(|report| report["outcome"] == "solved"), "{limit}");
        }
    }
    // The nodes of the batch end it, though those of each position are more.
    let output = tesuji(&format!("{solve} --nodes 20k --nodes-each 1M"));
    let reports = json_lines(&output);
    assert_eq!((reports.len(), &reports[0]["limit"]), (2, &"nodes".into()));
    let one = tesuji("solve taquin 125374680 --time-each 1s");
    assert_eq!(code(&one), 2);
    assert!(complaint(&one).contains("--time-each and --nodes-each are for many positions"));
}

#[test]
fn searches_that_end_at_the_same_time_all_have_a_line() {
    let start = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w\n";
    let file = file("four-starts.txt", &start.repeat(4));
    for _ in 0..10 {
        let limits = "--time 500ms --threads 2 --jsonl";
        let output = tesuji(&format!("solve breakthrough {limits} --file {}", file.display()));
        let reports = json_lines(&output);
        let lines: Vec<_> = reports.iter().filter_map(|report| report["line"].as_u64()).collect();
        assert!(!lines.is_empty() && lines.iter().copied().eq(1..=lines.len() as u64), "{lines:?}");
    }
}

#[test]
fn options_for_one_position_or_for_many_are_told_apart() {
    let file = file("one.txt", "125340678\n");
    let file = file.display();
    for (arguments, reason) in [
        (format!("solve taquin 125340678 --file {file}"), "cannot be used with"),
        (format!("solve taquin --file {file} --json"), "cannot be used with"),
        (format!("solve taquin --file {file} --svg board.svg"), "cannot be used with"),
        ("solve taquin - --jsonl --csv".to_owned(), "cannot be used with"),
        ("solve taquin 125340678 --jsonl".to_owned(), "--jsonl and --csv are for many positions"),
        ("solve taquin - --threads 0".to_owned(), "\"0\" is not valid for threads"),
        ("solve taquin - --with minimax".to_owned(), "minimax"),
        (
            "solve breakthrough - --with df-pn --store proofs.txt --threads 2".to_owned(),
            "--store is for one position after the other",
        ),
        (format!("solve taquin --file {file} --checkpoint state"), "of many positions, tesuji job"),
        ("solve taquin -".to_owned(), "there is no position in the input"),
    ] {
        let output = tesuji(&arguments);
        assert_eq!(code(&output), 2, "{arguments}");
        let complaint = complaint(&output);
        assert!(complaint.contains(reason), "{arguments}: {complaint}");
    }
    let missing = tesuji("solve taquin --file /nowhere/positions.txt");
    assert_eq!(code(&missing), 4, "{}", complaint(&missing));
}

#[test]
fn other_commands_print_a_line_for_each_result() {
    let shuffled = json_lines(&tesuji("shuffle taquin --count 5 --seed 1 --jsonl"));
    let array: Value =
        serde_json::from_slice(&tesuji("shuffle taquin --count 5 --seed 1 --json").stdout).unwrap();
    assert_eq!(Value::Array(shuffled), array);

    let compared = json_lines(&tesuji("compare taquin 125340678 --jsonl --algorithms bfs,a*"));
    let names: Vec<_> = compared.iter().map(|row| row["search"].as_str().unwrap()).collect();
    assert_eq!(names, ["bfs", "a*"]);
    let depths = tesuji("compare taquin --depths 2-3 --jsonl --algorithms bfs,a*");
    assert_eq!(complaint(&depths).lines().count(), 4, "{}", complaint(&depths));
    let depths = json_lines(&depths);
    let lengths: Vec<_> = depths.iter().map(|row| row["length"].as_u64().unwrap()).collect();
    assert_eq!(lengths, [2, 2, 3, 3]);

    for progress in ["never", "json"] {
        let compare = "compare taquin --depths 2-3 --algorithms bfs,a* --progress";
        assert_eq!(complaint(&tesuji(&format!("{compare} {progress}"))), "");
    }

    let layers = json_lines(&tesuji("enumerate taquin 2x2 --jsonl"));
    let states: Vec<_> = layers.iter().map(|layer| layer["states"].as_u64().unwrap()).collect();
    assert_eq!(states, [1, 2, 2, 2, 2, 2, 1]);
    let cut = tesuji("enumerate taquin 3x3 --jsonl --nodes 1000");
    assert_eq!(code(&cut), 3);
    assert_eq!(json_lines(&cut).pop(), Some(serde_json::json!({ "limit": "nodes" })));
}
