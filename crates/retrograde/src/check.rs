//! Checking a table against the rules alone.
//!
//! # Why no altered entry is missed
//!
//! Let every entry pass three tests: an end of the game has the value of its result; any other
//! position has the value that its successors' entries give; and the entries that a win, a loss or
//! a forced end rests on do not rest on it in turn. Then all entries are right, by
//! these steps. So an entry that differs from the right one fails, or makes another fail.
//!
//! * *A win or loss in the table is one.* The winner follows the entries. Every move of either
//!   side leads to an entry of the same winner with a cost lower by what the move counts, or lower
//!   still. Costs cannot fall for ever, and moves that count nothing go strictly down the order in
//!   which the third test grounds the entries. So the game ends, in a win, at no more than the
//!   claimed cost.
//! * *A win or loss is in the table, at no more than its cost.* By induction in the order in which
//!   retrograde analysis settles positions: what the position is settled by is in the table, so
//!   the second test gives it that value or a cheaper one. With the step before: the cost is right.
//! * *The other entries are the drawn positions*, as all wins and losses are accounted for. Who
//!   can force the end is argued in the same two steps for each player, with the order of
//!   grounding in place of the cost.
//!
//! Without the third test, positions in a cycle could vouch for each other. It costs nothing for
//! wins and losses whose moves all count at least one: their costs fall by themselves.

use std::fmt;

use tesuji_core::{Game, Player, Rules, Wdl};

use crate::clock::Clock;
use crate::exact::{Ender, Exact};
use crate::space::Space;
use crate::successors::{Tally, visit_valued_successors};
use crate::table::Table;

/// An error in a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The table and the space are not of the same size.
    #[error("the table has {entries} entries for {positions} positions")]
    WrongSize {
        /// The number of entries.
        entries: usize,
        /// The number of positions.
        positions: usize,
    },
    /// An entry is not a code of a value.
    #[error("entry {index} ({state}) holds {code}, which is no value")]
    NoValue {
        /// The index of the entry.
        index: usize,
        /// Its position in debug form.
        state: String,
        /// The code.
        code: u32,
    },
    /// An entry differs from what the rules say, or from what follows from the entries of the
    /// successors; if it is not wrong itself, then one of those is.
    #[error("entry {index} ({state}) is {claimed}, but {} follows from the rules and its successors", Told(*actual))]
    Contradiction {
        /// The index of the entry.
        index: usize,
        /// Its position in debug form.
        state: String,
        /// The value of the entry.
        claimed: Exact,
        /// The value that follows; `None` if a successor's value is missing.
        actual: Option<Exact>,
    },
    /// Entries agree with each other, but depend only on each other.
    #[error("entry {index} ({state}) is {claimed}, which depends on itself")]
    Circular {
        /// One of the entries.
        index: usize,
        /// Its position in debug form.
        state: String,
        /// The value of the entry.
        claimed: Exact,
    },
}

/// What follows for an entry, in words.
struct Told(Option<Exact>);

impl fmt::Display for Told {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(out),
            None => out.write_str("nothing"),
        }
    }
}

impl<S: Space, K: Clock<S::Game>> Table<S, K> {
    /// Checks the whole table against the rules, and finds any wrong entry.
    ///
    /// The analysis goes backwards; this goes forwards, by the legal moves of every position, and
    /// uses nothing of the analysis but the entries and the numbering. Altered entries that agree
    /// with each other are found too: `check.rs` argues why none is missed.
    ///
    /// # Errors
    /// The first error: the wrong entry itself, or one that depends on it.
    pub fn check(&self) -> Result<(), CheckError> {
        if self.cells.len() != self.space.len() {
            let (entries, positions) = (self.cells.len(), self.space.len());
            return Err(CheckError::WrongSize { entries, positions });
        }
        let Pending { mut free, forced } = self.check_each()?;
        self.ground(&mut free, |index, grounded| self.decision_rests(index, grounded))?;
        for (player, mut forced) in [Player::First, Player::Second].into_iter().zip(forced) {
            self.ground(&mut forced, |index, grounded| self.force_rests(index, player, grounded))?;
        }
        Ok(())
    }

    /// The first two tests; collects what is to be grounded in the third.
    fn check_each(&self) -> Result<Pending, CheckError> {
        let (game, mut pending) = (self.space.game(), Pending::default());
        for index in 0..self.space.len() {
            let state = self.state(index);
            let text = || format!("{state:?}");
            let Some(claimed) = self.cells.get(index) else {
                let code = self.cells.code(index);
                return Err(CheckError::NoValue { index, state: text(), code });
            };
            let end = game.result(&state);
            let Verdict { value: actual, free } = match end {
                Some(result) => Verdict {
                    value: Some(Exact::of_result(result, game.to_move(&state))),
                    free: false,
                },
                None => self.verdict(&state),
            };
            if actual != Some(claimed) {
                return Err(CheckError::Contradiction { index, state: text(), claimed, actual });
            }
            if free {
                pending.free.push(index);
            }
            if let (Exact::Draw(ender), None) = (claimed, end) {
                for player in [Player::First, Player::Second] {
                    if ender.includes(player) {
                        pending.forced[player as usize].push(index);
                    }
                }
            }
        }
        Ok(pending)
    }

