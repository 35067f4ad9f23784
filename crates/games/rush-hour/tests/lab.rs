//! The lab assignment's evaluation, compared with the values of its authors' program.

use serde_json::Value as Json;
use tesuji_core::{Evaluator, Player, Rules, laws};
use tesuji_rush_hour::{
    Axis, Cell, LabGame, LabState, RocksMove, Slide, instances, lab_evaluation,
    lab_position_evaluation,
};

fn json(text: &str) -> Json {
    serde_json::from_str(text).expect("the data are well-formed")
}

fn int(value: &Json) -> i64 {
    value.as_i64().unwrap_or_else(|| value.as_f64().expect("a number") as i64)
}

#[test]
fn the_evaluation_has_the_parts_of_the_258_worked_positions() {
    let vectors = json(include_str!("../data/rush_heuristic_vectors.json"));
    let vectors = vectors.as_array().unwrap();
    assert_eq!(vectors.len(), 258);
    for vector in vectors {
        let game = LabGame::against_rocks(vector["board"].as_str().unwrap().parse().unwrap());
        let rocks = game.rocks();
        let offsets: Vec<u8> =
            vector["pos"].as_array().unwrap().iter().map(|pos| int(pos) as u8).collect();
        let board = rocks.alone().board_from_offsets(&offsets).unwrap();
        let rock = vector["rock"]
            .as_array()
            .map(|cell| Cell { row: int(&cell[0]) as u8, column: int(&cell[1]) as u8 });
        let plies = int(&vector["nb_moves"]) as u32;
        let turn = if plies.is_multiple_of(2) { Player::First } else { Player::Second };
        let takes_back = vector["prev_c"] == vector["c"]
            && vector["prev_d"].as_i64() == vector["d"].as_i64().map(|d| -d);
        let position = rocks.state(board, rock, turn);
        let state = LabState { position, plies, last: None, takes_back };
        assert_eq!(i64::from(game.minimum_moves(&state)), int(&vector["min_number_moves"]));
        assert_eq!(i64::from(game.obstructions(&state)), int(&vector["obstruction_count4"]));
        let score = lab_evaluation.score(&game, &state);
        let score = if turn == Player::First { score } else { -score };
        assert_eq!(i64::from(score), int(&vector["score"]), "{vector}");
        let memory = i64::from(plies) + if takes_back { 100 } else { 0 };
        let alone = lab_position_evaluation.score(rocks, &position);
        let alone = if turn == Player::First { alone } else { -alone };
        assert_eq!(i64::from(alone), int(&vector["score"]) + memory, "{vector}");
        let moves = |turn| rocks.moves(&rocks.state(board, rock, turn)).len() as i64;
        assert_eq!(moves(Player::First), int(&vector["n_moves"]), "{vector}");
        assert_eq!(moves(Player::Second), int(&vector["n_rocks"]), "{vector}");
    }
}

#[test]
fn the_lab_games_keep_the_laws() {
    for text in instances::LAB {
        let games =
            [LabGame::against_rocks(text.parse().unwrap()), LabGame::alone(text.parse().unwrap())];
        for game in games {
            laws::rules(&game, 2_000);
            laws::game(&game, 2_000);
            laws::notation(&game, 500);
        }
    }
}

#[test]
fn taking_back_is_only_that_of_the_last_ply() {
    let game = LabGame::alone(instances::LAB[0].parse().unwrap());
    let mut state = game.initial();
    let red = |from, to| RocksMove::Drive(Slide { car: 0, from, to });
    assert_eq!(game.rocks().alone().card().red().axis, Axis::Horizontal);
    game.play(&mut state, red(1, 2));
    assert!(!state.takes_back);
    game.play(&mut state, red(2, 1));
    assert!(state.takes_back);
    let undo = game.play(&mut state, red(1, 0));
    assert!(!state.takes_back);
    game.undo(&mut state, red(1, 0), undo);
    assert!(state.takes_back);
    let two = LabGame::against_rocks(instances::LAB[0].parse().unwrap());
    let mut state = two.initial();
    let rock = RocksMove::Rock(Cell { row: 0, column: 0 });
    for (mv, expected) in [(red(1, 2), false), (rock, false), (red(2, 1), true)] {
        two.play(&mut state, mv);
        assert_eq!(state.takes_back, expected);
    }
    two.play(&mut state, RocksMove::Rock(Cell { row: 1, column: 1 }));
    assert!(!state.takes_back);
}
