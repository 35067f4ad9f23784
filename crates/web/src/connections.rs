//! The open connections, and which of them is closed to make room for a new one.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::error::ApiError;
use crate::limits::Limits;

/// The open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    limits: Limits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    by_number: HashMap<u64, Entry>,
}

#[derive(Debug)]
struct Entry {
    network: IpAddr,
    attention: Attention,
}

impl Connections {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Connections { limits, open: Mutex::default() })
    }

    /// Adds a connection. If its address or the server has its maximum, the one of these
    /// connections that has waited longest for its client is closed.
    ///
    /// # Errors
    /// None of them waits: the server works for all.
    pub(crate) fn add(self: &Arc<Self>, address: IpAddr) -> Result<Connection, ApiError> {
        let network = network(address);
        let mut open = self.lock();
        let same = open.by_number.values().filter(|entry| entry.network == network).count();
        if same >= self.limits.connections_per_address.get() && !open.close_idle(Some(network)) {
            return Err(ApiError::TooManyConnections);
        }
        if open.by_number.len() >= self.limits.connections.get() && !open.close_idle(None) {
            return Err(ApiError::Busy);
        }
        let (number, attention) = (open.next, Attention::default());
        open.next += 1;
        open.by_number.insert(number, Entry { network, attention: attention.clone() });
        Ok(Connection { number, attention, connections: Arc::clone(self) })
    }

    /// Closes the connection that has waited longest for its client, if any waits.
    pub(crate) fn close_idle(&self) {
        self.lock().close_idle(None);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Closes the connection, of a network if one is given, that has waited longest for its client;
    /// returns whether there is one.
    fn close_idle(&mut self, network: Option<IpAddr>) -> bool {
        let candidates = self
            .by_number
            .iter()
            .filter(|(_, entry)| network.is_none_or(|network| entry.network == network))
            .filter_map(|(&number, entry)| Some((entry.attention.waits_since()?, number)));
        let Some((_, number)) = candidates.min() else { return false };
        let closed = self.by_number.remove(&number);
        closed.inspect(|entry| entry.attention.0.close.notify_one());
        true
    }
}

/// What counts as one address: an IPv4 address, or the /64 network that an IPv6 user commonly has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !0 << 64).into(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// An open connection; dropping it makes room for another.
#[derive(Debug)]
pub(crate) struct Connection {
    number: u64,
    pub(crate) attention: Attention,
    connections: Arc<Connections>,
}

impl Connection {
    /// Waits until this connection has to close for another.
    pub(crate) async fn closed_for_another(&self) {
        self.attention.0.close.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.lock().by_number.remove(&self.number);
    }
}

/// Whether a connection waits for its client or the server works for it.
///
/// A handle, in the extensions of each request of the connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attention(Arc<State>);

#[derive(Debug)]
struct State {
    /// Since when the server waits for the client; none while it works for it.
    waits_since: Mutex<Option<Instant>>,
    close: Notify,
}

impl Default for State {
    fn default() -> Self {
        State { waits_since: Mutex::new(Some(Instant::now())), close: Notify::new() }
    }
}

impl Attention {
    /// Notes that a request has been received to its end, and that the server works for it.
    pub(crate) fn work(&self) {
        *self.lock() = None;
    }

    fn waits_since(&self) -> Option<Instant> {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.waits_since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes, when it is dropped, that the server waits for the client again.
struct Done(Attention);

impl Drop for Done {
    fn drop(&mut self) {
        *self.0.lock() = Some(Instant::now());
    }
}

/// Notes when the response to a request is complete, or the request is given up.
pub(crate) async fn note_end(request: Request, next: Next) -> Response {
    let done = request.extensions().get().cloned().map(Done);
    let response = next.run(request).await;
    response.map(|body| Body::new(Attended { body, _done: done }))
}

/// A body, and what is noted when it is dropped.
struct Attended {
    body: Body,
    _done: Option<Done>,
}

impl HttpBody for Attended {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
