/// A player's whole strategy, in plain data. `docs/json.md` describes its JSON.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct StrategyReport {
    /// The name of the game.
    pub game: &'static str,
    /// The position it starts from, in the game's canonical notation.
    pub position: String,
    /// Against whom it is best: `best` or `random`.
    pub adversary: &'static str,
    /// A move for every position that the opponent can bring about against it, nearest first.
    pub advice: Vec<AdviceReport>,
}

/// What to do in a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AdviceReport {
    /// The position.
    pub position: String,
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// How many of the player's own moves are needed from here, or to be expected; none if the
    /// win cannot be forced.
    pub moves_left: Option<f64>,
}

impl StrategyReport {
    /// The strategy as CSV: a head, then a line for each position, its move, and the moves left,
    /// which is empty where the win cannot be forced.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "position,move,moves_left\n".to_owned();
        for AdviceReport { position, mv, moves_left } in &self.advice {
            let moves_left = moves_left.map_or_else(String::new, |moves| moves.to_string());
            text += &format!("{position},{mv},{moves_left}\n");
        }
        text
    }
}
