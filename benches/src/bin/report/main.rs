//! Writes the measured tables and pictures under `docs/results`, all or one part.
#![forbid(unsafe_code)]

mod certificates;
mod depths;
mod korf;
mod lab;
mod montecarlo;
mod nim;
mod pictures;
mod rush_hour;
mod rush_hour_rocks;

use std::env;
use std::path::PathBuf;

use anyhow::{Result, bail};

/// One part of the report: it measures, and writes a page.
struct Part {
    name: &'static str,
    help: &'static str,
    run: Run,
}

/// The function of a part: both kinds return the page's path.
enum Run {
    /// It takes no arguments.
    Alone(fn() -> Result<PathBuf>),
    /// It takes arguments, and lists them for `--help`.
    With(fn(&[String]) -> Result<PathBuf>),
}

const PARTS: &[Part] = &[
    certificates::PART,
    depths::PART,
    korf::PART,
    lab::PART,
    montecarlo::PART,
    nim::PART,
    pictures::PART,
    rush_hour::PART,
    rush_hour_rocks::PART,
];

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let wanted = arguments.next();
    let rest: Vec<_> = arguments.collect();
    let chosen: Vec<_> = match wanted.as_deref() {
        Some("-h" | "--help") => {
            print!("{}", help());
            return Ok(());
        }
        None => PARTS.iter().collect(),
        Some(name) => PARTS.iter().filter(|part| part.name == name).collect(),
    };
    if chosen.is_empty() {
        bail!("there is no part {:?}\n\n{}", wanted.unwrap_or_default(), help());
    }
    for part in chosen {
        eprintln!("{}: {}", part.name, part.help);
        let page = match part.run {
            Run::With(run) => run(&rest)?,
            Run::Alone(run) if rest.is_empty() => run()?,
            Run::Alone(_) if rest == ["--help"] || rest == ["-h"] => continue,
            Run::Alone(_) => bail!("{} takes no arguments: {}", part.name, rest.join(" ")),
        };
        println!("{}", page.display());
    }
    Ok(())
}

fn help() -> String {
    let mut text = "Usage: cargo xtask report [PART [ARGUMENTS]]\n\n\
                    Measures and writes docs/results/PART.md. Parts:\n"
        .to_owned();
    for part in PARTS {
        text += &format!("  {:<16} {}\n", part.name, part.help);
    }
    text
}
