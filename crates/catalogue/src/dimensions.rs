use std::str::FromStr;

/// The size of a board as a setting is written: `5x6` is 5 wide and 6 high. Which sizes there are
/// is each game's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimensions {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// A text is no size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a board size such as 5x6 (5 cells in a row, 6 rows)")]
pub(crate) struct NotASize(String);

impl FromStr for Dimensions {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Self, NotASize> {
        let number = |side: &str| side.trim().parse().ok();
        text.split_once(['x', 'X', '×'])
            .and_then(|(width, height)| {
                Some(Dimensions { width: number(width)?, height: number(height)? })
            })
            .ok_or_else(|| NotASize(text.to_owned()))
    }
}
