//! What every game and every search of tesuji shares: the traits that describe rules,
//! the limits a search runs under, and results that cannot claim more than was found out.
//!
//! Read [`Rules`] first: a game is its rules, an immutable environment, and its states are
//! small plain data. [`Puzzle`] and [`Game`] say what one or two players want; the other
//! traits are extensions that a game adds when it can: [`Hashed`], [`Ranked`],
//! [`Reversible`], [`Heuristic`], [`Evaluator`], [`Playout`], [`MoveCodes`], [`Notation`],
//! [`Render`]. What it knows of its positions at sight it tells two-player searches by
//! [`Hints`].
//! A search for one agent is a [`Solver`]; it returns an [`Answer`].
//!
//! This crate knows no game and no search algorithm. It does not print, draw random
//! numbers or read files; the only clock it reads is the one that [`Meter`] needs.
#![forbid(unsafe_code)]

mod abstraction;
mod bucket_queue;
mod game;
pub mod hash;
mod hints;
mod judgement;
pub mod laws;
mod meter;
mod notation;
mod outcome;
mod puzzle;
mod rules;
pub mod score;
mod site;
mod solver;
mod space;
mod state_table;

pub use abstraction::{Abstraction, ClassMove, Duality, EntryChange, Form, Patterns};
pub use bucket_queue::BucketQueue;
pub use game::{Evaluator, Game, GameResult, MoveCodes, Player, Playout, Score};
pub use hints::{CodedMoves, Hints, NoHints, Outlook};
pub use judgement::{GameAnswer, GameSolver, Judgement, Value};
pub use meter::{Budget, Meter, Progress, Silent, Snapshot, Stats, StopFlag, Tally};
pub use notation::{Notation, Render};
pub use outcome::{Answer, Limit, Outcome, Plan};
pub use puzzle::{Blind, Cost, DEAD_END, FromFn, Heuristic, KnownGoals, Max, Puzzle};
pub use rules::Rules;
pub use site::{AtSite, Plain, Site, SiteVisitor};
pub use solver::{CheckPlanError, Solver, check_plan, plan_through};
pub use space::{Hashed, Ranked, Reversible, Symmetric};
pub use state_table::{Inserted, StateTable};
