//! What the games of two players have in common when they are called by name.

use std::fmt::Debug;

use tesuji_adversarial::{
    AlphaBeta, Deepening, Expectimax, Hints, MemoMinimax, Minimax, Negamax, ParallelSearch,
    Reversed, Search, SoftMax, SoftMin, Uniform,
};
use tesuji_arena::{Match, Score};
use tesuji_certificate::Certificate;
use tesuji_core::{
    Budget, Evaluator, Game, GameSolver, Meter, NamedGame, Notation, Progress, Render, Silent,
};
use tesuji_proof::{DfPn, Estimated, NoStore, ParallelDfPn, PnSearch, Proofs};
use tesuji_retrograde::{Plies, Reachable, SymmetricRetrograde, Table};

use super::contest::AnyEngine;
use super::position::{Described, Named, proof_budget};
use super::report::Question;
use super::{
    Adversary, Algorithm, CatalogueError, EngineSpec, HeuristicInfo, MatchReport, OpponentModel,
    Players, RecordOptions, Report, SearchOptions, Status, ValueCounts, contest, heuristic,
    monte_carlo, record,
};
use crate::certify::{self, Asking, Proving};
use crate::tree::Recording;

/// How many nodes a table for a certificate may take, unless a table was asked for.
const MAX_FOR_A_TABLE: u64 = 5_000_000;

/// The least that a table of df-pn may have, in bytes: without one it would search for ever.
const MIN_PROOF_TABLE: usize = 64 << 10;

