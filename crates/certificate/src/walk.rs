//! Strategies: a walk through every position that one can lead to.
//!
//! A walk meets the positions in an order that follows from the rules alone, and asks a
//! [`Chooser`] for the move of each the first time it meets it. Checking a certificate is a walk
//! whose chooser reads the moves from the file; making one is the same walk with a chooser that
//! knows them. So the file has nothing but moves, one for each position, no position is ever read
//! from it, and a walk that came to its end has proved what it set out to prove whoever chose.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{GameResult, Player};

use crate::Rejection;
use crate::header::Outline;
use crate::subject::Subject;

/// Says which move a strategy plays.
pub trait Chooser<G: Subject> {
    /// The number of a move in [`Ask::moves`].
    ///
    /// # Errors
    /// Why there is none.
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection>;
}

/// A position for which a walk wants a move.
#[derive(Debug)]
pub struct Ask<'a, G: Subject> {
    /// The rules.
    pub game: &'a G,
    /// The position; never one that is over.
    pub state: &'a G::State,
    /// Its moves, in the order of the rules.
    pub moves: &'a [G::Move],
    /// Whose strategy it is, who is to move here.
    pub player: Player,
    /// What the strategy is for.
    pub duty: Duty,
    /// How many entries came before.
    pub entry: u64,
    met: &'a Met<G::State>,
    outline: Outline,
}

/// What a strategy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// To win, within so many plies.
    Win {
        /// How many plies; [`u32::MAX`] for any number.
        plies: u32,
    },
    /// Not to lose.
    Hold,
    /// Not to lose in so many more plies.
    Delay {
        /// How many plies.
        plies: u32,
    },
}

/// The positions that have their entry, each or its representative, with the plies in which the
/// strategy wins.
type Met<S> = HashMap<S, u32>;

/// In place of the plies, while they are being found out.
const OPEN: u32 = u32::MAX;

impl<G: Subject> Ask<'_, G> {
    /// How many entries the positions after a move would add at once, if each needs one: for
    /// choosers that want a small certificate. It tries what the walk would try.
    #[must_use]
    pub fn new_entries(&self, mv: G::Move) -> usize {
        let checks = Checks { game: self.game, player: self.player, outline: self.outline };
        let after = self.game.successor(self.state, mv);
        let mut new = 0;
        let ControlFlow::Continue(()) = self.game.visit_moves(&after, |reply| {
            let state = self.game.successor(&after, reply);
            let known = checks.known(self.met, &state);
            let settled = self.game.result(&state).is_some()
                || match self.duty {
                    Duty::Win { plies } => {
                        let left = after_two(plies);
                        known.is_some_and(|plies| plies <= left)
                            || checks.wins_at_sight(&state, left).is_some()
                    }
                    Duty::Hold => known.is_some() || checks.holds_at_sight(&state),
                    Duty::Delay { plies } => {
                        known.is_some() || checks.lasts_at_sight(&state, plies.saturating_sub(2))
                    }
                };
            new += usize::from(!settled);
            ControlFlow::<Infallible>::Continue(())
        });
        new
    }
}

/// What is left of so many plies after a move and a reply.
fn after_two(plies: u32) -> u32 {
    if plies == u32::MAX { plies } else { plies.saturating_sub(2) }
}

/// What can be seen of a position without a strategy.
#[derive(Debug)]
struct Checks<'g, G> {
    game: &'g G,
    /// Whose strategy it is.
    player: Player,
    outline: Outline,
}

