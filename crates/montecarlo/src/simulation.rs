use std::cell::Cell;
use std::mem;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Game, GameResult, Limit, Meter, NodeEvent, Observer, Player};

use crate::MonteCarlo;
use crate::adjudicator::Adjudicator;
use crate::confidence::Confidence;
use crate::counter::change;
use crate::graph::{Graph, ROOT, Supply};
use crate::node::{Edge, Link};
use crate::policy::{NodeOf, Policy};
use crate::replica::{Place, ReplicaSlots, Replicas};
use crate::trace::Trace;

/// One thread's way of growing a graph: simulations from its root, one after the other.
pub(crate) struct Simulator<'a, G: Game, P: Policy<G>, S, O: Observer<G>> {
    game: &'a G,
    observer: O,
    /// How the observer knows the root.
    root: O::Node,
    policy: &'a P,
    adjudicator: &'a S,
    /// The position of the root.
    start: &'a G::State,
    graph: &'a Graph<G, P>,
    /// Whether what is certain is passed on to the positions before.
    proves: bool,
    rng: Pcg64Mcg,
    /// The moves of the simulation in the positions that were known.
    path: Vec<Step<'a, G, P, O::Node>>,
    /// How many of them were made in positions that the thread has replicas of: they come first.
    own_steps: usize,
    trace: Trace,
    confidence: Confidence,
    supply: Supply<G::Move>,
    /// With other threads at work: replicas of what all of them go through.
    replicas: Replicas<'a, G, P>,
    /// Whether there is memory for more of them.
    may_replicate: bool,
    /// The bytes that were claimed for them.
    scratch: Cell<usize>,
    /// How many more simulations go on from where the last one left them.
    repeats: u32,
}

/// A move of a simulation.
struct Step<'a, G: Game, P: Policy<G>, N> {
    place: Place<'a, G, P>,
    index: u32,
    /// How the observer knows the position that it leads to.
    seen: N,
}

/// How a simulation ended.
struct End {
    result: GameResult,
    /// Whether the last move of the path leads to this result for certain.
    certain: bool,
    /// The plies of the playout.
    plies: u32,
}

