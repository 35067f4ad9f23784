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
}
