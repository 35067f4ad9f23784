use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

/// The method by which a search finds the value of the root: a series of alpha-beta windows.
///
/// The library's drivers are [`PrincipalVariation`](crate::PrincipalVariation),
/// [`MtdF`](crate::MtdF), [`MtdBi`](crate::MtdBi) and [`OutcomeOnly`](crate::OutcomeOnly); the
/// trait is sealed.
pub trait Driver: sealed::Drive {}

impl<D: sealed::Drive> Driver for D {}

/// A fail-soft alpha-beta search of the root with a window.
pub(crate) type Question<'a> = dyn FnMut(Score, Score) -> ControlFlow<Limit, Score> + 'a;

pub(crate) mod sealed {
    use super::{ControlFlow, Limit, Question, Score};

    /// The implementation of a driver.
    pub trait Drive: Clone + Sync {
        /// Whether to deepen iteratively.
        const DEEPENS: bool;

        /// Whether the distances of its wins and losses are exact.
        const DISTANCES: bool = true;

        /// The value of the root, which is expected near `guess`. Wins and losses are at most
        /// `longest` plies away.
        fn settle(
            &self,
            guess: Option<Score>,
            longest: u32,
            ask: &mut Question<'_>,
        ) -> ControlFlow<Limit, Score>;
    }
}
