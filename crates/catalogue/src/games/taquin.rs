//! The sliding-tile puzzle as an entry.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{
    Budget, KnownGoals, Limit, Meter, NamedGame, Notation, Progress, Ranked, Settings, Silent,
};
use tesuji_taquin::{
    Board, LinearConflict, Manhattan, Misplaced, Partition, Taquin, WalkingDistance, Word,
};
use tesuji_uninformed::{Enumeration, Incomplete};

use crate::about::check_names;
use crate::databases::Databases;
use crate::extras::{MAX_WALK_WITH_MOVES, ShuffledState};
use crate::games::tile_databases::{self, MirrorWord, TileDatabases, TileHeuristic};
use crate::{
    CatalogueError, DatabaseReport, DistributedSearch, Extras, GameEntry, IntoEntry, MakeHeuristic,
    OnePlayer, Run, Search, Shuffle, SpaceReport, WithHeuristic,
};

const NAME: &str = "taquin";

/// The pattern databases, with what they take.
const DATABASES: [(&str, &str); 4] = [
    ("pdb:5-5-5", "pattern databases of 4x4, 0.8 MB, built at once"),
    ("pdb:6-6-3", "pattern databases of 4x4, 5.8 MB, built in a second"),
    ("pdb:7-8", "pattern databases of 4x4, 288 MB, built in half a minute with 0.3 GB"),
    ("pdb:6-6-6-6", "pattern databases of 5x5, 255 MB, built in half a minute"),
];

/// Pattern databases by the name of their partition.
struct ByDatabases(&'static str);

impl ByDatabases {
    fn partition<W: Word>(&self, taquin: &Taquin<W>) -> Result<Partition, CatalogueError> {
        let found = tile_databases::partition(taquin, self.0)?;
        found.ok_or(CatalogueError::NotOffered { game: NAME, what: "databases for it" })
    }
}

impl<W: MirrorWord> MakeHeuristic<Taquin<W>> for ByDatabases {
    fn make(
        &self,
        taquin: &Taquin<W>,
        run: &mut Run,
        then: impl WithHeuristic<Taquin<W>>,
    ) -> Result<(), CatalogueError> {
        let (partition, kept) = (self.partition(taquin)?, &run.search.databases);
        let tables =
            TileDatabases::get(taquin, self.0, &partition, kept, run.budget, run.progress)?;
        match tables.heuristic() {
            TileHeuristic::Upright(sum) => then.with(&sum, run),
            TileHeuristic::Both(both) => then.with(&both, run),
        }
        Ok(())
    }

    fn check(&self, taquin: &Taquin<W>) -> Result<(), CatalogueError> {
        self.partition(taquin).map(drop)
    }
}

/// The rows' and columns' tables; refused without building anything where they would be too large.
/// The latest ones are kept, for the next position with the same size and goal.
#[derive(Default)]
struct ByWalkingDistance {
    made: Mutex<Vec<(Settings, WalkingDistance)>>,
}

impl ByWalkingDistance {
    /// How many tables are kept.
    const KEPT: usize = 8;

    fn get<W: Word>(&self, taquin: &Taquin<W>) -> Result<WalkingDistance, CatalogueError> {
        let rules = taquin.settings();
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = made.iter().find(|(known, _)| *known == rules) {
            return Ok(tables.clone());
        }
        let tables = walking_distance(taquin)?;
        made.truncate(Self::KEPT - 1);
        made.insert(0, (rules, tables.clone()));
        Ok(tables)
    }
}

impl<W: Word> MakeHeuristic<Taquin<W>> for ByWalkingDistance {
    fn make(
        &self,
        taquin: &Taquin<W>,
        run: &mut Run,
        then: impl WithHeuristic<Taquin<W>>,
    ) -> Result<(), CatalogueError> {
        then.with(&self.get(taquin)?, run);
        Ok(())
    }

    fn check(&self, taquin: &Taquin<W>) -> Result<(), CatalogueError> {
        if taquin.cells() > 16 { walking_distance(taquin).map(drop) } else { Ok(()) }
    }
}

fn walking_distance<W: Word>(taquin: &Taquin<W>) -> Result<WalkingDistance, CatalogueError> {
    WalkingDistance::new(taquin).map_err(|error| CatalogueError::Heuristic {
        name: "walking-distance",
        source: error.into(),
    })
}

/// The strongest heuristic for the size: of those in databases where a budget is known.
fn best<W: MirrorWord>(
    taquin: &Taquin<W>,
    search: &Search,
    budget: Option<&Budget>,
) -> &'static str {
    let databases = budget.and_then(|budget| tile_databases::best(taquin, search, budget));
    let at_once = if taquin.cells() <= 16 { "walking-distance" } else { "linear-conflict" };
    databases.unwrap_or(at_once)
}

