//! Known facts about the whole game, and the laws on every position.

use std::collections::HashSet;

use tesuji_core::{Game, GameResult, Player, Ranked, Rules, laws};
use tesuji_tic_tac_toe::{Board, Cell, TicTacToe};

const EVERY_POSITION: usize = 6_000;

#[test]
fn the_laws_hold_in_every_position() {
    let game = TicTacToe::new();
    laws::rules(&game, EVERY_POSITION);
    laws::game(&game, EVERY_POSITION);
    laws::move_codes(&game, EVERY_POSITION);
    laws::incremental_key(&game, EVERY_POSITION);
    laws::symmetric(&game, EVERY_POSITION);
    laws::ranked(&game, EVERY_POSITION);
    laws::layered(&game, EVERY_POSITION);
    laws::reversible(&game, EVERY_POSITION);
    laws::notation(&game, EVERY_POSITION);
}

#[test]
fn there_are_5478_positions_and_the_ranks_number_just_those() {
    let game = TicTacToe::new();
    let reached: HashSet<Board> = laws::states(&game, EVERY_POSITION).into_iter().collect();
    let ranked: HashSet<Board> = (0..game.state_count()).map(|rank| game.unrank(rank)).collect();
    assert_eq!(reached.len(), 5_478);
    assert_eq!(game.state_count(), 5_478);
    assert_eq!(reached, ranked);
}

#[test]
fn no_two_positions_share_a_key() {
    let game = TicTacToe::new();
    let keys: HashSet<u64> =
        laws::states(&game, EVERY_POSITION).iter().map(|board| game.key(board)).collect();
    assert_eq!(keys.len(), 5_478);
}

#[test]
fn there_are_765_positions_up_to_symmetry_and_138_of_them_finished() {
    let game = TicTacToe::new();
    let states = laws::states(&game, EVERY_POSITION);
    let finished = states.iter().filter(|board| game.result(board).is_some()).count();
    assert_eq!(finished, 958);
    let orbits: HashSet<Board> = states.iter().map(|board| game.canonical(board)).collect();
    assert_eq!(orbits.len(), 765);
    let finished = orbits.iter().filter(|board| game.result(board).is_some()).count();
    assert_eq!(finished, 138);
}

#[test]
fn symmetric_boards_have_the_same_future() {
    let game = TicTacToe::new();
    for board in laws::states(&game, EVERY_POSITION) {
        let children = |board: &Board| {
            let mut children: Vec<u64> = game
                .moves(board)
                .into_iter()
                .map(|cell| game.rank(&game.canonical(&game.successor(board, cell))))
                .collect();
            children.sort_unstable();
            children
        };
        let images = game.symmetric_boards(&board);
        assert_eq!(images[0], board);
        for image in images {
            assert_eq!(game.canonical(&image), game.canonical(&board));
            assert_eq!(game.to_move(&image), game.to_move(&board));
            assert_eq!(game.result(&image), game.result(&board));
            assert_eq!(children(&image), children(&board), "{board:?} and {image:?}");
        }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Games {
    won_by_crosses: u32,
    won_by_noughts: u32,
    drawn: u32,
}

fn count_games(game: &TicTacToe, board: &mut Board, games: &mut Games) {
    match game.result(board) {
        Some(GameResult::Win(Player::First)) => games.won_by_crosses += 1,
        Some(GameResult::Win(Player::Second)) => games.won_by_noughts += 1,
        Some(GameResult::Draw) => games.drawn += 1,
        None => {
            for cell in game.moves(board) {
                game.play(board, cell);
                count_games(game, board, games);
                game.undo(board, cell, ());
            }
        }
    }
}

#[test]
fn there_are_255168_games() {
    let game = TicTacToe::new();
    let mut games = Games::default();
    count_games(&game, &mut game.initial(), &mut games);
    let known = Games { won_by_crosses: 131_184, won_by_noughts: 77_904, drawn: 46_080 };
    assert_eq!(games, known);
    assert_eq!(131_184 + 77_904 + 46_080, 255_168);
}

/// The value of a board for the player to move: 1 won, 0 drawn, -1 lost.
fn negamax(game: &TicTacToe, board: &Board) -> i32 {
    match game.result(board) {
        Some(GameResult::Win(winner)) if winner == game.to_move(board) => 1,
        Some(GameResult::Win(_)) => -1,
        Some(GameResult::Draw) => 0,
        None => game
            .moves(board)
            .into_iter()
            .map(|cell| -negamax(game, &game.successor(board, cell)))
            .max()
            .expect("an unfinished game has moves"),
    }
}

#[test]
fn perfect_play_is_a_draw() {
    let game = TicTacToe::new();
    assert_eq!(negamax(&game, &game.initial()), 0);
}

/// An independent test for a win: tries every three cells of a line, as coordinates.
fn has_three_in_a_row(board: &Board, player: Player) -> bool {
    let marked = |x: i8, y: i8| {
        (0..3).contains(&x)
            && (0..3).contains(&y)
            && board.mark(Cell((3 * y + x).cast_unsigned())) == Some(player)
    };
    (0..3).any(|x| {
        (0..3).any(|y| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|(dx, dy)| (0..3).all(|step| marked(x + step * dx, y + step * dy)))
        })
    })
}

#[test]
fn results_are_what_the_cells_show() {
    let game = TicTacToe::new();
    for board in laws::states(&game, EVERY_POSITION) {
        let winner = [Player::First, Player::Second]
            .into_iter()
            .find(|&player| has_three_in_a_row(&board, player));
        let full = (0..9).all(|cell| board.mark(Cell(cell)).is_some());
        let expected = match winner {
            Some(winner) => Some(GameResult::Win(winner)),
            None if full => Some(GameResult::Draw),
            None => None,
        };
        assert_eq!(game.result(&board), expected, "{board:?}");
    }
}
