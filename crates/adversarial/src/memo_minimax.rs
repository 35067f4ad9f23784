//! Minimax that remembers (memo functions: Michie, "Memo Functions and Machine Learning",
//! Nature 218, 1968).

use std::ops::ControlFlow;

use tesuji_core::{
    Game, GameSolver, Inserted, Judgement, Limit, Meter, NodeEvent, ObservableGameSolver, Observer,
    Score, StateTable, Unobserved, no_moves,
};

use crate::deep::descend;
use crate::finished;
use crate::score::{self, Certainty, INFINITE, Told, at_ply};

/// Minimax to the end of the game that computes each position once and keeps its value.
///
/// Positions are compared by the whole state, including the player to move.
/// [`Stats::generated`](tesuji_core::Stats::generated) counts the calls,
/// [`Stats::expanded`](tesuji_core::Stats::expanded) the positions that were computed, finished ones
/// included, and
/// [`Stats::duplicates`](tesuji_core::Stats::duplicates) those that were looked up instead.
///
/// If positions can repeat, a position that closes a cycle is taken as even, and no value that
/// depends on that is stored or reported as proved.
///
/// # Complexity
/// In a game without cycles, time and memory `O(n)` for `n` reachable positions and their
/// moves.
///
/// # Example
/// Every first move of tic-tac-toe draws. Minimax visits 549,946 nodes to prove it:
/// ```
/// use tesuji_adversarial::MemoMinimax;
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let answer = MemoMinimax::new().best_moves(true).solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Draw);
/// assert_eq!(answer.judgement.best_moves.len(), 9);
/// assert_eq!(answer.stats.expanded, 5_478);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoMinimax {
    best_moves: bool,
}

impl MemoMinimax {
    /// The search; it has no depth limit.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to report all best moves, which costs almost nothing if no position repeats. Else
    /// those that keep a win, a loss or neither are searched for one by one.
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.best_moves = wanted;
        self
    }
}

impl<G: Game> GameSolver<G> for MemoMinimax {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G: Game> ObservableGameSolver<G> for MemoMinimax {
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let root = observer.root(state);
        if let Some(judgement) = finished(game, state, (observer, root), meter) {
            return judgement;
        }
        let mut run = Run { game, observer, meter, memo: StateTable::new(), cycles: 0 };
        let first = game.moves(state).first().copied();
        let mut judgement = Judgement::of_move(first);
        match run.compute(state, 0, root) {
            ControlFlow::Break(limit) => judgement.limit = Some(limit),
            ControlFlow::Continue(found) => {
                let certainty =
                    if run.cycles == 0 { Certainty::Distance } else { Certainty::Winner };
                judgement.value = score::value_of(found.score, certainty);
                judgement.best = found.best;
                judgement.pv = run.pv(state, found.best);
                if self.best_moves {
                    match run.as_good(state, root, found.score) {
                        ControlFlow::Continue(good) => judgement.best_moves = good,
                        ControlFlow::Break(limit) => judgement.limit = Some(limit),
                    }
                }
            }
        }
        judgement
    }
}

/// What is known of a position. Scores count from the position itself.
#[derive(Clone, Copy, Debug)]
struct Found<M> {
    score: Score,
    best: Option<M>,
}

/// A position's place in the memo.
#[derive(Clone, Copy, Debug)]
enum Memo<M> {
    /// On the path that is being searched.
    Open,
    /// Computed, and not worth keeping.
    Unknown,
    Known(Found<M>),
}

/// Everything that changes while searching.
struct Run<'r, 'm, G: Game, O> {
    game: &'r G,
    observer: O,
    meter: &'r mut Meter<'m>,
    memo: StateTable<G::State, Memo<G::Move>>,
    /// How often the path has met itself.
    cycles: u64,
}

