//! Rush Hour against rocks by name.

use std::time::Instant;

use tesuji_adversarial::NoHints;
use tesuji_core::{
    Answer, Budget, GameAnswer, GameSolver, Meter, Notation, Outcome, Plan, Player, Progress, Rules,
};
use tesuji_retrograde::{Exact, Expectation, ExpectedError};
use tesuji_rush_hour::{Blocked, Language, RocksMove, RocksState, RushHourRocks};

use super::rush_hour::card;
use crate::position::{Described, MoveValues, Named, Placed};
use crate::report::Question;
use crate::two_players::TwoPlayers;
use crate::{
    Adversary, AdviceReport, Algorithm, AnyPosition, CatalogueError, GameEntry, HeuristicInfo,
    Report, SearchOptions, SettingInfo, Settings, StrategyReport,
};
use tesuji_rocks::{Advice, RandomRocks, RocksSolver, RocksTable, in_plies, strategy, unknown};
use tesuji_rush_hour::RocksEvaluator;

const NAME: &str = "rush-hour-rocks";

/// The evaluator of the course that the game comes from.
const COURSE: &str = "course";

/// The cars of a position, without the rock and the turn that may follow: as they stand they are
/// the card of the game that goes on from there.
pub(crate) fn cars(text: &str) -> &str {
    // The rock is the word with a hyphen, and without one a turn may follow at once.
    if let Some((before, _)) = text.split_once('-') {
        return before.rsplit_once(char::is_whitespace).map_or(text, |(board, _)| board);
    }
    let text = text.trim_end();
    let turn = ["driver", "adversary"].iter().find_map(|turn| text.strip_suffix(turn));
    turn.unwrap_or(text).trim_end()
}

/// Rush Hour against an adversary who drops rocks, in the catalogue.
pub(super) struct Rocks;

impl GameEntry for Rocks {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "Rush Hour against an adversary who drops a rock after each of your steps"
    }

    fn default_algorithm(&self) -> Algorithm {
        // Play can go round in circles, which only this knows how to judge.
        Algorithm::Retrograde
    }

    fn notation(&self) -> &'static str {
        "36 characters row by row: . empty, x wall, A the red car; then the rock's row and column, \
         from 0 (3-4, or -), and who moves, driver or adversary; moves B+1 of the driver, 3-4 of the adversary"
    }

    fn settings(&self) -> &'static [SettingInfo] {
        &[]
    }

    fn heuristics(&self) -> &'static [HeuristicInfo] {
        RushHourRocks::HEURISTICS
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        settings.check(NAME, &[])?;
        Placed::read(NAME, RushHourRocks::new(card(NAME, text.map(cars))?), text)
    }
}

impl Described for RushHourRocks {
    fn facts(&self, state: &RocksState) -> Vec<(&'static str, String)> {
        vec![("legal moves", self.moves(state).len().to_string())]
    }

    fn in_words(&self, mv: RocksMove, language: Language) -> Option<String> {
        Some(RushHourRocks::in_words(self, mv, language))
    }

    /// One [table](RocksTable) knows the positions after all moves.
    fn move_values(
        &self,
        state: &RocksState,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<MoveValues<RocksMove>>, CatalogueError> {
        let mut meter = Meter::new(budget, progress);
        let table = RocksTable::solve_within(self, state, &mut meter);
        let table = table.map_err(CatalogueError::Stopped)?;
        let value = |mv| {
            let after = self.successor(state, mv);
            let value = table.value(&after).map_or(Exact::Endless, Exact::reversed);
            (mv, in_plies(value, 1 + table.principal_variation(&after).len()))
        };
        Ok(Some(self.moves(state).into_iter().map(value).collect()))
    }

    const HAS_STRATEGIES: bool = true;

    fn strategy(
        &self,
        game: &'static str,
        state: &RocksState,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        Named::check(self, game, options)?;
        let mut meter = Meter::new(budget, progress);
        let (adversary, advice) = match options.adversary {
            Adversary::Best => {
                let table = RocksTable::solve_within(self, state, &mut meter);
                let table = table.map_err(CatalogueError::Stopped)?;
                ("best", strategy(self, &table, state))
            }
            Adversary::Random => {
                let passing = passing(self);
                let table = RandomRocks::solve_within(&passing, state, &mut meter);
                ("random", strategy(&passing, &table.map_err(not_expected)?, state))
            }
        };
        let advice = advice.into_iter().map(|Advice { state, mv, moves_left }| AdviceReport {
            position: self.state_text(&state),
            mv: self.move_text(&state, mv),
            moves_left,
        });
        let position = self.state_text(state);
        Ok(StrategyReport { game, position, adversary, advice: advice.collect() })
    }
}

impl TwoPlayers for RushHourRocks {
    type Hints = NoHints;
    type Estimate = RocksEvaluator;

    const HINTS: NoHints = NoHints;
    const ESTIMATE: RocksEvaluator = RocksEvaluator::MovesToExit;

