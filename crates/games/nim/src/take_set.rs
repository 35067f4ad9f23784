use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

use crate::rule::{HeapRule, Parts, Remains};

/// The rule of a subtraction game: the numbers of tokens that a move may take from one heap.
///
/// Written as `any`, or as numbers and ranges in increasing order: `1-3`, `1,3-4,9`.
///
/// # Example
/// ```
/// use tesuji_nim::TakeSet;
///
/// let set: TakeSet = "1,2,3,7".parse()?;
/// assert!(set.contains(7) && !set.contains(4));
/// assert_eq!(set.to_string(), "1-3,7");
/// # Ok::<(), tesuji_nim::TakeSetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeSet {
    /// For each number of tokens, whether it may be taken; `None` if all may.
    allowed: Option<Box<[bool]>>,
}

/// An error for an invalid take set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TakeSetError {
    /// The set is empty.
    #[error("a take set has at least one number")]
    Empty,
    /// A number is too small or too large.
    #[error("a move takes between 1 and {max} tokens, not {0}", max = TakeSet::MAX)]
    OutOfRange(usize),
    /// An item is neither a number nor a range.
    #[error(
        "item {item}: {text} is neither a number nor a range such as 1-3",
        text = quoted(.text)
    )]
    BadItem {
        /// The item, from 1.
        item: usize,
        /// Its text.
        text: String,
    },
    /// A range ends before it begins.
    #[error("item {item}: the range {text} ends before it begins", text = quoted(.text))]
    BackwardRange {
        /// The item, from 1.
        item: usize,
        /// Its text.
        text: String,
    },
}

impl TakeSet {
    /// The largest number of a set.
    pub const MAX: usize = 10_000;

    /// Any number of tokens: the rule of Nim.
    #[must_use]
    pub fn any() -> Self {
        TakeSet { allowed: None }
    }

    /// Returns the set of these numbers, in any order.
    ///
    /// # Errors
    /// If there is none, or one is 0 or above [`MAX`](Self::MAX).
    pub fn new(takes: impl IntoIterator<Item = usize>) -> Result<Self, TakeSetError> {
        let mut allowed = Vec::new();
        for take in takes {
            if !(1..=Self::MAX).contains(&take) {
                return Err(TakeSetError::OutOfRange(take));
            }
            if allowed.len() <= take {
                allowed.resize(take + 1, false);
            }
            allowed[take] = true;
        }
        if allowed.is_empty() {
            Err(TakeSetError::Empty)
        } else {
            Ok(TakeSet { allowed: Some(allowed.into()) })
        }
    }

    /// One, two or three tokens: the rule of Simple-Nim.
    #[must_use]
    pub fn up_to_three() -> Self {
        TakeSet { allowed: Some([false, true, true, true].into()) }
    }

    /// Whether a move may take `take` tokens.
    #[inline]
    #[must_use]
    pub fn contains(&self, take: usize) -> bool {
        match &self.allowed {
            None => take > 0,
            Some(allowed) => allowed.get(take).is_some_and(|&allowed| allowed),
        }
    }
}

impl HeapRule for TakeSet {
    fn breaks(&self) -> bool {
        false
    }

    #[inline]
    fn remains(&self, take: usize) -> Remains {
        let allowed = self.contains(take);
        Remains { none: allowed, one: allowed, two: Parts::No }
    }

    fn max_taken(&self) -> Option<usize> {
        self.allowed.as_ref().map(|allowed| allowed.len() - 1)
    }

    fn is_subtraction(&self) -> bool {
        true
    }

    fn nim_value(&self, tokens: usize) -> Option<usize> {
        self.allowed.is_none().then_some(tokens)
    }
}

impl FromStr for TakeSet {
    type Err = TakeSetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "any" {
            return Ok(TakeSet::any());
        }
        let mut takes = Vec::new();
        for (item, text) in (1..).zip(text.split(',')) {
            let bad = || TakeSetError::BadItem { item, text: text.to_owned() };
            let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
            let (first, last) = match text.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(text)?, number(text)?),
            };
            if last > Self::MAX {
                return Err(TakeSetError::OutOfRange(last));
            }
            if first > last {
                return Err(TakeSetError::BackwardRange { item, text: text.to_owned() });
            }
            takes.extend(first..=last);
        }
        TakeSet::new(takes)
    }
}

impl fmt::Display for TakeSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(allowed) = &self.allowed else {
            return out.write_str("any");
        };
        let mut take = 0;
        let mut comma = "";
        while take < allowed.len() {
            let run = allowed[take..].iter().take_while(|&&allowed| allowed).count();
            match run {
                0 => {}
                1 => write!(out, "{comma}{take}")?,
                2 => write!(out, "{comma}{take},{}", take + 1)?,
                _ => write!(out, "{comma}{take}-{}", take + run - 1)?,
            }
            if run > 0 {
                comma = ",";
            }
            take += run.max(1);
        }
        Ok(())
    }
}
