//! The search of positions that a strategy leaves to the checker: whether a player can force a win
//! within a number of plies.
//!
//! It is minimax with two values, that is, alpha-beta with a null window, and a transposition table.
//! Neither the order of moves nor the size of the table changes a result.

use tesuji_core::{Game, GameResult, Notation, Player};

use crate::Rejection;
use crate::space::Space;

/// The searches of a walk, each with what it learns.
pub(crate) struct Searches<G: Game> {
    kinds: Vec<AlphaBeta<G>>,
    /// The most kinds with a table.
    max_tables: u64,
    /// The most positions that each of these may keep.
    positions: u64,
}

/// What searches with one table have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The player who is to force a win.
    pub(crate) attacker: Player,
    /// Whether a game that is not over after the plies counts as won.
    pub(crate) horizon: bool,
    /// Whether the search keeps what it finds in a table, and asks the game what it sees. Those of
    /// the [leaves](crate::Outline) do not.
    pub(crate) table: bool,
}

impl<G: Game + Notation> Searches<G> {
    /// Searches of at most `max_tables` kinds with a table. Together they keep at most half of
    /// `positions` positions in tables, and an eighth of that number on a path.
    pub(crate) fn new(max_tables: u64, positions: u64) -> Self {
        Searches { kinds: Vec::new(), max_tables, positions: positions / max_tables }
    }

    /// The number of positions after moves that were tried in searches with a table.
    pub(crate) fn generated(&self) -> u64 {
        self.kinds.iter().filter(|search| search.kind.table).map(|search| search.generated).sum()
    }

    /// The most positions that the searches with a table keep at a time.
    pub(crate) fn max_kept(&self) -> u64 {
        self.max_tables * (self.max_slots() + self.positions / 8)
    }

    fn max_slots(&self) -> u64 {
        (self.positions / 2).min(1 << 23)
    }

    /// Whether the attacker can force a win from `state` within `plies`.
    pub(crate) fn can_force(
        &mut self,
        space: &Space<G>,
        state: &G::State,
        plies: u32,
        kind: Kind,
    ) -> Result<bool, Rejection> {
        match space.rules.result(state) {
            Some(result) => return Ok(result == GameResult::Win(kind.attacker)),
            None if plies == 0 => return Ok(kind.horizon),
            None => {}
        }
        let place = self.kinds.iter().position(|search| search.kind == kind);
        let place = place.unwrap_or_else(|| {
            let max_slots = if kind.table { self.max_slots() } else { 0 };
            let table = Table { slots: Vec::new(), stored: 0, max_slots, horizon: kind.horizon };
            let (children, history) = (Vec::new(), vec![0; space.rules.move_codes()]);
            let share = 8 * self.max_tables;
            self.kinds.push(AlphaBeta { kind, table, history, children, share, generated: 0 });
            self.kinds.len() - 1
        });
        let search = &mut self.kinds[place];
        search.children.clear();
        match search.sees(space.rules, state, plies) {
            Some(wins) => Ok(wins),
            None => search.wins(space, state, plies),
        }
    }
}

/// The attacker's moves among the plies: every second one.
fn attacks_within(plies: u32, attacks: bool) -> u32 {
    if attacks { plies.div_ceil(2) } else { plies / 2 }
}

/// Searches of one kind, with what they learn.
struct AlphaBeta<G: Game> {
    kind: Kind,
    table: Table<G>,
    /// By [move code](Game::move_code), how well the move did before.
    history: Vec<i32>,
    /// The positions after the moves that are left to search, of all positions on the path.
    children: Vec<Child<G::State>>,
    /// Of the positions that may be kept, one in `share` may be a child.
    share: u64,
    generated: u64,
}

/// A position after a move.
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

impl<G: Game + Notation> AlphaBeta<G> {
    /// Whether the attacker can force a win from `state`, which is not over, within `plies`, which is
    /// at least 1.
    fn wins(&mut self, space: &Space<G>, state: &G::State, plies: u32) -> Result<bool, Rejection> {
        let (game, Kind { attacker, horizon, .. }) = (space.rules, self.kind);
        // The value of a move that decides the position.
        let attacks = game.to_move(state) == attacker;
        let fewest = game.min_moves_to_win(state, attacker);
        if fewest.is_none_or(|fewest| fewest > attacks_within(plies, attacks) && !horizon) {
            return Ok(false);
        }
        let first = self.children.len();
        let decided = self.add_children(space, state, plies)?;
        space.limits.keep(self.share * self.children.len() as u64)?;
        // A position with one move costs no more than the one after it.
        let keeps = self.kind.table && self.children.len() > first + 1;
        let known = match decided {
            true => Some(attacks),
            false if keeps => self.table.get(game.key(state), state, plies),
            false => None,
        };
        let won = match known {
            Some(won) => won,
            None if self.looks_ahead(game, first, plies, attacks) => attacks,
            None => self.tries(space, first, plies, attacks)?,
        };
        self.children.truncate(first);
        if known.is_none() && keeps {
            self.table.insert(game, Fact { state: state.clone(), plies, won });
        }
        Ok(won)
    }

