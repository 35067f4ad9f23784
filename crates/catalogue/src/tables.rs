//! Tables of solved games, by name: built, opened, looked up and checked.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tesuji_core::Instant;

use tesuji_arena::{Engine, Forfeit, Turn};
use tesuji_core::{
    Budget, Game, GameAnswer, Judgement, Layered, Meter, NamedGame, Progress, Render, Settings,
    Stats, Value, Wdl, with_sources,
};
use tesuji_table::{
    ByRank, ByText, Heading, Numbering, SolvedGame, SolvedGames, TableError, TableStats,
    build_by_layers, build_games, build_in_memory, build_outcomes_by_layers, write_values,
};

use crate::position::given_settings;
use crate::report::Question;
use crate::{CatalogueError, CatalogueGame, DistributedSearch, Report, Verdict};

pub use tesuji_table::{Detail as TableDetail, TableValues, layers_directory, parts_directory};

/// The table of a solved game in a file, or those of several starts, the type of the game hidden.
pub trait SolvedTable: Send + Sync {
    /// What the table is of, and its size.
    fn info(&self) -> TableInfo;

    /// The name of the rules, and the settings that a user gives them.
    fn rules(&self) -> (&'static str, Settings);

    /// The most bytes that the index and the pages take in memory.
    fn max_memory(&self) -> usize;

    /// Looks a position up; without a text it is the start of the table.
    ///
    /// # Errors
    /// The text is not a position of the game, or the table does not have it, or the file is damaged.
    fn query(&self, position: Option<&str>) -> Result<TableReport, CatalogueError>;

    /// What the table says of a position, as the report of a search would.
    ///
    /// # Errors
    /// As [`query`](Self::query).
    fn solve(&self, position: &str) -> Result<Report, CatalogueError>;

    /// Checks every byte of the file, and every value against those of the successors by the rules
    /// alone, by `threads` threads; returns the number of positions.
    ///
    /// # Errors
    /// The first thing that is wrong, or the limit that was reached.
    fn verify(
        &self,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<u64, CatalogueError>;

    /// Counts the positions of each value, and finds one whose win or loss takes longest.
    ///
    /// # Errors
    /// The file is damaged, or a limit was reached.
    fn stats(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableStatsReport, CatalogueError>;

    /// The value of every position, in the order of the file.
    ///
    /// # Errors
    /// The file is damaged, or a limit was reached.
    fn values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableValues, CatalogueError>;

    /// At most `count` positions in the game's notation, in the order of the file from the one of
    /// index `first` on.
    ///
    /// # Errors
    /// The file is damaged.
    fn positions(&self, first: u64, count: u64) -> Result<Vec<String>, CatalogueError>;
}

impl fmt::Debug for dyn SolvedTable + '_ {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("SolvedTable").field(&self.info()).finish()
    }
}

/// A table of whatever game.
pub type AnyTable = Box<dyn SolvedTable>;

/// What a table is of, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableInfo {
    /// The name of the game.
    pub game: String,
    /// The settings that the rules are opened with.
    pub settings: Settings,
    /// The position from which the others are reached; the first one of several starts.
    pub start: String,
    /// The number of starts; more than one if the file has the tables of several.
    pub starts: u64,
    /// The number of tables in the file: some starts may share one.
    pub tables: u64,
    /// How the values were computed: `layers` or `retrograde`.
    pub method: String,
    /// What identifies a position: `ranks` or `texts`.
    pub keys: String,
    /// What a value tells: `plies`, or the `outcome` alone.
    pub values: &'static str,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions of each layer, the first layer first.
    pub layers: Vec<u64>,
    /// The number of blocks of the file.
    pub blocks: usize,
    /// The size of the file.
    pub bytes: u64,
}

/// A table that was built.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableBuildReport {
    /// The table.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub table: TableInfo,
    /// Wall-clock time.
    pub seconds: f64,
    /// The peak memory of the build's tables.
    pub peak_bytes: usize,
}

/// What a table says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableReport {
    /// The name of the game.
    pub game: String,
    /// The settings of the game.
    pub settings: Settings,
    /// The position in the game's canonical notation.
    pub position: String,
    /// A drawing of the position for a terminal.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub drawing: String,
    /// The outcome for the player to move.
    pub outcome: Verdict,
    /// The distance to the win or loss in plies; `None` in a draw, and in tables of outcomes alone.
    pub length: Option<u32>,
    /// The principal variation; in a draw until a position repeats.
    pub moves: Vec<String>,
    /// All moves that keep the outcome and the distance.
    pub best_moves: Vec<String>,
    /// Each legal move with its value for the player to move, in the order of the rules.
    pub by_move: Vec<TableMove>,
}

