//! Rules without their type: positions and moves are numbers.
//!
//! A search of such rules is compiled once for all games. Every call is a call through a table of
//! functions, and every position is looked up among those that came up before, which takes far
//! longer than the search itself: it is for searches that are recorded.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand_pcg::rand_core::Rng;
use tesuji_core::{
    Cost, Evaluator, Game, GameResult, Heuristic, Hints, Notation, Player, Puzzle, Rules, Score,
    StaticBounds,
};

/// The methods of all rules.
pub(crate) trait ByNumber: Send + Sync {
    fn moves(&self, state: u32) -> Vec<u32>;
    fn moves_after(&self, last: Option<u32>, state: u32) -> Vec<u32>;
    fn successor(&self, state: u32, mv: u32) -> u32;
    fn key(&self, state: u32) -> u64;
    fn canonical(&self, state: u32) -> u32;
    fn state_text(&self, state: u32) -> String;
    fn move_text(&self, state: u32, mv: u32) -> String;
}

/// The methods of puzzles, with a heuristic.
pub(crate) trait PuzzleByNumber: ByNumber {
    fn inverse(&self, mv: u32) -> Option<u32>;
    fn is_goal(&self, state: u32) -> bool;
    fn cost(&self, state: u32, mv: u32) -> Cost;
    fn has_unit_costs(&self) -> bool;
    fn estimate(&self, state: u32) -> Cost;
}

/// The methods of games, with hints and an evaluator.
pub(crate) trait GameByNumber: ByNumber {
    fn never_repeats(&self) -> bool;
    fn max_playout_plies(&self) -> u32;
    fn to_move(&self, state: u32) -> Player;
    fn result(&self, state: u32) -> Option<GameResult>;
    fn playout(
        &self,
        state: u32,
        rng: &mut dyn Rng,
        watch: &mut dyn FnMut(Player, u32),
    ) -> GameResult;
    fn move_codes(&self) -> usize;
    fn move_code(&self, player: Player, mv: u32) -> usize;
    fn score(&self, state: u32) -> Score;
    fn lookahead(&self) -> u32;
    fn range(&self, state: u32, plies: u32) -> (Score, Score);
    fn bounds(&self, state: u32) -> StaticBounds;
    fn candidates(&self, state: u32) -> Vec<(u32, i32)>;
    fn forced_move(&self, state: u32) -> Option<u32>;
    fn max_learned(&self) -> i32;
    fn table_key(&self, state: u32) -> u64;
    fn history_size(&self) -> usize;
    fn history_index(&self, state: u32, mv: u32) -> usize;
    fn max_plies(&self, state: u32) -> Option<u32>;
}

/// Rules with what guides a search of them, and the positions and moves that have come up.
pub(crate) struct Numbered<R: Rules, K> {
    rules: R,
    guide: K,
    states: Mutex<List<R::State>>,
    moves: Mutex<List<R::Move>>,
}

/// Distinct values in the order in which they came up.
struct List<T> {
    values: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> List<T> {
    fn new() -> Mutex<Self> {
        Mutex::new(List { values: Vec::new(), numbers: HashMap::new() })
    }

    fn number(&mut self, value: T) -> u32 {
        let next = u32::try_from(self.values.len()).expect("a recording ends long before");
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }
}

fn lock<T>(list: &Mutex<List<T>>) -> MutexGuard<'_, List<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Rules, K> Numbered<R, K> {
    pub(crate) fn new(rules: R, guide: K) -> Self {
        Numbered { rules, guide, states: List::new(), moves: List::new() }
    }

    /// The number of a position.
    pub(crate) fn number(&self, state: R::State) -> u32 {
        lock(&self.states).number(state)
    }

    fn state(&self, number: u32) -> R::State {
        lock(&self.states).values[number as usize].clone()
    }

    fn number_of_move(&self, mv: R::Move) -> u32 {
        lock(&self.moves).number(mv)
    }

    fn mv(&self, number: u32) -> R::Move {
        lock(&self.moves).values[number as usize]
    }
}

/// What a function shows to its visitor.
fn collected<T>(
    visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<Infallible>) -> ControlFlow<Infallible>,
) -> Vec<T> {
    let mut seen = Vec::new();
    let ControlFlow::Continue(()) = visit(&mut |one| {
        seen.push(one);
        ControlFlow::Continue(())
    });
    seen
}

