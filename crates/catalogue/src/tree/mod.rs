//! The trees that searches walk, recorded step by step: to draw, and to replay.
//!
//! Read [`Recording`] first. [`record_puzzle`] and [`record_game`] run a search that a [`Recorder`]
//! observes: a recording has what the search itself does, node by node. [`Recording::svg`] and
//! [`Recording::dot`] draw the tree, [`Recording::outline`] writes it for a terminal.
//!
//! A recording takes far longer than the search: it is for trees of a size that a person reads.
//!
//! # Example
//! Of the three moves here, alpha-beta needs one:
//! ```
//! use tesuji_adversarial::AlphaBeta;
//! use tesuji_catalogue::tree::{RecordingLimits, record_game};
//! use tesuji_core::Notation;
//! use tesuji_tic_tac_toe::TicTacToe;
//!
//! let game = TicTacToe::new();
//! let board = game.parse_state("XX. / OO. / ...")?;
//! let search = AlphaBeta::outcome_only();
//! let recording = record_game("alpha-beta", &game, &board, &search, &RecordingLimits::default());
//! let last = recording.path.last().unwrap();
//! assert_eq!(recording.nodes[*last].mv.as_deref(), Some("c3"));
//! assert!(recording.svg().contains("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dot;
mod label;
mod layout;
mod outline;
mod recorder;
mod recording;
mod svg;

use tesuji_core::{
    Game, Meter, Notation, ObservableGameSolver, ObservableSolver, Outcome, Puzzle, Silent,
};

pub use label::{Bound, Label};
pub use layout::Layout;
pub(crate) use recorder::Questions;
pub use recorder::{Recorder, RecordingLimits};
pub use recording::{Event, Fate, Node, Recording, Side};

/// Records a search for one agent, under the name `algorithm`.
pub fn record_puzzle<P: Puzzle + Notation, S: ObservableSolver<P>>(
    algorithm: &'static str,
    puzzle: &P,
    start: &P::State,
    search: &S,
    limits: &RecordingLimits,
) -> Recording {
    watch_puzzle(algorithm, puzzle, start, search, Recorder::of_puzzle(puzzle, start, limits))
}

/// Records a search for two players, under the name `algorithm`.
pub fn record_game<G: Game + Notation, S: ObservableGameSolver<G>>(
    algorithm: &'static str,
    game: &G,
    state: &G::State,
    search: &S,
    limits: &RecordingLimits,
) -> Recording {
    watch_game(algorithm, game, state, search, Recorder::of_game(game, state, limits))
}

/// Runs a search for one agent with a recorder.
pub(crate) fn watch_puzzle<P: Puzzle, S: ObservableSolver<P>>(
    algorithm: &'static str,
    puzzle: &P,
    start: &P::State,
    search: &S,
    recorder: Recorder<P>,
) -> Recording {
    let (budget, mut silent) = (recorder.budget(), Silent);
    let mut meter = Meter::new(&budget, &mut silent);
    let outcome = search.search_observed(puzzle, start, &recorder, &mut meter);
    let (line, limit) = match outcome {
        Outcome::Optimal(plan) | Outcome::Solved { plan, .. } => (plan.moves, None),
        Outcome::Unsolvable => (Vec::new(), None),
        Outcome::Unknown { limit, .. } => (Vec::new(), Some(limit)),
    };
    recorder.finish(algorithm, &line, limit)
}

/// Runs a search for two players with a recorder.
pub(crate) fn watch_game<G: Game, S: ObservableGameSolver<G>>(
    algorithm: &'static str,
    game: &G,
    state: &G::State,
    search: &S,
    recorder: Recorder<G>,
) -> Recording {
    let (budget, mut silent) = (recorder.budget(), Silent);
    let mut meter = Meter::new(&budget, &mut silent);
    let judgement = search.search_observed(game, state, &recorder, &mut meter);
    recorder.finish(algorithm, &judgement.pv, judgement.limit)
}
