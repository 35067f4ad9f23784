//! The files of a checkpoint are of one moment, whatever fails: mixed ones would give wrong counts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tesuji_cluster::{DistributedSearch, Levels, ShardFolder, Topology};
use tesuji_core::{Budget, KnownGoals, Limit, Silent};

use crate::counts::taquin;

/// Enumerates the 8-puzzle with two workers; also returns the warnings.
fn run(path: &Path, nodes: u64) -> (Levels, Vec<String>) {
    let warnings = Arc::<Mutex<Vec<String>>>::default();
    let told = Arc::clone(&warnings);
    let warn = move |text: &str| told.lock().unwrap().push(text.to_owned());
    let folder = ShardFolder::open(path, "test", 0, Some(Duration::ZERO), warn).unwrap();
    let search = DistributedSearch::new(Topology::threads(2), "test").checkpoints(Arc::new(folder));
    let (taquin, budget) = (taquin(3, 3), Budget::unlimited().nodes(nodes));
    let found = search.enumerate(&taquin, taquin.goals(), 1, &budget, &mut Silent).unwrap();
    let warnings = std::mem::take(&mut *warnings.lock().unwrap());
    (found, warnings)
}

fn assert_is_whole(found: &Levels) {
    assert_eq!((found.limit, found.states()), (None, 181_440));
    assert_eq!(found.stats.expanded, 181_440);
}

/// The checkpoints that have files, each with those of both workers.
fn complete(path: &Path) -> Vec<u64> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let files: BTreeSet<_> = files.map(|file| file.file_name().into_string().unwrap()).collect();
    let numbers: BTreeSet<u64> = files.iter().map(|file| file[..6].parse().unwrap()).collect();
    let both = numbers.iter().flat_map(|&number| [name(number, 0), name(number, 1)]);
    assert_eq!(files, both.collect());
    numbers.into_iter().collect()
}

fn name(number: u64, worker: u64) -> String {
    format!("{number:06}-{worker:05}-00002.shard")
}

/// The checkpoints of a computation that the limit interrupts.
fn interrupted(directory: &Path, nodes: u64) -> Vec<u64> {
    assert_eq!(run(directory, nodes).0.limit, Some(Limit::Nodes));
    complete(directory)
}

#[test]
fn files_with_exchanged_names_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let numbers = interrupted(directory.path(), 200_000);
    let file = |number, worker| directory.path().join(name(number, worker));
    for &number in &numbers {
        let bytes = [0, 1].map(|worker| fs::read(file(number, worker)).unwrap());
        fs::write(file(number, 0), &bytes[1]).unwrap();
        fs::write(file(number, 1), &bytes[0]).unwrap();
    }
    let (found, warnings) = run(directory.path(), u64::MAX);
    assert_is_whole(&found);
    assert_eq!(warnings.len(), 2 * numbers.len(), "{warnings:?}");
}

#[test]
fn files_of_two_moments_with_one_number_are_refused() {
    let (directory, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let last = interrupted(directory.path(), 300_000)[1];
    // An earlier moment, which is saved again and again under greater numbers.
    while *interrupted(other.path(), 20_000).last().unwrap() < last {}
    fs::copy(other.path().join(name(last, 1)), directory.path().join(name(last, 1))).unwrap();
    let (found, warnings) = run(directory.path(), u64::MAX);
    assert_is_whole(&found);
    let why = "is not used: its files are of different checkpoints";
    assert_eq!(warnings, [format!("checkpoint {last} {why}")]);
}

#[test]
fn saves_that_fail_leave_no_files_and_the_last_complete_checkpoint() {
    let directory = tempfile::tempdir().unwrap();
    // A file cannot replace a directory. One worker fails, then the other, then none.
    for number in 2..200 {
        if number % 3 != 1 {
            fs::create_dir(directory.path().join(name(number, number % 3 / 2))).unwrap();
        }
    }
    let (found, warnings) = run(directory.path(), 300_000);
    assert_eq!(found.limit, Some(Limit::Nodes));
    let numbers = complete(directory.path());
    assert!(numbers.len() == 2 && numbers.iter().all(|number| number % 3 == 1), "{numbers:?}");
    assert_eq!(numbers[1], numbers[0] + 3);
    // Not once for each save.
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("cannot save a checkpoint"), "{warnings:?}");
    // One more save, which fails.
    let (_, warnings) = run(directory.path(), 1);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(complete(directory.path()), numbers);
    assert_is_whole(&run(directory.path(), u64::MAX).0);
}

#[test]
fn a_save_that_was_killed_does_not_displace_the_last_complete_checkpoint() {
    let directory = tempfile::tempdir().unwrap();
    let numbers = interrupted(directory.path(), 100_000);
    fs::remove_file(directory.path().join(name(numbers[1], 1))).unwrap();
    // It loads the first, and saves once, because the limit was reached before.
    let (found, _) = run(directory.path(), 1);
    assert_eq!(found.limit, Some(Limit::Nodes));
    assert_eq!(complete(directory.path()), [numbers[0], numbers[1] + 1]);
}

#[test]
fn a_directory_that_another_process_has_removed_is_cleared() {
    let directory = tempfile::tempdir().unwrap();
    let folder = ShardFolder::open(directory.path(), "test", 1, None, |_| {}).unwrap();
    fs::remove_dir_all(directory.path()).unwrap();
    folder.clear(1, 1).unwrap();
}
