//! Questions that one search answers: a solution, a hint, the opponent's move.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{
    Algorithm, CatalogueError, Players, Position, Report, SearchOptions, Verdict, course_move, game,
};
use tesuji::core::{Budget, Silent};
use tesuji::informed::Weight;

use crate::body::Body;
use crate::error::ApiError;
use crate::position::{At, PositionView};
use crate::workers::{Lane, Workers};

/// How a request wants a search to be done.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Search {
    /// The algorithm by name; what serves the game best if it is left out.
    algorithm: Option<String>,
    heuristic: Option<String>,
    /// How many plies to look ahead, for two players.
    depth: Option<u32>,
    /// How many moves depth-limited search may go.
    depth_limit: Option<u32>,
    /// The weight of weighted A*, as in 1.5.
    weight: Option<String>,
    /// The most milliseconds, within what the server grants.
    milliseconds: Option<u64>,
}

/// A transposition table of this size is quickly made anew for each question.
const TABLE_BYTES: usize = 32 << 20;

impl Search {
    /// The options for a position, with the pattern databases that there are.
    pub(crate) fn options(
        &self,
        position: &dyn Position,
        databases: Databases,
    ) -> Result<SearchOptions, ApiError> {
        let algorithm = match &self.algorithm {
            Some(name) => name.parse()?,
            None => game(position.game())?.default_algorithm(),
        };
        let mut options = SearchOptions::new(algorithm);
        options.heuristic.clone_from(&self.heuristic);
        options.depth = self.depth;
        options.table_bytes = (algorithm.players() == Players::Two).then_some(TABLE_BYTES);
        options.databases = databases;
        if let Some(limit) = self.depth_limit {
            options.depth_limit = limit;
        }
        if let Some(text) = &self.weight {
            let weight: Result<Weight, _> = text.parse();
            options.weight = weight.map_err(|error| ApiError::BadRequest(error.to_string()))?;
        }
        position.check(&options)?;
        Ok(options)
    }

    /// A budget with less time if the request wants less.
    pub(crate) fn within(&self, budget: Budget) -> Budget {
        match self.milliseconds {
            Some(wanted) => budget.time(Duration::from_millis(wanted)),
            None => budget,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solve {
    at: At,
    #[serde(default)]
    search: Search,
}

/// What the chosen search says.
pub(crate) async fn solve(
    State(workers): State<Workers>,
    Body(Solve { at, search }): Body<Solve>,
) -> Result<Json<Report>, ApiError> {
    let position = at.open()?;
    let options = search.options(&*position, workers.databases())?;
    let work = move |budget| position.solve(&options, &search.within(budget), &mut Silent);
    Ok(Json(workers.run(Lane::Long, work).await??))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    at: At,
}

/// A hint comes soon or it is none.
const HINT_TIME: Duration = Duration::from_secs(3);
/// How much of it goes to the search for a shortest solution.
const BEST_HINT_TIME: Duration = Duration::from_secs(2);

/// A move to play, with what is known of it. In a puzzle it is the first of a shortest solution;
/// should that not be found in time, of some solution.
pub(crate) async fn hint(
    State(workers): State<Workers>,
    Body(Hint { at }): Body<Hint>,
) -> Result<Json<Report>, ApiError> {
    let position = at.open()?;
    let mut options = Search::default().options(&*position, workers.databases())?;
    // They are built when the server starts; who asks before they are there does not wait for them.
    options.builds_databases = false;
    let work = move |budget: Budget| -> Result<Report, CatalogueError> {
        let budget = budget.time(HINT_TIME).start();
        if game(position.game())?.players() == Players::Two {
            return position.solve(&options, &budget, &mut Silent);
        }
        let best = position.solve(&options, &budget.clone().time(BEST_HINT_TIME), &mut Silent)?;
        if best.outcome != Verdict::Unknown {
            return Ok(best);
        }
        options.algorithm = Algorithm::WeightedAStar;
        options.weight = Weight::new(3, 1).expect("3 is a weight");
        position.solve(&options, &budget, &mut Silent)
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
    /// The opponent's algorithm, `random`, or for Rush Hour with rocks `course`.
    opponent: String,
    /// How many plies it looks ahead; as far as the time allows if it is left out, and 3 for the
    /// course's search.
    #[serde(default)]
    level: Option<u32>,
    /// What a random opponent draws from.
    #[serde(default)]
    seed: u64,
}

/// What the opponent plays.
#[derive(Serialize)]
pub(crate) struct Played {
    #[serde(rename = "move")]
    mv: String,
    after: PositionView,
    /// What its search said; none where it was left to chance or to the course's search.
    report: Option<Report>,
}

/// An opponent does not keep people waiting.
const REPLY_TIME: Duration = Duration::from_secs(2);

/// The longest list of moves that a reply takes into account.
const MAX_MOVES: usize = 1000;
/// The course looked as far.
const COURSE_LEVEL: u32 = 3;
/// Its search grows some ten times with each ply.
const DEEPEST_COURSE: u32 = 5;

/// The opponent's move.
pub(crate) async fn reply(
    State(workers): State<Workers>,
    Body(Reply { at, moves: line, opponent, level, seed }): Body<Reply>,
) -> Result<Json<Played>, ApiError> {
    if line.len() > MAX_MOVES {
        return Err(ApiError::BadRequest(format!("at most {MAX_MOVES} moves can be made")));
    }
    let position = line.iter().try_fold(at.open()?, |position, mv| position.after(mv))?;
    let moves = position.moves();
    if moves.is_empty() {
        return Err(ApiError::BadRequest("there is no move: the game is over".to_owned()));
    }
    let played = if opponent == "random" {
        let drawn = Pcg64::seed_from_u64(seed).next_u64() % moves.len() as u64;
        let mv = moves[usize::try_from(drawn).expect("below the length")].clone();
        Played { after: PositionView::of(&*position.after(&mv)?), mv, report: None }
    } else if opponent == "course" {
        if position.game() != "rush-hour-rocks" {
            let message = format!("the course has no search for {}", position.game());
            return Err(ApiError::BadRequest(message));
        }
        let level = level.unwrap_or(COURSE_LEVEL);
        if level > DEEPEST_COURSE {
            let message = format!("the course's search looks at most {DEEPEST_COURSE} plies ahead");
            return Err(ApiError::BadRequest(message));
        }
        // It has no move to offer before it is done, so that it may take its time.
        let work = move |budget: Budget| course_move(at.position(), &line, level, &budget);
        let mv = workers
            .run(Lane::Long, work)
            .await??
            .map_or_else(|| moves[0].clone(), |played| played.mv);
        Played { after: PositionView::of(&*position.after(&mv)?), mv, report: None }
    } else {
        let search = Search { algorithm: Some(opponent), depth: level, ..Search::default() };
        let options = search.options(&*position, workers.databases())?;
        let work = move |budget: Budget| -> Result<Played, CatalogueError> {
            let report = position.solve(&options, &budget.time(REPLY_TIME), &mut Silent)?;
            let best = report.best.as_ref().or(report.moves.first());
            // A search that ran out before its first move leaves it to the order of the rules.
            let mv = best.unwrap_or(&moves[0]).clone();
            let after = PositionView::of(&*position.after(&mv)?);
            Ok(Played { mv, after, report: Some(report) })
        };
        workers.run(Lane::Short, work).await??
    };
    Ok(Json(played))
}
