use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Game, Hints, Limit, Meter, NodeEvent, Observer, Player, StaticBounds};
use tesuji_zobrist::Transpositions;

use super::saved::Saved;
use super::tree::{Link, NewChild, ROOT, Tree};
use crate::FirstNumbers;
use crate::entry::Entry;
use crate::judge::{Proof, Prove};
use crate::numbers::{
    DISPROVED, INFINITE, LARGEST, Numbers, PROVED, REACHED, Side, finite, is_settled, salt, side,
    told,
};

/// Everything that changes while searching.
pub(crate) struct Run<'r, 'm, G: Game, H, F, T, O: Observer<G>> {
    game: &'r G,
    observer: O,
    hints: &'r H,
    first: &'r F,
    /// Whether leaves are expanded by a search of their own.
    two_levels: bool,
    claimant: Player,
    salt: u64,
    /// What was proved, and disproved where no position comes back.
    table: T,
    meter: &'r mut Meter<'m>,
    levels: [Level<G, O::Node>; 2],
    /// The children that are being made.
    children: Vec<NewChild<G::Move, O::Node>>,
    drawn: bool,
    /// The checkpoints, if there are to be some.
    saved: Option<Saved>,
}

/// A tree, and the way to the node where the search is.
struct Level<G: Game, N> {
    tree: Tree<G::Move, N>,
    path: Vec<Step<G::State>>,
    /// The move that settled the root.
    decisive: Option<G::Move>,
}

impl<G: Game, N: Copy> Level<G, N> {
    fn new() -> Self {
        Level { tree: Tree::new(), path: Vec::new(), decisive: None }
    }
}

struct Step<S> {
    node: Link,
    side: Side,
    state: S,
}

/// The least second-level search.
const MIN_SECOND_LEVEL: usize = 256;

