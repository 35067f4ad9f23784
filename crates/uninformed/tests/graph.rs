//! Puzzles that are plain graphs.

use std::ops::ControlFlow;

use tesuji_core::{Cost, DEAD_END, KnownGoals, Puzzle, Reversible, Rules};

/// A directed graph with costs on its edges; the last vertex is the goal.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) edges: Vec<Vec<(usize, Cost)>>,
}

impl Rules for Graph {
    type State = usize;
    type Move = (usize, usize);
    type Undo = ();

    fn initial(&self) -> usize {
        0
    }

    fn visit_moves<B>(
        &self,
        &vertex: &usize,
        mut visit: impl FnMut((usize, usize)) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..self.edges[vertex].len()).try_for_each(|edge| visit((vertex, edge)))
    }

    fn play(&self, vertex: &mut usize, (from, edge): (usize, usize)) {
        *vertex = self.edges[from][edge].0;
    }

    fn undo(&self, vertex: &mut usize, (from, _): (usize, usize), (): ()) {
        *vertex = from;
    }
}

impl Puzzle for Graph {
    fn is_goal(&self, &vertex: &usize) -> bool {
        vertex == self.edges.len() - 1
    }

    fn cost(&self, _: &usize, (from, edge): (usize, usize)) -> Cost {
        self.edges[from][edge].1
    }

    fn has_unit_costs(&self) -> bool {
        false
    }
}

impl KnownGoals for Graph {
    fn goals(&self) -> Vec<usize> {
        vec![self.edges.len() - 1]
    }
}

impl Reversible for Graph {
    fn visit_predecessors<B>(
        &self,
        &vertex: &usize,
        mut visit: impl FnMut((usize, usize), usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (from, edges) in self.edges.iter().enumerate() {
            for (edge, &(to, _)) in edges.iter().enumerate() {
                if to == vertex {
                    visit((from, edge), from)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Graph {
    /// Least costs to the goal, by relaxing every edge until nothing changes (Bellman & Ford);
    /// `DEAD_END` where there is no path.
    pub(crate) fn costs(&self) -> Vec<Cost> {
        let mut costs = vec![DEAD_END; self.edges.len()];
        costs[self.edges.len() - 1] = 0;
        for _ in 0..self.edges.len() {
            for (vertex, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    costs[vertex] = costs[vertex].min(costs[to].saturating_add(cost).min(DEAD_END));
                }
            }
        }
        costs
    }

    /// A line of `length` steps that can only be walked forwards.
    pub(crate) fn corridor(length: usize) -> Self {
        let edges = (0..length).map(|vertex| vec![(vertex + 1, 1)]).chain([vec![]]).collect();
        Graph { edges }
    }
}
