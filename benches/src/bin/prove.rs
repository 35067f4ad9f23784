//! Proves who wins on boards of Breakthrough, writes the certificates, checks them, and prints a
//! table: `prove breakthrough` all the small boards, `prove breakthrough 6x5` one.
#![forbid(unsafe_code)]

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use comfy_table::{Table as Rows, presets};
use tesuji::adversarial::Search;
use tesuji::breakthrough::Breakthrough;
use tesuji::certificate::{Certificate, Checked, Checker};
use tesuji::certify::{self, Asking};
use tesuji::core::{Budget, GameSolver, Rules, Value};
use tesuji::hints::{BreakthroughHints, PawnsAndRows};
use tesuji::proof::DfPn;
use tesuji::retrograde::{Reachable, Table};

/// The boards that are proved if none is named.
const BOARDS: [&str; 10] = ["2x4", "2x5", "2x6", "3x4", "3x5", "4x4", "5x4", "3x6", "4x5", "5x5"];

/// With no more cells than this all positions fit into a table.
const MOST_CELLS: usize = 16;

#[derive(Parser)]
struct Arguments {
    /// The game: breakthrough
    game: String,
    /// The boards, width x height; the small ones by default
    boards: Vec<String>,
    /// Leave the length open: quicker, and the only way on large boards
    #[arg(long)]
    who: bool,
    /// The most memory for the search's table, in MiB
    #[arg(long, default_value_t = 1024)]
    table: usize,
    /// Where to write the certificates
    #[arg(long, default_value = "target/certificates")]
    folder: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    ensure!(arguments.game == "breakthrough", "only breakthrough is proved here");
    fs::create_dir_all(&arguments.folder)?;
    let mut rows = Rows::new();
    rows.load_style(presets::ASCII_MARKDOWN).set_header([
        "board",
        "claim",
        "proved in",
        "written in",
        "entries",
        "bytes",
        "checked in",
    ]);
    let named = !arguments.boards.is_empty();
    let boards: Vec<&str> =
        if named { arguments.boards.iter().map(String::as_str).collect() } else { BOARDS.to_vec() };
    for board in boards {
        rows.add_row(prove(board, &arguments)?);
        eprintln!("{board} is done");
    }
    println!("{rows}");
    Ok(())
}

fn prove(board: &str, arguments: &Arguments) -> Result<Vec<String>> {
    let sides = board.split_once('x').context("a board is written 5x6")?;
    let game = Breakthrough::new(sides.0.parse()?, sides.1.parse()?)?;
    let cells = usize::from(game.width()) * usize::from(game.height());
    let start = game.initial();
    let bytes = arguments.table << 20;
    let clock = Instant::now();
    let (proved, (certificate, _)) = if cells <= MOST_CELLS {
        let table = Table::solve(Reachable::explore_all(&game, &start));
        (clock.elapsed(), certify::value(&game, &start, &table, true)?)
    } else if arguments.who || cells > 25 {
        let search = DfPn::new().hints(BreakthroughHints).table_bytes(bytes).whole_line(false);
        by_search(&game, search, clock)?
    } else {
        let search = Search::bisection()
            .hints(BreakthroughHints)
            .evaluator(PawnsAndRows)
            .table_bytes(bytes)
            .remember(true)
            .whole_line(false);
        by_search(&game, search, clock)?
    };
    let written = clock.elapsed() - proved;
    let file = arguments.folder.join(format!("breakthrough-{board}.tesuji"));
    fs::write(&file, certificate.to_bytes())?;
    let clock = Instant::now();
    Checker::new().check(fs::File::open(&file)?)?;
    let header = certificate.header();
    let seconds = |time: std::time::Duration| format!("{:.2} s", time.as_secs_f64());
    Ok(vec![
        board.to_owned(),
        header.claim.to_string(),
        seconds(proved),
        seconds(written),
        header.entries.to_string(),
        fs::metadata(&file)?.len().to_string(),
        seconds(clock.elapsed()),
    ])
}

type Made = (std::time::Duration, (Certificate, Checked));

fn by_search(
    game: &Breakthrough,
    search: impl GameSolver<Breakthrough>,
    clock: Instant,
) -> Result<Made> {
    let start = game.initial();
    let value = search.solve(game, &start).judgement.value;
    ensure!(!matches!(value, Value::Estimate(_)), "the search found no proof");
    let proved = clock.elapsed();
    Ok((proved, certify::value(game, &start, Asking::new(search, Budget::unlimited()), false)?))
}
