//! Whole games against their known results and against plain minimax.

use std::collections::HashMap;

use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{
    Budget, Game, GameResult, GameSolver, Limit, Meter, Notation, Rules, Silent, Value, Wdl,
};
use tesuji_nim::theory::Sums;
use tesuji_nim::{Convention, Grundy, Nim, TakeSet};
use tesuji_retrograde::{
    Ender, Exact, Numbered, NumberedForward, Plies, Reachable, Retrograde, Space,
    SymmetricRetrograde, Table,
};
use tesuji_tic_tac_toe::TicTacToe;

/// The value by the definition. For games that cannot go on for ever.
fn minimax<G: Game>(game: &G, state: &G::State, memo: &mut HashMap<G::State, Exact>) -> Exact {
    if let Some(&value) = memo.get(state) {
        return value;
    }
    let mover = game.to_move(state);
    let value = match game.result(state) {
        Some(GameResult::Draw) => Exact::Draw(Ender::Either),
        Some(GameResult::Win(winner)) if winner == mover => Exact::Win(0),
        Some(GameResult::Win(_)) => Exact::Loss(0),
        None => {
            let after = |mv| {
                let child = game.successor(state, mv);
                let value = minimax(game, &child, memo);
                if game.to_move(&child) == mover { value } else { value.reversed() }
            };
            let values: Vec<Exact> = game.moves(state).into_iter().map(after).collect();
            let wins = values
                .iter()
                .filter_map(|v| if let Exact::Win(n) = v { Some(n + 1) } else { None });
            let losses = values
                .iter()
                .filter_map(|v| if let Exact::Loss(n) = v { Some(n + 1) } else { None });
            let draw = values.iter().any(|v| v.wdl() == Wdl::Draw);
            match (wins.min(), draw) {
                (Some(plies), _) => Exact::Win(plies),
                (None, true) => Exact::Draw(Ender::Either),
                (None, false) => Exact::Loss(losses.max().unwrap()),
            }
        }
    };
    memo.insert(state.clone(), value);
    value
}

/// Every position of the space that a game reaches has minimax's value.
fn agrees_with_minimax<S: Space>(table: &Table<S>) -> usize {
    let game = table.space().game();
    let mut memo = HashMap::new();
    minimax(game, &game.initial(), &mut memo);
    for (state, &value) in &memo {
        assert_eq!(table.value(state), Some(value), "{state:?}");
    }
    memo.len()
}

#[test]
fn tic_tac_toe_is_a_draw_and_every_position_is_what_minimax_says() {
    let game = TicTacToe::new();
    let table = Table::solve(Numbered::new(&game));
    assert_eq!(agrees_with_minimax(&table), 5478);
    assert_eq!(table.check(), Ok(()));
    assert_eq!(table.bytes_per_position(), 1);
    let census = table.census();
    let positions =
        census.draws + census.endless + census.wins.iter().chain(&census.losses).sum::<u64>();
    assert_eq!(positions, 5478);
    assert_eq!(census.endless, 0);
    insta::assert_snapshot!(format!(
        "{} draws\nwins {:?}\nlosses {:?}",
        census.draws, census.wins, census.losses
    ));
}

#[test]
fn the_three_spaces_give_tic_tac_toe_the_same_values() {
    let game = TicTacToe::new();
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let mut meter = Meter::new(&budget, &mut silent);
    let forward = Table::solve(NumberedForward::explore(&game, &mut meter).unwrap());
    let reachable = Table::solve(Reachable::explore_all(&game, &game.initial()));
    assert_eq!(agrees_with_minimax(&forward), 5478);
    assert_eq!(agrees_with_minimax(&reachable), 5478);
    assert_eq!(reachable.space().len(), 5478);
}

#[test]
fn small_breakthrough_boards_have_their_known_winners_and_distances() {
    for (width, height, value, reachable) in [
        (2, 4, Exact::Loss(8), 646),
        (2, 5, Exact::Loss(10), 11_287),
        (2, 6, Exact::Win(15), 71_474),
        (3, 4, Exact::Loss(12), 55_152),
    ] {
        let game = Breakthrough::new(width, height).unwrap();
        let ranked = Table::solve(Numbered::new(&game));
        assert_eq!(ranked.value(&game.initial()), Some(value), "{width}x{height}");
        let found = Table::solve(Reachable::explore_all(&game, &game.initial()));
        assert_eq!(found.space().len(), reachable, "{width}x{height}");
        for index in 0..reachable {
            let state = found.space().state(&found.space().node(index));
            assert_eq!(found.value(&state), ranked.value(&state), "{state:?}");
        }
        assert_eq!((ranked.check(), found.check()), (Ok(()), Ok(())));
    }
}

