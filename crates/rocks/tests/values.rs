//! Rush Hour against rocks: exact values, expectations, strategies.

use std::collections::HashMap;

use tesuji_core::score::LARGEST_ESTIMATE;
use tesuji_core::{
    Budget, DEAD_END, Evaluator, Game, GameResult, Limit, Meter, Player, Rules, Silent,
};
use tesuji_retrograde::{Exact, Expectation, MovesOf, Reachable, Table};
use tesuji_rocks::{DriverStrategy, RandomRocks, RocksTable, strategy};
use tesuji_rush_hour::MovesToExit;
use tesuji_rush_hour::instances::{self, AgainstRocks};
use tesuji_rush_hour::{Blocked, Cluster, RocksState, RushHourRocks};

fn rocks(text: &str) -> RushHourRocks {
    RushHourRocks::new(text.parse().unwrap())
}

fn stated(card: &AgainstRocks) -> Exact {
    match (card.value, card.blocked) {
        (Some(moves), None) => Exact::Win(moves),
        (None, Some(moves)) => Exact::Loss(moves),
        (None, None) => Exact::Endless,
        (Some(_), Some(_)) => panic!("{} cannot be both", card.instance.name),
    }
}

#[test]
fn the_forty_cards_have_their_known_values() {
    for card in instances::classic() {
        let game = RushHourRocks::new(card.instance.card.clone());
        let table = RocksTable::solve(&game, &game.initial());
        let value = table.value(&game.initial());
        assert_eq!(value, Some(stated(card)), "{}", card.instance.name);
    }
}

#[test]
fn the_boards_of_the_lab_have_their_known_values() {
    for (text, moves) in instances::LAB.into_iter().zip([10, 16, 14]) {
        let game = rocks(text);
        let table = RocksTable::solve(&game, &game.initial());
        assert_eq!(table.value(&game.initial()), Some(Exact::Win(moves)), "{text}");
        let line = table.principal_variation(&game.initial());
        assert_eq!(line.len() as u32, 2 * moves - 1);
        let end = line.iter().fold(game.initial(), |state, &mv| game.successor(&state, mv));
        assert_eq!(game.result(&end), Some(GameResult::Win(Player::First)));
    }
}

#[test]
fn no_more_moves_are_forced_than_the_win_takes_and_none_are_where_it_is_hopeless() {
    for text in instances::LAB {
        let game = rocks(text);
        let table = RocksTable::solve(&game, &game.initial());
        for board in Cluster::of(game.alone(), game.initial().board()).boards() {
            let state = game.state(board, None, Player::First);
            if let Some(Exact::Win(moves)) = table.value(&state) {
                assert!(game.forced_moves(board) <= moves, "{state:?} of {text}");
            }
        }
    }
    // Two walls hold car B in the red car's row.
    let hopeless = rocks("..x. ..B. AAB. ..x.");
    assert_eq!(hopeless.forced_moves(hopeless.initial().board()), DEAD_END);
    assert!(MovesToExit.score(&hopeless, &hopeless.initial()) <= 9 - LARGEST_ESTIMATE);
}

#[test]
fn every_position_has_the_value_of_a_table_position_by_position() {
    are_those_of_a_table(&[
        instances::LAB[0],
        // The adversary blocks the driver, holds for ever, and has no cell for a rock.
        "DDB. AAB. ..CC ....",
        "..BB AA.. CCDD .EEE",
        "AA....B./......B.",
    ]);
}

#[test]
#[ignore = "seconds; cargo xtask slow"]
fn every_position_of_a_classic_card_has_the_value_of_a_table_position_by_position() {
    // The adversary blocks the driver.
    are_those_of_a_table(&[&instances::classic()[26].instance.card.to_string()]);
}

/// Compares all values and best moves.
fn are_those_of_a_table(boards: &[&str]) {
    for &text in boards {
        let game = rocks(text);
        let start = game.initial();
        let quick = RocksTable::solve(&game, &start);
        let space = Reachable::explore_all(&game, &start);
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let slow = Table::solve_within(space, MovesOf(Player::First), &mut meter).unwrap();
        let mut met = HashMap::from([(start, ())]);
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            let value = slow.value(&state);
            assert_eq!(quick.value(&state), value, "{state:?} on {text}");
            assert_eq!(
                quick.best_moves(&state),
                slow.probe(&state).unwrap().best_moves,
                "{state:?} on {text}, {value:?}"
            );
            for mv in game.moves(&state) {
                let child = game.successor(&state, mv);
                if met.insert(child, ()).is_none() {
                    open.push(child);
                }
            }
        }
    }
}

