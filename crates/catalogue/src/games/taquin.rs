//! The taquin by name.

use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_certificate::Certificate;
use tesuji_core::{Blind, Budget, FromFn, KnownGoals, Meter, Notation, Progress, Ranked, Silent};
use tesuji_taquin::{
    Board, Goal, LinearConflict, Manhattan, Misplaced, Size, Taquin, WalkingDistance, Word,
    read_tiles,
};
use tesuji_uninformed::{Enumeration, Incomplete};

use crate::databases::Databases;
use crate::games::tile_databases::{self, MirrorWord, TileDatabases, TileHeuristic};
use crate::position::{Described, Named, Placed, certify_puzzle};
use crate::report::Question;
use crate::tree::Recording;
use crate::{
    AnyPosition, CatalogueError, DatabaseReport, GameEntry, HeuristicInfo, Players, RecordOptions,
    Report, SearchOptions, SettingInfo, Settings, Shuffle, Shuffled, SpaceReport, Status,
    heuristic, record, search,
};

const NAME: &str = "taquin";

const SETTINGS: &[SettingInfo] = &[
    SettingInfo { name: "size", summary: "width x height, as in 4x3; 3x3 by default" },
    SettingInfo { name: "goal", summary: "blank-first (the default), blank-last, or a position" },
];

const HEURISTICS: &[HeuristicInfo] = &[
    HeuristicInfo { name: "misplaced", summary: "tiles that are not in place" },
    HeuristicInfo { name: "manhattan", summary: "rows and columns that each tile has to go" },
    HeuristicInfo {
        name: "linear-conflict",
        summary: "manhattan, plus two for each tile that must let another pass",
    },
    HeuristicInfo {
        name: "walking-distance",
        summary: "least moves by rows and by columns, looked up; boards of up to 16 cells",
    },
    HeuristicInfo { name: "pdb:5-5-5", summary: "pattern databases of 4x4, 0.8 MB, built at once" },
    HeuristicInfo {
        name: "pdb:6-6-3",
        summary: "pattern databases of 4x4, 5.8 MB, built in a second",
    },
    HeuristicInfo {
        name: "pdb:7-8",
        summary: "pattern databases of 4x4, 288 MB, built in half a minute by 0.7 GB",
    },
    HeuristicInfo {
        name: "pdb:6-6-6-6",
        summary: "pattern databases of 5x5, 255 MB, built in half a minute",
    },
];

/// The moves of longer walks are not kept.
const MAX_TOLD: u32 = 1_000_000;

/// The rules in the word that the size needs.
enum Sized {
    Small(Taquin<u64>),
    Large(Taquin<u128>),
}

impl Sized {
    fn new(size: Size, settings: &Settings) -> Result<Self, CatalogueError> {
        let goal: Goal = settings.parse("goal")?.unwrap_or_default();
        let (width, height) = (size.width(), size.height());
        let taquin = if size.cells() <= 16 {
            Taquin::new(width, height, goal).map(Sized::Small)
        } else {
            Taquin::new(width, height, goal).map(Sized::Large)
        };
        taquin.map_err(|error| settings.error("goal", error))
    }

    /// The rules that the settings describe; 3×3 unless they say otherwise.
    fn from_settings(settings: &Settings) -> Result<Self, CatalogueError> {
        settings.check(NAME, SETTINGS)?;
        let three = || Size::new(3, 3).expect("a size there is");
        Self::new(settings.parse("size")?.unwrap_or_else(three), settings)
    }

    /// The rules in the word that has a 64-bit ranking.
    fn ranked(settings: &Settings, hint: &'static str) -> Result<Taquin<u64>, CatalogueError> {
        match Self::from_settings(settings)? {
            Sized::Small(taquin) => Ok(taquin),
            Sized::Large(taquin) => Err(too_large(&taquin, hint)),
        }
    }
}

fn too_large<W: Word>(taquin: &Taquin<W>, hint: &'static str) -> CatalogueError {
    let (size, states) = (taquin.board_size().to_string(), taquin.wide_state_count().to_string());
    CatalogueError::TooLarge { size, states, hint }
}

