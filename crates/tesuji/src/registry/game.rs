use tesuji_core::{Budget, Progress};

use super::{RegistryError, Report, SearchOptions, taquin};

/// What a game needs to be told besides a position; `None` is the game's default.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Settings {
    /// The size of the board, as in `4x3`.
    pub size: Option<String>,
    /// The goal, in the game's own words.
    pub goal: Option<String>,
}

/// How to make a position at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// Every solvable position with equal chance.
    Uniform,
    /// So many random moves from the goal, none of which undoes the one before.
    Walk(u32),
}

/// A heuristic by name.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicInfo {
    /// What it is called.
    pub name: &'static str,
    /// One line on what it counts.
    pub summary: &'static str,
}

/// A position of some game, its type hidden.
pub trait Position: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The position in the game's canonical notation.
    fn notation(&self) -> String;

    /// A drawing for a terminal.
    fn text(&self) -> String;

    /// A drawing as an SVG document.
    fn svg(&self) -> String;

    /// What can be said of the position without a search: pairs of a name and a figure.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// Whether a search from here can be done as the options say: what [`solve`](Self::solve)
    /// looks at first.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn check(&self, options: &SearchOptions) -> Result<(), RegistryError>;

    /// Searches from here.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn solve(
        &self,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, RegistryError>;

    /// The position after a move.
    ///
    /// # Errors
    /// The text is no legal move here.
    fn after(&self, mv: &str) -> Result<AnyPosition, RegistryError>;
}

/// A position of whatever game.
pub type AnyPosition = Box<dyn Position>;

/// The whole of a space by distance from the goal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SpaceReport {
    /// The name of the game.
    pub game: &'static str,
    /// The size of the board.
    pub size: String,
    /// The goal in the game's canonical notation.
    pub goal: String,
    /// How many states there are in all.
    pub states: u64,
    /// How many states there are at each distance from the goal.
    pub distances: Vec<u64>,
    /// The mean distance.
    pub mean: f64,
    /// Some of the states farthest from the goal.
    pub farthest: Vec<String>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The most that the search's own tables took at one time.
    pub peak_bytes: usize,
}

/// What the registry knows of a game.
pub struct GameEntry {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) notation: &'static str,
    pub(crate) heuristics: &'static [HeuristicInfo],
    pub(crate) open: fn(&str, &Settings) -> Result<AnyPosition, RegistryError>,
    pub(crate) shuffle: fn(&Settings, Shuffle, u64) -> Result<AnyPosition, RegistryError>,
    pub(crate) enumerate:
        fn(&Settings, &Budget, &mut dyn Progress) -> Result<SpaceReport, RegistryError>,
    pub(crate) ladder: fn(&Settings, u64) -> Result<Vec<AnyPosition>, RegistryError>,
}

impl GameEntry {
    /// The name it is called by.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// One line on what it is.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// How its positions are written.
    #[must_use]
    pub fn notation(&self) -> &'static str {
        self.notation
    }

    /// Its heuristics, weakest first.
    #[must_use]
    pub fn heuristics(&self) -> &'static [HeuristicInfo] {
        self.heuristics
    }

    /// Reads a position.
    ///
    /// # Errors
    /// Says what is wrong with the text or the settings, and where.
    pub fn open(&self, text: &str, settings: &Settings) -> Result<AnyPosition, RegistryError> {
        (self.open)(text, settings)
    }

    /// Makes a position at random, the same for the same seed on every machine.
    ///
    /// # Errors
    /// The settings make no sense.
    pub fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<AnyPosition, RegistryError> {
        (self.shuffle)(settings, shuffle, seed)
    }

    /// Visits every state there is, by distance from the goal.
    ///
    /// # Errors
    /// The settings make no sense, or a limit was reached.
    pub fn enumerate(
        &self,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, RegistryError> {
        (self.enumerate)(settings, budget, progress)
    }

    /// One random position for each distance from the goal: first the goal itself, last one of
    /// the farthest there are. The same for the same seed on every machine.
    ///
    /// # Errors
    /// The settings make no sense, or the space is too large to look through.
    pub fn ladder(
        &self,
        settings: &Settings,
        seed: u64,
    ) -> Result<Vec<AnyPosition>, RegistryError> {
        (self.ladder)(settings, seed)
    }
}

const GAMES: &[GameEntry] = &[taquin::ENTRY];

/// All the games there are.
#[must_use]
pub fn games() -> &'static [GameEntry] {
    GAMES
}

/// The game of that name.
///
/// # Errors
/// There is none.
pub fn game(name: &str) -> Result<&'static GameEntry, RegistryError> {
    GAMES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let known: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
        RegistryError::UnknownGame { name: name.to_owned(), known: known.join(", ") }
    })
}
