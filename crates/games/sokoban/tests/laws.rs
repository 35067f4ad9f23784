//! The contracts of the core traits, on levels of many kinds.

use tesuji_core::{NamedGame, Notation, Puzzle, Render, Rules, Settings, laws};
use tesuji_sokoban::{
    Level, LevelError, MAX_CELLS, Matching, Metric, NearestGoal, OffGoal, Sokoban, levels,
};

/// Levels with as many goals as boxes and with more, with decoration, and of one corridor.
const LEVELS: [&str; 5] = [
    "#####/#@$.#/#####",
    "-####/##.-##/#-$$.#/#.-@-#/#######",
    "#######/#.---.#/#-$#$-#/#--@--#/#.---##/######",
    "#########/#@-$.-###/#-----#*#/#########",
    "#######/#--.--#/#-$$--#/#-+---#/#######",
];

fn puzzles() -> impl Iterator<Item = Sokoban> {
    let own = LEVELS.into_iter().map(|text| text.parse().unwrap());
    let levels = own.chain(levels::microban().iter().step_by(16).cloned());
    levels.flat_map(|level: Level| {
        [Metric::Moves, Metric::Pushes].map(|metric| Sokoban::new(level.clone(), metric))
    })
}

#[test]
fn the_rules_keep_the_laws() {
    for sokoban in puzzles() {
        laws::rules(&sokoban, 200);
        laws::moves_after(&sokoban, 30);
        laws::reversible(&sokoban, 100);
        laws::known_goals(&sokoban, 200);
        laws::notation(&sokoban, 100);
    }
}

#[test]
fn the_heuristics_are_consistent() {
    for sokoban in puzzles() {
        let states = laws::states(&sokoban, 300);
        laws::heuristic(&sokoban, &OffGoal, &states);
        laws::heuristic(&sokoban, &NearestGoal, &states);
        laws::heuristic(&sokoban, &Matching, &states);
    }
}

#[test]
fn settings_open_the_same_rules() {
    for sokoban in puzzles() {
        let again = Sokoban::open(&sokoban.settings(), None).unwrap();
        assert_eq!(again.settings(), sokoban.settings());
        assert_eq!(again.initial(), sokoban.initial());
    }
}

#[test]
fn every_level_of_microban_is_read() {
    let levels = levels::microban();
    assert_eq!(levels.len(), 155);
    let cells: usize = levels.iter().map(Level::cells).max().unwrap();
    assert_eq!(cells, 217);
    for level in levels {
        let again: Level = level.to_string().parse().unwrap();
        assert_eq!(&again, level);
        let sokoban = Sokoban::new(level.clone(), Metric::Pushes);
        // All can be solved.
        assert_eq!(sokoban.deadlock(&sokoban.initial()), None, "{level}");
    }
}

#[test]
fn the_largest_level_is_played() {
    let text = |last: &str| format!("19#/#@$.14-#/{}#{last}#/20#", "#17-#/".repeat(13));
    let level: Level = text("16-.").parse().unwrap();
    assert_eq!((level.cells(), level.goals().len()), (MAX_CELLS, 2));
    assert_eq!(level.to_string().parse(), Ok(level.clone()));
    for metric in [Metric::Moves, Metric::Pushes] {
        let sokoban = Sokoban::new(level.clone(), metric);
        laws::rules(&sokoban, 200);
        laws::notation(&sokoban, 100);
        laws::heuristic(&sokoban, &Matching, &laws::states(&sokoban, 300));
    }
    assert_eq!(text("17-.").parse::<Level>(), Err(LevelError::TooLarge));
}

#[test]
fn what_arguments_prove_is_unsolvable() {
    let mut proved = [0, 0];
    for sokoban in puzzles() {
        let states = laws::states(&sokoban, 100);
        laws::arguments(&sokoban, &states, 200);
        for (count, argument) in proved.iter_mut().zip(Sokoban::ARGUMENTS) {
            *count += states.iter().filter(|s| sokoban.check_argument(argument, s).is_ok()).count();
        }
    }
    assert!(proved.iter().all(|&count| count > 10), "{proved:?}");
}

#[test]
fn errors_read_well() {
    let errors: Vec<String> = [
        "",
        "#####/#@?.#/#####",
        "#####/#-$.#/#####",
        "#####/#@$.#/##-##",
        "#####/#@$-#/#####",
        "#####/#@-.#/#####",
        "#######/#@$.#$#/#######",
        "999#",
        "#####/#@$.#/#####5",
        "0$#####/#@$.#/#####",
    ]
    .map(|text| text.parse::<Level>().unwrap_err().to_string())
    .into();
    insta::assert_snapshot!(errors.join("\n"));
    let sokoban = Sokoban::open(&Settings::new().with("metric", "pushes"), None).unwrap();
    let start = sokoban.initial();
    let errors = ["up", "3,4", "9,9U", "3,4U"]
        .map(|text| sokoban.parse_move(&start, text).unwrap_err().to_string());
    insta::assert_snapshot!(errors.join("\n"));
    let other = sokoban.parse_state("#####/#@$.#/#####").unwrap_err();
    let text = "the walls, the goals or the number of boxes differ from those of the level";
    assert_eq!(other.to_string(), text);
    for (name, value) in [("microban", "156"), ("microban", "0"), ("metric", "steps")] {
        assert!(Sokoban::open(&Settings::new().with(name, value), None).is_err(), "{value}");
    }
}

#[test]
fn drawings_show_the_level() {
    for metric in ["moves", "pushes"] {
        let settings = Settings::new().with("metric", metric).with("microban", 3);
        let sokoban = Sokoban::open(&settings, None).unwrap();
        let start = sokoban.initial();
        insta::assert_snapshot!(format!("{metric}-text"), sokoban.text(&start));
        insta::assert_snapshot!(format!("{metric}-svg"), sokoban.svg(&start));
        let facts: Vec<String> =
            sokoban.facts(&start).iter().map(|(name, value)| format!("{name}: {value}")).collect();
        assert_eq!(facts.join(", "), "boxes: 2, on goals: 0, pushes, at least: 11");
    }
}
