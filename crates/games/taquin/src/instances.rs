//! Instances with known solution lengths, for tests and measurements.

use std::sync::LazyLock;

use tesuji_core::Cost;

/// One of Korf's 100 random instances of the 15-puzzle (4×4, the blank first in the goal), on
/// which IDA* was introduced.
///
/// # Sources
/// R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search",
/// Artificial Intelligence 27, 1985.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Korf {
    /// The number in the paper, from 1.
    pub number: u32,
    /// The tiles row by row.
    pub tiles: [u8; 16],
    /// The Manhattan distance.
    pub manhattan: Cost,
    /// The length of the shortest solutions.
    pub optimal: Cost,
    /// The nodes that IDA* with Manhattan distance generates, recomputed; four differ from the
    /// paper's. The blank goes up, left, right, down in this order, never straight back; every
    /// successor counts in every iteration, the root once.
    pub idastar_manhattan_nodes: u64,
}

/// One of 50 random instances of the 24-puzzle (5×5, the blank first in the goal).
///
/// # Sources
/// R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence
/// 134, 2002.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KorfFelner {
    /// The number in the paper, from 1.
    pub number: u32,
    /// The tiles row by row.
    pub tiles: [u8; 25],
    /// The Manhattan distance.
    pub manhattan: Cost,
    /// The length of the shortest solutions.
    pub optimal: Cost,
    /// The nodes that IDA* with four disjoint patterns of six tiles generates, as published.
    pub idastar_patterns_nodes: u64,
}

/// Korf's 100 instances of the 15-puzzle.
///
/// # Example
/// ```
/// use tesuji_taquin::{Goal, Taquin, instances};
///
/// let fifteen = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
/// let hardest = instances::korf100().iter().max_by_key(|korf| korf.idastar_manhattan_nodes);
/// let hardest = hardest.expect("there are 100");
/// assert_eq!((hardest.number, hardest.optimal), (88, 65));
/// assert!(fifteen.is_solvable(fifteen.board_from_tiles(&hardest.tiles)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn korf100() -> &'static [Korf] {
    static LIST: LazyLock<Vec<Korf>> = LazyLock::new(|| {
        read(include_str!("../data/korf100.csv"), |row| Korf {
            number: row.small("id"),
            tiles: row.tiles(),
            manhattan: row.small("manhattan"),
            optimal: row.small("optimal"),
            idastar_manhattan_nodes: row.number("idastar_md_nodes_verified"),
        })
    });
    &LIST
}

/// Korf and Felner's 50 instances of the 24-puzzle.
#[must_use]
pub fn korf24() -> &'static [KorfFelner] {
    static LIST: LazyLock<Vec<KorfFelner>> = LazyLock::new(|| {
        read(include_str!("../data/korf24.csv"), |row| KorfFelner {
            number: row.small("id"),
            tiles: row.tiles(),
            manhattan: row.small("manhattan"),
            optimal: row.small("optimal"),
            idastar_patterns_nodes: row.number("korf_felner2002_nodes_6666"),
        })
    });
    &LIST
}

/// A row of a list, with the names of its columns.
struct Row<'t> {
    names: &'t str,
    line: &'t str,
}

impl Row<'_> {
    fn number(&self, name: &str) -> u64 {
        let mut columns = self.names.split(',').zip(self.line.split(','));
        let found = columns.find(|&(column, _)| column == name);
        found.and_then(|(_, field)| field.parse().ok()).expect("the lists have whole numbers")
    }

    fn small(&self, name: &str) -> u32 {
        self.number(name).try_into().expect("only node counts are large")
    }

    /// The columns `t0`, `t1` and so on.
    fn tiles<const CELLS: usize>(&self) -> [u8; CELLS] {
        std::array::from_fn(|cell| self.small(&format!("t{cell}")) as u8)
    }
}

/// Parses a list: comments after `#`, a header with the names of the columns, then the instances.
fn read<T>(list: &str, instance: impl Fn(Row<'_>) -> T) -> Vec<T> {
    let mut lines = list.lines().filter(|line| !line.starts_with('#'));
    let names = lines.next().unwrap_or_default();
    lines.map(|line| instance(Row { names, line })).collect()
}