impl<G: Game, O: Observer<G>> Run<'_, '_, G, O> {
    /// What `state` is worth to its player to move. Its call has been counted.
    fn compute(
        &mut self,
        state: &G::State,
        ply: u32,
        node: O::Node,
    ) -> ControlFlow<Limit, Found<G::Move>> {
        let (game, observer) = (self.game, self.observer);
        let mover = game.to_move(state);
        let told = |score, estimated| {
            Told { distances: true, estimated }.exactly(mover, at_ply(score, ply))
        };
        let place = match self.memo.insert(state.clone(), Memo::Open, self.meter) {
            Err(limit) => return ControlFlow::Break(limit),
            Ok(Inserted::New(place)) => place,
            Ok(Inserted::Known(place)) => match *self.memo.datum(place) {
                Memo::Known(found) => {
                    self.meter.duplicates += 1;
                    observer.note_with(node, || told(found.score, false));
                    observer.note(node, NodeEvent::Duplicate);
                    return ControlFlow::Continue(found);
                }
                Memo::Open => {
                    self.cycles += 1;
                    observer.note_with(node, || told(0, true));
                    observer.note(node, NodeEvent::Duplicate);
                    return ControlFlow::Continue(Found { score: 0, best: None });
                }
                Memo::Unknown => {
                    *self.memo.datum_mut(place) = Memo::Open;
                    place
                }
            },
        };
        self.meter.expand(ply);
        observer.note(node, NodeEvent::Expanded);
        let cycles = self.cycles;
        let mut found = Found { score: -INFINITE, best: None };
        if let Some(result) = game.result(state) {
            found.score = score::of_result(result, mover);
            observer.note(node, NodeEvent::Finished);
        }
        game.visit_moves(state, |mv| {
            self.meter.generate(1)?;
            let child = game.successor(state, mv);
            let below = observer.child(node, mv, &child);
            let below = descend(ply, || self.compute(&child, ply + 1, below))?.score;
            let same = game.to_move(&child) == mover;
            let score = at_ply(if same { below } else { -below }, 1);
            if score > found.score {
                found = Found { score, best: Some(mv) };
            }
            ControlFlow::Continue(())
        })?;
        if found.score == -INFINITE {
            no_moves(state);
        }
        let sound = self.cycles == cycles;
        observer.note_with(node, || told(found.score, !sound));
        *self.memo.datum_mut(place) = if sound { Memo::Known(found) } else { Memo::Unknown };
        ControlFlow::Continue(found)
    }

    fn known(&self, state: &G::State) -> Option<Found<G::Move>> {
        match self.memo.find(state).map(|place| *self.memo.datum(place)) {
            Some(Memo::Known(found)) => Some(found),
            _ => None,
        }
    }

    /// The moves that follow from `best` by what is in the memo.
    fn pv(&self, state: &G::State, best: Option<G::Move>) -> Vec<G::Move> {
        let mut state = state.clone();
        let mut pv = Vec::new();
        let mut next = best;
        while let Some(mv) = next {
            pv.push(mv);
            self.game.play(&mut state, mv);
            next = self.known(&state).and_then(|found| found.best);
        }
        pv
    }

    /// The moves of `state` that reach `score`; if a path has met itself, those with a score of the
    /// same sign.
    fn as_good(
        &mut self,
        state: &G::State,
        node: O::Node,
        score: Score,
    ) -> ControlFlow<Limit, Vec<G::Move>> {
        let (game, have_distances) = (self.game, self.cycles == 0);
        let mut good = Vec::new();
        for mv in game.moves(state) {
            let child = game.successor(state, mv);
            let found = match self.known(&child) {
                Some(found) => found,
                None => {
                    self.meter.generate(1)?;
                    let below = self.observer.child(node, mv, &child);
                    self.compute(&child, 1, below)?
                }
            };
            let same = game.to_move(&child) == game.to_move(state);
            let reached = at_ply(if same { found.score } else { -found.score }, 1);
            if reached == score || !have_distances && reached.signum() == score.signum() {
                good.push(mv);
            }
        }
        ControlFlow::Continue(good)
    }
}
