//! What one search proved, the next one knows.

use std::fs;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::graph::Graph;
use crate::common::{check_answer, random_states, value_of};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_breakthrough::{Breakthrough, Position};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Game, GameSolver, Player, Rules, Silent, StopFlag, Value};
use tesuji_proof::{DfPn, Mobility, ParallelDfPn, ProofStore, ProofStoreError};
use tesuji_retrograde::{Reachable, Table};

fn store<S: Eq + std::hash::Hash + Clone>(most: usize) -> Arc<ProofStore<S>> {
    Arc::new(ProofStore::new(most))
}

/// Solves one position after the other with the same store, and holds every answer and in the end
/// everything in the store against the table.
fn check<G: Game<State: Send + Sync, Move: Send> + Sync>(game: &G, count: usize, seed: u64) {
    let table = Table::solve(Reachable::explore_all(game, &game.initial()));
    let mut rng = Pcg64::seed_from_u64(seed);
    // What is handed over all the time is true, too.
    let store = Arc::new(ProofStore::new(200).every(Duration::ZERO));
    let search = DfPn::new().store(Arc::clone(&store)).table_bytes(1 << 18).best_moves(true);
    let team = ParallelDfPn::new(search.clone().whole_pv(false), 2);
    let states = random_states(game, count, &mut rng);
    for (number, state) in states.iter().chain([&game.initial()]).enumerate() {
        let answer =
            if number % 8 == 0 { team.solve(game, state) } else { search.solve(game, state) };
        check_answer(&table, state, &answer);
    }
    assert!(!store.is_empty() && store.len() <= 200, "{}", store.len());
    let mut known = 0;
    for state in tesuji_core::laws::states(game, usize::MAX) {
        let exact = value_of(table.value(&state).expect("in the space"));
        let mover = game.to_move(&state);
        for player in [mover, mover.other()] {
            let truth = match exact {
                Value::Win(_) => player == mover,
                Value::Loss(_) => player != mover,
                Value::Draw | Value::Estimate(_) => false,
            };
            if let Some(wins) = store.wins(&state, player) {
                assert_eq!(wins, truth, "{state:?} {player:?}");
                known += 1;
            }
        }
    }
    assert!(known >= store.len(), "{known}");
}

#[test]
fn what_is_in_a_store_is_true() {
    check(&Breakthrough::new(3, 4).unwrap(), 50, 60);
    check(&ConnectFour::new(4, 4).unwrap(), 20, 61);
}

#[test]
fn a_store_takes_no_path_for_a_position() {
    let mut rng = Pcg64::seed_from_u64(62);
    for _ in 0..200 {
        let graph = Graph::random(rng.random_range(10..60), &mut rng);
        let search = DfPn::new().store(store(100));
        for state in graph.states() {
            let table = Table::solve(Reachable::explore_all(&graph, &state));
            check_answer(&table, &state, &search.solve(&graph, &state));
        }
    }
}

#[test]
fn a_position_is_settled_by_what_is_known_of_the_next_ones() {
    let game = Breakthrough::new(3, 5).unwrap();
    let start = game.initial();
    let fresh = DfPn::new().whole_pv(false).solve(&game, &start);
    let search = DfPn::new().whole_pv(false).store(store(1000));
    for mv in game.moves(&start) {
        let _ = search.solve(&game, &game.successor(&start, mv));
    }
    let budget = Budget::unlimited().nodes(1000);
    let answer = search.solve_within(&game, &start, &budget, &mut Silent);
    assert_eq!(answer.judgement.value, fresh.judgement.value);
    assert!(fresh.stats.generated > 100_000, "{:?}", fresh.stats);
}

const RULES: &str = "breakthrough 3x4";

fn learned(game: &Breakthrough) -> Arc<ProofStore<Position>> {
    let store = store(1000);
    let search = DfPn::new().first_numbers(Mobility).store(Arc::clone(&store));
    let _ = search.solve(game, &game.initial());
    store
}

#[test]
fn a_file_gives_back_what_was_saved() {
    let game = Breakthrough::new(3, 4).unwrap();
    let (store, directory) = (learned(&game), tempfile::tempdir().unwrap());
    let path = directory.path().join("proofs");
    store.save(&path, &game, RULES).unwrap();
    let again = ProofStore::load(&path, 1000, &game, RULES).unwrap();
    assert_eq!(again.len(), store.len());
    for state in tesuji_core::laws::states(&game, usize::MAX) {
        for player in [Player::First, Player::Second] {
            assert_eq!(again.wins(&state, player), store.wins(&state, player), "{state:?}");
        }
    }
    let search = DfPn::new().first_numbers(Mobility);
    let fresh = search.solve(&game, &game.initial());
    let answer = search.store(Arc::new(again)).solve(&game, &game.initial());
    assert_eq!(answer.judgement.value, Value::Loss(None));
    let (fresh, known) = (fresh.stats.expanded, answer.stats.expanded);
    assert!(known * 2 < fresh, "{known} of {fresh}");
    let fewer = ProofStore::load(&path, 10, &game, RULES).unwrap();
    assert!(fewer.len() <= 10);
    let none = ProofStore::load(&directory.path().join("absent"), 10, &game, RULES).unwrap();
    assert!(none.is_empty());
}

