//! Tables against retrograde analysis, position by position, for small games of every kind; builds
//! that are interrupted or have little memory; damaged files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{
    Budget, Game, GameSolver, Layered, Limit, Meter, NamedGame, Notation, Rules, Settings, Silent,
    Value, Wdl,
};
use tesuji_nim::{Convention, Grundy, Nim, OctalCode, TakeSet};
use tesuji_retrograde::{Exact, Reachable, Space, Table};
use tesuji_rush_hour::RushHourRocks;
use tesuji_storage::container::{Container, Writer};
use tesuji_table::{
    ByRank, ByText, Detail, Heading, Numbering, SolvedGame, SolvedGames, TableError,
    build_by_layers, build_games, build_in_memory, layers_directory, parts_directory,
};
use tesuji_tic_tac_toe::TicTacToe;

/// A directory of a test's own, without what an earlier run left.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved-games").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn within<T>(budget: &Budget, run: impl FnOnce(&mut Meter) -> T) -> T {
    run(&mut Meter::new(budget, &mut Silent))
}

/// Compares the table in a file with retrograde analysis: each value, and the moves of some.
fn compare<G: Game<State: Sync> + NamedGame + Sync, N: Numbering<G>>(game: &G, path: &Path) {
    let solved = Table::solve(Reachable::explore_all(game, &game.initial()));
    let table = SolvedGame::<G, N>::open(path).unwrap();
    let space = solved.space();
    assert_eq!(table.heading().positions, space.len() as u64);
    assert_eq!(table.layers().iter().map(|(_, count)| count).sum::<u64>(), space.len() as u64);
    for index in 0..space.len() {
        let state = space.state(&space.node(index));
        let exact = solved.value(&state).unwrap();
        let expected = exact.wdl().value(exact.cost());
        assert_eq!(table.value(&state).unwrap(), Some(expected), "{}", game.state_text(&state));
        if index % 7 == 0 {
            let answer = table.answer(&state).unwrap().unwrap();
            let judged = solved.probe(&state).unwrap();
            assert_eq!(answer.value, expected);
            let all: Vec<_> = answer.moves.iter().map(|&(mv, _)| mv).collect();
            assert_eq!(all, game.moves(&state));
            assert_eq!(answer.best_moves().collect::<Vec<_>>(), judged.best_moves);
            assert_eq!(answer.pv, judged.pv);
            let found = table.solve(game, &state).judgement;
            assert_eq!(found, solved.judge(&state).unwrap());
        }
    }
    let budget = Budget::unlimited();
    let values = within(&budget, |meter| table.values(meter)).unwrap();
    let states = table.states(0, u64::MAX).unwrap();
    assert_eq!((values.outcomes.len(), values.plies.len()), (space.len(), space.len()));
    assert_eq!(states.len(), space.len());
    for ((state, &outcome), &plies) in states.iter().zip(&values.outcomes).zip(&values.plies) {
        let exact = solved.value(state).unwrap();
        let expected = match exact.wdl() {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        };
        assert_eq!((outcome, u32::from(plies)), (expected, exact.cost().unwrap_or(0)));
    }
    let middle = states.len() / 2;
    let some = table.states(middle as u64, 3).unwrap();
    assert_eq!(some[..], states[middle..states.len().min(middle + 3)]);
    assert!(table.states(states.len() as u64, 1).unwrap().is_empty());
    for threads in [0, 1, 2] {
        let verified = within(&budget, |meter| table.verify(threads, meter)).unwrap();
        assert_eq!(verified, space.len() as u64);
    }
    let (stats, census) = (within(&budget, |meter| table.stats(meter)).unwrap(), solved.census());
    assert_eq!((stats.wins, stats.losses), (census.wins.clone(), census.losses.clone()));
    assert_eq!(stats.draws, census.draws + census.endless);
    let max = |counts: &[u64]| counts.iter().rposition(|&count| count > 0);
    let plies = max(&census.wins).max(max(&census.losses));
    let longest = stats.longest.map(|(state, value, line)| {
        assert_eq!(table.value(&state).unwrap(), Some(value));
        assert_eq!(value.plies(), Some(u32::try_from(line.len()).unwrap()));
        line.len()
    });
    assert_eq!(longest, plies);
}

