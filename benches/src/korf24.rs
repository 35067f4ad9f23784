//! Korf and Felner's instances of the 24-puzzle with four databases of six tiles each.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};
use tesuji::catalogue::databases::Databases;
use tesuji_core::{Budget, Cost, Max, Outcome, Silent, Solver};
use tesuji_informed::ParallelIdaStar;
use tesuji_informed::pdb::{Additive, Database};
use tesuji_taquin::instances::{KorfFelner, korf24};
use tesuji_taquin::{Goal, Mirrored, Partition, Taquin, TilePatterns, Upright};

/// The result of an attempt on an instance.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// The instance.
    pub instance: &'static KorfFelner,
    /// The length of its shortest solutions, if found.
    pub length: Option<Cost>,
    /// A lower bound on the length.
    pub at_least: Cost,
    /// The nodes generated.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// Loads the databases from the user's cache, or builds them.
///
/// # Errors
/// If a file is damaged.
pub fn databases() -> Result<Vec<Arc<Database>>> {
    let partition = Partition::named(&Taquin::<u128>::new(5, 5, Goal::BlankFirst)?, "6-6-6-6")?;
    let kept = Databases::of_user();
    let mut databases = Vec::new();
    for group in partition.groups() {
        let build = || group.arrangements();
        let database = kept.get(&group.identity(), build, &Budget::unlimited(), &mut Silent)?;
        databases.push(database);
    }
    Ok(databases)
}

/// The instances with the fewest published nodes, the easiest first.
#[must_use]
pub fn easiest(count: usize) -> Vec<&'static KorfFelner> {
    let mut instances: Vec<_> = korf24().iter().collect();
    instances.sort_by_key(|instance| instance.idastar_patterns_nodes);
    instances.truncate(count);
    instances
}

/// Tries an instance within this time and with this many threads, and compares the result with the
/// published length.
///
/// # Errors
/// If the length is wrong, or the bound exceeds it.
pub fn attempt(
    instance: &'static KorfFelner,
    databases: &[Arc<Database>],
    time: Duration,
    threads: Option<usize>,
) -> Result<Attempt> {
    let taquin = Taquin::<u128>::new(5, 5, Goal::BlankFirst)?;
    let partition = Partition::named(&taquin, "6-6-6-6")?;
    let opened = || databases.iter().map(|database| &**database);
    let upright = TilePatterns::<u128, Upright>::new(&taquin, &partition)?;
    let mirrored = TilePatterns::<u128, Mirrored<5>>::new(&taquin, &partition)?;
    let both = Max(Additive::new(upright, opened())?, Additive::new(mirrored, opened())?);
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let start = taquin.board_from_tiles(&instance.tiles)?;
    let budget = Budget::unlimited().time(time);
    let answer =
        ParallelIdaStar::new(both, threads).solve_within(&taquin, &start, &budget, &mut Silent);
    let (length, at_least) = match &answer.outcome {
        Outcome::Optimal(plan) => (Some(plan.cost), plan.cost),
        Outcome::Unknown { lower_bound, .. } => (None, *lower_bound),
        outcome => anyhow::bail!("instance {}: {outcome:?}", instance.number),
    };
    let (number, optimal) = (instance.number, instance.optimal);
    ensure!(
        length.is_none_or(|length| length == optimal) && at_least <= optimal,
        "instance {number}: {length:?}, at least {at_least}, and {optimal} moves are published"
    );
    let (nodes, seconds) = (answer.stats.generated, answer.elapsed.as_secs_f64());
    Ok(Attempt { instance, length, at_least, nodes, seconds })
}
