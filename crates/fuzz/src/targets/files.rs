//! Binary files with checksums of their own: an input is a file without them.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use tesuji::core::hash::checksum;
use tesuji::core::{Notation, Player, Rules};
use tesuji::informed::pdb::{Database, FileHead};
use tesuji::nim::{Nim, TakeSet};
use tesuji::proof::ProofStore;
use tesuji::retrograde::{Expected, Plies, Reachable, Table};

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
        // Nobody misses it.
        let _ = fs::remove_file(&self.0);
    }
}

fn game() -> Nim<TakeSet> {
    Nim::simple(5).expect("a small heap")
}

/// The lines of a proof store, as they are and between its first lines and its last.
pub(crate) fn proof_store(input: &[u8]) {
    const RULES: &str = "simple-nim 5";
    let body = [format!("tesuji proof store 1\n{RULES}\n").as_bytes(), input].concat();
    let sum = checksum(0x7072_6f6f_6673, &body);
    let sealed = [&body[..], format!("checksum {sum:016x}\n").as_bytes()].concat();
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

/// A number of four bytes at a place, if the input has it.
fn number(input: &[u8], place: usize) -> Option<usize> {
    let bytes = input.get(place..place.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

/// A header, and entries with a checksum for each block of them.
fn sealed(input: &[u8], header: usize) -> Option<(Vec<u8>, &[u8])> {
    let (header, entries) = input.split_at_checked(header)?;
    Some(([header, &checksum(0, header).to_le_bytes()].concat(), entries))
}

fn sealed_database(input: &[u8]) -> Option<Vec<u8>> {
    let length = number(input, 12)?.checked_add(16 + 4 + 4 + 8 + 8)?;
    let (mut file, entries) = sealed(input, length)?;
    file.resize(file.len().next_multiple_of(64), 0);
    file.extend(entries);
    for (block, entries) in (1..).zip(entries.chunks(1 << 20)) {
        file.extend(checksum(block, entries).to_le_bytes());
    }
    Some(file)
}

fn sealed_table(input: &[u8]) -> Option<Vec<u8>> {
    let first = 8 + 4 + 1 + 1 + 8 + 8;
    let second = number(input, first)?.checked_add(first + 4)?;
    let length = number(input, second)?.checked_add(second + 4)?;
    let (mut file, entries) = sealed(input, length)?;
    for (block, entries) in (1..).zip(entries.chunks(1 << 16)) {
        file.extend(entries);
        file.extend(checksum(block, entries).to_le_bytes());
    }
    Some(file)
}

pub(crate) fn pattern_database(input: &[u8]) {
    for content in [Some(input.to_vec()), sealed_database(input)].into_iter().flatten() {
        let file = Scratch::with(&content);
        let head = FileHead::read(&file.0);
        let identity = head.as_ref().map_or_else(|_| String::new(), |head| head.identity.clone());
        let Ok(database) = Database::open(&file.0, &identity) else { continue };
        let head = head.expect("what opens has a header");
        assert_eq!(database.identity(), identity);
        assert_eq!(database.as_bytes().len(), head.bytes());
        let other = Scratch::with(b"");
        database.save(&other.0).expect("what was read can be written");
        assert_eq!(fs::read(&other.0).expect("it is there"), content, "one file for each database");
    }
}

pub(crate) fn retrograde_table(input: &[u8]) {
    const IDENTITY: &str = "simple-nim 5";
    let game = game();
    let start = game.initial();
    let space = || Reachable::explore_all(&game, &start);
    for content in [Some(input.to_vec()), sealed_table(input)].into_iter().flatten() {
        if let Ok(table) = Table::read_from(space(), Plies, &mut &content[..], IDENTITY) {
            let mut again = Vec::new();
            table.write_to(&mut again, IDENTITY).expect("a vector takes any bytes");
            assert_eq!(again, content, "one file for each table");
            let _ = table.judge(&start);
        }
        for player in [Player::First, Player::Second] {
            let read = Expected::read_from(space(), Plies, player, &mut &content[..], IDENTITY);
            if let Ok(table) = read {
                table.write_to(&mut Vec::new(), IDENTITY).expect("a vector takes any bytes");
            }
        }
    }
}