fn by_layers<G: Layered<State: Sync> + NamedGame + Sync>(name: &str, game: &G) {
    let path = directory(name).join("table");
    let budget = Budget::unlimited().memory(64 << 20);
    within(&budget, |meter| build_by_layers(game, &game.initial(), &path, 1, meter)).unwrap();
    compare::<G, ByRank>(game, &path);
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

fn in_memory<G: Game<State: Sync> + NamedGame + Sync>(name: &str, game: &G) -> PathBuf {
    let path = directory(name).join("table");
    let budget = Budget::unlimited();
    within(&budget, |meter| build_in_memory(game, &game.initial(), &path, meter)).unwrap();
    compare::<G, ByText>(game, &path);
    path
}

#[test]
fn connect_four_by_layers() {
    for (width, height) in [(1, 1), (3, 4), (4, 3), (5, 2), (4, 4)] {
        let game = ConnectFour::new(width, height).unwrap();
        by_layers(&format!("connect-four-{width}x{height}"), &game);
    }
}

#[test]
fn tic_tac_toe_by_layers() {
    by_layers("tic-tac-toe", &TicTacToe::new());
}

#[test]
fn breakthrough_by_layers() {
    for (width, height, rows) in [(2, 4, 1), (2, 4, 2), (3, 3, 1), (2, 6, 2), (3, 4, 1), (3, 4, 2)]
    {
        let game = Breakthrough::with_rows(width, height, rows).unwrap();
        by_layers(&format!("breakthrough-{width}x{height}x{rows}"), &game);
    }
}

#[test]
fn nim_by_layers() {
    for convention in [Convention::Normal, Convention::Misere] {
        let nim = Nim::new(TakeSet::any(), convention, &[3, 4, 5]).unwrap();
        by_layers(&format!("nim-{convention:?}"), &nim);
    }
    by_layers("simple-nim", &Nim::simple(21).unwrap());
}

#[test]
fn every_kind_of_game_in_memory() {
    in_memory("text-four", &ConnectFour::new(3, 4).unwrap());
    in_memory("text-four-wide", &ConnectFour::wide(3, 3).unwrap());
    in_memory("text-tic-tac-toe", &TicTacToe::new());
    in_memory("text-breakthrough", &Breakthrough::new(2, 4).unwrap());
    in_memory("grundy", &Nim::new(Grundy, Convention::Normal, &[9, 5]).unwrap());
    let kayles: OctalCode = "0.77".parse().unwrap();
    in_memory("kayles", &Nim::new(kayles, Convention::Misere, &[7, 3]).unwrap());
}

#[test]
fn a_game_with_cycles_in_memory() {
    // The adversary's rocks vanish again, so play can go in cycles.
    let card = "......\n......\nAAB...\n..B...\n......\n......".replace('\n', "");
    let game = RushHourRocks::open(&Settings::new(), Some(&card)).unwrap();
    let path = in_memory("rocks", &game);
    let table = SolvedGame::<RushHourRocks, ByText>::open(&path).unwrap();
    let stats = within(&Budget::unlimited(), |meter| table.stats(meter)).unwrap();
    assert!(stats.wins.len() > 1, "some positions are won");
}

/// Builds anew until the build is complete, each time with a limit; returns how often it stopped.
fn in_parts<G>(game: &G, path: &Path, threads: usize, budget: &Budget) -> u32
where
    G: Layered + NamedGame + Sync,
{
    for stops in 0.. {
        let end = within(budget, |meter| {
            let left = meter.bytes_left();
            let end = build_by_layers(game, &game.initial(), path, threads, meter);
            assert_eq!(meter.bytes_left(), left, "the end frees the memory");
            end
        });
        match end {
            Ok(()) => return stops,
            Err(TableError::Stopped(Limit::Nodes)) => assert!(!path.exists()),
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!()
}

#[test]
fn an_interrupted_build_continues_and_makes_the_same_file() {
    let directory = directory("interrupted");
    let four = ConnectFour::new(4, 4).unwrap();
    // A layer has up to some 120,000 successors, and an attempt must complete one.
    interrupted(&directory.join("four"), &four, 150_000);
    interrupted(&directory.join("breakthrough"), &Breakthrough::new(3, 4).unwrap(), 30_000);
}

fn interrupted<G: Layered + NamedGame + Sync>(path: &Path, game: &G, nodes: u64) {
    in_parts(game, path, 1, &Budget::unlimited());
    let whole = fs::read(path).unwrap();
    for threads in [1, 3] {
        fs::remove_file(path).unwrap();
        assert!(in_parts(game, path, threads, &Budget::unlimited().nodes(nodes)) > 3);
        assert!(fs::read(path).unwrap() == whole, "{threads} threads");
    }
}

fn with_any_memory<G: Layered + NamedGame + Sync>(name: &str, game: &G) {
    let directory = directory(name);
    let (least, little) = ((6 << 20) + 200_000, (6 << 20) + 450_000);
    let cases =
        [(1, usize::MAX), (1, least), (1, little), (3, usize::MAX), (3, 22 << 20), (3, least)];
    let files = cases.map(|(threads, memory)| {
        let path = directory.join(format!("{threads}-{memory}"));
        let budget = Budget::unlimited().memory(memory);
        within(&budget, |meter| {
            build_by_layers(game, &game.initial(), &path, threads, meter).unwrap();
            assert!(meter.stats().peak_bytes <= memory);
        });
        fs::read(path).unwrap()
    });
    assert!(files.iter().all(|file| *file == files[0]));
    let (path, budget) = (directory.join("none"), Budget::unlimited().memory(1 << 20));
    let end = within(&budget, |meter| build_by_layers(game, &game.initial(), &path, 1, meter));
    assert!(matches!(end, Err(TableError::Stopped(Limit::Memory))));
}

#[test]
fn a_build_keeps_its_budget_of_memory_and_makes_the_same_file() {
    with_any_memory("memory-bits", &ConnectFour::new(4, 4).unwrap());
    with_any_memory("memory-bits-and-lists", &ConnectFour::new(5, 3).unwrap());
    with_any_memory("memory-lists", &Breakthrough::new(3, 4).unwrap());
}

#[test]
fn several_threads_do_with_the_memory_of_one() {
    let game = ConnectFour::new(4, 5).unwrap();
    let path = directory("least").join("table");
    let budget = Budget::unlimited().memory(22 << 20);
    within(&budget, |meter| build_by_layers(&game, &game.initial(), &path, 3, meter)).unwrap();
    assert_eq!(Heading::read(&path).unwrap().positions, 1_706_255);
}

#[test]
fn the_layers_of_another_table_are_left_alone() {
    let directory = directory("other");
    let path = directory.join("table");
    let game = ConnectFour::new(3, 3).unwrap();
    let few = Budget::unlimited().nodes(1000);
    let end = within(&few, |meter| build_by_layers(&game, &game.initial(), &path, 1, meter));
    assert!(matches!(end, Err(TableError::Stopped(Limit::Nodes))));
    let other = ConnectFour::new(3, 4).unwrap();
    let error = within(&Budget::unlimited(), |meter| {
        build_by_layers(&other, &other.initial(), &path, 1, meter).unwrap_err()
    });
    assert!(error.to_string().contains("holds parts of another table"), "{error}");
    in_parts(&game, &path, 1, &Budget::unlimited());
    compare::<_, ByRank>(&game, &path);
}

#[test]
fn what_others_have_among_the_layers_stays() {
    let path = directory("others").join("table");
    let layers = layers_directory(&path);
    fs::create_dir(&layers).unwrap();
    fs::write(layers.join("notes"), "mine").unwrap();
    in_parts(&ConnectFour::new(3, 3).unwrap(), &path, 1, &Budget::unlimited());
    let left = fs::read_dir(&layers).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["notes"]);
}

/// To remove them, the build would wait for the disk with each.
#[test]
fn the_keys_of_small_layers_stay_until_the_end() {
    let path = directory("small-layers").join("table");
    let (game, layers) = (ConnectFour::new(3, 3).unwrap(), layers_directory(&path));
    let few = Budget::unlimited().nodes(1000);
    let count = |kind: &str| {
        let names = fs::read_dir(&layers).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_str().unwrap().starts_with(kind)).count()
    };
    let mut stops = 0;
    loop {
        let end = within(&few, |meter| build_by_layers(&game, &game.initial(), &path, 1, meter));
        if end.is_ok() {
            break;
        }
        if count("values-") > 0 {
            assert_eq!(count("keys-"), 10);
            stops += 1;
        }
    }
    assert!(stops > 0, "it was stopped after the first values");
    compare::<_, ByRank>(&game, &path);
}

#[test]
fn a_table_starts_where_it_is_told() {
    let game = ConnectFour::new(4, 4).unwrap();
    let start = game.parse_state("11223").unwrap();
    let path = directory("start").join("table");
    let budget = Budget::unlimited();
    within(&budget, |meter| build_by_layers(&game, &start, &path, 1, meter)).unwrap();
    let table = SolvedGame::<ConnectFour>::open(&path).unwrap();
    assert_eq!(table.start().unwrap(), start);
    assert_eq!(table.layers()[0], (5, 1));
    assert_eq!(table.value(&game.initial()).unwrap(), None);
    let exact = Table::solve(Reachable::explore_all(&game, &start));
    assert_eq!(table.heading().positions, exact.space().len() as u64);
    let wdl = |value: Option<Value>| value.and_then(Value::wdl);
    let expected = exact.value(&start).map(Exact::wdl);
    assert_eq!(wdl(table.value(&start).unwrap()), expected);
    within(&budget, |meter| table.verify(2, meter)).unwrap();
}

#[test]
fn no_damaged_table_passes() {
    let game = ConnectFour::new(3, 3).unwrap();
    let directory = directory("damaged");
    let (path, bad) = (directory.join("table"), directory.join("bad"));
    let budget = Budget::unlimited();
    within(&budget, |meter| build_by_layers(&game, &game.initial(), &path, 1, meter)).unwrap();
    let bytes = fs::read(&path).unwrap();
    let check = |bytes: &[u8]| {
        fs::write(&bad, bytes).unwrap();
        let table = SolvedGame::<ConnectFour>::open(&bad)?;
        within(&budget, |meter| table.verify(2, meter))
    };
    assert!(check(&bytes).is_ok());
    for byte in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[byte] ^= 1 << (byte % 8);
        let error = check(&changed).expect_err("a changed bit");
        assert!(matches!(error, TableError::Container { .. }), "byte {byte}: {error}");
        if byte % 16 == 0 {
            assert!(check(&bytes[..byte]).is_err(), "{byte} bytes");
        }
    }
}

