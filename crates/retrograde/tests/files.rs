//! Tables as files: what is written comes back, and what is damaged is named.

use std::io::Cursor;

use crate::common::{Graph, Vertex};
use tesuji_breakthrough::Breakthrough;
use tesuji_core::hash::checksum;
use tesuji_core::{Budget, GameResult, Meter, Player, Ranked, Rules, Silent};
use tesuji_retrograde::{Clock, Expected, MovesOf, Numbered, Plies, Space, Table, TableFileError};
use tesuji_tic_tac_toe::TicTacToe;

fn written<S: Space, K: Clock<S::Game>>(table: &Table<S, K>, identity: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes, identity).unwrap();
    bytes
}

#[test]
fn a_saved_table_is_loaded_again() {
    let game = Breakthrough::new(3, 4).unwrap();
    let table = Table::solve(Numbered::new(&game));
    let path = std::env::temp_dir().join(format!("tesuji-retrograde-{}.table", std::process::id()));
    table.save(&path, "breakthrough 3x4").unwrap();
    let loaded = Table::load(Numbered::new(&game), Plies, &path, "breakthrough 3x4");
    std::fs::remove_file(&path).unwrap();
    let loaded = loaded.unwrap();
    for rank in 0..game.state_count() {
        let state = game.unrank(rank);
        assert_eq!(loaded.value(&state), table.value(&state));
    }
    assert_eq!(loaded.probe(&game.initial()), table.probe(&game.initial()));
    assert!(matches!(
        Table::load(Numbered::new(&game), Plies, &path, "breakthrough 3x4"),
        Err(TableFileError::Io(_))
    ));
}

/// A chain of positions with one move each, which counts `toll`.
fn chain(length: u16) -> Graph {
    let vertex = |n: u16| Vertex {
        mover: if n.is_multiple_of(2) { Player::First } else { Player::Second },
        result: (n == 0).then_some(GameResult::Win(Player::First)),
        moves: (n > 0).then(|| (n - 1, 1)).into_iter().collect(),
    };
    Graph((0..length).map(vertex).collect())
}

#[test]
fn tables_of_every_width_come_back() {
    let graph = chain(100);
    for (toll, width) in [(0, 1), (100, 2), (10_000, 4)] {
        let clock = move |_: &Graph, _: &u16, _: u8| toll;
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let table = Table::solve_within(Numbered::new(&graph), clock, &mut meter).unwrap();
        assert_eq!(table.bytes_per_position(), width);
        let bytes = written(&table, "chain");
        let read =
            Table::read_from(Numbered::new(&graph), clock, &mut Cursor::new(&bytes), "chain")
                .unwrap();
        assert_eq!(written(&read, "chain"), bytes);
        assert_eq!(read.check(), Ok(()));
    }
}

#[test]
fn a_defect_that_cannot_be_is_refused() {
    // The bytes 22 to 29 say how exact the table is.
    let sealed = |mut bytes: Vec<u8>, header: usize, defect: f64| {
        bytes[22..30].copy_from_slice(&defect.to_le_bytes());
        let sum = checksum(0, &bytes[..header]);
        bytes[header..header + 8].copy_from_slice(&sum.to_le_bytes());
        Cursor::new(bytes)
    };
    let graph = chain(10);
    let exact = written(&Table::solve(Numbered::new(&graph)), "chain");
    let header = 30 + 4 + "chain".len() + 4 + "plies".len();
    for (defect, good) in [(0.0, true), (0.5, false), (-0.0, false), (f64::NAN, false)] {
        let mut input = sealed(exact.clone(), header, defect);
        let read = Table::read_from(Numbered::new(&graph), Plies, &mut input, "chain");
        assert_eq!(read.is_ok(), good, "{defect}");
    }
    let first = Player::First;
    let table = Expected::solve(Numbered::new(&graph), Plies, first, 1e-9).unwrap();
    let mut expected = Vec::new();
    table.write_to(&mut expected, "chain").unwrap();
    for (defect, good) in [(0.0, true), (0.5, true), (-0.5, false), (f64::NAN, false)] {
        let mut input = sealed(expected.clone(), header, defect);
        let read = Expected::read_from(Numbered::new(&graph), Plies, first, &mut input, "chain");
        assert_eq!(read.is_ok(), good, "{defect}");
    }
}

#[test]
fn expected_costs_come_back() {
    let graph = chain(50);
    let first = Player::First;
    let table = Expected::solve(Numbered::new(&graph), Plies, first, 1e-9).unwrap();
    let mut bytes = Vec::new();
    table.write_to(&mut bytes, "chain").unwrap();
    let read =
        Expected::read_from(Numbered::new(&graph), Plies, first, &mut Cursor::new(bytes), "chain")
            .unwrap();
    for vertex in graph.vertices() {
        assert_eq!(read.expectation(&vertex), table.expectation(&vertex));
    }
    assert_eq!((read.check(), read.error_bound()), (Ok(()), table.error_bound()));
}

#[test]
fn every_damaged_byte_and_every_missing_one_is_found() {
    let graph = chain(300);
    let table = Table::solve(Numbered::new(&graph));
    let bytes = written(&table, "chain");
    let read = |bytes: &[u8]| {
        Table::read_from(Numbered::new(&graph), Plies, &mut Cursor::new(bytes), "chain")
    };
    assert!(read(&bytes).is_ok());
    for place in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= change;
            assert!(read(&damaged).is_err(), "byte {place}");
        }
        let error = read(&bytes[..place]).unwrap_err();
        assert!(
            matches!(error, TableFileError::Truncated { found, .. } if found == place as u64),
            "{error}"
        );
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(
        matches!(read(&longer), Err(TableFileError::TooLong { end }) if end == bytes.len() as u64)
    );
}

#[test]
fn errors_name_the_place() {
    let game = TicTacToe::new();
    let table = Table::solve(Numbered::new(&game));
    let bytes = written(&table, "tic-tac-toe");
    let read = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        Table::read_from(Numbered::new(&game), Plies, &mut Cursor::new(bytes), "tic-tac-toe")
            .unwrap_err()
            .to_string()
    };
    let graph = chain(3);
    let first = Player::First;
    let numbered = || Numbered::new(&game);
    let input = || Cursor::new(&bytes);
    let foreign = [
        Table::read_from(numbered(), Plies, &mut input(), "nim 3-4-5").unwrap_err(),
        Table::read_from(numbered(), MovesOf(first), &mut input(), "tic-tac-toe").unwrap_err(),
        Table::read_from(Numbered::new(&graph), Plies, &mut input(), "tic-tac-toe").unwrap_err(),
        Expected::read_from(numbered(), Plies, first, &mut input(), "tic-tac-toe").unwrap_err(),
    ];
    let mut messages = vec![
        read(&|bytes| *bytes = b"GIF89a, and so on".to_vec()),
        read(&|bytes| bytes[8] = 2),
        read(&|bytes| bytes[40] ^= 1),
        read(&|bytes| bytes[1000] ^= 1),
        read(&|bytes| bytes.truncate(1000)),
        read(&|bytes| bytes.truncate(10)),
        read(&|bytes| bytes.push(0)),
    ];
    messages.extend(foreign.iter().map(ToString::to_string));
    insta::assert_snapshot!(messages.join("\n"));
}
