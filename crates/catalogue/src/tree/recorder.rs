//! The observer that records.

use std::cell::RefCell;
use std::collections::HashMap;

use tesuji_core::{
    Budget, Cost, DEAD_END, Game, Limit, Meter, NodeEvent, Notation, Observer, Player, Puzzle,
    Rules, Silent, StopFlag, Value,
};

use super::{Bound, Event, Fate, Label, Node, Recording, Side};

/// The limits of a recording.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordingLimits {
    /// The maximum number of nodes, pruned ones included; [`EVENTS`](Self::EVENTS) times as many
    /// events.
    pub nodes: usize,
    /// The limits of search and recording together. Each has half of the memory.
    pub budget: Budget,
}

impl RecordingLimits {
    /// The maximum number of events for each node of the limit, so that a search that visits the same
    /// few nodes again and again ends, too.
    pub const EVENTS: usize = 100;

    /// No limits but the memory of the machine.
    #[must_use]
    pub const fn all() -> Self {
        RecordingLimits { nodes: usize::MAX, budget: Budget::unlimited() }
    }

    /// A maximum number of nodes, at least 1.
    #[must_use]
    pub fn nodes(mut self, nodes: usize) -> Self {
        self.nodes = nodes.max(1);
        self
    }

    /// A budget for search and recording.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }
}

/// A thousand nodes.
impl Default for RecordingLimits {
    fn default() -> Self {
        RecordingLimits { nodes: 1000, ..RecordingLimits::all() }
    }
}

/// Makes a [`Recording`]; `&Recorder` is an [`Observer`].
///
/// At a limit it raises the stop flag of the search's [budget](Self::budget), and records nothing
/// more.
#[derive(Debug)]
pub struct Recorder<'r, R: Rules> {
    rules: &'r R,
    questions: Questions<R>,
    limits: RecordingLimits,
    stop: StopFlag,
    tape: RefCell<Tape<R>>,
}

/// What a recorder needs to know about positions and moves, as functions.
#[derive(Debug)]
pub(crate) struct Questions<R: Rules> {
    /// The player to move; `None` in a puzzle.
    pub(crate) to_move: fn(&R, &R::State) -> Option<Player>,
    /// The cost of a move; 0 in a game.
    pub(crate) cost: fn(&R, &R::State, R::Move) -> Cost,
    /// The notation.
    pub(crate) state_text: fn(&R, &R::State) -> String,
    pub(crate) move_text: fn(&R, &R::State, R::Move) -> String,
}

/// The state of a recording.
#[derive(Debug)]
struct Tape<R: Rules> {
    nodes: Vec<Node>,
    /// More about each node.
    positions: Vec<Place<R::State>>,
    events: Vec<Event>,
    /// The nodes without a parent.
    roots: Vec<usize>,
    /// The child of a node by the move to it.
    neighbours: HashMap<(usize, R::Move), usize>,
    /// The number of calls of the observer.
    calls: usize,
    /// The bytes of the nodes with their texts.
    bytes: usize,
    /// The limit that ended the recording.
    full: Option<Limit>,
}

#[derive(Debug)]
struct Place<S> {
    state: S,
    /// In a puzzle, the cost from the root.
    spent: Cost,
    /// Whether it is searched with a window, and has no label since.
    awaits_label: bool,
}

/// Stands for nodes that are not recorded.
const NONE: usize = usize::MAX;

impl<'r, P: Puzzle + Notation> Recorder<'r, P> {
    /// Records a search for one agent from `start`.
    #[must_use]
    pub fn of_puzzle(puzzle: &'r P, start: &P::State, limits: &RecordingLimits) -> Self {
        let (state_text, move_text) = (P::state_text, P::move_text);
        let questions = Questions { to_move: |_, _| None, cost: P::cost, state_text, move_text };
        Recorder::new(puzzle, start, questions, limits)
    }
}

impl<'r, G: Game + Notation> Recorder<'r, G> {
    /// Records a search for two players from `state`.
    #[must_use]
    pub fn of_game(game: &'r G, state: &G::State, limits: &RecordingLimits) -> Self {
        let (state_text, move_text) = (G::state_text, G::move_text);
        let to_move = |game: &G, state: &G::State| Some(game.to_move(state));
        let questions = Questions { to_move, cost: |_, _, _| 0, state_text, move_text };
        Recorder::new(game, state, questions, limits)
    }
}

