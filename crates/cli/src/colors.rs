//! Colours of boards and results. They are always written; the output leaves them out where they are
//! not wanted.

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use tesuji::catalogue::Verdict;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

impl From<When> for anstream::ColorChoice {
    fn from(when: When) -> Self {
        match when {
            When::Auto => anstream::ColorChoice::Auto,
            When::Always => anstream::ColorChoice::Always,
            When::Never => anstream::ColorChoice::Never,
        }
    }
}

/// The colours of the letters, A first.
const LETTERS: [AnsiColor; 12] = [
    AnsiColor::Red,
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Blue,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
    AnsiColor::BrightRed,
    AnsiColor::BrightGreen,
    AnsiColor::BrightYellow,
    AnsiColor::BrightBlue,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
];

/// The drawing of a board: letters that stand alone, the pieces, have a colour each, empty cells and
/// lines are dimmed. The names of columns and whole words stay as they are.
pub(crate) fn board(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| if names_columns(line) { line.to_owned() } else { painted(line) })
        .collect()
}

/// Whether a line has the letters from a on and nothing else.
fn names_columns(line: &str) -> bool {
    let words = line.split_whitespace();
    words.clone().count() > 1
        && ('a'..='z').zip(words).all(|(letter, word)| word == letter.encode_utf8(&mut [0; 4]))
}

fn painted(line: &str) -> String {
    let mut text = String::new();
    let mut letters: Vec<char> = vec![' '];
    letters.extend(line.chars().chain([' ']));
    for three in letters.windows(3) {
        let (before, letter, after) = (three[0], three[1], three[2]);
        let stands_alone = !before.is_alphanumeric() && !after.is_alphanumeric();
        let style = match letter {
            'a'..='z' | 'A'..='Z' if stands_alone => {
                let place = usize::from(letter.to_ascii_uppercase() as u8 - b'A');
                LETTERS[place % LETTERS.len()].on_default().bold()
            }
            '.' | '·' | '─'..='╿' => Style::new().dimmed(),
            _ => Style::new(),
        };
        text += &format!("{style}{letter}{style:#}");
    }
    text
}

/// The answer of a search.
pub(crate) fn answer(outcome: Verdict) -> Style {
    let colour = match outcome {
        Verdict::Solved | Verdict::Win | Verdict::Expected => AnsiColor::Green,
        Verdict::Unsolvable | Verdict::Loss => AnsiColor::Red,
        Verdict::Draw => AnsiColor::Cyan,
        Verdict::Unknown => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}
