//! Entries of puzzles.

use std::io::Read;
use std::sync::Arc;

use tesuji_certificate::{Certificate, Checked, Checker, Entry, Rejection};
use tesuji_core::{
    Answer, Blind, BoardSize, Budget, Cost, Heuristic, KnownGoals, ObservableSolver, Progress,
    Puzzle, Reversible, Rules, Settings, Silent, Solver,
};
use tesuji_uninformed::Bidirectional;

use crate::about::About;
use crate::algorithms::puzzles::{self, Setup, ToAnswer};
use crate::bounds::CataloguePuzzle;
use crate::certificates::proof_budget;
use crate::entry::{GameEntry, OwnSearch, builder_methods};
use crate::options as o;
use crate::position::Kit;
use crate::report::{Question, Verdict};
use crate::tree::{Recording, record_puzzle};
use crate::workers::reachable_states;
use crate::{
    Algorithm, CatalogueError, DistributedSearch, Extras, HeuristicInfo, IntoEntry, Players,
    RecordOptions, Report, Search, SpaceReport, Status, algorithms, certify, record,
};

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
    Record(&'a RecordOptions, &'a mut Option<Recording>),
}

/// A search of the table that is to be run, but for its heuristic.
struct Pending<'a, P: Puzzle> {
    puzzle: &'a P,
    state: &'a P::State,
    paths_meet: bool,
    task: Task<'a, P>,
}

impl<P: CataloguePuzzle> WithHeuristic<P> for Pending<'_, P> {
    fn with<H>(self, heuristic: &H, run: &mut Run)
    where
        H: Heuristic<P, Memo: Send + Sync> + Sync,
    {
        let Pending { puzzle, state, paths_meet, task, .. } = self;
        match task {
            Task::Record(options, recording) => {
                *recording = record::puzzle(puzzle, state, options, heuristic, paths_meet);
            }
            Task::Solve(answer) => {
                let setup = Setup { heuristic, search: run.search, paths_meet };
                let rows = puzzles::rows::<P, H, ToAnswer>();
                let row = rows.iter().find(|(one, _)| one.name == run.search.algorithm.name);
                *answer = row.map(|(_, build)| {
                    build(&setup).solve_within(puzzle, state, run.budget, run.progress)
                });
            }
        }
    }
}

/// A heuristic by name, its type hidden.
trait Led<P: Puzzle>: Send + Sync {
    fn run(&self, run: &mut Run, pending: Pending<'_, P>) -> Result<(), CatalogueError>;

    fn check(&self, puzzle: &P) -> Result<(), CatalogueError>;
}

impl<P, M> Led<P> for M
where
    P: CataloguePuzzle,
    M: MakeHeuristic<P>,
{
    fn run(&self, run: &mut Run, pending: Pending<'_, P>) -> Result<(), CatalogueError> {
        self.make(pending.puzzle, run, pending)
    }

    fn check(&self, puzzle: &P) -> Result<(), CatalogueError> {
        MakeHeuristic::check(self, puzzle)
    }
}

/// A search that is not in the table.
type Own<P> = OwnSearch<P, dyn Solver<P>>;

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
/// let puzzle = catalogue.game("8-puzzle")?;
/// let position = puzzle.open(Some("631752048"), &Default::default())?;
/// let search = puzzle.search("ida*")?;
/// let report = position.solve(&search, &tesuji_core::Budget::unlimited(), &mut tesuji_core::Silent)?;
/// assert_eq!(report.length, Some(10));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub struct OnePlayer<P: CataloguePuzzle> {
    about: About<P>,
    led: Vec<Arc<dyn Led<P>>>,
    best_heuristic: Option<Chooser<P>>,
    paths_meet: bool,
    own: Vec<Own<P>>,
    check: Option<Condition<P>>,
}

impl<P: CataloguePuzzle> Default for OnePlayer<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: CataloguePuzzle> OnePlayer<P> {
    /// The entry with the defaults: no heuristic, and breadth-first search, which finds the fewest
    /// moves. Where [moves cost more than 1](Puzzle::has_unit_costs), name `uniform-cost` or `a*`
    /// by [`default_algorithm`](Self::default_algorithm) to find the cheapest.
    #[must_use]
    pub fn new() -> Self {
        let mut about = About::new(Players::One, puzzles::BREADTH_FIRST.name);
        about.info.algorithms = puzzles::ALL.to_vec();
        OnePlayer {
            about,
            led: Vec::new(),
            best_heuristic: None,
            paths_meet: true,
            own: Vec::new(),
            check: None,
        }
    }