    /// Adds the positions after the moves of `state` that have to be searched, and returns whether
    /// another move decides the position.
    ///
    /// With three plies left, a move that wins at once decides the position, and a move that the next
    /// one refutes does not, whichever player attacks: if the game [finds](Game::visit_safe_moves)
    /// the moves that do not lose within two plies, only these are searched. Leaves have no horizon,
    /// so that they need no more with fewer plies, too.
    fn add_children(
        &mut self,
        space: &Space<G>,
        state: &G::State,
        plies: u32,
    ) -> Result<bool, Rejection> {
        let (game, Kind { attacker, horizon, table }) = (space.rules, self.kind);
        let (mover, first) = (game.to_move(state), self.children.len());
        if plies >= 3 || !table {
            let wins = game.visit_safe_moves(state, |mv, score| {
                let state = game.successor(state, mv);
                let code = score.is_none().then(|| game.move_code(mover, mv));
                self.children.push(Child { state, code, score: score.unwrap_or(0) });
            });
            if let Some(wins) = wins {
                let tried = 1 + (self.children.len() - first) as u32;
                self.generated += u64::from(tried);
                (space.limits.charge)(tried)?;
                let (attacks, safe) = (mover == attacker, tried > 1);
                let moves = attacks_within(plies, attacks);
                if table || moves > 1 {
                    return Ok(wins);
                }
                // With one move, the attacker has to win at once, as no player loses by an own move,
                // and a safe move prevents that.
                self.children.truncate(first);
                return Ok(wins || !attacks && (moves == 0 || safe));
            }
        }
        space.any(state, |mv, state| {
            self.generated += 1;
            let won = match game.result(&state) {
                Some(result) => result == GameResult::Win(attacker),
                None if plies == 1 => horizon,
                None => {
                    let code = Some(game.move_code(mover, mv));
                    self.children.push(Child { state, code, score: 0 });
                    space.limits.keep(self.share * self.children.len() as u64)?;
                    return Ok(false);
                }
            };
            Ok(won == (mover == attacker))
        })
    }

    /// What the [game sees](Game::forced_win) of `state` without a search.
    fn sees(&self, game: &G, state: &G::State, plies: u32) -> Option<bool> {
        let (winner, within) = self.kind.table.then(|| game.forced_win(state))??;
        let wins = winner == self.kind.attacker;
        // A win that may take longer is known where the end of the plies counts as one, and one of
        // the other player where it does not.
        (within <= plies || wins == self.kind.horizon).then_some(wins)
    }

    /// Finds out what is known of the children from the place `first` on, and returns whether one of
    /// them decides the position (enhanced transposition cutoffs: Schaeffer and Plaat, "New Advances
    /// in Alpha-Beta Searching", 1996). Removes those that do not, and scores the others by the bounds
    /// of the players, if the game did not score them.
    fn looks_ahead(&mut self, game: &G, first: usize, plies: u32, attacks: bool) -> bool {
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
    fn tries(
        &mut self,
        space: &Space<G>,
        first: usize,
        plies: u32,
        attacks: bool,
    ) -> Result<bool, Rejection> {
        for next in first..self.children.len() {
            let promise = |child: &Child<G::State>| {
                let history = child.code.and_then(|code| self.history.get(code));
                child.score.saturating_add(history.copied().unwrap_or(0))
            };
            let left = self.children.iter().enumerate().skip(next).take(COMPARED);
            let Some((best, _)) = left.max_by_key(|(_, child)| promise(child)) else { break };
            self.children.swap(next, best);
            let state = self.children[next].state.clone();
            if self.wins(space, &state, plies - 1)? == attacks {
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
#[derive(Clone)]
struct Fact<S> {
    state: S,
    plies: u32,
    won: bool,
}

/// Facts by position, in pairs of slots: the first one of a pair keeps the fact of the most plies.
///
/// It compares positions and not only keys, so that a wrong key never proves anything.
struct Table<G: Game> {
    slots: Vec<Option<Fact<G::State>>>,
    /// The facts that were stored since the table grew.
    stored: usize,
    max_slots: u64,
    /// That of the search.
    horizon: bool,
}

impl<G: Game> Table<G> {
    const MIN_SLOTS: usize = 1 << 10;

    fn pair(&self, key: u64) -> usize {
        // The upper bits are the best mixed ones.
        ((u128::from(key) * (self.slots.len() as u128 / 2)) >> 64) as usize * 2
    }

    /// What is known of a position. A win within some plies is one within more, too; if the horizon is
    /// a win for the attacker, then it is one within fewer.
    fn get(&self, key: u64, state: &G::State, plies: u32) -> Option<bool> {
        let place = self.pair(key);
        let mut facts = self.slots.get(place..place + 2)?.iter().flatten();
        let fact = facts.find(|fact| fact.state == *state)?;
        let known = match fact.won == self.horizon {
            true => plies <= fact.plies,
            false => plies >= fact.plies,
        };
        known.then_some(fact.won)
    }

    fn insert(&mut self, game: &G, fact: Fact<G::State>) {
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
