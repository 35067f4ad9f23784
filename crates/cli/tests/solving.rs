//! What `solve` prints, and how it ends.

use std::io::Write;
use std::process::Stdio;

use crate::common::{code, complaint, json, printed, program, scratch, snapshot, tesuji};
use serde_json::Value;

#[test]
fn solve_prints_the_board_the_claim_the_moves_and_the_effort() {
    let output = tesuji("solve taquin 631752048 --with ida* --heuristic manhattan");
    assert_eq!(code(&output), 0);
    snapshot!(printed(&output));
}

#[test]
fn solve_shows_every_board_when_asked() {
    let output = tesuji("solve taquin 102345678 --show");
    snapshot!(printed(&output));
}

#[test]
fn the_json_has_every_documented_field_and_no_other() {
    let report = json("solve taquin 806547231 --with ida* --heuristic manhattan --json", 0);
    let documented: Vec<_> = include_str!("../../../docs/json.md")
        .lines()
        .skip_while(|line| !line.starts_with("## `tesuji solve"))
        .take_while(|line| !line.starts_with("## `tesuji compare"))
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    let printed: Vec<_> = report.as_object().unwrap().keys().map(String::as_str).collect();
    let (mut left, mut right) = (documented.clone(), printed.clone());
    left.sort_unstable();
    right.sort_unstable();
    assert_eq!(left, right);
    assert_eq!(report["game"], "taquin");
    assert_eq!(report["position"], "806547231");
    assert_eq!(report["algorithm"], "ida*");
    assert_eq!(report["heuristic"], "manhattan");
    assert_eq!(report["outcome"], "solved");
    assert_eq!(report["optimal"], true);
    assert_eq!(report["length"], 31);
    assert_eq!(report["moves"].as_array().unwrap().len(), 31);
    assert_eq!(report["limit"], Value::Null);
}

#[test]
fn every_algorithm_solves_by_its_name() {
    let list = printed(&tesuji("algorithms"));
    // What else is said of an algorithm is indented.
    let names = list.lines().filter(|line| !line.starts_with(' '));
    let names: Vec<_> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 20);
    for name in names {
        let solve = format!("solve taquin 125374680 --json --with {name}");
        if code(&tesuji(&solve)) == 2 {
            if name == "theory" {
                let report = json("solve nim 3-4-5 --json --with theory", 0);
                assert_eq!((&report["outcome"], &report["best"]), (&"win".into(), &"1:2".into()));
                continue;
            }
            // An algorithm for two players: X to move wins, by the third cell of the first row.
            // What rests on a model of the opponent is no proof.
            let outcome = if name == "expectimax" { "expected" } else { "win" };
            let report = json(&format!("solve tic-tac-toe XX.OO.... --json --with {name}"), 0);
            assert_eq!((&report["outcome"], &report["best"]), (&outcome.into(), &"c3".into()));
            continue;
        }
        let report = json(&solve, 0);
        assert_eq!(report["algorithm"], name);
        let length = report["length"].as_u64().unwrap();
        if report["optimal"] == true {
            assert_eq!(length, 6, "{name}");
        } else {
            assert!(length >= 6 && report["lower_bound"].as_u64().unwrap() <= 6, "{name}");
        }
    }
}

#[test]
fn exit_codes_tell_solved_unsolvable_bad_input_and_unknown() {
    for (arguments, expected) in [
        ("solve taquin 125374680", 0),
        ("solve taquin 230518674", 1),
        ("solve taquin 230518674 --exhaust --with bfs", 1),
        ("solve taquin 23051867x", 2),
        ("solve taquin 806547231 --nodes 100", 3),
        ("solve taquin 806547231 --with dls --depth-limit 5", 3),
        ("solve taquin 806547231 --with bfs --memory 10KiB", 3),
        ("compare taquin 125374680", 0),
        ("compare taquin 230518674", 1),
        ("enumerate taquin 2x2", 0),
        ("enumerate taquin 4x4 --memory 1GiB", 3),
        ("games", 0),
    ] {
        let output = tesuji(arguments);
        assert_eq!(code(&output), expected, "{arguments}: {}", complaint(&output));
    }
}

