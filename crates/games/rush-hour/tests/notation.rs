//! Notation of boards and moves, and the error messages.

use proptest::prelude::*;
use rand_pcg::{Pcg64, rand_core::SeedableRng};
use tesuji_core::{Language, Notation, Rules};
use tesuji_rush_hour::{Card, Generator, LabGame, Metric, RushHour, RushHourRocks, instances};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

#[test]
fn boards_are_read_in_many_ways() {
    let expected = card("....B.....BC.AA.BC.D.....D.....DEEE.");
    for text in [
        "ooooBoooooBCoAAoBCoDoooooDoooooDEEEo",
        "....B./....BC/.AA.BC/.D..../.D..../.DEEE.",
        " ....B.\n....BC\n.AA.BC\n.D....\n.D....\n.DEEE.\n",
        "....B. / ....BC / .AA.BC / .D.... / .D.... / .DEEE.",
    ] {
        assert_eq!(card(text), expected, "{text:?}");
    }
}

#[test]
fn letters_are_kept() {
    for text in instances::LAB {
        assert_eq!(card(text).to_string(), text);
        let game = RushHour::new(card(text), Metric::Slides);
        assert_eq!(game.state_text(&game.initial()), text);
    }
    assert_eq!(card("Q../QAA/x.o").to_string(), "Q..QAAx..");
    assert_eq!(card("ZZ.AA./").to_string(), "ZZ.AA./");
}

#[test]
fn a_state_may_be_read_as_positions_of_the_cars() {
    let game = RushHour::new(card(instances::LAB[0]), Metric::Steps);
    for text in ["1 0 1 3 2", "[1, 0, 1, 3, 2]", "1,0,1,3,2"] {
        assert_eq!(game.parse_state(text).unwrap(), game.initial(), "{text}");
    }
    let board = game.parse_state("4 3 0 2 1").unwrap();
    assert_eq!(game.offsets(board), [4, 3, 0, 2, 1]);
    assert_eq!(game.state_text(&board), ".....C.....C.D..AA.D..B..D..B..EEEB.");
}

#[test]
fn moves_may_be_written_with_arrows() {
    let game = RushHour::new(card("B..../B..../.AA../..C../..C.."), Metric::Slides);
    let board = game.initial();
    for (texts, written) in [
        (["A+1", " A+ ", "A>", "A>1"], "A+1"),
        (["A-1", "A-", "A<", "A<1"], "A-1"),
        (["A+2", "A+02", "A>2", "A>2 "], "A+2"),
        (["B+3", "Bv3", "B+3", "Bv3"], "B+3"),
    ] {
        for text in texts {
            let slide = game.parse_move(&board, text).unwrap();
            assert_eq!(game.move_text(&board, slide), written, "{text:?}");
        }
    }
}

