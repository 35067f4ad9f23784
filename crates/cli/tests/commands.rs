//! The commands as a person calls them: what they print, and how they end.

use std::path::Path;
use std::process::Output;

use crate::common::{code, complaint, printed, program};
use serde_json::Value;

fn tesuji(arguments: &str) -> Output {
    let words = shlex::split(arguments).expect("the quotes are closed");
    program().args(words).output().expect("tesuji runs")
}

/// Runs a command that must end with this code, and returns the JSON it prints.
fn json(arguments: &str, expected: i32) -> Value {
    let output = tesuji(arguments);
    assert_eq!(code(&output), expected, "{}", complaint(&output));
    serde_json::from_slice(&output.stdout).expect("one JSON value and nothing else")
}

/// What was printed, with times replaced.
macro_rules! snapshot {
    ($($text:expr),+ $(,)?) => {
        insta::with_settings!({filters => vec![
            (r"\d+(\.\d+)? (s|ms|µs)\b", "[time]"),
        ]}, {
            insta::assert_snapshot!($($text),+);
        });
    };
}

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
    let store = Path::new(env!("CARGO_TARGET_TMPDIR")).join("game.proofs");
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
fn bad_input_is_refused_with_the_place_and_the_reason() {
    let complaints: Vec<_> = [
        "solve taquin 63175204x",
        "solve taquin 63175204",
        "solve taquin 631752044",
        "solve taquin 631052048",
        "solve taquin 631752049",
        "solve taquin ''",
        "solve taquin '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'",
        "solve taquin 631752048 --size 4x4",
        "solve taquin 631752048 --size 100x100",
        "solve taquin 631752048 --size huge",
        "solve taquin 631752048 --goal 123",
        "solve taquin 631752048 --with magic",
        "solve taquin 631752048 --heuristic magic",
        "solve taquin 631752048 --with bfs --heuristic manhattan",
        "solve taquin 631752048 --with weighted-a* --weight 0.5",
        "solve chess 631752048",
        "solve taquin 631752048 --nodes 0",
        "solve taquin 631752048 --time 0s",
        "solve taquin 631752048 --memory 0",
        "solve taquin 631752048 --memory lots",
        "solve taquin '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 0' --heuristic walking-distance",
        "shuffle taquin --size 1x9",
        "shuffle taquin --count 0",
        "enumerate taquin 9x9",
        "enumerate taquin 5x5",
        "perft breakthrough five",
        "perft breakthrough 'PPP w' 3",
        "perft breakthrough --size 1x1 3",
        "perft breakthrough --goal blank-last 3",
        "perft connect-four 48 3",
        "count nim 3-4-x",
        "count nim 3-4-5 --rules strange",
        "solve rush-hour AA..?...",
        "solve rush-hour BB...GC..H.GCA.H.GC..H..D...FFD.EEE.",
        "solve rush-hour --metric hops",
        "solve rush-hour BB.CC.../DD.EE.../FF.GG.../AA....../HH.II.../JJ.KK.../LL.MM.../NN.OO... --with bidirectional",
        "solve rush-hour-rocks --adversary worst",
        "solve rush-hour-rocks --adversary random --with minimax",
        "solve tic-tac-toe --adversary random",
        "solve taquin --adversary random",
        "solve tic-tac-toe --with expectimax --opponent sleepy",
        "solve tic-tac-toe --with expectimax --temperature 0",
        "solve tic-tac-toe --strategy strategy.csv",
        "generate taquin --min-moves 3 --seed 1",
        "generate rush-hour --min-moves 3 --size 9x9 --seed 1",
        "generate grid --min-moves 1 --size 3x3 --walls 10",
        "generate grid --min-moves 4 --size 3x3 --walls 5",
        "generate grid --min-moves 192",
        "lab breakthrough",
        "lab rush-hour --with alpha-beta",
        "lab rush-hour-rocks --with pvs",
        "lab rush-hour --with expectimax",
        "lab rush-hour-rocks --opponent optimistic",
        "lab rush-hour-rocks --with expectimax --as-written --temperature 3",
        "show taquin 125374680 --words en",
        "show rush-hour --words deutsch",
        "shuffle taquin --moves",
        "perft taquin --complete",
        "perft connect-four --complete --nodes many",
        "perft tic-tac-toe --complete --threads 2",
        "perft tic-tac-toe 3 --threads 0",
        "solve rush-hour-rocks --with alpha-beta --depth 2 --heuristic manhattan",
        "solve tic-tac-toe --with alpha-beta --heuristic even",
        "solve breakthrough --with uct --heuristic pawns-and-rows",
        "count nim 99999999",
        "count taquin --values",
        "count tic-tac-toe XXX......",
        "solve tic-tac-toe XX.OO.... --with ida*",
        "solve taquin 631752048 --with minimax",
        "solve tic-tac-toe --depth 0",
        "nim-values 0.9",
        "nim-values 5-1",
        "solve taquin 806547231 --certificate /nowhere/proof.tesuji",
        "solve rush-hour-rocks --strategy /nowhere/moves.csv",
        "nim-values 0.77 --certificate /nowhere/proof.tesuji",
        "nim-values 0.77 --heaps many",
        "solve taquin 631752048 --threads 0",
        "solve taquin 631752048 --time 5",
        "solve nim 3 4 5",
        "solve grundy 34 --with pvs",
        "solve breakthrough pp/2/2/PP",
        "solve breakthrough 'pp/3/2/PP w'",
        "solve breakthrough 'qq/2/2/PP w'",
        "solve breakthrough 'pp/PP w'",
        "solve connect-four 44x",
        "solve rush-hour-rocks '....B.....BC.AA.BC.D.....D.....DEEE. - foo'",
        "solve connect-four ..x./..../....",
        "perft taquin 806547231",
        "perft taquin 99999999999",
        "compare taquin 631752048 --heuristic magic",
        "compare taquin --depths 40-50",
        "compare taquin --depths 9-3",
        "solve taquin 631752048 --with bfs --playouts 100",
        "solve tic-tac-toe --with minimax --threads 2",
        "solve tic-tac-toe --with pvs --store proofs.tesuji",
        "solve tic-tac-toe --exhaust",
        "compare taquin 631752048 --playouts 100",
        "compare taquin 631752048 --algorithms bfs,magic",
        "compare taquin 631752048 --algorithms bfs:weight=2",
        "solve tic-tac-toe --with pvs:depth=3 --depth 4",
        "solve tic-tac-toe --with pvs:depth=deep",
        "solve tic-tac-toe --with pvs:foresight=3",
        "algorithms chess",
        "match tic-tac-toe --players pvs:playouts=3,random",
        "match tic-tac-toe --players pvs,random --threads 0",
    ]
    .iter()
    .map(|arguments| {
        let output = tesuji(arguments);
        let expected = if arguments.contains("/nowhere/") { 4 } else { 2 };
        assert_eq!(code(&output), expected, "{arguments}");
        assert_eq!(printed(&output), "", "{arguments}");
        let first = complaint(&output).lines().take(3).collect::<Vec<_>>().join("\n  ");
        format!("{arguments}\n  {}", first.trim_end())
    })
    .collect();
    insta::assert_snapshot!(complaints.join("\n"));
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
fn compare_sets_the_algorithms_side_by_side() {
    let output = tesuji("compare taquin 631752048 --heuristic manhattan --no-times");
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    insta::assert_snapshot!(printed(&output));
    for start in ["taquin 125374680", "taquin --depths 6"] {
        let csv = printed(&tesuji(&format!("compare {start} --algorithms bfs,ida* --csv")));
        let lines: Vec<_> = csv.lines().collect();
        let [head, bfs, ida_star] = lines[..] else { panic!("{csv}") };
        assert!(head.starts_with("search,position,outcome,optimal,length,"), "{head}");
        let begins = |line: &str, name: &str| {
            let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(','));
            rest.is_some_and(|rest| rest[9..].starts_with(",solved,true,6,"))
        };
        assert!(begins(bfs, "bfs") && begins(ida_star, "ida*"), "{csv}");
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
fn compare_makes_the_tables_of_the_course_over_depths() {
    let output = tesuji(
        "compare taquin --depths 2-8 --algorithms bfs,dls,ids,a*,ida* --heuristic manhattan --no-times",
    );
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    insta::assert_snapshot!(printed(&output));
}

#[test]
fn enumerate_prints_the_published_distances() {
    let report = json("enumerate taquin 3x3 --json", 0);
    let distances: Vec<_> =
        report["distances"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(
        distances,
        [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2
        ]
    );
    // Two moves from each of four corners, three from four edges, four from the middle.
    assert_eq!(report["branching"], 24.0 / 9.0);
    let mut farthest: Vec<_> =
        report["farthest"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    farthest.sort_unstable();
    assert_eq!(farthest, ["806547231", "876041253"]);
    snapshot!(printed(&tesuji("enumerate taquin 2x2")));
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
fn rush_hour_is_solved_alone_and_against_rocks() {
    let second = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.";
    for (arguments, length) in [
        (second.to_owned(), 16),
        (format!("{second} --metric slides"), 8),
        (format!("{second} --with a*"), 16),
        ("....B.....BC.AA.BC.D.....D.....DEEE. --with ida*".to_owned(), 9),
        (format!("{second} --with bidirectional"), 16),
        (format!("{second} --with bidirectional --metric slides"), 8),
    ] {
        let report = json(&format!("solve rush-hour {arguments} --json"), 0);
        assert_eq!((&report["length"], &report["optimal"]), (&length.into(), &true.into()));
    }
    // Ten moves of the driver, with nine rocks between them.
    let report = json("solve rush-hour-rocks ....B.....BC.AA.BC.D.....D.....DEEE. --json", 0);
    assert_eq!((&report["outcome"], &report["length"]), (&"win".into(), &19.into()));
    let walled = "..........x..AAx....................";
    let output = tesuji(&format!("solve rush-hour {walled}"));
    assert_eq!(code(&output), 1, "{}", printed(&output));
    assert!(printed(&output).contains("a wall on"), "{}", printed(&output));
}

#[test]
fn against_rocks_the_value_is_in_moves_of_the_driver() {
    for (arguments, claim, length) in [
        ("", "the driver wins in 10 moves of his own, and not in fewer", 19.into()),
        ("BB...GC..H.GCAAH.GC..H..D...FFD.EEE.", "the driver wins in 16", 31.into()),
        ("B..CCCB..D.FAA.DEFGGG.EF..I.KKHHIJJ.", "the driver wins in 14", 27.into()),
        // Cards 27 and 19.
        (
            "BCCD..BEED..AAFD.G..FHHG..I..G..IJJJ",
            "the driver is blocked after 2 moves of his own",
            4.into(),
        ),
        ("..BCC...B.D..EAAD..EFFG..HHHG.......", "the adversary holds for ever", Value::Null),
    ]
    .map(|(text, claim, length): (&str, &str, Value)| (text.to_owned(), claim, length))
    {
        let report = json(&format!("solve rush-hour-rocks {arguments} --json"), 0);
        let found = report["claim"].as_str().unwrap();
        assert!(found.starts_with(claim), "{arguments}: {found}");
        assert_eq!(report["length"], length, "{arguments}");
    }
    let report = json("solve rush-hour-rocks --adversary random --json", 0);
    assert!((report["expected"].as_f64().unwrap() - 9.002_171_504_1).abs() < 1e-9);
    assert!(printed(&tesuji("solve rush-hour-rocks --adversary random")).contains("9.0021715041"));
    assert_eq!(code(&tesuji("solve rush-hour-rocks --nodes 100")), 3);
}

#[test]
fn a_strategy_is_written_as_csv_or_json() {
    let folder = tempfile::tempdir().unwrap();
    for adversary in ["best", "random"] {
        let [csv, file] = ["moves.csv", "moves.json"].map(|name| folder.path().join(name));
        for path in [&csv, &file] {
            let output = tesuji(&format!(
                "solve rush-hour-rocks --adversary {adversary} --strategy {}",
                path.display()
            ));
            assert_eq!(code(&output), 0, "{}", complaint(&output));
        }
        let lines = std::fs::read_to_string(&csv).unwrap();
        let object: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let advice = object["advice"].as_array().unwrap();
        assert_eq!(lines.lines().count(), advice.len() + 1);
        assert!(advice.len() > 50);
        assert_eq!(object["adversary"], adversary);
        // Every position can be opened, and its move be made.
        for entry in advice.iter().take(20) {
            let position = entry["position"].as_str().unwrap();
            let shown = printed(&tesuji(&format!("show rush-hour-rocks {position}")));
            let mv = entry["move"].as_str().unwrap();
            assert!(shown.split_whitespace().any(|word| word == mv), "{mv} in {shown}");
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
fn a_written_position_is_read_back_with_its_settings() {
    for (arguments, size) in [
        ("breakthrough pp/2/2/PP w", "2x4"),
        ("breakthrough ppppp/ppppp/5/PPPPP/PPPPP b", "5x5"),
        ("breakthrough --size 3x4", "3x4"),
        ("connect-four ..../..../..../....", "4x4"),
        ("connect-four 44 --size 5x4", "5x4"),
        ("connect-four 44", "7x6"),
    ] {
        let report = json(&format!("perft {arguments} 1 --json"), 0);
        assert_eq!(report["settings"]["size"], size, "{arguments}");
        let game = report["game"].as_str().unwrap();
        let position = report["position"].as_str().unwrap();
        let again = json(&format!("count {game} {position} --nodes 50 --json"), 3);
        assert_eq!(again["position"], report["position"], "{arguments}");
        assert_eq!(again["settings"], report["settings"], "{arguments}");
    }
}

#[test]
fn json_tells_the_settings_that_change_the_answer() {
    for (arguments, settings) in [
        ("solve nim 3-4-5 --rules misere --take 1-3", r#"{"rules": "misere", "take": "1-3"}"#),
        ("solve nim 3-4-5", r#"{"rules": "normal", "take": "any"}"#),
        ("perft octal 7 2 --code 0.07", r#"{"rules": "normal", "code": "0.07"}"#),
        ("count tic-tac-toe", "{}"),
        ("enumerate taquin 3x2", r#"{"size": "3x2", "goal": "0 1 2 3 4 5"}"#),
        ("tree taquin 12/03 --goal blank-last --with bfs", r#"{"size": "2x2", "goal": "1 2 3 0"}"#),
        (
            "solve rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --metric slides",
            r#"{"metric": "slides"}"#,
        ),
        ("match connect-four --size 5x4 --players random,random --games 4", r#"{"size": "5x4"}"#),
    ] {
        let report = json(&format!("{arguments} --json"), 0);
        let settings: Value = serde_json::from_str(settings).unwrap();
        assert_eq!(report["settings"], settings, "{arguments}");
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
fn boards_are_made_to_order_and_their_clusters_enumerated() {
    let made = json("generate rush-hour --min-moves 20 --seed 1 --json", 0);
    let (board, moves) =
        (made[0]["position"].as_str().unwrap(), made[0]["moves"].as_u64().unwrap());
    assert!(moves >= 20);
    let solved = json(&format!("solve rush-hour {board} --json"), 0);
    assert_eq!(solved["length"], moves);
    let space = json(&format!("enumerate rush-hour {board} --json"), 0);
    assert_eq!(space["distances"].as_array().unwrap().len() as u64, moves + 1);
    assert_eq!(space["states"], made[0]["states"]);
    assert!(space["farthest"].as_array().unwrap().contains(&board.into()));
    let again = json("generate rush-hour --min-moves 20 --seed 1 --json", 0);
    assert_eq!(made, again);
    assert_eq!(code(&tesuji("generate rush-hour --min-moves 60 --seed 1 --tries 3")), 3);
    snapshot!(printed(&tesuji(
        "enumerate rush-hour BB...CD..E.CDAAE.CD..E..F...GGF.HHH. --metric slides"
    )));
}

#[test]
fn the_searches_of_the_lab_play_and_count() {
    for (arguments, visited, plies) in [
        ("rush-hour-rocks --depth 3", 15_984, 19),
        ("rush-hour-rocks --depth 3 --with alpha-beta", 5_560, 19),
        ("rush-hour-rocks --with expectimax --opponent optimistic --as-written", 13_724, 17),
        ("rush-hour-rocks --with expectimax --opponent pessimistic --as-written", 15_984, 19),
        ("rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --depth 1", 127, 16),
    ] {
        let report = json(&format!("lab {arguments} --json"), 0);
        assert_eq!(report["visited"], visited, "{arguments}");
        assert_eq!(report["moves"].as_array().unwrap().len(), plies, "{arguments}");
    }
    snapshot!(printed(&tesuji("lab rush-hour-rocks --with alpha-beta")));
    // What is written and what it computes; an expectation against rocks from a seed.
    snapshot!(
        "the_expectimax_of_the_lab",
        printed(&tesuji(
            "lab rush-hour-rocks --with expectimax --opponent optimistic --as-written --words fr"
        ))
    );
    let expectimax = "lab rush-hour-rocks --with expectimax --seed 7";
    snapshot!("expectimax_in_the_game_of_the_lab", printed(&tesuji(expectimax)));
    let report = json(&format!("{expectimax} --json"), 0);
    assert_eq!((&report["seed"], &report["opponent"]), (&7.into(), &"uniform".into()));
    assert_eq!(report["end"], "won");
    assert!(
        report["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|played| { played["value"].as_f64().is_some_and(|value| value.fract() != 0.0) })
    );
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
fn show_draws_a_position_and_lists_its_moves() {
    snapshot!(printed(&tesuji("show rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE.")));
    assert!(printed(&tesuji("show tic-tac-toe XXXOO....")).contains("has won"));
    let shown = printed(&tesuji("show taquin 230518674"));
    assert!(
        shown.contains("cannot be solved: slides keep the parity of the tiles' order"),
        "{shown}"
    );
    assert!(printed(&tesuji("show taquin 125374680")).contains("not solved yet"));
    let shown = printed(&tesuji("show rush-hour AAx..../...B.../...B..."));
    assert!(shown.contains("cannot be solved: a wall on row 0, column 2"), "{shown}");
}

#[test]
fn moves_of_rush_hour_are_told_in_words() {
    let board = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.";
    snapshot!(printed(&tesuji(&format!("show rush-hour {board} --words en"))));
    let start = "....B.....BC.AA.BC.D.....D.....DEEE. - adversary";
    let rocks = printed(&tesuji(&format!("show rush-hour-rocks '{start}' --words fr")));
    assert!(rocks.contains("  3-2: roche sur la ligne 3, colonne 2\n"), "{rocks}");
    let solved = printed(&tesuji(&format!("solve rush-hour {board} --metric slides --words fr")));
    assert!(solved.contains("8. voiture rouge vers la droite, 3 cases\n"), "{solved}");
    let solved = printed(&tesuji("solve rush-hour-rocks --words en"));
    assert!(solved.contains("\n19. red car right\n"), "{solved}");
}

#[test]
fn compare_makes_the_table_of_the_course_on_nim() {
    let algorithms = "minimax,memo-minimax,alpha-beta:outcome-only,alpha-beta:outcome-only:reverse-moves,alpha-beta,negamax";
    let reports = json(&format!("compare simple-nim 15 --json --algorithms {algorithms}"), 0);
    let nodes = |index: usize| reports[index]["nodes_generated"].as_u64().unwrap();
    assert_eq!((nodes(0), nodes(1), nodes(2), nodes(3)), (12_640, 79, 2_286, 248));
    assert_eq!(reports[1]["nodes_expanded"], 30);
    let output = tesuji(&format!("compare simple-nim 15 --no-times --algorithms {algorithms}"));
    insta::assert_snapshot!(printed(&output));
    // Without a list they are all compared, each under the text that specifies it.
    let all = json("compare simple-nim 5 --depth 9 --table 1MiB --json", 0);
    let all = all.as_array().unwrap();
    let named = |text: &str| all.iter().filter(|row| row["search"] == text).count();
    assert_eq!((named("alpha-beta"), named("alpha-beta:outcome-only")), (1, 1));
    assert_eq!(named("alpha-beta:outcome-only:reverse-moves"), 1);
    assert_eq!(all.iter().filter(|row| row["algorithm"] == "alpha-beta").count(), 3);
}

#[test]
fn perft_gives_the_published_counts() {
    for (arguments, lines) in [
        ("breakthrough --size 5x5 5", 289_828),
        ("breakthrough 3", 11_132),
        ("breakthrough --size 6x6 4", 71_478),
        ("connect-four 6", 117_649),
        ("connect-four 7", 823_536),
        ("tic-tac-toe 9", 127_872),
        ("simple-nim 3 3", 1),
        ("taquin 2", 6),
        ("taquin 0", 1),
    ] {
        let report = json(&format!("perft {arguments} --json"), 0);
        assert_eq!(report["sequences"], lines, "{arguments}");
        let by_threads = json(&format!("perft {arguments} --threads 3 --json"), 0);
        assert_eq!(by_threads["by_move"], report["by_move"], "{arguments}");
    }
    assert_eq!(code(&tesuji("perft breakthrough 12 --nodes 100000")), 3);
}

#[test]
fn complete_games_are_counted() {
    for (arguments, games) in [
        // From so many tokens; the course says 13 of six, which is the number of five.
        ("simple-nim 5", 13),
        ("simple-nim 6", 24),
        ("simple-nim 7", 44),
        ("tic-tac-toe", 255_168),
        // X has a line: nothing is left to play.
        ("tic-tac-toe XXXOO....", 1),
    ] {
        let report = json(&format!("perft {arguments} --complete --json"), 0);
        assert_eq!(report["sequences"], games, "{arguments}");
        assert_eq!(report["depth"], Value::Null);
        let by_move = report["by_move"].as_array().unwrap();
        let sum: u64 = by_move.iter().map(|one| one[1].as_u64().unwrap()).sum();
        assert_eq!(sum.max(1), games, "{arguments}");
    }
    snapshot!(printed(&tesuji("perft simple-nim 6 --complete")));
    assert_eq!(code(&tesuji("perft breakthrough --complete --nodes 1000")), 3);
}

#[test]
fn count_gives_the_published_numbers_of_positions() {
    for (arguments, positions) in [
        ("tic-tac-toe", 5_478),
        ("connect-four --size 4x4", 161_029),
        ("breakthrough --size 2x4", 646),
        ("breakthrough --size 2x5", 11_287),
        ("breakthrough --size 3x4", 55_152),
        ("taquin", 181_440),
    ] {
        let report = json(&format!("count {arguments} --json"), 0);
        assert_eq!(report["positions"], positions, "{arguments}");
    }
    let report = json("count tic-tac-toe --values --json", 0);
    let values = report["values"].as_object().unwrap();
    let sum: u64 = values.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!((sum, &report["positions"]), (5_478, &5_478.into()));
    let report = json("count taquin --size 4x4 --memory 1MiB --json", 3);
    assert_eq!(report["limit"], "memory");
    assert_eq!(report["by_ply"][3], 10);
}

#[test]
fn nim_values_come_with_their_period() {
    let report = json("nim-values 0.77 --json", 0);
    assert_eq!((&report["preperiod"], &report["period"]), (&71.into(), &12.into()));
    let output = tesuji("nim-values grundy --heaps 60");
    insta::with_settings!({filters => vec![(r"\d+(\.\d+)? (s|ms|µs)\b", "[time]")]}, {
        insta::assert_snapshot!(printed(&output));
    });
}

#[test]
fn a_seed_shuffles_the_same_boards_everywhere() {
    let output = tesuji("shuffle taquin --seed 7 --count 3 --size 4x4");
    insta::assert_snapshot!(printed(&output));
    let walks = json("shuffle taquin --seed 7 --walk 9 --count 4 --json", 0);
    for (seed, walk) in (7..).zip(walks.as_array().unwrap()) {
        assert_eq!(walk["seed"], seed);
        // The way back: the same tiles in the opposite order.
        let position = walk["position"].as_str().unwrap();
        let mut board = position.to_owned();
        for tile in walk["moves"].as_array().unwrap().iter().rev() {
            let (tile, blank) = (tile.as_str().unwrap(), board.find('0').unwrap());
            let cell = board.find(tile).unwrap();
            assert!([1, 3].contains(&cell.abs_diff(blank)), "{board}: {tile}");
            board = board.replace('0', "_").replace(tile, "0").replace('_', tile);
        }
        assert_eq!(board, "012345678");
        let report = json(&format!("solve taquin {position} --json"), 0);
        let length = report["length"].as_u64().unwrap();
        assert!(length <= 9 && length % 2 == 1, "{report}");
    }
    let told = printed(&tesuji("shuffle taquin --seed 7 --walk 9 --moves"));
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines[0], walks[0]["position"]);
    assert_eq!(lines[1].split_whitespace().count(), 9);
    let drawn = json("shuffle taquin --seed 7 --json", 0);
    assert_eq!(drawn[0]["moves"], Value::Null);
}

#[test]
fn a_position_comes_from_standard_input_as_well() {
    use std::io::Write;
    use std::process::Stdio;
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
fn a_picture_is_written_where_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    let output = tesuji(&format!("solve taquin 631752048 --svg {}", file.display()));
    assert_eq!(code(&output), 0);
    let picture = std::fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
}

#[test]
fn lists_and_help_name_everything() {
    insta::assert_snapshot!("algorithms", printed(&tesuji("algorithms")));
    insta::assert_snapshot!("games", printed(&tesuji("games")));
    let alone = printed(&tesuji("algorithms nim"));
    assert!(alone.contains("theory") && !alone.contains("ida*"), "{alone}");
    insta::assert_snapshot!("help", printed(&tesuji("--help")));
    insta::assert_snapshot!("help_solve", printed(&tesuji("solve --help")));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&tesuji(&format!("completions {shell}")));
        assert!(script.contains("enumerate"), "{shell}");
    }
    let help = printed(&tesuji("solve --help"));
    assert!(help.contains("Examples:") && help.contains("Exit codes:"));
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
fn pattern_databases_are_built_listed_and_verified() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("databases-of-a-test");
    let _ = std::fs::remove_dir_all(&directory);
    let pdb = |words: &str| {
        let mut command = program();
        command.env("TESUJI_CACHE", &directory).arg("pdb").args(words.split_whitespace());
        command.output().expect("tesuji runs")
    };
    let text =
        |output: &Output| printed(output).replace(&directory.display().to_string(), "[directory]");
    let none = pdb("verify");
    let built = pdb("build 5-5-5");
    assert_eq!(code(&built), 0, "{}", complaint(&built));
    let (again, list, verify) = (pdb("build pdb:5-5-5"), pdb("list"), pdb("verify"));
    assert_eq!((code(&list), code(&verify)), (0, 0));
    let file = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).min();
    let file = file.expect("three files");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.truncate(10_000);
    std::fs::write(&file, bytes).unwrap();
    let damaged = pdb("verify");
    assert_eq!(code(&damaged), 2);
    let outputs = [none, built, again, list, verify, damaged];
    snapshot!(outputs.iter().map(text).collect::<Vec<_>>().join("\n---\n\n"));
    let listed: Value = serde_json::from_slice(&pdb("list --json").stdout).unwrap();
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
    assert_eq!(code(&pdb("build 9-9")), 2);
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn any_board_of_4x4_is_just_solved() {
    let report = json("solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --json", 0);
    assert_eq!((&report["length"], &report["heuristic"]), (&57.into(), &"pdb:6-6-3".into()));
    let report = json("solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --json --threads 2", 0);
    assert_eq!(report["length"], 57);
}
