use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use rand::{Rng, RngExt};
use tesuji_core::{IncrementalKey, Rules};

/// The moment at which a key was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Moment {
    /// In the initial position.
    Start,
    /// After the move with this number, counted from 1, was played.
    Play(usize),
    /// After the move with this number was undone.
    Undo(usize),
}

impl fmt::Display for Moment {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Moment::Start => write!(out, "at the start"),
            Moment::Play(ply) => write!(out, "after move {ply} was played"),
            Moment::Undo(ply) => write!(out, "after move {ply} was undone"),
        }
    }
}

/// Why a game's keys are wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckKeysError {
    /// The key stored in the state differs from the one computed from scratch.
    #[error("{moment} the stored key is {kept:#018x}, recomputed {recomputed:#018x}: {state}")]
    Differs {
        /// When it was compared.
        moment: Moment,
        /// The state in its debug form.
        state: String,
        /// The key that `play` and `undo` maintain.
        kept: u64,
        /// The key computed from scratch.
        recomputed: u64,
    },
    /// Two different states have the same key.
    #[error("two states have the key {key:#018x}: {first} and {second}")]
    Shared {
        /// The common key.
        key: u64,
        /// The first state in its debug form.
        first: String,
        /// The second state.
        second: String,
    },
}

/// Plays random games and compares the key stored in the state with a full recomputation after
/// each move and each undo. Returns the number of moves compared: `plies`, or 0 if the initial
/// position has no moves.
///
/// A game ends by the rules or after 1,000 moves, and is then undone move by move.
///
/// # Errors
/// The first difference, with the state and both keys.
///
/// # Example
/// ```
/// use std::ops::ControlFlow;
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64;
/// use tesuji_core::{IncrementalKey, Rules};
/// use tesuji_zobrist::{check_keys, keys};
///
/// /// Eight lamps; the players take turns to switch one.
/// struct Lamps(Box<[u64]>);
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// struct Lit { lamps: u8, second_to_move: bool, key: u64 }
///
/// impl Rules for Lamps {
///     type State = Lit;
///     type Move = usize;
///     type Undo = ();
///     fn initial(&self) -> Lit { Lit { lamps: 0, second_to_move: false, key: 0 } }
///     fn visit_moves<B>(
///         &self,
///         _: &Lit,
///         visit: impl FnMut(usize) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         (0..8).try_for_each(visit)
///     }
///     fn play(&self, state: &mut Lit, lamp: usize) {
///         state.lamps ^= 1 << lamp;
///         state.second_to_move ^= true;
///         state.key ^= self.0[lamp] ^ self.0[8];
///     }
///     fn undo(&self, state: &mut Lit, lamp: usize, (): ()) { self.play(state, lamp) }
///     fn key(&self, state: &Lit) -> u64 { state.key }
/// }
/// impl IncrementalKey for Lamps {
///     fn recomputed_key(&self, state: &Lit) -> u64 {
///         let lamps = (0..8).filter(|lamp| state.lamps >> lamp & 1 == 1);
///         let turn = if state.second_to_move { self.0[8] } else { 0 };
///         lamps.fold(turn, |key, lamp| key ^ self.0[lamp])
///     }
/// }
/// let mut rng = Pcg64::seed_from_u64(1);
/// assert_eq!(check_keys(&Lamps(keys(7, 9)), 5_000, &mut rng), Ok(5_000));
/// ```
pub fn check_keys<R: IncrementalKey>(
    rules: &R,
    plies: u64,
    rng: &mut impl Rng,
) -> Result<u64, CheckKeysError> {
    random_games(rules, plies, rng, |moment, state| compare(rules, moment, state))
}

/// Plays random games and looks for two different states with the same key among the first
/// 65,536 states. Returns the number of moves played.
///
/// Two of that many states share one of 2⁶⁴ random keys in one run of 10¹⁰. A failure means
/// that the key omits something that the state's equality compares: most often the player to
/// move.
///
/// # Errors
/// The first two such states that are found.
pub fn check_distinct_keys<R: IncrementalKey>(
    rules: &R,
    plies: u64,
    rng: &mut impl Rng,
) -> Result<u64, CheckKeysError> {
    const STATES: usize = 1 << 16;
    let mut seen: HashMap<u64, R::State> = HashMap::new();
    random_games(rules, plies, rng, |_, state| {
        let key = rules.key(state);
        match seen.get(&key) {
            Some(first) if first != state => Err(CheckKeysError::Shared {
                key,
                first: format!("{first:?}"),
                second: format!("{state:?}"),
            }),
            Some(_) => Ok(()),
            None => {
                if seen.len() < STATES {
                    seen.insert(key, state.clone());
                }
                Ok(())
            }
        }
    })
}

/// Like [`check_keys`], for the canonical form of each state: a game that transforms a board
/// must give the transformed board its own key. Returns the number of moves played.
///
/// # Errors
/// The first difference, with the canonical state and both keys.
pub fn check_canonical_keys<R: IncrementalKey>(
    rules: &R,
    plies: u64,
    rng: &mut impl Rng,
) -> Result<u64, CheckKeysError> {
    random_games(rules, plies, rng, |moment, state| compare(rules, moment, &rules.canonical(state)))
}

fn compare<R: IncrementalKey>(
    rules: &R,
    moment: Moment,
    state: &R::State,
) -> Result<(), CheckKeysError> {
    let (kept, recomputed) = (rules.key(state), rules.recomputed_key(state));
    if kept == recomputed {
        return Ok(());
    }
    Err(CheckKeysError::Differs { moment, state: format!("{state:?}"), kept, recomputed })
}

/// Plays and undoes random games until `plies` moves have been played; shows every state.
fn random_games<R: Rules, E>(
    rules: &R,
    plies: u64,
    rng: &mut impl Rng,
    mut look: impl FnMut(Moment, &R::State) -> Result<(), E>,
) -> Result<u64, E> {
    const MAX_GAME: usize = 1_000;
    let mut state = rules.initial();
    look(Moment::Start, &state)?;
    let mut played = 0;
    let mut moves = Vec::new();
    let mut trail = Vec::new();
    while played < plies {
        while played < plies && trail.len() < MAX_GAME {
            moves.clear();
            let ControlFlow::Continue(()) = rules.visit_moves(&state, |mv| {
                moves.push(mv);
                ControlFlow::<Infallible>::Continue(())
            });
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(..moves.len())];
            trail.push((mv, rules.play(&mut state, mv)));
            played += 1;
            look(Moment::Play(trail.len()), &state)?;
        }
        if trail.is_empty() {
            break;
        }
        while let Some((mv, undo)) = trail.pop() {
            rules.undo(&mut state, mv, undo);
            look(Moment::Undo(trail.len() + 1), &state)?;
        }
    }
    Ok(played)
}
