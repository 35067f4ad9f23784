//! What the page of tesuji asks, and the answers: typed questions and answers, in JSON if need be,
//! without a server. The server sends them over HTTP; a page without a server has them answered in
//! its own browser.
//!
//! Read [`Question`] first, then [`Service`], which holds what all questions share. A question is
//! [prepared](Question::prepare): checked, and turned into [`Work`] that takes a budget, so that a
//! server may refuse it at once and search later. [`answer`] and [`compare`] do both.
//!
//! This crate knows no connections, no threads and no queue, and names no game but Rush Hour, whose
//! cards the page shows.
//!
//! # Example
//! ```
//! use tesuji::catalogue::Catalogue;
//! use tesuji_api::{Grant, Service, answer};
//!
//! let service = Service::new(Catalogue::standard(), Grant::default());
//! let question = r#"{ "at": { "game": "taquin", "position": "631752048" } }"#;
//! let report = answer(&service, "hint", question)?;
//! assert!(report.contains(r#""outcome":"solved""#));
//! # Ok::<(), tesuji_api::Refusal>(())
//! ```
#![forbid(unsafe_code)]

mod advice;
mod catalogue;
mod compare;
#[cfg(feature = "schema")]
mod openapi;
mod order;
mod position;
mod positions;
mod question;
mod questions;
mod record;
mod refusal;
mod replay;
#[cfg(feature = "rush-hour")]
mod rush_hour;
mod search;
mod service;
mod table;
mod values;

pub use advice::{Hint, Played, Reply, Solve};
pub use catalogue::{CatalogueView, Games};
pub use compare::{Compare, Comparison, Event};
#[cfg(feature = "schema")]
pub use openapi::openapi;
pub use order::{Checked, Order};
pub use position::{At, PositionView};
pub use positions::{Deal, Generate, Generated, Play};
pub use question::{Described, Lane, Question, Work};
pub use questions::{Visitor, answer, compare, visit_questions};
pub use record::{Drawn, Record};
pub use refusal::Refusal;
pub use replay::{Replay, Replayed};
#[cfg(feature = "rush-hour")]
pub use rush_hour::{Cards, CardsView};
pub use service::{Grant, Service};
pub use table::LookUp;
pub use values::{MoveValues, Values};
