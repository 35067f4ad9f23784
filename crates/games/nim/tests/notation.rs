//! Notation: round trips, error messages, drawings.

use insta::assert_snapshot;
use proptest::prelude::*;
use tesuji_core::{NamedGame, Notation, Render, Rules};
use tesuji_nim::{Convention, Grundy, HeapMove, NamedRule, Nim, OctalCode, TakeSet, parse_heaps};

fn nim(heaps: &[usize]) -> Nim<TakeSet> {
    Nim::new(TakeSet::any(), Convention::Misere, heaps).unwrap()
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC{0,12}") {
        let game = nim(&[3, 4, 5]);
        if let Ok(state) = game.parse_state(&text) {
            prop_assert_eq!(game.parse_state(&game.state_text(&state)).unwrap(), state);
        }
        let _ = game.parse_move(&game.initial(), &text);
        let _ = parse_heaps(&text);
        let _ = text.parse::<Convention>();
        if let Ok(code) = text.parse::<OctalCode>() {
            prop_assert_eq!(code.to_string().parse(), Ok(code));
        }
    }

    #[test]
    fn nearly_right_texts_do_not_either(text in "[0-9:/., -]{0,10}") {
        let game = Nim::new(Grundy, Convention::Normal, &[9, 8]).unwrap();
        if let Ok(mv) = game.parse_move(&game.initial(), &text) {
            prop_assert!(game.moves(&game.initial()).contains(&mv));
        }
        if let Ok(mv) = text.parse::<HeapMove>() {
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        if let Ok(state) = game.parse_state(&text) {
            prop_assert_eq!(game.parse_state(&game.state_text(&state)).unwrap(), state);
        }
        if let Ok(set) = text.parse::<TakeSet>() {
            prop_assert_eq!(set.to_string().parse(), Ok(set));
        }
        if let Ok(code) = text.parse::<OctalCode>() {
            prop_assert_eq!(code.to_string().parse(), Ok(code));
        }
    }

    #[test]
    fn take_sets_come_back(takes in prop::collection::vec(1..30usize, 1..12)) {
        let set = TakeSet::new(takes.iter().copied()).unwrap();
        prop_assert!(takes.iter().all(|&take| set.contains(take)));
        prop_assert_eq!(set.to_string().parse(), Ok(set));
    }
}

#[test]
fn only_legal_moves_are_read() {
    let game =
        Nim::new("0.137".parse::<OctalCode>().unwrap(), Convention::Normal, &[5, 1]).unwrap();
    let start = game.initial();
    let legal = game.moves(&start);
    for heap in 0..=3 {
        for take in 0..=6 {
            for part in 0..=6 {
                let mv = HeapMove { heap, take, part };
                let read = game.parse_move(&start, &mv.to_string());
                assert_eq!(read.is_ok(), legal.contains(&mv), "{mv}");
            }
        }
    }
}

