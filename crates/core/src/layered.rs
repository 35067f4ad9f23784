use std::convert::Infallible;
use std::ops::Range;

use crate::{Game, Ranked, Wdl};

/// A game whose positions fall into layers that no move returns to, with a number for each
/// position: it is solved layer by layer, the last one first.
///
/// # Contract
/// Every move leads from a layer to a later one, by at most [`max_step`](Self::max_step), and the
/// players move in turn. [`laws::layered`](crate::laws::layered) checks it.
///
/// # Example
/// Two players take one or two tokens from a heap; the layer is the number of tokens taken.
/// ```
/// use tesuji_core::{Game, GameResult, Layered, Player, Ranked, laws};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); }
/// # use toy::Take;
/// # impl Game for Take {
/// #     fn to_move(&self, &(_, player): &(u8, Player)) -> Player { player }
/// #     fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
/// #         (left == 0).then_some(GameResult::Win(player.other()))
/// #     }
/// # }
/// # impl Ranked for Take {
/// #     fn state_count(&self) -> u64 { 16 }
/// #     fn rank(&self, &(left, player): &(u8, Player)) -> u64 {
/// #         2 * u64::from(left) + player as u64
/// #     }
/// #     fn unrank(&self, rank: u64) -> (u8, Player) {
/// #         (rank as u8 / 2, if rank % 2 == 0 { Player::First } else { Player::Second })
/// #     }
/// # }
/// impl Layered for Take {
///     fn max_step(&self) -> Option<u32> { Some(2) }
///     fn layer(&self, &(left, _): &(u8, Player)) -> u32 { 7 - u32::from(left) }
/// }
/// assert_eq!(Take.layer(&(5, Player::First)), 2);
/// laws::layered(&Take, 100);
/// ```
pub trait Layered: Game + Ranked {
    /// The greatest number of layers by which a move advances, at least 1; `None` if the positions
    /// of these rules have no rank, because the numbers would exceed 64 bits.
    fn max_step(&self) -> Option<u32>;

    /// The layer of `state`, from 0.
    fn layer(&self, state: &Self::State) -> u32;

    /// The ranks of the positions of this layer, if they are consecutive and no other position has
    /// one of them; `None` if not, or if there is no such layer. With them a set of positions is a
    /// bit for each rank, which is less work than to sort where games reach more than about one
    /// rank in 500.
    fn layer_ranks(&self, _layer: u32) -> Option<Range<u64>> {
        None
    }

    /// The outcome of a finished game for the player to move, from its rank; if the game is not
    /// finished, this may be anything. Override it if that is faster than to make the position.
    fn end_of_rank(&self, rank: u64) -> Option<Wdl> {
        let state = self.unrank(rank);
        Some(self.result(&state)?.seen_by(self.to_move(&state)))
    }

    /// Shows `visit` each of these ranks of one layer, which ascend, with the ranks of its
    /// successors, one for each legal move, in any order; and for each of these, by how many layers
    /// it is beyond the next layer. Override it if what consecutive positions have in common saves
    /// time.
    ///
    /// # Errors
    /// The first error of `visit`.
    fn visit_successors_in_order<E>(
        &self,
        ranks: impl IntoIterator<Item = u64>,
        mut visit: impl FnMut(u64, &[u64], &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut successors, mut skipped) = (Vec::new(), Vec::new());
        for rank in ranks {
            successors.clear();
            skipped.clear();
            let state = self.unrank(rank);
            let layer = self.layer(&state);
            let Ok(()) = self.try_visit_moves(&state, |mv| {
                let child = self.successor(&state, mv);
                let beyond = self.layer(&child).checked_sub(layer + 1);
                successors.push(self.rank(&child));
                skipped.push(beyond.expect("every move leads to a later layer"));
                Ok::<(), Infallible>(())
            });
            visit(rank, &successors, &skipped)?;
        }
        Ok(())
    }
}
