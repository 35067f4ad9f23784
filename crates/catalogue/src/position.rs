use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use tesuji_arena::{Match, MatchScore};
use tesuji_certificate::{Certificate, Checked, Checker, Entry, Rejection};
use tesuji_core::{
    Budget, Cost, Meter, NamedGame, Notation, Progress, Puzzle, Render, Rules, Settings, Silent,
    UnknownName, Value,
};

use crate::about::About;
use crate::certificates;
use crate::report::Question;
use crate::tables::Starts;
use crate::tree::Recording;
use crate::{
    Algorithm, AnyEngine, AnyTable, CatalogueError, CountReport, DistributedSearch, EngineSpec,
    GameReport, MatchReport, PerftReport, RecordOptions, Report, Search, SpaceReport, Status,
    StrategyReport, TableBuildReport, TableBuilders, TableDetail, ValueCounts,
};

/// A position of some game, its type hidden.
pub trait GamePosition: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The name of the rules, as the header of a certificate has it: those of a game may be another
    /// game's with fixed settings.
    fn rules_name(&self) -> &'static str;

    /// The settings under which the game has the rules of this position: with the notation they
    /// open it again.
    fn settings(&self) -> Settings;

    /// All settings of the rules, as the header of a certificate has them: also those that a user
    /// does not give, such as the heaps of the start.
    fn all_settings(&self) -> Settings;

    /// The position in the game's canonical notation.
    fn notation(&self) -> String;

    /// A drawing for a terminal.
    fn text(&self) -> String;

    /// A drawing as an SVG document.
    fn svg(&self) -> String;

    /// What can be said of the position without a search: pairs of a name and a figure.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// Whether the game goes on, and who is to move.
    fn status(&self) -> Status;

    /// Why a puzzle cannot be solved, where an argument shows it without a search.
    fn why_unsolvable(&self) -> Option<String>;

    /// Moves in words, in the order in which they are made from here, each in the game's notation.
    ///
    /// # Errors
    /// The game does not describe its moves, or a text is no legal move where it stands.
    fn in_words(&self, moves: &[String], language: &str) -> Result<Vec<String>, CatalogueError>;

    /// The legal moves in the game's notation, in the order of the rules.
    fn moves(&self) -> Vec<String>;

    /// The positions after each of the [moves](Self::moves), in the game's canonical notation.
    fn successors(&self) -> Vec<String>;

    /// What each of the [moves](Self::moves) costs; empty in a game for two players, and where each
    /// costs 1.
    fn costs(&self) -> Vec<Cost>;

    /// In a puzzle, whether every move costs 1, wherever it is made.
    fn unit_costs(&self) -> Option<bool>;

    /// Whether there are more legal moves than `count`. It looks at no more moves than it must.
    fn has_more_moves_than(&self, count: usize) -> bool;

    /// The position after a move.
    ///
    /// # Errors
    /// The text is no legal move here.
    fn after(&self, mv: &str) -> Result<AnyPosition, CatalogueError>;

    /// Another position by the same rules.
    ///
    /// # Errors
    /// The text is no position of them.
    fn elsewhere(&self, text: &str) -> Result<AnyPosition, CatalogueError>;

    /// The algorithms that can be asked about this position, in the order in which they are taught.
    fn algorithms(&self) -> &[Algorithm];

    /// Whether a search from here can be done as the options say: what [`solve`](Self::solve)
    /// looks at first.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn check(&self, search: &Search) -> Result<(), CatalogueError>;

    /// Whether a search from here may go on for ever unless the budget ends it, because play can go
    /// in cycles that the search does not detect.
    fn may_cycle(&self, search: &Search) -> bool;

    /// Searches from here. The report names the limit that was reached, if any.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn solve(
        &self,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError>;

    /// What each move comes to for the player who makes it, with the plies to the end from here, in
    /// the order of the rules, if the game has a table with them.
    ///
    /// # Errors
    /// A limit was reached.
    fn move_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<Vec<(String, Value)>>, CatalogueError>;

    /// Makes a certificate of what `report`, the report on a search from here, says is proved, and
    /// checks it.
    ///
    /// # Errors
    /// Nothing is proved, or a certificate would be too large.
    fn certify(
        &self,
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>;

    /// Makes a certificate that the position is semi-strongly solved, and checks it: the values of all
    /// positions that can be reached while one of the players plays as well as can be are proved.
    ///
    /// # Errors
    /// The game has one player, its positions can repeat, or a certificate would be too large.
    fn certify_semi_strong(
        &self,
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>;

    /// Records the tree of a search from here.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn record(&self, options: &RecordOptions) -> Result<Recording, CatalogueError>;

    /// An engine for the game of this position, whose random choices follow from the seed.
    ///
    /// # Errors
    /// The game has one player, or the engine cannot play it.
    fn engine(&self, spec: &EngineSpec, seed: u64) -> Result<AnyEngine, CatalogueError>;

    /// Plays a match of two engines, and calls `progress` after every pair of games. The pairs begin
    /// from the positions `openings`, in the game's notation, in turn; from here if there are none.
    ///
    /// # Errors
    /// The game has one player, an engine cannot play it, or an opening is not valid.
    fn contest(
        &self,
        players: &[EngineSpec; 2],
        settings: &Match,
        openings: &[String],
        progress: &mut dyn FnMut(&MatchScore, [GameReport; 2]),
    ) -> Result<MatchReport, CatalogueError>;

    /// Whether the game offers whole strategies.
    fn has_strategies(&self) -> bool;

    /// The best strategy from here for the player to move, against the adversary of the options.
    ///
    /// # Errors
    /// The game offers none, or a limit was reached.
    fn strategy(
        &self,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError>;

    /// Counts the lines of exactly `depth` moves from here, by their first move.
    fn perft(
        &self,
        depth: u32,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> PerftReport;

    /// Counts the complete games from here, of any length, by their first move.
    ///
    /// # Errors
    /// Play can go on for ever, there are more than can be counted, or a limit was reached.
    fn complete_games(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<PerftReport, CatalogueError>;

    /// Counts the positions that can be reached from here, by the fewest moves to them. `workers` do
    /// it, or this thread.
    ///
    /// # Errors
    /// There are workers, and they cannot do it or the rules have no
    /// [`pack`](tesuji_core::Rules::pack).
    fn count(
        &self,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<CountReport, CatalogueError>;

    /// Makes a certificate of a complete count from here, and checks it.
    ///
    /// # Errors
    /// The count is not complete, or it cannot be checked within the budget.
    fn certify_count(
        &self,
        report: &CountReport,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>;

    /// Finds out what each position that can be reached from here is worth, and counts the values.
    ///
    /// # Errors
    /// The game has one player, or a limit was reached.
    fn count_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError>;

    /// Builds the table of all positions that can be reached from here, in a file. If a limit ends it,
    /// the layers that are finished stay in a directory beside the file, from which the same call
    /// goes on.
    ///
    /// Threads do it, or workers; the file is the same. That of workers is written by process 0: the
    /// others return `None`. They solve all games in memory, and leave no layers.
    ///
    /// # Errors
    /// The game has one player, a limit was reached, a file cannot be read or written, or the workers
    /// cannot do it.
    fn build_table(
        &self,
        table: (&Path, TableDetail),
        by: TableBuilders,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<TableBuildReport>, CatalogueError>;
}

impl fmt::Debug for dyn GamePosition + '_ {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("GamePosition");
        out.field("game", &self.game()).field("notation", &self.notation()).finish()
    }
}

/// A position of whatever game.
pub type AnyPosition = Box<dyn GamePosition>;

/// What an entry does with the positions of its game: one for games, one for puzzles. What only two
/// players can do is an error by default.
pub(crate) trait Kit: Send + Sync + 'static {
    /// The rules.
    type Rules: NamedGame<State: Send + Sync> + Clone + Send + Sync + 'static;

    /// The number of random moves from the initial state to a shuffled one, unless it is given.
    const WALK: u32;

    fn about(&self) -> &About<Self::Rules>;

    fn status(&self, rules: &Self::Rules, state: &State<Self>) -> Status;

    /// See [`GamePosition::costs`].
    fn costs(&self, _: &Self::Rules, _: &State<Self>) -> Vec<Cost> {
        Vec::new()
    }

    /// See [`GamePosition::unit_costs`].
    fn unit_costs(&self, _: &Self::Rules) -> Option<bool> {
        None
    }

    /// See [`GamePosition::check`].
    fn check(&self, rules: &Self::Rules, search: &Search) -> Result<(), CatalogueError>;

    /// See [`GamePosition::may_cycle`].
    fn may_cycle(&self, _: &Self::Rules, _: &Search) -> bool {
        false
    }

    fn solve(
        &self,
        rules: &Self::Rules,
        state: &State<Self>,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError>;

    fn certify(
        &self,
        rules: &Self::Rules,
        state: &State<Self>,
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>;

    /// See [`GamePosition::certify_semi_strong`].
    fn certify_semi_strong(
        &self,
        _: &Self::Rules,
        _: &State<Self>,
        _: &Report,
        _: &Search,
        _: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        Err(self.about().lacks("values for two players"))
    }

    fn can_record(&self, algorithm: &Algorithm) -> bool;

    /// Records the tree of a search; none if no observer can watch it.
    fn record(
        &self,
        rules: &Self::Rules,
        state: &State<Self>,
        options: &RecordOptions,
    ) -> Result<Option<Recording>, CatalogueError>;

    fn engine(
        self: &Arc<Self>,
        _: &Self::Rules,
        _: &EngineSpec,
        _: u64,
    ) -> Result<AnyEngine, CatalogueError> {
        Err(self.about().lacks("an opponent"))
    }

    fn contest(
        &self,
        _: &Self::Rules,
        _: &[State<Self>],
        _: &[EngineSpec; 2],
        _: &Match,
        _: &mut dyn FnMut(&MatchScore, [GameReport; 2]),
    ) -> Result<MatchScore, CatalogueError> {
        Err(self.about().lacks("matches, having one player"))
    }

    fn count_values(
        &self,
        _: &Self::Rules,
        _: &State<Self>,
        _: &mut Meter,
    ) -> Result<ValueCounts, CatalogueError> {
        Err(self.about().lacks("values for two players"))
    }

    fn build_table(
        &self,
        _: (&Self::Rules, &State<Self>),
        _: (&Path, TableDetail),
        _: TableBuilders,
        _: &Budget,
        _: &mut dyn Progress,
    ) -> Result<Option<TableBuildReport>, CatalogueError> {
        Err(self.about().lacks("tables of values for two players"))
    }

    /// The starts are the settings of their rules and their texts.
    fn build_tables(
        &self,
        _: Starts,
        _: (&Path, TableDetail),
        _: usize,
        _: &Budget,
        _: &mut dyn Progress,
    ) -> Result<TableBuildReport, CatalogueError> {
        Err(self.about().lacks("tables of values for two players"))
    }

    fn open_table(&self, _: &Path) -> Result<AnyTable, CatalogueError> {
        Err(self.about().lacks("tables of values for two players"))
    }

    /// See [`GameEntry::enumerate`](crate::GameEntry::enumerate).
    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        self.about().extras.enumerate(of, settings, workers, budget, progress)
    }

    /// See [`GameEntry::certify_space`](crate::GameEntry::certify_space).
    fn certify_space(
        &self,
        _of: Option<&str>,
        _report: &SpaceReport,
        _budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        Err(self.about().lacks("distances from a goal"))
    }

    /// See [`GameEntry::check_certificate`](crate::GameEntry::check_certificate).
    fn check_certificate(
        &self,
        checker: &Checker,
        reader: &mut dyn Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection>;
}

/// A position made at random.
#[derive(Debug)]
pub struct Shuffled {
    /// The position.
    pub position: AnyPosition,
    /// The moves of a walk, from the goal to the position; none if it was not made by a walk, or by
    /// one of more than a million moves.
    pub moves: Option<Vec<String>>,
}

pub(crate) type State<K> = <<K as Kit>::Rules as Rules>::State;
pub(crate) type Move<K> = <<K as Kit>::Rules as Rules>::Move;

impl Status {
    /// The status of a puzzle.
    pub(crate) fn of_puzzle<P: Puzzle>(puzzle: &P, state: &P::State) -> Self {
        if puzzle.is_goal(state) { Status::Solved } else { Status::Unsolved }
    }
}

/// The settings of rules that a user may give: what follows from the position, such as the heaps of
/// the start, is left out.
pub(crate) fn given_settings<R: NamedGame>(rules: &R) -> Settings {
    let given = |name: &str| R::SETTINGS.iter().any(|setting| setting.name == name);
    rules.settings().iter().filter(|(name, _)| given(name)).collect()
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// Why a position is no opening.
#[derive(Debug, thiserror::Error)]
#[error("the game is over there")]
struct OverAlready;

/// A state with its rules and its entry.
pub(crate) struct Placed<K: Kit> {
    kit: Arc<K>,
    /// Shared by the positions of a game: they may be some kilobytes.
    rules: Arc<K::Rules>,
    state: State<K>,
}

impl<K: Kit> Placed<K> {
    pub(crate) fn boxed(
        kit: &Arc<K>,
        rules: impl Into<Arc<K::Rules>>,
        state: State<K>,
    ) -> AnyPosition {
        Box::new(Placed { kit: Arc::clone(kit), rules: rules.into(), state })
    }

    /// Reads a position; without a text it is the initial one.
    pub(crate) fn read(
        kit: &Arc<K>,
        rules: impl Into<Arc<K::Rules>>,
        text: Option<&str>,
    ) -> Result<AnyPosition, CatalogueError> {
        let rules = rules.into();
        let state = match text {
            None => rules.initial(),
            Some(text) => rules
                .parse_state(text)
                .map_err(|error| CatalogueError::position(kit.about().info.name, text, error))?,
        };
        Ok(Self::boxed(kit, rules, state))
    }

    /// The certificate, or why there is none: a proof that ran out of time lacks what a certificate
    /// is made of, and a position that is read as another one is not the one that was proved.
    fn certificate(
        &self,
        budget: &Budget,
        made: Result<Certificate, CatalogueError>,
    ) -> Result<Certificate, CatalogueError> {
        let Err(CatalogueError::Certificate(_)) = made else { return made };
        if let Err(limit) = Meter::new(budget, &mut Silent).look() {
            return Err(CatalogueError::Stopped(limit));
        }
        let read = self.rules.parse_state(&self.notation());
        if read.is_ok_and(|state| state != self.state) {
            let what = "the rules read the text of the position as another one (laws::notation)";
            return Err(CatalogueError::NothingProved(what));
        }
        made.map_err(CatalogueError::of_making)
    }

    fn read_move(&self, state: &State<K>, text: &str) -> Result<Move<K>, CatalogueError> {
        self.rules.parse_move(state, text).map_err(|error| {
            let (text, source) = (text.to_owned(), error.into());
            CatalogueError::Notation {
                what: "a move",
                game: self.kit.about().info.name,
                text,
                source,
            }
        })
    }
}

impl<K: Kit> GamePosition for Placed<K> {
    fn game(&self) -> &'static str {
        self.kit.about().info.name
    }

    fn settings(&self) -> Settings {
        given_settings(&*self.rules)
    }

    fn rules_name(&self) -> &'static str {
        <K::Rules as NamedGame>::NAME
    }

    fn all_settings(&self) -> Settings {
        self.rules.settings()
    }

    fn notation(&self) -> String {
        self.rules.state_text(&self.state)
    }

    fn text(&self) -> String {
        self.rules.text(&self.state)
    }

    fn svg(&self) -> String {
        self.rules.svg(&self.state)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        self.rules.facts(&self.state)
    }

    fn status(&self) -> Status {
        self.kit.status(&self.rules, &self.state)
    }

    fn why_unsolvable(&self) -> Option<String> {
        self.kit.about().extras.why_unsolvable(&self.rules, &self.state)
    }

    fn in_words(&self, moves: &[String], language: &str) -> Result<Vec<String>, CatalogueError> {
        let language = language.parse().map_err(|error: UnknownName| CatalogueError::Setting {
            what: "language",
            text: language.to_owned(),
            source: error.into(),
        })?;
        let mut state = self.state.clone();
        let words = moves.iter().map(|text| {
            let mv = self.read_move(&state, text)?;
            self.rules.play(&mut state, mv);
            let about = self.kit.about();
            let words = about.extras.in_words(&self.rules, mv, language);
            words.ok_or_else(|| about.lacks("moves in words"))
        });
        words.collect()
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.rules.moves(&self.state);
        moves.into_iter().map(|mv| self.rules.move_text(&self.state, mv)).collect()
    }

    fn successors(&self) -> Vec<String> {
        let (rules, state) = (&self.rules, &self.state);
        let after = |mv| rules.state_text(&rules.successor(state, mv));
        rules.moves(state).into_iter().map(after).collect()
    }

    fn costs(&self) -> Vec<Cost> {
        self.kit.costs(&self.rules, &self.state)
    }

    fn unit_costs(&self) -> Option<bool> {
        self.kit.unit_costs(&self.rules)
    }

    fn has_more_moves_than(&self, count: usize) -> bool {
        let mut left = count;
        let visited = self.rules.visit_moves(&self.state, |_| match left.checked_sub(1) {
            Some(fewer) => {
                left = fewer;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
        visited.is_break()
    }

    fn after(&self, mv: &str) -> Result<AnyPosition, CatalogueError> {
        let state = self.rules.successor(&self.state, self.read_move(&self.state, mv)?);
        Ok(Self::boxed(&self.kit, Arc::clone(&self.rules), state))
    }

    fn elsewhere(&self, text: &str) -> Result<AnyPosition, CatalogueError> {
        Self::read(&self.kit, Arc::clone(&self.rules), Some(text))
    }

    fn algorithms(&self) -> &[Algorithm] {
        &self.kit.about().info.algorithms
    }

    fn check(&self, search: &Search) -> Result<(), CatalogueError> {
        self.kit.check(&self.rules, search)
    }

    fn may_cycle(&self, search: &Search) -> bool {
        self.kit.may_cycle(&self.rules, search)
    }

    fn solve(
        &self,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        self.check(search)?;
        let report = match self.kit.solve(&self.rules, &self.state, search, budget, progress) {
            // What the search rests on, such as a pattern database, was not ready in time.
            Err(CatalogueError::Stopped(limit)) => {
                let (game, position) = (self.game(), self.notation());
                let algorithm = search.algorithm.name;
                let question = Question { game, position, algorithm, heuristic: None };
                Report::stopped(question, limit)
            }
            report => report?,
        };
        Ok(Report { settings: self.settings(), unit_costs: self.unit_costs(), ..report })
    }

    fn move_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<Vec<(String, Value)>>, CatalogueError> {
        let extras = &self.kit.about().extras;
        let values = extras.move_values(&self.rules, &self.state, budget, progress)?;
        let text = |(mv, value)| (self.rules.move_text(&self.state, mv), value);
        Ok(values.map(|values| values.into_iter().map(text).collect()))
    }

    fn certify(
        &self,
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        let made = self.kit.certify(&self.rules, &self.state, report, search, budget);
        self.certificate(budget, made)
    }

    fn certify_semi_strong(
        &self,
        report: &Report,
        search: &Search,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        let (rules, state) = (&self.rules, &self.state);
        let made = self.kit.certify_semi_strong(rules, state, report, search, budget);
        self.certificate(budget, made)
    }

    fn record(&self, options: &RecordOptions) -> Result<Recording, CatalogueError> {
        self.check(&options.search)?;
        if options.search.threads() < 2
            && let Some(recording) = self.kit.record(&self.rules, &self.state, options)?
        {
            return Ok(recording);
        }
        let algorithms = self.kit.about().info.algorithms.iter();
        let known = algorithms.filter(|one| self.kit.can_record(one)).map(|one| one.name);
        let (search, known) = (options.search.to_string(), known.collect::<Vec<_>>().join(", "));
        Err(CatalogueError::NotRecorded { search, known })
    }

    fn engine(&self, spec: &EngineSpec, seed: u64) -> Result<AnyEngine, CatalogueError> {
        self.kit.engine(&self.rules, spec, seed)
    }

    fn contest(
        &self,
        players: &[EngineSpec; 2],
        settings: &Match,
        openings: &[String],
        progress: &mut dyn FnMut(&MatchScore, [GameReport; 2]),
    ) -> Result<MatchReport, CatalogueError> {
        let rules = &self.rules;
        let read = |text: &String| {
            let state = rules.parse_state(text);
            let state =
                state.map_err(|error| CatalogueError::position(self.game(), text, error))?;
            match self.kit.status(rules, &state) {
                Status::Finished(_) => {
                    Err(CatalogueError::position(self.game(), text, OverAlready))
                }
                _ => Ok(state),
            }
        };
        let mut starts = openings.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if starts.is_empty() {
            starts.push(self.state.clone());
        }
        let named: BTreeMap<_, _> = self.settings().iter().map(owned).collect();
        let mut progress = |score: &MatchScore, games: [GameReport; 2]| {
            progress(score, games.map(|game| GameReport { settings: named.clone(), ..game }));
        };
        let score = self.kit.contest(rules, &starts, players, settings, &mut progress)?;
        Ok(MatchReport::new(self, players, settings, &score))
    }

    fn has_strategies(&self) -> bool {
        self.kit.about().extras.has_strategies()
    }

    fn strategy(
        &self,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        self.check(search)?;
        let extras = &self.kit.about().extras;
        extras.strategy(&self.rules, &self.state, search, budget, progress)
    }

    fn perft(
        &self,
        depth: u32,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> PerftReport {
        let work = (depth, threads);
        let report = PerftReport::of_moves(&*self.rules, &self.state, work, budget, progress);
        PerftReport { game: self.game(), settings: self.settings(), ..report }
    }

    fn complete_games(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<PerftReport, CatalogueError> {
        let game = self.game();
        let report =
            PerftReport::of_complete_games(game, &*self.rules, &self.state, budget, progress)?;
        Ok(PerftReport { settings: self.settings(), ..report })
    }

    fn count(
        &self,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<CountReport, CatalogueError> {
        let report = CountReport::new(&*self.rules, &self.state, workers, budget, progress)?;
        Ok(CountReport { game: self.game(), settings: self.settings(), ..report })
    }

    fn certify_count(
        &self,
        report: &CountReport,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        if report.limit.is_some() {
            return Err(CatalogueError::NothingProved("the count is not complete"));
        }
        let (rules, state) = (&self.rules, &self.state);
        let made = certificates::reachable(&*self.kit, rules, state, &report.by_ply, budget);
        self.certificate(budget, made)
    }

    fn count_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError> {
        let meter = &mut Meter::new(budget, progress);
        self.kit.count_values(&self.rules, &self.state, meter)
    }

    fn build_table(
        &self,
        table: (&Path, TableDetail),
        by: TableBuilders,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<TableBuildReport>, CatalogueError> {
        self.kit.build_table((&self.rules, &self.state), table, by, budget, progress)
    }
}
