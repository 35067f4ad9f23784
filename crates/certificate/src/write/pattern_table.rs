use tesuji_core::{Budget, Cost, Pieces};

use crate::Rejection;
use crate::patterns::{BYTES_PER_POSITION, DEAD_END, MAX_COST, Patterns, invalid};
use crate::space::Limits;

/// The least costs of all arrangements of a pattern of a puzzle's [pieces](Pieces), with which a
/// pattern database can be compared entry by entry.
///
/// They are the entries that a certificate's lower bound is computed from: Dijkstra's algorithm
/// from the goals fills the table, and a second pass verifies that no step lowers an entry by more
/// than it costs. It shares no code with the searches that build databases. Memory: a byte for each
/// way to put the pieces of the pattern, and the blank, on places, equal ones included; time
/// proportional to the number of arrangements.
///
/// # Example
/// ```
/// use tesuji_certificate::PatternTable;
/// use tesuji_core::{Budget, Puzzle};
/// use tesuji_taquin::{Goal, Taquin};
///
/// let pieces = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?.pieces().expect("it has pieces");
/// // Tiles 1 and 2, which belong on cells 1 and 2.
/// let table = PatternTable::new(&pieces, &[0, 1], 1 << 20, &Budget::unlimited())?;
/// assert_eq!(table.least(&[1, 2]), Some(0));
/// assert_eq!(table.least(&[2, 1]), Some(4));
/// assert_eq!((table.least(&[1]), table.least(&[1, 9])), (None, None));
/// assert!(PatternTable::new(&pieces, &[0, 255], 1 << 20, &Budget::unlimited()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PatternTable {
    /// The numbers of pieces and of places, and of entries for each arrangement: one for each place
    /// of a blank.
    pieces: usize,
    places: usize,
    blanks: usize,
    entries: Vec<u8>,
}

impl PatternTable {
    /// Computes and verifies the table of the pieces with these numbers, from 0 on, in at most
    /// `bytes` of memory. The nodes of `budget` are arrangements.
    ///
    /// # Errors
    /// A piece does not exist or is there twice, there are more than eight, the table is too large,
    /// or a limit was reached.
    pub fn new(
        model: &Pieces,
        pieces: &[u8],
        bytes: u64,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        model.check_ranges().map_err(|problem| invalid(&problem))?;
        // The blank comes first: the entries of an arrangement then follow each other.
        let mut pattern = if model.blank { vec![0] } else { Vec::new() };
        for &piece in pieces {
            let none = || invalid(&format!("there is no piece {piece}"));
            pattern.push(piece.checked_add(1).ok_or_else(none)?);
        }
        let tables = Limits::within(bytes / BYTES_PER_POSITION, budget, |limits| {
            Patterns::new(model, &[pattern], limits)
        })?;
        let places = usize::from(model.places);
        let blanks = if model.blank { places } else { 1 };
        Ok(PatternTable { pieces: pieces.len(), places, blanks, entries: tables.entries })
    }

    /// The least cost of a way to a goal from any state that has the pieces on these places, in the
    /// order in which they were given; at most 254, which also stands for larger ones. `None` if
    /// there is no such way, two pieces are on one place, a place does not exist, or there are more
    /// or fewer places than pieces.
    #[must_use]
    pub fn least(&self, places: &[u8]) -> Option<Cost> {
        if places.len() != self.pieces || places.iter().any(|&place| place as usize >= self.places)
        {
            return None;
        }
        let (mut index, mut weight) = (0, self.blanks);
        for &place in places {
            index += usize::from(place) * weight;
            weight *= self.places;
        }
        let entries = self.entries.get(index..index + self.blanks)?;
        let least = entries.iter().copied().min().filter(|&entry| entry != DEAD_END);
        least.map(Cost::from)
    }

    /// The largest cost that is distinguished from larger ones.
    pub const MAX_COST: Cost = MAX_COST as Cost;
}