    builder_methods!(P, Players::One, Solver, ObservableSolver, record_puzzle);

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
        self.about.info.heuristics.push(HeuristicInfo { name, summary });
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
        let place = puzzles::BIDIRECTIONAL_PLACE;
        self.about.info.algorithms.insert(place, puzzles::BIDIRECTIONAL);
        self.observable_algorithm(puzzles::BIDIRECTIONAL, |_, _| Bidirectional)
    }

    /// Checks what a search needs of a puzzle beyond its algorithm and heuristic.
    #[must_use]
    pub(crate) fn checked(mut self, check: Condition<P>) -> Self {
        self.check = Some(check);
        self
    }

    fn add(mut self, own: Own<P>) -> Self {
        let algorithm = own.algorithm;
        let algorithms = &mut self.about.info.algorithms;
        match algorithms.iter_mut().find(|known| known.name == algorithm.name) {
            Some(known) => *known = algorithm,
            None => algorithms.push(algorithm),
        }
        self.own.retain(|known| known.algorithm.name != algorithm.name);
        self.own.push(own);
        self
    }

    fn own(&self, algorithm: &Algorithm) -> Option<&Own<P>> {
        self.own.iter().find(|own| own.algorithm.name == algorithm.name)
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
            None => self.about.info.heuristics.last().map(|info| info.name),
        };
        crate::heuristic::named(self.about.info.name, &self.about.info.heuristics, best, search)
    }

    fn run(
        &self,
        heuristic: Option<&'static str>,
        run: &mut Run,
        pending: Pending<'_, P>,
    ) -> Result<(), CatalogueError> {
        match self.about.place_of_heuristic(heuristic).and_then(|place| self.led.get(place)) {
            Some(led) => led.run(run, pending),
            None => {
                pending.with(&Blind, run);
                Ok(())
            }
        }
    }
}

impl<P> Kit for OnePlayer<P>
where
    P: CataloguePuzzle,
{
    type Rules = P;

    const WALK: u32 = 1000;

    fn about(&self) -> &About<P> {
        &self.about
    }

    fn status(&self, puzzle: &P, state: &P::State) -> Status {
        Status::of_puzzle(puzzle, state)
    }

    fn costs(&self, puzzle: &P, state: &P::State) -> Vec<Cost> {
        let mut costs: Vec<Cost> =
            puzzle.moves(state).into_iter().map(|mv| puzzle.cost(state, mv)).collect();
        if costs.iter().all(|&cost| cost == 1) {
            costs.clear();
        }
        costs
    }

    fn unit_costs(&self, puzzle: &P) -> Option<bool> {
        Some(puzzle.has_unit_costs())
    }

    fn check(&self, puzzle: &P, search: &Search) -> Result<(), CatalogueError> {
        search.check()?;
        let info = &self.about.info;
        algorithms::named(info.name, Players::One, &info.algorithms, search.algorithm.name)?;
        let name = self.heuristic_name(puzzle, search, None)?;
        let place = self.about.place_of_heuristic(name);
        if let Some(led) = place.and_then(|place| self.led.get(place)) {
            led.check(puzzle)?;
        }
        self.check.map_or(Ok(()), |check| check(puzzle, search))
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
            game: self.about.info.name,
            position: puzzle.state_text(state),
            algorithm: search.algorithm.name,
            heuristic,
        };
        if !search.is_on(o::EXHAUST)
            && let Some(reason) = self.about.extras.why_unsolvable(puzzle, state)
        {
            return Ok(Report::unsolvable(question, reason));
        }
        let mut answer = None;
        match self.own(&search.algorithm) {
            Some(own) => {
                let solver = (own.build)(puzzle, search);
                answer = Some(solver.solve_within(puzzle, state, budget, progress));
            }
            None => {
                let (paths_meet, task) = (self.paths_meet, Task::Solve(&mut answer));
                let pending = Pending { puzzle, state, paths_meet, task };
                self.run(heuristic, &mut Run { search, budget, progress }, pending)?;
            }
        }
        let answer = answer.ok_or_else(|| self.about.lacks("this algorithm"))?;
        Ok(Report::new(question, &answer, |moves| puzzle.moves_text(state, moves)))
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

    fn can_record(&self, algorithm: &Algorithm) -> bool {
        match self.own(algorithm) {
            Some(own) => own.record.is_some(),
            None => record::is_recorded(algorithm),
        }
    }

    fn record(
        &self,
        puzzle: &P,
        state: &P::State,
        options: &RecordOptions,
    ) -> Result<Option<Recording>, CatalogueError> {
        let (search, budget) = (&options.search, &options.budget);
        if let Some(own) = self.own(&search.algorithm) {
            return Ok(own.record.as_ref().map(|record| record(puzzle, state, options)));
        }
        let heuristic = self.heuristic_name(puzzle, search, None)?;
        let mut recording = None;
        let (paths_meet, task) = (self.paths_meet, Task::Record(options, &mut recording));
        let pending = Pending { puzzle, state, paths_meet, task };
        self.run(heuristic, &mut Run { search, budget, progress: &mut Silent }, pending)?;
        Ok(recording.map(|recording| Recording { heuristic, ..recording }))
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        let own = match self.about.extras.enumerate(of, settings, workers, budget, progress) {
            Err(error @ CatalogueError::NotOffered { .. }) => error,
            report => return report,
        };
        let puzzle = self.space_rules(of, settings)?;
        match space(&puzzle, workers, budget, progress) {
            // The game itself knows why several workers are of no use.
            Err(CatalogueError::NotOffered { .. }) if workers.is_some() => Err(own),
            report => report,
        }
    }

    fn certify_space(
        &self,
        of: Option<&str>,
        report: &SpaceReport,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        if report.limit.is_some() {
            return Err(CatalogueError::NothingProved("the enumeration is not complete"));
        }
        let open = |text| {
            let opened = P::open(&report.settings, text);
            opened.map_err(|error| CatalogueError::open(self.about.info.name, error))
        };
        // The settings name the board and its goal, or else the text the states that are connected.
        let mut puzzle = open(None)?;
        if puzzle.undirected_goals().is_none() {
            puzzle = open(of)?;
        }
        let (start, within) = (puzzle.initial(), &proof_budget(budget));
        let made = certify::distances(&puzzle, &start, &report.distances, within);
        made.map(|(certificate, _)| certificate)
            .map_err(|rejection| CatalogueError::from(rejection).of_making())
    }

    fn check_certificate(
        &self,
        checker: &Checker,
        reader: &mut dyn Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        checker.check_puzzle::<P>(reader, watch)
    }
}

