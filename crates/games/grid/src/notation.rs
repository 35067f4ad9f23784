use std::fmt;

use tesuji_core::{Notation, Rules};

use crate::direction::{Direction, Directions};
use crate::grid::{Cell, Grid};
use crate::map::{GridMap, Ground, MapError, check_size, excerpt, read_cell, split_header, words};

/// The error for a text that is no position or move, or for a start or goal that is not on the map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The map is not valid.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A cell is a wall, or outside of the map.
    #[error("the {what} {column},{row} is a wall or not on the map (columns and rows are from 0)")]
    NotFree {
        /// The start, the goal or the agent.
        what: &'static str,
        /// The column.
        column: usize,
        /// The row.
        row: usize,
    },
    /// The start or the goal is missing, or given twice.
    #[error(
        "the map has {found}: write an s and a g into the map, or after it the column and row of the \
         start and of the goal, as in 0,0 7,4"
    )]
    Ends {
        /// What there is.
        found: &'static str,
    },
    /// A word after the map is no cell.
    #[error("{word} is no cell: give its column and row, as in 7,4", word = excerpt(.word))]
    NoCell {
        /// The word.
        word: String,
    },
    /// The map is so large that the cost of a path may exceed what is counted.
    #[error("the costs of all cells together are too large: paths could not be told apart")]
    TooLarge,
    /// The position is one of another map.
    #[error("the map or the goal differs from that of the puzzle")]
    OtherMap,
    /// The text is no direction.
    #[error("{text} is no move: give n, e, s, w, ne, se, sw or nw", text = excerpt(.text))]
    NoMove {
        /// The text.
        text: String,
    },
    /// A wall or the end of the map is in the way.
    #[error("{way} is not possible here: there is {open}")]
    Blocked {
        /// The direction.
        way: &'static str,
        /// The directions that are possible.
        open: String,
    },
}

/// A map with the columns and rows of the start and of the goal.
pub(crate) struct Board {
    pub(crate) map: GridMap,
    pub(crate) start: (usize, usize),
    pub(crate) goal: (usize, usize),
}

impl Board {
    pub(crate) fn read(text: &str) -> Result<Self, GridError> {
        let mut words = words(text).peekable();
        let size = split_header(&mut words)?;
        let mut rows: Vec<String> = Vec::new();
        while let Some(row) = words.next_if(|word| !word.contains(',')) {
            rows.push(row.to_owned());
        }
        let mut ends = [None; 2];
        for (end, letter) in ends.iter_mut().zip(['s', 'g']) {
            for (number, row) in rows.iter_mut().enumerate() {
                while let Some(column) = row.find(letter) {
                    if end.replace((column, number)).is_some() {
                        return Err(GridError::Ends { found: "two starts or two goals" });
                    }
                    // The terrain below the letter is land.
                    row.replace_range(column..column + 1, ".");
                }
            }
        }
        let map = check_size(GridMap::from_rows(rows.iter().map(String::as_str))?, size)?;
        for word in words {
            let cell =
                read_cell(word).ok_or_else(|| GridError::NoCell { word: word.to_owned() })?;
            let Some(end) = ends.iter_mut().find(|end| end.is_none()) else {
                return Err(GridError::Ends { found: "more cells than a start and a goal" });
            };
            *end = Some(cell);
        }
        // The maps of the benchmark have neither.
        if size.is_some() && ends == [None, None] {
            let is_land = |&(column, row): &(usize, usize)| {
                matches!(map.at(column, row), Some((Ground::Land, _)))
            };
            let row = |row| (0..map.width()).map(move |column| (column, row));
            let mut land = (0..map.height()).flat_map(row).filter(is_land);
            ends = [land.next(), land.next_back()];
        }
        match ends {
            [Some(start), Some(goal)] => Ok(Board { map, start, goal }),
            [None, _] => Err(GridError::Ends { found: "no start" }),
            [_, None] => Err(GridError::Ends { found: "no goal" }),
        }
    }
}

impl Grid {
    /// The puzzle of a text: a [map](GridMap) with the letters `s` and `g` on land for start and
    /// goal, or without them, followed by the column and row of both. With a header in MovingAI's
    /// format both may be missing: then they are the first and the last cell of land.
    ///
    /// # Errors
    /// The text is no such map; the error says where.
    pub fn parse(text: &str, directions: Directions) -> Result<Self, GridError> {
        let Board { map, start, goal } = Board::read(text)?;
        Grid::new(map, directions, start, goal)
    }
}

/// A position is the map, row by row with `/` between them, the column and row of the agent, and
/// those of the goal: `.#./... 0,0 2,0`. The parser accepts all that [`Grid::parse`] does, and the
/// agent's column and row alone. A move is a direction: `n`, `e`, `s`, `w`, `ne`, `se`, `sw` or
/// `nw`.
impl Notation for Grid {
    type Error = GridError;

    fn parse_state(&self, text: &str) -> Result<Cell, GridError> {
        if let Some(agent) = read_cell(text.trim()) {
            return self.cell_at("agent", agent);
        }
        let Board { map, start, goal } = Board::read(text)?;
        if map != *self.map() || goal != self.position(self.goal()) {
            return Err(GridError::OtherMap);
        }
        self.cell_at("agent", start)
    }

    fn write_state(&self, &cell: &Cell, out: &mut impl fmt::Write) -> fmt::Result {
        let ((column, row), goal) = (self.position(cell), self.position(self.goal()));
        write!(out, "{} {column},{row} {},{}", self.map(), goal.0, goal.1)
    }

    fn parse_move(&self, cell: &Cell, text: &str) -> Result<Direction, GridError> {
        let text = text.trim();
        let named = |way: &Direction| way.name().eq_ignore_ascii_case(text);
        let way = Direction::ALL.into_iter().find(named);
        let way = way.ok_or_else(|| GridError::NoMove { text: text.to_owned() })?;
        let moves = self.moves(cell);
        if moves.contains(&way) {
            return Ok(way);
        }
        let open: Vec<&str> = moves.into_iter().map(Direction::name).collect();
        let open = if open.is_empty() { "no way".to_owned() } else { open.join(", ") };
        Err(GridError::Blocked { way: way.name(), open })
    }

    fn write_move(&self, _: &Cell, way: Direction, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(way.name())
    }
}
