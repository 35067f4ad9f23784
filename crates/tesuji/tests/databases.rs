//! Pattern databases by name: kept, found again, refused when damaged.

use std::fs;
use std::path::PathBuf;

use crate::common::game;
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{CatalogueError, Family, Report};
use tesuji::core::{Budget, Progress, Settings, Silent, Snapshot};
use tesuji::informed::pdb::FileProblem;
use tesuji::taquin::{Goal, Taquin, TileGroup};

const BOARD: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";

fn solve(
    board: &str,
    settings: &Settings,
    heuristic: Option<&str>,
    databases: &Databases,
    budget: &Budget,
) -> Result<Report, CatalogueError> {
    let mut search = game("taquin").search("ida*")?;
    if let Some(heuristic) = heuristic {
        search.set("heuristic", heuristic)?;
    }
    search.databases = databases.clone();
    game("taquin").open(Some(board), settings)?.solve(&search, budget, &mut Silent)
}

#[test]
fn databases_are_built_once_and_kept_in_the_directory() {
    let directory = tempfile::tempdir().unwrap();
    let heuristic = Some("pdb:5-5-5");
    let (settings, unlimited) = (Settings::new(), Budget::unlimited());
    let databases = Databases::in_directory(directory.path());
    let report = solve(BOARD, &settings, heuristic, &databases, &unlimited).unwrap();
    assert_eq!((report.length, report.optimal), (Some(57), true));
    let files = databases.files().unwrap();
    assert_eq!(files.len(), 3);
    let times = || -> Vec<_> {
        files.iter().map(|(path, _)| fs::metadata(path).unwrap().modified().unwrap()).collect()
    };
    let before = times();
    // As another run of the program finds them.
    let databases = Databases::in_directory(directory.path());
    let again = solve(BOARD, &settings, heuristic, &databases, &unlimited).unwrap();
    assert_eq!((again.length, again.nodes_generated), (Some(57), report.nodes_generated));
    assert_eq!(times(), before, "nothing was written again");
}

/// Keeps what it is warned of.
#[derive(Default)]
struct Warnings(Vec<String>);

impl Progress for Warnings {
    fn report(&mut self, _: &Snapshot) {}

    fn warn(&mut self, message: &str) {
        self.0.push(message.to_owned());
    }
}

#[test]
fn a_damaged_database_is_built_anew_with_a_warning() {
    let directory = tempfile::tempdir().unwrap();
    let databases = || Databases::in_directory(directory.path());
    let taquin = game("taquin");
    let build = |anew, progress: &mut Warnings| {
        let (settings, unlimited) = (Settings::new(), Budget::unlimited());
        taquin.build_databases(&settings, "pdb:5-5-5", &databases(), anew, &unlimited, progress)
    };
    let quiet = &mut Warnings::default();
    let built = build(false, quiet).unwrap();
    let sizes = built.iter().map(|report| (report.built, report.entries, report.bytes));
    assert!(sizes.eq([(true, 524_160, 262_080); 3]), "two entries to a byte");
    let found = build(false, quiet).unwrap();
    assert!(found.iter().all(|report| !report.built));
    assert!(build(true, quiet).unwrap().iter().all(|report| report.built));
    assert_eq!(quiet.0, [""; 0]);
    let file = PathBuf::from(built[1].file.as_deref().unwrap());
    let whole = fs::read(&file).unwrap();
    let damage = || {
        let mut bytes = whole.clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&file, bytes).unwrap();
    };
    damage();
    let mut search = taquin.search("ida*").unwrap().with("heuristic", "pdb:5-5-5").unwrap();
    search.databases = databases();
    let board = taquin.open(Some(BOARD), &Settings::new()).unwrap();
    let mut warned = Warnings::default();
    let report = board.solve(&search, &Budget::unlimited(), &mut warned).unwrap();
    assert_eq!(report.length, Some(57));
    assert_eq!(fs::read(&file).unwrap(), whole);
    let [warning] = &warned.0[..] else { panic!("{:?}", warned.0) };
    assert!(warning.contains(&file.display().to_string()), "{warning}");
    assert!(warning.contains("block 0, bytes ") && warning.contains(" is damaged"), "{warning}");
    damage();
    let repaired = build(false, &mut warned).unwrap();
    assert!(repaired.iter().map(|report| report.built).eq([false, true, false]));
    assert_eq!((fs::read(&file).unwrap(), warned.0.len()), (whole, 2));
}

#[test]
fn a_directory_that_cannot_be_written_does_not_hinder_a_search() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let databases = Databases::in_directory(file.path().join("below"));
    let unlimited = Budget::unlimited();
    let report = solve(BOARD, &Settings::new(), Some("pdb:5-5-5"), &databases, &unlimited).unwrap();
    assert_eq!(report.length, Some(57));
}

