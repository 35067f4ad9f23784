//! How long a search takes: `cargo bench`.

use criterion::{Criterion, criterion_group, criterion_main};
use template_game::TemplateGame;
use tesuji::adversarial::AlphaBeta;
use tesuji::core::{GameSolver, NamedGame, Rules, Settings};

fn alpha_beta(criterion: &mut Criterion) {
    let game = TemplateGame::open(&Settings::new(), None).unwrap();
    let position = game.initial();
    criterion.bench_function("alpha-beta/template-game/initial", |bencher| {
        bencher.iter(|| AlphaBeta::new().solve(&game, &position));
    });
}

criterion_group!(benches, alpha_beta);
criterion_main!(benches);
