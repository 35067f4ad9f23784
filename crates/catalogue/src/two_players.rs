//! Entries of games for two players.

use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

use tesuji_adversarial::{Even, TableSearch};
use tesuji_arena::{Engine, Match, MatchScore, RandomMover, Searcher};
use tesuji_certificate::{Certificate, Checked, Checker, Entry, Rejection};
use tesuji_core::{
    Budget, CodedMoves, Evaluator, Game, GameAnswer, GameSolver, Hints, Limit, Meter, NamedGame,
    Progress, Setting, Settings, Silent,
};
use tesuji_proof::DfPn;
use tesuji_retrograde::{Plies, Reachable, Table};

use crate::algorithms::games::{self, Build, Row, Setup};
use crate::certificates::{Check, check_either, proof_budget};
use crate::certify::{self, Asking, Proving};
use crate::databases::Databases;
use crate::engine::Seated;
use crate::entry::{GameEntry, check_names};
use crate::options::{self as o, Adversary};
use crate::position::{Kit, MoveValues, Placed, Status};
use crate::report::Question;
use crate::tree::Recording;
use crate::{
    Algorithm, AnyEngine, AnyPosition, CatalogueError, DatabaseReport, Ending, EngineSpec, Extras,
    Family, GenerateOptions, GeneratedReport, HeuristicInfo, IntoEntry, MatchReport, NoExtras,
    Players, RecordOptions, Report, Search, Shuffle, Shuffled, SpaceReport, StrategyReport,
    ValueCounts, record,
};

/// What a type needs in order to be a game in a catalogue: rules for two players with a name.
/// Implemented for every such type.
pub trait CatalogueGame:
    Game<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}

impl<G> CatalogueGame for G where
    G: Game<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}

/// How many nodes a table for a certificate may take, unless a table was asked for.
const MAX_FOR_A_TABLE: u64 = 5_000_000;

/// The smallest table that df-pn may have, in bytes: without one it would search for ever.
const MIN_PROOF_TABLE: usize = 64 << 10;

/// How many random moves a shuffled position is from the initial one, unless told.
const USUAL_WALK: u32 = 6;

/// Builds a search of the user's own for a game.
type OwnSolver<G> = Arc<dyn Fn(&G, &Search) -> Box<dyn GameSolver<G>> + Send + Sync>;

/// Answers a question in the game's own way.
type OwnReport<G> = Arc<
    dyn Fn(
            &G,
            &<G as tesuji_core::Rules>::State,
            &Search,
            Question,
            Meter,
        ) -> Result<Report, CatalogueError>
        + Send
        + Sync,
>;

/// How an algorithm of an entry is built.
enum How<G: CatalogueGame, H, E> {
    Table(Build<G, H, E>),
    Own(OwnSolver<G>),
}

impl<G: CatalogueGame, H, E> Clone for How<G, H, E> {
    fn clone(&self) -> Self {
        match self {
            How::Table(Build::Solver(build)) => How::Table(Build::Solver(*build)),
            How::Table(Build::Playouts(build)) => How::Table(Build::Playouts(*build)),
            How::Own(build) => How::Own(Arc::clone(build)),
        }
    }
}