#[test]
fn a_foreign_file_is_told_from_a_database() {
    let directory = tempfile::tempdir().unwrap();
    let databases = Databases::in_directory(directory.path());
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let group = TileGroup::new(&taquin, &[1, 2, 3]).unwrap();
    let path = databases.path(&group.identity()).unwrap();
    fs::write(&path, "{\"json\": true}").unwrap();
    let opened = databases.get(
        &group.identity(),
        || group.arrangements(),
        &Budget::unlimited(),
        &mut Silent,
    );
    assert!(opened.unwrap_err().to_string().contains("not a pattern database"));
    let [(_, head)] = &databases.files().unwrap()[..] else { panic!("there is one file") };
    let error = head.as_ref().unwrap_err();
    assert!(matches!(error.problem, FileProblem::Foreign { .. }));
}

#[test]
fn the_default_goes_by_size_and_memory() {
    let (settings, databases) = (Settings::new(), Databases::in_memory());
    let default = |board: &str, budget: Budget| {
        let report = solve(board, &settings, None, &databases, &budget).unwrap();
        assert!(report.optimal);
        report.heuristic
    };
    assert_eq!(default("806547231", Budget::unlimited()), Some("walking-distance"));
    assert_eq!(default(BOARD, Budget::unlimited()), Some("pdb:6-6-3"));
    assert_eq!(default(BOARD, Budget::unlimited().memory(4_000_000)), Some("pdb:5-5-5"));
    let easy = "4 1 2 3/5 0 6 7/8 9 10 11/12 13 14 15";
    assert_eq!(default(easy, Budget::unlimited().memory(100_000)), Some("walking-distance"));
}

#[test]
fn goals_with_the_blank_anywhere_have_databases() {
    let databases = Databases::in_memory();
    for (goal, board) in [
        ("blank-last", "1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12"),
        ("1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15", "1 2 3 7/4 5 6 11/8 9 10 15/12 13 14 0"),
        ("1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15", "1 2 3 4/8 5 6 7/12 9 10 11/13 14 15 0"),
    ] {
        let settings = Settings::new().with("goal", goal);
        let solve =
            |heuristic| solve(board, &settings, heuristic, &databases, &Budget::unlimited());
        let by_patterns = solve(Some("pdb:5-5-5")).unwrap();
        let by_distance = solve(Some("walking-distance")).unwrap();
        assert_eq!(by_patterns.length, by_distance.length);
        assert!(by_patterns.optimal);
    }
}

#[test]
fn every_algorithm_that_is_led_takes_databases() {
    let databases = Databases::in_memory();
    let board = "4 1 2 3/5 9 6 7/8 0 10 11/12 13 14 15";
    let taquin = game("taquin");
    let position = taquin.open(Some(board), &Settings::new()).unwrap();
    let led = taquin.algorithms().iter().filter(|one| one.family == Family::Informed);
    let mut searched = 0;
    for algorithm in led {
        let threads = if algorithm.takes("threads") { &["1", "2"][..] } else { &["1"] };
        for threads in threads {
            let search = taquin.search(algorithm.name).unwrap();
            let mut search = search.with("heuristic", "pdb:5-5-5").unwrap();
            if algorithm.takes("threads") {
                search.set("threads", threads).unwrap();
            }
            search.databases = databases.clone();
            let report = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
            assert!(report.length.is_some_and(|length| length >= 3), "{search}");
            searched += 1;
        }
    }
    assert_eq!(searched, 5, "greedy, a*, weighted-a*, and ida* twice");
}

#[test]
fn databases_in_memory_stay_within_their_bytes() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let groups = [[1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]];
    let groups = groups.map(|tiles| TileGroup::new(&taquin, &tiles).unwrap());
    let get = |databases: &Databases, place: usize| {
        let group: &TileGroup = &groups[place];
        let make = || group.arrangements();
        let got = databases.get(&group.identity(), make, &Budget::unlimited(), &mut Silent);
        got.unwrap().as_bytes().len()
    };
    let size = get(&Databases::in_memory_within(usize::MAX), 0);
    let ready = |databases: &Databases| {
        groups.each_ref().map(|group| databases.are_ready([group.identity()]))
    };
    let two = Databases::in_memory_within(2 * size + size / 2);
    for place in [0, 1, 0] {
        get(&two, place);
    }
    assert_eq!(ready(&two), [true, true, false]);
    // The first was used after the second.
    get(&two, 2);
    assert_eq!(ready(&two), [true, false, true]);
    // What does not fit at all is had, and not kept.
    let none = Databases::in_memory_within(size - 1);
    assert_eq!(get(&none, 0), size);
    assert_eq!(ready(&none), [false; 3]);
}
