//! Generation of certificates.
//!
//! [`value`] records the strategies that prove the value of a position. The moves come from an
//! [`Oracle`]: a table of exact values, or alpha-beta or df-pn with the table of its proof ([`Proving`],
//! [`Deciding`]). [`Guide`] chooses among good moves to keep the certificate small.
//! [`shortest`], [`cost_at_least`], [`cost_at_most`] and [`unsolvable`] certify answers to puzzles,
//! [`distances`] those to an enumeration, and [`nim_value`] those of the theory of sums of games.
//!
//! A [`Delegation`] combines what helpers prove of the positions after some plies.
//!
//! Every certificate that is returned has been accepted by [`Checker`], which does not trust this
//! module. The nodes of a budget limit the generation, and again the [work](Checker::budget) of the
//! check.
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

mod delegation;
mod guide;
mod oracle;
mod resume;

use tesuji_certificate::{Certificate, Checked, Checker, Claim, Length, Proof, Rejection};
use tesuji_core::{Budget, Cost, Game, GameResult, Limit, NamedGame, Player, Puzzle, Value};

pub use delegation::{Delegation, Refused};
pub use guide::Guide;
pub use oracle::{Deciding, Oracle, Proving};
use resume::Resumed;

/// Certifies the value of `state` that the oracle knows. With `exactly`, a win is certified in the
/// exact number of plies, if the oracle knows it: the certificate also contains the loser's longest
/// defence and can be much larger.
///
/// # Errors
/// The oracle does not know enough or is wrong, or a limit of the budget was reached.
pub fn value<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    oracle: impl Oracle<G>,
    exactly: bool,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    value_by(game, state, Guide::new(oracle), exactly, budget)
}

/// Certifies the value of `state` that the oracle of a guide knows, as [`value`] does, by the
/// strategies of the guide.
///
/// # Errors
/// Those of [`value`].
pub(crate) fn value_by<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    mut guide: Guide<impl Oracle<G>>,
    exactly: bool,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let mover = game.to_move(state);
    let value = value_of(game, state, &mut guide.oracle);
    let claim = value.and_then(|value| claim_of(value, mover, exactly));
    let unknown = || Rejection::NoMoveKnown { position: game.state_text(state) };
    claim_by(game, state, claim.ok_or_else(unknown)?, guide, budget)
}

/// Certifies that `state` is semi-strongly solved: its result, and each player has a strategy such that
/// the value of every position that can be reached against it is proved (Takizawa, "Semi-strongly
/// solved", 2024). The oracle of the guide is asked for the value of each position in which a player
/// errs.
///
/// # Errors
/// The oracle does not know enough or is wrong, a position can repeat, or a limit of the budget was
/// reached.
pub fn semi_strong<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    mut guide: Guide<impl Oracle<G>>,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let value = value_of(game, state, &mut guide.oracle);
    let claim = value.and_then(|value| claim_of(value, game.to_move(state), false));
    let result = match claim {
        Some(Claim::Wins { winner, .. }) => GameResult::Win(winner),
        Some(Claim::Draw) => GameResult::Draw,
        _ => return Err(Rejection::NoMoveKnown { position: game.state_text(state) }),
    };
    // The number is found on the way.
    claim_by(game, state, Claim::SemiStrong { result, positions: 0 }, guide, budget)
}

/// The value of a position, which may be over, for the player to move.
fn value_of<G: Game>(game: &G, state: &G::State, oracle: &mut impl Oracle<G>) -> Option<Value> {
    let mover = game.to_move(state);
    match game.result(state) {
        Some(GameResult::Draw) => Some(Value::Draw),
        Some(GameResult::Win(winner)) if winner == mover => Some(Value::Win(Some(0))),
        Some(GameResult::Win(_)) => Some(Value::Loss(Some(0))),
        None => oracle.value(game, state),
    }
}

/// The claim about a position with this value for `mover`, whose turn it is; none for an estimate.
/// With `exactly`, wins of known length are claimed in exactly that number of plies.
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

/// Certifies a claim by the strategies of a guide.
///
/// If the budget has [checkpoints](Budget::checkpoints), the entries so far are saved in them, and a
/// later call goes on from there.
///
/// # Errors
/// The oracle does not know enough, the claim is wrong or not one that strategies prove, or a limit
/// of the budget was reached.
pub fn claim_by<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    claim: Claim,
    guide: Guide<impl Oracle<G>>,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let outline = guide.outline(claim);
    let text = game.state_text(state);
    let proof = Proof::Strategy(outline);
    let section = format!("certificate of {text:?}: {claim} by {proof} within {}", guide.search.0);
    let positions = guide.positions;
    let mut guide = Resumed::new(guide, budget.checkpoint_store(), section);
    let made = Certificate::strategy(game, state, claim, outline, &mut guide, positions, budget);
    if made.is_err() {
        guide.save();
    }
    let certificate = made?;
    let checker = Checker::new().positions(positions).budget(budget.clone());
    let checked = checker.check_game::<G>(certificate.to_bytes().as_slice(), None)?;
    Ok((certificate, checked))
}

