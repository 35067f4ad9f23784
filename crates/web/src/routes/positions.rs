//! Opening, generating and playing: what needs the rules alone.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tesuji::catalogue::{Catalogue, CatalogueError, GenerateOptions, GeneratedReport, Shuffle};
use tesuji::core::{Budget, Silent};

use crate::body::Body;
use crate::error::ApiError;
use crate::position::{At, PositionView, check_moves};
use crate::workers::{Lane, Workers};

type Answer = Result<Json<PositionView>, ApiError>;

/// The position that the request names, or the initial one.
pub(crate) async fn open(State(catalogue): State<Arc<Catalogue>>, Body(at): Body<At>) -> Answer {
    Ok(Json(PositionView::of(&*at.open(&catalogue)?, at.svg)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    at: At,
    #[serde(rename = "move")]
    mv: String,
}

/// The position after a move.
pub(crate) async fn play(
    State(catalogue): State<Arc<Catalogue>>,
    Body(Play { at, mv }): Body<Play>,
) -> Answer {
    let after = at.open(&catalogue)?.after(&mv)?;
    check_moves(&*after)?;
    Ok(Json(PositionView::of(&*after, at.svg)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    at: At,
    seed: u64,
    /// The distance from the goal, for spaces that are small enough to enumerate.
    #[serde(default)]
    distance: Option<usize>,
    /// The number of random moves.
    #[serde(default)]
    walk: Option<u32>,
}

/// The longest random walk.
const MAX_WALK: u32 = 100_000;

/// A random position: at a distance from the goal, after a walk, or any.
pub(crate) async fn shuffle(
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(Deal { at, seed, distance, walk }): Body<Deal>,
) -> Answer {
    let (entry, settings) = (at.entry(&catalogue)?, at.settings()?);
    if walk.is_some_and(|steps| steps > MAX_WALK) {
        let message = format!("a walk has at most {MAX_WALK} moves");
        return Err(ApiError::BadRequest(message));
    }
    if distance.is_some() && walk.is_some() {
        let message = "a position is made by its distance or by a walk, not by both";
        return Err(ApiError::BadRequest(message.to_owned()));
    }
    let position = match distance {
        None => {
            let shuffle = walk.map_or(Shuffle::Uniform, Shuffle::Walk);
            entry.shuffle(&settings, shuffle, seed)?.position
        }
        Some(distance) => {
            let name = entry.name();
            let work = move |budget: Budget| -> Result<_, CatalogueError> {
                catalogue.game(name)?.one_per_distance(&settings, seed, &budget, &mut Silent)
            };
            let mut positions = workers.run(Lane::Long, work).await??;
            if distance >= positions.len() {
                let farthest = positions.len() - 1;
                let message = format!(
                    "no position is {distance} moves from the goal; the farthest is {farthest}"
                );
                return Err(ApiError::BadRequest(message));
            }
            positions.swap_remove(distance)
        }
    };
    check_moves(&*position)?;
    Ok(Json(PositionView::of(&*position, at.svg)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Generate {
    at: At,
    /// The least length of a shortest solution.
    min_moves: u32,
    seed: u64,
}

/// Harder positions take too long to find.
const MAX_GENERATED_MOVES: u32 = 25;
/// How many positions the generator may try.
const MAX_TRIES: u64 = 4_000;

/// What was generated, if anything was within the limits.
#[derive(Serialize)]
pub(crate) struct Generated {
    generated: Option<GeneratedReport>,
}

/// A new position whose shortest solution has at least a number of moves.
pub(crate) async fn generate(
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(Generate { at, min_moves, seed }): Body<Generate>,
) -> Result<Json<Generated>, ApiError> {
    if min_moves > MAX_GENERATED_MOVES {
        let message =
            format!("positions of more than {MAX_GENERATED_MOVES} moves take too long to find");
        return Err(ApiError::BadRequest(message));
    }
    let (name, settings) = (at.entry(&catalogue)?.name(), at.settings()?);
    let options = GenerateOptions { min_moves, walls: 0, tries: MAX_TRIES };
    let work = move |budget: Budget| -> Result<_, CatalogueError> {
        catalogue.game(name)?.generate(&settings, options, seed, &budget, &mut Silent)
    };
    let generated = match workers.run(Lane::Long, work).await? {
        Err(CatalogueError::Stopped(_)) => None,
        made => made?,
    };
    Ok(Json(Generated { generated }))
}
