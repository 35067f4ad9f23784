//! How fast whole spaces are solved: positions for each second of processor time.
//!
//! ```text
//! cargo run --release -p tesuji-retrograde --example solving_speed
//! ```

use std::time::Instant;

use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Game, Ranked, Reversible};
use tesuji_retrograde::{Numbered, Reachable, Space, Table};

fn main() {
    report("connect-four 4x4", &ConnectFour::new(4, 4).expect("a board"));
    report("connect-four 5x4", &ConnectFour::new(5, 4).expect("a board"));
    report("breakthrough 3x5", &Breakthrough::new(3, 5).expect("a board"));
    report("breakthrough 4x4", &Breakthrough::new(4, 4).expect("a board"));
}

/// All numbered positions: solved, and checked; then those that can be reached: found, and solved.
fn report<G: Game + Ranked + Reversible>(name: &str, game: &G) {
    let (table, seconds) = best_of_three(|| Table::solve(Numbered::new(game)));
    println!("{name}: {:?}", table.value(&game.initial()));
    tell("solved", table.space().len(), seconds);
    let (result, seconds) = best_of_three(|| table.check());
    assert_eq!(result, Ok(()));
    tell("checked", table.space().len(), seconds);
    let (space, seconds) = best_of_three(|| Reachable::explore_all(game, &game.initial()));
    let reachable = space.len();
    tell("reachable found", reachable, seconds);
    let before = processor_seconds();
    let table = Table::solve(space);
    tell("reachable solved", reachable, processor_seconds() - before);
    drop(table);
}

fn tell(what: &str, positions: usize, seconds: f64) {
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = positions as f64 / seconds / 1e6;
    println!("  {what:16} {positions:9} positions {seconds:7.3} s {rate:6.1} M/s");
}

fn best_of_three<T>(mut compute: impl FnMut() -> T) -> (T, f64) {
    let mut best = f64::INFINITY;
    let mut result = None;
    for _ in 0..3 {
        let before = processor_seconds();
        result = Some(compute());
        best = best.min(processor_seconds() - before);
    }
    (result.expect("computed three times"), best)
}

/// Processor time of this thread where the system reports it, else wall-clock time.
fn processor_seconds() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.with(|start| start.elapsed().as_secs_f64()), |n| n / 1e9)
}