/// A game of two players with a name.
pub(crate) trait TwoPlayers:
    Game<State: Send + Sync, Move: Debug + Send + Sync>
    + NamedGame
    + Described
    + Notation
    + Render
    + Clone
    + Send
    + Sync
    + 'static
{
    /// What a table search is told about the game.
    type Hints: Hints<Self> + Clone + Sync + 'static;
    /// What it goes by where it does not see the end.
    type Estimate: Evaluator<Self> + Clone + Sync + 'static;

    const HINTS: Self::Hints;
    const ESTIMATE: Self::Estimate;

    /// Its evaluators by name, the first of which is `ESTIMATE`; none where every position counts
    /// the same.
    const HEURISTICS: &'static [HeuristicInfo] = &[];

    /// The evaluator of that name, which is one of the list.
    fn estimate(name: &'static str) -> Self::Estimate {
        let _ = name;
        Self::ESTIMATE
    }

    /// By so much the estimates of two positions differ clearly.
    const SCALE: f32 = 10.0;

    /// What judges positions without a search, where something does.
    fn theory(&self, best_moves: bool) -> Option<Box<dyn GameSolver<Self>>> {
        let _ = best_moves;
        None
    }

    /// What solves it from the end.
    fn retrograde(&self, best_moves: bool) -> Box<dyn GameSolver<Self>> {
        let _ = best_moves;
        Box::new(SymmetricRetrograde)
    }

    /// Whether it can be solved against an adversary who moves at random.
    const RANDOM_ADVERSARY: bool = false;

    /// Answers in the game's own way, where it has one for what the options name.
    fn solve_own(
        &self,
        question: &Question,
        state: &Self::State,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Option<Result<Report, CatalogueError>> {
        let _ = (question, state, options, budget, progress);
        None
    }
}

impl<G: TwoPlayers> Named for G {
    fn status(&self, state: &G::State) -> Status {
        self.result(state).map_or_else(|| Status::ToMove(self.to_move(state)), Status::Finished)
    }

    fn check(&self, game: &'static str, options: &SearchOptions) -> Result<(), CatalogueError> {
        CatalogueError::check_players(game, Players::Two, options.algorithm)?;
        evaluator_name::<G>(game, options)?;
        if options.algorithm == Algorithm::Theory && self.theory(false).is_none() {
            return Err(CatalogueError::NotOffered { game, what: "a theory" });
        }
        if options.store.is_some() && options.algorithm != Algorithm::DepthFirstProofNumber {
            let what = "a proof store, other than with df-pn";
            return Err(CatalogueError::NotOffered { game, what });
        }
        if options.algorithm == Algorithm::DepthFirstProofNumber
            && options.table_bytes.is_some_and(|bytes| bytes < MIN_PROOF_TABLE)
        {
            let what =
                "df-pn with so small a table, which holds all it knows: --table 64KiB or more";
            return Err(CatalogueError::NotOffered { game, what });
        }
        if options.adversary == Adversary::Random
            && (!G::RANDOM_ADVERSARY || options.algorithm != Algorithm::Retrograde)
        {
            let what = "a solution against a random adversary, other than by retrograde";
            return Err(CatalogueError::NotOffered { game, what });
        }
        Ok(())
    }

    fn may_cycle(&self, options: &SearchOptions) -> bool {
        let to_the_end = match options.algorithm {
            Algorithm::MemoMinimax | Algorithm::ProofNumber | Algorithm::ProofNumberSquared => true,
            Algorithm::Bisection => options.depth.is_none(),
            _ => false,
        };
        to_the_end && !G::NEVER_REPEATS
    }

    fn count_values(
        &self,
        _: &'static str,
        state: &G::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError> {
        let mut meter = Meter::new(budget, progress);
        let table = Reachable::explore(self, state, &mut meter)
            .and_then(|space| Table::solve_within(space, Plies, &mut meter));
        let census = table.map_err(CatalogueError::Stopped)?.census();
        Ok(ValueCounts {
            won: census.wins.iter().sum(),
            lost: census.losses.iter().sum(),
            drawn: census.draws + census.endless,
        })
    }

    fn certify(
        &self,
        state: &G::State,
        report: &Report,
        options: &SearchOptions,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        if !report.optimal {
            return Err(CatalogueError::NothingProved("the search found no proof"));
        }
        if options.adversary == Adversary::Random {
            return Err(CatalogueError::NothingProved("an expectation has no certificate"));
        }
        // A table knows most, and makes the smallest certificates.
        let mut progress = Silent;
        let few = budget.clone().nodes(MAX_FOR_A_TABLE);
        let wanted = options.algorithm == Algorithm::Retrograde;
        let mut meter = Meter::new(if wanted { budget } else { &few }, &mut progress);
        let table = Reachable::explore_symmetric(self, state, &mut meter)
            .and_then(|space| Table::solve_within(space, Plies, &mut meter));
        let within = &proof_budget(budget);
        let (certificate, _) = match table {
            Ok(table) => certify::value(self, state, &table, true, within)?,
            Err(limit) if wanted => return Err(CatalogueError::Stopped(limit)),
            // Whatever found the value, alpha-beta proves it again and remembers how; where the
            // length is known, within that.
            Err(_) if G::NEVER_REPEATS => {
                macro_rules! certify_by {
                    ($search:expr) => {{
                        let search = $search.hints(G::HINTS).evaluator(evaluator::<G>(options));
                        let search = search.table_bytes(options.table());
                        let oracle = Proving::new(search, budget.clone());
                        certify::value(self, state, oracle, false, within)?
                    }};
                }
                match report.length {
                    Some(_) => certify_by!(Search::bisection()),
                    None => certify_by!(Search::who_wins()),
                }
            }
            Err(_) => {
                let search =
                    DfPn::new().hints(G::HINTS).table_bytes(options.table()).whole_pv(false);
                certify::value(self, state, Asking::new(search, budget.clone()), false, within)?
            }
        };
        Ok(certificate)
    }

    fn record(
        &self,
        game: &'static str,
        state: &G::State,
        options: &RecordOptions,
    ) -> Result<Recording, CatalogueError> {
        record::game(game, self, state, options)
    }

    fn engine(
        &self,
        game: &'static str,
        spec: &EngineSpec,
        seed: u64,
    ) -> Result<AnyEngine, CatalogueError> {
        contest::engine(game, self, spec, seed)
    }

    fn contest(
        &self,
        game: &'static str,
        state: &G::State,
        players: &[EngineSpec; 2],
        settings: &Match,
        progress: &mut dyn FnMut(&Score),
    ) -> Result<MatchReport, CatalogueError> {
        contest::play(game, self, state, players, settings, progress)
    }

    fn solve(
        &self,
        game: &'static str,
        state: &G::State,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        self.check(game, options)?;
        check_limits::<G>(game, options, budget)?;
        let question = Question {
            game,
            position: self.state_text(state),
            algorithm: options.algorithm.name(),
            heuristic: evaluator_name::<G>(game, options)?,
        };
        if options.algorithm.is_monte_carlo() {
            let (findings, answer) = monte_carlo::analyse(self, state, options, budget, progress);
            let report = Report::on_game(question, &answer, |moves| self.moves_text(state, moves))
                .with_keys(options);
            return Ok(report.with_moves(&findings, |mv| self.move_text(state, mv)));
        }
        if let Some(report) = self.solve_own(&question, state, options, budget, progress) {
            return report;
        }
        let answer = match &options.store {
            None => solver(self, options, budget).solve_within(self, state, budget, progress),
            Some(file) => file.search(self, |store| {
                depth_first(options, store).solve_within(self, state, budget, progress)
            })?,
        };
        let report = Report::on_game(question, &answer, |moves| self.moves_text(state, moves))
            .with_keys(options);
        Ok(if options.algorithm == Algorithm::Expectimax {
            report.with_expectation(options.opponent)
        } else {
            report
        })
    }
}

/// The name of the evaluator that the options ask for, or of the game's own; none if the search or
/// the game has none.
pub(crate) fn evaluator_name<G: TwoPlayers>(
    game: &'static str,
    options: &SearchOptions,
) -> Result<Option<&'static str>, CatalogueError> {
    let best = G::HEURISTICS.first().map(|own| own.name);
    heuristic::named(game, G::HEURISTICS, best, options)
}

/// The evaluator that the options name; the game's own if they name none.
pub(crate) fn evaluator<G: TwoPlayers>(options: &SearchOptions) -> G::Estimate {
    match evaluator_name::<G>("", options) {
        Ok(Some(name)) => G::estimate(name),
        Ok(None) | Err(_) => G::ESTIMATE,
    }
}

/// Refuses what would go on for ever, and use up all memory on its way.
pub(crate) fn check_limits<G: TwoPlayers>(
    game: &'static str,
    options: &SearchOptions,
    budget: &Budget,
) -> Result<(), CatalogueError> {
    let is_bisection = options.algorithm == Algorithm::Bisection;
    let has_end = G::NEVER_REPEATS
        || options.depth.is_some()
        || deepens(options, budget)
        || is_bisection && budget.limits_work();
    if has_end || !options.algorithm.goes_straight() && !is_bisection {
        return Ok(());
    }
    let what = "a search to the end of the game, as play can go in circles: it needs a depth";
    Err(CatalogueError::NotOffered { game, what })
}

/// Whether the search deepens though it would not by itself.
fn deepens(options: &SearchOptions, budget: &Budget) -> bool {
    options.anytime
        && options.depth.is_none()
        && options.algorithm.goes_straight()
        && budget.limits_work()
}

/// The search that the options name, which must be one for two players, with its settings.
pub(crate) fn solver<G: TwoPlayers>(
    game: &G,
    options: &SearchOptions,
    budget: &Budget,
) -> Box<dyn GameSolver<G>> {
    if !deepens(options, budget) {
        return solver_as_set(game, options);
    }
    let (game, options) = (game.clone(), options.clone());
    Box::new(Deepening::new(move |depth| {
        solver_as_set(&game, &SearchOptions { depth: Some(depth), ..options.clone() })
    }))
}

/// The same, no deeper and no less deep than the options say.
fn solver_as_set<G: TwoPlayers>(game: &G, options: &SearchOptions) -> Box<dyn GameSolver<G>> {
    macro_rules! run {
        ($solver:expr) => {
            Box::new($solver.best_moves(options.best_moves))
        };
    }
    macro_rules! to_depth {
        ($solver:expr) => {{
            let solver = $solver.best_moves(options.best_moves);
            match options.depth {
                Some(depth) => solver.depth(depth),
                None => solver,
            }
        }};
    }
    macro_rules! tree {
        ($solver:expr) => {
            Box::new(to_depth!($solver))
        };
    }
    macro_rules! table {
        ($search:expr) => {{
            let search = $search.hints(G::HINTS).evaluator(evaluator::<G>(options));
            let search = search.table_bytes(options.table()).remember(options.remember);
            let search = search.verified(options.verified_table);
            let search = to_depth!(search);
            match options.threads {
                0 | 1 => Box::new(search),
                threads => Box::new(ParallelSearch::new(search, threads)),
            }
        }};
    }
    macro_rules! expect {
        ($opponent:expr) => {
            // A game that is won or lost counts 1000, so no estimate does.
            tree!(Expectimax::new($opponent).evaluator(evaluator::<G>(options)).bounded(999))
        };
    }
    let temperature = options.temperature.unwrap_or(match options.depth {
        Some(_) if !G::HEURISTICS.is_empty() => f64::from(G::SCALE) / 2.0,
        _ => 100.0,
    });
    macro_rules! proof {
        ($search:expr) => {
            run!(
                $search
                    .hints(G::HINTS)
                    .first_numbers(first_numbers::<G>(options))
                    .table_bytes(options.table())
                    .verified(options.verified_table)
            )
        };
    }
    match options.algorithm {
        Algorithm::Minimax => tree!(Minimax::new().evaluator(evaluator::<G>(options))),
        Algorithm::MemoMinimax => run!(MemoMinimax::new()),
        Algorithm::Negamax => tree!(Negamax::new().evaluator(evaluator::<G>(options))),
        Algorithm::AlphaBeta => tree!(AlphaBeta::new().evaluator(evaluator::<G>(options))),
        Algorithm::WhoWins => tree!(AlphaBeta::who_wins()),
        Algorithm::WhoWinsReversed => tree!(AlphaBeta::who_wins().order(Reversed)),
        Algorithm::PrincipalVariation => table!(Search::principal_variation()),
        Algorithm::MtdF => table!(Search::mtd_f()),
        Algorithm::Bisection => table!(Search::bisection()),
        Algorithm::Expectimax => match options.opponent {
            OpponentModel::Uniform => expect!(Uniform),
            OpponentModel::Pessimistic => expect!(SoftMin { temperature }),
            OpponentModel::Optimistic => expect!(SoftMax { temperature }),
        },
        Algorithm::ProofNumber => proof!(PnSearch::new()),
        Algorithm::ProofNumberSquared => proof!(PnSearch::pn2()),
        Algorithm::DepthFirstProofNumber => depth_first(options, NoStore),
        Algorithm::Retrograde => game.retrograde(options.best_moves),
        Algorithm::Theory => game.theory(options.best_moves).expect("the options were checked"),
        one => {
            unreachable!("{one} is for one player or grows a tree, and the options were checked")
        }
    }
}

/// How hard a position looks to a proof: twice as hard where the estimate is worse by half of what
/// is clear.
fn first_numbers<G: TwoPlayers>(options: &SearchOptions) -> Estimated<G::Estimate> {
    Estimated::new(evaluator::<G>(options), (G::SCALE / 2.0) as tesuji_core::Score)
}

/// Df-pn with the settings of the options, alone or by several threads.
fn depth_first<G: TwoPlayers>(
    options: &SearchOptions,
    store: impl Proofs<G> + 'static,
) -> Box<dyn GameSolver<G>> {
    let search = DfPn::new()
        .hints(G::HINTS)
        .first_numbers(first_numbers::<G>(options))
        .table_bytes(options.table())
        .verified(options.verified_table)
        .best_moves(options.best_moves)
        .store(store);
    match options.threads {
        0 | 1 => Box::new(search),
        threads => Box::new(ParallelDfPn::new(search, threads)),
    }
}
