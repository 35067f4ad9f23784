//! Writing down what a search does.

use std::cell::RefCell;
use std::collections::HashMap;

use tesuji_core::{
    Budget, Cost, DEAD_END, Game, Limit, Meter, NodeEvent, Notation, Observer, Player, Puzzle,
    Rules, Silent, StopFlag, Value,
};

use super::{Bound, Event, Fate, Label, Node, Recording, Side};

/// How much of a search is recorded.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// The most nodes, those that are cut included; and so many times
    /// [`EVENTS`](Self::EVENTS) the most events.
    pub nodes: usize,
    /// Within this budget the search runs, and the recording stays. Of its memory each may take
    /// half.
    pub budget: Budget,
}

impl Bounds {
    /// The most events for each node that may be recorded: a search that comes to the same few
    /// nodes again and again ends, too.
    pub const EVENTS: usize = 100;

    /// Everything there is, as far as the memory goes.
    #[must_use]
    pub const fn all() -> Self {
        Bounds { nodes: usize::MAX, budget: Budget::unlimited() }
    }

    /// At most so many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: usize) -> Self {
        self.nodes = nodes.max(1);
        self
    }

    /// Within this budget, and as long as its stop flag is down.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }
}

/// A thousand nodes.
impl Default for Bounds {
    fn default() -> Self {
        Bounds { nodes: 1000, ..Bounds::all() }
    }
}

/// The [`Observer`] that writes a [`Recording`]. It is a reference to one that watches.
///
/// When it has as many nodes as it may have, or reaches another limit, it raises the stop flag of
/// the search's [budget](Self::budget), and records nothing of what the search still does until it
/// looks at the flag.
#[derive(Debug)]
pub struct Recorder<'r, R: Rules> {
    rules: &'r R,
    questions: Questions<R>,
    bounds: Bounds,
    stop: StopFlag,
    tape: RefCell<Tape<R>>,
}

/// What a recorder asks the rules.
#[derive(Debug)]
pub(crate) struct Questions<R: Rules> {
    /// Whose turn it is; nobody's in a puzzle.
    pub(crate) to_move: fn(&R, &R::State) -> Option<Player>,
    /// What a move costs in a puzzle.
    pub(crate) cost: fn(&R, &R::State, R::Move) -> Cost,
    /// How positions and moves are written.
    pub(crate) state_text: fn(&R, &R::State) -> String,
    pub(crate) move_text: fn(&R, &R::State, R::Move) -> String,
}

/// What has been recorded.
#[derive(Debug)]
struct Tape<R: Rules> {
    nodes: Vec<Node>,
    /// What else is known of each of them.
    positions: Vec<Position<R::State>>,
    events: Vec<Event>,
    /// The nodes without a parent.
    roots: Vec<usize>,
    /// The neighbours of a node that is known, by the moves between.
    neighbours: HashMap<(usize, R::Move), usize>,
    /// How often the search has told of something.
    calls: usize,
    /// What nodes and events take, with their texts.
    bytes: usize,
    /// The limit that ended the recording.
    full: Option<Limit>,
}

#[derive(Debug)]
struct Position<S> {
    state: S,
    /// In a puzzle, the cost of the line to it.
    spent: Cost,
}

/// What stands for all the nodes that are not recorded.
const NONE: usize = usize::MAX;

impl<'r, P: Puzzle + Notation> Recorder<'r, P> {
    /// Records a search for one agent from `start`.
    #[must_use]
    pub fn of_puzzle(puzzle: &'r P, start: &P::State, bounds: &Bounds) -> Self {
        let (state_text, move_text) = (P::state_text, P::move_text);
        let questions = Questions { to_move: |_, _| None, cost: P::cost, state_text, move_text };
        Recorder::new(puzzle, start, questions, bounds)
    }
}

impl<'r, G: Game + Notation> Recorder<'r, G> {
    /// Records a search for two players from `state`.
    #[must_use]
    pub fn of_game(game: &'r G, state: &G::State, bounds: &Bounds) -> Self {
        let (state_text, move_text) = (G::state_text, G::move_text);
        let to_move = |game: &G, state: &G::State| Some(game.to_move(state));
        let questions = Questions { to_move, cost: |_, _, _| 0, state_text, move_text };
        Recorder::new(game, state, questions, bounds)
    }
}

impl<'r, R: Rules> Recorder<'r, R> {
    pub(crate) fn new(
        rules: &'r R,
        root: &R::State,
        questions: Questions<R>,
        bounds: &Bounds,
    ) -> Self {
        let bounds = bounds.clone().budget(bounds.budget.clone().start());
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
        let recorder = Recorder { rules, questions, bounds, stop, tape };
        // A recording has a root, however little is allowed.
        let added = recorder.add(&mut recorder.tape.borrow_mut(), None, root, 0);
        debug_assert_eq!(added, Ok(0), "one node is always allowed");
        recorder
    }

