//! Engines by name, for a game whose type is known.

use tesuji_arena::{Contestant, Engine, Match, RandomMover, Score, Searcher};
use tesuji_core::{Game, Notation, Progress};

use super::report::Question;
use super::two_players::{TwoPlayers, check_limits, evaluator_name, solver};
use super::{
    CatalogueError, EngineSpec, MatchReport, Position, Report, SearchOptions, monte_carlo, position,
};

/// An engine for some game, its type hidden. It plays one game, and may remember what it likes
/// between its moves.
pub trait Opponent {
    /// Chooses a move: the best one of the report, which is there unless the game is over.
    ///
    /// # Errors
    /// The position is not one of the game that the engine plays.
    fn choose(
        &mut self,
        position: &dyn Position,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError>;
}

/// An engine for whatever game.
pub type AnyEngine = Box<dyn Opponent>;

/// An engine with the rules it plays under.
struct Seated<G: Game> {
    name: &'static str,
    game: G,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    engine: Box<dyn Engine<G>>,
}

impl<G: Game + Notation> Opponent for Seated<G> {
    fn choose(
        &mut self,
        position: &dyn Position,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        let text = position.notation();
        let state = self.game.parse_state(&text);
        let state = state.map_err(|error| CatalogueError::position(self.name, &text, error))?;
        let answer = self.engine.choose(&self.game, &state, progress);
        let question = Question {
            game: self.name,
            position: text,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
        };
        Ok(Report::on_game(question, &answer, |moves| self.game.moves_text(&state, moves)))
    }
}

pub(super) fn engine<G: TwoPlayers>(
    name: &'static str,
    game: &G,
    spec: &EngineSpec,
    seed: u64,
) -> Result<AnyEngine, CatalogueError> {
    check(name, game, spec)?;
    let heuristic = match spec.options() {
        None => None,
        Some(options) => evaluator_name::<G>(name, options)?,
    };
    Ok(seated(name, game, spec, heuristic, typed(game, spec, seed)))
}

/// An engine that the specification names, with the rules it plays under.
pub(super) fn seated<G: Game + Notation + Clone + 'static>(
    name: &'static str,
    game: &G,
    spec: &EngineSpec,
    heuristic: Option<&'static str>,
    engine: Box<dyn Engine<G>>,
) -> AnyEngine {
    let algorithm = spec.algorithm().map_or("random", super::Algorithm::name);
    Box::new(Seated { name, game: game.clone(), algorithm, heuristic, engine })
}

pub(super) fn play<G: TwoPlayers>(
    name: &'static str,
    game: &G,
    state: &G::State,
    players: &[EngineSpec; 2],
    settings: &Match,
    progress: &mut dyn FnMut(&Score),
) -> Result<MatchReport, CatalogueError> {
    for spec in players {
        check(name, game, spec)?;
    }
    let [first, second] = players.each_ref().map(|spec| ByName { game, spec });
    let score = settings.play(game, state, [&first, &second], progress);
    let start = (name, game.state_text(state));
    Ok(MatchReport::new(start, players, settings, &score))
}

/// Whether an engine can play the game at all.
fn check<G: TwoPlayers>(
    name: &'static str,
    game: &G,
    spec: &EngineSpec,
) -> Result<(), CatalogueError> {
    match spec.options() {
        None => Ok(()),
        Some(options) => {
            position::Named::check(game, name, options)?;
            let options = SearchOptions { anytime: true, ..options.clone() };
            check_limits::<G>(name, &options, &spec.budget())
        }
    }
}

/// A contestant by name.
struct ByName<'a, G> {
    game: &'a G,
    spec: &'a EngineSpec,
}

impl<G: TwoPlayers> Contestant<G> for ByName<'_, G> {
    fn engine(&self, seed: u64) -> Box<dyn Engine<G> + '_> {
        typed(self.game, self.spec, seed)
    }
}

fn typed<G: TwoPlayers>(game: &G, spec: &EngineSpec, seed: u64) -> Box<dyn Engine<G>> {
    match spec.options() {
        None => Box::new(RandomMover::new(seed)),
        Some(options) => {
            let mut options = options.clone();
            options.remember = true;
            options.anytime = true;
            options.seed = seed;
            if options.algorithm.is_monte_carlo() {
                return monte_carlo::engine(&options, spec.budget());
            }
            let budget = spec.budget();
            Box::new(Searcher::new(solver(game, &options, &budget), budget))
        }
    }
}
