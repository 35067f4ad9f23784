//! The rules keep their laws, the own search agrees with A*, and what is claimed has certificates.

use lights_out::{LightsOut, Rbfs, Rows, fifth};
use tesuji::catalogue::{Catalogue, CatalogueError};
use tesuji::certificate::Checker;
use tesuji::core::{
    Budget, FromFn, Heuristic, Limit, NamedGame, Notation, Outcome, Render, Rules, Settings,
    Silent, Solver, check_plan, laws,
};
use tesuji::informed::AStar;
use tesuji::uninformed::reachable_states;

fn board(width: usize, height: usize) -> LightsOut {
    LightsOut::new(width, height).unwrap()
}

#[test]
fn the_laws_hold() {
    for (width, height) in [(1, 1), (2, 3), (3, 3), (8, 8)] {
        let board = board(width, height);
        laws::rules(&board, 500);
        laws::notation(&board, 200);
        let again = LightsOut::open(&board.settings(), None).unwrap();
        assert_eq!(again.settings(), board.settings());
    }
    let board = board(3, 3);
    laws::moves_after(&board, 512);
    laws::sites(&board, 50, 3);
    laws::undirected_goals(&board, 512);
    laws::heuristic(&board, &FromFn(fifth), &laws::states(&board, 512));
}

/// On 5×1 not every pattern can be switched off: those are dead ends.
#[test]
fn the_database_keeps_the_law_of_heuristics_and_sees_more_than_a_count() {
    for (width, height) in [(3, 3), (4, 4), (2, 5), (5, 1), (1, 1)] {
        let board = board(width, height);
        laws::heuristic(&board, &Rows::new(&board), &laws::states(&board, 512));
    }
    let board = board(5, 5);
    let start = board.initial();
    let (by_count, by_rows) = (FromFn(fifth), Rows::new(&board));
    assert_eq!(by_count.evaluate(&board, &start), 5);
    insta::assert_snapshot!(by_rows.evaluate(&board, &start), @"6");
}

/// The ranks are those of Anderson and Feil, "Turning Lights Out with Linear Algebra", 1998: on 4×4
/// the presses have rank 12 of 16, on 3×3 all of 9.
#[test]
fn so_many_positions_can_be_solved() {
    for (width, height, positions, farthest) in [(3, 3, 1 << 9, 9), (4, 4, 1 << 12, 7)] {
        let count = reachable_states(&board(width, height), &0, &Budget::unlimited(), &mut Silent);
        assert_eq!((count.total(), count.layers.len() - 1), (positions, farthest));
    }
}

#[test]
fn a_board_is_enumerated_by_its_size() -> Result<(), CatalogueError> {
    let catalogue = Catalogue::new().with(lights_out::entry());
    let game = catalogue.game("lights-out")?;
    let enumerate = |of| {
        let budget = Budget::unlimited();
        game.enumerate(Some(of), &Settings::new(), None, &budget, &mut Silent)
    };
    assert_eq!(enumerate("3x3")?.states, 512);
    assert_eq!(enumerate("*../...")?.states, 16);
    assert!(enumerate("3 by 3").is_err());
    Ok(())
}

#[test]
fn the_own_search_finds_solutions_as_short_as_those_of_a_star() {
    let board = board(4, 4);
    for state in laws::states(&board, 400) {
        let own = Rbfs::new(FromFn(fifth)).solve(&board, &state).outcome;
        let a_star = AStar::new(FromFn(fifth)).solve(&board, &state).outcome;
        let (own, a_star) = (own.plan().unwrap(), a_star.plan().unwrap());
        assert_eq!(own.cost, a_star.cost, "{}", board.state_text(&state));
        check_plan(&board, &state, own).unwrap();
    }
}

#[test]
fn the_own_search_proves_that_there_is_no_solution_and_keeps_to_its_budget() {
    let board = board(4, 4);
    let outcome = Rbfs::new(FromFn(fifth)).solve(&board, &1).outcome;
    assert_eq!(outcome, Outcome::Unsolvable);
    let few = Budget::unlimited().nodes(100);
    let outcome = Rbfs::new(FromFn(fifth)).solve_within(&board, &1, &few, &mut Silent).outcome;
    assert!(matches!(outcome, Outcome::Unknown { limit: Limit::Nodes, lower_bound: 1.. }));
}

#[test]
fn certificates_prove_a_shortest_solution_and_that_there_is_none() -> Result<(), CatalogueError> {
    let catalogue = Catalogue::new().with(lights_out::entry());
    let game = catalogue.game("lights-out")?;
    let mut claims = Vec::new();
    for text in ["****/****/****/****", "*.../..../..../...."] {
        let position = game.open(Some(text), &Settings::new())?;
        let (search, budget) = (game.search("rbfs")?, Budget::unlimited());
        let report = position.solve(&search, &budget, &mut Silent)?;
        let file = position.certify(&report, &search, &budget)?.to_bytes();
        let checked = Checker::new().check_puzzle::<LightsOut>(&file[..], None)?;
        claims.push(format!("{text}: {}, {} bytes", checked.header.claim, file.len()));
        for byte in 0..file.len() {
            let mut altered = file.clone();
            altered[byte] ^= 1;
            let checked = Checker::new().check_puzzle::<LightsOut>(&altered[..], None);
            assert!(checked.is_err(), "byte {byte}");
        }
    }
    insta::assert_snapshot!(claims.join("\n"), @r"
    ****/****/****/****: shortest solution 4 moves, 152 bytes
    *.../..../..../....: unsolvable, 140 bytes
    ");
    Ok(())
}

#[test]
fn a_position_is_drawn_and_each_light_is_a_move() {
    let board = board(3, 2);
    let lights = board.parse_state("*../.*.").unwrap();
    insta::assert_snapshot!(board.text(&lights), @r"
    2 *..
    1 .*.
      abc
    ");
    let svg = board.svg(&lights);
    for mv in board.moves(&lights) {
        let attribute = format!("data-move=\"{}\"", board.move_text(&lights, mv));
        assert_eq!(svg.matches(&attribute).count(), 1, "{attribute}");
    }
}
