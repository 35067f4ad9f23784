//! The value of every move.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{
    Algorithm, CatalogueError, GamePosition, Players, Report, Search, Status, TableMove, Verdict,
    options,
};
use tesuji::core::{Budget, Cost, GameResult, Instant, Score, Silent, Value};

use crate::position::At;
use crate::question::{Lane, Question, Work};
use crate::refusal::Refusal;
use crate::search::by_name;
use crate::service::Service;

/// The value of every move of a position.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Values {
    at: At,
}

/// The value of every move, in the order of the rules.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValues {
    moves: Vec<MoveValue>,
}

/// The value of a move to the player who makes it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    /// Proved, unless it is `unknown`.
    verdict: Verdict,
    /// Moves to the goal or plies to the end with best play, this move included, where they are
    /// known.
    length: Option<usize>,
    /// The cost of the solution, this move included, in a puzzle whose moves cost differently.
    cost: Option<Cost>,
    /// Its static evaluation, where nothing is proved.
    estimate: Option<Score>,
    /// How many plies deep the estimate looked, this move included.
    depth: Option<u32>,
    /// Where nothing is proved: the mean points, from 0 to 1, of a Monte-Carlo search with the move.
    chance: Option<f64>,
    /// Half the width of the 95% interval around that.
    margin: Option<f64>,
}

/// The longest that proving the values of all moves may take.
const TIME: Duration = Duration::from_millis(2500);
/// The longest that estimating the others may take.
const ESTIMATE_TIME: Duration = Duration::from_millis(1200);

/// Values each move by a table of the solved game, if the server has one; otherwise by a search that
/// values all positions or, where the game has none, by searching the position
/// after it, each with an equal share of the time left; those that are not proved are estimated by a
/// Monte-Carlo search.
impl Question for Values {
    const NAME: &'static str = "values";
    type Answer = MoveValues;

    fn prepare(self, service: &Service) -> Result<Work<MoveValues>, Refusal> {
        let catalogue = service.catalogue();
        let position = self.at.open(catalogue)?;
        let algorithm = catalogue.game(position.game())?.default_algorithm();
        let (databases, catalogue) = (service.databases(), service.catalogue().clone());
        Ok(Work::search(Lane::Short, move |budget| {
            // Where a table is damaged, the positions are searched.
            let known = catalogue.look_up(&*position, |table, text| table.query(Some(text)));
            if let Ok(Some(known)) = known {
                let moves = known.by_move.into_iter().map(tabled).collect();
                return Ok(MoveValues { moves });
            }
            let mut moves = match position.move_values(&budget.clone().time(TIME), &mut Silent) {
                Ok(Some(values)) => values.into_iter().map(looked_up).collect(),
                Ok(None) => {
                    let budget = budget.clone().time(TIME).start();
                    judge_all(&*position, algorithm, databases.clone(), &budget)?
                }
                Err(CatalogueError::Stopped(_)) => {
                    position.moves().into_iter().map(unknown).collect()
                }
                Err(error) => return Err(error.into()),
            };
            let unproved = |value: &MoveValue| value.verdict == Verdict::Unknown;
            if moves.iter().any(unproved) && matches!(position.status(), Status::ToMove(_)) {
                estimate(&*position, &mut moves, databases, &budget.time(ESTIMATE_TIME))?;
            }
            Ok(MoveValues { moves })
        }))
    }
}

