use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::connections::Attention;
use crate::error::ApiError;
use crate::workers::Workers;

/// The JSON of a request; what is wrong with it becomes an [`ApiError`]. All of it has to come
/// within the client's time. One that is announced as too long is refused before any of it is read.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Workers> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, workers: &Workers) -> Result<Self, ApiError> {
        let announced = request.headers().get(header::CONTENT_LENGTH);
        let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        let most = workers.limits().body;
        if announced.is_some_and(|length| length > most as u64) {
            return Err(ApiError::LongBody(most));
        }
        let attention = request.extensions().get::<Attention>().cloned();
        let patience = workers.limits().patience;
        let read = timeout(patience, Json::from_request(request, workers)).await;
        let Json(value) = read.map_err(|_| ApiError::SlowBody)??;
        if let Some(attention) = attention {
            attention.work();
        }
        Ok(Body(value))
    }
}
