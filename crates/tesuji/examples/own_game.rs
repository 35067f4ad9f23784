//! A game of your own in sixty lines: Chomp (David Gale, 1974). A bar of chocolate; a bite takes
//! a square and all below and to the right of it; the upper left square is poisoned.
//! `cargo run -p tesuji --example own_game`

use std::ops::ControlFlow;

use tesuji::adversarial::MemoMinimax;
use tesuji::core::{Game, GameResult, GameSolver, Player, Rules};

struct Chomp {
    bar: [u8; 4],
}

/// How much is left of each row, and who bites next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    rows: [u8; 4],
    to_move: Player,
}

impl Rules for Chomp {
    type State = Position;
    type Move = (usize, u8); // row and column of the bite
    type Undo = Position;

    fn initial(&self) -> Position {
        Position { rows: self.bar, to_move: Player::First }
    }

    fn visit_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut((usize, u8)) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (row, &left) in position.rows.iter().enumerate() {
            (0..left).try_for_each(|column| visit((row, column)))?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, position: &mut Position, (row, column): (usize, u8)) -> Position {
        let before = *position;
        position.rows[row..].iter_mut().for_each(|left| *left = column.min(*left));
        position.to_move = before.to_move.other();
        before
    }

    fn undo(&self, position: &mut Position, _: (usize, u8), before: Position) {
        *position = before;
    }
}

impl Game for Chomp {
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn result(&self, position: &Position) -> Option<GameResult> {
        (position.rows[0] == 0).then_some(GameResult::Win(position.to_move)) // the other ate the poison
    }
}

fn main() {
    let chomp = Chomp { bar: [7, 7, 7, 7] };
    println!("{:?}", MemoMinimax::new().solve(&chomp, &chomp.initial()).judgement);
}

#[test]
fn it_runs() {
    main();
}
