//! Simulations per second of processor time:
//! `cargo run --release -p tesuji-benches --example simulations [seconds]`.

use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji::breakthrough::Breakthrough;
use tesuji::connect_four::ConnectFour;
use tesuji::core::{Budget, Game, Meter, Silent};
use tesuji::montecarlo::{Analyse, ByKey, Findings, MonteCarlo, Policy, Positions, TreeParallel};
use tesuji_benches::clock::processor_seconds;

fn main() {
    let seconds = std::env::args().nth(1).map_or(1.0, |text| text.parse().expect("seconds"));
    let limit = Duration::from_secs_f64(seconds);
    let filter = std::env::args().nth(2).unwrap_or_default();
    let run = |name: &str, measure: &dyn Fn() -> f64| {
        if name.contains(&filter) {
            println!("{name:<40} {:>9.0} thousand/s", measure() / 1e3);
        }
    };
    for side in [5, 6, 8] {
        let game = &Breakthrough::new(side, side).expect("a board");
        game_of(&format!("breakthrough {side}x{side}"), game, limit, &run);
    }
    game_of("connect-four 7x6", &ConnectFour::default(), limit, &run);
}

type Runner<'a> = dyn Fn(&str, &dyn Fn() -> f64) + 'a;

fn game_of<G>(name: &str, game: &G, limit: Duration, run: &Runner<'_>)
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
{
    run(&format!("{name} playouts"), &|| playouts(game, limit));
    run(&format!("{name} uct tree"), &|| rate(&MonteCarlo::uct(), game, limit));
    run(&format!("{name} uct"), &|| rate(&MonteCarlo::uct().by_key(), game, limit));
    run(&format!("{name} rave"), &|| rate(&MonteCarlo::rave().by_key(), game, limit));
    run(&format!("{name} grave"), &|| rate(&MonteCarlo::grave().by_key(), game, limit));
    run(&format!("{name} pn-mcts"), &|| rate(&MonteCarlo::pn_mcts().by_key(), game, limit));
    for threads in [1, 2] {
        let search: MonteCarlo<_, ByKey> = MonteCarlo::uct().by_key().playouts(u64::MAX);
        let search = TreeParallel::new(search, threads);
        run(&format!("{name} uct {threads} threads, wall"), &|| {
            let budget = Budget::unlimited().time(limit);
            let findings =
                search.analyse_within(game, &game.initial(), &mut Meter::new(&budget, &mut Silent));
            findings.playouts as f64 / limit.as_secs_f64()
        });
    }
}

fn playouts<G: Game>(game: &G, limit: Duration) -> f64 {
    let mut rng = Pcg64Mcg::seed_from_u64(0);
    let (started, before, mut count) = (Instant::now(), processor_seconds(), 0);
    while started.elapsed() < limit {
        for _ in 0..1_000 {
            std::hint::black_box(game.playout(&game.initial(), &mut rng));
        }
        count += 1_000;
    }
    f64::from(count) / (processor_seconds() - before)
}

/// Simulations per second, in moves of 10,000 simulations each.
fn rate<G: Game, P: Policy<G> + Clone, K: Positions<G>>(
    search: &MonteCarlo<P, K>,
    game: &G,
    limit: Duration,
) -> f64 {
    let (started, before, mut count, mut seed) = (Instant::now(), processor_seconds(), 0, 0);
    while started.elapsed() < limit {
        seed += 1;
        let findings: Findings<G::Move> =
            search.clone().playouts(10_000).seed(seed).analyse(game, &game.initial());
        count += findings.playouts;
    }
    count as f64 / (processor_seconds() - before)
}
