use std::collections::{HashMap, HashSet};

use tesuji_core::{Game, Judgement, Rules, Wdl};

use crate::clock::{Clock, constant_ticks};
use crate::exact::Exact;
use crate::space::Space;
use crate::successors::{Successor, visit_valued_successors};
use crate::table::Table;

/// The result of looking up a position in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe<M> {
    /// The value.
    pub value: Exact,
    /// The moves that keep the value and, in a win or loss, the cost, in the order of the rules;
    /// empty if the game is over. In a drawn position these are all moves that do not lose.
    pub best_moves: Vec<M>,
    /// The principal variation, by the first of the best moves: to the end of the game in a win or
    /// loss, otherwise until the game ends or a position repeats.
    pub pv: Vec<M>,
}

type State<S> = <<S as Space>::Game as Rules>::State;
type Move<S> = <<S as Space>::Game as Rules>::Move;

/// How many steps positions are from where the cost falls, among those of one cost that
/// moves lead to which count nothing.
type Steps<S> = HashMap<State<S>, u32>;

impl<S: Space, K: Clock<S::Game>> Table<S, K> {
    /// The value with all best moves and the principal variation; `None` if `state` is not in the
    /// space.
    ///
    /// A winner who always plays the first of the best moves wins at no more than the cost against
    /// any defence. If moves can cost 0, the best moves exclude those that keep the cost but allow
    /// the opponent to repeat a position.
    pub fn probe(&self, state: &State<S>) -> Option<Probe<Move<S>>> {
        let value = self.value(state)?;
        let best_moves = self.best_moves(state, value, &self.steps(state, value));
        let pv = self.pv(state, value);
        Some(Probe { value, best_moves, pv })
    }

    /// The value of `state` in the form of all searches; `None` if it is not in the space. It has
    /// no distance unless the clock counts plies.
    pub fn judge(&self, state: &State<S>) -> Option<Judgement<Move<S>>> {
        let Probe { value, best_moves, pv } = self.probe(state)?;
        let in_plies = constant_ticks(&self.clock) == Some([1, 1]);
        Some(Judgement {
            value: value.value(in_plies),
            best: pv.first().copied(),
            best_moves,
            pv,
            depth: None,
            limit: None,
            proof_numbers: None,
        })
    }

    /// The moves that keep `value`, which is that of `state`.
    fn best_moves(&self, state: &State<S>, value: Exact, steps: &Steps<S>) -> Vec<Move<S>> {
        let mut moves = Vec::new();
        self.visit_keeping(state, value, |successor| {
            let cycles = is_steady(value, &successor) && matches!(value, Exact::Win(_)) && {
                let child = self.space.game().successor(state, successor.mv);
                let (there, here) = (steps.get(&child), steps.get(state));
                there.is_none_or(|there| here.is_none_or(|here| there >= here))
            };
            if !cycles {
                moves.push(successor.mv);
            }
        });
        moves
    }

    /// Shows the successors that keep the value and the cost.
    fn visit_keeping(
        &self,
        state: &State<S>,
        value: Exact,
        mut visit: impl FnMut(Successor<Move<S>>),
    ) {
        let lookup = |index| self.cells.get(index);
        visit_valued_successors(&self.space, &self.clock, state, lookup, |successor| {
            let keeps = match (value, successor.value) {
                (Exact::Win(total), Some(Exact::Win(rest)))
                | (Exact::Loss(total), Some(Exact::Loss(rest))) => {
                    rest.checked_add(successor.ticks) == Some(total)
                }
                (Exact::Draw(_) | Exact::Endless, Some(there)) => there.wdl() == Wdl::Draw,
                _ => false,
            };
            if keeps {
                visit(successor);
            }
        });
    }

    fn pv(&self, state: &State<S>, value: Exact) -> Vec<Move<S>> {
        let (mut state, mut value) = (state.clone(), value);
        let (mut pv, mut seen) = (Vec::new(), HashSet::new());
        let mut steps = Steps::<S>::new();
        while seen.insert(state.clone()) {
            if !steps.contains_key(&state) {
                steps = self.steps(&state, value);
            }
            let Some(&mv) = self.best_moves(&state, value, &steps).first() else { break };
            self.space.game().play(&mut state, mv);
            pv.push(mv);
            let Some(next) = self.value(&state) else { break };
            value = next;
        }
        pv
    }

    /// The steps of `state` and of all that moves lead to which keep the cost and count
    /// nothing. Empty if the value is a draw or the clock has no such moves.
    fn steps(&self, state: &State<S>, value: Exact) -> Steps<S> {
        let counts = constant_ticks(&self.clock).is_some_and(|ticks| !ticks.contains(&0));
        let mut steps = Steps::<S>::new();
        if counts || value.wdl() == Wdl::Draw {
            return steps;
        }
        let mut waiting = vec![(state.clone(), value)];
        let mut found = HashSet::from([state.clone()]);
        let mut next = 0;
        while let Some((state, value)) = waiting.get(next).cloned() {
            next += 1;
            self.visit_keeping(&state, value, |successor| {
                if is_steady(value, &successor) {
                    let child = self.space.game().successor(&state, successor.mv);
                    if found.insert(child.clone()) {
                        let value = self.value(&child).expect("shown with its value");
                        waiting.push((child, value));
                    }
                }
            });
        }
        for round in 0.. {
            let (now, later): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|(state, value)| self.falls(state, *value, &steps));
            if now.is_empty() {
                // Nothing is left, or only what a wrong table holds.
                break;
            }
            steps.extend(now.into_iter().map(|(state, _)| (state, round)));
            waiting = later;
        }
        steps
    }

    /// Whether the winner can make the cost fall at once or reach a position with `steps`; for the
    /// loser, whether every move does.
    fn falls(&self, state: &State<S>, value: Exact, steps: &Steps<S>) -> bool {
        let game = self.space.game();
        let (mut some, mut all) = (game.result(state).is_some(), true);
        self.visit_keeping(state, value, |successor| {
            let falls = !is_steady(value, &successor)
                || steps.contains_key(&game.successor(state, successor.mv));
            some |= falls;
            all &= falls;
        });
        if matches!(value, Exact::Win(_)) { some } else { all }
    }
}

/// Whether a move that keeps `value` leaves all of its cost.
fn is_steady<M>(value: Exact, successor: &Successor<M>) -> bool {
    successor.ticks == 0 && value.wdl() != Wdl::Draw
}
