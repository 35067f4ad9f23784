//! Exact scores of Connect Four beside a solver for this game alone, on the public test sets. Both
//! are exact, so the scores are compared before timing; both keep their table from one position to
//! the next and clear it.

#[path = "../settings.rs"]
mod settings;

use std::hint::black_box;

use connect_four_ai::{Position as PeerPosition, Solver as Peer};
use criterion::{Criterion, criterion_group, criterion_main};
use tesuji::adversarial::TableSearch;
use tesuji::connect_four::ConnectFourHints;
use tesuji::connect_four::instances::{self, Instance};
use tesuji::connect_four::{ConnectFour, Position};
use tesuji::core::{GameSolver, Notation};

/// The size of the other solver's table.
const TABLE_BYTES: usize = 128 << 20;

/// The number of positions of a set: the whole hard set would take minutes.
const POSITIONS: usize = 60;

fn exact_scores(c: &mut Criterion) {
    let game = ConnectFour::default();
    let search =
        TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(TABLE_BYTES).whole_pv(false);
    let mut peer = Peer::empty();
    let sets = [
        ("end-easy", instances::end_easy()),
        ("middle-easy", instances::middle_easy()),
        ("begin-easy", instances::begin_easy()),
        ("middle-medium", instances::middle_medium()),
    ];
    for (name, set) in sets {
        let chosen = &set[..POSITIONS];
        let ours = |one: &Instance| game.parse_state(one.columns).expect("a position");
        let theirs = |one: &Instance| PeerPosition::from_moves(one.columns).expect("a position");
        let positions: Vec<(Position, PeerPosition)> =
            chosen.iter().map(|one| (ours(one), theirs(one))).collect();
        for (instance, (position, other)) in chosen.iter().zip(&positions) {
            let value = search.solve(&game, position).judgement.value;
            assert_eq!(
                game.score_of(position, value),
                Some(instance.score),
                "{}",
                instance.columns
            );
            peer.reset();
            assert_eq!(i32::from(peer.solve(other)), instance.score, "{}", instance.columns);
        }
        let mut group = c.benchmark_group(format!("connect-four/{name}"));
        group.bench_function("tesuji", |b| {
            b.iter(|| {
                for (position, _) in black_box(&positions) {
                    let _ = black_box(search.solve(&game, position));
                }
            });
        });
        group.bench_function("connect-four-ai", |b| {
            b.iter(|| {
                for (_, position) in black_box(&positions) {
                    peer.reset();
                    black_box(peer.solve(position));
                }
            });
        });
        group.finish();
    }
}

criterion_group!(
    name = benches;
    config = settings::few_samples();
    targets = exact_scores
);
criterion_main!(benches);