impl<G: Subject> Checks<'_, G> {
    /// What stands for a position and its mirror images among those that were met.
    fn key(&self, state: &G::State) -> G::State {
        if self.outline.symmetry { self.game.representative(state) } else { state.clone() }
    }

    /// What is noted of a position, or of one that is the same but for symmetry.
    fn known(&self, met: &Met<G::State>, state: &G::State) -> Option<u32> {
        met.get(&self.key(state)).copied()
    }

    /// In how few plies the player, who is to move, wins, if no more than the leaves have and are left.
    fn wins_at_sight(&self, state: &G::State, left: u32) -> Option<u32> {
        let most = self.outline.leaves.min(left);
        (1..=most).step_by(2).find(|&plies| self.wins(state, plies))
    }

    /// Whether the player, who is to move, can win within so many plies.
    fn wins(&self, state: &G::State, plies: u32) -> bool {
        self.any(state, |after| match self.game.result(after) {
            Some(result) => result == GameResult::Win(self.player),
            None => {
                plies > 2
                    && self.all(after, |next| match self.game.result(next) {
                        Some(result) => result == GameResult::Win(self.player),
                        None => self.wins(next, plies - 2),
                    })
            }
        })
    }

    /// Whether it is plain that the player, who is to move, need not lose.
    fn holds_at_sight(&self, state: &G::State) -> bool {
        self.game.fewest_moves(state, self.player.other()).is_none()
            || self.wins_at_sight(state, u32::MAX).is_some()
    }

    /// Whether it is plain that the player, who is to move, need not lose within so many plies.
    fn lasts_at_sight(&self, state: &G::State, plies: u32) -> bool {
        plies == 0
            || self
                .game
                .fewest_moves(state, self.player.other())
                .is_none_or(|moves| moves > plies / 2)
            || plies <= self.outline.leaves && self.lasts(state, plies)
    }

    /// Whether the player, who is to move, has a move after which he does not lose within so many
    /// plies, that one counted.
    fn lasts(&self, state: &G::State, plies: u32) -> bool {
        let lost = Some(GameResult::Win(self.player.other()));
        self.any(state, |after| match self.game.result(after) {
            Some(result) => Some(result) != lost,
            None => {
                plies < 2
                    || self.all(after, |next| match self.game.result(next) {
                        Some(result) => Some(result) != lost,
                        None => plies < 3 || self.lasts(next, plies - 2),
                    })
            }
        })
    }

    fn any(&self, state: &G::State, test: impl Fn(&G::State) -> bool) -> bool {
        let end = self.game.visit_moves(state, |mv| {
            let found = test(&self.game.successor(state, mv));
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        end.is_break()
    }

    fn all(&self, state: &G::State, test: impl Fn(&G::State) -> bool) -> bool {
        !self.any(state, |next| !test(next))
    }
}

/// A walk under way.
pub(crate) struct Walk<'a, G: Subject, C> {
    checks: Checks<'a, G>,
    chooser: &'a mut C,
    met: Met<G::State>,
    moves: Vec<G::Move>,
    /// Entries so far, over all the walks that a claim needs, and the most that there may be.
    entries: u64,
    most: u64,
}

impl<'a, G: Subject, C: Chooser<G>> Walk<'a, G, C> {
    /// A walk for the strategy of `player`. So many entries came before it, and at most so many
    /// there may be in all.
    pub(crate) fn new(
        game: &'a G,
        player: Player,
        outline: Outline,
        chooser: &'a mut C,
        entries: u64,
        most: u64,
    ) -> Self {
        let checks = Checks { game, player, outline };
        Walk { checks, chooser, met: Met::new(), moves: Vec::new(), entries, most }
    }

