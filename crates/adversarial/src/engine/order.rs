//! What the search learns about moves while it runs.

/// The last two moves at each ply that were good enough to end the search of a position: in
/// sister positions they often are again (Akl and Newborn, "The Principal Continuation and the
/// Killer Heuristic", ACM Annual Conference 1977).
#[derive(Debug)]
pub(crate) struct Killers<M> {
    at: Vec<[Option<M>; 2]>,
    /// What the later and the earlier of the two are worth.
    scores: [i32; 2],
}

impl<M: Copy + Eq> Killers<M> {
    pub(crate) fn new(max_score: i32) -> Self {
        Killers { at: Vec::with_capacity(64), scores: [max_score, max_score - max_score / 4] }
    }

    #[inline]
    pub(crate) fn at(&self, ply: u32) -> KillersAt<M> {
        let moves = self.at.get(ply as usize).copied().unwrap_or([None; 2]);
        KillersAt { moves, scores: self.scores }
    }

    #[inline]
    pub(crate) fn add(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        if ply >= self.at.len() {
            self.at.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.at[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }
}

/// The killers of one ply.
pub(crate) struct KillersAt<M> {
    moves: [Option<M>; 2],
    scores: [i32; 2],
}

impl<M: Copy + Eq> KillersAt<M> {
    /// The move-ordering score of a move at this ply.
    #[inline]
    pub(crate) fn of(&self, mv: M) -> i32 {
        let [first, second] = self.moves;
        if first == Some(mv) {
            self.scores[0]
        } else if second == Some(mv) {
            self.scores[1]
        } else {
            0
        }
    }
}

/// How well moves have done wherever they were tried (Schaeffer, "The History Heuristic", ICCA
/// Journal 6, 1983).
///
/// Each result moves an entry towards its maximum or minimum, in proportion to the distance from
/// it, so that late results count more than early ones.
#[derive(Debug)]
pub(crate) struct Experience {
    of: Vec<i32>,
    max_score: i32,
}

impl Experience {
    pub(crate) fn new(slots: usize, max_score: i32) -> Self {
        Experience { of: vec![0; if max_score > 0 { slots } else { 0 }], max_score }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !self.of.is_empty()
    }

    #[inline]
    pub(crate) fn of(&self, index: usize) -> i32 {
        self.of[index]
    }

    /// The move was good enough, in a search of this depth.
    #[inline]
    pub(crate) fn praise(&mut self, index: usize, depth: u32) {
        self.push(index, weight(depth));
    }

    /// The move was tried and was not good enough, and another was.
    #[inline]
    pub(crate) fn blame(&mut self, index: usize, depth: u32) {
        self.push(index, -weight(depth));
    }

    #[inline]
    fn push(&mut self, index: usize, weight: i32) {
        let value = &mut self.of[index];
        let pull = i64::from(*value) * i64::from(weight.abs()) / HEAVIEST;
        let push = i64::from(self.max_score) * i64::from(weight) / HEAVIEST;
        // Both lie within the range of the values.
        *value += (push - pull) as i32;
    }
}

/// No verdict weighs more.
const HEAVIEST: i64 = 1 << 10;

/// The weight of the verdict of a search of this depth.
#[inline]
fn weight(depth: u32) -> i32 {
    let depth = depth.min(16).cast_signed();
    depth * depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experience_stays_within_its_range_and_follows_the_last_verdicts() {
        let mut experience = Experience::new(2, 1 << 14);
        for _ in 0..10_000 {
            experience.praise(0, 40);
            experience.blame(1, 40);
        }
        assert!(experience.of(0) > 1 << 13 && experience.of(0) <= 1 << 14);
        assert!(experience.of(1) < -(1 << 13) && experience.of(1) >= -(1 << 14));
        for _ in 0..100 {
            experience.blame(0, 10);
        }
        assert!(experience.of(0) < 0);
    }

    #[test]
    fn killers_are_two_and_the_last_comes_first() {
        let mut killers = Killers::new(1000);
        for mv in ['a', 'b', 'b', 'c'] {
            killers.add(3, mv);
        }
        let score = |ply, mv| killers.at(ply).of(mv);
        assert!(score(3, 'c') > score(3, 'b'));
        assert_eq!((score(3, 'a'), score(2, 'c'), score(9, 'c')), (0, 0, 0));
    }
}
