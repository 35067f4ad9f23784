//! The contracts of the core traits, on boards of many sizes.

use crate::common::taquins;
use tesuji_core::{Notation, laws};
use tesuji_taquin::{Board, Size, Taquin, Word};

fn check_rules<W: Word>(taquin: &Taquin<W>) {
    laws::rules(taquin, 2_000);
    laws::moves_after(taquin, 100);
    laws::sites(taquin, 100, 4);
    laws::known_goals(taquin, 2_000);
    laws::undirected_goals(taquin, 2_000);
    laws::pieces(taquin, &slides_of_every_tile(taquin));
    laws::reversible(taquin, 2_000);
    laws::notation(taquin, 2_000);
}

/// Boards with every tile on every cell beside the blank, wherever that is: each slide there is.
fn slides_of_every_tile<W: Word>(taquin: &Taquin<W>) -> Vec<Board<W>> {
    let mut boards = Vec::new();
    for blank in 0..taquin.cells() {
        for turn in 0..taquin.cells() - 1 {
            let mut tiles: Vec<u8> = (1..taquin.cells()).collect();
            tiles.rotate_left(turn.into());
            tiles.insert(blank.into(), 0);
            let text: Vec<_> = tiles.iter().map(ToString::to_string).collect();
            boards.push(taquin.parse_state(&text.join(" ")).unwrap());
        }
    }
    boards
}

#[test]
fn the_pieces_are_those_of_every_small_board() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        for taquin in taquins::<u64>(width, height) {
            laws::pieces(&taquin, &laws::states(&taquin, usize::MAX));
        }
    }
}

#[test]
fn boards_in_64_bits_keep_the_laws() {
    for size in Size::all().filter(|size| size.cells() <= 16) {
        for taquin in taquins::<u64>(size.width(), size.height()) {
            check_rules(&taquin);
            laws::ranked(&taquin, 20_000);
            assert!(laws::ranking(&taquin, &taquin.goal(), 5_000));
        }
    }
}

#[test]
fn boards_in_128_bits_keep_the_laws() {
    for size in Size::all() {
        for taquin in taquins::<u128>(size.width(), size.height()) {
            check_rules(&taquin);
            let is_ranked = laws::ranking(&taquin, &taquin.goal(), 1_000);
            assert_eq!(is_ranked, taquin.has_ranks());
            if is_ranked {
                laws::ranked(&taquin, 1_000);
            }
        }
    }
}
