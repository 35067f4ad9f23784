//! Strategies: a walk through every position that a strategy can lead to.
//!
//! A walk visits the positions in an order that follows from the rules alone, and asks a
//! [`Chooser`] for a move at the first visit of each. Checking a certificate is a walk whose chooser
//! reads the moves from the file; making one is the same walk with a chooser that knows them. So the
//! file contains one move for each position and nothing else, no position is ever read from it, and
//! a completed walk is a proof, no matter how the moves were chosen.

use std::cell::{Cell, RefCell};
use std::num::NonZeroU32;
use std::ops::ControlFlow;

use tesuji_core::hash::StateMap;
use tesuji_core::{Game, GameResult, Limit, Notation, Player};

use crate::Rejection;
use crate::alpha_beta::Searches;
use crate::claim::{Claim, Duty, Length};
use crate::header::Outline;
use crate::work::Work;

/// Chooses the moves of a strategy.
pub trait Chooser<G: Game> {
    /// Returns the index of a move in [`Ask::moves`], or the number of moves to leave the position to
    /// a [search](Ask::search_proves) of the checker.
    ///
    /// # Errors
    /// Why no move is chosen.
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection>;
}

/// A position for which a walk needs a move.
#[derive(Debug)]
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
    pub(crate) met: &'a Met<G::State>,
    pub(crate) checks: &'a Checks<'a, G>,
    pub(crate) searches: &'a RefCell<Searches<G::State>>,
}

impl<G: Game> Ask<'_, G> {
    /// The number of choices: the moves, and a search if the outline allows it.
    pub(crate) fn choices(&self) -> usize {
        self.moves.len() + usize::from(self.checks.outline.search > 0)
    }
}

impl<G: Game + Notation> Ask<'_, G> {
    /// Whether the checker's search proves the position in at most `work` moves that are tried, so
    /// that it can be left to it. They are charged to the budget of the walk.
    #[must_use]
    pub fn search_proves(&self, work: u64) -> bool {
        let work = &Allowance { work: self.checks.work, left: Cell::new(work) };
        let (checks, searches) = (Checks { work, ..*self.checks }, self.searches);
        let proves = match self.duty {
            _ if self.checks.outline.search == 0 => Ok(false),
            Duty::Value => {
                let limits = Limits { entries: u64::MAX, positions: u64::MAX, work };
                let mut chooser = Searcher;
                let mut walk = Walk::new(checks, &mut chooser, searches, u64::MAX, limits);
                walk.before = Some(self.met);
                walk.values(self.state).map(|_| true)
            }
            duty => checks.search_proves(&mut searches.borrow_mut(), self.state, duty),
        };
        proves.unwrap_or(false)
    }
}

/// Leaves everything to the checker.
struct Searcher;

impl<G: Game> Chooser<G> for Searcher {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        Ok(ask.moves.len())
    }
}

/// A part of some work.
#[derive(Debug)]
struct Allowance<'w> {
    work: &'w dyn Work,
    left: Cell<u64>,
}

impl Work for Allowance<'_> {
    fn charge(&self, units: u32) -> Result<(), Limit> {
        self.left.set(self.left.get().checked_sub(units.into()).ok_or(Limit::Nodes)?);
        self.work.charge(units)
    }
}

/// The positions that have an entry, by their [key](Checks::key), with the number of plies in which
/// the strategy wins from there, or with what they are [worth](crate::values::Worth); no number while
/// that is still being determined.
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

/// The move with the number of an entry.
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

/// What can be proved about a position without a strategy.
#[derive(Debug)]
pub(crate) struct Checks<'g, G> {
    pub(crate) game: &'g G,
    /// The player of the strategy.
    pub(crate) player: Player,
    pub(crate) outline: Outline,
    /// Where every move that is tried is charged.
    pub(crate) work: &'g dyn Work,
}

