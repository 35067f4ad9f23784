//! Positions, and the functions of the module.

use std::iter;
use std::mem;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde_json::{Value, json};
use tesuji::arena::{Match, MatchScore, Tournament, UgiEngine, UnknownFormat};
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{
    self, Algorithm, AnyPosition, Catalogue, CatalogueError, EngineSpec, Family, GameEntry,
    GenerateOptions, RecordOptions, Report, Search, Shuffle, Status, TableBuilders, TableDetail,
    TableValues, Tuned, Tuning,
};
use tesuji::certificate::{Checked, Checker, Header, Rejection};
use tesuji::core::{
    Budget, GameResult, Instant, Limit, Meter, Player, Progress, Settings, Silent, Snapshot, Stats,
    StopFlag,
};

use crate::arrays::Numbers;
use crate::error::{self, NotOfferedError};
use crate::limits::Limits;
use crate::own::{self, Own};
use crate::run::{self, Done, known};
use crate::table::{self, Table};

/// The games of the library.
pub(crate) static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::standard);

/// How often a match is reported.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Pairs of a name and a value as text: settings of a game, or options of a search.
type Pairs = Vec<(String, String)>;

/// An engine: a text, with the words of its command line and its options if it is a program.
type Contestant = (String, Vec<String>, Pairs);

/// How games are played: how many, the seed, the plies of an opening, the most plies, the threads.
type Games = (u64, u64, u32, u32, usize);

/// What a call may pass in to be called with reports.
pub(crate) type Callback = Option<Py<PyAny>>;

/// A position of a game of the library, or of rules that are a Python object. The package wraps it.
#[pyclass(frozen, module = "tesuji._native")]
pub(crate) struct Position {
    position: AnyPosition,
    entry: &'static dyn GameEntry,
    own: Option<Own>,
}

pub(crate) fn json_text(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

pub(crate) fn catalogued<T>(result: Result<T, CatalogueError>) -> PyResult<T> {
    result.map_err(|error| error::of_catalogue(&error))
}

fn game(name: &str) -> PyResult<&'static dyn GameEntry> {
    catalogued(CATALOGUE.game(name))
}

impl Position {
    fn new(position: AnyPosition, entry: &'static dyn GameEntry) -> Self {
        Position { position, entry, own: None }
    }

    /// A search of this game by its text, with more options.
    fn search(&self, text: Option<&str>, options: &Pairs) -> PyResult<Search> {
        let mut search = match text {
            Some(text) => catalogued(self.entry.search(text))?,
            None => Search::new(self.entry.default_algorithm()),
        };
        for (name, value) in options {
            catalogued(search.add(name, value).map_err(CatalogueError::from))?;
        }
        search.databases = Databases::of_user();
        search.anytime = true;
        catalogued(self.position.check(&search))?;
        Ok(search)
    }

    /// Runs work on this position.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        (limits, threads): (Limits, usize),
        progress: &Callback,
        work: impl FnOnce(
            &dyn catalogue::GamePosition,
            &Budget,
            &mut dyn Progress,
            &StopFlag,
        ) -> Result<T, CatalogueError>
        + Send,
    ) -> Done<Result<T, CatalogueError>> {
        let position = &*self.position;
        let work = |budget: &Budget, progress: &mut dyn Progress, stop: &StopFlag| {
            work(position, budget, progress, stop).map_err(|error| match error {
                CatalogueError::Stopped(Limit::Interrupted) if self.is_full() => {
                    CatalogueError::Stopped(Limit::Memory)
                }
                error => error,
            })
        };
        match &self.own {
            None => run::native(py, limits, progress.as_ref(), work),
            Some(own) => {
                let limits = (limits, threads);
                let run = || run::in_python(py, &own.table, limits, progress.as_ref(), work);
                own.at_hand(run)
            }
        }
    }
}

#[pymethods]
impl Position {
    /// A position of a game of the library; without a text the initial one.
    #[staticmethod]
    fn open(game: &str, text: Option<&str>, settings: Pairs) -> PyResult<Self> {
        let entry = self::game(game)?;
        let settings = settings.into_iter().collect();
        let position = catalogued(entry.open(text, &settings))?;
        Ok(Position::new(position, entry))
    }

