use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

/// What counts as a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Each step of the player, with or without a box.
    #[default]
    Moves,
    /// Each push of a box by one cell; walking is free.
    Pushes,
}

/// The error for a text that is not a metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} is neither \"moves\" nor \"pushes\"", text = quoted(.0))]
pub struct MetricError(String);

impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(text: &str) -> Result<Self, MetricError> {
        match text.trim() {
            "moves" => Ok(Metric::Moves),
            "pushes" => Ok(Metric::Pushes),
            text => Err(MetricError(text.to_owned())),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Metric::Moves => "moves",
            Metric::Pushes => "pushes",
        })
    }
}
