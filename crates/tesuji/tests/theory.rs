//! The theory of the Nim family, by name, against the searches.

use crate::common::game;
use tesuji::catalogue::{AnyPosition, Report, Verdict};
use tesuji::core::{Budget, Settings, Silent};

fn open(name: &str, position: &str, settings: &[(&'static str, &str)]) -> AnyPosition {
    let settings = settings.iter().copied().collect();
    game(name).open(Some(position), &settings).unwrap()
}

fn judge(position: &AnyPosition, algorithm: &str) -> Report {
    let search = game(position.game()).search(algorithm).unwrap().with("all", "yes").unwrap();
    position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap()
}

/// The verdict by search, and that the moves which theory recommends keep it, and no others do.
fn check(position: &AnyPosition) {
    let place = format!("{} {}", position.game(), position.notation());
    let (theory, search) = (judge(position, "theory"), judge(position, "memo-minimax"));
    assert_eq!(theory.outcome, search.outcome, "{place}");
    let wins = |mv: &String| {
        let after = position.after(mv).unwrap();
        judge(&after, "memo-minimax").outcome == Verdict::Loss
    };
    match theory.outcome {
        Verdict::Win if theory.best.is_some() => {
            let winning: Vec<_> = position.moves().into_iter().filter(wins).collect();
            assert_eq!(theory.best_moves, winning, "{place}");
        }
        _ => assert_eq!(theory.best.as_ref(), position.moves().first(), "{place}"),
    }
}

#[test]
fn theory_agrees_with_search_on_the_whole_family() {
    for rules in ["normal", "misere"] {
        let rules = ("rules", rules);
        for tokens in 0..=14 {
            check(&open("simple-nim", &tokens.to_string(), &[rules]));
            check(&open("grundy", &tokens.to_string(), &[rules]));
            check(&open("octal", &tokens.to_string(), &[rules]));
            check(&open("octal", &tokens.to_string(), &[rules, ("code", "0.137")]));
        }
        for heaps in ["1-1", "0-1-2", "1-2-3", "3-4-5", "2-2-1", "1-1-1-1", "5-5"] {
            check(&open("nim", heaps, &[rules]));
            check(&open("nim", heaps, &[rules, ("take", "1,3,4")]));
            check(&open("grundy", heaps, &[rules]));
        }
    }
}

#[test]
fn theory_judges_what_no_search_could() {
    let position = open("nim", "255-254-253-252-3", &[]);
    let report = judge(&position, "theory");
    assert_eq!((report.outcome, report.nodes_generated), (Verdict::Win, 1));
    let lost = position.after(&report.best.unwrap()).unwrap();
    assert_eq!(judge(&lost, "theory").outcome, Verdict::Loss);
}

#[test]
fn games_without_a_theory_say_so() {
    let error = game("tic-tac-toe").search("theory").unwrap_err().to_string();
    assert!(error.starts_with("tic-tac-toe has no algorithm \"theory\"; there are "), "{error}");
    // What another game offers is not taken either.
    let theory = game("nim").search("theory").unwrap();
    let position = game("tic-tac-toe").open(None, &Settings::new()).unwrap();
    assert_eq!(position.check(&theory).unwrap_err().to_string(), error);
}