/// The sliding-tile puzzle: boards of up to 16 cells in a word of 64 bits, larger ones in 128.
#[must_use]
pub fn taquin() -> Arc<dyn GameEntry> {
    taquin_in::<u64>().or(taquin_in::<u128>())
}

/// The sliding-tile puzzle by a name that says the size of the board.
pub(super) fn sized_taquin(
    name: &'static str,
    size: &str,
    summary: &'static str,
) -> Arc<dyn GameEntry> {
    let small = taquin_in::<u64>().called(name, summary).default_setting("size", size);
    small.or(taquin_in::<u128>().called(name, summary).default_setting("size", size))
}

/// The sliding-tile puzzle on the boards that fit a word.
#[must_use]
pub fn taquin_in<W: MirrorWord>() -> OnePlayer<Taquin<W>> {
    let entry = OnePlayer::new()
        .heuristic("misplaced", "tiles that are not in place", |_| Ok(Misplaced))
        .heuristic(
            "manhattan",
            "the distance of each tile from its goal cell in rows and columns",
            |taquin| Ok(Manhattan::new(taquin)),
        )
        .heuristic(
            "linear-conflict",
            "manhattan, plus two for each tile that must leave its line to let another pass",
            |taquin| Ok(LinearConflict::new(taquin)),
        )
        .heuristic_by(
            "walking-distance",
            "fewest moves by rows plus fewest by columns, from a table; boards of up to 16 cells",
            ByWalkingDistance::default(),
        );
    let entry = DATABASES
        .into_iter()
        .fold(entry, |entry, (name, summary)| entry.heuristic_by(name, summary, ByDatabases(name)));
    entry
        .best_heuristic(best)
        .paths_meet(false)
        .bidirectional()
        .default_algorithm("ida*")
        .extras(Tiles)
}

fn too_large<W: Word>(taquin: &Taquin<W>, hint: &'static str) -> CatalogueError {
    let (size, states) = (taquin.board_size().to_string(), taquin.wide_state_count().to_string());
    CatalogueError::TooLarge { size, states, hint }
}

fn open<W: Word>(settings: &Settings) -> Result<Taquin<W>, CatalogueError> {
    check_names(NAME, Taquin::<W>::SETTINGS, settings)?;
    Taquin::open(settings, None).map_err(|error| CatalogueError::open(NAME, error))
}

/// The rules in the word that has a 64-bit ranking.
fn ranked(settings: &Settings, hint: &'static str) -> Result<Taquin<u64>, CatalogueError> {
    open::<u64>(settings).or_else(|_| Err(too_large(&open::<u128>(settings)?, hint)))
}

struct Tiles;

/// How many of the farthest boards are listed.
const LISTED: usize = 20;

/// The rules of boards that can be enumerated.
fn enumerable(of: Option<&str>, settings: &Settings) -> Result<Taquin<u64>, CatalogueError> {
    let settings = match of {
        Some(size) => settings.clone().with("size", size),
        None => settings.clone(),
    };
    ranked(&settings, "boards of up to 16 cells can be enumerated, given the memory")
}

fn space_report(
    taquin: &Taquin<u64>,
    distances: Vec<u64>,
    farthest: &[u64],
    (elapsed, peak_bytes): (Duration, usize),
    limit: Option<Limit>,
) -> SpaceReport {
    let states = distances.iter().sum();
    let sum: f64 = (0u32..).zip(&distances).map(|(d, &n)| f64::from(d) * n as f64).sum();
    let text = |&rank: &u64| taquin.state_text(&taquin.unrank(rank));
    SpaceReport {
        game: NAME,
        settings: taquin.settings(),
        size: taquin.board_size().to_string(),
        goal: taquin.state_text(&taquin.goal()),
        states,
        mean: limit.is_none().then(|| sum / states as f64),
        branching: Some(taquin.mean_moves()),
        farthest: farthest.iter().map(text).collect(),
        distances,
        seconds: elapsed.as_secs_f64(),
        peak_bytes,
        limit: limit.map(|limit| limit.to_string()),
    }
}

