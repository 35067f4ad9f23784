//! What the tests have in common: holding a search against a table of exact values.
#![allow(dead_code, reason = "each test file uses some of this")]

pub(crate) mod graph;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_core::{Game, GameAnswer, GameSolver, Value};
use tesuji_retrograde::{Exact, Reachable, Space, Table};

/// The exact value of a position as a search states it, without plies.
pub(crate) fn value_of(exact: Exact) -> Value {
    exact.wdl().value(None)
}

/// What `value`, of a position with the turn of another or the same player, means for the one
/// who has moved there.
fn seen_back<G: Game>(game: &G, state: &G::State, child: &G::State, value: Value) -> Value {
    if game.to_move(state) == game.to_move(child) { value } else { value.reversed() }
}

/// Holds an answer against the table: the value is right, the moves keep it, and the line is legal.
pub(crate) fn check_answer<G: Game, S: Space<Game = G>>(
    table: &Table<S>,
    state: &G::State,
    answer: &GameAnswer<G::Move>,
) {
    let game = table.space().game();
    let exact = |state: &G::State| value_of(table.value(state).expect("in the space"));
    let judgement = &answer.judgement;
    let truth = exact(state);
    assert_eq!(judgement.value.wdl(), truth.wdl(), "{state:?}");
    if game.result(state).is_some() {
        return;
    }
    let keeps = |mv| {
        let child = game.successor(state, mv);
        seen_back(game, state, &child, exact(&child)) == truth
    };
    let best = judgement.best.expect("the game goes on");
    assert!(keeps(best), "{state:?}: {best:?} does not keep {truth:?}");
    if !judgement.best_moves.is_empty() {
        let mut all = game.moves(state);
        all.retain(|&mv| keeps(mv));
        assert_eq!(judgement.best_moves, all, "{state:?}");
    }
    assert_eq!(judgement.pv.first(), Some(&best), "{state:?}");
    let (mut here, mut value) = (state.clone(), truth);
    for &mv in &judgement.pv {
        assert!(game.moves(&here).contains(&mv), "{state:?}: {:?}", judgement.pv);
        let child = game.successor(&here, mv);
        value = seen_back(game, &here, &child, value);
        assert_eq!(exact(&child), value, "{state:?}: the line {:?} gives way", judgement.pv);
        here = child;
    }
}

/// The exact values of all positions that can be reached from the start.
pub(crate) fn exact<G: Game>(game: &G) -> Table<Reachable<'_, G>> {
    Table::solve(Reachable::explore_all(game, &game.initial()))
}

/// Solves every position that can be reached from the start and holds the answers against the
/// table. Gives how many positions there were whose game goes on.
pub(crate) fn check_all<G: Game>(game: &G, solver: &impl GameSolver<G>) -> usize {
    let table = exact(game);
    let states = tesuji_core::laws::states(game, usize::MAX);
    for state in &states {
        check_answer(&table, state, &solver.solve(game, state));
    }
    states.iter().filter(|state| game.result(state).is_none()).count()
}

/// The same for `count` positions met in random games.
pub(crate) fn check_some<G: Game>(
    table: &Table<Reachable<'_, G>>,
    solver: &impl GameSolver<G>,
    count: usize,
    seed: u64,
) {
    let game = table.space().game();
    let mut rng = Pcg64::seed_from_u64(seed);
    for state in random_states(game, count, &mut rng) {
        check_answer(table, &state, &solver.solve(game, &state));
    }
}

/// Positions at random plies of random games.
pub(crate) fn random_states<G: Game>(game: &G, count: usize, rng: &mut Pcg64) -> Vec<G::State> {
    let mut states = Vec::with_capacity(count);
    while states.len() < count {
        let mut state = game.initial();
        let mut met = vec![state.clone()];
        while game.result(&state).is_none() && met.len() < 200 {
            let moves = game.moves(&state);
            game.play(&mut state, moves[rng.random_range(0..moves.len())]);
            met.push(state.clone());
        }
        states.push(met.swap_remove(rng.random_range(0..met.len())));
    }
    states
}
