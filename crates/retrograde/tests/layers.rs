//! Tables without lists of moves against tables with them.

use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, GameSolver, Layered, Limit, Meter, Notation, Rules, Silent};
use tesuji_nim::{Convention, Nim, TakeSet};
use tesuji_retrograde::{
    LayeredTable, Reachable, RetrogradeByLayers, Space, SymmetricRetrograde, Table,
};
use tesuji_tic_tac_toe::TicTacToe;

fn agree<G: Layered + Sync>(game: &G, start: &G::State) {
    let table = Table::solve(Reachable::explore_all(game, start));
    for threads in 1..=3 {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let layered = LayeredTable::solve_by_threads(game, start, threads, &mut meter).unwrap();
        assert_eq!(meter.tally.expanded, layered.len());
        assert_eq!(layered.len(), table.space().len() as u64);
        for index in 0..table.space().len() {
            let state = table.space().state(&table.space().node(index));
            assert_eq!(layered.value(&state), table.value(&state), "{state:?}");
            if index % 7 == 0 {
                assert_eq!(layered.judge(&state), table.judge(&state), "{state:?}");
            }
        }
        assert_eq!(layered.census(), table.census());
    }
}

#[test]
fn a_table_by_layers_has_the_values_of_one_with_lists_of_moves() {
    for (width, height) in [(1, 1), (5, 2), (3, 4), (4, 4)] {
        let game = ConnectFour::new(width, height).unwrap();
        agree(&game, &game.initial());
    }
    for (width, height, rows) in [(2, 4, 1), (2, 6, 2), (3, 3, 1), (3, 4, 1)] {
        let game = Breakthrough::with_rows(width, height, rows).unwrap();
        agree(&game, &game.initial());
    }
    let game = TicTacToe::new();
    agree(&game, &game.initial());
    for convention in [Convention::Normal, Convention::Misere] {
        let nim = Nim::new(TakeSet::any(), convention, &[3, 4, 5]).unwrap();
        agree(&nim, &nim.initial());
    }
}

#[test]
fn a_table_by_layers_begins_at_its_start() {
    let game = ConnectFour::new(4, 4).unwrap();
    let start = game.parse_state("11223").unwrap();
    agree(&game, &start);
    let layered = LayeredTable::solve(&game, &start);
    assert_eq!(layered.value(&game.initial()), None);
    assert_eq!(layered.value(&game.parse_state("44332").unwrap()), None);
}

#[test]
fn a_table_by_layers_keeps_the_limits() {
    let game = ConnectFour::new(4, 4).unwrap();
    let within = |budget: &Budget| {
        let mut silent = Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let left = meter.bytes_left();
        let solved = LayeredTable::solve_within(&game, &game.initial(), &mut meter);
        assert!(solved.is_ok() || meter.bytes_left() == left, "an error frees the memory");
        (solved.map(|table| table.len()), meter.stats())
    };
    let (solved, stats) = within(&Budget::unlimited());
    assert_eq!(solved, Ok(161_029));
    // A bit and a half for each of 923,521 ranks, two bytes for each position.
    assert!(stats.peak_bytes < 923_521 * 3 / 16 + 161_029 * 2 + 1000, "{}", stats.peak_bytes);
    for memory in (10_000..stats.peak_bytes).step_by(40_000) {
        let (solved, stats) = within(&Budget::unlimited().memory(memory));
        assert_eq!(solved, Err(Limit::Memory));
        assert!(stats.peak_bytes <= memory);
    }
    for nodes in [0, 1000, 100_000, 500_000] {
        let (solved, stats) = within(&Budget::unlimited().nodes(nodes).check_every(1));
        assert_eq!(solved, Err(Limit::Nodes));
        assert!(stats.generated <= nodes + 8, "{}", stats.generated);
    }
}

#[test]
fn threads_divide_large_layers() {
    let game = ConnectFour::new(5, 4).unwrap();
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let one = LayeredTable::solve(&game, &game.initial());
    let by_three = LayeredTable::solve_by_threads(
        &game,
        &game.initial(),
        3,
        &mut Meter::new(&budget, &mut silent),
    );
    let by_three = by_three.unwrap();
    assert_eq!(by_three.census(), one.census());
    let pv = one.judge(&game.initial()).unwrap().pv;
    let mut state = game.initial();
    for mv in pv {
        assert_eq!(by_three.judge(&state), one.judge(&state));
        game.play(&mut state, mv);
    }
}

#[test]
fn the_search_by_layers_answers_as_the_one_by_lists_of_moves() {
    fn check<G: Layered + Sync>(game: &G, start: &G::State, is_by_layers: bool) {
        let by_lists = SymmetricRetrograde.solve(game, start);
        for threads in [1, 2] {
            let answer = RetrogradeByLayers::new(threads).solve(game, start);
            assert_eq!(answer.judgement, by_lists.judgement);
            let is_smaller = answer.stats.peak_bytes < by_lists.stats.peak_bytes / 4;
            assert_eq!(is_smaller, is_by_layers, "{} bytes", answer.stats.peak_bytes);
            let memory = answer.stats.peak_bytes / 2;
            let (budget, search) =
                (Budget::unlimited().memory(memory), RetrogradeByLayers::new(threads));
            let answer = search.solve_within(game, start, &budget, &mut Silent);
            assert_eq!(answer.judgement.limit, Some(Limit::Memory));
            assert!(answer.stats.peak_bytes <= memory);
        }
    }
    let game = ConnectFour::new(5, 4).unwrap();
    check(&game, &game.initial(), true);
    let after =
        game.parse_state("333333445").unwrap_or_else(|_| game.parse_state("33334").unwrap());
    check(&game, &after, false);
    // Its layers have no ranks of their own.
    let game = Breakthrough::new(3, 4).unwrap();
    check(&game, &game.initial(), false);
}
