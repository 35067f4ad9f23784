//! Requests that one search answers: a solution, a hint, the opponent's move.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use tesuji::catalogue::{Catalogue, CatalogueError, Players, Report, Verdict, options};
use tesuji::core::{Budget, Silent, quoted};

use crate::body::Body;
use crate::error::ApiError;
use crate::position::{At, PositionView, check_moves};
use crate::search::{Spec, by_name, within};
use crate::workers::{Lane, Workers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solve {
    at: At,
    #[serde(default)]
    search: Spec,
    /// The most milliseconds, within what the server grants.
    #[serde(default)]
    milliseconds: Option<u64>,
}

/// The report of a search.
pub(crate) async fn solve(
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(Solve { at, search, milliseconds }): Body<Solve>,
) -> Result<Json<Report>, ApiError> {
    let position = at.open(&catalogue)?;
    let search = search.search(&*position, &catalogue, &workers)?;
    let work = move |budget| position.solve(&search, &within(milliseconds, budget), &mut Silent);
    Ok(Json(workers.run(Lane::Long, work).await??))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    at: At,
}

/// The longest that a hint takes.
const HINT_TIME: Duration = Duration::from_secs(3);
/// The part of it for the search for a shortest solution.
const BEST_HINT_TIME: Duration = Duration::from_secs(2);

/// A search that finds some solution of a puzzle soon, and its weight.
const QUICK: (&str, &str) = ("weighted-a*", "3");

/// A move to play, with what is known about it. In a puzzle it is the first move of a shortest
/// solution or, if none is found in time, of some solution.
pub(crate) async fn hint(
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(Hint { at }): Body<Hint>,
) -> Result<Json<Report>, ApiError> {
    let position = at.open(&catalogue)?;
    let mut search = Spec::default().search(&*position, &catalogue, &workers)?;
    search.anytime = true;
    // They are built when the server starts; a hint that is asked for earlier does not wait for
    // them.
    search.builds_databases = false;
    let quick = by_name(&*position, QUICK.0, workers.databases());
    let work = move |budget: Budget| -> Result<Report, CatalogueError> {
        let budget = budget.time(HINT_TIME).start();
        if search.algorithm.players == Players::Two {
            return position.solve(&search, &budget, &mut Silent);
        }
        let best = position.solve(&search, &budget.clone().time(BEST_HINT_TIME), &mut Silent)?;
        let Some(quick) = quick.filter(|_| best.outcome == Verdict::Unknown) else {
            return Ok(best);
        };
        let mut quick = quick.with(options::WEIGHT.name, QUICK.1)?;
        quick.builds_databases = false;
        position.solve(&quick, &budget, &mut Silent)
    };
    Ok(Json(workers.run(Lane::Short, work).await??))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    at: At,
    /// The moves that were made from there.
    #[serde(default)]
    moves: Vec<String>,
    /// The opponent: a search, `random`, or for Rush Hour against rocks `lab`, the search of the
    /// lab assignment.
    opponent: String,
    /// The seed of a random opponent.
    #[serde(default)]
    seed: u64,
}

/// The opponent's move.
#[derive(Serialize)]
pub(crate) struct Played {
    #[serde(rename = "move")]
    mv: String,
    after: PositionView,
    /// The report of its search; none for a random opponent or the lab's search.
    report: Option<Report>,
}

/// The longest that an opponent thinks about a move.
const REPLY_TIME: Duration = Duration::from_secs(2);

/// The longest list of moves that a reply takes into account.
const MAX_MOVES: usize = 1000;
/// The depth of the lab's search in the assignment.
const LAB_DEPTH: u32 = 3;
/// Its time grows tenfold with each ply.
const MAX_LAB_DEPTH: u32 = 5;

/// The move of the lab's search, if it has one.
#[cfg(feature = "games")]
fn lab_move(
    game: &'static str,
    position: Option<&str>,
    line: &[String],
    depth: u32,
    budget: &Budget,
) -> Result<Option<String>, CatalogueError> {
    let played = tesuji::catalogue::lab_move(game, position, line, depth, budget)?;
    Ok(played.map(|played| played.mv))
}

/// The lab's search is for a game of the library.
#[cfg(not(feature = "games"))]
fn lab_move(
    game: &'static str,
    _: Option<&str>,
    _: &[String],
    _: u32,
    _: &Budget,
) -> Result<Option<String>, CatalogueError> {
    Err(CatalogueError::NotOffered { game, what: "the search of the lab" })
}

/// The depth of the lab's search from its text, as in `lab:depth=4`; none for another
/// opponent.
fn lab_depth(opponent: &str) -> Result<Option<u32>, ApiError> {
    let Some(rest) = opponent.strip_prefix("lab") else { return Ok(None) };
    let depth = match rest.strip_prefix(":depth=") {
        None if rest.is_empty() => Ok(LAB_DEPTH),
        None => return Ok(None),
        Some(text) => options::DEPTH.parse(text),
    };
    match depth {
        Ok(depth) if depth <= MAX_LAB_DEPTH => Ok(Some(depth)),
        _ => {
            let message = format!(
                "{} is not valid: the lab's search has a depth of 1 to {MAX_LAB_DEPTH}",
                quoted(opponent)
            );
            Err(ApiError::BadRequest(message))
        }
    }
}

/// The opponent's move.
pub(crate) async fn reply(
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(Reply { at, moves: line, opponent, seed }): Body<Reply>,
) -> Result<Json<Played>, ApiError> {
    if line.len() > MAX_MOVES {
        return Err(ApiError::BadRequest(format!("at most {MAX_MOVES} moves can be made")));
    }
    let svg = at.svg;
    let position = line.iter().try_fold(at.open(&catalogue)?, |position, mv| position.after(mv))?;
    check_moves(&*position)?;
    let moves = position.moves();
    if moves.is_empty() {
        return Err(ApiError::BadRequest("there is no move: the game is over".to_owned()));
    }
    let played = if opponent == "random" {
        let drawn = Pcg64::seed_from_u64(seed).next_u64() % moves.len() as u64;
        let mv = moves[usize::try_from(drawn).expect("below the length")].clone();
        Played { after: PositionView::of(&*position.after(&mv)?, svg), mv, report: None }
    } else if let Some(depth) = lab_depth(&opponent)? {
        // It has no move before it is done, so that it may use all the time of the request.
        let game = position.game();
        let work = move |budget: Budget| lab_move(game, at.position(), &line, depth, &budget);
        let mv = workers.run(Lane::Long, work).await??.unwrap_or_else(|| moves[0].clone());
        Played { after: PositionView::of(&*position.after(&mv)?, svg), mv, report: None }
    } else {
        let mut search = Spec::new(opponent).search(&*position, &catalogue, &workers)?;
        search.anytime = true;
        let work = move |budget: Budget| -> Result<Played, CatalogueError> {
            let report = position.solve(&search, &budget.time(REPLY_TIME), &mut Silent)?;
            let best = report.best.as_ref().or(report.moves.first());
            // If a limit ends the search before it has a move, the first legal move is played.
            let mv = best.unwrap_or(&moves[0]).clone();
            let after = PositionView::of(&*position.after(&mv)?, svg);
            Ok(Played { mv, after, report: Some(report) })
        };
        workers.run(Lane::Short, work).await??
    };
    Ok(Json(played))
}
