//! The order in which a user's search took its nodes, checked against the rules of an algorithm.

use std::collections::HashMap;

use tesuji_core::{Budget, Cost, Limit};

use crate::tree::{Event, Fate, Label, Node, Recording, Side};
use crate::{CatalogueError, GameEntry, GamePosition, RecordOptions, Search, Status};

/// What becomes of an order: how much of it follows the rules, and the tree that it builds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckedOrder {
    /// The tree as far as the order follows the rules, to be replayed.
    pub recording: Recording,
    /// How many positions of the order follow the rules.
    pub followed: usize,
    /// Whether the order comes to a solution, or to the end of the search.
    pub is_complete: bool,
    /// The first position that does not follow the rules.
    pub deviation: Option<Deviation>,
    /// The positions that could come next by the rules, at most [`MAX_NEXT`](Self::MAX_NEXT).
    pub next: Vec<String>,
}

impl CheckedOrder {
    /// The maximum number of positions in [`next`](Self::next).
    pub const MAX_NEXT: usize = 6;
}

/// A position of an order that does not follow the rules.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Deviation {
    /// Its place in the order, from 1.
    pub number: usize,
    /// The position in the game's notation.
    pub position: String,
    /// Its node, if it is in the tree.
    pub node: Option<usize>,
    /// Which rule it breaks.
    pub reason: Reason,
}

/// The rule that a position of an order breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "rule", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Reason {
    /// No move leads to it from the positions before it.
    NotReached,
    /// It was taken before.
    TakenBefore,
    /// Another position has a smaller key, and comes first.
    NotLeast {
        /// The key of the position.
        key: Cost,
        /// The least key.
        least: Cost,
    },
    /// Another position was reached earlier, and comes first.
    NotFirst,
    /// The search goes another way.
    NotNext,
    /// The search is over before it.
    Over,
}

/// The list from which an algorithm takes the next position.
#[derive(Clone, Copy)]
enum List {
    /// In the order in which their parents were expanded.
    Queue,
    /// The least cost from the start.
    Cost,
    /// The least estimate.
    Estimate,
    /// The least sum of both.
    Sum,
}

/// What an algorithm takes positions from; `None` for one that follows one line at a time.
fn list_of(search: &Search) -> Option<List> {
    match search.algorithm.name {
        "bfs" => Some(List::Queue),
        "uniform-cost" => Some(List::Cost),
        "greedy" => Some(List::Estimate),
        "a*" => Some(List::Sum),
        _ => None,
    }
}

/// Holds an order of positions against the rules of a search from `start`.
///
/// Breadth-first and best-first searches (`bfs`, `uniform-cost`, `greedy`, `a*`) are held against their
/// rule: `order` has the positions as they are taken from the open list and expanded, the start first,
/// and positions with equal keys may come in any order. Of the other searches the order has to be the
/// one of this library, with the moves in the order of the rules: `order` has the positions as they are
/// entered, again at each return to them.
///
/// Takes one small recording for each position of the order.
///
/// # Errors
/// A text is no position of the game, the search cannot be recorded, or a limit was reached.
///
/// # Example
/// ```
/// use tesuji_catalogue::{Catalogue, Reason, check_order};
/// use tesuji_core::{Budget, Settings};
///
/// let catalogue = Catalogue::standard();
/// let taquin = catalogue.game("taquin")?;
/// let start = taquin.open(Some("125374680"), &Settings::default())?;
/// let search = taquin.search("bfs")?;
/// let order = ["125374680", "125374608", "125370684"].map(String::from);
/// let checked = check_order(taquin, &*start, &search, &order, &Budget::unlimited())?;
/// assert_eq!(checked.followed, 3);
/// assert!(checked.deviation.is_none());
///
/// // Two moves away, while a position one move away is still in the queue:
/// let order = ["125374680", "125374608", "125304678"].map(String::from);
/// let checked = check_order(taquin, &*start, &search, &order, &Budget::unlimited())?;
/// assert_eq!(checked.deviation.unwrap().reason, Reason::NotFirst);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_order(
    entry: &dyn GameEntry,
    start: &dyn GamePosition,
    search: &Search,
    order: &[String],
    budget: &Budget,
) -> Result<CheckedOrder, CatalogueError> {
    let settings = start.settings();
    let budget = budget.clone().start();
    // Each is read first, so that a text that is no position is an error wherever it stands.
    let mut positions = Vec::with_capacity(order.len());
    for text in order {
        positions.push(entry.open(Some(text), &settings)?);
    }
    match list_of(search) {
        Some(list) => {
            // Breadth-first search stops before it has made all successors of the last position.
            let rule = match list {
                List::Queue => entry.search("uniform-cost")?,
                List::Cost | List::Estimate | List::Sum => search.clone(),
            };
            let open = OpenList::new(list, rule, search.algorithm.name, start, budget);
            open.check(&positions.iter().map(|one| &**one).collect::<Vec<_>>())
        }
        None => {
            let order: Vec<_> = positions.iter().map(|one| one.notation()).collect();
            check_line(start, search, &order, budget)
        }
    }
}

