use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

/// The weight of the heuristic in f = g + w·h: a fraction between 1 and 1000.
///
/// # Example
/// ```
/// use tesuji_informed::Weight;
///
/// let weight: Weight = "1.5".parse()?;
/// assert_eq!(weight, Weight::new(3, 2)?);
/// assert!("0.5".parse::<Weight>().is_err());
/// # Ok::<(), tesuji_informed::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    numerator: u32,
    denominator: u32,
}

/// The reason for which a weight is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightError {
    /// Not a decimal number.
    #[error("weight {} is not a decimal number with at most three places, such as 1.5", quoted(.0))]
    NotANumber(String),
    /// Out of range.
    #[error("weight {} is not between 1 and 1000", quoted(.0))]
    OutOfRange(String),
}

impl Weight {
    /// The weight of A*.
    pub const ONE: Weight = Weight { numerator: 1, denominator: 1 };

    /// The fraction `numerator / denominator`, with a denominator of at most 1000.
    ///
    /// # Errors
    /// If it is below 1 or above 1000.
    pub fn new(numerator: u32, denominator: u32) -> Result<Self, WeightError> {
        let out_of_range = || WeightError::OutOfRange(format!("{numerator}/{denominator}"));
        if denominator == 0 || denominator > 1000 {
            return Err(out_of_range());
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        let weight = Weight { numerator: numerator / divisor, denominator: denominator / divisor };
        let (numerator, denominator) = (weight.numerator, weight.denominator);
        if numerator < denominator || numerator > 1000 * denominator {
            return Err(out_of_range());
        }
        Ok(weight)
    }

    pub(crate) fn numerator(self) -> u32 {
        self.numerator
    }

    pub(crate) fn denominator(self) -> u32 {
        self.denominator
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl fmt::Display for Weight {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}", f64::from(self.numerator) / f64::from(self.denominator))
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let not_a_number = || WeightError::NotANumber(text.to_owned());
        let out_of_range = || WeightError::OutOfRange(text.to_owned());
        let (whole, places) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || places.len() > 3 || !digits(whole) || !digits(places) {
            return Err(not_a_number());
        }
        let whole: u32 = whole.parse().map_err(|_| out_of_range())?;
        if whole > 1000 {
            return Err(out_of_range());
        }
        let thousandths: u32 = format!("{places:0<3}").parse().map_err(|_| not_a_number())?;
        Weight::new(whole * 1000 + thousandths, 1000).map_err(|_| out_of_range())
    }
}
