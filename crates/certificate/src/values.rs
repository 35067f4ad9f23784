//! The values of all positions that a strategy can lead to, after whatever errors of the opponent.

use std::num::NonZeroU32;

use tesuji_core::{Game, GameResult, Notation, Player};

use crate::Rejection;
use crate::alpha_beta::Searches;
use crate::claim::Duty;
use crate::walk::{Checks, Chooser, Left, Walk};

/// What a position is worth for the player of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worth {
    Loss = 1,
    Draw,
    Win,
}

impl Worth {
    const ALL: [Worth; 3] = [Worth::Loss, Worth::Draw, Worth::Win];

    fn of(result: GameResult, player: Player) -> Self {
        match result {
            GameResult::Win(winner) if winner == player => Worth::Win,
            GameResult::Win(_) => Worth::Loss,
            GameResult::Draw => Worth::Draw,
        }
    }

    pub(crate) fn result(self, player: Player) -> GameResult {
        match self {
            Worth::Win => GameResult::Win(player),
            Worth::Draw => GameResult::Draw,
            Worth::Loss => GameResult::Win(player.other()),
        }
    }

    /// The number that stands for it among the positions that were met.
    fn number(self) -> Option<NonZeroU32> {
        NonZeroU32::new(self as u32)
    }
}

/// What searches prove of a position.
struct Decision<S> {
    worth: Worth,
    /// The position after the first move that keeps it; none after a win.
    after: Option<S>,
}

impl<G: Game + Notation> Checks<'_, G> {
    /// What searches prove of the position, in which the player is to move; `None` if they prove no
    /// value.
    fn decide(
        &self,
        searches: &mut Searches<G::State>,
        state: &G::State,
    ) -> Result<Option<Decision<G::State>>, Rejection> {
        let (own, other, plies) = (self.player, self.player.other(), self.outline.search);
        if searches.can_force(self, state, (own, plies, false))? {
            return Ok(Some(Decision { worth: Worth::Win, after: None }));
        }
        let lost = searches.can_force(self, state, (other, plies, false))?;
        if !lost
            && (searches.can_force(self, state, (own, plies, true))?
                || searches.can_force(self, state, (other, plies, true))?)
        {
            return Ok(None);
        }
        let mut after = None;
        self.any(state, |next| {
            let keeps = lost || !searches.can_force(self, next, (other, plies - 1, true))?;
            if keeps {
                after = Some(next.clone());
            }
            Ok(keeps)
        })?;
        let worth = if lost { Worth::Loss } else { Worth::Draw };
        Ok(after.map(|after| Decision { worth, after: Some(after) }))
    }
}

impl<G: Game + Notation, C: Chooser<G>> Walk<'_, G, C> {
    /// Proves the value of every position that the strategy can lead to, and returns that of `root`.
    ///
    /// The walk is depth-first. Where the opponent is to move, the value is the least one after a
    /// reply. Where the player is to move, it is the one after the move of the entry, and the
    /// opponent's strategy proves that there is no more; or searches prove it, and that of all
    /// positions to which the first moves that keep the value lead.
    pub(crate) fn values(&mut self, root: &G::State) -> Result<Worth, Rejection> {
        /// A position with the player to move, whose own move is made.
        struct Before<S> {
            state: S,
            key: S,
            /// What searches prove it to be worth.
            decided: Option<Worth>,
        }
        struct Frame<S> {
            /// None for the root.
            before: Option<Before<S>>,
            /// The index of the first position after it among those that wait.
            first: usize,
            /// The least worth of those that do not wait any more.
            least: Worth,
        }
        let Checks { game, player, .. } = self.checks;
        let mut waiting = Vec::new();
        self.wait_for(root.clone(), &mut waiting)?;
        let mut frames = vec![Frame { before: None, first: 0, least: Worth::Win }];
        while let Some(frame) = frames.last_mut() {
            if waiting.len() <= frame.first {
                let Some(Frame { before, least, .. }) = frames.pop() else { break };
                let (Some(Before { state, key, decided }), Some(above)) =
                    (before, frames.last_mut())
                else {
                    return Ok(least);
                };
                above.least = above.least.min(least);
                match decided {
                    None => self.stop_at(&state, least, waiting.len())?,
                    Some(worth) if worth == least => {}
                    Some(_) => return Err(self.undecided(&state)),
                }
                self.met.insert(key, least.number());
                continue;
            }
            let Some(state) = waiting.pop() else { break };
            let known = match (self.known(&state), game.result(&state)) {
                (Some(None), _) => {
                    let position = self.text(&state);
                    return Err(Rejection::Cycle { entries: self.entries, position });
                }
                (Some(number), _) => Worth::ALL.into_iter().find(|worth| worth.number() == number),
                (None, Some(result)) => Some(Worth::of(result, player)),
                (None, None) => {
                    self.checks.wins_statically(&state, Left(None))?.map(|_| Worth::Win)
                }
            };
            if let Some(worth) = known {
                frame.least = frame.least.min(worth);
                continue;
            }
            let is_decided = frame.before.as_ref().is_some_and(|before| before.decided.is_some());
            let (key, after) = match is_decided {
                true => (self.checks.key(&state), None),
                false => self.enter(&state, Duty::Value)?,
            };
            let (decided, after) = match after {
                Some(after) => (None, Some(after)),
                None => {
                    let decided = self.checks.decide(&mut self.searches.borrow_mut(), &state)?;
                    let Decision { worth, after } =
                        decided.ok_or_else(|| self.undecided(&state))?;
                    (Some(worth), after)
                }
            };
            let Some(after) = after else {
                self.met.insert(key, Worth::Win.number());
                continue;
            };
            self.met.insert(key.clone(), None);
            let first = waiting.len();
            self.wait_for(after, &mut waiting)?;
            let before = Some(Before { state, key, decided });
            frames.push(Frame { before, first, least: Worth::Win });
        }
        unreachable!("the first frame returns")
    }

    /// Appends a position that is over or in which the player is to move; or those after all replies.
    fn wait_for(&self, state: G::State, waiting: &mut Vec<G::State>) -> Result<(), Rejection> {
        let Checks { game, player, .. } = self.checks;
        if game.result(&state).is_some() || game.to_move(&state) == player {
            waiting.push(state);
            return Ok(());
        }
        self.replies(&state, waiting)
    }

    /// Proves by the opponent's strategy that `state`, where the player is to move, is worth no more.
    fn stop_at(&mut self, state: &G::State, worth: Worth, waiting: usize) -> Result<(), Rejection> {
        let (place, wins) = match worth {
            Worth::Win => return Ok(()),
            Worth::Draw => (0, false),
            Worth::Loss => (1, true),
        };
        self.waiting = waiting;
        self.change_sides(place);
        if wins {
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
        if let Some(met) = self.opponent.get_mut(place) {
            std::mem::swap(&mut self.met, met);
        }
    }

    fn undecided(&self, state: &G::State) -> Rejection {
        // The entry before this one has left it to the searches.
        let entry = self.entries - 1;
        let (plies, position) = (self.checks.outline.search, self.text(state));
        Rejection::SearchFails { entry, plies, position }
    }
}
