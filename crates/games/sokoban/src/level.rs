use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use crate::boxes::Cells;
use crate::rules::Direction;

/// The maximum number of cells of the floor.
pub const MAX_CELLS: usize = 255;
/// The maximum number of boxes, and of goals.
pub const MAX_BOXES: usize = 64;
/// The maximum number of rows, and of columns.
const MAX_SIDE: usize = 255;

/// In place of a neighbour, a wall.
pub(crate) const WALL: u8 = u8::MAX;

/// A level: walls, floor and goals, with the first places of the boxes and of the player.
///
/// The floor is what the player could walk on if there were no boxes. Boxes and goals elsewhere are
/// decoration; a box there must be on a goal.
///
/// # Notation
/// The usual characters, row by row: `#` wall, `$` box, `.` goal, `*` box on a goal, `@` player,
/// `+` player on a goal; `-`, `_` or a space is empty. Rows are separated by `/`, `|` or line
/// breaks; a number, at least 1, stands for as many of the character after it. The output has `/`
/// and `-`, without empty cells at the end of rows.
///
/// # Example
/// ```
/// use tesuji_sokoban::Level;
///
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// assert_eq!(level.to_string(), "#####/#@$.#/#####");
/// assert_eq!((level.width(), level.height(), level.boxes().len()), (5, 3, 1));
/// assert_eq!("5#|#@$.#|5#".parse::<Level>()?, level);
/// # Ok::<(), tesuji_sokoban::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    width: usize,
    /// Walls, and decoration; the rest is empty.
    pub(crate) walls: Vec<u8>,
    /// The place of each cell of the floor on the board.
    pub(crate) places: Vec<u32>,
    /// The cells above, to the right, below and to the left of each cell.
    pub(crate) beside: Vec<[u8; 4]>,
    pub(crate) goals: Cells,
    pub(crate) boxes: Cells,
    pub(crate) player: u8,
}

/// The error for a text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// A character is none of the notation.
    #[error(
        "{character:?} in row {row}, column {column} (from 0) is not of a level: give # for a wall, $ \
         for a box, . for a goal, * for a box on a goal, @ or + for the player, - for floor"
    )]
    NoCell {
        /// The character.
        character: char,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A number is 0, or no character follows it in its row.
    #[error(
        "the number {run} in row {row}, column {column} (from 0) stands for no cell: give at least \
         1, and the character after it"
    )]
    NoRun {
        /// The number.
        run: u32,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// There is not one player.
    #[error("there are {0} players: write one @, or + on a goal")]
    Players(usize),
    /// The walls around the floor have a gap.
    #[error(
        "the floor is open: there is no wall at the edge of row {row}, column {column} (from 0)"
    )]
    Open {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// A box is neither on the floor nor on a goal.
    #[error("the player never reaches the box in row {row}, column {column} (from 0)")]
    Unreachable {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// There are too few goals, or no box.
    #[error(
        "there are {boxes} boxes and {goals} goals: give at least one box, and a goal for each"
    )]
    Goals {
        /// The number of boxes.
        boxes: usize,
        /// The number of goals.
        goals: usize,
    },
    /// The level is too large.
    #[error(
        "a level has at most {MAX_CELLS} cells of floor, {MAX_BOXES} goals and {MAX_SIDE} rows and columns"
    )]
    TooLarge,
}

impl Level {
    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.walls.len() / self.width
    }

    /// The number of cells of the floor.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The cells with goals.
    #[must_use]
    pub fn goals(&self) -> Cells {
        self.goals
    }

    /// The first places of the boxes.
    #[must_use]
    pub fn boxes(&self) -> Cells {
        self.boxes
    }

    /// The column and row of a cell of the floor.
    #[must_use]
    pub fn position(&self, cell: u8) -> (usize, usize) {
        let place = self.places[usize::from(cell)] as usize;
        (place % self.width, place / self.width)
    }

    /// The neighbour of a cell, [`WALL`] if there is none.
    #[inline]
    pub(crate) fn next(&self, cell: u8, way: Direction) -> u8 {
        self.beside[usize::from(cell)][way as usize]
    }

    /// Whether the walls, the floor and the goals are the same.
    pub(crate) fn same_board(&self, other: &Level) -> bool {
        (self.width, &self.walls, &self.places, self.goals)
            == (other.width, &other.walls, &other.places, other.goals)
    }

    /// All levels of a file: blocks of rows, with other lines between them.
    ///
    /// # Errors
    /// The number of the first block that is no level, from 1, and what is wrong with it.
    ///
    /// # Example
    /// ```
    /// use tesuji_sokoban::Level;
    ///
    /// let levels = Level::read_all("; 1\n\n#####\n#@$.#\n#####\n\n; 2\n######\n#@ $.#\n######\n")?;
    /// assert_eq!(levels.len(), 2);
    /// # Ok::<(), (usize, tesuji_sokoban::LevelError)>(())
    /// ```
    pub fn read_all(file: &str) -> Result<Vec<Level>, (usize, LevelError)> {
        let is_row = |line: &str| {
            line.contains('#') && line.trim_end().chars().all(|c| " -_#@+$*.".contains(c))
        };
        let lines: Vec<&str> = file.lines().collect();
        let blocks = lines.chunk_by(|a, b| is_row(a) == is_row(b)).filter(|block| is_row(block[0]));
        let read = |(number, block): (usize, &[&str])| {
            block.join("\n").parse().map_err(|error| (number, error))
        };
        (1..).zip(blocks).map(read).collect()
    }

    /// The characters of the board with these boxes and this player.
    pub(crate) fn characters(&self, boxes: Cells, player: u8) -> Vec<u8> {
        let mut board = self.walls.clone();
        for (cell, &place) in (0..=u8::MAX).zip(&self.places) {
            let goal = self.goals.contains(cell);
            board[place as usize] = match (player == cell, boxes.contains(cell)) {
                (true, _) => [b'@', b'+'][usize::from(goal)],
                (_, true) => [b'$', b'*'][usize::from(goal)],
                _ => [b'-', b'.'][usize::from(goal)],
            };
        }
        board
    }

    pub(crate) fn write_at(
        &self,
        boxes: Cells,
        player: u8,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        for (number, row) in self.characters(boxes, player).chunks(self.width).enumerate() {
            if number > 0 {
                out.write_str("/")?;
            }
            let row = std::str::from_utf8(row).expect("the characters are ASCII");
            out.write_str(row.trim_end_matches('-'))?;
        }
        Ok(())
    }
}

