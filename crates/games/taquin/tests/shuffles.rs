//! Shuffles: fair, solvable, repeatable.

use std::collections::HashMap;

use crate::common::{distances, taquins};
use rand_pcg::{Pcg64, rand_core::SeedableRng};
use tesuji_core::{Notation, Puzzle, Ranked, Rules};
use tesuji_taquin::{Goal, Taquin};

/// Pearson's statistic of `draws` draws against a uniform distribution over `classes`.
fn chi_square(counts: &HashMap<u64, u32>, classes: u64, draws: u32) -> f64 {
    let expected = f64::from(draws) / classes as f64;
    (0..classes)
        .map(|class| f64::from(counts.get(&class).copied().unwrap_or(0)) - expected)
        .map(|excess| excess * excess / expected)
        .sum()
}

#[test]
fn the_uniform_shuffle_is_uniform() {
    let mut rng = Pcg64::seed_from_u64(1879);
    // For each size, a bound that uniform draws exceed once in ten thousand times.
    for (width, height, bound) in [(2, 2, 37.4), (2, 3, 467.0), (3, 2, 467.0)] {
        for taquin in taquins::<u64>(width, height) {
            let draws = 100 * u32::try_from(taquin.state_count()).unwrap();
            let mut counts = HashMap::new();
            for _ in 0..draws {
                let board = taquin.shuffle_uniform(&mut rng);
                assert!(taquin.is_solvable(board));
                *counts.entry(taquin.rank(&board)).or_default() += 1;
            }
            let statistic = chi_square(&counts, taquin.state_count(), draws);
            assert!(statistic < bound, "{width}x{height}: {statistic}");
        }
    }
}

#[test]
fn large_boards_are_shuffled_solvably() {
    let mut rng = Pcg64::seed_from_u64(5);
    for (width, height) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
        for taquin in taquins::<u128>(width, height) {
            for _ in 0..200 {
                assert!(taquin.is_solvable(taquin.shuffle_uniform(&mut rng)));
                assert!(taquin.is_solvable(taquin.shuffle_walk(50, &mut rng)));
            }
        }
    }
}

#[test]
fn a_walk_never_takes_back_its_last_step() {
    // On a 2x2 board only one walk exists: the distance grows to its maximum, 6, and a step
    // undone anywhere would end the walk nearer.
    let small = Taquin::<u64>::new(2, 2, Goal::BlankFirst).unwrap();
    let distances = distances(&small);
    let mut rng = Pcg64::seed_from_u64(2);
    for steps in 0..=6 {
        for _ in 0..50 {
            let board = small.shuffle_walk(steps, &mut rng);
            assert_eq!(u32::from(distances[small.rank(&board) as usize]), steps);
        }
    }
}

#[test]
fn a_walk_goes_everywhere_and_keeps_parity() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let distances = distances(&taquin);
    let mut rng = Pcg64::seed_from_u64(3);
    let mut far = 0;
    for steps in 0..400 {
        let board = taquin.shuffle_walk(steps, &mut rng);
        let distance = u32::from(distances[taquin.rank(&board) as usize]);
        assert!(distance <= steps && (steps - distance).is_multiple_of(2), "{steps} steps");
        far = far.max(distance);
    }
    assert!(far >= 26, "the farthest of 400 walks is {far} from the goal");
}

#[test]
fn the_same_seed_gives_the_same_board() {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankLast).unwrap();
    let draw = |seed| {
        let mut rng = Pcg64::seed_from_u64(seed);
        (taquin.shuffle_uniform(&mut rng), taquin.shuffle_walk(100, &mut rng))
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
}

#[test]
fn the_slides_of_a_walk_lead_to_its_board_and_back() {
    for (width, height) in [(2, 2), (3, 3), (4, 3), (4, 4)] {
        let taquin = Taquin::<u64>::new(width, height, Goal::BlankFirst).unwrap();
        let mut rng = Pcg64::seed_from_u64(31);
        let (mut walk, mut state) = (Vec::new(), taquin.goal());
        for (slide, after) in taquin.random_walk(&mut rng).take(200) {
            walk.push((state, slide, taquin.move_text(&state, slide)));
            taquin.play(&mut state, slide);
            assert_eq!(state, after);
        }
        let mut rng = Pcg64::seed_from_u64(31);
        assert_eq!(state, taquin.shuffle_walk(200, &mut rng));
        for (before, _, tile) in walk.iter().rev() {
            let back = taquin.parse_move(&state, tile).unwrap();
            taquin.play(&mut state, back);
            assert_eq!(state, *before);
        }
        assert!(taquin.is_goal(&state));
    }
}
