//! Nim-values compared with their definition, and the periods of the literature.

use std::cell::Cell;
use std::rc::Rc;

use proptest::prelude::*;
use tesuji_nim::theory::{
    CheckPeriodError, NimValueError, NimValues, Period, nim_values_by_definition,
};
use tesuji_nim::{Convention, Grundy, HeapRule, Nim, OctalCode, Parts, Remains, TakeSet};

fn agree_with_definition<R: HeapRule>(rule: R, count: usize) {
    let expected = nim_values_by_definition(&rule, count).unwrap();
    let mut values = NimValues::new(rule).unwrap();
    // In several steps.
    for count in [1, count / 3, count / 2 + 1, count] {
        values.extend_to(count).unwrap();
    }
    assert!(values.len() >= count);
    for (heap, &value) in expected.iter().enumerate() {
        assert_eq!(values.get(heap), Some(value), "{:?}, heap of {heap}", values.rule());
    }
    assert!(values.iter().take(count).eq(expected));
    assert_eq!(values.get(values.len()), None);
}

fn octal(code: &str) -> OctalCode {
    code.parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_octal_game_agrees_with_its_definition(
        first in prop::sample::select(vec!["0", "4"]),
        digits in "[0-7]{1,6}",
    ) {
        agree_with_definition(octal(&format!("{first}.{digits}")), 1500);
    }

    #[test]
    fn any_take_set_agrees_with_its_definition(
        takes in prop::collection::vec(1..150usize, 1..100),
    ) {
        agree_with_definition(TakeSet::new(takes).unwrap(), 600);
    }
}

#[test]
fn famous_games_agree_with_their_definition() {
    agree_with_definition(Grundy, 12_000);
    for code in ["0.77", "0.07", "0.6", "0.376", "0.16", "0.454", "0.051", "4.7"] {
        agree_with_definition(octal(code), 5000);
    }
    agree_with_definition(octal("0.0000000000000000000000000000000000000000000000007"), 3000);
    agree_with_definition(octal(&format!("0.{}", "3".repeat(200))), 1500);
    agree_with_definition(TakeSet::any(), 300);
}

/// Regression: here a rare value has a larger number in its class than the least common value above
/// it.
#[test]
fn a_game_of_seventy_sevens_agrees_with_its_definition() {
    agree_with_definition(octal(&format!("0.{}", "7".repeat(70))), 700);
}

/// Lasker's Nim: take any number from a heap, or split it in two.
#[derive(Clone, Debug)]
struct Lasker;

impl HeapRule for Lasker {
    fn breaks(&self) -> bool {
        true
    }
    fn remains(&self, take: usize) -> Remains {
        if take == 0 {
            Remains { two: Parts::Any, ..Remains::default() }
        } else {
            Remains { none: true, one: true, two: Parts::No }
        }
    }
    fn max_taken(&self) -> Option<usize> {
        None
    }
}

/// Take up to three tokens, and split the rest unequally if two were taken.
#[derive(Clone, Debug)]
struct Uneven;

impl HeapRule for Uneven {
    fn breaks(&self) -> bool {
        true
    }
    fn remains(&self, take: usize) -> Remains {
        match take {
            1 => Remains { one: true, ..Remains::default() },
            2 => Remains { two: Parts::Unequal, ..Remains::default() },
            3 => Remains { none: true, one: false, two: Parts::Any },
            _ => Remains::default(),
        }
    }
    fn max_taken(&self) -> Option<usize> {
        Some(3)
    }
}

#[test]
fn rules_of_ones_own_work() {
    agree_with_definition(Uneven, 8000);
    agree_with_definition(Lasker, 300);
    let lasker = nim_values_by_definition(&Lasker, 13).unwrap();
    // Winning Ways, chapter 4: 4k + 3 and 4k + 4 are swapped.
    assert_eq!(lasker, [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]);
    assert_eq!(NimValues::new(Lasker).unwrap().find_period(1000), Ok(None));
}

fn find(code: &str, most: usize) -> Period {
    let mut values = NimValues::new(octal(code)).unwrap();
    let period = values.find_period(most).unwrap().unwrap_or_else(|| panic!("{code}"));
    period.check(values.rule(), |heap| values.get(heap)).unwrap();
    // A smaller preperiod or period is wrong.
    let last = period.last_exception().unwrap();
    assert_ne!(values.get(last), values.get(last + period.period), "{code}");
    period
}

