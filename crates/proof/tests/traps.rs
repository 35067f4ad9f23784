//! The mistakes that programs of this family make, one test for each.

use crate::common;
use crate::common::graph::Graph;
use crate::common::{check_answer, random_states};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use tesuji_core::{Budget, Game, GameSolver, Limit, Notation, Player, Rules, Silent, Value};
use tesuji_proof::{Counting, DfPn, FirstNumbers, PnSearch};
use tesuji_retrograde::{Reachable, Table};
use tesuji_tic_tac_toe::TicTacToe;

/// Runs `check` with each of the searches.
macro_rules! with_each {
    ($check:expr) => {
        $check("pn", &PnSearch::new());
        $check("pn2", &PnSearch::pn2());
        $check("df-pn", &DfPn::new());
    };
}

#[test]
fn the_example_is_won_by_the_third_cell() {
    let game = TicTacToe::new();
    let state = game.parse_state("xx./oo./...").unwrap();
    let check = |name: &str, solver: &dyn GameSolver<TicTacToe>| {
        let judgement = solver.solve(&game, &state).judgement;
        assert_eq!(judgement.value, Value::Win(None), "{name}");
        let best = judgement.best.expect("the game goes on");
        let after = game.successor(&state, best);
        assert_eq!(game.result(&after).map(|_| judgement.pv.len()), Some(1), "{name}");
    };
    with_each!(check);
}

#[test]
fn a_draw_is_no_loss_and_the_move_keeps_it() {
    let game = TicTacToe::new();
    let check = |name: &str, solver: &dyn GameSolver<TicTacToe>| {
        let judgement = solver.solve(&game, &game.initial()).judgement;
        assert_eq!(judgement.value, Value::Draw, "{name}");
        assert_eq!(judgement.pv.len(), 9, "{name}");
    };
    with_each!(check);
}

/// Whatever the budget, what is claimed is true, and otherwise the answer says what ended it.
#[test]
fn a_budget_that_ends_in_the_middle_of_an_expansion_proves_nothing() {
    let game = TicTacToe::new();
    let table = Table::solve(Reachable::explore_all(&game, &game.initial()));
    let states = random_states(&game, 10, &mut Pcg64::seed_from_u64(40));
    let check = |name: &str, solver: &dyn GameSolver<TicTacToe>| {
        let (mut cut, mut whole) = (0, 0);
        for state in &states {
            for nodes in (0..60).chain([100, 200, 400, 800, 1600, 3200, 100_000]) {
                let budget = Budget::unlimited().nodes(nodes);
                let answer = solver.solve_within(&game, state, &budget, &mut Silent);
                let judgement = &answer.judgement;
                if !judgement.value.is_proved() {
                    assert_eq!(judgement.value, Value::Estimate(0), "{name} with {nodes}");
                    assert_eq!(judgement.limit, Some(Limit::Nodes), "{name}");
                    let best = judgement.best.expect("the game goes on");
                    assert!(game.moves(state).contains(&best), "{name}");
                    cut += 1;
                } else {
                    check_answer(&table, state, &answer);
                    // The answer also says what ended the moves that it lists.
                    let last = judgement.pv.iter().fold(*state, |at, &mv| game.successor(&at, mv));
                    let is_over = game.result(state).is_some();
                    let is_listed = is_over || !judgement.best_moves.is_empty();
                    let is_whole = game.result(&last).is_some() && is_listed;
                    assert_eq!(judgement.limit.is_none(), is_whole, "{name} with {nodes}");
                    whole += 1;
                }
            }
        }
        assert!(cut > 100 && whole > 100, "{name}: {cut} cut short and {whole} not");
    };
    check("pn", &PnSearch::new().best_moves(true));
    check("pn2", &PnSearch::pn2().best_moves(true));
    check("df-pn", &DfPn::new().best_moves(true));
}

#[test]
fn a_budget_of_memory_is_kept_and_proves_nothing() {
    let game = tesuji_connect_four::ConnectFour::new(4, 4).unwrap();
    let check = |name: &str, solver: &dyn GameSolver<tesuji_connect_four::ConnectFour>| {
        let bytes = 20_000;
        let budget = Budget::unlimited().memory(bytes).nodes(1_000_000);
        let answer = solver.solve_within(&game, &game.initial(), &budget, &mut Silent);
        assert!(answer.stats.peak_bytes <= bytes, "{name}: {}", answer.stats.peak_bytes);
        match answer.judgement.value {
            Value::Draw => {}
            value => {
                assert_eq!(value, Value::Estimate(0), "{name}");
                assert!(answer.judgement.limit.is_some(), "{name}");
            }
        }
    };
    with_each!(check);
}

/// The same stones with either player to move: the values differ, so must the keys.
#[test]
fn keys_tell_whose_turn_it_is() {
    use tesuji_breakthrough::Breakthrough;
    let game = Breakthrough::new(2, 4).unwrap();
    let [white, black] =
        ["p1/1p/P1/1P w", "p1/1p/P1/1P b"].map(|text| game.parse_state(text).unwrap());
    assert_ne!(game.key(&white), game.key(&black));
    let table = Table::solve(tesuji_retrograde::Numbered::new(&game));
    let check = |_: &str, solver: &dyn GameSolver<Breakthrough>| {
        for state in [&white, &black] {
            check_answer(&table, state, &solver.solve(&game, state));
        }
    };
    with_each!(check);
}

/// First numbers so large that sums of them overflow.
#[derive(Clone, Copy)]
struct Huge;

impl<G: Game> FirstNumbers<G> for Huge {
    fn numbers(&self, _: &G, _: &G::State, _: Player) -> [u32; 2] {
        [u32::MAX - 1, u32::MAX - 1]
    }
}

/// First numbers that break their contract.
#[derive(Clone, Copy)]
struct Infinite;

