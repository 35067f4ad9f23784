//! The lab's searches, node for node, against the games that its authors' program printed.

use crate::common::game;
use serde_json::Value as Json;
use tesuji::catalogue::{self, LabAlgorithm, LabOptions, OpponentModel};
use tesuji::core::{Budget, Rules, Settings, Silent};
use tesuji::rocks::{LabEnd, LabRecord, LabSearch};
use tesuji::rush_hour::{Cell, LabGame, LabState, RocksMove, Slide, instances};

/// The games by name: board, way of searching, depth.
fn printed_games() -> Json {
    let text = include_str!("../../games/rush-hour/data/rush_source_games.json");
    serde_json::from_str(text).expect("the data are well-formed")
}

fn int(value: &Json) -> i64 {
    value.as_i64().unwrap_or_else(|| value.as_f64().expect("a number") as i64)
}

/// The move that a line of a printed game stands for.
fn printed(game: &LabGame, state: &LabState, entry: &Json) -> RocksMove {
    let (first, second) = (int(&entry[1]), int(&entry[2]));
    if entry[0] == "R" {
        return RocksMove::Rock(Cell { row: first as u8, column: second as u8 });
    }
    let from = game.rocks().alone().offset(state.position.board(), first as usize);
    RocksMove::Drive(Slide { car: first as u8, from, to: from.strict_add_signed(second as i8) })
}

/// The game and the search of a printed game's name.
fn named(name: &str) -> (LabGame, LabSearch) {
    let parts: Vec<_> = name.split('/').collect();
    let &[board, mode, depth] = parts.as_slice() else { panic!("{name}") };
    let board = ["seed9", "seed16", "seed14"].iter().position(|seed| *seed == board).unwrap();
    let card = instances::LAB[board].parse().unwrap();
    let depth: u32 = depth[1..].parse().unwrap();
    let search = match mode {
        "pruning" => LabSearch::alpha_beta(depth),
        _ => LabSearch::minimax(depth),
    };
    let game = if mode == "single" { LabGame::alone(card) } else { LabGame::against_rocks(card) };
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
            assert_eq!(decision.value, int(&entry[3]) as f64, "value of {name}, ply {ply}");
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
    let play = |search: LabSearch, text: &str| {
        let game = LabGame::against_rocks(text.parse().unwrap());
        let LabRecord { decisions, visited, end } = search.play_out(&game);
        assert_eq!(end, LabEnd::Won);
        (visited, decisions.len())
    };
    let [minimax, alpha_beta] = [LabSearch::minimax(3), LabSearch::alpha_beta(3)];
    let published = [(15_984, 5_560, 19), (18_078, 7_667, 31), (10_950, 4_153, 29)];
    for (text, (full, pruned, plies)) in instances::LAB.into_iter().zip(published) {
        assert_eq!(play(minimax, text), (full, plies));
        assert_eq!(play(alpha_beta, text), (pruned, plies));
    }
    let alone = |text: &str| {
        let game = LabGame::alone(text.parse().unwrap());
        let played = LabSearch::minimax(1).play_out(&game);
        (played.visited, played.decisions.len())
    };
    assert_eq!(instances::LAB.map(alone), [(59, 9), (127, 16), (113, 14)]);
}

#[test]
fn on_the_third_board_alone_the_search_repeats_a_position_unless_it_looks_one_move_ahead() {
    let game = LabGame::alone(instances::LAB[2].parse().unwrap());
    let ends = [1, 2, 3].map(|depth| LabSearch::minimax(depth).play_out(&game).end);
    assert_eq!(ends, [LabEnd::Won, LabEnd::Cycle, LabEnd::Cycle]);
}

#[test]
fn move_by_move_and_by_name_it_plays_the_same_games() {
    let alpha_beta = LabOptions::new(LabAlgorithm::AlphaBeta, 3);
    let free = Budget::unlimited();
    for board in instances::LAB {
        let played =
            catalogue::lab("rush-hour-rocks", Some(board), &alpha_beta, &free, &mut Silent);
        let played = played.unwrap();
        let mut moves = Vec::new();
        while let Some(next) =
            catalogue::lab_move("rush-hour-rocks", Some(board), &moves, 3, &free).unwrap()
        {
            assert_eq!(next, played.moves[moves.len()], "{board}, ply {}", moves.len());
            moves.push(next.mv);
        }
        assert_eq!(moves.len(), played.moves.len(), "{board}");
    }
}

