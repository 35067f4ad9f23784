//! Files that are containers: an input is the metadata, an empty line and the content, of which a
//! container is made; or the whole file.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use tempfile::TempDir;
use tesuji::core::{Notation, Player, Rules};
use tesuji::informed::pdb::{Database, FileHead};
use tesuji::nim::{Nim, TakeSet};
use tesuji::proof::ProofStore;
use tesuji::retrograde::{Expected, Plies, Reachable, Table};
use tesuji::storage::container::{Container, Writer};

/// A directory with a file of this content, and the path of another file in it.
fn files(content: &[u8]) -> (TempDir, [PathBuf; 2]) {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let [file, other] = ["input", "output"].map(|name| directory.path().join(name));
    fs::write(&file, content).expect("a temporary file can be written");
    (directory, [file, other])
}

fn game() -> Nim<TakeSet> {
    Nim::simple(5).expect("a small heap")
}

/// The container with these metadata and this content.
fn container(metadata: &str, content: &[u8]) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, metadata).ok()?;
    writer.blocks(content).ok()?;
    writer.finish().ok()?;
    Some(file)
}

/// The container of an input, if it has metadata.
fn sealed(input: &[u8]) -> Option<Vec<u8>> {
    let end = input.windows(2).position(|bytes| bytes == b"\n\n")?;
    container(std::str::from_utf8(&input[..=end]).ok()?, &input[end + 2..])
}

/// The metadata and the content of a container.
fn opened(file: &[u8]) -> (String, Vec<u8>) {
    let mut container = Container::new(Cursor::new(file)).expect("a container");
    let (mut content, mut block) = (Vec::new(), Vec::new());
    for number in 0..container.block_count() {
        container.read(number, &mut block).expect("an intact block");
        content.extend(&block);
    }
    (container.metadata().to_owned(), content)
}

/// The lines of a proof store, or its file.
pub(crate) fn proof_store(input: &[u8]) {
    const RULES: &str = "simple-nim 5";
    let metadata = format!("proof store, version 2\nrules: {RULES}\nbytes: {}\n", input.len());
    let sealed = container(&metadata, input).expect("a vector takes any bytes");
    for content in [input, &sealed] {
        let (_directory, [file, other]) = files(content);
        let Ok(store) = ProofStore::load(&file, 1000, &game(), RULES) else { continue };
        store.save(&other, &game(), RULES).expect("what was read can be written");
        let again = ProofStore::load(&other, 1000, &game(), RULES).expect("and read again");
        assert_eq!(store.len(), again.len());
        for state in [game().initial(), game().parse_state("3 second").expect("a position")] {
            for player in [Player::First, Player::Second] {
                assert_eq!(store.wins(&state, player), again.wins(&state, player));
            }
        }
    }
}

pub(crate) fn pattern_database(input: &[u8]) {
    for content in [Some(input.to_vec()), sealed(input)].into_iter().flatten() {
        let (_directory, [file, other]) = files(&content);
        let head = FileHead::read(&file);
        let identity = head.as_ref().map_or_else(|_| String::new(), |head| head.identity.clone());
        let Ok(database) = Database::open(&file, &identity) else { continue };
        let head = head.expect("what opens has a header");
        assert_eq!(database.identity(), identity);
        assert_eq!(database.as_bytes().len(), head.bytes());
        database.save(&other).expect("what was read can be written");
        let again = fs::read(&other).expect("it is there");
        assert_eq!(opened(&again), opened(&content), "one content for each database");
    }
}

pub(crate) fn retrograde_table(input: &[u8]) {
    const IDENTITY: &str = "simple-nim 5";
    let game = game();
    let start = game.initial();
    let space = || Reachable::explore_all(&game, &start);
    for content in [Some(input.to_vec()), sealed(input)].into_iter().flatten() {
        if let Ok(table) = Table::read_from(space(), Plies, Cursor::new(&content), IDENTITY) {
            let mut again = Vec::new();
            table.write_to(&mut again, IDENTITY).expect("a vector takes any bytes");
            assert_eq!(opened(&again), opened(&content), "one content for each table");
            let _ = table.judge(&start);
        }
        for player in [Player::First, Player::Second] {
            let read = Expected::read_from(space(), Plies, player, Cursor::new(&content), IDENTITY);
            if let Ok(table) = read {
                table.write_to(&mut Vec::new(), IDENTITY).expect("a vector takes any bytes");
            }
        }
    }
}
