//! Uninformed search: algorithms that know the moves, the costs and the goal test, but no estimate
//! of the distance to a goal.
//!
//! Read [`BreadthFirst`] first: like every search here it is a [`Solver`](tesuji_core::Solver),
//! takes any [`Puzzle`](tesuji_core::Puzzle), and claims no more than it proved.
//!
//! | search | optimal | memory | ends without a solution |
//! |---|---|---|---|
//! | [`BreadthFirst`] | if all moves cost the same | every state met | yes |
//! | [`Bidirectional`] | if all moves cost the same | every state met, far fewer of them | yes |
//! | [`UniformCost`] | yes | every state met | yes |
//! | [`DepthFirst`] | no | every state met | yes |
//! | [`DepthLimited`] | no | the path | yes, with the answer "cut off" |
//! | [`IterativeDeepening`] | yes | the path | only if no path is infinite |
//! | the same with a table | yes | every state met | yes |
//!
//! Besides, [`Enumeration`] measures a whole [`Ranked`](tesuji_core::Ranked) space with three bits
//! per state, and [`perft`], [`divide`], [`complete_games`] and [`reachable_states`] count move
//! sequences and states.
//!
//! This crate names no game, estimates nothing, prints nothing and draws no random numbers. Every
//! search here has one thread and repeats exactly; [`divide`] counts by several.
//!
//! # Example
//! With two tiles swapped there is no solution. Breadth-first search proves it by visiting half of
//! all boards; depth-limited search reports only that paths were cut off.
//! ```
//! use tesuji_core::{Limit, Notation, Outcome, Solver};
//! use tesuji_taquin::{Goal, Taquin};
//! use tesuji_uninformed::{BreadthFirst, DepthLimited};
//!
//! let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
//! let swapped = taquin.parse_state("021345678")?;
//! let answer = BreadthFirst.solve(&taquin, &swapped);
//! assert_eq!(answer.outcome, Outcome::Unsolvable);
//! assert_eq!(answer.stats.expanded, 181_440);
//! let answer = DepthLimited::new(10).solve(&taquin, &swapped);
//! assert_eq!(answer.outcome, Outcome::Unknown { limit: Limit::Depth, lower_bound: 11 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bidirectional;
mod bounded;
mod breadth_first;
mod by_rank;
mod complete_games;
mod depth_first;
mod depth_limited;
mod distances;
mod enumeration;
mod iterative_deepening;
mod layers;
mod level_order_tree;
mod perft;
mod reachable;
mod trail;
mod uniform_cost;

pub use bidirectional::Bidirectional;
pub use breadth_first::BreadthFirst;
pub use complete_games::{CompleteGames, Uncounted, complete_games};
pub use depth_first::DepthFirst;
pub use depth_limited::DepthLimited;
pub use distances::Distances;
pub use enumeration::{Enumerated, Enumeration, Incomplete};
pub use iterative_deepening::IterativeDeepening;
pub use perft::{IncompleteDivide, LinesByMove, divide, fold_leaves, perft};
pub use reachable::{ReachableStates, reachable_states};
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
pub use uniform_cost::UniformCost;
