//! The order in which a reader's own search took its nodes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tesuji::catalogue::{Catalogue, Deviation, check_order};

use super::record::Drawn;
use crate::body::Body;
use crate::error::ApiError;
use crate::position::{At, check_text};
use crate::search::Spec;
use crate::workers::{Lane, Workers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    at: At,
    #[serde(default)]
    search: Spec,
    /// Positions in the game's notation.
    order: Vec<String>,
}

/// The longest order: its tree is drawn.
const MAX_ORDER: usize = 500;

/// How far the order follows the rules of the search, and its tree laid out.
#[derive(Serialize)]
pub(crate) struct Checked {
    drawn: Drawn,
    followed: usize,
    is_complete: bool,
    deviation: Option<Deviation>,
    next: Vec<String>,
}

/// Holds an order of positions against the rules of a search.
pub(crate) async fn order(
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(Order { at, search, order }): Body<Order>,
) -> Result<Json<Checked>, ApiError> {
    if order.len() > MAX_ORDER {
        let message = format!("an order has at most {MAX_ORDER} positions here");
        return Err(ApiError::BadRequest(message));
    }
    order.iter().try_for_each(|text| check_text(text))?;
    let position = at.open(&catalogue)?;
    let search = search.search(&*position, &catalogue, &workers)?;
    let work = move |budget| -> Result<_, ApiError> {
        let entry = catalogue.game(position.game())?;
        let checked = check_order(entry, &*position, &search, &order, &budget)?;
        Ok(Json(Checked {
            drawn: Drawn::new(checked.recording),
            followed: checked.followed,
            is_complete: checked.is_complete,
            deviation: checked.deviation,
            next: checked.next,
        }))
    };
    workers.run(Lane::Long, work).await?
}
