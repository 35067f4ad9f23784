use std::hash::Hash;
use std::io;
use std::ops::ControlFlow;

use tesuji_core::hash::mix;
use tesuji_core::{
    Budget, Game, GameResult, Inserted, Limit, Meter, Player, Rules, Silent, StateReader,
    StateTable, StateWriter, no_moves,
};

use crate::graph::{Edges, Kind};
use crate::space::{Lists, Space};

/// The positions reachable from a start, found breadth-first and stored with all their moves: a
/// space for any game.
///
/// [`explore_symmetric`](Self::explore_symmetric) stores one position of each set of symmetric
/// ones. All of them have the index of their canonical form.
///
/// # Complexity
/// Time: every position is expanded once. Memory per position: a state, about 13 bytes, and 8 bytes
/// per move; at most 2³² − 1 positions and as many moves.
#[derive(Debug)]
pub struct Reachable<'g, G: Game> {
    game: &'g G,
    /// With symmetries: the function that returns the canonical form.
    canonical: Option<Canonical<G>>,
    states: StateTable<G::State>,
    kinds: Vec<Kind>,
    successors: Edges,
    predecessors: Edges,
}

/// [`Rules::canonical`] of a game.
type Canonical<G> = fn(&G, &<G as Rules>::State) -> <G as Rules>::State;

impl<'g, G: Game> Reachable<'g, G> {
    /// The positions reachable from `start`, which has index 0.
    ///
    /// # Errors
    /// The limit of the meter's budget that was reached.
    pub fn explore(game: &'g G, start: &G::State, meter: &mut Meter) -> Result<Self, Limit> {
        let space = Self::explore_by(game, start, None, usize::MAX, meter)?;
        Ok(space.expect("no more than all"))
    }

    /// The canonical forms of the positions reachable from `start`; its own has index 0. A
    /// [`Table`](crate::Table) of them has the values of all these positions; symmetric moves must
    /// have the same cost by the clock.
    ///
    /// # Errors
    /// The limit of the meter's budget that was reached.
    pub fn explore_symmetric(
        game: &'g G,
        start: &G::State,
        meter: &mut Meter,
    ) -> Result<Self, Limit>
    where
        G: Game,
    {
        let space = Self::explore_by(game, start, Some(G::canonical), usize::MAX, meter)?;
        Ok(space.expect("no more than all"))
    }

    /// The same as [`explore_symmetric`](Self::explore_symmetric) unless there are more than `most`
    /// positions; `None` if so.
    ///
    /// # Errors
    /// The limit of the meter's budget that was reached.
    pub(crate) fn explore_few(
        game: &'g G,
        start: &G::State,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Limit> {
        let left = meter.bytes_left();
        let space = Self::explore_by(game, start, Some(G::canonical), most, meter)?;
        if space.is_none() {
            meter.release(left - meter.bytes_left());
        }
        Ok(space)
    }

    /// `None` if there are more than `most` positions.
    fn explore_by(
        game: &'g G,
        start: &G::State,
        canonical: Option<Canonical<G>>,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Limit> {
        let chosen = |state: G::State| match canonical {
            Some(canonical) => canonical(game, &state),
            None => state,
        };
        let can_save = meter.has_checkpoints() && game.pack(start, &mut Vec::new());
        let section = format!(
            "reachable-positions from {start:?}{}",
            if canonical.is_some() { ", symmetric ones once" } else { "" }
        );
        let mut resumed = None;
        if can_save {
            resumed = meter.resume(&section, |input, meter| Explored::load(game, input, meter))?;
        } else {
            meter.no_checkpoints("the rules of the game do not write states as bytes (`pack`)");
        }
        let is_new = resumed.is_none();
        let Explored { mut states, mut kinds, mut successors } = match resumed {
            Some(explored) => explored,
            None => Explored {
                states: StateTable::new(),
                kinds: Vec::new(),
                successors: Edges::new(meter)?,
            },
        };
        if is_new {
            states.insert(chosen(start.clone()), (), meter)?;
            meter.charge(1)?;
        }
        let mut next = u32::try_from(kinds.len()).map_err(|_| Limit::Memory)?;
        let mut batch = Batch::new();
        while next < states.len() {
            if states.len() as usize > most {
                return Ok(None);
            }
            if meter.is_due() {
                meter
                    .save(&section, |out| save_explored(game, (&states, &kinds, &successors), out));
            }
            while next < states.len() && batch.children.len() < Batch::<G::State>::SIZE {
                let state = states.state(next).clone();
                next += 1;
                meter.make_room(&mut kinds)?;
                let (kind, before) = (Kind::of(game, &state), batch.children.len());
                kinds.push(kind);
                meter.tally.expanded += 1;
                batch.gather(game, &state, chosen, meter)?;
                if batch.children.len() == before && kind.end().is_none() {
                    no_moves(&state);
                }
            }
            batch.enter(&mut states, &mut successors, meter)?;
        }
        if can_save {
            meter.save_result(&section, |out| {
                save_explored(game, (&states, &kinds, &successors), out)
            });
        }
        let predecessors = successors.reversed(meter)?;
        Ok(Some(Reachable { game, canonical, states, kinds, successors, predecessors }))
    }

    /// The same without limits.
    ///
    /// # Panics
    /// If memory allocation fails.
    pub fn explore_all(game: &'g G, start: &G::State) -> Self {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let space = Self::explore(game, start, &mut Meter::new(&budget, &mut silent));
        space.expect("memory for all positions")
    }
}

/// What is known while positions are explored: a kind and a list of successors for each that has
/// been expanded.
struct Explored<G: Game> {
    states: StateTable<G::State>,
    kinds: Vec<Kind>,
    successors: Edges,
}

fn save_explored<G: Game>(
    game: &G,
    (states, kinds, successors): (&StateTable<G::State>, &Vec<Kind>, &Edges),
    out: &mut StateWriter,
) -> io::Result<()> {
    states.save(out, |state, bytes| {
        game.pack(state, bytes);
    })?;
    out.number(kinds.capacity() as u64)?;
    out.records(kinds, |kind, bytes| bytes.push(kind.0))?;
    successors.save(out)
}

impl<G: Game> Explored<G> {
    fn load(game: &G, input: &mut StateReader, meter: &mut Meter) -> io::Result<Self> {
        let states = StateTable::load(input, |bytes| game.unpack(bytes), meter)?;
        let mut kinds = input.reserved(meter)?;
        input.records(|bytes| {
            kinds.extend(bytes.iter().map(|&kind| Kind(kind)));
            *bytes = &[];
            Ok(())
        })?;
        let successors = Edges::load(input, meter)?;
        if kinds.len() == successors.len() && kinds.len() <= states.len() as usize {
            Ok(Explored { states, kinds, successors })
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidData, "it has no such positions"))
        }
    }
}

