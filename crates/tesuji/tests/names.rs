//! Algorithms, their options and engines by name.

use std::collections::BTreeSet;

use crate::common::game;
use tesuji::arena::Match;
use tesuji::catalogue::{Catalogue, Shuffle, algorithms, options};
use tesuji::core::{Budget, Settings, Silent};

#[test]
fn what_hides_a_type_says_what_it_is() {
    let catalogue = Catalogue::standard();
    assert!(format!("{catalogue:?}").contains("GameEntry(\"nim\")"));
    let position = catalogue.open("nim", Some("3-4"), &Settings::new()).unwrap();
    let text = r#"GamePosition { game: "nim", notation: "3-4" }"#;
    assert_eq!(format!("{position:?}"), text);
}

#[test]
fn every_name_and_alias_is_read_back() {
    let mut met = BTreeSet::new();
    for entry in Catalogue::standard().games() {
        for algorithm in entry.algorithms() {
            for name in algorithm.aliases.iter().chain([&algorithm.name]) {
                for name in [(*name).to_owned(), name.to_uppercase()] {
                    let found = entry.algorithm(&name).unwrap();
                    assert_eq!(found.name, algorithm.name, "{name} for {}", entry.name());
                }
            }
            met.insert(algorithm.name);
        }
        assert!(entry.algorithm(entry.default_algorithm().name).is_ok(), "{}", entry.name());
        assert!(entry.default_opponent().is_ok(), "{}", entry.name());
    }
    let known: BTreeSet<_> = algorithms().map(|algorithm| algorithm.name).collect();
    assert_eq!(met, known, "the list has the algorithms of the games, and no others");
}

#[test]
fn an_alias_with_a_size_opens_its_board() {
    let catalogue = Catalogue::standard();
    for (name, tiles) in [("8-puzzle", 9), ("15-puzzle", 16), ("24-puzzle", 25)] {
        let position = catalogue.open(name, None, &Settings::new()).unwrap();
        assert_eq!(position.rules_name(), "taquin");
        assert_eq!(
            position
                .settings()
                .get("size")
                .unwrap()
                .split_once('x')
                .map(|(w, h)| { w.parse::<usize>().unwrap() * h.parse::<usize>().unwrap() }),
            Some(tiles),
            "{name}"
        );
    }
    let space = catalogue.game("15-puzzle").unwrap();
    let shuffled =
        space.shuffle(&Settings::new(), Shuffle::Uniform, 1, &Budget::unlimited()).unwrap();
    assert_eq!(shuffled.position.notation().split_whitespace().count(), 16);
}

#[test]
fn no_two_algorithms_of_a_game_share_a_name() {
    for entry in Catalogue::standard().games() {
        let mut met = BTreeSet::new();
        for algorithm in entry.algorithms() {
            for name in algorithm.aliases.iter().chain([&algorithm.name]) {
                assert!(met.insert(name.to_lowercase()), "{name} twice in {}", entry.name());
            }
        }
    }
    let mut met = BTreeSet::new();
    for algorithm in algorithms() {
        for name in algorithm.aliases.iter().chain([&algorithm.name]) {
            let one = (algorithm.players.count(), name.to_lowercase());
            assert!(met.insert(one), "{name} twice for {}", algorithm.players);
        }
    }
}

#[test]
fn an_option_is_for_the_searches_that_it_names() {
    let takers = |option: &str| {
        let takers = algorithms().filter(|one| one.takes(option)).map(|one| one.name);
        takers.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(takers("weight"), "weighted-a*");
    assert_eq!(
        takers("verified-table"),
        "pvs mtd-f mtd-bi pn pn2 df-pn uct uct-biased rave grave pn-mcts puct"
    );
    assert_eq!(
        takers("heuristic"),
        "greedy a* weighted-a* ida* minimax negamax alpha-beta pvs mtd-f mtd-bi expectimax \
         pn pn2 df-pn uct-biased puct"
    );
    assert_eq!(
        takers("threads"),
        "ida* pvs mtd-f mtd-bi df-pn uct-tree uct uct-biased rave-tree rave grave pn-mcts puct"
    );
    assert_eq!(takers("depth"), "minimax negamax alpha-beta pvs mtd-f mtd-bi expectimax");
    assert_eq!(takers("outcome-only"), "alpha-beta pvs");
}

#[test]
fn an_engine_is_read_with_its_settings() {
    let engine = game("connect-four").engine("mtd-f:depth=6:nodes=10_000:time=1.5s:table=2MiB");
    let engine = engine.unwrap();
    let search = engine.search().unwrap();
    assert_eq!((search.algorithm.name, search.get(options::DEPTH)), ("mtd-f", Some(6)));
    assert_eq!(search.get(options::TABLE), Some(2 << 20));
    assert!(engine.is_limited());
    let random = game("connect-four").engine("random").unwrap();
    assert!(random.is_limited() && random.search().is_none());
}

#[test]
fn a_setting_that_would_do_nothing_is_refused() {
    let error = |text: &str| game("connect-four").engine(text).unwrap_err().to_string();
    assert_eq!(
        error("pvs:playouts=100"),
        "pvs takes no playouts; it is for flat-mc, uct-tree, uct, uct-biased, rave-tree, rave, \
         grave, pn-mcts, puct"
    );
    assert_eq!(
        error("uct:depth=3"),
        "uct takes no depth; it is for minimax, negamax, alpha-beta, pvs, mtd-f, mtd-bi, \
         expectimax"
    );
    assert_eq!(
        error("minimax:table=1MiB"),
        "minimax takes no table; it is for pvs, mtd-f, mtd-bi, pn, pn2, df-pn, uct-tree, uct, \
         uct-biased, rave-tree, rave, grave, pn-mcts, puct"
    );
}

#[test]
fn limits_are_for_engines_that_have_none() {
    let four = game("connect-four");
    let board = four.open(None, &Settings::new()).unwrap();
    let nodes = |text: &str| {
        let engine = four.engine(text).unwrap().limits(Some(20_000), None);
        let players = [engine, four.engine("random").unwrap()];
        board.contest(&players, &Match::new(2), &[], &mut |_, _| {}).unwrap().nodes_per_move[0]
    };
    assert!((10_000.0..40_000.0).contains(&nodes("pvs")));
    assert!(nodes("pvs:depth=2") < 1_000.0);
    assert!(nodes("pvs:nodes=100") < 1_000.0);
    // The memory for a table bounds the tree as well.
    for engine in ["pn", "pn2"] {
        assert!(nodes(engine) > 2_000.0);
        assert!(nodes(&format!("{engine}:table=4KiB")) < 1_000.0);
    }
}

#[test]
fn the_memory_of_every_engine_is_limited() {
    let four = game("connect-four");
    for algorithm in four.algorithms() {
        let memory = four.engine(algorithm.name).unwrap().budget().memory_limit();
        assert_eq!(memory, Some(512 << 20), "{}", algorithm.name);
    }
    // Also where the limits of a move are not its own, as by the Universal Game Interface.
    let board = four.open(None, &Settings::new()).unwrap();
    for name in ["pn", "pn2"] {
        let engine = four.engine(&format!("{name}:table=4KiB")).unwrap();
        let budget = Budget::unlimited().nodes(20_000);
        let mut engine = board.engine(&engine, 0).unwrap();
        let report = engine.choose_within(&*board, &budget, &mut Silent).unwrap();
        assert!(report.nodes_generated < 1_000, "{name}: {}", report.nodes_generated);
    }
}