#[test]
fn metrics_are_read_and_written() {
    for metric in [Metric::Steps, Metric::Slides] {
        assert_eq!(metric.to_string().parse(), Ok(metric));
    }
    let error = "hops".parse::<Metric>().unwrap_err();
    insta::assert_snapshot!(error, @r#""hops" is neither "steps" nor "slides""#);
}

#[test]
fn errors_about_boards_read_well() {
    let errors = [
        "",
        " / ",
        "....B.....BC.AA.BC.D.....D.....DEEE",
        "....B.....BC.AA.BC.D..#..D.....DEEE.",
        "....B./....BC/.aA.BC/.D..../.D..../.DEEE.",
        "Hello, world",
        "AA..é.",
        "AA./..../...",
        "AA......./.........",
        "AA.../..B../.....",
        "AA..B/...BB/.....",
        "AA.../B..../...../B....",
        "AA..B/....B/.CC.C/.....",
        "BB../....",
        "..../....",
        "A.../A...",
        "BB../.A..",
    ]
    .map(|text| format!("{text:?}\n  {}\n", text.parse::<Card>().unwrap_err()));
    insta::assert_snapshot!(errors.concat());
}

#[test]
fn errors_about_states_read_well() {
    let game = RushHour::new(card("BB..C/AA..C/...../DD.EE"), Metric::Steps);
    let errors = [
        "BB..C/AA..C/...../DD.E?",
        "BB..C/AA..C/.....",
        "BB..C/AA..C/x..../DD.EE",
        "BB..C/AA..C/...../DD...",
        "BB..C/AA..C/..FF./DD.EE",
        "BB..C/AA..C/....C/DD.EE",
        "BB.../AA..C/CC..C/DD.EE",
        "...../AA..C/BB..C/DD.EE",
        "BB..C/AA..C/...../EE.DD",
        "0 0 0 0",
        "0 0 0 0 1",
        "0 0 3 0 3",
        "0 4 0 0 3",
    ]
    .map(|text| format!("{text:?}\n  {}\n", game.parse_state(text).unwrap_err()));
    insta::assert_snapshot!(errors.concat());
}

#[test]
fn errors_about_moves_read_well() {
    let game = RushHour::new(card("BB..C/AA..C/...../DD.EE"), Metric::Slides);
    let board = game.initial();
    let errors = [
        "", "A", "a+1", "A1", "A+x", "A^1", "A+-1", "F+1", "A+3", "A-1", "D-1", "C+999", "A+1 B+1",
        "é+1",
    ]
    .map(|text| format!("{text:?}\n  {}\n", game.parse_move(&board, text).unwrap_err()));
    insta::assert_snapshot!(errors.concat());
}

#[test]
fn positions_with_rocks_are_read_and_written() {
    let text = instances::LAB[0];
    let game = RushHourRocks::new(card(text));
    let start = game.initial();
    for short in [text.to_owned(), format!("{text} -"), format!("{text} driver")] {
        assert_eq!(game.parse_state(&short).unwrap(), start, "{short}");
    }
    assert_eq!(game.state_text(&start), format!("{text} - driver"));
    let rows = "....B./....BC/.AA.BC/.D..../.D..../.DEEE. 3-4 adversary";
    let read = game.parse_state(rows).unwrap();
    assert_eq!(game.state_text(&read), format!("{text} 3-4 adversary"));
    assert_eq!(game.parse_state("1 0 1 3 2 3-4 adversary").unwrap(), read);
}

#[test]
fn errors_about_rocks_read_well() {
    let text = instances::LAB[0];
    let game = RushHourRocks::new(card(text));
    let states = ["9-9 driver", "0-4 driver", "2-0 driver", "x-1 driver", "- nobody"].map(|tail| {
        let error = game.parse_state(&format!("{text} {tail}")).unwrap_err();
        format!("{tail:?}\n  {error}\n")
    });
    let turn = game.parse_state(&format!("{text} 3-4 adversary")).unwrap();
    let rocks = ["", "B+1", "3-0", "0-4", "2-0", "0-0-0", "7-7", "pass"]
        .map(|text| format!("{text:?}\n  {}\n", game.parse_move(&turn, text).unwrap_err()));
    let over = game.parse_state("4 3 0 2 1 - adversary").unwrap();
    let over = game.parse_move(&over, "0-0").unwrap_err();
    let drive = game.parse_move(&game.initial(), "0-0").unwrap_err();
    let pass = game.parse_move(&game.initial(), "pass").unwrap_err();
    let lab = LabGame::against_rocks(card(text));
    let memory = lab.parse_state(&format!("{text} - driver 12:Q+1")).unwrap_err();
    let others = format!("{over}\n{drive}\n{pass}\n{memory}\n");
    insta::assert_snapshot!(states.concat() + &rocks.concat() + &others);
}

/// Texts similar to boards, and texts that are not.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[.oxABC/\n]{0,70}",
        "([.oxA-D]{4}/){4}",
        "[.xA-Z]{36}",
        "[A-C][-+><^v][0-9]{0,3}",
        "[0-9]-[0-9]( driver| adversary)?",
        "\\PC*"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_a_reader_panic(text in texts()) {
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string().parse::<Card>().unwrap(), card.clone());
            let game = RushHour::new(card, Metric::Slides);
            prop_assert_eq!(game.parse_state(&text).unwrap(), game.initial());
            prop_assert!(game.moves(&game.initial()).len() < 26 * 7);
        }
        let game = LabGame::against_rocks(card(instances::LAB[1]));
        for state in tesuji_core::laws::states(&game, 3) {
            let _ = game.parse_state(&text);
            let _ = game.parse_move(&state, &text);
            let _ = game.parse_state(&format!("{} {text}", instances::LAB[1]));
        }
    }

    #[test]
    fn random_boards_come_back(seed: u64, walls in 0usize..4, width in 4u8..9, height in 4u8..9) {
        let generator = Generator::new(Metric::Slides).size(width, height).walls(walls);
        let made = generator.max_boards(1_500).generate(1, 5, &mut Pcg64::seed_from_u64(seed));
        if let Some(made) = made {
            let text = made.card.to_string();
            prop_assert_eq!(text.parse::<Card>().unwrap(), made.card.clone());
            let game = RushHour::new(made.card, Metric::Steps);
            tesuji_core::laws::notation(&game, 20);
            tesuji_core::laws::rules(&game, 20);
        }
    }
}

#[test]
fn moves_in_words_tell_car_direction_and_cells() {
    let game = RushHour::new(card("BB...GC..H.GCAAH.GC..H..D...FFD.EEE."), Metric::Slides);
    let start = game.initial();
    let words = |text, language| game.in_words(game.parse_move(&start, text).unwrap(), language);
    assert_eq!(words("B+1", Language::English), "car B right");
    assert_eq!(words("B+2", Language::English), "car B right 2");
    assert_eq!(words("B+1", Language::French), "voiture B vers la droite");
    assert_eq!(words("B+2", Language::French), "voiture B vers la droite, 2 cases");
    // As in the games that the lab assignment's program printed.
    let rocks = RushHourRocks::new(card(instances::LAB[0]));
    let mut state = rocks.initial();
    let line = ["C-1", "0-0", "A+1", "1-1", "D-1"].map(|text| {
        let mv = rocks.parse_move(&state, text).unwrap();
        let words = rocks.in_words(mv, Language::French);
        rocks.play(&mut state, mv);
        words
    });
    assert_eq!(
        line,
        [
            "voiture C vers le haut",
            "roche sur la ligne 0, colonne 0",
            "voiture rouge vers la droite",
            "roche sur la ligne 1, colonne 1",
            "voiture D vers le haut",
        ]
    );
}

#[test]
fn no_two_moves_have_the_same_words() {
    for text in instances::LAB {
        let game = RushHourRocks::new(card(text));
        let start = game.initial();
        let rocks = game.successor(&start, game.moves(&start)[0]);
        for state in [start, rocks] {
            for language in ["en", "FR"] {
                let language: Language = language.parse().unwrap();
                let mut words: Vec<_> =
                    game.moves(&state).iter().map(|&mv| game.in_words(mv, language)).collect();
                let count = words.len();
                words.sort();
                words.dedup();
                assert_eq!(words.len(), count);
            }
        }
    }
    let error = "deutsch".parse::<Language>().unwrap_err().to_string();
    assert_eq!(error, r#""deutsch" is neither "en" nor "fr""#);
}
