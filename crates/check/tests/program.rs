//! The program `tesuji-check`: its reports and exit codes.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::parts::Parts;
use crate::common::{argument, of_game, of_heaps, of_position, unsolvable};
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Certificate, Checker, Claim, Header, Length, Proof};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Notation, Puzzle, Rules};
use tesuji_nim::{Convention, Grundy, LargeNim, TakeSet};
use tesuji_taquin::instances::korf24;
use tesuji_taquin::{Goal, Taquin};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../certificate/tests/samples")
}

fn sample(name: &str) -> String {
    samples().join(name).with_extension("tesuji").to_str().expect("Unicode").to_owned()
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program runs")
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tesuji-check"))
}

/// The exit code, standard output and standard error.
fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (output.status.code().expect("it ends"), text(&output.stdout), text(&output.stderr))
}

/// Writes a file for a test, and returns its path.
fn write(name: &str, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a place for files");
    path.to_str().expect("Unicode").to_owned()
}

#[test]
fn each_sample_is_verified() {
    let files = fs::read_dir(samples()).unwrap().map(|file| file.unwrap().path());
    let mut count = 0;
    for path in files {
        let claim = Header::read(File::open(&path).unwrap()).unwrap().claim;
        let (code, out, error) = said(&program().arg(&path).output().unwrap());
        assert_eq!((code, &*error), (0, ""), "{path:?}: {out}");
        let verdict = out.lines().last().unwrap();
        let within = verdict.strip_prefix(&format!("verified: {claim}"));
        let open = matches!(claim, Claim::Wins { length: Length::Any, .. });
        assert_eq!(within.map(|within| !within.is_empty()), Some(open), "{verdict}");
        count += 1;
    }
    assert!(count > 10);
}

/// Each representation of a game's positions is opened where the board needs it.
#[test]
fn certificates_of_small_and_large_boards_are_verified() {
    let tall = ConnectFour::wide(1, 100).unwrap();
    let long = Breakthrough::with_rows(4, 16, 1).unwrap();
    let long_position = format!("4/4/1p2{}/4/1P2 w", "/4".repeat(11));
    let heap = LargeNim::new(TakeSet::up_to_three(), Convention::Misere, &[301]).unwrap();
    let grundy = LargeNim::new(Grundy, Convention::Normal, &[1; 40]).unwrap();
    let mut all = unsolvable();
    all.extend(of_heaps());
    all.extend(of_game(&tall, &tall.initial()));
    all.extend(of_position(&long, &long_position));
    all.extend(of_game(&heap, &heap.initial()));
    all.extend(of_game(&grundy, &grundy.initial()));
    for certificate in all {
        let found = tesuji_check::verify(&Checker::new(), &certificate.to_bytes()[..], None);
        assert_eq!(&found.unwrap().header, certificate.header());
    }
}

#[test]
fn a_report_has_the_header_the_entries_and_the_verdict() {
    let (code, out, _) = said(&run(&["--dump", &sample("breakthrough-exactly")]));
    assert_eq!(code, 0);
    insta::assert_snapshot!(out);
    let (_, open, _) = said(&run(&[&sample("breakthrough-within")]));
    assert!(open.ends_with("\nverified: second wins within 16 plies\n"), "{open}");
    let game = Breakthrough::new(2, 4).unwrap();
    let any_length =
        |made: &Certificate| matches!(made.header().claim, Claim::Wins { length: Length::Any, .. });
    let win = of_game(&game, &game.initial()).into_iter().find(any_length).unwrap();
    let (_, open, _) = said(&run(&[&write("any-length.tesuji", &win.to_bytes())]));
    assert!(open.ends_with("\nverified: second wins, within 8 plies\n"), "{open}");
}

