use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::{Settings, game};
use tesuji::core::{Budget, Silent};

use crate::arguments::Generate;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(options: &Generate, out: &mut impl Write) -> Result<Exit> {
    let game = game(&options.game)?;
    let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
    if options.seed.is_none() {
        eprintln!("seed {seed}");
    }
    let mut all = Vec::new();
    for seed in (0..options.count).map(|index| seed.wrapping_add(index)) {
        let Some(made) = game.make(
            &options.settings(),
            options.making(),
            seed,
            &Budget::unlimited(),
            &mut Silent,
        )?
        else {
            eprintln!("seed {seed}: none was found; more --tries or fewer --min-moves may help");
            continue;
        };
        if !options.json {
            writeln!(
                out,
                "{}  {}, the farthest of {}",
                made.position,
                output::counted(made.moves.into(), "move"),
                output::counted(made.states, "position")
            )?;
        }
        if options.show {
            write!(out, "{}", game.open(Some(&made.position), &Settings::new())?.text())?;
        }
        // A person may have to wait for the next.
        out.flush()?;
        all.push(made);
    }
    if options.json {
        output::json(&all, out)?;
    }
    Ok(if all.len() as u64 == options.count { Exit::Solved } else { Exit::Unknown })
}
