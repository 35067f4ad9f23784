//! Limits, and checkpoints after which another number of workers goes on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use tempfile::TempDir;
use tesuji_cluster::{DistributedSearch, Levels, ShardFolder, Topology};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{
    Budget, Checkpoints, KnownGoals, Limit, NamedGame, Rules, Settings, Silent, StopFlag,
};
use tesuji_rush_hour::RushHourRocks;
use tesuji_storage::checkpoint::{Folder, FolderError};
use tesuji_storage::container::Container;
use tesuji_uninformed::{Enumeration, reachable_states};

use crate::counts::{hosts, taquin};

fn open(path: &Path, process: usize) -> ShardFolder {
    let warn = |message: &str| eprintln!("warning: {message}");
    ShardFolder::open(path, "test", process, Some(Duration::ZERO), warn).unwrap()
}

fn connect_four(size: &str) -> Arc<ConnectFour> {
    Arc::new(ConnectFour::open(&Settings::new().with("size", size), None).unwrap())
}

/// Play against rocks goes in cycles.
fn rocks() -> Arc<RushHourRocks> {
    Arc::new(RushHourRocks::open(&Settings::new(), None).unwrap())
}

/// The values of all positions as text, in an order that does not depend on the workers; or the
/// limit.
fn values(
    search: &DistributedSearch,
    game: &Arc<RushHourRocks>,
    stop: &StopFlag,
) -> Result<String, Limit> {
    let budget = Budget::unlimited().stop(stop.clone());
    let solved = search.solve(game, &game.initial(), &budget, &mut Silent).unwrap();
    if let Some(limit) = solved.levels.limit {
        return Err(limit);
    }
    let mut lines: Vec<_> = solved.values.iter().map(|value| format!("{value:?}\n")).collect();
    lines.sort_unstable();
    Ok(lines.concat())
}

fn values_without_interruption(game: &Arc<RushHourRocks>) -> String {
    let search = DistributedSearch::new(Topology::threads(1), "test");
    values(&search, game, &StopFlag::new()).unwrap()
}

/// The files of checkpoints, with their numbers and whether these are of the waves.
fn shards(directory: &Path) -> Vec<(PathBuf, u64, bool)> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let shard = |path: PathBuf| {
        let number = path.file_name()?.to_str()?.strip_suffix(".shard")?.split('-').next()?;
        let number = number.parse().unwrap();
        let file = Container::open(&path).ok()?;
        let is_of_waves = (0..file.block_count()).any(|block| file.label(block) == b"plies");
        Some((path, number, is_of_waves))
    };
    paths.filter_map(shard).collect()
}

/// The number of the newest checkpoint of the waves; 0 if there is none.
fn newest_of_waves(directory: &Path) -> u64 {
    let waves = shards(directory).into_iter().filter(|(_, _, is_of_waves)| *is_of_waves);
    waves.map(|(_, number, _)| number).max().unwrap_or(0)
}

/// Runs a search again and again, with another number of workers and a higher limit on nodes each
/// time, until it ends. Returns how often it was interrupted, and the last result.
fn run_in_parts(
    directory: &TempDir,
    step: u64,
    run: impl Fn(DistributedSearch, &Budget) -> Levels,
) -> (u64, Levels) {
    for (part, workers) in (0..).zip([2, 3, 1, 8, 2].into_iter().cycle()) {
        let folder = Arc::new(open(directory.path(), 0));
        let budget = Budget::unlimited().nodes((part + 1) * step);
        let search = DistributedSearch::new(Topology::threads(workers), "test");
        let found = run(search.checkpoints(folder), &budget);
        assert!(found.stats.generated <= (part + 1) * step + 8000, "{:?}", found.stats);
        match found.limit {
            Some(limit) => assert_eq!(limit, Limit::Nodes),
            None => return (part, found),
        }
    }
    unreachable!("the limit grows")
}

#[test]
fn an_enumeration_goes_on_with_another_number_of_workers() {
    let (directory, taquin) = (tempfile::tempdir().unwrap(), taquin(3, 3));
    let (parts, found) = run_in_parts(&directory, 70_000, |search, budget| {
        search.enumerate(&taquin, taquin.goals(), 20, budget, &mut Silent).unwrap()
    });
    let plain = Enumeration::new().list_deepest(20).run(
        &*taquin,
        taquin.goals(),
        &Budget::unlimited(),
        &mut Silent,
    );
    let plain = plain.outcome.unwrap();
    assert_eq!((found.layers.as_slice(), &found.deepest[..]), (plain.layers(), plain.deepest()));
    assert_eq!(found.stats.expanded, plain.reached());
    assert!(parts > 5, "{parts} interruptions");
}

#[test]
fn a_count_goes_on_with_another_number_of_workers() {
    let directory = tempfile::tempdir().unwrap();
    let game = connect_four("4x4");
    let start = game.initial();
    let (parts, found) = run_in_parts(&directory, 100_000, |search, budget| {
        search.reachable_states(&game, &start, budget, &mut Silent).unwrap()
    });
    let plain = reachable_states(&*game, &start, &Budget::unlimited(), &mut Silent);
    assert_eq!(found.layers, plain.layers);
    assert!(parts > 2, "{parts} interruptions");
}

