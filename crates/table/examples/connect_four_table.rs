//! Builds the table of Connect Four on a board, verifies it, and prints figures. Arguments: width,
//! height, file, and megabytes of memory (256).

use std::path::PathBuf;
use std::time::Instant;

use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Meter, Rules, Silent};
use tesuji_table::{SolvedGame, build_by_layers};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [width, height, file, rest @ ..] = &arguments[..] else {
        return Err("give the width, the height and a file".into());
    };
    let megabytes: usize = rest.first().map_or(Ok(256), |text| text.parse())?;
    let game = ConnectFour::new(width.parse()?, height.parse()?)?;
    let path = PathBuf::from(file);
    let budget = Budget::unlimited().memory(megabytes << 20);

    let (started, mut silent) = (Instant::now(), Silent);
    let mut meter = Meter::new(&budget, &mut silent);
    build_by_layers(&game, &game.initial(), &path, &mut meter)?;
    let (seconds, peak) = (started.elapsed().as_secs_f64(), meter.stats().peak_bytes);

    let table = SolvedGame::<ConnectFour>::open(&path)?;
    let (positions, bytes) = (table.heading().positions, table.file_bytes());
    println!("{positions} positions, {:?}", table.value(&game.initial())?);
    println!("built in {seconds:.1} s: {:.2} M/s, {peak} bytes", positions as f64 / seconds / 1e6);
    println!("{bytes} bytes: {:.2} for each position", bytes as f64 / positions as f64);

    let started = Instant::now();
    table.verify(1, &mut Meter::new(&budget, &mut Silent))?;
    let seconds = started.elapsed().as_secs_f64();
    println!("verified in {seconds:.1} s: {:.2} M/s", positions as f64 / seconds / 1e6);
    Ok(())
}
