//! Boards made at random.

use rand_pcg::{Pcg64, rand_core::SeedableRng};
use tesuji_core::{Outcome, Rules, Solver};
use tesuji_rush_hour::{Card, Generated, Generator, Metric, RushHour, instances};
use tesuji_uninformed::BreadthFirst;

fn made(generator: &Generator, moves: u32, seed: u64) -> Generated {
    let mut rng = Pcg64::seed_from_u64(seed);
    generator.generate(moves, 20_000, &mut rng).expect("20,000 tries are enough")
}

#[test]
fn boards_are_as_hard_as_was_asked_for_and_irreducible() {
    for (metric, moves) in [(Metric::Slides, 12), (Metric::Steps, 20)] {
        let generator = Generator::new(metric).walls(2);
        for seed in 0..3 {
            let made = made(&generator, moves, seed);
            let game = RushHour::new(made.card.clone(), metric);
            let Outcome::Optimal(plan) = BreadthFirst.solve(&game, &game.initial()).outcome else {
                panic!("{} has no solution", made.card);
            };
            assert_eq!(plan.cost, made.moves);
            assert!(made.moves >= moves);
            assert!(generator.is_irreducible(&made.card), "{}", made.card);
            assert_eq!(made.card.to_string().parse::<Card>(), Ok(made.card));
        }
    }
}

#[test]
fn a_seed_makes_the_same_board_everywhere() {
    let board = made(&Generator::new(Metric::Slides), 12, 7);
    let text = format!("{} {} {}", board.moves, board.card, board.boards);
    insta::assert_snapshot!(text, @"12 BCC.D.B.E.DFAAE..FGH.II.GHJJKK.H.... 2382");
}

#[test]
fn boards_of_other_sizes_are_made() {
    let generator = Generator::new(Metric::Slides).size(5, 4);
    let made = made(&generator, 6, 3);
    assert_eq!((made.card.width(), made.card.height()), (5, 4));
}

#[test]
fn the_hardest_cards_are_found_hardest_and_irreducible() {
    let generator = Generator::new(Metric::Slides);
    let last = &instances::classic()[39].instance;
    let hardest = generator.hardest(&last.card).unwrap();
    assert_eq!((hardest.moves, hardest.boards), (51, 4780));
    assert!(generator.reduced(&last.card).unwrap().moves >= 51);
    assert!(!generator.is_irreducible(&"AA...B/.....B/CC..../......".parse().unwrap()));
}
