use std::error::Error;
use std::fmt;

/// The message of an error, followed by those of its sources that say something new.
///
/// ```
/// use tesuji_core::{OpenError, with_sources};
///
/// let error = OpenError::position("X", "too short");
/// assert_eq!(with_sources(&error), "\"X\" is not a position: too short");
/// ```
#[must_use]
pub fn with_sources(error: &dyn Error) -> String {
    let mut message = error.to_string();
    for source in std::iter::successors(error.source(), |&error| error.source()) {
        let reason = source.to_string();
        // Some errors repeat their source.
        if !message.ends_with(&reason) {
            message = format!("{message}: {reason}");
        }
    }
    message
}

/// Quotes user input for an error message: in quotation marks, with the escapes of
/// [`Debug`](fmt::Debug), truncated to at most 100 characters.
///
/// ```
/// use tesuji_core::quoted;
///
/// assert_eq!(quoted("two\nlines").to_string(), r#""two\nlines""#);
/// let long = quoted(&"x".repeat(1_000_000)).to_string();
/// assert!(long.starts_with("\"xxx") && long.ends_with("x…\"") && long.chars().count() == 100);
/// ```
pub fn quoted(text: &str) -> impl fmt::Display {
    /// Between the quotation marks.
    const MAX_LENGTH: usize = 98;
    fmt::from_fn(move |out| {
        let mut shown = String::new();
        // The end of the text that leaves room for the ellipsis.
        let mut cut = 0;
        let mut length = 0;
        for letter in text.chars() {
            match letter {
                '\'' => shown.push(letter),
                _ => shown.extend(letter.escape_debug()),
            }
            length = shown.chars().count();
            if length < MAX_LENGTH {
                cut = shown.len();
            }
            if length > MAX_LENGTH {
                break;
            }
        }
        match length > MAX_LENGTH {
            true => write!(out, "\"{}…\"", &shown[..cut]),
            false => write!(out, "\"{shown}\""),
        }
    })
}

/// Truncates what the message of a parser repeats of its input, so that it has at most 100 characters
/// before what was expected.
///
/// ```
/// use tesuji_core::shortened;
///
/// let long = format!("invalid type: string {:?}, expected a map", "x".repeat(1_000_000));
/// let short = shortened(&long);
/// assert!(short.starts_with("invalid type: string \"xx") && short.ends_with("xx…, expected a map"));
/// assert!(short.chars().count() < 120);
/// ```
pub fn shortened(message: &str) -> String {
    const MAX_LENGTH: usize = 100;
    let end = message.rfind(", expected ").or_else(|| message.rfind(" at line "));
    let (input, rest) = message.split_at(end.unwrap_or(message.len()));
    match input.char_indices().nth(MAX_LENGTH) {
        Some((cut, _)) => format!("{}…{rest}", &input[..cut]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_quoted_as_by_debug() {
        for text in ["", "a b", "it's", "say \"no\"", "tab\tnull\0", "é漢", &"y".repeat(98)] {
            assert_eq!(quoted(text).to_string(), format!("{text:?}"));
        }
    }

    #[test]
    fn a_quotation_has_at_most_100_characters_including_escapes() {
        for letter in ["a", "\"", "\u{7f}", "漢", "\u{10ffff}"] {
            let quotation = quoted(&letter.repeat(99)).to_string();
            let length = quotation.chars().count();
            assert!((90..=100).contains(&length), "{length}: {quotation}");
            assert!(quotation.ends_with("…\""), "{quotation}");
        }
    }
}
