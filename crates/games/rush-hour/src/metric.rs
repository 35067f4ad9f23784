use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

/// The unit of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// A car moves one cell.
    #[default]
    Steps,
    /// A car moves any number of cells.
    Slides,
}

/// An error for a text that is not a metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} is neither \"steps\" nor \"slides\"", text = quoted(.text))]
pub struct MetricError {
    /// The text.
    pub text: String,
}

impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(text: &str) -> Result<Self, MetricError> {
        match text.trim() {
            "steps" => Ok(Metric::Steps),
            "slides" => Ok(Metric::Slides),
            text => Err(MetricError { text: text.chars().take(40).collect() }),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Metric::Steps => "steps",
            Metric::Slides => "slides",
        })
    }
}