impl<G: Game> FirstNumbers<G> for Infinite {
    fn numbers(&self, _: &G, _: &G::State, _: Player) -> [u32; 2] {
        [u32::MAX, 0]
    }
}

#[test]
fn sums_that_overflow_prove_nothing() {
    let game = TicTacToe::new();
    let table = Table::solve(Reachable::explore_all(&game, &game.initial()));
    for state in random_states(&game, 100, &mut Pcg64::seed_from_u64(41)) {
        check_answer(&table, &state, &PnSearch::new().first_numbers(Huge).solve(&game, &state));
        check_answer(&table, &state, &PnSearch::pn2().first_numbers(Huge).solve(&game, &state));
        for counting in [Counting::Sum, Counting::Max, Counting::SumOrMax] {
            let df_pn = DfPn::new().counting(counting);
            check_answer(&table, &state, &df_pn.clone().first_numbers(Huge).solve(&game, &state));
            check_answer(&table, &state, &df_pn.first_numbers(Infinite).solve(&game, &state));
        }
    }
}

/// Keys of which many positions share each: a table that trusts them goes wrong, one that
/// compares the positions does not.
#[test]
fn keys_that_collide_change_no_verdict_where_positions_are_compared() {
    use rand::RngExt;
    let mut rng = Pcg64::seed_from_u64(42);
    let verified = DfPn::new().verified(true).table_bytes(1 << 14);
    let trees =
        [PnSearch::new(), PnSearch::pn2()].map(|tree| tree.verified(true).table_bytes(1 << 14));
    let mut misled = 0;
    for _ in 0..300 {
        let graph = Graph::random(rng.random_range(8..40), &mut rng).forgetting(0b1_1100);
        for state in graph.states().take(8) {
            let table = Table::solve(Reachable::explore_all(&graph, &state));
            check_answer(&table, &state, &verified.solve(&graph, &state));
            for tree in &trees {
                check_answer(&table, &state, &tree.solve(&graph, &state));
            }
            let trusting = DfPn::new().whole_pv(false).solve(&graph, &state);
            let truth = common::value_of(table.value(&state).expect("the start"));
            let is_over = graph.result(&state).is_some();
            misled += u32::from(!is_over && trusting.judgement.value != truth);
        }
    }
    assert!(misled > 20, "the keys were too good to tell anything: {misled}");
}

/// What a stopped search knew of the root: the least leaves to prove and to disprove.
#[test]
fn a_stopped_search_tells_the_numbers_of_its_root() {
    let game = TicTacToe::new();
    let check = |name: &str, solver: &dyn GameSolver<TicTacToe>| {
        // The root and its nine children: one of them proves it, and all disprove it.
        let budget = Budget::unlimited().nodes(10);
        let solved = solver.solve_within(&game, &game.initial(), &budget, &mut Silent);
        let numbers = solved.judgement.proof_numbers.expect("it was stopped");
        assert_eq!(numbers.claimant, Player::First, "{name}");
        assert_eq!((numbers.proof, numbers.disproof), (1, 9), "{name}");
        let mut seen = std::collections::HashSet::new();
        for nodes in (20..4_000).step_by(97) {
            let budget = Budget::unlimited().nodes(nodes);
            let solved = solver.solve_within(&game, &game.initial(), &budget, &mut Silent);
            let Some(numbers) = solved.judgement.proof_numbers else { continue };
            assert!(numbers.proof > 0 && numbers.disproof > 0, "{name}: {numbers:?}");
            assert!(numbers.proof < u32::MAX && numbers.disproof < u32::MAX, "{name}: {numbers:?}");
            seen.insert((numbers.proof, numbers.disproof));
        }
        assert!(seen.len() > 5, "{name}: {seen:?}");
        assert_eq!(solver.solve(&game, &game.initial()).judgement.proof_numbers, None, "{name}");
    };
    check("pn", &PnSearch::new());
    check("df-pn", &DfPn::new());
}

/// A table counts as what it took, not as what it might have.
#[test]
fn a_search_of_a_few_nodes_reports_a_small_table() {
    let game = TicTacToe::new();
    let state = game.parse_state("xx./oo./...").unwrap();
    let check = |name: &str, solver: &dyn GameSolver<TicTacToe>| {
        let stats = solver.solve(&game, &state).stats;
        assert!(stats.peak_bytes <= 1 << 20, "{name}: {stats:?}");
        let budget = Budget::unlimited().memory(1 << 16);
        let stats = solver.solve_within(&game, &state, &budget, &mut Silent).stats;
        assert!(stats.peak_bytes <= 1 << 16, "{name}: {stats:?}");
    };
    check("pn", &PnSearch::new().table_bytes(1 << 28));
    check("pn2", &PnSearch::pn2().table_bytes(1 << 28));
    check("df-pn", &DfPn::new().table_bytes(1 << 28));
    // Without a table they find out the same.
    for tree in [PnSearch::new(), PnSearch::pn2()] {
        let judgement = tree.table_bytes(0).solve(&game, &game.initial()).judgement;
        assert_eq!(judgement.value, Value::Draw);
    }
}

/// Two ways to each of many positions: a sum counts them twice at every step, and where it would be
/// past all bounds the verdicts are still right.
#[test]
fn positions_reached_on_many_ways_are_counted_and_settled_rightly() {
    use tesuji_nim::{Convention, Nim, TakeSet};
    let game = Nim::new(TakeSet::any(), Convention::Normal, &[7, 7, 7]).unwrap();
    for counting in [Counting::Sum, Counting::Max, Counting::SumOrMax] {
        let judgement = DfPn::new().counting(counting).solve(&game, &game.initial()).judgement;
        assert_eq!(judgement.value, Value::Win(None), "{counting:?}");
    }
}
