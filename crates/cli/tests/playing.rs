//! Playing, matches and drawn trees, as a person calls them.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::common::{code, complaint, json, printed, program};

/// Runs a command and says `input` to it.
fn tesuji(arguments: &str, input: impl AsRef<[u8]>) -> Output {
    let mut child = program()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tesuji runs");
    // A command that refuses its arguments does not listen.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("tesuji ends")
}

/// What a session printed, with what was said behind the prompts.
fn session(arguments: &str, said: &[&str]) -> String {
    let input: String = said.iter().map(|line| format!("{line}\n")).collect();
    let output = tesuji(arguments, &input);
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let mut said = said.iter();
    let mut text = String::new();
    for (index, part) in printed(&output).split("> ").enumerate() {
        if index > 0 {
            text += &format!("> {}\n", said.next().unwrap_or(&"(the end)"));
        }
        text += part;
    }
    text
}

#[test]
fn a_game_is_played_with_hints_and_undo() {
    insta::assert_snapshot!(session(
        "play tic-tac-toe --against alpha-beta --nodes 1000000",
        &["help", "moves", "hint", "b2", "b2", "nonsense", "value", "undo", "a1", "give up"],
    ));
}

#[test]
fn a_program_is_an_opponent() {
    let engine = format!("cmd:{} engine tic-tac-toe", env!("CARGO_BIN_EXE_tesuji"));
    let played = |opponent: &str, said: &str| {
        let mut play = program();
        play.args(["play", "tic-tac-toe", "--nodes", "100000", "--against", opponent]);
        play.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = play.spawn().expect("tesuji runs");
        // It may have ended before.
        let _ = child.stdin.take().expect("a pipe").write_all(said.as_bytes());
        child.wait_with_output().expect("tesuji ends")
    };
    let output = played(&engine, "a1\nundo\nb2\nquit\n");
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let moves = printed(&output).matches(&format!("{engine} plays ")).count();
    assert_eq!(moves, 2, "{}", printed(&output));
    let output = played("cmd:/nowhere/engine", "a1\n");
    assert!(complaint(&output).contains("\"/nowhere/engine\" does not start"), "{output:?}");
}

#[test]
fn a_line_that_is_not_text_does_not_end_the_game() {
    let output = tesuji("play simple-nim 6 --nodes 100", b"1:\xff\nquit\n");
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    assert!(printed(&output).ends_with("> the line is not text in UTF-8\n> "), "{output:?}");
}

#[test]
fn a_game_is_played_to_its_end() {
    insta::assert_snapshot!(session(
        "play simple-nim 6 --against theory --as second",
        &["1:3", "hint", "1:1", "hint", "undo", "quit"],
    ));
    let over = session("play tic-tac-toe XXXOO....", &["value", "hint"]);
    assert!(over.contains("the game is over: the first player has won"), "{over}");
    let won = session("play tic-tac-toe XX.OO.... --against random --seed 1", &["c3"]);
    assert!(won.contains("you win"), "{won}");
    let against = "alpha-beta:outcome-only";
    let lost = session(&format!("play tic-tac-toe XX.OO.... --against {against} --as second"), &[]);
    let (plays, wins) = (format!("{against} plays c3"), format!("{against} wins"));
    assert!(lost.contains(&plays) && lost.contains(&wins), "{lost}");
}

#[test]
fn a_puzzle_is_played_with_hints_and_given_up() {
    insta::assert_snapshot!(session(
        "play taquin 125340678",
        &["hint", "value", "5", "0", "undo", "undo", "give up"],
    ));
    let solved = session("play taquin 102345678", &["moves", "1", "hint", "undo"]);
    assert!(solved.contains("solved, in 1 move") && solved.contains("it is solved"), "{solved}");
    let shuffled = session("play taquin --seed 1", &["hint"]);
    assert!(!shuffled.contains("it is solved"), "{shuffled}");
    let near = session("play taquin 102345678", &["hint"]);
    assert!(near.contains("1; 1 move to the goal"), "{near}");
    let hopeless = session("play taquin 230518674", &["hint", "give up", "quit"]);
    assert_eq!(hopeless.matches("proved unsolvable").count(), 2, "{hopeless}");
    let traffic = "play rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --metric slides";
    let traffic = session(traffic, &["hint", "value", "give up"]);
    assert!(traffic.contains("8 moves to the goal"), "{traffic}");
}