#[test]
fn files_that_prove_nothing_are_rejected() {
    let good = fs::read(sample("taquin-balls")).unwrap();
    let mut damaged = good.clone();
    damaged[good.len() - 9] ^= 1;
    let foreign = "tesuji certificate 1\ngame chess\nposition \nclaim draw\nproof layers\nentries 0\nbytes 0\n\n";
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let solved = Certificate::unsolvable(&taquin, &taquin.initial(), argument("parity"));
    let files = [
        ("empty", Vec::new()),
        ("foreign", foreign.as_bytes().to_vec()),
        ("damaged", damaged),
        ("long", [&good[..], b"more"].concat()),
        ("short", good[..good.len() - 1].to_vec()),
        ("false", solved.to_bytes()),
    ];
    let mut lines = String::new();
    for (name, bytes) in files {
        let (code, out, error) = said(&run(&[&write(name, &bytes)]));
        assert_eq!((code, &*error), (1, ""), "{name}: {out}");
        lines += &format!("{name}: {}\n", out.lines().last().unwrap());
    }
    insta::assert_snapshot!(lines);
}

#[test]
fn a_reader_that_has_gone_is_no_success() {
    for arguments in [&["--dump", &sample("taquin-balls")][..], &[&write("gone", b"")]] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = program().args(arguments).stdout(writer).output().unwrap();
        let (code, _, error) = said(&output);
        assert_eq!((code, &*error), (4, ""), "{arguments:?}");
    }
}

#[test]
fn limits_leave_a_file_unchecked() {
    let file = sample("connect-four-draw");
    for limit in ["--positions", "--work"] {
        let (code, out, _) = said(&run(&[limit, "10", &file]));
        let verdict = out.lines().last().unwrap().to_owned();
        assert_eq!((code, verdict.starts_with("not checked: ")), (3, true), "{verdict}");
    }
    assert_eq!(said(&run(&["--time", "60", &file])).0, 0);
}

#[test]
fn several_threads_report_in_the_order_of_the_files() {
    let names = ["breakthrough-exactly", "kayles-period", "taquin-search", "nim-sum", "none"];
    let files = names.map(sample);
    for options in [&[][..], &["--dump"], &["--work", "1000"]] {
        let all: Vec<&str> =
            options.iter().copied().chain(files.iter().map(String::as_str)).collect();
        let one = said(&run(&all));
        assert_eq!(one.0, 4, "{}", one.1);
        for threads in ["2", "9"] {
            let several = said(&run(&[&["--threads", threads], &all[..]].concat()));
            assert_eq!(several, one);
        }
    }
    assert_eq!(said(&run(&["--threads", "0", &files[0]])).0, 2);
}

/// The proof that the first player wins Connect Four, the largest check of all.
fn connect_four() -> String {
    data("connect-four-7x6.tesuji")
}

fn data(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    folder.join(file).to_str().expect("Unicode").to_owned()
}

#[test]
fn the_second_player_wins_breakthrough_on_six_columns_and_five_rows() {
    let file = data("breakthrough-6x5.tesuji");
    let (code, out, _) = said(&run(&[&file]));
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("breakthrough pppppp/pppppp/6/PPPPPP/PPPPPP w\nsize 6x5\n"), "{out}");
    assert!(out.ends_with("\nverified: second wins, within 38 plies\n"), "{out}");
    // The same moves are no proof that the first player wins, or that all goes faster.
    let file = fs::read(file).unwrap();
    for claim in ["first wins", "second wins within 36 plies"] {
        let header = Header::read(&file[..]).unwrap().to_string();
        let body = file[header.len()..file.len() - 8].to_vec();
        let header = header.replace("second wins", claim);
        let forged = Parts { header: header.into_bytes(), body }.file();
        let (code, out, _) = said(&run(&[&write("forged-6x5", &forged)]));
        assert_eq!(code, 1, "{out}");
    }
}

#[test]
fn the_certificate_of_a_24_puzzle_claims_the_published_length() {
    let taquin = Taquin::<u128>::new(5, 5, Goal::BlankFirst).unwrap();
    let board = korf24().iter().find(|board| board.number == 38).unwrap();
    let text: Vec<_> = board.tiles.iter().map(ToString::to_string).collect();
    let start = taquin.parse_state(&text.join(" ")).unwrap();
    let groups = taquin.pieces().unwrap().partitions.pop().unwrap();
    let numbers = |group: Vec<u8>| group.into_iter().map(|piece| (piece + 1) % 25).collect();
    let proof = Proof::Search(groups.into_iter().map(numbers).collect());
    let made = Certificate::cost_at_least(&taquin, &start, board.optimal, proof);
    assert_eq!(made.to_bytes(), fs::read(data("korf-felner-38.tesuji")).unwrap());
}

