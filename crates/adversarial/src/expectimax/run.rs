use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{
    Evaluator, Game, GameResult, Limit, Meter, NodeEvent, Observer, Player, no_moves,
};

use super::{Chance, Expectimax, Pruning, Reply, ReplyWeights};
use crate::deep::descend;

/// Everything that changes while searching. Values are those of `us`.
pub(super) struct Run<'r, 'm, G: Game, O, E, C, W> {
    settings: &'r Expectimax<O, E, C>,
    game: &'r G,
    us: Player,
    observer: W,
    depth: u32,
    /// All values lie between these.
    lower: f64,
    upper: f64,
    meter: &'r mut Meter<'m>,
    /// Whether an estimate was used.
    pub(super) estimated: bool,
    /// The moves at each ply of the path, one ply after the other.
    replies: Vec<Reply<G::Move>>,
}

impl<'r, 'm, G, O, E, C, W> Run<'r, 'm, G, O, E, C, W>
where
    G: Game,
    O: ReplyWeights<G>,
    E: Evaluator<G>,
    C: Chance<G>,
    W: Observer<G>,
{
    pub(super) fn new(
        settings: &'r Expectimax<O, E, C>,
        game: &'r G,
        us: Player,
        observer: W,
        meter: &'r mut Meter<'m>,
    ) -> Self {
        let payoffs = settings.payoffs;
        // Discounting draws payoffs towards 0.
        let ends = [payoffs.win, payoffs.draw, payoffs.loss, 0.0];
        let bound = settings.bound.map_or(f64::INFINITY, f64::from);
        Run {
            settings,
            game,
            us,
            observer,
            depth: settings.depth.unwrap_or(u32::MAX),
            lower: ends.into_iter().fold(-bound, f64::min),
            upper: ends.into_iter().fold(bound, f64::max),
            meter,
            estimated: false,
            replies: Vec::new(),
        }
    }

    /// What `state` is worth: exactly that between `alpha` and `beta`, an upper bound at or below
    /// `alpha`, a lower bound at or above `beta`.
    pub(super) fn value(
        &mut self,
        state: &G::State,
        ply: u32,
        alpha: f64,
        beta: f64,
        node: W::Node,
    ) -> ControlFlow<Limit, f64> {
        if ply > 0 {
            self.meter.generate(1)?;
        }
        if let Some(result) = self.game.result(state) {
            let value = self.payoff(result, ply);
            self.tell(node, value);
            self.observer.note(node, NodeEvent::Finished);
            return ControlFlow::Continue(value);
        }
        if ply >= self.depth {
            let value = self.estimate(state);
            self.tell(node, value);
            self.observer.note(node, NodeEvent::Horizon);
            return ControlFlow::Continue(value);
        }
        self.meter.expand(ply);
        self.observer.note(node, NodeEvent::Expanded);
        let first = self.list(state);
        let value = if self.settings.chance.decides(self.game, state) {
            for index in first..self.replies.len() {
                let mv = self.replies[index].mv;
                self.replies[index].weight = self.settings.chance.weight(self.game, state, mv);
            }
            self.average(state, first, ply, (alpha, beta), node)
        } else if self.game.to_move(state) == self.us {
            self.best(state, first, ply, (alpha, beta), node)
        } else if self.settings.opponent.sees_values() {
            self.looked_ahead(state, first, ply, node)
        } else {
            self.settings.opponent.weigh(self.game, state, &mut self.replies[first..]);
            self.average(state, first, ply, (alpha, beta), node)
        };
        self.replies.truncate(first);
        // Outside the window it is a bound.
        if let ControlFlow::Continue(value) = value
            && value > alpha
            && value < beta
        {
            self.tell(node, value);
        }
        value
    }

    /// Reports to the observer what a node is worth.
    #[inline]
    fn tell(&self, node: W::Node, mean: f64) {
        self.observer.note(node, NodeEvent::Mean { player: self.us, mean, samples: None });
    }

    /// Reports to the observer that the replies from `index` on are left out.
    #[inline]
    fn cut(&self, node: W::Node, index: usize) {
        if W::IS_ON {
            self.replies[index..].iter().for_each(|reply| self.observer.cut(node, reply.mv));
        }
    }

    fn payoff(&self, result: GameResult, ply: u32) -> f64 {
        let payoffs = self.settings.payoffs;
        let end = match result {
            GameResult::Win(winner) if winner == self.us => payoffs.win,
            GameResult::Win(_) => payoffs.loss,
            GameResult::Draw => payoffs.draw,
        };
        end * payoffs.discount.powi(ply.min(1 << 20).cast_signed())
    }

    fn estimate(&mut self, state: &G::State) -> f64 {
        self.estimated = true;
        let score = f64::from(self.settings.evaluator.score(self.game, state));
        let ours = if self.game.to_move(state) == self.us { score } else { -score };
        match self.settings.bound {
            Some(bound) => ours.clamp(-f64::from(bound), f64::from(bound)),
            None => ours,
        }
    }

    /// Puts the moves of `state` on the stack of replies and says where they begin.
    fn list(&mut self, state: &G::State) -> usize {
        let first = self.replies.len();
        let ControlFlow::Continue(()) = self.game.visit_moves(state, |mv| {
            self.replies.push(Reply { mv, value: 0.0, weight: 1.0 });
            ControlFlow::<Infallible>::Continue(())
        });
        if self.replies.len() == first {
            no_moves(state);
        }
        first
    }

    fn below(
        &mut self,
        state: &G::State,
        index: usize,
        ply: u32,
        (alpha, beta): (f64, f64),
        node: W::Node,
    ) -> ControlFlow<Limit, f64> {
        let mv = self.replies[index].mv;
        let child = self.game.successor(state, mv);
        let node = self.observer.child(node, mv, &child);
        descend(ply, || self.value(&child, ply + 1, alpha, beta, node))
    }

    /// Our turn.
    fn best(
        &mut self,
        state: &G::State,
        first: usize,
        ply: u32,
        (alpha, beta): (f64, f64),
        node: W::Node,
    ) -> ControlFlow<Limit, f64> {
        let mut best = f64::NEG_INFINITY;
        for index in first..self.replies.len() {
            let value = self.below(state, index, ply, (alpha.max(best), beta), node)?;
            best = best.max(value);
            if best >= beta {
                self.cut(node, index + 1);
                break;
            }
        }
        ControlFlow::Continue(best)
    }

    /// The turn of an opponent who looks at what replies are worth: all must be known.
    fn looked_ahead(
        &mut self,
        state: &G::State,
        first: usize,
        ply: u32,
        node: W::Node,
    ) -> ControlFlow<Limit, f64> {
        let window = (f64::NEG_INFINITY, f64::INFINITY);
        for index in first..self.replies.len() {
            self.replies[index].value = self.below(state, index, ply, window, node)?;
        }
        self.settings.opponent.weigh(self.game, state, &mut self.replies[first..]);
        self.normalize(first);
        let expected = self.replies[first..].iter().map(|reply| reply.weight * reply.value).sum();
        ControlFlow::Continue(expected)
    }

    /// Chance, or an opponent with the weights that are set.
    ///
    /// Reply `i` can matter only if its value lies in a window that follows from what the
    /// others have been worth so far and from the worst and best that the rest can be worth. Star2
    /// learns better than the worst of them in advance, from their first moves.
    fn average(
        &mut self,
        state: &G::State,
        first: usize,
        ply: u32,
        (alpha, beta): (f64, f64),
        node: W::Node,
    ) -> ControlFlow<Limit, f64> {
        self.normalize(first);
        let prunes = self.settings.pruning != Pruning::None && self.settings.bound.is_some();
        // Below `least` each reply's value does not lie; while probing, the bound is improved.
        for index in first..self.replies.len() {
            self.replies[index].value = self.lower;
        }
        let mut at_least = if prunes { self.lower } else { f64::NEG_INFINITY };
        if prunes && self.settings.pruning == Pruning::Star2 && beta < self.upper {
            for index in first..self.replies.len() {
                let Reply { weight, .. } = self.replies[index];
                let threshold = self.lower + (beta - at_least) / weight;
                let bound = self.probe(state, index, ply, threshold, node)?;
                self.replies[index].value = bound;
                at_least += weight * (bound - self.lower);
                if at_least >= beta {
                    self.cut(node, index + 1);
                    return ControlFlow::Continue(at_least);
                }
            }
        }
        let mut sum = 0.0;
        let mut rest = 1.0;
        for index in first..self.replies.len() {
            let Reply { weight, value: bound, .. } = self.replies[index];
            rest -= weight;
            if weight == 0.0 {
                continue;
            }
            let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
            if prunes {
                // Without this reply, the others are worth at least `others`.
                at_least -= weight * bound;
                let rest = rest.max(0.0);
                low = (alpha - sum - rest * self.upper) / weight;
                high = (beta - at_least) / weight;
            }
            let value = self.below(state, index, ply, (low, high), node)?;
            sum += weight * value;
            if prunes {
                at_least += weight * value;
                if value <= low || value >= high {
                    self.cut(node, index + 1);
                }
                if value <= low {
                    return ControlFlow::Continue(sum + rest.max(0.0) * self.upper);
                }
                if value >= high {
                    return ControlFlow::Continue(at_least);
                }
            }
        }
        ControlFlow::Continue(sum)
    }

    /// A lower bound of what the reply is worth, from one of our moves after it.
    fn probe(
        &mut self,
        state: &G::State,
        index: usize,
        ply: u32,
        beta: f64,
        node: W::Node,
    ) -> ControlFlow<Limit, f64> {
        let reply = self.replies[index].mv;
        let child = self.game.successor(state, reply);
        let is_ours = self.game.result(&child).is_none()
            && ply + 1 < self.depth
            && !self.settings.chance.decides(self.game, &child)
            && self.game.to_move(&child) == self.us;
        if !is_ours {
            return ControlFlow::Continue(self.lower);
        }
        let first_move = self.game.visit_moves(&child, ControlFlow::Break);
        let ControlFlow::Break(mv) = first_move else {
            return ControlFlow::Continue(self.lower);
        };
        let grandchild = self.game.successor(&child, mv);
        let node = self.observer.child(node, reply, &child);
        let node = self.observer.child(node, mv, &grandchild);
        let lower = self.lower;
        let value = descend(ply, || self.value(&grandchild, ply + 2, lower, beta, node))?;
        ControlFlow::Continue(value.max(self.lower))
    }

    /// Makes the weights probabilities. Should they be none, all replies are taken as likely.
    fn normalize(&mut self, first: usize) {
        let replies = &mut self.replies[first..];
        let sum: f64 = replies.iter().map(|reply| reply.weight).sum();
        let usable = sum.is_finite() && sum > 0.0;
        let even = 1.0 / replies.len() as f64;
        for reply in replies {
            reply.weight = if usable { reply.weight / sum } else { even };
        }
    }
}
