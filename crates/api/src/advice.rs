//! Questions that one search answers: a solution, a hint, the opponent's move.

use std::time::Duration;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use tesuji::catalogue::{CatalogueError, GamePosition, Players, Report, Verdict, options};
use tesuji::core::{Budget, Silent, quoted};

use crate::position::{At, PositionView, check_moves};
use crate::question::{Lane, Question, Work};
use crate::refusal::Refusal;
use crate::search::{Spec, by_name, within};
use crate::service::Service;

/// The report of a search.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Solve {
    at: At,
    #[serde(default)]
    search: Spec,
    /// The most milliseconds, within what the service grants.
    #[serde(default)]
    milliseconds: Option<u64>,
}

impl Question for Solve {
    const NAME: &'static str = "solve";
    type Answer = Report;

    fn prepare(self, service: &Service) -> Result<Work<Report>, Refusal> {
        let position = self.at.open(service.catalogue())?;
        let search = self.search.search(&*position, service)?;
        Ok(Work::search(Lane::Long, move |budget| {
            let budget = within(self.milliseconds, budget);
            Ok(position.solve(&search, &budget, &mut Silent)?)
        }))
    }
}

/// A move to play, with what is known about it, from a table of the solved game if the server has
/// one. In a puzzle it is the first move of a shortest solution or, if none is found in time, of some
/// solution.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hint {
    at: At,
}

/// The longest that a hint takes.
const HINT_TIME: Duration = Duration::from_secs(3);
/// The part of it for the search for a shortest solution.
const BEST_HINT_TIME: Duration = Duration::from_secs(2);

/// A search that finds some solution of a puzzle soon, and its weight.
const QUICK: (&str, &str) = ("weighted-a*", "3");

impl Question for Hint {
    const NAME: &'static str = "hint";
    type Answer = Report;

    fn prepare(self, service: &Service) -> Result<Work<Report>, Refusal> {
        let position = self.at.open(service.catalogue())?;
        let mut search = Spec::default().search(&*position, service)?;
        search.anytime = true;
        // They are built by the warm-up; a hint that is asked for earlier does not wait for them.
        search.builds_databases = false;
        let quick = by_name(&*position, QUICK.0, service.databases());
        let catalogue = service.catalogue().clone();
        Ok(Work::search(Lane::Short, move |budget| {
            // Where a table is damaged, the position is searched.
            let known = catalogue.look_up(&*position, |table, text| table.solve(text));
            if let Ok(Some(known)) = known {
                return Ok(known);
            }
            let budget = budget.time(HINT_TIME).start();
            if search.algorithm.players == Players::Two {
                return Ok(position.solve(&search, &budget, &mut Silent)?);
            }
            let best =
                position.solve(&search, &budget.clone().time(BEST_HINT_TIME), &mut Silent)?;
            let Some(quick) = quick.filter(|_| best.outcome == Verdict::Unknown) else {
                return Ok(best);
            };
            let mut quick = quick.with(options::WEIGHT.name, QUICK.1)?;
            quick.builds_databases = false;
            Ok(position.solve(&quick, &budget, &mut Silent)?)
        }))
    }
}

/// The opponent's move.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reply {
    at: At,
    /// The moves that were made from there.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_MOVES)))]
    moves: Vec<String>,
    /// The opponent: a search, `random`, or for Rush Hour against rocks `lab`, the search of the
    /// lab assignment.
    opponent: String,
    /// The seed of a random opponent.
    #[serde(default)]
    seed: u64,
}

/// The opponent's move, and the position after it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
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
#[cfg(feature = "rush-hour")]
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
#[cfg(not(feature = "rush-hour"))]
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
fn lab_depth(opponent: &str) -> Result<Option<u32>, Refusal> {
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
            Err(Refusal::BadRequest(message))
        }
    }
}

impl Question for Reply {
    const NAME: &'static str = "reply";
    type Answer = Played;

    fn prepare(self, service: &Service) -> Result<Work<Played>, Refusal> {
        let Reply { at, moves: line, opponent, seed } = self;
        if line.len() > MAX_MOVES {
            return Err(Refusal::BadRequest(format!("at most {MAX_MOVES} moves can be made")));
        }
        let (svg, start) = (at.svg, at.open(service.catalogue())?);
        let position = line.iter().try_fold(start, |position, mv| position.after(mv))?;
        check_moves(&*position)?;
        let moves = position.moves();
        if moves.is_empty() {
            let message = "there is no move: the game is over";
            return Err(Refusal::BadRequest(message.to_owned()));
        }
        if opponent == "random" {
            let drawn = Pcg64::seed_from_u64(seed).next_u64() % moves.len() as u64;
            let mv = &moves[usize::try_from(drawn).expect("below the length")];
            return Ok(Work::Done(Played::new(&*position, mv, svg, None)?));
        }
        if let Some(depth) = lab_depth(&opponent)? {
            // It has no move before it is done, so that it may use all the time of the question.
            return Ok(Work::search(Lane::Long, move |budget| {
                let mv = lab_move(position.game(), at.position(), &line, depth, &budget)?;
                Ok(Played::new(&*position, mv.as_ref().unwrap_or(&moves[0]), svg, None)?)
            }));
        }
        let mut search = Spec::new(opponent).search(&*position, service)?;
        search.anytime = true;
        Ok(Work::search(Lane::Short, move |budget| {
            let report = position.solve(&search, &budget.time(REPLY_TIME), &mut Silent)?;
            let best = report.best.as_ref().or(report.moves.first());
            // If a limit ends the search before it has a move, the first legal move is played.
            let mv = best.unwrap_or(&moves[0]).clone();
            Ok(Played::new(&*position, &mv, svg, Some(report))?)
        }))
    }
}

impl Played {
    fn new(
        position: &dyn GamePosition,
        mv: &str,
        svg: bool,
        report: Option<Report>,
    ) -> Result<Self, CatalogueError> {
        let after = PositionView::of(&*position.after(mv)?, svg);
        Ok(Played { mv: mv.to_owned(), after, report })
    }
}