impl<R, K> ByNumber for Numbered<R, K>
where
    R: Rules<State: Send, Move: Send> + Notation + Send + Sync,
    K: Send + Sync,
{
    fn moves(&self, state: u32) -> Vec<u32> {
        let moves = self.rules.moves(&self.state(state));
        moves.into_iter().map(|mv| self.number_of_move(mv)).collect()
    }

    fn moves_after(&self, last: Option<u32>, state: u32) -> Vec<u32> {
        let (last, state) = (last.map(|mv| self.mv(mv)), self.state(state));
        let moves = collected(|visit| self.rules.visit_moves_after(last, &state, visit));
        moves.into_iter().map(|mv| self.number_of_move(mv)).collect()
    }

    fn successor(&self, state: u32, mv: u32) -> u32 {
        self.number(self.rules.successor(&self.state(state), self.mv(mv)))
    }

    fn key(&self, state: u32) -> u64 {
        self.rules.key(&self.state(state))
    }

    fn canonical(&self, state: u32) -> u32 {
        self.number(self.rules.canonical(&self.state(state)))
    }

    fn state_text(&self, state: u32) -> String {
        self.rules.state_text(&self.state(state))
    }

    fn move_text(&self, state: u32, mv: u32) -> String {
        self.rules.move_text(&self.state(state), self.mv(mv))
    }
}

impl<P, H> PuzzleByNumber for Numbered<P, &H>
where
    P: Puzzle<State: Send, Move: Send> + Notation + Send + Sync,
    H: Heuristic<P> + Sync,
{
    fn inverse(&self, mv: u32) -> Option<u32> {
        self.rules.inverse(self.mv(mv)).map(|mv| self.number_of_move(mv))
    }

    fn is_goal(&self, state: u32) -> bool {
        self.rules.is_goal(&self.state(state))
    }

    fn cost(&self, state: u32, mv: u32) -> Cost {
        self.rules.cost(&self.state(state), self.mv(mv))
    }

    fn has_unit_costs(&self) -> bool {
        self.rules.has_unit_costs()
    }

    fn estimate(&self, state: u32) -> Cost {
        self.guide.evaluate(&self.rules, &self.state(state))
    }
}

impl<G, H, E> GameByNumber for Numbered<G, (H, E)>
where
    G: Game<State: Send, Move: Send> + Notation + Send + Sync,
    H: Hints<G> + Send + Sync,
    E: Evaluator<G> + Send + Sync,
{
    fn never_repeats(&self) -> bool {
        self.rules.never_repeats()
    }

    fn max_playout_plies(&self) -> u32 {
        self.rules.max_playout_plies()
    }

    fn to_move(&self, state: u32) -> Player {
        self.rules.to_move(&self.state(state))
    }

    fn result(&self, state: u32) -> Option<GameResult> {
        self.rules.result(&self.state(state))
    }

    fn playout(
        &self,
        state: u32,
        mut rng: &mut dyn Rng,
        watch: &mut dyn FnMut(Player, u32),
    ) -> GameResult {
        let state = self.state(state);
        self.rules.watched_playout(&state, &mut rng, |player, mv| {
            watch(player, self.number_of_move(mv));
        })
    }

    fn move_codes(&self) -> usize {
        self.rules.move_codes()
    }

    fn move_code(&self, player: Player, mv: u32) -> usize {
        self.rules.move_code(player, self.mv(mv))
    }

    fn score(&self, state: u32) -> Score {
        self.guide.1.score(&self.rules, &self.state(state))
    }

    fn lookahead(&self) -> u32 {
        self.guide.1.lookahead(&self.rules)
    }

    fn range(&self, state: u32, plies: u32) -> (Score, Score) {
        self.guide.1.range(&self.rules, &self.state(state), plies)
    }

    fn bounds(&self, state: u32) -> StaticBounds {
        self.guide.0.study(&self.rules, &self.state(state)).0
    }

    fn candidates(&self, state: u32) -> Vec<(u32, i32)> {
        let (hints, state) = (&self.guide.0, self.state(state));
        let (_, notes) = hints.study(&self.rules, &state);
        let shown = collected(|visit| {
            hints.visit_candidates(&self.rules, &state, &notes, |mv, score, _| visit((mv, score)))
        });
        shown.into_iter().map(|(mv, score)| (self.number_of_move(mv), score)).collect()
    }

    fn forced_move(&self, state: u32) -> Option<u32> {
        let (hints, state) = (&self.guide.0, self.state(state));
        let (_, notes) = hints.study(&self.rules, &state);
        let forced = hints.forced_move(&self.rules, &state, &notes);
        forced.map(|(mv, _)| self.number_of_move(mv))
    }

    fn max_learned(&self) -> i32 {
        self.guide.0.max_learned(&self.rules)
    }

    fn table_key(&self, state: u32) -> u64 {
        self.guide.0.key(&self.rules, &self.state(state))
    }

    fn history_size(&self) -> usize {
        self.guide.0.history_size(&self.rules)
    }

    fn history_index(&self, state: u32, mv: u32) -> usize {
        self.guide.0.history_index(&self.rules, &self.state(state), self.mv(mv))
    }

    fn max_plies(&self, state: u32) -> Option<u32> {
        self.guide.0.max_plies(&self.rules, &self.state(state))
    }
}