/// The entry of a game for two players in a catalogue, made from its type: all searches, matches,
/// trees, counts and certificates. Each builder method adds what the game knows beyond its rules.
///
/// # Example
/// ```
/// use tesuji_catalogue::{Catalogue, TwoPlayers};
/// use tesuji_core::Rules;
/// use tesuji_tic_tac_toe::{Board, TicTacToe};
///
/// let open_cells = |game: &TicTacToe, board: &Board| game.moves(board).len() as i32;
/// let entry = TwoPlayers::<TicTacToe>::new().evaluator("open-cells", "cells left", open_cells);
/// let catalogue = Catalogue::new().with(entry);
/// let position = catalogue.game("tic-tac-toe")?.open(Some("XX.OO...."), &Default::default())?;
/// assert_eq!(position.moves().len(), 5);
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub struct TwoPlayers<G: CatalogueGame, H = CodedMoves, E = Even> {
    name: &'static str,
    summary: &'static str,
    hints: H,
    /// The default evaluator, then those with a name.
    evaluator: E,
    evaluators: Vec<E>,
    heuristics: Vec<HeuristicInfo>,
    scale: f32,
    own: Vec<(Algorithm, OwnSolver<G>)>,
    reports: Vec<(&'static str, OwnReport<G>)>,
    default_algorithm: &'static str,
    /// Settings that replace the game's own defaults.
    defaults: Settings,
    extras: Arc<dyn Extras<G>>,
    rule_claims: Option<Check>,
}

/// A finished entry: what the builder has, and the algorithms.
struct Entered<G: CatalogueGame, H, E> {
    about: TwoPlayers<G, H, E>,
    algorithms: Vec<Algorithm>,
    how: Vec<How<G, H, E>>,
    /// What the searches of the library do for this game, or why it has none of them.
    searches: Result<Searches<G, H, E>, &'static str>,
}

/// What the searches of the library do for a game besides answering: as functions, so that a game
/// without them does not have them compiled.
struct Searches<G: CatalogueGame, H, E> {
    certify: Certify<G, H, E>,
    record: Recorded<G, E>,
    count_values: CountValues<G>,
}

/// Makes a certificate of what a report says.
type Certify<G, H, E> = fn(
    &Entered<G, H, E>,
    (&G, &<G as tesuji_core::Rules>::State),
    &Report,
    &Search,
    &Budget,
) -> Result<Certificate, CatalogueError>;

/// Records the tree of a search.
type Recorded<G, E> = fn(
    &'static str,
    &G,
    &<G as tesuji_core::Rules>::State,
    &E,
    &RecordOptions,
) -> Result<Recording, CatalogueError>;

/// Counts the values of all reachable positions.
type CountValues<G> =
    fn(&G, &<G as tesuji_core::Rules>::State, &mut Meter) -> Result<ValueCounts, Limit>;

impl<G: CatalogueGame> Default for TwoPlayers<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: CatalogueGame> TwoPlayers<G> {
    /// The entry with the defaults: no evaluator, no hints but the moves' codes.
    #[must_use]
    pub fn new() -> Self {
        let best = if G::NEVER_REPEATS { games::PVS } else { games::RETROGRADE };
        TwoPlayers {
            name: G::NAME,
            summary: G::SUMMARY,
            hints: CodedMoves,
            evaluator: Even,
            evaluators: Vec::new(),
            heuristics: Vec::new(),
            scale: 10.0,
            own: Vec::new(),
            reports: Vec::new(),
            default_algorithm: best.name,
            defaults: Settings::new(),
            extras: Arc::new(NoExtras),
            rule_claims: None,
        }
    }
}

impl<G, H, E> TwoPlayers<G, H, E>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    /// The same entry with other hints and evaluators.
    fn of<I, F>(self, hints: I, evaluator: F, evaluators: Vec<F>) -> TwoPlayers<G, I, F> {
        TwoPlayers {
            name: self.name,
            summary: self.summary,
            hints,
            evaluator,
            evaluators,
            heuristics: self.heuristics,
            scale: self.scale,
            own: self.own,
            reports: self.reports,
            default_algorithm: self.default_algorithm,
            defaults: self.defaults,
            extras: self.extras,
            rule_claims: self.rule_claims,
        }
    }

    /// What the game knows about its positions beyond the rules: static bounds, move ordering, keys.
    #[must_use]
    pub fn hints<I>(self, hints: I) -> TwoPlayers<G, I, E>
    where
        I: Hints<G> + Clone + Send + Sync + 'static,
    {
        let (evaluator, evaluators) = (self.evaluator.clone(), self.evaluators.clone());
        self.of(hints, evaluator, evaluators)
    }

    /// An evaluator for searches to a depth, in place of the one that calls all positions equal.
    #[must_use]
    pub fn evaluator<F>(
        mut self,
        name: &'static str,
        summary: &'static str,
        evaluator: F,
    ) -> TwoPlayers<G, H, F>
    where
        F: Evaluator<G> + Clone + Send + Sync + 'static,
    {
        self.heuristics = vec![HeuristicInfo { name, summary }];
        let hints = self.hints.clone();
        self.of(hints, evaluator.clone(), vec![evaluator])
    }

    /// One more evaluator of the same type, by name.
    #[must_use]
    pub fn or_evaluator(mut self, name: &'static str, summary: &'static str, evaluator: E) -> Self {
        self.heuristics.push(HeuristicInfo { name, summary });
        self.evaluators.push(evaluator);
        self
    }

    /// By how much the estimates of two positions differ that differ clearly; 10 unless set.
    #[must_use]
    pub fn scale(mut self, scale: f32) -> Self {
        self.scale = scale;
        self
    }

    /// Another search, by name: it stands beside the others wherever algorithms are named.
    #[must_use]
    pub fn solver(
        self,
        name: &'static str,
        summary: &'static str,
        build: impl Fn(&G, &Search) -> Box<dyn GameSolver<G>> + Send + Sync + 'static,
    ) -> Self {
        let algorithm = Algorithm {
            name,
            aliases: &[],
            summary,
            guarantee: "its author's",
            players: Players::Two,
            family: Family::Own,
            ending: Ending::Always,
            options: &[],
        };
        self.algorithm(algorithm, build)
    }

    /// Another algorithm with its full description; one of the same name is replaced.
    #[must_use]
    pub fn algorithm(
        mut self,
        algorithm: Algorithm,
        build: impl Fn(&G, &Search) -> Box<dyn GameSolver<G>> + Send + Sync + 'static,
    ) -> Self {
        self.reports.retain(|(known, _)| *known != algorithm.name);
        self.own.retain(|(known, _)| known.name != algorithm.name);
        self.own.push((algorithm, Arc::new(build)));
        self
    }

    /// Has the game itself report on what the algorithm of this name finds.
    #[must_use]
    pub(crate) fn reported(
        mut self,
        algorithm: &'static str,
        report: impl Fn(&G, &G::State, &Search, Question, Meter) -> Result<Report, CatalogueError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.reports.push((algorithm, Arc::new(report)));
        self
    }

    /// The algorithm that serves best if none is named.
    #[must_use]
    pub fn default_algorithm(mut self, name: &'static str) -> Self {
        self.default_algorithm = name;
        self
    }

    /// Another name and summary, for an entry of the same game with other defaults.
    #[must_use]
    pub fn called(mut self, name: &'static str, summary: &'static str) -> Self {
        (self.name, self.summary) = (name, summary);
        self
    }

    /// Another default for a setting.
    #[must_use]
    pub fn default_setting(mut self, name: &'static str, value: &str) -> Self {
        self.defaults = self.defaults.with(name, value);
        self
    }

    /// What the game offers besides its rules and searches.
    #[must_use]
    pub fn extras(mut self, extras: impl Extras<G> + 'static) -> Self {
        self.extras = Arc::new(extras);
        self
    }

    /// How certificates about a rule, not a position, are checked.
    #[must_use]
    pub(crate) fn rule_claims(mut self, check: Check) -> Self {
        self.rule_claims = Some(check);
        self
    }

    /// The entry without the searches of the library, for the reason given: its positions are judged
    /// by own algorithms alone, and no search is compiled for it.
    pub(crate) fn without_searches(self, why: &'static str) -> Arc<dyn GameEntry> {
        self.enter(Vec::new(), Err(why))
    }

    fn enter(
        self,
        rows: Vec<Row<G, H, E>>,
        searches: Result<Searches<G, H, E>, &'static str>,
    ) -> Arc<dyn GameEntry> {
        let (mut algorithms, mut how): (Vec<_>, Vec<_>) =
            rows.into_iter().map(|(one, build)| (one, How::Table(build))).unzip();
        for (algorithm, build) in &self.own {
            let own = How::Own(Arc::clone(build));
            match algorithms.iter().position(|known: &Algorithm| known.name == algorithm.name) {
                Some(place) => (algorithms[place], how[place]) = (*algorithm, own),
                None => {
                    algorithms.push(*algorithm);
                    how.push(own);
                }
            }
        }
        Arc::new(Arc::new(Entered { about: self, algorithms, how, searches }))
    }
}

