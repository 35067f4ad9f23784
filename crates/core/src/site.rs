//! Depth-first traversal of move trees whose successors are known at compile time.
//!
//! In many puzzles the legal moves depend on a small part of the state, and the last move
//! determines that part: the moves follow a finite automaton (Taylor & Korf, "Pruning Duplicate
//! Nodes in Depth-First Search", AAAI 1993). If every state of the automaton is a type, a search's
//! step is compiled once for each of them with the moves as constants: it does not branch on the
//! edges of the board, reads no table of moves, and omits the inverse of the last move. A
//! depth-first search is generic over [`Site`], which it asks the rules for
//! ([`Rules::with_site`]); [`Plain`] is the site for rules without such types.

use std::ops::ControlFlow;

use crate::Rules;

/// A class of states with the same moves: a state of the move automaton.
///
/// # Contract
/// A site shows the moves that [`Rules::visit_moves_after`] shows after the move that led to it, in
/// the same order, the last of them by [`SiteVisitor::last_child`] if it knows that it is the last.
/// [`laws::sites`](crate::laws::sites) checks it.
pub trait Site<R: Rules>: Copy {
    /// The number of children, if the site determines it: a search then counts them together.
    fn child_count(self, rules: &R) -> Option<u32>;

    /// Shows the children of `state`, which must be at this site.
    fn visit_children<V: SiteVisitor<R>>(
        self,
        rules: &R,
        state: &R::State,
        visitor: &mut V,
    ) -> ControlFlow<V::Break>;
}

/// A search that visits the children of a [`Site`].
pub trait SiteVisitor<R: Rules> {
    /// The result of a search that ends early.
    type Break;

    /// Visits a child: the move that leads to it, and its site.
    fn child<S: Site<R>>(&mut self, mv: R::Move, site: S) -> ControlFlow<Self::Break>;

    /// Visits the last child of a state. Override it if nothing is left to do after the last one.
    #[inline(always)]
    fn last_child<S: Site<R>>(&mut self, mv: R::Move, site: S) -> ControlFlow<Self::Break> {
        self.child(mv, site)
    }
}

/// A closure that is generic over the type of a site.
pub trait AtSite<R: Rules> {
    /// The result of the closure.
    type Output;
    /// Calls the closure.
    fn at<S: Site<R>>(self, site: S) -> Self::Output;
}

/// A site for any rules, whose moves are those of [`Rules::visit_moves_after`].
#[derive(Clone, Copy, Debug)]
pub struct Plain<M> {
    last: Option<M>,
}

impl<M> Plain<M> {
    /// The site of a start state, without a last move.
    pub fn start() -> Self {
        Plain { last: None }
    }
}

impl<R: Rules> Site<R> for Plain<R::Move> {
    #[inline]
    fn child_count(self, _: &R) -> Option<u32> {
        None
    }

    #[inline(always)]
    fn visit_children<V: SiteVisitor<R>>(
        self,
        rules: &R,
        state: &R::State,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        // Each move is shown when the next one is there, so that the last one is known to be it.
        let mut waiting = None;
        rules.visit_moves_after(
            self.last,
            state,
            #[inline(always)]
            |mv| match waiting.replace(mv) {
                Some(mv) => visitor.child(mv, Plain { last: Some(mv) }),
                None => ControlFlow::Continue(()),
            },
        )?;
        match waiting {
            Some(mv) => visitor.last_child(mv, Plain { last: Some(mv) }),
            None => ControlFlow::Continue(()),
        }
    }
}
