use tesuji_core::{Game, GameResult, Limit, Notation};

use super::recorder::Recorder;
use super::{Bounds, Fate, Label, Recording, Side};

/// Records proof-number search (Allis, van der Meulen and van den Herik, "Proof-Number Search",
/// Artificial Intelligence 66, 1994) of the claim that the player to move wins.
///
/// The tree grows below the most-proving node, all of its moves at once, and nothing is given
/// back; a position that can be reached in two ways is two nodes. So it is taught; a search that
/// remembers positions visits fewer. A draw disproves the claim. Without a limit on nodes it may
/// not end where play can go in circles.
pub fn proof_numbers<G: Game + Notation>(game: &G, root: &G::State, bounds: &Bounds) -> Recording {
    let recorder = Recorder::new(game, root, Side::Max, bounds);
    let mut run = Run { game, recorder, nodes: Vec::new(), deepest: bounds.depth };
    let limit = run.search(root).err();
    let line = if limit.is_none() { run.line() } else { vec![0] };
    run.recorder.finish("pn", line, limit)
}

/// A number above all that are counted.
const INFINITE: u64 = u64::MAX;

/// A node as the search needs it.
struct Grown<S> {
    state: S,
    parent: Option<usize>,
    /// Whether it is the turn of the player who is claimed to win.
    claimant: bool,
    proof: u64,
    disproof: u64,
    children: Vec<usize>,
}

struct Run<'r, G: Game> {
    game: &'r G,
    recorder: Recorder,
    nodes: Vec<Grown<G::State>>,
    deepest: Option<u32>,
}

impl<G: Game + Notation> Run<'_, G> {
    fn search(&mut self, root: &G::State) -> Result<(), Limit> {
        self.grow(0, None, root.clone(), root);
        while self.nodes[0].proof != 0 && self.nodes[0].disproof != 0 {
            let leaf = self.most_proving();
            self.expand(leaf)?;
            self.update(leaf);
        }
        Ok(())
    }

    /// Adds what the search knows of a new node.
    fn grow(&mut self, node: usize, parent: Option<usize>, state: G::State, root: &G::State) {
        let claimant = self.game.to_move(root);
        let (proof, disproof) = match self.game.result(&state) {
            None => (1, 1),
            Some(GameResult::Win(winner)) if winner == claimant => (0, INFINITE),
            Some(GameResult::Win(_) | GameResult::Draw) => (INFINITE, 0),
        };
        let claimant = self.game.to_move(&state) == claimant;
        let children = Vec::new();
        self.nodes.push(Grown { state, parent, claimant, proof, disproof, children });
        self.recorder.visit(node);
        self.label(node);
        if proof == 0 || disproof == 0 {
            self.recorder.settle(node, Fate::Finished);
        }
    }

    /// The leaf whose solution does most for the root's: the least number of the kind that is
    /// wanted, at every step; the first of several.
    fn most_proving(&self) -> usize {
        let mut node = 0;
        loop {
            let Grown { claimant, children, .. } = &self.nodes[node];
            let wanted = |&&child: &&usize| {
                let child = &self.nodes[child];
                if *claimant { child.proof } else { child.disproof }
            };
            match children.iter().min_by_key(wanted) {
                Some(&child) => node = child,
                None => return node,
            }
        }
    }

    fn expand(&mut self, leaf: usize) -> Result<(), Limit> {
        if self.deepest.is_some_and(|deepest| self.recorder.depth(leaf) >= deepest) {
            return Err(Limit::Depth);
        }
        self.recorder.settle(leaf, Fate::Expanded);
        let (state, root) = (self.nodes[leaf].state.clone(), self.nodes[0].state.clone());
        let game = self.game;
        for mv in game.moves(&state) {
            let child = game.successor(&state, mv);
            let same = game.to_move(&child) == game.to_move(&root);
            let side = if same { Side::Max } else { Side::Min };
            let node = self.recorder.child(game, (leaf, &state), mv, &child, side)?;
            self.grow(node, Some(leaf), child, &root);
            self.nodes[leaf].children.push(node);
        }
        Ok(())
    }

    /// Brings the numbers from `node` to the root up to date, as far as they change.
    fn update(&mut self, node: usize) {
        let mut next = Some(node);
        while let Some(node) = next {
            let Grown { claimant, children, parent, .. } = &self.nodes[node];
            next = *parent;
            let proofs = children.iter().map(|&child| self.nodes[child].proof);
            let disproofs = children.iter().map(|&child| self.nodes[child].disproof);
            let sum = |numbers: &mut dyn Iterator<Item = u64>| {
                numbers.fold(0, |sum: u64, number| sum.saturating_add(number))
            };
            let (proof, disproof) = if *claimant {
                (proofs.min().unwrap_or(INFINITE), sum(&mut { disproofs }))
            } else {
                (sum(&mut { proofs }), disproofs.min().unwrap_or(INFINITE))
            };
            let grown = &mut self.nodes[node];
            if (grown.proof, grown.disproof) == (proof, disproof) {
                return;
            }
            (grown.proof, grown.disproof) = (proof, disproof);
            self.label(node);
        }
    }

    fn label(&mut self, node: usize) {
        let finite = |number: u64| (number != INFINITE).then_some(number);
        let Grown { proof, disproof, .. } = self.nodes[node];
        let label = Label::Numbers { proof: finite(proof), disproof: finite(disproof) };
        self.recorder.label(node, label);
    }

    /// The moves that keep what was proved, and the first replies to them.
    fn line(&self) -> Vec<usize> {
        let proved = self.nodes[0].proof == 0;
        let is_settled = |&&child: &&usize| {
            let child = &self.nodes[child];
            if proved { child.proof == 0 } else { child.disproof == 0 }
        };
        std::iter::successors(Some(0), |&node: &usize| {
            self.nodes[node].children.iter().find(is_settled).copied()
        })
        .collect()
    }
}
