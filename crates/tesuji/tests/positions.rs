//! What a caller by name can ask of a position.

use std::collections::BTreeSet;

use crate::common::game;
use tesuji::catalogue::{AnyPosition, Catalogue, Shuffle, Status, Verdict};
use tesuji::core::{Budget, GameResult, Player, Settings, Silent, with_sources};

#[test]
fn a_game_is_played_by_text_to_its_end() {
    let mut position = game("tic-tac-toe").open(None, &Settings::new()).unwrap();
    assert_eq!(position.status(), Status::ToMove(Player::First));
    assert_eq!(position.moves().len(), 9);
    // Always the first free cell: X takes the diagonal from the lower left.
    while let Some(mv) = position.moves().first() {
        position = position.after(mv).unwrap();
    }
    assert_eq!(position.status(), Status::Finished(GameResult::Win(Player::First)));
}

#[test]
fn a_puzzle_says_when_it_is_solved() {
    let taquin = game("taquin");
    let position = taquin.open(Some("102345678"), &Settings::new()).unwrap();
    assert_eq!(position.status(), Status::Unsolved);
    let after: Vec<_> =
        position.moves().iter().map(|mv| position.after(mv).unwrap().status()).collect();
    assert_eq!(after.iter().filter(|&&status| status == Status::Solved).count(), 1);
}

#[test]
fn a_game_goes_on_from_its_written_position() {
    for entry in Catalogue::standard().games() {
        let mut position = entry.open(None, &Settings::new()).unwrap();
        for _ in 0..12 {
            let moves = position.moves();
            let Some(mv) = moves.last() else { break };
            position = position.after(mv).unwrap();
            let again = entry.open(Some(&position.notation()), &Settings::new()).unwrap();
            assert_eq!(again.notation(), position.notation());
            assert_eq!(again.status(), position.status());
            assert_eq!(again.moves(), position.moves());
        }
    }
}

#[test]
fn sokoban_is_shuffled_to_positions_that_can_be_solved() {
    let sokoban = game("sokoban");
    let search = sokoban.search("a*").unwrap();
    for metric in ["moves", "pushes"] {
        let settings = Settings::new().with("metric", metric).with("microban", 1);
        let mut met = BTreeSet::new();
        for seed in 0..12 {
            let shuffled = sokoban
                .shuffle(&settings, Shuffle::Walk(40), seed, &Budget::unlimited())
                .unwrap()
                .position;
            let again = sokoban.open(Some(&shuffled.notation()), &Settings::new()).unwrap();
            let report = again.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
            assert_eq!(report.outcome, Verdict::Solved, "{}", shuffled.notation());
            assert!(report.length > Some(0), "{}", shuffled.notation());
            met.insert(shuffled.notation());
        }
        assert!(met.len() >= 3, "{met:?}");
    }
}

#[test]
fn reports_and_positions_tell_costs_where_moves_cost_more_than_one() {
    let grid = game("grid");
    let open = |position: &str, directions: &str| {
        let settings = Settings::new().with("directions", directions);
        grid.open(Some(position), &settings).unwrap()
    };
    let solve = |position: &AnyPosition, search: &str| {
        let search = grid.search(search).unwrap();
        let report = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
        (report.length, report.cost)
    };
    // Straight through the mud, or around it.
    let mud = open("s9g/...", "4");
    assert_eq!(mud.moves(), ["e", "s"]);
    assert_eq!(mud.costs(), [9, 1]);
    assert_eq!(solve(&mud, "bfs"), (Some(2), Some(10)));
    assert_eq!(solve(&mud, "a*"), (Some(4), Some(4)));
    assert_eq!(open("s.g/...", "4").costs(), [0; 0], "each move costs 1");
    assert_eq!(open("s.g", "8").costs().len(), open("s.g", "8").moves().len());
}

#[test]
fn a_language_without_words_is_not_a_game_without_them() {
    let in_words = |name: &str, language| {
        let start = game(name).open(None, &Settings::new()).unwrap();
        let error = start.in_words(&start.moves()[..1], language).unwrap_err();
        with_sources(&error)
    };
    let told = r#"language "de" is not valid: "de" is neither "en" nor "fr""#;
    for game in ["rush-hour", "rush-hour-rocks", "taquin"] {
        assert_eq!(in_words(game, "de"), told);
    }
    assert_eq!(in_words("taquin", "fr"), "taquin does not offer moves in words");
}