/// The preperiods of the literature (Gangolli & Plambeck 1989; Flammenkamp's tables). For Kayles
/// the last exception is quoted more often: it is 70.
#[test]
fn known_periods_are_found_and_proved() {
    for (code, preperiod, period) in [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.156", 3479, 349),
        ("0.644", 3256, 442),
        ("0.16", 105_351, 149_459),
        ("0.56", 326_640, 144),
    ] {
        assert_eq!(find(code, 1_000_000), Period { preperiod, period }, "{code}");
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn long_periods_are_found_and_proved() {
    for (code, preperiod, period) in
        [("0.376", 2_268_248, 4), ("0.354", 10_061_916, 1180), ("0.454", 160_949_019, 60_620_715)]
    {
        assert_eq!(find(code, 500_000_000), Period { preperiod, period }, "{code}");
    }
}

/// Flammenkamp knows 1287 rare heaps of Grundy's game up to 2^35 tokens, the largest with
/// 48,399,022.
#[test]
#[ignore = "minutes; cargo xtask slow"]
fn all_known_rare_heaps_of_the_splitting_game_are_found() {
    let mut values = NimValues::new(Grundy).unwrap();
    values.extend_to(48_500_000).unwrap();
    let rare: Vec<usize> = values.rare_heaps().collect();
    assert_eq!((rare.len(), rare.last()), (1287, Some(&48_399_022)));
}

#[test]
fn take_sets_repeat() {
    let period = |set: &str| {
        let mut values = NimValues::new(set.parse::<TakeSet>().unwrap()).unwrap();
        values.find_period(100_000).unwrap()
    };
    assert_eq!(period("1-3"), Some(Period { preperiod: 0, period: 4 }));
    assert_eq!(period("2,5,7"), Some(Period { preperiod: 0, period: 22 }));
    assert_eq!(period("any"), None);
    // A preperiod in a subtraction game: checked against the definition.
    let set: TakeSet = "2,4,7".parse().unwrap();
    let found = period("2,4,7").unwrap();
    let values = nim_values_by_definition(&set, 500).unwrap();
    assert!(found.preperiod > 0);
    for heap in found.preperiod..400 {
        assert_eq!(values[heap], values[found.reduce(heap)]);
    }
}

#[test]
fn no_period_of_the_splitting_game_is_known() {
    let mut values = NimValues::new(Grundy).unwrap();
    assert_eq!(values.find_period(50_000), Ok(None));
}

#[test]
fn empty_parts_do_not_stretch_a_period() {
    // Heaps of fewer than 5 tokens have no move; 5 tokens leave 1 and 1.
    let code: OctalCode = "0.004".parse().unwrap();
    let values = nim_values_by_definition(&code, 200).unwrap();
    assert_eq!(values[..6], [0, 0, 0, 0, 0, 1]);
    let constant = Period { preperiod: 0, period: 1 };
    constant.check(&code, |heap| values.get(heap).copied()).unwrap_err();
    for count in 4..60 {
        if let Some(Period { preperiod, period }) =
            NimValues::new(code.clone()).unwrap().find_period(count).unwrap()
        {
            let repeats = |heap: usize| values[heap] == values[heap + period];
            assert!((preperiod..100).all(repeats), "{count} values");
        }
    }
}

#[test]
fn a_proved_period_holds_far_beyond_its_window() {
    let code = octal("0.156");
    let period = find("0.156", 20_000);
    let mut values = NimValues::new(code.clone()).unwrap();
    values.extend_to(100_000).unwrap();
    assert!(period.window(&code).unwrap().end < 10_000);
    for heap in 0..100_000 {
        assert_eq!(values.get(heap), values.get(period.reduce(heap)), "heap of {heap}");
    }
}

#[test]
fn false_claims_are_refused() {
    let kayles = octal("0.77");
    let values = nim_values_by_definition(&kayles, 300).unwrap();
    let refuse = |preperiod, period| {
        Period { preperiod, period }.check(&kayles, |heap| values.get(heap).copied()).unwrap_err()
    };
    insta::assert_snapshot!(refuse(70, 12), @"a heap of 70 tokens has value 6, but one of 82 has 2");
    insta::assert_snapshot!(refuse(71, 11), @"a heap of 71 tokens has value 7, but one of 82 has 2");
    insta::assert_snapshot!(refuse(200, 12), @"the value of a heap of 300 tokens is missing");
    assert_eq!(refuse(71, 0), CheckPeriodError::ZeroPeriod);
    assert_eq!(refuse(usize::MAX, 1), CheckPeriodError::Overflow);
    assert_eq!(refuse(0, usize::MAX), CheckPeriodError::Overflow);
    let nim = TakeSet::any();
    let claim = Period { preperiod: 0, period: 1 };
    assert_eq!(claim.check(&nim, |_| Some(0)), Err(CheckPeriodError::Unbounded));
}

#[test]
fn values_that_do_not_fit_are_an_error() {
    let mut nim = NimValues::new(TakeSet::any()).unwrap();
    assert_eq!(nim.extend_to(70_000), Err(NimValueError::ValueTooLarge { heap: 65_536 }));
    assert_eq!(nim.get(65_535), Some(65_535));
    let mut grundy = NimValues::new(Grundy).unwrap();
    let error = grundy.extend_to(usize::MAX - 100).unwrap_err();
    insta::assert_snapshot!(error, @"failed to allocate 18446744073709551515 nim-values");
    grundy.extend_to(1000).unwrap();
}

/// Nim, which counts what it is asked.
#[derive(Clone, Debug, Default)]
struct Counting(Rc<Cell<u32>>);

impl HeapRule for Counting {
    fn breaks(&self) -> bool {
        false
    }
    fn remains(&self, _: usize) -> Remains {
        self.0.set(self.0.get() + 1);
        Remains { none: true, one: true, two: Parts::No }
    }
    fn max_taken(&self) -> Option<usize> {
        None
    }
}

#[test]
fn a_small_game_asks_for_the_moves_of_small_heaps_alone() {
    let rule = Counting::default();
    Nim::new(rule.clone(), Convention::Normal, &[1, 2]).unwrap();
    // Takes of 0 to 3 tokens at most, from heaps of 1 to 3.
    assert_eq!(rule.0.get(), 2 + 3 + 4);
}