/// The taquin in the catalogue.
pub(super) struct Entry;

impl GameEntry for Entry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "the sliding-tile puzzle (8-puzzle, 15-puzzle, 24-puzzle), 2x2 to 5x5"
    }

    fn players(&self) -> Players {
        Players::One
    }

    fn notation(&self) -> &'static str {
        "tiles row by row, 0 the blank: 806547231, or 1 2 3 0 / 4 5 6 7; \
         numbers apart from 10 tiles on"
    }

    fn settings(&self) -> &'static [SettingInfo] {
        SETTINGS
    }

    fn heuristics(&self) -> &'static [HeuristicInfo] {
        HEURISTICS
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        fn place<W: MirrorWord>(
            taquin: Taquin<W>,
            text: &str,
            tiles: &[u8],
        ) -> Result<AnyPosition, CatalogueError> {
            let board = taquin.board_from_tiles(tiles);
            let board = board.map_err(|error| CatalogueError::position(NAME, text, error))?;
            Ok(Placed::boxed(NAME, taquin, board))
        }
        let Some(text) = text else {
            return Ok(match Sized::from_settings(settings)? {
                Sized::Small(taquin) => Placed::boxed(NAME, taquin.clone(), taquin.goal()),
                Sized::Large(taquin) => Placed::boxed(NAME, taquin.clone(), taquin.goal()),
            });
        };
        settings.check(NAME, SETTINGS)?;
        let read = read_tiles(text, settings.parse("size")?)
            .map_err(|error| CatalogueError::position(NAME, text, error))?;
        match Sized::new(read.size, settings)? {
            Sized::Small(taquin) => place(taquin, text, &read.tiles),
            Sized::Large(taquin) => place(taquin, text, &read.tiles),
        }
    }

    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<Shuffled, CatalogueError> {
        fn draw<W: MirrorWord>(taquin: Taquin<W>, shuffle: Shuffle, seed: u64) -> Shuffled {
            let mut random = Pcg64::seed_from_u64(seed);
            let (board, moves) = match shuffle {
                Shuffle::Uniform => (taquin.shuffle_uniform(&mut random), None),
                Shuffle::Walk(steps) => {
                    let mut moves = (steps <= MAX_TOLD).then(Vec::new);
                    let board = taquin.shuffle_walk(steps, &mut random, |board, slide| {
                        if let Some(moves) = &mut moves {
                            moves.push(taquin.move_text(&board, slide));
                        }
                    });
                    (board, moves)
                }
            };
            Shuffled { position: Placed::boxed(NAME, taquin, board), moves }
        }
        Ok(match Sized::from_settings(settings)? {
            Sized::Small(taquin) => draw(taquin, shuffle, seed),
            Sized::Large(taquin) => draw(taquin, shuffle, seed),
        })
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        let settings = match of {
            Some(size) => settings.clone().with("size", size),
            None => settings.clone(),
        };
        let taquin = Sized::ranked(
            &settings,
            "boards of up to 16 cells can be enumerated, given the memory",
        )?;
        let run =
            Enumeration::new().list_deepest(20).run(&taquin, taquin.goals(), budget, progress);
        let text = |&rank: &u64| taquin.state_text(&taquin.unrank(rank));
        let (distances, mean, farthest, limit) = match run.outcome {
            Ok(all) => {
                let farthest = all.deepest().iter().map(text).collect();
                (all.layers().to_vec(), Some(all.mean()), farthest, None)
            }
            Err(Incomplete { limit, layers }) => {
                (layers, None, Vec::new(), Some(limit.to_string()))
            }
        };
        Ok(SpaceReport {
            game: NAME,
            settings: Settings::of(NAME, &taquin),
            size: taquin.board_size().to_string(),
            goal: taquin.state_text(&taquin.goal()),
            states: distances.iter().sum(),
            mean,
            branching: Some(taquin.mean_moves()),
            farthest,
            distances,
            seconds: run.elapsed.as_secs_f64(),
            peak_bytes: run.stats.peak_bytes,
            limit,
        })
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
        let names = HEURISTICS.iter().map(|known| known.name);
        let name = names.clone().find(|name| name.eq_ignore_ascii_case(heuristic));
        let name = name.ok_or_else(|| CatalogueError::UnknownHeuristic {
            game: NAME,
            name: heuristic.to_owned(),
            known: names.filter(|name| name.starts_with("pdb:")).collect::<Vec<_>>().join(", "),
        })?;
        // The size follows from the heuristic, unless it is given all the same.
        let side = if name == "pdb:6-6-6-6" { 5 } else { 4 };
        let size = Size::new(side, side).expect("a size there is");
        settings.check(NAME, SETTINGS)?;
        let size = settings.parse("size")?.unwrap_or(size);
        let partition = match Sized::new(size, settings)? {
            Sized::Small(taquin) => tile_databases::partition(&taquin, name)?,
            Sized::Large(taquin) => tile_databases::partition(&taquin, name)?,
        };
        let partition =
            partition.ok_or(CatalogueError::NotOffered { game: NAME, what: "databases for it" })?;
        tile_databases::build(name, &partition, databases, anew, budget, progress)
    }

    fn ladder(
        &self,
        settings: &Settings,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<AnyPosition>, CatalogueError> {
        const HINT: &str = "boards of up to 10 cells will do";
        const MOST: u64 = 2_000_000;
        let taquin = Sized::ranked(settings, HINT)?;
        if taquin.state_count() > MOST {
            return Err(too_large(&taquin, HINT));
        }
        let budget = &budget.clone().start();
        let run = Enumeration::new().run(&taquin, taquin.goals(), budget, progress);
        let distances =
            run.outcome.map_err(|incomplete| CatalogueError::Stopped(incomplete.limit))?;
        // One of each distance, every one with equal chance: the n-th that is met replaces the one
        // at hand with chance 1/n (Vitter, "Random Sampling with a Reservoir", 1985).
        let mut random = Pcg64::seed_from_u64(seed);
        let mut rungs: Vec<(u64, u64)> = vec![(0, 0); distances.layers().len()];
        let mut meter = Meter::new(budget, progress);
        for rank in 0..taquin.state_count() {
            if let Some(distance) = distances.distance(&taquin, rank) {
                // It is counted by going all the way to the goal.
                meter.charge(distance + 1).map_err(CatalogueError::Stopped)?;
                let (met, chosen) = &mut rungs[distance as usize];
                *met += 1;
                if random.random_range(0..*met) == 0 {
                    *chosen = rank;
                }
            }
        }
        let place = |(_, rank)| Placed::boxed(NAME, taquin.clone(), taquin.unrank(rank));
        Ok(rungs.into_iter().map(place).collect())
    }
}

