//! Proves the values of small boards, writes the certificates, checks them, and prints a table:
//! `prove` for all boards that take less than a minute, `prove breakthrough` for those of one
//! game, `prove breakthrough 6x5` for one board. What an interrupted run has found is in the folder, and
//! the same command goes on from there.
#![forbid(unsafe_code)]

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use comfy_table::{Table, presets};
use tesuji::certificate::Checker;
use tesuji_benches::machine::made;
use tesuji_benches::prove::{GAMES, Proved, Prover, Question, defaults, semi_strong_search};

#[derive(Parser)]
struct Arguments {
    /// The game: breakthrough, connect-four or tic-tac-toe; all of them by default
    game: Option<String>,
    /// The boards, width x height; the small ones by default
    boards: Vec<String>,
    /// Prove the winner, not the length: faster, and the only way on some large boards
    #[arg(long)]
    who: bool,
    /// Prove the exact length of a win
    #[arg(long, conflicts_with = "who")]
    exactly: bool,
    /// Prove the values of all positions that can be reached while one player plays as well as can be
    #[arg(long, conflicts_with_all = ["who", "exactly"])]
    semi_strong: bool,
    /// Leave positions to the checker that its search proves by trying at most this many moves
    #[arg(long)]
    search: Option<u64>,
    /// The most plies of such a search
    #[arg(long)]
    depth: Option<u32>,
    /// The most positions of a certificate, and of its check
    #[arg(long, default_value_t = Checker::POSITIONS)]
    positions: u64,
    /// Memory limit of the transposition table, in MiB
    #[arg(long, default_value_t = 1024)]
    table: usize,
    /// Threads of df-pn, which proves Breakthrough's winner; with several, other files come out
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where to write the certificates
    #[arg(long, default_value = "target/certificates")]
    folder: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let Arguments { game, boards, table, folder, .. } = &arguments;
    let mut rows = Table::new();
    rows.load_style(presets::ASCII_MARKDOWN).set_header(Proved::HEAD);
    let chosen =
        GAMES.into_iter().filter(|(name, _)| game.as_ref().is_none_or(|game| game == name));
    let mut found = false;
    for (game, small) in chosen {
        found = true;
        let small = small.iter().map(|&board| board.to_owned());
        let boards = if boards.is_empty() { small.collect() } else { boards.clone() };
        for board in boards {
            let (question, search) = defaults(game, &board);
            let (work, plies) =
                if arguments.semi_strong { semi_strong_search(game) } else { search };
            let prover = Prover {
                question: match arguments {
                    Arguments { who: true, .. } => Question::Who,
                    Arguments { exactly: true, .. } => Question::Exactly,
                    Arguments { semi_strong: true, .. } => Question::SemiStrong,
                    _ => question,
                },
                search: (
                    arguments.search.unwrap_or(work),
                    arguments.depth.unwrap_or(if plies == 0 { u32::MAX } else { plies }),
                ),
                positions: arguments.positions,
                table_bytes: table.saturating_mul(1 << 20),
                threads: arguments.threads,
                folder: folder.clone(),
            };
            let proved = prover.prove(game, &board)?;
            eprintln!("{game} {board}: {}", proved.claim);
            rows.add_row(proved.row());
        }
    }
    ensure!(found, "no such game; the games are {}", GAMES.map(|(name, _)| name).join(", "));
    let words: Vec<String> = std::env::args().skip(1).collect();
    println!("{}\n\n{rows}", made(&format!("cargo xtask prove {}", words.join(" "))));
    Ok(())
}
