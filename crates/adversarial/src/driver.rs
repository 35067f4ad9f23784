use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

/// How a search finds the value of the root by asking whether it lies within windows.
///
/// The library's drivers are [`PrincipalVariation`](crate::PrincipalVariation),
/// [`MtdF`](crate::MtdF), [`MtdBi`](crate::MtdBi) and [`OutcomeOnly`](crate::OutcomeOnly); others
/// cannot be added.
pub trait Driver: sealed::Drive {}

impl<D: sealed::Drive> Driver for D {}

/// What the root is asked with: a window, which gives a score as fail-soft alpha-beta does.
pub(crate) type Question<'a> = dyn FnMut(Score, Score) -> ControlFlow<Limit, Score> + 'a;

pub(crate) mod sealed {
    use super::{ControlFlow, Limit, Question, Score};

    /// What a driver does.
    pub trait Drive: Clone + Sync {
        /// Whether to search one ply deep first, then two, and so on.
        const DEEPENS: bool;

        /// Whether the value it finds is right in the number of plies, too.
        const DISTANCES: bool = true;

        /// The value of the root, which is thought to be near `guess` and which decided scores
        /// of at most `longest` plies bound, unless the caller says otherwise.
        fn settle(
            &self,
            guess: Option<Score>,
            longest: u32,
            ask: &mut Question<'_>,
        ) -> ControlFlow<Limit, Score>;
    }
}