impl<G: Game + Notation> Checks<'_, G> {
    /// The position itself, or the representative of those that are symmetric to it: its key among
    /// the positions that were met.
    pub(crate) fn key(&self, state: &G::State) -> G::State {
        if self.outline.symmetry { self.game.canonical(state) } else { state.clone() }
    }

    /// The number of plies in which the player, who is to move, can win, if that is at most the
    /// number of the outline's leaves and at most what is left.
    pub(crate) fn wins_statically(
        &self,
        state: &G::State,
        left: Left,
    ) -> Result<Option<u32>, Rejection> {
        for plies in (1..=self.outline.leaves).step_by(2).take_while(|&plies| left.allows(plies)) {
            if self.wins(state, self.player, plies)? {
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
        if left.0 == Some(0) {
            return Ok(true);
        }
        // Every second one of these plies is the opponent's.
        let fewest = self.game.min_moves_to_win(state, self.player.other());
        if fewest.is_none_or(|moves| left.0.is_some_and(|plies| moves > plies / 2)) {
            return Ok(true);
        }
        if let Some(plies) = left.0.filter(|&plies| plies <= self.outline.leaves)
            && self.survives(state, self.player, plies)?
        {
            return Ok(true);
        }
        Ok(self.wins_statically(state, Left(None))?.is_some())
    }

    /// Whether a search proves that the player, who is to move, does the duty. Returns false if the
    /// duty needs a search of more plies than the outline allows.
    fn search_proves(
        &self,
        searches: &mut Searches<G::State>,
        state: &G::State,
        duty: Duty,
    ) -> Result<bool, Rejection> {
        let (attacker, left, wins) = match duty {
            Duty::Win(left) => (self.player, left, true),
            Duty::Survive(Some(left)) if left > self.outline.search => return Ok(false),
            Duty::Survive(left) => (self.player.other(), left, false),
            Duty::Value => return Ok(false),
        };
        let question = (attacker, self.plies_to_search(left), duty == Duty::Survive(None));
        Ok(searches.can_force(self, state, question)? == wins)
    }

    /// The plies of a search where this number is left.
    fn plies_to_search(&self, left: Option<u32>) -> u32 {
        left.map_or(self.outline.search, |left| left.min(self.outline.search))
    }

    /// Whether `player`, who is to move, can win within `plies`, which is at least 1.
    fn wins(&self, state: &G::State, player: Player, plies: u32) -> Result<bool, Rejection> {
        if !self.may_win(state, player, plies.div_ceil(2)) {
            return Ok(false);
        }
        let mut safe = Vec::new();
        let keep = |mv| {
            if plies > 2 {
                safe.push(mv);
            }
        };
        // A move that is not safe loses to the next one.
        if let Some(wins) = self.safe_moves(state, keep)? {
            if wins {
                return Ok(true);
            }
            for mv in safe {
                let after = self.successor(state, mv)?;
                if !self.survives(&after, player.other(), plies - 1)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        self.any(state, |after| match self.game.result(after) {
            Some(result) => Ok(result == GameResult::Win(player)),
            None if plies == 1 => Ok(false),
            None => self.survives(after, player.other(), plies - 1).map(|survives| !survives),
        })
    }

    /// Whether `player`, who is to move, need not lose within `plies`, which is at least 1.
    fn survives(&self, state: &G::State, player: Player, plies: u32) -> Result<bool, Rejection> {
        if !self.may_win(state, player.other(), plies / 2) {
            return Ok(true);
        }
        let (mut safe, mut is_safe) = (Vec::new(), false);
        let keep = |mv| {
            is_safe = true;
            if plies > 3 {
                safe.push(mv);
            }
        };
        if let Some(wins) = self.safe_moves(state, keep)? {
            // With up to three plies, the opponent has no second move.
            if wins || plies == 1 || plies <= 3 && is_safe {
                return Ok(true);
            }
            for mv in safe {
                let after = self.successor(state, mv)?;
                if !self.wins(&after, player.other(), plies - 1)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        self.any(state, |after| match self.game.result(after) {
            Some(result) => Ok(result != GameResult::Win(player.other())),
            None if plies == 1 => Ok(true),
            None => self.wins(after, player.other(), plies - 1).map(|wins| !wins),
        })
    }

    /// Whether the player to move can win with the next move, if the game finds [safe
    /// moves](Game::visit_safe_moves), which are shown to `visit`.
    pub(crate) fn safe_moves(
        &self,
        state: &G::State,
        mut visit: impl FnMut(G::Move),
    ) -> Result<Option<bool>, Rejection> {
        let mut tried = 1;
        let wins = self.game.visit_safe_moves(state, |mv, _| {
            tried += 1;
            visit(mv);
        });
        if wins.is_some() {
            self.work.charge(tried)?;
        }
        Ok(wins)
    }

    /// Whether `player` may win by this number of own moves, as far as the game's bound says.
    pub(crate) fn may_win(&self, state: &G::State, player: Player, moves: u32) -> bool {
        self.game.min_moves_to_win(state, player).is_some_and(|fewest| fewest <= moves)
    }

    /// Whether a move leads from `state`, which is not over, to a position that passes the test.
    pub(crate) fn any(
        &self,
        state: &G::State,
        mut test: impl FnMut(&G::State) -> Result<bool, Rejection>,
    ) -> Result<bool, Rejection> {
        let end = self.visit_successors(state, |_, after| match test(&after) {
            Ok(false) => ControlFlow::Continue(()),
            found => ControlFlow::Break(found),
        });
        match end {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue(end) => end.map(|()| false),
        }
    }

    /// Calls `visit` with each move from `state`, which is not over, and the position after it, until
    /// it breaks. Charges each move. Fails if there is no move or if turns do not alternate, because
    /// a proof over all moves relies on both.
    pub(crate) fn visit_successors<B>(
        &self,
        state: &G::State,
        mut visit: impl FnMut(G::Move, G::State) -> ControlFlow<B>,
    ) -> ControlFlow<B, Result<(), Rejection>> {
        let mut moves = false;
        let end = self.game.visit_moves(state, |mv| {
            moves = true;
            match self.successor(state, mv) {
                Ok(after) => visit(mv, after).map_break(Ok),
                Err(rejection) => ControlFlow::Break(Err(rejection)),
            }
        });
        match end {
            ControlFlow::Break(Ok(found)) => ControlFlow::Break(found),
            ControlFlow::Break(Err(rejection)) => ControlFlow::Continue(Err(rejection)),
            ControlFlow::Continue(()) if moves => ControlFlow::Continue(Ok(())),
            ControlFlow::Continue(()) => {
                let position = self.game.state_text(state);
                ControlFlow::Continue(Err(Rejection::NoMoves { position }))
            }
        }
    }

    /// [`visit_successors`](Self::visit_successors) for visitors that return a `Result`.
    pub(crate) fn try_visit_successors(
        &self,
        state: &G::State,
        mut visit: impl FnMut(G::Move, G::State) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let end = self.visit_successors(state, |mv, after| match visit(mv, after) {
            Ok(()) => ControlFlow::Continue(()),
            Err(rejection) => ControlFlow::Break(rejection),
        });
        match end {
            ControlFlow::Break(rejection) => Err(rejection),
            ControlFlow::Continue(end) => end,
        }
    }

    /// The position after a move, which is charged. Fails if the same player is to move there.
    pub(crate) fn successor(&self, state: &G::State, mv: G::Move) -> Result<G::State, Rejection> {
        self.work.charge(1)?;
        let after = self.game.successor(state, mv);
        if self.game.to_move(&after) == self.game.to_move(state)
            && self.game.result(&after).is_none()
        {
            return Err(Rejection::NoTurns { position: self.game.state_text(state) });
        }
        Ok(after)
    }
}

/// The limits of a proof.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// The most entries.
    pub(crate) entries: u64,
    /// The most positions that are kept at a time.
    pub(crate) positions: u64,
    /// Where work is charged.
    pub(crate) work: &'a dyn Work,
}

/// What strategies prove.
#[derive(Debug)]
pub(crate) struct Proved {
    /// The claim: with the number of positions that was found, if it has one.
    pub(crate) claim: Claim,
    /// The most plies in which the winner wins, if there is one.
    pub(crate) plies: Option<u32>,
    /// The entries that were needed.
    pub(crate) entries: u64,
    /// The positions that were generated in searches.
    pub(crate) searched: u64,
}

/// Proves a claim by the strategies whose moves `chooser` chooses; `None` if strategies cannot prove
/// such a claim.
pub(crate) fn prove<G: Game + Notation, C: Chooser<G>>(
    game: &G,
    state: &G::State,
    claim: Claim,
    outline: Outline,
    chooser: &mut C,
    limits: Limits,
) -> Result<Option<Proved>, Rejection> {
    let Some(duties) = claim.duties() else { return Ok(None) };
    let mut proved = Proved { claim, plies: None, entries: 0, searched: 0 };
    let mut valued = 0;
    for (player, duty) in duties {
        let checks = Checks { game, player, outline, work: limits.work };
        let searches = Searches::new(if duty == Duty::Value { 4 } else { 1 }, limits.positions);
        let max_searched = if outline.search > 0 { searches.max_kept() } else { 0 };
        let searches = RefCell::new(searches);
        let max_kept = limits.positions - max_searched;
        let mut walk = Walk::new(checks, chooser, &searches, max_kept, limits);
        walk.entries = proved.entries;
        match duty {
            Duty::Win(plies) => proved.plies = Some(walk.win(state, plies)?),
            Duty::Survive(plies) => walk.survive(state, plies)?,
            Duty::Value => {
                let result = walk.values(state)?.result(player);
                valued += walk.met.len() as u64;
                let found = Claim::SemiStrong { result, positions: valued };
                if !matches!(claim, Claim::SemiStrong { result: claimed, .. } if claimed == result)
                {
                    // How many positions there are is not known before the second walk.
                    let (claim, proved) = (claim.to_string(), found.to_string());
                    let proved = proved.split(',').next().unwrap_or_default().to_owned();
                    return Err(Rejection::OtherClaim { claim, proved });
                }
                proved.claim = found;
            }
        }
        proved.entries = walk.entries;
        proved.searched += searches.borrow().generated();
    }
    // The walks ensure this at every step; here it is checked once more by other means.
    if let (Claim::Wins { length, .. }, Some(found)) = (claim, proved.plies) {
        let holds = match length {
            Length::Any => true,
            Length::Within(claimed) => found <= claimed,
            Length::Exactly(claimed) => found == claimed,
        };
        if !holds {
            return Err(Rejection::WrongLength { claim: claim.to_string(), found });
        }
    }
    Ok(Some(proved))
}

/// A walk under way.
pub(crate) struct Walk<'a, G: Game, C> {
    pub(crate) checks: Checks<'a, G>,
    chooser: &'a mut C,
    pub(crate) met: Met<G::State>,
    /// The positions that were met before the walk, if it goes on from there.
    before: Option<&'a Met<G::State>>,
    /// Those that the opponent's strategies to hold and to win have met, where values are proved.
    pub(crate) opponent: [Met<G::State>; 2],
    /// The number of positions that wait while such a strategy is walked through.
    pub(crate) waiting: usize,
    moves: Vec<G::Move>,
    pub(crate) searches: &'a RefCell<Searches<G::State>>,
    /// The number of entries so far, over all the walks that a claim needs.
    pub(crate) entries: u64,
    /// The most positions that are kept at a time, besides those of the search.
    max_kept: u64,
    limits: Limits<'a>,
}

impl<'a, G: Game + Notation, C: Chooser<G>> Walk<'a, G, C> {
    fn new(
        checks: Checks<'a, G>,
        chooser: &'a mut C,
        searches: &'a RefCell<Searches<G::State>>,
        max_kept: u64,
        limits: Limits<'a>,
    ) -> Self {
        Walk {
            checks,
            chooser,
            met: Met::default(),
            before: None,
            opponent: Default::default(),
            waiting: 0,
            moves: Vec::new(),
            searches,
            entries: 0,
            max_kept,
            limits,
        }
    }

    /// Proves that the strategy wins from `root` within `claimed` plies, or within any number if
    /// none is claimed. Returns the most plies that it takes.
    ///
    /// The walk is depth-first. The positions on the current path have no number of plies yet;
    /// meeting one of them again is a cycle. A completed position has a number, the maximum over the
    /// opponent's replies. Where it is met again with fewer plies left than that, it has another
    /// entry.
    pub(crate) fn win(&mut self, root: &G::State, claimed: Option<u32>) -> Result<u32, Rejection> {
        /// A position with the opponent to move.
        struct Frame<S> {
            /// The key of the position before, whose entry led here.
            before: Option<S>,
            /// The index of its first reply among the waiting positions.
            first: usize,
            /// The plies that are left after a reply.
            left: Left,
            /// The most plies to the win after any reply.
            longest: u32,
        }
        if self.is_over(root)? {
            return Ok(0);
        }
        let mut waiting = Vec::new();
        let own_turn = self.checks.game.to_move(root) == self.checks.player;
        let mut left = Left(claimed);
        if own_turn {
            waiting.push(root.clone());
        } else {
            left = left.after(1).ok_or_else(|| self.too_slow(root, claimed))?;
            self.replies(root, &mut waiting)?;
        }
        let mut frames = vec![Frame { before: None, first: 0, left, longest: 0 }];
        while let Some(frame) = frames.last_mut() {
            if waiting.len() <= frame.first {
                let Some(Frame { before, longest, .. }) = frames.pop() else { break };
                let (Some(key), Some(above)) = (before, frames.last_mut()) else {
                    return if own_turn { Ok(longest) } else { sum(longest, 1) };
                };
                let plies = sum(longest, 2)?;
                above.longest = above.longest.max(plies);
                self.met.insert(key, NonZeroU32::new(plies));
                continue;
            }
            let Some(state) = waiting.pop() else { break };
            let left = frame.left;
            let known = match self.known(&state) {
                Some(None) => {
                    let position = self.text(&state);
                    return Err(Rejection::Cycle { entries: self.entries, position });
                }
                Some(Some(plies)) if left.allows(plies.get()) => Some(plies.get()),
                None if self.is_over(&state)? => Some(0),
                Some(_) | None => self.checks.wins_statically(&state, left)?,
            };
            if let Some(plies) = known {
                frame.longest = frame.longest.max(plies);
                continue;
            }
            if !left.allows(1) {
                return Err(self.too_slow(&state, claimed));
            }
            let (key, after) = self.enter(&state, Duty::Win(left.0))?;
            let Some(after) = after else {
                let plies = self.checks.plies_to_search(left.0);
                frame.longest = frame.longest.max(plies);
                self.met.insert(key, NonZeroU32::new(plies));
                continue;
            };
            if self.is_over(&after)? {
                frame.longest = frame.longest.max(1);
                self.met.insert(key, NonZeroU32::new(1));
            } else {
                let left = left.after(2).ok_or_else(|| self.too_slow(&after, claimed))?;
                let first = waiting.len();
                self.replies(&after, &mut waiting)?;
                frames.push(Frame { before: Some(key), first, left, longest: 0 });
            }
        }
        unreachable!("the first frame returns")
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
        let Checks { game, player, .. } = self.checks;
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
        let Walk { checks, limits, met, moves, searches, .. } = self;
        let searches = *searches;
        let Checks { game, player, outline, .. } = *checks;
        if self.entries >= limits.entries {
            let found = self.entries + 1;
            return Err(Rejection::Entries { promised: limits.entries, found });
        }
        moves.clear();
        game.try_visit_moves(state, |mv| {
            checks.work.charge(1)?;
            moves.push(mv);
            let limit = limits.positions;
            if moves.len() as u64 > limit { Err(Rejection::Limit { limit }) } else { Ok(()) }
        })?;
        let entry = self.entries;
        let ask = Ask { game, state, moves, player, duty, entry, met, checks, searches };
        let number = self.chooser.choose(&ask)?;
        let after = if outline.search > 0 && number == moves.len() {
            // What is to be decided of values goes on beyond the position.
            if duty != Duty::Value
                && !checks.search_proves(&mut searches.borrow_mut(), state, duty)?
            {
                let position = game.state_text(state);
                return Err(Rejection::SearchFails { entry, plies: outline.search, position });
            }
            None
        } else {
            let mv = named(moves, number as u64, entry, || game.state_text(state))?;
            Some(checks.successor(state, mv)?)
        };
        self.entries += 1;
        let key = checks.key(state);
        met.insert(key.clone(), None);
        Ok((key, after))
    }

    /// Appends the positions after all moves of the opponent, who is to move in `state`.
    pub(crate) fn replies(
        &self,
        state: &G::State,
        out: &mut Vec<G::State>,
    ) -> Result<(), Rejection> {
        self.checks.try_visit_successors(state, |_, after| {
            out.push(after);
            let kept = self.opponent.iter().map(Met::len).sum::<usize>() + self.waiting;
            match (out.len() + self.met.len() + kept) as u64 > self.max_kept {
                true => Err(Rejection::Limit { limit: self.limits.positions }),
                false => Ok(()),
            }
        })
    }

    /// Whether the game is over and the player has won; fails if it is over otherwise.
    fn is_over(&self, state: &G::State) -> Result<bool, Rejection> {
        match self.checks.game.result(state) {
            None => Ok(false),
            Some(GameResult::Win(winner)) if winner == self.checks.player => Ok(true),
            Some(_) => Err(self.lost(state, 0, None)),
        }
    }

    fn lost(&self, state: &G::State, plies: u32, claimed: Option<u32>) -> Rejection {
        let (entries, position) = (self.entries, self.text(state));
        match claimed {
            None => Rejection::Refuted { entries, player: self.checks.player, position },
            Some(claimed) => Rejection::LostSooner { entries, position, plies, claimed },
        }
    }

    /// The rejection where `claimed` plies are too few for a win. It is not used without a claimed
    /// number.
    fn too_slow(&self, state: &G::State, claimed: Option<u32>) -> Rejection {
        let claimed = claimed.unwrap_or(u32::MAX);
        Rejection::TooSlow { entries: self.entries, position: self.text(state), claimed }
    }

    /// What is known of a position that was met, or of one that is symmetric to it.
    pub(crate) fn known(&self, state: &G::State) -> Option<Option<NonZeroU32>> {
        let key = self.checks.key(state);
        self.met.get(&key).or_else(|| self.before?.get(&key)).copied()
    }

    pub(crate) fn text(&self, state: &G::State) -> String {
        self.checks.game.state_text(state)
    }
}
