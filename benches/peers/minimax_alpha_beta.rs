//! The alpha-beta of `minimax` with the evaluator of this workspace.

use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch};
use tesuji::breakthrough::PawnsAndRows;
use tesuji::core::Evaluator as _;

use crate::peer::{Board, Peer};

/// [`PawnsAndRows`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerEvaluator;

impl Evaluator for PeerEvaluator {
    type G = Peer;

    #[inline]
    fn evaluate(&self, board: &Board) -> Evaluation {
        let score = PawnsAndRows.score(board.rules, &board.position);
        score.try_into().expect("fewer than 16 pawns on each side are worth little")
    }
}

/// The half-width of its first window, as in our own search.
const WINDOW: Evaluation = 25;

/// Its alpha-beta with the options that make it faster in this game: scout windows (its default),
/// an aspiration window around the last depth's value, countermoves and their history.
#[must_use]
pub(crate) fn alpha_beta(table_bytes: usize) -> IterativeSearch<PeerEvaluator> {
    let options = IterativeOptions::new()
        .with_table_byte_size(table_bytes)
        .with_aspiration_window(WINDOW)
        .with_countermoves()
        .with_countermove_history();
    IterativeSearch::new(PeerEvaluator, options)
}
