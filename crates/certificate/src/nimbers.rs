//! Nim-values of positions, by their definition.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, NimValuesError, Notation, Player};

use crate::Rejection;
use crate::header::{Outline, Proof};
use crate::puzzle::SpaceLimits;
use crate::walk::Checks;

/// The nim-value of a position by this kind of proof, and the number of heaps or positions that were
/// looked at; `None` if it proves none in this game.
pub(crate) fn by<G: Game + Notation>(
    game: &G,
    state: &G::State,
    proof: &Proof,
    limits: SpaceLimits,
) -> Option<Result<(u64, u64), Rejection>> {
    match *proof {
        _ if !game.is_impartial() => None,
        Proof::LeastExcluded { mask } => of_heaps(game, state, mask, limits),
        Proof::Nimbers => Some(of_position(game, state, limits)),
        _ => None,
    }
}

/// The nim-value of a sum of heaps: the exclusive or of theirs.
fn of_heaps<G: Game>(
    game: &G,
    state: &G::State,
    mask: u16,
    limits: SpaceLimits,
) -> Option<Result<(u64, u64), Rejection>> {
    let values = game.heap_nim_values(state, mask, &mut |units| limits.work.charge(units))?;
    Some(match values {
        Ok(values) => {
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            Ok((sum.into(), values.len() as u64))
        }
        Err(NimValuesError::Stopped(limit)) => Err(Rejection::Stopped { limit }),
        Err(error) => Err(Rejection::NoValues(error.to_string())),
    })
}

/// A position whose moves are looked at.
struct Frame<S> {
    state: S,
    /// The positions after the moves that were not looked at yet.
    waiting: Vec<S>,
    /// The values of the others.
    values: Vec<u64>,
}

/// The nim-value of `root`: the least number that is not the value of a position after a move.
fn of_position<G: Game + Notation>(
    game: &G,
    root: &G::State,
    limits: SpaceLimits,
) -> Result<(u64, u64), Rejection> {
    let outline = Outline { leaves: 0, symmetry: false, search: 0 };
    let checks = Checks { game, player: Player::First, outline, work: limits.work };
    // No value while the moves of the position are looked at.
    let mut known: HashMap<G::State, Option<u64>> = HashMap::new();
    let (mut path, mut kept) = (Vec::new(), 0);
    let mut next = Some(root.clone());
    loop {
        if let Some(state) = next.take() {
            known.insert(state.clone(), None);
            let waiting = after_moves(&checks, &state, known.len() + kept, limits.positions)?;
            kept += waiting.len();
            path.push(Frame { state, waiting, values: Vec::new() });
        }
        let Some(Frame { state, waiting, values }) = path.last_mut() else {
            unreachable!("the loop ends with the first frame")
        };
        match waiting.pop() {
            Some(after) => {
                kept -= 1;
                match known.get(&after) {
                    None => next = Some(after),
                    Some(&Some(value)) => values.push(value),
                    Some(None) => {
                        return Err(Rejection::Repeats { position: game.state_text(&after) });
                    }
                }
            }
            None => {
                let value = least_excluded(values);
                known.insert(state.clone(), Some(value));
                path.pop();
                match path.last_mut() {
                    Some(above) => above.values.push(value),
                    None => return Ok((value, known.len() as u64)),
                }
            }
        }
    }
}

/// The positions after all moves; if there is none, the player to move must have lost. There may be
/// at most `limit` positions, with those that are `kept`.
fn after_moves<G: Game + Notation>(
    checks: &Checks<G>,
    state: &G::State,
    kept: usize,
    limit: u64,
) -> Result<Vec<G::State>, Rejection> {
    let game = checks.game;
    let mut after_moves = Vec::new();
    match game.result(state) {
        None => checks.try_visit_successors(state, |_, after| {
            after_moves.push(after);
            match (kept + after_moves.len()) as u64 > limit {
                true => Err(Rejection::Limit { limit }),
                false => Ok(()),
            }
        })?,
        Some(GameResult::Win(winner))
            if winner != game.to_move(state)
                && game.visit_moves(state, ControlFlow::Break).is_continue() => {}
        Some(_) => return Err(Rejection::NotNormalPlay { position: game.state_text(state) }),
    }
    Ok(after_moves)
}

/// The least number that is not among the values.
fn least_excluded(values: &mut [u64]) -> u64 {
    values.sort_unstable();
    values.iter().fold(0, |least, &value| if value == least { least + 1 } else { least })
}
