use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;
use tesuji::catalogue::{Shuffle, Shuffled, game};

use crate::arguments::ShuffleOptions;
use crate::exit::Exit;
use crate::limits;
use crate::output;

/// A position as the JSON has it.
#[derive(Serialize)]
struct One {
    position: String,
    seed: u64,
    moves: Option<Vec<String>>,
}

pub(crate) fn run(options: &ShuffleOptions, out: &mut impl Write) -> Result<Exit> {
    let game = game(&options.game)?;
    let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
    let shuffle = options.walk.map_or(Shuffle::Uniform, Shuffle::Walk);
    let budget = limits::budget(&options.time.into())?;
    let (mut shuffled, mut limit) = (Vec::new(), None);
    for index in 0..options.count {
        limit = limits::reached(&budget).map(|limit| limit.to_string());
        if limit.is_some() {
            break;
        }
        if options.show && index > 0 {
            writeln!(out)?;
        }
        let settings = options.board.settings();
        let seed = seed.wrapping_add(index);
        let Shuffled { position, moves } = game.shuffle(&settings, shuffle, seed)?;
        if options.json {
            shuffled.push(One { position: position.notation(), seed, moves });
        } else {
            writeln!(out, "{}", position.notation())?;
            if options.moves {
                let moves = moves.context("the moves of so long a walk are not kept")?;
                write!(out, "{}", output::wrapped(&moves, 80))?;
            }
        }
        if options.show {
            write!(out, "{}", position.text())?;
        }
    }
    if options.seed.is_none() {
        eprintln!("seed {seed}");
    }
    if options.json {
        output::json_results(&shuffled, limit.as_deref(), out)?;
    }
    Ok(limit.as_deref().map_or(Exit::Solved, Exit::stopped))
}
