//! Least expected numbers of moves against an opponent who plays at random.

use std::collections::HashMap;

use tesuji_core::{Game, GameResult, Notation, Player};

use crate::Rejection;
use crate::claim::Claim;
use crate::header::Outline;
use crate::puzzle::SpaceLimits;
use crate::walk::Checks;

/// A move, in the units of values: 40 bits are the fraction.
const MOVE: i128 = 1 << 40;

/// The bit of values that have no upper bound.
const UNBOUNDED: u64 = 1 << 63;

/// The value of positions from which the player cannot win.
const NEVER: u64 = u64::MAX;

/// The parts of a move in which expectations are claimed.
const BILLION: u64 = 1_000_000_000;

/// Bounds of an expectation, in billionths of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) least: u64,
    /// `None` if there is none.
    pub(crate) most: Option<u64>,
    /// The number of positions with a value.
    pub(crate) positions: u64,
}

impl Bounds {
    /// The claim that they prove; `None` if there is no upper bound.
    pub(crate) fn claim(self, player: Player) -> Option<Claim> {
        let Bounds { least, most, .. } = self;
        most.map(|most| Claim::Expected { player, least, most })
    }
}

/// The value of a position with this expectation; `None` stands for one that cannot be won for
/// certain.
pub(crate) fn value(expectation: Option<f64>) -> u64 {
    match expectation {
        None => NEVER,
        Some(moves) => ((moves * MOVE as f64).round() as u64).min(UNBOUNDED - 1),
    }
}

/// A value in moves.
pub(crate) fn text(value: u64) -> String {
    match value {
        NEVER => "never".to_owned(),
        _ => {
            let moves = (value & !UNBOUNDED) as f64 / MOVE as f64;
            let more = if value & UNBOUNDED == 0 { "" } else { " or more" };
            format!("{moves:.9}{more}")
        }
    }
}

/// The values of the positions after the opponent's replies to a move, as a fraction.
#[derive(Clone, Copy, Default)]
struct Average {
    sum: i128,
    count: i128,
    unbounded: bool,
}

impl Average {
    fn add(&mut self, value: u64) {
        self.sum += i128::from(value & !UNBOUNDED);
        self.count += 1;
        self.unbounded |= value & UNBOUNDED != 0;
    }
}

/// Bounds the least expected number of moves that `player` needs to win from `start`, against an
/// opponent who chooses each move with equal probability. `value` is called with each position in
/// which the player is to move, in the order in which they are met, and returns its value.
///
/// The values need not be right: the bounds depend on how far they are from being a fixed point.
pub(crate) fn bounds<G: Game + Notation>(
    game: &G,
    start: &G::State,
    player: Player,
    limits: SpaceLimits,
    mut value: impl FnMut(u64, &G::State) -> Result<u64, Rejection>,
) -> Result<Bounds, Rejection> {
    let outline = Outline { leaves: 0, symmetry: false, search: 0 };
    let checks = Checks { game, player, outline, work: limits.work };
    let mut table = Table { checks, numbers: HashMap::new(), positions: Vec::new(), limits };
    table.meet(start)?;
    let mut values = Vec::new();
    while let Some(position) = table.positions.get(values.len()).cloned() {
        values.push(value(values.len() as u64, &position)?);
        let checks = Checks { ..table.checks };
        checks.try_visit_successors(&position, |_, after| table.meet(&after))?;
    }
    let mut defect = 0;
    for (position, &value) in table.positions.iter().zip(&values) {
        let (mut bounded, own) = (None, i128::from(value & !UNBOUNDED));
        table.checks.try_visit_successors(position, |_, after| {
            let after = table.average(&after, &values)?;
            let cost = own * after.count - after.sum;
            // After no move is the value less by more than a move and the defect,
            defect = defect.max(-(-cost).div_euclid(after.count) - MOVE);
            if !after.unbounded {
                bounded = bounded.max(Some(cost.div_euclid(after.count)));
            }
            Ok(())
        })?;
        if value & UNBOUNDED == 0 {
            // and after one move it is less by at least a move without the defect.
            let cost = bounded.ok_or_else(|| unbounded(game, position))?;
            defect = defect.max(MOVE - cost);
        }
    }
    let Average { sum, count, unbounded } = table.average(start, &values)?;
    let product = |one: i128, other: i128| {
        one.checked_mul(other).ok_or(Rejection::Limit { limit: limits.positions })
    };
    let scaled = product(sum, BILLION.into())?;
    let least = scaled.div_euclid(product(MOVE + defect, count)?);
    let most = match product(MOVE - defect, count)? {
        divisor @ 1.. if !unbounded => u64::try_from(-(-scaled).div_euclid(divisor)).ok(),
        _ => None,
    };
    let least = u64::try_from(least).unwrap_or(u64::MAX);
    Ok(Bounds { least, most, positions: values.len() as u64 })
}

fn unbounded<G: Notation>(game: &G, position: &G::State) -> Rejection {
    Rejection::NoUpperBound { position: game.state_text(position) }
}

/// The positions in which the player is to move, as they are met.
struct Table<'a, G: Game> {
    checks: Checks<'a, G>,
    numbers: HashMap<G::State, usize>,
    positions: Vec<G::State>,
    limits: SpaceLimits<'a>,
}

impl<G: Game + Notation> Table<'_, G> {
    /// Adds a position, or those after all of the opponent's moves from it.
    fn meet(&mut self, state: &G::State) -> Result<(), Rejection> {
        let Checks { game, player, .. } = self.checks;
        if game.result(state).is_some() {
            return Ok(());
        }
        if game.to_move(state) != player {
            let checks = Checks { ..self.checks };
            checks.try_visit_successors(state, |_, after| self.meet(&after))?;
        } else if !self.numbers.contains_key(state) {
            self.numbers.insert(state.clone(), self.positions.len());
            self.positions.push(state.clone());
            // Each is kept twice.
            if 2 * self.positions.len() as u64 > self.limits.positions {
                return Err(Rejection::Limit { limit: self.limits.positions });
            }
        }
        Ok(())
    }

    /// The value of a position, or the average over all of the opponent's moves from it.
    fn average(&self, state: &G::State, values: &[u64]) -> Result<Average, Rejection> {
        let Checks { game, player, .. } = self.checks;
        let mut average = Average::default();
        if game.result(state).is_none() && game.to_move(state) != player {
            self.checks.try_visit_successors(state, |_, after| {
                average.add(self.value(&after, values)?);
                Ok(())
            })?;
        } else {
            average.add(self.value(state, values)?);
        }
        Ok(average)
    }

    /// The value of a position that is over or in which the player is to move.
    fn value(&self, state: &G::State, values: &[u64]) -> Result<u64, Rejection> {
        let Checks { game, player, .. } = self.checks;
        match game.result(state) {
            Some(GameResult::Win(winner)) if winner == player => Ok(0),
            Some(_) => Ok(NEVER),
            None => {
                let known = self.numbers.get(state).and_then(|&number| values.get(number));
                // Every position that a move leads to was met.
                known
                    .copied()
                    .ok_or_else(|| Rejection::NoMoves { position: game.state_text(state) })
            }
        }
    }
}
