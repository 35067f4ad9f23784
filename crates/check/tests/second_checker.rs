//! The second checker, `tools/check.py`, accepts and rejects the same files. It was written from the
//! specification of the format, so that each difference is a fault of one of the three.

#[path = "../../certificate/tests/common/mod.rs"]
mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use common::parts::{Parts, below, mutate};
use common::{of_every_kind, of_game, of_position, shortest_drive};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Certificate, Checker, Proof, Rejection};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, NamedGame, Puzzle, Rules};
use tesuji_nim::{Convention, Grundy, LargeNim, Nim, OctalCode, TakeSet};
use tesuji_rush_hour::{Metric, RushHour, RushHourRocks};
use tesuji_taquin::{Goal, Taquin};
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

/// Certificates of every kind, and of what each section of the specification is about.
fn certificates() -> Vec<Certificate> {
    let tall = Breakthrough::with_rows(3, 12, 1).unwrap();
    let tall_position = format!("3/1p1/{}3/P2/3 b", "3/".repeat(7));
    let narrow = ConnectFour::wide(1, 100).unwrap();
    let flat = ConnectFour::new(5, 2).unwrap();
    // No rock has a place here.
    let one_row = RushHourRocks::new("AA..BB./".parse().unwrap());
    let gaps =
        Nim::new("1,3-4".parse::<TakeSet>().unwrap(), Convention::Normal, &[6, 0, 7]).unwrap();
    let kayles: OctalCode = "0.77".parse().unwrap();
    let kayles = Nim::new(kayles, Convention::Normal, &[7, 2]).unwrap();
    let split: OctalCode = "4.3".parse().unwrap();
    let split = Nim::new(split, Convention::Misere, &[4, 1]).unwrap();
    let long = LargeNim::new(TakeSet::up_to_three(), Convention::Misere, &[260]).unwrap();
    // Too many heaps for a small game, most of which have no move.
    let many = |heap: usize, others: &[usize]| [[heap; 33].as_slice(), others].concat();
    let even = LargeNim::new(TakeSet::any(), Convention::Normal, &many(0, &[2, 2])).unwrap();
    let heaps = LargeNim::new(Grundy, Convention::Normal, &many(2, &[5])).unwrap();
    let pairs: OctalCode = "0.07".parse().unwrap();
    let mut all = of_every_kind();
    all.extend(of_position(&tall, &tall_position));
    all.extend(of_game(&narrow, &narrow.initial()));
    all.extend(of_game(&flat, &flat.initial()));
    all.extend(of_game(&one_row, &one_row.initial()));
    all.extend(of_position(&TicTacToe::new(), "X...O...."));
    all.extend(of_position(&TicTacToe::new(), "XO..X.O.."));
    all.extend(of_game(&gaps, &gaps.initial()));
    all.extend(of_game(&kayles, &kayles.initial()));
    all.extend(of_game(&split, &split.initial()));
    all.extend(of_game(&long, &long.initial()));
    all.extend(of_game(&even, &even.initial()));
    all.extend(of_game(&heaps, &heaps.initial()));
    for heap in [6, 8, 9, 10] {
        let start = many(1, &[heap]);
        let game = LargeNim::new(pairs.clone(), Convention::Normal, &start).unwrap();
        all.extend(of_game(&game, &game.initial()));
    }
    all.extend(
        ["AA.B./...B./.x...", "AA.B../...BC./....C."]
            .map(|card| shortest_drive(card, Metric::Slides)),
    );
    all
}

/// One of these.
fn one<'a>(rng: &mut Pcg64, of: &[&'a str]) -> &'a str {
    of[below(rng, of.len())]
}

/// Some of these, joined.
fn some(rng: &mut Pcg64, count: usize, of: &[&str], between: &str) -> String {
    (0..count).map(|_| one(rng, of)).collect::<Vec<_>>().join(between)
}

/// A board of Rush Hour, valid or not, with few cars.
fn board(rng: &mut Pcg64) -> String {
    let (width, height) = (2 + below(rng, 4), 1 + below(rng, 4));
    let mut cells = vec![b'.'; width * height];
    for letter in [b'B', b'C', b'x', b'D', b'A'] {
        let (row, column, length) = (below(rng, height), below(rng, width), 2 + below(rng, 2));
        let step = if letter == b'A' || below(rng, 2) == 0 { 1 } else { width };
        if letter == b'A' || below(rng, 3) > 0 {
            let first = row * width + column;
            cells.iter_mut().skip(first).step_by(step).take(length).for_each(|cell| *cell = letter);
        }
    }
    let text = String::from_utf8(cells).expect("letters");
    let rows: Vec<&str> = (0..height).map(|row| &text[row * width..(row + 1) * width]).collect();
    match (width == height, below(rng, 20) == 0) {
        (true, false) | (false, true) => text,
        (false, false) if height == 1 => text + "/",
        (true, true) | (false, false) => rows.join("/"),
    }
}