#[test]
fn a_file_of_something_else_is_refused() {
    let directory = directory("foreign");
    let path = directory.join("table");
    let error = |path: &Path| SolvedGame::<TicTacToe>::open(path).err().unwrap().to_string();
    let budget = Budget::unlimited();
    let four = ConnectFour::new(3, 3).unwrap();
    within(&budget, |meter| build_by_layers(&four, &four.initial(), &path, 1, meter)).unwrap();
    assert_eq!(error(&path), "the table is of \"connect-four\", not of tic-tac-toe");
    assert_eq!(Heading::read(&path).unwrap().settings.get("size"), Some("3x3"));
    let game = TicTacToe::new();
    within(&budget, |meter| build_in_memory(&game, &game.initial(), &path, meter)).unwrap();
    assert!(error(&path).contains("told apart in another way"), "{}", error(&path));
    fs::write(&path, "no table").unwrap();
    assert_eq!(error(&path), format!("cannot read {path:?}"));
}

#[test]
fn a_table_of_a_board_without_ranks_is_refused() {
    let path = directory("no-ranks").join("table");
    let small = Breakthrough::new(2, 4).unwrap();
    let budget = Budget::unlimited();
    within(&budget, |meter| build_by_layers(&small, &small.initial(), &path, 1, meter)).unwrap();
    let large = Breakthrough::new(8, 8).unwrap();
    let mut table = Container::open(&path).unwrap();
    let metadata = table.metadata().replace("2x4", "8x8");
    let (before, after) = (small.state_text(&small.initial()), large.state_text(&large.initial()));
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, &metadata.replace(&before, &after)).unwrap();
    for block in 0..table.block_count() {
        let mut content = Vec::new();
        table.read(block, &mut content).unwrap();
        writer.block(table.label(block), &content).unwrap();
    }
    writer.finish().unwrap();
    fs::write(&path, bytes).unwrap();
    let error = SolvedGame::<Breakthrough>::open(&path).err().unwrap().to_string();
    assert!(error.contains("no ranks"), "{error}");
}

