//! The options of all searches.

use crate::common::game;
use tesuji::catalogue::options::{self, SearchOption};
use tesuji::catalogue::{
    Algorithm, AnyPosition, Catalogue, CatalogueError, GameEntry, OptionError, Verdict,
};
use tesuji::core::{Budget, Settings, Silent};

/// A valid value of an option, and what must be set for it to change anything.
fn valid(option: &SearchOption, heuristic: &str) -> (String, &'static str) {
    let (value, needs) = match option.name {
        "heuristic" => (heuristic, ""),
        "weight" => ("1.25", ""),
        "depth-limit" => ("12", ""),
        "depth" => ("2", ""),
        "outcome-only" | "reverse-moves" | "all" | "verified-table" | "exhaust" => ("yes", ""),
        "table" => ("1MiB", ""),
        "playouts" => ("50", ""),
        "adjudicate" => ("no", ""),
        "exploration" => ("0.4", ""),
        "amaf-bias" => ("0.01", ""),
        "reference" => ("30", ""),
        "bonus" => ("2.5", ""),
        "seed" => ("7", ""),
        "threads" => ("2", ""),
        "parallel" => ("root", ":threads=2"),
        "opponent" => ("optimistic", ""),
        "temperature" => ("10.5", ":opponent=pessimistic"),
        "adversary" => ("random", ""),
        "store" => ("PROOFS", ""),
        other => panic!("{other} has no example"),
    };
    (value.to_owned(), needs)
}

/// A small position, or the initial one.
fn example(entry: &dyn GameEntry) -> AnyPosition {
    let text = match entry.name() {
        "taquin" => Some("125340678"),
        "tic-tac-toe" => Some("XO./.../..."),
        "simple-nim" | "octal" | "grundy" => Some("8"),
        "nim" => Some("1-2-3"),
        _ => None,
    };
    entry.open(text, &Settings::new()).unwrap()
}

