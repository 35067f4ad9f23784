//! Adversarial search over the tesuji traits: two players, one of whom wants what the other does
//! not.
//!
//! Read [`Minimax`] first, then [`TableSearch`], the one to use. Every search is a
//! [`GameSolver`](tesuji_core::GameSolver) and returns a [`Judgement`](tesuji_core::Judgement),
//! which says what is proved and what is an estimate.
//!
//! | search | what it is |
//! |---|---|
//! | [`Minimax`], [`Negamax`] | the whole tree, as it is taught |
//! | [`MemoMinimax`] | each position once |
//! | [`AlphaBeta`] | without what cannot matter, as it is taught |
//! | [`TableSearch::principal_variation`] | with table, ordering and deepening: to play |
//! | [`TableSearch::mtd_f`] | the same by null windows |
//! | [`TableSearch::mtd_bi`], [`TableSearch::outcome_only`] | straight to the end: to solve |
//! | [`ParallelSearch`] | any of the four by several threads |
//! | [`Expectimax`] | against an opponent, or dice, of known habits |
//! | [`Deepening`] | any of those to a depth, ply by ply, with a budget |
//!
//! What a game knows beyond its rules it tells by [`Hints`] and by an
//! [`Evaluator`](tesuji_core::Evaluator). [`StaticBounds`] is where proofs can be won at sight:
//! everything it says must be true.
//!
//! This crate knows no game, prints nothing and draws no random numbers. It knows no
//! repetitions: what it proves in a game in which positions can repeat is proved, but that play
//! goes on for ever it never proves.
//!
//! # Example
//! On three columns of five cells the second player of Breakthrough wins. Who asks that and nothing
//! else has the answer with fewer nodes than who asks how soon.
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
pub use driver::Driver;
pub use evaluate::Even;
pub use expectimax::{
    Chance, Expectimax, ExpectimaxResult, NoChance, OpponentModel, Pruning, Reply, ReplyWeights,
    SoftMax, SoftMin, Uniform, UnknownModel, Weights,
};
pub use memo_minimax::MemoMinimax;
pub use minimax::Minimax;
pub use mtd_bi::MtdBi;
pub use mtd_f::MtdF;
pub use negamax::Negamax;
pub use outcome_only::OutcomeOnly;
pub use parallel::ParallelSearch;
pub use principal_variation::PrincipalVariation;
pub use search::TableSearch;
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
pub use tesuji_core::{CodedMoves, Hints, NoHints, StaticBounds};

use plain::finished;
