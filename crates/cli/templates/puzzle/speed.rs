//! How long a search takes: `cargo bench`.

use criterion::{Criterion, criterion_group, criterion_main};
use template_game::TemplateGame;
use tesuji::core::{NamedGame, Rules, Settings, Solver};
use tesuji::uninformed::BreadthFirst;

fn breadth_first(criterion: &mut Criterion) {
    let puzzle = TemplateGame::open(&Settings::new(), None).unwrap();
    let state = puzzle.initial();
    criterion.bench_function("bfs/template-game/initial", |bencher| {
        bencher.iter(|| BreadthFirst.solve(&puzzle, &state));
    });
}

criterion_group!(benches, breadth_first);
criterion_main!(benches);
