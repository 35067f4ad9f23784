//! Breakthrough by the table search: 8×8 to a depth with an evaluator of two terms, and 5×5 from
//! the start: who wins.

use tesuji_adversarial::TableSearch;
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_core::{GameSolver, Rules};

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(12);
    let large = Breakthrough::new(8, 8).expect("a size that is supported");
    let answer = TableSearch::principal_variation()
        .evaluator(PawnsAndRows)
        .hints(BreakthroughHints)
        .depth(depth)
        .whole_pv(false)
        .solve(&large, &large.initial());
    println!("8x8: {:?}, {:?}, {:?}", answer.judgement.value, answer.stats, answer.elapsed);
    let small = Breakthrough::new(5, 5).expect("a size that is supported");
    let answer = TableSearch::outcome_only()
        .hints(BreakthroughHints)
        .table_bytes(256 << 20)
        .whole_pv(false)
        .solve(&small, &small.initial());
    println!("5x5: {:?}, {:?}, {:?}", answer.judgement.value, answer.stats, answer.elapsed);
}
