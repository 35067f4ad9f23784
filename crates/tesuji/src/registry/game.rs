use tesuji_core::{Budget, Progress};

use super::games::ALL;
use super::{Algorithm, AnyPosition, HeuristicInfo, Players, RegistryError, SettingInfo, Settings};

/// How to make a position at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// Every solvable position with equal chance.
    Uniform,
    /// So many random moves from the goal, none of which undoes the one before.
    Walk(u32),
}

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

/// What the registry knows of a game. What a game does not offer is an error that says so.
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

    /// Its heuristics, weakest first.
    fn heuristics(&self) -> &'static [HeuristicInfo] {
        &[]
    }

    /// Reads a position; without a text it is the initial one.
    ///
    /// # Errors
    /// Says what is wrong with the text or the settings, and where.
    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, RegistryError>;

    /// Makes a position at random, the same for the same seed on every machine.
    ///
    /// # Errors
    /// The settings make no sense.
    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<AnyPosition, RegistryError> {
        let _ = (settings, shuffle, seed);
        Err(RegistryError::NotOffered { game: self.name(), what: "shuffled positions" })
    }

    /// Visits every state there is, by distance from the goal.
    ///
    /// # Errors
    /// The settings make no sense, or a limit was reached.
    fn enumerate(
        &self,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, RegistryError> {
        let _ = (settings, budget, progress);
        Err(RegistryError::NotOffered { game: self.name(), what: "distances from a goal" })
    }

    /// One random position for each distance from the goal: first the goal itself, last one of
    /// the farthest there are. The same for the same seed on every machine.
    ///
    /// # Errors
    /// The settings make no sense, or the space is too large to look through.
    fn ladder(&self, settings: &Settings, seed: u64) -> Result<Vec<AnyPosition>, RegistryError> {
        let _ = (settings, seed);
        Err(RegistryError::NotOffered { game: self.name(), what: "distances from a goal" })
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
pub fn game(name: &str) -> Result<&'static dyn GameEntry, RegistryError> {
    let found = games().iter().find(|entry| entry.name().eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|entry| entry.name()).collect();
        RegistryError::UnknownGame { name: name.to_owned(), known: known.join(", ") }
    })
}