    fn state(&self, index: usize) -> <S::Game as Rules>::State {
        self.space.state(&self.space.node(index))
    }

    /// What follows from the entries of the successors.
    fn verdict(&self, state: &<S::Game as Rules>::State) -> Verdict {
        let mover = self.space.game().to_move(state);
        let mut tally = Tally::default();
        let (mut unknown, mut free) = (false, false);
        // Of the drawn successors: each player can force the end in one of them, in all.
        let (mut some, mut all) = ([false; 2], [true; 2]);
        let lookup = |index| self.cells.get(index);
        visit_valued_successors(&self.space, &self.clock, state, lookup, |successor| {
            tally.add(&successor);
            free |= successor.ticks == 0;
            let forced = match successor.value {
                None => {
                    unknown = true;
                    return;
                }
                Some(Exact::Win(_) | Exact::Loss(_)) => return,
                Some(Exact::Draw(ender)) => {
                    [ender.includes(Player::First), ender.includes(Player::Second)]
                }
                Some(Exact::Endless) => [false; 2],
            };
            for player in 0..2 {
                some[player] |= forced[player];
                all[player] &= forced[player];
            }
        });
        let value = match tally.decision() {
            _ if unknown => None,
            Some((won, cost)) => match u32::try_from(cost) {
                Ok(cost) if won => Some(Exact::Win(cost)),
                Ok(cost) => Some(Exact::Loss(cost)),
                Err(_) => None,
            },
            None => {
                let can_end = |player| if player == mover { some } else { all }[player as usize];
                Some(match (can_end(Player::First), can_end(Player::Second)) {
                    (true, true) => Exact::Draw(Ender::Either),
                    (true, false) => Exact::Draw(Ender::Only(Player::First)),
                    (false, true) => Exact::Draw(Ender::Only(Player::Second)),
                    (false, false) => Exact::Endless,
                })
            }
        };
        let free = free && value.is_some_and(|value| value.wdl() != Wdl::Draw);
        Verdict { value, free }
    }

    /// The third test: `list` is grounded entry by entry, each by `rests` on those that are not on
    /// the list any more.
    fn ground(
        &self,
        list: &mut Vec<usize>,
        rests: impl Fn(usize, &dyn Fn(usize) -> bool) -> bool,
    ) -> Result<(), CheckError> {
        if list.is_empty() {
            return Ok(());
        }
        let mut waits = vec![false; self.space.len()];
        list.iter().for_each(|&index| waits[index] = true);
        while !list.is_empty() {
            let before = list.len();
            list.retain(|&index| {
                waits[index] = !rests(index, &|other| !waits[other]);
                waits[index]
            });
            if let Some(&index) = list.first()
                && list.len() == before
            {
                let state = format!("{:?}", self.state(index));
                let claimed = self.cells.get(index).expect("every entry has a value by now");
                return Err(CheckError::Circular { index, state, claimed });
            }
            // What rests on later entries now comes after them.
            list.reverse();
        }
        Ok(())
    }

    /// Whether a win rests on a successor that counts down or is grounded; for a loss, whether
    /// all successors do.
    fn decision_rests(&self, index: usize, grounded: &dyn Fn(usize) -> bool) -> bool {
        let claimed = self.cells.get(index);
        let (mut some, mut all) = (false, true);
        let lookup = |index| self.cells.get(index);
        visit_valued_successors(
            &self.space,
            &self.clock,
            &self.state(index),
            lookup,
            |successor| {
                let steady = successor.ticks == 0 && successor.value == claimed;
                let rests = !steady || successor.index.is_some_and(grounded);
                // A win must be kept at its cost; after a loss everything counts.
                let cost = |cost: u32| u64::from(cost) + u64::from(successor.ticks);
                some |= match (claimed, successor.value) {
                    (Some(Exact::Win(total)), Some(Exact::Win(rest))) => {
                        rests && cost(rest) == u64::from(total)
                    }
                    _ => false,
                };
                all &= rests;
            },
        );
        if matches!(claimed, Some(Exact::Win(_))) { some } else { all }
    }

    /// Whether `player` can move to a drawn successor that is grounded; if it is the other's
    /// turn, whether all drawn successors are.
    fn force_rests(&self, index: usize, player: Player, grounded: &dyn Fn(usize) -> bool) -> bool {
        let state = self.state(index);
        let (mut some, mut all) = (false, true);
        let lookup = |index| self.cells.get(index);
        visit_valued_successors(&self.space, &self.clock, &state, lookup, |successor| {
            if let Some(value) = successor.value
                && value.wdl() == Wdl::Draw
            {
                let forced = matches!(value, Exact::Draw(ender) if ender.includes(player));
                let rests = forced && successor.index.is_some_and(grounded);
                some |= rests;
                all &= rests;
            }
        });
        if self.space.game().to_move(&state) == player { some } else { all }
    }
}

/// What follows from the successors' entries.
struct Verdict {
    value: Option<Exact>,
    /// A win or loss with a move that counts nothing.
    free: bool,
}

/// What the third test has to look at.
#[derive(Default)]
struct Pending {
    /// Wins and losses with a move that counts nothing.
    free: Vec<usize>,
    /// Draws whose end each player can force.
    forced: [Vec<usize>; 2],
}
