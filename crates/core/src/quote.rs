use std::fmt;

/// Quotes text that was given, for a message about it: between quotation marks, with escapes as
/// [`Debug`](fmt::Debug) writes them, and cut short so that the quotation has at most 100
/// characters however long the text is.
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
        // The end of what leaves room for the sign that something is missing.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_quoted_as_debug_quotes_it() {
        for text in ["", "a b", "it's", "say \"no\"", "tab\tnull\0", "é漢", &"y".repeat(98)] {
            assert_eq!(quoted(text).to_string(), format!("{text:?}"));
        }
    }

    #[test]
    fn a_quotation_has_at_most_a_hundred_characters_whatever_has_to_be_escaped() {
        for letter in ["a", "\"", "\u{7f}", "漢", "\u{10ffff}"] {
            let quotation = quoted(&letter.repeat(99)).to_string();
            let length = quotation.chars().count();
            assert!((90..=100).contains(&length), "{length}: {quotation}");
            assert!(quotation.ends_with("…\""), "{quotation}");
        }
    }
}
