//! Entries of games for two players.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use tesuji_core::Instant;

use tesuji_adversarial::{Even, TableSearch};
use tesuji_arena::{Engine, Match, MatchScore, RandomMover, Searcher};
use tesuji_certificate::{Certificate, Checked, Checker, Entry, Rejection};
use tesuji_core::{
    Budget, CodedMoves, Evaluator, Game, GameAnswer, GameSolver, Hints, Layered, Limit, Meter,
    ObservableGameSolver, Progress, Rules, Silent,
};
use tesuji_proof::{DfPn, ProofStore};
use tesuji_retrograde::{Plies, Reachable, RetrogradeByLayers, Table};

use crate::about::About;
use crate::algorithms::games::{self, Answering, Purpose, Row, Setup, ToAnswer};
use crate::bounds::CatalogueGame;
use crate::certificates::{Check, check_either, half_of_memory, proof_budget};
use crate::certify::{self, Deciding, Guide, Oracle, Proving};
use crate::engine::Seated;
use crate::entry::{GameEntry, OwnSearch, builder_methods};
use crate::options as o;
use crate::position::Kit;
use crate::report::Question;
use crate::search_as::{As, Itself, SearchAs};
use crate::tables::{SolvedTable, Starts, TableEngine, Tables};
use crate::tree::{Recording, record_game};
use crate::{
    Algorithm, AnyEngine, AnyTable, CatalogueError, Ending, EngineSpec, Extras, Family, GameReport,
    HeuristicInfo, IntoEntry, Players, RecordOptions, Report, Search, Status, TableBuildReport,
    TableBuilders, TableDetail, ValueCounts, algorithms, record,
};

/// How many nodes a table for a certificate may take, unless a table was asked for.
const MAX_FOR_A_TABLE: u64 = 5_000_000;

/// The most work of a search to which a certificate leaves a position: a tenth of a second.
const LEFT_TO_THE_CHECKER: u64 = 1_000_000;

/// The smallest table that df-pn may have, in bytes: without one it would search for ever.
const MIN_PROOF_TABLE: usize = 64 << 10;

/// A search that is not in the table.
type Own<G> = OwnSearch<G, dyn GameSolver<G>>;

/// Answers a question in the game's own way.
type OwnReport<G> = Arc<
    dyn Fn(&G, &<G as Rules>::State, &Search, Question, Meter) -> Result<Report, CatalogueError>
        + Send
        + Sync,
>;

/// Makes a certificate in the game's own way, if there is one.
type OwnCertificate<G> =
    Arc<dyn Fn(&G, &<G as Rules>::State, &Search, &Budget) -> Option<Certified> + Send + Sync>;

/// A certificate, or why there is none.
pub(crate) type Certified = Result<Certificate, CatalogueError>;

