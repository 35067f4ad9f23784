use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use tesuji::catalogue::{self, Algorithm};

use crate::arguments::Arguments;
use crate::exit::Exit;

pub(crate) fn algorithms(out: &mut impl Write) -> Result<Exit> {
    for algorithm in Algorithm::all() {
        writeln!(out, "{algorithm:<18} {}", algorithm.summary())?;
    }
    Ok(Exit::Solved)
}

pub(crate) fn games(out: &mut impl Write) -> Result<Exit> {
    for game in catalogue::games() {
        writeln!(out, "{:<16} {}", game.name(), game.summary())?;
        writeln!(out, "{:<16} positions: {}", "", game.notation())?;
        for setting in game.settings() {
            writeln!(out, "{:<16} --{}: {}", "", setting.name, setting.summary)?;
        }
        for heuristic in game.heuristics() {
            writeln!(out, "{:<16} --heuristic {}: {}", "", heuristic.name, heuristic.summary)?;
        }
    }
    Ok(Exit::Solved)
}

pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> Result<Exit> {
    // Into memory first: the generator panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tesuji", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Solved)
}
