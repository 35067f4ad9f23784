//! Games of matches and tournaments, replayed.

use serde::{Deserialize, Serialize};
use tesuji::catalogue::{GameReport, Status};

use crate::position::{check_length, check_moves, check_text};
use crate::question::{Lane, Question, Work};
use crate::refusal::Refusal;
use crate::service::Service;

/// A saved game, a line of the file that `tesuji match --save` writes: it is replayed by the rules.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Replay(GameReport);

/// The longest game: matches end theirs after 1,000 plies.
const MAX_MOVES: usize = 2000;

/// The positions of a game, from the first to the last.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replayed {
    positions: Vec<Passed>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Passed {
    position: String,
    status: Status,
}

impl Question for Replay {
    const NAME: &'static str = "replay";
    type Answer = Replayed;

    fn prepare(self, service: &Service) -> Result<Work<Replayed>, Refusal> {
        let Replay(game) = self;
        check_text(&game.position)?;
        game.settings.values().try_for_each(|value| check_length("a setting", value))?;
        if game.moves.len() > MAX_MOVES {
            let message = format!("a game has at most {MAX_MOVES} moves here");
            return Err(Refusal::BadRequest(message));
        }
        let catalogue = service.catalogue().clone();
        Ok(Work::search(Lane::Short, move |_| {
            let positions = catalogue.replay(&game)?;
            let passed = positions.iter().map(|position| {
                check_moves(&**position)?;
                Ok(Passed { position: position.notation(), status: position.status() })
            });
            Ok(Replayed { positions: passed.collect::<Result<_, Refusal>>()? })
        }))
    }
}
