//! Measures searches of whole spaces: by the plain program, or by the workers of one process or of
//! several.
//!
//! ```text
//! throughput taquin 4x3 plain
//! throughput taquin 4x3 WORKERS [HOSTS PROCESS [CHECKPOINTS]]
//! throughput breakthrough 4x5 WORKERS …
//! throughput rush-hour-rocks AA.B/...B/..../ WORKERS …
//! throughput solve-connect-four 5x4 WORKERS …
//! throughput solve-rush-hour-rocks AA.B/...B/..../ WORKERS …
//! ```
//! WORKERS is the number of each process. With CHECKPOINTS, a directory, the state is saved there
//! after each level and wave.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use tesuji_breakthrough::Breakthrough;
use tesuji_cluster::{DistributedSearch, Levels, ShardFolder, Topology};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Game, KnownGoals, NamedGame, Settings, Silent};
use tesuji_rush_hour::RushHourRocks;
use tesuji_taquin::{Goal, Taquin};
use tesuji_uninformed::{Enumeration, reachable_states};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [game, size, workers, rest @ ..] = &arguments[..] else {
        return Err("game, size, and the number of workers or `plain`".into());
    };
    let search = match *workers {
        "plain" => None,
        workers => Some(search(&format!("{game} {size}"), workers.parse()?, rest)?),
    };
    let settings = Settings::new().with("size", *size);
    match *game {
        "taquin" => enumerate(size, search.as_ref()),
        "breakthrough" => count(Breakthrough::open(&settings, None)?, search.as_ref()),
        "rush-hour-rocks" => count(RushHourRocks::new(size.parse()?), search.as_ref()),
        "solve-connect-four" => solve(<ConnectFour>::open(&settings, None)?, search.as_ref()),
        "solve-rush-hour-rocks" => solve(RushHourRocks::new(size.parse()?), search.as_ref()),
        other => Err(format!("unknown: {other}").into()),
    }
}

fn search(task: &str, workers: usize, rest: &[&str]) -> Outcome<DistributedSearch> {
    let topology = match rest {
        [hosts, process, ..] => {
            Topology::hosts(&std::fs::read_to_string(hosts)?, process.parse()?, workers)?
        }
        _ => Topology::threads(workers),
    };
    let process = topology.process();
    let search = DistributedSearch::new(topology, task);
    let [_, _, folder] = rest else { return Ok(search) };
    let warn = |message: &str| eprintln!("warning: {message}");
    let folder = ShardFolder::open(folder, task, process, Some(Duration::ZERO), warn)?;
    Ok(search.checkpoints(Arc::new(folder)))
}

fn enumerate(size: &str, search: Option<&DistributedSearch>) -> Outcome {
    let (width, height) = size.split_once('x').ok_or("a size is WIDTHxHEIGHT")?;
    let taquin = Taquin::<u64>::new(width.parse()?, height.parse()?, Goal::BlankFirst)?;
    let budget = Budget::unlimited();
    if let Some(search) = search {
        let taquin = Arc::new(taquin);
        let found = search.enumerate(&taquin, taquin.goals(), 20, &budget, &mut Silent)?;
        report_levels(search, &found);
        return Ok(());
    }
    let run = Enumeration::new().run(&taquin, taquin.goals(), &budget, &mut Silent);
    let found = run.outcome.map_err(|end| end.limit.to_string())?;
    report("plain", found.layers(), run.elapsed, run.stats.peak_bytes);
    Ok(())
}

fn count<G>(game: G, search: Option<&DistributedSearch>) -> Outcome
where
    G: Game + Send + Sync + 'static,
{
    let (start, budget) = (game.initial(), Budget::unlimited());
    if let Some(search) = search {
        let found = search.reachable_states(&Arc::new(game), &start, &budget, &mut Silent)?;
        report_levels(search, &found);
    } else {
        let found = reachable_states(&game, &start, &budget, &mut Silent);
        report("plain", &found.layers, found.elapsed, found.stats.peak_bytes);
    }
    Ok(())
}

fn solve<G>(game: G, search: Option<&DistributedSearch>) -> Outcome
where
    G: Game<State: Send> + Send + Sync + 'static,
{
    let search = search.ok_or("values are found by workers")?;
    let start = game.initial();
    let solved = search.solve(&Arc::new(game), &start, &Budget::unlimited(), &mut Silent)?;
    report_levels(search, &solved.levels);
    Ok(())
}

fn report_levels(search: &DistributedSearch, found: &Levels) {
    let Levels { layers, stats, traffic, elapsed, .. } = found;
    report(&format!("process {}", search.process()), layers, *elapsed, stats.peak_bytes);
    println!("    {} expanded, {} generated, {traffic:?}", stats.expanded, stats.generated);
}

fn report(who: &str, layers: &[u64], elapsed: Duration, peak_bytes: usize) {
    let states: u64 = layers.iter().sum();
    println!(
        "{who}: {states} states in {} levels, {:.2} s, {:.2} M states/s, {:.0} MiB of tables",
        layers.len(),
        elapsed.as_secs_f64(),
        states as f64 / elapsed.as_secs_f64() / 1e6,
        peak_bytes as f64 / f64::from(1 << 20),
    );
}
