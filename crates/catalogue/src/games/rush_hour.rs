//! Rush Hour for one player by name.

use std::time::Instant;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_certificate::Certificate;
use tesuji_core::{Blind, Budget, Meter, Notation, Progress, Ranked, Rules};
use tesuji_rush_hour::{
    BlockingCars, Board, Card, Cluster, ForcedMoves, Generated, Generator, Language, Metric,
    RushHour, Slide, instances,
};

use crate::dimensions::Dimensions;
use crate::position::{Described, Named, Placed, certify_puzzle};
use crate::report::Question;
use crate::tree::Recording;
use crate::{
    Algorithm, AnyPosition, CatalogueError, GameEntry, GeneratedReport, HeuristicInfo, Making,
    Players, RecordOptions, Report, SearchOptions, SettingInfo, Settings, SpaceReport, Status,
    heuristic, record, search,
};

const NAME: &str = "rush-hour";

const NOTATION: &str = "36 characters row by row: . empty, x wall, A the red car; moves B+1, A-2";

const SETTINGS: &[SettingInfo] = &[SettingInfo {
    name: "metric",
    summary: "what counts as a move: steps (one cell; the default) or slides (any length)",
}];

const HEURISTICS: &[HeuristicInfo] = &[
    HeuristicInfo { name: "blocking-cars", summary: "the red car's way, and the cars on it" },
    HeuristicInfo {
        name: "forced-moves",
        summary: "the same, and the moves that those cars' ways force",
    },
];

/// Reads a card; the first of the course if there is no text.
pub(crate) fn card(game: &'static str, text: Option<&str>) -> Result<Card, CatalogueError> {
    let text = text.unwrap_or(instances::LAB[0]);
    text.parse().map_err(|error| CatalogueError::position(game, text, error))
}

fn rules(text: Option<&str>, settings: &Settings) -> Result<RushHour, CatalogueError> {
    settings.check(NAME, SETTINGS)?;
    let metric: Metric = settings.parse("metric")?.unwrap_or_default();
    Ok(RushHour::new(card(NAME, text)?, metric))
}

/// What is known when a board is made to order.
const MADE_SETTINGS: &[SettingInfo] =
    &[SETTINGS[0], SettingInfo { name: "size", summary: "the size of the board, 3x3 to 8x8" }];

/// A board cannot be made so small or so large.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a board has 3 to 8 rows and columns")]
struct NoSide;

/// How many of the boards farthest from the exit are listed.
const FARTHEST: usize = 20;

/// Bidirectional search begins with a list of all goals; it may have so many.
const MAX_GOALS: usize = 2_000_000;

/// Rush Hour for one player in the catalogue.
pub(super) struct Alone;

