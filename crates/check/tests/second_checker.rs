//! The second checker, `tools/check.py`, accepts and rejects the same files. It was written from the
//! specification of the format, so that each difference is a fault of one of the three.

#[path = "../../certificate/tests/common/mod.rs"]
mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use common::parts::{Parts, below, mutate};
use common::{of_game, of_heaps, of_position, shortest_slides, unsolvable};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Certificate, Checker, Rejection};
use tesuji_core::{Budget, Rules};
use tesuji_nim::{Convention, Grundy, LargeNim, Nim, OctalCode, TakeSet};
use tesuji_tic_tac_toe::TicTacToe;

/// The moves and sums after which a checker gives up: few, because the header of a changed file may
/// name a large board.
const WORK: u64 = 200_000;

/// What a checker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Verified,
    Rejected,
    Unknown,
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check.py")
}

/// The verdicts of the second checker, and what it says.
fn second(files: &[Vec<u8>]) -> Vec<(Verdict, String)> {
    let mut child = Command::new("python3")
        .arg(script())
        .args(["--work", &WORK.to_string(), "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs the second checker");
    let mut input = child.stdin.take().expect("a pipe");
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend(u32::try_from(file.len()).expect("small files").to_le_bytes());
        bytes.extend(file);
    }
    let writer = thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    let lines = String::from_utf8(output.stdout).expect("text");
    let verdict = |line: &str| match line.split(':').next() {
        Some("verified") => Verdict::Verified,
        Some("rejected") => Verdict::Rejected,
        Some("not checked") => Verdict::Unknown,
        _ => panic!("{line}"),
    };
    lines.lines().map(|line| (verdict(line), line.to_owned())).collect()
}

/// The verdict of the first checker, and what it says.
fn first(file: &[u8]) -> (Verdict, String) {
    let checker = Checker::new().positions(WORK).budget(Budget::unlimited().nodes(WORK));
    match tesuji_check::verify(&checker, file, None) {
        Ok(_) => (Verdict::Verified, "verified".to_owned()),
        Err(limit @ (Rejection::Limit { .. } | Rejection::Stopped { .. })) => {
            (Verdict::Unknown, limit.to_string())
        }
        Err(rejection) => (Verdict::Rejected, rejection.to_string()),
    }
}

/// Certificates of each claim and proof of the games that both know.
fn certificates() -> Vec<Certificate> {
    let small = Breakthrough::new(2, 5).unwrap();
    let wide = Breakthrough::new(3, 4).unwrap();
    let tall = Breakthrough::with_rows(3, 12, 1).unwrap();
    let tall_position = format!("3/1p1/{}3/P2/3 b", "3/".repeat(7));
    let nim = Nim::new(TakeSet::any(), Convention::Misere, &[3, 4, 5]).unwrap();
    let gaps =
        Nim::new("1,3-4".parse::<TakeSet>().unwrap(), Convention::Normal, &[6, 0, 7]).unwrap();
    let simple = Nim::simple(13).unwrap();
    let grundy = Nim::new(Grundy, Convention::Normal, &[12]).unwrap();
    let kayles: OctalCode = "0.77".parse().unwrap();
    let split: OctalCode = "4.3".parse().unwrap();
    let kayles = Nim::new(kayles, Convention::Normal, &[7, 2]).unwrap();
    let split = Nim::new(split, Convention::Misere, &[4, 1]).unwrap();
    let long = LargeNim::new(TakeSet::up_to_three(), Convention::Misere, &[260]).unwrap();
    let heaps =
        LargeNim::new(Grundy, Convention::Normal, &[[2; 35].as_slice(), &[5]].concat()).unwrap();
    let mut all = of_game(&small, &small.initial());
    all.extend(of_position(&wide, "p1p/2p/PP1/2P b"));
    all.extend(of_position(&tall, &tall_position));
    all.extend(of_position(&TicTacToe::new(), "X...O...."));
    all.extend(of_position(&TicTacToe::new(), "XO......."));
    all.extend(of_position(&TicTacToe::new(), "XO..X.O.."));
    all.extend(of_game(&nim, &nim.initial()));
    all.extend(of_game(&gaps, &gaps.initial()));
    all.extend(of_game(&simple, &simple.initial()));
    all.extend(of_game(&grundy, &grundy.initial()));
    all.extend(of_game(&kayles, &kayles.initial()));
    all.extend(of_game(&split, &split.initial()));
    all.extend(of_game(&long, &long.initial()));
    all.extend(of_game(&heaps, &heaps.initial()));
    all.extend(shortest_slides("125374680"));
    all.extend(unsolvable());
    all.extend(of_heaps());
    all.retain(|made| made.header().game != "rush-hour");
    all
}

/// Gives both checkers the certificates, and this number of changed ones.
fn compare(changed: usize, seed: u64) {
    let originals: Vec<Parts> = certificates().iter().map(Parts::of).collect();
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut files: Vec<Vec<u8>> = originals.iter().map(Parts::file).collect();
    for _ in 0..changed {
        let mut parts = originals[below(&mut rng, originals.len())].clone();
        for _ in 0..=below(&mut rng, 2) {
            mutate(&mut parts, &mut rng);
        }
        files.push(parts.file());
    }
    let said = second(&files);
    assert_eq!(said.len(), files.len());
    let (mut accepted, mut unknown) = (0, 0);
    for (number, (file, (second, reason))) in files.iter().zip(said).enumerate() {
        let (first, text) = first(file);
        if number < originals.len() {
            assert_eq!(first, Verdict::Verified, "{text}");
            assert_eq!(second, Verdict::Verified, "{reason}: {}", file.escape_ascii());
        } else if first == Verdict::Unknown || second == Verdict::Unknown {
            unknown += 1;
        } else {
            let shown = file.escape_ascii();
            assert_eq!(first, second, "first: {text}\nsecond: {reason}\n{shown}");
            accepted += usize::from(first == Verdict::Verified);
        }
    }
    println!("{changed} changed files: {accepted} accepted, {unknown} not checked");
    assert!(accepted > changed / 50 && unknown < changed / 20, "{accepted} and {unknown}");
}

#[test]
fn two_checkers_accept_the_same_files() {
    compare(3_000, 1);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn two_checkers_accept_the_same_of_100_000_files() {
    compare(100_000, 2);
}
