//! Strategies: a walk through every position that a strategy can lead to.
//!
//! A walk visits the positions in an order that follows from the rules alone, and asks a
//! [`Chooser`] for a move at the first visit of each. Checking a certificate is a walk whose chooser
//! reads the moves from the file; making one is the same walk with a chooser that knows them. So the
//! file contains one move for each position and nothing else, no position is ever read from it, and
//! a completed walk is a proof, no matter how the moves were chosen.

use std::cell::RefCell;
use std::num::NonZeroU32;

use tesuji_core::hash::StateMap;
use tesuji_core::{Game, GameResult, Notation, Player};

use crate::Rejection;
use crate::alpha_beta::{Kind, Searches};
use crate::claim::{Claim, Duty, Length, name};
use crate::depth_first::{Step, depth_first};
use crate::header::Outline;
use crate::space::Space;
use crate::values;

/// Chooses the moves of a strategy.
pub trait Chooser<G: Game> {
    /// Returns the index of a move in [`Ask::moves`], or the number of moves to leave the position to
    /// a search of the checker.
    ///
    /// # Errors
    /// Why no move is chosen.
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection>;
}

/// A position for which a walk needs a move.
pub struct Ask<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position; never one that is over.
    pub state: &'a G::State,
    /// Its moves, in the order of the rules.
    pub moves: &'a [G::Move],
    /// The player of the strategy, who is to move.
    pub player: Player,
    /// What the strategy must achieve from here.
    pub duty: Duty,
    /// The number of entries before this one.
    pub entry: u64,
    pub(crate) checks: &'a Checks<'a, G>,
    #[cfg_attr(not(feature = "write"), expect(dead_code, reason = "some choosers look at it"))]
    pub(crate) met: &'a Met<G::State>,
}

impl<G: Game> Ask<'_, G> {
    /// The number of choices: the moves, and a search if the outline allows it.
    pub(crate) fn choices(&self) -> usize {
        self.moves.len() + usize::from(self.checks.outline.search > 0)
    }
}

/// The positions that have an entry, by their [key](Checks::key), with the number of plies in which
/// the strategy wins from there, or with what they are [worth](crate::values); no number while that
/// is still being determined.
pub(crate) type Met<S> = StateMap<S, Option<NonZeroU32>>;

/// The number of plies that are left; `None` stands for any number.
///
/// All functions in this crate that count plies fail rather than saturate or wrap: if fewer plies
/// are left than a move needs, there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left(pub(crate) Option<u32>);

impl Left {
    /// The number that is left after `played` more plies; `None` if fewer were left.
    pub(crate) fn after(self, played: u32) -> Option<Left> {
        match self.0 {
            None => Some(self),
            Some(plies) => plies.checked_sub(played).map(|plies| Left(Some(plies))),
        }
    }

    /// Whether at least this number of plies is left.
    pub(crate) fn allows(self, plies: u32) -> bool {
        self.0.is_none_or(|left| plies <= left)
    }
}

/// The sum of two numbers of plies.
fn sum(plies: u32, more: u32) -> Result<u32, Rejection> {
    plies.checked_add(more).ok_or(Rejection::Limit { limit: u32::MAX.into() })
}

/// What can be proved about a position without a strategy.
pub(crate) struct Checks<'a, G: Game> {
    pub(crate) space: Space<'a, G>,
    /// The player of the strategy.
    pub(crate) player: Player,
    pub(crate) outline: Outline,
    pub(crate) searches: &'a RefCell<Searches<G>>,
}

