//! Pattern databases of the taquin, computed again and compared entry by entry.

use std::path::Path;

use tesuji_certificate::{PatternTable, Rejection};
use tesuji_core::{Budget, Cost, Form, Limit, Meter, NamedGame, Pieces, Puzzle, Settings, Silent};
use tesuji_informed::pdb::{Database, FileError, FileHead};
use tesuji_taquin::Taquin;

/// The largest number of half a byte that stands for a distance, and for all larger ones.
const MAX_STEPS: Cost = 14;

/// Why the entries of a database are not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntriesError {
    /// The file is damaged, or cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The database is not one of groups of tiles.
    #[error("the entries of {0:?} cannot be computed again: it is not a database of tiles")]
    NotTiles(String),
    /// The computation takes too much memory.
    #[error("the table of the tiles and the blank would be too large to compute the entries again")]
    TooLarge,
    /// A limit was reached.
    #[error("{} before all entries were compared", .0.reached())]
    Stopped(Limit),
    /// The entries cannot be computed.
    #[error("the entries cannot be computed again")]
    Table(#[source] Rejection),
    /// An entry is wrong.
    #[error(
        "entry {entry}, of tiles on cells {cells:?}, is {} and should be {}",
        in_words(.stored), in_words(.right)
    )]
    Wrong {
        /// The number of the entry.
        entry: usize,
        /// The cells of the tiles, in the order of their goal cells.
        cells: Vec<u8>,
        /// The distance in the file; `None` if it says that there is none.
        stored: Option<Cost>,
        /// The distance.
        right: Option<Cost>,
    },
}

fn in_words(distance: &Option<Cost>) -> String {
    distance.map_or_else(|| "unreachable".to_owned(), |distance| distance.to_string())
}

/// Computes every entry of the database in a file again, with the code of the
/// [checker of certificates](PatternTable), which shares none with the search that built the
/// database, and compares. Returns the number of entries.
///
/// The table takes a byte for each way to put the tiles and the blank on cells, equal ones included:
/// 268 MB for six tiles on 4x4.
///
/// # Errors
/// An entry is wrong, the database is damaged or too large, or a limit was reached.
///
/// # Example
/// ```
/// use tesuji_catalogue::{databases::Databases, verify_entries};
/// use tesuji_core::{Budget, Silent};
/// use tesuji_taquin::{Goal, Taquin, TileGroup};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let group = TileGroup::new(&taquin, &[1, 2, 3, 4])?;
/// let directory = std::env::temp_dir().join(format!("tables-{}", std::process::id()));
/// let (databases, budget) = (Databases::in_directory(&directory), Budget::unlimited());
/// databases.get(&group.identity(), || group.arrangements(), &budget, &mut Silent)?;
/// let file = databases.path(&group.identity()).expect("a directory");
/// assert_eq!(verify_entries(&file, &budget)?, 9 * 8 * 7 * 6);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_entries(path: &Path, budget: &Budget) -> Result<usize, EntriesError> {
    let head = FileHead::read(path)?;
    let tiles = Tiles::of(&head.identity);
    let tiles = tiles.ok_or_else(|| EntriesError::NotTiles(head.identity.clone()))?;
    let database = Database::open(path, &head.identity)?;
    let budget = &budget.clone().start();
    let bytes = budget.memory_limit().map_or(u64::MAX, |bytes| bytes as u64);
    let table = PatternTable::new(&tiles.pieces, &tiles.group, bytes, budget);
    let table = table.map_err(|rejection| match rejection {
        Rejection::Stopped { limit } => EntriesError::Stopped(limit),
        Rejection::Limit { .. } => EntriesError::TooLarge,
        other => EntriesError::Table(other),
    })?;
    let step = match database.form() {
        Form::Packed { step } => step,
        Form::Bytes => return Err(EntriesError::NotTiles(head.identity)),
    };
    let mut compared = Compared { tiles: &tiles, table, database, step: step.into(), next: 0 };
    let mut silent = Silent;
    compared.below(&mut Vec::new(), 0, &mut Meter::new(budget, &mut silent))?;
    match compared.next == compared.database.entries() {
        true => Ok(compared.next),
        false => Err(EntriesError::NotTiles(head.identity)),
    }
}

