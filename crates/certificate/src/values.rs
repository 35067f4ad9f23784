//! The values of all positions that a strategy can lead to, after whatever errors of the opponent.

use std::num::NonZeroU32;

use tesuji_core::{Game, GameResult, Notation, Player};

use crate::Rejection;
use crate::claim::Duty;
use crate::depth_first::{Step, depth_first};
use crate::walk::{Left, Walk};

/// What a position is worth for the player of a walk: the more, the better.
pub(crate) type Worth = u32;

const LOSS: Worth = 1;
const DRAW: Worth = 2;
const WIN: Worth = 3;

/// The result that is worth this for the player.
pub(crate) fn result(worth: Worth, player: Player) -> GameResult {
    match worth {
        WIN => GameResult::Win(player),
        DRAW => GameResult::Draw,
        _ => GameResult::Win(player.other()),
    }
}

/// A position with the player to move, whose own move is made.
struct Before<S> {
    state: S,
    key: S,
    /// What searches prove it to be worth.
    decided: Option<Worth>,
}

impl<G: Game + Notation> Walk<'_, G> {
    /// Proves the value of every position that the strategy can lead to, and returns that of `root`.
    ///
    /// The walk is depth-first. Where the opponent is to move, the value is the least one after a
    /// reply. Where the player is to move, it is the one after the move of the entry, and the
    /// opponent's strategy proves that there is no more; or searches prove it, and that of all
    /// positions to which the first moves that keep the value lead.
    pub(crate) fn values(&mut self, root: &G::State) -> Result<Worth, Rejection> {
        let mut waiting = Vec::new();
        self.wait_for(root.clone(), &mut waiting)?;
        depth_first(self, None, waiting, Self::worth, |walk, before, values, waiting| {
            let least = values.iter().copied().min().unwrap_or(WIN);
            let Some(Before { state, key, decided }) = before else { return Ok(least) };
            match decided {
                None => walk.stop_at(&state, least, waiting)?,
                Some(worth) if worth == least => {}
                Some(_) => return Err(walk.undecided(&state)),
            }
            walk.met.insert(key, NonZeroU32::new(least));
            Ok(least)
        })
    }

    /// What the position is worth, which is over or in which the player is to move, or the position
    /// whose own move is made, with those after it appended to `waiting`.
    fn worth(
        &mut self,
        state: &G::State,
        above: &Option<Before<G::State>>,
        waiting: &mut Vec<G::State>,
    ) -> Result<Step<Option<Before<G::State>>>, Rejection> {
        match (self.known(state), self.checks.space.rules.result(state)) {
            (Some(None), _) => return Err(self.cycle(state)),
            (Some(Some(worth)), _) => return Ok(Step::Known(worth.get())),
            (None, Some(GameResult::Draw)) => return Ok(Step::Known(DRAW)),
            (None, Some(GameResult::Win(winner))) => {
                let won = winner == self.checks.player;
                return Ok(Step::Known(if won { WIN } else { LOSS }));
            }
            (None, None) if self.checks.wins_statically(state, Left(None))?.is_some() => {
                return Ok(Step::Known(WIN));
            }
            (None, None) => {}
        }
        let is_decided = above.as_ref().is_some_and(|before| before.decided.is_some());
        let (key, mut after) = match is_decided {
            true => (self.checks.key(state), None),
            false => self.enter(state, Duty::Value)?,
        };
        let mut decided = None;
        if after.is_none() {
            let (worth, next) = self.decide(state)?;
            (decided, after) = (Some(worth), next);
        }
        let Some(after) = after else {
            self.met.insert(key, NonZeroU32::new(WIN));
            return Ok(Step::Known(WIN));
        };
        self.met.insert(key.clone(), None);
        self.wait_for(after, waiting)?;
        Ok(Step::Wait(Some(Before { state: state.clone(), key, decided })))
    }

    /// What searches prove the position to be worth, in which the player is to move, and the position
    /// after the first move that keeps it; no position after a win.
    fn decide(&self, state: &G::State) -> Result<(Worth, Option<G::State>), Rejection> {
        let checks = &self.checks;
        let (own, other, plies) = (checks.player, checks.player.other(), checks.outline.search);
        if checks.can_force(state, (own, plies, false))? {
            return Ok((WIN, None));
        }
        let lost = checks.can_force(state, (other, plies, false))?;
        if !lost
            && (checks.can_force(state, (own, plies, true))?
                || checks.can_force(state, (other, plies, true))?)
        {
            return Err(self.undecided(state));
        }
        let mut after = None;
        checks.space.any(state, |_, next| {
            let keeps = lost || !checks.can_force(&next, (other, plies - 1, true))?;
            after = keeps.then_some(next);
            Ok(keeps)
        })?;
        match after {
            None => Err(self.undecided(state)),
            after => Ok((if lost { LOSS } else { DRAW }, after)),
        }
    }

    /// Appends a position that is over or in which the player is to move; or those after all replies.
    fn wait_for(&self, state: G::State, waiting: &mut Vec<G::State>) -> Result<(), Rejection> {
        let game = self.checks.space.rules;
        if game.result(&state).is_some() || game.to_move(&state) == self.checks.player {
            waiting.push(state);
            return Ok(());
        }
        self.replies(&state, waiting)
    }

    /// Proves by the opponent's strategy that `state`, where the player is to move, is worth no more.
    fn stop_at(&mut self, state: &G::State, worth: Worth, waiting: usize) -> Result<(), Rejection> {
        let place = match worth {
            DRAW => 0,
            LOSS => 1,
            _ => return Ok(()),
        };
        self.waiting = waiting;
        self.change_sides(place);
        if worth == LOSS {
            self.win(state, None)?;
        } else {
            self.survive(state, None)?;
        }
        self.change_sides(place);
        self.waiting = 0;
        Ok(())
    }

    /// Goes on with the opponent's positions of one kind, or back to the player's.
    fn change_sides(&mut self, place: usize) {
        self.checks.player = self.checks.player.other();
        std::mem::swap(&mut self.met, &mut self.opponent[place]);
    }

    fn undecided(&self, state: &G::State) -> Rejection {
        // The entry before this one has left it to the searches.
        self.search_fails(state, self.entries - 1)
    }
}
