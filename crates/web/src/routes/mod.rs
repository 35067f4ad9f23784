//! The JSON interface, a module for each kind of question.

mod advice;
mod catalogue;
mod compare;
mod order;
mod positions;
mod record;
#[cfg(feature = "games")]
mod rush_hour;
mod values;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};

use crate::DESCRIPTION;
use crate::site::Site;

pub(crate) fn api() -> Router<Site> {
    let api = Router::new();
    #[cfg(feature = "games")]
    let api = api.route("/rush-hour/cards", get(rush_hour::cards));
    api.route("/openapi.json", get(description))
        .route("/games", get(catalogue::games))
        .route("/generate", post(positions::generate))
        .route("/position", post(positions::open))
        .route("/shuffle", post(positions::shuffle))
        .route("/move", post(positions::play))
        .route("/solve", post(advice::solve))
        .route("/hint", post(advice::hint))
        .route("/reply", post(advice::reply))
        .route("/values", post(values::values))
        .route("/compare", post(compare::compare))
        .route("/record", post(record::record))
        .route("/order", post(order::order))
}

async fn description() -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], DESCRIPTION)
}
