//! Directories of checkpoints: what is damaged is named and not used, and what is older is.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tempfile::TempDir;
use tesuji_core::Checkpoints;
use tesuji_storage::checkpoint::{Folder, FolderError, Kind};
use tesuji_storage::container::Writer;

type Warnings = Arc<Mutex<Vec<String>>>;

fn open(directory: &TempDir, command: &str) -> Result<(Folder, Warnings), FolderError> {
    let warnings = Warnings::default();
    let told = Arc::clone(&warnings);
    let warn = move |text: &str| told.lock().unwrap().push(text.to_owned());
    Ok((Folder::open(directory.path(), command, warn)?, warnings))
}

/// The state of a computation after `step` steps.
fn state(step: u64) -> Vec<u64> {
    (0..400).map(|word| word * word + step).collect()
}

fn save(checkpoints: &Checkpoints, step: u64) {
    checkpoints.save("steps", &mut |out| out.list(&state(step)));
}

/// The number of steps of the checkpoint that is used.
fn step(checkpoints: &Checkpoints) -> Option<u64> {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method has one lifetime of its reader, the closure has all"
    )]
    let found = checkpoints.load("steps", |input| input.small_list::<u64>())?;
    assert_eq!(found, state(found[0]), "a damaged state was accepted");
    Some(found[0])
}

/// Two generations: the files of steps 1 and 2.
fn two(directory: &TempDir) -> [PathBuf; 2] {
    let (folder, _) = open(directory, "walk").unwrap();
    let checkpoints = Checkpoints::new(folder);
    save(&checkpoints, 1);
    save(&checkpoints, 2);
    let entries = fs::read_dir(directory.path()).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "checkpoint"));
    files.sort();
    files.try_into().expect("two files")
}

/// The file as a power failure, a bad disk or a bad copy leaves it.
fn damaged(new: &[u8], old: &[u8], rng: &mut Pcg64) -> Vec<u8> {
    let mut bytes = new.to_vec();
    let at = rng.random_range(0..bytes.len());
    match rng.random_range(0..6) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << rng.random_range(0..8),
        2 => bytes[at..].fill(0),
        // Torn: the rest is from the generation before.
        3 => bytes = [&new[..at], &old[at.min(old.len())..]].concat(),
        4 => bytes = [&old[..at.min(old.len())], &new[at..]].concat(),
        _ => bytes.extend_from_slice(&new[at..]),
    }
    bytes
}

fn none_of_so_many_is_accepted(count: u64) {
    let directory = tempfile::tempdir().unwrap();
    let [first, second] = two(&directory);
    let [old, new] = [&first, &second].map(|file| fs::read(file).unwrap());
    let (folder, warnings) = open(&directory, "walk").unwrap();
    let checkpoints = Checkpoints::new(folder);
    assert_eq!(step(&checkpoints), Some(2));
    let mut rng = Pcg64::seed_from_u64(count);
    for number in 0..count {
        let bytes = damaged(&new, &old, &mut rng);
        if bytes == new || bytes == old {
            continue;
        }
        fs::write(&second, bytes).unwrap();
        assert_eq!(step(&checkpoints), Some(1), "file {number}");
        let told = std::mem::take(&mut *warnings.lock().unwrap());
        let name = second.file_name().unwrap().to_str().unwrap();
        assert!(told.len() == 1 && told[0].contains(name), "file {number}: {told:?}");
        if number % 16 == 0 {
            fs::write(&first, damaged(&old, &new, &mut rng)).unwrap();
            let found = step(&checkpoints);
            let is_whole = fs::read(&first).unwrap();
            let expected = [&old, &new].into_iter().position(|whole| *whole == is_whole);
            assert_eq!(found, expected.map(|place| place as u64 + 1), "file {number}");
            warnings.lock().unwrap().clear();
            fs::write(&first, &old).unwrap();
        }
    }
}

#[test]
fn no_damaged_checkpoint_is_accepted() {
    none_of_so_many_is_accepted(4_000);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn no_damaged_checkpoint_of_many_is_accepted() {
    none_of_so_many_is_accepted(100_000);
}

#[test]
fn the_file_of_a_damaged_generation_is_written_next() {
    let directory = tempfile::tempdir().unwrap();
    let [first, second] = two(&directory);
    let old = fs::read(&first).unwrap();
    fs::write(&second, "damage").unwrap();
    let (folder, _) = open(&directory, "walk").unwrap();
    let checkpoints = Checkpoints::new(folder);
    save(&checkpoints, 3);
    assert_eq!(fs::read(&first).unwrap(), old, "the good one stays");
    assert_eq!(step(&checkpoints), Some(3));
}

#[test]
fn what_others_have_in_the_directory_stays() {
    let directory = tempfile::tempdir().unwrap();
    let names = ["model.checkpoint", "epoch-3.0.checkpoint", "a-0123456789abcdef.2.checkpoint"];
    for name in names {
        fs::write(directory.path().join(name), name).unwrap();
    }
    let (folder, _) = open(&directory, "walk").unwrap();
    let checkpoints = Checkpoints::new(folder.clone());
    save(&checkpoints, 1);
    save(&checkpoints, 2);
    folder.clear().unwrap();
    let left = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut left: Vec<_> = left.map(|name| name.into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["a-0123456789abcdef.2.checkpoint", "epoch-3.0.checkpoint", names[0]]);
}

#[test]
fn another_command_is_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let files = two(&directory);
    let before = files.each_ref().map(|file| fs::read(file).unwrap());
    let Err(error) = open(&directory, "run") else { panic!("the directory is of another command") };
    assert!(error.to_string().contains("\"walk\", not \"run\""), "{error}");
    assert_eq!(files.map(|file| fs::read(file).unwrap()), before);
}

#[test]
fn a_directory_serves_one_process_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let _first = open(&directory, "walk").unwrap();
    assert!(matches!(open(&directory, "walk"), Err(FolderError::InUse { .. })));
}

#[test]
fn checkpoints_of_workers_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let workers = Kind::Workers.claim(directory.path(), 3, "walk").unwrap();
    assert!(matches!(open(&directory, "walk"), Err(FolderError::InUse { .. })));
    drop(workers);
    let file = fs::File::create(directory.path().join("000001-00003-00004.shard")).unwrap();
    let shard = Writer::new(file, "tesuji shard 2\ncommand walk\n").unwrap();
    shard.finish().unwrap();
    let Err(error) = open(&directory, "walk") else { panic!("they are of workers") };
    let why = "has checkpoints of \"walk\" with several workers, which this command cannot use";
    assert!(error.to_string().ends_with(why), "{error}");
}

#[test]
fn a_state_that_cannot_be_read_is_passed_over_for_the_one_before() {
    let directory = tempfile::tempdir().unwrap();
    two(&directory);
    let (folder, warnings) = open(&directory, "walk").unwrap();
    let checkpoints = Checkpoints::new(folder);
    let found = checkpoints.load("steps", |input| {
        let list = input.small_list::<u64>()?;
        if list[0] == 2 { Err(std::io::ErrorKind::InvalidData.into()) } else { Ok(list[0]) }
    });
    assert_eq!(found, Some(1));
    assert_eq!(warnings.lock().unwrap().len(), 1);
}
