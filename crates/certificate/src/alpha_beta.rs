//! The search of positions that a strategy leaves to the checker: whether a player can force a win
//! within a number of plies.
//!
//! It is minimax with two values, that is, alpha-beta with a null window, and a transposition table.
//! Neither the order of moves nor the size of the table changes a result.

use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, Notation, Player};

use crate::Rejection;
use crate::walk::Checks;

/// The searches of a walk, each with what it learns.
#[derive(Debug)]
pub(crate) struct Searches<S> {
    kinds: Vec<AlphaBeta<S>>,
    /// The most kinds.
    max_kinds: u64,
    /// The most positions that each may keep.
    positions: u64,
}

impl<S> Searches<S> {
    /// So many kinds of searches, which differ in the attacker and in what the horizon counts for.
    /// Together they keep at most half of this number of positions in tables, and an eighth of it on a
    /// path.
    pub(crate) fn new(max_kinds: u64, positions: u64) -> Self {
        Searches { kinds: Vec::new(), max_kinds, positions: positions / max_kinds }
    }

    /// The number of positions after moves that were tried.
    pub(crate) fn generated(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.generated).sum()
    }

    /// The most positions that the searches keep at a time.
    pub(crate) fn max_kept(&self) -> u64 {
        self.max_kinds * (AlphaBeta::<S>::max_slots(self.positions) + self.positions / 8)
    }
}

impl<S: Clone + Eq> Searches<S> {
    /// Whether the attacker can force a win from `state` within `plies`, where a game that is not over
    /// then counts as won if `horizon` says so.
    pub(crate) fn can_force<G: Game<State = S> + Notation>(
        &mut self,
        checks: &Checks<'_, G>,
        state: &S,
        (attacker, plies, horizon): (Player, u32, bool),
    ) -> Result<bool, Rejection> {
        match checks.game.result(state) {
            Some(result) => return Ok(result == GameResult::Win(attacker)),
            None if plies == 0 => return Ok(horizon),
            None => {}
        }
        let is_same = |kind: &AlphaBeta<S>| (kind.attacker, kind.horizon) == (attacker, horizon);
        if !self.kinds.iter().any(is_same) {
            self.kinds.push(AlphaBeta::new(attacker, horizon, self.positions));
        }
        let kind = self.kinds.iter_mut().find(|kind| is_same(kind));
        kind.expect("it was added").run(checks, state, plies)
    }
}

/// Searches of one kind, with what they learn.
#[derive(Debug)]
struct AlphaBeta<S> {
    /// The player who is to force a win, or whom the player of the strategy is to stop.
    attacker: Player,
    /// Whether the attacker has won, too, if the game is not over after the plies.
    horizon: bool,
    table: Table<S>,
    /// By [move code](Game::move_code), how well the move did before.
    history: Vec<i32>,
    /// The positions after the moves that are left to search, of all positions on the path.
    children: Vec<Child<S>>,
    /// The most positions that may be kept at a time, also by others.
    positions: u64,
    generated: u64,
}

/// A position after a move.
#[derive(Debug)]
struct Child<S> {
    state: S,
    /// That of the move; none if the game scored the move, which orders moves better than what they
    /// did before.
    code: Option<usize>,
    /// What the position promises to the player of the move.
    score: i32,
}

/// With fewer plies, the positions after the moves are not looked up before they are searched.
const LOOKAHEAD: u32 = 6;

/// With fewer plies, the game is not asked what it sees of the positions after the moves.
const SEEN: u32 = 3;

/// The moves of which the most promising one is tried next: with many more, to compare them takes
/// longer than to try them.
const COMPARED: usize = 256;

/// The score of a move that a player's bound is ahead.
const BOUND: i32 = 1 << 10;

impl<S> AlphaBeta<S> {
    const MAX_SLOTS: u64 = 1 << 23;

    fn new(attacker: Player, horizon: bool, positions: u64) -> Self {
        let max_slots = Self::max_slots(positions);
        let table = Table { slots: Vec::new(), stored: 0, max_slots, horizon };
        let (history, children) = (Vec::new(), Vec::new());
        AlphaBeta { attacker, horizon, table, history, children, positions, generated: 0 }
    }

    fn max_slots(positions: u64) -> u64 {
        (positions / 2).min(Self::MAX_SLOTS)
    }

    fn max_children(&self) -> u64 {
        self.positions / 8
    }
}

impl<S: Clone + Eq> AlphaBeta<S> {
    /// Whether the attacker can force a win from `state`, which is not over, within `plies`, which is
    /// at least 1.
    fn run<G: Game<State = S> + Notation>(
        &mut self,
        checks: &Checks<'_, G>,
        state: &S,
        plies: u32,
    ) -> Result<bool, Rejection> {
        self.children.clear();
        self.history.resize(checks.game.move_codes(), 0);
        if let Some(wins) = self.sees(checks.game, state, plies) {
            return Ok(wins);
        }
        self.wins(checks, state, plies)
    }