impl<'a, G, P, S, O> Simulator<'a, G, P, S, O>
where
    G: Game,
    P: Policy<G>,
    S: Adjudicator<G>,
    O: Observer<G>,
{
    pub(crate) fn new(
        search: &'a MonteCarlo<P, S>,
        game: &'a G,
        start: &'a G::State,
        graph: &'a Graph<G, P>,
        supply: Supply<G::Move>,
        seed: u64,
        (observer, root): (O, O::Node),
    ) -> Self {
        let MonteCarlo { policy, adjudicator, proves, .. } = search;
        Simulator {
            game,
            observer,
            root,
            policy,
            adjudicator,
            start,
            graph,
            proves: *proves,
            rng: Pcg64Mcg::seed_from_u64(seed),
            path: Vec::new(),
            own_steps: 0,
            trace: Trace::default(),
            confidence: Confidence::new(),
            supply,
            replicas: Replicas::none(),
            may_replicate: true,
            scratch: Cell::new(0),
            repeats: 0,
        }
    }

    /// The same, as one of `threads` threads, with slots for its replicas: it has one of the root.
    pub(crate) fn among(mut self, threads: usize, slots: &'a ReplicaSlots<'a, G, P>) -> Self {
        self.replicas = Replicas::new(slots, u32::try_from(threads).unwrap_or(u32::MAX));
        let (root, claim) = (self.graph.node(ROOT), claim(self.graph, &self.scratch));
        self.may_replicate = self.replicas.add(root, None, claim);
        self
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
        if SHARED {
            self.replicate_or_stay();
        }
        meter.charge(states)?;
        Ok(self.graph.node(ROOT).verdict().is_some())
    }

    /// Lets all threads know what this one has found out. Returns the bytes that were claimed for
    /// this thread alone.
    pub(crate) fn share(self) -> usize {
        self.replicas.exchange();
        self.scratch.get() + self.supply.bytes
    }

    /// From the root to where the graph ends, and on from there by chance.
    #[inline]
    fn descend<const SHARED: bool>(&mut self, meter: &mut Meter) -> End {
        let certain = |result| End { result, certain: true, plies: 0 };
        let mut state = self.start.clone();
        let root = self.graph.node(ROOT);
        let mut place = if SHARED { self.replicas.root(root) } else { Place::of(root) };
        let mut reference = place.node;
        let mut seen = self.root;
        if SHARED && self.repeats > 0 {
            let shared = self.path[self.own_steps].place;
            self.path.truncate(self.own_steps);
            for step in &self.path {
                let node = self.pass(step.place, &mut reference);
                let edge = &node.edges[step.index as usize];
                visit::<_, _, SHARED>(step.place, edge);
                self.game.play(&mut state, edge.mv);
                seen = step.seen;
            }
            place = shared;
        } else {
            self.path.clear();
        }
        loop {
            let node = self.pass(place, &mut reference);
            let favourite = node.favourite();
            let known = node.edges.get(favourite.index as usize);
            let index = match known {
                Some(edge) if self.policy.leads(node, edge, &self.confidence) => favourite.index,
                _ => {
                    let choice = self.policy.choose(self.game, node, reference, &self.confidence);
                    node.favour(favourite, choice);
                    choice.index as u32
                }
            };
            // Mostly so. The processor predicts it, and goes on before the choice is computed, with
            // what it knows of the favourite.
            if index == favourite.index
                && let Some((edge, next)) = known.zip(favourite.node())
            {
                visit::<_, _, SHARED>(place, edge);
                let mv = edge.mv;
                seen = self.step(place, favourite.index, mv, &mut state, seen);
                match self.arrive::<SHARED>(next) {
                    Ok(next) => place = next,
                    Err(end) => return end,
                }
                continue;
            }
            let index = index as usize;
            let edge = &node.edges[index];
            let earlier = edge.results.get().visits;
            visit::<_, _, SHARED>(place, edge);
            let link = match edge.link() {
                // Another thread may have gone on from here.
                Link::Open if SHARED => place.shared().edges[index].link(),
                link => link,
            };
            let mv = edge.mv;
            seen = self.step(place, index as u32, mv, &mut state, seen);
            let next = match link {
                Link::Settled(result, _) => return certain(result),
                Link::Node(next) => next,
                // Whether the game is over was looked at on the first visit, if that has got so
                // far.
                Link::Open if earlier == 0 || SHARED => match self.adjudicate(&state) {
                    Some(result) => {
                        self.observer.note(seen, NodeEvent::Finished);
                        return certain(result);
                    }
                    None if earlier == 0 => return self.play_out(&state),
                    None => match self.grow(&state, place, index, meter) {
                        Some(next) => next,
                        None => return self.play_out(&state),
                    },
                },
                Link::Open => match self.grow(&state, place, index, meter) {
                    Some(next) => next,
                    None => return self.play_out(&state),
                },
            };
            let next = if SHARED { place.target(index, next) } else { next };
            match place.replica {
                None if SHARED => node.favour_node::<true>(index, next),
                _ => node.favour_node::<false>(index, next),
            }
            match self.arrive::<SHARED>(next) {
                Ok(next) => place = next,
                Err(end) => return end,
            }
        }
    }

    /// The node of a place on the way, which is the reference from now on if the policy takes it.
    #[inline]
    fn pass(&self, place: Place<'a, G, P>, reference: &mut &'a NodeOf<G, P>) -> &'a NodeOf<G, P> {
        if self.policy.refers(place.node) {
            *reference = place.node;
        }
        place.node
    }

    /// Makes a move of the path; how the observer knows the position after it.
    #[inline]
    fn step(
        &mut self,
        place: Place<'a, G, P>,
        index: u32,
        mv: G::Move,
        state: &mut G::State,
        before: O::Node,
    ) -> O::Node {
        self.game.play(state, mv);
        let seen = self.observer.child(before, mv, state);
        self.path.push(Step { place, index, seen });
        seen
    }

    /// The place of what a move leads to, unless the simulation ends there.
    #[inline]
    fn arrive<const SHARED: bool>(&self, target: u32) -> Result<Place<'a, G, P>, End> {
        let graph = self.graph;
        let place = self.replicas.place::<SHARED>(target, |node| graph.node(node));
        let shared = if SHARED { place.shared() } else { place.node };
        if let Some(result) = shared.verdict() {
            return Err(End { result, certain: true, plies: 0 });
        }
        if self.path.len() >= self.game.max_playout_plies() as usize {
            return Err(End { result: GameResult::Draw, certain: false, plies: 0 });
        }
        Ok(place)
    }

    /// How the game ends from here, if that is known.
    #[inline]
    fn adjudicate(&self, state: &G::State) -> Option<GameResult> {
        if self.proves {
            self.adjudicator.adjudicate(self.game, state)
        } else {
            self.game.result(state)
        }
    }

    /// The node that a move leads to from now on; none if the memory is used up.
    fn grow(
        &mut self,
        state: &G::State,
        place: Place<'a, G, P>,
        index: usize,
        meter: &mut Meter,
    ) -> Option<u32> {
        let child = self.graph.find_or_add(self.game, self.policy, state, &mut self.supply)?;
        meter.expand(self.path.len() as u32);
        if let Some(step) = self.path.last() {
            self.observer.note(step.seen, NodeEvent::Expanded);
        }
        Some(place.shared().edges[index].set_node(child))
    }

    fn play_out(&mut self, state: &G::State) -> End {
        let (game, rng) = (self.game, &mut self.rng);
        let (result, plies) = if P::LEARNS {
            learned_playout(game, self.policy, state, rng, &mut self.trace)
        } else {
            playout(game, state, rng)
        };
        End { result, certain: false, plies }
    }

    /// Adds the result to the moves of the path, and passes on what is certain.
    #[inline]
    fn back_up<const SHARED: bool>(&mut self, End { mut result, mut certain, .. }: End) {
        let Simulator {
            game, observer, root, policy, graph, path, trace, replicas, scratch, ..
        } = self;
        let (mut below, mut own_steps) = (None, 0);
        for &Step { place, index, seen } in path.iter().rev() {
            let (node, index) = (place.node, index as usize);
            let shared = if SHARED { place.shared() } else { node };
            let edge = &node.edges[index];
            let value = result.seen_by(node.mover).sign();
            if SHARED && place.replica.is_none() {
                edge.results.add(change(0, value + 1));
                // The lead of another move is no bound for this one, whose value was another then.
                if node.favourite().index as usize != index {
                    node.favour_none();
                }
            } else {
                edge.results.add(change(1, value));
            }
            observer.note_with(seen, || {
                if certain { proved(result) } else { edge.mean_for(node.mover) }
            });
            if P::LEARNS {
                trace.add(node.mover, policy.code(game, node.mover, edge.mv));
            }
            if certain {
                if self.proves {
                    // What is proved counts, whatever the simulation would have said.
                    let proved = match place.replica {
                        Some(replica) if SHARED => replica.settle(index, result),
                        _ => node.settle(index, result),
                    };
                    certain = proved.is_some();
                    result = proved.unwrap_or(result);
                } else {
                    shared.edges[index].set_verdict(result);
                    certain = false;
                }
            }
            if P::LEARNS {
                if node.amaf().is_empty()
                    && policy.collects(node.visits())
                    && graph.collect(game, policy, shared).is_some()
                    && let Some(replica) = place.replica
                {
                    replica.collect_within(claim(graph, scratch));
                }
                policy.learn(game, node, trace, result);
            }
            policy.look_back(shared, index, below);
            below = Some(shared);
            // A player who has a draw in hand need not lose.
            if !certain && value < 0 && shared.is_at_least_drawn() {
                result = GameResult::Draw;
            }
            if SHARED && let Some(replica) = place.replica {
                own_steps += 1;
                replica.passed(replicas.threads());
            }
        }
        if certain {
            observer.note_with(*root, || proved(result));
        }
        self.own_steps = own_steps;
    }

    /// After a simulation: the first node without a replica gets one if it is worth it. If not, the
    /// next simulations may begin as this one did in the positions that the thread has replicas of,
    /// unless the result of that node is proved now.
    #[inline]
    fn replicate_or_stay(&mut self) {
        let repeats = mem::take(&mut self.repeats);
        let own = self.own_steps;
        let Some(Step { place, .. }) = self.path.get(own) else { return };
        if self.may_replicate && self.replicas.wants(place.node, self.graph.node(ROOT)) {
            let before = own.checked_sub(1).map(|before| &self.path[before]);
            let before = before.and_then(|step| Some((step.place.replica?, step.index as usize)));
            let claim = claim(self.graph, &self.scratch);
            self.may_replicate = self.replicas.add(place.node, before, claim);
        } else if place.node.verdict().is_none() {
            let fresh = || self.replicas.stay(place.node);
            self.repeats = repeats.checked_sub(1).unwrap_or_else(fresh);
        }
    }
}

