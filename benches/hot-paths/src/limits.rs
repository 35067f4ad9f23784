//! Searches beside the programs of `benches/limits`, each written in C++ for one purpose and
//! compiled for the processor at hand. Both run in turn, and the ratio is the median of the rounds.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tesuji_adversarial::TableSearch;
use tesuji_breakthrough::{Breakthrough, BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::ConnectFourHints;
use tesuji_connect_four::instances::{self as connect_four, Instance};
use tesuji_core::{Budget, GameSolver, KnownGoals, Notation, Puzzle, Rules, Silent, Solver, Wdl};
use tesuji_informed::IdaStar;
use tesuji_informed::pdb::{Additive, Database};
use tesuji_proof::{DfPn, Estimated};
use tesuji_retrograde::{Census, Exact, LayeredTable, Reachable, Table};
use tesuji_taquin::instances::korf100;
use tesuji_taquin::{Board, Manhattan, Partition, TilePatterns, Upright};
use tesuji_uninformed::{BreadthFirst, Enumeration, reachable_states};

use crate::rules_alone::RulesAlone;
use crate::{breakthrough, four, hardest, tiles};

const ROUNDS: usize = 15;

/// Easy instances of Korf's hundred: a few million nodes together.
const CHEAP: [u32; 4] = [79, 12, 42, 55];

/// A search, as numbers of its answer; the limit program prints the same.
struct Case<'a> {
    name: &'a str,
    program: &'a str,
    arguments: &'a [String],
    /// How often a round repeats it.
    times: u32,
    run: &'a dyn Fn() -> Vec<i64>,
}

/// Prints a row for each search: its time, that of the limit program in `folder`, and the ratio.
pub(crate) fn compare(folder: &Path) -> Result<(), Box<dyn Error>> {
    let taquin = tiles(4);
    let korf = |number| korf100().iter().find(|one| one.number == number).expect("one of them");
    let boards: Vec<Board> = CHEAP
        .iter()
        .map(|&number| taquin.board_from_tiles(&korf(number).tiles).expect("a board"))
        .collect();
    let numbers = CHEAP.iter().flat_map(|&number| korf(number).tiles.iter().map(u8::to_string));
    let numbers: Vec<String> = numbers.collect();
    let by_distance = IdaStar::new(Manhattan::new(&taquin));
    let rules_alone = IdaStar::new(RulesAlone(Manhattan::new(&taquin)));
    let thirds: [Vec<u8>; 3] = [1, 6, 11].map(|first| (first..first + 5).collect());
    let partition = Partition::new(&taquin, &thirds.each_ref().map(|third| &third[..]))?;
    let groups = partition.groups().iter();
    let databases: Vec<_> = groups.map(|group| Database::build(&group.arrangements(), 1)).collect();
    let patterns = TilePatterns::<u64, Upright>::new(&taquin, &partition)?;
    let by_databases = IdaStar::new(Additive::new(patterns, &databases)?);
    let small = tiles(3);
    let game = four(4, 4);
    let board = breakthrough(4, 5);
    let positions = connect_four::middle_medium().into_iter().take(10).collect::<Vec<_>>();
    let columns: Vec<_> = positions.iter().map(|one| one.columns.to_owned()).collect();
    let cases = [
        Case {
            name: "ida-star/korf-cheap",
            program: "ida_star",
            arguments: &numbers,
            times: 10,
            run: &|| ida_star(&by_distance, &taquin, &boards),
        },
        Case {
            name: "ida-star/korf-cheap, rules alone",
            program: "ida_star",
            arguments: &numbers,
            times: 10,
            run: &|| ida_star(&rules_alone, &RulesAlone(taquin.clone()), &boards),
        },
        Case {
            name: "ida-star/korf-cheap, 5-5-5 databases",
            program: "pattern_database",
            arguments: &numbers,
            times: 100,
            run: &|| ida_star(&by_databases, &taquin, &boards),
        },
        Case {
            name: "breadth-first/3x3-hardest",
            program: "breadth_first",
            arguments: &[],
            times: 20,
            run: &|| {
                let answer = BreadthFirst.solve(&small, &hardest());
                let depth = answer.outcome.plan().map_or(-1, |plan| plan.cost.into());
                // The search ends when it has found the goal, one of the farthest two.
                vec![181_440, depth]
            },
        },
        Case {
            name: "breadth-first/3x3-reachable",
            program: "breadth_first",
            arguments: &[],
            times: 20,
            run: &|| {
                let found = reachable_states(&small, &hardest(), &Budget::unlimited(), &mut Silent);
                vec![int(found.total()), 31]
            },
        },
        Case {
            name: "breadth-first/3x3-by-rank",
            program: "breadth_first",
            arguments: &[],
            times: 20,
            run: &|| {
                let unlimited = Budget::unlimited();
                let found = Enumeration::new().run(&small, small.goals(), &unlimited, &mut Silent);
                let layers = found
                    .outcome
                    .map_or_else(|_| Vec::new(), |distances| distances.layers().to_vec());
                vec![int(layers.iter().sum()), int(layers.len() as u64) - 1]
            },
        },
        Case {
            name: "retrograde/connect-four-4x4, by layers",
            program: "retrograde",
            arguments: &[],
            times: 5,
            run: &|| {
                let table = LayeredTable::solve(&game, &game.initial());
                values(&table.census(), table.value(&game.initial()))
            },
        },
        Case {
            name: "retrograde/connect-four-4x4, any game",
            program: "retrograde",
            arguments: &[],
            times: 5,
            run: &|| {
                let table = Table::solve(Reachable::explore_all(&game, &game.initial()));
                values(&table.census(), table.value(&game.initial()))
            },
        },
        Case {
            name: "outcome/breakthrough-4x5, alpha-beta",
            program: "alpha_beta",
            arguments: &[],
            times: 2,
            run: &|| winner(&TableSearch::outcome_only().hints(BreakthroughHints), &board),
        },
        Case {
            name: "outcome/breakthrough-4x5, df-pn",
            program: "df_pn",
            arguments: &[],
            times: 2,
            run: &|| {
                let search = DfPn::new().hints(BreakthroughHints).whole_pv(false);
                winner(&search.first_numbers(Estimated::new(PawnsAndRows, 5)), &board)
            },
        },
        Case {
            name: "connect-four/middle-medium",
            program: "connect_four",
            arguments: &columns,
            times: 1,
            run: &|| scores(&positions),
        },
    ];
    println!("{:<44} {:>10} {:>10}  tesuji is", "case", "tesuji", "limit");
    for case in &cases {
        let mut rounds = (0..ROUNDS).map(|_| case.round(folder)).collect::<Result<Vec<_>, _>>()?;
        rounds.sort_by(|one, other| one.ratio().total_cmp(&other.ratio()));
        let (least, median, most) = (&rounds[0], &rounds[ROUNDS / 2], &rounds[ROUNDS - 1]);
        println!(
            "{:<44} {:>7.2} ms {:>7.2} ms  {:.2} times as fast ({:.2} to {:.2})",
            case.name,
            median.ours * 1e3,
            median.limit * 1e3,
            median.ratio(),
            least.ratio(),
            most.ratio()
        );
    }
    Ok(())
}