impl<G, H, E> IntoEntry for TwoPlayers<G, H, E>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    fn into_entry(self) -> Arc<dyn GameEntry> {
        let (certify, record) = (Entered::certify_value, record::game);
        self.enter(games::rows(), Ok(Searches { certify, record, count_values }))
    }
}

impl<G, H, E> Entered<G, H, E>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    fn rules(&self, settings: &Settings, text: Option<&str>) -> Result<G, CatalogueError> {
        check_names(self.about.name, G::SETTINGS, settings)?;
        let all = settings
            .iter()
            .fold(self.about.defaults.clone(), |all, (name, value)| all.with(name, value));
        // The defaults have the position that is opened if none is named.
        let all = if text.is_some() { all.without("start") } else { all };
        G::open(&all, text).map_err(|error| CatalogueError::open(self.about.name, error))
    }

    fn how(&self, algorithm: &Algorithm) -> Result<&How<G, H, E>, CatalogueError> {
        let place = self.algorithms.iter().position(|known| known.name == algorithm.name);
        let how = place.map(|place| &self.how[place]);
        how.ok_or_else(|| {
            let (game, known) =
                (self.about.name, games::ALL.iter().any(|one| one.name == algorithm.name));
            if let (Err(what), true) = (&self.searches, known) {
                return CatalogueError::NotOffered { game, what };
            }
            let names: Vec<_> = self.algorithms.iter().map(|one| one.name).collect();
            CatalogueError::UnknownAlgorithm {
                game: self.about.name,
                name: algorithm.name.to_owned(),
                known: names.join(", "),
            }
        })
    }

    /// The name of the evaluator that a search uses; none if the search or the game has none.
    fn evaluator_name(&self, search: &Search) -> Result<Option<&'static str>, CatalogueError> {
        let best = self.about.heuristics.first().map(|own| own.name);
        crate::heuristic::named(self.about.name, &self.about.heuristics, best, search)
    }

    fn setup(&self, search: &Search, budget: &Budget) -> Result<Setup<H, E>, CatalogueError> {
        let name = self.evaluator_name(search)?;
        let place = self.about.heuristics.iter().position(|info| Some(info.name) == name);
        let evaluator = place.and_then(|place| self.about.evaluators.get(place));
        Ok(Setup {
            hints: self.about.hints.clone(),
            evaluator: evaluator.unwrap_or(&self.about.evaluator).clone(),
            scale: self.about.scale,
            estimates: !self.about.heuristics.is_empty(),
            search: search.clone(),
            depth: search.get(o::DEPTH),
            budget: budget.clone(),
        })
    }

    /// Refuses what would go on for ever, and use up all memory on its way.
    fn check_limits(&self, setup: &Setup<H, E>) -> Result<(), CatalogueError> {
        let ending = setup.search.algorithm.ending;
        let has_end = G::NEVER_REPEATS
            || setup.depth.is_some()
            || setup.deepens()
            || ending == Ending::AtDepthOrLimit && setup.budget.limits_work();
        if has_end || !matches!(ending, Ending::AtDepth | Ending::AtDepthOrLimit) {
            return Ok(());
        }
        let what = "a search to the end of the game, as play can go in cycles: it needs a depth";
        Err(CatalogueError::NotOffered { game: self.about.name, what })
    }

    /// Whether the search and its options fit the game.
    fn fits(&self, search: &Search) -> Result<(), CatalogueError> {
        let game = self.about.name;
        search.check()?;
        self.how(&search.algorithm)?;
        self.evaluator_name(search)?;
        let is_df_pn = search.algorithm.name == games::DF_PN.name;
        if is_df_pn && search.get(o::TABLE).is_some_and(|bytes| bytes < MIN_PROOF_TABLE) {
            let what =
                "df-pn with so small a table, which holds all it knows: --table 64KiB or more";
            return Err(CatalogueError::NotOffered { game, what });
        }
        Ok(())
    }

    /// Makes a certificate of what a report says is proved.
    fn certify_value(
        &self,
        (game, state): (&G, &G::State),
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        if search.get(o::ADVERSARY) == Some(Adversary::Random) {
            return Err(CatalogueError::NothingProved("an expectation has no certificate"));
        }
        // A table knows most, and makes the smallest certificates.
        let mut progress = Silent;
        let few = budget.clone().nodes(MAX_FOR_A_TABLE);
        let wanted = search.algorithm.family == Family::Retrograde;
        let mut meter = Meter::new(if wanted { budget } else { &few }, &mut progress);
        let table = Reachable::explore_symmetric(game, state, &mut meter)
            .and_then(|space| Table::solve_within(space, Plies, &mut meter));
        let within = &proof_budget(budget);
        let setup = self.setup(search, budget)?;
        let (certificate, _) = match table {
            Ok(table) => certify::value(game, state, &table, true, within)?,
            Err(limit) if wanted => return Err(CatalogueError::Stopped(limit)),
            // Alpha-beta proves the value again and remembers how; where the length is known,
            // within that.
            Err(_) if G::NEVER_REPEATS => {
                macro_rules! certify_by {
                    ($search:expr) => {{
                        let search =
                            $search.hints(self.about.hints.clone()).evaluator(setup.evaluator);
                        let search = search.table_bytes(setup.search.table());
                        let oracle = Proving::new(search, budget.clone());
                        certify::value(game, state, oracle, false, within)?
                    }};
                }
                match report.length {
                    Some(_) => certify_by!(TableSearch::mtd_bi()),
                    None => certify_by!(TableSearch::outcome_only()),
                }
            }
            Err(_) => {
                let search = DfPn::new().hints(self.about.hints.clone());
                let search = search.table_bytes(setup.search.table()).whole_pv(false);
                certify::value(game, state, Asking::new(search, budget.clone()), false, within)?
            }
        };
        Ok(certificate)
    }

    /// What makes the engine that a specification names, given a seed.
    fn player<'a>(
        &'a self,
        game: &'a G,
        spec: &'a EngineSpec,
    ) -> Result<Player<'a, G>, CatalogueError> {
        let Some(search) = spec.search() else {
            return Ok(Box::new(|seed| Box::new(RandomMover::new(seed))));
        };
        self.fits(search)?;
        let (mut search, budget) = (search.clone(), spec.budget());
        (search.remember, search.anytime) = (true, true);
        let setup = self.setup(&search, &budget)?;
        self.check_limits(&setup)?;
        let how = self.how(&search.algorithm)?;
        Ok(Box::new(move |seed| {
            let mut setup = setup.clone();
            setup.search.seed(seed);
            match how {
                How::Own(build) => {
                    Box::new(Searcher::new(build(game, &setup.search), budget.clone()))
                }
                How::Table(Build::Solver(build)) => {
                    Box::new(Searcher::new(setup.solver(*build), budget.clone()))
                }
                How::Table(Build::Playouts(build)) => build(&setup).engine(budget.clone()),
            }
        }))
    }
}

