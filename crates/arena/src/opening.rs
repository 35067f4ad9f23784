use rand::{Rng, RngExt};
use tesuji_core::Game;

/// The number of attempts to draw an opening before a shorter one is accepted.
const ATTEMPTS: u32 = 100;

/// Returns a position of a game in progress, `plies` random moves from `start`, with these moves.
/// If none is found, it is fewer moves away; if the game is over at `start`, it is `start` itself.
pub fn random_opening<G: Game>(
    game: &G,
    start: &G::State,
    plies: u32,
    random: &mut impl Rng,
) -> (G::State, Vec<G::Move>) {
    for plies in (1..=plies).rev() {
        for _ in 0..ATTEMPTS {
            if let Some(opening) = walk(game, start, plies, random) {
                return opening;
            }
        }
    }
    (start.clone(), Vec::new())
}

/// The position after this number of random moves, if the game is not over by then.
fn walk<G: Game>(
    game: &G,
    start: &G::State,
    plies: u32,
    random: &mut impl Rng,
) -> Option<(G::State, Vec<G::Move>)> {
    let (mut state, mut walked) = (start.clone(), Vec::new());
    for _ in 0..plies {
        let moves = game.moves(&state);
        if moves.is_empty() {
            return None;
        }
        let mv = moves[random.random_range(0..moves.len())];
        game.play(&mut state, mv);
        walked.push(mv);
    }
    game.result(&state).is_none().then_some((state, walked))
}
