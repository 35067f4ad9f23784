use tesuji_core::{Budget, Cost, Progress};

use super::games::ALL;
use super::{
    Algorithm, AnyPosition, CatalogueError, HeuristicInfo, Players, SettingInfo, Settings,
};
use crate::databases::Databases;

/// How to make a position at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// Every solvable position with equal chance.
    Uniform,
    /// So many random moves from the goal, none of which undoes the one before.
    Walk(u32),
}

/// A position made at random.
pub struct Shuffled {
    /// The position.
    pub position: AnyPosition,
    /// The moves of a walk, from the goal to the position; none if it was not made by a walk, or by
    /// one of more than a million moves.
    pub moves: Option<Vec<String>>,
}

/// What a position made to order should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// The fewest moves to the goal are at least so many.
    pub min_moves: u32,
    /// At most so many walls.
    pub walls: usize,
    /// Give up after so many changes.
    pub tries: u64,
}

/// A position made to order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GeneratedReport {
    /// The name of the game.
    pub game: &'static str,
    /// The position in the game's canonical notation.
    pub position: String,
    /// The fewest moves to the goal.
    pub moves: u32,
    /// How many positions can be reached from it; it is the farthest of them from the goal.
    pub states: u64,
    /// The seed it was made from.
    pub seed: u64,
}

/// The whole of a space by distance from the goal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SpaceReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings under which it is this space.
    pub settings: Settings,
    /// The size of the board, or the position whose space it is.
    pub size: String,
    /// The goal in the game's canonical notation or, where there are many, in words.
    pub goal: String,
    /// How many states there are in all; at a limit, those whose distance is known.
    pub states: u64,
    /// How many states there are at each distance from the goal, as far as is known.
    pub distances: Vec<u64>,
    /// The mean distance, if all are known and there is a state.
    pub mean: Option<f64>,
    /// The mean branching factor: how many moves a state has on average, the one back included;
    /// none if a limit was reached before the states were known.
    pub branching: Option<f64>,
    /// Some of the states farthest from the goal; none if a limit was reached.
    pub farthest: Vec<String>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The most that the search's own tables took at one time.
    pub peak_bytes: usize,
    /// The limit that was reached, if not all distances are known.
    pub limit: Option<String>,
}

/// A pattern database that was built or found.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DatabaseReport {
    /// What it depends on, in one line.
    pub identity: String,
    /// Its file, unless it is kept in memory only.
    pub file: Option<String>,
    /// How many entries it has.
    pub entries: usize,
    /// How many bytes they take.
    pub bytes: usize,
    /// The greatest distance in it.
    pub greatest: Cost,
    /// Whether it was built just now.
    pub built: bool,
    /// Wall-clock time to build it, or to open and check it.
    pub seconds: f64,
}

/// What the catalogue knows of a game. What a game does not offer is an error that says so.
pub trait GameEntry: Sync {
    /// The name it is called by.
    fn name(&self) -> &'static str;

    /// One line on what it is.
    fn summary(&self) -> &'static str;

    /// Who plays it.
    fn players(&self) -> Players {
        Players::Two
    }

    /// The algorithm that serves best if none is named.
    fn default_algorithm(&self) -> Algorithm {
        match self.players() {
            Players::One => Algorithm::IdaStar,
            Players::Two => Algorithm::PrincipalVariation,
        }
    }

    /// How its positions are written.
    fn notation(&self) -> &'static str;

    /// The settings it knows.
    fn settings(&self) -> &'static [SettingInfo];

    /// Its heuristics, weakest first; for two players its evaluators, the default first.
    fn heuristics(&self) -> &'static [HeuristicInfo] {
        &[]
    }

    /// Reads a position; without a text it is the initial one.
    ///
    /// # Errors
    /// Says what is wrong with the text or the settings, and where.
    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError>;

    /// Makes a position at random, and after a walk tells its moves; the same for the same seed on
    /// every machine.
    ///
    /// # Errors
    /// The settings make no sense.
    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<Shuffled, CatalogueError> {
        let _ = (settings, shuffle, seed);
        Err(CatalogueError::NotOffered { game: self.name(), what: "shuffled positions" })
    }

    /// Makes a hard position, the same for the same seed on every machine; none if that many tries
    /// did not lead to one.
    ///
    /// # Errors
    /// The settings make no sense, or a limit was reached.
    fn make(
        &self,
        settings: &Settings,
        making: Making,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        let _ = (settings, making, seed, budget, progress);
        Err(CatalogueError::NotOffered { game: self.name(), what: "hard positions made to order" })
    }

    /// Visits every state of a space, by distance from the goal: `of` is the size of the board or,
    /// where a board's states do not all hang together, a position.
    ///
    /// # Errors
    /// The text or the settings make no sense.
    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        let _ = (of, settings, budget, progress);
        Err(CatalogueError::NotOffered { game: self.name(), what: "distances from a goal" })
    }

    /// Builds the pattern databases that a heuristic looks up, and keeps them; those that are kept
    /// already stay as they are, unless they are to be made `anew`.
    ///
    /// # Errors
    /// There are none for that name, a limit was reached, or a file cannot be read or written.
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
        Err(CatalogueError::NotOffered { game: self.name(), what: "pattern databases" })
    }

    /// One random position for each distance from the goal: first the goal itself, last one of
    /// the farthest there are. The same for the same seed on every machine.
    ///
    /// # Errors
    /// The settings make no sense, the space is too large to look through, or a limit was reached.
    fn ladder(
        &self,
        settings: &Settings,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<AnyPosition>, CatalogueError> {
        let _ = (settings, seed, budget, progress);
        Err(CatalogueError::NotOffered { game: self.name(), what: "distances from a goal" })
    }
}

/// All the games there are.
#[must_use]
pub fn games() -> &'static [&'static dyn GameEntry] {
    ALL
}

/// The game of that name.
///
/// # Errors
/// There is none.
pub fn game(name: &str) -> Result<&'static dyn GameEntry, CatalogueError> {
    let found = games().iter().find(|entry| entry.name().eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|entry| entry.name()).collect();
        CatalogueError::UnknownGame { name: name.to_owned(), known: known.join(", ") }
    })
}
