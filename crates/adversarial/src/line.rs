/// The best line below each ply of the path that is searched: a triangle of moves.
#[derive(Debug)]
pub(crate) struct Lines<M> {
    /// The line that begins at each ply.
    from: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Self {
        Lines { from: Vec::new() }
    }

    /// Nothing is known from this ply on.
    pub(crate) fn clear(&mut self, ply: usize) {
        if self.from.len() <= ply + 1 {
            self.from.resize_with(ply + 2, Vec::new);
        }
        self.from[ply].clear();
    }

    /// From this ply on `mv` is best, followed by what is best after it.
    pub(crate) fn lead(&mut self, ply: usize, mv: M) {
        let (before, after) = self.from.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// The line from this ply on.
    pub(crate) fn take(&mut self, ply: usize) -> Vec<M> {
        std::mem::take(&mut self.from[ply])
    }
}
