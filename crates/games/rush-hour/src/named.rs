//! Rush Hour in the registry of games, for one player and against rocks.

use tesuji_core::{NamedGame, OpenError, Setting, Settings};

use crate::card::Card;
use crate::instances;
use crate::metric::Metric;
use crate::rocks::{Blocked, RushHourRocks};
use crate::rules::RushHour;

/// The card of the settings, or else of a position's cars; by default the first of the sources.
fn card(settings: &Settings, cars: Option<&str>) -> Result<Card, OpenError> {
    if let Some(card) = settings.parse("card")? {
        return Ok(card);
    }
    let cars = cars.unwrap_or(instances::LAB[0]);
    cars.parse().map_err(|error: crate::CardError| OpenError::position(cars, error))
}

/// Returns the cars of a position, without the rock and the turn that may follow: as a card they
/// start the game from there.
#[must_use]
pub fn cars(position: &str) -> &str {
    // The rock is the word with a hyphen; without one, a turn may follow directly.
    if let Some((before, _)) = position.split_once('-') {
        return before.rsplit_once(char::is_whitespace).map_or(position, |(board, _)| board);
    }
    let text = position.trim_end();
    let turn = ["driver", "adversary"].iter().find_map(|turn| text.strip_suffix(turn));
    turn.unwrap_or(text).trim_end()
}

impl NamedGame for RushHour {
    const NAME: &'static str = "rush-hour";
    const SUMMARY: &'static str = "drive the red car out of the traffic jam, boards up to 8x8";
    const NOTATION: &'static str =
        "36 characters row by row: . empty, x wall, A the red car; moves B+1, A-2";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "metric",
        value: "METRIC",
        summary: "the unit of a move: steps (one cell; the default) or slides (any length)",
    }];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let metric: Metric = settings.parse("metric")?.unwrap_or_default();
        Ok(RushHour::new(card(settings, position)?, metric))
    }

    fn settings(&self) -> Settings {
        Settings::new().with("metric", self.metric()).with("card", self.card())
    }
}

impl NamedGame for RushHourRocks {
    const NAME: &'static str = "rush-hour-rocks";
    const SUMMARY: &'static str =
        "Rush Hour against an adversary who drops a rock after each of your steps";
    const NOTATION: &'static str = "36 characters row by row: . empty, x wall, A the red car; then the rock's row and column, \
         from 0 (3-4, or -), and who moves, driver or adversary; moves B+1 of the driver, 3-4 of \
         the adversary";

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let blocked = settings.parse("blocked")?.unwrap_or_default();
        Ok(RushHourRocks::with(card(settings, position.map(cars))?, blocked))
    }

    /// The setting `blocked` is there if the driver passes, which is no game for two but a problem
    /// of chance.
    fn settings(&self) -> Settings {
        let settings = Settings::new().with("card", self.alone().card());
        match self.blocked() {
            Blocked::Loses => settings,
            Blocked::Passes => settings.with("blocked", Blocked::Passes),
        }
    }
}