    /// How many entries there are so far.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// Proves that the strategy wins from `root` within `most` plies, or within any number
    /// if that is [`u32::MAX`]; returns in how many plies at most.
    ///
    /// The walk goes depth-first. Positions that it is in the middle of are [`OPEN`]: to meet one is to
    /// go round in a circle. A position that is finished has its number of plies, the largest over
    /// the opponent's replies. If that is too large for a place where it is met again, it has
    /// another entry there.
    pub(crate) fn win(&mut self, root: &G::State, most: u32) -> Result<u32, Rejection> {
        /// A position with the opponent to move.
        struct Frame<S> {
            /// The key of the position before, which has the entry that led here.
            before: Option<S>,
            /// Where its replies begin among those that wait.
            first: usize,
            /// The plies that are left after a reply.
            left: u32,
            /// The most plies that it takes after any of them.
            longest: u32,
        }
        if self.is_over(root)? {
            return Ok(0);
        }
        let mut waiting = Vec::new();
        let own_turn = self.checks.game.to_move(root) == self.checks.player;
        let mut left = most;
        if own_turn {
            waiting.push(root.clone());
        } else {
            self.replies(root, &mut waiting)?;
            left = if most == u32::MAX { most } else { most.saturating_sub(1) };
        }
        let mut frames = vec![Frame { before: None, first: 0, left, longest: 0 }];
        while let Some(frame) = frames.last_mut() {
            if waiting.len() <= frame.first {
                let Some(Frame { before, longest, .. }) = frames.pop() else { break };
                let (Some(key), Some(above)) = (before, frames.last_mut()) else {
                    return Ok(if own_turn { longest } else { longest + 1 });
                };
                above.longest = above.longest.max(longest + 2);
                self.met.insert(key, longest + 2);
                continue;
            }
            let Some(state) = waiting.pop() else { break };
            let left = frame.left;
            let known = match self.checks.known(&self.met, &state) {
                Some(OPEN) => {
                    let position = self.text(&state);
                    return Err(Rejection::Circle { entry: self.last(), position });
                }
                Some(plies) if plies <= left => Some(plies),
                None if self.is_over(&state)? => Some(0),
                Some(_) | None => self.checks.wins_at_sight(&state, left),
            };
            if let Some(plies) = known {
                frame.longest = frame.longest.max(plies);
                continue;
            }
            if left == 0 {
                let (entry, position) = (self.last(), self.text(&state));
                return Err(Rejection::TooSlow { entry, position, claimed: most });
            }
            let (key, after) = self.enter(&state, OPEN, Duty::Win { plies: left })?;
            if self.is_over(&after)? {
                frame.longest = frame.longest.max(1);
                self.met.insert(key, 1);
            } else {
                let first = waiting.len();
                self.replies(&after, &mut waiting)?;
                frames.push(Frame { before: Some(key), first, left: after_two(left), longest: 0 });
            }
        }
        unreachable!("the first frame returns")
    }

    /// Proves that the strategy never loses from `root`.
    pub(crate) fn hold(&mut self, root: &G::State) -> Result<(), Rejection> {
        let mut waiting = vec![root.clone()];
        if !self.is_finished(root)? && self.checks.game.to_move(root) != self.checks.player {
            waiting.clear();
            self.replies(root, &mut waiting)?;
        }
        while let Some(state) = waiting.pop() {
            if self.checks.known(&self.met, &state).is_some()
                || self.is_finished(&state)?
                || self.checks.holds_at_sight(&state)
            {
                continue;
            }
            let (_, after) = self.enter(&state, 0, Duty::Hold)?;
            if !self.is_finished(&after)? {
                self.replies(&after, &mut waiting)?;
            }
        }
        Ok(())
    }

    /// Proves that the strategy does not lose from `root` in fewer than `claimed` plies.
    ///
    /// The walk goes breadth-first, so that it meets every position when most plies are left.
    pub(crate) fn delay(&mut self, root: &G::State, claimed: u32) -> Result<(), Rejection> {
        let mut layer = vec![root.clone()];
        let mut played = 0;
        if !self.has_lasted(root, played, claimed)?
            && self.checks.game.to_move(root) != self.checks.player
        {
            layer.clear();
            self.replies(root, &mut layer)?;
            played = 1;
        }
        while played + 1 < claimed && !layer.is_empty() {
            let plies = claimed - 1 - played;
            let mut next = Vec::new();
            for state in layer {
                if self.has_lasted(&state, played, claimed)?
                    || self.checks.known(&self.met, &state).is_some()
                    || self.checks.lasts_at_sight(&state, plies)
                {
                    continue;
                }
                let (_, after) = self.enter(&state, 0, Duty::Delay { plies })?;
                if !self.has_lasted(&after, played + 1, claimed)? && plies >= 2 {
                    self.replies(&after, &mut next)?;
                }
            }
            layer = next;
            played += 2;
        }
        // What the last moves led to.
        for state in layer.iter().filter(|_| played < claimed) {
            self.has_lasted(state, played, claimed)?;
        }
        Ok(())
    }