#[test]
fn df_pn_starts_from_a_store_and_refuses_one_that_is_not_its_own() {
    let store = scratch("game.proofs");
    let _ = std::fs::remove_file(&store);
    let file = store.display();
    let solve = |size: &str, with: &str| {
        format!("solve breakthrough --size {size} --with {with} --store '{file}' --json")
    };
    let first = json(&solve("3x5", "df-pn"), 0);
    assert_eq!(first["outcome"], "loss");
    let together = json(&solve("3x5", "df-pn --threads 2"), 0);
    assert_eq!(together["outcome"], "loss");
    let again = json(&solve("3x5", "df-pn"), 0);
    assert_eq!(again["outcome"], "loss");
    let nodes = |report: &Value| report["nodes_expanded"].as_u64().expect("a count");
    assert!(nodes(&again) < nodes(&first), "{} and {}", nodes(&again), nodes(&first));
    let refused = [
        (solve("3x4", "df-pn"), "is for \"breakthrough"),
        (solve("3x5", "pn"), "pn takes no store"),
    ];
    for (arguments, reason) in refused {
        let output = tesuji(&arguments);
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(complaint(&output).contains(reason), "{}", complaint(&output));
    }
    let mut bytes = std::fs::read(&store).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&store, bytes).unwrap();
    let output = tesuji(&solve("3x5", "df-pn"));
    assert_eq!(code(&output), 2);
    let complaint = complaint(&output);
    assert!(complaint.contains("game.proofs") && complaint.contains("damaged"), "{complaint}");
}

#[test]
fn a_limit_is_named_and_a_true_lower_bound_given() {
    for (limit, name) in [
        ("--nodes 100", "nodes"),
        ("--with bfs --memory 100KiB", "memory"),
        ("--with dls --depth-limit 20", "depth"),
    ] {
        let report = json(&format!("solve taquin 806547231 --json {limit}"), 3);
        assert_eq!(report["outcome"], "unknown");
        assert_eq!(report["limit"], name);
        assert!(report["lower_bound"].as_u64().unwrap() <= 31);
        assert_eq!(report["length"], Value::Null);
    }
    let unsolvable = json("solve taquin 230518674 --exhaust --with ids --nodes 5000 --json", 3);
    assert_eq!(unsolvable["outcome"], "unknown");
}

#[test]
fn threads_that_share_a_table_find_the_same_value() {
    for search in ["pvs", "mtd-f", "mtd-bi"] {
        let command = format!("solve connect-four --size 4x4 --with {search} --json");
        let (one, two) = (json(&command, 0), json(&format!("{command} --threads 2"), 0));
        assert_eq!(
            (&one["outcome"], &two["outcome"]),
            (&"draw".into(), &"draw".into()),
            "{search}"
        );
    }
}

#[test]
fn a_search_is_specified_by_a_text_or_by_flags() {
    let solve = |search: &str| json(&format!("solve breakthrough {search} --json"), 3);
    let report = solve("--with alpha-beta:depth=3:heuristic=pawns-and-rows");
    let flags = solve("--with alpha-beta --depth 3 --evaluator pawns-and-rows");
    assert_eq!(report["nodes_generated"], flags["nodes_generated"]);
    assert_eq!(flags["heuristic"], "pawns-and-rows");
    let who = json("solve simple-nim 15 --with alpha-beta:outcome-only --json", 0);
    assert_eq!((&who["nodes_generated"], &who["outcome"]), (&2_286.into(), &"win".into()));
    // In a comparison a flag is for the searches that do not set the option themselves.
    let rows = json(
        "compare breakthrough --algorithms pvs:depth=2,alpha-beta --depth 3 --table 1MiB --json",
        3,
    );
    let told = |row: usize| (rows[row]["search"].as_str().unwrap(), rows[row]["depth"].as_u64());
    assert_eq!((told(0), told(1)), (("pvs:depth=2", Some(2)), ("alpha-beta", Some(3))));
}

