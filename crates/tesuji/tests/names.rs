//! Algorithms, their options and engines by name.

use tesuji::arena::Match;
use tesuji::catalogue::{Algorithm, EngineSpec, SearchOption, Settings, game};

#[test]
fn every_name_and_alias_is_read_back() {
    for algorithm in Algorithm::all() {
        for name in algorithm.aliases().iter().chain([&algorithm.name()]) {
            assert_eq!(name.parse(), Ok(algorithm));
            assert_eq!(name.to_uppercase().parse(), Ok(algorithm));
        }
    }
}

#[test]
fn an_option_is_for_the_searches_that_it_names() {
    let takers = |option| {
        Algorithm::all()
            .filter(|one| one.takes(option))
            .map(Algorithm::name)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(takers(SearchOption::Weight), "weighted-a*");
    assert_eq!(
        takers(SearchOption::VerifiedTable),
        "pvs mtd-f bisection pn pn2 df-pn uct uct-biased rave grave pn-mcts puct"
    );
    assert_eq!(
        takers(SearchOption::Heuristic),
        "greedy a* weighted-a* ida* minimax negamax alpha-beta pvs mtd-f bisection expectimax \
         pn pn2 df-pn uct-biased puct"
    );
    assert_eq!(
        takers(SearchOption::Threads),
        "ida* pvs mtd-f bisection df-pn uct-tree uct uct-biased rave-tree rave grave pn-mcts puct"
    );
    assert_eq!(
        takers(SearchOption::Depth),
        "minimax negamax alpha-beta who-wins who-wins-reversed pvs mtd-f bisection expectimax"
    );
}

#[test]
fn an_engine_is_read_with_its_settings() {
    let engine: EngineSpec = "mtd-f:depth=6:nodes=10_000:time=1.5s:table=2MiB".parse().unwrap();
    let options = engine.options().unwrap();
    assert_eq!((options.algorithm, options.depth), (Algorithm::MtdF, Some(6)));
    assert_eq!(options.table_bytes, Some(2 << 20));
    assert!(engine.is_limited());
    let random: EngineSpec = "random".parse().unwrap();
    assert!(random.is_limited() && random.algorithm().is_none());
}

#[test]
fn a_setting_that_would_do_nothing_is_refused() {
    let error = |text: &str| text.parse::<EngineSpec>().unwrap_err().to_string();
    assert_eq!(error("pvs:playouts=100"), "pvs takes no playouts");
    assert_eq!(error("uct:depth=3"), "uct takes no depth");
    assert_eq!(error("minimax:table=1MiB"), "minimax takes no table");
}

#[test]
fn limits_are_for_engines_that_have_none() {
    let board = game("connect-four").unwrap().open(None, &Settings::new()).unwrap();
    let nodes = |text: &str| {
        let engine = text.parse::<EngineSpec>().unwrap().limits(Some(20_000), None);
        let players = [engine, "random".parse().unwrap()];
        board.contest(&players, &Match::new(2), &mut |_| {}).unwrap().nodes_per_move[0]
    };
    assert!((10_000.0..40_000.0).contains(&nodes("pvs")));
    assert!(nodes("pvs:depth=2") < 1_000.0);
    assert!(nodes("pvs:nodes=100") < 1_000.0);
}