impl<'r, 'm, G, H, F, T, O> Run<'r, 'm, G, H, F, T, O>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    T: Transpositions<G::State, Entry>,
    O: Observer<G>,
{
    pub(crate) fn new(
        game: &'r G,
        observer: O,
        hints: &'r H,
        first: &'r F,
        two_levels: bool,
        table: T,
        meter: &'r mut Meter<'m>,
    ) -> Self {
        Run {
            game,
            observer,
            hints,
            first,
            two_levels,
            claimant: Player::First,
            salt: 0,
            table,
            meter,
            levels: [Level::new(), Level::new()],
            children: Vec::with_capacity(64),
            drawn: false,
            saved: None,
        }
    }

    /// Goes on from these checkpoints, and saves more of them.
    pub(crate) fn saving(mut self, saved: Option<Saved>) -> Self {
        self.saved = saved;
        self
    }

    #[inline]
    fn key(&self, state: &G::State) -> u64 {
        self.hints.key(self.game, state) ^ self.salt
    }

    /// Searches from `state` until it is settled, or, at the second level, until the tree has
    /// `max_nodes` nodes. It begins with the tree that is `known`, or with its root alone.
    fn grow_tree(
        &mut self,
        level: usize,
        state: &G::State,
        max_nodes: usize,
        seen: O::Node,
        known: Option<Tree<G::Move, O::Node>>,
    ) -> ControlFlow<Limit, Numbers> {
        let side = side(self.claimant, self.game.to_move(state));
        let this = &mut self.levels[level];
        if let Some(known) = known {
            this.tree = known;
        } else if let Err(limit) = this.tree.plant([1, 1], seen, self.meter) {
            return ControlFlow::Break(limit);
        }
        this.decisive = None;
        this.path.clear();
        this.path.push(Step { node: ROOT, side, state: state.clone() });
        loop {
            let this = &self.levels[level];
            let numbers = this.tree.node(ROOT).numbers;
            if is_settled(numbers) || this.tree.live() >= max_nodes {
                return ControlFlow::Continue(numbers);
            }
            if level == 0
                && self.meter.is_due()
                && let Some(saved) = &self.saved
            {
                let claim = (state, self.key(state));
                let known = (&self.table, &this.tree);
                saved.save(self.game, claim, known, self.drawn, self.meter);
            }
            self.descend(level);
            let node = self.levels[level].path.last().expect("the root at least").node;
            if level == 0 && self.two_levels && self.levels[0].path.len() > 1 {
                self.expand_by_search(node)?;
            } else {
                self.expand(level, node)?;
            }
            self.ascend(level);
        }
    }

    /// Goes on to a most-proving node.
    #[inline]
    fn descend(&mut self, level: usize) {
        let Level { tree, path, .. } = &mut self.levels[level];
        loop {
            let step = path.last().expect("the root at least");
            let (first, children) = tree.children(step.node);
            if children.is_empty() {
                return;
            }
            let (mut least, mut best) = (INFINITE, 0);
            for (index, child) in children.iter().enumerate() {
                if child.numbers[step.side] < least {
                    (least, best) = (child.numbers[step.side], index);
                }
            }
            let mv = children[best].mv.expect("not the root");
            let state = self.game.successor(&step.state, mv);
            let side = if H::TAKE_TURNS {
                1 - step.side
            } else {
                side(self.claimant, self.game.to_move(&state))
            };
            path.push(Step { node: first + best as Link, side, state });
        }
    }

    /// Brings the numbers on the path up to date, from its last node to the first that does not
    /// change; the path then ends there.
    #[inline]
    fn ascend(&mut self, level: usize) {
        loop {
            let Level { tree, path, decisive } = &mut self.levels[level];
            let Step { node, side, .. } = *path.last().expect("the root at least");
            let before = tree.node(node).numbers;
            let mut numbers = before;
            if !is_settled(before) {
                let (_, children) = tree.children(node);
                let (mut least, mut sum) = (INFINITE, 0u64);
                for child in children {
                    if child.numbers[side] < least {
                        least = child.numbers[side];
                        if least == 0 && path.len() == 1 {
                            *decisive = child.mv;
                        }
                    }
                    // What is settled for the other adds nothing.
                    sum += u64::from(child.numbers[1 - side]);
                }
                numbers[side] = least;
                numbers[1 - side] = if least == 0 { INFINITE } else { finite(sum) };
                if numbers == before {
                    return;
                }
                tree.node_mut(node).numbers = numbers;
                let seen = tree.node(node).seen;
                self.observer.note_with(seen, || told(self.claimant, numbers));
            }
            if is_settled(numbers) {
                tree.prune(node);
                self.remember(level, numbers);
            }
            let path = &mut self.levels[level].path;
            if path.len() == 1 {
                return;
            }
            path.pop();
        }
    }

    /// Keeps what the last node of the path has come to. A disproof in a game with cycles may
    /// hold on this path only.
    fn remember(&mut self, level: usize, numbers: Numbers) {
        if self.game.never_repeats() || numbers == PROVED {
            let state = self.levels[level].path.last().expect("the root at least").state.clone();
            let entry = Entry { numbers, parent: 0, work: 1 };
            self.table.store(self.key(&state), &state, entry);
        }
    }

    /// Gives the last node of the path its children, or what they settle.
    fn expand(&mut self, level: usize, node: Link) -> ControlFlow<Limit> {
        let (game, hints, observer) = (self.game, self.hints, self.observer);
        let seen = self.levels[level].tree.node(node).seen;
        observer.note(seen, NodeEvent::Expanded);
        let depth = self.levels[level].path.len() - 1;
        let above = if level == 0 { 0 } else { self.levels[0].path.len() - 1 };
        self.meter.expand((above + depth) as u32);
        let step = self.levels[level].path.last().expect("the root at least");
        let (state, mover) = (step.state.clone(), step.side);
        let (static_bounds, notes) = hints.study(game, &state);
        // The moves that hints leave out may be draws.
        self.drawn |= mover == 0 && !static_bounds.may_lose();
        self.children.clear();
        let mut made = 0;
        let mut decisive = None;
        let mut visit = |run: &mut Self, mv| {
            if decisive.is_some() {
                observer.cut(seen, mv);
                return;
            }
            made += 1;
            let child = game.successor(&state, mv);
            let seen = observer.child(seen, mv, &child);
            let to_move =
                if H::TAKE_TURNS { 1 - mover } else { side(run.claimant, game.to_move(&child)) };
            let numbers = run.leaf(level, &child, to_move, hints.study(game, &child).0, seen);
            observer.note_with(seen, || told(run.claimant, numbers));
            if numbers[mover] == 0 {
                decisive = Some(mv);
            } else if numbers[mover] != INFINITE {
                run.children.push((mv, numbers, seen));
            }
        };
        if above + depth == 0 {
            // The hints may have settled the root, but which move bears them out?
            let ControlFlow::Continue(()) = game.visit_moves(&state, |mv| {
                visit(self, mv);
                ControlFlow::<Infallible>::Continue(())
            });
        } else {
            let ControlFlow::Continue(()) =
                hints.visit_candidates(game, &state, &notes, |mv, _, _| {
                    visit(self, mv);
                    ControlFlow::<Infallible>::Continue(())
                });
        }
        // A node that is cut short here is a leaf as before.
        self.meter.generate(made)?;
        let this = &mut self.levels[level];
        if decisive.is_some() {
            if depth == 0 {
                this.decisive = decisive;
            }
            this.tree.node_mut(node).numbers = REACHED[mover];
            observer.note_with(seen, || told(self.claimant, REACHED[mover]));
        } else if self.children.is_empty() {
            this.tree.node_mut(node).numbers = REACHED[1 - mover];
            observer.note_with(seen, || told(self.claimant, REACHED[1 - mover]));
        } else if let Err(limit) = this.tree.grow(node, &self.children, self.meter) {
            return ControlFlow::Break(limit);
        }
        ControlFlow::Continue(())
    }

    /// The numbers of a child that was just made.
    #[inline]
    fn leaf(
        &mut self,
        level: usize,
        state: &G::State,
        to_move: Side,
        static_bounds: StaticBounds,
        seen: O::Node,
    ) -> Numbers {
        let (proved, other_wins, disproved) = match to_move {
            0 => (static_bounds.is_won(), static_bounds.is_lost(), !static_bounds.may_win()),
            _ => (static_bounds.is_lost(), static_bounds.is_won(), !static_bounds.may_lose()),
        };
        if proved {
            self.observer.note(seen, NodeEvent::Finished);
            return PROVED;
        }
        if disproved {
            self.observer.note(seen, NodeEvent::Finished);
            self.drawn |= !other_wins;
            return DISPROVED;
        }
        if !self.game.never_repeats() {
            let mut above = self.levels[..=level].iter().flat_map(|level| &level.path);
            if above.any(|step| step.state == *state) {
                self.drawn = true;
                self.observer.note(seen, NodeEvent::Duplicate);
                return DISPROVED;
            }
        }
        if let Some(entry) = self.table.probe(self.key(state), state) {
            self.meter.duplicates += 1;
            self.observer.note(seen, NodeEvent::Duplicate);
            return entry.numbers;
        }
        let numbers = self.first.numbers(self.game, state, self.claimant);
        numbers.map(|number| number.clamp(1, LARGEST))
    }

    /// Gives the last node of the first tree the children that a second tree has found, with their
    /// numbers there.
    fn expand_by_search(&mut self, node: Link) -> ControlFlow<Limit> {
        let step = self.levels[0].path.last().expect("the root at least");
        let (state, mover) = (step.state.clone(), step.side);
        let max_nodes = self.levels[0].tree.live().max(MIN_SECOND_LEVEL);
        let seen = self.levels[0].tree.node(node).seen;
        let numbers = self.grow_tree(1, &state, max_nodes, seen, None)?;
        if is_settled(numbers) {
            self.levels[0].tree.node_mut(node).numbers = numbers;
            return ControlFlow::Continue(());
        }
        let [first, second] = &mut self.levels;
        let (_, found) = second.tree.children(ROOT);
        self.children.clear();
        let open = found.iter().filter(|child| child.numbers[mover] != INFINITE);
        self.children
            .extend(open.map(|child| (child.mv.expect("not the root"), child.numbers, child.seen)));
        match first.tree.grow(node, &self.children, self.meter) {
            Ok(()) => ControlFlow::Continue(()),
            Err(limit) => ControlFlow::Break(limit),
        }
    }
}

