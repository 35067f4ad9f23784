use std::iter;

use tesuji_core::Ranked;

/// The distance of every state of a space from the start states of an
/// [`Enumeration`](crate::Enumeration), along the moves.
///
/// The table stores each distance modulo 3, in two bits. If every move can be undone by a single
/// move, as in sliding-tile puzzles, that determines the distance: the distances of neighbours
/// differ by at most one, so the residues show which neighbour is nearer, and following nearer
/// neighbours leads to a start. (Cooperman & Finkelstein, "New methods for using Cayley graphs in
/// interconnection networks", Discrete Applied Mathematics 37/38, 1992.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    pub(crate) size: u64,
    pub(crate) layers: Vec<u64>,
    pub(crate) deepest: Vec<u64>,
    /// For 64 states each, the low and the high bits of the distances modulo 3; 3 if the state is
    /// unreachable.
    pub(crate) residues: Vec<[u64; 2]>,
}

impl Distances {
    /// The number of states at distance 0, 1, 2, ...
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The number of states reached.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The number of states that cannot be reached.
    #[must_use]
    pub fn unreached(&self) -> u64 {
        self.size - self.reached()
    }

    /// The largest distance; `None` if the enumeration started with no state at all.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        self.layers.len().checked_sub(1).map(|largest| u32::try_from(largest).unwrap_or(u32::MAX))
    }

    /// The mean distance of the states that were reached.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more")]
    pub fn mean(&self) -> f64 {
        let sum: f64 = (0u32..).zip(&self.layers).map(|(d, &n)| f64::from(d) * n as f64).sum();
        sum / self.reached() as f64
    }

    /// The ranks of the farthest states, in increasing order: all of them, or the maximum number
    /// that the enumeration lists.
    #[must_use]
    pub fn deepest(&self) -> &[u64] {
        &self.deepest
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.residues.as_slice())
    }

    /// The distance of a state modulo 3, or `None` if it cannot be reached.
    ///
    /// # Panics
    /// If `rank` is not below the size of the space.
    #[inline]
    #[must_use]
    pub fn modulo_3(&self, rank: u64) -> Option<u8> {
        assert!(rank < self.size, "rank {rank} of a space of {} states", self.size);
        let [low, high] = self.residues[(rank / 64) as usize].map(|bits| bits >> (rank % 64) & 1);
        let residue = (low | high << 1) as u8;
        (residue < 3).then_some(residue)
    }

    /// The distance of the state with rank `rank`, or `None` if it cannot be reached.
    ///
    /// Time: the distance times the cost of ranking a state's successors.
    ///
    /// Correct only for the rules that were enumerated, and only if every move can be undone by a
    /// single move.
    ///
    /// # Panics
    /// If `rank` is not below the size of the space.
    #[must_use]
    pub fn distance<R: Ranked>(&self, rules: &R, mut rank: u64) -> Option<u32> {
        self.modulo_3(rank)?;
        let (mut distance, mut successors) = (0, Vec::new());
        // The bound is for spaces whose moves cannot be taken back: there one could go round
        // in a cycle.
        while let Some(nearer) = self.nearer(rules, rank, &mut successors)
            && Some(distance) < self.largest()
        {
            rank = nearer;
            distance += 1;
        }
        Some(distance)
    }

    /// A successor at a smaller distance. Uses `successors` for the list of all.
    fn nearer<R: Ranked>(&self, rules: &R, rank: u64, successors: &mut Vec<u64>) -> Option<u64> {
        let wanted = (self.modulo_3(rank)? + 2) % 3;
        successors.clear();
        rules.push_successor_ranks(iter::once(rank), successors);
        successors.iter().copied().find(|&successor| self.modulo_3(successor) == Some(wanted))
    }

    /// The first legal move of `state` that reduces the distance; `None` at a start, or if the
    /// state cannot be reached. Correct under the same conditions as [`distance`](Self::distance).
    #[must_use]
    pub fn nearer_move<R: Ranked>(&self, rules: &R, state: &R::State) -> Option<R::Move> {
        let wanted = (self.modulo_3(rules.rank(state))? + 2) % 3;
        let mut moves = rules.moves(state).into_iter();
        moves.find(|&mv| self.modulo_3(rules.rank(&rules.successor(state, mv))) == Some(wanted))
    }
}
