//! Limits hold for every search by name, however many threads it has.

use crate::common::game;
use tesuji::adversarial::TableSearch;
use tesuji::catalogue::certify::{self, Guide, Oracle, Proving};
use tesuji::catalogue::{CatalogueError, Family, Players, Report, Search, algorithms};
use tesuji::certificate::Rejection;
use tesuji::connect_four::{ConnectFour, ConnectFourHints};
use tesuji::core::checkpoint::InMemory;
use tesuji::core::{Budget, Checkpoints, Game, Limit, Rules, Settings, Silent, Value};

/// What a thread may generate between two looks at its meter: a simulation, the children of a
/// position.
const BATCH: u64 = 64;

/// A search of a position that no search here is done with.
fn search(search: &Search, nodes: u64) -> Report {
    let (name, position) = match search.algorithm.players {
        Players::One => ("taquin", Some("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0")),
        Players::Two => ("connect-four", None),
    };
    let position = game(name).open(position, &Settings::new()).unwrap();
    let budget = Budget::unlimited().nodes(nodes);
    position.solve(search, &budget, &mut Silent).unwrap()
}

#[test]
fn threads_together_stay_within_the_nodes() {
    for &algorithm in algorithms().filter(|one| one.takes("threads")) {
        let mut options = Search::new(algorithm);
        if algorithm.family == Family::Informed {
            options.set("heuristic", "manhattan").unwrap();
        }
        let shared: &[Option<&str>] = match algorithm.takes("parallel") {
            true => &[Some("tree"), Some("root")],
            false => &[None],
        };
        for &parallel in shared {
            for threads in 1..=8 {
                let mut options = options.clone();
                options.set("threads", &threads.to_string()).unwrap();
                // One thread shares nothing.
                if let Some(parallel) = parallel.filter(|_| threads > 1) {
                    options.set("parallel", parallel).unwrap();
                }
                // Some begin with one thread, and share what is longer.
                let long = [1_000_000, 150_000][usize::from(algorithm.name != "ida*")];
                let limits = [1, 100, 1_000, 20_000, long];
                let wanted = if threads == 4 { limits.len() } else { 3 };
                for nodes in limits.into_iter().take(wanted) {
                    let report = search(&options, nodes);
                    let which = format!("{algorithm}, {parallel:?}, {threads} threads, {nodes}");
                    assert_eq!(report.limit.as_deref(), Some("nodes"), "{which}");
                    let most = nodes + BATCH * threads;
                    // When one thread reaches the limit, the others have not used all of their
                    // slices.
                    let least = if nodes < 1_000 { 0 } else { nodes / 2 };
                    let generated = report.nodes_generated;
                    assert!((least..=most).contains(&generated), "{which}: {generated}");
                }
            }
        }
    }
}

#[test]
fn a_quarter_of_a_mebibyte_of_stack_is_enough_for_every_search() {
    let solve = |name: &str, settings: &Settings, search: Search| {
        let position = game(name).open(None, settings).unwrap();
        let budget = Budget::unlimited().nodes(20_000).memory(256 << 20);
        let solve = move || position.solve(&search, &budget, &mut Silent);
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(solve);
        match thread.unwrap().join().unwrap() {
            Ok(_) | Err(CatalogueError::NotOffered { .. } | CatalogueError::Stopped(_)) => {}
            Err(error) => panic!("{name}: {error}"),
        }
    };
    let usual = Settings::new();
    for algorithm in algorithms() {
        let names: &[_] = match algorithm.players {
            Players::One => &["taquin", "rush-hour", "sokoban", "grid"],
            Players::Two => &["connect-four", "nim", "rush-hour-rocks", "tic-tac-toe"],
        };
        // Not every game has every algorithm.
        for name in names {
            if let Ok(search) = game(name).search(algorithm.name) {
                solve(name, &usual, search);
            }
        }
        if let Ok(search) = game("breakthrough").search(algorithm.name) {
            solve("breakthrough", &Settings::new().with("size", "4x16"), search);
        }
    }
    let mut by_databases = game("taquin").search("ida*").unwrap();
    by_databases.set("heuristic", "pdb:5-5-5").unwrap();
    solve("taquin", &Settings::new().with("size", "4x4"), by_databases);
}