    /// The budget of the search that is recorded: its clock runs since the recorder was made.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let budget = self.bounds.budget.clone().stop(self.stop.clone());
        match budget.memory_limit() {
            Some(bytes) => budget.memory(bytes - self.max_bytes()),
            None => budget,
        }
    }

    /// The recording of a search of this name, which settled on this line of moves from its first
    /// root, unless a limit ended it.
    #[must_use]
    pub fn finish(
        self,
        algorithm: &'static str,
        line: &[R::Move],
        limit: Option<Limit>,
    ) -> Recording {
        let tape = self.tape.into_inner();
        // At the depth that was asked for a search is at its end.
        let limit = tape.full.or(limit);
        let ended = limit.is_none_or(|limit| limit == Limit::Depth);
        let line = if ended { tape.line(line) } else { vec![0] };
        let limit = limit.map(|limit| limit.to_string());
        Recording { algorithm, nodes: tape.nodes, events: tape.events, line, limit }
    }

    fn max_bytes(&self) -> usize {
        self.bounds.budget.memory_limit().map_or(usize::MAX, |bytes| bytes / 2)
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
        // Without them the search has more memory for what it does until it stops.
        (tape.positions, tape.neighbours) = (Vec::new(), HashMap::new());
    }

    /// Looks at the limits, at some of them only now and then.
    fn look(&self, tape: &mut Tape<R>) -> Result<(), Limit> {
        const EVERY: usize = 64;
        /// What may be taken in small pieces until the next look.
        const AHEAD: usize = 1 << 20;
        if tape.events.len() >= self.bounds.nodes.saturating_mul(Bounds::EVENTS) {
            return Err(Limit::Nodes);
        }
        if tape.bytes + size_of_val(tape.events.as_slice()) > self.max_bytes() {
            return Err(Limit::Memory);
        }
        tape.calls += 1;
        if tape.calls % EVERY == 1 {
            Meter::new(&self.bounds.budget, &mut Silent).look()?;
            // A drawing of it takes about as much again, and nobody asks politely for that.
            let ahead = Vec::<u8>::new().try_reserve_exact(2 * tape.bytes + AHEAD);
            ahead.map_err(|_| Limit::Memory)?;
        }
        // At most three events, and one of all else.
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
        if tape.nodes.len() >= self.bounds.nodes {
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
            + size_of::<Position<R::State>>()
            + 2 * size_of::<((usize, R::Move), usize)>();
        tape.nodes.push(Node { parent, mv, position, depth, side, fate: Fate::Open, label: None });
        tape.positions.push(Position { state: state.clone(), spent });
        tape.events.push(Event::Created { node: index });
        Ok(index)
    }

    /// Notes that the search comes to a node.
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
            // What else a search may say is not drawn.
            _ => {}
        }
    }

    /// A range of values as the player to move at the root sees it.
    fn seen_by_max(
        &self,
        tape: &Tape<R>,
        player: Player,
        low: Option<Value>,
        high: Option<Value>,
    ) -> [Option<Value>; 2] {
        if self.is_max(tape, player) { [low, high] } else { [high.map(negated), low.map(negated)] }
    }
}

/// A value as the other player sees it.
fn negated(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies),
        Value::Draw => Value::Draw,
        Value::Loss(plies) => Value::Win(plies),
        Value::Estimate(score) => Value::Estimate(-score),
    }
}

impl<R: Rules> Tape<R> {
    fn set_window(&mut self, node: usize, new: (Option<Label>, Option<Label>)) {
        match self.events.last_mut() {
            Some(Event::Visited { node: last, window }) if *last == node => *window = Some(new),
            // It is searched again, with another question.
            _ => self.events.push(Event::Visited { node, window: Some(new) }),
        }
    }

    /// Labels a node that has no label yet.
    fn label_first(&mut self, node: usize, label: Label) {
        if self.nodes[node].label.is_none() {
            self.label(node, label);
        }
    }

    /// Labels a node, unless it has that label already.
    fn label(&mut self, node: usize, label: Label) {
        if self.nodes[node].label == Some(label) {
            return;
        }
        self.nodes[node].label = Some(label);
        match self.events.last_mut() {
            // An estimate comes with the cost.
            Some(Event::Updated { node: last, label: old @ Label::Cost { .. } })
                if *last == node =>
            {
                *old = label;
            }
            _ => self.events.push(Event::Updated { node, label }),
        }
    }

    /// Settles what becomes of a node, unless it is settled so already.
    fn settle(&mut self, node: usize, fate: Fate) {
        if self.nodes[node].fate != fate {
            self.nodes[node].fate = fate;
            self.events.push(Event::Settled { node, fate });
        }
    }

    /// The nodes along these moves from the first root, as far as they are recorded. Where a search
    /// from the goals met that from the start, they go on at its node of the same position, up to
    /// its root.
    fn line(&self, moves: &[R::Move]) -> Vec<usize> {
        let mut line = vec![0];
        for &mv in moves {
            let last = line[line.len() - 1];
            match self.neighbours.get(&(last, mv)) {
                Some(&next) => line.push(next),
                None => break,
            }
        }
        let met = line[line.len() - 1];
        if line.len() <= moves.len() && self.roots.len() > 1 {
            let state = &self.positions[met].state;
            let from_goal =
                |&node: &usize| self.positions[node].state == *state && self.root(node) != 0;
            let far = (0..self.nodes.len()).find(from_goal);
            line.extend(std::iter::successors(far, |&node| self.nodes[node].parent));
        }
        line
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
                    let spent = before.spent + cost;
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