    fn wins<G: Game<State = S> + Notation>(
        &mut self,
        checks: &Checks<'_, G>,
        state: &S,
        plies: u32,
    ) -> Result<bool, Rejection> {
        let game = checks.game;
        let mover = game.to_move(state);
        let attacks = mover == self.attacker;
        // Every second one of the plies is the attacker's.
        let moves = if attacks { plies.div_ceil(2) } else { plies / 2 };
        let fewest = game.min_moves_to_win(state, self.attacker);
        if fewest.is_none_or(|fewest| fewest > moves && !self.horizon) {
            return Ok(false);
        }
        // The value of a move that decides the position is `attacks`.
        let first = self.children.len();
        let decided = match self.safe_children(checks, state, plies)? {
            Some(decided) => decided,
            None => self.all_children(checks, state, plies, mover)?,
        };
        if self.children.len() as u64 > self.max_children() {
            return Err(Rejection::Limit { limit: self.positions });
        }
        if !decided && self.children.len() == first {
            return Ok(!attacks);
        }
        // A position with one move costs no more than the one after it.
        let several = self.children.len() > first + 1;
        let known = if decided {
            Some(attacks)
        } else if several {
            self.table.get(game.key(state), state, plies)
        } else {
            None
        };
        if let Some(won) = known {
            self.children.truncate(first);
            return Ok(won);
        }
        let won = if self.looks_ahead(game, first, plies, attacks) {
            attacks
        } else {
            self.tries(checks, first, plies, attacks)?
        };
        self.children.truncate(first);
        if several {
            self.table.insert(game, Fact { state: state.clone(), plies, won });
        }
        Ok(won)
    }

    /// Adds the positions after the moves of `state` that do not lose within two plies, if the game
    /// [finds](Game::visit_safe_moves) them, and returns whether a move wins at once.
    ///
    /// With three plies left, a move that wins at once decides the position, and a move that the next
    /// one refutes does not, whichever player attacks.
    fn safe_children<G: Game<State = S> + Notation>(
        &mut self,
        checks: &Checks<'_, G>,
        state: &S,
        plies: u32,
    ) -> Result<Option<bool>, Rejection> {
        if plies < 3 {
            return Ok(None);
        }
        let game = checks.game;
        let first = self.children.len();
        let mover = game.to_move(state);
        let wins = game.visit_safe_moves(state, |mv, score| {
            let state = game.successor(state, mv);
            let code = score.is_none().then(|| game.move_code(mover, mv));
            self.children.push(Child { state, code, score: score.unwrap_or(0) });
        });
        if wins.is_some() {
            let tried = 1 + (self.children.len() - first) as u32;
            self.generated += u64::from(tried);
            checks.work.charge(tried)?;
        }
        Ok(wins)
    }

