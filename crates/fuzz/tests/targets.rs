//! The targets on their corpus and on mutations of it. `TESUJI_FUZZ_SEED` repeats a run whose seed
//! was printed.

use std::env;
use std::time::Duration;

use tesuji_fuzz::{TARGETS, Target, drive, fresh_seed, run};

fn each(time: Duration) {
    let given = env::var("TESUJI_FUZZ_SEED");
    let seed = given.map_or_else(|_| fresh_seed(), |text| text.parse().expect("a number"));
    println!("TESUJI_FUZZ_SEED={seed}");
    let mut crashes = Vec::new();
    for target in TARGETS {
        let driven = drive(target, seed, time).expect("it has a corpus");
        println!("{}: {} inputs", target.name, driven.inputs);
        crashes.extend(driven.crash.map(|crash| crash.to_string()));
    }
    assert!(crashes.is_empty(), "TESUJI_FUZZ_SEED={seed}\n{}", crashes.join("\n"));
}

#[test]
fn no_parser_breaks_on_mutated_input() {
    each(Duration::from_secs(1));
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn no_parser_breaks_on_much_mutated_input() {
    each(Duration::from_secs(60));
}

#[test]
fn a_panic_is_a_crash_and_a_seed_repeats_it() {
    fn feed(input: &[u8]) {
        assert!(!input.windows(3).any(|bytes| bytes == b"bad"), "a bad word");
    }
    let target = Target { name: "notation", feed, words: &["bad"] };
    run(&target, b"good").unwrap();
    assert!(run(&target, b"a bad one").unwrap_err().problem.contains("a bad word"));
    let crash = || drive(&target, 7, Duration::from_secs(60)).unwrap().crash.unwrap();
    assert_eq!(crash().input, crash().input);
}

#[test]
fn every_target_has_a_corpus_and_an_entry_for_cargo_fuzz() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    for target in TARGETS {
        assert!(!target.corpus().unwrap().is_empty(), "{}", target.name);
        let path = format!("path = \"fuzz_targets/{}.rs\"", target.name);
        assert!(manifest.contains(&path), "{path}");
    }
}
