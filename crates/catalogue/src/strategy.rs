/// A player's complete strategy as plain data. `docs/json.md` describes its JSON.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StrategyReport {
    /// The name of the game.
    pub game: &'static str,
    /// The start position, in the game's canonical notation.
    pub position: String,
    /// The adversary that it is optimal against: `best` or `random`.
    pub adversary: &'static str,
    /// A move for every position that the opponent can reach against the strategy, in breadth-first
    /// order.
    pub advice: Vec<AdviceReport>,
}

/// A strategy's move in a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AdviceReport {
    /// The position.
    pub position: String,
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// The number of the player's own moves to the win, or its expectation; none if the win cannot
    /// be forced.
    pub moves_left: Option<f64>,
}

impl StrategyReport {
    /// The strategy as CSV: a header, then a line for each position with its move and the moves
    /// left, which are empty if the win cannot be forced.
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
