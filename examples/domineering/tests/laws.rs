//! The rules keep their laws, the searches agree with each other and with what is published, and a
//! certificate of the answer passes the checker.

use domineering::{Domineering, mobility};
use tesuji::adversarial::{AlphaBeta, TableSearch};
use tesuji::catalogue::{Catalogue, CatalogueError};
use tesuji::certificate::Checker;
use tesuji::core::{
    Budget, GameSolver, NamedGame, Notation, Render, Rules, Settings, Silent, Value, laws,
};
use tesuji::retrograde::Retrograde;

fn board(width: usize, height: usize) -> Domineering {
    Domineering::new(width, height).unwrap()
}

#[test]
fn the_laws_hold() {
    for (width, height) in [(1, 1), (2, 2), (3, 4), (8, 8)] {
        let board = board(width, height);
        laws::rules(&board, 2000);
        laws::game(&board, 2000);
        laws::never_repeats(&board, 2000);
        laws::notation(&board, 500);
        let again = Domineering::open(&board.settings(), None).unwrap();
        assert_eq!(again.settings(), board.settings());
    }
}

#[test]
fn two_searches_agree_on_every_small_board() {
    for (width, height) in [(2, 3), (3, 2), (3, 3), (4, 3), (4, 4)] {
        let board = board(width, height);
        for position in laws::states(&board, 300) {
            let exact = Retrograde.solve(&board, &position).judgement.value;
            assert_eq!(AlphaBeta::new().solve(&board, &position).judgement.value, exact);
        }
    }
}

/// Breuker, Uiterwijk and van den Herik, "Solving 8×8 Domineering", 2000.
#[test]
fn square_boards_are_won_as_published() {
    for (size, first_wins) in [(2, true), (3, true), (4, true), (5, false), (6, true)] {
        let board = board(size, size);
        let value = TableSearch::outcome_only().solve(&board, &board.initial()).judgement.value;
        let expected = if first_wins { Value::Win(None) } else { Value::Loss(None) };
        assert_eq!(value, expected, "{size}x{size}");
    }
}

#[test]
fn the_evaluator_counts_places_for_the_player_to_move() {
    // Three upright dominoes can be placed and four flat ones.
    let board = board(3, 2);
    let score = |text: &str| mobility(&board, &board.parse_state(text).unwrap());
    assert_eq!((score(".../... first"), score(".../... second")), (-1, 1));
}

#[test]
fn a_certificate_proves_who_wins_and_an_altered_one_does_not() -> Result<(), CatalogueError> {
    let catalogue = Catalogue::new().with(domineering::entry());
    let game = catalogue.game("domineering")?;
    let position = game.open(None, &Settings::new().with("size", "4x4"))?;
    let (search, budget) = (game.search("alpha-beta")?, Budget::unlimited());
    let report = position.solve(&search, &budget, &mut Silent)?;
    let file = position.certify(&report, &search, &budget)?.to_bytes();
    // Anyone can check it who has the rules.
    let checked = Checker::new().check_game::<Domineering>(&file[..], None)?;
    insta::assert_snapshot!(
        format!("{}: {} bytes", checked.header.claim, file.len()),
        @"first wins in exactly 7 plies: 191 bytes"
    );
    for byte in 0..file.len() {
        let mut altered = file.clone();
        altered[byte] ^= 1;
        let checked = Checker::new().check_game::<Domineering>(&altered[..], None);
        assert!(checked.is_err(), "byte {byte}");
    }
    Ok(())
}

#[test]
fn a_position_is_drawn_with_its_moves() {
    let board = board(3, 2);
    let position = board.parse_state("#../#.. second").unwrap();
    insta::assert_snapshot!(board.text(&position), @r"
    2 #..
    1 #..
      abc
    second to move
    ");
    let svg = board.svg(&position);
    assert_eq!(svg.matches("data-move").count(), 2);
    assert!(svg.contains(r#"data-move="b2""#) && svg.contains(r#"data-move="b1""#));
}

#[test]
fn errors_say_what_was_given_and_where() {
    let board = board(3, 2);
    let errors = ["..#/.. first", "..#/... third", "..#/.?. first"].map(|text| {
        let error = board.parse_state(text).unwrap_err();
        error.to_string()
    });
    insta::assert_snapshot!(errors.join("\n"), @r##"
    "..#/.." is not a board of 3x2
    first or second is to move, not "third"
    cell b1: '?' is not . or #
    "##);
    let error = board.parse_move(&board.initial(), "c1").unwrap_err();
    assert_eq!(error.to_string(), "\"c1\" is not a legal move");
    let error = Domineering::open(&Settings::new().with("size", "9x2"), None).unwrap_err();
    assert_eq!(error.to_string(), "size \"9x2\" is not valid");
}
