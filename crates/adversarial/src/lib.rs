//! Adversarial search over the tesuji traits: zero-sum games of two players.
//!
//! Read [`Minimax`] first, then [`TableSearch`], the strongest. Every search is a
//! [`GameSolver`](tesuji_core::GameSolver) and returns a [`Judgement`](tesuji_core::Judgement),
//! which says what is proved and what is an estimate.
//!
//! | search | what it is |
//! |---|---|
//! | [`Minimax`], [`Negamax`] | the whole tree, in textbook form |
//! | [`MemoMinimax`] | each position once, with a table |
//! | [`AlphaBeta`] | alpha-beta pruning, in textbook form |
//! | [`TableSearch::principal_variation`] | PVS with table, move ordering and deepening: to play |
//! | [`TableSearch::mtd_f`] | the same with null windows only |
//! | [`TableSearch::mtd_bi`], [`TableSearch::outcome_only`] | to the end of the game: to solve |
//! | [`ParallelSearch`] | any of these four with several threads |
//! | [`Expectimax`] | against a modelled opponent, or chance |
//! | [`Deepening`] | iterative deepening of the others, within a budget |
//!
//! A game provides knowledge beyond its rules by [`Hints`] and by an
//! [`Evaluator`](tesuji_core::Evaluator). Searches take the [`StaticBounds`] of hints as proved, so
//! they must be true.
//!
//! This crate knows no game, prints nothing and draws no random numbers. Repetitions are not
//! detected: in games in which positions can repeat, proofs are correct, but infinite play is never
//! proved to be a draw.
//!
//! # Example
//! On three columns of five cells the second player of Breakthrough wins. The outcome alone takes
//! fewer nodes than the outcome with its distance.
//! ```
//! use tesuji_adversarial::TableSearch;
//! use tesuji_breakthrough::Breakthrough;
//! use tesuji_core::{GameSolver, Rules, Value};
//!
//! let game = Breakthrough::new(3, 5)?;
//! let start = game.initial();
//! let who = TableSearch::outcome_only().solve(&game, &start);
//! let how_soon = TableSearch::principal_variation().solve(&game, &start);
//! assert_eq!(who.judgement.value, Value::Loss(None));
//! assert_eq!(how_soon.judgement.value, Value::Loss(Some(18)));
//! assert!(who.stats.generated < how_soon.stats.generated);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod alpha_beta;
mod deep;
mod deepening;
mod driver;
mod engine;
mod evaluate;
mod expectimax;
mod memo_minimax;
mod minimax;
mod mtd_bi;
mod mtd_f;
mod negamax;
mod outcome_only;
mod parallel;
mod plain;
mod principal_variation;
mod pv_table;
mod score;
mod search;

pub use alpha_beta::{AlphaBeta, MoveOrder, Reversed, RulesOrder};
pub use deepening::Deepening;
pub use evaluate::Even;
pub use expectimax::{
    Chance, Expectimax, ExpectimaxResult, Modelled, NoChance, OpponentModel, Pruning, Reply,
    ReplyWeights, SoftMax, SoftMin, Uniform, UnknownModel, Weights,
};
pub use memo_minimax::MemoMinimax;
pub use minimax::Minimax;
pub use negamax::Negamax;
pub use parallel::ParallelSearch;
pub use search::TableSearch;
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
pub use tesuji_core::{CodedMoves, Hints, NoHints, StaticBounds};

use plain::finished;
