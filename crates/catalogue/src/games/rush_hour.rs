//! Rush Hour for one player as an entry.

use tesuji_core::Instant;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{
    BoardSize, Budget, Language, Limit, Meter, NamedGame, Notation, Progress, Ranked, Rules,
    Setting, Settings,
};
use tesuji_rush_hour::{
    BlockingCars, Board, Cluster, ForcedMoves, Generated, Generator, Metric, RushHour, Slide,
};

use crate::about::check_names;
use crate::algorithms::puzzles::{BIDIRECTIONAL, BREADTH_FIRST};
use crate::{
    CatalogueError, DistributedSearch, Extras, GenerateOptions, GeneratedReport, OnePlayer, Search,
    SpaceReport,
};

const NAME: &str = "rush-hour";

/// A board cannot be generated so small or so large.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a board has 3 to 8 rows and columns")]
struct NoSide;

/// How many of the boards farthest from the exit are listed.
const FARTHEST: usize = 20;

/// Bidirectional search begins with a list of all goals, which may have this many.
const MAX_GOALS: usize = 2_000_000;

/// Rush Hour for one player.
#[must_use]
pub fn rush_hour() -> OnePlayer<RushHour> {
    OnePlayer::new()
        .heuristic("blocking-cars", "the moves of the red car and of the cars in its way", |game| {
            Ok(BlockingCars::new(game))
        })
        .heuristic("forced-moves", "the same, and the moves that those moves force", |game| {
            Ok(ForcedMoves::new(game))
        })
        .bidirectional()
        .checked(has_few_goals)
        // States repeat too often for a search without memory.
        .default_algorithm(BREADTH_FIRST.name)
        .extras(Traffic)
}

fn has_few_goals(game: &RushHour, search: &Search) -> Result<(), CatalogueError> {
    if search.algorithm.name == BIDIRECTIONAL.name && game.goals_up_to(MAX_GOALS).is_none() {
        let what = "bidirectional search on a board with more than 2,000,000 goals";
        return Err(CatalogueError::NotOffered { game: NAME, what });
    }
    Ok(())
}

/// What is known when a board is generated.
const GENERATED: &[Setting] = &[
    RushHour::SETTINGS[0],
    Setting { name: "size", value: "WxH", summary: "the size of the board, 3x3 to 8x8" },
];

struct Traffic;

impl Extras<RushHour> for Traffic {
    fn why_unsolvable(&self, game: &RushHour, board: &Board) -> Option<String> {
        game.unsolvable(*board).map(|reason| reason.to_string())
    }

    fn in_words(&self, game: &RushHour, slide: Slide, language: Language) -> Option<String> {
        Some(RushHour::in_words(game, slide, language))
    }

    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        check_names(NAME, GENERATED, settings)?;
        let metric: Metric = settings
            .parse("metric")
            .map_err(|error| CatalogueError::open(NAME, error))?
            .unwrap_or_default();
        let mut generator = Generator::new(metric).walls(options.walls);
        if let Some(BoardSize { width, height }) =
            settings.parse("size").map_err(|error| CatalogueError::open(NAME, error))?
        {
            let side = |side: usize| u8::try_from(side).ok().filter(|side| (3..=8).contains(side));
            let sides = side(width).zip(side(height));
            let (width, height) =
                sides.ok_or_else(|| CatalogueError::open(NAME, settings.error("size", NoSide)))?;
            generator = generator.size(width, height);
        }
        let GenerateOptions { min_moves, tries, .. } = options;
        let report =
            |position, moves, states| GeneratedReport { game: NAME, position, moves, states, seed };
        // The boards of the seeds that were done before an interruption.
        let key = format!("generated-board seed {seed}");
        let known = budget.checkpoint_store().and_then(|checkpoints| checkpoints.result(&key));
        if let Some(known) = known.and_then(|known| String::from_utf8(known).ok()) {
            let mut words = known.split(' ');
            let position = words.next().unwrap_or_default().to_owned();
            let numbers = (words.next(), words.next());
            let (moves, states) = (numbers.0.map(str::parse), numbers.1.map(str::parse));
            return Ok(match (moves, states) {
                (Some(Ok(moves)), Some(Ok(states))) => Some(report(position, moves, states)),
                _ => None,
            });
        }
        generator = generator.section(&key);
        let (mut random, mut meter) = (Pcg64::seed_from_u64(seed), Meter::new(budget, progress));
        let made = generator.generate_within(min_moves, tries, &mut random, &mut meter);
        let made = made.map_err(CatalogueError::Stopped)?;
        let made =
            made.map(|Generated { card, moves, boards }| report(card.to_string(), moves, boards));
        if let Some(checkpoints) = budget.checkpoint_store() {
            let text = made
                .as_ref()
                .map(|made| format!("{} {} {}", made.position, made.moves, made.states));
            checkpoints.add_result(&key, text.unwrap_or_default().into_bytes());
        }
        Ok(made)
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        if workers.is_some() {
            let what =
                "distances by several workers: the boards of a card are enumerated in seconds";
            return Err(CatalogueError::NotOffered { game: NAME, what });
        }
        let started = Instant::now();
        check_names(NAME, RushHour::SETTINGS, settings)?;
        let game = RushHour::open(settings, of);
        let game = game.map_err(|error| CatalogueError::open(NAME, error))?;
        let mut meter = Meter::new(budget, progress);
        meter.no_checkpoints("the boards of a card are enumerated in seconds");
        let found = Cluster::within(&game, game.initial(), &mut meter).and_then(|cluster| {
            let distances = cluster.distances_within(&mut meter)?;
            let branching = mean_moves(&cluster, &mut meter)?;
            Ok((cluster, distances, branching))
        });
        let (cluster, distances, branching, limit) = match found {
            Ok((cluster, distances, branching)) => {
                (Some(cluster), distances, Some(branching), None)
            }
            Err(limit) => (None, Vec::new(), None, Some(limit.to_string())),
        };
        let longest = distances.iter().copied().max();
        let mut layers = vec![0; longest.map_or(0, |longest| longest as usize + 1)];
        distances.iter().for_each(|&distance| layers[distance as usize] += 1);
        let sum: u64 = distances.iter().map(|&distance| u64::from(distance)).sum();
        let boards = cluster.iter().flat_map(Cluster::boards).zip(&distances);
        let farthest = boards.filter(|(_, distance)| Some(**distance) == longest).take(FARTHEST);
        Ok(SpaceReport {
            game: NAME,
            settings: game.settings().without("card"),
            size: format!("{} in {}", game.card(), game.metric()),
            goal: "the red car at the exit".to_owned(),
            states: cluster.as_ref().map_or(0, Cluster::state_count),
            mean: (!distances.is_empty()).then(|| sum as f64 / distances.len() as f64),
            branching,
            farthest: farthest.map(|(board, _)| game.state_text(&board)).collect(),
            distances: layers,
            seconds: started.elapsed().as_secs_f64(),
            peak_bytes: meter.stats().peak_bytes,
            limit,
        })
    }
}

/// The mean number of moves of the boards of a cluster.
///
/// # Errors
/// The limit that was reached; nothing counts as a node.
fn mean_moves(cluster: &Cluster, meter: &mut Meter) -> Result<f64, Limit> {
    const LOOK: usize = 1 << 13;
    let mut sum = 0;
    for (index, board) in cluster.boards().enumerate() {
        if index % LOOK == 0 {
            meter.look()?;
        }
        sum += cluster.game().moves(&board).len() as u64;
    }
    Ok(sum as f64 / cluster.state_count() as f64)
}