impl<'r, R: Rules> Recorder<'r, R> {
    pub(crate) fn new(
        rules: &'r R,
        root: &R::State,
        questions: Questions<R>,
        limits: &RecordingLimits,
    ) -> Self {
        let limits = limits.clone().budget(limits.budget.clone().start());
        let tape = Tape {
            nodes: Vec::new(),
            positions: Vec::new(),
            events: Vec::new(),
            roots: Vec::new(),
            neighbours: HashMap::new(),
            calls: 0,
            bytes: 0,
            full: None,
        };
        let (stop, tape) = (StopFlag::new(), RefCell::new(tape));
        let recorder = Recorder { rules, questions, limits, stop, tape };
        // Every recording has a root.
        let added = recorder.add(&mut recorder.tape.borrow_mut(), None, root, 0);
        debug_assert_eq!(added, Ok(0), "one node is always allowed");
        recorder
    }

    /// The budget of the search that is recorded: its clock runs since the recorder was made.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let budget = self.limits.budget.clone().stop(self.stop.clone());
        match budget.memory_limit() {
            Some(bytes) => budget.memory(bytes - self.max_bytes()),
            None => budget,
        }
    }

    /// The recording of the search of this name, with its result as moves from the first root and the
    /// limit that ended it.
    #[must_use]
    pub fn finish(
        self,
        algorithm: &'static str,
        moves: &[R::Move],
        limit: Option<Limit>,
    ) -> Recording {
        let tape = self.tape.into_inner();
        // A search to a depth completes at that depth.
        let limit = tape.full.or(limit);
        let ended = limit.is_none_or(|limit| limit == Limit::Depth);
        let path = if ended { tape.path(moves) } else { vec![0] };
        let limit = limit.map(|limit| limit.to_string());
        Recording {
            algorithm,
            heuristic: None,
            nodes: tape.nodes,
            events: tape.events,
            path,
            limit,
        }
    }

    fn max_bytes(&self) -> usize {
        self.limits.budget.memory_limit().map_or(usize::MAX, |bytes| bytes / 2)
    }

    /// Records what `record` does, unless a limit is reached.
    fn record<T>(&self, record: impl FnOnce(&mut Tape<R>) -> Result<T, Limit>) -> Option<T> {
        let mut tape = self.tape.borrow_mut();
        if tape.full.is_some() {
            return None;
        }
        let recorded = self.look(&mut tape).and_then(|()| record(&mut tape));
        recorded.map_err(|limit| self.end(&mut tape, limit)).ok()
    }

    #[cold]
    fn end(&self, tape: &mut Tape<R>, limit: Limit) {
        tape.full = Some(limit);
        self.stop.raise();
        // The search has their memory until it stops.
        (tape.positions, tape.neighbours) = (Vec::new(), HashMap::new());
    }

    /// Checks the limits, the slower checks once in 64 calls.
    fn look(&self, tape: &mut Tape<R>) -> Result<(), Limit> {
        const EVERY: usize = 64;
        /// The bytes that may be taken until the next check.
        const AHEAD: usize = 1 << 20;
        if tape.events.len() >= self.limits.nodes.saturating_mul(RecordingLimits::EVENTS) {
            return Err(Limit::Nodes);
        }
        if tape.bytes + size_of_val(tape.events.as_slice()) > self.max_bytes() {
            return Err(Limit::Memory);
        }
        tape.calls += 1;
        if tape.calls % EVERY == 1 {
            Meter::new(&self.limits.budget, &mut Silent).look()?;
            // A drawing takes about as much again.
            let ahead = Vec::<u8>::new().try_reserve_exact(2 * tape.bytes + AHEAD);
            ahead.map_err(|_| Limit::Memory)?;
        }
        // One call adds at most three events and one of everything else.
        let out_of_memory = |_| Limit::Memory;
        tape.events.try_reserve(3).map_err(out_of_memory)?;
        tape.nodes.try_reserve(1).map_err(out_of_memory)?;
        tape.positions.try_reserve(1).map_err(out_of_memory)?;
        tape.neighbours.try_reserve(1).map_err(out_of_memory)
    }

    /// Adds a node.
    fn add(
        &self,
        tape: &mut Tape<R>,
        from: Option<(usize, R::Move, String)>,
        state: &R::State,
        spent: Cost,
    ) -> Result<usize, Limit> {
        if tape.nodes.len() >= self.limits.nodes {
            return Err(Limit::Nodes);
        }
        let index = tape.nodes.len();
        let position = (self.questions.state_text)(self.rules, state);
        let side = match (self.questions.to_move)(self.rules, state) {
            None => Side::Alone,
            Some(player) if self.is_max(tape, player) => Side::Max,
            // The root is its own.
            Some(_) if index == 0 => Side::Max,
            Some(_) => Side::Min,
        };
        let depth = from.as_ref().map_or(0, |&(parent, ..)| tape.nodes[parent].depth + 1);
        let (parent, mv) = match from {
            None => (None, None),
            Some((parent, mv, text)) => {
                tape.neighbours.insert((parent, mv), index);
                (Some(parent), Some(text))
            }
        };
        if parent.is_none() {
            tape.roots.push(index);
        }
        tape.bytes += position.len() + mv.as_ref().map_or(0, String::len);
        tape.bytes += size_of::<Node>()
            + size_of::<Place<R::State>>()
            + 2 * size_of::<((usize, R::Move), usize)>();
        tape.nodes.push(Node { parent, mv, position, depth, side, fate: Fate::Open, label: None });
        tape.positions.push(Place { state: state.clone(), spent, awaits_label: false });
        tape.events.push(Event::Created { node: index });
        Ok(index)
    }

    /// Records a visit of a node.
    fn visit(&self, tape: &mut Tape<R>, node: usize) {
        tape.events.push(Event::Visited { node, window: None });
        if tape.nodes[node].side == Side::Alone {
            tape.label_first(node, Label::Cost { spent: tape.positions[node].spent, left: None });
        }
    }

    /// Whether a player is to move at the root.
    fn is_max(&self, tape: &Tape<R>, player: Player) -> bool {
        let root = tape.positions.first();
        root.is_some_and(|root| (self.questions.to_move)(self.rules, &root.state) == Some(player))
    }

    fn learn(&self, tape: &mut Tape<R>, node: usize, event: NodeEvent) {
        match event {
            NodeEvent::Iteration { bound } => tape.events.push(Event::Iteration { bound }),
            NodeEvent::Window { player, low, high } => {
                let ends = self.seen_by_max(tape, player, low, high);
                tape.set_window(node, ends.map(|end| end.map(Label::exact)).into());
            }
            NodeEvent::Expanded => tape.settle(node, Fate::Expanded),
            NodeEvent::Finished => tape.settle(node, Fate::Finished),
            NodeEvent::Horizon => tape.settle(node, Fate::Horizon),
            NodeEvent::Duplicate => tape.settle(node, Fate::Duplicate),
            NodeEvent::OverBound => tape.settle(node, Fate::OverBound),
            NodeEvent::Refuted => tape.settle(node, Fate::Refuted),
            NodeEvent::Estimate { left } => {
                let left = (left < DEAD_END).then_some(left);
                tape.label(node, Label::Cost { spent: tape.positions[node].spent, left });
            }
            NodeEvent::Worth { player, low, high } => {
                let (value, bound) = match self.seen_by_max(tape, player, low, high) {
                    [Some(low), Some(high)] if low == high => (low, Bound::Exact),
                    [Some(low), _] => (low, Bound::Lower),
                    [None, Some(high)] => (high, Bound::Upper),
                    [None, None] => return,
                };
                tape.label(node, Label::Worth { value, bound });
            }
            NodeEvent::Numbers { claimant, proof, disproof } => {
                let claimant = if self.is_max(tape, claimant) { Side::Max } else { Side::Min };
                tape.label(node, Label::Numbers { claimant, proof, disproof });
            }
            NodeEvent::Mean { player, mean, samples } => {
                let mean = if self.is_max(tape, player) { mean } else { -mean };
                tape.label(node, Label::Mean { mean, samples });
            }
            // Other events are not drawn.
            _ => {}
        }
    }

    /// Bounds of a value for the player to move at the root.
    fn seen_by_max(
        &self,
        tape: &Tape<R>,
        player: Player,
        low: Option<Value>,
        high: Option<Value>,
    ) -> [Option<Value>; 2] {
        if self.is_max(tape, player) {
            [low, high]
        } else {
            [high, low].map(|end| end.map(Value::reversed))
        }
    }
}

