//! Counts of complete games, against the lines of each length.

use tesuji_core::{Budget, Game, Limit, Notation, Rules, Silent};
use tesuji_nim::Nim;
use tesuji_taquin::{Goal, Taquin};
use tesuji_tic_tac_toe::TicTacToe;
use tesuji_uninformed::{CompleteGames, Uncounted, complete_games, fold_leaves};

fn count<R: Rules>(rules: &R, state: &R::State) -> Result<CompleteGames<R::Move>, Uncounted> {
    complete_games(rules, state, &Budget::unlimited(), &mut Silent)
}

#[test]
fn all_games_are_those_that_end_at_each_length() {
    let game = TicTacToe::new();
    for text in [".........", "X........", "XX.OO....", "XOXXOXOXO"] {
        let start = game.parse_state(text).unwrap();
        let count_ended = |ended, board: &_| ended + u64::from(game.result(board).is_some());
        let ended =
            (0..=9).fold(0, |ended, depth| fold_leaves(&game, &start, depth, ended, count_ended));
        let games = count(&game, &start).unwrap();
        assert_eq!(games.total, ended, "{text}");
        let sum: u64 = games.by_move.iter().map(|(_, games)| games).sum();
        assert_eq!(sum.max(1), games.total, "{text}");
        assert_eq!(games.by_move.len(), game.moves(&start).len(), "{text}");
    }
}

/// From n tokens as many as from n - 1, n - 2 and n - 3 together.
#[test]
fn from_six_tokens_24_games_can_be_played() {
    let games: Vec<u64> = (1..=7)
        .map(|tokens| {
            let nim = Nim::simple(tokens).unwrap();
            count(&nim, &nim.initial()).unwrap().total
        })
        .collect();
    assert_eq!(games, [1, 2, 4, 7, 13, 24, 44]);
}

#[test]
fn where_a_count_has_no_end_it_says_so() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    assert_eq!(count(&taquin, &taquin.goal()), Err(Uncounted::Endless));
    let game = TicTacToe::new();
    let few = Budget::unlimited().nodes(100);
    let stopped = complete_games(&game, &game.initial(), &few, &mut Silent);
    assert_eq!(stopped.unwrap_err(), Uncounted::Stopped(Limit::Nodes));
}
