//! Random games: the fast implementation compared with the generic one.

use std::ops::ControlFlow;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_connect_four::{Cell, ConnectFour, Position};
use tesuji_core::{Game, GameResult, Notation, Player, Rules};

/// The same game with the playout that every game has by default.
struct Plain(ConnectFour);

impl Rules for Plain {
    type State = Position;
    type Move = Cell;
    type Undo = ();

    fn initial(&self) -> Position {
        self.0.initial()
    }

    fn visit_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.visit_moves(position, visit)
    }

    fn play(&self, position: &mut Position, cell: Cell) {
        self.0.play(position, cell);
    }

    fn undo(&self, position: &mut Position, cell: Cell, undo: ()) {
        self.0.undo(position, cell, undo);
    }
}

impl Game for Plain {
    fn to_move(&self, position: &Position) -> Player {
        self.0.to_move(position)
    }

    fn result(&self, position: &Position) -> Option<GameResult> {
        self.0.result(position)
    }
}

const GAMES: u32 = 60_000;

/// Wins of the first player, wins of the second, draws.
fn tally<G: Game<State = Position>>(game: &G, position: &Position, seed: u64) -> [u32; 3] {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut counts = [0; 3];
    for _ in 0..GAMES {
        match game.playout(position, &mut rng) {
            GameResult::Win(player) => counts[player as usize] += 1,
            GameResult::Draw => counts[2] += 1,
        }
    }
    counts
}

#[test]
fn both_ways_win_lose_and_draw_equally_often() {
    let positions = [
        (7, 6, ""),
        (7, 6, "4444"),
        (7, 6, "444444333333"),
        (7, 6, "2252576253462244111563365343671351441"),
        (5, 4, "1122"),
        (10, 3, "1,1,10"),
        (32, 1, ""),
    ];
    for (width, height, text) in positions {
        let game = ConnectFour::new(width, height).unwrap();
        let position = game.parse_state(text).unwrap();
        let (quick, plain) = (tally(&game, &position, 1), tally(&Plain(game), &position, 2));
        for (quick, plain) in quick.into_iter().zip(plain) {
            // Five standard deviations of the difference of two such counts are at most 870.
            assert!(quick.abs_diff(plain) < 870, "{text:?}: {quick} and {plain}");
        }
    }
}

#[test]
fn a_seed_repeats_its_games() {
    let game = ConnectFour::default();
    let start = game.initial();
    assert_eq!(tally(&game, &start, 7), tally(&game, &start, 7));
}

#[test]
fn a_finished_game_is_its_own_playout() {
    let game = ConnectFour::default();
    let won = game.parse_state("4343434").unwrap();
    let mut rng = Pcg64::seed_from_u64(0);
    assert_eq!(game.playout(&won, &mut rng), GameResult::Win(Player::First));
}

#[test]
fn a_watched_game_is_legal_and_ends_where_it_says() {
    for (width, height) in [(7, 6), (4, 4), (9, 3)] {
        let game = ConnectFour::new(width, height).unwrap();
        let mut rng = Pcg64::seed_from_u64(31);
        for _ in 0..200 {
            let mut moves = Vec::new();
            let start = game.initial();
            let result =
                game.watched_playout(&start, &mut rng, |player, mv| moves.push((player, mv)));
            let mut position = start;
            for (player, mv) in moves {
                assert_eq!(player, game.to_move(&position));
                assert!(game.moves(&position).contains(&mv));
                game.play(&mut position, mv);
            }
            assert_eq!(game.result(&position), Some(result));
        }
    }
}
