use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{GameResult, Limit, Meter, Playout};

use crate::counter::change;
use crate::graph::{Graph, ROOT};
use crate::node::Link;
use crate::policy::{NodeOf, Policy};
use crate::positions::Positions;
use crate::sight::Sight;
use crate::trace::Trace;
use crate::{MonteCarlo, value_to};

/// One thread's way of growing a graph: simulations from its root, one after the other.
pub(crate) struct Simulator<'a, G: Playout, P: Policy<G>, K: Positions<G>, S> {
    game: &'a G,
    policy: &'a P,
    sight: &'a S,
    /// The position of the root.
    start: &'a G::State,
    graph: &'a Graph<G, P, K>,
    /// Whether what is certain is passed on to the positions before.
    proves: bool,
    rng: Pcg64Mcg,
    /// The moves of the simulation in the positions that were known.
    path: Vec<(&'a NodeOf<G, P>, usize)>,
    trace: Trace,
    /// Scratch.
    moves: Vec<G::Move>,
}

/// How a simulation ended.
struct End {
    result: GameResult,
    /// Whether the last move of the path leads to this result for certain.
    certain: bool,
    /// The plies of the playout.
    plies: u32,
}

impl<'a, G: Playout, P: Policy<G>, K: Positions<G>, S: Sight<G>> Simulator<'a, G, P, K, S> {
    pub(crate) fn new(
        search: &'a MonteCarlo<P, K, S>,
        game: &'a G,
        start: &'a G::State,
        graph: &'a Graph<G, P, K>,
        seed: u64,
    ) -> Self {
        let MonteCarlo { policy, sight, proves, .. } = search;
        let (proves, rng) = (*proves, Pcg64Mcg::seed_from_u64(seed));
        let (path, trace, moves) = (Vec::new(), Trace::default(), Vec::new());
        Simulator { game, policy, sight, start, graph, proves, rng, path, trace, moves }
    }

    /// Runs one simulation; whether the root is proved now. `SHARED` says whether other
    /// threads work on the graph at the same time.
    ///
    /// # Errors
    /// The limit that was reached; the simulation counts.
    #[inline]
    pub(crate) fn simulate<const SHARED: bool>(
        &mut self,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        if P::LEARNS {
            self.trace.clear(self.policy.codes(self.game));
        }
        let end = self.descend::<SHARED>(meter);
        let states = self.path.len() as u32 + end.plies;
        self.back_up::<SHARED>(end);
        meter.charge(states)?;
        Ok(self.graph.node(ROOT).verdict().is_some())
    }

    /// From the root to where the graph ends, and on from there by chance.
    #[inline(always)]
    fn descend<const SHARED: bool>(&mut self, meter: &mut Meter) -> End {
        let certain = |result| End { result, certain: true, plies: 0 };
        let mut state = self.start.clone();
        let mut node = self.graph.node(ROOT);
        let mut reference = node;
        self.path.clear();
        loop {
            if self.policy.refers(node.visits()) {
                reference = node;
            }
            let index = self.policy.choose(self.game, node, reference);
            let edge = &node.edges[index];
            let earlier = edge.results.get().visits;
            node.visit::<SHARED>();
            if SHARED {
                edge.results.add::<SHARED>(VIRTUAL_LOSS);
            }
            self.path.push((node, index));
            self.game.play(&mut state, edge.mv);
            let next = match edge.link() {
                Link::Settled(result, _) => return certain(result),
                Link::Node(next) => next,
                // Whether the game is over was looked at on the first visit, if that has got so far.
                Link::Open if earlier == 0 || SHARED => match self.see(&state) {
                    Some(result) => return certain(result),
                    None if earlier == 0 => return self.play_out(&state),
                    None => match self.grow(&state, node, index, meter) {
                        Some(next) => next,
                        None => return self.play_out(&state),
                    },
                },
                Link::Open => match self.grow(&state, node, index, meter) {
                    Some(next) => next,
                    None => return self.play_out(&state),
                },
            };
            node = self.graph.node(next);
            if let Some(result) = node.verdict() {
                return certain(result);
            }
            if self.path.len() >= G::LONGEST as usize {
                return End { result: GameResult::Draw, certain: false, plies: 0 };
            }
        }
    }

    /// How the game ends from here, if that can be told.
    #[inline(always)]
    fn see(&self, state: &G::State) -> Option<GameResult> {
        if self.proves { self.sight.see(self.game, state) } else { self.game.result(state) }
    }

    /// The node that a move leads to from now on; none if the memory is used up.
    fn grow(
        &mut self,
        state: &G::State,
        node: &NodeOf<G, P>,
        index: usize,
        meter: &mut Meter,
    ) -> Option<u32> {
        let child = self.graph.find_or_add(self.game, self.policy, state, &mut self.moves)?;
        meter.expand(self.path.len() as u32);
        Some(node.edges[index].set_node(child))
    }

    #[inline(always)]
    fn play_out(&mut self, state: &G::State) -> End {
        let mut plies = 0;
        let result = if P::LEARNS {
            let (game, policy, trace) = (self.game, self.policy, &mut self.trace);
            game.watched_playout(state, &mut self.rng, |player, mv| {
                plies += 1;
                trace.add(player, policy.code(game, player, mv));
            })
        } else {
            self.game.watched_playout(state, &mut self.rng, |_, _| plies += 1)
        };
        End { result, certain: false, plies }
    }

    /// Adds the result to the moves of the path, and passes on what is certain.
    #[inline(always)]
    fn back_up<const SHARED: bool>(&mut self, End { mut result, mut certain, .. }: End) {
        let mut below = None;
        for &(node, index) in self.path.iter().rev() {
            let edge = &node.edges[index];
            let value = value_to(node.mover, result);
            edge.results.add::<SHARED>(if SHARED {
                change(0, value + 1)
            } else {
                change(1, value)
            });
            if certain {
                if self.proves {
                    // What is proved counts, whatever the simulation would have said.
                    let proved = node.settle(index, result);
                    certain = proved.is_some();
                    result = proved.unwrap_or(result);
                } else {
                    edge.set_verdict(result);
                    certain = false;
                }
            }
            if P::LEARNS {
                self.trace.add(node.mover, self.policy.code(self.game, node.mover, edge.mv));
                self.policy.learn::<SHARED>(self.game, node, &self.trace, result);
            }
            self.policy.look_back(node, index, below);
            below = Some(node);
            // Who has a draw in hand need not lose.
            if !certain && value < 0 && node.is_at_least_drawn() {
                result = GameResult::Draw;
            }
        }
    }
}

/// While a simulation of one thread is under way, others see it as lost, so that they look
/// elsewhere (Chaslot, Winands & van den Herik, "Parallel Monte-Carlo Tree Search", Computers and
/// Games 2008).
const VIRTUAL_LOSS: u64 = change(1, -1);
