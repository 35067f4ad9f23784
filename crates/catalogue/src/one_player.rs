//! Entries of puzzles.

use std::io::Read;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use tesuji_arena::{Match, Score};
use tesuji_certificate::{Certificate, Checked, Checker, Entry, Rejection};
use tesuji_core::{
    Answer, Blind, BoardSize, Budget, ByAutomaton, ByRules, Heuristic, KnownGoals, MoveAutomaton,
    NamedGame, Progress, Puzzle, Reversible, Setting, Settings, Solver, Walk,
};
use tesuji_uninformed::reachable;

use crate::algorithms::puzzles::{self, Setup};
use crate::certificates::proof_budget;
use crate::databases::Databases;
use crate::entry::{GameEntry, check_names};
use crate::options as o;
use crate::position::{Kit, MoveValues, Placed, Status};
use crate::report::{Question, Verdict};
use crate::tree::Recording;
use crate::{
    Algorithm, AnyEngine, AnyPosition, CatalogueError, DatabaseReport, Ending, EngineSpec, Extras,
    Family, GenerateOptions, GeneratedReport, HeuristicInfo, IntoEntry, MatchReport, NoExtras,
    Players, RecordOptions, Report, Search, Shuffle, Shuffled, SpaceReport, StrategyReport,
    ValueCounts, certify, record,
};

/// What a type needs in order to be a puzzle in a catalogue: rules for one player with a name.
/// Implemented for every such type.
pub trait CataloguePuzzle:
    Puzzle<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}

impl<P> CataloguePuzzle for P where
    P: Puzzle<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}

/// How many random moves a shuffled position is from the initial one, unless told.
const USUAL_WALK: u32 = 1000;

/// What a search is given besides its puzzle: options, budget and where progress is reported.
pub struct Run<'a> {
    /// The search.
    pub search: &'a Search,
    /// Its limits.
    pub budget: &'a Budget,
    /// Receives progress reports.
    pub progress: &'a mut dyn Progress,
}

/// Something done with a heuristic whose type it does not know.
pub trait WithHeuristic<P: Puzzle> {
    /// Does it.
    fn with<H>(self, heuristic: &H, run: &mut Run)
    where
        H: Heuristic<P, Memo: Send + Sync> + Sync;
}

/// Makes the heuristic of a name for a puzzle. A function that returns a heuristic is one; pattern
/// databases, which a run opens or builds, implement it themselves.
pub trait MakeHeuristic<P: Puzzle>: Send + Sync {
    /// Makes the heuristic and hands it to `then`.
    ///
    /// # Errors
    /// The heuristic is not available for this puzzle, or a limit was reached while it was made.
    fn make(
        &self,
        puzzle: &P,
        run: &mut Run,
        then: impl WithHeuristic<P>,
    ) -> Result<(), CatalogueError>;

    /// Checks, without building anything large, that the heuristic is available for a puzzle.
    ///
    /// # Errors
    /// It is not.
    fn check(&self, puzzle: &P) -> Result<(), CatalogueError>;
}

impl<P, H, F> MakeHeuristic<P> for F
where
    P: Puzzle,
    H: Heuristic<P, Memo: Send + Sync> + Sync,
    F: Fn(&P) -> Result<H, CatalogueError> + Send + Sync,
{
    fn make(
        &self,
        puzzle: &P,
        run: &mut Run,
        then: impl WithHeuristic<P>,
    ) -> Result<(), CatalogueError> {
        then.with(&self(puzzle)?, run);
        Ok(())
    }

    fn check(&self, puzzle: &P) -> Result<(), CatalogueError> {
        self(puzzle).map(drop)
    }
}

/// What is to be done with a search.
enum Task<'a, P: Puzzle> {
    Solve(&'a mut Option<Answer<P::Move>>),
    Record(&'a RecordOptions, &'a mut Option<Result<Recording, CatalogueError>>),
}

