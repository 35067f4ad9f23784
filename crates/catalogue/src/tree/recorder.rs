//! Writing a recording down.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Budget, Limit, Meter, Notation, Rules, Silent};

use super::{Event, Fate, Label, Node, Recording, Side};

/// How much of a tree is recorded.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// The most nodes, those that are cut included.
    pub nodes: usize,
    /// How many moves deep a search for two players looks; to the end of the game if `None`.
    pub depth: Option<u32>,
    /// Its time, memory and stop flag end a recording, too.
    pub budget: Budget,
}

impl Bounds {
    /// No recorded search for two players looks deeper.
    pub(super) const DEEPEST: u32 = 500;

    /// Everything there is, as far as the memory goes.
    #[must_use]
    pub const fn all() -> Self {
        Bounds { nodes: usize::MAX, depth: None, budget: Budget::unlimited() }
    }

    /// At most so many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: usize) -> Self {
        self.nodes = nodes.max(1);
        self
    }

    /// Within the time and the memory of this budget, and as long as its stop flag is down.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// At most so many moves deep.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }
}

/// A thousand nodes, to the end of the game.
impl Default for Bounds {
    fn default() -> Self {
        Bounds { nodes: 1000, ..Bounds::all() }
    }
}

/// A recording in the making.
pub(super) struct Recorder {
    nodes: Vec<Node>,
    events: Vec<Event>,
    most: usize,
    budget: Budget,
    /// What the nodes and their texts take.
    bytes: usize,
}

impl Recorder {
    /// With the root alone.
    pub(super) fn new<R: Notation>(
        rules: &R,
        root: &R::State,
        side: Side,
        bounds: &Bounds,
    ) -> Self {
        let budget = bounds.budget.clone().start();
        let (nodes, events, most) = (Vec::new(), Vec::new(), bounds.nodes);
        let mut recorder = Recorder { nodes, events, most, budget, bytes: 0 };
        recorder.add(Node {
            parent: None,
            mv: None,
            position: rules.state_text(root),
            depth: 0,
            side,
            fate: Fate::Open,
            label: None,
        });
        recorder
    }

    fn add(&mut self, node: Node) -> usize {
        let index = self.nodes.len();
        let texts = node.position.len() + node.mv.as_ref().map_or(0, String::len);
        self.bytes += size_of::<Node>() + texts;
        self.nodes.push(node);
        self.events.push(Event::Created { node: index });
        index
    }

    /// Notes the child that `mv` leads to.
    ///
    /// # Errors
    /// There are as many nodes as there may be, or another limit was reached.
    pub(super) fn child<R: Notation>(
        &mut self,
        rules: &R,
        (parent, state): (usize, &R::State),
        mv: R::Move,
        child: &R::State,
        side: Side,
    ) -> Result<usize, Limit> {
        if self.nodes.len() >= self.most {
            return Err(Limit::Nodes);
        }
        self.look()?;
        Ok(self.add(Node {
            parent: Some(parent),
            mv: Some(rules.move_text(state, mv)),
            position: rules.state_text(child),
            depth: self.nodes[parent].depth + 1,
            side,
            fate: Fate::Open,
            label: None,
        }))
    }

    /// Looks at the limits, at some of them only now and then.
    fn look(&self) -> Result<(), Limit> {
        const EVERY: usize = 256;
        let bytes = self.bytes + size_of_val(self.events.as_slice());
        if self.budget.memory_limit().is_some_and(|most| bytes > most) {
            return Err(Limit::Memory);
        }
        if self.nodes.len().is_multiple_of(EVERY) {
            Meter::new(&self.budget, &mut Silent).look()?;
        }
        Ok(())
    }

    pub(super) fn iteration(&mut self, bound: u32) {
        self.events.push(Event::Iteration { bound });
    }

    pub(super) fn visit(&mut self, node: usize) {
        self.events.push(Event::Visited { node, window: None });
    }

    pub(super) fn visit_within(&mut self, node: usize, window: (Option<Label>, Option<Label>)) {
        self.events.push(Event::Visited { node, window: Some(window) });
    }

    /// Labels a node, unless it has that label already.
    pub(super) fn label(&mut self, node: usize, label: Label) {
        if self.nodes[node].label != Some(label) {
            self.nodes[node].label = Some(label);
            self.events.push(Event::Updated { node, label });
        }
    }

    /// Settles what becomes of a node, unless it is settled so already.
    pub(super) fn settle(&mut self, node: usize, fate: Fate) {
        if self.nodes[node].fate != fate {
            self.nodes[node].fate = fate;
            self.events.push(Event::Settled { node, fate });
        }
    }

    pub(super) fn depth(&self, node: usize) -> u32 {
        self.nodes[node].depth
    }

    /// The nodes from the root to `node`.
    fn path_to(&self, node: usize) -> Vec<usize> {
        let parent = |&node: &usize| self.nodes[node].parent;
        let mut path: Vec<_> = std::iter::successors(Some(node), parent).collect();
        path.reverse();
        path
    }

    /// Ends a search for a goal, to whose node the line leads if it was found.
    pub(super) fn finish_at(
        self,
        algorithm: &'static str,
        found: Result<Option<usize>, Limit>,
    ) -> Recording {
        let (line, limit) = match found {
            Ok(Some(goal)) => (self.path_to(goal), None),
            Ok(None) => (vec![0], None),
            Err(limit) => (vec![0], Some(limit)),
        };
        self.finish(algorithm, line, limit)
    }

    pub(super) fn finish(
        self,
        algorithm: &'static str,
        line: Vec<usize>,
        limit: Option<Limit>,
    ) -> Recording {
        let limit = limit.map(|limit| limit.to_string());
        Recording { algorithm, nodes: self.nodes, events: self.events, line, limit }
    }
}

/// The moves of `state` but the one straight back.
pub(super) fn moves_after<R: Rules>(
    rules: &R,
    last: Option<R::Move>,
    state: &R::State,
) -> Vec<R::Move> {
    let mut moves = Vec::new();
    let ControlFlow::Continue(()) = rules.visit_moves_after(last, state, |mv| {
        moves.push(mv);
        ControlFlow::<Infallible>::Continue(())
    });
    moves
}
