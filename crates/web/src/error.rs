use std::time::SystemTime;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tesuji::core::{quoted, shortened};
use tesuji_api::Refusal;

use crate::security;

/// Why a request is refused. Every error is sent as JSON: a code for programs, a message for
/// people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The question has no answer.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The body is no JSON of the right shape, or too long.
    #[error("{}", body_problem(.0))]
    Body(#[from] JsonRejection),
    /// There is nothing at this address.
    #[error("there is nothing at {}", quoted(.0))]
    NotFound(String),
    /// The address does not take this method.
    #[error("{} is not possible here", quoted(.0))]
    Method(String),
    /// The request was meant for another host.
    #[error("this server listens on this machine alone and does not answer for {}", quoted(.0))]
    Misdirected(String),
    /// The request does not say which host it is for.
    #[error("a request needs one Host header, as in \"Host: localhost\"; this one has {0}")]
    HostCount(&'static str),
    /// The Host header has no host.
    #[error("{} is no host; a Host header has a name or an address, and maybe a port", quoted(.0))]
    BadHost(String),
    /// The HTTP layer cannot read the head of the request.
    #[error("{}", head_problem(*.0))]
    Head(StatusCode),
    /// The head of the request announces more than a body may have.
    #[error("the body of a request has at most {0} bytes")]
    LongBody(usize),
    /// The body of the request does not come.
    #[error("the body of the request did not come in time")]
    SlowBody,
    /// The server is overloaded: no room in the queue, no worker in time, or no room for a
    /// connection.
    #[error("the server is busy; try again in a moment")]
    Busy,
    /// The server works for all the connections that one address may have.
    #[error("there are too many connections from this address; try again in a moment")]
    TooManyConnections,
    /// The program has a bug.
    #[error("something went wrong in the program; the request was dropped")]
    Panicked,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::Refused(Refusal::NotInTable(_)) => StatusCode::NOT_FOUND,
            ApiError::Refused(Refusal::DamagedTable(_)) => StatusCode::INTERNAL_SERVER_ERROR,
            ApiError::Refused(_) => StatusCode::BAD_REQUEST,
            ApiError::Body(rejection) => rejection.status(),
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Misdirected(_) => StatusCode::MISDIRECTED_REQUEST,
            ApiError::HostCount(_) | ApiError::BadHost(_) => StatusCode::BAD_REQUEST,
            ApiError::Head(status) => *status,
            ApiError::LongBody(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::SlowBody => StatusCode::REQUEST_TIMEOUT,
            ApiError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::TooManyConnections => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn to_json(&self) -> Value {
        json!({ "error": { "code": self.code(), "message": self.to_string() } })
    }

    fn add_headers(&self, headers: &mut HeaderMap) {
        let (name, value) = match self {
            ApiError::Busy | ApiError::TooManyConnections => (header::RETRY_AFTER, "1"),
            // What is left of the body is not read.
            ApiError::LongBody(_) | ApiError::SlowBody => (header::CONNECTION, "close"),
            _ => return,
        };
        headers.insert(name, HeaderValue::from_static(value));
    }

    /// The response as bytes, for a connection that has no HTTP layer and closes after it.
    pub(crate) fn into_http(self) -> Vec<u8> {
        let (status, body) = (self.status(), self.to_json().to_string());
        let mut headers = HeaderMap::new();
        self.add_headers(&mut headers);
        security::add_headers(&mut headers);
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CONTENT_LENGTH, body.len().into());
        let now = httpdate::fmt_http_date(SystemTime::now());
        headers.insert(header::DATE, HeaderValue::try_from(now).expect("a date is ASCII"));
        let mut text = format!("HTTP/1.1 {status}\r\n").into_bytes();
        for (name, value) in &headers {
            text.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
        }
        text.extend(format!("\r\n{body}").into_bytes());
        text
    }

    fn code(&self) -> &'static str {
        match self {
            ApiError::Refused(refusal) => refusal.code(),
            ApiError::Body(_) | ApiError::LongBody(_) => "bad-body",
            ApiError::NotFound(_) => "not-found",
            ApiError::Method(_) => "bad-method",
            ApiError::Misdirected(_) => "wrong-host",
            ApiError::HostCount(_) | ApiError::BadHost(_) => "bad-host",
            ApiError::Head(_) => "bad-head",
            ApiError::SlowBody => "slow-body",
            ApiError::Busy => "busy",
            ApiError::TooManyConnections => "too-many-connections",
            ApiError::Panicked => "internal",
        }
    }
}

fn body_problem(rejection: &JsonRejection) -> String {
    let text = rejection.body_text();
    match text.split_once(": ") {
        Some((problem, reason)) => format!("{problem}: {}", shortened(reason)),
        None => text,
    }
}

fn head_problem(status: StatusCode) -> &'static str {
    match status {
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "the head of the request is too long",
        StatusCode::URI_TOO_LONG => "the address of the request is too long",
        _ => "this is no HTTP/1.1 request",
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.to_json())).into_response();
        self.add_headers(response.headers_mut());
        response
    }
}
