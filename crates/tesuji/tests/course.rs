//! The course's searches, node for node, against the games that its authors' program printed.

use serde_json::Value as Json;
use tesuji::catalogue::{self, Algorithm};
use tesuji::core::{Budget, Rules};
use tesuji::rocks::{CourseEnd, CourseGamePlayed, CourseSearch};
use tesuji::rush_hour::{Cell, CourseGame, CourseState, RocksMove, Slide, instances};

/// The games by name: board, way of searching, depth.
fn printed_games() -> Json {
    let text = include_str!("../../games/rush-hour/data/rush_source_games.json");
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

/// The game and the search of a printed game's name.
fn named(name: &str) -> (CourseGame, CourseSearch) {
    let parts: Vec<_> = name.split('/').collect();
    let &[board, mode, depth] = parts.as_slice() else { panic!("{name}") };
    let board = ["seed9", "seed16", "seed14"].iter().position(|seed| *seed == board).unwrap();
    let card = instances::COURSE[board].parse().unwrap();
    let depth: u32 = depth[1..].parse().unwrap();
    let search = match mode {
        "pruning" => CourseSearch::alpha_beta(depth),
        _ => CourseSearch::minimax(depth),
    };
    let game =
        if mode == "single" { CourseGame::alone(card) } else { CourseGame::against_rocks(card) };
    (game, search)
}

#[test]
fn every_printed_game_is_played_move_for_move_and_visits_as_many_states() {
    let games = printed_games();
    let mut compared = 0;
    for (name, printed_game) in games.as_object().unwrap() {
        let (game, search) = named(name);
        let mut state = game.initial();
        let mut visited = 0;
        for (ply, entry) in printed_game["trace"].as_array().unwrap().iter().enumerate() {
            let decision = search.decide(&game, &state).unwrap();
            visited += decision.visited;
            let expected = printed(&game, &state, entry);
            assert_eq!(decision.mv, expected, "{name}, ply {ply}");
            assert_eq!(i64::from(decision.value), int(&entry[3]), "value of {name}, ply {ply}");
            assert_eq!(visited as i64, int(&entry[4]), "visited by {name}, ply {ply}");
            game.play(&mut state, expected);
        }
        assert_eq!(game.is_won(&state), printed_game["won"].as_bool().unwrap(), "{name}");
        assert_eq!(visited as i64, int(&printed_game["visited"]), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 30);
}

#[test]
fn whole_games_have_the_published_counts() {
    let play = |search: CourseSearch, text: &str| {
        let game = CourseGame::against_rocks(text.parse().unwrap());
        let CourseGamePlayed { decisions, visited, end } = search.play_out(&game);
        assert_eq!(end, CourseEnd::Won);
        (visited, decisions.len())
    };
    let [minimax, alpha_beta] = [CourseSearch::minimax(3), CourseSearch::alpha_beta(3)];
    let published = [(15_984, 5_560, 19), (18_078, 7_667, 31), (10_950, 4_153, 29)];
    for (text, (full, pruned, plies)) in instances::COURSE.into_iter().zip(published) {
        assert_eq!(play(minimax, text), (full, plies));
        assert_eq!(play(alpha_beta, text), (pruned, plies));
    }
    let alone = |text: &str| {
        let game = CourseGame::alone(text.parse().unwrap());
        let played = CourseSearch::minimax(1).play_out(&game);
        (played.visited, played.decisions.len())
    };
    assert_eq!(instances::COURSE.map(alone), [(59, 9), (127, 16), (113, 14)]);
}

#[test]
fn on_the_third_board_alone_the_search_goes_round_in_a_circle_unless_it_looks_one_move_ahead() {
    let game = CourseGame::alone(instances::COURSE[2].parse().unwrap());
    let ends = [1, 2, 3].map(|depth| CourseSearch::minimax(depth).play_out(&game).end);
    assert_eq!(ends, [CourseEnd::Won, CourseEnd::Circle, CourseEnd::Circle]);
}

#[test]
fn move_by_move_and_by_name_it_plays_the_same_games() {
    for board in instances::COURSE {
        let played =
            catalogue::course("rush-hour-rocks", Some(board), Algorithm::AlphaBeta, 3).unwrap();
        let mut moves = Vec::new();
        while let Some(next) =
            catalogue::course_move(Some(board), &moves, 3, &Budget::unlimited()).unwrap()
        {
            assert_eq!(next, played.moves[moves.len()], "{board}, ply {}", moves.len());
            moves.push(next.mv);
        }
        assert_eq!(moves.len(), played.moves.len(), "{board}");
    }
}
