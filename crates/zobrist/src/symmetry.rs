use tesuji_core::Rules;

/// One key for all the states that are symmetric to `state`: the key of its canonical form.
///
/// A search that looks positions up by this key finds what it learned about any mirror image.
/// Values and proof numbers carry over; a move does not, because it was found in one of the
/// images and must be turned into this one's: such a search had better work on canonical
/// states throughout. In a [`VerifiedTable`](crate::VerifiedTable) store the canonical state.
///
/// # Complexity
/// That of [`Rules::canonical`], at every call.
///
/// # Example
/// ```
/// # use std::ops::ControlFlow;
/// use tesuji_core::Rules;
/// use tesuji_zobrist::{canonical_key, exact_key};
///
/// /// Two heaps; a move takes one token from the left heap or from the right one.
/// struct TwoHeaps;
/// impl Rules for TwoHeaps {
///     // ...
/// #     type State = (u32, u32);
/// #     type Move = bool;
/// #     type Undo = (u32, u32);
/// #     fn initial(&self) -> (u32, u32) { (3, 5) }
/// #     fn visit_moves<B>(
/// #         &self,
/// #         s: &(u32, u32),
/// #         mut visit: impl FnMut(bool) -> ControlFlow<B>,
/// #     ) -> ControlFlow<B> {
/// #         if s.0 > 0 { visit(false)?; }
/// #         if s.1 > 0 { visit(true)?; }
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&self, s: &mut (u32, u32), right: bool) -> (u32, u32) {
/// #         let before = *s;
/// #         if right { s.1 -= 1 } else { s.0 -= 1 }
/// #         before
/// #     }
/// #     fn undo(&self, s: &mut (u32, u32), _: bool, before: (u32, u32)) { *s = before }
///     fn key(&self, &(left, right): &(u32, u32)) -> u64 {
///         exact_key(u64::from(left) << 32 | u64::from(right))
///     }
///     fn canonical(&self, &(left, right): &(u32, u32)) -> (u32, u32) {
///         (left.min(right), left.max(right))
///     }
/// }
/// assert_ne!(TwoHeaps.key(&(3, 5)), TwoHeaps.key(&(5, 3)));
/// assert_eq!(canonical_key(&TwoHeaps, &(3, 5)), canonical_key(&TwoHeaps, &(5, 3)));
/// ```
#[inline]
#[must_use]
pub fn canonical_key<R: Rules>(rules: &R, state: &R::State) -> u64 {
    rules.key(&rules.canonical(state))
}