#[test]
fn breakthrough_3x4_is_what_minimax_says() {
    let game = Breakthrough::new(3, 4).unwrap();
    assert_eq!(agrees_with_minimax(&Table::solve(Numbered::new(&game))), 55_152);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn larger_breakthrough_boards_have_their_known_winners_and_distances() {
    for (width, height, value, reachable) in [
        (3, 5, Exact::Loss(18), 2_418_400),
        (4, 4, Exact::Loss(14), 3_212_224),
        (3, 6, Exact::Win(23), 35_546_763),
    ] {
        let game = Breakthrough::new(width, height).unwrap();
        let ranked = Table::solve(Numbered::new(&game));
        assert_eq!(ranked.value(&game.initial()), Some(value), "{width}x{height}");
        assert_eq!(ranked.check(), Ok(()));
        if reachable < 10_000_000 {
            assert_eq!(Reachable::explore_all(&game, &game.initial()).len(), reachable);
        }
    }
}

#[test]
fn connect_four_4x4_is_a_draw_and_every_reachable_position_is_what_minimax_says() {
    let game = ConnectFour::new(4, 4).unwrap();
    let table = Table::solve(Numbered::new(&game));
    assert_eq!(table.value(&game.initial()), Some(Exact::Draw(Ender::Either)));
    assert_eq!(agrees_with_minimax(&table), 161_029);
    assert_eq!(table.check(), Ok(()));
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn small_connect_four_boards_have_their_known_values() {
    for (width, height, value) in [(4, 5, Value::Draw), (5, 4, Value::Draw)] {
        let game = ConnectFour::new(width, height).unwrap();
        let table = Table::solve(Numbered::new(&game));
        assert_eq!(table.judge(&game.initial()).unwrap().value, value);
        assert_eq!(table.check(), Ok(()));
    }
}

#[test]
fn nim_is_lost_where_theory_says() {
    for convention in [Convention::Normal, Convention::Misere] {
        let game = Nim::new(TakeSet::any(), convention, &[3, 4, 5]).unwrap();
        let table = Table::solve(Numbered::new(&game));
        let reachable = Table::solve(Reachable::explore_all(&game, &game.initial()));
        for index in 0..reachable.space().len() {
            let state = reachable.space().state(&reachable.space().node(index));
            let heaps = state.to_vec();
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let small = heaps.iter().all(|&heap| heap <= 1);
            let flipped = convention == Convention::Misere && small;
            let lost = matches!(table.value(&state), Some(Exact::Loss(_)));
            assert_eq!(lost, (sum == 0) != flipped, "{heaps:?} {convention}");
            assert_eq!(table.value(&state), reachable.value(&state));
        }
        assert_eq!(table.check(), Ok(()));
    }
}

#[test]
fn the_solver_judges_every_position_of_tic_tac_toe_like_the_table() {
    let game = TicTacToe::new();
    let table = Table::solve(Numbered::new(&game));
    // Early positions take the solver longest; every seventh of all will do.
    for state in tesuji_core::laws::states(&game, usize::MAX).into_iter().step_by(7) {
        let answer = Retrograde.solve(&game, &state);
        let judgement = table.judge(&state).unwrap();
        assert_eq!(answer.judgement, judgement, "{state:?}");
        assert_eq!(judgement.best.is_none(), game.result(&state).is_some());
        assert_eq!(judgement.best, judgement.best_moves.first().copied());
        assert!(judgement.value.is_proved());
    }
}

/// All sums of heaps of at least three tokens, the smaller ones first, with at most `tokens`
/// tokens.
fn sums_of_heaps(tokens: usize) -> Vec<Vec<usize>> {
    let (mut sums, mut next) = (vec![Vec::new()], 0);
    while let Some(sum) = sums.get(next).cloned() {
        next += 1;
        let left = tokens - sum.iter().sum::<usize>();
        let largest = sum.last().copied().unwrap_or(3);
        sums.extend((largest..=left).map(|heap| [sum.as_slice(), &[heap]].concat()));
    }
    sums.split_off(1)
}

#[test]
fn every_grundy_sum_of_at_most_24_tokens_is_solved_in_little_and_as_theory_says() {
    let mut theory = Sums::new(Grundy).unwrap();
    let sums = sums_of_heaps(24);
    assert_eq!(sums.len(), 572);
    for sum in sums {
        for convention in [Convention::Normal, Convention::Misere] {
            let game = Nim::new(Grundy, convention, &sum).unwrap();
            let answer = SymmetricRetrograde.solve(&game, &game.initial());
            let wins = matches!(answer.judgement.value, Value::Win(Some(_)));
            let wanted = theory.mover_wins(&sum, convention).unwrap();
            assert_eq!(wins, wanted, "{sum:?} {convention}");
            assert!(wins || matches!(answer.judgement.value, Value::Loss(Some(_))));
            // There are 1575 ways to write 24 as a sum.
            assert!(answer.stats.expanded <= 2 * 1575, "{sum:?}: {:?}", answer.stats);
        }
    }
}

#[test]
fn symmetric_positions_are_one_and_have_the_values_of_all() {
    fn check<G: Game>(game: &G, positions: usize, orbits: usize) {
        let all = Table::solve(Reachable::explore_all(game, &game.initial()));
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let few = Reachable::explore_symmetric(game, &game.initial(), &mut meter).unwrap();
        let few = Table::solve(few);
        assert_eq!((all.space().len(), few.space().len()), (positions, orbits));
        for index in 0..positions {
            let state = all.space().state(&all.space().node(index));
            assert_eq!(few.judge(&state), all.judge(&state), "{state:?}");
        }
        assert_eq!(few.check(), Ok(()));
    }
    check(&TicTacToe::new(), 5478, 765);
    check(&Breakthrough::new(2, 5).unwrap(), 11_287, 5_654);
    check(&Nim::new(TakeSet::any(), Convention::Misere, &[3, 4, 5]).unwrap(), 232, 91);
    check(&Nim::new(Grundy, Convention::Normal, &[5, 6]).unwrap(), 86, 30);
}

#[test]
fn a_solver_that_runs_out_claims_nothing() {
    let game = Breakthrough::new(3, 4).unwrap();
    let start = game.initial();
    let full = Retrograde.solve(&game, &start);
    assert_eq!(full.judgement.value, Value::Loss(Some(12)));
    let check = |budget: Budget, limit: Limit, certain: bool| {
        let answer = Retrograde.solve_within(&game, &start, &budget, &mut Silent);
        if certain || answer.judgement.limit.is_some() {
            assert_eq!(answer.judgement.limit, Some(limit), "{budget:?}");
            assert_eq!(answer.judgement.value, Value::Estimate(0));
            assert!(game.moves(&start).contains(&answer.judgement.best.unwrap()));
        } else {
            assert_eq!(answer.judgement, full.judgement, "{budget:?}");
        }
        answer.stats
    };
    for tenths in 0..10 {
        // A tenth less: budgets are kept to the slice, not to the node.
        check(Budget::unlimited().nodes(full.stats.generated * tenths / 10), Limit::Nodes, true);
        let memory = full.stats.peak_bytes * usize::try_from(tenths).unwrap() / 10;
        // Tables that double may do with less than they would like.
        let stats = check(Budget::unlimited().memory(memory), Limit::Memory, tenths < 5);
        assert!(stats.peak_bytes <= memory);
    }
    check(Budget::unlimited().time(std::time::Duration::ZERO), Limit::Time, true);
    let flag = tesuji_core::StopFlag::new();
    flag.raise();
    check(Budget::unlimited().stop(flag), Limit::Interrupted, true);
}

#[test]
fn a_table_that_runs_out_gives_all_its_memory_back() {
    let game = Breakthrough::new(3, 4).unwrap();
    for memory in [100_000, 300_000, 500_000] {
        let budget = Budget::unlimited().memory(memory);
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        let table = Table::solve_within(Numbered::new(&game), Plies, &mut meter);
        let kept = table.as_ref().map_or(0, |table| table.space().len());
        assert_eq!(meter.bytes_left(), memory - kept, "{:?}", table.err());
        assert!(meter.stats().peak_bytes <= memory);
    }
}

#[test]
fn the_value_of_a_finished_game_needs_no_budget() {
    let game = TicTacToe::new();
    let over = game.parse_state("XXX/OO./...").unwrap();
    for budget in [Budget::unlimited().nodes(0), Budget::unlimited().memory(0)] {
        for solver in [&Retrograde as &dyn GameSolver<TicTacToe>, &SymmetricRetrograde] {
            let judgement = solver.solve_within(&game, &over, &budget, &mut Silent).judgement;
            assert_eq!((judgement.value, judgement.limit), (Value::Loss(Some(0)), None));
        }
    }
}
