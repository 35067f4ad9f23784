//! What tables do for searches by name: puzzles in which many paths lead to one state, proofs that
//! rest on no key, and searches that do without.

use tesuji::catalogue::{
    Algorithm, CatalogueError, Report, SearchOption, SearchOptions, Settings, Verdict, game,
};
use tesuji::core::{Budget, Silent};

fn solve(
    name: &str,
    position: Option<&str>,
    set: impl FnOnce(&mut SearchOptions),
    algorithm: &str,
) -> Result<Report, CatalogueError> {
    let mut options = SearchOptions::new(algorithm.parse()?);
    set(&mut options);
    let budget = Budget::unlimited().nodes(20_000_000);
    game(name)?.open(position, &Settings::new())?.solve(&options, &budget, &mut Silent)
}

/// 1,494 states, and paths beyond number.
const JAM: &str = "BBBCCMoDDEEMAAKLoNFFKLoNJGGLooJHHoxo";

#[test]
fn deepening_searches_end_where_many_paths_lead_to_one_state() {
    let breadth_first = solve("rush-hour", Some(JAM), |_| (), "bfs").unwrap();
    for algorithm in ["ida*", "ids"] {
        let report = solve("rush-hour", Some(JAM), |_| (), algorithm).unwrap();
        assert_eq!((report.outcome, report.optimal), (breadth_first.outcome, true), "{algorithm}");
        assert_eq!(report.length, breadth_first.length, "{algorithm}");
        assert!(report.nodes_generated < 5_000_000, "{algorithm}: {}", report.nodes_generated);
        let without = |options: &mut SearchOptions| options.table_bytes = Some(0);
        let report = solve("rush-hour", Some(JAM), without, algorithm).unwrap();
        assert_eq!(report.limit.as_deref(), Some("nodes"), "{algorithm}");
    }
}

#[test]
fn deepening_searches_find_shortest_solutions_of_cards() {
    for card in tesuji::rush_hour::instances::classic().iter().take(6) {
        let text = card.instance.card.to_string();
        for algorithm in ["ida*", "ids"] {
            let report = solve("rush-hour", Some(&text), |_| (), algorithm).unwrap();
            let steps = usize::try_from(card.instance.steps).ok();
            assert_eq!((report.length, report.optimal), (steps, true), "{algorithm} {text}");
        }
    }
}

/// With all states in the table there is nothing left to search.
#[test]
fn deepening_searches_prove_that_there_is_no_solution() {
    // Two trucks fill the last column.
    let blocked = "..D..B..D..BAA...B.EE..C.....CFFF..C";
    for (name, position) in [("taquin", "230518674"), ("rush-hour", blocked)] {
        for algorithm in ["ida*", "ids", "bfs"] {
            let exhaust = |options: &mut SearchOptions| options.arguments = false;
            let report = solve(name, Some(position), exhaust, algorithm).unwrap();
            assert_eq!(report.outcome, Verdict::Unsolvable, "{algorithm} {position}");
            assert_eq!((report.reason, report.verified_keys), (None, Some(true)));
        }
    }
}

#[test]
fn the_taquin_is_searched_without_a_table_unless_one_is_wanted() {
    let manhattan = |options: &mut SearchOptions| options.heuristic = Some("manhattan".to_owned());
    let plain = solve("taquin", Some("806547231"), manhattan, "ida*").unwrap();
    assert_eq!((plain.length, plain.peak_bytes), (Some(31), 0));
    let with_table = |options: &mut SearchOptions| {
        manhattan(options);
        options.table_bytes = Some(1 << 24);
    };
    let with_table = solve("taquin", Some("806547231"), with_table, "ida*").unwrap();
    assert_eq!(with_table.length, Some(31));
    assert!(with_table.nodes_generated < plain.nodes_generated && with_table.peak_bytes > 0);
}

#[test]
fn reports_say_whether_a_proof_rests_on_keys() {
    for algorithm in Algorithm::all().filter(|one| one.players() == tesuji::catalogue::Players::Two)
    {
        let takes = |option| algorithm.takes(option);
        if matches!(
            algorithm,
            Algorithm::Theory | Algorithm::Expectimax | Algorithm::FlatMonteCarlo
        ) {
            continue;
        }
        let solve = |set: fn(&mut SearchOptions)| {
            let set = |options: &mut SearchOptions| {
                options.playouts = Some(100_000);
                options.table_bytes = Some(1 << 22);
                set(options);
            };
            solve("tic-tac-toe", Some("X...O...X"), set, algorithm.name())
        };
        let trusting = solve(|_| ()).unwrap();
        assert!(trusting.optimal, "{algorithm}");
        let by_key = takes(SearchOption::VerifiedTable);
        assert_eq!(trusting.verified_keys, Some(!by_key), "{algorithm}");
        let verified = solve(|options| options.verified_table = true).unwrap();
        assert_eq!(verified.outcome, trusting.outcome, "{algorithm}");
        assert_eq!(verified.verified_keys, Some(true), "{algorithm}");
        let without = solve(|options| options.table_bytes = Some(0));
        if algorithm == Algorithm::DepthFirstProofNumber {
            assert!(without.is_err(), "{algorithm}");
        } else {
            let without = without.unwrap();
            assert_eq!(without.outcome, trusting.outcome, "{algorithm}");
            assert_eq!(without.verified_keys, Some(true), "{algorithm}");
        }
    }
}

/// The same search with a table and without, for each rule that has both names.
#[test]
fn searches_without_a_table_are_those_with_a_table_of_nothing() {
    for (tree, graph) in [("uct-tree", "uct"), ("rave-tree", "rave")] {
        let few = |options: &mut SearchOptions| options.playouts = Some(2_000);
        let named = solve("breakthrough", None, few, tree).unwrap();
        let without = |options: &mut SearchOptions| {
            few(options);
            options.table_bytes = Some(0);
        };
        let without = solve("breakthrough", None, without, graph).unwrap();
        assert_eq!(named.by_move, without.by_move, "{tree}");
        let with = solve("breakthrough", None, few, graph).unwrap();
        assert_ne!(named.by_move, with.by_move, "{tree}");
    }
}

#[test]
fn a_stopped_proof_number_search_tells_its_numbers() {
    for algorithm in ["pn", "pn2", "df-pn"] {
        let options = SearchOptions::new(algorithm.parse().unwrap());
        let start = game("connect-four").unwrap().open(None, &Settings::new()).unwrap();
        let budget = Budget::unlimited().nodes(20_000);
        let report = start.solve(&options, &budget, &mut Silent).unwrap();
        assert_eq!((report.outcome, report.claimant), (Verdict::Unknown, Some("first")));
        assert!(report.proof_number > Some(0) && report.disproof_number > Some(0), "{algorithm}");
        assert!(report.peak_bytes < 8 << 20, "{algorithm}: {} bytes", report.peak_bytes);
    }
}