/// A search of the table that is to be run, but for its heuristic.
struct Pending<'a, P: Puzzle, W> {
    puzzle: &'a P,
    state: &'a P::State,
    paths_meet: bool,
    walk: PhantomData<W>,
    task: Task<'a, P>,
}

impl<P: CataloguePuzzle, W: Walk<P> + Default + Sync + 'static> WithHeuristic<P>
    for Pending<'_, P, W>
{
    fn with<H>(self, heuristic: &H, run: &mut Run)
    where
        H: Heuristic<P, Memo: Send + Sync> + Sync,
    {
        let Pending { puzzle, state, paths_meet, task, .. } = self;
        match task {
            Task::Record(options, recording) => {
                *recording = Some(record::puzzle(P::NAME, puzzle, state, options, heuristic));
            }
            Task::Solve(answer) => {
                let setup = Setup { heuristic, search: run.search, paths_meet };
                let rows = puzzles::rows::<P, H, W>();
                let row = rows.iter().find(|(one, _)| one.name == run.search.algorithm.name);
                *answer = row.map(|(_, build)| {
                    build(&setup).solve_within(puzzle, state, run.budget, run.progress)
                });
            }
        }
    }
}

/// A heuristic by name, its type hidden.
trait Led<P: Puzzle, W>: Send + Sync {
    fn run(&self, run: &mut Run, pending: Pending<'_, P, W>) -> Result<(), CatalogueError>;

    fn check(&self, puzzle: &P) -> Result<(), CatalogueError>;
}

impl<P, W, M> Led<P, W> for M
where
    P: CataloguePuzzle,
    W: Walk<P> + Default + Sync + 'static,
    M: MakeHeuristic<P>,
{
    fn run(&self, run: &mut Run, pending: Pending<'_, P, W>) -> Result<(), CatalogueError> {
        self.make(pending.puzzle, run, pending)
    }

    fn check(&self, puzzle: &P) -> Result<(), CatalogueError> {
        MakeHeuristic::check(self, puzzle)
    }
}

/// Builds a search of the user's own for a puzzle.
type OwnSolver<P> = Arc<dyn Fn(&P, &Search) -> Box<dyn Solver<P>> + Send + Sync>;

/// Checks what a search needs of a puzzle.
type Condition<P> = fn(&P, &Search) -> Result<(), CatalogueError>;

/// Chooses the heuristic of a search for which none is named.
type Chooser<P> = fn(&P, &Search, Option<&Budget>) -> &'static str;

/// The entry of a puzzle in a catalogue, made from its type: all searches, trees, counts and
/// certificates. Each builder method adds what the puzzle knows beyond its rules.
///
/// # Example
/// ```
/// use tesuji_catalogue::{Catalogue, OnePlayer};
/// use tesuji_taquin::{Manhattan, Taquin};
///
/// let entry = OnePlayer::<Taquin>::new()
///     .heuristic("manhattan", "rows and columns to go", |taquin| Ok(Manhattan::new(taquin)));
/// let catalogue = Catalogue::new().with(entry);
/// let puzzle = catalogue.game("15-puzzle")?;
/// let position = puzzle.open(Some("631752048"), &Default::default())?;
/// let search = puzzle.search("ida*")?;
/// let report = position.solve(&search, &tesuji_core::Budget::unlimited(), &mut tesuji_core::Silent)?;
/// assert_eq!(report.length, Some(10));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub struct OnePlayer<P: CataloguePuzzle, W = ByRules> {
    heuristics: Vec<HeuristicInfo>,
    led: Vec<Arc<dyn Led<P, W>>>,
    best_heuristic: Option<Chooser<P>>,
    paths_meet: bool,
    algorithms: Vec<Algorithm>,
    own: Vec<(&'static str, OwnSolver<P>)>,
    check: Option<Condition<P>>,
    default_algorithm: &'static str,
    extras: Arc<dyn Extras<P>>,
}

impl<P: CataloguePuzzle> Default for OnePlayer<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: CataloguePuzzle> OnePlayer<P> {
    /// The entry with the defaults: no heuristic, moves by the rules.
    #[must_use]
    pub fn new() -> Self {
        Self::made()
    }
}

impl<P: CataloguePuzzle + MoveAutomaton> OnePlayer<P, ByAutomaton> {
    /// The entry of a puzzle whose moves are known at compile time.
    #[must_use]
    pub fn by_automaton() -> Self {
        Self::made()
    }
}

impl<P, W> OnePlayer<P, W>
where
    P: CataloguePuzzle,
    W: Walk<P> + Default + Send + Sync + 'static,
{
    fn made() -> Self {
        OnePlayer {
            heuristics: Vec::new(),
            led: Vec::new(),
            best_heuristic: None,
            paths_meet: true,
            algorithms: puzzles::ALL.to_vec(),
            own: Vec::new(),
            check: None,
            default_algorithm: puzzles::BREADTH_FIRST.name,
            extras: Arc::new(NoExtras),
        }
    }

    /// A heuristic by name; weaker ones come first.
    #[must_use]
    pub fn heuristic<H, F>(self, name: &'static str, summary: &'static str, make: F) -> Self
    where
        H: Heuristic<P, Memo: Send + Sync> + Sync,
        F: Fn(&P) -> Result<H, CatalogueError> + Send + Sync + 'static,
    {
        self.heuristic_by(name, summary, make)
    }

    /// A heuristic by name that needs more than the puzzle in order to be made.
    #[must_use]
    pub fn heuristic_by(
        mut self,
        name: &'static str,
        summary: &'static str,
        make: impl MakeHeuristic<P> + 'static,
    ) -> Self {
        self.heuristics.push(HeuristicInfo { name, summary });
        self.led.push(Arc::new(make));
        self
    }

    /// Chooses the heuristic where none is named; by default the last one. Without a budget it is
    /// one that costs nothing to make.
    #[must_use]
    pub(crate) fn best_heuristic(mut self, best: Chooser<P>) -> Self {
        self.best_heuristic = Some(best);
        self
    }

    /// Whether many paths lead to one state, as where moves commute: a depth-first search then has a
    /// table by default. It is assumed unless set.
    #[must_use]
    pub fn paths_meet(mut self, paths_meet: bool) -> Self {
        self.paths_meet = paths_meet;
        self
    }

    /// Adds bidirectional search, for a puzzle whose goals and predecessors are known.
    #[must_use]
    pub fn bidirectional(mut self) -> Self
    where
        P: Reversible + KnownGoals,
    {
        self.algorithms.insert(puzzles::BIDIRECTIONAL_PLACE, puzzles::BIDIRECTIONAL);
        self.own.push((
            puzzles::BIDIRECTIONAL.name,
            Arc::new(|_: &P, search: &Search| puzzles::bidirectional(search)),
        ));
        self
    }

    /// Checks what a search needs of a puzzle beyond its algorithm and heuristic.
    #[must_use]
    pub(crate) fn checked(mut self, check: Condition<P>) -> Self {
        self.check = Some(check);
        self
    }

    /// Another search, by name: it stands beside the others wherever algorithms are named.
    #[must_use]
    pub fn solver(
        mut self,
        name: &'static str,
        summary: &'static str,
        build: impl Fn(&P, &Search) -> Box<dyn Solver<P>> + Send + Sync + 'static,
    ) -> Self {
        let algorithm = Algorithm {
            name,
            aliases: &[],
            summary,
            guarantee: "its author's",
            players: Players::One,
            family: Family::Own,
            ending: Ending::Always,
            options: &[],
        };
        self.algorithms.retain(|known| known.name != name);
        self.algorithms.push(algorithm);
        self.own.retain(|(known, _)| *known != name);
        self.own.push((name, Arc::new(build)));
        self
    }

    /// The algorithm that serves best if none is named.
    #[must_use]
    pub fn default_algorithm(mut self, name: &'static str) -> Self {
        self.default_algorithm = name;
        self
    }

    /// What the puzzle offers besides its rules and searches.
    #[must_use]
    pub fn extras(mut self, extras: impl Extras<P> + 'static) -> Self {
        self.extras = Arc::new(extras);
        self
    }

    fn rules(&self, settings: &Settings, text: Option<&str>) -> Result<P, CatalogueError> {
        check_names(P::NAME, P::SETTINGS, settings)?;
        P::open(settings, text).map_err(|error| CatalogueError::open(P::NAME, error))
    }

    /// The name of the heuristic that a search uses; none if it takes none or there is none.
    fn heuristic_name(
        &self,
        puzzle: &P,
        search: &Search,
        budget: Option<&Budget>,
    ) -> Result<Option<&'static str>, CatalogueError> {
        let best = match self.best_heuristic {
            Some(best) => Some(best(puzzle, search, budget)),
            None => self.heuristics.last().map(|info| info.name),
        };
        crate::heuristic::named(P::NAME, &self.heuristics, best, search)
    }

