//! The server on a socket.

use std::net::SocketAddr;

use serde_json::Value;
use tesuji::catalogue::Catalogue;
use tesuji_web::{Limits, listen, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Where a server listens that lives as long as the test.
pub(crate) async fn served(limits: Limits) -> SocketAddr {
    let listener = listen(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, Catalogue::standard(), limits, std::future::pending()));
    address
}

/// A question, after which the connection closes.
pub(crate) fn request(path: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

/// Everything that comes back.
pub(crate) async fn reply(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

pub(crate) fn status_of(reply: &str) -> u16 {
    let status = reply.split(' ').nth(1).unwrap_or_else(|| panic!("no status: {reply:?}"));
    status.parse().unwrap()
}

pub(crate) async fn status(address: SocketAddr, request: &str) -> u16 {
    status_of(&reply(address, request.as_bytes()).await)
}
