//! The moves as an automaton (Taylor and Korf, "Pruning Duplicate Nodes in Depth-First Search",
//! 1993): what may follow depends on the last press alone.

use std::ops::ControlFlow;

use tesuji::core::{Site, SiteVisitor};

use crate::LightsOut;

/// The site at which only cells from this one on may still be pressed.
#[derive(Clone, Copy)]
pub struct CellsFrom(pub u8);

impl Site<LightsOut> for CellsFrom {
    fn child_count(self, board: &LightsOut) -> Option<u32> {
        Some(board.switched.len() as u32 - u32::from(self.0))
    }

    fn visit_children<V: SiteVisitor<LightsOut>>(
        self,
        board: &LightsOut,
        _: &u64,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let cells = board.switched.len() as u8;
        (self.0..cells).try_for_each(|cell| visitor.child(cell, CellsFrom(cell + 1)))
    }
}
