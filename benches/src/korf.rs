//! Korf's instances of the 15-puzzle by one heuristic and another, every length checked.

use std::time::Instant;

use anyhow::{Result, bail, ensure};
use tesuji_core::{Heuristic, Max, Solver};
use tesuji_informed::IdaStar;
use tesuji_informed::pdb::{Additive, Database};
use tesuji_taquin::instances::{Korf, korf100};
use tesuji_taquin::{
    Goal, Manhattan, Mirrored, Partition, Taquin, TileGroup, TilePatterns, Upright,
};

/// The heuristics that are measured by default: Manhattan distance, then the pattern databases.
pub const HEURISTICS: [&str; 4] = ["manhattan", "5-5-5", "6-6-3", "7-8"];

/// How IDA* did on one instance.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// Which instance.
    pub instance: &'static Korf,
    /// The nodes it generated.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// How IDA* did with one heuristic.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The heuristic.
    pub heuristic: String,
    /// Every instance.
    pub instances: Vec<Solved>,
    /// What the databases take; 0 if there are none.
    pub bytes: u64,
    /// Wall-clock time to build them, with one thread.
    pub build_seconds: f64,
}

impl Measured {
    /// The time for all.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.instances.iter().map(|solved| solved.seconds).sum()
    }

    /// The longest time for one.
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.instances.iter().map(|solved| solved.seconds).fold(0.0, f64::max)
    }

    /// The nodes for all.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.instances.iter().map(|solved| solved.nodes).sum()
    }

    /// The mean of the nodes.
    #[must_use]
    pub fn mean_nodes(&self) -> u64 {
        self.nodes() / self.instances.len().max(1) as u64
    }
}

/// Solves the instances with a heuristic of [`HEURISTICS`] and checks every length; with Manhattan
/// distance, every count of nodes as well, and only those that take at most `most_nodes` by it.
/// `after_each` is called after each instance.
///
/// # Errors
/// A length is wrong, or there is no such heuristic.
pub fn measure(
    heuristic: &str,
    most_nodes: Option<u64>,
    mut after_each: impl FnMut(),
) -> Result<Measured> {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
    let within =
        |instance: &&Korf| most_nodes.is_none_or(|most| instance.idastar_manhattan_nodes <= most);
    if heuristic == "manhattan" {
        let instances: Vec<_> = korf100().iter().filter(within).collect();
        let instances = solve(&taquin, &Manhattan::new(&taquin), &instances, after_each)?;
        for Solved { instance, nodes, .. } in &instances {
            let (number, expected) = (instance.number, instance.idastar_manhattan_nodes);
            ensure!(*nodes == expected, "instance {number}: {nodes} nodes, not {expected}");
        }
        let heuristic = heuristic.to_owned();
        return Ok(Measured { heuristic, instances, bytes: 0, build_seconds: 0.0 });
    }
    let Ok(partition) = Partition::named(&taquin, heuristic) else {
        bail!("no heuristic {heuristic:?}; there are {}", HEURISTICS.join(", "));
    };
    let started = Instant::now();
    let build = |group: &TileGroup| Database::build(&group.arrangements(), 1);
    let databases: Vec<_> = partition.groups().iter().map(build).collect();
    let build_seconds = started.elapsed().as_secs_f64();
    let upright = TilePatterns::<u64, Upright>::new(&taquin, &partition)?;
    let mirrored = TilePatterns::<u64, Mirrored<4>>::new(&taquin, &partition)?;
    let both = Max(Additive::new(upright, &databases)?, Additive::new(mirrored, &databases)?);
    let instances: Vec<_> = korf100().iter().collect();
    let instances = solve(&taquin, &both, &instances, &mut after_each)?;
    let bytes = partition.groups().iter().map(TileGroup::size).sum();
    Ok(Measured { heuristic: format!("pdb:{heuristic}"), instances, bytes, build_seconds })
}

fn solve<H: Heuristic<Taquin>>(
    taquin: &Taquin,
    heuristic: &H,
    instances: &[&'static Korf],
    mut after_each: impl FnMut(),
) -> Result<Vec<Solved>> {
    let search = IdaStar::new(heuristic);
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