#[test]
fn a_match_prints_wins_elo_and_the_test() {
    let output = tesuji(
        "match breakthrough --size 5x5 --players pvs:depth=3,alpha-beta:depth=1 --games 60 --sprt 0,50",
        "",
    );
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    insta::with_settings!({filters => vec![(r" *\d+(\.\d+)? (s|ms|µs)\b *", " [time] ")]}, {
        insta::assert_snapshot!(printed(&output));
    });
}

#[test]
fn a_match_of_pairs_that_went_alike_claims_no_interval() {
    let alike = printed(&tesuji("match nim 1 --openings 0 --players pvs,pvs --games 4", ""));
    assert!(alike.contains("Elo difference 0.0, without an interval"), "{alike}");
}

#[test]
fn a_match_in_json_has_every_documented_field_and_no_other() {
    let arguments = "match connect-four --size 5x4 --players mtd-f:depth=3,random --json --games";
    let report = json(&format!("{arguments} 10"), 0);
    let mut documented: Vec<_> = include_str!("../../../docs/json.md")
        .lines()
        .skip_while(|line| !line.starts_with("## `tesuji match"))
        .take_while(|line| !line.starts_with("## `tesuji tournament"))
        .filter_map(|line| line.strip_prefix("| `")?.split_once(" | "))
        .flat_map(|(names, _)| names.split(", ").map(|name| name.trim_matches('`')))
        .collect();
    let mut printed: Vec<_> = report.as_object().unwrap().keys().map(String::as_str).collect();
    documented.sort_unstable();
    printed.sort_unstable();
    assert_eq!(documented, printed);
    let count = |name: &str| report[name].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 10);
    assert_eq!(report["players"][0], "mtd-f:depth=3");
    // Four games are too few to tell.
    let test = json(&format!("{arguments} 4 --sprt 0,1"), 3);
    assert_eq!(test["sprt"]["verdict"], "undecided");
}

#[test]
fn trees_are_drawn_for_every_search() {
    for (name, arguments) in [
        ("alpha_beta", "tic-tac-toe XX.OO...."),
        ("minimax", "simple-nim 5 --with minimax"),
        ("proof_numbers", "simple-nim 6 --with pn"),
        ("depth", "connect-four --depth 2 --size 4x4"),
        ("breadth_first", "taquin 125340678 --with bfs"),
        ("depth_first", "taquin 102345678 --with dfs"),
        ("ida_star", "taquin 125374680 --heuristic misplaced"),
    ] {
        let output = tesuji(&format!("tree {arguments}"), "");
        assert_eq!(code(&output), 0, "{}", complaint(&output));
        insta::assert_snapshot!(format!("tree_{name}"), printed(&output));
    }
}

