//! What every game and every search of tesuji shares: the traits that describe rules,
//! the limits a search runs under, and results that cannot claim more than was found out.
//!
//! Read [`Rules`] first: a game is its rules, an immutable environment, and its states are
//! small plain data. [`Puzzle`] and [`Game`] say what one or two players want; the other
//! traits are extensions that a game adds when it can: [`Ranked`], [`Reversible`],
//! [`Heuristic`], [`Evaluator`], [`Notation`], [`Render`]. What it knows of its positions at sight it tells two-player searches by
//! [`Hints`].
//! A search for one agent is a [`Solver`]; it returns an [`Answer`]. Whoever wants to see what a
//! search does, node by node, gives it an [`Observer`].
//!
//! This crate knows no game and no search algorithm. It does not print, draw random
//! numbers or read files; the only clock it reads is the one that [`Meter`] needs.
//!
//! # Example
//! Nobody has to trust a search: its plan is checked by the rules alone. Here they say that from 2
//! one reaches 10 by adding one or doubling, and a move is the number that it leads to; [`Rules`]
//! shows such a puzzle as it is written, and [`Game`] a game.
//! ```
//! use tesuji_core::{Plan, Puzzle, Rules, check_plan};
//! # use std::ops::ControlFlow;
//!
//! # struct Climb;
//! # impl Rules for Climb {
//! #     type State = u32;
//! #     type Move = u32;
//! #     type Undo = u32;
//! #     fn initial(&self) -> u32 { 2 }
//! #     fn visit_moves<B>(
//! #         &self,
//! #         &state: &u32,
//! #         visit: impl FnMut(u32) -> ControlFlow<B>,
//! #     ) -> ControlFlow<B> {
//! #         [state + 1, 2 * state].into_iter().filter(|&next| next <= 10).try_for_each(visit)
//! #     }
//! #     fn play(&self, state: &mut u32, next: u32) -> u32 { std::mem::replace(state, next) }
//! #     fn undo(&self, state: &mut u32, _: u32, before: u32) { *state = before }
//! # }
//! # impl Puzzle for Climb {
//! #     fn is_goal(&self, &state: &u32) -> bool { state == 10 }
//! # }
//! let plan = Plan { moves: vec![4, 5, 10], cost: 3 };
//! assert_eq!(check_plan(&Climb, &Climb.initial(), &plan), Ok(()));
//!
//! let hasty = Plan { moves: vec![4, 8, 16], cost: 3 };
//! let error = check_plan(&Climb, &Climb.initial(), &hasty).unwrap_err();
//! assert_eq!(error.to_string(), "move 3 (16) is not legal there");
//! ```
#![forbid(unsafe_code)]

mod abstraction;
mod bucket_queue;
mod game;
pub mod hash;
mod hints;
mod judgement;
pub mod laws;
mod meter;
mod named;
mod notation;
mod observer;
mod outcome;
mod puzzle;
mod quote;
mod rules;
pub mod score;
mod searched;
mod site;
mod solver;
mod space;
mod state_table;

pub use abstraction::{Abstraction, ClassMove, Duality, EntryChange, Form, Patterns};
pub use bucket_queue::BucketQueue;
pub use game::{Evaluator, Game, GameResult, Player, Score};
pub use hints::{CodedMoves, Hints, NoHints, StaticBounds};
pub use judgement::{GameAnswer, GameSolver, Judgement, ProofNumbersOf, Value};
pub use meter::{Budget, Meter, Progress, Silent, Snapshot, Stats, StopFlag, Tally};
pub use named::{BoardSize, NamedGame, OpenError, ParseSizeError, Setting, Settings};
pub use notation::{Notation, Render};
pub use observer::{NodeEvent, ObservableGameSolver, ObservableSolver, Observer, Unobserved};
pub use outcome::{Answer, Limit, Outcome, Plan};
pub use puzzle::{Blind, Cost, DEAD_END, FromFn, Heuristic, KnownGoals, Max, Puzzle};
pub use quote::quoted;
pub use rules::Rules;
pub use searched::{NothingSearched, SearchRecord, SearchedStates};
pub use site::{AtSite, ByAutomaton, ByRules, MoveAutomaton, Plain, Site, SiteVisitor, Walk};
pub use solver::{CheckPlanError, Solver, check_plan, plan_through};
pub use space::{IncrementalKey, Ranked, Reversible};
pub use state_table::{Inserted, StateTable};
