use axum::extract::FromRequest;

use crate::error::ApiError;

/// The JSON of a request; what is wrong with it becomes an [`ApiError`].
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct Body<T>(pub(crate) T);
