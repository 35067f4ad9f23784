use tesuji_core::{Cost, Settings};

/// How to make a position at random; see [`Extras::shuffle`](crate::Extras::shuffle).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// In the sliding-tile puzzle, every solvable position with equal chance. Elsewhere a
    /// [`Walk`](Self::Walk) of 1000 moves in a puzzle and of 6 in a game.
    Uniform,
    /// A walk of this many random legal moves from the initial state, which never plays the last
    /// move of a game. In the sliding-tile puzzle it begins at the goal, and no move undoes the one
    /// before; in Sokoban it begins at a goal, and has at most this many pulls.
    Walk(u32),
}

/// What a generated position should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The least length of its shortest solution.
    pub min_moves: u32,
    /// The most walls.
    pub walls: usize,
    /// After how many boards to give up.
    pub tries: u64,
}

/// A generated position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// none if a limit was reached before the states were known, or the states are only counted.
    pub branching: Option<f64>,
    /// Some of the states farthest from the goal; none if a limit was reached, or the states are
    /// only counted.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
