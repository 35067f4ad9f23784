use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, OriginalUri};
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::assets;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::routes;
use crate::security::{self, LocalOnly};
use crate::warm;
use crate::workers::Workers;

/// How long a client may take over the head of a request, or between two requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a client may pause in the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Everything the server answers, without a socket.
///
/// # Example
/// ```
/// let router = tesuji_web::router(tesuji_web::Limits::default());
/// # let _ = router;
/// ```
pub fn router(limits: Limits) -> Router {
    let api = routes::api().method_not_allowed_fallback(wrong_method).fallback(nothing_here);
    Router::new()
        .nest("/api", api)
        .fallback_service(axum::routing::get(assets::file).fallback(wrong_method))
        .with_state(Workers::new(limits))
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIMEOUT))
        .layer(CatchPanicLayer::custom(|_| ApiError::Panicked.into_response()))
        .layer(middleware::from_fn(security::set_headers))
}

async fn nothing_here(OriginalUri(uri): OriginalUri) -> ApiError {
    ApiError::NotFound(uri.path().to_owned())
}

async fn wrong_method(method: Method) -> Response {
    ApiError::Method(method.to_string()).into_response()
}

/// Serves the page to whoever connects to `listener`, for ever, and meanwhile builds the pattern
/// databases by which hints on fifteen tiles are found soonest. Where the listener is on a
/// loopback address, requests that name another host are turned away.
///
/// To end it, drop the future: searches that run are told to stop.
///
/// # Errors
/// The listener has no address.
pub async fn serve(listener: TcpListener, limits: Limits) -> io::Result<()> {
    let local = LocalOnly(listener.local_addr()?.ip().is_loopback());
    let router = router(limits)
        .layer(middleware::from_fn_with_state(local, security::check_host))
        .layer(middleware::from_fn(security::set_headers));
    let service = TowerToHyperService::new(router);
    let _warming = Workers::aside(|budget| warm::build_databases(&budget));
    let doors = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    loop {
        let door = doors.clone().acquire_owned().await.expect("the semaphore is never closed");
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of file descriptors, say: it may have some again in a moment.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .serve_connection(TokioIo::new(stream), service.clone());
        connections.spawn(async move {
            let _door = door;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke off");
            }
        });
        while connections.try_join_next().is_some() {}
    }
}