#[test]
fn two_players_get_a_proved_value_and_a_line() {
    for (arguments, outcome, length) in [
        ("tic-tac-toe", "draw", Value::Null),
        ("tic-tac-toe XX.OO....", "win", 1.into()),
        ("connect-four --size 4x4", "draw", Value::Null),
        ("breakthrough --size 2x4", "loss", 8.into()),
        ("breakthrough --size 3x4", "loss", 12.into()),
        ("breakthrough --size 2x6 --with retrograde", "win", 15.into()),
        ("simple-nim 5 --with pvs", "loss", 3.into()),
        ("grundy 20-13", "win", Value::Null),
        ("grundy 10", "loss", Value::Null),
        ("breakthrough --size 3x3 --rows 1 --with retrograde", "win", 5.into()),
        ("breakthrough --size 4x3 --rows 1", "win", 5.into()),
        ("breakthrough --size 2x9", "loss", 30.into()),
        ("breakthrough --size 2x10 --with mtd-bi", "win", 35.into()),
    ] {
        let report = json(&format!("solve {arguments} --json"), 0);
        assert_eq!(report["outcome"], outcome, "{arguments}");
        if length != Value::Null {
            assert_eq!(report["length"], length, "{arguments}");
        }
        assert_eq!(report["optimal"], true);
    }
    let report = json("solve nim 3-4-5 --rules misere --with alpha-beta --all --json", 0);
    assert_eq!((&report["outcome"], &report["best_moves"][0]), (&"win".into(), &"1:2".into()));
    // Looking ahead a little proves nothing, and says so.
    let report = json("solve breakthrough --depth 3 --json", 3);
    assert_eq!((&report["outcome"], &report["depth"]), (&"unknown".into(), &3.into()));
}

#[test]
fn theory_judges_heaps_that_searches_have_no_room_for() {
    for (arguments, outcome, best) in [
        ("grundy 34 --with theory", "win", "1/3"),
        ("grundy 8-14-14", "win", "1/1"),
        ("grundy 50", "loss", "1/1"),
        ("grundy 40-40", "loss", "1/1"),
        ("nim 300", "win", "1:300"),
        ("nim 1000000-999999-77 --rules misere", "win", "2:50"),
        ("simple-nim 1000", "win", "1:3"),
        ("simple-nim 1000001", "loss", "1:1"),
        ("octal 100000", "win", "1:2/1"),
    ] {
        let report = json(&format!("solve {arguments} --json"), 0);
        let found = (&report["outcome"], &report["best"], &report["optimal"]);
        assert_eq!(found, (&outcome.into(), &best.into(), &true.into()), "{arguments}");
    }
    // Where nothing is known within a limit, nothing is claimed; nor where no theory decides.
    for (arguments, limit) in [
        ("10000000 --time 1ms", "time".into()),
        ("100 --rules misere --time 200ms", "time".into()),
        ("100 --rules misere --nodes 10000", "nodes".into()),
        ("100 --rules misere --memory 1MB", "memory".into()),
        ("1000-2000-3000 --rules misere", Value::Null),
    ] {
        let report = json(&format!("solve grundy {arguments} --with theory --json"), 3);
        let found = (&report["outcome"], &report["limit"]);
        assert_eq!(found, (&"unknown".into(), &limit), "{arguments}");
    }
}

