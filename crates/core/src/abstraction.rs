use std::fmt;
use std::ops::Range;

use crate::{Cost, Puzzle};

/// How a pattern database stores an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The distance, in a byte.
    Bytes,
    /// The difference between the distance and the entry's base, in steps, in half a byte.
    Packed {
        /// A divisor of all these differences; not 0.
        step: u8,
    },
}

impl fmt::Display for Form {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Bytes => out.write_str("bytes"),
            Form::Packed { step } => write!(out, "half bytes by steps of {step}"),
        }
    }
}

/// A pattern abstraction of a puzzle, from which a pattern database is built.
///
/// A *pattern* distinguishes a few of the puzzle's pieces and ignores the others; a move costs 1 or
/// 0. The distances of all abstract states make a pattern database, which is an admissible
/// heuristic (Culberson & Schaeffer, "Pattern Databases", Computational Intelligence 14, 1998). If
/// each move of the puzzle counts in at most one of several abstractions, their distances may be
/// added (Korf & Felner, "Disjoint Pattern Database Heuristics", Artificial Intelligence 134,
/// 2002).
///
/// A database holds a number for each *entry*. Abstract states that move alike form *blocks*: the
/// set of cells that the tiles of the pattern occupy is a block, and the permutations of the tiles
/// on these cells are its members. A search moves a whole block at once, as a row of bits.
/// If moves depend on something that the entries omit (the region of the blank), a block has
/// several *classes*, one for each case. They share the block's entries, and an entry is the
/// minimum distance over the classes. An abstraction without such structure has blocks of one class
/// and one member.
///
/// An entry may have a *base*, a lower bound of its distance that is known without the database.
/// The difference is small and takes half the memory ([`Form::Packed`]).
///
/// # Contract
/// Each counted move of the puzzle either is an abstract move or leaves the abstract state
/// unchanged. Classes that moves of cost 0 connect are merged. A distance exceeds its base by a
/// multiple of the form's step.
pub trait Abstraction: Sync {
    /// How the entries are stored.
    const FORM: Form = Form::Bytes;

    /// Everything that the distances depend on, in one line; it identifies a database file.
    fn identity(&self) -> String;

    /// The number of entries.
    fn entries(&self) -> usize;

    /// The number of blocks.
    fn blocks(&self) -> usize;

    /// The number of members of each class, at most 65,536.
    fn members(&self) -> usize;

    /// The classes of a block; consecutive blocks have consecutive ranges of classes.
    fn classes(&self, block: usize) -> Range<usize>;

    /// The entry of a member of a block. Blocks share no entries.
    fn entry(&self, block: usize, member: usize) -> usize;

    /// The base of that entry; 0 unless overridden.
    fn base(&self, block: usize, member: usize) -> Cost {
        let _ = (block, member);
        0
    }

    /// Shows the entries of a block's members in their order, with their bases. May be overridden
    /// where it is faster than [`entry`](Self::entry) and [`base`](Self::base) of each.
    fn visit_entries(&self, block: usize, mut visit: impl FnMut(usize, Cost)) {
        for member in 0..self.members() {
            visit(self.entry(block, member), self.base(block, member));
        }
    }

    /// Whether the distances of a block's states are odd, where all moves are reversible and each
    /// leads from an even distance to an odd one or back: `None` unless overridden, for all blocks
    /// or for none. Those of blocks with goals are even. A search takes less memory then.
    fn is_odd(&self, block: usize) -> Option<bool> {
        let _ = block;
        None
    }

    /// Shows each goal as a class and a member.
    fn visit_goals(&self, visit: impl FnMut(usize, usize));

    /// Shows the counted moves of a class of a block.
    fn visit_class_moves(&self, block: usize, class: usize, visit: impl FnMut(ClassMove));

    /// The inverse of a reordering: for each member of the target class, the member that it comes
    /// from.
    fn origins(&self, reordering: usize) -> &[u16];
}

/// A move of all members of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassMove {
    /// The target class.
    pub to: usize,
    /// The reordering that the members undergo; `None` if each keeps its number.
    pub reordering: Option<usize>,
}

/// The lookup of a puzzle's states in several pattern databases whose distances are added.
///
/// # Contract
/// `advance` returns what `start` returns for the child. Form and bases are those of the
/// abstractions that the databases were built from.
pub trait Patterns<P: Puzzle> {
    /// How the entries are stored.
    const FORM: Form = Form::Bytes;

    /// A state's entries in all the databases, carried along a path.
    type Keys: Copy;

    /// The number of databases.
    fn parts(&self) -> usize;

    /// The keys of a state, from scratch.
    fn start(&self, puzzle: &P, state: &P::State) -> Self::Keys;

    /// The entry in the database with index `part`.
    fn entry(&self, keys: Self::Keys, part: usize) -> usize;

    /// The sum of the bases of a state's entries; 0 unless overridden.
    fn base(&self, puzzle: &P, state: &P::State) -> Cost {
        let _ = (puzzle, state);
        0
    }

    /// The keys of `child`, which is `parent` after `mv`, and the changed entry.
    fn advance(
        &self,
        puzzle: &P,
        keys: Self::Keys,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> EntryChange<Self::Keys>;
}

/// The change of a state's entries by a move, which changes at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryChange<K> {
    /// The keys after the move.
    pub keys: K,
    /// The only part whose entry may have changed.
    pub part: usize,
    /// Its entry after the move.
    pub entry: usize,
    /// The increase of that entry's base; 0 if there are no bases.
    pub base_change: i32,
}

/// The dual states of a permutation puzzle.
///
/// The *dual* of a state exchanges the roles of pieces and places: it says of each place where its
/// piece belongs. Its goal may differ, but its distance is the same, because the same moves in
/// reverse order solve it (Felner, Zahavi, Schaeffer & Holte, "Dual Lookups in Pattern Databases",
/// IJCAI 2005). The estimates of the two may differ.
///
/// # Contract
/// The dual is a state of the puzzle with the returned index and has the distance of the state.
pub trait Duality<P: Puzzle> {
    /// The puzzles that dual states belong to.
    fn puzzles(&self) -> &[P];

    /// The dual of a state, and the index of its puzzle.
    fn dual(&self, state: &P::State) -> (usize, P::State);
}
