//! Recording a search that is chosen at run time.

use std::sync::Arc;

use tesuji_core::{
    Budget, Evaluator, Game, GameSolver, Heuristic, Hints, ObservableGameSolver, ObservableSolver,
    Puzzle, Rules, Solver,
};

use crate::algorithms::games::{self, Setup};
use crate::algorithms::monte_carlo::Simulations;
use crate::algorithms::puzzles;
use crate::by_number::{AnyGame, AnyPuzzle, Numbered, Own};
use crate::tree::{Questions, Recorder, Recording, watch_game, watch_puzzle};
use crate::{Algorithm, CatalogueGame, CataloguePuzzle, RecordOptions, Search};

/// Searches to be recorded; none for one that no observer can watch.
struct ToRecord;

/// Records a search, its type hidden, by a recorder of the rules from a position.
type Record<'a, R> =
    Box<dyn Fn(&'static str, &R, &<R as Rules>::State, Recorder<R>) -> Recording + 'a>;

impl<P: Puzzle> puzzles::Purpose<P> for ToRecord {
    type Built<'a> = Option<Record<'a, P>>;

    fn observable<'a>(search: impl ObservableSolver<P> + 'a) -> Self::Built<'a> {
        Some(Box::new(move |name, puzzle, start, by| {
            watch_puzzle(name, puzzle, start, &search, by)
        }))
    }

    fn solver<'a>(_: impl Solver<P> + 'a) -> Self::Built<'a> {
        None
    }
}

impl<G: Game> games::Purpose<G> for ToRecord {
    type Built = Option<Record<'static, G>>;

    fn observable(search: impl ObservableGameSolver<G> + 'static) -> Self::Built {
        Some(Box::new(move |name, game, root, by| watch_game(name, game, root, &search, by)))
    }

    fn solver(_: impl GameSolver<G> + 'static) -> Self::Built {
        None
    }

    fn playouts(search: impl Simulations<G> + ObservableGameSolver<G> + 'static) -> Self::Built {
        <Self as games::Purpose<G>>::observable(search)
    }

    fn flat(_: impl Simulations<G> + 'static) -> Self::Built {
        None
    }
}

/// Whether the table of searches builds one that can be recorded.
pub(crate) fn is_recorded(algorithm: &Algorithm) -> bool {
    let search = Search::new(*algorithm);
    let setup = puzzles::Setup { heuristic: &Own, search: &search, paths_meet: false };
    let for_one = built_puzzle(&setup).is_some();
    for_one || built_game(&Setup::new(Own, Own, search)).is_some()
}

fn built_puzzle<'g, 'a>(setup: &puzzles::Setup<'a, Own>) -> Option<Record<'a, AnyPuzzle<'g>>> {
    let mut rows = puzzles::rows::<AnyPuzzle<'g>, Own, ToRecord>().into_iter();
    rows.find(|(one, _)| one.name == setup.search.algorithm.name)
        .and_then(|(_, build)| build(setup))
}

fn built_game(setup: &Setup<Own, Own>) -> Option<Record<'static, AnyGame>> {
    let mut rows = games::rows::<AnyGame, Own, Own, ToRecord>().into_iter();
    rows.find(|(one, _)| one.name == setup.search.algorithm.name)
        .and_then(|(_, build)| build(setup))
}

/// Records a search for one player; none if no observer can watch it.
pub(crate) fn puzzle<P: CataloguePuzzle, H: Heuristic<P> + Sync>(
    puzzle: &P,
    state: &P::State,
    options: &RecordOptions,
    heuristic: &H,
    paths_meet: bool,
) -> Option<Recording> {
    let numbered = Numbered::new(puzzle.clone(), heuristic);
    let start = numbered.number(state.clone());
    let puzzle = AnyPuzzle(&numbered);
    let questions = Questions {
        to_move: |_, _| None,
        cost: |puzzle: &AnyPuzzle<'_>, &state, mv| puzzle.0.cost(state, mv),
        state_text: |puzzle, &state| puzzle.0.state_text(state),
        move_text: |puzzle, &state, mv| puzzle.0.move_text(state, mv),
    };
    let search = &options.search();
    let search = built_puzzle(&puzzles::Setup { heuristic: &Own, search, paths_meet })?;
    let recorder = Recorder::new(&puzzle, &start, questions, &options.limits());
    Some(search(options.search.algorithm.name, &puzzle, &start, recorder))
}

/// Records a search for two players; none if no observer can watch it.
pub(crate) fn game<G: CatalogueGame, H, E>(
    game: &G,
    state: &G::State,
    options: &RecordOptions,
    setup: &Setup<H, E>,
) -> Option<Recording>
where
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    let numbered = Numbered::new(game.clone(), (setup.hints.clone(), setup.evaluator.clone()));
    let root = numbered.number(state.clone());
    let setup =
        Setup { search: options.search(), budget: Budget::unlimited(), ..setup.by(Own, Own) };
    let game = AnyGame(Arc::new(numbered));
    let questions = Questions {
        to_move: |game: &AnyGame, state| Some(game.to_move(state)),
        cost: |_, _, _| 0,
        state_text: |game, &state| game.0.state_text(state),
        move_text: |game, &state, mv| game.0.move_text(state, mv),
    };
    let search = built_game(&setup)?;
    let recorder = Recorder::new(&game, &root, questions, &options.limits());
    Some(search(options.search.algorithm.name, &game, &root, recorder))
}