/// The value of a move for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableMove {
    /// The move in the game's notation.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// The outcome if it is played.
    pub outcome: Verdict,
    /// The distance to the end in plies, this move included; `None` in a draw, and in tables of
    /// outcomes alone.
    pub length: Option<u32>,
}

/// The numbers of positions of each value in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableStatsReport {
    /// The name of the game.
    pub game: String,
    /// The settings of the game.
    pub settings: Settings,
    /// The numbers of positions that the player to move wins in 0, 1, 2, … plies.
    pub won: Vec<u64>,
    /// The numbers of positions that the player to move loses in 0, 1, 2, … plies.
    pub lost: Vec<u64>,
    /// The number of draws.
    pub drawn: u64,
    /// A position whose win or loss takes longest.
    pub longest: Option<LongestReport>,
}

/// A position whose win or loss takes longest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LongestReport {
    /// The position.
    pub position: String,
    /// The outcome for the player to move.
    pub outcome: Verdict,
    /// The distance in plies.
    pub length: Option<u32>,
    /// The principal variation.
    pub moves: Vec<String>,
}

/// An engine that plays from a table, and has another one play where the table ends.
pub(crate) struct TableEngine<G: Game> {
    table: Arc<dyn SolvedTable>,
    otherwise: Box<dyn Engine<G>>,
}

impl<G: Game + NamedGame> TableEngine<G> {
    /// # Errors
    /// The table is of other rules.
    pub(crate) fn check(table: &dyn SolvedTable, game: &G) -> Result<(), CatalogueError> {
        let (name, settings) = table.rules();
        if (name, &settings) == (G::NAME, &given_settings(game)) {
            return Ok(());
        }
        Err(CatalogueError::OtherTable(settings.after(name)))
    }

    pub(crate) fn new(table: Arc<dyn SolvedTable>, otherwise: Box<dyn Engine<G>>) -> Self {
        TableEngine { table, otherwise }
    }
}

/// Whether the error says that a table lacks the position.
pub(crate) fn is_outside(error: &CatalogueError) -> bool {
    let missing = matches!(error, CatalogueError::Table(TableError::Missing { .. }));
    missing || matches!(error, CatalogueError::Notation { .. })
}

impl<G: Game + NamedGame> Engine<G> for TableEngine<G> {
    fn choose(
        &mut self,
        game: &G,
        turn: &Turn<G>,
        progress: &mut dyn Progress,
    ) -> Result<GameAnswer<G::Move>, Forfeit> {
        let started = Instant::now();
        let report = match self.table.solve(&game.state_text(turn.state)) {
            Err(error) if is_outside(&error) => {
                return self.otherwise.choose(game, turn, progress);
            }
            report => report.map_err(|error| Forfeit::Failure(with_sources(&error)))?,
        };
        let read = |text: &String| game.parse_move(turn.state, text).ok();
        let best = report.best.as_ref().and_then(read);
        let plies = report.length.and_then(|plies| u32::try_from(plies).ok());
        let judgement = Judgement {
            value: report.outcome.wdl().map_or(Value::Draw, |wdl| wdl.value(plies)),
            pv: best.into_iter().collect(),
            best_moves: report.best_moves.iter().filter_map(read).collect(),
            ..Judgement::of_move(best)
        };
        Ok(GameAnswer { judgement, stats: Stats::default(), elapsed: started.elapsed() })
    }
}

/// How the tables of a game are built and opened.
pub(crate) struct Tables<G: CatalogueGame> {
    build: Build<G>,
    /// Builds one that says who wins alone.
    build_outcomes: Option<Build<G>>,
    write: Write<G>,
    build_all: BuildAll<G>,
    open: fn(&Path) -> Result<AnyTable, TableError>,
}

/// What solves the positions of a table.
#[derive(Clone, Copy)]
pub enum TableBuilders<'a> {
    /// This number of threads, if the game has layers; one otherwise.
    Threads(usize),
    /// Workers that divide the positions.
    Workers(&'a DistributedSearch),
}

/// What each start is: the settings of its rules, and its text.
pub(crate) type Starts<'a> = &'a [(Settings, String)];

type BuildAll<G> =
    fn(Starts, (&Path, TableDetail), Build<G>, usize, &mut Meter) -> Result<(), TableError>;

type Build<G> =
    fn(&G, &<G as tesuji_core::Rules>::State, &Path, usize, &mut Meter) -> Result<(), TableError>;