#[test]
fn rocks_that_fall_at_random_cost_what_is_known() {
    // The boards with few positions; the others take seconds.
    let cards = instances::classic().iter().filter(|card| card.instance.reachable < 1_500);
    let cards: Vec<_> = cards.collect();
    assert!(cards.len() >= 8);
    cards.into_iter().for_each(check_expectation);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn rocks_that_fall_at_random_cost_what_is_known_on_all_cards() {
    instances::classic().iter().for_each(check_expectation);
    for (text, moves) in instances::LAB.into_iter().zip([9.002_171_504_1, 16.0, 14.0]) {
        assert!((expectation(text) - moves).abs() < 1e-9, "{text}");
    }
}

fn check_expectation(card: &AgainstRocks) {
    let found = expectation(&card.instance.card.to_string());
    // The list has ten digits after the point.
    let off = (found - card.expected).abs();
    assert!(off < 1e-9, "{}: {found} is not {}", card.instance.name, card.expected);
}

fn expectation(text: &str) -> f64 {
    let game = RushHourRocks::with(text.parse().unwrap(), Blocked::Passes);
    let table = RandomRocks::solve(&game, &game.initial()).unwrap();
    assert!(table.error_bound() <= 1e-9);
    match table.expectation(&game.initial()) {
        Some(Expectation::Cost(moves)) => moves,
        other => panic!("{other:?}"),
    }
}

/// The most moves that a strategy takes from a position, whatever the adversary does.
fn longest(
    game: &RushHourRocks,
    moves: &HashMap<RocksState, tesuji_rush_hour::RocksMove>,
    state: RocksState,
    known: &mut HashMap<RocksState, u32>,
) -> u32 {
    if game.result(&state).is_some() {
        return 0;
    }
    if let Some(&known) = known.get(&state) {
        return known;
    }
    let most = match state.turn() {
        Player::First => 1 + longest(game, moves, game.successor(&state, moves[&state]), known),
        Player::Second => {
            let replies = game.moves(&state).into_iter();
            let lengths = replies.map(|mv| longest(game, moves, game.successor(&state, mv), known));
            lengths.max().unwrap()
        }
    };
    known.insert(state, most);
    most
}

#[test]
fn a_strategy_wins_in_time_whatever_the_adversary_does() {
    for (text, value) in instances::LAB.into_iter().zip([10, 16, 14]) {
        let game = rocks(text);
        let start = game.initial();
        let table = RocksTable::solve(&game, &start);
        let advices = strategy(&game, &table, &start);
        assert_eq!(advices[0].moves_left, Some(f64::from(value)));
        let moves = advices.iter().map(|advice| (advice.state, advice.mv)).collect();
        assert_eq!(longest(&game, &moves, start, &mut HashMap::new()), value);
    }
}

#[test]
fn a_driver_who_cannot_win_still_gets_moves() {
    let card = &instances::classic()[26];
    let game = RushHourRocks::new(card.instance.card.clone());
    let table = RocksTable::solve(&game, &game.initial());
    assert_eq!(table.moves_left(&game.initial()), None);
    let line = table.principal_variation(&game.initial());
    let end = line.iter().fold(game.initial(), |state, &mv| game.successor(&state, mv));
    assert_eq!(game.result(&end), Some(GameResult::Win(Player::Second)));
    assert_eq!(line.len(), 4, "two moves of each");
    for advice in strategy(&game, &table, &game.initial()) {
        assert!(game.moves(&advice.state).contains(&advice.mv));
    }
}

#[test]
fn a_budget_ends_it() {
    let game = rocks(instances::LAB[2]);
    let (budget, mut silent) = (Budget::unlimited().nodes(10_000), Silent);
    let end =
        RocksTable::solve_within(&game, &game.initial(), &mut Meter::new(&budget, &mut silent));
    assert_eq!(end.err(), Some(Limit::Nodes));
    let budget = Budget::unlimited().memory(1 << 20);
    let end =
        RocksTable::solve_within(&game, &game.initial(), &mut Meter::new(&budget, &mut silent));
    assert_eq!(end.err(), Some(Limit::Memory));
}
