//! The traits, limits and results that every game and search of tesuji shares.
//!
//! Read [`Rules`] first: it describes an immutable environment whose states are small plain data.
//! [`Puzzle`] adds goals and costs for one agent, [`Game`] players and results for two. The other
//! traits are optional: [`Ranked`], [`Layered`], [`Reversible`], [`Heuristic`], [`Evaluator`],
//! [`Hints`],
//! [`Notation`], [`Render`].
//! A search for one agent is a [`Solver`] and returns an [`Answer`]; a search for two players is a
//! [`GameSolver`] and returns a [`GameAnswer`].
//!
//! This crate contains no game and no search algorithm. It does not print, generate random
//! numbers or read files; it reads the clock for limits on time, for progress, for checkpoints, and
//! to say how long a search took.
//!
//! # Example
//! A plan is checked by the rules alone. In this puzzle a number grows from 2 to 10 by adding one
//! or doubling, and a move is the number that it leads to.
//! ```
//! use tesuji_core::{Plan, Puzzle, Rules, check_plan};
//!
//! # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/climb.rs")); }
//! # use toy::Climb;
//! # impl Puzzle for Climb {
//! #     fn is_goal(&self, &state: &u32) -> bool { state == 10 }
//! # }
//! let plan = Plan { moves: vec![4, 5, 10], cost: 3 };
//! assert_eq!(check_plan(&Climb, &Climb.initial(), &plan), Ok(()));
//!
//! let hasty = Plan { moves: vec![4, 8, 16], cost: 3 };
//! let error = check_plan(&Climb, &Climb.initial(), &hasty).unwrap_err();
//! assert_eq!(error.to_string(), "move 3 (16) is not legal");
//! ```
#![deny(unsafe_code)]

mod abstraction;
mod bucket_queue;
pub mod checkpoint;
mod game;
pub mod hash;
mod heap_game;
mod hints;
mod in_order;
mod instructions;
mod judgement;
mod language;
pub mod laws;
mod layered;
mod meter;
mod named;
mod named_values;
mod notation;
mod observer;
mod outcome;
mod pieces;
mod puzzle;
mod quote;
mod rules;
pub mod score;
mod searched;
mod site;
mod solver;
mod space;
mod state_table;
mod wdl;

pub use abstraction::{Abstraction, ClassMove, Duality, EntryChange, Form, Patterns};
pub use bucket_queue::BucketQueue;
pub use checkpoint::{CheckpointStore, Checkpoints, StateReader, StateWriter};
pub use game::{Evaluator, Game, GameResult, Player, Score, no_moves};
pub use heap_game::{HeapGame, NimValuesError};
pub use hints::{CodedMoves, Hints, NoHints, StaticBounds};
pub use in_order::in_order;
pub use instructions::{V3, V4, with_v3};
pub use judgement::{GameAnswer, GameSolver, Judgement, ProofNumbersOf, Value, judge_finished};
pub use language::Language;
pub use layered::Layered;
pub use meter::{Budget, Meter, Progress, Running, Silent, Snapshot, Stats, StopFlag, Tally};
pub use named::{BoardSize, NamedGame, OpenError, ParseSizeError, Setting, Settings};
pub use named_values::UnknownName;
pub use notation::{Notation, Render};
pub use observer::{NodeEvent, ObservableGameSolver, ObservableSolver, Observer, Unobserved};
pub use outcome::{Answer, Limit, Outcome, Plan};
pub use pieces::{Pieces, Step};
pub use puzzle::{Blind, Cost, DEAD_END, FromFn, Heuristic, KnownGoals, Max, Puzzle};
pub use quote::{quoted, shortened, with_sources};
pub use rules::Rules;
pub use searched::{NothingSearched, SearchRecord, SearchedStates};
pub use site::{AtSite, Plain, Site, SiteVisitor};
pub use solver::{CheckPlanError, Solver, check_plan, plan_of, plan_through};
pub use space::{AtRanking, IncrementalKey, Ranked, Reversible, ranks_in};
pub use state_table::{Inserted, StateTable};
pub use wdl::Wdl;
/// The clock of all searches: that of the standard library or, in a browser, the browser's.
pub use web_time::Instant;
