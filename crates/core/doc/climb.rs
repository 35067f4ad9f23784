// A number grows to 10 by adding one or doubling; a move is the number that it leads to. Included
// by the examples of this crate.
use std::ops::ControlFlow;

use tesuji_core::Rules;

pub struct Climb;
impl Rules for Climb {
    type State = u32;
    type Move = u32;
    type Undo = u32;
    fn initial(&self) -> u32 { 2 }
    fn visit_moves<B>(
        &self,
        &state: &u32,
        visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        [state + 1, 2 * state].into_iter().filter(|&next| next <= 10).try_for_each(visit)
    }
    fn play(&self, state: &mut u32, next: u32) -> u32 { std::mem::replace(state, next) }
    fn undo(&self, state: &mut u32, _: u32, before: u32) { *state = before }
}
