//! Exact tables and what follows from them: states solved by retrograde analysis, and records of a
//! certificate checked by the rules alone.

#[path = "../settings.rs"]
mod settings;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji::breakthrough::Breakthrough;
use tesuji::catalogue::Catalogue;
use tesuji::certificate::Checker;
use tesuji::connect_four::ConnectFour;
use tesuji::core::{Game, GameSolver, Settings, Value};
use tesuji::retrograde::{Reachable, Retrograde, Space};
use tesuji_benches::prove::certificate;

/// From the start; the throughput is in positions, each of which is found and solved. (The search
/// counts both as an expansion.)
fn table<G: Game>(c: &mut Criterion, name: &str, game: &G, expected: Value)
where
    Retrograde: GameSolver<G>,
{
    let once = Retrograde.solve(game, &game.initial());
    assert_eq!(once.judgement.value, expected, "{name}");
    let positions = Reachable::explore_all(game, &game.initial()).len();
    let mut group = c.benchmark_group(format!("retrograde/{name}"));
    group.throughput(Throughput::Elements(positions as u64));
    group.bench_function("tesuji", |b| {
        b.iter(|| Retrograde.solve(game, &black_box(game.initial())));
    });
    group.finish();
}

fn tables(c: &mut Criterion) {
    let four = ConnectFour::new(4, 4).expect("a size there is");
    table(c, "connect-four-4x4", &four, Value::Draw);
    let breakthrough = Breakthrough::new(3, 5).expect("a size there is");
    table(c, "breakthrough-3x5", &breakthrough, Value::Loss(Some(18)));
}

fn certificates(c: &mut Criterion) {
    let mut group = c.benchmark_group("certificate");
    let catalogue = Catalogue::standard();
    let cases = [
        ("breakthrough-4x4", "breakthrough", "pppp/pppp/PPPP/PPPP w", "df-pn"),
        ("taquin-hardest", "taquin", "806547231", "bfs"),
        ("tic-tac-toe", "tic-tac-toe", ".........", "retrograde"),
    ];
    for (name, game, position, algorithm) in cases {
        let bytes =
            certificate(game, &Settings::new(), position, algorithm).expect("a proof").to_bytes();
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(format!("{name}/tesuji"), |b| {
            b.iter(|| {
                let checked = catalogue.verify(&Checker::new(), black_box(&bytes[..]), None);
                checked.expect("it holds")
            });
        });
    }
    group.finish();
}

criterion_group!(
    name = benches;
    config = settings::few_samples();
    targets = tables, certificates
);
criterion_main!(benches);