/// The children of some positions, which are looked up together.
struct Batch<S> {
    children: Vec<Child<S>>,
    /// Where the children of each position end.
    ends: Vec<usize>,
}

/// A position that was generated and not yet looked up.
struct Child<S> {
    state: S,
    hash: u64,
    /// Its index, if that was found at first sight.
    index: Option<u32>,
}

impl<S: Eq + Hash> Batch<S> {
    /// The number of children, or a few more.
    const SIZE: usize = 64;

    fn new() -> Self {
        Batch { children: Vec::new(), ends: Vec::new() }
    }

    /// Adds the children of a position.
    #[inline(always)]
    fn gather<G: Game<State = S>>(
        &mut self,
        game: &G,
        state: &S,
        chosen: impl Fn(S) -> S,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let end = game.visit_moves(state, |mv| match meter.charge(1) {
            Ok(()) => {
                let state = chosen(game.successor(state, mv));
                let hash = mix(&state);
                self.children.push(Child { state, hash, index: None });
                ControlFlow::Continue(())
            }
            Err(limit) => ControlFlow::Break(limit),
        });
        self.ends.push(self.children.len());
        match end {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(limit) => Err(limit),
        }
    }

    /// Looks all of them up, inserts those that are new, and adds the lists of successors.
    #[inline(always)]
    fn enter(
        &mut self,
        states: &mut StateTable<S>,
        successors: &mut Edges,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        // Without a branch, so that the waits for memory overlap.
        for child in &mut self.children {
            child.index = states.index_at_home(&child.state, child.hash);
        }
        let mut children = self.children.drain(..);
        let mut entered = 0;
        for end in self.ends.drain(..) {
            for Child { state, hash, index } in children.by_ref().take(end - entered) {
                let found = match index {
                    Some(index) => Inserted::Known(index),
                    None => states.insert_hashed(state, hash, (), meter)?,
                };
                let index = match found {
                    Inserted::New(index) => index,
                    Inserted::Known(index) => {
                        meter.duplicates += 1;
                        index
                    }
                };
                successors.push(index, meter)?;
            }
            entered = end;
            successors.close_list(meter)?;
        }
        Ok(())
    }
}

impl<G: Game> Space for Reachable<'_, G> {
    type Game = G;
    type Node = u32;

    fn game(&self) -> &G {
        self.game
    }

    fn len(&self) -> usize {
        self.states.len() as usize
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "indices are u32")]
    fn node(&self, index: usize) -> u32 {
        index as u32
    }

    fn state(&self, &node: &u32) -> G::State {
        self.states.state(node).clone()
    }

    fn index(&self, state: &G::State) -> Option<usize> {
        let found = match self.canonical {
            Some(canonical) => self.states.find(&canonical(self.game, state)),
            None => self.states.find(state),
        };
        found.map(|index| index as usize)
    }

    #[inline(always)]
    fn mover(&self, &node: &u32) -> Player {
        self.kinds[node as usize].mover()
    }

    #[inline(always)]
    fn end(&self, &node: &u32) -> Option<GameResult> {
        self.kinds[node as usize].end()
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most 2^32 moves in all")]
    fn degree(&self, &node: &u32) -> u32 {
        self.successors.list(node as usize).len() as u32
    }

    #[inline(always)]
    fn visit_successors(&self, &node: &u32, mut visit: impl FnMut(usize)) {
        for &target in self.successors.list(node as usize) {
            visit(target as usize);
        }
    }

    fn lists(&self) -> Option<Lists<'_>> {
        Some(Lists { successors: &self.successors, predecessors: &self.predecessors })
    }

    #[inline(always)]
    fn visit_predecessors(&self, &node: &u32, mut visit: impl FnMut(usize, &u32)) {
        for from in self.predecessors.list(node as usize) {
            visit(*from as usize, from);
        }
    }
}
