//! Zobrist keys: the numbers drawn, and the faults that the key checkers find.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use tesuji_core::{IncrementalKey, Rules, laws};
use tesuji_zobrist::{
    CheckKeysError, check_canonical_keys, check_distinct_keys, check_keys, collision_probability,
    exact_key, keys,
};

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

fn rng() -> Pcg64 {
    Pcg64::seed_from_u64(11)
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

#[test]
fn right_keys_pass() {
    let lamps = Lamps::new(6, Fault::None);
    laws::incremental_key(&lamps, 1_000);
    laws::symmetric(&lamps, 1_000);
    assert_eq!(check_keys(&lamps, 20_000, &mut rng()), Ok(20_000));
    assert_eq!(check_distinct_keys(&lamps, 20_000, &mut rng()), Ok(20_000));
    assert_eq!(check_canonical_keys(&lamps, 20_000, &mut rng()), Ok(20_000));
}

#[test]
fn a_game_without_moves_ends_the_check() {
    // The one lamp is lit from the start.
    assert_eq!(check_keys(&Lamps::new(1, Fault::None), 100, &mut rng()), Ok(0));
}

#[test]
fn wrong_keys_are_found_and_named() {
    let fault = |fault| check_keys(&Lamps::new(6, fault), 100, &mut rng()).unwrap_err();
    insta::assert_snapshot!(fault(Fault::StartsAtZero), @"at the start the stored key is 0x0000000000000000, recomputed 0x6d3282338878bf6d: Row { lit: 1, second_to_move: false, key: 0 }");
    insta::assert_snapshot!(fault(Fault::PlayForgetsTurn), @"after move 1 was played the stored key is 0x6d3282338878bf6d, recomputed 0x8e3e48a3d551c098: Row { lit: 1, second_to_move: true, key: 7868494656814235501 }");
    insta::assert_snapshot!(fault(Fault::UndoForgetsTurn), @"after move 74 was undone the stored key is 0x15bbca97d6543588, recomputed 0xf6b700078b7d4a7d: Row { lit: 31, second_to_move: true, key: 1566068048926094728 }");
}

#[test]
fn keys_without_the_player_to_move_are_found() {
    let lamps = Lamps::new(6, Fault::NoTurn);
    assert_eq!(check_keys(&lamps, 2_000, &mut rng()), Ok(2_000), "consistent, and wrong");
    let error = check_distinct_keys(&lamps, 2_000, &mut rng()).unwrap_err();
    assert!(matches!(error, CheckKeysError::Shared { .. }), "{error}");
    insta::assert_snapshot!(error, @"two states have the key 0x6d3282338878bf6d: Row { lit: 1, second_to_move: false, key: 7868494656814235501 } and Row { lit: 1, second_to_move: true, key: 7868494656814235501 }");
}

#[test]
fn a_mirror_with_the_wrong_key_is_found() {
    let lamps = Lamps::new(6, Fault::MirrorKeepsKey);
    assert_eq!(check_keys(&lamps, 1_000, &mut rng()), Ok(1_000));
    insta::assert_snapshot!(check_canonical_keys(&lamps, 1_000, &mut rng()).unwrap_err(), @"after move 3 was played the stored key is 0x26ba181c315fd29b, recomputed 0x8e3e48a3d551c098: Row { lit: 1, second_to_move: true, key: 2790569428475957915 }");
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
