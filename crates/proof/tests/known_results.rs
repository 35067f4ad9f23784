//! Who wins Breakthrough with two rows of pawns, as is known from exact tables, and small Connect
//! Four.

use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::ConnectFour;
use tesuji_connect_four::ConnectFourHints;
use tesuji_core::{GameSolver, Rules, Value};
use tesuji_proof::{DfPn, Estimated, Mobility, PnSearch};

const FIRST: Value = Value::Win(None);
const SECOND: Value = Value::Loss(None);

fn check_breakthrough(width: usize, height: usize, expected: Value) {
    let game = Breakthrough::new(width, height).unwrap();
    let first_numbers = Estimated::new(PawnsAndRows, 5);
    let df_pn = DfPn::new().hints(BreakthroughHints).first_numbers(first_numbers);
    let df_pn = df_pn.table_bytes(if width * height > 25 { 1 << 31 } else { 1 << 29 });
    let judgement = df_pn.solve(&game, &game.initial()).judgement;
    assert_eq!(judgement.value, expected, "{width}x{height}");
    assert!(judgement.pv.len() > 5, "{width}x{height}: {:?}", judgement.pv);
}

#[test]
fn breakthrough_is_won_by_whom_it_is_known_to_be() {
    for (width, height, expected) in [
        (2, 4, SECOND),
        (2, 5, SECOND),
        (2, 6, FIRST),
        (3, 4, SECOND),
        (3, 5, SECOND),
        (3, 6, FIRST),
        (4, 4, SECOND),
        (4, 5, SECOND),
        (5, 4, SECOND),
    ] {
        check_breakthrough(width, height, expected);
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn breakthrough_on_five_by_five_is_won_by_the_second_player() {
    check_breakthrough(5, 5, SECOND);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn breakthrough_of_six_columns_and_five_rows_is_won_by_the_second_player() {
    check_breakthrough(6, 5, SECOND);
}

#[test]
fn best_first_search_finds_the_same() {
    for (width, height, expected) in [(2, 4, SECOND), (2, 5, SECOND), (3, 4, SECOND)] {
        let game = Breakthrough::new(width, height).unwrap();
        for search in [PnSearch::new(), PnSearch::pn2()] {
            let search = search.hints(BreakthroughHints).first_numbers(Mobility);
            let judgement = search.solve(&game, &game.initial()).judgement;
            assert_eq!(judgement.value, expected, "{width}x{height}");
        }
    }
}

#[test]
fn small_connect_four_is_drawn() {
    let game = ConnectFour::new(4, 4).unwrap();
    let judgement = DfPn::new().hints(ConnectFourHints).solve(&game, &game.initial()).judgement;
    assert_eq!(judgement.value, Value::Draw);
    assert_eq!(judgement.pv.len(), 16);
}
