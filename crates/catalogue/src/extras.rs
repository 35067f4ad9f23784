use std::ops::ControlFlow;

use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Budget, Language, Meter, NamedGame, Progress, Rules, Settings, Silent, Value};

use crate::databases::Databases;
use crate::{
    CatalogueError, DatabaseReport, DistributedSearch, GenerateOptions, GeneratedReport, Search,
    Shuffle, SpaceReport, StrategyReport,
};

/// A state that was made at random, with the moves of the walk that led to it.
pub type ShuffledState<R> = (<R as Rules>::State, Option<Vec<String>>);

/// The longest walk whose moves are kept.
pub const MAX_WALK_WITH_MOVES: u32 = 1_000_000;

/// What each move is worth to the player who makes it.
pub type MoveValues<M> = Vec<(M, Value)>;

/// What a game offers besides its rules and searches. Every method has a default: what any game can
/// do, or an error that says that the game does not offer it.
pub trait Extras<R: NamedGame>: Send + Sync {
    /// A random state. By default a walk of random legal moves from the initial state: of as many as
    /// were asked for, else of 1000 in a puzzle and of 6 in a game; a walk never plays the last move
    /// of a game.
    ///
    /// # Errors
    /// The game does not offer it, or a limit was reached.
    fn shuffle(
        &self,
        rules: &R,
        shuffle: Shuffle,
        usual_walk: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<ShuffledState<R>, CatalogueError> {
        let steps = match shuffle {
            Shuffle::Uniform => usual_walk,
            Shuffle::Walk(steps) => steps,
        };
        random_walk(rules, steps, seed, budget)
    }

    /// See [`GameEntry::generate`](crate::GameEntry::generate).
    ///
    /// # Errors
    /// The game does not offer it, a setting is not valid, or a limit was reached.
    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        let _ = (settings, options, seed, budget, progress);
        Err(CatalogueError::NotOffered { game: R::NAME, what: "generated positions" })
    }

    /// See [`GameEntry::enumerate`](crate::GameEntry::enumerate).
    ///
    /// # Errors
    /// The game does not offer it, the text or a setting is not valid, or the workers cannot do it.
    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        let _ = (of, settings, workers, budget, progress);
        Err(CatalogueError::NotOffered { game: R::NAME, what: "distances from a goal" })
    }

    /// See [`GameEntry::build_databases`](crate::GameEntry::build_databases).
    ///
    /// # Errors
    /// The game does not offer it, a limit was reached, or a file cannot be read or written.
    fn build_databases(
        &self,
        settings: &Settings,
        heuristic: &str,
        databases: &Databases,
        anew: bool,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<DatabaseReport>, CatalogueError> {
        let _ = (settings, heuristic, databases, anew, budget, progress);
        Err(CatalogueError::NotOffered { game: R::NAME, what: "pattern databases" })
    }

    /// See [`GameEntry::warm_up`](crate::GameEntry::warm_up).
    ///
    /// # Errors
    /// A limit was reached, or a file cannot be read or written.
    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        let _ = (databases, budget);
        Ok(())
    }

    /// One random state for each distance from the goal, from 0 on.
    ///
    /// # Errors
    /// The game does not offer it, the space is too large, or a limit was reached.
    fn one_per_distance(
        &self,
        rules: &R,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<R::State>, CatalogueError> {
        let _ = (rules, seed, budget, progress);
        Err(CatalogueError::NotOffered { game: R::NAME, what: "distances from a goal" })
    }

    /// Why a puzzle has no solution, where an argument shows it without a search.
    fn why_unsolvable(&self, rules: &R, state: &R::State) -> Option<String> {
        let _ = (rules, state);
        None
    }

    /// A move in words of a language, where the game has some.
    fn in_words(&self, rules: &R, mv: R::Move, language: Language) -> Option<String> {
        let _ = (rules, mv, language);
        None
    }

    /// The value of each move, if one table has them all.
    ///
    /// # Errors
    /// A limit was reached.
    fn move_values(
        &self,
        rules: &R,
        state: &R::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<MoveValues<R::Move>>, CatalogueError> {
        let _ = (rules, state, budget, progress);
        Ok(None)
    }

    /// Whether there are strategies.
    fn has_strategies(&self) -> bool {
        false
    }

    /// The best strategy from `state`.
    ///
    /// # Errors
    /// The game offers none, or a limit was reached.
    fn strategy(
        &self,
        rules: &R,
        state: &R::State,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        let _ = (rules, state, search, budget, progress);
        Err(CatalogueError::NotOffered { game: R::NAME, what: "strategies" })
    }
}

/// What any game can do.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoExtras;

impl<R: NamedGame> Extras<R> for NoExtras {}

/// A walk of random moves from the initial state, which does not enter a state without moves.
fn random_walk<R: NamedGame>(
    rules: &R,
    steps: u32,
    seed: u64,
    budget: &Budget,
) -> Result<ShuffledState<R>, CatalogueError> {
    let mut silent = Silent;
    let mut meter = Meter::new(budget, &mut silent);
    let mut random = Pcg64::seed_from_u64(seed);
    let mut state = rules.initial();
    let mut texts = (steps <= MAX_WALK_WITH_MOVES).then(Vec::new);
    for _ in 0..steps {
        let mut moves = rules.moves(&state);
        meter.charge(moves.len() as u32 + 1).map_err(CatalogueError::Stopped)?;
        moves.retain(|&mv| {
            let next = rules.successor(&state, mv);
            rules.visit_moves(&next, |_| ControlFlow::Break(())).is_break()
        });
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        if let Some(texts) = &mut texts {
            texts.push(rules.move_text(&state, mv));
        }
        rules.play(&mut state, mv);
    }
    Ok((state, texts))
}
