//! The tables of several starts in one file.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tesuji_core::{Game, Limit, Meter, NamedGame, Settings};

use crate::directory::{Directory, Part, Totals, rules_sum};
use crate::error::Written;
use crate::folder::{lock, parts_directory, remove_directory};
use crate::heading::{Detail, Heading};
use crate::in_turn::by_threads;
use crate::key::{ByRank, Numbering};
use crate::solved::SolvedGame;
use crate::verify::{IN_MEMORY, TableStats, TableValues};
use crate::{TableError, directory};

/// The memory for the blocks of one of the tables.
const CACHE_BYTES: usize = 4 << 20;

/// The memory for the tables that are open.
const OPEN_BYTES: usize = 32 << 20;

/// The tables of several starts in one file, in which the one of a position is found by its rules.
///
/// A directory in the file says where the tables of which rules are; of its tables, those that were
/// used last are open. They and their blocks take about 32 MiB at most, whatever the size of the file.
pub struct SolvedGames<G: Game, N: Numbering<G> = ByRank> {
    path: PathBuf,
    heading: Heading,
    totals: Totals,
    bytes: u64,
    memory: usize,
    directory: Mutex<Directory>,
    /// Those used last, the latest one first.
    open: Mutex<VecDeque<Opened<G, N>>>,
}

/// A table that is open, with its position in the file.
type Opened<G, N> = (u64, Arc<SolvedGame<G, N>>);