#[test]
fn waves_go_on_with_another_number_of_workers() {
    let (directory, game) = (tempfile::tempdir().unwrap(), rocks());
    let mut interruptions = 0;
    for workers in [2, 3, 1, 8].into_iter().cycle() {
        let search = DistributedSearch::new(Topology::threads(workers), "test");
        let search = search.checkpoints(Arc::new(open(directory.path(), 0)));
        let (stop, is_over) = (StopFlag::new(), AtomicBool::new(interruptions == 3));
        let before = newest_of_waves(directory.path());
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    if newest_of_waves(directory.path()) > before {
                        return stop.raise();
                    }
                    thread::sleep(Duration::from_millis(1));
                }
            });
            let found = values(&search, &game, &stop);
            is_over.store(true, Ordering::Relaxed);
            found
        });
        match found {
            Ok(found) => {
                assert!(found == values_without_interruption(&game));
                break;
            }
            Err(limit) => assert_eq!(limit, Limit::Interrupted),
        }
        interruptions += 1;
    }
    assert!(interruptions > 1, "{interruptions} interruptions");
}

#[test]
fn a_damaged_checkpoint_of_the_waves_is_not_used() {
    let (directory, game) = (tempfile::tempdir().unwrap(), rocks());
    let run = |workers| {
        let search = DistributedSearch::new(Topology::threads(workers), "test");
        values(&search.checkpoints(Arc::new(open(directory.path(), 0))), &game, &StopFlag::new())
            .unwrap()
    };
    let whole = run(2);
    for (part, workers) in [(0, 2), (1, 3), (2, 2), (3, 1)] {
        // What a whole computation leaves are the last two checkpoints, both of the waves.
        let all = shards(directory.path());
        let newest = newest_of_waves(directory.path());
        let numbers: BTreeSet<_> = all.iter().map(|&(_, number, _)| number).collect();
        assert!(numbers.len() == 2 && all.iter().all(|&(_, _, waves)| waves), "{all:?}");
        let is_damaged = |number| number == newest || part == 3;
        for (file, ..) in all.iter().filter(|(_, number, _)| is_damaged(*number)) {
            let mut bytes = fs::read(file).unwrap();
            let offset = bytes.len() * (2 * part + 1) / 8;
            bytes[offset] ^= 0x10;
            fs::write(file, bytes).unwrap();
        }
        assert!(run(workers) == whole, "part {part}");
    }
}

#[test]
fn a_damaged_checkpoint_is_not_used() {
    let (directory, taquin) = (tempfile::tempdir().unwrap(), taquin(3, 3));
    let run = |nodes: u64| {
        let search = DistributedSearch::new(Topology::threads(2), "test")
            .checkpoints(Arc::new(open(directory.path(), 0)));
        let budget = Budget::unlimited().nodes(nodes);
        search.enumerate(&taquin, taquin.goals(), 1, &budget, &mut Silent).unwrap()
    };
    let whole = run(u64::MAX).layers;
    open(directory.path(), 0).clear(0, 2).unwrap();
    let mut damaged = 0;
    for offset in [0, 9, 100, 500, usize::MAX] {
        assert_eq!(run(200_000).limit, Some(Limit::Nodes));
        for file in fs::read_dir(directory.path()).unwrap() {
            let file = file.unwrap().path();
            let mut bytes = fs::read(&file).unwrap();
            if file.to_string_lossy().ends_with("-00001-00002.shard") {
                let offset = offset.min(bytes.len() - 1);
                bytes[offset] ^= 0x10;
                fs::write(&file, bytes).unwrap();
                damaged += 1;
            }
        }
        assert_eq!(run(u64::MAX).layers, whole, "byte {offset}");
        open(directory.path(), 0).clear(0, 2).unwrap();
    }
    assert!(damaged >= 5, "{damaged} files");
}

#[test]
fn what_others_have_in_the_directory_stays() {
    let directory = tempfile::tempdir().unwrap();
    // Like the lock of a process that was killed, and like those of others.
    for name in ["process-1.lock", "Cargo.lock", "process-x.lock", "notes.shard"] {
        fs::write(directory.path().join(name), "").unwrap();
    }
    open(directory.path(), 0).clear(0, 1).unwrap();
    let left = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut left: Vec<_> = left.map(|name| name.into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["Cargo.lock", "notes.shard", "process-x.lock"]);
}

#[test]
fn checkpoints_of_one_process_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let open = || ShardFolder::open(directory.path(), "test", 1, None, |_| {});
    let single = Folder::open(directory.path(), "test", |_| {}).unwrap();
    assert!(matches!(open(), Err(FolderError::InUse { .. })));
    Checkpoints::new(single).save("sum", &mut |out| out.number(45));
    let Err(error) = open() else { panic!("they are of one process") };
    let why = "has checkpoints of \"test\" without workers, which this command cannot use";
    assert!(error.to_string().ends_with(why), "{error}");
}

