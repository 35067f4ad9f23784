use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::{Shuffle, game};

use crate::arguments::ShuffleOptions;
use crate::exit::Exit;
use crate::limits;
use crate::output;

pub(crate) fn run(options: &ShuffleOptions, out: &mut impl Write) -> Result<Exit> {
    let game = game(&options.game)?;
    let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
    let shuffle = options.walk.map_or(Shuffle::Uniform, Shuffle::Walk);
    let budget = limits::budget(&options.time.into())?;
    let (mut notations, mut limit) = (Vec::new(), None);
    for index in 0..options.count {
        limit = limits::reached(&budget).map(|limit| limit.to_string());
        if limit.is_some() {
            break;
        }
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
        output::json_results(&notations, limit.as_deref(), out)?;
    }
    Ok(limit.as_deref().map_or(Exit::Solved, Exit::stopped))
}
