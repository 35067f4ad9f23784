//! Solves Korf's hundred instances of the 15-puzzle by IDA* with Manhattan distance and
//! compares each length and each count of nodes with the published ones.
#![forbid(unsafe_code)]

use anyhow::{Result, ensure};
use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanCount, ProgressBar};
use tesuji_core::Solver;
use tesuji_informed::IdaStar;
use tesuji_taquin::instances::korf100;
use tesuji_taquin::{Goal, Manhattan, Taquin};

/// Solves Korf's instances and checks lengths and node counts.
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo xtask korf                the instances below 100 million nodes, a few seconds
  cargo xtask korf --all          all hundred, 36 thousand million nodes, minutes")]
struct Arguments {
    /// Leave out instances that take more nodes than this, in millions
    #[arg(long, default_value_t = 100)]
    millions: u64,
    /// Leave out none
    #[arg(long)]
    all: bool,
}

fn main() -> Result<()> {
    let Arguments { millions, all } = Arguments::parse();
    let chosen: Vec<_> = korf100()
        .iter()
        .filter(|instance| all || instance.idastar_manhattan_nodes <= millions * 1_000_000)
        .collect();
    ensure!(!chosen.is_empty(), "no instance takes as few as {millions} million nodes");

    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
    let search = IdaStar::new(Manhattan::new(&taquin));
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["instance", "length", "nodes generated", "seconds", "million nodes/s"]);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let (mut nodes, mut seconds) = (0, 0.0);
    let bar = ProgressBar::new(chosen.len() as u64);
    for instance in &chosen {
        let start = taquin.board_from_tiles(&instance.tiles)?;
        let answer = search.solve(&taquin, &start);
        let generated = answer.stats.generated;
        let length = answer.outcome.plan().map(|plan| plan.cost);
        let expected = (Some(instance.optimal), instance.idastar_manhattan_nodes);
        ensure!(
            (length, generated) == expected,
            "instance {}: length and nodes are {:?}, and should be {expected:?}",
            instance.number,
            (length, generated)
        );
        let took = answer.elapsed.as_secs_f64();
        table.add_row([
            instance.number.to_string(),
            instance.optimal.to_string(),
            HumanCount(generated).to_string(),
            format!("{took:.3}"),
            format!("{:.0}", generated as f64 / took / 1e6),
        ]);
        nodes += generated;
        seconds += took;
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{table}\n");
    println!(
        "{} instances, lengths and node counts as published: {} nodes in {seconds:.2} s, \
         {:.0} million nodes/s",
        chosen.len(),
        HumanCount(nodes),
        nodes as f64 / seconds / 1e6,
    );
    Ok(())
}