#[test]
fn a_file_that_is_damaged_or_of_another_game_is_refused() {
    let game = Breakthrough::new(3, 4).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("damaged");
    learned(&game).save(&path, &game, RULES).unwrap();
    let sound = fs::read(&path).unwrap();
    let load = |bytes: &[u8], rules: &str| {
        fs::write(&path, bytes).unwrap();
        ProofStore::load(&path, 1000, &game, rules)
    };
    assert!(load(&sound, RULES).is_ok());
    let mut rng = Pcg64::seed_from_u64(63);
    for _ in 0..150 {
        let mut bytes = sound.clone();
        let at = rng.random_range(0..bytes.len());
        bytes[at] ^= 1 << rng.random_range(0..8);
        assert!(load(&bytes, RULES).is_err(), "{at}");
        assert!(load(&sound[..at], RULES).is_err(), "cut off at {at}");
    }
    let other = load(&sound, "breakthrough 3x5").unwrap_err();
    assert!(matches!(other, ProofStoreError::OtherRules { .. }));
    let foreign = load(b"PNG", RULES).unwrap_err();
    assert!(matches!(foreign, ProofStoreError::NotAStore { .. }));
    let old = load(b"tesuji proof store 1\nbreakthrough 3x4\n", RULES).unwrap_err();
    assert!(matches!(old, ProofStoreError::Version { .. }));
    for error in [other, foreign, old] {
        assert!(error.to_string().contains("damaged"), "names the file: {error}");
    }
}

/// What each of the moves at the start comes to, learned from that position on.
fn learned_by_moves(game: &Breakthrough) -> Vec<ProofStore<Position>> {
    let start = game.initial();
    let learn = |mv| {
        let store = store(1000);
        let search = DfPn::new().whole_pv(false).store(Arc::clone(&store));
        let _ = search.solve(game, &game.successor(&start, mv));
        drop(search);
        Arc::into_inner(store).expect("the search is gone")
    };
    game.moves(&start).into_iter().map(learn).collect()
}

/// Everything that a store knows of a game's positions.
fn contents(game: &Breakthrough, store: &ProofStore<Position>) -> Vec<[Option<bool>; 2]> {
    let states = tesuji_core::laws::states(game, usize::MAX).into_iter();
    states
        .map(|state| [Player::First, Player::Second].map(|player| store.wins(&state, player)))
        .collect()
}

#[test]
fn stores_that_are_saved_to_one_file_at_the_same_time_are_all_in_it() {
    let game = Breakthrough::new(3, 4).unwrap();
    let (stores, directory) = (learned_by_moves(&game), tempfile::tempdir().unwrap());
    let path = directory.path().join("proofs");
    thread::scope(|scope| {
        for store in &stores {
            for _ in 0..3 {
                scope.spawn(|| store.save(&path, &game, RULES).unwrap());
            }
        }
    });
    let together = ProofStore::load(&path, 100_000, &game, RULES).unwrap();
    let together = contents(&game, &together);
    for store in &stores {
        let mut known = 0;
        for (own, together) in contents(&game, store).into_iter().zip(&together) {
            for (own, together) in own.into_iter().zip(together) {
                known += usize::from(own.is_some());
                assert!(own.is_none() || own == *together);
            }
        }
        assert!(known > 10);
    }
    let files = fs::read_dir(path.parent().unwrap()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let left: Vec<_> =
        names.filter(|name| name.starts_with("shared") && name != "shared").collect();
    assert!(left.is_empty() || cfg!(not(unix)), "{left:?}");
}

#[test]
fn a_store_is_not_saved_over_something_else() {
    let game = Breakthrough::new(3, 4).unwrap();
    let (store, directory) = (learned(&game), tempfile::tempdir().unwrap());
    let path = directory.path().join("proofs");
    for text in ["a letter to a friend", "proof store, version 2\nrules: breakthrough 9x9\n"] {
        fs::write(&path, text).unwrap();
        assert!(store.save(&path, &game, RULES).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let missing = directory.path().join("absent/proofs");
    let error = store.save(&missing, &game, RULES).unwrap_err();
    assert!(matches!(error, ProofStoreError::File { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn a_device_is_no_store() {
    let game = Breakthrough::new(3, 4).unwrap();
    for device in ["/dev/null", "/dev/zero"] {
        let error = ProofStore::load(device.as_ref(), 10, &game, RULES).unwrap_err();
        assert!(matches!(error, ProofStoreError::File { .. }), "{error}");
    }
}

#[test]
fn what_is_proved_is_handed_over_and_saved_while_the_search_goes_on() {
    // No search of these tests settles it.
    let game = Breakthrough::new(6, 6).unwrap();
    for threads in [1, 2] {
        let store = Arc::new(ProofStore::new(1000).every(Duration::from_millis(10)));
        let search = DfPn::new().table_bytes(1 << 22).store(Arc::clone(&store));
        let search = ParallelDfPn::new(search, threads);
        let (stop, directory) = (StopFlag::new(), tempfile::tempdir().unwrap());
        let path = directory.path().join("proofs");
        let budget = Budget::unlimited().stop(stop.clone());
        thread::scope(|scope| {
            scope.spawn(|| {
                let start = Instant::now();
                let saved = || ProofStore::load(&path, 1000, &game, RULES).unwrap().len();
                while saved() == 0 && start.elapsed() < Duration::from_secs(60) {
                    thread::sleep(Duration::from_millis(5));
                }
                stop.raise();
            });
            store.save_during(&path, &game, RULES, || {
                let answer = search.solve_within(&game, &game.initial(), &budget, &mut Silent);
                assert!(!answer.judgement.value.is_proved());
                let saved = ProofStore::load(&path, 1000, &game, RULES).unwrap();
                assert!(!saved.is_empty(), "{threads} threads");
            });
        });
    }
}
