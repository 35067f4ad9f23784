//! Rush Hour against rocks as an entry.

use tesuji_core::Instant;

use tesuji_core::{
    Answer, Budget, GameAnswer, Language, Meter, NoHints, Notation, Outcome, Plan, Player,
    Progress, Rules, Silent, Value,
};
use tesuji_retrograde::{Exact, Expectation, ExpectedError};
use tesuji_rocks::{Advice, RandomRocks, RocksSolver, RocksTable, in_plies, strategy, unknown};
use tesuji_rush_hour::{Blocked, RocksEvaluator, RocksMove, RocksState, RushHourRocks};

use crate::MoveValues;
use crate::algorithms::games::RETROGRADE;
use crate::certificates::proof_budget;
use crate::certify::{self, Oracle};
use crate::options::{self, Adversary};
use crate::report::Question;
use crate::two_players::Certified;
use crate::{
    AdviceReport, Algorithm, CatalogueError, Extras, Report, Search, StrategyReport, TwoPlayers,
};

const NAME: &str = "rush-hour-rocks";

/// Retrograde analysis by [lanes](RocksTable), or against random rocks.
const BY_LANES: Algorithm =
    Algorithm { options: &[options::BEST_MOVES.name, options::ADVERSARY.name], ..RETROGRADE };

/// Rush Hour against an adversary who drops rocks.
#[must_use]
pub fn rush_hour_rocks() -> TwoPlayers<RushHourRocks, NoHints, RocksEvaluator> {
    TwoPlayers::new()
        .hints(NoHints)
        .evaluator(
            "moves-to-exit",
            "the number of legal moves, less ten times the fewest moves to the exit without rocks",
            RocksEvaluator::MovesToExit,
        )
        .or_evaluator(
            "lab",
            "the lab's: the red car's distance, the cars and rocks in its way, and those in the way of these cars",
            RocksEvaluator::Lab,
        )
        .algorithm(BY_LANES, |_, search| {
            Box::new(RocksSolver::new().best_moves(search.is_on(options::BEST_MOVES)))
        })
        .reported(BY_LANES.name, |game, state, search, question, meter| {
            match search.get(options::ADVERSARY).unwrap_or_default() {
                Adversary::Best => {
                    let all = search.is_on(options::BEST_MOVES);
                    Ok(exact(game, question, state, all, meter))
                }
                Adversary::Random => expected(game, question, state, meter),
            }
        })
        .certified(BY_LANES.name, |game, state, search, budget| {
            Some(match search.get(options::ADVERSARY).unwrap_or_default() {
                Adversary::Best => certify_exact(game, state, budget),
                Adversary::Random => certify_expected(game, state, budget),
            })
        })
        // Play can go in cycles, which only this knows how to judge.
        .default_algorithm(BY_LANES.name)
        .extras(Rocks)
}

struct Rocks;

impl Extras<RushHourRocks> for Rocks {
    fn in_words(&self, game: &RushHourRocks, mv: RocksMove, language: Language) -> Option<String> {
        Some(RushHourRocks::in_words(game, mv, language))
    }

    fn has_strategies(&self) -> bool {
        true
    }

