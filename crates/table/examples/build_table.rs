//! Builds the table of Connect Four or Breakthrough on a board, verifies it, looks random positions up,
//! and prints figures, by the processor's time where the system reports it. Arguments: the game, the
//! width, the height, a file, megabytes of memory (256), and the number of threads (1):
//! `cargo run --release -p tesuji-table --example build_table -- connect-four 5 4 5x4.table`

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Layered, Meter, NamedGame, Silent};
use tesuji_table::{SolvedGame, build_by_layers};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, width, height, file, rest @ ..] = &arguments[..] else {
        return Err("give a game, the width, the height and a file".into());
    };
    let (width, height, path) = (width.parse()?, height.parse()?, Path::new(file));
    let megabytes: usize = rest.first().map_or(Ok(256), |text| text.parse())?;
    let threads: usize = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    match game.as_str() {
        "connect-four" => measure(&ConnectFour::new(width, height)?, path, megabytes, threads),
        "breakthrough" => measure(&Breakthrough::new(width, height)?, path, megabytes, threads),
        other => Err(format!("no figures of {other}").into()),
    }
}

fn measure<G: Layered<State: Sync> + NamedGame + Sync>(
    game: &G,
    path: &Path,
    megabytes: usize,
    threads: usize,
) -> Result<(), Box<dyn Error>> {
    let budget = Budget::unlimited().memory(megabytes << 20);
    let mut silent = Silent;
    let mut meter = Meter::new(&budget, &mut silent);
    let (built, time) = timed(|| build_by_layers(game, &game.initial(), path, threads, &mut meter));
    built?;
    let table = SolvedGame::<G>::open(path)?;
    let (positions, bytes) = (table.heading().positions as f64, table.file_bytes() as f64);
    println!("{positions} positions, {:?}", table.value(&game.initial())?);
    let peak = meter.stats().peak_bytes;
    println!("built in {time:.1?}: {:.2} M/s, {peak} bytes", positions / time.as_secs_f64() / 1e6);
    println!("file of {bytes} bytes: {:.2} for each position", bytes / positions);

    let (verified, time) = timed(|| table.verify(1, &mut Meter::new(&budget, &mut Silent)));
    verified?;
    println!("verified in {time:.1?}: {:.2} M/s", positions / time.as_secs_f64() / 1e6);

    // Positions of random games, a multiple of the layers.
    let (mut rng, mut states) = (Pcg64::seed_from_u64(1), Vec::new());
    while states.len() < 100_000 {
        let mut state = game.initial();
        while game.result(&state).is_none() {
            states.push(state.clone());
            let moves = game.moves(&state);
            game.play(&mut state, moves[rng.random_range(0..moves.len())]);
        }
    }
    look_up(&table, &states, "of random games")?;
    let mut states = Vec::new();
    for _ in 0..50_000 {
        states.extend(table.states(rng.random_range(0..table.heading().positions), 1)?);
    }
    look_up(&table, &states, "at random")
}

/// The second time, so that what can be in the cache is.
fn look_up<G: Layered + NamedGame>(
    table: &SolvedGame<G>,
    states: &[G::State],
    which: &str,
) -> Result<(), Box<dyn Error>> {
    for is_measured in [false, true] {
        let (found, time) =
            timed(|| states.iter().try_for_each(|state| table.value(state).map(drop)));
        found?;
        if is_measured {
            println!(
                "looked up {which}: {:.0} positions/s",
                states.len() as f64 / time.as_secs_f64()
            );
        }
    }
    Ok(())
}

/// The time of the processor for some work, or of the clock on systems that do not report it.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (started, before) = (Instant::now(), processor_time());
    let done = work();
    let passed = started.elapsed();
    let spent = before.zip(processor_time()).map(|(before, after)| after - before);
    (done, spent.unwrap_or(passed))
}

/// The processor time of this thread so far, on Linux.
fn processor_time() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(times.split_whitespace().next()?.parse().ok()?))
}
