//! Files that are containers: an input is the metadata, an empty line and the content, of which a
//! container is made; or the whole file.

use std::env;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use tesuji::core::{Notation, Player, Rules};
use tesuji::informed::pdb::{Database, FileHead};
use tesuji::nim::{Nim, TakeSet};
use tesuji::proof::ProofStore;
use tesuji::retrograde::{Expected, Plies, Reachable, Table};
use tesuji::storage::container::{Container, Writer};

/// A file that is there for as long as this is.
struct Scratch(PathBuf);

impl Scratch {
    /// The name of a file that is not there yet.
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Scratch(env::temp_dir().join(format!("tesuji-fuzz-{}-{number}", process::id())))
    }

    fn with(content: &[u8]) -> Self {
        let file = Scratch::new();
        fs::write(&file.0, content).expect("a temporary file can be written");
        file
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A file that is left behind does no harm.
        let _ = fs::remove_file(&self.0);
    }
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
        let file = Scratch::with(content);
        let Ok(store) = ProofStore::load(&file.0, 1000, &game(), RULES) else { continue };
        let other = Scratch::new();
        store.save(&other.0, &game(), RULES).expect("what was read can be written");
        let again = ProofStore::load(&other.0, 1000, &game(), RULES).expect("and read again");
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
        let file = Scratch::with(&content);
        let head = FileHead::read(&file.0);
        let identity = head.as_ref().map_or_else(|_| String::new(), |head| head.identity.clone());
        let Ok(database) = Database::open(&file.0, &identity) else { continue };
        let head = head.expect("what opens has a header");
        assert_eq!(database.identity(), identity);
        assert_eq!(database.as_bytes().len(), head.bytes());
        let other = Scratch::with(b"");
        database.save(&other.0).expect("what was read can be written");
        let again = fs::read(&other.0).expect("it is there");
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