/// A group of tiles on a board.
struct Tiles {
    width: u8,
    cells: u8,
    /// The goal cells of the tiles in increasing order, and the pieces that they are.
    homes: Vec<u8>,
    group: Vec<u8>,
    pieces: Pieces,
}

impl Tiles {
    /// The group that a database is of, from its line of identity.
    fn of(identity: &str) -> Option<Self> {
        let (size, rest) = identity.strip_prefix("taquin ")?.split_once(", blank of cell ")?;
        let (blank, homes) = rest.split_once(", slides of the tiles of cells ")?;
        let homes: Vec<u8> = homes.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let (width, height) = size.split_once('x')?;
        let (width, height): (u8, u8) = (width.parse().ok()?, height.parse().ok()?);
        let (cells, blank) = (width.checked_mul(height)?, blank.parse::<u8>().ok()?);
        let is_increasing = homes.is_sorted_by(|one, next| one < next);
        if blank >= cells || homes.contains(&blank) || !is_increasing {
            return None;
        }
        // Tiles are numbered by their goal cells, so tile t is piece t - 1.
        let tile = |cell: u8| match cell {
            cell if cell == blank => 0,
            cell => cell + u8::from(cell < blank),
        };
        let goal: Vec<String> = (0..cells).map(|cell| tile(cell).to_string()).collect();
        let settings = Settings::new().with("size", size).with("goal", goal.join(" "));
        let pieces = Taquin::<u128>::open(&settings, None).ok()?.pieces()?;
        let group = homes.iter().map(|&home| tile(home).checked_sub(1)).collect::<Option<_>>()?;
        Some(Tiles { width, cells, homes, group, pieces })
    }

    /// The Manhattan distance of the tiles.
    fn manhattan(&self, cells: &[u8]) -> Cost {
        let (rows, columns) = (|cell: u8| cell / self.width, |cell: u8| cell % self.width);
        let pairs = self.homes.iter().zip(cells);
        let far = |(&home, &cell): (&u8, &u8)| {
            rows(home).abs_diff(rows(cell)) + columns(home).abs_diff(columns(cell))
        };
        pairs.map(|pair| Cost::from(far(pair))).sum()
    }
}

/// A comparison that is under way.
struct Compared<'t> {
    tiles: &'t Tiles,
    table: PatternTable,
    database: Database,
    step: Cost,
    /// The next entry.
    next: usize,
}

impl Compared<'_> {
    /// Compares the entries of arrangements that begin with these cells, whose bits are set in
    /// `taken`: entries have the lexicographic order of the arrangements.
    fn below(
        &mut self,
        cells: &mut Vec<u8>,
        taken: u32,
        meter: &mut Meter,
    ) -> Result<(), EntriesError> {
        if cells.len() == self.tiles.homes.len() {
            meter.charge(1).map_err(EntriesError::Stopped)?;
            return self.compare(cells);
        }
        for cell in (0..self.tiles.cells).filter(|cell| taken >> cell & 1 == 0) {
            cells.push(cell);
            self.below(cells, taken | 1 << cell, meter)?;
            cells.pop();
        }
        Ok(())
    }

    fn compare(&mut self, cells: &[u8]) -> Result<(), EntriesError> {
        let entry = self.next;
        self.next += 1;
        if entry >= self.database.entries() {
            return Err(EntriesError::NotTiles(self.database.identity().to_owned()));
        }
        let (base, right) = (self.tiles.manhattan(cells), self.table.least(cells));
        let stored = self.database.distance(entry, base);
        // The largest distance that has room stands for larger ones.
        let most = base + MAX_STEPS * self.step;
        match stored == right.map(|right| right.min(most)) {
            true => Ok(()),
            false => Err(EntriesError::Wrong { entry, cells: cells.to_vec(), stored, right }),
        }
    }
}
