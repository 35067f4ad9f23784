//! Cards for Rush Hour: the classic ones and new ones.

use axum::Json;
use axum::extract::State;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use tesuji::core::{Budget, Limit, Meter, Silent};
use tesuji::rush_hour::{Generator, Metric, instances};

use crate::body::Body;
use crate::error::ApiError;
use crate::workers::{Lane, Workers};

#[derive(Serialize)]
pub(crate) struct Cards {
    cards: Vec<CardView>,
}

#[derive(Serialize)]
struct CardView {
    name: String,
    position: String,
    /// The fewest moves, each of one cell.
    steps: u32,
    /// The fewest moves, a move of any length counted as one.
    slides: u32,
    /// Moves that the driver needs against the best rocks; none if they can hold him for ever.
    rocks: Option<u32>,
}

/// The forty classic cards.
pub(crate) async fn cards() -> Json<Cards> {
    let cards = instances::classic().iter().map(|card| CardView {
        name: card.instance.name.to_owned(),
        position: card.instance.card.to_string(),
        steps: card.instance.steps,
        slides: card.instance.slides,
        rocks: card.value,
    });
    Json(Cards { cards: cards.collect() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The least number of moves, a move of any length counted as one.
    slides: u32,
    seed: u64,
}

/// Harder cards take too long to find.
const HARDEST: u32 = 25;
/// How many boards the generator may look at; it gives up after them.
const TRIES: u64 = 4_000;

/// A new card, and how many moves it needs; neither if none was found in time.
#[derive(Serialize)]
pub(crate) struct Made {
    position: Option<String>,
    slides: Option<u32>,
}

/// A new card that needs at least so many moves.
pub(crate) async fn generate(
    State(workers): State<Workers>,
    Body(Wanted { slides, seed }): Body<Wanted>,
) -> Result<Json<Made>, ApiError> {
    if slides > HARDEST {
        let message = format!("cards of more than {HARDEST} moves take too long to find");
        return Err(ApiError::BadRequest(message));
    }
    let work = move |budget: Budget| -> Result<_, Limit> {
        let (random, mut silent) = (&mut Pcg64::seed_from_u64(seed), Silent);
        let meter = &mut Meter::new(&budget, &mut silent);
        Generator::new(Metric::Slides).nodes(15_000).generate_within(slides, TRIES, random, meter)
    };
    let made = workers.run(Lane::Long, work).await?.unwrap_or_default();
    let position = made.as_ref().map(|made| made.card.to_string());
    Ok(Json(Made { position, slides: made.map(|made| made.moves) }))
}
