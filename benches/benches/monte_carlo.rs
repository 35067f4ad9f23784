//! Simulations of Monte-Carlo tree search, one random playout each, beside other libraries with
//! the same rules and playouts. All run the same number from the same position, which none of them
//! solves.

#[path = "../peers/minimax.rs"]
mod peer;
#[path = "../settings.rs"]
mod settings;
#[path = "../peers/treant.rs"]
mod treant_peer;

use std::hint::black_box;
use std::sync::LazyLock;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy};
use tesuji::breakthrough::Breakthrough;
use tesuji::connect_four::ConnectFour;
use tesuji::core::{Game, GameSolver, Rules, Value};
use tesuji::montecarlo::{MonteCarlo, RootParallel, TreeParallel};

use crate::peer::{Board, Peer};

const SIMULATIONS: u32 = 100_000;

static RULES: LazyLock<Breakthrough> =
    LazyLock::new(|| Breakthrough::new(8, 8).expect("a valid size"));

fn ours<G: Game>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: &G,
    search: &impl GameSolver<G>,
) {
    group.bench_function(name, |b| {
        b.iter(|| {
            let answer = search.solve(game, &black_box(game.initial()));
            assert!(matches!(answer.judgement.value, Value::Estimate(_)));
            answer
        });
    });
}

/// The settings that all searches share.
macro_rules! bounded {
    ($search:expr) => {
        $search.by_key().playouts(SIMULATIONS.into()).seed(1).memory(1 << 28)
    };
}

fn uct(c: &mut Criterion) {
    let mut group = c.benchmark_group("uct/breakthrough-8x8");
    group.throughput(Throughput::Elements(SIMULATIONS.into()));
    ours(&mut group, "tesuji", &*RULES, &bounded!(MonteCarlo::uct()));
    let board = Board { rules: &RULES, position: RULES.initial() };
    group.bench_function("treant", |b| {
        b.iter(|| {
            let mut search = treant_peer::Search::new(&*RULES, SIMULATIONS.into());
            search.choose(black_box(&board.position)).expect("a move")
        });
    });
    group.bench_function("minimax", |b| {
        b.iter(|| {
            // No game is cut off and counted as a draw.
            let options = MCTSOptions::default().with_num_threads(1).with_max_rollout_depth(10_000);
            let mut search = MonteCarloTreeSearch::<Peer>::new(options);
            search.set_max_rollouts(SIMULATIONS);
            search.choose_move(black_box(&board)).expect("a move")
        });
    });
    group.finish();

    let mut group = c.benchmark_group("simulations/breakthrough-8x8");
    group.throughput(Throughput::Elements(SIMULATIONS.into()));
    let search = bounded!(MonteCarlo::uct());
    ours(&mut group, "uct", &*RULES, &search);
    ours(
        &mut group,
        "uct-by-two-threads-on-one-tree",
        &*RULES,
        &TreeParallel::new(search.clone(), 2),
    );
    ours(&mut group, "uct-by-two-threads-with-a-tree-each", &*RULES, &RootParallel::new(search, 2));
    group.finish();
}

fn others(c: &mut Criterion) {
    let mut group = c.benchmark_group("simulations");
    group.throughput(Throughput::Elements(SIMULATIONS.into()));
    ours(&mut group, "breakthrough-8x8/grave", &*RULES, &bounded!(MonteCarlo::grave()));
    let four = ConnectFour::new(7, 6).expect("a valid size");
    ours(&mut group, "connect-four-7x6/uct", &four, &bounded!(MonteCarlo::uct()));
    group.finish();
}

criterion_group!(
    name = benches;
    config = settings::few_samples();
    targets = uct, others
);
criterion_main!(benches);
