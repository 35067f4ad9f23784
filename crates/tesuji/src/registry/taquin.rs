//! The taquin by name.

use std::str::FromStr;

use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Blind, Budget, KnownGoals, Notation, Progress, Ranked, Render, Rules, Silent};
use tesuji_taquin::{
    Board, Goal, LinearConflict, Manhattan, Misplaced, Size, Taquin, WalkingDistance, Word,
    read_tiles,
};
use tesuji_uninformed::Enumeration;

use super::report::Question;
use super::{
    AnyPosition, GameEntry, HeuristicInfo, Position, RegistryError, Report, SearchOptions,
    Settings, Shuffle, SpaceReport, search,
};

const NAME: &str = "taquin";

pub(crate) const ENTRY: GameEntry = GameEntry {
    name: NAME,
    summary: "the sliding-tile puzzle (8-puzzle, 15-puzzle, 24-puzzle), 2x2 to 5x5",
    notation: "tiles row by row, 0 the blank: 806547231; `1 2 3 0 / 4 5 6 7`; numbers with spaces or commas from 10 tiles on",
    heuristics: &[
        HeuristicInfo { name: "misplaced", summary: "tiles that are not in place" },
        HeuristicInfo { name: "manhattan", summary: "rows and columns that each tile has to go" },
        HeuristicInfo {
            name: "linear-conflict",
            summary: "manhattan, plus two for each tile that must let another pass",
        },
        HeuristicInfo {
            name: "walking-distance",
            summary: "least moves by rows and by columns, looked up; boards up to 4x4 and 3x5",
        },
    ],
    open,
    shuffle,
    enumerate,
    ladder,
};

/// A board with the rules it stands under.
#[derive(Clone)]
struct TaquinPosition<W: Word> {
    taquin: Taquin<W>,
    board: Board<W>,
}

/// The rules in the word that the size needs.
enum Sized {
    Small(Taquin<u64>),
    Large(Taquin<u128>),
}

impl Sized {
    fn new(size: Size, goal: Goal) -> Result<Self, RegistryError> {
        let goal_text = goal.to_string();
        let (width, height) = (size.width(), size.height());
        let taquin = if size.cells() <= 16 {
            Taquin::new(width, height, goal).map(Sized::Small)
        } else {
            Taquin::new(width, height, goal).map(Sized::Large)
        };
        taquin.map_err(|error| setting("goal", &goal_text, error))
    }
}

fn setting(
    what: &'static str,
    text: &str,
    error: impl std::error::Error + Send + Sync + 'static,
) -> RegistryError {
    RegistryError::Setting { what, text: text.to_owned(), source: error.into() }
}

/// Reads a setting, if it is there.
fn parse<T: FromStr>(what: &'static str, text: Option<&String>) -> Result<Option<T>, RegistryError>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    text.map(|text| text.parse().map_err(|error| setting(what, text, error))).transpose()
}

fn size(settings: &Settings) -> Result<Option<Size>, RegistryError> {
    parse("size", settings.size.as_ref())
}

fn goal(settings: &Settings) -> Result<Goal, RegistryError> {
    Ok(parse("goal", settings.goal.as_ref())?.unwrap_or_default())
}

/// The rules that the settings describe; 3×3 unless they say otherwise.
fn rules(settings: &Settings) -> Result<Sized, RegistryError> {
    let three = || Size::new(3, 3).expect("a size there is");
    Sized::new(size(settings)?.unwrap_or_else(three), goal(settings)?)
}

fn open(text: &str, settings: &Settings) -> Result<AnyPosition, RegistryError> {
    let no_position = |error: Box<dyn std::error::Error + Send + Sync>| RegistryError::Notation {
        what: "a position",
        game: NAME,
        text: text.to_owned(),
        source: error,
    };
    let read = read_tiles(text, size(settings)?).map_err(|error| no_position(error.into()))?;
    let board = |error: tesuji_taquin::BoardError| no_position(error.into());
    Ok(match Sized::new(read.size, goal(settings)?)? {
        Sized::Small(taquin) => {
            let board = taquin.board_from_tiles(&read.tiles).map_err(board)?;
            Box::new(TaquinPosition { taquin, board })
        }
        Sized::Large(taquin) => {
            let board = taquin.board_from_tiles(&read.tiles).map_err(board)?;
            Box::new(TaquinPosition { taquin, board })
        }
    })
}