/// A board with each row backwards: some cars have passed others.
fn mirrored(board: &str) -> String {
    let side = if board.contains('/') { board.len() } else { board.len().isqrt() };
    let rows: Vec<String> = board
        .split('/')
        .flat_map(|rows| rows.as_bytes().chunks(side.max(1)))
        .map(|row| row.iter().rev().map(|&byte| char::from(byte)).collect())
        .collect();
    match board.ends_with('/') {
        true => rows.join("/") + "/",
        false => rows.join(if board.contains('/') { "/" } else { "" }),
    }
}

/// Solutions that are not the shortest ones: one move too long where that is possible, else two.
fn long_solutions() -> Vec<Certificate> {
    fn of<P: Puzzle + NamedGame>(
        puzzle: &P,
        start: &str,
        moves: &[&str],
        proof: Proof,
    ) -> Certificate {
        let start = puzzle.parse_state(start).expect("a position");
        let (mut state, mut solution) = (start.clone(), Vec::new());
        for text in moves {
            solution.push(puzzle.parse_move(&state, text).expect("a move"));
            puzzle.play(&mut state, solution[solution.len() - 1]);
        }
        Certificate::shortest(puzzle, &start, &solution, proof).expect("legal moves")
    }
    let card = "AA.B./...B./.x...";
    let traffic = RushHour::new(card.parse().unwrap(), Metric::Slides);
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    vec![
        of(&traffic, card, &["B+1", "A+1", "A+2"], Proof::Layers),
        of(&traffic, card, &["B+1", "A+3", "A-1", "A+1"], Proof::Layers),
        of(&taquin, "102345678", &["1", "1", "1"], Proof::Layers),
        of(&taquin, "102345678", &["1", "1", "1"], Proof::Balls),
    ]
}