#[test]
fn trees_go_into_files_and_json() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, dot] = ["tree.svg", "tree.dot"].map(|name| folder.path().join(name));
    let arguments = format!(
        "tree simple-nim 6 --with alpha-beta --svg {} --dot {}",
        svg.display(),
        dot.display()
    );
    let output = tesuji(&arguments, "");
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    assert!(printed(&output).ends_with("branches cut\n"));
    let (svg, dot) = (std::fs::read_to_string(svg).unwrap(), std::fs::read_to_string(dot).unwrap());
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("prefers-color-scheme: dark") && svg.contains("class=\"cut\""));
    assert!(dot.starts_with("digraph") && dot.contains("style=dashed") && dot.contains("bold"));

    let recording = json("tree tic-tac-toe XX.OO.... --with alpha-beta:outcome-only --json", 0);
    assert_eq!(
        (&recording["game"], &recording["algorithm"]),
        (&"tic-tac-toe".into(), &"alpha-beta".into())
    );
    let nodes = recording["nodes"].as_array().unwrap();
    assert_eq!(nodes[0]["side"], "max");
    assert_eq!(nodes[0]["label"]["text"], "win");
    let cut = nodes.iter().find(|node| node["fate"] == "refuted").unwrap();
    assert!(cut["move"].is_string() && cut["label"].is_null());
    let kinds: Vec<_> =
        recording["events"].as_array().unwrap().iter().map(|e| &e["event"]).collect();
    assert_eq!((kinds[0], kinds[1]), (&"created".into(), &"visited".into()));
    let line = recording["path"].as_array().unwrap();
    assert_eq!(nodes[usize::try_from(line[1].as_u64().unwrap()).unwrap()]["move"], "c3");
}

#[test]
fn bad_input_is_refused_with_the_reason() {
    let complaints: Vec<_> = [
        "match tic-tac-toe --players pvs",
        "match tic-tac-toe --players pvs,minimax,random",
        "match tic-tac-toe --players pvs,a*",
        "match tic-tac-toe --players pvs,minimax:depth=x",
        "match tic-tac-toe --players pvs,theory",
        "match tic-tac-toe --players pvs,random --sprt 50,0",
        "match tic-tac-toe --players pvs,random --sprt fifty",
        "match tic-tac-toe --players pvs,random --games 0",
        "match taquin --players pvs,random",
        "match tic-tac-toe --players pvs,random --games 3",
        "match tic-tac-toe --players pvs,random --max-plies 0",
        "match tic-tac-toe XXXOO.... --players pvs,random",
        "play chess",
        "play taquin -",
        "play tic-tac-toe --as third",
        "play tic-tac-toe --against theory",
        "play tic-tac-toe --against random:depth=3",
        "play taquin 12x",
        "tree taquin --with minimax",
        "tree tic-tac-toe --with bfs",
        "tree tic-tac-toe --with chance",
        "tree taquin 125340678 --with bfs --heuristic manhattan",
        "tree taquin 125340678 --heuristic magic",
        "tree tic-tac-toe --nodes 0",
        "tree tic-tac-toe --svg /nowhere/tree.svg",
    ]
    .iter()
    .map(|arguments| {
        let output = tesuji(arguments, "");
        let expected = if arguments.contains("/nowhere/") { 4 } else { 2 };
        assert_eq!(code(&output), expected, "{arguments}");
        assert_eq!(printed(&output), "", "{arguments}");
        let first = complaint(&output).lines().take(2).collect::<Vec<_>>().join("\n  ");
        format!("{arguments}\n  {}", first.trim_end())
    })
    .collect();
    insta::assert_snapshot!(complaints.join("\n"));
}

#[test]
fn compare_has_the_figures_of_the_course_for_every_number_of_tokens() {
    for (tokens, figures) in [
        (6, [52, 25, 12, 23, 20]),
        (10, [600, 49, 20, 163, 80]),
        (15, [12_640, 79, 30, 2_286, 248]),
        (20, [266_079, 109, 40, 32_012, 759]),
    ] {
        let algorithms = "minimax,memo-minimax,alpha-beta:outcome-only,alpha-beta:outcome-only:reverse-moves,theory";
        let reports =
            json(&format!("compare simple-nim {tokens} --json --algorithms {algorithms}"), 0);
        let generated = |index: usize| reports[index]["nodes_generated"].as_u64().unwrap();
        let computed = reports[1]["nodes_expanded"].as_u64().unwrap();
        assert_eq!([generated(0), generated(1), computed, generated(2), generated(3)], figures);
        let outcome = if tokens % 4 == 1 { "loss" } else { "win" };
        for report in reports.as_array().unwrap() {
            assert_eq!(report["outcome"], outcome);
        }
    }
}