/// The rows of a text, with runs of characters written out.
fn rows(text: &str) -> Result<Vec<Vec<u8>>, LevelError> {
    let mut rows = Vec::new();
    for (row, line) in text.split(['/', '|', '\n']).enumerate() {
        let (mut cells, mut run) = (Vec::new(), None);
        for character in line.trim_end_matches('\r').chars() {
            if let Some(digit) = character.to_digit(10) {
                run = Some(
                    run.map_or(digit, |run: u32| run.saturating_mul(10).saturating_add(digit)),
                );
                continue;
            }
            let cell = match character {
                ' ' | '_' | '-' => b'-',
                '#' | '@' | '+' | '$' | '*' | '.' => character as u8,
                _ => return Err(LevelError::NoCell { character, row, column: cells.len() }),
            };
            let run = match run.take() {
                Some(0) => return Err(LevelError::NoRun { run: 0, row, column: cells.len() }),
                run => run.unwrap_or(1) as usize,
            };
            if run > MAX_SIDE || cells.len() + run > MAX_SIDE {
                return Err(LevelError::TooLarge);
            }
            cells.resize(cells.len() + run, cell);
        }
        if let Some(run) = run {
            return Err(LevelError::NoRun { run, row, column: cells.len() });
        }
        while cells.last() == Some(&b'-') {
            cells.pop();
        }
        rows.push(cells);
    }
    while rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    let first = rows.iter().position(|row| !row.is_empty()).unwrap_or(rows.len());
    rows.drain(..first);
    if rows.len() > MAX_SIDE { Err(LevelError::TooLarge) } else { Ok(rows) }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let rows = rows(text)?;
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut board: Vec<u8> = Vec::new();
        for mut row in rows {
            row.resize(width, b'-');
            board.append(&mut row);
        }
        let is_player = |&&cell: &&u8| cell == b'@' || cell == b'+';
        let players = board.iter().filter(is_player).count();
        let start = board.iter().position(|cell| is_player(&cell)).filter(|_| players == 1);
        let start = start.ok_or(LevelError::Players(players))?;
        let places = floor(&board, width, start)?;
        let mut numbers = vec![WALL; board.len()];
        for (number, &place) in (0..=u8::MAX).zip(&places) {
            numbers[place as usize] = number;
        }
        let number = |place: usize| numbers[place];
        let beside = places.iter().map(|&place| {
            let place = place as usize;
            // A cell of the floor is never at the edge.
            [place - width, place + 1, place + width, place - 1].map(number)
        });
        let with = |characters: &str| {
            let is = |&place: &u32| characters.contains(char::from(board[place as usize]));
            (0..=u8::MAX)
                .zip(&places)
                .filter(|(_, place)| is(place))
                .map(|(cell, _)| cell)
                .collect()
        };
        let (goals, boxes): (Cells, Cells) = (with(".*+"), with("$*"));
        if boxes.is_empty() || boxes.len() > goals.len() {
            return Err(LevelError::Goals { boxes: boxes.len(), goals: goals.len() });
        }
        if goals.len() > MAX_BOXES {
            return Err(LevelError::TooLarge);
        }
        let lost = (0..board.len()).find(|&at| board[at] == b'$' && numbers[at] == WALL);
        if let Some(at) = lost {
            return Err(LevelError::Unreachable { row: at / width, column: at % width });
        }
        let beside = beside.collect();
        let mut walls = board;
        places.iter().for_each(|&place| walls[place as usize] = b'-');
        Ok(Level { width, walls, beside, goals, boxes, player: numbers[start], places })
    }
}

/// The places that the player could reach if there were no boxes, in order.
fn floor(board: &[u8], width: usize, start: usize) -> Result<Vec<u32>, LevelError> {
    let mut seen = vec![false; board.len()];
    seen[start] = true;
    let (mut queue, mut places) = (VecDeque::from([start]), Vec::new());
    while let Some(at) = queue.pop_front() {
        let (row, column) = (at / width, at % width);
        if row == 0 || column == 0 || column == width - 1 || at + width >= board.len() {
            return Err(LevelError::Open { row, column });
        }
        places.push(at as u32);
        if places.len() > MAX_CELLS {
            return Err(LevelError::TooLarge);
        }
        for next in [at - width, at + 1, at + width, at - 1] {
            if board[next] != b'#' && !seen[next] {
                seen[next] = true;
                queue.push_back(next);
            }
        }
    }
    places.sort_unstable();
    Ok(places)
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_at(self.boxes, self.player, out)
    }
}
