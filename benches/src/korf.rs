//! Korf's instances of the 15-puzzle with each heuristic; every length is checked.

use std::time::Instant;

use anyhow::{Result, bail, ensure};
use tesuji_core::{Duality, Heuristic, Max, Solver};
use tesuji_informed::pdb::{Additive, Database, Dual};
use tesuji_informed::{IdaStar, ParallelIdaStar};
use tesuji_taquin::instances::{Korf, korf100};
use tesuji_taquin::{
    Goal, Manhattan, Mirrored, Partition, Taquin, TileDuality, TileGroup, TilePatterns, Upright,
    View,
};

/// The heuristics measured by default: Manhattan distance, then the pattern databases.
pub const HEURISTICS: [&str; 6] =
    ["manhattan", "5-5-5", "5-5-5+dual", "6-6-3", "6-6-3+dual", "7-8"];

/// The suffix of databases that are also looked up for the dual of a board.
const DUAL: &str = "+dual";

/// The result of IDA* on one instance.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The instance.
    pub instance: &'static Korf,
    /// The nodes generated.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// The results of IDA* with one heuristic.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The heuristic.
    pub heuristic: String,
    /// Every instance.
    pub instances: Vec<Solved>,
    /// The memory of the databases; 0 without any.
    pub bytes: u64,
    /// Wall-clock time to build them with one thread.
    pub build_seconds: f64,
}

impl Measured {
    /// The total time.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.instances.iter().map(|solved| solved.seconds).sum()
    }

    /// The maximum time of an instance.
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.instances.iter().map(|solved| solved.seconds).fold(0.0, f64::max)
    }

    /// The total number of nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.instances.iter().map(|solved| solved.nodes).sum()
    }

    /// The mean number of nodes, rounded to the nearest integer.
    #[must_use]
    pub fn mean_nodes(&self) -> u64 {
        let instances = self.instances.len().max(1) as u64;
        (self.nodes() + instances / 2) / instances
    }
}

/// Solves the instances with a heuristic of [`HEURISTICS`] and checks every length; with Manhattan
/// distance and one thread also every node count. With Manhattan distance, omits instances that
/// take more than `max_nodes`. `after_each` is called after each instance.
///
/// # Errors
/// If a length or a count is wrong, or the heuristic is unknown.
pub fn measure(
    heuristic: &str,
    max_nodes: Option<u64>,
    threads: usize,
    mut after_each: impl FnMut(),
) -> Result<Measured> {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
    let within =
        |instance: &&Korf| max_nodes.is_none_or(|most| instance.idastar_manhattan_nodes <= most);
    if heuristic == "manhattan" {
        let instances: Vec<_> = korf100().iter().filter(within).collect();
        let instances = solve(&taquin, Manhattan::new(&taquin), &instances, threads, after_each)?;
        for Solved { instance, nodes, .. } in instances.iter().filter(|_| threads == 1) {
            let (number, expected) = (instance.number, instance.idastar_manhattan_nodes);
            ensure!(*nodes == expected, "instance {number}: {nodes} nodes, not {expected}");
        }
        let heuristic = heuristic.to_owned();
        return Ok(Measured { heuristic, instances, bytes: 0, build_seconds: 0.0 });
    }
    let (partition, dual) = match heuristic.strip_suffix(DUAL) {
        Some(partition) => (partition, true),
        None => (heuristic, false),
    };
    if Partition::named(&taquin, partition).is_err() {
        bail!("there is no heuristic {heuristic:?}; the known ones: {}", HEURISTICS.join(", "));
    }
    let instances: Vec<_> = korf100().iter().collect();
    let started = Instant::now();
    let tables = Tables::build(&taquin, partition)?;
    let upright = tables.sum::<Upright>(&taquin)?;
    let both = Max(upright, tables.sum::<Mirrored<4>>(&taquin)?);
    let name = format!("pdb:{heuristic}");
    if !dual {
        let build_seconds = started.elapsed().as_secs_f64();
        let instances = solve(&taquin, both, &instances, threads, &mut after_each)?;
        return Ok(Measured { heuristic: name, instances, bytes: tables.bytes(), build_seconds });
    }
    let duality = TileDuality::<u64>::new(&taquin)?;
    let mirrored_duality = TileDuality::<u64, Mirrored<4>>::new(&taquin)?;
    let puzzles = duality.puzzles();
    let of_duals: Result<Vec<_>> =
        puzzles.iter().map(|puzzle| Tables::build(puzzle, partition)).collect();
    let of_duals = of_duals?;
    let build_seconds = started.elapsed().as_secs_f64();
    let sums = puzzles.iter().zip(&of_duals).map(|(puzzle, tables)| tables.sum::<Upright>(puzzle));
    let sums: Vec<_> = sums.collect::<Result<_>>()?;
    let duals = Max(Dual::new(&duality, sums.clone())?, Dual::new(&mirrored_duality, sums)?);
    let instances = solve(&taquin, Max(both, duals), &instances, threads, &mut after_each)?;
    let bytes = of_duals.iter().chain([&tables]).map(Tables::bytes).sum();
    Ok(Measured { heuristic: name, instances, bytes, build_seconds })
}

/// The pattern databases of a taquin.
struct Tables {
    partition: Partition,
    databases: Vec<Database>,
}

impl Tables {
    fn build(taquin: &Taquin, partition: &str) -> Result<Self> {
        let partition = Partition::named(taquin, partition)?;
        let build = |group: &TileGroup| Database::build(&group.arrangements(), 1);
        let databases = partition.groups().iter().map(build).collect();
        Ok(Tables { partition, databases })
    }

    fn sum<V: View>(&self, taquin: &Taquin) -> Result<Additive<'_, TilePatterns<u64, V>>> {
        Ok(Additive::new(TilePatterns::new(taquin, &self.partition)?, &self.databases)?)
    }

    fn bytes(&self) -> u64 {
        self.databases.iter().map(|database| database.as_bytes().len() as u64).sum()
    }
}

fn solve<H: Heuristic<Taquin, Memo: Send + Sync> + Sync>(
    taquin: &Taquin,
    heuristic: H,
    instances: &[&'static Korf],
    threads: usize,
    mut after_each: impl FnMut(),
) -> Result<Vec<Solved>> {
    let search: &dyn Solver<Taquin> = match threads {
        1 => &IdaStar::new(heuristic),
        _ => &ParallelIdaStar::new(heuristic, threads),
    };
    let mut solved = Vec::new();
    for &instance in instances {
        let start = taquin.board_from_tiles(&instance.tiles)?;
        let answer = search.solve(taquin, &start);
        let length = answer.outcome.plan().map(|plan| plan.cost);
        let (number, optimal) = (instance.number, instance.optimal);
        ensure!(length == Some(optimal), "instance {number}: {length:?}, not {optimal} moves");
        let (nodes, seconds) = (answer.stats.generated, answer.elapsed.as_secs_f64());
        solved.push(Solved { instance, nodes, seconds });
        after_each();
    }
    Ok(solved)
}
