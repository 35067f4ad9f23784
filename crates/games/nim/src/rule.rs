use std::fmt::Debug;
use std::str::FromStr;

use tesuji_core::{Player, quoted};

/// What a move may do to one heap: the whole of a take-and-break game but for the heaps.
///
/// A move takes some tokens from one heap (or none) and leaves what remains of it as no heap, one
/// heap or two. The library's rules are [`TakeSet`](crate::TakeSet),
/// [`OctalCode`](crate::OctalCode) and [`Grundy`].
///
/// # Contract
/// Nothing can be left as none or one heap when nothing is taken: a move changes something. Above
/// [`max_taken`](Self::max_taken) nothing remains allowed. `BREAKS` is true if `two` is ever more
/// than [`Parts::No`].
pub trait HeapRule: Clone + Debug {
    /// Whether one heap can become two.
    const BREAKS: bool;

    /// What may be left of a heap when `take` tokens are taken from it.
    fn remains(&self, take: usize) -> Remains;

    /// The most tokens that a move can take; `None` if a whole heap may go, however large.
    fn max_taken(&self) -> Option<usize>;

    /// Whether a move only takes tokens, and whether it may take so many does not depend on how
    /// many there are: a subtraction game. Its misère theory is that of Nim.
    fn is_subtraction(&self) -> bool {
        false
    }

    /// The nim-value of a heap of `tokens` under the normal convention, where a formula is known
    /// that gives it for every heap. Asked only where any number of tokens may be taken.
    fn nim_value(&self, tokens: usize) -> Option<usize> {
        let _ = tokens;
        None
    }
}

/// What may be left of a heap after some tokens were taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remains {
    /// Nothing: the heap had just those tokens.
    pub none: bool,
    /// The rest, in one heap.
    pub one: bool,
    /// The rest, in two heaps.
    pub two: Parts,
}

/// How a heap may be broken in two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// Not at all.
    #[default]
    No,
    /// In any two parts of at least one token.
    Any,
    /// In two parts of different sizes.
    Unequal,
}

/// The rule of Grundy's game: divide a heap in two heaps of different sizes, taking nothing
/// (Grundy, "Mathematics and Games", Eureka 2, 1939).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grundy;

impl HeapRule for Grundy {
    const BREAKS: bool = true;

    #[inline]
    fn remains(&self, take: usize) -> Remains {
        let two = if take == 0 { Parts::Unequal } else { Parts::No };
        Remains { two, ..Remains::default() }
    }

    fn max_taken(&self) -> Option<usize> {
        Some(0)
    }
}

/// What it means to be unable to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Who cannot move loses: taking the last token wins.
    #[default]
    Normal,
    /// Who cannot move wins: taking the last token loses.
    Misere,
}

/// A word is no convention.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is neither \"normal\" nor \"misere\"", quoted(.0))]
pub struct ParseConventionError(String);

impl FromStr for Convention {
    type Err = ParseConventionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "normal" => Ok(Convention::Normal),
            "misere" | "misère" => Ok(Convention::Misere),
            _ => Err(ParseConventionError(text.to_owned())),
        }
    }
}

impl Convention {
    /// Who wins when `player` cannot move.
    pub(crate) fn winner(self, player: Player) -> Player {
        match self {
            Convention::Normal => player.other(),
            Convention::Misere => player,
        }
    }
}

impl std::fmt::Display for Convention {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        })
    }
}

/// The parts of a heap that a move may put in a new heap, when `rest` tokens are left: the smaller
/// of the two.
pub(crate) fn smaller_parts(
    parts: Parts,
    rest: usize,
) -> impl DoubleEndedIterator<Item = usize> + Clone {
    let most = match parts {
        Parts::No => 0,
        Parts::Any => rest / 2,
        Parts::Unequal => rest.saturating_sub(1) / 2,
    };
    1..=most
}

/// Whether the rule allows a move in a heap of `size`.
pub(crate) fn allows<R: HeapRule>(rule: &R, size: usize, take: usize, part: usize) -> bool {
    let Some(rest) = size.checked_sub(take) else { return false };
    let remains = rule.remains(take);
    match part {
        0 => take > 0 && if rest == 0 { remains.none } else { remains.one },
        _ => smaller_parts(remains.two, rest).next_back().is_some_and(|most| part <= most),
    }
}

/// Shows every move in a heap of `tokens`: how many tokens it takes, and the smaller of the two
/// heaps it leaves (0 if it leaves one heap or none).
pub(crate) fn visit_options<R: HeapRule>(
    rule: &R,
    tokens: usize,
    mut visit: impl FnMut(usize, usize),
) {
    for take in 0..=rule.max_taken().unwrap_or(tokens).min(tokens) {
        let remains = rule.remains(take);
        let rest = tokens - take;
        if take > 0 && if rest == 0 { remains.none } else { remains.one } {
            visit(take, 0);
        }
        for part in smaller_parts(remains.two, rest) {
            visit(take, part);
        }
    }
}
