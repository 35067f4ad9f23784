use tesuji_core::named_values;

/// The unit of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// A car moves one cell.
    #[default]
    Steps,
    /// A car moves any number of cells.
    Slides,
}

named_values!(Metric: "steps" => Steps, "slides" => Slides);
