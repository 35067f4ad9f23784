//! Zobrist keys: the numbers drawn, and the faults that are found.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tesuji_core::{IncrementalKey, Rules, laws};
use tesuji_zobrist::{collision_probability, exact_key, keys};

/// A row of lamps; players take turns to switch one or to pass (the move after the last lamp),
/// until all are lit. Its keys can be wrong in the usual ways.
struct Lamps {
    keys: Box<[u64]>,
    count: usize,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The initial state's key is 0, whatever is hashed for it.
    StartsAtZero,
    /// `play` does not toggle the turn's key.
    PlayForgetsTurn,
    /// `undo` does not toggle the turn's key.
    UndoForgetsTurn,
    /// Neither the stored nor the recomputed key includes the turn.
    NoTurn,
    /// The mirrored state keeps the key of the original.
    MirrorKeepsKey,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row {
    lit: u8,
    second_to_move: bool,
    key: u64,
}

impl Lamps {
    fn new(count: usize, fault: Fault) -> Self {
        Lamps { keys: keys(3, count + 1), count, fault }
    }

    fn turn_key(&self) -> u64 {
        if self.fault == Fault::NoTurn { 0 } else { self.keys[self.count] }
    }

    fn flip(&self, row: &mut Row, lamp: usize, with_turn: bool) {
        row.second_to_move ^= true;
        if lamp < self.count {
            row.lit ^= 1 << lamp;
            row.key ^= self.keys[lamp];
        }
        if with_turn {
            row.key ^= self.turn_key();
        }
    }
}

impl Rules for Lamps {
    type State = Row;
    type Move = usize;
    type Undo = ();

    fn initial(&self) -> Row {
        let mut row = Row { lit: 1, second_to_move: false, key: 0 };
        if self.fault != Fault::StartsAtZero {
            row.key = self.recomputed_key(&row);
        }
        row
    }

    fn visit_moves<B>(
        &self,
        row: &Row,
        visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let over = row.lit.count_ones() as usize == self.count;
        (0..if over { 0 } else { self.count + 1 }).try_for_each(visit)
    }

    fn play(&self, row: &mut Row, lamp: usize) {
        self.flip(row, lamp, self.fault != Fault::PlayForgetsTurn);
    }

    fn undo(&self, row: &mut Row, lamp: usize, (): ()) {
        self.flip(row, lamp, self.fault != Fault::UndoForgetsTurn);
    }

    fn key(&self, row: &Row) -> u64 {
        row.key
    }

    fn canonical(&self, row: &Row) -> Row {
        let mirrored = row.lit.reverse_bits() >> (8 - self.count);
        if mirrored >= row.lit {
            return *row;
        }
        let mut mirror = Row { lit: mirrored, ..*row };
        if self.fault != Fault::MirrorKeepsKey {
            mirror.key = self.recomputed_key(&mirror);
        }
        mirror
    }
}

impl IncrementalKey for Lamps {
    fn recomputed_key(&self, row: &Row) -> u64 {
        let turn = if row.second_to_move { self.turn_key() } else { 0 };
        (0..self.count)
            .filter(|lamp| row.lit >> lamp & 1 == 1)
            .fold(turn, |key, lamp| key ^ self.keys[lamp])
    }
}

#[test]
fn keys_are_the_same_on_every_machine() {
    // Users' hash files and node counts depend on these.
    let expected = [0x20ae_25da_d4e2_bc53, 0x58f9_38e1_2bbf_69fb, 0xb5b2_35d6_0cf8_e231];
    assert_eq!(keys(0, 3)[..], expected);
}

#[test]
fn few_keys_never_cancel() {
    // Positions that differ in at most four features differ in their keys: no two pairs of
    // the 76 keys have the same exclusive or.
    let keys = keys(2026, 76);
    let mut pairs = HashSet::from([0]);
    for (index, first) in keys.iter().enumerate() {
        assert!(pairs.insert(*first), "one key is the sum of two others");
        assert!(keys[..index].iter().all(|second| pairs.insert(first ^ second)));
    }
    assert_eq!(pairs.len(), 1 + 76 + 76 * 75 / 2);
}

#[test]
fn keys_use_all_64_bits_and_no_more() {
    let keys = keys(5, 10_000);
    for bit in 0..64 {
        let set = keys.iter().filter(|key| *key >> bit & 1 == 1).count();
        assert!((4_700..5_300).contains(&set), "bit {bit} is set in {set} of 10,000 keys");
    }
}

fn check(fault: Fault) {
    laws::incremental_key(&Lamps::new(6, fault), 1_000);
}

#[test]
fn right_keys_pass() {
    check(Fault::None);
    laws::symmetric(&Lamps::new(6, Fault::None), 1_000);
    // A game without moves: the one lamp is lit from the start.
    laws::incremental_key(&Lamps::new(1, Fault::None), 100);
}

#[test]
#[should_panic(expected = "the key of Row { lit: 1, second_to_move: false, key: 0 } by the")]
fn an_initial_key_of_zero_is_found() {
    check(Fault::StartsAtZero);
}

#[test]
#[should_panic(expected = "the key of Row { lit: ")]
fn a_move_that_forgets_the_turn_is_found() {
    check(Fault::PlayForgetsTurn);
}

#[test]
#[should_panic(expected = "after the undo of ")]
fn an_undo_that_forgets_the_turn_is_found() {
    check(Fault::UndoForgetsTurn);
}

#[test]
#[should_panic(expected = "two states have the key 0x")]
fn keys_without_the_player_to_move_are_found() {
    check(Fault::NoTurn);
}

#[test]
#[should_panic(expected = "the key of Row { lit: ")]
fn a_mirror_with_the_wrong_key_is_found() {
    check(Fault::MirrorKeepsKey);
}

#[test]
fn collisions_have_the_probability_of_the_birthday_problem() {
    assert_eq!(format!("{:.3}", collision_probability(5_056_937_540, 64)), "0.500");
    assert_eq!(collision_probability(0, 64), 0.0);
    assert_eq!(collision_probability(1, 64), 0.0);
    assert_eq!(collision_probability(257, 8), 1.0);
}

#[test]
fn the_birthday_formula_agrees_with_the_product() {
    for (positions, bits) in [(20_u32, 8_u32), (300, 16), (1_000, 20)] {
        let distinct: f64 =
            (0..positions).map(|n| 1.0 - f64::from(n) / f64::from(bits).exp2()).product();
        let formula = collision_probability(u64::from(positions), bits);
        let tolerance = f64::from(positions) / f64::from(bits).exp2();
        assert!((formula - (1.0 - distinct)).abs() < tolerance, "{positions} in {bits} bits");
    }
}

proptest! {
    #[test]
    fn exact_keys_of_neighbours_differ_in_many_bits(state: u64, bit in 0_u32..64) {
        let changed = (exact_key(state) ^ exact_key(state ^ (1 << bit))).count_ones();
        prop_assert!((8..=56).contains(&changed), "{changed} bits changed");
    }

    #[test]
    fn keys_are_distinct_and_never_0(seed: u64, count in 0_usize..500) {
        let keys = keys(seed, count);
        let distinct: HashSet<u64> = keys.iter().copied().collect();
        prop_assert_eq!(distinct.len(), count);
        prop_assert!(!distinct.contains(&0));
    }
}
