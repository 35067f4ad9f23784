//! Making certificates of what is solved.
//!
//! [`value`] records the strategies that prove what a game is worth, move by move, as an [`Oracle`]
//! knows them: a table of exact values, alpha-beta that remembers its proof ([`Proving`]), or any
//! search ([`Asking`]). [`Guide`] chooses among good moves so that the certificate stays small.
//! [`shortest`] and [`unsolvable`] do the same for puzzles.
//!
//! Whatever comes out of here was checked by [`Checker`], which believes none of it. The nodes of a
//! budget are for making a certificate, and again for checking it, the [work](Checker::budget) that
//! it may take.
//!
//! # Example
//! ```
//! use tesuji_breakthrough::Breakthrough;
//! use tesuji_catalogue::certify;
//! use tesuji_core::{Budget, Rules};
//! use tesuji_retrograde::{Reachable, Table};
//!
//! let game = Breakthrough::new(2, 5)?;
//! let start = game.initial();
//! let table = Table::solve(Reachable::explore_all(&game, &start));
//! let budget = Budget::unlimited();
//! let (certificate, checked) = certify::value(&game, &start, &table, true, &budget)?;
//! assert_eq!(checked.header.claim.to_string(), "second wins in exactly 10 plies");
//! assert!(certificate.to_bytes().len() < 250);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod guide;
mod oracle;

use tesuji_certificate::{Certificate, Checked, Checker, Claim, Length, Outline, Proof, Rejection};
use tesuji_core::{Budget, Game, GameResult, NamedGame, Player, Puzzle, Value};

pub use guide::Guide;
pub use oracle::{Asking, Oracle, Proving};

/// More entries than this no certificate has.
const MAX_ENTRIES: u64 = 20_000_000;

/// Wins of three plies are left to the checker's eyes, and mirror images count as one.
const OUTLINE: Outline = Outline { leaves: 3, symmetry: true };

/// Certifies what `state` is worth, as the oracle says. With `exactly`, that a win takes no fewer
/// plies, too, where the oracle knows how many: the loser's moves that hold out longest come to the
/// winner's, which can be many more.
///
/// # Errors
/// The oracle does not know enough, or is wrong; the budget is spent.
pub fn value<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    mut oracle: impl Oracle<G>,
    exactly: bool,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let mover = game.to_move(state);
    let value = match game.result(state) {
        Some(GameResult::Draw) => Some(Value::Draw),
        Some(GameResult::Win(winner)) if winner == mover => Some(Value::Win(Some(0))),
        Some(GameResult::Win(_)) => Some(Value::Loss(Some(0))),
        None => oracle.value(game, state),
    };
    let claim = value.and_then(|value| claim_of(value, mover, exactly));
    let unknown = || Rejection::NoMoveKnown { position: game.state_text(state) };
    claim_by(game, state, claim.ok_or_else(unknown)?, oracle, budget)
}

/// What is claimed of a position with this value for `mover`, whose turn it is; nothing on the
/// strength of an estimate. With `exactly`, of wins in so many plies also that they take no fewer.
#[must_use]
pub fn claim_of(value: Value, mover: Player, exactly: bool) -> Option<Claim> {
    let length = |plies: Option<u32>| match plies {
        None => Length::Any,
        Some(plies) if exactly => Length::Exactly(plies),
        Some(plies) => Length::Within(plies),
    };
    match value {
        Value::Win(plies) => Some(Claim::Wins { winner: mover, length: length(plies) }),
        Value::Loss(plies) => Some(Claim::Wins { winner: mover.other(), length: length(plies) }),
        Value::Draw => Some(Claim::Draw),
        Value::Estimate(_) => None,
    }
}

/// Certifies a claim by the strategies of an oracle, where strategies prove such a claim.
///
/// # Errors
/// The oracle does not know enough, or the claim is wrong; the budget is spent.
pub fn claim_by<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    claim: Claim,
    oracle: impl Oracle<G>,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let mut guide = Guide(oracle);
    let certificate =
        Certificate::strategy(game, state, claim, OUTLINE, &mut guide, MAX_ENTRIES, budget)?;
    let checker = Checker::new().budget(budget.clone());
    let checked = checker.check_game::<G>(certificate.to_bytes().as_slice(), None)?;
    Ok((certificate, checked))
}

/// Certifies that a solution is one, and that there is none shorter: by balls around the start and
/// the goals where the puzzle allows it, else by layers.
///
/// # Errors
/// It is not so, or the checker would have to go through too many states.
pub fn shortest<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    solution: &[P::Move],
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let proof = if puzzle.undirected_goals().is_some() { Proof::Balls } else { Proof::Layers };
    checked::<P>(Certificate::shortest(puzzle, start, solution, proof)?, budget)
}

/// Certifies that there is no solution, by the first of the puzzle's arguments that applies, or else
/// by exhaustion.
///
/// # Errors
/// There is one, or the checker would have to go through too many states.
pub fn unsolvable<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let argument =
        P::ARGUMENTS.iter().find(|argument| puzzle.check_argument(argument, start).is_ok());
    let proof = argument.map_or(Proof::Exhaustion, |&name| Proof::Argument(name.to_owned()));
    checked::<P>(Certificate::unsolvable(puzzle, start, proof), budget)
}

/// The certificate with what the checker says of it.
fn checked<P: Puzzle + NamedGame>(
    certificate: Certificate,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let checker = Checker::new().budget(budget.clone());
    let checked = checker.check_puzzle::<P>(certificate.to_bytes().as_slice(), None)?;
    Ok((certificate, checked))
}
