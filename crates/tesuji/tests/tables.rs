//! What tables do for searches by name: puzzles in which many paths lead to one state, proofs that
//! rest on no key, and searches that do without.

use crate::common::game;
use tesuji::catalogue::{CatalogueError, Report, Verdict};
use tesuji::core::{Budget, Settings, Silent};

/// Solves a position by an algorithm with the options that are set, as in `ids:table=0`.
fn solve(name: &str, position: Option<&str>, search: &str) -> Result<Report, CatalogueError> {
    solve_within(20_000_000, name, position, search)
}

fn solve_within(
    nodes: u64,
    name: &str,
    position: Option<&str>,
    search: &str,
) -> Result<Report, CatalogueError> {
    let search = game(name).search(search)?;
    let budget = Budget::unlimited().nodes(nodes);
    game(name).open(position, &Settings::new())?.solve(&search, &budget, &mut Silent)
}

/// 1,494 states, and paths beyond number.
const JAM: &str = "BBBCCMoDDEEMAAKLoNFFKLoNJGGLooJHHoxo";

#[test]
fn deepening_searches_end_where_many_paths_lead_to_one_state() {
    let breadth_first = solve("rush-hour", Some(JAM), "bfs").unwrap();
    for algorithm in ["ida*", "ids"] {
        let report = solve("rush-hour", Some(JAM), algorithm).unwrap();
        assert_eq!((report.outcome, report.optimal), (breadth_first.outcome, true), "{algorithm}");
        assert_eq!(report.length, breadth_first.length, "{algorithm}");
        assert!(report.nodes_generated < 5_000_000, "{algorithm}: {}", report.nodes_generated);
    }
    without_a_table_they_stop_at(5_000_000);
}

#[test]
#[ignore = "seconds; cargo xtask slow"]
fn without_a_table_four_times_as_many_nodes_do_not_suffice() {
    without_a_table_they_stop_at(20_000_000);
}

fn without_a_table_they_stop_at(nodes: u64) {
    for algorithm in ["ida*:table=0", "ids:table=0"] {
        let report = solve_within(nodes, "rush-hour", Some(JAM), algorithm).unwrap();
        assert_eq!(report.limit.as_deref(), Some("nodes"), "{algorithm}");
    }
}

#[test]
fn deepening_searches_find_shortest_solutions_of_cards() {
    for card in tesuji::rush_hour::instances::classic().iter().take(6) {
        let text = card.instance.card.to_string();
        for algorithm in ["ida*", "ids"] {
            let report = solve("rush-hour", Some(&text), algorithm).unwrap();
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
            let report = solve(name, Some(position), &format!("{algorithm}:exhaust")).unwrap();
            assert_eq!(report.outcome, Verdict::Unsolvable, "{algorithm} {position}");
            assert_eq!((report.reason, report.verified_keys), (None, Some(true)));
        }
    }
}

#[test]
fn the_taquin_is_searched_without_a_table_unless_one_is_wanted() {
    let plain = solve("taquin", Some("806547231"), "ida*:heuristic=manhattan").unwrap();
    assert_eq!((plain.length, plain.peak_bytes), (Some(31), 0));
    let with_table = "ida*:heuristic=manhattan:table=16MiB";
    let with_table = solve("taquin", Some("806547231"), with_table).unwrap();
    assert_eq!(with_table.length, Some(31));
    assert!(with_table.nodes_generated < plain.nodes_generated && with_table.peak_bytes > 0);
}

#[test]
fn reports_say_whether_a_proof_rests_on_keys() {
    let mut searched = 0;
    let names = game("tic-tac-toe").algorithms().iter().map(|one| one.name);
    let by_outcome =
        ["alpha-beta:outcome-only", "alpha-beta:outcome-only:reverse-moves", "pvs:outcome-only"];
    for text in names.filter(|name| !["expectimax", "flat-mc"].contains(name)).chain(by_outcome) {
        searched += 1;
        let algorithm = game("tic-tac-toe").search(text).unwrap().algorithm;
        let takes = |option: &str| algorithm.takes(option);
        let solve = |set: &[(&str, &str)]| {
            let mut search = game("tic-tac-toe").search(text)?;
            // A later value replaces an earlier one.
            for (name, value) in [("playouts", "100_000"), ("table", "4MiB")].iter().chain(set) {
                if takes(name) {
                    search.set(name, value)?;
                }
            }
            let position = game("tic-tac-toe").open(Some("X...O...X"), &Settings::new())?;
            position.solve(&search, &Budget::unlimited().nodes(20_000_000), &mut Silent)
        };
        let trusting = solve(&[]).unwrap();
        assert!(trusting.optimal, "{text}");
        let by_key = takes("verified-table");
        assert_eq!(trusting.verified_keys, Some(!by_key), "{algorithm}");
        let verified = solve(&[("verified-table", "yes")]).unwrap();
        assert_eq!(verified.outcome, trusting.outcome, "{algorithm}");
        assert_eq!(verified.verified_keys, Some(true), "{algorithm}");
        let without = solve(&[("table", "0")]);
        if algorithm.name == "df-pn" {
            assert!(without.is_err(), "{algorithm}");
        } else {
            let without = without.unwrap();
            assert_eq!(without.outcome, trusting.outcome, "{algorithm}");
            assert_eq!(without.verified_keys, Some(true), "{algorithm}");
        }
    }
    assert!(searched >= 18, "{searched} algorithms");
}

/// The same search with a table and without, for each rule that has both names.
#[test]
fn searches_without_a_table_are_those_with_a_table_of_nothing() {
    for (tree, graph) in [("uct-tree", "uct"), ("rave-tree", "rave")] {
        let few = |name: &str, more: &str| {
            solve("breakthrough", None, &format!("{name}:playouts=2000{more}")).unwrap()
        };
        let named = few(tree, "");
        assert_eq!(named.by_move, few(graph, ":table=0").by_move, "{tree}");
        assert_ne!(named.by_move, few(graph, "").by_move, "{tree}");
    }
}

#[test]
fn a_stopped_proof_number_search_tells_its_numbers() {
    for algorithm in ["pn", "pn2", "df-pn"] {
        let search = game("connect-four").search(algorithm).unwrap();
        let start = game("connect-four").open(None, &Settings::new()).unwrap();
        let budget = Budget::unlimited().nodes(20_000);
        let report = start.solve(&search, &budget, &mut Silent).unwrap();
        assert_eq!((report.outcome, report.claimant), (Verdict::Unknown, Some("first")));
        assert!(report.proof_number > Some(0) && report.disproof_number > Some(0), "{algorithm}");
        assert!(report.peak_bytes < 8 << 20, "{algorithm}: {} bytes", report.peak_bytes);
    }
}
