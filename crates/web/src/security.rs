//! The security headers of every response, and the check of the host that a request is for.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The page runs its own scripts and sends requests to its own server; nothing inline, nothing from
/// elsewhere.
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
    add_headers(response.headers_mut());
    response
}

pub(crate) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Whether the server answers requests for its own names alone. It should if it listens on the
/// loopback address: otherwise a page from elsewhere could have its own name point here and read
/// the responses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalOnly(pub(crate) bool);

/// Rejects requests that do not say which host they are for (RFC 9112, section 3.2), and those for
/// another host.
pub(crate) async fn check_host(
    State(LocalOnly(local)): State<LocalOnly>,
    request: Request,
    next: Next,
) -> Response {
    match target(&request) {
        Err(wrong) => wrong.into_response(),
        Ok(Some(host)) if local && !is_ours(&host) => ApiError::Misdirected(host).into_response(),
        Ok(_) => next.run(request).await,
    }
}

/// The host that a request is for; none if a request of HTTP/1.0 leaves it out.
///
/// # Errors
/// There is not exactly one `Host`, or it is no host.
fn target(request: &Request) -> Result<Option<String>, ApiError> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => String::from_utf8_lossy(host.as_bytes()).into_owned(),
        (None, _) if request.version() < Version::HTTP_11 => return Ok(None),
        (None, _) => return Err(ApiError::HostCount("none")),
        (Some(_), Some(_)) => return Err(ApiError::HostCount("several")),
    };
    // An empty one is allowed; it names no host.
    if !host.is_empty() && name_of(&host).is_none() {
        return Err(ApiError::BadHost(host));
    }
    // A target in absolute form goes before the header (RFC 9112, section 3.2.2).
    Ok(Some(request.uri().authority().map_or(host, ToString::to_string)))
}

/// The name in a host with or without a port; none if it is no host.
fn name_of(host: &str) -> Option<String> {
    let parsed: Authority = host.parse().ok().filter(|_| !host.contains('@'))?;
    let port = host.strip_prefix(parsed.host())?;
    let has_port = matches!(port, "" | ":") || parsed.port_u16().is_some();
    has_port.then(|| parsed.host().to_owned())
}

/// Whether a host is this machine, seen from itself. The case of names does not matter, and they
/// may end in a dot.
fn is_ours(host: &str) -> bool {
    let Some(name) = name_of(host) else { return false };
    let name = name.strip_suffix('.').unwrap_or(&name);
    let v6 = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name.eq_ignore_ascii_case("localhost")
        || name.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
        || v6
            .and_then(|name| name.parse().ok())
            .is_some_and(|address: Ipv6Addr| address.to_canonical().is_loopback())
}