fn shuffle(settings: &Settings, shuffle: Shuffle, seed: u64) -> Result<AnyPosition, RegistryError> {
    fn draw<W: Word>(taquin: Taquin<W>, shuffle: Shuffle, seed: u64) -> AnyPosition {
        let mut random = Pcg64::seed_from_u64(seed);
        let board = match shuffle {
            Shuffle::Uniform => taquin.shuffle_uniform(&mut random),
            Shuffle::Walk(steps) => taquin.shuffle_walk(steps, &mut random),
        };
        Box::new(TaquinPosition { taquin, board })
    }
    Ok(match rules(settings)? {
        Sized::Small(taquin) => draw(taquin, shuffle, seed),
        Sized::Large(taquin) => draw(taquin, shuffle, seed),
    })
}

/// The rules in the word that has a 64-bit ranking.
fn ranked(settings: &Settings, hint: &'static str) -> Result<Taquin<u64>, RegistryError> {
    match rules(settings)? {
        Sized::Small(taquin) => Ok(taquin),
        Sized::Large(taquin) => Err(too_large(&taquin, hint)),
    }
}

fn too_large<W: Word>(taquin: &Taquin<W>, hint: &'static str) -> RegistryError {
    let (size, states) = (taquin.board_size().to_string(), taquin.state_count().to_string());
    RegistryError::TooLarge { size, states, hint }
}

fn enumerate(
    settings: &Settings,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<SpaceReport, RegistryError> {
    let taquin = ranked(settings, "boards of up to 16 cells can be enumerated, given the memory")?;
    let run = Enumeration::new().list_deepest(20).run(&taquin, taquin.goals(), budget, progress);
    let distances = run.outcome.map_err(|incomplete| RegistryError::Stopped(incomplete.limit))?;
    let farthest = distances.deepest().iter();
    Ok(SpaceReport {
        game: NAME,
        size: taquin.board_size().to_string(),
        goal: taquin.state_text(&taquin.goal()),
        states: distances.reached(),
        mean: distances.mean(),
        farthest: farthest.map(|&rank| taquin.state_text(&taquin.unrank(rank))).collect(),
        distances: distances.layers().to_vec(),
        seconds: run.elapsed.as_secs_f64(),
        peak_bytes: run.stats.peak_bytes,
    })
}

fn ladder(settings: &Settings, seed: u64) -> Result<Vec<AnyPosition>, RegistryError> {
    const HINT: &str = "boards of up to 10 cells will do";
    const MOST: u64 = 2_000_000;
    let taquin = ranked(settings, HINT)?;
    if taquin.size() > MOST {
        return Err(too_large(&taquin, HINT));
    }
    let unlimited = Budget::unlimited();
    let run = Enumeration::new().run(&taquin, taquin.goals(), &unlimited, &mut Silent);
    let distances = run.outcome.map_err(|incomplete| RegistryError::Stopped(incomplete.limit))?;
    // One of each distance, every one with equal chance: the n-th that is met replaces the one at
    // hand with chance 1/n (Vitter, "Random Sampling with a Reservoir", 1985).
    let mut random = Pcg64::seed_from_u64(seed);
    let mut rungs: Vec<(u64, u64)> = vec![(0, 0); distances.layers().len()];
    for rank in 0..taquin.size() {
        if let Some(distance) = distances.distance(&taquin, rank) {
            let (met, chosen) = &mut rungs[distance as usize];
            *met += 1;
            if random.random_range(0..*met) == 0 {
                *chosen = rank;
            }
        }
    }
    let position = |(_, rank)| -> AnyPosition {
        let (taquin, board) = (taquin.clone(), taquin.unrank(rank));
        Box::new(TaquinPosition { taquin, board })
    };
    Ok(rungs.into_iter().map(position).collect())
}

/// The name of the heuristic that is used if none is named: the strongest there is for the size.
fn best_heuristic<W: Word>(taquin: &Taquin<W>) -> &'static str {
    if taquin.cells() <= 16 { "walking-distance" } else { "linear-conflict" }
}