impl<G: Game + NamedGame, N: Numbering<G>> SolvedGames<G, N> {
    /// Whether the file has the tables of several starts.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn is_at(path: impl AsRef<Path>) -> Result<bool, TableError> {
        Directory::is_at(path.as_ref())
    }

    /// Opens the tables in a file.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or does not have tables of this game. Each table is checked
    /// when it is used.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let path = path.as_ref().to_owned();
        let directory = Directory::open(&path)?;
        let (heading, totals) = (directory.heading.clone(), directory.totals.clone());
        let (found, expected) = (heading.game.clone(), G::NAME);
        if found != expected {
            return Err(TableError::OtherGame { found, expected });
        }
        if (&*heading.keys, &*heading.method) != (N::NAME, N::METHOD)
            || !(1..=totals.starts).contains(&totals.parts)
        {
            return Err(directory.wrong());
        }
        let (bytes, memory) = (directory.bytes, directory.memory());
        let (directory, open) = (Mutex::new(directory), Mutex::default());
        Ok(SolvedGames { path, heading, totals, bytes, memory, directory, open })
    }

    /// The heading of the first start, with the number of positions of all tables.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// The number of starts that the file was built for.
    pub fn starts(&self) -> u64 {
        self.totals.starts
    }

    /// The number of tables: some starts share one.
    pub fn parts(&self) -> u64 {
        self.totals.parts
    }

    /// The layers with their numbers of positions in all tables, the first one first.
    pub fn layers(&self) -> Vec<(u32, u64)> {
        self.totals.layers.iter().map(|(&layer, &positions)| (layer, positions)).collect()
    }

    /// The number of blocks of all tables.
    pub fn block_count(&self) -> usize {
        self.totals.blocks
    }

    /// The size of the file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.bytes
    }

    /// The most bytes that the directory and the open tables take in memory, about.
    pub fn max_memory(&self) -> usize {
        OPEN_BYTES + self.memory
    }

    /// The first table of these rules that has the position; `None` if there is none.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn find(
        &self,
        game: &G,
        state: &G::State,
    ) -> Result<Option<Arc<SolvedGame<G, N>>>, TableError> {
        let settings = game.settings();
        let parts = self.directory().of_rules(rules_sum(G::NAME, &settings))?;
        for part in parts {
            let table = self.part(&part)?;
            if table.heading().settings == settings && table.value(state)?.is_some() {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// Opens a table, or takes it from those that are open.
    fn part(&self, part: &Part) -> Result<Arc<SolvedGame<G, N>>, TableError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = open.iter().position(|(start, _)| *start == part.start)
            && let Some(opened) = open.remove(place)
        {
            let table = Arc::clone(&opened.1);
            open.push_front(opened);
            return Ok(table);
        }
        let table = Arc::new(self.open_part(part)?);
        let mut bytes = table.max_memory();
        open.retain(|(_, other)| {
            bytes += other.max_memory();
            bytes <= OPEN_BYTES
        });
        open.push_front((part.start, Arc::clone(&table)));
        Ok(table)
    }

    fn open_part(&self, part: &Part) -> Result<SolvedGame<G, N>, TableError> {
        let table = SolvedGame::<G, N>::open_part(&self.path, Some(part.range()), CACHE_BYTES)?;
        let Heading { settings, positions, detail, .. } = table.heading();
        let is_right = rules_sum(G::NAME, settings) == part.rules
            && (*positions, *detail) == (part.positions, self.heading.detail);
        if is_right { Ok(table) } else { Err(self.directory().wrong()) }
    }

    /// Calls `visit` with each table, in the order of the file.
    fn visit(
        &self,
        mut visit: impl FnMut(SolvedGame<G, N>) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let blocks = self.directory().blocks();
        for block in 0..blocks {
            let parts = self.directory().block(block)?;
            parts.iter().try_for_each(|part| visit(self.open_part(part)?))?;
        }
        Ok(())
    }

    /// Checks every byte of the file and every value, as [`SolvedGame::verify`] does, by `threads`
    /// threads, and returns the number of positions. Each thread has a table of its own, unless that
    /// is too large to be verified in memory.
    ///
    /// # Errors
    /// The first thing that is wrong in one of the tables; or a limit was reached.
    pub fn verify(&self, threads: usize, meter: &mut Meter) -> Result<u64, TableError>
    where
        G: Game<State: Sync> + Send + Sync,
    {
        meter.to_expand = Some(self.heading.positions);
        let (blocks, found) = {
            let mut directory = self.directory();
            directory.check()?;
            (directory.blocks(), Mutex::new(Totals::default()))
        };
        let Heading { settings, start, .. } = &self.heading;
        let (game, state) = open_start::<G>(settings, start)?;
        if self.find(&game, &state)?.is_none() {
            let position = start.clone();
            return Err(TableError::Missing { position, why: "its first start" });
        }
        for block in 0..blocks {
            let parts = self.directory().block(block)?;
            let by_all = |part: &Part| part.positions > IN_MEMORY || parts.len() < threads;
            for part in parts.iter().filter(|part| by_all(part)) {
                let table = self.open_part(part)?;
                add(&mut found.lock().unwrap_or_else(PoisonError::into_inner), &table);
                table.verify_blocks(threads, meter)?;
            }
            let work = |(): &mut (), number: usize, meter: &mut Meter| {
                if by_all(&parts[number]) {
                    return Ok(());
                }
                let table = self.open_part(&parts[number])?;
                add(&mut found.lock().unwrap_or_else(PoisonError::into_inner), &table);
                table.verify_blocks(1, meter).map(drop)
            };
            let left = meter.bytes_left();
            let others = left - left / threads.max(1);
            meter.set_aside(others, |meter| {
                (by_threads(meter, threads, parts.len(), || Ok(()), work), 0)
            })?;
        }
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if found != (Totals { starts: 0, ..self.totals.clone() }) {
            return Err(self.directory().wrong());
        }
        Ok(self.heading.positions)
    }

    /// Counts the positions of each value, and finds one whose win or loss takes longest, with its
    /// table.
    ///
    /// # Errors
    /// The file cannot be read or is damaged, or a limit was reached.
    pub fn stats(&self, meter: &mut Meter) -> Result<GamesStats<G, N>, TableError> {
        meter.to_expand = Some(self.heading.positions);
        let (mut all, mut longest) =
            (TableStats { wins: Vec::new(), losses: Vec::new(), draws: 0, longest: None }, None);
        self.visit(|table| {
            let TableStats { wins, losses, draws, longest: own } = table.count(meter)?;
            add_counts(&mut all.wins, &wins);
            add_counts(&mut all.losses, &losses);
            all.draws += draws;
            let plies = |(_, value, _): &(_, tesuji_core::Value, _)| value.plies();
            if own.as_ref().map(plies) > all.longest.as_ref().map(plies) {
                (all.longest, longest) = (own, Some(table));
            }
            Ok(())
        })?;
        Ok((all, longest))
    }

    /// The value of every position, in the order of the file.
    ///
    /// # Errors
    /// The file cannot be read or is damaged, or a limit was reached.
    pub fn values(&self, meter: &mut Meter) -> Result<TableValues, TableError> {
        let positions = usize::try_from(self.heading.positions).map_err(|_| Limit::Memory)?;
        self.directory().check()?;
        let mut values = TableValues::with_room(positions, meter)?;
        self.visit(|table| table.add_values(&mut values, meter))?;
        Ok(values)
    }

    /// The texts of at most `count` positions in the order of the file, from the one of index `first`
    /// on.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn texts(&self, first: u64, count: u64) -> Result<Vec<String>, TableError> {
        let end = first.saturating_add(count);
        self.directory().check()?;
        let (mut texts, mut index) = (Vec::new(), 0u64);
        let blocks = self.directory().blocks();
        for block in 0..blocks {
            let parts = self.directory().block(block)?;
            for part in parts {
                let begin = index;
                index = index.saturating_add(part.positions);
                if index > first && begin < end {
                    let table = self.open_part(&part)?;
                    let from = first.saturating_sub(begin);
                    let states = table.states(from, end - begin - from)?;
                    texts.extend(states.iter().map(|state| table.game().state_text(state)));
                }
            }
        }
        Ok(texts)
    }

    fn directory(&self) -> MutexGuard<'_, Directory> {
        self.directory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The counts of all tables, and the table that has the longest win or loss.
pub type GamesStats<G, N> = (
    TableStats<<G as tesuji_core::Rules>::State, <G as tesuji_core::Rules>::Move>,
    Option<SolvedGame<G, N>>,
);

fn add_counts(all: &mut Vec<u64>, more: &[u64]) {
    all.resize(all.len().max(more.len()), 0);
    all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
}

/// Counts a table.
fn add<G: Game + NamedGame, N: Numbering<G>>(totals: &mut Totals, table: &SolvedGame<G, N>) {
    totals.parts += 1;
    totals.blocks += table.block_count();
    for (layer, positions) in table.layers() {
        *totals.layers.entry(layer).or_default() += positions;
    }
}

/// Builds the tables of several starts, each with all its settings and its text, and writes them to
/// one file; `build` writes the table of one, whose values have the given `detail`. A start that is
/// in the table of an earlier start of the same rules is stored once.
///
/// Up to `threads` threads build tables at the same time; the file is the same. If a limit ends the
/// build, the finished tables stay in a directory beside `path`
/// ([`parts_directory`]), and the same call continues with them.
///
/// # Complexity
/// That of `build` for each start. Memory is divided among the threads; a table that needs more is
/// built alone afterwards. The disk holds twice the file.
///
/// # Errors
/// A limit was reached, a file cannot be read or written, a start cannot be opened or lacks a setting,
/// or the directory has the tables of another build.
///
/// # Panics
/// If there are no starts.
pub fn build_games<G, N>(
    starts: &[(Settings, String)],
    (path, detail): (&Path, Detail),
    build: impl Fn(&G, &G::State, &Path, &mut Meter) -> Result<(), TableError> + Sync,
    threads: usize,
    meter: &mut Meter,
) -> Result<(), TableError>
where
    G: Game + NamedGame,
    N: Numbering<G>,
{
    let folder = parts_directory(path);
    let _lock = lock(&folder, meter)?;
    fs::create_dir_all(&folder).map_err(|source| failed(&folder, source))?;
    let sum = |start: &usize| rules_sum(G::NAME, &starts[*start].0);
    let mut order: Vec<(u64, usize)> =
        (0..starts.len()).map(|start| (sum(&start), start)).collect();
    order.sort_unstable();
    let groups: Vec<&[(u64, usize)]> = order.chunk_by(|one, other| one.0 == other.0).collect();
    let threads = threads.min(groups.len()).max(1);
    let job = Job { starts, folder: &folder, detail, build: &build };
    let done = Mutex::new((Vec::new(), Vec::new()));
    let work = |(): &mut (), number: usize, meter: &mut Meter| {
        let built = job.group::<N, G>(groups[number], meter);
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        match built {
            Ok(parts) => done.0.extend(parts),
            Err(TableError::Stopped(Limit::Memory)) if threads > 1 => done.1.push(number),
            Err(error) => return Err(error),
        }
        Ok(())
    };
    let left = meter.bytes_left();
    let others = left - left / threads.max(1);
    meter.set_aside(others, |meter| {
        (by_threads(meter, threads, groups.len(), || Ok(()), work), 0)
    })?;
    let (mut built, mut too_large) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    too_large.sort_unstable();
    for number in too_large {
        built.extend(job.group::<N, G>(groups[number], meter)?);
    }
    built.sort_unstable();
    let mut totals = Totals { starts: starts.len() as u64, ..Totals::default() };
    let mut tables = Vec::new();
    for (rules, start) in built {
        let file = job.file(start);
        let table = SolvedGame::<G, N>::open(&file)?;
        add(&mut totals, &table);
        tables.push((rules, table.heading().positions, file));
    }
    let files: Vec<PathBuf> = tables.iter().map(|table| table.2.clone()).collect();
    let (game, state) = job.open(0)?;
    let positions = tables.iter().map(|table| table.1).sum();
    let heading = Heading { detail, ..Heading::new::<G, N>(&game, &state, positions) };
    meter.look()?;
    tesuji_storage::write_with::<Written>(path, |out| {
        directory::write(out, &heading, &totals, tables)
    })
    .map_err(|error| error.at(path))?;
    for file in &files {
        fs::remove_file(file).map_err(|source| failed(file, source))?;
    }
    remove_directory(&folder).map_err(|source| failed(&folder, source))
}

/// What is built.
struct Job<'a, B> {
    starts: &'a [(Settings, String)],
    folder: &'a Path,
    detail: Detail,
    build: &'a B,
}

