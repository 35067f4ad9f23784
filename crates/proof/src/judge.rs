//! The value of a position from proofs and disproofs of two claims.

use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, Judgement, Limit, Player, ProofNumbersOf, Value, no_moves};

use crate::numbers::Numbers;

/// The verdict on the claim that a player wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proof<M> {
    /// Whether the claim holds.
    pub holds: bool,
    /// The move that shows the result: the claimant's winning move, or the other player's
    /// refutation. `None` if the player to move has no such move.
    pub decisive: Option<M>,
}

/// A search that proves or disproves claims about one game.
pub(crate) trait Prove<G: Game> {
    /// The observer's handle to a position.
    type Node: Copy;

    /// Reports to the observer that `mv` is played in a position.
    fn child(&self, parent: Self::Node, mv: G::Move, state: &G::State) -> Self::Node;

    /// Whether `claimant` wins in `state`, where the game is not over.
    fn prove(
        &mut self,
        state: &G::State,
        claimant: Player,
        node: Self::Node,
    ) -> ControlFlow<Limit, Proof<G::Move>>;

    /// Whether any disproof so far may rest on something else than a win of the other player. Where
    /// none does, a disproof of the one's win is a proof of the other's.
    fn drawn(&self) -> bool;

    /// The work that the result of a position took, if it is known.
    fn work(&self, state: &G::State) -> u64;

    /// The move at the root that looks best in a search that was stopped.
    fn most_promising(&self) -> Option<G::Move>;

    /// The claimant of a search that was stopped, and the root's numbers.
    fn numbers(&self) -> Option<(Player, Numbers)>;
}

/// The parts of a judgement that are requested besides the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) best_moves: bool,
    pub(crate) whole_pv: bool,
}

/// Judges `state`, where the game is not over, by asking first whether the player to move wins, and
/// then, unless that says it all, whether the other does.
pub(crate) fn judge<G: Game, P: Prove<G> + ?Sized>(
    game: &G,
    state: &G::State,
    node: P::Node,
    prover: &mut P,
    wanted: Wanted,
) -> Judgement<G::Move> {
    let first = game.moves(state).first().copied();
    let mut judgement = Judgement::of_move(first);
    match value(game, state, node, prover) {
        ControlFlow::Break(limit) => {
            judgement.best = prover.most_promising().or(first);
            judgement.pv = judgement.best.into_iter().collect();
            judgement.limit = Some(limit);
            judgement.proof_numbers = prover
                .numbers()
                .map(|(claimant, [proof, disproof])| ProofNumbersOf { claimant, proof, disproof });
        }
        ControlFlow::Continue((value, best)) => {
            let value = Standing { value, of: game.to_move(state) };
            judgement.value = value.value;
            judgement.best = Some(best.unwrap_or_else(|| longest(game, state, prover)));
            judgement.pv = judgement.best.into_iter().collect();
            if wanted.best_moves {
                match as_good(game, state, node, value, prover) {
                    ControlFlow::Continue(good) => judgement.best_moves = good,
                    ControlFlow::Break(limit) => judgement.limit = Some(limit),
                }
            }
            if wanted.whole_pv {
                let (pv, limit) = pv(game, state, node, value, judgement.best, prover);
                judgement.pv = pv;
                judgement.limit = limit.or(judgement.limit);
            }
        }
    }
    judgement
}

/// A proved value, and which player it is seen by.
#[derive(Clone, Copy, Debug)]
struct Standing {
    value: Value,
    of: Player,
}

impl Standing {
    /// The claim that distinguishes a move of `mover` that keeps the value from one that does not:
    /// whose win it is about, and whether it must hold. `None` if all moves keep it.
    fn claim(self, mover: Player) -> Option<(Player, bool)> {
        match self.value {
            Value::Win(_) => (mover == self.of).then_some((mover, true)),
            Value::Loss(_) => (mover != self.of).then_some((mover, true)),
            Value::Draw | Value::Estimate(_) => Some((mover.other(), false)),
        }
    }
}

/// The value for the player to move, and a move that keeps it where not all do.
fn value<G: Game, P: Prove<G> + ?Sized>(
    game: &G,
    state: &G::State,
    node: P::Node,
    prover: &mut P,
) -> ControlFlow<Limit, (Value, Option<G::Move>)> {
    let mover = game.to_move(state);
    let wins = prover.prove(state, mover, node)?;
    if wins.holds {
        return ControlFlow::Continue((Value::Win(None), wins.decisive));
    }
    if !prover.drawn() {
        return ControlFlow::Continue((Value::Loss(None), None));
    }
    let loses = prover.prove(state, mover.other(), node)?;
    let value = if loses.holds { Value::Loss(None) } else { Value::Draw };
    ControlFlow::Continue((value, loses.decisive))
}

/// The move of a lost position whose refutation took the most work.
fn longest<G: Game>(game: &G, state: &G::State, prover: &(impl Prove<G> + ?Sized)) -> G::Move {
    let moves = game.moves(state).into_iter().rev();
    let dearest = moves.max_by_key(|&mv| prover.work(&game.successor(state, mv)));
    dearest.unwrap_or_else(|| no_moves(state))
}

/// Whether the claim holds in `state`, where the game may be over.
fn holds<G: Game, P: Prove<G> + ?Sized>(
    game: &G,
    state: &G::State,
    node: P::Node,
    claimant: Player,
    prover: &mut P,
) -> ControlFlow<Limit, bool> {
    ControlFlow::Continue(match game.result(state) {
        Some(result) => result == GameResult::Win(claimant),
        None => prover.prove(state, claimant, node)?.holds,
    })
}

/// All moves that keep the value, in the order of the rules.
fn as_good<G: Game, P: Prove<G> + ?Sized>(
    game: &G,
    state: &G::State,
    node: P::Node,
    standing: Standing,
    prover: &mut P,
) -> ControlFlow<Limit, Vec<G::Move>> {
    let mut good = game.moves(state);
    if let Some((claimant, wanted)) = standing.claim(game.to_move(state)) {
        let mut kept = Vec::with_capacity(good.len());
        for mv in good {
            let child = game.successor(state, mv);
            let node = prover.child(node, mv, &child);
            if holds(game, &child, node, claimant, prover)? == wanted {
                kept.push(mv);
            }
        }
        good = kept;
    }
    ControlFlow::Continue(good)
}

/// The principal variation that begins with `best`: each player keeps the value, and the loser
/// makes it costly. It ends with the game, where a position comes back, or with the budget and its
/// limit.
fn pv<G: Game, P: Prove<G> + ?Sized>(
    game: &G,
    state: &G::State,
    mut node: P::Node,
    standing: Standing,
    best: Option<G::Move>,
    prover: &mut P,
) -> (Vec<G::Move>, Option<Limit>) {
    let (mut pv, mut limit) = (Vec::new(), None);
    let mut state = state.clone();
    let mut seen = std::collections::HashSet::new();
    let mut next = best;
    while let Some(mv) = next {
        pv.push(mv);
        seen.insert(state.clone());
        game.play(&mut state, mv);
        node = prover.child(node, mv, &state);
        if game.result(&state).is_some() || seen.contains(&state) {
            break;
        }
        next = match standing.claim(game.to_move(&state)) {
            None => Some(longest(game, &state, prover)),
            Some((claimant, _)) => match prover.prove(&state, claimant, node) {
                ControlFlow::Continue(proof) => proof.decisive,
                ControlFlow::Break(reached) => {
                    limit = Some(reached);
                    None
                }
            },
        };
    }
    (pv, limit)
}