/// Certifies that a solution is correct and cheapest. The lower bound is proved as by
/// [`cost_at_least`].
///
/// # Errors
/// The solution is wrong or not cheapest, or the check exceeds the budget.
pub fn shortest<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    solution: &[P::Move],
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    bound(puzzle, |proof| Certificate::shortest(puzzle, start, solution, proof), budget)
}

/// Certifies that every solution costs at least this: by a search with the smallest pattern
/// databases that make it short, if the puzzle has [pieces](Puzzle::pieces); otherwise by all states
/// of a lower cost where moves do not all cost 1, by balls around the start and the goals, or by
/// layers.
///
/// # Errors
/// A solution costs less, or the check exceeds the budget.
pub fn cost_at_least<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    cost: Cost,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    bound(puzzle, |proof| Ok(Certificate::cost_at_least(puzzle, start, cost, proof)), budget)
}

/// Certifies that a solution is correct, but not that it is the cheapest one.
///
/// # Errors
/// The solution is wrong, or the check exceeds the budget.
pub fn cost_at_most<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    solution: &[P::Move],
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    checked::<P>(Certificate::cost_at_most(puzzle, start, solution)?, budget)
}

/// Certifies the nim-value of a position of an impartial game, by its heaps or by all positions that
/// can be reached.
///
/// # Errors
/// The game is not [impartial](Game::is_impartial), or a limit of the budget was reached.
pub fn nim_value<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    proof: Proof,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let certificate = Certificate::nim_value(game, state, proof, budget)?;
    let checker = Checker::new().budget(budget.clone());
    let checked = checker.check_game::<G>(certificate.to_bytes().as_slice(), None)?;
    Ok((certificate, checked))
}

/// Certifies bounds of the least expected number of moves that `player` needs to win, against an
/// opponent who chooses each move with equal probability. `expectation` knows about how many they
/// are from each position in which the player is to move; `None` if a win is not certain.
///
/// # Errors
/// The player cannot win for certain, a limit of the budget was reached, or a win from another
/// position that can be reached is neither certain nor impossible.
pub fn expected<G: Game + NamedGame>(
    game: &G,
    state: &G::State,
    player: Player,
    expectation: impl FnMut(&G::State) -> Option<f64>,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let certificate = Certificate::expected(game, state, player, expectation, budget)?;
    let checker = Checker::new().budget(budget.clone());
    let checked = checker.check_game::<G>(certificate.to_bytes().as_slice(), None)?;
    Ok((certificate, checked))
}

/// Certifies the numbers of states by the fewest moves from them to a goal, from 0 on. If there is
/// one goal and every move can be taken back, its states are counted from there, in less memory.
///
/// # Errors
/// The numbers are wrong, a move cannot be taken back, or the check exceeds the budget.
pub fn distances<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    layers: &[u64],
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let certificate = match puzzle.undirected_goals().as_deref() {
        Some([goal]) => Certificate::reachable(puzzle, goal, layers, Proof::UndirectedLayers),
        _ => Certificate::distances(puzzle, start, layers),
    };
    checked::<P>(certificate, budget)
}

/// The certificate by the first kind of proof of a lower bound that takes little work; if there is
/// none, by the last kind.
fn bound<P: Puzzle + NamedGame>(
    puzzle: &P,
    certificate: impl Fn(Proof) -> Result<Certificate, Rejection>,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    /// Computing small tables takes as long.
    const LITTLE_WORK: u64 = 200_000_000;
    let pieces = puzzle.pieces().unwrap_or_default();
    let number = |&piece: &u8| if piece == pieces.count { 0 } else { piece + 1 };
    let numbers = |pattern: &Vec<u8>| pattern.iter().map(number).collect();
    let search = |patterns: &Vec<Vec<u8>>| Proof::Search(patterns.iter().map(numbers).collect());
    let mut proofs: Vec<Proof> = pieces.partitions.iter().map(search).collect();
    let last = proofs.pop().unwrap_or(match puzzle.undirected_goals() {
        _ if !puzzle.has_unit_costs() => Proof::Costs,
        Some(_) => Proof::Balls,
        None => Proof::Layers,
    });
    for proof in proofs {
        match checked::<P>(certificate(proof)?, &budget.clone().nodes(LITTLE_WORK)) {
            Err(Rejection::Stopped { limit: Limit::Nodes }) => {}
            known => return known,
        }
    }
    checked::<P>(certificate(last)?, budget)
}

/// Certifies that there is no solution: by the puzzle's first argument that applies, otherwise by
/// exhaustion.
///
/// # Errors
/// There is a solution, or the check exceeds the budget.
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

/// The certificate with the result of its check.
fn checked<P: Puzzle + NamedGame>(
    certificate: Certificate,
    budget: &Budget,
) -> Result<(Certificate, Checked), Rejection> {
    let checker = Checker::new().budget(budget.clone());
    let checked = checker.check_puzzle::<P>(certificate.to_bytes().as_slice(), None)?;
    Ok((certificate, checked))
}