/// How an algorithm of an entry is built.
enum How<'e, G: CatalogueGame, H, E> {
    Table(fn(&Setup<H, E>) -> Answering<G>),
    Own(&'e Own<G>),
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
    about: About<G>,
    hints: H,
    /// The default evaluator, then those with a name.
    evaluator: E,
    evaluators: Vec<E>,
    scale: f32,
    own: Vec<Own<G>>,
    reports: Vec<(&'static str, OwnReport<G>)>,
    certificates: Vec<(&'static str, OwnCertificate<G>)>,
    rule_claims: Option<Check>,
    /// None for those of any game.
    tables: Option<Tables<G>>,
}

/// A finished entry: what the builder has, and the searches of the library.
struct Entered<G: CatalogueGame, H, E> {
    made: TwoPlayers<G, H, E>,
    rows: Vec<Row<H, E, Answering<G>>>,
    /// What the searches of the library do for this game, or why it has none of them.
    searches: Result<Searches<G, H, E>, &'static str>,
}

/// What the searches of the library do for a game besides answering: as functions, so that a game
/// without them does not have them compiled.
struct Searches<G: CatalogueGame, H, E> {
    with_store: WithStore<G, H, E>,
    certify: Certify<G, H, E>,
    record: Recorded<G, H, E>,
    count_values: CountValues<G>,
    tables: Tables<G>,
}

/// Df-pn with a store of proved results.
type WithStore<G, H, E> =
    fn(&Setup<H, E>, Arc<ProofStore<<G as Rules>::State>>) -> Box<dyn GameSolver<G>>;

/// Makes a certificate of what a report says; with `true`, of all values that belong to it.
type Certify<G, H, E> = fn(
    &Entered<G, H, E>,
    (&G, &<G as Rules>::State, bool),
    &Report,
    &Search,
    &Budget,
) -> Result<Certificate, CatalogueError>;

/// Records the tree of a search.
type Recorded<G, H, E> =
    fn(&G, &<G as Rules>::State, &RecordOptions, &Setup<H, E>) -> Option<Recording>;

/// Counts the values of all reachable positions.
type CountValues<G> = fn(&G, &<G as Rules>::State, &mut Meter) -> Result<ValueCounts, Limit>;

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
            about: About::new(Players::Two, best.name),
            hints: CodedMoves,
            evaluator: Even,
            evaluators: Vec::new(),
            scale: 10.0,
            own: Vec::new(),
            reports: Vec::new(),
            certificates: Vec::new(),
            rule_claims: None,
            tables: None,
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
            about: self.about,
            hints,
            evaluator,
            evaluators,
            scale: self.scale,
            own: self.own,
            reports: self.reports,
            certificates: self.certificates,
            rule_claims: self.rule_claims,
            tables: self.tables,
        }
    }

    builder_methods!(G, Players::Two, GameSolver, ObservableGameSolver, record_game);

    /// Has tables of the game built on disk, layer by layer, instead of in memory.
    #[must_use]
    pub fn layered(mut self) -> Self
    where
        G: Layered,
    {
        self.tables = Some(Tables::by_layers());
        self
    }

    /// Has retrograde analysis solve many positions by the ranks of their layers, by several
    /// threads if need be.
    #[must_use]
    pub fn retrograde_by_layers(self) -> Self
    where
        G: Layered,
    {
        self.observable_algorithm(games::RETROGRADE_BY_LAYERS, |_, search| {
            RetrogradeByLayers::new(search.threads())
        })
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
        self.about.info.heuristics = vec![HeuristicInfo { name, summary }];
        let hints = self.hints.clone();
        self.of(hints, evaluator.clone(), vec![evaluator])
    }

    /// The search that plays a game if none is named, as in `uct:exploration=0.6`, in place of the
    /// default algorithm: the one that decides most positions need not be the one that plays best.
    #[must_use]
    pub fn default_opponent(mut self, search: &'static str) -> Self {
        self.about.info.default_opponent = Some(search);
        self
    }

    /// One more evaluator of the same type, by name.
    #[must_use]
    pub fn or_evaluator(mut self, name: &'static str, summary: &'static str, evaluator: E) -> Self {
        self.about.info.heuristics.push(HeuristicInfo { name, summary });
        self.evaluators.push(evaluator);
        self
    }

    /// By how much the estimates of two positions differ that differ clearly; 10 unless set.
    #[must_use]
    pub fn scale(mut self, scale: f32) -> Self {
        self.scale = scale;
        self
    }

    fn add(mut self, own: Own<G>) -> Self {
        let algorithm = own.algorithm;
        self.reports.retain(|(known, _)| *known != algorithm.name);
        self.certificates.retain(|(known, _)| *known != algorithm.name);
        self.own.retain(|known| known.algorithm.name != algorithm.name);
        self.own.push(own);
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

    /// Has the game itself certify what the algorithm of this name proves, unless it returns `None`.
    #[must_use]
    pub(crate) fn certified(
        mut self,
        algorithm: &'static str,
        certify: impl Fn(&G, &G::State, &Search, &Budget) -> Option<Certified> + Send + Sync + 'static,
    ) -> Self {
        self.certificates.push((algorithm, Arc::new(certify)));
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

    /// The entry with the searches of the library, compiled for the rules of `V`.
    pub(crate) fn searched_as<V, T>(self) -> Arc<dyn GameEntry>
    where
        V: SearchAs<G>,
        T: Purpose<V::Rules, Built = Answering<G>>,
        H: Hints<V::Rules>,
        E: Evaluator<V::Rules>,
    {
        let searches = Searches {
            with_store: |setup, store| setup.df_pn::<V::Rules, T>(store).into_solver(),
            certify: Entered::certify_value::<V>,
            record: record::game,
            count_values: |game, state, meter| count_values(&*V::rules(game), state, meter),
            tables: self.tables.unwrap_or_else(Tables::in_memory),
        };
        self.enter(games::rows::<V::Rules, H, E, T>(), Ok(searches))
    }

    fn enter(
        mut self,
        rows: Vec<Row<H, E, Answering<G>>>,
        searches: Result<Searches<G, H, E>, &'static str>,
    ) -> Arc<dyn GameEntry> {
        let mut algorithms: Vec<Algorithm> = rows.iter().map(|(algorithm, _)| *algorithm).collect();
        for OwnSearch { algorithm, .. } in &self.own {
            match algorithms.iter_mut().find(|known| known.name == algorithm.name) {
                Some(known) => *known = *algorithm,
                None => algorithms.push(*algorithm),
            }
        }
        self.about.info.algorithms = algorithms;
        Arc::new(Arc::new(Entered { made: self, rows, searches }))
    }
}

impl<G, H, E> IntoEntry for TwoPlayers<G, H, E>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    fn into_entry(self) -> Arc<dyn GameEntry> {
        self.searched_as::<Itself, ToAnswer>()
    }
}

