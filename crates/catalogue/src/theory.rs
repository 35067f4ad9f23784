//! The Nim family judged by theory (Sprague 1935, Grundy 1939; misère play: Conway, "On Numbers and
//! Games", 1976).

use tesuji_core::{Game, GameSolver, Judgement, Limit, Meter, Rules, Value};
use tesuji_nim::theory::{SumError, Sums};
use tesuji_nim::{HeapMove, HeapRule, Heaps, Nim};

/// Judges sums of heaps by their nim-values, or by their genera in misère play.
///
/// It says who wins and by which moves, not how soon. Where no theory covers misère play and the
/// sum is too large to be searched, nothing is claimed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NimTheory {
    pub(crate) equally_good: bool,
}

impl<R: HeapRule> GameSolver<Nim<R>> for NimTheory {
    fn search(&self, nim: &Nim<R>, heaps: &Heaps, meter: &mut Meter) -> Judgement<HeapMove> {
        let limit = meter.generate(1).break_value();
        meter.expand(0);
        let moves = nim.moves(heaps);
        let mut judgement = Judgement { limit, ..Judgement::of_move(moves.first().copied()) };
        if moves.is_empty() {
            let won = nim.result(heaps) == Some(tesuji_core::GameResult::Win(heaps.to_move()));
            judgement.value = if won { Value::Win(Some(0)) } else { Value::Loss(Some(0)) };
            return judgement;
        }
        if limit.is_some() {
            return judgement;
        }
        match winning_moves(nim, heaps) {
            Ok(winning) => {
                judgement.value =
                    if winning.is_empty() { Value::Loss(None) } else { Value::Win(None) };
                // In a lost position one move is as good as another.
                let good = if winning.is_empty() { moves } else { winning };
                judgement.best = good.first().copied();
                judgement.line = good[..1].to_vec();
                judgement.equally_good = if self.equally_good { good } else { Vec::new() };
            }
            Err(_) => judgement.limit = Some(Limit::Nodes),
        }
        judgement
    }
}

fn winning_moves<R: HeapRule>(nim: &Nim<R>, heaps: &Heaps) -> Result<Vec<HeapMove>, SumError> {
    let sizes: Vec<_> = heaps.sizes().iter().map(|&size| usize::from(size)).collect();
    Sums::new(nim.rule().clone())?.winning_moves(&sizes, nim.convention())
}
