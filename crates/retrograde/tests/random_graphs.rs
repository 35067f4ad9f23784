//! Tables of random cyclic games against an independent, slow fixpoint iteration.

use crate::common::{FREE, Graph, TOLL, forced_ends, forced_wins, graphs};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use tesuji_core::{Budget, Game, GameResult, Meter, Player, Rules, Silent, Wdl};
use tesuji_retrograde::{
    Clock, Ender, Exact, MovesOf, Numbered, NumberedForward, Plies, Reachable, Space, Table,
};

/// The values of all vertices by the slow way.
fn expected_values(graph: &Graph, toll: impl Fn(u16, u8) -> u32) -> Vec<Exact> {
    let wins = forced_wins(graph, toll);
    let drawn: Vec<bool> =
        wins[0].iter().zip(&wins[1]).map(|(a, b)| *a == u64::MAX && *b == u64::MAX).collect();
    let ends = forced_ends(graph, &drawn);
    let value = |vertex: u16| {
        let index = usize::from(vertex);
        let mover = graph.to_move(&vertex);
        let cost = |player: Player| u32::try_from(wins[player as usize][index]).ok();
        if let Some(cost) = cost(mover) {
            return Exact::Win(cost);
        }
        if let Some(cost) = cost(mover.other()) {
            return Exact::Loss(cost);
        }
        match (ends[0][index], ends[1][index]) {
            (true, true) => Exact::Draw(Ender::Either),
            (true, false) => Exact::Draw(Ender::Only(Player::First)),
            (false, true) => Exact::Draw(Ender::Only(Player::Second)),
            (false, false) => Exact::Endless,
        }
    };
    graph.vertices().map(value).collect()
}

fn solved<S: Space, K: Clock<S::Game>>(space: S, clock: K) -> Table<S, K> {
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    Table::solve_within(space, clock, &mut Meter::new(&budget, &mut silent)).unwrap()
}

fn agrees<S: Space<Game = Graph>, K: Clock<Graph>>(
    table: &Table<S, K>,
    graph: &Graph,
    values: &[Exact],
) -> Result<(), TestCaseError> {
    for vertex in graph.vertices() {
        let found = table.value(&vertex);
        // The reachable space may leave vertices out.
        if found.is_some() || table.space().len() == values.len() {
            prop_assert_eq!(found, Some(values[usize::from(vertex)]), "vertex {}", vertex);
        }
    }
    prop_assert_eq!(table.check(), Ok(()));
    Ok(())
}

fn check_all_spaces<K: Clock<Graph> + Clone>(graph: &Graph, clock: K) -> Result<(), TestCaseError> {
    let values = expected_values(graph, |vertex, mv| clock.ticks(graph, &vertex, mv));
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let mut meter = Meter::new(&budget, &mut silent);
    agrees(&solved(Numbered::new(graph), clock.clone()), graph, &values)?;
    let forward = NumberedForward::explore(graph, &mut meter).unwrap();
    agrees(&solved(forward, clock.clone()), graph, &values)?;
    agrees(&solved(Reachable::explore_all(graph, &0), clock), graph, &values)
}

/// Follows the principal variation of a probe and checks that it is what the value claims.
fn check_line(
    table: &Table<Numbered<'_, Graph>>,
    graph: &Graph,
    start: u16,
) -> Result<(), TestCaseError> {
    let probe = table.probe(&start).unwrap();
    let mut state = start;
    for &mv in &probe.pv {
        prop_assert!(graph.moves(&state).contains(&mv));
        prop_assert!(table.probe(&state).unwrap().best_moves.contains(&mv));
        graph.play(&mut state, mv);
    }
    prop_assert_eq!(probe.best_moves.is_empty(), graph.result(&start).is_some());
    if let Exact::Win(plies) | Exact::Loss(plies) = probe.value {
        prop_assert_eq!(probe.pv.len(), plies as usize);
        prop_assert!(graph.result(&state).is_some());
    }
    for mv in graph.moves(&start) {
        // A move is equally good exactly if the value after it fits.
        let same = graph.to_move(&graph.successor(&start, mv)) == graph.to_move(&start);
        let there = table.value(&graph.successor(&start, mv)).unwrap();
        let there = if same { there } else { there.reversed() };
        let fits = match (probe.value, there) {
            (Exact::Win(n), Exact::Win(m)) | (Exact::Loss(n), Exact::Loss(m)) => n == m + 1,
            (value, there) => value.wdl() == Wdl::Draw && there.wdl() == Wdl::Draw,
        };
        prop_assert_eq!(fits, probe.best_moves.contains(&mv));
    }
    Ok(())
}

