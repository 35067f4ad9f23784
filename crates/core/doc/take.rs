// Two players take one or two tokens from a heap. Included by the examples of this crate.
use std::ops::ControlFlow;

use tesuji_core::{Player, Rules};

pub struct Take;
impl Rules for Take {
    type State = (u8, Player);
    type Move = u8;
    type Undo = ();
    fn initial(&self) -> (u8, Player) { (7, Player::First) }
    fn visit_moves<B>(
        &self,
        &(left, _): &(u8, Player),
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (1..=left.min(2)).try_for_each(visit)
    }
    fn play(&self, (left, player): &mut (u8, Player), taken: u8) {
        *left -= taken;
        *player = player.other();
    }
    fn undo(&self, (left, player): &mut (u8, Player), taken: u8, (): ()) {
        *left += taken;
        *player = player.other();
    }
}
