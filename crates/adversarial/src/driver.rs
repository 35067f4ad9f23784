use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

use crate::{mtd_bi, mtd_f, outcome_only, principal_variation};

/// The method by which a search finds the value of the root: a series of alpha-beta windows. It is
/// a value, not a type, so that all methods share one compilation of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Driver {
    /// With half the width of the first window around the last value.
    PrincipalVariation(Score),
    MtdF,
    MtdBi,
    OutcomeOnly,
}

/// A fail-soft alpha-beta search of the root with a window.
pub(crate) type Question<'a> = dyn FnMut(Score, Score) -> ControlFlow<Limit, Score> + 'a;

impl Driver {
    /// Whether to deepen iteratively.
    pub(crate) fn deepens(self) -> bool {
        matches!(self, Driver::PrincipalVariation(_) | Driver::MtdF)
    }

    /// Whether the distances of its wins and losses are exact.
    pub(crate) fn has_distances(self) -> bool {
        !matches!(self, Driver::OutcomeOnly)
    }

    /// The value of the root, which is expected near `guess`. Wins and losses are at most `longest`
    /// plies away.
    pub(crate) fn settle(
        self,
        guess: Option<Score>,
        longest: u32,
        ask: &mut Question<'_>,
    ) -> ControlFlow<Limit, Score> {
        match self {
            Driver::PrincipalVariation(aspiration) => {
                principal_variation::settle(aspiration, guess, ask)
            }
            Driver::MtdF => mtd_f::settle(guess, ask),
            Driver::MtdBi => mtd_bi::settle(longest, ask),
            Driver::OutcomeOnly => outcome_only::settle(ask),
        }
    }
}
