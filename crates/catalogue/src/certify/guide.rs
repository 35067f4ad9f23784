use tesuji_certificate::{Ask, Chooser, Duty, Rejection};
use tesuji_core::{Game, NamedGame, Value};

use super::Oracle;

/// A chooser of strategy moves: among those that an oracle calls good enough, the one that adds the
/// fewest entries immediately.
#[derive(Clone, Debug)]
pub struct Guide<O>(pub O);

impl<G: Game + NamedGame, O: Oracle<G>> Chooser<G> for Guide<O> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        if ask.moves.len() == 1 {
            return Ok(0);
        }
        let least = match ask.duty {
            Duty::Win(plies) => Value::Win(plies),
            Duty::Survive(None) => Value::Draw,
            Duty::Survive(plies) => Value::Loss(plies),
        };
        let good = self.0.moves(ask.game, ask.state, least);
        let smallest = match good.as_slice() {
            [] | [_] => good.first().copied(),
            several => several.iter().copied().min_by_key(|&mv| ask.new_entries(mv)),
        };
        smallest
            .and_then(|smallest| ask.moves.iter().position(|&mv| mv == smallest))
            .ok_or_else(|| Rejection::NoMoveKnown { position: ask.game.state_text(ask.state) })
    }
}
