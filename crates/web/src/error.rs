use std::error::Error;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tesuji::catalogue::tree::UnknownMethod;
use tesuji::catalogue::{RegistryError, UnknownAlgorithm};

/// Why a request has no answer. Every one is told as JSON: a code for programs, a message for
/// people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The request makes no sense.
    #[error("{0}")]
    BadRequest(String),
    /// The body is no JSON of the right shape, or too long.
    #[error("{}", .0.body_text())]
    Body(#[from] JsonRejection),
    /// There is nothing at this address.
    #[error("there is nothing at {0}")]
    NotFound(String),
    /// The address does not take this method.
    #[error("{0} is not possible here")]
    Method(String),
    /// The request was meant for another host.
    #[error("this server listens on this machine alone and does not answer for {0:?}")]
    Misdirected(String),
    /// All workers are busy and the queue is full.
    #[error("all workers are busy and the queue is full; try again in a moment")]
    Busy,
    /// The program has a bug.
    #[error("something went wrong in the program; the request was dropped")]
    Panicked,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::BadRequest(_) => StatusCode::BAD_REQUEST,
            ApiError::Body(rejection) => rejection.status(),
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Misdirected(_) => StatusCode::MISDIRECTED_REQUEST,
            ApiError::Busy => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            ApiError::BadRequest(_) => "bad-request",
            ApiError::Body(_) => "bad-body",
            ApiError::NotFound(_) => "not-found",
            ApiError::Method(_) => "bad-method",
            ApiError::Misdirected(_) => "wrong-host",
            ApiError::Busy => "busy",
            ApiError::Panicked => "internal",
        }
    }
}

/// A message with the messages of its sources behind it, as far as each says something new.
impl From<RegistryError> for ApiError {
    fn from(error: RegistryError) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            let text = error.to_string();
            if !message.ends_with(&text) {
                message = format!("{message}: {text}");
            }
            source = error.source();
        }
        ApiError::BadRequest(message)
    }
}

impl From<UnknownAlgorithm> for ApiError {
    fn from(error: UnknownAlgorithm) -> Self {
        ApiError::BadRequest(error.to_string())
    }
}

impl From<UnknownMethod> for ApiError {
    fn from(error: UnknownMethod) -> Self {
        ApiError::BadRequest(error.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({ "error": { "code": self.code(), "message": self.to_string() } });
        let mut response = (self.status(), Json(body)).into_response();
        if let ApiError::Busy = self {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
