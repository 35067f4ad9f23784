//! Tables as files: what is written comes back, and what is damaged is named.

use std::io::Cursor;

use crate::common::{FREE, Graph, GraphClock, Vertex, opened, sealed};
use tesuji_breakthrough::Breakthrough;
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
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
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

/// A chain of positions with one move each, which counts 1.
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
    let clocks: [(GraphClock, _); 3] = [(FREE, 1), (|_, _, _| 100, 2), (|_, _, _| 10_000, 4)];
    for (clock, width) in clocks {
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

/// The same file with another text in its metadata.
fn changed(file: &[u8], old: &str, new: &str) -> Cursor<Vec<u8>> {
    let (metadata, content) = opened(file);
    assert!(metadata.contains(old), "{old}");
    sealed(&metadata.replace(old, new), &content)
}

#[test]
fn headers_that_cannot_be_are_refused() {
    let graph = chain(10);
    let exact = written(&Table::solve(Numbered::new(&graph)), "chain");
    let changes = [
        ("width: 1", "width: 1", true),
        ("width: 1", "width: 3", false),
        ("width: 1", "width: 8", false),
        ("width: 1", "width: 2", false),
        ("entries: 10", "entries: 9", false),
        ("entries: 10", "entries: 18446744073709551615", false),
        ("entries: 10", "entries: ten", false),
        ("defect: 0", "defect: 0.5", false),
        ("defect: 0", "defect: -0", false),
        ("defect: 0", "defect: NaN", false),
        ("exact values", "all values", false),
        ("version 2", "version 1", false),
    ];
    for (old, new, good) in changes {
        let input = changed(&exact, old, new);
        let read = Table::read_from(Numbered::new(&graph), Plies, input, "chain");
        assert_eq!(read.is_ok(), good, "{new}");
    }
    let first = Player::First;
    let table = Expected::solve(Numbered::new(&graph), Plies, first, 0.25).unwrap();
    let mut expected = Vec::new();
    table.write_to(&mut expected, "chain").unwrap();
    let own = opened(&expected).0.lines().last().unwrap().to_owned();
    for (defect, good) in [("0", true), ("0.5", true), ("-0.5", false), ("NaN", false)] {
        let input = changed(&expected, &own, &format!("defect: {defect}"));
        let read = Expected::read_from(Numbered::new(&graph), Plies, first, input, "chain");
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
        assert!(read(&bytes[..place]).is_err(), "{place} bytes");
    }
    assert!(read(&[&bytes[..], &[0]].concat()).is_err());
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
        read(&|bytes| bytes[8] = 3),
        read(&|bytes| bytes[40] ^= 1),
        read(&|bytes| bytes[300] ^= 1),
        read(&|bytes| bytes.truncate(300)),
        read(&|bytes| bytes.truncate(10)),
        read(&|bytes| bytes.push(0)),
    ];
    messages.extend(foreign.iter().map(ToString::to_string));
    insta::assert_snapshot!(messages.join("\n"));
}
