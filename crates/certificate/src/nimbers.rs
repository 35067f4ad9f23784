//! Nim-values of positions, by their definition.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, NimValuesError, Notation};

use crate::Rejection;
use crate::depth_first::{Step, depth_first};
use crate::header::Proof;
use crate::space::Space;

impl<G: Game + Notation> Space<'_, G> {
    /// The nim-value of a position by this kind of proof, and the number of heaps or positions that
    /// were looked at; `None` if it proves none in this game.
    pub(crate) fn nim_value(
        &self,
        state: &G::State,
        proof: &Proof,
    ) -> Result<Option<(u32, u64)>, Rejection> {
        let (game, charge) = (self.rules, self.limits.charge);
        match *proof {
            Proof::LeastExcluded { mask } if game.is_impartial() => {
                // The nim-value of a sum of heaps is the exclusive or of theirs.
                let values = game.heap_nim_values(state, mask, &mut |units| charge(units));
                let Some(values) = values.transpose().map_err(no_values)? else { return Ok(None) };
                let sum = values.iter().fold(0, |sum, value| sum ^ value);
                Ok(Some((sum.into(), values.len() as u64)))
            }
            Proof::Nimbers if game.is_impartial() => self.nimber(state).map(Some),
            _ => Ok(None),
        }
    }

    /// The nim-value of `root`: the least number that is not the value of a position after a move.
    fn nimber(&self, root: &G::State) -> Result<(u32, u64), Rejection> {
        // No value while the moves of the position are looked at.
        let mut known: HashMap<G::State, Option<u32>> = HashMap::new();
        let value = depth_first(
            &mut known,
            None,
            vec![root.clone()],
            |known, state, _, waiting| match known.get(state) {
                Some(&Some(value)) => Ok(Step::Known(value)),
                Some(None) => Err(format!("the position {} can repeat", self.shown(state)).into()),
                None => {
                    known.insert(state.clone(), None);
                    self.add_after(state, known.len(), waiting)?;
                    Ok(Step::Wait(Some(state.clone())))
                }
            },
            |known, state, values, _| {
                let Some(state) = state else { return Ok(values[0]) };
                values.sort_unstable();
                let next = |least, &value: &u32| if value == least { least + 1 } else { least };
                let least = values.iter().fold(0, next);
                known.insert(state, Some(least));
                Ok(least)
            },
        )?;
        Ok((value, known.len() as u64))
    }

    /// Appends the positions after all moves; if there is none, the player to move must have lost.
    fn add_after(
        &self,
        state: &G::State,
        known: usize,
        waiting: &mut Vec<G::State>,
    ) -> Result<(), Rejection> {
        let game = self.rules;
        match game.result(state) {
            None => self.each_turn(state, |after| {
                waiting.push(after);
                self.limits.keep((known + waiting.len()) as u64)
            }),
            Some(GameResult::Win(winner))
                if winner != game.to_move(state)
                    && game.visit_moves(state, ControlFlow::Break).is_continue() =>
            {
                Ok(())
            }
            Some(_) => {
                let position = self.shown(state);
                Err(format!("{position} is not lost for the player who cannot move").into())
            }
        }
    }
}

/// The rejection where nim-values cannot be computed.
pub(crate) fn no_values(error: NimValuesError) -> Rejection {
    match error {
        NimValuesError::Stopped(limit) => Rejection::Stopped { limit },
        error => format!("the nim-values cannot be computed: {error}").into(),
    }
}
