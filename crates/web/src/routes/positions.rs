//! Opening, shuffling and playing: what needs the rules alone.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use tesuji::catalogue::Shuffle;
use tesuji::core::{Budget, Silent};

use crate::body::Body;
use crate::error::ApiError;
use crate::position::{At, PositionView};
use crate::workers::{Lane, Workers};

type Answer = Result<Json<PositionView>, ApiError>;

/// The position that the request names, or the initial one.
pub(crate) async fn open(Body(at): Body<At>) -> Answer {
    Ok(Json(PositionView::of(&*at.open()?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    at: At,
    #[serde(rename = "move")]
    mv: String,
}

/// The position after a move.
pub(crate) async fn play(Body(Play { at, mv }): Body<Play>) -> Answer {
    Ok(Json(PositionView::of(&*at.open()?.after(&mv)?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    at: At,
    seed: u64,
    /// Exactly so many moves from the goal, where the space is small enough to look through.
    #[serde(default)]
    distance: Option<usize>,
    /// So many random moves from the goal.
    #[serde(default)]
    walk: Option<u32>,
}

/// The longest random walk.
const MAX_WALK: u32 = 100_000;

/// A solvable position at random: of a certain distance, after a walk, or any.
pub(crate) async fn shuffle(
    State(workers): State<Workers>,
    Body(Deal { at, seed, distance, walk }): Body<Deal>,
) -> Answer {
    let (entry, settings) = (at.entry()?, at.settings()?);
    if walk.is_some_and(|steps| steps > MAX_WALK) {
        let message = format!("a walk has at most {MAX_WALK} moves");
        return Err(ApiError::BadRequest(message));
    }
    if distance.is_some() && walk.is_some() {
        let message = "a position is made by its distance or by a walk, not by both";
        return Err(ApiError::BadRequest(message.to_owned()));
    }
    let Some(distance) = distance else {
        let shuffle = walk.map_or(Shuffle::Uniform, Shuffle::Walk);
        return Ok(Json(PositionView::of(&*entry.shuffle(&settings, shuffle, seed)?.position)));
    };
    let work = move |budget: Budget| entry.ladder(&settings, seed, &budget, &mut Silent);
    let ladder = workers.run(Lane::Long, work).await??;
    let Some(position) = ladder.get(distance) else {
        let farthest = ladder.len() - 1;
        let message =
            format!("no position is {distance} moves from the goal; the farthest is {farthest}");
        return Err(ApiError::BadRequest(message));
    };
    Ok(Json(PositionView::of(&**position)))
}
