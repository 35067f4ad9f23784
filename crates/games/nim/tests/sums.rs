//! Sums of heaps: the theory compared with a plain search, under both conventions.

use std::collections::HashMap;
use std::time::Duration;

use proptest::prelude::*;
use tesuji_core::{Budget, Limit, Meter, Notation, Rules, Silent, StopFlag};
use tesuji_nim::theory::{SumError, Sums};
use tesuji_nim::{Convention, Grundy, HeapMove, HeapRule, LargeNim, OctalCode, Parts, TakeSet};

/// All positions one move away, by the meaning of the rule.
fn options<R: HeapRule>(rule: &R, heaps: &[usize]) -> Vec<(HeapMove, Vec<usize>)> {
    let mut found = Vec::new();
    for (index, &size) in heaps.iter().enumerate() {
        for first in 0..=size {
            for second in 0..=first.min(size - first) {
                let take = size - first - second;
                let remains = rule.remains(take);
                let legal = match (first, second) {
                    (0, 0) => remains.none && take > 0,
                    (_, 0) => remains.one && take > 0,
                    _ if first == second => remains.two == Parts::Any,
                    _ => remains.two != Parts::No,
                };
                if legal {
                    let mut after = heaps.to_vec();
                    after[index] = first;
                    after.push(second);
                    let small = |tokens| u32::try_from(tokens).unwrap();
                    let heap = small(index);
                    found.push((HeapMove { heap, take: small(take), part: small(second) }, after));
                }
            }
        }
    }
    found
}

struct Search<R> {
    rule: R,
    convention: Convention,
    known: HashMap<Vec<usize>, bool>,
}

impl<R: HeapRule> Search<R> {
    fn mover_wins(&mut self, heaps: &[usize]) -> bool {
        let mut heaps = heaps.to_vec();
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        if let Some(&wins) = self.known.get(&heaps) {
            return wins;
        }
        let options = options(&self.rule, &heaps);
        let wins = if options.is_empty() {
            self.convention == Convention::Misere
        } else {
            options.iter().any(|(_, after)| !self.mover_wins(after))
        };
        self.known.insert(heaps, wins);
        wins
    }
}

