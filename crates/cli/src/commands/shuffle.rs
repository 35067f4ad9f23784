use std::io::Write;

use anyhow::{Result, ensure};
use tesuji::catalogue::{Shuffle, game};

use crate::arguments::ShuffleOptions;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(options: &ShuffleOptions, out: &mut impl Write) -> Result<Exit> {
    let game = game(&options.game)?;
    ensure!(options.count > 0, "--count 0 leaves nothing to do");
    let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
    let shuffle = options.walk.map_or(Shuffle::Uniform, Shuffle::Walk);
    let mut notations = Vec::new();
    for index in 0..options.count {
        if options.show && index > 0 {
            writeln!(out)?;
        }
        let settings = options.board.settings();
        let position = game.shuffle(&settings, shuffle, seed.wrapping_add(index))?;
        if options.json {
            notations.push(position.notation());
        } else {
            writeln!(out, "{}", position.notation())?;
        }
        if options.show {
            write!(out, "{}", position.text())?;
        }
    }
    if options.seed.is_none() {
        eprintln!("seed {seed}");
    }
    if options.json {
        output::json(&notations, out)?;
    }
    Ok(Exit::Solved)
}
