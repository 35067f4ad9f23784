use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::{CatalogueError, Settings, game};

use crate::arguments::Generate;
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &Generate, out: &mut impl Write) -> Result<Exit> {
    let game = game(&options.game)?;
    let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
    if options.seed.is_none() {
        eprintln!("seed {seed}");
    }
    let budget = limits::budget(&options.limits)?;
    let (mut all, mut limit) = (Vec::new(), None);
    for seed in (0..options.count).map(|index| seed.wrapping_add(index)) {
        let made = {
            let mut spinner = Spinner::new(format!("seed {seed}"));
            game.make(&options.settings(), options.making(), seed, &budget, &mut spinner)
        };
        let made = match made {
            Err(CatalogueError::Stopped(reached)) => {
                limit = Some(reached.to_string());
                break;
            }
            made => made?,
        };
        let Some(made) = made else {
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
        output::json_results(&all, limit.as_deref(), out)?;
    }
    if let Some(limit) = &limit {
        return Ok(Exit::stopped(limit));
    }
    Ok(if all.len() as u64 == options.count { Exit::Solved } else { Exit::Unknown })
}
