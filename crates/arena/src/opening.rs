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
    let mut longest = Vec::new();
    for _ in 0..ATTEMPTS {
        let (mut state, mut walked) = (start.clone(), Vec::new());
        while walked.len() < plies as usize {
            let moves = game.moves(&state);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.random_range(0..moves.len())];
            game.play(&mut state, mv);
            walked.push(mv);
        }
        if game.result(&state).is_none() {
            return (state, walked);
        }
        // The last move has ended the game.
        walked.pop();
        if walked.len() > longest.len() {
            longest = walked;
        }
    }
    let mut state = start.clone();
    for &mv in &longest {
        game.play(&mut state, mv);
    }
    (state, longest)
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::SeedableRng;
    use tesuji_breakthrough::Breakthrough;
    use tesuji_core::Rules;

    use super::*;

    /// An attempt for each number of plies would take years.
    #[test]
    fn an_opening_longer_than_any_game_is_as_long_as_one_in_progress() {
        let game = Breakthrough::new(3, 4).unwrap();
        let mut random = Pcg64::seed_from_u64(1);
        let (mut state, walked) = random_opening(&game, &game.initial(), u32::MAX, &mut random);
        assert!(!walked.is_empty() && game.result(&state).is_none());
        while game.result(&state).is_none() {
            let mv = game.moves(&state)[0];
            game.play(&mut state, mv);
        }
        assert_eq!(random_opening(&game, &state, u32::MAX, &mut random), (state, Vec::new()));
    }
}
