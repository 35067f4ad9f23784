//! The page of tesuji and the server behind it: play every game of the workspace, ask for a
//! hint, give up, compare the algorithms and watch a search think.
//!
//! Read [`serve`] first; [`Limits`] is what a server grants its visitors. [`router`] is
//! the same without a socket, for tests and for those who have a server already. The JSON interface
//! is described in [OpenAPI](https://spec.openapis.org/oas/v3.1.0) by [`DESCRIPTION`], which the
//! server hands out at `/api/openapi.json`.
//!
//! The server keeps nothing between requests but the pattern databases that it builds when it
//! starts: a request carries its position. Each search runs
//! on a thread of its own, within a budget, behind a queue with a bound; it ends when whoever asked
//! hangs up.
//!
//! No rules and no search are written here, and the page (`page/`, embedded in the program)
//! asks nobody but this server.
#![forbid(unsafe_code)]

mod assets;
mod body;
mod error;
mod limits;
mod position;
mod routes;
mod security;
mod server;
mod warm;
mod workers;

pub use limits::Limits;
pub use server::{router, serve};

/// The JSON interface in the words of OpenAPI 3.1.
pub const DESCRIPTION: &str = include_str!("openapi.json");
