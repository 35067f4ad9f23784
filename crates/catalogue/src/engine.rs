use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tesuji_arena::{Engine, Turn, UgiEngine};
use tesuji_core::{Budget, Game, NamedGame, Progress, StopFlag};

use crate::position::given_settings;
use crate::report::Question;
use crate::{
    Algorithm, CatalogueError, GamePosition, OptionError, Players, Report, Search, options,
};

/// An engine for one game: a search with limits for one move, a player who moves at random, or a
/// program of its own.
///
/// `table-file=FILE` has it play from the [table of a solved game](crate::SolvedTable), and search
/// the positions that the table does not have.
///
/// An engine without a limit of its own may think about a move for as long as
/// [`limits`](Self::limits) or the algorithm allow.
///
/// # Example
/// ```
/// let catalogue = tesuji_catalogue::Catalogue::standard();
/// let engine = catalogue.game("connect-four")?.engine("pvs:time=50ms:table=64MiB")?;
/// assert_eq!(engine.to_string(), "pvs:time=50ms:table=64MiB");
/// assert!(engine.is_limited());
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EngineSpec {
    text: String,
    /// None for a player who moves at random, and for a program.
    search: Option<Search>,
    program: Option<UgiEngine>,
    table_file: Option<PathBuf>,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: Option<StopFlag>,
}

/// What sets the file of a table.
const TABLE_FILE: &str = "table-file";

/// The options that are the engine's and not the search's, with what stands for their values.
const OWN: [(&str, &str); 3] = [("nodes", "N"), ("time", "TIME"), (TABLE_FILE, "FILE")];

impl EngineSpec {
    /// Reads an engine for a game, whose search `read` reads.
    pub(crate) fn read(
        (game, players): (&'static str, Players),
        text: &str,
        read: impl FnOnce(&str) -> Result<Search, CatalogueError>,
    ) -> Result<Self, CatalogueError> {
        let text = text.trim();
        let mut spec = EngineSpec::of(text.to_owned(), None, None);
        if players != Players::Two {
            let what = "an opponent, having one player";
            return Err(CatalogueError::NotOffered { game, what });
        }
        // Limits are the engine's, everything else the search's.
        let mut search = Vec::new();
        for part in text.split(':') {
            if let Some(&(option, value)) = OWN.iter().find(|(own, _)| *own == part) {
                return Err(OptionError::Missing { option, value }.into());
            }
            let invalid = |option, problem| {
                let value = part.split_once('=').map_or("", |(_, value)| value).to_owned();
                OptionError::Value { option, value, problem }
            };
            match part.split_once('=') {
                Some(("nodes", value)) => {
                    let nodes = options::positive(value);
                    spec.nodes = Some(nodes.map_err(|problem| invalid("nodes", problem))?);
                }
                Some(("time", value)) => {
                    let time = options::time(value);
                    spec.time = Some(time.map_err(|problem| invalid("time", problem))?);
                }
                Some((TABLE_FILE, file)) => spec.table_file = Some(file.into()),
                _ => search.push(part),
            }
        }
        if search.first() == Some(&"random") {
            if search.len() > 1 || spec.is_limited_by_work() || spec.table_file.is_some() {
                let why = "random takes no options and no limits: it moves at once";
                return Err(OptionError::Together(why).into());
            }
            return Ok(spec);
        }
        let search = read(&search.join(":")).map_err(|error| match error {
            CatalogueError::UnknownAlgorithm { game, name, known } => {
                CatalogueError::UnknownAlgorithm { game, name, known: format!("{known}, random") }
            }
            error => error,
        })?;
        check(&search)?;
        spec.search = Some(search);
        Ok(spec)
    }

    /// A search without limits of its own, by its text.
    ///
    /// # Errors
    /// An engine would do nothing with one of its options.
    pub fn searching(search: Search) -> Result<Self, OptionError> {
        check(&search)?;
        Ok(Self::of(search.to_string(), Some(search), None))
    }

    /// A program without limits of its own, by a name for it. No text is read as a program, so that
    /// texts from elsewhere start none.
    #[must_use]
    pub fn program(name: impl Into<String>, program: UgiEngine) -> Self {
        Self::of(name.into(), None, Some(program))
    }

    fn of(text: String, search: Option<Search>, program: Option<UgiEngine>) -> Self {
        EngineSpec { text, search, program, table_file: None, nodes: None, time: None, stop: None }
    }

    /// The same engine under another name.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.text = name.into();
        self
    }

    /// The same engine with these limits for a move, if it has none of its own, of any kind.
    #[must_use]
    pub fn limits(mut self, nodes: Option<u64>, time: Option<Duration>) -> Self {
        if !self.is_limited() {
            (self.nodes, self.time) = (nodes, time);
        }
        self
    }

