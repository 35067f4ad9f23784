//! The contracts of the core traits, for every kind of game here.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Game, GameResult, Notation, Ranked, Rules, laws};
use tesuji_nim::{
    Convention, Grundy, HeapRule, LargeNim, MAX_TOKENS, Nim, NimError, OctalCode, Order, TakeSet,
};

fn every_law<R: HeapRule>(game: &Nim<R>) {
    const STATES: usize = 3000;
    laws::rules(game, STATES);
    laws::game(game, STATES);
    laws::move_codes(game, STATES);
    laws::incremental_key(game, STATES);
    laws::symmetric(game, STATES);
    laws::reversible(game, STATES / 3);
    laws::notation(game, STATES);
}

#[test]
fn taking_games_keep_the_laws() {
    for convention in [Convention::Normal, Convention::Misere] {
        for order in [Order::SmallestFirst, Order::LargestFirst] {
            let nim = Nim::new(TakeSet::any(), convention, &[3, 5, 4]).unwrap().order(order);
            every_law(&nim);
            laws::ranked(&nim, 1000);
            laws::layered(&nim, 1000);
            let set = TakeSet::new([2, 5, 3]).unwrap();
            let game = Nim::new(set, convention, &[9, 0, 12]).unwrap().order(order);
            every_law(&game);
            laws::ranked(&game, 1000);
            laws::layered(&game, 1000);
        }
    }
    let simple = Nim::simple(20).unwrap();
    every_law(&simple);
    laws::ranked(&simple, 100);
    laws::layered(&simple, 100);
}

#[test]
fn breaking_games_keep_the_laws() {
    for convention in [Convention::Normal, Convention::Misere] {
        for order in [Order::SmallestFirst, Order::LargestFirst] {
            every_law(&Nim::new(Grundy, convention, &[12, 4]).unwrap().order(order));
            for code in ["0.77", "0.07", "4.3", "0.156", "0.6", "0.0", "4.4"] {
                let code: OctalCode = code.parse().unwrap();
                every_law(&Nim::new(code, convention, &[7, 3, 5]).unwrap().order(order));
            }
        }
    }
}

#[test]
fn ranks_are_a_bijection_of_every_way_to_have_fewer_tokens() {
    let nim = Nim::new(TakeSet::any(), Convention::Normal, &[3, 4, 5]).unwrap();
    assert_eq!(nim.state_count(), 2 * 4 * 5 * 6);
    assert_eq!(nim.rank(&nim.unrank(239)), 239);
    let huge = Nim::new(TakeSet::any(), Convention::Normal, &[255; 32]).unwrap();
    assert_eq!(huge.state_count(), u64::MAX);
}

#[test]
fn moves_come_in_the_order_asked_for() {
    let simple = Nim::simple(6).unwrap();
    let takes = |game: &Nim<TakeSet>| -> Vec<u32> {
        game.moves(&game.initial()).iter().map(|mv| mv.take).collect()
    };
    assert_eq!(takes(&simple), [1, 2, 3]);
    assert_eq!(takes(&simple.order(Order::LargestFirst)), [3, 2, 1]);
}

#[test]
fn symmetric_positions_have_one_canonical_form() {
    let nim = Nim::new(TakeSet::any(), Convention::Normal, &[3, 5, 4]).unwrap();
    let canonical = |text: &str| nim.state_text(&nim.canonical(&nim.parse_state(text).unwrap()));
    assert_eq!(canonical("1-3-2"), "1-3-2");
    assert_eq!(canonical("3-2-1"), "1-3-2");
    assert_eq!(canonical("2-0-4 second"), "0-4-2 second");
}

#[test]
fn random_games_end_with_a_winner() {
    let game = Nim::new(Grundy, Convention::Normal, &[20]).unwrap();
    let mut rng = Pcg64::seed_from_u64(1);
    let wins = (0..1000)
        .filter(|_| match game.playout(&game.initial(), &mut rng) {
            GameResult::Win(player) => player == game.to_move(&game.initial()),
            GameResult::Draw => unreachable!("one of the players cannot move first"),
        })
        .count();
    assert!((100..900).contains(&wins), "{wins} of 1000 random games");
}

#[test]
fn heaps_of_large_games_have_the_moves_of_small_ones() {
    fn compare<R: HeapRule>(rule: &R) {
        for size in 0..=9 {
            let small = Nim::new(rule.clone(), Convention::Normal, &[size]).unwrap();
            let large = LargeNim::new(rule.clone(), Convention::Normal, &[size]).unwrap();
            let moves = small.moves(&small.initial());
            assert_eq!(moves, large.moves(&large.initial()), "{rule:?}, {size}");
            assert_eq!(moves.is_empty(), large.result(&large.initial()).is_some(), "{rule:?}");
        }
    }
    compare(&Grundy);
    compare(&TakeSet::any());
    for take in ["1", "3", "2,5", "7", "1-3"] {
        compare(&take.parse::<TakeSet>().unwrap());
    }
    for code in 1..8 * 8 * 8 {
        let [first, second, third] = [code / 64, code / 8 % 8, code % 8];
        for whole in [0, 4] {
            if let Ok(rule) = format!("{whole}.{first}{second}{third}").parse::<OctalCode>() {
                compare(&rule);
            }
        }
    }
}

/// The laws, and the equality of small games with those of [`Nim`].
fn large_laws<R: HeapRule>(rule: R, convention: Convention, heaps: &[usize]) {
    let game = LargeNim::new(rule.clone(), convention, heaps).unwrap();
    laws::rules(&game, 1000);
    laws::game(&game, 1000);
    laws::notation(&game, 1000);
    let Ok(small) = Nim::new(rule, convention, heaps) else { return };
    let (mut one, mut other) = (small.initial(), game.initial());
    for choice in 0..40 {
        let moves = small.moves(&one);
        assert_eq!(moves, game.moves(&other));
        assert_eq!(moves.len(), game.count_moves(&other) as usize);
        assert_eq!(small.result(&one), game.result(&other));
        assert_eq!(small.to_move(&one), game.to_move(&other));
        assert_eq!(
            tesuji_core::Render::text(&small, &one),
            tesuji_core::Render::text(&game, &other)
        );
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { return };
        small.play(&mut one, mv);
        game.play(&mut other, mv);
    }
}

#[test]
fn games_with_large_heaps_keep_the_laws() {
    for convention in [Convention::Normal, Convention::Misere] {
        large_laws(TakeSet::any(), convention, &[3, 5, 4]);
        large_laws(TakeSet::up_to_three(), convention, &[1000]);
        large_laws(Grundy, convention, &[13, 4]);
        large_laws(Grundy, convention, &[8, 14, 14]);
        large_laws("0.77".parse::<OctalCode>().unwrap(), convention, &[300, 0, 2]);
    }
    let refused = |heaps: &[usize]| LargeNim::new(Grundy, Convention::Normal, heaps).unwrap_err();
    assert_eq!(refused(&[]), NimError::NoHeaps);
    assert_eq!(refused(&[MAX_TOKENS, 1]), NimError::TooManyTokens(MAX_TOKENS + 1));
    assert_eq!(refused(&[usize::MAX, 1]), NimError::TooManyTokens(usize::MAX));
}