/// What the lab calls optimistic and pessimistic.
#[test]
fn the_expectimax_of_the_lab_is_max_max_and_minimax() {
    let play = |board, depth, opponent| {
        let mut options = LabOptions::new(LabAlgorithm::Expectimax, depth);
        (options.opponent, options.as_written) = (opponent, true);
        let (free, progress) = (Budget::unlimited(), &mut Silent);
        let played = catalogue::lab("rush-hour-rocks", Some(board), &options, &free, progress);
        let played = played.unwrap();
        assert_eq!((played.end, played.seed), ("won", None));
        played
    };
    // The third board was run at another depth than the others.
    let depths = [3, 3, 2];
    let [optimistic, pessimistic] =
        [OpponentModel::Optimistic, OpponentModel::Pessimistic].map(|opponent| {
            instances::LAB.into_iter().zip(depths).map(move |(board, depth)| {
                let played = play(board, depth, opponent);
                (played.visited, played.moves.len())
            })
        });
    assert_eq!(optimistic.collect::<Vec<_>>(), [(13_724, 17), (15_303, 31), (1_438, 27)]);
    assert_eq!(pessimistic.collect::<Vec<_>>(), [(15_984, 19), (18_078, 31), (1_829, 35)]);
    // The moves that the document prints.
    let first = play(instances::LAB[0], 3, OpponentModel::Optimistic);
    let moves: Vec<_> = first.moves.iter().map(|played| &*played.mv).collect();
    assert_eq!(
        moves.join(" "),
        "A+1 0-0 C-1 1-1 D-1 0-0 B+1 1-1 B+1 0-0 E-1 1-1 B+1 0-0 A+1 1-1 A+1"
    );
    let third = play(instances::LAB[2], 2, OpponentModel::Optimistic);
    let rocks = third.moves.iter().skip(1).step_by(2).map(|played| &*played.mv);
    assert_eq!(
        rocks.collect::<Vec<_>>().join(" "),
        "0-1 1-2 4-0 0-4 1-1 0-4 1-1 0-4 1-1 3-3 0-5 1-1 0-5"
    );
}

/// It visits all that minimax does in each decision, and draws its replies from a seed.
#[test]
fn the_random_expectimax_of_the_lab_repeats_by_its_seed() {
    let game = LabGame::against_rocks(instances::LAB[0].parse().unwrap());
    let play = |seed| LabSearch::sampled_replies(3).seed(seed).play_out(&game);
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
    // The document has 15279.6, a mean of five games.
    let visited = (0..50).map(|seed| play(seed).visited).sum::<u64>() as f64 / 50.0;
    assert!((10_000.0..30_000.0).contains(&visited), "{visited}");
    let start = game.initial();
    let [one, other] = [LabSearch::minimax(3), LabSearch::sampled_replies(3)];
    let visited = |search: LabSearch| search.decide(&game, &start).unwrap().visited;
    assert_eq!(visited(one), visited(other));
}

#[test]
fn an_expectation_lies_between_the_worst_and_the_best_and_goes_to_them() {
    for board in instances::LAB {
        let game = LabGame::against_rocks(board.parse().unwrap());
        let state = game.successor(&game.initial(), game.moves(&game.initial())[0]);
        let value = |search: LabSearch| search.decide(&game, &state).unwrap().value;
        let expect = |model, heat| value(LabSearch::expectimax(3, model, heat));
        let [worst, best] = [LabSearch::minimax(3), LabSearch::best_replies(3)].map(value);
        let models =
            [OpponentModel::Pessimistic, OpponentModel::Uniform, OpponentModel::Optimistic];
        let [pessimistic, uniform, optimistic] = models.map(|model| expect(model, 5.0));
        assert!(worst < pessimistic && pessimistic < uniform, "{board}");
        assert!(uniform < optimistic && optimistic < best, "{board}");
        let close = |one: f64, other: f64| (one - other).abs() < 1e-3;
        assert!(close(expect(OpponentModel::Pessimistic, 0.01), worst), "{board}");
        assert!(close(expect(OpponentModel::Optimistic, 0.01), best), "{board}");
        assert!(close(expect(OpponentModel::Optimistic, 1e9), uniform), "{board}");
    }
}

/// By name, where the estimate without rocks gives one answer for all.
#[test]
fn by_name_the_evaluation_of_the_lab_tells_the_opponents_apart() {
    let rocks = game("rush-hour-rocks");
    let answers = |heuristic: &'static str, board: &str| {
        let position = rocks.open(Some(board), &Settings::new()).unwrap();
        // A uniform opponent has no temperature.
        ["pessimistic:temperature=1", "uniform", "optimistic:temperature=1"].map(|model| {
            let text = format!("expectimax:depth=3:heuristic={heuristic}:opponent={model}");
            let search = rocks.search(&text).unwrap();
            let report = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
            assert_eq!(report.heuristic, Some(heuristic));
            (report.best.unwrap(), report.estimate.unwrap())
        })
    };
    for board in instances::LAB {
        let [pessimistic, uniform, optimistic] = answers("moves-to-exit", board);
        assert!(pessimistic == uniform && uniform == optimistic, "{board}");
    }
    let [pessimistic, uniform, optimistic] = answers("lab", instances::LAB[1]);
    assert!(pessimistic != uniform && uniform != optimistic && optimistic != pessimistic);
    // What is right for a uniform opponent is not for one who means well.
    assert_eq!([uniform.0, optimistic.0], ["F-1", "G+1"]);
}

#[test]
fn searches_by_name_agree_about_what_three_plies_lead_to() {
    let entry = game("rush-hour-rocks");
    // The third board takes minimax a second.
    for text in &instances::LAB[..2] {
        let position = entry.open(Some(text), &Settings::new()).unwrap();
        let reports = ["minimax", "negamax", "alpha-beta", "pvs", "mtd-f"].map(|name| {
            let search = entry.search(name).unwrap().with("depth", "3").unwrap();
            position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap()
        });
        for report in &reports {
            assert!(report.best.is_some() && !report.optimal, "{}", report.algorithm);
            assert_eq!(report.estimate, reports[0].estimate, "{} on {text}", report.algorithm);
        }
    }
}