    /// The same engine, which moves at once when this flag is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }

    fn is_limited_by_work(&self) -> bool {
        self.nodes.is_some() || self.time.is_some()
    }

    /// Whether it has a limit of its own.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        let by_search = |search: &Search| {
            search.get(options::DEPTH).is_some() || search.get(options::PLAYOUTS).is_some()
        };
        let has_none = self.program.is_some();
        self.is_limited_by_work() || !has_none && self.search.as_ref().is_none_or(by_search)
    }

    /// The program for a game with these rules, if it is one.
    pub(crate) fn ugi<G: NamedGame>(&self, game: &G) -> Option<UgiEngine> {
        let mut program = self.program.clone()?;
        let settings = given_settings(game);
        for (name, value) in settings.iter() {
            program = program.setting(name, value);
        }
        // What a program begins from with these settings; the rules at hand may have another start.
        if let Ok(rules) = G::open(&settings, None) {
            program = program.startpos(rules.state_text(&rules.initial()));
        }
        if let Some(nodes) = self.nodes {
            program = program.nodes(nodes);
        }
        if let Some(time) = self.time {
            program = program.time(time);
        }
        match &self.stop {
            Some(flag) => Some(program.stop(flag.clone())),
            None => Some(program),
        }
    }

    /// The search, unless it moves at random or is a program.
    #[must_use]
    pub fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }

    /// The file of the table that it plays from.
    pub(crate) fn table_file(&self) -> Option<&Path> {
        self.table_file.as_deref()
    }

    /// The limits for one move. The search may take as much memory as `table=SIZE` says, 512 MiB by
    /// default and with `table=0`, whatever it takes it for.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(search) = &self.search {
            budget = budget.memory(search.tree());
        }
        if let Some(nodes) = self.nodes {
            budget = budget.nodes(nodes);
        }
        if let Some(time) = self.time {
            budget = budget.time(time);
        }
        match &self.stop {
            Some(flag) => budget.stop(flag.clone()),
            None => budget,
        }
    }
}

/// The options that change nothing in an engine: it plays one move, its seed is that of the match,
/// it keeps no file, and a tree that is kept over a game is one for all threads.
const IGNORED: [&str; 5] = [
    options::BEST_MOVES.name,
    options::ADVERSARY.name,
    options::SEED.name,
    options::STORE.name,
    options::PARALLEL.name,
];

fn check(search: &Search) -> Result<(), OptionError> {
    match search.options().find(|(option, _)| IGNORED.contains(option)) {
        Some((option, _)) => Err(OptionError::NoEngine(option)),
        None => Ok(()),
    }
}

impl Algorithm {
    /// The options that an engine with this algorithm takes.
    pub fn engine_options(&self) -> impl Iterator<Item = &'static str> {
        self.options.iter().copied().filter(|option| !IGNORED.contains(option))
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(&self.text)
    }
}

/// An engine for one game, its type hidden. It plays one game, and may remember what it likes
/// between its moves.
pub trait GameEngine {
    /// Chooses a move: the best one of the report, which has one unless the game is over.
    ///
    /// # Errors
    /// The position is not one of the game that the engine plays, or the engine has no answer.
    fn choose(
        &mut self,
        position: &dyn GamePosition,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError>;

    /// Chooses a move within limits that are not the engine's own.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    fn choose_within(
        &mut self,
        position: &dyn GamePosition,
        limits: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError>;
}

/// An engine for any game.
pub type AnyEngine = Box<dyn GameEngine>;

/// An engine with the rules it plays by.
pub(crate) struct Seated<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) game: G,
    pub(crate) algorithm: &'static str,
    pub(crate) heuristic: Option<&'static str>,
    pub(crate) engine: Box<dyn Engine<G>>,
}

impl<G: Game + NamedGame> GameEngine for Seated<G> {
    fn choose(
        &mut self,
        position: &dyn GamePosition,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        self.answer(position, None, progress)
    }

    fn choose_within(
        &mut self,
        position: &dyn GamePosition,
        limits: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        self.answer(position, Some(limits), progress)
    }
}

impl<G: Game + NamedGame> Seated<G> {
    fn answer(
        &mut self,
        position: &dyn GamePosition,
        limits: Option<&Budget>,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        let text = position.notation();
        let state = self.game.parse_state(&text);
        let state = state.map_err(|error| CatalogueError::position(self.name, &text, error))?;
        let turn = Turn { limits, ..Turn::at(&state) };
        let answer = self.engine.choose(&self.game, &turn, progress)?;
        let question = Question {
            game: self.name,
            position: text,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
        };
        Ok(Report::on_game(question, &answer, |moves| self.game.moves_text(&state, moves)))
    }
}