/// A file without entries about a random position or rule, valid or not, and often of a game that is
/// over or that can be won at once.
fn without_entries(rng: &mut Pcg64) -> Vec<u8> {
    const PLIES: [&str; 8] = ["0", "1", "2", "3", "4", "01", "4294967295", "4294967296"];
    const HEAPS: [&str; 10] =
        ["0", "1", "2", "3", "4", "6", "8", "12", "01", "18446744073709551616"];
    const CODES: [&str; 8] = ["0.12", "0.3", "0.31", "0.7", "0.17", "0.77", "0.301", "4.1"];
    const TAKES: [&str; 5] = ["any", "1", "1-3", "1,3", "2,4,5"];
    let digits: Vec<&str> = vec!["0", "1", "2", "3", "4", "5", "7"];
    let player = one(rng, &["first", "second"]);
    let number = one(rng, &PLIES);
    let claim = match below(rng, 5) {
        0 => format!("{player} wins"),
        1 => format!("{player} wins within {number} plies"),
        2 => format!("{player} wins in exactly {number} plies"),
        3 => format!("{player} holds"),
        _ => "draw".to_owned(),
    };
    let symmetry = one(rng, &["", " symmetry"]);
    let strategy = format!("strategy leaves {}{symmetry}", one(rng, &["0", "1", "2", "3", "5"]));
    let heaps = |rng: &mut Pcg64| {
        let count = 1 + below(rng, 3);
        some(rng, count, &["0", "1", "2", "3"], "-")
    };
    let rule = |rng: &mut Pcg64| match below(rng, 4) {
        0 => ("nim", format!("set take {}\n", one(rng, &TAKES))),
        1 => ("grundy", String::new()),
        2 => ("octal", format!("set code {}\n", one(rng, &CODES))),
        _ => {
            let count = 1 + below(rng, 3);
            (
                "octal",
                format!("set code {}.{}\n", one(rng, &["0", "4"]), some(rng, count, &digits, "")),
            )
        }
    };
    let (game, settings, position, claim, proof) = match below(rng, 10) {
        0 => {
            let (width, height) = (2 + below(rng, 2), 3 + below(rng, 3));
            let rows: Vec<String> = (0..height)
                .map(|_| {
                    let cells = some(rng, width, &["P", "p", ".", ".", "."], "");
                    cells.replace("...", "3").replace("..", "2").replace('.', "1")
                })
                .collect();
            let settings = format!("set size {width}x{height}\nset rows {}\n", 1 + below(rng, 2));
            let turn = one(rng, &["w", "b"]);
            ("breakthrough", settings, format!("{} {turn}", rows.join("/")), claim, strategy)
        }
        1 => {
            let board = some(rng, 9, &["X", "O", "X", "O", "."], "");
            ("tic-tac-toe", String::new(), board, claim, strategy)
        }
        2 => {
            let (game, setting) = rule(rng);
            let rules = one(rng, &["normal", "misere"]);
            let start = heaps(rng);
            let start_line = format!("set start {start}\n");
            let start_line = one(rng, &[&start_line, &start_line, &start_line, ""]);
            let settings = format!("set rules {rules}\n{setting}{start_line}");
            let position = if below(rng, 2) == 0 { start } else { heaps(rng) };
            let turn = one(rng, &["", " second"]);
            (game, settings, position + turn, claim, strategy)
        }
        3 => {
            // Stones fall, whoever has won already; then perhaps one is exchanged.
            let (width, height) = (3 + below(rng, 4), 1 + below(rng, 6));
            let mut rows = vec![vec!["."; width]; height];
            for stone in 0..below(rng, width * height + 1) {
                let column = below(rng, width);
                let free = rows.iter_mut().rev().find(|row| row[column] == ".");
                if let Some(row) = free {
                    row[column] = ["x", "o"][stone % 2];
                }
            }
            if below(rng, 9) == 0 {
                rows[below(rng, height)][below(rng, width)] = one(rng, &["x", "o", "."]);
            }
            let rows: Vec<String> = rows.iter().map(|row| row.concat()).collect();
            let settings = format!("set size {width}x{height}\n");
            ("connect-four", settings, rows.join("/"), claim, strategy)
        }
        4 | 5 => {
            let board = board(rng);
            let card = format!("set card {board}\n");
            let position = match below(rng, 3) {
                0 => mirrored(&board),
                _ => board,
            };
            if below(rng, 2) == 0 {
                let settings = format!("set metric {}\n{card}", one(rng, &["steps", "slides"]));
                let (claim, proof) = match below(rng, 4) {
                    0 => ("unsolvable", "exhaustion"),
                    1 => ("unsolvable", "hemmed-in"),
                    2 => ("shortest solution 0 moves", "layers"),
                    _ => ("shortest solution 0 moves", "balls"),
                };
                ("rush-hour", settings, position, claim.to_owned(), proof.to_owned())
            } else {
                let rock = one(rng, &["-", "-", "0-0", "1-3", "2-1", "2-2", "3-4"]);
                let turn = one(rng, &["driver", "adversary"]);
                ("rush-hour-rocks", card, format!("{position} {rock} {turn}"), claim, strategy)
            }
        }
        6 | 7 => {
            let (game, settings) = rule(rng);
            let (period, start) = (one(rng, &HEAPS), one(rng, &HEAPS));
            let claim = format!("period {period} from heap {start} on");
            (game, settings, String::new(), claim, "least-excluded mask 1".to_owned())
        }
        _ => {
            let tiles = |rng: &mut Pcg64| {
                let mut tiles = vec!["0", "1", "2", "3", "4", "5"];
                (0..5).for_each(|last| tiles.swap(last, last + below(rng, 6 - last)));
                if below(rng, 9) == 0 {
                    tiles[0] = "1";
                }
                tiles
            };
            let (goal, board) = (tiles(rng).join(" "), tiles(rng).concat());
            let settings = format!("set size {}\nset goal {goal}\n", one(rng, &["3x2", "2x3"]));
            let proof = one(rng, &["parity", "exhaustion", "hemmed-in"]).to_owned();
            ("taquin", settings, board, "unsolvable".to_owned(), proof)
        }
    };
    let header = format!(
        "tesuji certificate 1\ngame {game}\n{settings}position {position}\nclaim {claim}\n\
         proof {proof}\nentries 0\nbytes 0\n\n"
    );
    Parts { header: header.into_bytes(), body: Vec::new() }.file()
}

/// Gives both checkers the certificates, this number of changed ones, and as many without entries.
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
    files.extend((0..changed).map(|_| without_entries(&mut rng)));
    files.extend(long_solutions().iter().map(Certificate::to_bytes));
    let said = second(&files);
    assert_eq!(said.len(), files.len());
    // Of the certificates, the changed ones, and those without entries.
    let (mut accepted, mut unknown) = ([0; 3], 0);
    for (number, (file, (second, reason))) in files.iter().zip(said).enumerate() {
        let kind = usize::from(number >= originals.len())
            + usize::from(number >= originals.len() + changed);
        let (first, text) = first(file);
        if first == Verdict::Unknown || second == Verdict::Unknown {
            unknown += 1;
        } else {
            let shown = file.escape_ascii();
            assert_eq!(first, second, "first: {text}\nsecond: {reason}\n{shown}");
            accepted[kind] += usize::from(first == Verdict::Verified);
        }
    }
    println!("{changed} of two kinds: {accepted:?} accepted, {unknown} not checked");
    assert_eq!(accepted[0], originals.len(), "each certificate is accepted");
    assert!(accepted[1..].iter().all(|&accepted| accepted > changed / 50), "{accepted:?}");
    assert!(unknown < changed / 20, "{unknown} not checked");
}

#[test]
fn two_checkers_accept_the_same_files() {
    compare(3_000, 1);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn two_checkers_accept_the_same_of_200_000_files() {
    compare(100_000, 2);
}