#[test]
fn the_same_deadline_ends_one_search_after_another() {
    let budget = Budget::unlimited().time(std::time::Duration::from_secs(1)).start();
    let started = std::time::Instant::now();
    let position = game("connect-four").open(None, &Settings::new()).unwrap();
    let search = game("connect-four").search("mtd-bi").unwrap();
    for _ in 0..20 {
        let report = position.solve(&search, &budget, &mut Silent).unwrap();
        assert_eq!(report.limit.as_deref(), Some("time"));
    }
    // With a deadline of its own, each search would take a second.
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn nim_values_come_as_far_as_a_limit_allows() {
    use tesuji::catalogue::{certify_nim_values, nim_values};
    let within = |budget: Budget| nim_values("0.376", 500_000_000, 2, &budget, &mut Silent);
    let short = within(Budget::unlimited().nodes(10_000)).unwrap();
    assert_eq!(short.limit.as_deref(), Some("nodes"));
    assert!((10_000..12_000).contains(&short.heaps), "{}", short.heaps);
    assert_eq!(short.values.len(), 100);
    let small = within(Budget::unlimited().memory(100_000)).unwrap();
    assert_eq!(small.limit.as_deref(), Some("memory"));
    assert!((5_000..50_000).contains(&small.heaps), "{}", small.heaps);
    let stop = tesuji::core::StopFlag::new();
    stop.raise();
    let stopped = Budget::unlimited().stop(stop);
    assert!(within(stopped.clone()).unwrap().limit.is_some());
    assert!(certify_nim_values("0.376", 1_000, 2, &stopped).is_err());
}

#[test]
fn boards_are_made_and_trees_recorded_only_as_long_as_the_budget_allows() {
    use tesuji::catalogue::{GenerateOptions, RecordOptions};
    let making = GenerateOptions { min_moves: 1_000, walls: 0, tries: u64::MAX };
    let budget = Budget::unlimited().nodes(50_000);
    let made = game("rush-hour").generate(&Settings::new(), making, 1, &budget, &mut Silent);
    assert_eq!(made.unwrap_err().to_string(), "stopped: the limit on nodes was reached");

    let position = game("connect-four").open(None, &Settings::new()).unwrap();
    let mut options = RecordOptions::new(game("connect-four").search("minimax").unwrap());
    options.nodes = usize::MAX;
    options.budget = Budget::unlimited().memory(1 << 20);
    let recording = position.record(&options).unwrap();
    assert_eq!(recording.limit.as_deref(), Some("memory"));
    options.budget = Budget::unlimited().time(std::time::Duration::from_millis(50));
    let recording = position.record(&options).unwrap();
    assert_eq!(recording.limit.as_deref(), Some("time"));
}

/// Counts how often an oracle is asked for moves.
struct Counted<'c, O>(O, &'c std::cell::Cell<usize>);

impl<G: Game, O: Oracle<G>> Oracle<G> for Counted<'_, O> {
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value> {
        self.0.value(game, state)
    }

    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move> {
        self.1.set(self.1.get() + 1);
        self.0.moves(game, state, least)
    }
}

#[test]
fn a_certificate_whose_making_was_interrupted_goes_on_from_its_checkpoint() {
    let board = ConnectFour::new(6, 4).unwrap();
    let claim = "second wins within 24 plies".parse().unwrap();
    let make = |budget: &Budget| {
        let search = TableSearch::outcome_only().hints(ConnectFourHints);
        let asked = std::cell::Cell::new(0);
        let oracle = Counted(Proving::new(search, Budget::unlimited()), &asked);
        let guide = Guide::new(oracle).search(300, 24);
        (certify::claim_by(&board, &board.initial(), claim, guide, budget), asked.get())
    };
    let (whole, asked_for_all) = make(&Budget::unlimited());
    whole.unwrap();
    let checkpoints = Checkpoints::every(InMemory::default(), std::time::Duration::ZERO);
    let (mut interruptions, mut asked_in_all) = (0, 0);
    for nodes in (1..).map(|turn| turn * 20_000) {
        let budget = Budget::unlimited().nodes(nodes).checkpoints(checkpoints.clone());
        let (made, asked) = make(&budget);
        asked_in_all += asked;
        match made {
            Err(Rejection::Stopped { limit: Limit::Nodes }) => interruptions += 1,
            made => {
                assert_eq!(made.unwrap().1.header.claim, claim);
                break;
            }
        }
    }
    assert!(interruptions > 3, "{interruptions}");
    // What one run needs is asked once, though the checker's searches know less after each.
    let most = asked_for_all * 11 / 10 + interruptions;
    assert!(asked_in_all <= most, "{asked_in_all} moves, {asked_for_all} without interruptions");
}

#[test]
fn certificates_keep_the_limit_on_memory_and_need_a_proof() {
    let settings = Settings::new().with("size", "5x4");
    let position = game("connect-four").open(None, &settings).unwrap();
    let search = game("connect-four").search("pvs").unwrap();
    let unlimited = Budget::unlimited();
    let solved = position.solve(&search, &unlimited, &mut Silent).unwrap();
    position.certify(&solved, &search, &unlimited).unwrap();
    let error = position.certify(&solved, &search, &Budget::unlimited().memory(1 << 20));
    assert_eq!(error.unwrap_err().to_string(), "stopped: the limit on memory was reached");
    let few = Budget::unlimited().nodes(100);
    let unknown = position.solve(&search, &few, &mut Silent).unwrap();
    for made in [
        position.certify(&unknown, &search, &unlimited),
        position.certify_semi_strong(&unknown, &search, &unlimited),
    ] {
        let why = made.unwrap_err().to_string();
        assert!(why.ends_with("the search found no proof"), "{why}");
    }
}