impl GameEntry for Alone {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "drive the red car out of the traffic jam, boards up to 8x8"
    }

    fn players(&self) -> Players {
        Players::One
    }

    fn default_algorithm(&self) -> Algorithm {
        // States repeat too often for a search without memory.
        Algorithm::BreadthFirst
    }

    fn notation(&self) -> &'static str {
        NOTATION
    }

    fn settings(&self) -> &'static [SettingInfo] {
        SETTINGS
    }

    fn heuristics(&self) -> &'static [HeuristicInfo] {
        HEURISTICS
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        Placed::read(NAME, rules(text, settings)?, None)
    }

    fn make(
        &self,
        settings: &Settings,
        making: Making,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        settings.check(NAME, MADE_SETTINGS)?;
        let metric: Metric = settings.parse("metric")?.unwrap_or_default();
        let mut generator = Generator::new(metric).walls(making.walls);
        if let Some(Dimensions { width, height }) = settings.parse("size")? {
            let side = |side: usize| u8::try_from(side).ok().filter(|side| (3..=8).contains(side));
            let sides = side(width).zip(side(height));
            let (width, height) = sides.ok_or_else(|| settings.error("size", NoSide))?;
            generator = generator.size(width, height);
        }
        let (mut random, mut meter) = (Pcg64::seed_from_u64(seed), Meter::new(budget, progress));
        let Making { min_moves, tries, .. } = making;
        let made = generator.generate_within(min_moves, tries, &mut random, &mut meter);
        let made = made.map_err(CatalogueError::Stopped)?;
        Ok(made.map(|Generated { card, moves, boards }| GeneratedReport {
            game: NAME,
            position: card.to_string(),
            moves,
            states: boards,
            seed,
        }))
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        let started = Instant::now();
        let game = rules(of, settings)?;
        let mut meter = Meter::new(budget, progress);
        let cluster = Cluster::within(&game, game.initial(), &mut meter);
        let (cluster, limit) = match cluster {
            Ok(cluster) => (Some(cluster), None),
            Err(limit) => (None, Some(limit.to_string())),
        };
        let distances = cluster.as_ref().map(Cluster::distances).unwrap_or_default();
        let longest = distances.iter().copied().max();
        let mut layers = vec![0; longest.map_or(0, |longest| longest as usize + 1)];
        distances.iter().for_each(|&distance| layers[distance as usize] += 1);
        let sum: u64 = distances.iter().map(|&distance| u64::from(distance)).sum();
        let moves = |cluster: &Cluster| -> u64 {
            cluster.boards().map(|board| game.moves(&board).len() as u64).sum()
        };
        let branching = cluster.as_ref().map(|all| moves(all) as f64 / all.state_count() as f64);
        let boards = cluster.iter().flat_map(Cluster::boards).zip(&distances);
        let farthest = boards.filter(|(_, distance)| Some(**distance) == longest).take(FARTHEST);
        Ok(SpaceReport {
            game: NAME,
            settings: Settings::of(NAME, &game),
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

impl Described for RushHour {
    fn facts(&self, board: &Board) -> Vec<(&'static str, String)> {
        let (cars, moves) = (self.card().cars().len(), self.moves(board).len());
        vec![
            ("metric", self.metric().to_string()),
            ("cars", cars.to_string()),
            ("legal moves", moves.to_string()),
        ]
    }

    fn why_unsolvable(&self, board: &Board) -> Option<String> {
        self.unsolvable(*board).map(|reason| reason.to_string())
    }

    fn in_words(&self, slide: Slide, language: Language) -> Option<String> {
        Some(RushHour::in_words(self, slide, language))
    }
}

impl Named for RushHour {
    fn status(&self, state: &Self::State) -> Status {
        Status::of_puzzle(self, state)
    }

    fn check(&self, game: &'static str, options: &SearchOptions) -> Result<(), CatalogueError> {
        CatalogueError::check_players(game, Players::One, options.algorithm)?;
        if options.algorithm == Algorithm::Bidirectional && self.goals_up_to(MAX_GOALS).is_none() {
            let what = "bidirectional search on a board with so many goals";
            return Err(CatalogueError::NotOffered { game, what });
        }
        heuristic::named(game, HEURISTICS, "forced-moves", options)?;
        Ok(())
    }

    fn certify(
        &self,
        board: &Board,
        report: &Report,
        _: &SearchOptions,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        certify_puzzle(self, board, report, budget)
    }

    fn record(
        &self,
        game: &'static str,
        board: &Board,
        options: &RecordOptions,
    ) -> Result<Recording, CatalogueError> {
        let search = options.for_one(game)?;
        match heuristic::named(game, HEURISTICS, "forced-moves", &search)? {
            None => Ok(record::puzzle(self, board, options, &Blind)),
            Some("blocking-cars") => {
                Ok(record::puzzle(self, board, options, &BlockingCars::new(self)))
            }
            Some("forced-moves") => {
                Ok(record::puzzle(self, board, options, &ForcedMoves::new(self)))
            }
            Some(name) => unreachable!("{name} is in the table of heuristics"),
        }
    }

    fn solve(
        &self,
        game: &'static str,
        board: &Board,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        self.check(game, options)?;
        let heuristic = heuristic::named(game, HEURISTICS, "forced-moves", options)?;
        let question = Question {
            game,
            position: self.state_text(board),
            algorithm: options.algorithm.name(),
            heuristic,
        };
        if let Some(reason) = self.why_unsolvable(board).filter(|_| options.arguments) {
            return Ok(Report::unsolvable(question, reason));
        }
        macro_rules! run {
            ($heuristic:expr) => {
                // Cars that are not in each other's way move in any order.
                search::search(self, board, options, true, $heuristic, budget, progress)
            };
        }
        let answer = match heuristic {
            None => run!(Blind),
            Some("blocking-cars") => run!(BlockingCars::new(self)),
            Some("forced-moves") => run!(ForcedMoves::new(self)),
            Some(name) => unreachable!("{name} is in the table of heuristics"),
        };
        Ok(Report::new(question, &answer, |moves| self.moves_text(board, moves)))
    }
}
