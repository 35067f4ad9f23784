//! Least expected numbers of moves against an opponent who plays at random.

use std::collections::HashMap;

use tesuji_core::{Game, GameResult, Notation, Player};

use crate::Rejection;
use crate::claim::BILLION;
use crate::space::Space;

/// A move, in the units of values: 40 bits are the fraction.
pub(crate) const MOVE: i128 = 1 << 40;

/// The bit of values that have no upper bound.
pub(crate) const UNBOUNDED: u64 = 1 << 63;

/// The value of positions from which the player cannot win.
pub(crate) const NEVER: u64 = u64::MAX;

/// A value in moves.
pub(crate) fn text(value: u64) -> String {
    let moves = (value & !UNBOUNDED) as f64 / MOVE as f64;
    match value {
        NEVER => "never".to_owned(),
        UNBOUNDED.. => format!("{moves:.9} or more"),
        _ => format!("{moves:.9}"),
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

/// Bounds the least expected number of moves that `player` needs to win from `start`, in billionths,
/// against an opponent who chooses each move with equal probability. `value` is called with each
/// position in which the player is to move, in the order in which they are met, and returns its
/// value. Returns the lower and the upper bound, and the number of these positions.
///
/// The values need not be right: the bounds depend on how far they are from being a fixed point.
pub(crate) fn bounds<G: Game + Notation>(
    space: &Space<G>,
    start: &G::State,
    player: Player,
    mut value: impl FnMut(u64, &G::State) -> Result<u64, Rejection>,
) -> Result<(u64, u64, u64), Rejection> {
    let mut table = Table { space, player, numbers: HashMap::new(), positions: Vec::new() };
    table.meet(start.clone())?;
    let mut values = Vec::new();
    while let Some(position) = table.positions.get(values.len()).cloned() {
        values.push(value(values.len() as u64, &position)?);
        space.each_turn(&position, |after| table.meet(after))?;
    }
    let unbounded = |at| format!("no move from {} leads to bounded values", space.shown(at));
    let mut defect = 0;
    for (position, &value) in table.positions.iter().zip(&values) {
        let (mut bounded, own) = (None, i128::from(value & !UNBOUNDED));
        space.each_turn(position, |after| {
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
            defect = defect.max(MOVE - bounded.ok_or_else(|| unbounded(position))?);
        }
    }
    let Average { sum, count, unbounded: never } = table.average(start, &values)?;
    let product = |one: i128, other: i128| {
        one.checked_mul(other).ok_or(Rejection::Limit { limit: space.limits.positions })
    };
    let scaled = product(sum, BILLION.into())?;
    let least = scaled.div_euclid(product(MOVE + defect, count)?);
    let most = match product(MOVE - defect, count)? {
        _ if never => return Err(unbounded(start).into()),
        divisor @ 1.. => -(-scaled).div_euclid(divisor),
        _ => return Err("the values are wrong by a move or more".to_owned().into()),
    };
    match (u64::try_from(least), u64::try_from(most)) {
        (Ok(least), Ok(most)) => Ok((least, most, values.len() as u64)),
        _ => Err(unbounded(start).into()),
    }
}

/// The positions in which the player is to move, as they are met.
struct Table<'a, G: Game> {
    space: &'a Space<'a, G>,
    player: Player,
    numbers: HashMap<G::State, usize>,
    positions: Vec<G::State>,
}

impl<G: Game + Notation> Table<'_, G> {
    /// Adds a position, or those after all of the opponent's moves from it.
    fn meet(&mut self, state: G::State) -> Result<(), Rejection> {
        let Space { rules: game, limits } = self.space;
        if game.result(&state).is_some() || self.numbers.contains_key(&state) {
            return Ok(());
        }
        if game.to_move(&state) != self.player {
            return self.space.each_turn(&state, |after| self.meet(after));
        }
        self.numbers.insert(state.clone(), self.positions.len());
        self.positions.push(state);
        // Each is kept twice.
        limits.keep(2 * self.positions.len() as u64)
    }

    /// The value of a position, or the average over all of the opponent's moves from it.
    fn average(&self, state: &G::State, values: &[u64]) -> Result<Average, Rejection> {
        let game = self.space.rules;
        let mut average = Average::default();
        if game.result(state).is_none() && game.to_move(state) != self.player {
            self.space.each_turn(state, |after| {
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
        let game = self.space.rules;
        let known = || self.numbers.get(state).and_then(|&number| values.get(number).copied());
        match game.result(state) {
            Some(GameResult::Win(winner)) if winner == self.player => Ok(0),
            Some(_) => Ok(NEVER),
            None => {
                known().ok_or_else(|| format!("{} was not met", self.space.shown(state)).into())
            }
        }
    }
}
