use std::fmt::Debug;
use std::sync::Arc;

use tesuji_core::{Player, named_values};

use crate::heaps::MAX_HEAP_TOKENS;

/// The moves in one heap of a take-and-break game.
///
/// A move takes some tokens from one heap (or none) and leaves the rest as no heap, one heap or
/// two. The library's rules are [`TakeSet`](crate::TakeSet), [`OctalCode`](crate::OctalCode) and
/// [`Grundy`].
///
/// # Contract
/// A move that takes nothing splits the heap. No move takes more than
/// [`max_taken`](Self::max_taken) tokens. [`breaks`](Self::breaks) is true if `two` is ever other
/// than [`Parts::No`].
pub trait HeapRule: Clone + Debug {
    /// Whether one heap can become two.
    fn breaks(&self) -> bool;

    /// What may remain of a heap when `take` tokens are taken from it.
    fn remains(&self, take: usize) -> Remains;

    /// The maximum number of tokens that a move can take; `None` without a maximum.
    fn max_taken(&self) -> Option<usize>;

    /// Whether a move only takes tokens, by numbers that do not depend on the heap's size: a
    /// subtraction game. Its misère theory is that of Nim.
    fn is_subtraction(&self) -> bool {
        false
    }

    /// The nim-value of a heap of `tokens` under the normal convention by a formula for every heap,
    /// if known. Only called where any number of tokens may be taken.
    fn nim_value(&self, tokens: usize) -> Option<usize> {
        let _ = tokens;
        None
    }
}

/// What may remain of a heap after some tokens are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remains {
    /// Nothing: the heap had exactly those tokens.
    pub none: bool,
    /// The rest, in one heap.
    pub one: bool,
    /// The rest, in two heaps.
    pub two: Parts,
}

/// The ways to split a heap in two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// Not at all.
    #[default]
    No,
    /// In two parts of any size, at least one token each.
    Any,
    /// In two parts of different sizes.
    Unequal,
}

/// The rule of Grundy's game: split a heap into two heaps of different sizes, taking nothing
/// (Grundy, "Mathematics and Games", Eureka 2, 1939).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grundy;

impl HeapRule for Grundy {
    fn breaks(&self) -> bool {
        true
    }

    #[inline]
    fn remains(&self, take: usize) -> Remains {
        let two = if take == 0 { Parts::Unequal } else { Parts::No };
        Remains { two, ..Remains::default() }
    }

    fn max_taken(&self) -> Option<usize> {
        Some(0)
    }
}

/// A rule for heaps of up to [`MAX_HEAP_TOKENS`](crate::MAX_HEAP_TOKENS) tokens as a table, made
/// from any other: searches for it serve all rules.
#[derive(Clone, Debug)]
pub struct TabledRule {
    remains: Arc<[Remains; MAX_HEAP_TOKENS + 1]>,
    max_taken: Option<usize>,
    breaks: bool,
    is_subtraction: bool,
}

impl TabledRule {
    /// The table of a rule.
    #[must_use]
    pub fn new(rule: &impl HeapRule) -> Self {
        let max_taken = rule.max_taken();
        let max = max_taken.unwrap_or(MAX_HEAP_TOKENS);
        let remains = std::array::from_fn(|take| match take <= max {
            true => rule.remains(take),
            false => Remains::default(),
        });
        let (breaks, is_subtraction) = (rule.breaks(), rule.is_subtraction());
        TabledRule { remains: Arc::new(remains), max_taken, breaks, is_subtraction }
    }
}

impl HeapRule for TabledRule {
    fn breaks(&self) -> bool {
        self.breaks
    }

    #[inline]
    fn remains(&self, take: usize) -> Remains {
        self.remains.get(take).copied().unwrap_or_default()
    }

    fn max_taken(&self) -> Option<usize> {
        self.max_taken
    }

    fn is_subtraction(&self) -> bool {
        self.is_subtraction
    }
}

/// The result for a player who cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// A player who cannot move loses: taking the last token wins.
    #[default]
    Normal,
    /// A player who cannot move wins: taking the last token loses.
    Misere,
}

named_values!(Convention: "normal" => Normal, "misere" | "misère" => Misere);

impl Convention {
    /// The winner when `player` cannot move.
    #[inline]
    pub(crate) fn winner(self, player: Player) -> Player {
        match self {
            Convention::Normal => player.other(),
            Convention::Misere => player,
        }
    }
}

/// The largest possible size of the smaller part when a move splits the remaining `rest` tokens; 0
/// if it cannot.
#[inline]
pub(crate) fn max_part(parts: Parts, rest: usize) -> usize {
    match parts {
        Parts::No => 0,
        Parts::Any => rest / 2,
        Parts::Unequal => rest.saturating_sub(1) / 2,
    }
}

/// Whether the rule allows a move in a heap of `size`.
pub(crate) fn allows<R: HeapRule>(rule: &R, size: usize, take: usize, part: usize) -> bool {
    let Some(rest) = size.checked_sub(take) else { return false };
    let remains = rule.remains(take);
    match part {
        0 => take > 0 && if rest == 0 { remains.none } else { remains.one },
        _ => part <= max_part(remains.two, rest),
    }
}

/// Shows every move in a heap of `tokens`: the tokens taken, and the smaller of the two remaining
/// heaps (0 if there is one or none).
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
        for part in 1..=max_part(remains.two, rest) {
            visit(take, part);
        }
    }
}
