//! Who wins Breakthrough from the start, by df-pn: `breakthrough [SIZE] [sum|max|sum-or-max] [EPSILON] [MIB]`.

use tesuji::hints::BreakthroughHints;
use tesuji_breakthrough::Breakthrough;
use tesuji_core::{GameSolver, Rules};
use tesuji_proof::{Counting, DfPn};

struct Guess([u32; 8]);
impl tesuji_proof::FirstNumbers<Breakthrough> for Guess {
    #[inline(always)]
    fn numbers(
        &self,
        game: &Breakthrough,
        p: &tesuji_breakthrough::Position,
        claimant: tesuji_core::Player,
    ) -> [u32; 2] {
        use tesuji_core::Player;
        let [base, mob, pawn, adv, ..] = self.0;
        let moves = game.count_moves(p);
        let (w, b) = (p.white().count_ones() as i32, p.black().count_ones() as i32);
        let h = game.height() as i32;
        let dw = h - 1 - (63 - p.white().leading_zeros() as i32) / 8;
        let db = p.black().trailing_zeros() as i32 / 8;
        let (mut d, mut near) = (w - b, db - dw);
        if claimant == Player::Second {
            d = -d;
            near = -near;
        }
        let mine = p.turn() == claimant;
        // positive d is good for the claimant
        let good = pawn as i32 * d + adv as i32 * near;
        let m = (moves * mob / 4).max(1);
        let (pn, dn) = if mine { (base, base.max(m)) } else { (base.max(m), base) };
        let pn = pn as i32 + (-good).max(0);
        let dn = dn as i32 + good.max(0);
        [pn as u32, dn as u32]
    }
}

fn main() {
    let guess: Vec<u32> = std::env::var("GUESS")
        .unwrap_or("1,4,0,0".into())
        .split(',')
        .map(|t| t.parse().unwrap())
        .collect();
    let mut g = [0; 8];
    g[..guess.len()].copy_from_slice(&guess);

    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().unwrap_or_else(|| "5x5".into());
    let (width, height) = size.split_once('x').expect("a size like 5x5");
    let (width, height) = (width.parse().expect("columns"), height.parse().expect("rows"));
    let counting = match arguments.next().as_deref() {
        None | Some("sum-or-max") => Counting::SumOrMax,
        Some("sum") => Counting::Sum,
        Some("max") => Counting::Max,
        Some(other) => panic!("{other:?} is none of sum, max and sum-or-max"),
    };
    let mut number = |or: f64| arguments.next().map_or(or, |text| text.parse().expect("a number"));
    let (epsilon, mebibytes) = (number(0.25), number(1024.0));
    let game = Breakthrough::new(width, height).expect("a size that is supported");
    let answer = DfPn::new()
        .hints(BreakthroughHints)
        .first_numbers(Guess(g))
        .counting(counting)
        .epsilon(epsilon)
        .table_bytes((mebibytes as usize) << 20)
        .whole_line(false)
        .solve(&game, &game.initial());
    println!("{size}: {:?}, {:?}, {:?}", answer.judgement.value, answer.stats, answer.elapsed);
}