/// Makes an engine for a game from a seed.
type Player<'a, G> = Box<dyn Fn(u64) -> Box<dyn Engine<G>> + Sync + 'a>;

impl<G, H, E> Kit for Entered<G, H, E>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    type Rules = G;

    fn name(&self) -> &'static str {
        self.about.name
    }

    fn status(&self, game: &G, state: &G::State) -> Status {
        game.result(state).map_or_else(|| Status::ToMove(game.to_move(state)), Status::Finished)
    }

    fn why_unsolvable(&self, _: &G, _: &G::State) -> Option<String> {
        None
    }

    fn in_words(&self, game: &G, mv: G::Move, language: &str) -> Option<String> {
        self.about.extras.in_words(game, mv, language)
    }

    fn algorithms(&self) -> &[Algorithm] {
        &self.algorithms
    }

    fn check(&self, _: &G, _: &G::State, search: &Search) -> Result<(), CatalogueError> {
        self.fits(search)
    }

    fn may_cycle(&self, search: &Search) -> bool {
        let to_the_end = match search.algorithm.ending {
            Ending::AtEndOfGame => true,
            Ending::AtDepthOrLimit => search.get(o::DEPTH).is_none(),
            Ending::Always | Ending::AtDepth => false,
        };
        to_the_end && !G::NEVER_REPEATS
    }

    fn solve(
        &self,
        game: &G,
        state: &G::State,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        let setup = self.setup(search, budget)?;
        self.check_limits(&setup)?;
        let question = Question {
            game: self.about.name,
            position: game.state_text(state),
            algorithm: search.algorithm.name,
            heuristic: self.evaluator_name(search)?,
        };
        let own = self.about.reports.iter().find(|(name, _)| *name == search.algorithm.name);
        if let Some((_, report)) = own {
            return report(game, state, search, question, Meter::new(budget, progress));
        }
        let write = |moves: &[G::Move]| game.moves_text(state, moves);
        let answer = match (self.how(&search.algorithm)?, search.store()) {
            (How::Own(build), _) => build(game, search).solve_within(game, state, budget, progress),
            (How::Table(Build::Solver(_)), Some(file)) => file.search(game, |store| {
                setup.df_pn(store).solve_within(game, state, budget, progress)
            })?,
            (How::Table(Build::Solver(build)), None) => {
                setup.solver(*build).solve_within(game, state, budget, progress)
            }
            (How::Table(Build::Playouts(build)), _) => {
                let started = Instant::now();
                let mut meter = Meter::new(budget, progress);
                let findings = build(&setup).analyse(game, state, search, &mut meter);
                let (judgement, stats) = (findings.clone().judgement(), meter.stats());
                let answer = GameAnswer { judgement, stats, elapsed: started.elapsed() };
                let report = Report::on_game(question, &answer, write).with_keys(search);
                return Ok(report.with_moves(&findings, |mv| game.move_text(state, mv)));
            }
        };
        let report = Report::on_game(question, &answer, write).with_keys(search);
        Ok(if search.algorithm.name == games::EXPECTIMAX.name {
            report.with_expectation(search.get(o::OPPONENT).unwrap_or_default())
        } else {
            report
        })
    }

    fn move_values(
        &self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<MoveValues<G::Move>>, CatalogueError> {
        self.about.extras.move_values(game, state, budget, progress)
    }

    fn certify(
        &self,
        game: &G,
        state: &G::State,
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        if !report.optimal {
            return Err(CatalogueError::NothingProved("the search found no proof"));
        }
        match &self.searches {
            Ok(searches) => (searches.certify)(self, (game, state), report, search, budget),
            Err(_) => {
                let why = "a strategy for heaps so large would be too long; the nim-values that the \
                           answer follows from have one: tesuji nim-values RULE --heaps N \
                           --certificate FILE";
                Err(CatalogueError::NothingProved(why))
            }
        }
    }

    fn record(
        &self,
        game: &G,
        state: &G::State,
        options: &RecordOptions,
    ) -> Result<Recording, CatalogueError> {
        self.fits(&options.search)?;
        let setup = self.setup(&options.search, &options.budget)?;
        match &self.searches {
            Ok(searches) => {
                (searches.record)(self.about.name, game, state, &setup.evaluator, options)
            }
            Err(_) => {
                let (game, what) = (self.about.name, "search trees of heaps so large");
                Err(CatalogueError::NotOffered { game, what })
            }
        }
    }

    fn engine(
        self: &Arc<Self>,
        game: &G,
        spec: &EngineSpec,
        seed: u64,
    ) -> Result<AnyEngine, CatalogueError> {
        let heuristic = match spec.search() {
            None => None,
            Some(search) => self.evaluator_name(search)?,
        };
        let algorithm = spec.search().map_or("random", |search| search.algorithm.name);
        let engine = self.player(game, spec)?(seed);
        Ok(Box::new(Seated {
            name: self.about.name,
            game: game.clone(),
            algorithm,
            heuristic,
            engine,
        }))
    }

    fn contest(
        &self,
        game: &G,
        state: &G::State,
        players: &[EngineSpec; 2],
        settings: &Match,
        progress: &mut dyn FnMut(&MatchScore),
    ) -> Result<MatchReport, CatalogueError> {
        let [first, second] = players;
        let [first, second] = [self.player(game, first)?, self.player(game, second)?];
        let score = settings.play(game, state, [&first, &second], progress);
        let start = (self.about.name, game.state_text(state));
        Ok(MatchReport::new(start, players, settings, &score))
    }

    fn has_strategies(&self) -> bool {
        self.about.extras.has_strategies()
    }

    fn strategy(
        &self,
        game: &G,
        state: &G::State,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        self.about.extras.strategy(game, state, search, budget, progress)
    }

    fn count_values(
        &self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError> {
        let mut meter = Meter::new(budget, progress);
        match &self.searches {
            Ok(searches) => {
                (searches.count_values)(game, state, &mut meter).map_err(CatalogueError::Stopped)
            }
            Err(what) => Err(CatalogueError::NotOffered { game: self.about.name, what }),
        }
    }
}

fn count_values<G: CatalogueGame>(
    game: &G,
    state: &G::State,
    meter: &mut Meter,
) -> Result<ValueCounts, Limit> {
    let space = Reachable::explore(game, state, meter)?;
    let census = Table::solve_within(space, Plies, meter)?.census();
    Ok(ValueCounts {
        won: census.wins.iter().sum(),
        lost: census.losses.iter().sum(),
        drawn: census.draws + census.endless,
    })
}

impl<G, H, E> GameEntry for Arc<Entered<G, H, E>>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    fn name(&self) -> &'static str {
        self.about.name
    }

    fn aliases(&self) -> &'static [&'static str] {
        if self.about.name == G::NAME { G::ALIASES } else { &[] }
    }

    fn summary(&self) -> &'static str {
        self.about.summary
    }

    fn players(&self) -> Players {
        Players::Two
    }

    fn notation(&self) -> &'static str {
        G::NOTATION
    }

    fn settings(&self) -> &'static [Setting] {
        G::SETTINGS
    }

    fn heuristics(&self) -> &[HeuristicInfo] {
        &self.about.heuristics
    }

    fn algorithms(&self) -> &[Algorithm] {
        &self.algorithms
    }

    fn default_algorithm(&self) -> Algorithm {
        let best = self.algorithms.iter().find(|one| one.name == self.about.default_algorithm);
        best.copied().unwrap_or(games::PVS)
    }

    fn check_settings(
        &self,
        settings: &Settings,
        position: Option<&str>,
    ) -> Result<(), CatalogueError> {
        // A file names more settings than a user may.
        G::open(settings, position)
            .map(drop)
            .map_err(|error| CatalogueError::open(self.about.name, error))
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        Placed::read(self, self.rules(settings, text)?, text)
    }

    fn check_certificate(
        &self,
        checker: &Checker,
        reader: &mut dyn Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        let positions: Check = |checker, reader, watch| checker.check_game::<G>(reader, watch);
        check_either(checker, reader, watch, positions, self.about.rule_claims)
    }

    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<Shuffled, CatalogueError> {
        let rules = self.rules(settings, None)?;
        let (state, moves) = self.about.extras.shuffle(&rules, shuffle, USUAL_WALK, seed)?;
        Ok(Shuffled { position: Placed::boxed(self, rules, state), moves })
    }

    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        self.about.extras.generate(settings, options, seed, budget, progress)
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        self.about.extras.enumerate(of, settings, budget, progress)
    }

    fn build_databases(
        &self,
        settings: &Settings,
        heuristic: &str,
        databases: &Databases,
        anew: bool,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<DatabaseReport>, CatalogueError> {
        self.about.extras.build_databases(settings, heuristic, databases, anew, budget, progress)
    }

    fn one_per_distance(
        &self,
        settings: &Settings,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<AnyPosition>, CatalogueError> {
        let rules = self.rules(settings, None)?;
        let states = self.about.extras.one_per_distance(&rules, seed, budget, progress)?;
        let place = |state| Placed::boxed(self, rules.clone(), state);
        Ok(states.into_iter().map(place).collect())
    }

    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        self.about.extras.warm_up(databases, budget)
    }
}