impl<G, H, F, T, O> Prove<G> for Run<'_, '_, G, H, F, T, O>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    T: Transpositions<G::State, Entry>,
    O: Observer<G>,
{
    type Node = O::Node;

    fn child(&self, parent: O::Node, mv: G::Move, state: &G::State) -> O::Node {
        self.observer.child(parent, mv, state)
    }

    fn prove(
        &mut self,
        state: &G::State,
        claimant: Player,
        node: O::Node,
    ) -> ControlFlow<Limit, Proof<G::Move>> {
        self.claimant = claimant;
        self.salt = salt(claimant);
        let claim = (state, self.key(state));
        let mut known = None;
        if let Some(saved) = &mut self.saved {
            match saved.tree(self.game, claim, (self.observer, node), self.meter) {
                Ok(tree) => known = tree,
                Err(limit) => return ControlFlow::Break(limit),
            }
            if let Some((proof, drawn)) = saved.answer(self.game, claim) {
                self.drawn = drawn;
                return ControlFlow::Continue(proof);
            }
            self.drawn |= saved.is_drawn();
        }
        self.levels[1].path.clear();
        self.observer.note_with(node, || told(claimant, [1, 1]));
        let numbers = self.grow_tree(0, state, usize::MAX, node, known)?;
        let proof = Proof { holds: numbers == PROVED, decisive: self.levels[0].decisive };
        if let Some(saved) = &mut self.saved {
            saved.add(self.game, claim, proof, self.drawn);
        }
        ControlFlow::Continue(proof)
    }

    fn drawn(&self) -> bool {
        self.drawn
    }

    fn work(&self, _: &G::State) -> u64 {
        0
    }

    fn most_promising(&self) -> Option<G::Move> {
        let Level { tree, path, .. } = &self.levels[0];
        let root = path.first()?;
        let (_, children) = tree.children(root.node);
        children.iter().min_by_key(|child| child.numbers[root.side])?.mv
    }

    fn numbers(&self) -> Option<(Player, Numbers)> {
        let Level { tree, path, .. } = &self.levels[0];
        path.first().map(|root| (self.claimant, tree.node(root.node).numbers))
    }
}
