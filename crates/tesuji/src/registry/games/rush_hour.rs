//! Rush Hour by name, alone and against rocks.

use tesuji_adversarial::{Even, NoHints};
use tesuji_core::{Blind, Budget, Notation, Progress, Rules};
use tesuji_rush_hour::{
    BlockingCars, Board, Card, ForcedMoves, Metric, RocksState, RushHour, RushHourRocks, instances,
};

use crate::registry::position::{Named, Placed};
use crate::registry::report::Question;
use crate::registry::two_players::TwoPlayers;
use crate::registry::{
    Algorithm, AnyPosition, GameEntry, HeuristicInfo, Players, RecordOptions, RegistryError,
    Report, SearchOptions, SettingInfo, Settings, Standing, heuristic, record, search,
};
use crate::tree::Recording;

const NAME: &str = "rush-hour";
const ROCKS: &str = "rush-hour-rocks";

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
fn card(game: &'static str, text: Option<&str>) -> Result<Card, RegistryError> {
    let text = text.unwrap_or(instances::COURSE[0]);
    text.parse().map_err(|error| RegistryError::position(game, text, error))
}

/// Rush Hour for one player in the registry.
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

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, RegistryError> {
        settings.check(NAME, SETTINGS)?;
        let metric: Metric = settings.parse("metric")?.unwrap_or_default();
        Placed::read(NAME, RushHour::new(card(NAME, text)?, metric), None)
    }
}

impl Named for RushHour {
    fn facts(&self, board: &Board) -> Vec<(&'static str, String)> {
        let (cars, moves) = (self.card().cars().len(), self.moves(board).len());
        vec![
            ("metric", self.metric().to_string()),
            ("cars", cars.to_string()),
            ("moves", moves.to_string()),
        ]
    }

    fn standing(&self, state: &Self::State) -> Standing {
        Standing::of_puzzle(self, state)
    }

    fn check(&self, game: &'static str, options: &SearchOptions) -> Result<(), RegistryError> {
        RegistryError::check_players(game, Players::One, options.algorithm)?;
        if options.algorithm == Algorithm::Bidirectional {
            // Its goals, all placements of the other cars, are too many to list.
            return Err(RegistryError::NotOffered { game, what: "bidirectional search" });
        }
        heuristic::named(game, HEURISTICS, "forced-moves", options)?;
        Ok(())
    }

    fn record(
        &self,
        game: &'static str,
        board: &Board,
        options: &RecordOptions,
    ) -> Result<Recording, RegistryError> {
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
    ) -> Result<Report, RegistryError> {
        self.check(game, options)?;
        let heuristic = heuristic::named(game, HEURISTICS, "forced-moves", options)?;
        let question = Question {
            game,
            position: self.state_text(board),
            algorithm: options.algorithm.name(),
            heuristic,
        };
        if let Some(reason) = self.unsolvable(*board).filter(|_| options.arguments) {
            return Ok(Report::unsolvable(question, reason.to_string()));
        }
        macro_rules! run {
            ($heuristic:expr) => {
                search::search(self, board, options, $heuristic, budget, progress)
            };
        }
        let answer = match heuristic {
            None => run!(Blind),
            Some("blocking-cars") => run!(BlockingCars::new(self)),
            Some("forced-moves") => run!(ForcedMoves::new(self)),
            Some(name) => unreachable!("{name} is in the table of heuristics"),
        };
        Ok(Report::new(question, &answer, |moves| self.line_text(board, moves)))
    }
}

/// The cars of a position, without the rock and the turn that may follow: as they stand they are
/// the card of the game that goes on from there.
fn cars(text: &str) -> &str {
    let text = text.trim_end();
    let turn = ["driver", "adversary"].iter().find_map(|turn| text.strip_suffix(turn));
    let text = turn.unwrap_or(text).trim_end();
    match text.rsplit_once(char::is_whitespace) {
        Some((board, rock)) if rock.contains('-') => board,
        Some(_) | None => text,
    }
}

/// Rush Hour against an adversary who drops rocks, in the registry.
pub(super) struct Rocks;

impl GameEntry for Rocks {
    fn name(&self) -> &'static str {
        ROCKS
    }

    fn summary(&self) -> &'static str {
        "Rush Hour against an adversary who drops a rock after each of your steps"
    }

    fn default_algorithm(&self) -> Algorithm {
        // Play can go round in circles, which only this knows how to judge.
        Algorithm::Retrograde
    }

    fn notation(&self) -> &'static str {
        "36 characters row by row: . empty, x wall, A the red car; then the rock's row and column \
         (3-4, or -) and who moves; moves B+1 of the driver, 3-4 of the adversary"
    }

    fn settings(&self) -> &'static [SettingInfo] {
        &[]
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, RegistryError> {
        settings.check(ROCKS, &[])?;
        Placed::read(ROCKS, RushHourRocks::new(card(ROCKS, text.map(cars))?), text)
    }
}

impl TwoPlayers for RushHourRocks {
    type Hints = NoHints;
    type Estimate = Even;

    const HINTS: NoHints = NoHints;
    const ESTIMATE: Even = Even;

    fn facts(&self, state: &RocksState) -> Vec<(&'static str, String)> {
        vec![("moves", self.moves(state).len().to_string())]
    }
}
