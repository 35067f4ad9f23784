//! What the tests share: hints for games, positions by chance, and a check of a judgement by the
//! rules.
#![allow(dead_code, reason = "each test uses some of it")]

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use tesuji_core::{Game, GameResult, Judgement, Score, Value};

/// An evaluator that knows nothing and answers everything: tells positions apart by their keys.
pub(crate) fn arbitrary<G: Game>(game: &G, state: &G::State) -> Score {
    (game.key(state) >> 32) as Score % 100
}

/// A generator of its own for each test.
pub(crate) fn generator(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

/// A position after `moves` random moves, or `None` if the game ends before.
pub(crate) fn random_position<G: Game>(
    game: &G,
    moves: u32,
    random: &mut impl Rng,
) -> Option<G::State> {
    let mut state = game.initial();
    for _ in 0..moves {
        let legal = game.moves(&state);
        if legal.is_empty() {
            return None;
        }
        let index = random.next_u32() as usize % legal.len();
        game.play(&mut state, legal[index]);
    }
    game.result(&state).is_none().then_some(state)
}

/// Plays the line of a proved judgement and holds its end against what it claims.
pub(crate) fn check_line<G: Game>(game: &G, start: &G::State, judgement: &Judgement<G::Move>) {
    let mover = game.to_move(start);
    let mut state = start.clone();
    for &mv in &judgement.pv {
        assert!(game.moves(&state).contains(&mv), "{mv:?} in {state:?}");
        game.play(&mut state, mv);
    }
    assert_eq!(judgement.pv.first().copied(), judgement.best);
    let (winner, plies) = match judgement.value {
        Value::Win(plies) => (Some(mover), plies),
        Value::Loss(plies) => (Some(mover.other()), plies),
        Value::Draw => (None, None),
        Value::Estimate(_) => return,
    };
    if let Some(plies) = plies {
        assert_eq!(judgement.pv.len(), plies as usize, "{judgement:?}");
    }
    let expected = winner.map_or(GameResult::Draw, GameResult::Win);
    assert_eq!(game.result(&state), Some(expected), "{judgement:?} from {start:?}");
}
