use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Evaluator, Game, Limit, NodeEvent, Observer, Score};
use tesuji_zobrist::Transpositions;

use super::{Entry, Run};
use crate::Hints;
use crate::score::{INFINITE, is_loss, is_win, plies_to};

/// The depth added when a proved principal variation is extended.
const LOOK_AHEAD: u32 = 8;

/// How much deeper a move is searched to be proved as good as a proved one.
const LOOK_FURTHER: u32 = 64;

/// The indices of the orderings, the greatest first and equal ones in their order. A function of
/// its own, so that the sort is compiled once for all games.
fn ranked(orderings: &[i32]) -> Vec<usize> {
    let mut ranked: Vec<_> = (0..orderings.len()).collect();
    ranked.sort_by_key(|&index| std::cmp::Reverse(orderings[index]));
    ranked
}

/// A position whose best move is wanted: the root, or a later position of the principal variation.
#[derive(Debug)]
pub(crate) struct Root<G: Game, V> {
    pub(crate) state: G::State,
    /// Plies from the search's root.
    pub(crate) ply: u32,
    /// The moves to try, the best so far in front.
    pub(crate) moves: Vec<G::Move>,
    /// How the observer knows it.
    pub(crate) seen: V,
}

impl<G, E, H, T, O> Run<'_, '_, G, E, H, T, O>
where
    G: Game,
    E: Evaluator<G>,
    H: Hints<G>,
    T: Transpositions<G::State, Entry>,
    O: Observer<G>,
{
    /// The root of a search in `state`, whose game is not over, with all legal moves or
    /// with those among which there is a best one.
    pub(crate) fn root(
        &mut self,
        state: G::State,
        ply: u32,
        all: bool,
        seen: O::Node,
    ) -> Root<G, O::Node> {
        let (_, notes) = self.hints.study(self.game, &state);
        let (mut ordered, mut orderings) = (Vec::with_capacity(32), Vec::with_capacity(32));
        let ControlFlow::Continue(()) =
            self.hints.visit_candidates(self.game, &state, &notes, |mv, ordering, _| {
                ordered.push(mv);
                orderings.push(ordering);
                ControlFlow::<Infallible>::Continue(())
            });
        let mut moves: Vec<_> =
            ranked(&orderings).into_iter().map(|index| ordered[index]).collect();
        if all || moves.is_empty() {
            for mv in self.game.moves(&state) {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        Root { state, ply, moves, seen }
    }

    /// The score of a root's position, as [`node`](Self::node) has it. A move that raises `alpha`
    /// is brought to the front.
    pub(crate) fn ask(
        &mut self,
        root: &mut Root<G, O::Node>,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> ControlFlow<Limit, Score> {
        self.clear_path();
        self.tally.expanded += 1;
        let (seen, estimates) = (root.seen, self.estimates);
        self.tell(seen, &root.state, self.trusted, |told, player| told.window(player, alpha, beta));
        self.observer.note(seen, NodeEvent::Expanded);
        let mut low = alpha;
        let mut best = -INFINITE;
        for index in 0..root.moves.len() {
            let mv = root.moves[index];
            let mut child = self.prospect_at_root(&root.state, mv, root.ply, depth, seen)?;
            let score = if index == 0 || beta - alpha == 1 {
                self.enter_announced(&child, root.ply, low, beta)?
            } else {
                self.scout(&mut child, root.ply, low, beta)?
            };
            if score > best {
                best = score;
                self.tell(seen, &root.state, estimates, |told, player| {
                    told.at_least(player, score)
                });
                if score > low {
                    low = score;
                    root.moves[..=index].rotate_right(1);
                }
                if score >= beta {
                    if O::IS_ON {
                        let left_out = &root.moves[index + 1..];
                        left_out.iter().for_each(|&mv| self.observer.cut(seen, mv));
                    }
                    break;
                }
            }
        }
        self.tell(seen, &root.state, estimates, |told, player| {
            told.within(player, best, alpha, beta)
        });
        ControlFlow::Continue(best)
    }

    /// A move of `state` that reaches `score`. What the table knows of the moves is made use of
    /// first.
    pub(crate) fn reach(
        &mut self,
        state: &G::State,
        depth: u32,
        score: Score,
        seen: O::Node,
    ) -> ControlFlow<Limit, Option<G::Move>> {
        self.clear_path();
        let frame = self.see(state, 0, depth, seen);
        if self.node(state, &frame, score - 1, score)? < score {
            return ControlFlow::Continue(None);
        }
        let mut root = self.root(state.clone(), 0, false, seen);
        for place in 0..root.moves.len() {
            let mv = root.moves[place];
            let child = self.prospect_at_root(state, mv, 0, depth, seen)?;
            if self.at_least(child, mv, score - 1) >= score {
                root.moves[..=place].rotate_right(1);
                break;
            }
        }
        let found = self.ask(&mut root, depth, score - 1, score)?;
        ControlFlow::Continue((found >= score).then(|| root.moves[0]))
    }

    /// The moves that reach `score`, which the first one does. If the score is `proved`, so are
    /// they: a depth that refutes a better move need not distinguish an equal move from a worse
    /// one. A move that no depth distinguishes is left out, with that limit.
    pub(crate) fn as_good(
        &mut self,
        root: &Root<G, O::Node>,
        depth: u32,
        score: Score,
        proved: bool,
    ) -> ControlFlow<Limit, (Vec<G::Move>, Option<Limit>)> {
        let is_decided = |score| is_win(score) || is_loss(score);
        let (shallowest, deepest) = if !proved {
            (depth, depth)
        } else if is_decided(score) {
            // So deep, wins and losses are seen; hints may have known the score earlier.
            let seen = depth.max(plies_to(score) - root.ply);
            (seen, seen)
        } else {
            (depth, depth.saturating_add(LOOK_FURTHER))
        };
        let (mut good, mut limit) = (vec![root.moves[0]], None);
        'moves: for &mv in &root.moves[1..] {
            for depth in shallowest..=deepest {
                let estimates = self.estimates;
                let child = self.prospect_at_root(&root.state, mv, root.ply, depth, root.seen)?;
                let found = self.enter(&child, root.ply, score - 1, score)?;
                let is_sure = depth == deepest && is_decided(score);
                if is_decided(found) || is_sure || !proved || self.estimates == estimates {
                    if found >= score {
                        good.push(mv);
                    }
                    continue 'moves;
                }
            }
            limit = Some(Limit::Depth);
        }
        let mut in_order = self.game.moves(&root.state);
        in_order.retain(|mv| good.contains(mv));
        ControlFlow::Continue((in_order, limit))
    }

    /// The principal variation that begins with `mv` in the root: move by move, what keeps `score`;
    /// to the end of the game if the score is `proved`. Ends early where the budget does, with that
    /// limit.
    pub(crate) fn pv(
        &mut self,
        root: &Root<G, O::Node>,
        mv: G::Move,
        depth: u32,
        score: Score,
        proved: bool,
    ) -> (Vec<G::Move>, Option<Limit>) {
        let mut pv = vec![mv];
        let mut state = root.state.clone();
        let (mut score, mut seen) = (score, root.seen);
        loop {
            let last = *pv.last().expect("it begins with a move");
            let before = self.game.to_move(&state);
            self.game.play(&mut state, last);
            seen = self.observer.child(seen, last, &state);
            if self.game.to_move(&state) != before {
                score = -score;
            }
            let played = u32::try_from(pv.len()).expect("no game is that long");
            if self.game.result(&state).is_some() {
                return (pv, None);
            }
            let mut next = self.root(state.clone(), played, false, seen);
            // Hints may have settled a position before its depth was used up: then it takes a
            // look ahead to see how. A loss beyond the depth may be the longest that hints allow.
            let left = depth.saturating_sub(played);
            let to_end = if is_loss(score) { plies_to(score).saturating_sub(played) } else { 0 };
            let deepest = left.saturating_add(LOOK_AHEAD).max(to_end);
            let depths = if proved { left.max(1)..=deepest } else { left..=left };
            let kept = depths.filter(|&depth| depth > 0).find_map(|depth| {
                let estimates = self.estimates;
                match self.ask(&mut next, depth, score - 1, score + 1) {
                    ControlFlow::Break(limit) => Some(Err(limit)),
                    ControlFlow::Continue(found) => {
                        let is_seen = is_win(found) || is_loss(found) && depth >= to_end;
                        let is_sure = is_seen || self.estimates == estimates;
                        (!proved || found == score && is_sure).then_some(Ok(next.moves[0]))
                    }
                }
            });
            match kept {
                Some(Ok(mv)) => pv.push(mv),
                Some(Err(limit)) => return (pv, Some(limit)),
                None => return (pv, None),
            }
        }
    }

    /// How often a value was used that rests on an estimate.
    pub(crate) fn estimates(&self) -> u64 {
        self.estimates
    }

    /// Has even scores that end windows reported as draws, as long as this is the number of
    /// estimates.
    pub(crate) fn trust(&mut self, estimates: u64) {
        self.trusted = estimates;
    }
}
