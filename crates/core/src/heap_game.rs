use std::ops::Range;

use crate::{Limit, OpenError, Settings};

/// A named game on heaps with nim-values, for checking a list of nim-values or their period.
///
/// # Contract
/// `open(&game.settings())` returns the same game.
///
/// # Example
/// A player takes one or two tokens from a heap; the player who takes the last one wins.
/// ```
/// use std::ops::Range;
/// use tesuji_core::{HeapGame, Limit, NimValuesError, OpenError, Settings};
///
/// struct OneOrTwo;
/// impl HeapGame for OneOrTwo {
///     const NAME: &'static str = "one-or-two";
///     fn open(_: &Settings) -> Result<Self, OpenError> { Ok(OneOrTwo) }
///     fn settings(&self) -> Settings { Settings::new() }
///     fn nim_values(
///         &self,
///         count: usize,
///         _: u16,
///         charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
///     ) -> Result<Vec<u16>, NimValuesError> {
///         let mut values: Vec<u16> = Vec::new();
///         for heap in 0..count {
///             charge(2)?;
///             let options = &values[heap.saturating_sub(2)..];
///             values.push((0..).find(|value| !options.contains(value)).expect("0, 1 or 2"));
///         }
///         Ok(values)
///     }
///     /// Two values in a row decide all that follow.
///     fn period_window(&self, preperiod: usize, _: usize) -> Result<Range<usize>, String> {
///         Ok(preperiod..preperiod + 2)
///     }
/// }
/// let values = OneOrTwo.nim_values(7, 0, &mut |_| Ok(()))?;
/// assert_eq!(values, [0, 1, 2, 0, 1, 2, 0]);
/// # Ok::<(), NimValuesError>(())
/// ```
pub trait HeapGame: Sized {
    /// The game's name: lower-case words joined by hyphens.
    const NAME: &'static str;

    /// The game that the settings describe.
    ///
    /// # Errors
    /// A setting is not valid.
    fn open(settings: &Settings) -> Result<Self, OpenError>;

    /// The settings that this game is built from.
    fn settings(&self) -> Settings;

    /// The nim-values of the heaps of fewer than `count` tokens, by definition: each is the mex of
    /// its options' values, and the value of an option is the nim-sum of the heaps that it leaves.
    ///
    /// `mask` is a hint that may save work and never changes a value: few heaps have a value that
    /// shares an even number of bits with it. `charge` is called with units of work, at most a few
    /// hundred at a time: one for each sixteen options that are examined.
    ///
    /// # Errors
    /// A value does not fit in 16 bits, there is no memory for the values, or `charge` fails.
    fn nim_values(
        &self,
        count: usize,
        mask: u16,
        charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
    ) -> Result<Vec<u16>, NimValuesError>;

    /// The heaps `n` for which G(n + period) = G(n) implies it for every heap from `preperiod` on.
    ///
    /// # Errors
    /// No finite number of heaps implies it; the error says why.
    fn period_window(&self, preperiod: usize, period: usize) -> Result<Range<usize>, String>;
}

/// Why nim-values cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NimValuesError {
    /// A value does not fit in 16 bits.
    TooLarge {
        /// The tokens of its heap.
        heap: usize,
    },
    /// A limit was reached.
    Stopped(Limit),
}

impl std::fmt::Display for NimValuesError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NimValuesError::TooLarge { heap } => {
                write!(out, "the nim-value of a heap of {heap} tokens does not fit in 16 bits")
            }
            NimValuesError::Stopped(limit) => out.write_str(limit.reached()),
        }
    }
}

impl std::error::Error for NimValuesError {}

impl From<Limit> for NimValuesError {
    fn from(limit: Limit) -> Self {
        NimValuesError::Stopped(limit)
    }
}