    fn run(
        &self,
        heuristic: Option<&'static str>,
        run: &mut Run,
        pending: Pending<'_, P, W>,
    ) -> Result<(), CatalogueError> {
        let place = self.heuristics.iter().position(|info| Some(info.name) == heuristic);
        match place.and_then(|place| self.led.get(place)) {
            Some(led) => led.run(run, pending),
            None => {
                pending.with(&Blind, run);
                Ok(())
            }
        }
    }
}

impl<P, W> Kit for OnePlayer<P, W>
where
    P: CataloguePuzzle,
    W: Walk<P> + Default + Send + Sync + 'static,
{
    type Rules = P;

    fn name(&self) -> &'static str {
        P::NAME
    }

    fn status(&self, puzzle: &P, state: &P::State) -> Status {
        Status::of_puzzle(puzzle, state)
    }

    fn why_unsolvable(&self, puzzle: &P, state: &P::State) -> Option<String> {
        self.extras.why_unsolvable(puzzle, state)
    }

    fn in_words(&self, puzzle: &P, mv: P::Move, language: &str) -> Option<String> {
        self.extras.in_words(puzzle, mv, language)
    }

    fn algorithms(&self) -> &[Algorithm] {
        &self.algorithms
    }

    fn check(&self, puzzle: &P, _: &P::State, search: &Search) -> Result<(), CatalogueError> {
        search.check()?;
        crate::algorithm::named(P::NAME, Players::One, &self.algorithms, search.algorithm.name)?;
        let name = self.heuristic_name(puzzle, search, None)?;
        let place = self.heuristics.iter().position(|info| Some(info.name) == name);
        if let Some(led) = place.and_then(|place| self.led.get(place)) {
            led.check(puzzle)?;
        }
        self.check.map_or(Ok(()), |check| check(puzzle, search))
    }

    fn may_cycle(&self, _: &Search) -> bool {
        false
    }

    fn solve(
        &self,
        puzzle: &P,
        state: &P::State,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        let heuristic = self.heuristic_name(puzzle, search, Some(budget))?;
        let question = Question {
            game: P::NAME,
            position: puzzle.state_text(state),
            algorithm: search.algorithm.name,
            heuristic,
        };
        if !search.is_on(o::EXHAUST)
            && let Some(reason) = self.why_unsolvable(puzzle, state)
        {
            return Ok(Report::unsolvable(question, reason));
        }
        let own = self.own.iter().find(|(name, _)| *name == search.algorithm.name);
        let mut answer = None;
        match own {
            Some((_, build)) => {
                let solver = build(puzzle, search);
                answer = Some(solver.solve_within(puzzle, state, budget, progress));
            }
            None => {
                let (paths_meet, task) = (self.paths_meet, Task::Solve(&mut answer));
                let pending = Pending { puzzle, state, paths_meet, walk: PhantomData, task };
                self.run(heuristic, &mut Run { search, budget, progress }, pending)?;
            }
        }
        let answer = answer
            .ok_or_else(|| CatalogueError::NotOffered { game: P::NAME, what: "this algorithm" })?;
        Ok(Report::new(question, &answer, |moves| puzzle.moves_text(state, moves)))
    }

    fn move_values(
        &self,
        puzzle: &P,
        state: &P::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<MoveValues<P::Move>>, CatalogueError> {
        self.extras.move_values(puzzle, state, budget, progress)
    }

    fn certify(
        &self,
        puzzle: &P,
        state: &P::State,
        report: &Report,
        _: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        let budget = &proof_budget(budget);
        let solution = || {
            let (mut at, mut moves) = (state.clone(), Vec::new());
            for text in &report.moves {
                let mv = puzzle.parse_move(&at, text).map_err(|error| {
                    let (text, source) = (text.clone(), error.into());
                    CatalogueError::Notation { what: "a move", game: P::NAME, text, source }
                })?;
                puzzle.play(&mut at, mv);
                moves.push(mv);
            }
            Ok::<_, CatalogueError>(moves)
        };
        let (certificate, _) = match (report.outcome, report.lower_bound) {
            (Verdict::Unsolvable, _) => certify::unsolvable(puzzle, state, budget)?,
            (Verdict::Solved, _) if report.optimal => {
                certify::shortest(puzzle, state, &solution()?, budget)?
            }
            (Verdict::Solved, _) => certify::cost_at_most(puzzle, state, &solution()?, budget)?,
            (Verdict::Unknown, Some(cost @ 1..)) => {
                certify::cost_at_least(puzzle, state, cost, budget)?
            }
            (
                Verdict::Win | Verdict::Loss | Verdict::Draw | Verdict::Expected | Verdict::Unknown,
                _,
            ) => return Err(CatalogueError::NothingProved("the search found no proof")),
        };
        Ok(certificate)
    }

    fn record(
        &self,
        puzzle: &P,
        state: &P::State,
        options: &RecordOptions,
    ) -> Result<Recording, CatalogueError> {
        let (search, budget) = (&options.search, &options.budget);
        self.check(puzzle, state, search)?;
        let heuristic = self.heuristic_name(puzzle, search, None)?;
        let mut recording = None;
        let task = Task::Record(options, &mut recording);
        let paths_meet = self.paths_meet;
        let pending = Pending { puzzle, state, paths_meet, walk: PhantomData, task };
        let mut silent = tesuji_core::Silent;
        self.run(heuristic, &mut Run { search, budget, progress: &mut silent }, pending)?;
        let (game, what) = (P::NAME, "a tree of this search");
        recording.unwrap_or(Err(CatalogueError::NotOffered { game, what }))
    }

    fn engine(
        self: &Arc<Self>,
        _: &P,
        _: &EngineSpec,
        _: u64,
    ) -> Result<AnyEngine, CatalogueError> {
        Err(CatalogueError::NotOffered { game: P::NAME, what: "an opponent" })
    }

    fn contest(
        &self,
        _: &P,
        _: &P::State,
        _: &[EngineSpec; 2],
        _: &Match,
        _: &mut dyn FnMut(&Score),
    ) -> Result<MatchReport, CatalogueError> {
        Err(CatalogueError::NotOffered { game: P::NAME, what: "matches, having one player" })
    }

    fn has_strategies(&self) -> bool {
        self.extras.has_strategies()
    }

    fn strategy(
        &self,
        puzzle: &P,
        state: &P::State,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        self.extras.strategy(puzzle, state, search, budget, progress)
    }

    fn count_values(
        &self,
        _: &P,
        _: &P::State,
        _: &Budget,
        _: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError> {
        Err(CatalogueError::NotOffered { game: P::NAME, what: "values for two players" })
    }
}

impl<P, W> GameEntry for Arc<OnePlayer<P, W>>
where
    P: CataloguePuzzle,
    W: Walk<P> + Default + Send + Sync + 'static,
{
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn aliases(&self) -> &'static [&'static str] {
        P::ALIASES
    }

    fn summary(&self) -> &'static str {
        P::SUMMARY
    }

    fn players(&self) -> Players {
        Players::One
    }

    fn notation(&self) -> &'static str {
        P::NOTATION
    }

    fn settings(&self) -> &'static [Setting] {
        P::SETTINGS
    }

    fn heuristics(&self) -> &[HeuristicInfo] {
        &self.heuristics
    }

    fn algorithms(&self) -> &[Algorithm] {
        &self.algorithms
    }

    fn default_algorithm(&self) -> Algorithm {
        let best = self.algorithms.iter().find(|one| one.name == self.default_algorithm);
        best.copied().unwrap_or(puzzles::BREADTH_FIRST)
    }

    fn check_settings(
        &self,
        settings: &Settings,
        position: Option<&str>,
    ) -> Result<(), CatalogueError> {
        // A file names more settings than a user may.
        P::open(settings, position).map(drop).map_err(|error| CatalogueError::open(P::NAME, error))
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
        checker.check_puzzle::<P>(reader, watch)
    }

    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<Shuffled, CatalogueError> {
        let rules = self.rules(settings, None)?;
        let (state, moves) = self.extras.shuffle(&rules, shuffle, USUAL_WALK, seed)?;
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
        self.extras.generate(settings, options, seed, budget, progress)
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        match self.extras.enumerate(of, settings, budget, progress) {
            Err(CatalogueError::NotOffered { .. }) => {
                let is_size = |text: &str| text.parse::<BoardSize>().is_ok();
                let has_size = P::SETTINGS.iter().any(|setting| setting.name == "size");
                let puzzle = match of {
                    Some(size) if has_size && is_size(size) => {
                        self.rules(&settings.clone().with("size", size), None)?
                    }
                    Some(text) => {
                        let puzzle = self.rules(settings, of)?;
                        let read = puzzle.parse_state(text);
                        read.map_err(|error| CatalogueError::position(P::NAME, text, error))?;
                        puzzle
                    }
                    None => self.rules(settings, None)?,
                };
                space(&puzzle, budget, progress)
            }
            report => report,
        }
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
        self.extras.build_databases(settings, heuristic, databases, anew, budget, progress)
    }

    fn one_per_distance(
        &self,
        settings: &Settings,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<AnyPosition>, CatalogueError> {
        let rules = self.rules(settings, None)?;
        let states = self.extras.one_per_distance(&rules, seed, budget, progress)?;
        let place = |state| Placed::boxed(self, rules.clone(), state);
        Ok(states.into_iter().map(place).collect())
    }

    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        self.extras.warm_up(databases, budget)
    }
}

