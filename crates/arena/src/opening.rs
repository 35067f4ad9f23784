use rand::{Rng, RngExt};
use tesuji_core::Game;

/// How often an opening that ends the game is drawn anew before a shorter one will do.
const ATTEMPTS: u32 = 100;

/// A position `plies` random moves from `start` in which the game goes on. Where no such one turns
/// up, it is fewer moves away; in a game that is over, it is `start` itself.
pub fn random_opening<G: Game>(
    game: &G,
    start: &G::State,
    plies: u32,
    random: &mut impl Rng,
) -> G::State {
    for plies in (1..=plies).rev() {
        for _ in 0..ATTEMPTS {
            if let Some(state) = walk(game, start, plies, random) {
                return state;
            }
        }
    }
    start.clone()
}

/// The position after so many random moves, if the game is not over by then.
fn walk<G: Game>(
    game: &G,
    start: &G::State,
    plies: u32,
    random: &mut impl Rng,
) -> Option<G::State> {
    let mut state = start.clone();
    for _ in 0..plies {
        let moves = game.moves(&state);
        if moves.is_empty() {
            return None;
        }
        game.play(&mut state, moves[random.random_range(0..moves.len())]);
    }
    game.result(&state).is_none().then_some(state)
}