#[test]
fn large_connect_four_boards_end_as_alpha_beta_says() {
    for position in [
        "o.ox..x..o/x.xxxoo.ox/o.ooxxx.xo/x.xxooo.ox/x.ooxox.xo/ooxooxxxox",
        "...xxoo.xo/...oooxxox/...xxxoxoo/.o.oooxoxx/xo.xxoxxxo/xxoxxoxooo",
        ".ox.xox..o/.xxoxoo..x/.oooxxxo.o/.xxxooox.x/.xxooxxo.o/ooxooxoxxx",
        "oo.o..oxx/xx.x..xox/xo.x..ooo/oo.oo.xox/ox.xxooxx/ox.oxxoxo/xxoooxoxx",
        "..xo.ox../..oxoxx../o.xxoxo../x.ooxooxo/ooxoooxox/xxoxxoxox/xooxoxxox",
        ".o..x.../.o..oo.x/xx..xxxo/oox.ooxx/oxooxoox/xxoxoxxo/xxooxooo/xoxoxoxx",
        "...xoxxx/...xoxoo/..xoxxxo/..ooxoox/x.oooxxo/o.xxxoox/o.xooxxx/xoooxoox",
    ] {
        let solved = |name| json(&format!("solve connect-four {position} --with {name} --json"), 0);
        let plain = solved("alpha-beta");
        for name in ["memo-minimax", "pvs", "mtd-f", "mtd-bi", "retrograde", "df-pn", "pn"] {
            let report = solved(name);
            assert_eq!(report["outcome"], plain["outcome"], "{position} {name}");
            if report["length"] != Value::Null {
                assert_eq!(report["length"], plain["length"], "{position} {name}");
            }
        }
    }
}

#[test]
fn expectimax_looks_at_the_mean_over_the_model_of_the_opponent() {
    let estimate = |model: &str| {
        let report = json(&format!("solve tic-tac-toe --with expectimax {model} --json"), 0);
        (report["estimate"].as_i64().unwrap(), report["best"].as_str().unwrap().to_owned())
    };
    assert_eq!(estimate(""), (995, "a3".to_owned()));
    let (cold, _) = estimate("--opponent pessimistic --temperature 0.1");
    assert_eq!(cold, 0, "as minimax has it");
    let (warm, _) = estimate("--opponent pessimistic --temperature 1000");
    assert!((1..995).contains(&warm), "{warm}");
    assert_eq!(estimate("--opponent optimistic --temperature 0.1").0, 1000);
    // To the end of the game it is an answer, and before it is none.
    let report = json("solve tic-tac-toe --with expectimax --json", 0);
    assert_eq!((&report["expected"], &report["limit"]), (&0.995.into(), &Value::Null));
    assert_eq!((&report["outcome"], &report["optimal"]), (&"expected".into(), &false.into()));
    let text = printed(&tesuji("solve tic-tac-toe --with expectimax"));
    assert!(text.contains("expectimax: expected 0.995 against a uniform opponent"), "{text}");
    let report = json("solve tic-tac-toe --with expectimax --depth 2 --json", 3);
    assert_eq!((&report["expected"], &report["limit"]), (&Value::Null, &"depth".into()));
    // Also where a limit that was not reached, or a depth, is beyond the end of the game.
    for beyond in ["--nodes 1M", "--depth 9"] {
        let report = json(&format!("solve tic-tac-toe --with expectimax {beyond} --json"), 0);
        assert_eq!((&report["expected"], &report["limit"]), (&0.995.into(), &Value::Null));
    }
}

