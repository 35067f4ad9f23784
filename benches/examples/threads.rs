//! The speed of two threads against one, in alternating runs of equally many simulations:
//! `cargo run --release -p tesuji-benches --example threads [simulations] [rounds] [filter]`.
//!
//! For each search: the ratio of its simulations per second to those of [`MonteCarlo`], and the
//! ratio of the processor time per simulation. Only rounds count in which the machine had two free
//! processors; on a busy machine, run many short ones.

use std::time::Instant;

use tesuji::breakthrough::Breakthrough;
use tesuji::connect_four::ConnectFour;
use tesuji::core::Game;
use tesuji::montecarlo::{Analyse, ByKey, MonteCarlo, Policy, RootParallel, TreeParallel};
use tesuji_benches::clock::processor_seconds;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |default| words.next().map_or(default, |text| text.parse().expect("a number"));
    let bench = Bench { simulations: number(1_000_000), rounds: number(5), filter: String::new() };
    let bench = Bench { filter: words.next().unwrap_or_default(), ..bench };
    bench.game("breakthrough 8x8", &Breakthrough::new(8, 8).expect("a board"));
    bench.game("breakthrough 6x6", &Breakthrough::new(6, 6).expect("a board"));
    bench.game("connect-four 7x6", &ConnectFour::default());
}

struct Bench {
    simulations: u64,
    rounds: u64,
    filter: String,
}

impl Bench {
    fn game<G>(&self, name: &str, game: &G)
    where
        G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
    {
        let (all, fewer) = (self.simulations, self.simulations / 4);
        self.search(&format!("{name} uct"), game, &MonteCarlo::uct().by_key().playouts(all));
        self.search(&format!("{name} rave"), game, &MonteCarlo::rave().by_key().playouts(fewer));
        self.search(&format!("{name} grave"), game, &MonteCarlo::grave().by_key().playouts(fewer));
    }

    fn search<G, P>(&self, name: &str, game: &G, search: &MonteCarlo<P, ByKey>)
    where
        G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
        P: Policy<G> + Clone + Sync,
    {
        if !name.contains(&self.filter) {
            return;
        }
        let start = &game.initial();
        let seeded = |seed| search.clone().seed(seed);
        let one = |seed| seeded(seed).analyse(game, start).playouts;
        let tree = |seed| TreeParallel::new(seeded(seed), 2).analyse(game, start).playouts;
        let root = |seed| RootParallel::new(seeded(seed), 2).analyse(game, start).playouts;
        // Alternating, because the load of the machine varies.
        let mut runs = [Vec::new(), Vec::new(), Vec::new()];
        for seed in 0..self.rounds {
            let searches: [&dyn Fn(u64) -> u64; 3] = [&one, &tree, &root];
            for (runs, search) in runs.iter_mut().zip(searches) {
                runs.push(Run::of(|| search(seed)));
            }
        }
        let [one, tree, root] = runs;
        println!("{name:<28}{:>12.0} thousand/s by one thread", 1e-3 / cost(one.iter()));
        for (name, runs) in [("tree-parallel", &tree), ("root-parallel", &root)] {
            let pairs: Vec<_> =
                one.iter().zip(runs).filter(|(_, two)| two.at_work() > AT_WORK).collect();
            if pairs.is_empty() {
                let most = runs.iter().map(Run::at_work).fold(0.0, f64::max);
                println!("  {name:<26}never two processors: at most {most:.2} at work");
                continue;
            }
            let speeds = pairs.iter().map(|(one, two)| two.rate() / one.rate());
            let mut speeds: Vec<f64> = speeds.collect();
            speeds.sort_by(f64::total_cmp);
            let costs = cost(pairs.iter().map(|pair| pair.1)) / cost(one.iter());
            println!(
                "  {name:<26}speed {:.2} (at most {:.2}), cost {costs:.2}, {} of {} rounds",
                speeds[speeds.len() / 2],
                speeds[speeds.len() - 1],
                pairs.len(),
                one.len()
            );
        }
    }
}

/// The mean number of running threads from which a round counts: two processors were free.
const AT_WORK: f64 = 1.8;

/// Processor seconds per simulation.
fn cost<'a>(runs: impl Iterator<Item = &'a Run> + Clone) -> f64 {
    runs.clone().map(|run| run.processor).sum::<f64>() / runs.map(|run| run.made).sum::<f64>()
}

/// The measurements of one run of a search.
struct Run {
    made: f64,
    elapsed: f64,
    processor: f64,
}

impl Run {
    fn of(search: impl FnOnce() -> u64) -> Self {
        let (started, before) = (Instant::now(), processor_seconds());
        let made = search() as f64;
        let elapsed = started.elapsed().as_secs_f64();
        Run { made, elapsed, processor: processor_seconds() - before }
    }

    /// Simulations per second.
    fn rate(&self) -> f64 {
        self.made / self.elapsed
    }

    /// The mean number of threads that had a processor.
    fn at_work(&self) -> f64 {
        self.processor / self.elapsed
    }
}
