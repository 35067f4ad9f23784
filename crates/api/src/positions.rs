//! Generating and playing: what needs the rules alone.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

use tesuji::catalogue::{CatalogueError, GenerateOptions, GeneratedReport, Shuffle};
use tesuji::core::Silent;

use crate::position::{At, PositionView, check_moves};
use crate::question::{Lane, Question, Work};
use crate::refusal::Refusal;
use crate::service::Service;

/// The position after a move.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Play {
    at: At,
    #[serde(rename = "move")]
    mv: String,
}

impl Question for Play {
    const NAME: &'static str = "move";
    type Answer = PositionView;

    fn prepare(self, service: &Service) -> Result<Work<PositionView>, Refusal> {
        let after = self.at.open(service.catalogue())?.after(&self.mv)?;
        check_moves(&*after)?;
        Ok(Work::Done(PositionView::of(&*after, self.at.svg)))
    }
}

/// A random position: at a distance from the goal, after a walk, or any.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Deal {
    at: At,
    seed: u64,
    /// The distance from the goal, for spaces that are small enough to enumerate.
    #[serde(default)]
    distance: Option<usize>,
    /// The number of random moves.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_WALK)))]
    walk: Option<u32>,
}

/// The longest random walk.
const MAX_WALK: u32 = 100_000;

impl Question for Deal {
    const NAME: &'static str = "shuffle";
    type Answer = PositionView;

    fn prepare(self, service: &Service) -> Result<Work<PositionView>, Refusal> {
        let Deal { at, seed, distance, walk } = self;
        let catalogue = service.catalogue();
        let (entry, settings) = (at.entry(catalogue)?, at.settings()?);
        if walk.is_some_and(|steps| steps > MAX_WALK) {
            let message = format!("a walk has at most {MAX_WALK} moves");
            return Err(Refusal::BadRequest(message));
        }
        if distance.is_some() && walk.is_some() {
            let message = "a position is made by its distance or by a walk, not by both";
            return Err(Refusal::BadRequest(message.to_owned()));
        }
        let (name, catalogue) = (entry.name(), Arc::clone(catalogue));
        let Some(distance) = distance else {
            let shuffle = walk.map_or(Shuffle::Uniform, Shuffle::Walk);
            return Ok(Work::search(Lane::Short, move |budget| {
                let game = catalogue.game(name)?;
                let position = game.shuffle(&settings, shuffle, seed, &budget)?.position;
                check_moves(&*position)?;
                Ok(PositionView::of(&*position, at.svg))
            }));
        };
        Ok(Work::search(Lane::Long, move |budget| {
            let game = catalogue.game(name)?;
            let mut positions = game.one_per_distance(&settings, seed, &budget, &mut Silent)?;
            if distance >= positions.len() {
                let farthest = positions.len() - 1;
                let message = format!(
                    "no position is {distance} moves from the goal; the farthest is {farthest}"
                );
                return Err(Refusal::BadRequest(message));
            }
            let position = positions.swap_remove(distance);
            check_moves(&*position)?;
            Ok(PositionView::of(&*position, at.svg))
        }))
    }
}

/// A new position whose shortest solution has at least a number of moves.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Generate {
    at: At,
    /// The least length of a shortest solution.
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_GENERATED_MOVES)))]
    min_moves: u32,
    seed: u64,
}

/// Harder positions take too long to find.
const MAX_GENERATED_MOVES: u32 = 25;
/// How many positions the generator may try.
const MAX_TRIES: u64 = 4_000;

/// What was generated, if anything was within the limits.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Generated {
    generated: Option<GeneratedReport>,
}

impl Question for Generate {
    const NAME: &'static str = "generate";
    type Answer = Generated;

    fn prepare(self, service: &Service) -> Result<Work<Generated>, Refusal> {
        let Generate { at, min_moves, seed } = self;
        if min_moves > MAX_GENERATED_MOVES {
            let message =
                format!("positions of more than {MAX_GENERATED_MOVES} moves take too long to find");
            return Err(Refusal::BadRequest(message));
        }
        let catalogue = Arc::clone(service.catalogue());
        let (name, settings) = (at.entry(&catalogue)?.name(), at.settings()?);
        let options = GenerateOptions { min_moves, walls: 0, tries: MAX_TRIES };
        Ok(Work::search(Lane::Long, move |budget| {
            let game = catalogue.game(name)?;
            match game.generate(&settings, options, seed, &budget, &mut Silent) {
                Err(CatalogueError::Stopped(_)) => Ok(Generated { generated: None }),
                made => Ok(Generated { generated: made? }),
            }
        }))
    }
}