#[test]
#[ignore = "a minute and a half; cargo xtask slow"]
fn the_certificate_of_a_24_puzzle_is_accepted() {
    let (code, out, _) = said(&run(&[&data("korf-felner-38.tesuji")]));
    assert_eq!(code, 0, "{out}");
}

#[test]
fn limits_end_a_search_of_the_checker() {
    for limit in [["--work", "300000"], ["--time", "1"]] {
        let (code, out, _) = said(&run(&[&limit[..], &[&connect_four()]].concat()));
        let verdict = out.lines().last().unwrap().to_owned();
        assert_eq!((code, verdict.starts_with("not checked: ")), (3, true), "{verdict}");
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn the_first_player_wins_connect_four_in_exactly_41_plies() {
    let (code, out, _) = said(&run(&[&connect_four()]));
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("connect-four ......./......./......./......./......./.......\n"));
    assert!(out.ends_with("\nverified: first wins in exactly 41 plies\n"), "{out}");
}

/// Boards that are semi-strongly solved, and the claims.
const SEMI_STRONG: [(&str, &str); 2] = [
    ("breakthrough-5x5-semi-strong.tesuji", "semi-strong second wins, 821031 positions"),
    ("connect-four-6x5-semi-strong.tesuji", "semi-strong draw, 129159 positions"),
];

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn values_after_all_errors_of_one_player_are_proved() {
    for (file, claim) in SEMI_STRONG {
        let (code, out, _) = said(&run(&[&data(file)]));
        assert_eq!(code, 0, "{out}");
        assert!(out.ends_with(&format!("\nverified: {claim}\n")), "{out}");
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn connect_four_is_not_proved_to_be_won_sooner() {
    let file = fs::read(connect_four()).unwrap();
    for claim in ["first wins in exactly 39 plies", "first wins within 39 plies", "second holds"] {
        let header = Header::read(&file[..]).unwrap().to_string();
        let body = file[header.len()..file.len() - 8].to_vec();
        let header = header.replace("first wins in exactly 41 plies", claim);
        let forged = Parts { header: header.into_bytes(), body }.file();
        let (code, out, _) = said(&run(&["--work", "200000000", &write("forged", &forged)]));
        assert!([1, 3].contains(&code), "{out}");
    }
}

#[test]
fn standard_input_is_a_file() {
    let file = sample("nim-exactly");
    let output = program().arg("-").stdin(File::open(&file).unwrap()).output().unwrap();
    assert_eq!(said(&output), said(&run(&[&file])));
}

#[test]
fn the_worst_of_several_files_decides_the_exit_code() {
    let (good, bad) = (sample("nim-exactly"), write("not-one", b"x"));
    let (code, out, _) = said(&run(&[&good, &bad, &good]));
    assert_eq!((code, out.matches("verified: ").count()), (1, 2), "{out}");
    let named = out.lines().filter(|&line| line == good || line == bad).count();
    assert_eq!(named, 3, "{out}");
    let (code, _, error) = said(&run(&["/nowhere/file", &bad]));
    assert_eq!(code, 4);
    assert!(error.starts_with("error: cannot open \"/nowhere/file\": "), "{error}");
}

#[test]
fn bad_arguments_are_refused() {
    let mut lines = String::new();
    for arguments in [&[][..], &["--jobs"], &["--work"], &["--work", "none", "f"], &["--time", "0"]]
    {
        let (code, out, error) = said(&run(arguments));
        assert_eq!((code, &*out), (2, ""), "{arguments:?}");
        lines += &error;
    }
    insta::assert_snapshot!(lines);
    let (code, help, _) = said(&run(&["--help"]));
    assert_eq!((code, help.contains("--positions N")), (0, true));
}
