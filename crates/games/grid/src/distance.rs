//! Exact distances from a cell, by Dijkstra's algorithm: for landmarks and certificates.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Cost, DEAD_END, Rules};

use crate::grid::{Cell, Grid};

/// Whether distances lead from a cell to all others, or to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    From,
    To,
}

/// The least costs of paths between `cell` and each cell, [`DEAD_END`] where there is none.
pub(crate) fn distances(grid: &Grid, cell: Cell, way: Way) -> Vec<Cost> {
    let mut distances = vec![DEAD_END; grid.cells()];
    distances[cell.index()] = 0;
    let mut open = BinaryHeap::from([Reverse((0, cell))]);
    while let Some(Reverse((distance, at))) = open.pop() {
        if distance > distances[at.index()] {
            continue;
        }
        let ControlFlow::Continue(()) = grid.visit_moves(&at, |step| {
            let to = grid.after(at, step);
            let cost = match way {
                Way::From => grid.cost_into(to, step),
                // The step back, which enters this cell.
                Way::To => grid.cost_into(at, step),
            };
            if distance + cost < distances[to.index()] {
                distances[to.index()] = distance + cost;
                open.push(Reverse((distance + cost, to)));
            }
            ControlFlow::<Infallible>::Continue(())
        });
    }
    distances
}
