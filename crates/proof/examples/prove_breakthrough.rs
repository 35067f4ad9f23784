//! Who wins Breakthrough from the start, by df-pn: `breakthrough [SIZE] [sum|max|sum-or-max]
//! [EPSILON] [MIB] [THREADS]`.

use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_core::{GameSolver, Rules};
use tesuji_proof::{Counting, DfPn, Estimated, ParallelDfPn};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().unwrap_or_else(|| "5x5".into());
    let (width, height) = size.split_once('x').expect("a size like 5x5");
    let (width, height) = (width.parse().expect("columns"), height.parse().expect("rows"));
    let counting = match arguments.next().as_deref() {
        Some("sum-or-max") => Counting::SumOrMax,
        None | Some("sum") => Counting::Sum,
        Some("max") => Counting::Max,
        Some(other) => panic!("{other:?} is none of sum, max and sum-or-max"),
    };
    let mut number = |or: f64| arguments.next().map_or(or, |text| text.parse().expect("a number"));
    let (epsilon, mebibytes, threads) = (number(0.5), number(1024.0), number(1.0));
    let game = Breakthrough::new(width, height).expect("a size that is supported");
    let search = DfPn::new()
        .hints(BreakthroughHints)
        .first_numbers(Estimated::new(PawnsAndRows, 5))
        .counting(counting)
        .epsilon(epsilon)
        .table_bytes((mebibytes as usize) << 20)
        .whole_pv(false);
    let answer = ParallelDfPn::new(search, threads as usize).solve(&game, &game.initial());
    println!("{size}: {:?}, {:?}, {:?}", answer.judgement.value, answer.stats, answer.elapsed);
}
