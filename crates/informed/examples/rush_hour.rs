//! How fast a file of boards is solved, and how fast their clusters are walked through: the best of
//! several rounds, on one core, by the processor's time where the system reports it.
//!
//! The file has a line for each board: its fewest slides, the board, how many boards can be
//! reached. With a number N, every Nth board is taken:
//! `cargo run --release -p tesuji-informed --example rush_hour -- testdata/rush_18k.txt 40`

use std::error::Error;
use std::num::NonZero;
use std::time::{Duration, Instant};

use tesuji_core::{Budget, Cost, Outcome, Ranked, Rules, Silent, Solver};
use tesuji_informed::AStar;
use tesuji_rush_hour::instances::{Listed, parse_list};
use tesuji_rush_hour::{Cluster, ForcedMoves, Metric, RushHour};
use tesuji_uninformed::{BreadthFirst, reachable_states};

const ROUNDS: u32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a file of boards")?;
    let every = arguments
        .next()
        .map_or(Ok(1), |every| every.parse::<NonZero<usize>>().map(NonZero::get))?;
    let boards: Vec<_> =
        parse_list(&std::fs::read_to_string(path)?)?.into_iter().step_by(every).collect();
    let puzzles = boards.len() as f64;
    let states: u64 = boards.iter().map(|listed| listed.reachable).sum();
    let per_second = |count: f64, time: Duration| count / time.as_secs_f64();

    let time = best(|| boards.iter().for_each(|listed| drop(game(listed, Metric::Slides))));
    println!("tables: {:.1} microseconds a card", time.as_secs_f64() * 1e6 / puzzles);
    let time = best(|| solve(&boards, |_| BreadthFirst));
    println!("fewest slides, breadth first: {:.0} cards/s", per_second(puzzles, time));
    let time = best(|| solve(&boards, |game| AStar::new(ForcedMoves::new(game))));
    println!("fewest slides, A*: {:.0} cards/s", per_second(puzzles, time));
    for metric in [Metric::Steps, Metric::Slides] {
        let time = best(|| walk(&boards, metric));
        println!("walk, {metric}: {:.2} M boards/s", per_second(states as f64, time) / 1e6);
    }
    let time = best(|| {
        for listed in &boards {
            let game = game(listed, Metric::Slides);
            assert_eq!(
                Cluster::of(&game, game.initial()).boards().count() as u64,
                listed.reachable
            );
        }
    });
    println!("clusters: {:.2} M boards/s", per_second(states as f64, time) / 1e6);
    let time = best(|| {
        for listed in &boards {
            let game = game(listed, Metric::Slides);
            let cluster = Cluster::of(&game, game.initial());
            let start = cluster.rank(&game.initial()) as usize;
            assert_eq!(cluster.distances()[start], listed.slides);
        }
    });
    println!("clusters with distances: {:.2} M boards/s", per_second(states as f64, time) / 1e6);
    Ok(())
}

fn game(listed: &Listed, metric: Metric) -> RushHour {
    RushHour::new(listed.card.clone(), metric)
}

fn solve<S: Solver<RushHour>>(boards: &[Listed], solver: impl Fn(&RushHour) -> S) {
    for listed in boards {
        let game = game(listed, Metric::Slides);
        let cost: Option<Cost> = match solver(&game).solve(&game, &game.initial()).outcome {
            Outcome::Optimal(plan) => Some(plan.cost),
            Outcome::Solved { .. } | Outcome::Unsolvable | Outcome::Unknown { .. } => None,
        };
        assert_eq!(cost, Some(listed.slides), "{}", listed.card);
    }
}

fn walk(boards: &[Listed], metric: Metric) {
    for listed in boards {
        let game = game(listed, metric);
        let count = reachable_states(&game, &game.initial(), &Budget::unlimited(), &mut Silent);
        assert_eq!(count.total(), listed.reachable, "{}", listed.card);
    }
}

fn best(work: impl Fn()) -> Duration {
    let rounds = (0..ROUNDS).map(|_| {
        let (started, before) = (Instant::now(), processor_time());
        work();
        match (before, processor_time()) {
            (Some(before), Some(after)) => after - before,
            _ => started.elapsed(),
        }
    });
    rounds.min().expect("there are several rounds")
}

/// What this thread has had of a processor, on Linux.
fn processor_time() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