/// Claims memory of a graph, and adds it up.
fn claim<G: Game, P: Policy<G>>(
    graph: &Graph<G, P>,
    sum: &Cell<usize>,
) -> impl Fn(usize) -> Option<()> {
    |bytes| {
        graph.claim(bytes)?;
        sum.update(|sum| sum + bytes);
        Some(())
    }
}

/// Counts a visit on the way through a move of a place.
#[inline]
fn visit<G: Game, P: Policy<G>, const SHARED: bool>(
    place: Place<'_, G, P>,
    edge: &Edge<G::Move, P::Note>,
) {
    place.node.visit();
    if SHARED && place.replica.is_none() {
        edge.results.add(VIRTUAL_LOSS);
    }
}

/// The result of a playout, and its plies. Not inlined, so that all policies share its code.
#[inline(never)]
fn playout<G: Game>(game: &G, state: &G::State, rng: &mut Pcg64Mcg) -> (GameResult, u32) {
    let mut plies = 0;
    let result = game.watched_playout(state, rng, |_, _| plies += 1);
    (result, plies)
}

/// The same, with a trace of its moves.
#[inline(never)]
fn learned_playout<G: Game, P: Policy<G>>(
    game: &G,
    policy: &P,
    state: &G::State,
    rng: &mut Pcg64Mcg,
    trace: &mut Trace,
) -> (GameResult, u32) {
    let mut plies = 0;
    let result = game.watched_playout(state, rng, |player, mv| {
        plies += 1;
        trace.add(player, policy.code(game, player, mv));
    });
    (result, plies)
}