    /// A position of rules that are a Python object. It is for one operation: it keeps all that the
    /// object says.
    #[staticmethod]
    fn of_rules(
        rules: &Bound<'_, PyAny>,
        start: &Bound<'_, PyAny>,
        settings: Pairs,
        never_repeats: bool,
        numbered: bool,
    ) -> PyResult<Self> {
        let table = Table::new(rules, start)?;
        if table.is_puzzle() == table.is_game() {
            let has = if table.is_puzzle() { "has" } else { "has neither" };
            let and = if table.is_puzzle() { "and" } else { "nor" };
            return Err(PyTypeError::new_err(format!(
                "{} {has} is_goal(state), as puzzles have, {and} to_move(state) and result(state), as \
                 games have: it needs one or the others",
                table::class_of(rules),
            )));
        }
        if rules.getattr_opt("play")?.is_none() {
            return Err(table::lacks(rules, "play(state, move)"));
        }
        let entry = own::entry(&table, never_repeats);
        let settings = settings.into_iter().collect();
        let own = Own { table: Arc::new(table), settings, numbered };
        let position = own.at_hand(|| entry.open(None, &Settings::new()));
        Ok(Position { position: catalogued(position)?, entry, own: Some(own) })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.position.game()
    }

    /// The name of the rules, as certificates have it: those of a game may be another game's with
    /// fixed settings.
    #[getter]
    fn rules(&self) -> &'static str {
        self.position.rules_name()
    }

    /// The settings of the game.
    #[getter]
    fn settings(&self) -> Pairs {
        let settings = self.position.settings();
        settings.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The position in the notation of its game.
    #[getter]
    fn notation(&self) -> PyResult<String> {
        self.told(|position| position.notation())
    }

    /// A drawing for a terminal.
    fn text(&self) -> PyResult<String> {
        self.told(|position| position.text())
    }

    /// A drawing as an SVG document.
    fn svg(&self) -> PyResult<String> {
        self.told(|position| position.svg())
    }

    /// What can be said of the position without a search.
    fn facts(&self) -> PyResult<Vec<(&'static str, String)>> {
        self.told(|position| position.facts())
    }

    /// Whether the position goes on, and with whom: `unsolved` or `solved`; `first` or `second` to
    /// move; how the game ended.
    fn status(&self) -> PyResult<(&'static str, Option<&'static str>)> {
        let name = |player| match player {
            Player::First => "first",
            Player::Second => "second",
        };
        let status = self.told(|position| position.status())?;
        Ok(match status {
            Status::Unsolved => ("unsolved", None),
            Status::Solved => ("solved", None),
            Status::ToMove(player) => ("to move", Some(name(player))),
            Status::Finished(GameResult::Win(player)) => ("finished", Some(name(player))),
            Status::Finished(GameResult::Draw) => ("finished", Some("draw")),
        })
    }

    /// The legal moves in the game's notation.
    fn moves(&self) -> PyResult<Vec<String>> {
        self.told(|position| position.moves())
    }

    /// The position after a move of a game of the library.
    fn after(&self, mv: &str) -> PyResult<Self> {
        let position = catalogued(self.position.after(mv))?;
        Ok(Position { position, entry: self.entry, own: self.own.clone() })
    }

    /// Moves in words of a language.
    fn in_words(&self, moves: Vec<String>, language: &str) -> PyResult<Vec<String>> {
        catalogued(self.position.in_words(&moves, language))
    }

    /// The Python object of a move by its number.
    fn move_object(&self, py: Python<'_>, number: u32) -> Option<Py<PyAny>> {
        self.own.as_ref().and_then(|own| own.table.move_object(py, number))
    }

    /// The algorithms that can be asked about this position, and the default one.
    fn algorithms(&self) -> (Vec<&'static str>, &'static str) {
        let names = self.entry.algorithms().iter().map(|one| one.name).collect();
        (names, self.entry.default_algorithm().name)
    }

    /// The names of the options that a search sets, whether it may go on for ever, whether it is by
    /// random playouts, and the names of all its options. A search that the position does not offer is
    /// an error.
    fn describe(
        &self,
        search: &str,
    ) -> PyResult<(Vec<&'static str>, bool, bool, &'static [&'static str])> {
        let search = self.search(Some(search), &Pairs::new())?;
        let by_playouts = search.algorithm.family == Family::MonteCarlo;
        let may_cycle = self.position.may_cycle(&search);
        let set = search.options().map(|(name, _)| name).collect();
        Ok((set, may_cycle, by_playouts, search.algorithm.options))
    }

    /// Searches.
    fn solve(
        &self,
        py: Python<'_>,
        search: Option<&str>,
        options: Pairs,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<String> {
        let search = self.search(search, &options)?;
        let limits = (limits, search.threads());
        let done = self.run(py, limits, &progress, |position, budget, progress, _| {
            self.solved(position, &search, budget, progress)
        });
        known(py, done, |report| json_text(&report))
    }

    /// Searches, and makes a certificate of what is proved. Returns the report and the file.
    fn prove<'py>(
        &self,
        py: Python<'py>,
        search: Option<&str>,
        options: Pairs,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<(String, Bound<'py, PyBytes>)> {
        let search = self.search(search, &options)?;
        if self.own.is_some() {
            self.check_written()?;
        }
        let limits = (limits, search.threads());
        let done = self.run(py, limits, &progress, |position, budget, progress, stop| {
            let report = self.solved(position, &search, budget, progress)?;
            // What is known by an interrupt is no reason to prove it.
            let certificate = match stop.is_raised() {
                true => Vec::new(),
                false => position.certify(&report, &search, budget)?.to_bytes(),
            };
            Ok((report, certificate))
        });
        known(py, done, |(report, file)| Ok((json_text(&report)?, PyBytes::new(py, &file))))
    }

    /// Records the tree of a search: as SVG, in the language of Graphviz, as text, as JSON.
    fn record(
        &self,
        py: Python<'_>,
        search: Option<&str>,
        options: Pairs,
        nodes: usize,
        limits: Limits,
    ) -> PyResult<(String, String, String, String)> {
        let search = self.search(search, &options)?;
        let done = self.run(py, (limits, 1), &None, |position, budget, _, _| {
            let mut options = RecordOptions::new(search);
            (options.nodes, options.budget) = (nodes, budget.clone());
            position.record(&options)
        });
        known(py, done, |recording| {
            let text = format!("{}\n{}\n", recording.outline(), recording.summary());
            Ok((recording.svg(), recording.dot(), text, json_text(&recording)?))
        })
    }

    /// Plays a match of two engines.
    fn contest(
        &self,
        py: Python<'_>,
        players: (Contestant, Contestant),
        games: Games,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<String> {
        let players = [self.engine(players.0)?, self.engine(players.1)?];
        self.play(py, players, games, limits, &progress, |position, players, settings, tell| {
            position.contest(players, settings, &[], &mut |score, _| tell(score))
        })
    }

    /// Plays a tournament of engines.
    fn tournament(
        &self,
        py: Python<'_>,
        players: Vec<Contestant>,
        format: &str,
        games: Games,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<String> {
        let format = format.parse().map_err(|error: UnknownFormat| error::value(error))?;
        let players: Vec<_> =
            players.into_iter().map(|player| self.engine(player)).collect::<PyResult<_>>()?;
        self.play(py, players, games, limits, &progress, |position, players, games, tell| {
            let settings = Tournament { format, games: games.clone() };
            let mut tell = |_, score: &MatchScore, _| tell(score);
            let mut report = catalogue::tournament(position, players, &settings, &[], &mut tell)?;
            if games.stop.is_raised() {
                // An interrupt has been raised.
                report.limit = Some(Limit::Memory.to_string());
            }
            Ok(report)
        })
    }

    /// Tunes numbers of a search by games against itself, each between two others. The lengths are
    /// the number of iterations, and that of games against the search as given in the end.
    fn tune(
        &self,
        py: Python<'_>,
        engine: &str,
        parameters: Vec<(String, f64, f64)>,
        lengths: (u64, u64),
        games: Games,
        limits: Limits,
    ) -> PyResult<String> {
        let given = catalogued(self.entry.engine(engine))?;
        let tuned = parameters.iter().map(|(name, low, high)| {
            Tuned::of_search(&given, name, [*low, *high]).map_err(error::value)
        });
        let tuned = tuned.collect::<PyResult<Vec<_>>>()?;
        let (entry, (iterations, check)) = (self.entry, lengths);
        self.play(py, [], games, limits, &None, |position, [], games, _| {
            let with = |values: &[(&str, String)]| {
                let made = entry.engine(&catalogue::engine_with(engine, values))?;
                Ok(made.limits(limits.nodes, limits.time).stop(games.stop.clone()))
            };
            let settings = Tuning { iterations, games: games.clone(), check };
            catalogue::tune(position, &tuned, &with, &settings, &[], &mut |_| {})
        })
    }

    /// Counts the reachable positions, and their values.
    fn count(
        &self,
        py: Python<'_>,
        values: bool,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<(String, Numbers)> {
        let done = self.run(py, (limits, 1), &progress, |position, budget, progress, _| {
            let mut report = position.count(None, budget, progress)?;
            if values && report.limit.is_none() {
                report.values = Some(position.count_values(budget, progress)?);
            }
            self.name_limit(&mut report.limit);
            Ok::<_, CatalogueError>(report)
        });
        known(py, done, |mut report| {
            let by_ply = mem::take(&mut report.by_ply);
            Ok((json_text(&report)?, by_ply.into()))
        })
    }

    /// Counts the sequences of `depth` moves, or the complete games.
    fn perft(
        &self,
        py: Python<'_>,
        depth: Option<u32>,
        threads: usize,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<String> {
        let done = self.run(py, (limits, threads), &progress, |position, budget, progress, _| {
            let mut report = match depth {
                Some(depth) => position.perft(depth, threads, budget, progress),
                None => position.complete_games(budget, progress)?,
            };
            self.name_limit(&mut report.limit);
            Ok(report)
        });
        known(py, done, |report| json_text(&report))
    }

    /// Builds the table of all positions that can be reached from here, in a file.
    fn build_table(
        &self,
        py: Python<'_>,
        path: PathBuf,
        threads: usize,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<String> {
        if self.own.is_some() {
            let text = "tables in files are of the library's games: values() solves all positions \
                        of rules in Python";
            return Err(NotOfferedError::new_err(text));
        }
        let done = self.run(py, (limits, 1), &progress, |position, budget, progress, _| {
            let by = TableBuilders::Threads(threads);
            position.build_table((&path, TableDetail::Plies), by, budget, progress)
        });
        known(py, done, |report| json_text(&report))
    }

    /// The value of every position that can be reached in a game for two players: the positions; 1, 0
    /// or -1 for the player to move; the distance to the end in plies, 0 in draws. A game of the
    /// library is solved by its table, in a file of this path.
    fn values(
        &self,
        py: Python<'_>,
        path: PathBuf,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<(Vec<Py<PyAny>>, Numbers, Numbers)> {
        let Some(own) = &self.own else {
            let done = self.run(py, (limits, 1), &progress, |position, budget, progress, _| {
                let by = TableBuilders::Threads(1);
                position.build_table((&path, TableDetail::Plies), by, budget, progress)?;
                let table = CATALOGUE.open_table(path)?;
                let values = table.values(budget, progress)?;
                Ok((table_positions(&*table, values.plies.len(), budget)?, values))
            });
            return known(py, done, |(positions, values)| packed(py, positions.iter(), values));
        };
        if !own.table.is_game() {
            let text = "values of all positions are those of a game for two players";
            return Err(NotOfferedError::new_err(text));
        }
        let done = self.run(py, (limits, 1), &progress, |_, budget, progress, _| {
            own.values(&mut Meter::new(budget, progress))
        });
        known(py, done, |(states, values)| {
            packed(py, states.into_iter().map(|state| own.table.object(py, state)), values)
        })
    }

    /// Checks a certificate by the rules of this position, and returns its header and the plies.
    fn verify(&self, py: Python<'_>, file: &[u8], limits: Limits) -> PyResult<String> {
        let entry = self.entry;
        let done = self.run(py, (limits, 1), &None, |_, budget, _, _| {
            Ok(entry.check_certificate(&checker(budget, limits), &mut &file[..], None))
        });
        checked(catalogued(done.into_result()?)?)
    }
}

impl Position {
    /// The report on a search.
    fn solved(
        &self,
        position: &dyn catalogue::GamePosition,
        search: &Search,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        let mut report = position.solve(search, budget, progress)?;
        self.name_limit(&mut report.limit);
        Ok(report)
    }

    /// Names the limit on memory where the positions of rules in Python, which are no table of the
    /// search, reached it.
    fn name_limit(&self, limit: &mut Option<String>) {
        if limit.is_some() && self.is_full() {
            *limit = Some(Limit::Memory.to_string());
        }
    }

    fn is_full(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.table.is_full())
    }

    /// An engine by its text, or a program by its name, words and options.
    fn engine(&self, (text, words, options): Contestant) -> PyResult<EngineSpec> {
        if words.is_empty() {
            return catalogued(self.entry.engine(&text));
        }
        if self.own.is_some() {
            return Err(NotOfferedError::new_err("programs play the games of the library alone"));
        }
        let program = options
            .into_iter()
            .fold(UgiEngine::new(words), |program, (name, value)| program.option(name, value));
        Ok(EngineSpec::program(text, program))
    }

    /// Plays games of engines by `work`, which is told how each pair of them ended.
    fn play<P: AsMut<[EngineSpec]> + AsRef<[EngineSpec]> + Send, T: Serialize + Send>(
        &self,
        py: Python<'_>,
        mut players: P,
        (games, seed, openings, max_plies, threads): Games,
        limits: Limits,
        progress: &Callback,
        work: impl FnOnce(
            &dyn catalogue::GamePosition,
            &P,
            &Match,
            &mut dyn FnMut(&MatchScore),
        ) -> Result<T, CatalogueError>
        + Send,
    ) -> PyResult<String> {
        if let Status::Finished(_) = self.told(|position| position.status())? {
            return Err(error::value("there is nothing to play: the game is over"));
        }
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let per_move = (limits.nodes, limits.time);
        let limits = Limits { nodes: None, time: None, ..limits };
        let done =
            self.run(py, (limits, threads.get()), progress, |position, _, progress, stop| {
                for engine in players.as_mut() {
                    let limited = engine.clone().limits(per_move.0, per_move.1);
                    *engine = limited.stop(stop.clone());
                }
                let mut settings = Match::new(games).seed(seed).threads(threads);
                (settings.opening_plies, settings.max_plies) = (openings, max_plies);
                settings.stop = stop.clone();
                let (started, mut told) = (Instant::now(), Duration::ZERO);
                // The nodes of the matches before this one, and of this one so far.
                let mut nodes = (0, 0);
                let mut tell = |score: &MatchScore| {
                    if score.pairs.pairs() == 1 {
                        nodes.0 += nodes.1;
                    }
                    nodes.1 = score.nodes.iter().sum();
                    let elapsed = started.elapsed();
                    if elapsed < told + REPORT_EVERY {
                        return;
                    }
                    told = elapsed;
                    let stats = Stats { generated: nodes.0 + nodes.1, ..Stats::default() };
                    progress.report(&Snapshot {
                        stats,
                        lower_bound: 0,
                        depth: None,
                        to_expand: None,
                        elapsed,
                    });
                };
                work(position, &players, &settings, &mut tell)
            });
        known(py, done, |report| json_text(&report))
    }

    /// What the position says of itself.
    fn told<T>(&self, question: impl FnOnce(&dyn catalogue::GamePosition) -> T) -> PyResult<T> {
        let Some(own) = &self.own else { return Ok(question(&*self.position)) };
        run::caught(&own.table, || question(&*self.position)).into_result()
    }

    /// Checks that the position of a certificate fits its header, which has one line for it.
    fn check_written(&self) -> PyResult<()> {
        const MAX: usize = 3000;
        let text = self.notation()?;
        if text.contains('\n') || text.len() > MAX {
            let problem = "a certificate needs positions that are written in one line of at most \
                           3000 bytes: give the rules the methods write(state) and parse(text)";
            return Err(error::value(problem));
        }
        Ok(())
    }
}

/// The positions of a table in the order of its file, within a budget.
fn table_positions(
    table: &dyn catalogue::SolvedTable,
    count: usize,
    budget: &Budget,
) -> Result<Texts, CatalogueError> {
    const TOGETHER: usize = 1 << 14;
    // What a text takes besides its bytes, here and as an object of Python.
    const TEXT_BYTES: usize = 96;
    let mut positions = Texts { text: String::new(), ends: Vec::with_capacity(count) };
    let mut progress = Silent;
    let mut meter = Meter::new(budget, &mut progress);
    for first in (0..count).step_by(TOGETHER) {
        let read = table.positions(first as u64, TOGETHER as u64)?;
        let bytes = read.iter().map(|text| 2 * text.len() + TEXT_BYTES).sum();
        let counted = meter.claim(bytes).and_then(|()| meter.charge(read.len() as u32));
        counted.map_err(CatalogueError::Stopped)?;
        for position in read {
            positions.text += &position;
            positions.ends.push(positions.text.len());
        }
    }
    Ok(positions)
}

/// Many texts in one, which is freed at once.
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }
}

/// Positions and their values, as Python takes them.
fn packed<'py, P: IntoPyObject<'py>>(
    py: Python<'py>,
    positions: impl IntoIterator<Item = P>,
    values: TableValues,
) -> PyResult<(Vec<Py<PyAny>>, Numbers, Numbers)> {
    // How many objects are made between two looks for signals.
    const TOGETHER: usize = 1 << 14;
    let mut objects = Vec::with_capacity(values.plies.len());
    for position in positions {
        if objects.len().is_multiple_of(TOGETHER) {
            py.check_signals()?;
        }
        objects.push(position.into_py_any(py)?);
    }
    Ok((objects, values.outcomes.into(), values.plies.into()))
}

/// A checker within a budget; the nodes of the limits are units of its work.
fn checker(budget: &Budget, limits: Limits) -> Checker {
    Checker::new().budget(budget.clone().nodes(limits.nodes.unwrap_or(Checker::WORK)))
}

/// What a check found, as JSON.
fn checked(found: Result<Checked, Rejection>) -> PyResult<String> {
    let Checked { header, plies, .. } =
        found.map_err(|rejection| error::of_rejection(&rejection))?;
    let mut value = header_json(&header)?;
    value["plies"] = json!(plies);
    json_text(&value)
}

fn header_json(header: &Header) -> PyResult<Value> {
    Ok(json!({
        "game": header.game,
        "settings": header.settings.iter().collect::<Vec<_>>(),
        "position": header.position,
        "claim": header.claim.to_string(),
        "proof": header.proof.to_string(),
        "entries": header.entries,
    }))
}

/// The games: names, summaries, notations, settings, heuristics, algorithms.
#[pyfunction]
pub(crate) fn games() -> PyResult<String> {
    let all = CATALOGUE.games().iter().map(|entry| {
        let info = entry.info();
        json!({
            "name": info.name,
            "aliases": info.aliases,
            "summary": info.summary,
            "players": info.players.count(),
            "notation": info.notation,
            "settings": info.settings,
            "heuristics": info.heuristics,
            "algorithms": info.algorithms.iter().map(|one| one.name).collect::<Vec<_>>(),
            "default_algorithm": entry.default_algorithm().name,
        })
    });
    json_text(&all.collect::<Vec<_>>())
}

/// The algorithms: names, summaries, guarantees, options.
#[pyfunction]
pub(crate) fn algorithms() -> PyResult<String> {
    let all = catalogue::algorithms().map(|algorithm: &Algorithm| {
        json!({
            "name": algorithm.name,
            "aliases": algorithm.aliases,
            // On the command line an option begins with hyphens.
            "summary": algorithm.summary.replace("--", ""),
            "guarantee": algorithm.guarantee,
            "players": algorithm.players.count(),
            "family": algorithm.family,
            "options": algorithm.options,
        })
    });
    json_text(&all.collect::<Vec<_>>())
}

/// The options of searches: names, the form of their values, and what they do.
#[pyfunction]
pub(crate) fn options() -> PyResult<String> {
    let all = catalogue::options::ALL.iter();
    let all = all.map(|one| {
        // On the command line an option begins with hyphens.
        json!({ "name": one.name, "value": one.value, "help": one.help.replace("--", "") })
    });
    json_text(&all.collect::<Vec<_>>())
}

/// Counts the states of a space by their distance from the goal: a report, and the numbers.
#[pyfunction]
pub(crate) fn enumerate(
    py: Python<'_>,
    game: &str,
    of: Option<&str>,
    settings: Pairs,
    limits: Limits,
    progress: Callback,
) -> PyResult<(String, Numbers)> {
    let (entry, settings) = (self::game(game)?, settings.into_iter().collect());
    let done = run::native(py, limits, progress.as_ref(), |budget, progress, _| {
        entry.enumerate(of, &settings, None, budget, progress)
    });
    known(py, done, |mut report| {
        let distances = mem::take(&mut report.distances);
        Ok((json_text(&report)?, distances.into()))
    })
}

/// A random position.
#[pyfunction]
pub(crate) fn shuffle(
    py: Python<'_>,
    game: &str,
    settings: Pairs,
    walk: Option<u32>,
    seed: u64,
) -> PyResult<Position> {
    let (entry, settings) = (self::game(game)?, settings.into_iter().collect());
    let shuffle = walk.map_or(Shuffle::Uniform, Shuffle::Walk);
    let done = run::native(py, Limits::default(), None, |budget, _, _| {
        entry.shuffle(&settings, shuffle, seed, budget)
    });
    Ok(Position::new(catalogued(done.into_result()?)?.position, entry))
}

/// A hard position; none if it was not found within that many tries.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "one for each setting of the generator")]
pub(crate) fn generate(
    py: Python<'_>,
    game: &str,
    settings: Pairs,
    min_moves: u32,
    walls: usize,
    tries: u64,
    seed: u64,
    limits: Limits,
    progress: Callback,
) -> PyResult<Option<Position>> {
    let (entry, settings) = (self::game(game)?, settings.into_iter().collect());
    let options = GenerateOptions { min_moves, walls, tries };
    let done = run::native(py, limits, progress.as_ref(), |budget, progress, _| {
        let made = entry.generate(&settings, options, seed, budget, progress)?;
        made.map(|made| entry.open(Some(&made.position), &settings)).transpose()
    });
    Ok(catalogued(done.into_result()?)?.map(|position| Position::new(position, entry)))
}

/// The nim-values of heaps under a rule: a report, and all values.
#[pyfunction]
pub(crate) fn nim_values(
    py: Python<'_>,
    rule: &str,
    heaps: usize,
    threads: usize,
    limits: Limits,
    progress: Callback,
) -> PyResult<(String, Numbers)> {
    let done = run::native(py, limits, progress.as_ref(), |budget, progress, _| {
        catalogue::nim_value_list(rule, heaps, threads, budget, progress)
    });
    known(py, done, |(report, values)| Ok((json_text(&report)?, values.into())))
}

/// A certificate of the period of nim-values, or of the values.
#[pyfunction]
pub(crate) fn certify_nim_values<'py>(
    py: Python<'py>,
    rule: &str,
    heaps: usize,
    threads: usize,
    limits: Limits,
) -> PyResult<Bound<'py, PyBytes>> {
    let done = run::native(py, limits, None, |budget, _, _| {
        catalogue::certify_nim_values(rule, heaps, threads, budget)
    });
    Ok(PyBytes::new(py, &catalogued(done.into_result()?)?.to_bytes()))
}

/// Checks a certificate of a game of the library, and returns its header and the plies. Without
/// `check`, only its header is read.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, file: &[u8], check: bool, limits: Limits) -> PyResult<String> {
    if !check {
        let header = Header::read(file).map_err(|rejection| error::of_rejection(&rejection))?;
        return json_text(&header_json(&header)?);
    }
    let done = run::native(py, limits, None, |budget, _, _| {
        CATALOGUE.verify(&checker(budget, limits), file, None)
    });
    checked(done.into_result()?)
}
