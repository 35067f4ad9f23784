//! The page of tesuji and the server behind it: play every game of a catalogue, ask for a hint,
//! give up, compare the algorithms and watch a search step by step.
//!
//! Read [`serve`] first; it takes the [`Catalogue`](tesuji::catalogue::Catalogue) with the games,
//! the library's and your own, and the [`Limits`] for its clients. [`router`] is the same without a
//! socket, for tests and for programs that have a server already. The JSON interface is described
//! in [OpenAPI](https://spec.openapis.org/oas/v3.1.0) by [`DESCRIPTION`], which the server returns at
//! `/api/openapi.json`.
//!
//! The server keeps nothing between requests but pattern databases: a request carries its position.
//! Each search runs on a thread of its own, within the time of its request, behind a bounded queue;
//! it ends when the client hangs up. One worker is kept for short requests such as hints. If there
//! are too many connections, the one that has waited longest for its client is closed.
//!
//! What the page asks is answered by `tesuji-api`; this crate has no rules and no searches, and
//! names no game but those that the page has a view of its own for. The page (`page/`, embedded in
//! the program) sends requests to this server alone; a game without a view of its own is shown by
//! its SVG drawing and its legal moves.
//!
//! # Example
//! A request and its response, without a socket:
//! ```
//! use axum::body::{Body, to_bytes};
//! use axum::http::{Request, header};
//! use tesuji::catalogue::Catalogue;
//! use tesuji_web::{Limits, router};
//! use tower::ServiceExt;
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let question = r#"{ "at": { "game": "taquin", "position": "631752048" } }"#;
//! let request = Request::post("/api/hint")
//!     .header(header::CONTENT_TYPE, "application/json")
//!     .body(Body::from(question))?;
//! let response = router(Catalogue::standard(), Limits::default()).oneshot(request).await?;
//! let body = to_bytes(response.into_body(), usize::MAX).await?;
//! let report: serde_json::Value = serde_json::from_slice(&body)?;
//! assert_eq!((&report["outcome"], &report["length"]), (&"solved".into(), &10.into()));
//! # Ok(())
//! # }
//! ```
#![deny(unsafe_code)]

mod assets;
mod body;
mod client_stream;
mod connections;
mod error;
mod limits;
mod memory;
mod routes;
mod security;
mod server;
mod site;
mod workers;

pub use assets::page_files;
pub use limits::Limits;
pub use memory::{fix_thresholds, share_one_arena};
pub use server::{listen, router, serve};

/// The JSON interface in the words of OpenAPI 3.1.
pub const DESCRIPTION: &str = include_str!("openapi.json");