fn judge_all(
    position: &dyn GamePosition,
    algorithm: Algorithm,
    databases: Databases,
    budget: &Budget,
) -> Result<Vec<MoveValue>, CatalogueError> {
    let mut search = Search::new(algorithm);
    if algorithm.players == Players::Two && algorithm.takes(options::TABLE.name) {
        search.set(options::TABLE.name, "8MiB")?;
    }
    search.databases = databases;
    let started = Instant::now();
    let (moves, costs) = (position.moves(), position.costs());
    let count = moves.len();
    let mut values = Vec::with_capacity(count);
    for (done, mv) in moves.into_iter().enumerate() {
        let left = TIME.saturating_sub(started.elapsed());
        let share = left / u32::try_from(count - done).unwrap_or(u32::MAX);
        let after = position.after(&mv)?;
        // In a puzzle whose moves cost differently.
        let cost =
            (position.unit_costs() == Some(false)).then(|| costs.get(done).copied().unwrap_or(1));
        values.push(match after.status() {
            Status::Finished(result) => finished(mv, result, position.status()),
            Status::Solved => MoveValue { cost, ..MoveValue::plain(mv, Verdict::Solved, Some(1)) },
            Status::Unsolved | Status::ToMove(_) => {
                let is_same_turn = after.status() == position.status();
                let after = after.solve(&search, &budget.clone().time(share), &mut Silent)?;
                MoveValue {
                    cost: cost.zip(after.cost).map(|(cost, left)| cost + left),
                    ..judged(mv, &after, is_same_turn)
                }
            }
        });
    }
    Ok(values)
}

/// Adds what a Monte-Carlo search finds out about the moves of which nothing is proved.
fn estimate(
    position: &dyn GamePosition,
    values: &mut [MoveValue],
    databases: Databases,
    budget: &Budget,
) -> Result<(), CatalogueError> {
    let Some(search) = by_name(position, "uct", databases) else { return Ok(()) };
    let report = position.solve(&search, budget, &mut Silent)?;
    for found in report.by_move {
        let unproved = |value: &&mut MoveValue| value.verdict == Verdict::Unknown;
        let same = |value: &&mut MoveValue| value.mv == found.mv;
        if let Some(value) = values.iter_mut().filter(unproved).find(same) {
            value.verdict = found.proved.unwrap_or(Verdict::Unknown);
            // Results go from -1, a loss, to 1, a win.
            value.chance = Some((found.mean + 1.0) / 2.0);
            value.margin = Some((found.high - found.low) / 4.0);
        }
    }
    Ok(())
}

/// The value of a move in the table of a solved game.
fn tabled(known: TableMove) -> MoveValue {
    let TableMove { mv, outcome, length, .. } = known;
    MoveValue::plain(mv, outcome, length.map(|plies| plies as usize))
}

/// The value of a move as a search has it that values all positions.
fn looked_up((mv, value): (String, Value)) -> MoveValue {
    let estimate = match value {
        Value::Estimate(score) => Some(score),
        Value::Win(_) | Value::Draw | Value::Loss(_) => None,
    };
    let length = value.plies().map(|plies| plies as usize);
    MoveValue { estimate, ..MoveValue::plain(mv, Verdict::from(value), length) }
}

fn unknown(mv: String) -> MoveValue {
    MoveValue::plain(mv, Verdict::Unknown, None)
}

fn finished(mv: String, result: GameResult, before: Status) -> MoveValue {
    let verdict = match result {
        GameResult::Draw => Verdict::Draw,
        GameResult::Win(winner) if before == Status::ToMove(winner) => Verdict::Win,
        GameResult::Win(_) => Verdict::Loss,
    };
    MoveValue::plain(mv, verdict, Some(1))
}

/// The value of a move by a report on what follows, where it is the same player's turn again or the
/// other's.
fn judged(mv: String, after: &Report, is_same_turn: bool) -> MoveValue {
    let verdict = match after.outcome.wdl() {
        Some(wdl) if !is_same_turn => wdl.reversed().into(),
        _ => after.outcome,
    };
    MoveValue {
        estimate: after.estimate.map(|score| if is_same_turn { score } else { -score }),
        depth: after.depth.map(|depth| depth + 1),
        ..MoveValue::plain(mv, verdict, after.length.map(|length| length + 1))
    }
}

impl MoveValue {
    fn plain(mv: String, verdict: Verdict, length: Option<usize>) -> Self {
        MoveValue {
            mv,
            verdict,
            length,
            cost: None,
            estimate: None,
            depth: None,
            chance: None,
            margin: None,
        }
    }
}
