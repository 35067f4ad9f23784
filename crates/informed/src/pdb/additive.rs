use tesuji_core::{Cost, EntryChange, Form, Heuristic, Patterns, Puzzle};

use crate::pdb::Database;
use crate::pdb::entries::{WORD, half};

/// The maximum number of databases that can be added: one lane of a word for each distance.
const MAX_PARTS: usize = 8;

/// The sum of the distances in several databases, or the distance in a single one.
///
/// A step costs one lookup, because a move changes at most one entry. An entry from which no goal
/// can be reached counts as more than any distance that can be stored: 255 in bytes, 15 steps
/// beyond its base in half bytes.
///
/// # Example
/// ```
/// use tesuji_core::{Max, Notation, Solver};
/// use tesuji_informed::{IdaStar, pdb::{Additive, Database}};
/// use tesuji_taquin::{Goal, Mirrored, Partition, Taquin, TilePatterns, Upright};
///
/// let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
/// let partition = Partition::named(&taquin, "5-5-5")?;
/// let groups = partition.groups().iter();
/// let databases: Vec<_> =
///     groups.map(|group| Database::build(&group.arrangements(), 1)).collect();
/// let upright = TilePatterns::<u64, Upright>::new(&taquin, &partition)?;
/// let mirrored = TilePatterns::<u64, Mirrored<4>>::new(&taquin, &partition)?;
/// let heuristic =
///     Max(Additive::new(upright, &databases)?, Additive::new(mirrored, &databases)?);
///
/// let start = taquin.parse_state("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3")?;
/// let answer = IdaStar::new(heuristic).solve(&taquin, &start);
/// assert_eq!(answer.outcome.plan().map(|plan| plan.cost), Some(57));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Additive<'d, L> {
    patterns: L,
    tables: [&'d [[u8; WORD]]; MAX_PARTS],
}

/// The reason for which databases do not fit the patterns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdditiveError {
    /// Too many databases.
    #[error("at most {MAX_PARTS} databases can be added, not {0}")]
    TooMany(usize),
    /// The numbers of patterns and of databases differ.
    #[error("{parts} patterns need {parts} databases, not {databases}")]
    WrongCount {
        /// The number of parts of the patterns.
        parts: usize,
        /// The number of databases.
        databases: usize,
    },
    /// A database has another form than the patterns.
    #[error("database {number} is stored in {found}, but the patterns need {expected}")]
    Form {
        /// Its number, from 1.
        number: usize,
        /// Its form.
        found: Form,
        /// The form of the patterns.
        expected: Form,
    },
}

impl<'d, L> Additive<'d, L> {
    /// The heuristic that looks up `patterns` in their databases, in the order of their parts.
    ///
    /// # Errors
    /// If there are too many parts, or not one database of the right form for each.
    pub fn new<P: Puzzle>(
        patterns: L,
        databases: impl IntoIterator<Item = &'d Database>,
    ) -> Result<Self, AdditiveError>
    where
        L: Patterns<P>,
    {
        let databases: Vec<_> = databases.into_iter().collect();
        let parts = patterns.parts();
        if parts > MAX_PARTS {
            return Err(AdditiveError::TooMany(parts));
        }
        if parts != databases.len() {
            return Err(AdditiveError::WrongCount { parts, databases: databases.len() });
        }
        let mut tables: [&[[u8; WORD]]; MAX_PARTS] = [&[]; MAX_PARTS];
        for ((number, table), database) in (1..).zip(&mut tables).zip(databases) {
            let (found, expected) = (database.form(), L::FORM);
            if found != expected {
                return Err(AdditiveError::Form { number, found, expected });
            }
            *table = database.as_bytes().as_chunks().0;
        }
        Ok(Additive { patterns, tables })
    }
}

/// The memo of [`Additive`] along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdditiveMemo<K> {
    keys: K,
    /// The stored entry of each part, in a lane of eight bits.
    kept: u64,
    sum: Cost,
}

impl<L> Additive<'_, L> {
    /// The stored entry of a part.
    #[inline]
    fn kept(&self, form: Form, part: usize, entry: usize) -> u64 {
        let table = self.tables[part % MAX_PARTS];
        match form {
            Form::Bytes => table.as_flattened()[entry].into(),
            Form::Packed { .. } => half(table, entry),
        }
    }
}

/// The distance that one unit of a stored entry stands for.
#[inline]
fn step_of(form: Form) -> u8 {
    match form {
        Form::Bytes => 1,
        Form::Packed { step } => step,
    }
}

impl<P: Puzzle, L: Patterns<P>> Heuristic<P> for Additive<'_, L> {
    type Memo = AdditiveMemo<L::Keys>;

    const IS_ZERO_AT_GOALS: bool = true;

    fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        let keys = self.patterns.start(puzzle, state);
        let mut memo = AdditiveMemo { keys, kept: 0, sum: self.patterns.base(puzzle, state) };
        for part in 0..self.patterns.parts() {
            let kept = self.kept(L::FORM, part, self.patterns.entry(keys, part));
            memo.kept |= kept << (8 * part);
            memo.sum += (kept as Cost) * Cost::from(step_of(L::FORM));
        }
        memo
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> Self::Memo {
        let EntryChange { keys, part, entry, base_change } =
            self.patterns.advance(puzzle, memo.keys, parent, mv, child);
        let kept = self.kept(L::FORM, part, entry);
        let lane = 8 * (part % MAX_PARTS);
        let before = memo.kept >> lane & 255;
        let steps = kept as i32 - before as i32;
        let change = base_change + steps * i32::from(step_of(L::FORM));
        AdditiveMemo {
            keys,
            kept: memo.kept ^ (before ^ kept) << lane,
            sum: memo.sum.wrapping_add_signed(change),
        }
    }

    #[inline]
    fn estimate(&self, memo: Self::Memo) -> Cost {
        memo.sum
    }
}