impl<B> Job<'_, B> {
    /// Builds the tables of some starts with the same checksum of the rules; returns those that are
    /// needed.
    fn group<N: Numbering<G>, G>(
        &self,
        group: &[(u64, usize)],
        meter: &mut Meter,
    ) -> Result<Vec<(u64, usize)>, TableError>
    where
        G: Game + NamedGame,
        B: Fn(&G, &G::State, &Path, &mut Meter) -> Result<(), TableError>,
    {
        let mut parts: Vec<(u64, usize)> = Vec::new();
        'starts: for &(rules, start) in group {
            let (game, state) = self.open::<G>(start)?;
            let settings = game.settings();
            // They are opened anew, as files that stay open are limited by the system.
            for &(_, earlier) in &parts {
                let table = SolvedGame::<G, N>::open_part(&self.file(earlier), None, CACHE_BYTES)?;
                if table.heading().settings == settings && table.value(&state)?.is_some() {
                    continue 'starts;
                }
                meter.look()?;
            }
            let file = self.file(start);
            if !file.exists() {
                let left = meter.bytes_left();
                let built = (self.build)(&game, &state, &file, meter);
                meter.release(left - meter.bytes_left());
                built?;
            }
            let table = SolvedGame::<G, N>::open_part(&file, None, CACHE_BYTES)?;
            let found = table.heading();
            let new = Heading::new::<G, N>(&game, &state, found.positions);
            if *found != (Heading { detail: self.detail, ..new }) {
                return Err(TableError::OtherBuild(self.folder.to_owned()));
            }
            parts.push((rules, start));
            meter.look()?;
        }
        Ok(parts)
    }

    /// The rules and the position of a start.
    fn open<G: Game + NamedGame>(&self, start: usize) -> Result<(G, G::State), TableError> {
        let (settings, text) = &self.starts[start];
        open_start(settings, text)
    }

    /// The file of the table of a start.
    fn file(&self, start: usize) -> PathBuf {
        self.folder.join(start.to_string())
    }
}

/// The rules of these settings, which are complete, and the position.
fn open_start<G: Game + NamedGame>(
    settings: &Settings,
    text: &str,
) -> Result<(G, G::State), TableError> {
    let game = G::open(settings, Some(text)).map_err(|error| TableError::Game(error.into()))?;
    if game.settings() != *settings {
        return Err(TableError::Game("not all settings of the rules are given".into()));
    }
    let state = game.parse_state(text).map_err(|error| TableError::Game(error.into()))?;
    Ok((game, state))
}

fn failed(path: &Path, source: std::io::Error) -> TableError {
    TableError::File { path: path.to_owned(), source }
}
