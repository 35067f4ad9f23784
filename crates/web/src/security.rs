//! What every response tells the browser, and whom the server answers at all.

use std::net::Ipv4Addr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The page runs its own scripts and asks its own server; nothing inline, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Sets the headers on every response.
pub(crate) async fn set_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether the server answers for its own names alone. It should where it listens on the
/// loopback address: a page from elsewhere could otherwise have its own name point here and read
/// the answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalOnly(pub(crate) bool);

/// Turns away requests that were meant for another host.
pub(crate) async fn check_host(
    State(LocalOnly(local)): State<LocalOnly>,
    request: Request,
    next: Next,
) -> Response {
    if local && let Some(host) = foreign_host(request.headers()) {
        return ApiError::Misdirected(host).into_response();
    }
    next.run(request).await
}

fn foreign_host(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().unwrap_or("?");
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
    });
    let loopback = |name: &str| name.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback());
    let ours = matches!(name, "localhost" | "[::1]") || loopback(name);
    (!ours).then(|| host.to_owned())
}
