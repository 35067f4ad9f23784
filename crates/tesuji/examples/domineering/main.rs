//! A game of your own, from its rules to proved answers: `cargo run --release -p tesuji --example
//! domineering`. The tutorial of the book walks through it.

mod game;

use tesuji::adversarial::{AlphaBeta, Search};
use tesuji::catalogue::certify;
use tesuji::certificate::{Checker, Rejection};
use tesuji::core::{Budget, GameSolver, Notation, Render, Rules, Value};
use tesuji::retrograde::{Reachable, Retrograde, Table};

use game::Domineering;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for size in 1..=6 {
        println!("{}", who_wins(size));
    }

    // How a 4×4 board is played out, move by move.
    let board = Domineering::new(4, 4);
    let mut position = board.initial();
    let answer = AlphaBeta::new().solve(&board, &position);
    for &domino in &answer.judgement.pv {
        let text = board.move_text(&position, domino);
        board.play(&mut position, domino);
        println!("\n{text}\n{}", board.text(&position));
    }

    // The same by another road: every position that can be reached, from the ends backwards.
    let exact = Retrograde.solve(&board, &board.initial());
    assert_eq!(exact.judgement.value, answer.judgement.value);

    println!("{}", proof(&board)?);
    Ok(())
}

/// Who wins on a small board, by alpha-beta with a table.
fn who_wins(size: u32) -> String {
    let board = Domineering::new(size, size);
    let answer = Search::who_wins().solve(&board, &board.initial());
    let winner = match answer.judgement.value {
        Value::Win(_) => "first",
        Value::Loss(_) => "second",
        Value::Draw | Value::Estimate(_) => unreachable!("no draws, and no limit was set"),
    };
    format!("{size}x{size}: the {winner} player wins, {} nodes", answer.stats.expanded)
}

/// What needs no search to be believed: the winner's moves, in a file that is checked.
fn proof(board: &Domineering) -> Result<String, Rejection> {
    let table = Table::solve(Reachable::explore_all(board, &board.initial()));
    let budget = Budget::unlimited();
    let (certificate, _) = certify::value(board, &board.initial(), &table, false, &budget)?;
    let file = certificate.to_bytes();
    let checked = Checker::new().check_game::<Domineering>(&file[..], None)?;
    Ok(format!("proved in {} bytes: {}", file.len(), checked.header.claim))
}

#[cfg(test)]
mod tests {
    use tesuji::core::laws;

    use super::*;

    #[test]
    fn the_tutorial_shows_what_is_printed() {
        let tutorial = include_str!("../../../../docs/tutorial.md");
        for size in 2..=6 {
            let line = who_wins(size);
            assert!(tutorial.contains(&line), "{line}");
        }
        let line = proof(&Domineering::new(4, 4)).unwrap();
        assert!(tutorial.contains(&line), "{line}");
    }

    #[test]
    fn the_laws_hold() {
        for (width, height) in [(1, 1), (2, 2), (3, 4), (7, 7)] {
            let board = Domineering::new(width, height);
            laws::rules(&board, 2000);
            laws::game(&board, 2000);
            laws::notation(&board, 500);
        }
    }

    /// Breuker, Uiterwijk and van den Herik, "Solving 8×8 Domineering", 2000.
    #[test]
    fn square_boards_are_won_as_published() {
        let first_wins = [(2, true), (3, true), (4, true), (5, false)];
        for (size, first) in first_wins {
            let board = Domineering::new(size, size);
            let value = Search::who_wins().solve(&board, &board.initial()).judgement.value;
            assert_eq!(matches!(value, Value::Win(_)), first, "{size}x{size}");
            assert!(value.is_proved());
        }
    }

    #[test]
    fn two_searches_agree_on_every_small_board() {
        for (width, height) in [(2, 3), (3, 2), (3, 3), (4, 3), (4, 4)] {
            let board = Domineering::new(width, height);
            for position in laws::states(&board, 300) {
                let exact = Retrograde.solve(&board, &position).judgement.value;
                assert_eq!(AlphaBeta::new().solve(&board, &position).judgement.value, exact);
            }
        }
    }

    #[test]
    fn a_certificate_proves_who_wins_and_a_forged_one_does_not() {
        let board = Domineering::new(3, 3);
        let start = board.initial();
        let table = Table::solve(Reachable::explore_all(&board, &start));
        let budget = Budget::unlimited();
        let (certificate, checked) = certify::value(&board, &start, &table, true, &budget).unwrap();
        let Value::Win(Some(plies)) = table.judge(&start).unwrap().value else {
            panic!("the first player wins on 3x3");
        };
        let claim = checked.header.claim.to_string();
        assert_eq!(claim, format!("first wins in exactly {plies} plies"));

        let file = certificate.to_bytes();
        for byte in 0..file.len() {
            let mut forged = file.clone();
            forged[byte] ^= 1;
            let checked = Checker::new().check_game::<Domineering>(&forged[..], None);
            assert!(checked.is_err(), "byte {byte}");
        }
    }

    #[test]
    fn an_empty_board_of_two_by_two_has_two_moves_and_no_answer() {
        let board = Domineering::new(2, 2);
        assert_eq!(board.moves(&board.initial()).len(), 2);
        let text = board.parse_move(&board.initial(), "c1").unwrap_err().to_string();
        assert_eq!(text, "\"c1\" is no move here");
    }
}