/// That a game ends like this for certain.
fn proved(result: GameResult) -> NodeEvent {
    NodeEvent::exactly(Player::First, result.seen_by(Player::First).value(None))
}

/// While a simulation of one thread is under way, others see it as lost, so that they look
/// elsewhere (Chaslot, Winands & van den Herik, "Parallel Monte-Carlo Tree Search", Computers and
/// Games 2008).
const VIRTUAL_LOSS: u64 = change(1, -1);

#[cfg(test)]
mod tests {
    use tesuji_connect_four::ConnectFour;
    use tesuji_core::{Budget, Meter, Rules, Silent, Unobserved};

    use super::*;

    #[test]
    fn simulations_in_a_row_begin_with_the_same_moves_and_each_counts() {
        const SIMULATIONS: u32 = 20_000;
        let (game, search) = (ConnectFour::default(), MonteCarlo::uct());
        let mut tree = search.plant(&game.initial(), usize::MAX);
        assert!(tree.open(&game, &search.policy));
        let (supply, nobody) = (Supply::among_others(), (Unobserved, ()));
        let simulator = Simulator::new(&search, &game, &tree.state, &tree.graph, supply, 1, nobody);
        let slots = ReplicaSlots::new();
        let mut simulator = simulator.among(2, &slots);
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut in_a_row = 0;
        for _ in 0..SIMULATIONS {
            let moves =
                |path: &[Step<'_, _, _, _>]| path.iter().map(|step| step.index).collect::<Vec<_>>();
            let own = if simulator.repeats > 0 { simulator.own_steps } else { 0 };
            let before = moves(&simulator.path[..own]);
            assert_eq!(simulator.simulate::<true>(&mut meter), Ok(false));
            assert_eq!(moves(&simulator.path[..own]), before);
            in_a_row += u32::from(own > 0);
        }
        assert!((SIMULATIONS / 4..SIMULATIONS).contains(&in_a_row), "{in_a_row}");
        simulator.share();
        let root = tree.graph.node(ROOT);
        assert_eq!(root.visits(), SIMULATIONS);
        let visits = root.edges.iter().map(|edge| edge.results.get().visits);
        assert_eq!(visits.sum::<u32>(), SIMULATIONS);
    }
}
