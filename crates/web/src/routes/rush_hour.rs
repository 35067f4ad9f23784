//! The classic cards of Rush Hour.

use axum::Json;
use serde::Serialize;
use tesuji::rush_hour::instances;

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
    /// The moves that the driver needs against the best rocks; none if they can hold him for ever.
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
