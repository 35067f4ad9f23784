use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

use crate::rule::{HeapRule, Parts, Remains};

/// The code of a take-and-break game: digit number `i` after the point says what may be left of a
/// heap from which `i` tokens are taken, as a sum of 1 (nothing), 2 (one heap) and 4 (two heaps);
/// the digit before the point is 4 if a heap may be broken without taking, else 0 (Guy & Smith,
/// "The G-values of various games", Proc. Cambridge Phil. Soc. 52, 1956).
///
/// Written as `0.77` (Kayles) or `4.3`; a missing digit before the point is read as 0, and zeros at
/// the end are not kept.
///
/// # Example
/// ```
/// use tesuji_nim::OctalCode;
///
/// let kayles: OctalCode = ".770".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!(kayles.digit(2), 7);
/// # Ok::<(), tesuji_nim::ParseOctalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OctalCode {
    /// No zeros at the end; the digit before the point is always there.
    digits: Box<[u8]>,
}

/// Why a text is no octal code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseOctalError {
    /// There is no point, or there are more.
    #[error("{text} is no octal code: it has {points} points, not one", text = quoted(.text))]
    Points {
        /// The whole text.
        text: String,
        /// How many points it has.
        points: usize,
    },
    /// There are no digits after the point.
    #[error("{} has no digits after the point", quoted(.0))]
    NoDigits(String),
    /// A character is no octal digit.
    #[error("digit {number} after the point is {digit:?}: it must be between 0 and 7")]
    BadDigit {
        /// Which digit after the point, from 1.
        number: usize,
        /// What stands there.
        digit: char,
    },
    /// What stands before the point is neither 0 nor 4.
    #[error(
        "before the point stands {}: it must be 0 or 4, for a move that takes nothing can only break the heap",
        quoted(.0)
    )]
    BadFirstDigit(String),
    /// There are too many digits.
    #[error(
        "{digits} digits after the point: at most {most} are supported",
        most = OctalCode::MAX_DIGITS
    )]
    TooLong {
        /// How many digits there are.
        digits: usize,
    },
}

impl OctalCode {
    /// The most digits after the point.
    pub const MAX_DIGITS: usize = 1000;

    /// What may be left after taking `take` tokens: the sum of 1 for nothing, 2 for one heap and 4
    /// for two.
    #[must_use]
    pub fn digit(&self, take: usize) -> u8 {
        self.digits.get(take).copied().unwrap_or(0)
    }

    /// The digits, the one before the point first, without zeros at the end.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }
}

impl HeapRule for OctalCode {
    const BREAKS: bool = true;

    #[inline]
    fn remains(&self, take: usize) -> Remains {
        let digit = self.digit(take);
        let two = if digit & 4 != 0 { Parts::Any } else { Parts::No };
        Remains { none: digit & 1 != 0, one: digit & 2 != 0, two }
    }

    fn max_taken(&self) -> Option<usize> {
        Some(self.digits.len() - 1)
    }
}

impl FromStr for OctalCode {
    type Err = ParseOctalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let points = text.matches('.').count();
        let Some((first, rest)) = text.split_once('.').filter(|_| points == 1) else {
            return Err(ParseOctalError::Points { text: text.to_owned(), points });
        };
        let first = match first {
            "" | "0" => 0,
            "4" => 4,
            _ => return Err(ParseOctalError::BadFirstDigit(first.to_owned())),
        };
        if rest.is_empty() {
            return Err(ParseOctalError::NoDigits(text.to_owned()));
        }
        let mut digits = vec![first];
        for (number, digit) in (1..).zip(rest.chars()) {
            match digit {
                '0'..='7' => digits.push(digit as u8 - b'0'),
                _ => return Err(ParseOctalError::BadDigit { number, digit }),
            }
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.len() - 1 > Self::MAX_DIGITS {
            return Err(ParseOctalError::TooLong { digits: digits.len() - 1 });
        }
        Ok(OctalCode { digits: digits.into() })
    }
}

impl fmt::Display for OctalCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.", self.digits[0])?;
        if self.digits.len() == 1 {
            return out.write_str("0");
        }
        self.digits[1..].iter().try_for_each(|digit| write!(out, "{digit}"))
    }
}