type Write<G> = fn(
    &G,
    &<G as tesuji_core::Rules>::State,
    &Path,
    FoundValues<G>,
    &mut Meter,
) -> Result<(), TableError>;

impl<G: CatalogueGame> Clone for Tables<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: CatalogueGame> Copy for Tables<G> {}

impl<G: CatalogueGame> Tables<G> {
    /// For any game.
    pub(crate) fn in_memory() -> Self {
        Tables {
            build: |game, state, path, _, meter| build_in_memory(game, state, path, meter),
            build_outcomes: None,
            write: write_values::<G, ByText>,
            build_all: build_all::<G, ByText>,
            open: open::<G, ByText>,
        }
    }

    /// For a game in layers.
    pub(crate) fn by_layers() -> Self
    where
        G: Layered,
    {
        Tables {
            build: build_by_layers,
            build_outcomes: Some(build_outcomes_by_layers),
            write: write_values::<G, ByRank>,
            build_all: build_all::<G, ByRank>,
            open: open::<G, ByRank>,
        }
    }

    /// `None` if another process of the `workers` writes the table.
    pub(crate) fn build(
        &self,
        (game, state): (&G, &G::State),
        (path, detail): (&Path, TableDetail),
        by: TableBuilders,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<TableBuildReport>, CatalogueError> {
        let started = Instant::now();
        let (threads, workers) = match by {
            TableBuilders::Threads(threads) => (threads, None),
            TableBuilders::Workers(workers) => (1, Some(workers)),
        };
        let build = self.build_of(detail, workers.is_some())?;
        let budget = &budget.clone().start();
        let peak_bytes = match solved(game, state, workers, budget, progress)? {
            Some(Found { values: None, .. }) => return Ok(None),
            Some(Found { values: Some(values), peak_bytes }) => {
                let meter = &mut Meter::new(budget, progress);
                let bytes = values.capacity() * size_of::<(G::State, Wdl, u32)>();
                meter.claim(bytes).map_err(CatalogueError::Stopped)?;
                (self.write)(game, state, path, values, meter)?;
                peak_bytes.max(meter.stats().peak_bytes)
            }
            None => {
                let meter = &mut Meter::new(budget, progress);
                build(game, state, path, threads, meter)?;
                meter.stats().peak_bytes
            }
        };
        let seconds = started.elapsed().as_secs_f64();
        Ok(Some(TableBuildReport { table: self.open(path)?.info(), seconds, peak_bytes }))
    }

    /// How a table of this detail is built.
    fn build_of(&self, detail: TableDetail, by_workers: bool) -> Result<Build<G>, CatalogueError> {
        let build = match (detail, by_workers) {
            (TableDetail::Plies, _) => Some(self.build),
            (TableDetail::Outcome, false) => self.build_outcomes,
            (TableDetail::Outcome, true) => None,
        };
        build.ok_or(CatalogueError::NotOffered {
            game: G::NAME,
            what: "tables of outcomes alone here: they are built by layers, by one worker",
        })
    }

    /// Builds the tables of several starts in one file.
    pub(crate) fn build_all(
        &self,
        starts: Starts,
        (path, detail): (&Path, TableDetail),
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableBuildReport, CatalogueError> {
        let started = Instant::now();
        let build = self.build_of(detail, false)?;
        let meter = &mut Meter::new(budget, progress);
        (self.build_all)(starts, (path, detail), build, threads, meter)?;
        let (seconds, peak_bytes) = (started.elapsed().as_secs_f64(), meter.stats().peak_bytes);
        Ok(TableBuildReport { table: self.open(path)?.info(), seconds, peak_bytes })
    }

    pub(crate) fn open(&self, path: &Path) -> Result<AnyTable, CatalogueError> {
        Ok((self.open)(path)?)
    }
}

/// The values of all positions.
type FoundValues<G> = Vec<(<G as tesuji_core::Rules>::State, Wdl, u32)>;

/// What workers have found: the values only at the process that has them, and the peak memory.
struct Found<G: CatalogueGame> {
    values: Option<FoundValues<G>>,
    peak_bytes: usize,
}

/// What `workers` find; `None` if there are none.
fn solved<G: CatalogueGame>(
    game: &G,
    state: &G::State,
    workers: Option<&DistributedSearch>,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Option<Found<G>>, CatalogueError> {
    #[cfg(feature = "cluster")]
    if let Some(workers) = workers {
        let game = std::sync::Arc::new(game.clone());
        let solved = workers.solve(&game, state, budget, progress)?;
        if let Some(limit) = solved.levels.limit {
            return Err(CatalogueError::Stopped(limit));
        }
        let values = (workers.process() == 0).then_some(solved.values);
        return Ok(Some(Found { values, peak_bytes: solved.levels.stats.peak_bytes }));
    }
    let _ = (game, state, workers, budget, progress);
    Ok(None)
}

fn open<G: CatalogueGame, N: Numbering<G>>(path: &Path) -> Result<AnyTable, TableError> {
    if SolvedGames::<G, N>::is_at(path)? {
        return Ok(Box::new(SolvedGames::<G, N>::open(path)?));
    }
    Ok(Box::new(SolvedGame::<G, N>::open(path)?))
}

fn build_all<G: CatalogueGame, N: Numbering<G>>(
    starts: Starts,
    table: (&Path, TableDetail),
    build: Build<G>,
    threads: usize,
    meter: &mut Meter,
) -> Result<(), TableError> {
    // Each by one thread.
    let build = |game: &G, start: &G::State, path: &Path, meter: &mut Meter| {
        build(game, start, path, 1, meter)
    };
    build_games::<G, N>(starts, table, build, threads, meter)
}

impl<G: CatalogueGame, N: Numbering<G>> SolvedTable for SolvedGame<G, N> {
    fn info(&self) -> TableInfo {
        let Heading { game, settings, start, keys, method, detail, positions } =
            self.heading().clone();
        let values = detail.name();
        let layers = self.layers().into_iter().map(|(_, positions)| positions).collect();
        let (blocks, bytes, starts, tables) = (self.block_count(), self.file_bytes(), 1, 1);
        TableInfo {
            game,
            settings,
            start,
            starts,
            tables,
            method,
            keys,
            values,
            positions,
            layers,
            blocks,
            bytes,
        }
    }

    fn rules(&self) -> (&'static str, Settings) {
        (G::NAME, given_settings(self.game()))
    }

    fn max_memory(&self) -> usize {
        SolvedGame::max_memory(self)
    }

    fn query(&self, position: Option<&str>) -> Result<TableReport, CatalogueError> {
        let game = self.game();
        let state = match position {
            None => self.start()?,
            Some(text) => game
                .parse_state(text)
                .map_err(|error| CatalogueError::position(G::NAME, text, error))?,
        };
        let position = game.state_text(&state);
        let Some(answer) = self.answer(&state)? else { return Err(outside(position)) };
        let (outcome, length) = told(answer.value);
        let move_text = |mv| game.move_text(&state, mv);
        let by_move = answer.moves.iter().map(|&(mv, value)| {
            let (outcome, length) = told(value);
            TableMove { mv: move_text(mv), outcome, length }
        });
        Ok(TableReport {
            game: self.heading().game.clone(),
            settings: self.heading().settings.clone(),
            position,
            drawing: Render::text(game, &state),
            outcome,
            length,
            moves: game.moves_text(&state, &answer.pv),
            best_moves: answer.best_moves().map(move_text).collect(),
            by_move: by_move.collect(),
        })
    }

    fn solve(&self, position: &str) -> Result<Report, CatalogueError> {
        let (game, started) = (self.game(), Instant::now());
        let state = game
            .parse_state(position)
            .map_err(|error| CatalogueError::position(G::NAME, position, error))?;
        let answer = self.answer(&state)?.ok_or_else(|| outside(game.state_text(&state)))?;
        let judgement = Judgement::from(answer);
        let answer = GameAnswer { judgement, stats: Stats::default(), elapsed: started.elapsed() };
        let question = Question {
            game: G::NAME,
            position: game.state_text(&state),
            algorithm: "table",
            heuristic: None,
        };
        let report = Report::on_game(question, &answer, |moves| game.moves_text(&state, moves));
        Ok(Report { settings: given_settings(game), ..report })
    }

    fn verify(
        &self,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<u64, CatalogueError> {
        Ok(SolvedGame::verify(self, threads, &mut Meter::new(budget, progress))?)
    }

    fn stats(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableStatsReport, CatalogueError> {
        let stats = SolvedGame::stats(self, &mut Meter::new(budget, progress))?;
        Ok(stats_report(self.heading(), stats, Some(self.game())))
    }

    fn values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableValues, CatalogueError> {
        Ok(SolvedGame::values(self, &mut Meter::new(budget, progress))?)
    }

    fn positions(&self, first: u64, count: u64) -> Result<Vec<String>, CatalogueError> {
        let states = self.states(first, count)?;
        Ok(states.iter().map(|state| self.game().state_text(state)).collect())
    }
}

/// The tables of several starts. The settings that a user gives are the same for all; the rest of the
/// rules is in the text of a position.
impl<G: CatalogueGame, N: Numbering<G>> SolvedTable for SolvedGames<G, N> {
    fn info(&self) -> TableInfo {
        let Heading { game, start, keys, method, detail, positions, .. } = self.heading().clone();
        TableInfo {
            game,
            settings: self.rules().1,
            start,
            starts: self.starts(),
            tables: self.parts(),
            method,
            keys,
            values: detail.name(),
            positions,
            layers: self.layers().into_iter().map(|(_, positions)| positions).collect(),
            blocks: self.block_count(),
            bytes: self.file_bytes(),
        }
    }

    fn rules(&self) -> (&'static str, Settings) {
        let given = |name: &str| G::SETTINGS.iter().any(|setting| setting.name == name);
        (G::NAME, self.heading().settings.iter().filter(|(name, _)| given(name)).collect())
    }

    fn max_memory(&self) -> usize {
        SolvedGames::max_memory(self)
    }

    fn query(&self, position: Option<&str>) -> Result<TableReport, CatalogueError> {
        let (table, position) = self.table_of(position)?;
        SolvedTable::query(&*table, Some(&position))
    }

    fn solve(&self, position: &str) -> Result<Report, CatalogueError> {
        let (table, position) = self.table_of(Some(position))?;
        SolvedTable::solve(&*table, &position)
    }

    fn verify(
        &self,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<u64, CatalogueError> {
        Ok(SolvedGames::verify(self, threads, &mut Meter::new(budget, progress))?)
    }

    fn stats(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableStatsReport, CatalogueError> {
        let (stats, longest) = SolvedGames::stats(self, &mut Meter::new(budget, progress))?;
        let heading = Heading { settings: self.rules().1, ..self.heading().clone() };
        Ok(stats_report(&heading, stats, longest.as_ref().map(SolvedGame::game)))
    }

    fn values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableValues, CatalogueError> {
        Ok(SolvedGames::values(self, &mut Meter::new(budget, progress))?)
    }

    fn positions(&self, first: u64, count: u64) -> Result<Vec<String>, CatalogueError> {
        Ok(self.texts(first, count)?)
    }
}

/// What finds the table of a position.
trait ManyTables<G: CatalogueGame, N: Numbering<G>> {
    /// The table that has a position, and its text; without a text it is the first start.
    fn table_of(&self, text: Option<&str>) -> Result<TableOf<G, N>, CatalogueError>;
}

type TableOf<G, N> = (Arc<SolvedGame<G, N>>, String);

impl<G: CatalogueGame, N: Numbering<G>> ManyTables<G, N> for SolvedGames<G, N> {
    fn table_of(&self, text: Option<&str>) -> Result<TableOf<G, N>, CatalogueError> {
        let (settings, text) = match text {
            None => (self.heading().settings.clone(), &*self.heading().start),
            Some(text) => (self.rules().1, text),
        };
        let game =
            G::open(&settings, Some(text)).map_err(|error| CatalogueError::open(G::NAME, error))?;
        let state = game
            .parse_state(text)
            .map_err(|error| CatalogueError::position(G::NAME, text, error))?;
        let position = game.state_text(&state);
        match self.find(&game, &state)? {
            Some(table) => Ok((table, position)),
            None => {
                let why = "which cannot be reached from any of its starts";
                Err(TableError::Missing { position, why }.into())
            }
        }
    }
}

/// The report on the values of a table; `game` is that of the longest win or loss.
fn stats_report<G: CatalogueGame>(
    heading: &Heading,
    stats: TableStats<G::State, G::Move>,
    game: Option<&G>,
) -> TableStatsReport {
    let TableStats { wins, losses, draws, longest } = stats;
    let longest = longest.zip(game).map(|((state, value, pv), game)| {
        let (outcome, length) = told(value);
        let (position, moves) = (game.state_text(&state), game.moves_text(&state, &pv));
        LongestReport { position, outcome, length, moves }
    });
    TableStatsReport {
        game: heading.game.clone(),
        settings: heading.settings.clone(),
        won: wins,
        lost: losses,
        drawn: draws,
        longest,
    }
}

/// The error that a table does not have a position.
fn outside(position: String) -> CatalogueError {
    let why = "which cannot be reached from its start";
    TableError::Missing { position, why }.into()
}

/// The outcome and the distance of a value of a table, all of which are proved.
fn told(value: Value) -> (Verdict, Option<u32>) {
    (value.wdl().map_or(Verdict::Unknown, Verdict::from), value.plies())
}