impl<P: CataloguePuzzle> OnePlayer<P> {
    /// The rules whose space is that `of` the size or position.
    fn space_rules(&self, of: Option<&str>, settings: &Settings) -> Result<P, CatalogueError> {
        let is_size = |text: &str| text.parse::<BoardSize>().is_ok();
        let has_size = P::SETTINGS.iter().any(|setting| setting.name == "size");
        match of {
            Some(size) if has_size && is_size(size) => {
                self.about.rules(&settings.clone().with("size", size), None)
            }
            Some(text) => {
                let puzzle = self.about.rules(settings, of)?;
                let read = puzzle.parse_state(text);
                let name = self.about.info.name;
                read.map_err(|error| CatalogueError::position(name, text, error))?;
                Ok(puzzle)
            }
            None => self.about.rules(settings, None),
        }
    }
}

/// Counts the states by distance from the goal, where all moves can be taken back.
fn space<P: CataloguePuzzle>(
    puzzle: &P,
    workers: Option<&DistributedSearch>,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<SpaceReport, CatalogueError> {
    let goals = puzzle.undirected_goals();
    let Some([goal]) = goals.as_deref() else {
        let what = "distances from a goal: it names no single goal from which moves lead back";
        return Err(CatalogueError::NotOffered { game: P::NAME, what });
    };
    let count = reachable_states(puzzle, goal, workers, budget, progress)?;
    let (states, limit) = (count.total(), count.limit);
    let sum: u64 =
        (0..).zip(&count.layers).map(|(distance, states): (u64, _)| distance * states).sum();
    Ok(SpaceReport {
        game: P::NAME,
        settings: puzzle.settings(),
        size: puzzle.state_text(&puzzle.initial()),
        goal: puzzle.state_text(goal),
        states,
        mean: limit.is_none().then(|| sum as f64 / states as f64),
        branching: None,
        farthest: Vec::new(),
        distances: count.layers,
        seconds: count.elapsed.as_secs_f64(),
        peak_bytes: count.stats.peak_bytes,
        limit: limit.map(|limit| limit.to_string()),
    })
}

impl<P> IntoEntry for OnePlayer<P>
where
    P: CataloguePuzzle,
{
    fn into_entry(self) -> Arc<dyn GameEntry> {
        Arc::new(Arc::new(self))
    }
}
