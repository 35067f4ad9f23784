use std::rc::Rc;

/// The principal variations of a search: one for each ply of the path that is searched. They share
/// their ends, so that a long path does not take the square of its length.
#[derive(Debug)]
pub(crate) struct PvTable<M> {
    /// The principal variation from each ply on.
    from: Vec<Line<M>>,
}

type Line<M> = Option<Rc<Link<M>>>;

#[derive(Debug)]
struct Link<M> {
    mv: M,
    rest: Line<M>,
}

impl<M> Drop for Link<M> {
    /// Not by recursion, which could be as deep as the line is long.
    fn drop(&mut self) {
        let mut rest = self.rest.take();
        while let Some(mut link) = rest.and_then(Rc::into_inner) {
            rest = link.rest.take();
        }
    }
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        PvTable { from: Vec::new() }
    }

    /// Empties the variation from this ply on.
    pub(crate) fn clear(&mut self, ply: usize) {
        if self.from.len() <= ply + 1 {
            self.from.resize_with(ply + 2, || None);
        }
        self.from[ply] = None;
    }

    /// Makes `mv` the best move at this ply, followed by the variation of the next ply.
    pub(crate) fn lead(&mut self, ply: usize, mv: M) {
        let rest = self.from[ply + 1].clone();
        self.from[ply] = Some(Rc::new(Link { mv, rest }));
    }

    /// Takes the variation from this ply on.
    pub(crate) fn take(&mut self, ply: usize) -> Vec<M> {
        let mut rest = self.from[ply].take();
        let mut line = Vec::new();
        while let Some(link) = rest {
            line.push(link.mv);
            rest = link.rest.clone();
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a list for each ply this would take terabytes.
    #[test]
    fn a_long_line_takes_memory_for_its_moves() {
        let plies = 1_000_000;
        let mut table = PvTable::new();
        (0..=plies).for_each(|ply| table.clear(ply));
        (0..plies).rev().for_each(|ply| table.lead(ply, ply));
        assert!(table.take(0).into_iter().eq(0..plies));
        table.lead(0, 7);
        table.clear(1);
        assert_eq!(table.take(0)[..3], [7, 1, 2]);
        assert_eq!(table.take(2).len(), plies - 2);
    }
}
