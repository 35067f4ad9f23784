//! What choosers can ask about a position.

use std::cell::Cell;

use tesuji_core::{Game, Limit, Notation};

use crate::Rejection;
use crate::claim::Duty;
use crate::space::{Limits, Space};
use crate::walk::{Ask, Checks, Chooser, Left, Walk};

/// Leaves everything to the checker.
struct Searcher;

impl<G: Game> Chooser<G> for Searcher {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        Ok(ask.moves.len())
    }
}

impl<G: Game + Notation> Ask<'_, G> {
    /// Whether the checker's search proves the position in at most `work` moves that are tried, so
    /// that it can be left to it. They are charged to the budget of the walk.
    #[must_use]
    pub fn search_proves(&self, work: u64) -> bool {
        let Checks { ref space, player, outline, searches } = *self.checks;
        let left = Cell::new(work);
        let charge = |units: u32| {
            left.set(left.get().checked_sub(units.into()).ok_or(Limit::Nodes)?);
            (space.limits.charge)(units)
        };
        let limits = Limits { charge: &charge, ..space.limits };
        let space = Space { rules: self.game, limits };
        let checks = Checks { space, player, outline, searches };
        let proves = match self.duty {
            _ if outline.search == 0 => Ok(false),
            Duty::Value => {
                let mut chooser = Searcher;
                let mut walk = Walk::new(checks, &mut chooser, 0);
                walk.before = Some(self.met);
                walk.values(self.state).map(|_| true)
            }
            duty => checks.search_proves(self.state, duty),
        };
        proves.unwrap_or(false)
    }

    /// The number of entries that the positions after a move need at once, for choosers that aim at
    /// a small certificate. It tries what the walk would try, and charges that to the same budget.
    #[must_use]
    pub fn new_entries(&self, mv: G::Move) -> usize {
        let Ask { game, checks, .. } = self;
        let after = game.successor(self.state, mv);
        let mut new = 0;
        let counted = game.try_visit_moves(&after, |reply| {
            let state = checks.space.successor(&after, reply)?;
            let known = self.met.get(&checks.key(&state)).copied();
            let settled = game.result(&state).is_some()
                || match self.duty {
                    Duty::Win(plies) => match Left(plies).after(2) {
                        None => false,
                        Some(left) => {
                            known.flatten().is_some_and(|plies| left.allows(plies.get()))
                                || checks.wins_statically(&state, left)?.is_some()
                        }
                    },
                    Duty::Value => {
                        known.is_some() || checks.wins_statically(&state, Left(None))?.is_some()
                    }
                    Duty::Survive(plies) => {
                        known.is_some()
                            || match Left(plies).after(2) {
                                None => true,
                                Some(left) => checks.survives_statically(&state, left)?,
                            }
                    }
                };
            new += usize::from(!settled);
            Ok::<(), Rejection>(())
        });
        if counted.is_err() { usize::MAX } else { new }
    }
}