impl<G, H, E> Entered<G, H, E>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    fn how(&self, algorithm: &Algorithm) -> Result<How<'_, G, H, E>, CatalogueError> {
        if let Some(own) = self.own(algorithm) {
            return Ok(How::Own(own));
        }
        if let Some((_, build)) = self.rows.iter().find(|(known, _)| known.name == algorithm.name) {
            return Ok(How::Table(*build));
        }
        match self.searches {
            Err(what) if games::ALL.iter().any(|one| one.name == algorithm.name) => {
                Err(self.made.about.lacks(what))
            }
            _ => {
                let info = &self.made.about.info;
                Err(algorithms::unknown(info.name, &info.algorithms, algorithm.name))
            }
        }
    }

    fn own(&self, algorithm: &Algorithm) -> Option<&Own<G>> {
        self.made.own.iter().find(|own| own.algorithm.name == algorithm.name)
    }

    /// The name of the evaluator that a search uses; none if the search or the game has none.
    fn evaluator_name(&self, search: &Search) -> Result<Option<&'static str>, CatalogueError> {
        let info = &self.made.about.info;
        let best = info.heuristics.first().map(|own| own.name);
        crate::heuristic::named(info.name, &info.heuristics, best, search)
    }

    fn setup(&self, search: &Search, budget: &Budget) -> Result<Setup<H, E>, CatalogueError> {
        let (made, name) = (&self.made, self.evaluator_name(search)?);
        let place = made.about.place_of_heuristic(name);
        let evaluator = place.and_then(|place| made.evaluators.get(place));
        let evaluator = evaluator.unwrap_or(&made.evaluator).clone();
        Ok(Setup {
            scale: made.scale,
            estimates: !made.about.info.heuristics.is_empty(),
            depth: search.get(o::DEPTH),
            budget: budget.clone(),
            ..Setup::new(made.hints.clone(), evaluator, search.clone())
        })
    }

    /// Refuses what would go on for ever, and use up all memory on its way.
    fn check_limits(&self, game: &G, setup: &Setup<H, E>) -> Result<(), CatalogueError> {
        let ending = setup.search.algorithm.ending;
        let has_end = game.never_repeats()
            || setup.depth.is_some()
            || setup.deepens()
            || ending == Ending::AtDepthOrLimit && setup.budget.limits_work();
        if has_end || !matches!(ending, Ending::AtDepth | Ending::AtDepthOrLimit) {
            return Ok(());
        }
        let what = "a search to the end of the game, as play can go in cycles: it needs a depth";
        Err(self.made.about.lacks(what))
    }

    /// Whether the search and its options fit the game.
    fn fits(&self, search: &Search) -> Result<(), CatalogueError> {
        search.check()?;
        self.how(&search.algorithm)?;
        self.evaluator_name(search)?;
        let is_df_pn = search.algorithm.name == games::DF_PN.name;
        if is_df_pn && search.get(o::TABLE).is_some_and(|bytes| bytes < MIN_PROOF_TABLE) {
            let what =
                "df-pn with so small a table, which holds all it knows: --table 64KiB or more";
            return Err(self.made.about.lacks(what));
        }
        Ok(())
    }

    /// Makes a certificate of what a report says is proved.
    fn certify_value<V>(
        &self,
        (game, state, semi_strong): (&G, &G::State, bool),
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>
    where
        V: SearchAs<G>,
        H: Hints<V::Rules>,
        E: Evaluator<V::Rules>,
    {
        let rules = &*V::rules(game);
        let budget = &half_of_memory(budget);
        // A table knows most, and makes the smallest certificates.
        let mut progress = Silent;
        let few = budget.clone().nodes(MAX_FOR_A_TABLE);
        let wanted = search.algorithm.family == Family::Retrograde;
        let mut meter = Meter::new(if wanted { budget } else { &few }, &mut progress);
        let table = Reachable::explore_symmetric(rules, state, &mut meter)
            .and_then(|space| Table::solve_within(space, Plies, &mut meter));
        let within = &proof_budget(budget);
        let setup = self.setup(search, budget)?;
        let is_table = table.is_ok();
        let (mut oracle, left): (Box<dyn Oracle<V::Rules>>, u64) = match &table {
            Ok(table) => (Box::new(table), 0),
            Err(limit) if wanted => return Err(CatalogueError::Stopped(*limit)),
            // Alpha-beta proves the value again and remembers how; where the length is known,
            // within that.
            Err(_) if game.never_repeats() => {
                let (search, left) = match report.length.filter(|_| !semi_strong) {
                    Some(_) => (TableSearch::mtd_bi(), LEFT_TO_THE_CHECKER),
                    None => (TableSearch::outcome_only(), 0),
                };
                let search = search.hints(self.made.hints.clone()).evaluator(setup.evaluator);
                let search = search.table_bytes(setup.search.table());
                (Box::new(Proving::new(search, budget.clone())), left)
            }
            Err(_) => {
                let search = DfPn::new().hints(self.made.hints.clone());
                let search = search.table_bytes(setup.search.table());
                (Box::new(Deciding::new(search, budget.clone())), 0)
            }
        };
        let oracle: &mut dyn Oracle<G> = &mut As::<V, _>::new(&mut *oracle);
        let left = if semi_strong { LEFT_TO_THE_CHECKER } else { left };
        let guide = Guide::new(oracle).search(left, u32::MAX);
        let (certificate, _) = match semi_strong {
            true => certify::semi_strong(game, state, guide, within)?,
            false => certify::value_by(game, state, guide, is_table, within)?,
        };
        Ok(certificate)
    }

    /// What makes the engine that a specification names, given a seed.
    fn player<'a>(
        &'a self,
        game: &'a G,
        spec: &'a EngineSpec,
    ) -> Result<Player<'a, G>, CatalogueError> {
        let player = self.player_without_table(game, spec)?;
        let Some(file) = spec.table_file() else { return Ok(player) };
        let table: Arc<dyn SolvedTable> = self.open_table(file)?.into();
        TableEngine::check(&*table, game)?;
        Ok(Box::new(move |seed| Box::new(TableEngine::new(table.clone(), player(seed)))))
    }

    fn player_without_table<'a>(
        &'a self,
        game: &'a G,
        spec: &'a EngineSpec,
    ) -> Result<Player<'a, G>, CatalogueError> {
        if let Some(program) = spec.ugi(game) {
            // Now rather than in every game, if it does not start.
            program.start()?;
            return Ok(Box::new(move |_| Box::new(program.player())));
        }
        let Some(search) = spec.search() else {
            return Ok(Box::new(|seed| Box::new(RandomMover::new(seed))));
        };
        self.fits(search)?;
        let (mut search, budget) = (search.clone(), spec.budget());
        (search.remember, search.anytime) = (true, true);
        let setup = self.setup(&search, &budget)?;
        self.check_limits(game, &setup)?;
        let how = self.how(&search.algorithm)?;
        Ok(Box::new(move |seed| {
            let mut setup = setup.clone();
            setup.search.seed(seed);
            match how {
                How::Own(own) => {
                    Box::new(Searcher::new((own.build)(game, &setup.search), budget.clone()))
                }
                How::Table(build) => match setup.answering(build) {
                    Answering::Playouts(simulations) => {
                        simulations.engine(search.threads(), budget.clone())
                    }
                    Answering::Solver(solver) => Box::new(Searcher::new(solver, budget.clone())),
                },
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

    const WALK: u32 = 6;

    fn about(&self) -> &About<G> {
        &self.made.about
    }

    fn status(&self, game: &G, state: &G::State) -> Status {
        game.result(state).map_or_else(|| Status::ToMove(game.to_move(state)), Status::Finished)
    }

    fn check(&self, _: &G, search: &Search) -> Result<(), CatalogueError> {
        self.fits(search)
    }

    fn may_cycle(&self, game: &G, search: &Search) -> bool {
        let to_the_end = match search.algorithm.ending {
            Ending::AtEndOfGame => true,
            Ending::AtDepthOrLimit => search.get(o::DEPTH).is_none(),
            Ending::Always | Ending::AtDepth => false,
        };
        to_the_end && !game.never_repeats()
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
        self.check_limits(game, &setup)?;
        let question = Question {
            game: self.made.about.info.name,
            position: game.state_text(state),
            algorithm: search.algorithm.name,
            heuristic: self.evaluator_name(search)?,
        };
        let own = self.made.reports.iter().find(|(name, _)| *name == search.algorithm.name);
        if let Some((_, report)) = own {
            return report(game, state, search, question, Meter::new(budget, progress));
        }
        let write = |moves: &[G::Move]| game.moves_text(state, moves);
        let answer = match (self.how(&search.algorithm)?, search.store()) {
            (How::Own(own), _) => {
                (own.build)(game, search).solve_within(game, state, budget, progress)
            }
            (How::Table(_), Some(file)) => {
                let searches = self.searches.as_ref();
                let searches = searches.map_err(|what| self.made.about.lacks(what))?;
                file.search(game, |store| {
                    let solver = (searches.with_store)(&setup, store);
                    solver.solve_within(game, state, budget, progress)
                })?
            }
            (How::Table(build), None) => match setup.answering(build) {
                Answering::Solver(solver) => solver.solve_within(game, state, budget, progress),
                Answering::Playouts(simulations) => {
                    let started = Instant::now();
                    let mut meter = Meter::new(budget, progress);
                    let findings = simulations.analyse(game, state, search, &mut meter);
                    let (judgement, stats) = (findings.clone().judgement(), meter.stats());
                    let answer = GameAnswer { judgement, stats, elapsed: started.elapsed() };
                    let report = Report::on_game(question, &answer, write).with_keys(search);
                    return Ok(report.with_moves(&findings, |mv| game.move_text(state, mv)));
                }
            },
        };
        let report = Report::on_game(question, &answer, write).with_keys(search);
        Ok(if search.algorithm.name == games::EXPECTIMAX.name {
            report.with_expectation(search.get(o::OPPONENT).unwrap_or_default())
        } else {
            report
        })
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
        let own = self.made.certificates.iter();
        let own = own.filter(|(name, _)| *name == search.algorithm.name);
        if let Some(made) = own.filter_map(|(_, make)| make(game, state, search, budget)).next() {
            return made;
        }
        match &self.searches {
            Ok(searches) => (searches.certify)(self, (game, state, false), report, search, budget),
            Err(_) => {
                let why = "a strategy for heaps so large would be too long; under normal rules the \
                           nim-value of the position has one";
                Err(CatalogueError::NothingProved(why))
            }
        }
    }

    fn certify_semi_strong(
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
            Ok(searches) if game.never_repeats() => {
                (searches.certify)(self, (game, state, true), report, search, budget)
            }
            Ok(_) => Err(self.made.about.lacks("semi-strong certificates, as positions repeat")),
            Err(what) => Err(self.made.about.lacks(what)),
        }
    }

    fn can_record(&self, algorithm: &Algorithm) -> bool {
        match self.own(algorithm) {
            Some(own) => own.record.is_some(),
            None => self.searches.is_ok() && record::is_recorded(algorithm),
        }
    }

    fn record(
        &self,
        game: &G,
        state: &G::State,
        options: &RecordOptions,
    ) -> Result<Option<Recording>, CatalogueError> {
        if let Some(own) = self.own(&options.search.algorithm) {
            return Ok(own.record.as_ref().map(|record| record(game, state, options)));
        }
        let setup = self.setup(&options.search, &options.budget)?;
        let searches = self.searches.as_ref();
        Ok(searches.ok().and_then(|searches| (searches.record)(game, state, options, &setup)))
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
            name: self.made.about.info.name,
            game: game.clone(),
            algorithm,
            heuristic,
            engine,
        }))
    }

    fn contest(
        &self,
        game: &G,
        starts: &[G::State],
        players: &[EngineSpec; 2],
        settings: &Match,
        progress: &mut dyn FnMut(&MatchScore, [GameReport; 2]),
    ) -> Result<MatchScore, CatalogueError> {
        let [first, second] = players;
        let mut settings = settings.clone();
        settings.played =
            settings.played.map(|played| played.labelled(&format!("{first},{second}")));
        let settings = &settings;
        let [first, second] = [self.player(game, first)?, self.player(game, second)?];
        let name = self.made.about.info.name;
        Ok(settings.play(game, starts, [&first, &second], &mut |score, games| {
            let report = |played| GameReport::new(name, game, players, played);
            progress(score, games.each_ref().map(report));
        }))
    }

    fn count_values(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
    ) -> Result<ValueCounts, CatalogueError> {
        match &self.searches {
            Ok(searches) => {
                (searches.count_values)(game, state, meter).map_err(CatalogueError::Stopped)
            }
            Err(what) => Err(self.made.about.lacks(what)),
        }
    }

    fn build_table(
        &self,
        start: (&G, &G::State),
        table: (&Path, TableDetail),
        by: TableBuilders,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<TableBuildReport>, CatalogueError> {
        match &self.searches {
            Ok(searches) => searches.tables.build(start, table, by, budget, progress),
            Err(what) => Err(self.made.about.lacks(what)),
        }
    }

    fn build_tables(
        &self,
        starts: Starts,
        table: (&Path, TableDetail),
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableBuildReport, CatalogueError> {
        match &self.searches {
            Ok(searches) => searches.tables.build_all(starts, table, threads, budget, progress),
            Err(what) => Err(self.made.about.lacks(what)),
        }
    }

    fn open_table(&self, path: &Path) -> Result<AnyTable, CatalogueError> {
        match &self.searches {
            Ok(searches) => searches.tables.open(path),
            Err(what) => Err(self.made.about.lacks(what)),
        }
    }

    fn check_certificate(
        &self,
        checker: &Checker,
        reader: &mut dyn Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        let positions: Check = |checker, reader, watch| checker.check_game::<G>(reader, watch);
        check_either(checker, reader, watch, positions, self.made.rule_claims)
    }
}

fn count_values<G: Game>(
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