impl<W: Word> TaquinPosition<W> {
    /// The heuristic to be used, by its name in the table; none for a blind search.
    fn heuristic(&self, options: &SearchOptions) -> Result<Option<&'static str>, RegistryError> {
        let algorithm = options.algorithm;
        let Some(wanted) = &options.heuristic else {
            return Ok(algorithm.is_informed().then(|| best_heuristic(&self.taquin)));
        };
        if !algorithm.is_informed() {
            return Err(RegistryError::BlindAlgorithm { algorithm: algorithm.name() });
        }
        let known = ENTRY.heuristics.iter().map(|heuristic| heuristic.name);
        let found = known.clone().find(|name| name.eq_ignore_ascii_case(wanted));
        found.map(Some).ok_or_else(|| RegistryError::UnknownHeuristic {
            game: NAME,
            name: wanted.clone(),
            known: known.collect::<Vec<_>>().join(", "),
        })
    }

    fn walking_distance(&self) -> Result<WalkingDistance, RegistryError> {
        WalkingDistance::new(&self.taquin).map_err(|error| RegistryError::Heuristic {
            name: "walking-distance",
            source: error.into(),
        })
    }
}

impl<W: Word> Position for TaquinPosition<W> {
    fn game(&self) -> &'static str {
        NAME
    }

    fn notation(&self) -> String {
        self.taquin.state_text(&self.board)
    }

    fn text(&self) -> String {
        self.taquin.text(&self.board)
    }

    fn svg(&self) -> String {
        self.taquin.svg(&self.board)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let size = self.taquin.board_size().to_string();
        let goal = self.taquin.state_text(&self.taquin.goal());
        let chaos = self.taquin.level_of_chaos(self.board).to_string();
        vec![("size", size), ("goal", goal), ("level of chaos", chaos)]
    }

    fn check(&self, options: &SearchOptions) -> Result<(), RegistryError> {
        if self.heuristic(options)? == Some("walking-distance") && self.taquin.cells() > 16 {
            // It refuses without building anything.
            self.walking_distance()?;
        }
        Ok(())
    }

    fn solve(
        &self,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, RegistryError> {
        let (taquin, board) = (&self.taquin, &self.board);
        let heuristic = self.heuristic(options)?;
        let question = Question {
            game: NAME,
            position: self.notation(),
            algorithm: options.algorithm.name(),
            heuristic,
        };
        if options.arguments && !taquin.is_solvable(*board) {
            let reason = "slides keep the parity of the tiles' order, and the goal has the other";
            return Ok(Report::unsolvable(question, reason));
        }
        macro_rules! run {
            ($heuristic:expr) => {
                search::search(taquin, board, options, $heuristic, budget, progress)
            };
        }
        let answer = match heuristic {
            None => run!(Blind),
            Some("misplaced") => run!(Misplaced),
            Some("manhattan") => run!(Manhattan::new(taquin)),
            Some("linear-conflict") => run!(LinearConflict::new(taquin)),
            Some("walking-distance") => run!(self.walking_distance()?),
            Some(name) => unreachable!("{name} is in the table of heuristics"),
        };
        Ok(Report::new(question, &answer, |moves| taquin.line_text(board, moves)))
    }

    fn after(&self, mv: &str) -> Result<AnyPosition, RegistryError> {
        let taquin = self.taquin.clone();
        let slide = taquin.parse_move(&self.board, mv).map_err(|error| {
            let source = error.into();
            RegistryError::Notation { what: "a move", game: NAME, text: mv.to_owned(), source }
        })?;
        let board = taquin.successor(&self.board, slide);
        Ok(Box::new(TaquinPosition { taquin, board }))
    }
}
