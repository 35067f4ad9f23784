//! Walking a tree of moves with successors known at compile time.
//!
//! In many puzzles the moves open to a state depend on a small part of it, and the move just
//! made fixes that part for the child: they follow a finite automaton (Taylor & Korf,
//! "Pruning Duplicate Nodes in Depth-First Search", AAAI 1993). If every automaton state is
//! a type, a search's step is compiled once for each of them, with the moves as
//! constants: no branch on the board's edges, no table of moves, and no move that undoes the
//! last. A depth-first search is written once, over [`Site`]; [`Plain`] serves all the games that
//! offer no such types.

use std::ops::ControlFlow;

use crate::Rules;

/// A class of states with the same moves: a state of the automaton that moves follow.
///
/// # Contract
/// The children shown are the moves that [`Rules::visit_moves_after`] shows after the move that
/// led here, in its order.
/// [`laws::sites`](crate::laws::sites) checks it.
pub trait Site<R: Rules>: Copy {
    /// Announces and shows the children of `state`, which must be at this site.
    fn visit_children<V: SiteVisitor<R>>(
        self,
        rules: &R,
        state: &R::State,
        visitor: &mut V,
    ) -> ControlFlow<V::Break>;
}

/// What a search does with the children that a [`Site`] shows.
pub trait SiteVisitor<R: Rules> {
    /// What a search carries out of the tree when it ends early.
    type Break;

    /// The next `children` calls to [`child`](Self::child) are about to come: one chance to
    /// count them together.
    fn announce(&mut self, children: u32) -> ControlFlow<Self::Break>;

    /// One child: the move that leads to it and the site it will be at.
    fn child<S: Site<R>>(&mut self, mv: R::Move, site: S) -> ControlFlow<Self::Break>;
}

/// Rules with sites known at compile time: searches by these are faster.
pub trait MoveAutomaton: Rules + Sized {
    /// Hands `then` the [`Site`] of `state`.
    fn enter<T: AtSite<Self>>(&self, state: &Self::State, then: T) -> T::Output;
}

/// How a depth-first search finds the moves of the states below its start.
pub trait Walk<R: Rules>: Copy {
    /// Hands `then` a [`Site`] of `state`.
    fn enter<T: AtSite<R>>(self, rules: &R, state: &R::State, then: T) -> T::Output;
}

/// Asks [`Rules::visit_moves_after`] at every node: for any rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByRules;

impl<R: Rules> Walk<R> for ByRules {
    #[inline(always)]
    fn enter<T: AtSite<R>>(self, _: &R, _: &R::State, then: T) -> T::Output {
        then.at(Plain::start())
    }
}

/// Follows the sites of a [`MoveAutomaton`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ByAutomaton;

impl<R: MoveAutomaton> Walk<R> for ByAutomaton {
    #[inline(always)]
    fn enter<T: AtSite<R>>(self, rules: &R, state: &R::State, then: T) -> T::Output {
        rules.enter(state, then)
    }
}

/// A computation to be started at some site: a closure that is generic over the site's type.
pub trait AtSite<R: Rules> {
    /// What it computes.
    type Output;
    /// Runs it.
    fn at<S: Site<R>>(self, site: S) -> Self::Output;
}

/// The site of any state of any rules: asks [`Rules::visit_moves_after`].
#[derive(Debug)]
pub struct Plain<R: Rules> {
    last: Option<R::Move>,
}

impl<R: Rules> Plain<R> {
    /// No move has been made yet.
    pub fn start() -> Self {
        Plain { last: None }
    }
}

impl<R: Rules> Clone for Plain<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Plain<R> {}

impl<R: Rules> Site<R> for Plain<R> {
    #[inline(always)]
    fn visit_children<V: SiteVisitor<R>>(
        self,
        rules: &R,
        state: &R::State,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        rules.visit_moves_after(self.last, state, |mv| {
            visitor.announce(1)?;
            visitor.child(mv, Plain { last: Some(mv) })
        })
    }
}
