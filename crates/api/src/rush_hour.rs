//! The classic cards of Rush Hour.

use serde::{Deserialize, Serialize};
use tesuji::rush_hour::instances;

use crate::question::{Question, Work};
use crate::refusal::Refusal;
use crate::service::Service;

/// The forty classic cards.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardsView {
    cards: Vec<CardView>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// The classic cards, with the fewest moves that each takes.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cards {}

impl Question for Cards {
    const HAS_PARTS: bool = false;
    const NAME: &'static str = "rush-hour/cards";
    type Answer = CardsView;

    fn prepare(self, _: &Service) -> Result<Work<CardsView>, Refusal> {
        let cards = instances::classic().iter().map(|card| CardView {
            name: card.instance.name.to_owned(),
            position: card.instance.card.to_string(),
            steps: card.instance.steps,
            slides: card.instance.slides,
            rocks: card.value,
        });
        Ok(Work::Done(CardsView { cards: cards.collect() }))
    }
}