/// Counts the states by distance from the goal, where all moves can be taken back.
fn space<P: CataloguePuzzle>(
    puzzle: &P,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<SpaceReport, CatalogueError> {
    let started = Instant::now();
    let goal = match puzzle.undirected_goals().as_deref() {
        Some([goal]) => goal.clone(),
        _ => {
            let what = "distances from a goal: it names no single goal from which moves lead back";
            return Err(CatalogueError::NotOffered { game: P::NAME, what });
        }
    };
    let count = reachable(puzzle, &goal, budget, progress);
    let (states, distances) = (count.total(), count.layers);
    let sum: u64 =
        (0..).zip(&distances).map(|(distance, states): (u64, _)| distance * states).sum();
    Ok(SpaceReport {
        game: P::NAME,
        settings: puzzle.settings(),
        size: puzzle.state_text(&puzzle.initial()),
        goal: puzzle.state_text(&goal),
        states,
        mean: count.limit.is_none().then(|| sum as f64 / states as f64),
        branching: None,
        farthest: Vec::new(),
        distances,
        seconds: started.elapsed().as_secs_f64(),
        peak_bytes: count.stats.peak_bytes,
        limit: count.limit.map(|limit| limit.to_string()),
    })
}

impl<P, W> IntoEntry for OnePlayer<P, W>
where
    P: CataloguePuzzle,
    W: Walk<P> + Default + Send + Sync + 'static,
{
    fn into_entry(self) -> Arc<dyn GameEntry> {
        Arc::new(Arc::new(self))
    }
}
