//! The bitboards compared with rules written with stacks and loops.

mod naive;

use naive::NaiveBoard;
use proptest::prelude::*;
use tesuji_connect_four::{ConnectFour, Position, Word, instances};
use tesuji_core::{Game, IncrementalKey, Notation, Player, Rules};

/// Compares the two implementations on one position.
fn compare<W: Word>(game: &ConnectFour<W>, position: &Position<W>, naive: &NaiveBoard) {
    let (width, height) = (usize::from(game.width()), usize::from(game.height()));
    let cell = |column: usize, row: usize| {
        game.cell(u8::try_from(column).unwrap(), u8::try_from(row).unwrap())
    };
    let set = |cells: Vec<(usize, usize)>| {
        cells.into_iter().fold(W::ZERO, |set, (column, row)| set | cell(column, row).bit())
    };
    assert_eq!(game.to_move(position), naive.to_move());
    assert_eq!(game.result(position), naive.result(), "{naive:?}");
    assert_eq!(game.key(position), game.recomputed_key(position));
    for column in 0..width {
        for row in 0..height {
            let there = cell(column, row);
            assert_eq!(game.stone(position, there), naive.stone(column, row));
            assert_eq!(usize::from(game.column_of(there)), column);
            assert_eq!(usize::from(game.row_of(there)), row);
        }
    }
    let moves = naive.moves();
    let columns: Vec<usize> =
        game.moves(position).iter().map(|&mv| usize::from(game.column_of(mv))).collect();
    assert_eq!(columns, moves, "{naive:?}");
    if moves.is_empty() {
        return;
    }
    let mover = naive.to_move();
    assert_eq!(game.winning_cells(position), set(naive.winning_cells(mover)), "{naive:?}");
    assert_eq!(game.losing_cells(position), set(naive.winning_cells(mover.other())), "{naive:?}");
    let landing = |&column: &usize| (column, naive.rows_in(column));
    assert_eq!(game.landings(position), set(moves.iter().map(landing).collect()));
    let wins_at_once = |naive: &NaiveBoard| {
        let player = naive.to_move();
        naive.moves().into_iter().any(|column| naive.wins(player, column, naive.rows_in(column)))
    };
    if wins_at_once(naive) {
        let winning = moves.iter().map(landing).filter(|&(x, y)| naive.wins(mover, x, y));
        assert_eq!(game.winning_moves(position), set(winning.collect()), "{naive:?}");
        return;
    }
    assert_eq!(game.winning_moves(position), W::ZERO, "{naive:?}");
    let safe = moves.iter().filter(|&&column| !wins_at_once(&naive.after(column))).map(landing);
    assert_eq!(
        game.non_losing_moves(position, game.losing_cells(position)),
        set(safe.collect()),
        "{naive:?}"
    );
    for column in moves {
        let threats = naive.after(column).winning_cells(mover).len();
        let mv = cell(column, naive.rows_in(column));
        assert_eq!(
            game.threats_after(position, mv).count_ones() as usize,
            threats,
            "{column} in {naive:?}"
        );
    }
}

/// Plays `choices` as moves, comparing after each.
fn compare_game(width: usize, height: usize, choices: &[usize]) {
    if width * (height + 1) <= 64 {
        compare_game_of(&ConnectFour::new(width, height).unwrap(), choices);
    }
    compare_game_of(&ConnectFour::wide(width, height).unwrap(), choices);
}

fn compare_game_of<W: Word>(game: &ConnectFour<W>, choices: &[usize]) {
    let (width, height) = (usize::from(game.width()), usize::from(game.height()));
    let mut position = game.initial();
    let mut naive = NaiveBoard::new(width, height);
    compare(game, &position, &naive);
    for choice in choices {
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        naive.play(usize::from(game.column_of(mv)));
        let before = position;
        game.play(&mut position, mv);
        compare(game, &position, &naive);
        let mut back = position;
        game.undo(&mut back, mv, ());
        assert_eq!(back, before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_games_on_the_usual_board(choices in prop::collection::vec(0usize..5040, 42)) {
        compare_game(7, 6, &choices);
    }

    #[test]
    fn random_games_on_boards_of_every_size(
        (width, height) in (1usize..=32).prop_flat_map(|width| (Just(width), 1..=128 / width - 1)),
        choices in prop::collection::vec(0usize..1_000_000, 127),
    ) {
        compare_game(width, height, &choices);
    }
}

#[test]
fn boards_that_fill_the_word_to_its_last_bit() {
    let choices: Vec<usize> = (0..128).map(|n| n * n * 7919 + n / 3).collect();
    let words = [(32, 1), (16, 3), (8, 7), (4, 15), (2, 31), (1, 63), (1, 1)];
    let double = [(32, 3), (16, 7), (8, 15), (4, 31), (2, 63), (1, 127), (8, 8), (9, 7), (10, 6)];
    for (width, height) in words.into_iter().chain(double) {
        for skip in 0..40 {
            compare_game(width, height, &choices[skip..]);
        }
    }
}

#[test]
fn the_test_sets_are_games_in_progress() {
    let game = ConnectFour::default();
    let sets = [
        (instances::begin_easy(), 4..=14),
        (instances::middle_easy(), 15..=28),
        (instances::end_easy(), 29..=41),
    ];
    for (set, stones) in sets {
        assert_eq!(set.len(), 400);
        for instance in set {
            let mut naive = NaiveBoard::new(7, 6);
            for digit in instance.columns.bytes() {
                naive.play(usize::from(digit - b'1'));
            }
            let position = game.parse_state(instance.columns).unwrap();
            compare(&game, &position, &naive);
            assert_eq!(game.result(&position), None);
            assert!(stones.contains(&instance.columns.len()), "{}", instance.columns);
            assert_eq!(position.stones() as usize, instance.columns.len());
            // A win takes at least one stone, a loss at least two.
            let stones = position.stones().cast_signed();
            assert!((-(42 - stones) / 2..=game.win_score(&position)).contains(&instance.score));
            let first_to_move = instance.columns.len() % 2 == 0;
            assert_eq!(game.to_move(&position) == Player::First, first_to_move);
        }
    }
}