#[test]
fn wrong_positions_are_explained() {
    let game = nim(&[3, 4, 5]);
    let error = |text: &str| game.parse_state(text).unwrap_err();
    assert_snapshot!(error("3-x-5"), @r#"heap 2: "x" is not a number"#);
    assert_snapshot!(error(""), @r#"heap 1: "" is not a number"#);
    assert_snapshot!(error("3-4-"), @r#"heap 3: "" is not a number"#);
    assert_snapshot!(error("3-4-500"), @"heap 3: 500 tokens are too many");
    assert_snapshot!(error("3-99999999999999999999"), @"heap 2: 99999999999999999999 tokens are too many");
    assert_snapshot!(error("3-4-5 third"), @r#""third" after the heaps is neither "first" nor "second""#);
    assert_snapshot!(error("1-1-1-1"), @"4 heaps, but the game has 3");
    assert_snapshot!(error("3-5-5"), @"heap 2 has 5 tokens, but starts with 4");
    let game = Nim::new(Grundy, Convention::Normal, &[9]).unwrap();
    assert_snapshot!(game.parse_state("5-5").unwrap_err(), @"10 tokens in all, but the game starts with 9");
    let game = Nim::new("0.77".parse::<OctalCode>().unwrap(), Convention::Normal, &[63]).unwrap();
    let ones = ["1"; 32].join("-");
    assert!(game.parse_state(&ones).is_ok());
    let threes = ["3"; 20].join("-");
    assert_snapshot!(game.parse_state(&threes).unwrap_err(), @"the heaps can break into 40, and a position holds at most 32");
}

#[test]
fn wrong_moves_are_explained() {
    let game = nim(&[3, 4, 5]);
    let error = |text: &str| game.parse_move(&game.initial(), text).unwrap_err();
    assert_snapshot!(error("2-3"), @r#""2-3" is not a move: write 2:3 to take 3 from heap 2, 1/4 to split 4 off heap 1"#);
    assert_snapshot!(error("2:three"), @r#"the move "2:three": "three" is not a number"#);
    assert_snapshot!(error("0:1"), @r#"the move "0:1": there is no heap 0"#);
    assert_snapshot!(error("1:4"), @"1:4 is not legal in 3-4-5");
    assert_snapshot!(error("4:1"), @"4:1 is not legal in 3-4-5");
    assert_snapshot!(error("3/2"), @"3/2 is not legal in 3-4-5");
}

#[test]
fn wrong_games_are_explained() {
    let error = |heaps: &[usize]| Nim::new(TakeSet::any(), Convention::Normal, heaps).unwrap_err();
    assert_snapshot!(error(&[]), @"a game starts with at least one heap");
    assert_snapshot!(error(&[1; 33]), @"33 heaps are too many: at most 32 are supported");
    assert_snapshot!(error(&[5, 256]), @"heap 2 has 256 tokens: at most 255 are supported");
    let splitting = Nim::new(Grundy, Convention::Normal, &[34]).unwrap_err();
    assert_snapshot!(splitting, @"the heaps can break into 33, and a position holds at most 32; nim-values decide larger ones");
}

#[test]
fn wrong_rules_are_explained() {
    let code = |text: &str| text.parse::<OctalCode>().unwrap_err();
    assert_snapshot!(code("77"), @r#""77" is not an octal code: it has 0 points, not one"#);
    assert_snapshot!(code("0.7.7"), @r#""0.7.7" is not an octal code: it has 2 points, not one"#);
    assert_snapshot!(code("0."), @r#""0." has no digits after the point"#);
    assert_snapshot!(code("0.078"), @"digit 3 after the point is '8': it must be between 0 and 7");
    assert_snapshot!(code("1.7"), @r#""1" before the point: it must be 0 or 4, because a move that takes nothing can only split the heap"#);
    assert_snapshot!(code(&format!(".{}", "1".repeat(1001))), @"1001 digits after the point: at most 1000 are supported");
    let set = |text: &str| text.parse::<TakeSet>().unwrap_err();
    assert_snapshot!(set("1,,3"), @r#"item 2: "" is neither a number nor a range such as 1-3"#);
    assert_snapshot!(set("1,5-3"), @r#"item 2: the range "5-3" ends before it begins"#);
    assert_snapshot!(set("0-3"), @"a move takes between 1 and 10000 tokens, not 0");
    assert_snapshot!(set("1-20000"), @"a move takes between 1 and 10000 tokens, not 20000");
    assert_snapshot!(TakeSet::new([]).unwrap_err(), @"a take set has at least one number");
    assert_snapshot!("miser".parse::<Convention>().unwrap_err(), @r#""miser" is neither "normal" nor "misere""#);
}

#[test]
fn positions_are_drawn() {
    let game = nim(&[3, 4, 60]);
    let state = game.parse_state("3-0-60 second").unwrap();
    assert_snapshot!(game.text(&state), @r"
      1  ooo (3)
      2  (0)
      3  oooooooooooooooooooooooooooooooooooooooo... (60)
    the second player moves
    ");
    let over = game.parse_state("0-0-0 second").unwrap();
    assert_snapshot!(game.text(&over), @r"
      1  (0)
      2  (0)
      3  (0)
    the second player wins
    ");
    let small = nim(&[2, 1]);
    assert_snapshot!(small.svg(&small.initial()), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 216 144" font-family="sans-serif" font-size="14" text-anchor="middle">
    <title>2-1</title>
    <path d="M0 72h216" stroke="#888"/>
    <circle cx="24" cy="60" r="10" fill="#55545a" stroke="#9a989c"/>
    <circle cx="24" cy="36" r="10" fill="#55545a" stroke="#9a989c"/>
    <text x="24" y="90">1: 2</text>
    <circle cx="72" cy="60" r="10" fill="#55545a" stroke="#9a989c"/>
    <text x="72" y="90">2: 1</text>
    <text x="108" y="120">the first player moves</text>
    </svg>
    "##);
}

#[test]
fn the_facts_have_the_nim_value_of_each_heap() {
    fn values<R: NamedRule>(rule: R, heaps: &[usize]) -> Option<String> {
        let game = Nim::new(rule, Convention::Normal, heaps).unwrap();
        let facts = game.facts(&game.initial());
        facts.into_iter().find(|(name, _)| *name == "nim-values").map(|(_, values)| values)
    }
    assert_eq!(values(TakeSet::any(), &[3, 4, 5]).as_deref(), Some("3 4 5"));
    assert_eq!(values("1-3".parse::<TakeSet>().unwrap(), &[7, 4]).as_deref(), Some("3 0"));
    // Grundy's game: heaps of 1 to 8 tokens have the values 0 0 1 0 2 1 0 2.
    assert_eq!(values(Grundy, &[8, 6, 3]).as_deref(), Some("2 1 1"));
    assert_eq!(values("0.77".parse::<OctalCode>().unwrap(), &[3, 5]).as_deref(), Some("3 4"));
}
