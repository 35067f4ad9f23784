//! Rush Hour: the fewest slides and all reachable boards, beside a hand-written program. Answers
//! are compared before timing.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji::rush_hour::instances::{Listed, sample};
use tesuji::rush_hour::{Cluster, Metric, RushHour};
use tesuji::uninformed::BreadthFirst;
use tesuji_benches::yardstick::rush_hour as yardstick;
use tesuji_core::{Rules, Solver};

fn game(listed: &Listed) -> RushHour {
    RushHour::new(listed.card.clone(), Metric::Slides)
}

/// Solves a card, the construction of its tables included.
fn fewest_slides(listed: &Listed) -> u32 {
    let game = game(listed);
    let answer = BreadthFirst.solve(&game, &game.initial());
    answer.outcome.plan().expect("solvable").cost
}

fn reachable(listed: &Listed) -> u64 {
    let game = game(listed);
    Cluster::of(&game, game.initial()).boards().count() as u64
}

fn sample_of_boards(c: &mut Criterion) {
    let boards: Vec<&Listed> = sample().iter().step_by(8).collect();
    let texts: Vec<String> = boards.iter().map(|listed| listed.card.to_string()).collect();
    let mut search = yardstick::BreadthFirst::default();
    for (listed, text) in boards.iter().zip(&texts) {
        assert_eq!(fewest_slides(listed), listed.slides);
        assert_eq!(search.fewest_slides(text), Some(listed.slides));
        assert_eq!(reachable(listed), listed.reachable);
        assert_eq!(search.reachable(text) as u64, listed.reachable);
    }

    let mut group = c.benchmark_group("fewest-slides");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("rush-hour-sample/tesuji", |b| {
        b.iter(|| boards.iter().map(|listed| fewest_slides(black_box(listed))).max());
    });
    group.bench_function("rush-hour-sample/yardstick", |b| {
        b.iter(|| texts.iter().map(|text| search.fewest_slides(black_box(text))).max());
    });
    group.finish();

    let mut group = c.benchmark_group("cluster");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(boards.iter().map(|listed| listed.reachable).sum()));
    group.bench_function("rush-hour-sample/tesuji", |b| {
        b.iter(|| boards.iter().map(|listed| reachable(black_box(listed))).max());
    });
    group.bench_function("rush-hour-sample/yardstick", |b| {
        b.iter(|| texts.iter().map(|text| search.reachable(black_box(text))).max());
    });
    group.finish();
}

criterion_group!(
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1));
    targets = sample_of_boards
);
criterion_main!(benches);