impl<G: Game + Notation> Checks<'_, G> {
    /// The position itself, or the representative of those that are symmetric to it: its key among
    /// the positions that were met.
    pub(crate) fn key(&self, state: &G::State) -> G::State {
        if self.outline.symmetry { self.space.rules.canonical(state) } else { state.clone() }
    }

    /// Whether the attacker can force a win within the plies, where a game that is not over then
    /// counts as won if `horizon` says so.
    pub(crate) fn can_force(
        &self,
        state: &G::State,
        (attacker, plies, horizon): (Player, u32, bool),
    ) -> Result<bool, Rejection> {
        let kind = Kind { attacker, horizon, table: true };
        self.searches.borrow_mut().can_force(&self.space, state, plies, kind)
    }

    /// Whether the attacker can force a win within as few plies as the outline's leaves.
    fn can_win(&self, state: &G::State, attacker: Player, plies: u32) -> Result<bool, Rejection> {
        let kind = Kind { attacker, horizon: false, table: false };
        self.searches.borrow_mut().can_force(&self.space, state, plies, kind)
    }

    /// The number of plies in which the player, who is to move, can win, if that is at most the
    /// number of the outline's leaves and at most what is left.
    pub(crate) fn wins_statically(
        &self,
        state: &G::State,
        left: Left,
    ) -> Result<Option<u32>, Rejection> {
        for plies in (1..=self.outline.leaves).step_by(2).take_while(|&plies| left.allows(plies)) {
            if self.can_win(state, self.player, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Whether the game's bound, or a search as deep as the outline's leaves, proves that the player,
    /// who is to move, need not lose within the plies that are left.
    pub(crate) fn survives_statically(
        &self,
        state: &G::State,
        left: Left,
    ) -> Result<bool, Rejection> {
        let opponent = self.player.other();
        // Every second one of these plies is the opponent's.
        let fewest = self.space.rules.min_moves_to_win(state, opponent);
        if left.0 == Some(0)
            || fewest.is_none_or(|moves| left.0.is_some_and(|plies| moves > plies / 2))
        {
            return Ok(true);
        }
        match left.0.filter(|&plies| plies <= self.outline.leaves) {
            Some(plies) if !self.can_win(state, opponent, plies)? => Ok(true),
            _ => Ok(self.wins_statically(state, Left(None))?.is_some()),
        }
    }

    /// Whether a search proves that the player, who is to move, does the duty. Returns false if the
    /// duty needs a search of more plies than the outline allows.
    pub(crate) fn search_proves(&self, state: &G::State, duty: Duty) -> Result<bool, Rejection> {
        let (attacker, left, wins) = match duty {
            Duty::Win(left) => (self.player, left, true),
            Duty::Survive(Some(left)) if left > self.outline.search => return Ok(false),
            Duty::Survive(left) => (self.player.other(), left, false),
            Duty::Value => return Ok(false),
        };
        let horizon = duty == Duty::Survive(None);
        Ok(self.can_force(state, (attacker, self.plies_to_search(left), horizon))? == wins)
    }

    /// The plies of a search where this number is left.
    fn plies_to_search(&self, left: Option<u32>) -> u32 {
        left.map_or(self.outline.search, |left| left.min(self.outline.search))
    }
}

/// What is proved.
pub(crate) struct Proved {
    /// The claim, with the numbers that were found.
    pub(crate) claim: Claim,
    /// The most plies in which the winner wins, if there is one.
    pub(crate) plies: Option<u32>,
    /// The positions or heaps that the checker generated besides the entries; those of the leaves of
    /// a strategy are not counted.
    pub(crate) states: u64,
}

/// Proves a claim by the strategies whose moves `chooser` chooses; `None` if strategies cannot prove
/// such a claim.
pub(crate) fn prove<G: Game + Notation>(
    &Space { rules, limits }: &Space<G>,
    state: &G::State,
    claim: Claim,
    outline: Outline,
    chooser: &mut dyn Chooser<G>,
) -> Result<Option<Proved>, Rejection> {
    let duties = claim.duties();
    if duties.is_empty() {
        return Ok(None);
    }
    let mut proved = Proved { claim, plies: None, states: 0 };
    let (mut entries, mut valued) = (0, 0);
    for (player, duty) in duties {
        let max_tables = if duty == Duty::Value { 4 } else { 1 };
        let searches = RefCell::new(Searches::new(max_tables, limits.positions));
        let checks =
            Checks { space: Space { rules, limits }, player, outline, searches: &searches };
        let mut walk = Walk::new(checks, chooser, entries);
        match duty {
            Duty::Win(plies) => proved.plies = Some(walk.win(state, plies)?),
            Duty::Survive(plies) => walk.survive(state, plies)?,
            Duty::Value => {
                let result = values::result(walk.values(state)?, player);
                valued += walk.met.len() as u64;
                proved.claim = Claim::SemiStrong { result, positions: valued };
                // How many positions there are is not known before the second walk.
                if !matches!(claim, Claim::SemiStrong { result: claimed, .. } if claimed == result)
                {
                    return Err(Rejection::other_claim(claim, proved.claim));
                }
            }
        }
        entries = walk.entries;
        proved.states += searches.borrow().generated();
    }
    // The walks ensure this at every step; here it is checked once more by other means.
    if let (Claim::Wins { winner, length }, Some(found)) = (claim, proved.plies) {
        let length = match length {
            Length::Within(claimed) if found > claimed => Length::Within(found),
            Length::Exactly(_) => Length::Exactly(found),
            length => length,
        };
        let proved = Claim::Wins { winner, length };
        if proved != claim {
            return Err(Rejection::other_claim(claim, proved));
        }
    }
    Ok(Some(proved))
}

/// A walk under way. It is compiled once for a game, whatever chooses: it asks once for an entry.
pub(crate) struct Walk<'a, G: Game> {
    pub(crate) checks: Checks<'a, G>,
    chooser: &'a mut dyn Chooser<G>,
    pub(crate) met: Met<G::State>,
    /// The positions that were met before the walk, if it goes on from there.
    pub(crate) before: Option<&'a Met<G::State>>,
    /// Those that the opponent's strategies to hold and to win have met, where values are proved.
    pub(crate) opponent: [Met<G::State>; 2],
    /// The number of positions that wait while such a strategy is walked through.
    pub(crate) waiting: usize,
    /// The number of entries so far, over all the walks that a claim needs.
    pub(crate) entries: u64,
}

impl<'a, G: Game + Notation> Walk<'a, G> {
    pub(crate) fn new(
        checks: Checks<'a, G>,
        chooser: &'a mut dyn Chooser<G>,
        entries: u64,
    ) -> Self {
        let (met, opponent) = (Met::default(), Default::default());
        Walk { checks, chooser, met, before: None, opponent, waiting: 0, entries }
    }

    /// Proves that the strategy wins from `root` within `claimed` plies, or within any number if
    /// none is claimed. Returns the most plies that it takes.
    ///
    /// The walk is depth-first. The positions on the current path have no number of plies yet;
    /// meeting one of them again is a cycle. A completed position has a number, the maximum over the
    /// opponent's replies. Where it is met again with fewer plies left than that, it has another
    /// entry.
    pub(crate) fn win(&mut self, root: &G::State, claimed: Option<u32>) -> Result<u32, Rejection> {
        if self.is_over(root)? {
            return Ok(0);
        }
        let own_turn = self.checks.space.rules.to_move(root) == self.checks.player;
        let (mut left, mut waiting) = (Left(claimed), Vec::new());
        if own_turn {
            waiting.push(root.clone());
        } else {
            left = left.after(1).ok_or_else(|| self.too_slow(root, claimed))?;
            self.replies(root, &mut waiting)?;
        }
        // The key of the position whose entry led to the replies, and the plies that are left.
        let above = (None, left);
        let longest = depth_first(
            self,
            above,
            waiting,
            |walk, state, &(_, left), waiting| {
                let known = match walk.known(state) {
                    Some(None) => return Err(walk.cycle(state)),
                    Some(Some(plies)) if left.allows(plies.get()) => Some(plies.get()),
                    None if walk.is_over(state)? => Some(0),
                    Some(_) | None => walk.checks.wins_statically(state, left)?,
                };
                if let Some(plies) = known {
                    return Ok(Step::Known(plies));
                }
                if !left.allows(1) {
                    return Err(walk.too_slow(state, claimed));
                }
                let (key, after) = walk.enter(state, Duty::Win(left.0))?;
                let plies = match after {
                    None => walk.checks.plies_to_search(left.0),
                    Some(after) if walk.is_over(&after)? => 1,
                    Some(after) => {
                        let left = left.after(2).ok_or_else(|| walk.too_slow(&after, claimed))?;
                        walk.replies(&after, waiting)?;
                        return Ok(Step::Wait((Some(key), left)));
                    }
                };
                walk.met.insert(key, NonZeroU32::new(plies));
                Ok(Step::Known(plies))
            },
            |walk, (key, _), plies, _| {
                let longest = plies.iter().copied().max().unwrap_or(0);
                let Some(key) = key else { return Ok(longest) };
                let plies = sum(longest, 2)?;
                walk.met.insert(key, NonZeroU32::new(plies));
                Ok(plies)
            },
        )?;
        if own_turn { Ok(longest) } else { sum(longest, 1) }
    }

    /// Proves that the strategy does not lose from `root` in fewer than `claimed` plies, or never if
    /// there is no number.
    ///
    /// The walk is breadth-first, so that it meets each position first with the most plies left.
    pub(crate) fn survive(
        &mut self,
        root: &G::State,
        claimed: Option<u32>,
    ) -> Result<(), Rejection> {
        let (game, player) = (self.checks.space.rules, self.checks.player);
        let (mut layer, mut played) = (vec![root.clone()], 0);
        while !layer.is_empty() {
            // A loss at the last of the plies is not too early.
            let Some(left) = Left(claimed).after(sum(played, 1)?) else { break };
            let mut next = Vec::new();
            for state in layer {
                match game.result(&state) {
                    Some(GameResult::Win(winner)) if winner != player => {
                        return Err(self.lost(&state, played, claimed));
                    }
                    Some(_) => {}
                    None if game.to_move(&state) != player => self.replies(&state, &mut next)?,
                    None if self.known(&state).is_some()
                        || self.checks.survives_statically(&state, left)? => {}
                    None => next.extend(self.enter(&state, Duty::Survive(left.0))?.1),
                }
            }
            (layer, played) = (next, sum(played, 1)?);
        }
        Ok(())
    }

    /// Asks for the move in `state`, adds the position to those that were met, and plays the move.
    /// Returns the key of `state`, and the position after the move; none if a search has proved
    /// `state`.
    pub(crate) fn enter(
        &mut self,
        state: &G::State,
        duty: Duty,
    ) -> Result<(G::State, Option<G::State>), Rejection> {
        let checks = &self.checks;
        let Checks { space: Space { rules: game, limits }, player, .. } = *checks;
        let (mut moves, search, entry) = (Vec::new(), checks.outline.search, self.entries);
        game.try_visit_moves(state, |mv| {
            (limits.charge)(1)?;
            moves.push(mv);
            limits.keep(moves.len() as u64)
        })?;
        let (moves, met) = (&moves, &self.met);
        let ask = Ask { game, state, moves, player, duty, entry, checks, met };
        let number = self.chooser.choose(&ask)?;
        let after = if search > 0 && number == moves.len() {
            // What is to be decided of values goes on beyond the position.
            if duty != Duty::Value && !checks.search_proves(state, duty)? {
                return Err(self.search_fails(state, entry));
            }
            None
        } else {
            let mv = checks.space.named(state, moves, (number as u64, entry))?;
            Some(checks.space.successor(state, mv)?)
        };
        self.entries += 1;
        let key = checks.key(state);
        self.met.insert(key.clone(), None);
        Ok((key, after))
    }

    /// Appends the positions after all moves of the opponent, who is to move in `state`.
    pub(crate) fn replies(
        &self,
        state: &G::State,
        out: &mut Vec<G::State>,
    ) -> Result<(), Rejection> {
        let Checks { space, outline, searches, .. } = &self.checks;
        let searched = if outline.search > 0 { searches.borrow().max_kept() } else { 0 };
        let met = self.met.len() + self.opponent.iter().map(Met::len).sum::<usize>();
        space.each_turn(state, |after| {
            out.push(after);
            space.limits.keep((out.len() + met + self.waiting) as u64 + searched)
        })
    }

    /// Whether the game is over and the player has won; fails if it is over otherwise.
    fn is_over(&self, state: &G::State) -> Result<bool, Rejection> {
        match self.checks.space.rules.result(state) {
            None => Ok(false),
            Some(GameResult::Win(winner)) if winner == self.checks.player => Ok(true),
            Some(_) => Err(self.lost(state, 0, None)),
        }
    }

    /// What is known of a position that was met, or of one that is symmetric to it.
    pub(crate) fn known(&self, state: &G::State) -> Option<Option<NonZeroU32>> {
        let key = self.checks.key(state);
        self.met.get(&key).or_else(|| self.before?.get(&key)).copied()
    }

    fn lost(&self, state: &G::State, plies: u32, claimed: Option<u32>) -> Rejection {
        let (position, player) = (self.text(state), name(self.checks.player));
        self.refuted(match claimed {
            None => format!("the game is over in {position}, against {player}"),
            Some(claimed) => {
                format!("{position} is lost after {plies} plies, the claim says {claimed}")
            }
        })
    }

    /// The rejection where `claimed` plies are too few for a win. It is not used without a claimed
    /// number.
    fn too_slow(&self, state: &G::State, claimed: Option<u32>) -> Rejection {
        let (claimed, position) = (claimed.unwrap_or(u32::MAX), self.text(state));
        self.refuted(format!(
            "no win within {claimed} plies: too few of them are left in {position}"
        ))
    }

    pub(crate) fn cycle(&self, state: &G::State) -> Rejection {
        self.refuted(format!("the strategy can repeat the position {}", self.text(state)))
    }

    pub(crate) fn search_fails(&self, state: &G::State, entry: u64) -> Rejection {
        let (plies, position) = (self.checks.outline.search, self.text(state));
        format!("entry {entry}: a search of at most {plies} plies does not prove {position}").into()
    }

    fn refuted(&self, reason: String) -> Rejection {
        format!("after {} entries: {reason}", self.entries).into()
    }

    fn text(&self, state: &G::State) -> String {
        self.checks.space.shown(state)
    }
}