/// As published by John Tromp, "John's Connect Four Playground".
#[test]
#[ignore = "minutes; cargo xtask slow"]
fn connect_four_has_the_published_numbers_of_positions_and_outcomes() {
    let directory = directory("published");
    for (width, height, positions, outcome) in
        [(4, 4, 161_029, Wdl::Draw), (5, 4, 3_945_711, Wdl::Draw), (4, 5, 1_706_255, Wdl::Draw)]
    {
        let game = ConnectFour::new(width, height).unwrap();
        let path = directory.join(format!("{width}x{height}"));
        let budget = Budget::unlimited().memory(256 << 20);
        within(&budget, |meter| build_by_layers(&game, &game.initial(), &path, 1, meter)).unwrap();
        let table = SolvedGame::<ConnectFour>::open(&path).unwrap();
        assert_eq!(table.heading().positions, positions, "{width}x{height}");
        let value = table.value(&game.initial()).unwrap().and_then(Value::wdl);
        assert_eq!(value, Some(outcome));
        within(&budget, |meter| table.verify(2, meter)).unwrap();
    }
}

#[test]
fn each_position_is_found_in_the_tables_of_many_starts() {
    let folder = directory("many");
    let boards = [
        "....B.....BC.AA.BC.D.....D.....DEEE.",
        "............AA......................",
        "x.BB.........AA..C.....C............",
    ];
    let open = |text: &str| {
        let game = RushHourRocks::open(&Settings::new(), Some(text)).unwrap();
        let state = game.parse_state(text).unwrap();
        (game, state)
    };
    // The second position of the first board's game needs no table.
    let (game, mut state) = open(boards[0]);
    let mv = game.moves(&state)[0];
    game.play(&mut state, mv);
    let again = (game.settings(), game.state_text(&state));
    let mut starts = boards.map(|text| (open(text).0.settings(), text.to_owned())).to_vec();
    starts.push(again);
    let (budget, path) = (Budget::unlimited(), folder.join("many"));
    let build = |threads: usize, budget: &Budget| {
        let table = (&*path, Detail::Plies);
        within(budget, |meter| {
            build_games::<RushHourRocks, ByText>(&starts, table, build_in_memory, threads, meter)
        })
    };
    build(1, &budget).unwrap();
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    // A limit ends the build after some of the tables.
    let end = build(1, &Budget::unlimited().nodes(20_000));
    assert!(matches!(end, Err(TableError::Stopped(Limit::Nodes))) && !path.exists());
    // A file that is not of the build stays.
    let parts = parts_directory(&path);
    fs::write(parts.join("own.txt"), "own").unwrap();
    build(3, &budget).unwrap();
    assert!(fs::read(&path).unwrap() == bytes);
    assert_eq!(fs::read_dir(&parts).unwrap().count(), 1);
    fs::remove_dir_all(parts).unwrap();
    let incomplete = [(Settings::new(), boards[0].to_owned())];
    let table = (&*path, Detail::Plies);
    let end = within(&budget, |meter| {
        build_games::<RushHourRocks, ByText>(&incomplete, table, build_in_memory, 1, meter)
    });
    assert!(matches!(end, Err(TableError::Game(_))));

    let tables = SolvedGames::<RushHourRocks, ByText>::open(&path).unwrap();
    assert_eq!((tables.starts(), tables.parts()), (4, 3));
    let mut positions = 0;
    for text in boards {
        let (game, start) = open(text);
        let solved = Table::solve(Reachable::explore_all(&game, &start));
        let space = solved.space();
        positions += space.len() as u64;
        for index in (0..space.len()).step_by(11) {
            let state = space.state(&space.node(index));
            let exact = solved.value(&state).unwrap();
            let table = tables.find(&game, &state).unwrap().expect("it can be reached");
            let found = table.value(&state).unwrap();
            assert_eq!(found, Some(exact.wdl().value(exact.cost())), "{}", game.state_text(&state));
        }
    }
    assert_eq!(tables.heading().positions, positions);
    for threads in [1, 2] {
        assert_eq!(within(&budget, |meter| tables.verify(threads, meter)).unwrap(), positions);
    }
    let end = within(&Budget::unlimited().time(Duration::ZERO), |meter| tables.verify(2, meter));
    assert!(matches!(end, Err(TableError::Stopped(Limit::Time))));
    let (stats, longest) = within(&budget, |meter| tables.stats(meter)).unwrap();
    let counted = stats.wins.iter().chain(&stats.losses).sum::<u64>() + stats.draws;
    assert_eq!((counted, longest.is_some()), (positions, true));
    let texts = tables.texts(0, u64::MAX).unwrap();
    assert_eq!(texts.len() as u64, positions);
    assert_eq!(tables.texts(positions / 2, 5).unwrap(), texts[texts.len() / 2..][..5]);
    let values = within(&budget, |meter| tables.values(meter)).unwrap();
    assert_eq!(values.outcomes.len(), texts.len());
    let (game, state) = open("BBB.........AA......................");
    assert!(tables.find(&game, &state).unwrap().is_none());

    // No part of the file can change, or be missing.
    for at in (0..bytes.len()).step_by(bytes.len() / 40).chain(bytes.len() - 60..bytes.len()) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        fs::write(&path, &damaged).unwrap();
        let opened = SolvedGames::<RushHourRocks, ByText>::open(&path);
        let end = opened.and_then(|tables| within(&budget, |meter| tables.verify(1, meter)));
        assert!(at < 8 || end.is_err(), "byte {at}");
        fs::write(&path, &bytes[..at]).unwrap();
        assert!(SolvedGames::<RushHourRocks, ByText>::open(&path).is_err(), "{at} bytes");
    }
}
