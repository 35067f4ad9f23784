//! The moves of a game or puzzle, each of which is charged, and what bounds the memory and the time
//! of a check, whatever the file contains.

use std::cell::RefCell;
use std::ops::ControlFlow;

use tesuji_core::{Budget, Game, Limit, Meter, Notation, Rules, Silent, quoted};

use crate::Rejection;

/// The limits of a check.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// The most positions that are kept at a time.
    pub(crate) positions: u64,
    /// Counts units of work (moves that are tried, nim-sums, bytes that are skipped), and fails
    /// where their number reaches a limit.
    pub(crate) charge: &'a dyn Fn(u32) -> Result<(), Limit>,
    /// The units of work for a move.
    pub(crate) move_units: u32,
}

impl Limits<'_> {
    /// Calls `check` with these limits, the nodes of the budget being the units of work.
    pub(crate) fn within<T>(
        positions: u64,
        budget: &Budget,
        check: impl FnOnce(Limits<'_>) -> Result<T, Rejection>,
    ) -> Result<T, Rejection> {
        let mut silent = Silent;
        let meter = RefCell::new(Meter::new(budget, &mut silent));
        let charge = |units| meter.borrow_mut().charge(units);
        check(Limits { positions, charge: &charge, move_units: 1 })
    }

    /// Fails if more positions are kept than allowed.
    pub(crate) fn keep(&self, positions: u64) -> Result<(), Rejection> {
        let limit = self.positions;
        if positions > limit { Err(Rejection::Limit { limit }) } else { Ok(()) }
    }
}

/// The positions that may be kept in the memory of a budget.
pub(crate) fn positions_within(budget: &Budget) -> u64 {
    /// Those of a hash table that has just grown, with what is known of them.
    const BYTES: u64 = 128;
    budget.memory_limit().map_or(u64::MAX, |bytes| bytes as u64 / BYTES)
}

/// The rules by which a proof is checked, and its limits.
pub(crate) struct Space<'a, R> {
    pub(crate) rules: &'a R,
    pub(crate) limits: Limits<'a>,
}

impl<'a, R: Rules> Space<'a, R> {
    /// The space of the positions that can be reached from `state`. Where they have lists, fewer of
    /// them may be kept, and a move takes more work.
    pub(crate) fn new(rules: &'a R, state: &R::State, limits: Limits<'a>) -> Self {
        /// A position takes some 50 bytes and its [extra bytes](Rules::extra_bytes); this number of
        /// extra bytes counts as another position.
        const EXTRA_BYTES: usize = 32;
        let units = 1 + rules.extra_bytes(state) / EXTRA_BYTES;
        let move_units = u32::try_from(units).unwrap_or(u32::MAX);
        let positions = limits.positions / u64::from(move_units);
        Space { rules, limits: Limits { positions, move_units, ..limits } }
    }
}

impl<R: Rules + Notation> Space<'_, R> {
    /// Visits the positions after all moves from `state`.
    pub(crate) fn each(
        &self,
        state: &R::State,
        mut visit: impl FnMut(R::State) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        self.rules.try_visit_moves(state, |mv| {
            (self.limits.charge)(self.limits.move_units)?;
            visit(self.rules.successor(state, mv))
        })
    }

    /// A position in a message.
    pub(crate) fn shown(&self, state: &R::State) -> String {
        quoted(&self.rules.state_text(state)).to_string()
    }

    /// The move with the number of an entry.
    pub(crate) fn named(
        &self,
        state: &R::State,
        moves: &[R::Move],
        (number, entry): (u64, u64),
    ) -> Result<R::Move, Rejection> {
        let found = usize::try_from(number).ok().and_then(|number| moves.get(number).copied());
        found.ok_or_else(|| {
            let (moves, position) = (moves.len(), self.shown(state));
            format!("entry {entry}: move number {number} of the {moves} moves in {position}").into()
        })
    }
}

impl<G: Game + Notation> Space<'_, G> {
    /// Whether a move from `state`, which is not over, and the position after it pass the test; the
    /// moves after the first that does are not tried. Fails if there is no move or if turns do not
    /// alternate, because a proof over all moves relies on both.
    pub(crate) fn any(
        &self,
        state: &G::State,
        mut test: impl FnMut(G::Move, G::State) -> Result<bool, Rejection>,
    ) -> Result<bool, Rejection> {
        let mut moves = false;
        let end = self.rules.visit_moves(state, |mv| {
            moves = true;
            match self.successor(state, mv).and_then(|after| test(mv, after)) {
                Ok(false) => ControlFlow::Continue(()),
                end => ControlFlow::Break(end),
            }
        });
        match end {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) if moves => Ok(false),
            ControlFlow::Continue(()) => {
                Err(format!("{} is not over, but has no moves", self.shown(state)).into())
            }
        }
    }

    /// Visits the positions after all moves from `state`, in the same way.
    pub(crate) fn each_turn(
        &self,
        state: &G::State,
        mut visit: impl FnMut(G::State) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        self.any(state, |_, after| visit(after).map(|()| false)).map(drop)
    }

    /// The position after a move. Fails if the same player is to move there.
    pub(crate) fn successor(&self, state: &G::State, mv: G::Move) -> Result<G::State, Rejection> {
        (self.limits.charge)(self.limits.move_units)?;
        let (game, after) = (self.rules, self.rules.successor(state, mv));
        match game.to_move(&after) == game.to_move(state) && game.result(&after).is_none() {
            true => Err(format!("a player moves twice in a row in {}", self.shown(state)).into()),
            false => Ok(after),
        }
    }
}
