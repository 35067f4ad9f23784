use tesuji_core::{Heuristic, NamedGame, Notation, OpenError, Rules, Setting, Settings};

use crate::heuristics::Matching;
use crate::level::{Level, LevelError};
use crate::levels;
use crate::metric::Metric;
use crate::rules::{Sokoban, Warehouse};

/// The error for the number of a level that there is not.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the levels of Microban have the numbers 1 to 155")]
struct NoLevel;

impl NamedGame for Sokoban {
    const NAME: &'static str = "sokoban";
    const SUMMARY: &'static str = "push the boxes onto the goals";
    const NOTATION: &'static str = "the level's rows with / between them: # wall, $ box, . goal, * box on a goal, @ player, + player \
         on a goal, - floor; moves u, r, d, l, in capitals for a push, or 4,2L for the box there";
    const SETTINGS: &'static [Setting] = &[
        Setting {
            name: "metric",
            value: "METRIC",
            summary: "what counts: moves of the player (the default) or pushes of boxes",
        },
        Setting {
            name: "microban",
            value: "N",
            summary: "without a position, a level of Microban by D. W. Skinner: 1 (the default) to 155",
        },
    ];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let metric: Metric = settings.parse("metric")?.unwrap_or_default();
        let number: Option<usize> = settings.parse("microban")?;
        let level: Option<Level> = settings.parse("board")?;
        let level = match (level, position) {
            (Some(level), _) => level,
            (None, Some(text)) => {
                text.parse().map_err(|error: LevelError| OpenError::position(text, error))?
            }
            (None, None) => {
                let index = number.unwrap_or(1).wrapping_sub(1);
                let level = levels::microban().get(index);
                level.ok_or_else(|| settings.error("microban", NoLevel))?.clone()
            }
        };
        Ok(Sokoban::new(level, metric))
    }

    fn settings(&self) -> Settings {
        let board = self.state_text(&self.initial());
        Settings::new().with("metric", self.metric()).with("board", board)
    }

    fn facts(&self, state: &Warehouse) -> Vec<(&'static str, String)> {
        let (boxes, goals) = (state.boxes, self.level().goals());
        let off = boxes.without(&goals).len();
        let mut facts =
            vec![("boxes", boxes.len().to_string()), ("on goals", (boxes.len() - off).to_string())];
        match self.deadlock(state) {
            Some(deadlock) => facts.push(("deadlock", deadlock.to_string())),
            None => facts.push(("pushes, at least", Matching.evaluate(self, state).to_string())),
        }
        facts
    }
}
