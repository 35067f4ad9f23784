use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::connections::Attention;
use crate::error::ApiError;
use crate::site::Site;

/// The JSON of a request; what is wrong with it becomes an [`ApiError`]. All of it has to come
/// within the client's time. One that is announced as too long is refused before any of it is read.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Site> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, site: &Site) -> Result<Self, ApiError> {
        let announced = request.headers().get(header::CONTENT_LENGTH);
        let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        let limit = site.workers.limits().body;
        if announced.is_some_and(|length| length > limit as u64) {
            return Err(ApiError::LongBody(limit));
        }
        let attention = request.extensions().get::<Attention>().cloned();
        let patience = site.workers.limits().patience;
        let read = timeout(patience, Json::from_request(request, site)).await;
        let Json(value) = read.map_err(|_| ApiError::SlowBody)??;
        if let Some(attention) = attention {
            attention.work();
        }
        Ok(Body(value))
    }
}
