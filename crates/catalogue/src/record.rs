//! Recording a search that is chosen at run time.

use tesuji_core::{Budget, Heuristic, Notation, Puzzle};

use super::two_players::{TwoPlayers, evaluator, evaluator_name};
use super::{Algorithm, CatalogueError, Players, SearchOptions};
use crate::databases::Databases;
use crate::tree::{self, Bounds, Method, Recording};

/// Which search to record, and how much of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordOptions {
    /// The search.
    pub method: Method,
    /// The heuristic by name, for IDA*, minimax and alpha-beta; the game's best by default.
    pub heuristic: Option<String>,
    /// How much of it.
    pub bounds: Bounds,
    /// What may be spent on it, and before it begins on the pattern databases of a heuristic. Its
    /// nodes are those of the databases.
    pub budget: Budget,
    /// Where pattern databases are kept; in memory by default.
    pub databases: Databases,
}

impl RecordOptions {
    /// A thousand nodes of a search.
    #[must_use]
    pub fn new(method: Method) -> Self {
        RecordOptions {
            method,
            heuristic: None,
            bounds: Bounds::default(),
            budget: Budget::unlimited(),
            databases: Databases::in_memory(),
        }
    }

    /// Checks that the search is for as many players as a game has.
    fn check_players(&self, game: &'static str, players: Players) -> Result<(), CatalogueError> {
        if self.method.players() == players {
            return Ok(());
        }
        let known = Method::ALL.into_iter().filter(|method| method.players() == players);
        let known: Vec<_> = known.map(Method::name).collect();
        let (algorithm, known) = (self.method.name(), known.join(", "));
        Err(CatalogueError::WrongPlayers { algorithm, game, players, known })
    }

    /// The search for one player that is to be recorded, as the heuristics are told of it.
    ///
    /// # Errors
    /// It is for two.
    pub(crate) fn for_one(&self, game: &'static str) -> Result<SearchOptions, CatalogueError> {
        self.check_players(game, Players::One)?;
        let mut options = SearchOptions::new(match self.method {
            Method::BreadthFirst => Algorithm::BreadthFirst,
            Method::DepthFirst => Algorithm::DepthFirst,
            _ => Algorithm::IdaStar,
        });
        options.heuristic.clone_from(&self.heuristic);
        options.databases = self.databases.clone();
        Ok(options)
    }
}

/// Records a search for one player.
pub(crate) fn puzzle<P: Puzzle + Notation, H: Heuristic<P>>(
    puzzle: &P,
    state: &P::State,
    options: &RecordOptions,
    heuristic: &H,
) -> Recording {
    let bounds = &options.bounds.clone().budget(options.budget.clone());
    match options.method {
        Method::BreadthFirst => tree::breadth_first(puzzle, state, bounds),
        Method::DepthFirst => tree::depth_first(puzzle, state, bounds),
        Method::IdaStar => tree::ida_star(puzzle, state, heuristic, bounds),
        method => unreachable!("{method} is for two players, and the options were checked"),
    }
}

/// Records a search for two players.
pub(crate) fn game<G: TwoPlayers>(
    name: &'static str,
    game: &G,
    state: &G::State,
    options: &RecordOptions,
) -> Result<Recording, CatalogueError> {
    options.check_players(name, Players::Two)?;
    let mut search = SearchOptions::new(match options.method {
        Method::Minimax => Algorithm::Minimax,
        Method::AlphaBeta => Algorithm::AlphaBeta,
        // The others' trees are drawn without estimates.
        _ => Algorithm::WhoWins,
    });
    search.heuristic.clone_from(&options.heuristic);
    evaluator_name::<G>(name, &search)?;
    let bounds = &options.bounds.clone().budget(options.budget.clone());
    Ok(match options.method {
        Method::Minimax => tree::minimax(game, state, &evaluator::<G>(&search), bounds),
        Method::AlphaBeta => tree::alpha_beta(game, state, &evaluator::<G>(&search), bounds),
        Method::WhoWins => tree::who_wins(game, state, bounds),
        Method::ProofNumbers => tree::proof_numbers(game, state, bounds),
        method => unreachable!("{method} is for one player, and the options were checked"),
    })
}
