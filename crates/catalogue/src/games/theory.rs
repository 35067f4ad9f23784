//! The Nim family judged by theory (Sprague 1935, Grundy 1939; misère play: Conway, "On Numbers and
//! Games", 1976).

use tesuji_certificate::Proof;
use tesuji_core::{
    Budget, Game, GameResult, GameSolver, Judgement, Limit, Meter, NamedGame, Silent, Value,
};
use tesuji_nim::theory::{NimValueError, SumError, Sums};
use tesuji_nim::{Convention, HeapMove, HeapRule, Heaps, LargeHeaps, LargeNim, Nim};

use super::nim_values::with_mask;
use crate::CatalogueError;
use crate::certificates::proof_budget;
use crate::certify;
use crate::two_players::Certified;

/// Judges sums of heaps by their nim-values, or by their genera in misère play.
///
/// It finds the winner and the winning moves, not the length. Where no theory covers misère play and the
/// sum is too large to be searched, nothing is claimed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NimTheory {
    pub(crate) best_moves: bool,
}

impl<R: HeapRule> GameSolver<Nim<R>> for NimTheory {
    fn search(&self, nim: &Nim<R>, heaps: &Heaps, meter: &mut Meter) -> Judgement<HeapMove> {
        let sum = Sum { rule: nim.rule(), convention: nim.convention(), heaps: &heaps.to_vec() };
        self.judge(nim, heaps, &sum, meter)
    }
}

impl<R: HeapRule> GameSolver<LargeNim<R>> for NimTheory {
    fn search(
        &self,
        nim: &LargeNim<R>,
        heaps: &LargeHeaps,
        meter: &mut Meter,
    ) -> Judgement<HeapMove> {
        let sum = Sum { rule: nim.rule(), convention: nim.convention(), heaps: &heaps.to_vec() };
        self.judge(nim, heaps, &sum, meter)
    }
}

/// A certificate of the nim-value of a sum of heaps; `None` in misère play, where it decides nothing.
pub(crate) fn certify<R: HeapRule, G: Game + NamedGame>(
    (game, state): (&G, &G::State),
    rule: &R,
    heaps: &[usize],
    budget: &Budget,
) -> Option<Certified> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let made = || {
        let mut silent = Silent;
        let meter = &mut Meter::new(budget, &mut silent);
        let (_, mask) = with_mask(rule.clone(), largest + 1, 1, meter).map_err(not_certified)?;
        let proof = Proof::LeastExcluded { mask };
        let (certificate, _) = certify::nim_value(game, state, proof, &proof_budget(budget))?;
        Ok(certificate)
    };
    game.is_impartial().then(made)
}

fn not_certified(error: NimValueError) -> CatalogueError {
    match error {
        NimValueError::Stopped(limit) => CatalogueError::Stopped(limit),
        NimValueError::OutOfMemory { .. } => CatalogueError::Stopped(Limit::Memory),
        _ => CatalogueError::NothingProved("a nim-value does not fit in 16 bits"),
    }
}

/// What theory knows of a position.
struct Sum<'a, R> {
    rule: &'a R,
    convention: Convention,
    heaps: &'a [usize],
}

impl NimTheory {
    fn judge<R: HeapRule, G: Game<Move = HeapMove>>(
        &self,
        game: &G,
        state: &G::State,
        sum: &Sum<'_, R>,
        meter: &mut Meter,
    ) -> Judgement<HeapMove> {
        let limit = meter.generate(1).break_value();
        meter.expand(0);
        let moves = game.moves(state);
        let mut judgement = Judgement { limit, ..Judgement::of_move(moves.first().copied()) };
        if moves.is_empty() {
            let won = game.result(state) == Some(GameResult::Win(game.to_move(state)));
            judgement.value = if won { Value::Win(Some(0)) } else { Value::Loss(Some(0)) };
            return judgement;
        }
        if limit.is_some() {
            return judgement;
        }
        match sum.winning_moves(meter) {
            Ok(winning) => {
                judgement.value =
                    if winning.is_empty() { Value::Loss(None) } else { Value::Win(None) };
                // In a lost position one move is as good as another.
                let good = if winning.is_empty() { moves } else { winning };
                judgement.best = good.first().copied();
                judgement.pv = good[..1].to_vec();
                judgement.best_moves = if self.best_moves { good } else { Vec::new() };
            }
            Err(limit) => judgement.limit = limit,
        }
        judgement
    }
}

impl<R: HeapRule> Sum<'_, R> {
    /// All winning moves.
    ///
    /// # Errors
    /// The limit that was reached; `None` if no limit was, but the theory does not decide.
    fn winning_moves(&self, meter: &mut Meter) -> Result<Vec<HeapMove>, Option<Limit>> {
        // This number of nim-values is computed in a moment, whatever the rule.
        const AT_A_TIME: usize = 10_000;
        let largest = self.heaps.iter().copied().max().unwrap_or(0);
        let mut sums = Sums::new(self.rule.clone()).map_err(limit_of)?;
        let mut claimed = 0;
        for heap in (AT_A_TIME..largest).step_by(AT_A_TIME) {
            sums.prepare(heap).map_err(limit_of)?;
            // Two bytes a value, where they are kept and not given by a formula.
            let bytes = size_of::<u16>() * sums.values().len();
            meter.claim(bytes - claimed)?;
            claimed = bytes;
            meter.look()?;
        }
        sums.winning_moves_within(self.heaps, self.convention, meter).map_err(limit_of)
    }
}

fn limit_of(error: SumError) -> Option<Limit> {
    match error {
        SumError::Stopped(limit) | SumError::NimValue(NimValueError::Stopped(limit)) => Some(limit),
        SumError::NimValue(NimValueError::OutOfMemory { .. }) => Some(Limit::Memory),
        _ => None,
    }
}
