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
    pub(crate) met: &'a Met<G::State>,
    pub(crate) outline: Outline,
}

/// What a strategy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// To win within so many plies; [`u32::MAX`] for any number.
    Win(u32),
    /// Not to lose within so many plies; [`u32::MAX`] for never.
    Last(u32),
}

/// The positions that have their entry, each or its representative, with the plies in which the
/// strategy wins.
pub(crate) type Met<S> = HashMap<S, u32>;

/// In place of the plies, while they are being found out.
const OPEN: u32 = u32::MAX;

/// What is left of so many plies after some; of any number, any number.
pub(crate) fn less(plies: u32, played: u32) -> u32 {
    if plies == u32::MAX { plies } else { plies.saturating_sub(played) }
}

/// The move that an entry names by its number.
pub(crate) fn named<M: Copy>(
    moves: &[M],
    number: u64,
    entry: u64,
    position: impl FnOnce() -> String,
) -> Result<M, Rejection> {
    let found = usize::try_from(number).ok().and_then(|number| moves.get(number).copied());
    found.ok_or_else(|| {
        let (moves, position) = (moves.len(), position());
        Rejection::NoSuchMove { entry, number, moves, position }
    })
}

/// What can be seen of a position without a strategy.
#[derive(Debug)]
pub(crate) struct Checks<'g, G> {
    pub(crate) game: &'g G,
    /// Whose strategy it is.
    pub(crate) player: Player,
    pub(crate) outline: Outline,
}

impl<G: Subject> Checks<'_, G> {
    /// What stands for a position and its mirror images among those that were met.
    pub(crate) fn key(&self, state: &G::State) -> G::State {
        if self.outline.symmetry { self.game.representative(state) } else { state.clone() }
    }

    /// In how few plies the player, who is to move, wins, if no more than the leaves have and are
    /// left.
    pub(crate) fn wins_at_sight(&self, state: &G::State, left: u32) -> Option<u32> {
        let most = self.outline.leaves.min(left);
        (1..=most).step_by(2).find(|&plies| self.wins(state, self.player, plies))
    }

    /// Whether it is plain that the player, who is to move, need not lose within so many plies.
    pub(crate) fn lasts_at_sight(&self, state: &G::State, plies: u32) -> bool {
        let fewest = self.game.fewest_moves(state, self.player.other());
        plies == 0
            || fewest.is_none_or(|moves| moves > plies / 2)
            || plies <= self.outline.leaves && self.lasts(state, self.player, plies)
            || self.wins_at_sight(state, u32::MAX).is_some()
    }

    /// Whether `player`, who is to move, can win within so many plies.
    fn wins(&self, state: &G::State, player: Player, plies: u32) -> bool {
        self.any(state, |after| match self.game.result(after) {
            Some(result) => result == GameResult::Win(player),
            None => plies > 1 && !self.lasts(after, player.other(), plies - 1),
        })
    }

    /// Whether `player`, who is to move, has a move after which he does not lose within so many
    /// plies, that one counted.
    fn lasts(&self, state: &G::State, player: Player, plies: u32) -> bool {
        self.any(state, |after| match self.game.result(after) {
            Some(result) => result != GameResult::Win(player.other()),
            None => plies < 2 || !self.wins(after, player.other(), plies - 1),
        })
    }

    fn any(&self, state: &G::State, test: impl Fn(&G::State) -> bool) -> bool {
        let end = self.game.visit_moves(state, |mv| {
            let found = test(&self.game.successor(state, mv));
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        end.is_break()
    }
}

/// Proves by strategies whose moves `chooser` knows that each of these players can do what he is to
/// do. Returns in how many plies at most the winner wins, and how many entries there were.
pub(crate) fn prove<G: Subject, C: Chooser<G>>(
    game: &G,
    state: &G::State,
    duties: &[(Player, Duty)],
    outline: Outline,
    chooser: &mut C,
    most: u64,
) -> Result<(Option<u32>, u64), Rejection> {
    let (mut longest, mut entries) = (None, 0);
    for &(player, duty) in duties {
        let checks = Checks { game, player, outline };
        let (met, moves) = (Met::new(), Vec::new());
        let mut walk = Walk { checks, chooser, met, moves, entries, most };
        match duty {
            Duty::Win(plies) => longest = Some(walk.win(state, plies)?),
            Duty::Last(plies) => walk.last(state, plies)?,
        }
        entries = walk.entries;
    }
    Ok((longest, entries))
}

/// A walk under way.
struct Walk<'a, G: Subject, C> {
    checks: Checks<'a, G>,
    chooser: &'a mut C,
    met: Met<G::State>,
    moves: Vec<G::Move>,
    /// Entries so far, over all the walks that a claim needs, and the most that there may be.
    entries: u64,
    most: u64,
}

