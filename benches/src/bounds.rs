//! Published lengths of sliding-tile puzzles, certified as lower bounds and checked.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use tesuji::certificate::{Certificate, Checker, Proof};
use tesuji::core::{Budget, Cost, NamedGame, Notation, Puzzle};
use tesuji_taquin::instances::{korf24, korf100};
use tesuji_taquin::{Goal, Taquin, Word};

use crate::clock::processor_seconds;

/// What the columns of the table are.
pub const HEAD: [&str; 6] = [
    "boards",
    "patterns",
    "largest file in bytes",
    "states generated",
    "million states/s",
    "seconds",
];

/// Korf's hundred 15-puzzles with single tiles and with groups of tiles, and the instance of Korf and
/// Felner's 24-puzzles that takes the fewest nodes, with groups. The certificates by groups are
/// left in `folder`.
///
/// # Errors
/// A published length is refused, or a file cannot be written.
pub fn rows(folder: &Path) -> Result<Vec<[String; 6]>> {
    let file = |name: String| folder.join(name + ".tesuji");
    let hundred: Vec<Board> = korf100()
        .iter()
        .map(|board| (file(format!("korf-{:03}", board.number)), &board.tiles[..], board.optimal))
        .collect();
    let easiest = korf24().iter().min_by_key(|board| board.idastar_patterns_nodes);
    let easiest: Vec<Board> = easiest
        .iter()
        .map(|board| {
            (file(format!("korf-felner-{}", board.number)), &board.tiles[..], board.optimal)
        })
        .collect();
    fs::create_dir_all(folder)?;
    let (fifteen, twenty_four) =
        (Taquin::<u64>::new(4, 4, Goal::BlankFirst)?, Taquin::<u128>::new(5, 5, Goal::BlankFirst)?);
    Ok(vec![
        row("Korf's hundred 15-puzzles", &fifteen, &hundred, 0)?,
        row("Korf's hundred 15-puzzles", &fifteen, &hundred, 1)?,
        row("the easiest of Korf and Felner's 24-puzzles", &twenty_four, &easiest, 1)?,
    ])
}

/// The file of the certificate, the tiles, the length of the shortest solution.
type Board<'a> = (PathBuf, &'a [u8], Cost);

/// Certifies the lengths by one of the partitions that the puzzle proposes.
fn row<W: Word>(
    subject: &str,
    taquin: &Taquin<W>,
    boards: &[Board],
    partition: usize,
) -> Result<[String; 6]>
where
    Taquin<W>: NamedGame,
{
    let pieces = taquin.pieces().unwrap_or_default();
    let number = |&piece: &u8| if piece == pieces.count { 0 } else { piece + 1 };
    let numbers = |pattern: &Vec<u8>| pattern.iter().map(number).collect();
    let patterns: Vec<Vec<u8>> = pieces.partitions[partition].iter().map(numbers).collect();
    let sizes: Vec<_> = patterns.iter().map(|pattern| pattern.len().to_string()).collect();
    let checker = Checker::new().budget(Budget::unlimited());
    let (mut bytes, mut states, start) = (0, 0, processor_seconds());
    for &(ref path, tiles, length) in boards {
        let text: Vec<_> = tiles.iter().map(ToString::to_string).collect();
        let board = taquin.parse_state(&text.join(" "))?;
        let proof = Proof::Search(patterns.clone());
        let file = Certificate::cost_at_least(taquin, &board, length, proof).to_bytes();
        fs::write(path, &file)?;
        bytes = bytes.max(file.len());
        states += checker.check_puzzle::<Taquin<W>>(&file[..], None)?.states;
    }
    let seconds = processor_seconds() - start;
    Ok([
        subject.to_owned(),
        if patterns.len() > 9 { "single tiles".to_owned() } else { sizes.join("-") },
        bytes.to_string(),
        states.to_string(),
        format!("{:.0}", states as f64 / seconds / 1e6),
        format!("{seconds:.1}"),
    ])
}