    /// One [table](RocksTable) knows the positions after all moves.
    fn move_values(
        &self,
        game: &RushHourRocks,
        state: &RocksState,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<MoveValues<RocksMove>>, CatalogueError> {
        let mut meter = Meter::new(budget, progress);
        let table = RocksTable::solve_within(game, state, &mut meter);
        let table = table.map_err(CatalogueError::Stopped)?;
        let value = |mv| {
            let after = game.successor(state, mv);
            let value = table.value(&after).map_or(Exact::Endless, Exact::reversed);
            (mv, in_plies(value, 1 + table.principal_variation(&after).len()))
        };
        Ok(Some(game.moves(state).into_iter().map(value).collect()))
    }

    fn strategy(
        &self,
        game: &RushHourRocks,
        state: &RocksState,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        let mut meter = Meter::new(budget, progress);
        let (adversary, advice) = match search.get(options::ADVERSARY).unwrap_or_default() {
            Adversary::Best => {
                let table = RocksTable::solve_within(game, state, &mut meter);
                let table = table.map_err(CatalogueError::Stopped)?;
                ("best", strategy(game, &table, state))
            }
            Adversary::Random => {
                let passing = passing(game);
                let table = RandomRocks::solve_within(&passing, state, &mut meter);
                ("random", strategy(&passing, &table.map_err(not_expected)?, state))
            }
        };
        let advice = advice.into_iter().map(|Advice { state, mv, moves_left }| AdviceReport {
            position: game.state_text(&state),
            mv: game.move_text(&state, mv),
            moves_left,
        });
        let position = game.state_text(state);
        Ok(StrategyReport { game: NAME, position, adversary, advice: advice.collect() })
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
        (Player::First, _) => {
            format!("the driver wins in {cost} {moves} of his own, and not in fewer")
        }
        (Player::Second, 0) if turn == Player::First => "the driver is blocked".to_owned(),
        (Player::Second, _) => format!("the driver is blocked after {cost} {moves} of his own"),
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
    let report = |outcome, meter: &Meter| {
        let answer = Answer { outcome, stats: meter.stats(), elapsed: started.elapsed() };
        Report::new(question, &answer, |moves| game.moves_text(state, moves))
    };
    let table = match RandomRocks::solve_within(&game, state, &mut meter) {
        Ok(table) => table,
        Err(ExpectedError::Stopped(limit)) => {
            return Ok(report(Outcome::Unknown { limit, lower_bound: 0 }, &meter));
        }
        Err(other) => return Err(not_expected(other)),
    };
    let expectation = table.expectation(state).unwrap_or(Expectation::Never);
    let outcome = match (expectation, table.best_move(state)) {
        (Expectation::Cost(_), best) => {
            let moves = best.into_iter().collect();
            Outcome::Optimal(Plan { moves, cost: u32::from(best.is_some()) })
        }
        (Expectation::Uncertain | Expectation::Never, _) => Outcome::Unsolvable,
    };
    let mut report = report(outcome, &meter);
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

/// A certificate of the value against the best adversary.
fn certify_exact(game: &RushHourRocks, state: &RocksState, budget: &Budget) -> Certified {
    let mut silent = Silent;
    let table = RocksTable::solve_within(game, state, &mut Meter::new(budget, &mut silent));
    let table = table.map_err(CatalogueError::Stopped)?;
    let (certificate, _) = certify::value(game, state, &table, true, &proof_budget(budget))?;
    Ok(certificate)
}

/// It names one best move: certificates are an eighth larger than with the choice among all of them,
/// and made in an eighth of the time.
impl Oracle<RushHourRocks> for &RocksTable<'_> {
    fn value(&mut self, _: &RushHourRocks, state: &RocksState) -> Option<Value> {
        RocksTable::value(self, state)?;
        Some(RocksSolver::new().judge(self, state).value)
    }

    fn moves(&mut self, _: &RushHourRocks, state: &RocksState, _: Value) -> Vec<RocksMove> {
        self.best_moves(state).into_iter().take(1).collect()
    }
}

/// A certificate of the expectation against rocks that fall at random.
fn certify_expected(game: &RushHourRocks, state: &RocksState, budget: &Budget) -> Certified {
    let mut silent = Silent;
    let game = passing(game);
    let table = RandomRocks::solve_within(&game, state, &mut Meter::new(budget, &mut silent));
    let table = table.map_err(not_expected)?;
    let moves = |state: &RocksState| match table.expectation(state) {
        Some(Expectation::Cost(moves)) => Some(moves),
        Some(Expectation::Uncertain | Expectation::Never) | None => None,
    };
    let budget = &proof_budget(budget);
    let (certificate, _) = certify::expected(&game, state, Player::First, moves, budget)?;
    Ok(certificate)
}

fn not_expected(error: ExpectedError) -> CatalogueError {
    match error {
        ExpectedError::Stopped(limit) => CatalogueError::Stopped(limit),
        other => CatalogueError::Expectation { source: other.into() },
    }
}
