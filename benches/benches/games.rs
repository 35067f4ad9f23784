//! The two-player games: random games and perft of Breakthrough, each beside a hand-written
//! program, and the nim-values of take-and-break games beside the definition.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji_benches::yardstick::breakthrough as yardstick;
use tesuji_breakthrough::Breakthrough;
use tesuji_core::{Game, Rules};
use tesuji_nim::theory::{NimValues, nim_values_by_definition};
use tesuji_nim::{Grundy, OctalCode};
use tesuji_uninformed::fold_leaves;

fn yardstick_keys() -> yardstick::Keys {
    let drawn = tesuji_zobrist::keys(1, 128);
    let mut keys = [[0; 64]; 2];
    keys.as_flattened_mut().copy_from_slice(&drawn);
    keys
}

fn random_games(c: &mut Criterion) {
    const GAMES: u64 = 1000;
    let mut group = c.benchmark_group("random-games");
    group.throughput(Throughput::Elements(GAMES));
    for (name, size) in [("breakthrough-8x8", 8), ("breakthrough-5x5", 5)] {
        let game = Breakthrough::new(size, size).expect("a valid size");
        let start = game.initial();
        group.bench_function(format!("{name}/tesuji"), |b| {
            let mut random = Pcg64Mcg::seed_from_u64(1);
            b.iter(|| {
                for _ in 0..GAMES {
                    black_box(game.playout(black_box(&start), &mut random));
                }
            });
        });
    }
    let keys = yardstick_keys();
    group.bench_function("breakthrough-8x8/yardstick", |b| {
        let mut random = yardstick::Random(1);
        b.iter(|| {
            for _ in 0..GAMES {
                black_box(yardstick::random_game(&mut random, black_box(&keys)));
            }
        });
    });
    group.finish();
}

/// Perft of depth 5 on 8×8, without bulk counting.
fn perft(c: &mut Criterion) {
    const DEPTH: u32 = 5;
    const LINES: u64 = 6_182_818;
    let game = Breakthrough::new(8, 8).expect("a valid size");
    let count = || {
        fold_leaves(&game, &game.initial(), DEPTH, (0, 0u64), |(lines, sum), leaf| {
            (lines + 1, sum.wrapping_add(game.key(leaf) ^ leaf.white() ^ leaf.black()))
        })
    };
    let keys = yardstick_keys();
    assert_eq!((count().0, yardstick::perft(DEPTH, &keys).0), (LINES, LINES));
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(LINES));
    group.bench_function("breakthrough-8x8/tesuji", |b| b.iter(count));
    group.bench_function("breakthrough-8x8/yardstick", |b| {
        b.iter(|| yardstick::perft(black_box(DEPTH), &keys));
    });
    group.finish();
}

fn nim_values(c: &mut Criterion) {
    const HEAPS: usize = 1_000_000;
    const FEW: usize = 20_000;
    let code: OctalCode = "0.376".parse().expect("an octal code");
    let slow = nim_values_by_definition(&Grundy, FEW).expect("small values");
    let mut quick = NimValues::new(Grundy).expect("small values");
    quick.extend_to(FEW).expect("small values");
    assert!(quick.iter().take(FEW).eq(slow));

    let mut group = c.benchmark_group("nim-values");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(HEAPS as u64));
    group.bench_function("grundy-1000000/tesuji", |b| {
        b.iter(|| NimValues::new(Grundy).and_then(|mut values| values.extend_to(HEAPS)));
    });
    group.bench_function("0.376-1000000/tesuji", |b| {
        b.iter(|| NimValues::new(code.clone()).and_then(|mut values| values.extend_to(HEAPS)));
    });
    group.throughput(Throughput::Elements(FEW as u64));
    group.bench_function("grundy-20000/tesuji", |b| {
        b.iter(|| NimValues::new(Grundy).and_then(|mut values| values.extend_to(FEW)));
    });
    group.bench_function("grundy-20000/definition", |b| {
        b.iter(|| nim_values_by_definition(&Grundy, FEW));
    });
    group.finish();
}

criterion_group!(
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_secs(1));
    targets = random_games, perft, nim_values
);
criterion_main!(benches);
