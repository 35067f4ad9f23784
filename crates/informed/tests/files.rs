//! Pattern databases in files.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use proptest::prelude::*;
use tempfile::TempDir;
use tesuji_informed::pdb::{Database, FileHead, FileProblem, InBytes};
use tesuji_storage::container::{Container, ContainerError, Writer};
use tesuji_taquin::{Goal, Taquin, TileGroup};

/// The file of a database in a directory.
fn file(directory: &TempDir) -> PathBuf {
    directory.path().join("database")
}

fn small_group() -> TileGroup {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    TileGroup::new(&taquin, &[1, 2, 4]).unwrap()
}

fn small_database() -> Database {
    Database::build(&small_group().arrangements(), 1)
}

fn small_database_in_bytes() -> Database {
    Database::build(&InBytes(small_group().arrangements()), 1)
}

#[test]
fn a_database_comes_back_from_its_file() {
    let directory = tempfile::tempdir().unwrap();
    for (built, bytes) in [(small_database(), 256), (small_database_in_bytes(), 504)] {
        built.save(file(&directory)).unwrap();
        let opened = Database::open(file(&directory), built.identity()).unwrap();
        assert_eq!(opened.as_bytes(), built.as_bytes());
        let all = |it: &Database| {
            (it.identity().to_owned(), it.form(), it.entries(), it.greatest(), it.cut())
        };
        assert_eq!(all(&opened), all(&built));
        let head = FileHead::read(file(&directory)).unwrap();
        assert_eq!((&head.identity[..], head.entries), (built.identity(), 504));
        assert_eq!((head.form, head.greatest), (built.form(), built.greatest()));
        assert_eq!((head.bytes(), built.as_bytes().len()), (bytes, bytes));
        // Nothing is left of the unfinished file, and a file can be written over.
        built.save(file(&directory)).unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_database_of_several_blocks_comes_back_and_its_damage_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let group = TileGroup::new(&taquin, &[1, 2, 3, 4, 5, 6]).unwrap();
    let built = Database::build(&group.arrangements(), 2);
    built.save(file(&directory)).unwrap();
    let opened = Database::open(file(&directory), built.identity()).unwrap();
    assert_eq!(opened.as_bytes(), built.as_bytes());
    let mut bytes = fs::read(file(&directory)).unwrap();
    assert!(bytes.len() < built.as_bytes().len() / 3, "it is compressed: {} bytes", bytes.len());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(file(&directory), bytes).unwrap();
    match Database::open(file(&directory), built.identity()).unwrap_err().problem {
        FileProblem::Container(ContainerError::Block { block, .. }) => assert_eq!(block, 1),
        other => panic!("{other}"),
    }
}

#[test]
fn errors_about_files_say_which_and_what() {
    let directory = tempfile::tempdir().unwrap();
    let built = small_database();
    let file = file(&directory);
    let open = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let error = Database::open(&file, built.identity()).unwrap_err();
        assert_eq!(error.path, file);
        error.problem.to_string()
    };
    built.save(&file).unwrap();
    let whole = fs::read(&file).unwrap();
    let changed = |old: &str, new: &str| {
        let mut container = Container::new(Cursor::new(&whole)).unwrap();
        assert!(container.metadata().contains(old), "{old}: {}", container.metadata());
        let metadata = container.metadata().replace(old, new);
        let mut changed = Vec::new();
        let mut writer = Writer::new(&mut changed, &metadata).unwrap();
        writer.stored_block(b"", &container.stored(0).unwrap()).unwrap();
        writer.finish().unwrap();
        changed
    };
    let mut header = whole.clone();
    header[20] ^= 1;
    let mut entry = whole.clone();
    let start = whole.len() - 200;
    entry[start] ^= 4;
    let problems = [
        open(b""),
        open(b"PNG, say, and some more"),
        open(b"TESUJIPD\x02\0\0\0 and so on"),
        open(&changed("version 3", "version 2")),
        open(&changed("pattern database", "another file")),
        open(&changed("step: 2", "step: 1000")),
        open(&changed("entries: 504", "entries: 18446744073709551615")),
        open(&changed("entries: 504", "entries: 600")),
        open(&header),
        open(&entry),
        open(&whole[..whole.len() - 1]),
        open(&[&whole[..], b"x"].concat()),
    ];
    insta::assert_snapshot!(problems.join("\n"));
    built.save(&file).unwrap();
    let other = Database::open(&file, "something else").unwrap_err();
    assert!(matches!(other.problem, FileProblem::Identity { .. }), "{other}");
    assert!(other.to_string().starts_with(&file.display().to_string()));
    fs::remove_file(&file).unwrap();
    let missing = Database::open(&file, built.identity()).unwrap_err();
    assert!(matches!(missing.problem, FileProblem::Io(_)), "{missing}");
}

#[test]
fn a_database_outlives_its_file() {
    let directory = tempfile::tempdir().unwrap();
    let built = small_database();
    built.save(file(&directory)).unwrap();
    let opened = Database::open(file(&directory), built.identity()).unwrap();
    // In place, as a careless copy does it.
    fs::OpenOptions::new().write(true).open(file(&directory)).unwrap().set_len(10).unwrap();
    assert_eq!(opened.as_bytes(), built.as_bytes());
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_no_database() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = file(&directory);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&*pipe, std::path::Path::new("/dev/zero"), directory.path()] {
        let problems = [Database::open(path, "").unwrap_err(), FileHead::read(path).unwrap_err()];
        for error in problems {
            let reason = std::error::Error::source(&error).expect("of the system").to_string();
            assert!(reason.ends_with("not a regular file"), "{reason}");
        }
    }
}

#[test]
fn no_bit_can_flip_and_no_end_be_missing_unnoticed() {
    damage_is_noticed(&small_database());
    damage_is_noticed(&small_database_in_bytes());
}

fn damage_is_noticed(built: &Database) {
    let directory = tempfile::tempdir().unwrap();
    built.save(file(&directory)).unwrap();
    let whole = fs::read(file(&directory)).unwrap();
    for byte in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[byte] ^= 1 << (byte % 8);
        fs::write(file(&directory), &damaged).unwrap();
        let opened = Database::open(file(&directory), built.identity());
        assert!(opened.is_err(), "bit {} of byte {byte}", byte % 8);
    }
    for length in 0..whole.len() {
        fs::write(file(&directory), &whole[..length]).unwrap();
        let opened = Database::open(file(&directory), built.identity());
        assert!(opened.is_err(), "{length} of {} bytes", whole.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_damage_is_noticed(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)
    ) {
        let directory = tempfile::tempdir().unwrap();
        let built = small_database();
        built.save(file(&directory)).unwrap();
        let whole = fs::read(file(&directory)).unwrap();
        let mut damaged = whole.clone();
        for (place, byte) in places {
            damaged[place.index(whole.len())] = byte;
        }
        fs::write(file(&directory), &damaged).unwrap();
        let opened = Database::open(file(&directory), built.identity());
        prop_assert_eq!(opened.is_err(), damaged != whole);
    }
}
