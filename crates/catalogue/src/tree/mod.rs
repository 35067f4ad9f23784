//! The trees that searches walk, recorded step by step: to draw, and to replay.
//!
//! Read [`Recording`] first. Each function here is a search as it is taught, which writes down
//! every position it visits, what it finds it to be worth and what it leaves out. It visits exactly
//! what the search of the same name in [`adversarial`](tesuji_adversarial),
//! [`uninformed`](tesuji_uninformed) or [`informed`](tesuji_informed) visits. [`Recording::svg`]
//! and [`Recording::dot`] draw the tree, [`Recording::outline`] writes it for a terminal.
//!
//! A recording costs far more than the search it records: it is for trees that a person can look
//! at. Nothing here is fast, and nothing is remembered between positions.
//!
//! # Example
//! Of the three moves here, alpha-beta needs one:
//! ```
//! use tesuji_core::Notation;
//! use tesuji_tic_tac_toe::TicTacToe;
//! use tesuji_catalogue::tree::{self, Bounds};
//!
//! let game = TicTacToe::new();
//! let board = game.parse_state("XX. / OO. / ...")?;
//! let recording = tree::who_wins(&game, &board, &Bounds::default());
//! let last = recording.line.last().unwrap();
//! assert_eq!(recording.nodes[*last].mv.as_deref(), Some("c3"));
//! assert!(recording.svg().contains("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adversaries;
mod breadth_first;
mod depth_first;
mod dot;
mod ida_star;
mod label;
mod layout;
mod method;
mod outline;
mod proof_numbers;
mod recorder;
mod recording;
mod svg;

pub use adversaries::{alpha_beta, minimax, who_wins};
pub use breadth_first::breadth_first;
pub use depth_first::depth_first;
pub use ida_star::ida_star;
pub use label::{Bound, Label};
pub use layout::Layout;
pub use method::{Method, UnknownMethod};
pub use proof_numbers::proof_numbers;
pub use recorder::Bounds;
pub use recording::{Event, Fate, Node, Recording, Side};