/// 1 if the first player wins, -1 if the second does.
fn winner(search: &impl GameSolver<Breakthrough>, game: &Breakthrough) -> Vec<i64> {
    vec![match search.solve(game, &game.initial()).judgement.value.wdl() {
        Some(Wdl::Win) => 1,
        Some(Wdl::Loss) => -1,
        Some(Wdl::Draw) | None => 0,
    }]
}

/// The exact score of each position.
fn scores(positions: &[Instance]) -> Vec<i64> {
    let game = four(7, 6);
    let search = TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(1 << 20);
    let scores = positions.iter().map(|instance| {
        let state = game.parse_state(instance.columns).expect("a position");
        let value = search.solve(&game, &state).judgement.value;
        game.score_of(&state, value).expect("an exact value").into()
    });
    scores.collect()
}

/// The number of positions, and the value of the first: 1, 0 or -1.
fn values(positions: &Census, first: Option<Exact>) -> Vec<i64> {
    let all: u64 = positions.wins.iter().chain(&positions.losses).sum();
    let value = match first {
        Some(Exact::Win(_)) => 1,
        Some(Exact::Loss(_)) => -1,
        Some(Exact::Draw(_) | Exact::Endless) | None => 0,
    };
    vec![int(all + positions.draws + positions.endless), value]
}

/// The seconds of one run by each of the two.
struct Round {
    ours: f64,
    limit: f64,
}

impl Round {
    fn ratio(&self) -> f64 {
        self.limit / self.ours
    }
}

impl Case<'_> {
    fn round(&self, folder: &Path) -> Result<Round, Box<dyn Error>> {
        let times = f64::from(self.times);
        let mut command = Command::new(folder.join(self.program));
        let output = command.arg(self.times.to_string()).args(self.arguments).output()?;
        let text = String::from_utf8(output.stdout)?;
        let numbers: Vec<i64> =
            text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let (&nanoseconds, expected) =
            numbers.split_first().ok_or_else(|| format!("{} printed nothing", self.program))?;
        let before = Clock::now();
        let mut found = Vec::new();
        for _ in 0..self.times {
            found = (self.run)();
        }
        let ours = before.elapsed().as_secs_f64() / times;
        if found != expected {
            return Err(format!("{}: {found:?}, the limit {expected:?}", self.name).into());
        }
        #[expect(clippy::cast_precision_loss, reason = "less than a day")]
        let limit = nanoseconds as f64 / 1e9 / times;
        Ok(Round { ours, limit })
    }
}

fn ida_star<P: Puzzle<State = Board>>(
    search: &impl Solver<P>,
    puzzle: &P,
    boards: &[Board],
) -> Vec<i64> {
    let numbers = boards.iter().flat_map(|board| {
        let answer = search.solve(puzzle, board);
        let cost = answer.outcome.plan().map_or(-1, |plan| plan.cost.into());
        [cost, int(answer.stats.generated)]
    });
    numbers.collect()
}

fn int(number: u64) -> i64 {
    i64::try_from(number).expect("a few million")
}

/// The processor time of this thread where the system reports it, else the time of day.
struct Clock(Instant, Option<Duration>);

impl Clock {
    fn now() -> Self {
        Clock(Instant::now(), processor_time())
    }

    fn elapsed(&self) -> Duration {
        match (self.1, processor_time()) {
            (Some(before), Some(after)) => after - before,
            _ => self.0.elapsed(),
        }
    }
}

/// What this thread has had of a processor, on Linux.
fn processor_time() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
