//! Proof-number search: nodes created by best-first search, positions settled by df-pn with one
//! and two threads. The searches' tests compare the same verdicts with exact tables.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tesuji::breakthrough::Breakthrough;
use tesuji::breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji::connect_four::ConnectFour;
use tesuji::connect_four::ConnectFourHints;
use tesuji::core::{Budget, Game, GameSolver, Silent, Value};
use tesuji::proof::{DfPn, Estimated, Mobility, ParallelDfPn, PnSearch};
use tesuji::rush_hour::{RushHourRocks, instances};

/// The first million nodes of a tree that is not finished.
fn tree<G: Game>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: &G,
    search: &impl GameSolver<G>,
) {
    const NODES: u64 = 1_000_000;
    let budget = Budget::unlimited().nodes(NODES);
    group.throughput(Throughput::Elements(NODES));
    group.bench_function(name, |b| {
        b.iter(|| {
            let start = black_box(game.initial());
            let answer = search.solve_within(game, &start, &budget, &mut Silent);
            assert_eq!(answer.judgement.value, Value::Estimate(0));
            answer
        });
    });
}

/// Solves from the start to the verdict; the throughput is in nodes expanded.
fn verdict<G: Game>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: &G,
    search: &impl GameSolver<G>,
    expected: Value,
) {
    let once = search.solve(game, &game.initial());
    assert_eq!(once.judgement.value, expected, "{name}");
    group.throughput(Throughput::Elements(once.stats.expanded));
    group.bench_function(name, |b| b.iter(|| search.solve(game, &black_box(game.initial()))));
}

fn pn(c: &mut Criterion) {
    let mut group = c.benchmark_group("first-million-nodes");
    let (breakthrough, four) = (Breakthrough::new(6, 6), ConnectFour::new(7, 6));
    let (breakthrough, four) = (breakthrough.expect("a valid size"), four.expect("a valid size"));
    tree(&mut group, "breakthrough-6x6/pn", &breakthrough, &PnSearch::new());
    tree(&mut group, "connect-four-7x6/pn", &four, &PnSearch::new());
    let hints = PnSearch::new().hints(BreakthroughHints).first_numbers(Mobility);
    tree(&mut group, "breakthrough-6x6/pn-with-hints", &breakthrough, &hints);
    tree(&mut group, "breakthrough-6x6/pn2", &breakthrough, &PnSearch::pn2());
    group.finish();
}

fn df_pn(c: &mut Criterion) {
    let mut group = c.benchmark_group("verdict");
    let search = DfPn::new().whole_pv(false);
    let game = Breakthrough::new(4, 5).expect("a valid size");
    let first_numbers = Estimated::new(PawnsAndRows, 5);
    let hints = search.clone().hints(BreakthroughHints).first_numbers(first_numbers);
    verdict(&mut group, "breakthrough-4x5/df-pn", &game, &hints, Value::Loss(None));
    let two = ParallelDfPn::new(hints, 2);
    verdict(&mut group, "breakthrough-4x5/df-pn-by-two-threads", &game, &two, Value::Loss(None));
    let game = ConnectFour::new(5, 4).expect("a valid size");
    let hints = search.clone().hints(ConnectFourHints);
    verdict(&mut group, "connect-four-5x4/df-pn", &game, &hints, Value::Draw);
    let card = instances::LAB[0].parse().expect("a card");
    let rocks = search.first_numbers(Mobility);
    verdict(
        &mut group,
        "rush-hour-rocks-lab-1/df-pn",
        &RushHourRocks::new(card),
        &rocks,
        Value::Win(None),
    );
    group.finish();
}

criterion_group!(
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(500));
    targets = pn, df_pn
);
criterion_main!(benches);
