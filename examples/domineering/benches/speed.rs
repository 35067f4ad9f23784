// Domineering on 4×4, solved in four ways, the answers compared first.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use domineering::Domineering;
use tesuji::adversarial::{AlphaBeta, TableSearch};
use tesuji::core::{GameSolver, Rules, Value};
use tesuji::proof::DfPn;
use tesuji::retrograde::Retrograde;

fn empty_board(c: &mut Criterion) {
    let board = Domineering::new(4, 4).expect("a valid size");
    let start = board.initial();
    let mut group = c.benchmark_group("verdict/domineering-4x4");
    macro_rules! solve {
        ($name:literal, $solver:expr) => {
            let answer = $solver.solve(&board, &start);
            assert!(
                matches!(answer.judgement.value, Value::Win(_)),
                "the first player wins, says {}",
                $name
            );
            group.bench_function($name, |b| b.iter(|| $solver.solve(&board, black_box(&start))));
        };
    }
    solve!("alpha-beta", AlphaBeta::new());
    solve!("outcome-only", TableSearch::outcome_only());
    solve!("df-pn", DfPn::new());
    solve!("retrograde", Retrograde);
    group.finish();
}

criterion_group!(benches, empty_board);
criterion_main!(benches);