/// The name of the heuristic that is used if none is named: the strongest there is for the size
/// that is not kept in databases.
fn best_heuristic<W: Word>(taquin: &Taquin<W>) -> &'static str {
    if taquin.cells() <= 16 { "walking-distance" } else { "linear-conflict" }
}

/// The same for a search that may use databases.
fn best_to_solve<W: Word>(
    taquin: &Taquin<W>,
    options: &SearchOptions,
    budget: &Budget,
) -> &'static str {
    tile_databases::best(taquin, options, budget).unwrap_or_else(|| best_heuristic(taquin))
}

fn walking_distance<W: Word>(taquin: &Taquin<W>) -> Result<WalkingDistance, CatalogueError> {
    WalkingDistance::new(taquin).map_err(|error| CatalogueError::Heuristic {
        name: "walking-distance",
        source: error.into(),
    })
}

impl<W: MirrorWord> Described for Taquin<W> {
    fn facts(&self, &board: &Board<W>) -> Vec<(&'static str, String)> {
        let (size, goal) = (self.board_size().to_string(), self.state_text(&self.goal()));
        let chaos = self.level_of_chaos(board).to_string();
        vec![("size", size), ("goal", goal), ("level of chaos", chaos)]
    }

    fn why_unsolvable(&self, &board: &Board<W>) -> Option<String> {
        let reason = "slides keep the parity of the tiles' order, and the goal has the other";
        (!self.is_solvable(board)).then(|| reason.to_owned())
    }
}