#[test]
fn every_option_of_every_algorithm_is_read_and_searched_with() {
    let mut searched = 0;
    for entry in Catalogue::standard().games() {
        let position = example(&**entry);
        let heuristic = entry.info().heuristics.first().map(|one| one.name);
        for algorithm in entry.algorithms() {
            for &name in algorithm.options {
                let option = SearchOption::named(name).unwrap();
                let (mut value, needs) = valid(option, heuristic.unwrap_or("none"));
                let directory = (name == "store").then(|| tempfile::tempdir().unwrap());
                if let Some(directory) = &directory {
                    value = directory.path().join("proofs").display().to_string();
                }
                // Play may go in cycles.
                let depth = entry.name() == "rush-hour-rocks" && name != "depth";
                let depth = if depth && algorithm.takes("depth") { ":depth=2" } else { "" };
                let text = format!("{algorithm}:{name}={value}{needs}{depth}");
                let search = entry.search(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert!(search.options().any(|set| set == (name, &value)), "{text}");
                let again = entry.search(&search.to_string()).unwrap();
                assert!(again.options().eq(search.options()), "{text} is written {search}");
                let budget = Budget::unlimited().nodes(2_000);
                let report = position.solve(&search, &budget, &mut Silent);
                if name == "heuristic" && heuristic.is_none() {
                    let error = report.unwrap_err().to_string();
                    let expected =
                        format!("{} has no heuristic \"none\", nor any other", entry.name());
                    assert_eq!(error, expected);
                    continue;
                }
                let report = report.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(report.algorithm, algorithm.name);
                assert!(report.peak_bytes <= 1 << 20, "{text}: tables begin small");
                let stopped = report.limit.is_some();
                assert!(
                    stopped
                        || report.outcome != Verdict::Unknown
                        || name == "depth"
                        || !depth.is_empty()
                        || name == "playouts"
                        || needs.contains("threads"),
                    "{text}: {report:?}"
                );
                searched += 1;
            }
        }
    }
    assert!(searched > 500, "{searched} searches");
}

#[test]
fn options_that_an_algorithm_does_not_take_are_refused() {
    let mut refused = 0;
    for entry in Catalogue::standard().games() {
        for algorithm in entry.algorithms() {
            for option in options::ALL.iter().filter(|option| !algorithm.takes(option.name)) {
                let (value, _) = valid(option, "none");
                let text = format!("{algorithm}:{}={value}", option.name);
                let error = entry.search(&text).unwrap_err();
                let CatalogueError::Option(OptionError::Unused { takers, .. }) = &error else {
                    panic!("{text}: {error}")
                };
                assert!(!takers.contains(&algorithm.name), "{text}: {error}");
                let start = format!("{algorithm} takes no {}; ", option.name);
                let end = match &takers[..] {
                    [] => "only some games have it".to_owned(),
                    _ => format!("it is for {}", takers.join(", ")),
                };
                assert_eq!(error.to_string(), start + &end);
                refused += 1;
            }
        }
    }
    assert!(refused > 2_000, "{refused} options");
    let error = game("tic-tac-toe").search("pvs:mood=good").unwrap_err().to_string();
    assert!(error.starts_with("there is no option \"mood\"; there are heuristic, "), "{error}");
}

#[test]
fn values_that_mean_nothing_are_refused_and_quoted() {
    let all = || {
        let entries = ["taquin", "rush-hour-rocks", "tic-tac-toe"].map(game);
        entries.into_iter().flat_map(|entry| entry.algorithms().iter().map(move |one| (entry, one)))
    };
    let mut told = Vec::new();
    for option in options::ALL {
        let (entry, algorithm) = all().find(|(_, one)| one.takes(option.name)).unwrap();
        let values = match option.name {
            "heuristic" | "store" => &[""][..],
            "weight" => &["", "x", "0.5", "1.2345"],
            "table" => &["", "big", "-1", "1 kilogram"],
            "depth-limit" | "reference" | "seed" => {
                &["", "six", "-1", "1.5", "18446744073709551616"]
            }
            "depth" | "playouts" => &["", "six", "-1", "0", "18446744073709551616"],
            "threads" => &["", "two", "0", "257"],
            "temperature" => &["", "hot", "0", "-1", "inf", "NaN"],
            "exploration" | "amaf-bias" | "bonus" => &["", "much", "-1", "inf", "NaN"],
            _ => &["", "perhaps", "yes please"],
        };
        for value in values {
            let text = format!("{algorithm}:{}={value}", option.name);
            let error = entry.search(&text).unwrap_err();
            let is_value = matches!(error, CatalogueError::Option(OptionError::Value { .. }));
            assert!(is_value, "{text}: {error}");
            let start = format!("{value:?} is not valid for {}: ", option.name);
            assert!(error.to_string().starts_with(&start), "{text}: {error}");
            told.push(error.to_string());
        }
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_switch_is_on_by_its_name_and_off_by_no() {
    let entry = game("tic-tac-toe");
    for option in options::ALL.iter().filter(|option| option.value.is_none()) {
        let Some(algorithm) = entry.algorithms().iter().find(|one| one.takes(option.name)) else {
            assert_eq!(option.name, "exhaust", "a switch of puzzles");
            continue;
        };
        let search = |value: &str| entry.search(&format!("{algorithm}:{}{value}", option.name));
        assert_eq!(search("").unwrap().to_string(), search("=yes").unwrap().to_string());
    }
    let is_on = |text: &str| entry.search(text).unwrap().is_on(options::OUTCOME_ONLY);
    assert!(is_on("pvs:outcome-only") && !is_on("pvs:outcome-only=no") && !is_on("pvs"));
    let position = entry.open(Some("XO./.../..."), &Settings::new()).unwrap();
    let report = |text: &str| {
        let (search, budget) = (entry.search(text).unwrap(), Budget::unlimited());
        let report = position.solve(&search, &budget, &mut Silent).unwrap();
        (report.outcome, report.length, report.nodes_generated)
    };
    assert_eq!(report("alpha-beta:outcome-only=no"), report("alpha-beta"));
    assert_ne!(report("alpha-beta:outcome-only"), report("alpha-beta"));
    assert_ne!(report("alpha-beta:reverse-moves"), report("alpha-beta"));
    let error = |text: &str| entry.search(text).unwrap_err().to_string();
    assert_eq!(error("pvs:depth"), "depth needs a value, as in depth=PLIES");
    assert_eq!(error("pvs:table"), "table needs a value, as in table=SIZE");
}

#[test]
fn options_that_need_one_another_are_refused_alone() {
    let error = |text: &str| game("rush-hour-rocks").search(text).unwrap_err().to_string();
    let told = [
        "uct:parallel=root",
        "uct:parallel=root:threads=1",
        "expectimax:temperature=3",
        "expectimax:temperature=3:opponent=uniform",
        "retrograde:all:adversary=random",
    ];
    let told: Vec<_> = told.iter().map(|text| format!("{text}: {}", error(text))).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn an_option_is_given_once() {
    let entry = game("tic-tac-toe");
    let error = |text: &str| entry.search(text).unwrap_err().to_string();
    assert_eq!(error("pvs:depth=3:depth=5"), "pvs:depth=3 sets depth already: give it once");
    assert_eq!(error("pvs:all:all"), "pvs:all sets all already: give it once");
    let mut search = entry.search("pvs:depth=3").unwrap();
    assert!(matches!(search.add("depth", "5"), Err(OptionError::Twice { option: "depth", .. })));
    search.set("depth", "5").unwrap();
    search.add("table", "1MiB").unwrap();
    assert_eq!(search.to_string(), "pvs:depth=5:table=1MiB");
}

#[test]
fn what_an_engine_would_ignore_is_refused() {
    let error = |text: &str| game("tic-tac-toe").engine(text).unwrap_err().to_string();
    for (text, option) in [
        ("pvs:all", "all"),
        ("uct:seed=3", "seed"),
        ("df-pn:store=file", "store"),
        ("rave:parallel=root:threads=2", "parallel"),
    ] {
        assert_eq!(error(text), format!("engines do nothing with {option}"), "{text}");
    }
    for text in ["pvs:threads=2:time=5ms", "uct:threads=2"] {
        assert!(game("tic-tac-toe").engine(text).is_ok());
    }
    assert_eq!(error("pvs:nodes"), "nodes needs a value, as in nodes=N");
    assert_eq!(error("pvs:time"), "time needs a value, as in time=TIME");
    for text in ["random:nodes=5", "random:depth=3"] {
        assert_eq!(error(text), "random takes no options and no limits: it moves at once");
    }
}

#[test]
fn an_algorithm_for_other_games_is_told_from_an_unknown_one() {
    let error = |entry: &str, text: &str| game(entry).search(text).unwrap_err().to_string();
    let told = error("taquin", "pvs");
    assert!(
        told.starts_with("pvs is not for taquin, which has one player; there are bfs"),
        "{told}"
    );
    let told = error("tic-tac-toe", "BiBFS");
    let start = "bidirectional is not for tic-tac-toe, which has two players; there are minimax";
    assert!(told.starts_with(start), "{told}");
    let told = error("tic-tac-toe", "who-wins");
    assert!(told.starts_with("tic-tac-toe has no algorithm \"who-wins\"; there are "), "{told}");
    let bisection: Algorithm = game("tic-tac-toe").algorithm("Bisection").unwrap();
    assert_eq!(bisection.name, "mtd-bi");
}
