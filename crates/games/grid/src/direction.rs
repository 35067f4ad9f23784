use tesuji_core::named_values;

/// A move: one cell in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
    /// Up and right.
    NorthEast,
    /// Down and right.
    SouthEast,
    /// Down and left.
    SouthWest,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// All directions in the order of moves: the straight ones before the diagonal ones, each
    /// clockwise.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::NorthWest,
    ];

    /// The columns to the right and the rows down.
    #[must_use]
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::North => (0, -1),
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::West => (-1, 0),
            Direction::NorthEast => (1, -1),
            Direction::SouthEast => (1, 1),
            Direction::SouthWest => (-1, 1),
            Direction::NorthWest => (-1, -1),
        }
    }

    /// Whether both the column and the row change.
    #[must_use]
    pub fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        let index = self as usize;
        Direction::ALL[(index & 4) | ((index + 2) & 3)]
    }

    /// The name in the notation of moves.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["n", "e", "s", "w", "ne", "se", "sw", "nw"][self as usize]
    }
}

/// How many directions the agent can walk in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Directions {
    /// Up, right, down and left.
    Four,
    /// Also the diagonals, where both cells beside the step are free.
    #[default]
    Eight,
}

named_values!(Directions: "4" => Four, "8" => Eight);