impl<W: MirrorWord> Named for Taquin<W> {
    fn status(&self, board: &Board<W>) -> Status {
        Status::of_puzzle(self, board)
    }

    fn check(&self, game: &'static str, options: &SearchOptions) -> Result<(), CatalogueError> {
        CatalogueError::check_players(game, Players::One, options.algorithm)?;
        match heuristic::named(game, HEURISTICS, best_heuristic(self), options)? {
            // It refuses without building anything.
            Some("walking-distance") if self.cells() > 16 => walking_distance(self).map(|_| ()),
            Some(name) => tile_databases::partition(self, name).map(|_| ()),
            None => Ok(()),
        }
    }

    fn certify(
        &self,
        board: &Board<W>,
        report: &Report,
        _: &SearchOptions,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        certify_puzzle(self, board, report, budget)
    }

    fn record(
        &self,
        game: &'static str,
        board: &Board<W>,
        options: &RecordOptions,
    ) -> Result<Recording, CatalogueError> {
        let search = options.for_one(game)?;
        macro_rules! record {
            ($heuristic:expr) => {
                Ok(record::puzzle(self, board, options, &$heuristic))
            };
        }
        let heuristic = heuristic::named(game, HEURISTICS, best_heuristic(self), &search)?;
        if let Some(name) = heuristic
            && let Some(partition) = tile_databases::partition(self, name)?
        {
            let (budget, kept) = (&options.budget, &search.databases);
            let tables = TileDatabases::get(self, name, &partition, kept, budget, &mut Silent)?;
            let heuristic = tables.heuristic();
            return record!(FromFn(|taquin: &Self, board: &_| heuristic.evaluate(taquin, board)));
        }
        match heuristic {
            None => record!(Blind),
            Some("misplaced") => record!(Misplaced),
            Some("manhattan") => record!(Manhattan::new(self)),
            Some("linear-conflict") => record!(LinearConflict::new(self)),
            Some("walking-distance") => record!(walking_distance(self)?),
            Some(name) => unreachable!("{name} is in the table of heuristics"),
        }
    }

    fn solve(
        &self,
        game: &'static str,
        board: &Board<W>,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        self.check(game, options)?;
        let best = best_to_solve(self, options, budget);
        let heuristic = heuristic::named(game, HEURISTICS, best, options)?;
        let question = Question {
            game,
            position: self.state_text(board),
            algorithm: options.algorithm.name(),
            heuristic,
        };
        if let Some(reason) = self.why_unsolvable(board).filter(|_| options.arguments) {
            return Ok(Report::unsolvable(question, reason));
        }
        macro_rules! run {
            ($heuristic:expr) => {
                search::search(self, board, options, false, $heuristic, budget, progress)
            };
        }
        let partition = heuristic.map(|name| tile_databases::partition(self, name)).transpose()?;
        let answer = match heuristic {
            None => run!(Blind),
            Some("misplaced") => run!(Misplaced),
            Some("manhattan") => run!(Manhattan::new(self)),
            Some("linear-conflict") => run!(LinearConflict::new(self)),
            Some("walking-distance") => run!(walking_distance(self)?),
            Some(name) => {
                let partition = partition.flatten().expect("the others are named above");
                let kept = &options.databases;
                let tables = TileDatabases::get(self, name, &partition, kept, budget, progress)?;
                match tables.heuristic() {
                    TileHeuristic::Upright(sum) => run!(sum),
                    TileHeuristic::Both(both) => run!(both),
                }
            }
        };
        Ok(Report::new(question, &answer, |moves| self.moves_text(board, moves)))
    }
}
