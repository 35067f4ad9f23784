//! Boards with known solution lengths and values, for tests and measurements.

use std::sync::LazyLock;

use tesuji_core::{Cost, quoted};

use crate::card::Card;

/// A card with its known solution lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The name.
    pub name: &'static str,
    /// The card.
    pub card: Card,
    /// The fewest slides to the exit.
    pub slides: Cost,
    /// The fewest steps to the exit.
    pub steps: Cost,
    /// The number of reachable boards.
    pub reachable: u64,
}

/// A card with its known values against an adversary who drops rocks.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstRocks {
    /// The card and its solution lengths alone.
    pub instance: Instance,
    /// The number of his moves in which the driver wins against the best adversary; `None` if he
    /// cannot force a win.
    pub value: Option<u32>,
    /// The number of the best driver's moves after which the adversary has blocked him; `None` if
    /// the adversary cannot force it.
    pub blocked: Option<u32>,
    /// The least expected number of the driver's moves when rocks are drawn uniformly, and a
    /// blocked driver passes at the cost of a move.
    pub expected: f64,
}

/// A board with its fewest slides and its number of reachable boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The board.
    pub card: Card,
    /// The fewest slides to the exit.
    pub slides: Cost,
    /// The number of reachable boards.
    pub reachable: u64,
}

/// The three boards of the lab assignment behind [`lab_evaluation`](crate::lab_evaluation()): their
/// solutions take 9, 16 and 14 steps, and 10, 16 and 14 against the best adversary.
pub const LAB: [&str; 3] = [
    "....B.....BC.AA.BC.D.....D.....DEEE.",
    "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.",
    "B..CCCB..D.FAA.DEFGGG.EF..I.KKHHIJJ.",
];

/// The forty cards of the first edition, with their exact values against rocks.
///
/// # Example
/// ```
/// use tesuji_rush_hour::instances;
///
/// let hardest = instances::classic().iter().max_by_key(|card| card.instance.slides);
/// let hardest = hardest.expect("there are 40");
/// assert_eq!((hardest.instance.name, hardest.instance.slides), ("classic40", 51));
/// assert_eq!(hardest.value, None);
/// ```
#[must_use]
pub fn classic() -> &'static [AgainstRocks] {
    static LIST: LazyLock<Vec<AgainstRocks>> = LazyLock::new(|| {
        rows(include_str!("../data/rush_classic.csv"))
            .map(|fields| AgainstRocks {
                instance: instance(&fields),
                value: fields[5].parse().ok(),
                blocked: fields[6].parse().ok(),
                expected: number(fields[7]),
            })
            .collect()
    });
    &LIST
}

/// Thirty-six more cards, collected by a course at Simon Fraser University; some are also among the
/// [classic](classic()) ones.
#[must_use]
pub fn cards() -> &'static [Instance] {
    static LIST: LazyLock<Vec<Instance>> = LazyLock::new(|| {
        rows(include_str!("../data/rush_cards_sfu.csv")).map(|fields| instance(&fields)).collect()
    });
    &LIST
}

/// Five hundred of the 18,068 boards of M. Fogleman's public collection, evenly spread, with up
/// to 58 slides.
#[must_use]
pub fn sample() -> &'static [Listed] {
    static LIST: LazyLock<Vec<Listed>> = LazyLock::new(|| {
        let list = include_str!("../data/rush_sample.txt");
        parse_list(list).expect("the crate's own data are well-formed")
    });
    &LIST
}

/// An error for a text that is not a list of boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text} is not slides, a board and a number of boards", text = quoted(.text))]
pub struct ListError {
    /// The line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// Parses a list of boards: on each line the fewest slides, the board, and the number of reachable
/// boards, separated by spaces. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// The first line of another form.
pub fn parse_list(text: &str) -> Result<Vec<Listed>, ListError> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let mut fields = line.split_whitespace();
        let (slides, card, reachable) = (fields.next()?, fields.next()?, fields.next()?);
        fields.next().is_none().then_some(())?;
        let (slides, reachable) = (slides.parse().ok()?, reachable.parse().ok()?);
        Some(Listed { card: card.parse().ok()?, slides, reachable })
    };
    let bad = |index, text: &str| ListError { line: index + 1, text: text.to_owned() };
    lines.map(|(index, line)| read(line).ok_or_else(|| bad(index, line))).collect()
}

/// The fields of a list: comments after `#`, a header with the names of the columns, then the
/// instances.
fn rows(list: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).map(|line| line.split(',').collect())
}

fn instance(fields: &[&'static str]) -> Instance {
    Instance {
        name: fields[0],
        card: fields[1].parse().expect("the lists have well-formed boards"),
        slides: number(fields[2]),
        steps: number(fields[3]),
        reachable: number(fields[4]),
    }
}

fn number<T: std::str::FromStr>(field: &str) -> T {
    field.parse().ok().expect("the lists have numbers")
}
