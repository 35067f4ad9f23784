//! Nim-values of a game, how fast they come, and their period.
//!
//! `cargo run --release -p tesuji-nim --example nim_values -- 0.376 5000000`; the game is an octal
//! code, a take set such as `1-3`, or `grundy`.

use std::error::Error;
use std::time::Instant;

use tesuji_nim::theory::NimValues;
use tesuji_nim::{Grundy, HeapRule, OctalCode, TakeSet};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "grundy".to_owned());
    let count = arguments.next().map_or(Ok(1_000_000), |count| count.parse())?;
    match game.as_str() {
        "grundy" => report(Grundy, count),
        code if code.contains('.') => report(code.parse::<OctalCode>()?, count),
        set => report(set.parse::<TakeSet>()?, count),
    }
}

fn report<R: HeapRule>(rule: R, count: usize) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let mut values = NimValues::new(rule.clone())?;
    values.extend_to(count)?;
    let seconds = started.elapsed().as_secs_f64();
    println!("{count} values in {seconds:.3} s, {:.2} million/s", count as f64 / seconds / 1e6);
    println!("largest value {}", values.iter().max().unwrap_or(0));
    println!(
        "rare heaps {}, the last {:?}",
        values.rare_heaps().count(),
        values.rare_heaps().last()
    );
    let started = Instant::now();
    match NimValues::new(rule)?.find_period(count)? {
        Some(period) => println!("preperiod {}, period {}", period.preperiod, period.period),
        None => println!("no period proved by so many values"),
    }
    println!("found from nothing in {:.3} s", started.elapsed().as_secs_f64());
    Ok(())
}
