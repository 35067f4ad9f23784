//! Programs that speak UGI, or nearly.
#![cfg(unix)]

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tesuji_arena::{Engine, Forfeit, GameEnding, Log, Match, RandomMover, Turn, UgiEngine};
use tesuji_breakthrough::Breakthrough;
use tesuji_core::{Rules, Silent};

/// A program that a shell runs.
fn shell(script: &str) -> UgiEngine {
    UgiEngine::new(["sh", "-c", script].map(str::to_owned))
}

/// A program that answers each command in this way.
fn answering(greeting: &str, go: &str) -> UgiEngine {
    shell(&format!(
        "while read command rest; do case $command in \
         ugi) {greeting} echo ugiok;; isready) echo readyok;; go) {go};; quit) exit;; esac; done"
    ))
}

fn failure(engine: &UgiEngine) -> String {
    engine.start().expect_err("it is refused").to_string()
}

#[test]
fn a_program_that_does_not_read_loses_and_the_match_ends() {
    let (send, ended) = mpsc::channel();
    thread::spawn(move || {
        let program = shell("echo ugiok; while :; do echo readyok; echo bestmove zz; done");
        let random = |seed| -> Box<dyn Engine<Breakthrough>> { Box::new(RandomMover::new(seed)) };
        let game = Breakthrough::new(5, 5).unwrap();
        let mut reasons = Vec::new();
        let starts = [game.initial()];
        let score = Match::new(1400).opening_plies(12).play(
            &game,
            &starts,
            [&program, &random],
            &mut |_, games| reasons.extend(games.each_ref().map(|game| game.ending.clone())),
        );
        let _ = send.send((score, reasons));
    });
    let (score, reasons) = ended.recv_timeout(Duration::from_secs(120)).expect("it does not hang");
    assert!(score.forfeits[0] > 1000 && score.forfeits[1] == 0, "{score:?}");
    let is_reason = |ending: &GameEnding| match ending {
        GameEnding::Forfeit(Forfeit::Failure(text)) => text.ends_with("does not read its input"),
        _ => false,
    };
    assert!(reasons.iter().any(is_reason));
}

#[test]
fn the_rest_of_a_long_line_and_bytes_that_are_not_text_are_no_lines() {
    let long = "head -c 65536 /dev/zero | tr '\\0' x; echo bestmove zz";
    let engine = answering("", &format!("{long}; printf '\\377\\n'; echo bestmove a2-a3"));
    let game = Breakthrough::new(5, 5).unwrap();
    let state = game.initial();
    let answer = engine.player().choose(&game, &Turn::at(&state), &mut Silent);
    assert!(answer.is_ok(), "{:?}", answer.err());
}

#[test]
fn a_program_that_ends_is_told_with_its_status() {
    let engine = shell("exit 3");
    assert_eq!(failure(&engine), "\"sh -c exit 3\" ended: exit status: 3");
}

#[test]
fn an_option_that_the_program_does_not_have_is_refused_and_a_setting_is_not() {
    let greeting = "echo option name skill type spin default 1 min 0 max 9; \
                    echo option name Move Overhead type string default none;";
    let engine = answering(greeting, "");
    let known = engine.clone().option("skill", "3").option("Move Overhead", "9");
    known.setting("size", "5x5").start().expect("it has these options");
    let reason = failure(&engine.option("skil", "3"));
    let expected = "has no option \"skil\"; it has skill, Move Overhead";
    assert!(reason.ends_with(expected), "{reason}");
    let reason = failure(&answering("", "").option("skil", "3"));
    assert!(reason.ends_with("has no option \"skil\"; it has none"), "{reason}");
}

#[test]
fn a_log_remembers_that_it_could_not_be_written() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let [full, empty] = [Log::new(Full), Log::new(io::sink())];
    for log in [&full, &empty] {
        answering("", "").log(log.clone()).start().expect("it starts all the same");
    }
    assert_eq!(full.end().unwrap_err().kind(), io::ErrorKind::StorageFull);
    empty.end().unwrap();
}

#[test]
fn a_program_that_leaves_its_group_and_ignores_the_end_is_ended() {
    let script = "import os, sys, time\n\
                  os.setpgid(0, os.getpgid(os.getppid()))\n\
                  for line in sys.stdin:\n\
                  \x20   if line.startswith('ugi'): print('ugiok', flush=True)\n\
                  \x20   elif line.startswith('isready'): print('readyok', flush=True)\n\
                  time.sleep(600)\n";
    let engine = UgiEngine::new(["python3", "-c", script].map(str::to_owned));
    // There may be no Python.
    if engine.start().is_ok() {
        let (send, ended) = mpsc::channel();
        thread::spawn(move || {
            drop(engine);
            let _ = send.send(());
        });
        ended.recv_timeout(Duration::from_secs(60)).expect("it does not hang");
    }
}
