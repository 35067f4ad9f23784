//! The keys of every game, kept by play and undo, against their recomputation on random games.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji::breakthrough::Breakthrough;
use tesuji::connect_four::ConnectFour;
use tesuji::core::IncrementalKey;
use tesuji::nim::{Convention, Grundy, Nim, TakeSet};
use tesuji::tic_tac_toe::TicTacToe;
use tesuji::zobrist::{check_canonical_keys, check_distinct_keys, check_keys};

fn hold<R: IncrementalKey>(rules: &R, plies: u64) {
    let mut random = Pcg64::seed_from_u64(plies);
    check_keys(rules, plies, &mut random).unwrap();
    check_distinct_keys(rules, plies, &mut random).unwrap();
}

fn hold_with_symmetry<R: IncrementalKey>(rules: &R, plies: u64) {
    hold(rules, plies);
    check_canonical_keys(rules, plies, &mut Pcg64::seed_from_u64(plies)).unwrap();
}

fn every_game(plies: u64) {
    hold_with_symmetry(&TicTacToe::new(), plies);
    for (width, height) in [(7, 6), (4, 4), (9, 6)] {
        hold_with_symmetry(&ConnectFour::new(width, height).unwrap(), plies);
    }
    for (width, height) in [(8, 8), (5, 5), (2, 4), (3, 6)] {
        hold_with_symmetry(&Breakthrough::new(width, height).unwrap(), plies);
        hold_with_symmetry(&Breakthrough::with_rows(width, height, 1).unwrap(), plies);
    }
    hold_with_symmetry(&Nim::simple(100).unwrap(), plies);
    hold_with_symmetry(&Nim::new(TakeSet::any(), Convention::Misere, &[9, 8, 7]).unwrap(), plies);
    hold_with_symmetry(&Nim::new(Grundy, Convention::Normal, &[20, 10]).unwrap(), plies);
}

#[test]
fn keys_are_kept_over_twenty_thousand_plies_of_every_game() {
    every_game(20_000);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn keys_are_kept_over_a_million_plies_of_every_game() {
    every_game(1_000_000);
}