    /// Adds the positions after the moves of `state` that are not over, and returns whether a move
    /// decides the position.
    fn all_children<G: Game<State = S> + Notation>(
        &mut self,
        checks: &Checks<'_, G>,
        state: &S,
        plies: u32,
        mover: Player,
    ) -> Result<bool, Rejection> {
        let game = checks.game;
        let attacks = mover == self.attacker;
        let decided = checks.visit_successors(state, |mv, after| {
            self.generated += 1;
            let won = match game.result(&after) {
                Some(result) => result == GameResult::Win(self.attacker),
                None if plies == 1 => self.horizon,
                None => {
                    if self.children.len() as u64 >= self.max_children() {
                        let limit = self.positions;
                        return ControlFlow::Break(Err(Rejection::Limit { limit }));
                    }
                    let code = Some(game.move_code(mover, mv));
                    self.children.push(Child { state: after, code, score: 0 });
                    return ControlFlow::Continue(());
                }
            };
            if won == attacks { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        });
        match decided {
            ControlFlow::Break(end) => end.map(|()| true),
            ControlFlow::Continue(end) => end.map(|()| false),
        }
    }

    /// What the [game sees](Game::forced_win) of `state` without a search.
    fn sees<G: Game<State = S>>(&self, game: &G, state: &S, plies: u32) -> Option<bool> {
        let (winner, within) = game.forced_win(state)?;
        let wins = winner == self.attacker;
        // A win that may take longer is known where the end of the plies counts as one, and one of
        // the other player where it does not.
        (within <= plies || wins == self.horizon).then_some(wins)
    }

    /// Finds out what is known of the children from the place `first` on, and returns whether one of
    /// them decides the position (enhanced transposition cutoffs: Schaeffer and Plaat, "New Advances
    /// in Alpha-Beta Searching", 1996). Removes those that do not, and scores the others by the bounds
    /// of the players, if the game did not score them.
    fn looks_ahead<G: Game<State = S>>(
        &mut self,
        game: &G,
        first: usize,
        plies: u32,
        attacks: bool,
    ) -> bool {
        if plies < SEEN {
            return false;
        }
        let looks_up = plies >= LOOKAHEAD && self.children.len() > first + 1;
        let mut next = first;
        while let Some(Child { state, .. }) = self.children.get(next) {
            let known = self.sees(game, state, plies - 1).or_else(|| {
                looks_up.then(|| self.table.get(game.key(state), state, plies - 1)).flatten()
            });
            match known {
                Some(won) if won == attacks => return true,
                Some(_) => drop(self.children.swap_remove(next)),
                None => next += 1,
            }
        }
        for Child { state, code, score } in self.children.iter_mut().skip(first) {
            if looks_up && code.is_some() {
                let mover = game.to_move(state);
                let fewest =
                    |player| game.min_moves_to_win(state, player).unwrap_or(0).cast_signed();
                *score = (fewest(mover) - fewest(mover.other())).saturating_mul(BOUND);
            }
        }
        false
    }

    /// Searches the children from the place `first` on, the most promising ones first, until one
    /// decides the position. Returns the value of the position.
    fn tries<G: Game<State = S> + Notation>(
        &mut self,
        checks: &Checks<'_, G>,
        first: usize,
        plies: u32,
        attacks: bool,
    ) -> Result<bool, Rejection> {
        for next in first..self.children.len() {
            let promise = |child: &Child<S>| {
                let history = child.code.and_then(|code| self.history.get(code));
                let history = history.copied().unwrap_or(0);
                history.saturating_add(child.score)
            };
            let left = self.children.iter().enumerate().skip(next).take(COMPARED);
            let Some((best, _)) = left.max_by_key(|(_, child)| promise(child)) else { break };
            self.children.swap(next, best);
            let Some(Child { state, .. }) = self.children.get(next) else { break };
            if self.wins(checks, &state.clone(), plies - 1)? == attacks {
                self.learn(first, next);
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }

    /// Rewards the move of the child at `best`, which decided the position after those from `first` on
    /// did not, by as much as it takes from them (Tromp's history heuristic of Fhourstones).
    fn learn(&mut self, first: usize, best: usize) {
        let tried = (best - first) as i32;
        for (place, child) in self.children.iter().enumerate().take(best + 1).skip(first) {
            if let Some(score) = child.code.and_then(|code| self.history.get_mut(code)) {
                *score = score.saturating_add(if place == best { tried } else { -1 });
            }
        }
    }
}

/// Whether the attacker can force a win from a position within a number of plies.
#[derive(Clone, Debug)]
struct Fact<S> {
    state: S,
    plies: u32,
    won: bool,
}

/// Facts by position, in pairs of slots: the first one of a pair keeps the fact of the most plies.
///
/// It compares positions and not only keys, so that a wrong key never proves anything.
#[derive(Debug)]
struct Table<S> {
    slots: Vec<Option<Fact<S>>>,
    /// The facts that were stored since the table grew.
    stored: usize,
    max_slots: u64,
    /// That of the search.
    horizon: bool,
}

impl<S: Clone + Eq> Table<S> {
    const MIN_SLOTS: usize = 1 << 10;

    fn pair(&self, key: u64) -> usize {
        // The upper bits are the best mixed ones.
        ((u128::from(key) * (self.slots.len() as u128 / 2)) >> 64) as usize * 2
    }

    /// What is known of a position. A win within some plies is one within more, too; if the horizon is
    /// a win for the attacker, then it is one within fewer.
    fn get(&self, key: u64, state: &S, plies: u32) -> Option<bool> {
        let place = self.pair(key);
        let mut facts = self.slots.get(place..place + 2)?.iter().flatten();
        let fact = facts.find(|fact| fact.state == *state)?;
        let known = match fact.won == self.horizon {
            true => plies <= fact.plies,
            false => plies >= fact.plies,
        };
        known.then_some(fact.won)
    }

    fn insert<G: Game<State = S>>(&mut self, game: &G, fact: Fact<S>) {
        if self.stored >= self.slots.len() {
            let slots = (2 * self.slots.len()).max(Self::MIN_SLOTS);
            self.stored = 0;
            if slots as u64 <= self.max_slots {
                let facts = std::mem::replace(&mut self.slots, vec![None; slots]);
                facts.into_iter().flatten().for_each(|fact| self.insert(game, fact));
            }
        }
        self.stored += 1;
        let place = self.pair(game.key(&fact.state));
        let Some([kept, last]) = self.slots.get_mut(place..).and_then(<[_]>::first_chunk_mut)
        else {
            return;
        };
        match kept {
            Some(deep) if deep.plies > fact.plies && deep.state != fact.state => {
                *last = Some(fact);
            }
            Some(deep) if deep.state == fact.state => *kept = Some(fact),
            _ => *last = kept.replace(fact),
        }
    }
}
