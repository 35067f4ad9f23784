//! Recording a search that is chosen at run time.

use tesuji_core::{Budget, Evaluator, Heuristic};

use crate::algorithms::{games, puzzles};
use crate::options as o;
use crate::tree::{self, Bounds, Recording};
use crate::{Algorithm, CatalogueError, CatalogueGame, CataloguePuzzle, Search};

/// Which search to record, and how much of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordOptions {
    /// The search.
    pub search: Search,
    /// How much of it.
    pub bounds: Bounds,
    /// What may be spent on it, and before it begins on the pattern databases of a heuristic. Its
    /// nodes are those of the databases.
    pub budget: Budget,
}

impl RecordOptions {
    /// A thousand nodes of a search.
    #[must_use]
    pub fn new(search: Search) -> Self {
        RecordOptions { search, bounds: Bounds::default(), budget: Budget::unlimited() }
    }
}

/// Whether the tree of an algorithm can be recorded.
#[must_use]
pub fn can_record(algorithm: &Algorithm) -> bool {
    let recorded = [
        puzzles::BREADTH_FIRST,
        puzzles::DEPTH_FIRST,
        puzzles::IDA_STAR,
        games::MINIMAX,
        games::ALPHA_BETA,
        games::PN,
    ];
    recorded.iter().any(|one| one.name == algorithm.name)
}

/// Records a search for one player.
pub(crate) fn puzzle<P: CataloguePuzzle, H: Heuristic<P>>(
    name: &'static str,
    puzzle: &P,
    state: &P::State,
    options: &RecordOptions,
    heuristic: &H,
) -> Result<Recording, CatalogueError> {
    let bounds = &options.bounds.clone().budget(options.budget.clone());
    match options.search.algorithm.name {
        one if one == puzzles::BREADTH_FIRST.name => Ok(tree::breadth_first(puzzle, state, bounds)),
        one if one == puzzles::DEPTH_FIRST.name => Ok(tree::depth_first(puzzle, state, bounds)),
        one if one == puzzles::IDA_STAR.name => {
            Ok(tree::ida_star(puzzle, state, heuristic, bounds))
        }
        _ => Err(CatalogueError::NotOffered { game: name, what: "a tree of this search" }),
    }
}

/// Records a search for two players.
pub(crate) fn game<G: CatalogueGame>(
    name: &'static str,
    game: &G,
    state: &G::State,
    evaluator: &impl Evaluator<G>,
    options: &RecordOptions,
) -> Result<Recording, CatalogueError> {
    let bounds = &options.bounds.clone().budget(options.budget.clone());
    let search = &options.search;
    match search.algorithm.name {
        one if one == games::MINIMAX.name => Ok(tree::minimax(game, state, evaluator, bounds)),
        one if one == games::ALPHA_BETA.name && search.is_on(o::OUTCOME_ONLY) => {
            Ok(tree::who_wins(game, state, bounds))
        }
        one if one == games::ALPHA_BETA.name => {
            Ok(tree::alpha_beta(game, state, evaluator, bounds))
        }
        one if one == games::PN.name => Ok(tree::proof_numbers(game, state, bounds)),
        _ => Err(CatalogueError::NotOffered { game: name, what: "a tree of this search" }),
    }
}
