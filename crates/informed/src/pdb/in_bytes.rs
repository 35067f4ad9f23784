use std::ops::Range;

use tesuji_core::{Abstraction, ClassMove, Cost, EntryChange, Form, Patterns, Puzzle};

/// An abstraction, or the patterns looked up in a database of it, without bases: an entry is a
/// byte, the distance itself.
///
/// Takes twice the memory of [`Form::Packed`] and stores larger distances; lookups are slightly
/// faster.
///
/// # Example
/// ```
/// use tesuji_core::Heuristic;
/// use tesuji_informed::pdb::{Additive, Database, InBytes};
/// use tesuji_taquin::{Goal, Partition, Taquin, TilePatterns, Upright};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let partition = Partition::new(&taquin, &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
/// let groups = partition.groups().iter();
/// let databases: Vec<_> =
///     groups.map(|group| Database::build(&InBytes(group.arrangements()), 1)).collect();
/// let patterns = InBytes(TilePatterns::<u64, Upright>::new(&taquin, &partition)?);
/// let heuristic = Additive::new(patterns, &databases)?;
/// assert_eq!(heuristic.evaluate(&taquin, &taquin.goal()), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InBytes<T>(pub T);

impl<A: Abstraction> Abstraction for InBytes<A> {
    const FORM: Form = Form::Bytes;

    fn identity(&self) -> String {
        self.0.identity()
    }

    fn entries(&self) -> usize {
        self.0.entries()
    }

    fn blocks(&self) -> usize {
        self.0.blocks()
    }

    fn members(&self) -> usize {
        self.0.members()
    }

    fn classes(&self, block: usize) -> Range<usize> {
        self.0.classes(block)
    }

    #[inline]
    fn entry(&self, block: usize, member: usize) -> usize {
        self.0.entry(block, member)
    }

    fn visit_entries(&self, block: usize, mut visit: impl FnMut(usize, Cost)) {
        self.0.visit_entries(block, |entry, _| visit(entry, 0));
    }

    fn is_odd(&self, block: usize) -> Option<bool> {
        self.0.is_odd(block)
    }

    fn visit_goals(&self, visit: impl FnMut(usize, usize)) {
        self.0.visit_goals(visit);
    }

    fn visit_class_moves(&self, block: usize, class: usize, visit: impl FnMut(ClassMove)) {
        self.0.visit_class_moves(block, class, visit);
    }

    fn origins(&self, reordering: usize) -> &[u16] {
        self.0.origins(reordering)
    }
}

impl<P: Puzzle, L: Patterns<P>> Patterns<P> for InBytes<L> {
    const FORM: Form = Form::Bytes;

    type Keys = L::Keys;

    fn parts(&self) -> usize {
        self.0.parts()
    }

    fn start(&self, puzzle: &P, state: &P::State) -> Self::Keys {
        self.0.start(puzzle, state)
    }

    fn entry(&self, keys: Self::Keys, part: usize) -> usize {
        self.0.entry(keys, part)
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        keys: Self::Keys,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> EntryChange<Self::Keys> {
        EntryChange { base_change: 0, ..self.0.advance(puzzle, keys, parent, mv, child) }
    }
}
