//! What hints tell without a search is what a search finds.

use std::collections::HashMap;

use crate::common::{generator, random_position};
use rand_pcg::rand_core::Rng;
use tesuji_adversarial::{Hints, TableSearch};
use tesuji_connect_four::ConnectFourHints;
use tesuji_connect_four::{ConnectFour, FollowUp, Position};
use tesuji_core::{Game, GameSolver, Rules, Value};
use tesuji_retrograde::{Reachable, Space, Table};

fn value(game: &ConnectFour, position: &Position) -> Value {
    let search = TableSearch::principal_variation().whole_pv(false);
    search.solve(game, position).judgement.value
}

/// Positions with room for three to nine stones more.
fn late_positions(game: &ConnectFour, seed: u64, count: usize) -> Vec<Position> {
    let mut random = generator(seed);
    let cells = game.board().count_ones();
    let mut positions = Vec::new();
    while positions.len() < count {
        let played = cells - 3 - random.next_u32() % 7;
        positions.extend(random_position(game, played, &mut random));
    }
    positions
}

#[test]
fn positions_with_one_essential_key_are_worth_the_same() {
    for (width, height) in [(4, 4), (5, 3), (3, 5)] {
        let game = ConnectFour::new(width, height).unwrap();
        let mut known: HashMap<u64, (Position, Value)> = HashMap::new();
        let mut pairs = 0;
        for position in late_positions(&game, 1, 4_000) {
            let value = value(&game, &position);
            let key = ConnectFourHints.key(&game, &position);
            let (other, other_value) = *known.entry(key).or_insert((position, value));
            assert_eq!(value, other_value, "{position:?} and {other:?}");
            pairs += usize::from(position != other);
        }
        assert!(pairs > 300, "only {pairs} pairs on {width}x{height}");
    }
}

#[test]
fn who_follows_up_gets_what_it_promises() {
    for (width, height) in [(5, 3), (5, 4), (4, 6), (7, 6)] {
        let game = ConnectFour::new(width, height).unwrap();
        let mut told = HashMap::new();
        for position in late_positions(&game, 2, 2_000) {
            check_promise(&game, &position, value(&game, &position), &mut told);
        }
        let promises = if height == 3 { 3 } else { 4 };
        assert!(told.values().all(|&times| times > 5) && told.len() >= promises, "{told:?}");
    }
}

#[test]
fn who_follows_up_gets_it_in_every_position_of_a_small_board() {
    let game = ConnectFour::new(4, 4).unwrap();
    let table = Table::solve(Reachable::explore_all(&game, &game.initial()));
    let (space, mut told) = (table.space(), HashMap::new());
    let positions = (0..space.len()).map(|index| space.state(&space.node(index)));
    for position in positions.filter(|position| game.result(position).is_none()) {
        let value = table.judge(&position).unwrap().value;
        check_promise(&game, &position, value, &mut told);
    }
    assert!(told.values().all(|&times| times > 1000) && told.len() == 4, "{told:?}");
}

/// How often the one who is to move or the other is promised a draw or a win.
type Told = HashMap<(bool, bool), u32>;

fn check_promise(game: &ConnectFour, position: &Position, value: Value, told: &mut Told) {
    let Some((follower, promise)) = game.follow_up(position) else { return };
    let is_mover = follower == game.to_move(position);
    let for_follower = if is_mover { value } else { value.reversed() };
    let is_kept = match promise {
        FollowUp::Holds => !matches!(for_follower, Value::Loss(_)),
        FollowUp::Wins(plies) => matches!(for_follower, Value::Win(Some(exact)) if exact <= plies),
    };
    assert!(is_kept, "{follower:?} {promise:?} in {position:?}, worth {value:?}");
    *told.entry((is_mover, matches!(promise, FollowUp::Wins(_)))).or_insert(0) += 1;
}
