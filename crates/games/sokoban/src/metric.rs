use tesuji_core::named_values;

/// What counts as a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Each step of the player, with or without a box.
    #[default]
    Moves,
    /// Each push of a box by one cell; walking is free.
    Pushes,
}

named_values!(Metric: "moves" => Moves, "pushes" => Pushes);