/// A puzzle with numbers for positions and moves.
#[derive(Clone, Copy)]
pub(crate) struct AnyPuzzle<'g>(pub(crate) &'g dyn PuzzleByNumber);

/// A game with numbers for positions and moves.
#[derive(Clone)]
pub(crate) struct AnyGame(pub(crate) Arc<dyn GameByNumber>);

/// The heuristic, or the hints and the evaluator, that the rules were numbered with.
#[derive(Clone, Copy)]
pub(crate) struct Own;

macro_rules! rules_by_number {
    () => {
        type State = u32;
        type Move = u32;
        type Undo = u32;

        fn initial(&self) -> u32 {
            0
        }

        fn visit_moves<B>(
            &self,
            &state: &u32,
            visit: impl FnMut(u32) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            self.0.moves(state).into_iter().try_for_each(visit)
        }

        fn visit_moves_after<B>(
            &self,
            last: Option<u32>,
            &state: &u32,
            visit: impl FnMut(u32) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            self.0.moves_after(last, state).into_iter().try_for_each(visit)
        }

        fn play(&self, state: &mut u32, mv: u32) -> u32 {
            let next = self.0.successor(*state, mv);
            std::mem::replace(state, next)
        }

        fn undo(&self, state: &mut u32, _: u32, before: u32) {
            *state = before;
        }

        fn key(&self, &state: &u32) -> u64 {
            self.0.key(state)
        }

        fn canonical(&self, &state: &u32) -> u32 {
            self.0.canonical(state)
        }
    };
}

impl Rules for AnyPuzzle<'_> {
    rules_by_number!();

    fn inverse(&self, mv: u32) -> Option<u32> {
        self.0.inverse(mv)
    }
}

impl Rules for AnyGame {
    rules_by_number!();
}

impl Puzzle for AnyPuzzle<'_> {
    fn is_goal(&self, &state: &u32) -> bool {
        self.0.is_goal(state)
    }

    fn cost(&self, &state: &u32, mv: u32) -> Cost {
        self.0.cost(state, mv)
    }

    fn has_unit_costs(&self) -> bool {
        self.0.has_unit_costs()
    }
}

impl Heuristic<AnyPuzzle<'_>> for Own {
    type Memo = Cost;

    fn start(&self, puzzle: &AnyPuzzle<'_>, &state: &u32) -> Cost {
        puzzle.0.estimate(state)
    }

    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

impl Game for AnyGame {
    fn never_repeats(&self) -> bool {
        self.0.never_repeats()
    }

    fn max_playout_plies(&self) -> u32 {
        self.0.max_playout_plies()
    }

    fn to_move(&self, &state: &u32) -> Player {
        self.0.to_move(state)
    }

    fn result(&self, &state: &u32) -> Option<GameResult> {
        self.0.result(state)
    }

    fn watched_playout(
        &self,
        &state: &u32,
        rng: &mut impl Rng,
        mut watch: impl FnMut(Player, u32),
    ) -> GameResult {
        self.0.playout(state, rng, &mut watch)
    }

    fn move_codes(&self) -> usize {
        self.0.move_codes()
    }

    fn move_code(&self, player: Player, mv: u32) -> usize {
        self.0.move_code(player, mv)
    }
}

impl Evaluator<AnyGame> for Own {
    fn score(&self, game: &AnyGame, &state: &u32) -> Score {
        game.0.score(state)
    }

    fn lookahead(&self, game: &AnyGame) -> u32 {
        game.0.lookahead()
    }

    fn range(&self, game: &AnyGame, &state: &u32, plies: u32) -> (Score, Score) {
        game.0.range(state, plies)
    }
}

impl Hints<AnyGame> for Own {
    type Notes = ();
    type Draft = ();

    fn study(&self, game: &AnyGame, &state: &u32) -> (StaticBounds, ()) {
        (game.0.bounds(state), ())
    }

    fn visit_candidates<B>(
        &self,
        game: &AnyGame,
        &state: &u32,
        (): &(),
        mut visit: impl FnMut(u32, i32, ()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        game.0.candidates(state).into_iter().try_for_each(|(mv, score)| visit(mv, score, ()))
    }

    fn forced_move(&self, game: &AnyGame, &state: &u32, (): &()) -> Option<(u32, ())> {
        game.0.forced_move(state).map(|mv| (mv, ()))
    }

    fn max_learned(&self, game: &AnyGame) -> i32 {
        game.0.max_learned()
    }

    fn key(&self, game: &AnyGame, &state: &u32) -> u64 {
        game.0.table_key(state)
    }

    fn history_size(&self, game: &AnyGame) -> usize {
        game.0.history_size()
    }

    fn history_index(&self, game: &AnyGame, &state: &u32, mv: u32) -> usize {
        game.0.history_index(state, mv)
    }

    fn max_plies(&self, game: &AnyGame, &state: &u32) -> Option<u32> {
        game.0.max_plies(state)
    }
}
