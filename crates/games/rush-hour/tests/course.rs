//! The course's evaluation and searches, node for node, against what its authors' program printed.

use serde_json::Value as Json;
use tesuji_core::{Evaluator, Game, Player, Rules, laws};
use tesuji_rush_hour::{Axis, Cell, CourseGame, CourseState, RocksMove, Slide, course, instances};

/// The adversarial searches of the course: every node counts one when it is entered, the first
/// of equally good moves wins, a won position is valued like any leaf.
struct Search<'g> {
    game: &'g CourseGame,
    prunes: bool,
    visited: u64,
}

impl Search<'_> {
    /// The value for the driver, and the best move.
    fn value(
        &mut self,
        state: &mut CourseState,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> (i32, Option<RocksMove>) {
        self.visited += 1;
        let driver = self.game.to_move(state) == Player::First;
        if depth == 0 || self.game.is_won(state) {
            let score = course.score(self.game, state);
            return (if driver { score } else { -score }, None);
        }
        let mut best = (if driver { i32::MIN } else { i32::MAX }, None);
        for mv in self.game.moves(state) {
            let undo = self.game.play(state, mv);
            let (value, _) = self.value(state, depth - 1, alpha, beta);
            self.game.undo(state, mv, undo);
            let better = if driver { value > best.0 } else { value < best.0 };
            if better {
                best = (value, Some(mv));
            }
            if driver {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if self.prunes && beta <= alpha {
                break;
            }
        }
        best
    }
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).expect("the data are well-formed")
}

fn int(value: &Json) -> i64 {
    value.as_i64().unwrap_or_else(|| value.as_f64().expect("a number") as i64)
}

/// The move that a line of a printed game stands for.
fn printed(game: &CourseGame, state: &CourseState, entry: &Json) -> RocksMove {
    let (first, second) = (int(&entry[1]), int(&entry[2]));
    if entry[0] == "R" {
        return RocksMove::Rock(Cell { row: first as u8, column: second as u8 });
    }
    let from = game.rocks().alone().offset(state.position.board(), first as usize);
    RocksMove::Drive(Slide { car: first as u8, from, to: from.strict_add_signed(second as i8) })
}

#[test]
fn the_searches_of_the_course_play_the_printed_games_and_visit_as_many_states() {
    let games = json(include_str!("../data/rush_source_games.json"));
    let boards = [("seed9", 0), ("seed16", 1), ("seed14", 2)];
    let mut compared = 0;
    for (name, printed_game) in games.as_object().unwrap() {
        let parts: Vec<_> = name.split('/').collect();
        let &[board, mode, depth] = parts.as_slice() else { panic!("{name}") };
        let board = boards.iter().find(|(name, _)| *name == board).unwrap().1;
        let card = instances::COURSE[board].parse().unwrap();
        let depth: u32 = depth[1..].parse().unwrap();
        let game = match mode {
            "single" => CourseGame::alone(card),
            _ => CourseGame::against_rocks(card),
        };
        let mut search = Search { game: &game, prunes: mode == "pruning", visited: 0 };
        let mut state = game.initial();
        for (ply, entry) in printed_game["trace"].as_array().unwrap().iter().enumerate() {
            let (value, best) = search.value(&mut state.clone(), depth, i32::MIN, i32::MAX);
            let expected = printed(&game, &state, entry);
            assert_eq!(best, Some(expected), "{name}, ply {ply}");
            assert_eq!(i64::from(value), int(&entry[3]), "value of {name}, ply {ply}");
            assert_eq!(search.visited as i64, int(&entry[4]), "visited by {name}, ply {ply}");
            game.play(&mut state, expected);
        }
        assert_eq!(game.is_won(&state), printed_game["won"].as_bool().unwrap(), "{name}");
        assert_eq!(search.visited as i64, int(&printed_game["visited"]), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 30);
}

#[test]
fn the_published_counts_are_among_the_printed_games() {
    let games = json(include_str!("../data/rush_source_games.json"));
    for (mode, depth, expected) in [
        ("single", 1, [(59, 9), (127, 16), (113, 14)]),
        ("minimax", 3, [(15_984, 19), (18_078, 31), (10_950, 29)]),
        ("pruning", 3, [(5_560, 19), (7_667, 31), (4_153, 29)]),
    ] {
        for (board, (visited, plies)) in ["seed9", "seed16", "seed14"].into_iter().zip(expected) {
            let game = &games[format!("{board}/{mode}/d{depth}")];
            assert_eq!((int(&game["visited"]), int(&game["plies"])), (visited, plies));
        }
    }
}

#[test]
fn the_evaluation_has_the_parts_of_the_258_worked_positions() {
    let vectors = json(include_str!("../data/rush_heuristic_vectors.json"));
    let vectors = vectors.as_array().unwrap();
    assert_eq!(vectors.len(), 258);
    for vector in vectors {
        let game = CourseGame::against_rocks(vector["board"].as_str().unwrap().parse().unwrap());
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
        let state = CourseState { position, plies, last: None, takes_back };
        assert_eq!(i64::from(game.minimum_moves(&state)), int(&vector["min_number_moves"]));
        assert_eq!(i64::from(game.obstructions(&state)), int(&vector["obstruction_count4"]));
        let score = course.score(&game, &state);
        let score = if turn == Player::First { score } else { -score };
        assert_eq!(i64::from(score), int(&vector["score"]), "{vector}");
        let moves = |turn| rocks.moves(&rocks.state(board, rock, turn)).len() as i64;
        assert_eq!(moves(Player::First), int(&vector["n_moves"]), "{vector}");
        assert_eq!(moves(Player::Second), int(&vector["n_rocks"]), "{vector}");
    }
}

#[test]
fn the_course_games_keep_the_laws() {
    for text in instances::COURSE {
        let games = [
            CourseGame::against_rocks(text.parse().unwrap()),
            CourseGame::alone(text.parse().unwrap()),
        ];
        for game in games {
            laws::rules(&game, 2_000);
            laws::game(&game, 2_000);
            laws::notation(&game, 500);
        }
    }
}

#[test]
fn taking_back_is_only_that_of_the_last_ply() {
    let game = CourseGame::alone(instances::COURSE[0].parse().unwrap());
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
    let two = CourseGame::against_rocks(instances::COURSE[0].parse().unwrap());
    let mut state = two.initial();
    let rock = RocksMove::Rock(Cell { row: 0, column: 0 });
    for (mv, expected) in [(red(1, 2), false), (rock, false), (red(2, 1), true)] {
        two.play(&mut state, mv);
        assert_eq!(state.takes_back, expected);
    }
    two.play(&mut state, RocksMove::Rock(Cell { row: 1, column: 1 }));
    assert!(!state.takes_back);
}