    const HEURISTICS: &'static [HeuristicInfo] = &[
        HeuristicInfo {
            name: "moves-to-exit",
            summary: "the least number of moves without rocks, ten each, and the moves there are",
        },
        HeuristicInfo {
            name: COURSE,
            summary: "the course's: the red car's way, what is in it, and in the way of that, \
                      rocks included",
        },
    ];

    fn estimate(name: &'static str) -> RocksEvaluator {
        if name == COURSE { RocksEvaluator::Lab } else { RocksEvaluator::MovesToExit }
    }

    const RANDOM_ADVERSARY: bool = true;

    fn retrograde(&self, best_moves: bool) -> Box<dyn GameSolver<Self>> {
        Box::new(RocksSolver::new().best_moves(best_moves))
    }

    /// Retrograde analysis by [lanes](RocksTable), or against random rocks.
    fn solve_own(
        &self,
        question: &Question,
        state: &RocksState,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Option<Result<Report, CatalogueError>> {
        if options.algorithm != Algorithm::Retrograde {
            return None;
        }
        let (question, meter) = (question.clone(), Meter::new(budget, progress));
        Some(match options.adversary {
            Adversary::Best => Ok(exact(self, question, state, options.best_moves, meter)),
            Adversary::Random => expected(self, question, state, meter),
        })
    }
}

/// The report on the game against the best adversary.
fn exact(
    game: &RushHourRocks,
    question: Question,
    state: &RocksState,
    best_moves: bool,
    mut meter: Meter,
) -> Report {
    let started = Instant::now();
    let solver = RocksSolver::new().best_moves(best_moves);
    let (judgement, claim) = match RocksTable::solve_within(game, state, &mut meter) {
        Ok(table) => {
            let value = table.value(state).unwrap_or(Exact::Endless);
            (solver.judge(&table, state), Some(in_words(value, state.turn())))
        }
        Err(limit) => (unknown(game, state, limit), None),
    };
    let (stats, elapsed) = (meter.stats(), started.elapsed());
    let answer = GameAnswer { judgement, stats, elapsed };
    let mut report = Report::on_game(question, &answer, |moves| game.moves_text(state, moves));
    report.claim = claim;
    report
}

fn in_words(value: Exact, turn: Player) -> String {
    let (cost, winner) = match value {
        Exact::Win(cost) => (cost, turn),
        Exact::Loss(cost) => (cost, turn.other()),
        Exact::Draw(_) | Exact::Endless => {
            return "the adversary holds for ever: he cannot be beaten, nor block the driver"
                .into();
        }
    };
    let moves = if cost == 1 { "move" } else { "moves" };
    match (winner, cost) {
        (Player::First, 0) => "the driver has won".to_owned(),
        (Player::First, _) => format!("the driver wins in {cost} {moves} of his, and no fewer"),
        (Player::Second, 0) if turn == Player::First => "the driver is blocked".to_owned(),
        (Player::Second, _) => format!("the driver is blocked after {cost} {moves} of his"),
    }
}

/// The game in which a blocked driver passes.
fn passing(game: &RushHourRocks) -> RushHourRocks {
    RushHourRocks::with(game.alone().card().clone(), Blocked::Passes)
}

/// The report on the game against rocks that fall at random.
fn expected(
    game: &RushHourRocks,
    question: Question,
    state: &RocksState,
    mut meter: Meter,
) -> Result<Report, CatalogueError> {
    let started = Instant::now();
    let game = passing(game);
    let table = RandomRocks::solve_within(&game, state, &mut meter).map_err(not_expected)?;
    let expectation = table.expectation(state).unwrap_or(Expectation::Never);
    let outcome = match (expectation, table.best_move(state)) {
        (Expectation::Cost(_), best) => {
            let moves = best.into_iter().collect();
            Outcome::Optimal(Plan { moves, cost: u32::from(best.is_some()) })
        }
        (Expectation::Uncertain | Expectation::Never, _) => Outcome::Unsolvable,
    };
    let answer = Answer { outcome, stats: meter.stats(), elapsed: started.elapsed() };
    let mut report = Report::new(question, &answer, |moves| game.moves_text(state, moves));
    report.best = report.moves.first().cloned();
    (report.length, report.lower_bound) = (None, None);
    let (claim, moves) = match expectation {
        Expectation::Cost(moves) => (
            format!(
                "with rocks at random the driver needs {moves:.10} moves on average, at the least"
            ),
            Some(moves),
        ),
        Expectation::Uncertain => {
            ("with rocks at random the driver may win, but not for certain".to_owned(), None)
        }
        Expectation::Never => ("the driver cannot win, wherever rocks fall".to_owned(), None),
    };
    (report.claim, report.expected) = (Some(claim), moves);
    Ok(report)
}

fn not_expected(error: ExpectedError) -> CatalogueError {
    match error {
        ExpectedError::Stopped(limit) => CatalogueError::Stopped(limit),
        other => CatalogueError::Expectation { source: other.into() },
    }
}