impl<'a, G: Subject, C: Chooser<G>> Walk<'a, G, C> {
    /// Proves that the strategy wins from `root` within `most` plies, or within any number
    /// if that is [`u32::MAX`]; returns in how many plies at most.
    ///
    /// The walk goes depth-first. Positions that it is in the middle of are [`OPEN`]: to meet one
    /// is to go round in a circle. A position that is finished has its number of plies, the largest
    /// over the opponent's replies. If that is too large for a place where it is met again, it has
    /// another entry there.
    fn win(&mut self, root: &G::State, most: u32) -> Result<u32, Rejection> {
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
            left = less(most, 1);
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
            let known = match self.known(&state) {
                Some(OPEN) => {
                    let position = self.text(&state);
                    return Err(Rejection::Circle { entry: self.last_entry(), position });
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
                let (entry, position) = (self.last_entry(), self.text(&state));
                return Err(Rejection::TooSlow { entry, position, claimed: most });
            }
            let (key, after) = self.enter(&state, OPEN, Duty::Win(left))?;
            if self.is_over(&after)? {
                frame.longest = frame.longest.max(1);
                self.met.insert(key, 1);
            } else {
                let first = waiting.len();
                self.replies(&after, &mut waiting)?;
                frames.push(Frame { before: Some(key), first, left: less(left, 2), longest: 0 });
            }
        }
        unreachable!("the first frame returns")
    }

    /// Proves that the strategy does not lose from `root` in fewer than `claimed` plies; never, if
    /// that is [`u32::MAX`].
    ///
    /// The walk goes breadth-first, so that it meets every position when most plies are left.
    fn last(&mut self, root: &G::State, claimed: u32) -> Result<(), Rejection> {
        let Checks { game, player, .. } = self.checks;
        let (mut layer, mut played) = (vec![root.clone()], 0);
        while !layer.is_empty() && played < claimed {
            let plies = less(claimed, played + 1);
            let mut next = Vec::new();
            for state in layer {
                match game.result(&state) {
                    Some(GameResult::Win(winner)) if winner != player => {
                        return Err(self.lost(&state, played, claimed));
                    }
                    Some(_) => {}
                    None if game.to_move(&state) != player => self.replies(&state, &mut next)?,
                    None if self.known(&state).is_some()
                        || self.checks.lasts_at_sight(&state, plies) => {}
                    None => next.push(self.enter(&state, 0, Duty::Last(plies))?.1),
                }
            }
            (layer, played) = (next, played + 1);
        }
        Ok(())
    }

    /// Asks for the move of `state`, notes it with these plies, and plays it. Returns the key and
    /// what comes of it.
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
        let mv = named(moves, number as u64, entry, || game.state_text(state))?;
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
            Some(_) => Err(self.lost(state, 0, u32::MAX)),
        }
    }

    fn lost(&self, state: &G::State, plies: u32, claimed: u32) -> Rejection {
        let (entry, position) = (self.last_entry(), self.text(state));
        match claimed {
            u32::MAX => Rejection::Refuted { entry, player: self.checks.player, position },
            _ => Rejection::LostSooner { entry, position, plies, claimed },
        }
    }

    /// What is noted of a position, or of one that is the same but for symmetry.
    fn known(&self, state: &G::State) -> Option<u32> {
        self.met.get(&self.checks.key(state)).copied()
    }

    fn last_entry(&self) -> u64 {
        self.entries.saturating_sub(1)
    }

    fn text(&self, state: &G::State) -> String {
        self.checks.game.state_text(state)
    }
}
