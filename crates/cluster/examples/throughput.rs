//! Measures searches of whole spaces: by the plain program, or by the workers of one process or of
//! several.
//!
//! ```text
//! throughput taquin 4x3 plain
//! throughput taquin 4x3 WORKERS [HOSTS PROCESS [CHECKPOINTS]]
//! throughput breakthrough 4x5 WORKERS …
//! ```
//! WORKERS is the number of each process. With CHECKPOINTS, a directory, each completed level is
//! saved there.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use tesuji_breakthrough::Breakthrough;
use tesuji_cluster::{DistributedSearch, Levels, ShardFolder, Topology};
use tesuji_core::{Budget, KnownGoals, NamedGame, Rules, Settings, Silent};
use tesuji_taquin::{Goal, Taquin};
use tesuji_uninformed::{Enumeration, reachable_states};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [game, size, workers, rest @ ..] = &arguments[..] else {
        return Err("game, size, and the number of workers or `plain`".into());
    };
    let budget = Budget::unlimited();
    let (width, height) = size.split_once('x').ok_or("a size is WIDTHxHEIGHT")?;
    let taquin = || {
        Taquin::<u64>::new(width.parse()?, height.parse()?, Goal::BlankFirst)
            .map_err(Box::<dyn Error>::from)
    };
    let breakthrough = || Breakthrough::open(&Settings::new().with("size", *size), None);
    if *workers == "plain" {
        let (layers, elapsed, peak_bytes) = if *game == "taquin" {
            let taquin = taquin()?;
            let run = Enumeration::new().run(&taquin, taquin.goals(), &budget, &mut Silent);
            let found = run.outcome.map_err(|end| end.limit.to_string())?;
            (found.layers().to_vec(), run.elapsed, run.stats.peak_bytes)
        } else {
            let game = breakthrough()?;
            let found = reachable_states(&game, &game.initial(), &budget, &mut Silent);
            (found.layers, found.elapsed, found.stats.peak_bytes)
        };
        report("plain", &layers, elapsed, peak_bytes);
        return Ok(());
    }
    let workers = workers.parse()?;
    let topology = match rest {
        [hosts, process, ..] => {
            Topology::hosts(&std::fs::read_to_string(hosts)?, process.parse()?, workers)?
        }
        _ => Topology::threads(workers),
    };
    let process = topology.process();
    let mut search = DistributedSearch::new(topology, &format!("{game} {size}"));
    if let [_, _, folder] = rest {
        let warn = |message: &str| eprintln!("warning: {message}");
        let every = Some(Duration::ZERO);
        let folder = ShardFolder::open(folder, &format!("{game} {size}"), process, every, warn)?;
        search = search.checkpoints(Arc::new(folder));
    }
    let found = if *game == "taquin" {
        let taquin = Arc::new(taquin()?);
        search.enumerate(&taquin, taquin.goals(), 20, &budget, &mut Silent)?
    } else {
        let game = Arc::new(breakthrough()?);
        search.reachable_states(&game, &game.initial(), &budget, &mut Silent)?
    };
    let Levels { layers, stats, traffic, elapsed, .. } = found;
    report(&format!("process {process}"), &layers, elapsed, stats.peak_bytes);
    println!("    {} expanded, {} generated, {traffic:?}", stats.expanded, stats.generated);
    Ok(())
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
