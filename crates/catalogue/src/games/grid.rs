//! Shortest paths on grid maps as an entry.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{
    BoardSize, Budget, Meter, NamedGame, Notation, Progress, Rules, Setting, Settings,
};
use tesuji_grid::{
    Chebyshev, Directions, Generated, Generator, Grid, Landmarks, MAX_SIDE, Manhattan, Octile,
};

use crate::about::check_names;
use crate::{CatalogueError, Extras, GenerateOptions, GeneratedReport, OnePlayer, Search};

const NAME: &str = "grid";

/// A map cannot be generated so small or so large.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a generated map has 2 to {MAX_SIDE} rows and columns")]
struct NoSide;

/// No map has such a path.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "the map has {cells} cells, too few for a path of length {min_moves} and this number of walls: \
     {walls}"
)]
struct NoRoom {
    min_moves: u32,
    walls: usize,
    cells: usize,
}

/// Landmarks are not placed on larger maps: it would take seconds.
const MAX_FOR_LANDMARKS: usize = 512 * 512;

/// The map has too many cells.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("landmarks are for maps of at most {MAX_FOR_LANDMARKS} cells")]
struct TooManyCells;

/// Shortest paths on grid maps.
#[must_use]
pub fn grid() -> OnePlayer<Grid> {
    OnePlayer::new()
        .heuristic("chebyshev", "the columns or the rows to go, whichever are more", |_| {
            Ok(Chebyshev)
        })
        .heuristic("manhattan", "the columns and rows to go; for 4 directions", |grid| {
            Manhattan::new(grid).map_err(|error| unavailable("manhattan", error))
        })
        .heuristic(
            "octile",
            "the length of a shortest path if there were no walls: manhattan for 4 directions",
            |_| Ok(Octile),
        )
        .heuristic(
            "landmarks",
            "octile, and bounds by exact distances from 4 far cells, measured first",
            |grid| {
                let cells = grid.map().width() * grid.map().height();
                if cells > MAX_FOR_LANDMARKS {
                    return Err(unavailable("landmarks", TooManyCells));
                }
                Ok(Landmarks::new(grid))
            },
        )
        .best_heuristic(|_: &Grid, _: &Search, _| "octile")
        .bidirectional()
        .default_algorithm("a*")
        .extras(Maps)
}

fn unavailable(
    name: &'static str,
    source: impl std::error::Error + Send + Sync + 'static,
) -> CatalogueError {
    CatalogueError::Heuristic { name, source: source.into() }
}

/// What is known when a map is generated.
const GENERATED: &[Setting] = &[
    Grid::SETTINGS[0],
    Setting { name: "size", value: "WxH", summary: "the size of the map; 16x12 by default" },
];

struct Maps;

impl Extras<Grid> for Maps {
    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        check_names(NAME, GENERATED, settings)?;
        let open = |error| CatalogueError::open(NAME, error);
        let directions: Directions =
            settings.parse("directions").map_err(open)?.unwrap_or_default();
        let size: Option<BoardSize> = settings.parse("size").map_err(open)?;
        let size = size.unwrap_or(BoardSize { width: 16, height: 12 });
        let BoardSize { width, height } = size;
        if [width, height].iter().any(|side| !(2..=MAX_SIDE).contains(side)) {
            return Err(open(settings.error("size", NoSide)));
        }
        let GenerateOptions { min_moves, walls, tries } = options;
        let cells = width * height;
        // A path has a cell more than moves.
        if cells.checked_sub(walls).is_none_or(|free| free <= min_moves as usize) {
            let source = NoRoom { min_moves, walls, cells }.into();
            return Err(CatalogueError::Setting { what: "size", text: size.to_string(), source });
        }
        let generator = Generator::new(width, height, directions).walls(walls);
        let (mut random, mut meter) = (Pcg64::seed_from_u64(seed), Meter::new(budget, progress));
        meter.no_checkpoints("a map is tried in a moment");
        let made = generator.generate(min_moves, tries, &mut random, &mut meter);
        let made = made.map_err(CatalogueError::Stopped)?;
        Ok(made.map(|Generated { grid, moves, cells }| GeneratedReport {
            game: NAME,
            position: grid.state_text(&grid.initial()),
            moves,
            states: cells,
            seed,
        }))
    }
}