    /// Asks for the move of `state`, notes it with these plies, and plays it. Returns the key and what
    /// comes of it.
    fn enter(
        &mut self,
        state: &G::State,
        plies: u32,
        duty: Duty,
    ) -> Result<(G::State, G::State), Rejection> {
        let Checks { game, player, outline } = self.checks;
        if self.entries >= self.most {
            return Err(Rejection::Entries { promised: self.most, found: self.entries + 1 });
        }
        self.moves.clear();
        let ControlFlow::Continue(()) = game.visit_moves(state, |mv| {
            self.moves.push(mv);
            ControlFlow::<Infallible>::Continue(())
        });
        let (moves, entry) = (self.moves.as_slice(), self.entries);
        let met = &self.met;
        let ask = Ask { game, state, moves, player, duty, entry, met, outline };
        let number = self.chooser.choose(&ask)?;
        let mv = *moves.get(number).ok_or_else(|| Rejection::NoSuchMove {
            entry,
            number: number as u64,
            moves: moves.len(),
            position: game.state_text(state),
        })?;
        self.entries += 1;
        let key = self.checks.key(state);
        self.met.insert(key.clone(), plies);
        Ok((key, self.other_turn(state, game.successor(state, mv))?))
    }

    /// Appends what the opponent, who is to move in `state`, can make of it.
    fn replies(&self, state: &G::State, out: &mut Vec<G::State>) -> Result<(), Rejection> {
        self.checks.game.try_visit_moves(state, |mv| {
            let next = self.other_turn(state, self.checks.game.successor(state, mv))?;
            out.push(next);
            Ok(())
        })
    }

    /// Sees that it is the other player's turn after a move, unless the game is over.
    fn other_turn(&self, before: &G::State, after: G::State) -> Result<G::State, Rejection> {
        let game = self.checks.game;
        if game.to_move(&after) == game.to_move(before) && game.result(&after).is_none() {
            return Err(Rejection::NoTurns { position: self.text(before) });
        }
        Ok(after)
    }

    /// Whether the game is over and the player has won; an error if it is over otherwise.
    fn is_over(&self, state: &G::State) -> Result<bool, Rejection> {
        match self.checks.game.result(state) {
            None => Ok(false),
            Some(GameResult::Win(winner)) if winner == self.checks.player => Ok(true),
            Some(_) => Err(self.refuted(state)),
        }
    }

    /// Whether the game is over; an error if the player has lost.
    fn is_finished(&self, state: &G::State) -> Result<bool, Rejection> {
        match self.checks.game.result(state) {
            None => Ok(false),
            Some(GameResult::Win(winner)) if winner != self.checks.player => {
                Err(self.refuted(state))
            }
            Some(_) => Ok(true),
        }
    }

    /// The same, where a loss after `claimed` plies is none.
    fn has_lasted(&self, state: &G::State, plies: u32, claimed: u32) -> Result<bool, Rejection> {
        match self.is_finished(state) {
            Err(_) if plies >= claimed => Ok(true),
            Err(_) => {
                let (entry, position) = (self.last(), self.text(state));
                Err(Rejection::LostSooner { entry, position, plies, claimed })
            }
            finished => finished,
        }
    }

    fn refuted(&self, state: &G::State) -> Rejection {
        let (entry, player) = (self.last(), self.checks.player);
        Rejection::Refuted { entry, player, position: self.text(state) }
    }

    fn last(&self) -> u64 {
        self.entries.saturating_sub(1)
    }

    fn text(&self, state: &G::State) -> String {
        self.checks.game.state_text(state)
    }
}
