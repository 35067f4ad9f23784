//! Metadata of containers as named values.

use std::str::FromStr;

/// The metadata of a [container](crate::container): a first line that says what the file is, and a
/// line `name: value` for each field. In a value a line break is written `\n` or `\r`, and a
/// backslash twice.
///
/// # Example
/// ```
/// use tesuji_storage::Fields;
///
/// let text = Fields::of([("game", "nim"), ("positions", "120")]).to_text("table, version 1");
/// assert_eq!(text, "table, version 1\ngame: nim\npositions: 120\n");
/// let read = Fields::read("table, version 1", &text).unwrap();
/// assert_eq!(read.get("game"), Some("nim"));
/// assert_eq!(read.parsed::<u64>("positions"), Some(120));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// The fields with these names, which have no colon, and values.
    pub fn of<N: Into<String>, V: Into<String>>(fields: impl IntoIterator<Item = (N, V)>) -> Self {
        Fields(fields.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// The text after a first line.
    #[must_use]
    pub fn to_text(&self, first_line: &str) -> String {
        let lines = self.0.iter().map(|(name, value)| format!("{name}: {}\n", escaped(value)));
        format!("{first_line}\n{}", lines.collect::<String>())
    }

    /// Reads the fields of a text; `None` if its first line is another one.
    #[must_use]
    pub fn read(first_line: &str, text: &str) -> Option<Self> {
        let mut lines = text.lines();
        (lines.next() == Some(first_line)).then_some(())?;
        let fields = lines.filter_map(|line| line.split_once(": "));
        Some(Fields::of(fields.map(|(name, value)| (name, unescaped(value)))))
    }

    /// The value of the first field of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The same, as a value of another type; `None` also if the text is none.
    #[must_use]
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// The names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&name[..], &value[..]))
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescaped(text: &str) -> String {
    let mut letters = text.chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        plain.push(match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            (letter, false) => letter,
        });
    }
    plain
}