fn agree<R: HeapRule>(rule: &R, heaps: &[usize]) {
    let mut theory = Sums::new(rule.clone()).unwrap();
    for convention in [Convention::Normal, Convention::Misere] {
        let mut search = Search { rule: rule.clone(), convention, known: HashMap::new() };
        let wins = search.mover_wins(heaps);
        assert_eq!(
            theory.mover_wins(heaps, convention),
            Ok(wins),
            "{rule:?} {heaps:?} {convention}"
        );
        let mut winning: Vec<HeapMove> = options(rule, heaps)
            .into_iter()
            .filter(|(_, after)| !search.mover_wins(after))
            .map(|(mv, _)| mv)
            .collect();
        winning.sort_by_key(|mv| (mv.heap, mv.take, mv.part));
        let found = theory.winning_moves(heaps, convention).unwrap();
        assert_eq!(found, winning, "{rule:?} {heaps:?} {convention}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn theory_and_search_agree_on_nim(heaps in prop::collection::vec(0..7usize, 0..5)) {
        agree(&TakeSet::any(), &heaps);
    }

    #[test]
    fn theory_and_search_agree_on_subtraction_games(
        takes in prop::collection::vec(1..9usize, 1..4),
        heaps in prop::collection::vec(0..13usize, 0..4),
    ) {
        agree(&TakeSet::new(takes).unwrap(), &heaps);
    }

    #[test]
    fn theory_and_search_agree_on_the_splitting_game(
        heaps in prop::collection::vec(0..12usize, 0..3),
    ) {
        agree(&Grundy, &heaps);
    }

    #[test]
    fn theory_and_search_agree_on_octal_games(
        digits in prop::collection::vec(0..8u8, 1..5),
        first in prop::sample::select(vec![0, 4]),
        heaps in prop::collection::vec(0..9usize, 0..3),
    ) {
        let digits: String = digits.iter().map(ToString::to_string).collect();
        let code: OctalCode = format!("{first}.{digits}").parse().unwrap();
        agree(&code, &heaps);
    }
}

#[test]
fn misere_kayles_is_searched_where_no_theory_tells() {
    let kayles: OctalCode = "0.77".parse().unwrap();
    let mut theory = Sums::new(kayles.clone()).unwrap();
    let wild = (0..40).find(|&heap| theory.genus(heap).unwrap().is_none());
    assert_eq!(wild, Some(5), "Winning Ways, chapter 13");
    let lost: Vec<usize> =
        (1..=24).filter(|&heap| !theory.mover_wins(&[heap], Convention::Misere).unwrap()).collect();
    let mut search = Search { rule: kayles, convention: Convention::Misere, known: HashMap::new() };
    let searched: Vec<usize> = (1..=24).filter(|&heap| !search.mover_wins(&[heap])).collect();
    assert_eq!(lost, searched);
    // Sibert & Conway, "Mathematical Kayles", International Journal of Game Theory 20, 1992.
    assert_eq!(lost, [1, 4, 9, 12, 20]);
}

#[test]
fn what_is_not_known_is_an_error() {
    let kayles: OctalCode = "0.77".parse().unwrap();
    let mut theory = Sums::new(kayles).unwrap();
    assert!(theory.mover_wins(&[1000, 500, 77], Convention::Normal).is_ok());
    let error = theory.mover_wins(&[1000, 500], Convention::Misere).unwrap_err();
    insta::assert_snapshot!(error, @"no misère theory covers a heap of 500 tokens, and 1500 tokens are too many to search: at most 400 are supported");
    assert_eq!(
        theory.value(&[1 << 40]),
        Err(SumError::NimValue(tesuji_nim::theory::NimValueError::OutOfMemory {
            values: (1 << 40) + 1
        }))
    );
}

#[test]
fn the_misere_search_ends_at_each_limit() {
    let kayles: OctalCode = "0.77".parse().unwrap();
    let mut theory = Sums::new(kayles).unwrap();
    let mut within = |budget: Budget| {
        let mut silent = Silent;
        let meter = &mut Meter::new(&budget, &mut silent);
        let found = theory.winning_moves_within(&[30, 20], Convention::Misere, meter);
        (found, meter.stats())
    };
    let stop = StopFlag::new();
    stop.raise();
    for (budget, limit) in [
        (Budget::unlimited().nodes(100), Limit::Nodes),
        (Budget::unlimited().time(Duration::ZERO), Limit::Time),
        (Budget::unlimited().memory(10_000), Limit::Memory),
        (Budget::unlimited().stop(stop), Limit::Interrupted),
    ] {
        let (found, stats) = within(budget);
        assert_eq!(found, Err(SumError::Stopped(limit)));
        assert!(stats.peak_bytes <= 10_000 || limit != Limit::Memory, "{stats:?}");
    }
    let (found, stats) = within(Budget::unlimited());
    assert!(found.is_ok());
    // Within what it takes, and not within less.
    let (again, _) = within(Budget::unlimited().memory(stats.peak_bytes));
    assert_eq!(again, found);
    assert!(stats.generated > stats.expanded && stats.duplicates > 0, "{stats:?}");
}

#[test]
fn large_heaps_have_winning_moves_too() {
    let mut grundy = Sums::new(Grundy).unwrap();
    let moves = grundy.winning_moves(&[5000, 3000], Convention::Normal).unwrap();
    assert!(!moves.is_empty());
    for mv in moves {
        let mut after = vec![5000, 3000];
        let (take, part) = (mv.take as usize, mv.part as usize);
        after[mv.heap as usize] -= take + part;
        after.push(part);
        assert_eq!(grundy.value(&after), Ok(0), "{mv}");
    }
}

/// Checks that the winning moves of a large position are exactly those that leave a lost one.
fn check_large<R: HeapRule>(rule: R, convention: Convention, heaps: &[usize], winning: usize) {
    let game = LargeNim::new(rule.clone(), convention, heaps).unwrap();
    let start = game.initial();
    let mut sums = Sums::new(rule).unwrap();
    let found = sums.winning_moves(heaps, convention).unwrap();
    assert_eq!(found.len(), winning, "{heaps:?} {convention}");
    assert_eq!(sums.mover_wins(heaps, convention).unwrap(), winning > 0);
    for &mv in found.iter().take(100) {
        assert_eq!(game.parse_move(&start, &mv.to_string()), Ok(mv));
        let after = game.successor(&start, mv).to_vec();
        assert!(!sums.mover_wins(&after, convention).unwrap(), "{mv} in {heaps:?}");
    }
}

#[test]
fn theory_judges_a_million_tokens() {
    const MILLION: usize = 1_000_000;
    let three = TakeSet::up_to_three();
    for convention in [Convention::Normal, Convention::Misere] {
        check_large(TakeSet::any(), convention, &[MILLION], 1);
        check_large(TakeSet::any(), convention, &[300], 1);
        check_large(TakeSet::any(), convention, &[MILLION + 1, MILLION, 1], 0);
        check_large(
            TakeSet::any(),
            convention,
            &[1; 1000],
            if convention == Convention::Normal { 0 } else { 1000 },
        );
        check_large(three.clone(), convention, &[MILLION + 2], 1);
    }
    check_large(three.clone(), Convention::Normal, &[MILLION], 0);
    check_large(three, Convention::Misere, &[MILLION], 1);
    let kayles: OctalCode = "0.77".parse().unwrap();
    let mut sums = Sums::new(kayles.clone()).unwrap();
    // From heap 71 on, values repeat every 12 heaps.
    assert_eq!(sums.value(&[MILLION]), sums.value(&[MILLION % 12 + 72]));
    let winning = sums.winning_moves(&[MILLION], Convention::Normal).unwrap().len();
    assert!(winning > 0);
    check_large(kayles, Convention::Normal, &[MILLION], winning);
}

#[test]
fn grundy_sums_that_searches_have_no_room_for_are_judged() {
    let values = tesuji_nim::theory::nim_values_by_definition(&Grundy, 2_000).unwrap();
    let mut sums = Sums::new(Grundy).unwrap();
    for (heap, &value) in values.iter().enumerate().skip(34) {
        assert_eq!(sums.value(&[heap]), Ok(u32::from(value)), "{heap}");
    }
    let lost = |heaps: &[usize]| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]) == 0;
    for heaps in [&[34][..], &[8, 14, 14], &[50], &[53], &[100, 200, 300]] {
        let mut moves = options(&Grundy, heaps);
        moves.retain(|(_, after)| lost(after));
        check_large(Grundy, Convention::Normal, heaps, moves.len());
    }
}
