//! Rush Hour against rocks, where cycles are everywhere: the adversary holds by letting positions
//! come back.

use tesuji_core::{Budget, GameSolver, Rules, Silent, Value};
use tesuji_proof::{DfPn, Mobility};
use tesuji_rush_hour::RushHourRocks;
use tesuji_rush_hour::instances::{AgainstRocks, LAB, classic};

/// The value within `nodes` nodes.
fn value(game: &RushHourRocks, nodes: u64) -> Option<Value> {
    let budget = Budget::unlimited().nodes(nodes);
    let search = DfPn::new().first_numbers(Mobility).table_bytes(1 << 28).whole_pv(false);
    let answer = search.solve_within(game, &game.initial(), &budget, &mut Silent);
    answer.judgement.limit.is_none().then_some(answer.judgement.value)
}

fn known(card: &AgainstRocks) -> Value {
    match (card.value, card.blocked) {
        (Some(_), _) => Value::Win(None),
        (None, Some(_)) => Value::Loss(None),
        (None, None) => Value::Draw,
    }
}

#[test]
fn the_boards_of_the_lab_are_won() {
    for board in LAB {
        let game = RushHourRocks::new(board.parse().unwrap());
        assert_eq!(value(&game, 10_000_000), Some(Value::Win(None)), "{board}");
    }
}

#[test]
fn cards_are_won_lost_and_held() {
    for name in ["classic08", "classic09", "classic15", "classic27", "classic33", "classic37"] {
        let card = classic().iter().find(|card| card.instance.name == name).unwrap();
        let game = RushHourRocks::new(card.instance.card.clone());
        assert_eq!(value(&game, 2_000_000), Some(known(card)), "{name}");
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn all_cards_have_their_values() {
    let mut found = 0;
    for card in classic() {
        let game = RushHourRocks::new(card.instance.card.clone());
        if let Some(value) = value(&game, 20_000_000) {
            assert_eq!(value, known(card), "{}", card.instance.name);
            found += 1;
        }
    }
    assert!(found >= 35, "only {found} of the {} cards", classic().len());
}
