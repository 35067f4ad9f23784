use tesuji_core::quoted;

use crate::board::Word;
use crate::patterns::group::{GroupError, TileGroup};
use crate::rules::Taquin;
use crate::size::Size;

/// All tiles of a taquin, divided into disjoint groups whose distances add up.
///
/// # Example
/// ```
/// use tesuji_taquin::{Goal, Partition, Taquin};
///
/// let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
/// let partition = Partition::named(&taquin, "7-8")?;
/// let sizes: Vec<_> = partition.groups().iter().map(|group| group.state_count()).collect();
/// assert_eq!(sizes, [57_657_600, 518_918_400]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Partition {
    groups: Vec<TileGroup>,
}

/// An error for a list of groups, or a name, that is not a partition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// One of the groups is invalid.
    #[error(transparent)]
    Group(#[from] GroupError),
    /// A tile is in no group, or in several.
    #[error("the tile of cell {cell} is in {count} groups")]
    NotDisjoint {
        /// The tile's goal cell, from 0.
        cell: u8,
        /// The number of groups with the tile.
        count: usize,
    },
    /// The name is unknown, or belongs to another board size.
    #[error(
        "there is no partition {name} of a {size} board; the known ones: {known}",
        name = quoted(.name)
    )]
    Unknown {
        /// The name.
        name: String,
        /// The size of the board.
        size: Size,
        /// The known names for the size.
        known: String,
    },
}

/// For each name, the side of the board and the goal cells of each group's tiles, for a blank that
/// belongs on the first cell.
const NAMED: &[(&str, u8, &[&[u8]])] = &[
    ("5-5-5", 4, &[&[8, 12, 13, 14, 15], &[3, 6, 7, 10, 11], &[1, 2, 4, 5, 9]]),
    ("6-6-3", 4, &[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]]),
    ("7-8", 4, &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]),
    (
        "5-5-5-5-4",
        5,
        &[
            &[1, 5, 6, 10, 11],
            &[2, 3, 4, 8, 9],
            &[7, 12, 13, 17, 18],
            &[15, 16, 20, 21, 22],
            &[14, 19, 23, 24],
        ],
    ),
    (
        "6-6-6-6",
        5,
        &[
            &[1, 5, 6, 10, 11, 12],
            &[2, 3, 4, 7, 8, 9],
            &[13, 14, 18, 19, 23, 24],
            &[15, 16, 17, 20, 21, 22],
        ],
    ),
];

impl Partition {
    /// Returns the partition into these groups, each a list of its tiles' goal cells.
    ///
    /// # Errors
    /// A group is invalid, or a tile is in none or several of them.
    pub fn new<W: Word>(taquin: &Taquin<W>, groups: &[&[u8]]) -> Result<Self, PartitionError> {
        let groups: Result<Vec<_>, _> =
            groups.iter().map(|homes| TileGroup::new(taquin, homes)).collect();
        let groups = groups?;
        let blank_home = taquin.goal.blank();
        for cell in (0..taquin.cells()).filter(|&cell| cell != blank_home) {
            let count = groups.iter().filter(|group| group.homes().contains(&cell)).count();
            if count != 1 {
                return Err(PartitionError::NotDisjoint { cell, count });
            }
        }
        Ok(Partition { groups })
    }

    /// Returns the partition of this name: `5-5-5`, `6-6-3` or `7-8` of 4×4, `5-5-5-5-4` or
    /// `6-6-6-6` of 5×5.
    /// Where the blank's goal is not a corner, the tile of the nearest corner takes the blank's
    /// place in its group.
    ///
    /// # Errors
    /// The size has no partition of this name.
    pub fn named<W: Word>(taquin: &Taquin<W>, name: &str) -> Result<Self, PartitionError> {
        let side = taquin.width;
        let square = taquin.width == taquin.height;
        let fits = |&&(_, for_side, _): &&(&str, u8, &[&[u8]])| square && for_side == side;
        let found = NAMED.iter().filter(fits).find(|(known, ..)| *known == name);
        let Some((.., groups)) = found else {
            let known: Vec<_> = NAMED.iter().filter(fits).map(|(known, ..)| *known).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let (name, size) = (name.to_owned(), taquin.board_size());
            return Err(PartitionError::Unknown { name, size, known });
        };
        let blank = taquin.goal.blank();
        let last = side - 1;
        let nearest_end = |line: u8| if 2 * line <= last { 0 } else { last };
        let (row, column) = (nearest_end(blank / side), nearest_end(blank % side));
        // Reflected vertically, horizontally or both, as the corner is.
        let turn = |&cell: &u8| {
            let (of_row, of_column) = (cell / side, cell % side);
            let turned = of_row.abs_diff(row) * side + of_column.abs_diff(column);
            if turned == blank { row * side + column } else { turned }
        };
        let groups: Vec<Vec<u8>> =
            groups.iter().map(|homes| homes.iter().map(turn).collect()).collect();
        let groups: Vec<_> = groups.iter().map(Vec::as_slice).collect();
        Partition::new(taquin, &groups)
    }

    /// The groups.
    #[must_use]
    pub fn groups(&self) -> &[TileGroup] {
        &self.groups
    }

    /// The group of the tile with this goal cell, and the tile's index in it.
    pub(crate) fn place(&self, home: u8) -> Option<(usize, usize)> {
        let places =
            self.groups.iter().map(|group| group.homes().iter().position(|&own| own == home));
        places.enumerate().find_map(|(group, index)| Some((group, index?)))
    }
}
