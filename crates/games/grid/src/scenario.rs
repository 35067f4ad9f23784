use crate::map::excerpt;

/// A line of a scenario file of the Moving AI Lab: a start, a goal, and the length of a shortest
/// path between them.
///
/// Lengths count 1 for a straight step and √2 for a diagonal one, and corners are not cut
/// (Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012).
///
/// # Example
/// ```
/// use tesuji_grid::Scenario;
///
/// let file = "version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n0\tarena.map\t49\t49\t1\t13\t4\t12\t3.41421\n";
/// let scenarios = Scenario::read_all(file)?;
/// assert_eq!((scenarios[1].start, scenarios[1].goal), ((1, 13), (4, 12)));
/// assert_eq!(scenarios[1].length, 3.41421);
/// # Ok::<(), tesuji_grid::ScenarioError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The number of its group: a quarter of its length, in most files.
    pub bucket: u32,
    /// The name of the map's file.
    pub map: String,
    /// The columns and rows of the map.
    pub size: (usize, usize),
    /// The column and row of the start.
    pub start: (usize, usize),
    /// The column and row of the goal.
    pub goal: (usize, usize),
    /// The length of a shortest path.
    pub length: f64,
}

/// The error for a text that is not a scenario file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text} is no scenario: {expected}", text = excerpt(.text))]
pub struct ScenarioError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    expected: &'static str,
}

impl Scenario {
    /// All scenarios of a file.
    ///
    /// # Errors
    /// The first line that is none.
    pub fn read_all(file: &str) -> Result<Vec<Scenario>, ScenarioError> {
        let mut lines = file.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
        let error = |line: usize, text: &str, expected| ScenarioError {
            line: line + 1,
            text: text.to_owned(),
            expected,
        };
        match lines.next() {
            Some((_, first)) if first.trim_start().starts_with("version") => {}
            first => {
                let (line, text) = first.unwrap_or_default();
                return Err(error(line, text, "the file begins with a version"));
            }
        }
        let read = |(line, text): (usize, &str)| {
            let expected = "give bucket, map, width, height, the column and row of the start and of \
                            the goal, and the length";
            Self::read(text).ok_or_else(|| error(line, text, expected))
        };
        lines.map(read).collect()
    }

    fn read(line: &str) -> Option<Scenario> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [bucket, map, width, height, start_column, start_row, column, row, length] = words[..]
        else {
            return None;
        };
        let pair = |a: &str, b: &str| Some((a.parse().ok()?, b.parse().ok()?));
        Some(Scenario {
            bucket: bucket.parse().ok()?,
            map: map.to_owned(),
            size: pair(width, height)?,
            start: pair(start_column, start_row)?,
            goal: pair(column, row)?,
            length: length.parse().ok().filter(|length: &f64| length.is_finite())?,
        })
    }
}