#[test]
fn a_sentence_names_the_limit_or_the_end_of_the_game() {
    for (arguments, expected, sentence) in [
        ("solve breakthrough --nodes 3000", 3, "unknown: the limit on nodes was reached; at "),
        ("solve breakthrough --depth 1", 3, "unknown: the limit on depth was reached; at 1 ply "),
        ("solve taquin 806547231 --nodes 100", 3, "unknown: the limit on nodes was reached; a "),
        ("solve tic-tac-toe XXXOO....", 0, "the game is over: the first player has won"),
        ("solve taquin 102345678", 0, "\n1 node expanded, 2 generated"),
        ("perft taquin 1", 0, "2 sequences of 1 move, "),
        ("show tic-tac-toe", 0, "\nlegal moves 9\n"),
    ] {
        let output = tesuji(arguments);
        assert_eq!(code(&output), expected, "{arguments}: {}", complaint(&output));
        assert!(printed(&output).contains(sentence), "{arguments}: {}", printed(&output));
    }
    let stopped = complaint(&tesuji("perft breakthrough 12 --nodes 1000"));
    assert_eq!(stopped.trim_end(), "unknown: the limit on nodes was reached");
    // Without memory and without a solution a search would never end.
    let report = json("solve taquin 1032 --exhaust --json", 1);
    assert_eq!((&report["algorithm"], &report["reason"]), (&"bfs".into(), &Value::Null));
}

#[test]
fn an_evaluator_is_chosen_by_name() {
    let solve = "solve rush-hour-rocks --with expectimax --depth 3 --json";
    let default = json(solve, 3);
    assert_eq!(default["heuristic"], "moves-to-exit");
    let lab = json(&format!("{solve} --evaluator lab"), 3);
    assert_eq!((&lab["heuristic"], &lab["estimate"]), (&"lab".into(), &4.into()));
    assert_ne!(lab["estimate"], default["estimate"]);
    let shown = printed(&tesuji("games"));
    for name in ["moves-to-exit", "lab", "pawns-and-rows"] {
        assert!(shown.contains(&format!("--heuristic {name}: ")), "{shown}");
    }
    let players = "pvs:depth=2:heuristic=lab,alpha-beta:depth=1:heuristic=moves-to-exit";
    let played = tesuji(&format!("match rush-hour-rocks --players {players} --games 2"));
    assert_eq!(code(&played), 0, "{}", complaint(&played));
    let players = "pvs:depth=2:heuristic=nonsense,random";
    let refused = tesuji(&format!("match rush-hour-rocks --players {players} --games 2"));
    assert!(complaint(&refused).contains("no heuristic \"nonsense\"; it has moves-to-exit, lab"));
    let tree = "tree rush-hour-rocks --depth 2 --heuristic";
    assert_ne!(
        printed(&tesuji(&format!("{tree} lab"))),
        printed(&tesuji(&format!("{tree} moves-to-exit")))
    );
}

#[test]
fn a_position_comes_from_standard_input_as_well() {
    let mut child = program()
        .args(["solve", "taquin", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"1 2 5\n3 4 0\n6 7 8\n").unwrap();
    let report: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!((&report["position"], &report["length"]), (&"125340678".into(), &3.into()));
}

#[test]
fn a_monte_carlo_search_prints_what_it_knows_of_every_move() {
    let command = "solve breakthrough --size 5x5 --with grave --playouts 1000";
    let output = tesuji(command);
    assert_eq!(code(&output), 3);
    snapshot!(printed(&output));
    let report = json(&format!("{command} --json"), 3);
    let moves = report["by_move"].as_array().unwrap();
    assert_eq!(moves.len(), 13);
    assert_eq!(moves.iter().map(|one| one["visits"].as_u64().unwrap()).sum::<u64>(), 1000);
    let fields: Vec<_> = moves[0].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["high", "low", "mean", "move", "proved", "visits"]);
    assert_ne!(printed(&tesuji(&format!("{command} --seed 1"))), printed(&output));
    let lost = json("solve breakthrough --size 2x4 --with uct --json", 0);
    assert_eq!((&lost["outcome"], &lost["length"]), (&"loss".into(), &Value::Null));
}

#[test]
fn any_board_of_4x4_is_just_solved() {
    let report = json("solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --json", 0);
    assert_eq!((&report["length"], &report["heuristic"]), (&57.into(), &"pdb:6-6-3".into()));
    let report = json("solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --json --threads 2", 0);
    assert_eq!(report["length"], 57);
}
