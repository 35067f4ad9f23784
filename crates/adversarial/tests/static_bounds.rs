//! What hints tell without a search is what a search finds.

use std::collections::HashMap;

use crate::common::{generator, random_position};
use rand_pcg::rand_core::Rng;
use tesuji_adversarial::{Hints, TableSearch};
use tesuji_connect_four::ConnectFourHints;
use tesuji_connect_four::{ConnectFour, FollowUp, Position};
use tesuji_core::{Game, GameSolver, Value};

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
    for (width, height) in [(4, 4), (5, 3), (5, 4)] {
        let game = ConnectFour::new(width, height).unwrap();
        let mut told = HashMap::new();
        for position in late_positions(&game, 2, 2_000) {
            let Some((follower, promise)) = game.follow_up(&position) else { continue };
            let value = value(&game, &position);
            let for_follower =
                if follower == game.to_move(&position) { value } else { value.reversed() };
            let kept = match promise {
                FollowUp::Holds => !matches!(for_follower, Value::Loss(_)),
                FollowUp::Wins => matches!(for_follower, Value::Win(_)),
            };
            assert!(kept, "{follower:?} {promise:?} in {position:?}, worth {value:?}");
            *told
                .entry((follower == game.to_move(&position), promise == FollowUp::Wins))
                .or_insert(0) += 1;
        }
        assert!(told.values().all(|&times| times > 5) && told.len() >= 3, "{told:?}");
    }
}
