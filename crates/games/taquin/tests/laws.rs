//! The contracts of the core traits, on boards of many sizes.

mod common;

use common::taquins;
use tesuji_core::laws;
use tesuji_taquin::{Size, Taquin, Word};

fn check_rules<W: Word>(taquin: &Taquin<W>) {
    laws::rules(taquin, 2_000);
    laws::moves_after(taquin, 100);
    laws::sites(taquin, 100, 4);
    laws::known_goals(taquin);
    laws::undirected_goals(taquin, 2_000);
    laws::reversible(taquin, 2_000);
    laws::notation(taquin, 2_000);
}

#[test]
fn boards_in_64_bits_keep_the_laws() {
    for size in Size::all().filter(|size| size.cells() <= 16) {
        for taquin in taquins::<u64>(size.width(), size.height()) {
            check_rules(&taquin);
            laws::ranked(&taquin, 20_000);
        }
    }
}

#[test]
fn boards_in_128_bits_keep_the_laws() {
    for size in Size::all() {
        taquins::<u128>(size.width(), size.height()).for_each(|taquin| check_rules(&taquin));
    }
}