/// A position that was reached.
struct Reached {
    node: usize,
    spent: Cost,
    left: Option<Cost>,
    /// When its parent was expanded.
    found: Cost,
    is_open: bool,
}

/// A best-first search whose choices come from outside.
struct OpenList {
    list: List,
    /// Makes the successors, with their costs and estimates.
    rule: Search,
    budget: Budget,
    reached: HashMap<String, Reached>,
    recording: Recording,
}

impl OpenList {
    fn new(
        list: List,
        rule: Search,
        algorithm: &'static str,
        start: &dyn GamePosition,
        budget: Budget,
    ) -> Self {
        let (nodes, events, path) = (Vec::new(), Vec::new(), vec![0]);
        let recording = Recording { algorithm, heuristic: None, nodes, events, path, limit: None };
        let mut list = OpenList { list, rule, budget, reached: HashMap::new(), recording };
        list.reach(start.notation(), None, Label::Cost { spent: 0, left: None }, 0);
        list
    }

    fn key(&self, one: &Reached) -> Cost {
        let left = one.left.unwrap_or(Cost::MAX);
        match self.list {
            List::Queue => one.found,
            List::Cost => one.spent,
            List::Estimate => left,
            List::Sum => one.spent.saturating_add(left),
        }
    }

    fn least(&self) -> Option<Cost> {
        let open = self.reached.values().filter(|one| one.is_open);
        open.map(|one| self.key(one)).min()
    }

    fn check(mut self, order: &[&dyn GamePosition]) -> Result<CheckedOrder, CatalogueError> {
        let mut is_complete = false;
        for (index, position) in order.iter().enumerate() {
            let text = position.notation();
            let reason = if is_complete { Some(Reason::Over) } else { self.reason_against(&text) };
            if let Some(reason) = reason {
                let node = self.reached.get(&text).map(|one| one.node);
                let deviation = Deviation { number: index + 1, position: text, node, reason };
                return Ok(self.finish(index, is_complete, Some(deviation)));
            }
            is_complete =
                self.expand(*position, &text, Cost::try_from(index).unwrap_or(Cost::MAX))?;
        }
        is_complete |= self.least().is_none();
        Ok(self.finish(order.len(), is_complete, None))
    }

    /// Why a position cannot be the next one.
    fn reason_against(&self, text: &str) -> Option<Reason> {
        let Some(one) = self.reached.get(text) else { return Some(Reason::NotReached) };
        if !one.is_open {
            return Some(Reason::TakenBefore);
        }
        let (key, least) = (self.key(one), self.least()?);
        match self.list {
            _ if key <= least => None,
            List::Queue => Some(Reason::NotFirst),
            List::Cost | List::Estimate | List::Sum => Some(Reason::NotLeast { key, least }),
        }
    }

    /// Expands the position with number `index` of the order; returns whether it is a goal.
    fn expand(
        &mut self,
        position: &dyn GamePosition,
        text: &str,
        index: Cost,
    ) -> Result<bool, CatalogueError> {
        let one = self.reached.get_mut(text).expect("it was reached");
        one.is_open = false;
        let (node, spent) = (one.node, one.spent);
        if position.status() == Status::Solved {
            self.settle(node, Fate::Finished);
            let above = |&node: &usize| self.recording.nodes[node].parent;
            let mut path: Vec<_> = std::iter::successors(Some(node), above).collect();
            path.reverse();
            self.recording.path = path;
            return Ok(true);
        }
        let mut options = RecordOptions::new(self.rule.clone());
        options.nodes = position.moves().len() + 1;
        options.budget = self.budget.clone();
        let around = position.record(&options)?;
        if let (0, Some(label)) = (node, around.nodes[0].label) {
            self.recording.heuristic = around.heuristic;
            self.recording.nodes[0].label = Some(label);
            self.recording.events.push(Event::Updated { node: 0, label });
        }
        self.settle(node, Fate::Expanded);
        // The limit on nodes ends each of these recordings; another one ends the check.
        let of_nodes = Limit::Nodes.to_string();
        if let Some(limit) = around.limit.filter(|limit| *limit != of_nodes) {
            self.recording.limit = Some(limit);
        }
        for successor in around.nodes.into_iter().filter(|node| node.parent == Some(0)) {
            let Some(Label::Cost { spent: cost, left }) = successor.label else { continue };
            let label = Label::Cost { spent: spent.saturating_add(cost), left };
            self.reach(successor.position, successor.mv.map(|mv| (node, mv)), label, index);
        }
        Ok(false)
    }

