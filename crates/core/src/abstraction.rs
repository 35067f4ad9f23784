use std::fmt;
use std::ops::Range;

use crate::{Cost, Puzzle};

/// How a pattern database keeps an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The distance, in a byte.
    Bytes,
    /// By how many steps the distance exceeds the entry's base, in half a byte.
    Packed {
        /// What all these excesses are multiples of; not 0.
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

/// A puzzle seen through a *pattern*: a few of its pieces are told apart, the others are not, and a
/// move counts 1 or nothing. Its distances, all of them, make a pattern database: an admissible
/// estimate for the puzzle (Culberson & Schaeffer, "Pattern Databases", Computational Intelligence
/// 14, 1998). Where each move of the puzzle counts in at most one of several abstractions, their
/// distances may be added (Korf & Felner, "Disjoint Pattern Database Heuristics", Artificial
/// Intelligence 134, 2002).
///
/// A database holds a number for each *entry*. The abstract states come in *blocks* of members
/// that move alike: the cells that some tiles occupy make a block, and the orders in which they
/// stand there are its members. A search then moves whole blocks at once, as rows of bits.
/// Where moves depend on something that the entries leave out (the region where the blank is), a
/// block has several *classes*, one for each case; they share the block's entries, and an entry is
/// the least distance among them. An abstraction with nothing of the kind has blocks of one
/// class and one member.
///
/// An entry may have a *base*, a lower bound of its distance that is known without the database.
/// What it leaves to be kept is small, and takes half the memory ([`Form::Packed`]).
///
/// # Contract
/// Each counted move of the puzzle is a move here or changes nothing that is told apart; moves that
/// count nothing have been followed through, so that classes that are connected by them are one.
/// A distance exceeds the base by a multiple of the form's step.
pub trait Abstraction: Sync {
    /// How the entries are kept.
    const FORM: Form = Form::Bytes;

    /// Everything that the distances depend on, in one line: what a file of them is known by.
    fn identity(&self) -> String;

    /// How many entries there are.
    fn entries(&self) -> usize;

    /// How many blocks there are.
    fn blocks(&self) -> usize;

    /// How many members each class has, at most 65,536.
    fn members(&self) -> usize;

    /// The classes of a block; the blocks share out all classes in order.
    fn classes(&self, block: usize) -> Range<usize>;

    /// The entry of a member of a block. No other block has it.
    fn entry(&self, block: usize, member: usize) -> usize;

    /// The base of that entry; 0 unless overridden.
    fn base(&self, block: usize, member: usize) -> Cost {
        let _ = (block, member);
        0
    }

    /// Shows each goal: class and member.
    fn visit_goals(&self, visit: impl FnMut(usize, usize));

    /// Shows the counted moves of a class of a block.
    fn visit_class_moves(&self, block: usize, class: usize, visit: impl FnMut(ClassMove));

    /// Where a reordering leads from: for each member of the class that is reached, the
    /// member that reaches it.
    fn origins(&self, reordering: usize) -> &[u16];
}

/// A move that all members of a class make alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassMove {
    /// The class they come to.
    pub to: usize,
    /// Which of the abstraction's reorderings they undergo; none if each keeps its number.
    pub reordering: Option<usize>,
}

/// Where the states of a puzzle stand in several pattern databases whose distances add up.
///
/// # Contract
/// `advance` gives the keys that `start` would give for the child. Form and bases are those of the
/// abstractions that the databases are of.
pub trait Patterns<P: Puzzle> {
    /// How the entries are kept.
    const FORM: Form = Form::Bytes;

    /// A state's entries in all the databases, carried along a path.
    type Keys: Copy;

    /// How many databases there are.
    fn parts(&self) -> usize;

    /// The keys of a state, from scratch.
    fn start(&self, puzzle: &P, state: &P::State) -> Self::Keys;

    /// The entry in the database of a part.
    fn entry(&self, keys: Self::Keys, part: usize) -> usize;

    /// The sum of the bases of a state's entries; 0 unless overridden.
    fn base(&self, puzzle: &P, state: &P::State) -> Cost {
        let _ = (puzzle, state);
        0
    }

    /// The keys of `child`, which is `parent` after `mv`, and what has changed.
    fn advance(
        &self,
        puzzle: &P,
        keys: Self::Keys,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> EntryChange<Self::Keys>;
}

/// What a move changes of the entries of a state: one of them at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryChange<K> {
    /// The keys after the move.
    pub keys: K,
    /// The only part whose entry may have changed.
    pub part: usize,
    /// Its entry after the move.
    pub entry: usize,
    /// By how much the base of that entry grew; 0 if there are no bases.
    pub base_change: i32,
}

/// A puzzle of pieces and places in which the two can change roles: the *dual* of a state says of
/// each place where its piece belongs, as of a piece where it stands. It has another goal, perhaps,
/// but is as far from it, as the same moves solve it in the opposite order (Felner, Zahavi,
/// Schaeffer & Holte, "Dual Lookups in Pattern Databases", IJCAI 2005). A heuristic may see more in
/// the one than in the other.
///
/// # Contract
/// The dual is a state of the puzzle it is said to belong to, and its distance there is that of
/// the state.
pub trait Duality<P: Puzzle> {
    /// The puzzles that duals belong to.
    fn puzzles(&self) -> &[P];

    /// The dual of a state, and the index of its puzzle.
    fn dual(&self, state: &P::State) -> (usize, P::State);
}