#[test]
fn limits_hold() {
    let taquin = taquin(4, 3);
    let run = |budget: &Budget| {
        let search = DistributedSearch::new(Topology::threads(2), "test");
        search.enumerate(&taquin, taquin.goals(), 1, budget, &mut Silent).unwrap()
    };
    let found = run(&Budget::unlimited().memory(10 << 20));
    assert_eq!((found.limit, found.layers), (Some(Limit::Memory), vec![]));
    let found = run(&Budget::unlimited().nodes(1000));
    assert!(found.limit == Some(Limit::Nodes) && found.stats.generated <= 3000, "{found:?}");
    let started = Instant::now();
    let found = run(&Budget::unlimited().time(Duration::from_millis(300)));
    assert_eq!(found.limit, Some(Limit::Time));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let stop = StopFlag::new();
    stop.raise();
    assert_eq!(run(&Budget::unlimited().stop(stop)).limit, Some(Limit::Interrupted));
    let game = connect_four("5x4");
    let search = DistributedSearch::new(Topology::threads(2), "test");
    let budget = Budget::unlimited().memory(4 << 20);
    let found = search.reachable_states(&game, &game.initial(), &budget, &mut Silent).unwrap();
    assert_eq!(found.limit, Some(Limit::Memory));
    assert!(found.stats.peak_bytes <= 4 << 20 && found.layers.len() > 5, "{found:?}");
}

/// A process of [`processes_are_killed`]: hosts, process, directory and the file of the result are
/// in the environment.
#[test]
#[ignore = "a process of another test"]
fn a_process() {
    let Ok(hosts) = env::var("TESUJI_HOSTS") else { return };
    let process = env::var("TESUJI_PROCESS").unwrap().parse().unwrap();
    let directory = PathBuf::from(env::var("TESUJI_DIRECTORY").unwrap());
    let topology = Topology::hosts(&hosts, process, 1).unwrap();
    let search =
        DistributedSearch::new(topology, "test").checkpoints(Arc::new(open(&directory, process)));
    let result = if env::var("TESUJI_TASK").unwrap() == "values" {
        values(&search, &rocks(), &StopFlag::new()).unwrap()
    } else {
        let taquin = taquin(5, 2);
        let found = search.enumerate(&taquin, taquin.goals(), 1, &Budget::unlimited(), &mut Silent);
        format!("{:?}", found.unwrap().layers)
    };
    if process == 0 {
        fs::write(directory.join("result"), result).unwrap();
    }
}

fn start(hosts: &str, process: usize, directory: &Path, solves: bool) -> Child {
    let task = if solves { "values" } else { "levels" };
    Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "interruptions::a_process"])
        .env("TESUJI_HOSTS", hosts)
        .env("TESUJI_PROCESS", process.to_string())
        .env("TESUJI_DIRECTORY", directory)
        .env("TESUJI_TASK", task)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until all processes have ended by themselves.
fn wait(children: &mut [Child]) {
    for child in children {
        let deadline = Instant::now() + Duration::from_secs(60);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "a process waits for one that is lost");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn processes_are_killed() {
    let directory = tempfile::tempdir().unwrap();
    let (mut killed, mut patience) = (0, Duration::from_millis(100));
    let mut processes = 2;
    while !directory.path().join("result").exists() {
        let hosts = hosts(processes);
        let mut children: Vec<_> =
            (0..processes).map(|process| start(&hosts, process, directory.path(), false)).collect();
        thread::sleep(patience);
        if killed < 6 && children[1].try_wait().unwrap().is_none() {
            children[1].kill().unwrap();
            killed += 1;
        }
        wait(&mut children);
        processes = 5 - processes;
        patience += Duration::from_millis(70);
    }
    let taquin = taquin(5, 2);
    let plain = Enumeration::new().run(&*taquin, taquin.goals(), &Budget::unlimited(), &mut Silent);
    let layers = format!("{:?}", plain.outcome.unwrap().layers());
    assert_eq!(fs::read_to_string(directory.path().join("result")).unwrap(), layers);
    assert!(killed >= 3, "{killed} processes were killed");
    fs::remove_file(directory.path().join("result")).unwrap();
    open(directory.path(), 0).clear(0, 1).unwrap();
    assert!(!directory.path().exists(), "nothing is left of the processes that were killed");
}

#[test]
fn processes_are_killed_in_the_waves() {
    let directory = tempfile::tempdir().unwrap();
    let (mut killed, mut processes) = (0, 2);
    while !directory.path().join("result").exists() {
        let hosts = hosts(processes);
        let before = newest_of_waves(directory.path());
        let mut children: Vec<_> =
            (0..processes).map(|process| start(&hosts, process, directory.path(), true)).collect();
        while killed < 10 && children[1].try_wait().unwrap().is_none() {
            if newest_of_waves(directory.path()) > before {
                thread::sleep(Duration::from_millis(3 * killed));
                children[1].kill().unwrap();
                killed += 1;
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        wait(&mut children);
        processes = 5 - processes;
    }
    let result = fs::read_to_string(directory.path().join("result")).unwrap();
    assert!(result == values_without_interruption(&rocks()));
    // It may end before the tenth.
    assert!(killed > 2, "killed {killed} times");
}