impl<R: Rules> Tape<R> {
    fn set_window(&mut self, node: usize, new: (Option<Label>, Option<Label>)) {
        self.positions[node].awaits_label = true;
        match self.events.last_mut() {
            Some(Event::Visited { node: last, window }) if *last == node => *window = Some(new),
            // Searched again with another window.
            _ => self.events.push(Event::Visited { node, window: Some(new) }),
        }
    }

    /// Labels a node that has no label yet.
    fn label_first(&mut self, node: usize, label: Label) {
        if self.nodes[node].label.is_none() {
            self.label(node, label);
        }
    }

    /// Labels a node, unless it has that label already and no window asks for it again.
    fn label(&mut self, node: usize, label: Label) {
        let is_awaited = std::mem::take(&mut self.positions[node].awaits_label);
        if self.nodes[node].label == Some(label) && !is_awaited {
            return;
        }
        self.nodes[node].label = Some(label);
        match self.events.last_mut() {
            // The estimate replaces the label of the cost alone.
            Some(Event::Updated { node: last, label: old @ Label::Cost { .. } })
                if *last == node =>
            {
                *old = label;
            }
            _ => self.events.push(Event::Updated { node, label }),
        }
    }

    /// Records how the search treats a node.
    fn settle(&mut self, node: usize, fate: Fate) {
        if self.nodes[node].fate != fate {
            self.nodes[node].fate = fate;
            self.events.push(Event::Settled { node, fate });
        }
    }

