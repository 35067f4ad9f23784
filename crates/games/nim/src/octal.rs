use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

use crate::rule::{HeapRule, Parts, Remains};

/// The code of a take-and-break game (Guy & Smith, "The G-values of various games", Proc. Cambridge
/// Phil. Soc. 52, 1956).
///
/// Digit number `i` after the point says what may remain of a heap from which `i` tokens are taken,
/// as a sum of 1 (nothing), 2 (one heap) and 4 (two heaps); the digit before the point is 4 if a
/// heap may be split without taking, else 0. Written as `0.77` (Kayles) or `4.3`; the digit before
/// the point may be omitted, and trailing zeros are dropped.
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
    /// Without trailing zeros; the digit before the point is always present.
    digits: Box<[u8]>,
}

/// An error for a text that is not an octal code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseOctalError {
    /// The text does not have exactly one point.
    #[error("{text} is not an octal code: it has {points} points, not one", text = quoted(.text))]
    Points {
        /// The whole text.
        text: String,
        /// The number of points.
        points: usize,
    },
    /// There are no digits after the point.
    #[error("{} has no digits after the point", quoted(.0))]
    NoDigits(String),
    /// A character is not an octal digit.
    #[error("digit {number} after the point is {digit:?}: it must be between 0 and 7")]
    BadDigit {
        /// The digit's number after the point, from 1.
        number: usize,
        /// The character.
        digit: char,
    },
    /// The text before the point is neither 0 nor 4.
    #[error(
        "{} before the point: it must be 0 or 4, because a move that takes nothing can only split the heap",
        quoted(.0)
    )]
    BadFirstDigit(String),
    /// There are too many digits.
    #[error(
        "{digits} digits after the point: at most {max} are supported",
        max = OctalCode::MAX_DIGITS
    )]
    TooLong {
        /// The number of digits.
        digits: usize,
    },
}

impl OctalCode {
    /// The maximum number of digits after the point.
    pub(crate) const MAX_DIGITS: usize = 1000;

    /// The digit for taking `take` tokens: the sum of 1 if nothing may remain, 2 if one heap and 4
    /// if two.
    #[must_use]
    pub fn digit(&self, take: usize) -> u8 {
        self.digits.get(take).copied().unwrap_or(0)
    }

    /// The digits, the one before the point first, without trailing zeros.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }
}

impl HeapRule for OctalCode {
    fn breaks(&self) -> bool {
        true
    }

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
