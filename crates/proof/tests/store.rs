//! What one search proved, the next one knows.

mod common;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use common::graph::Graph;
use common::{check_answer, random_states, value_of};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_breakthrough::{Breakthrough, Position};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Game, GameSolver, Hashed, Player, Rules, Silent, Value};
use tesuji_proof::{DfPn, Mobility, ParallelDfPn, ProofStore, ProofStoreError};
use tesuji_retrograde::{Reachable, Table};

fn store<S: Eq + std::hash::Hash + Clone>(most: usize) -> Arc<ProofStore<S>> {
    Arc::new(ProofStore::new(most))
}

/// Solves one position after the other with the same store, and holds every answer and in the end
/// everything in the store against the table.
fn check<G: Game<State: Send + Sync, Move: Send> + Hashed + Sync>(
    game: &G,
    count: usize,
    seed: u64,
) {
    let table = Table::solve(Reachable::explore_all(game, &game.initial()));
    let mut rng = Pcg64::seed_from_u64(seed);
    let store = store(200);
    let search = DfPn::new().store(Arc::clone(&store)).table_bytes(1 << 18).equally_good(true);
    let team = ParallelDfPn::new(search.clone().whole_line(false), 2);
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
    let fresh = DfPn::new().whole_line(false).solve(&game, &start);
    let search = DfPn::new().whole_line(false).store(store(1000));
    for mv in game.moves(&start) {
        let _ = search.solve(&game, &game.successor(&start, mv));
    }
    let budget = Budget::unlimited().nodes(1000);
    let answer = search.solve_within(&game, &start, &budget, &mut Silent);
    assert_eq!(answer.judgement.value, fresh.judgement.value);
    assert!(fresh.stats.generated > 100_000, "{:?}", fresh.stats);
}

/// A file of its own for each test.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tesuji-store-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
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
    let (store, path) = (learned(&game), file("whole"));
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
    let none = ProofStore::load(&file("absent"), 10, &game, RULES).unwrap();
    assert!(none.is_empty());
}

#[test]
fn a_file_that_is_damaged_or_of_another_game_is_refused() {
    let game = Breakthrough::new(3, 4).unwrap();
    let path = file("damaged");
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
    for error in [other, foreign] {
        assert!(error.to_string().contains("damaged"), "names the file: {error}");
    }
}
