use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, OriginalUri};
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tesuji::catalogue::Catalogue;
use tesuji_api::Service;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_layer::Layer;

use crate::assets;
use crate::client_stream::ClientStream;
use crate::connections::{self, Connection, Connections};
use crate::error::ApiError;
use crate::limits::Limits;
use crate::memory;
use crate::routes;
use crate::security::{self, LocalOnly};
use crate::site::Site;
use crate::workers::Workers;

/// The cap on [`Limits::patience`]: a longer time overflows the clock.
const MAX_PATIENCE: Duration = Duration::from_hours(24);
/// The longest head of a request, and how much of its body is read ahead.
const BUFFER_BYTES: usize = 32 << 10;
/// The maximum number of clients that are sent the reason for their refusal at one time, and how
/// long each may take to read it.
const REFUSALS: usize = 64;
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// Everything the server answers for the games of a catalogue, without a socket.
///
/// # Example
/// ```
/// use tesuji::catalogue::Catalogue;
/// use tesuji_web::Limits;
///
/// let router = tesuji_web::router(Catalogue::standard(), Limits::default());
/// # let _ = router;
/// ```
pub fn router(catalogue: Catalogue, limits: Limits) -> Router {
    let service = Service::new(catalogue, limits.grant());
    router_of(Site { service, workers: Workers::new(limits) })
}

fn router_of(site: Site) -> Router {
    let limits = *site.workers.limits();
    let api = routes::api().method_not_allowed_fallback(wrong_method).fallback(nothing_here);
    Router::new()
        .nest("/api", api)
        .fallback_service(axum::routing::get(assets::file).fallback(wrong_method))
        .with_state(site)
        .layer(DefaultBodyLimit::max(limits.body))
        // All but streams, which have to come as they are written, and what is too short to gain.
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(|_| ApiError::Panicked.into_response()))
        .layer(middleware::from_fn(security::set_headers))
}

async fn nothing_here(OriginalUri(uri): OriginalUri) -> ApiError {
    ApiError::NotFound(uri.path().to_owned())
}

async fn wrong_method(method: Method) -> Response {
    ApiError::Method(method.to_string()).into_response()
}

/// A listener for [`serve`], where as many clients may wait to be accepted as the system allows, so
/// that none is turned away when many connect at one time.
///
/// # Errors
/// The address cannot be listened on.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    /// How many may wait; the system takes its own limit where that is less.
    const WAITING: u32 = 1 << 16;
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // On Windows it would let another program take the address.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Serves the page, with the games of the catalogue, to the clients of `listener` until `end` is
/// ready. Meanwhile the games are [warmed up](tesuji::catalogue::GameEntry::warm_up). If the
/// listener is on a loopback address, requests that name another host are rejected.
///
/// At the end, it takes no more connections, closes those that are idle, and completes the
/// responses to requests that it has, for at most [`Limits::grace`]. When this future is dropped,
/// searches that run are stopped.
///
/// # Errors
/// The listener has no address.
pub async fn serve(
    listener: TcpListener,
    catalogue: Catalogue,
    limits: Limits,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let local = LocalOnly(listener.local_addr()?.ip().is_loopback());
    let (service, workers) = (Service::new(catalogue, limits.grant()), Workers::new(limits));
    let site = Site { service: service.clone(), workers: workers.clone() };
    let router = router_of(site)
        .layer(middleware::from_fn_with_state(local, security::check_host))
        .layer(middleware::from_fn(connections::note_end))
        .layer(middleware::from_fn(security::set_headers));
    let _warming = workers.aside(move |budget| {
        service.warm_up(&budget, |game, error| {
            tracing::debug!(%error, game, "hints will be slower");
        });
    });
    let open = Connections::new(limits);
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let (closing, _) = watch::channel(());
    let mut tasks = JoinSet::new();
    let mut end = pin!(end);
    let mut memory = pin!(memory::give_back(workers.freed()));
    loop {
        // New connections first: the system turns clients away for a second once too many wait to
        // be accepted.
        let accepted = tokio::select! {
            biased;
            () = &mut end => break,
            accepted = listener.accept() => accepted,
            () = &mut memory => continue,
            Some(_) = tasks.join_next() => continue,
        };
        while tasks.try_join_next().is_some() {}
        match accepted {
            Ok((stream, address)) => {
                let stream = ClientStream::new(stream);
                match open.add(address.ip()) {
                    Ok(connection) => {
                        let (router, closing) = (router.clone(), closing.subscribe());
                        tasks.spawn(attend(stream, connection, router, limits.patience, closing));
                    }
                    Err(error) => {
                        // Where there are too many, they are closed without a reason.
                        if let Ok(permit) = refusals.clone().try_acquire_owned() {
                            tasks.spawn(refuse(stream, error, permit));
                        }
                    }
                }
            }
            Err(error) if is_of_client(&error) => tracing::debug!(%error, "a client left at once"),
            Err(error) => {
                // Out of file descriptors, say.
                tracing::warn!(%error, "cannot accept a connection");
                open.close_idle();
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    closing.send_replace(());
    let drained = async { while tasks.join_next().await.is_some() {} };
    if timeout(limits.grace, drained).await.is_err() {
        tracing::warn!("some responses were not complete when the server ended");
    }
    Ok(())
}

/// Serves a connection until it ends, has to make room for another, or, once the server is
/// `closing`, its last response is complete.
async fn attend(
    stream: ClientStream,
    connection: Connection,
    router: Router,
    patience: Duration,
    mut closing: watch::Receiver<()>,
) {
    let service = TowerToHyperService::new(Extension(connection.attention.clone()).layer(router));
    let mut serving = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience.min(MAX_PATIENCE))
            .max_buf_size(BUFFER_BYTES)
            .serve_connection(TokioIo::new(stream), service)
    );
    let ended = tokio::select! {
        ended = &mut serving => ended,
        () = connection.closed_for_another() => return,
        _ = closing.changed() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// Whether a connection could not be accepted for a reason of the client's.
fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Says why a connection is not served, and closes it.
async fn refuse(mut stream: ClientStream, error: ApiError, _permit: OwnedSemaphorePermit) {
    let said = async {
        stream.write_all(&error.into_http()).await?;
        stream.shutdown().await
    };
    // A client that does not read it does without.
    let _ = timeout(REFUSAL_TIMEOUT, said).await;
}