    /// Puts a position into the open list, unless it is known with no greater cost.
    fn reach(&mut self, text: String, by: Option<(usize, String)>, label: Label, found: Cost) {
        let Label::Cost { spent, left } = label else { return };
        let node = self.recording.nodes.len();
        let (parent, mv) = by.unzip();
        let depth = parent.map_or(0, |parent: usize| self.recording.nodes[parent].depth + 1);
        let known = self.reached.get(&text).map(|one| (one.node, one.spent));
        let is_worse = match self.list {
            List::Queue | List::Estimate => known.is_some(),
            List::Cost | List::Sum => known.is_some_and(|(_, known)| known <= spent),
        };
        self.recording.nodes.push(Node {
            parent,
            mv,
            position: text.clone(),
            depth,
            side: Side::Alone,
            fate: Fate::Open,
            label: Some(label),
        });
        self.recording.events.extend([
            Event::Created { node },
            Event::Visited { node, window: None },
            Event::Updated { node, label },
        ]);
        if is_worse {
            return self.settle(node, Fate::Duplicate);
        }
        if let Some((before, _)) = known {
            self.settle(before, Fate::Duplicate);
        }
        self.reached.insert(text, Reached { node, spent, left, found, is_open: true });
    }

    fn settle(&mut self, node: usize, fate: Fate) {
        self.recording.nodes[node].fate = fate;
        self.recording.events.push(Event::Settled { node, fate });
    }

    fn finish(
        self,
        followed: usize,
        is_complete: bool,
        deviation: Option<Deviation>,
    ) -> CheckedOrder {
        let least = if is_complete { None } else { self.least() };
        let open = self.reached.iter().filter(|(_, one)| one.is_open);
        let open = open.filter(|(_, one)| Some(self.key(one)) == least);
        let mut next: Vec<_> = open.map(|(text, one)| (one.node, text.clone())).collect();
        next.sort_unstable();
        next.truncate(CheckedOrder::MAX_NEXT);
        let next = next.into_iter().map(|(_, text)| text).collect();
        CheckedOrder { recording: self.recording, followed, is_complete, deviation, next }
    }
}

/// The most nodes of a search that an order is compared with.
const MAX_NODES: usize = 5_000;

/// Holds an order against that of a search which follows one line at a time.
fn check_line(
    start: &dyn GamePosition,
    search: &Search,
    order: &[String],
    budget: Budget,
) -> Result<CheckedOrder, CatalogueError> {
    let mut options = RecordOptions::new(search.clone());
    options.nodes = MAX_NODES;
    options.budget = budget;
    let mut recording = start.record(&options)?;
    let visits: Vec<_> = recording
        .events
        .iter()
        .enumerate()
        .filter_map(|(at, event)| match *event {
            Event::Visited { node, .. } => Some((at, node)),
            _ => None,
        })
        .collect();
    let text = |&(_, node): &(usize, usize)| recording.nodes[node].position.clone();
    let follows = |(one, visit): (&String, &(usize, usize))| *one == text(visit);
    let followed = order.iter().zip(&visits).take_while(|&pair| follows(pair)).count();
    let expected = visits.get(followed);
    let next: Vec<_> = expected.map(text).into_iter().collect();
    let deviation = order.get(followed).map(|position| Deviation {
        number: followed + 1,
        position: position.clone(),
        node: recording.nodes.iter().position(|node| node.position == *position),
        reason: if expected.is_some() { Reason::NotNext } else { Reason::Over },
    });
    let is_complete = expected.is_none() && recording.limit.is_none();
    // What comes after is not the order's.
    if let Some(&(at, _)) = expected {
        recording.events.truncate(at);
        recording.path = vec![0];
    }
    Ok(CheckedOrder { recording, followed, is_complete, deviation, next })
}
