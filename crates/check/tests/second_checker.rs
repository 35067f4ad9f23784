//! The second checker, `tools/check.py`, accepts and rejects the same files. It was written from
//! the specification of the format, so that each difference is a fault of one of the three.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::common::parts::{Parts, below, mutate};
use crate::common::{of_every_kind, of_game, of_position, shortest_drive};
use crate::random::short;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Certificate, Checker, Proof, Rejection};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, NamedGame, Puzzle, Rules, Settings, Solver};
use tesuji_grid::Grid;
use tesuji_nim::{Convention, Grundy, LargeNim, Nim, OctalCode, TakeSet};
use tesuji_rush_hour::{Metric, RushHour, RushHourRocks};
use tesuji_sokoban::Sokoban;
use tesuji_taquin::{Goal, Taquin};
use tesuji_tic_tac_toe::TicTacToe;
use tesuji_uninformed::UniformCost;

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
    all.extend(maps_and_levels());
    all
}

/// Certificates of a puzzle from a position: of its cheapest solution, with the bound by these
/// proofs, and without a bound; or that there is none.
fn of_puzzle<P: Puzzle + NamedGame>(
    settings: &[(&str, &str)],
    position: &str,
    proofs: &[Proof],
) -> Vec<Certificate> {
    let settings: Settings = settings.iter().copied().collect();
    let puzzle = P::open(&settings, Some(position)).expect("a position");
    let start = puzzle.initial();
    let Some(plan) = UniformCost.solve(&puzzle, &start).outcome.plan().cloned() else {
        let arguments = P::ARGUMENTS.iter().map(|&name| Proof::Argument(name.to_owned()));
        let proofs = arguments.filter(|proof| match proof {
            Proof::Argument(name) => puzzle.check_argument(name, &start).is_ok(),
            _ => false,
        });
        let proofs = proofs.chain([Proof::Exhaustion]);
        return proofs.map(|proof| Certificate::unsolvable(&puzzle, &start, proof)).collect();
    };
    let bounds = proofs.iter().map(|proof| {
        Certificate::shortest(&puzzle, &start, &plan.moves, proof.clone()).expect("legal moves")
    });
    let walked = Certificate::cost_at_most(&puzzle, &start, &plan.moves).expect("legal moves");
    bounds.chain([walked]).collect()
}

fn maps_and_levels() -> Vec<Certificate> {
    let search = |patterns: &[Vec<u8>]| Proof::Search(patterns.to_vec());
    let one = search(&[vec![1]]);
    let (four, eight) = (&[("directions", "4")], &[("directions", "8")]);
    let (moves, pushes) = (&[("metric", "moves")], &[("metric", "pushes")]);
    let mut all = Vec::new();
    let even = [one.clone(), search(&[]), Proof::Layers, Proof::Balls, Proof::Costs];
    all.extend(of_puzzle::<Grid>(four, "s.#./..#./...g", &even));
    all.extend(of_puzzle::<Grid>(four, "s.#./.9.W/.#.W/...g", &[one, Proof::Costs]));
    all.extend(of_puzzle::<Grid>(eight, "s.#./.W../.#.G/S..g", &[search(&[]), Proof::Costs]));
    all.extend(of_puzzle::<Grid>(eight, "s#./#../..g", &[]));
    let layers = [Proof::Layers, Proof::Costs, search(&[])];
    all.extend(of_puzzle::<Sokoban>(moves, "######/#@-$.#/#-$--#/#--.-#/######", &layers));
    let decorated = "-####/##.-##/#-$-.#/#.-@-#/###-###/#*##--#/--####";
    all.extend(of_puzzle::<Sokoban>(pushes, decorated, &layers));
    all.extend(of_puzzle::<Sokoban>(pushes, "######/#@-$-#/#-.--#/######", &layers));
    all.extend(of_puzzle::<Sokoban>(
        moves,
        "#######/#@----#/#-$$--#/#-$$--#/#.....#/#######",
        &layers,
    ));
    all
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

/// Gives both checkers the certificates, this number of changed ones, and as many short ones.
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
    files.extend((0..changed).map(|_| short(&mut rng)));
    files.extend(long_solutions().iter().map(Certificate::to_bytes));
    let said = second(&files);
    assert_eq!(said.len(), files.len());
    // Of the certificates, the changed ones, and the short ones.
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
    compare(1_500, 1);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn two_checkers_accept_the_same_of_200_000_files() {
    compare(100_000, 2);
}
