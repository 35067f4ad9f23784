//! Monte-Carlo tree search over the tesuji traits.
//!
//! Read [`MonteCarlo`] first: a search, with its selection rule and its treatment of
//! transpositions. It returns [`Findings`], move by move ([`Analyse`]), and is a
//! [`GameSolver`](tesuji_core::GameSolver) like every search for two players.
//!
//! | search | what it is |
//! |---|---|
//! | [`FlatMonteCarlo`] | the same number of playouts for each move, no tree |
//! | [`MonteCarlo::uct`] | upper confidence bounds in a tree |
//! | [`MonteCarlo::biased`] | the same with progressive bias by an evaluator |
//! | [`MonteCarlo::rave`] | means over all playouts that contain the move (AMAF) |
//! | [`MonteCarlo::grave`] | the same with the statistics of an ancestor that has enough visits |
//! | [`MonteCarlo::pn_mcts`] | upper confidence bounds and proof numbers |
//! | [`MonteCarlo::puct`] | the caller's priors |
//! | [`TreeParallel`], [`RootParallel`] | any of these but the first with several threads |
//!
//! All of them grow a tree; [`by_key`](MonteCarlo::by_key) makes it a graph, in which all paths to
//! a position share its statistics. [`SearchTree`] keeps it from move to move.
//!
//! This crate knows no game and no evaluation, prints nothing, and draws random numbers only from
//! the given seed.
//!
//! # Example
//! The search prefers the centre for the first mark, and soon proves that an O on a side is a
//! mistake.
//! ```
//! use tesuji_core::{Notation, Rules, Value};
//! use tesuji_montecarlo::{Analyse, MonteCarlo};
//! use tesuji_tic_tac_toe::TicTacToe;
//!
//! let game = TicTacToe::new();
//! let search = MonteCarlo::uct().playouts(1_000);
//! let findings = search.analyse(&game, &game.initial());
//! assert_eq!(findings.best(), Some(game.parse_move(&game.initial(), "b2")?));
//! assert!(matches!(findings.value, Value::Estimate(1..)));
//!
//! let findings = search.analyse(&game, &game.parse_state(".O. / .X. / ...")?);
//! assert_eq!(findings.value, Value::Win(None));
//! assert!(findings.playouts < 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod adjudicator;
mod analyse;
mod confidence;
mod counter;
mod findings;
mod flat;
mod graph;
mod line;
mod node;
mod parallel;
mod policy;
mod positions;
mod replica;
mod search;
mod simulation;
mod slots;
mod trace;
mod tree;

pub use adjudicator::{Adjudicator, AtTheEnd, Hinted};
pub use analyse::Analyse;
pub use findings::{Findings, MoveFindings};
pub use flat::FlatMonteCarlo;
pub use parallel::{RootParallel, TreeParallel};
pub use policy::{Biased, Grave, PnMcts, Policy, Priors, Puct, Rave, SoftMaxPriors, Ucb};
pub use positions::Recognition;
pub use search::MonteCarlo;
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
pub use tree::SearchTree;
