use std::convert::Infallible;
use std::ops::{ControlFlow, Range};

use crate::{Game, Ranked};

/// A game whose positions fall into layers that no move returns to, with a number for each position:
/// it is solved layer by layer, the last one first.
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

    /// All ranks of positions of this layer, if they follow each other and few of them are of
    /// positions that games do not reach: then a bit for each of them is less than a list. `None` if
    /// not, or if there is no such layer.
    fn layer_ranks(&self, _layer: u32) -> Option<Range<u64>> {
        None
    }

    /// Shows `visit` each of these ranks of one layer, which ascend, with the ranks of its
    /// successors, one for each legal move, in any order; and for each of these, by how many layers
    /// it is beyond the next layer. Override it if what consecutive positions have in common saves
    /// time.
    fn visit_successors_in_order(
        &self,
        ranks: impl IntoIterator<Item = u64>,
        mut visit: impl FnMut(u64, &[u64], &[u32]),
    ) {
        let (mut successors, mut skipped) = (Vec::new(), Vec::new());
        for rank in ranks {
            successors.clear();
            skipped.clear();
            let state = self.unrank(rank);
            let next = self.layer(&state) + 1;
            let ControlFlow::Continue(()) = self.visit_moves(&state, |mv| {
                let child = self.successor(&state, mv);
                successors.push(self.rank(&child));
                skipped.push(self.layer(&child) - next);
                ControlFlow::<Infallible>::Continue(())
            });
            visit(rank, &successors, &skipped);
        }
    }
}