/// Plays the first of the equally good moves for the winner and every move for the loser: no
/// position returns, and the game is won at no more than the cost.
fn wins_against_everything<K: Clock<Graph>>(
    table: &Table<Numbered<'_, Graph>, K>,
    clock: &K,
    graph: &Graph,
    line: &mut Vec<u16>,
    winner: Player,
    left: u32,
) -> Result<(), TestCaseError> {
    let state = *line.last().unwrap();
    let moves = match graph.result(&state) {
        Some(result) => {
            prop_assert_eq!(result, GameResult::Win(winner));
            return Ok(());
        }
        None if graph.to_move(&state) == winner => {
            vec![table.probe(&state).unwrap().best_moves[0]]
        }
        None => graph.moves(&state),
    };
    for mv in moves {
        let next = graph.successor(&state, mv);
        prop_assert!(!line.contains(&next), "{} comes back in {:?}", next, line);
        let left = left.checked_sub(clock.ticks(graph, &state, mv));
        prop_assert!(left.is_some(), "{:?} costs too much", line);
        line.push(next);
        wins_against_everything(table, clock, graph, line, winner, left.unwrap())?;
        line.pop();
    }
    Ok(())
}

fn every_win_is_forced<K: Clock<Graph> + Clone>(
    graph: &Graph,
    clock: K,
) -> Result<(), TestCaseError> {
    let table = solved(Numbered::new(graph), clock.clone());
    for vertex in graph.vertices() {
        let probe = table.probe(&vertex).unwrap();
        let mover = graph.to_move(&vertex);
        let (winner, cost) = match probe.value {
            Exact::Win(cost) => (mover, cost),
            Exact::Loss(cost) => (mover.other(), cost),
            Exact::Draw(_) | Exact::Endless => continue,
        };
        wins_against_everything(&table, &clock, graph, &mut vec![vertex], winner, cost)?;
        let (mut state, mut total) = (vertex, 0);
        for &mv in &probe.pv {
            total += clock.ticks(graph, &state, mv);
            graph.play(&mut state, mv);
        }
        prop_assert_eq!(total, cost);
        prop_assert_eq!(graph.result(&state), Some(GameResult::Win(winner)));
    }
    Ok(())
}

/// The test would be worth little if the graphs had no drawn games of all kinds.
#[test]
fn random_graphs_have_values_of_every_kind() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut kinds = std::collections::BTreeMap::new();
    for _ in 0..200 {
        let graph = graphs(24, 0).new_tree(&mut runner).unwrap().current();
        let table = Table::solve(Numbered::new(&graph));
        for vertex in graph.vertices() {
            let kind = match table.value(&vertex).unwrap() {
                Exact::Win(plies) => format!("win in {}", if plies < 4 { "few" } else { "many" }),
                Exact::Loss(plies) => format!("loss in {}", if plies < 4 { "few" } else { "many" }),
                other => other.to_string(),
            };
            *kinds.entry(kind).or_insert(0) += 1;
        }
    }
    assert_eq!(kinds.len(), 8, "{kinds:?}");
    assert!(kinds.values().all(|&count| count >= 10), "{kinds:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn distances_in_plies_agree_with_the_slow_way(graph in graphs(24, 0)) {
        check_all_spaces(&graph, Plies)?;
        let table = Table::solve(Numbered::new(&graph));
        for vertex in graph.vertices() {
            check_line(&table, &graph, vertex)?;
        }
    }

    #[test]
    fn moves_of_one_player_agree_with_the_slow_way(graph in graphs(24, 0)) {
        check_all_spaces(&graph, MovesOf(Player::First))?;
        check_all_spaces(&graph, MovesOf(Player::Second))?;
    }

    #[test]
    fn costs_of_moves_agree_with_the_slow_way(graph in graphs(24, 3)) {
        check_all_spaces(&graph, TOLL)?;
    }

    #[test]
    fn wins_are_forced_move_by_move(graph in graphs(12, 2)) {
        every_win_is_forced(&graph, Plies)?;
        every_win_is_forced(&graph, MovesOf(Player::First))?;
        every_win_is_forced(&graph, FREE)?;
        every_win_is_forced(&graph, TOLL)?;
    }

    #[test]
    fn costs_that_need_wide_cells_agree_with_the_slow_way(graph in graphs(12, 40_000)) {
        check_all_spaces(&graph, TOLL)?;
    }
}