    /// The nodes along these moves from the first root, as far as they are recorded. Where the search
    /// from the goals met the one from the start, the path continues at its node of the same position,
    /// up to that root.
    fn path(&self, moves: &[R::Move]) -> Vec<usize> {
        let mut path = vec![0];
        for &mv in moves {
            let last = path[path.len() - 1];
            match self.neighbours.get(&(last, mv)) {
                Some(&next) => path.push(next),
                None => break,
            }
        }
        let met = path[path.len() - 1];
        if path.len() <= moves.len() && self.roots.len() > 1 {
            let state = &self.positions[met].state;
            let from_goal =
                |&node: &usize| self.positions[node].state == *state && self.root(node) != 0;
            let far = (0..self.nodes.len()).find(from_goal);
            path.extend(std::iter::successors(far, |&node| self.nodes[node].parent));
        }
        path
    }

    fn root(&self, node: usize) -> usize {
        let above = std::iter::successors(Some(node), |&node| self.nodes[node].parent);
        above.last().unwrap_or(node)
    }
}

impl<R: Rules> Observer<R> for &Recorder<'_, R> {
    type Node = usize;

    fn root(self, state: &R::State) -> usize {
        let node = self.record(|tape| {
            let known = tape.roots.iter().find(|&&root| tape.positions[root].state == *state);
            let node = match known {
                Some(&root) => root,
                None => self.add(tape, None, state, 0)?,
            };
            self.visit(tape, node);
            Ok(node)
        });
        node.unwrap_or(NONE)
    }

    fn child(self, parent: usize, mv: R::Move, state: &R::State) -> usize {
        if parent == NONE {
            return NONE;
        }
        let node = self.record(|tape| {
            let node = match tape.neighbours.get(&(parent, mv)) {
                Some(&child) => child,
                None => {
                    let before = &tape.positions[parent];
                    let text = (self.questions.move_text)(self.rules, &before.state, mv);
                    let cost = (self.questions.cost)(self.rules, &before.state, mv);
                    let spent = before.spent.saturating_add(cost);
                    self.add(tape, Some((parent, mv, text)), state, spent)?
                }
            };
            self.visit(tape, node);
            Ok(node)
        });
        node.unwrap_or(NONE)
    }

    fn predecessor(self, node: usize, mv: R::Move, state: &R::State) -> usize {
        if node == NONE {
            return NONE;
        }
        let node = self.record(|tape| {
            let text = (self.questions.move_text)(self.rules, state, mv);
            let cost = (self.questions.cost)(self.rules, state, mv);
            let spent = tape.positions[node].spent + cost;
            let node = self.add(tape, Some((node, mv, text)), state, spent)?;
            self.visit(tape, node);
            Ok(node)
        });
        node.unwrap_or(NONE)
    }

    fn cut(self, parent: usize, mv: R::Move) {
        if parent == NONE {
            return;
        }
        self.record(|tape| {
            let node = match tape.neighbours.get(&(parent, mv)) {
                Some(&child) => child,
                None => {
                    let before = &tape.positions[parent].state;
                    let text = (self.questions.move_text)(self.rules, before, mv);
                    let state = self.rules.successor(before, mv);
                    self.add(tape, Some((parent, mv, text)), &state, 0)?
                }
            };
            tape.settle(node, Fate::Refuted);
            Ok(())
        });
    }

    fn note(self, node: usize, event: NodeEvent) {
        if node != NONE {
            self.record(|tape| {
                self.learn(tape, node, event);
                Ok(())
            });
        }
    }
}
