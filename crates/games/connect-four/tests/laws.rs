//! The contracts of the core's traits.

use std::collections::HashSet;

use tesuji_connect_four::{BadSize, ConnectFour};
use tesuji_core::{Game, IncrementalKey, Ranked, Rules, laws};

const SIZES: [(usize, usize); 9] =
    [(7, 6), (4, 4), (5, 4), (4, 5), (8, 7), (16, 3), (4, 15), (1, 63), (32, 1)];

fn games() -> impl Iterator<Item = ConnectFour> {
    SIZES.into_iter().map(|(width, height)| ConnectFour::new(width, height).unwrap())
}

#[test]
fn the_laws_hold_on_boards_of_many_sizes() {
    for game in games() {
        laws::rules(&game, 4_000);
        laws::game(&game, 4_000);
        laws::min_moves_to_win(&game, 4_000);
        laws::safe_moves(&game, 4_000);
        laws::move_codes(&game, 4_000);
        laws::incremental_key(&game, 4_000);
        laws::symmetric(&game, 4_000);
        laws::ranked(&game, 4_000);
        laws::layered(&game, 4_000);
        laws::reversible(&game, 4_000);
        laws::notation(&game, 4_000);
    }
}

#[test]
fn the_laws_hold_on_boards_of_two_words() {
    for (width, height) in [(8, 8), (9, 7), (10, 6), (7, 6), (4, 31), (32, 3)] {
        let game = ConnectFour::wide(width, height).unwrap();
        laws::rules(&game, 4_000);
        laws::game(&game, 4_000);
        laws::min_moves_to_win(&game, 4_000);
        laws::safe_moves(&game, 4_000);
        laws::move_codes(&game, 4_000);
        laws::incremental_key(&game, 4_000);
        laws::symmetric(&game, 4_000);
        laws::reversible(&game, 4_000);
        laws::notation(&game, 4_000);
    }
}

#[test]
fn the_laws_hold_to_the_end_of_the_game_on_four_by_four() {
    let game = ConnectFour::new(4, 4).unwrap();
    laws::rules(&game, 200_000);
    laws::game(&game, 200_000);
    laws::min_moves_to_win(&game, 200_000);
    assert!(laws::safe_moves(&game, 200_000) > 100_000);
    laws::move_codes(&game, 200_000);
    laws::incremental_key(&game, 200_000);
    laws::symmetric(&game, 200_000);
    laws::ranked(&game, 200_000);
    laws::layered(&game, 200_000);
    laws::reversible(&game, 200_000);
    laws::notation(&game, 200_000);
}

#[test]
fn every_position_of_the_ranked_space_obeys_the_rules() {
    let game = ConnectFour::new(4, 2).unwrap();
    for rank in 0..game.state_count() {
        let position = game.unrank(rank);
        assert_eq!(game.rank(&position), rank);
        assert_eq!(game.key(&position), game.recomputed_key(&position));
        let moves = game.moves(&position);
        assert_eq!(game.result(&position).is_some(), moves.is_empty(), "{position:?}");
        let mut expected: Vec<u64> =
            moves.iter().map(|&mv| game.rank(&game.successor(&position, mv))).collect();
        let mut successors = Vec::new();
        game.visit_successor_ranks(rank, |successor| successors.push(successor));
        expected.sort_unstable();
        successors.sort_unstable();
        assert_eq!(successors, expected, "{position:?}");
    }
}

#[test]
fn a_position_and_its_mirror_image_have_one_canonical_form() {
    for game in games() {
        for position in laws::states(&game, 2_000) {
            let image = game.mirrored(&position);
            assert_eq!(game.mirrored(&image), position);
            assert_eq!(game.canonical(&image), game.canonical(&position));
            assert_eq!(game.result(&image), game.result(&position));
            assert_eq!(game.to_move(&image), game.to_move(&position));
            let mut mirrored: Vec<_> = game
                .moves(&position)
                .into_iter()
                .map(|mv| game.mirrored(&game.successor(&position, mv)))
                .collect();
            mirrored.reverse();
            let of_image: Vec<_> =
                game.moves(&image).into_iter().map(|mv| game.successor(&image, mv)).collect();
            assert_eq!(mirrored, of_image);
        }
    }
}

#[test]
fn exact_keys_and_keys_tell_all_positions_apart() {
    let game = ConnectFour::new(4, 4).unwrap();
    let states = laws::states(&game, 200_000);
    assert_eq!(states.len(), 161_029);
    let exact: HashSet<u64> = states.iter().map(|position| position.exact_key()).collect();
    let mixed: HashSet<u64> = states.iter().map(|position| game.key(position)).collect();
    assert_eq!((exact.len(), mixed.len()), (states.len(), states.len()));
    assert!(exact.iter().all(|&key| key < 1 << 20));
}

#[test]
fn keys_of_two_words_tell_positions_apart() {
    let game = ConnectFour::wide(10, 6).unwrap();
    let states = laws::states(&game, 200_000);
    let exact: HashSet<u128> = states.iter().map(|position| position.exact_key()).collect();
    let mixed: HashSet<u64> = states.iter().map(|position| game.key(position)).collect();
    assert_eq!((exact.len(), mixed.len()), (states.len(), states.len()));
}

/// Fills 65,536 buckets by 16 bits of the keys. With `n` keys a random function leaves
/// `exp(-n / 65536)` of them empty.
#[test]
fn every_sixteen_bits_of_the_keys_spread_well() {
    let game = ConnectFour::default();
    let states = laws::states(&game, 65_536);
    for shift in 0..=48 {
        let buckets: HashSet<u16> =
            states.iter().map(|position| (game.key(position) >> shift) as u16).collect();
        let empty = 1.0 - buckets.len() as f64 / 65_536.0;
        assert!((empty - (-1.0f64).exp()).abs() < 0.01, "bits from {shift}: {empty} empty");
    }
}

#[test]
fn boards_that_do_not_fit_a_word_are_refused() {
    let sizes =
        [(0, 6), (7, 0), (9, 7), (8, 8), (33, 1), (1, 64), (usize::MAX, 2), (2, usize::MAX)];
    for (width, height) in sizes {
        let error = BadSize { width, height, bits: 64 };
        assert_eq!(ConnectFour::new(width, height).unwrap_err(), error);
    }
    for (width, height) in [(0, 6), (7, 0), (33, 1), (1, 128), (10, 12), (usize::MAX, 2)] {
        let error = BadSize { width, height, bits: 128 };
        assert_eq!(ConnectFour::wide(width, height).unwrap_err(), error);
    }
    insta::assert_snapshot!(
        ConnectFour::new(9, 7).unwrap_err(),
        @"9x7 is not an available board size: 1 to 32 columns of at least 1 cell, and width * (height + 1) is at most 64"
    );
}
