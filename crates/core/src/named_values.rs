use std::error::Error;
use std::fmt;

use crate::quoted;

/// The error for a text that names none of a few values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    text: String,
    names: &'static [&'static str],
}

impl UnknownName {
    /// The error for this text in place of one of these names.
    #[must_use]
    pub fn new(text: &str, names: &'static [&'static str]) -> Self {
        UnknownName { text: text.to_owned(), names }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quoted(&self.text);
        match self.names {
            [one, other] => write!(out, "{text} is neither {one:?} nor {other:?}"),
            names => write!(out, "{text} is not one of {}", names.join(", ")),
        }
    }
}

impl Error for UnknownName {}

/// Names the values of an enum, in lower case: `Display` writes the names, and `FromStr` reads them
/// in any case. A value may have further names, which are only read.
///
/// # Example
/// ```
/// #[derive(Debug, PartialEq)]
/// enum Metric {
///     Steps,
///     Slides,
/// }
///
/// tesuji_core::named_values!(Metric: "steps" => Steps, "slides" | "moves" => Slides);
///
/// assert_eq!(Metric::Slides.to_string(), "slides");
/// assert_eq!("Moves".parse(), Ok(Metric::Slides));
/// let error = "hops".parse::<Metric>().unwrap_err();
/// assert_eq!(error.to_string(), r#""hops" is neither "steps" nor "slides""#);
/// ```
#[macro_export]
macro_rules! named_values {
    ($type:ident: $($name:literal $(| $other:literal)* => $value:ident),+) => {
        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::UnknownName> {
                match text.trim().to_lowercase().as_str() {
                    $($name $(| $other)* => Ok($type::$value),)+
                    _ => Err($crate::UnknownName::new(text, &[$($name),+])),
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                out.pad(match self {
                    $($type::$value => $name,)+
                })
            }
        }
    };
}
