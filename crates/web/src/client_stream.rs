//! The stream to a client, as a server on an open network needs it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::http::{StatusCode, header};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;

use crate::error::ApiError;

/// The longest that a client may go without reading a byte of a response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client may take to close a connection that the server has closed, and how many bytes
/// it may send meanwhile.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
const CLOSE_BYTES: usize = 1 << 20;

/// A stream on which hyper serves.
///
/// * To a head that it cannot read, hyper replies by itself, with a status alone; such a reply is
///   replaced by the server's, which says what is wrong and has the security headers.
/// * A connection whose client does not read its response is closed.
/// * The connection is closed in stages (RFC 9112, section 9.6), so that a client that still sends
///   can read why it is refused.
pub(crate) struct ClientStream {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    /// What is left to write of the reply that replaces hyper's.
    reply: Vec<u8>,
    /// How many bytes the client may still send; none before the server's side is closed.
    closing: Option<usize>,
}

impl ClientStream {
    pub(crate) fn new(stream: TcpStream) -> Self {
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        ClientStream { stream: Box::pin(stream), reply: Vec::new(), closing: None }
    }

    fn poll_reply(&mut self, context: &mut Context) -> Poll<io::Result<()>> {
        while !self.reply.is_empty() {
            let written = ready!(self.stream.as_mut().poll_write(context, &self.reply))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.reply.drain(..written);
        }
        Poll::Ready(Ok(()))
    }
}

/// The status of a reply that hyper made itself: all others have the security headers.
fn own_status(text: &[u8]) -> Option<StatusCode> {
    let status = text.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    let status = StatusCode::from_bytes(status).ok().filter(StatusCode::is_client_error)?;
    let ours = header::CONTENT_SECURITY_POLICY.as_str().as_bytes();
    let has_ours = text.windows(ours.len()).any(|part| part.eq_ignore_ascii_case(ours));
    (!has_ours).then_some(status)
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(context, buffer)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        text: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Some(status) = own_status(text) {
            self.reply = ApiError::Head(status).into_http();
            return Poll::Ready(Ok(text.len()));
        }
        self.stream.as_mut().poll_write(context, text)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        ready!(self.poll_reply(context))?;
        self.stream.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        ready!(self.poll_reply(context))?;
        let this = &mut *self;
        if this.closing.is_none() {
            ready!(this.stream.as_mut().poll_shutdown(context))?;
            this.stream.as_mut().set_read_timeout_pinned(Some(CLOSE_TIMEOUT));
        }
        let left = this.closing.get_or_insert(CLOSE_BYTES);
        while *left > 0 {
            let mut bytes = [0; 4096];
            let mut buffer = ReadBuf::new(&mut bytes);
            match ready!(this.stream.as_mut().poll_read(context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {
                    *left = left.saturating_sub(buffer.filled().len());
                }
                // The client has closed its side as well, is gone, or takes too long.
                _ => *left = 0,
            }
        }
        Poll::Ready(Ok(()))
    }
}
