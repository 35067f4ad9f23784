//! What a caller by name can ask of a position without a search.

use crate::common::game;
use tesuji::catalogue::{Catalogue, Status};
use tesuji::core::{GameResult, Player, Settings};

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