impl<W: MirrorWord> Extras<Taquin<W>> for Tiles {
    fn shuffle(
        &self,
        taquin: &Taquin<W>,
        shuffle: Shuffle,
        _: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<ShuffledState<Taquin<W>>, CatalogueError> {
        let mut random = Pcg64::seed_from_u64(seed);
        let Shuffle::Walk(steps) = shuffle else {
            return Ok((taquin.shuffle_uniform(&mut random), None));
        };
        let mut silent = Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let mut moves = (steps <= MAX_WALK_WITH_MOVES).then(Vec::new);
        let mut board = taquin.goal();
        for (slide, after) in taquin.random_walk(&mut random).take(steps as usize) {
            meter.charge(1).map_err(CatalogueError::Stopped)?;
            if let Some(moves) = &mut moves {
                moves.push(taquin.move_text(&board, slide));
            }
            board = after;
        }
        Ok((board, moves))
    }

    fn why_unsolvable(&self, taquin: &Taquin<W>, &board: &Board<W>) -> Option<String> {
        let reason = "slides keep the parity of the tiles' order, and the goal has the other";
        (!taquin.is_solvable(board)).then(|| reason.to_owned())
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        let taquin = enumerable(of, settings)?;
        #[cfg(feature = "cluster")]
        if let Some(workers) = workers {
            let shared = Arc::new(taquin.clone());
            let found = workers.enumerate(&shared, taquin.goals(), LISTED, budget, progress)?;
            let cost = (found.elapsed, found.stats.peak_bytes);
            return Ok(space_report(&taquin, found.layers, &found.deepest, cost, found.limit));
        }
        let _ = workers;
        let run =
            Enumeration::new().list_deepest(LISTED).run(&taquin, taquin.goals(), budget, progress);
        let (distances, farthest, limit) = match run.outcome {
            Ok(all) => (all.layers().to_vec(), all.deepest().to_vec(), None),
            Err(Incomplete { limit, layers }) => (layers, Vec::new(), Some(limit)),
        };
        let cost = (run.elapsed, run.stats.peak_bytes);
        Ok(space_report(&taquin, distances, &farthest, cost, limit))
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
        let names = DATABASES.iter().map(|&(name, _)| name);
        let name = names.clone().find(|name| name.eq_ignore_ascii_case(heuristic));
        let name = name.ok_or_else(|| CatalogueError::UnknownHeuristic {
            game: NAME,
            name: heuristic.to_owned(),
            known: names.collect::<Vec<_>>().join(", "),
        })?;
        // The size follows from the heuristic, unless it is given all the same.
        let side = if name == "pdb:6-6-6-6" { 5 } else { 4 };
        let settings = match settings.get("size") {
            Some(_) => settings.clone(),
            None => settings.clone().with("size", format!("{side}x{side}")),
        };
        let by_name = ByDatabases(name);
        let partition = match open::<u64>(&settings) {
            Ok(taquin) => by_name.partition(&taquin)?,
            Err(_) => by_name.partition(&open::<u128>(&settings)?)?,
        };
        tile_databases::build(name, &partition, databases, anew, budget, progress)
    }

    /// The strongest databases that take a moment to build, for both goals of fifteen tiles.
    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        for goal in ["blank-first", "blank-last"] {
            let settings = Settings::new().with("goal", goal);
            let (extras, silent): (&dyn Extras<Taquin<W>>, _) = (self, &mut Silent);
            extras.build_databases(&settings, "pdb:6-6-3", databases, false, budget, silent)?;
        }
        Ok(())
    }

    fn one_per_distance(
        &self,
        taquin: &Taquin<W>,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<Board<W>>, CatalogueError> {
        const HINT: &str = "boards of up to 10 cells will do";
        const MAX: u64 = 2_000_000;
        let small = Taquin::<u64>::open(&taquin.settings(), None);
        let small = small.map_err(|_| too_large(taquin, HINT))?;
        if small.state_count() > MAX {
            return Err(too_large(taquin, HINT));
        }
        let budget = &budget.clone().start();
        let run = Enumeration::new().run(&small, small.goals(), budget, progress);
        let distances =
            run.outcome.map_err(|incomplete| CatalogueError::Stopped(incomplete.limit))?;
        // One of each distance, every one with equal chance: the n-th that is met replaces the one
        // at hand with chance 1/n (Vitter, "Random Sampling with a Reservoir", 1985).
        let mut random = Pcg64::seed_from_u64(seed);
        let mut rungs: Vec<(u64, u64)> = vec![(0, 0); distances.layers().len()];
        let mut meter = Meter::new(budget, progress);
        for rank in 0..small.state_count() {
            if let Some(distance) = distances.distance(&small, rank) {
                // It is counted by going all the way to the goal.
                meter.charge(distance + 1).map_err(CatalogueError::Stopped)?;
                let (met, chosen) = &mut rungs[distance as usize];
                *met += 1;
                if random.random_range(0..*met) == 0 {
                    *chosen = rank;
                }
            }
        }
        let board = |(_, rank)| {
            let text = small.state_text(&small.unrank(rank));
            let read = taquin.parse_state(&text);
            read.map_err(|error| CatalogueError::position(NAME, &text, error))
        };
        rungs.into_iter().map(board).collect()
    }
}
