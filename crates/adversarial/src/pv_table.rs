/// The triangular table of principal variations: one for each ply of the path that is searched.
#[derive(Debug)]
pub(crate) struct PvTable<M> {
    /// The principal variation from each ply on.
    from: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        PvTable { from: Vec::new() }
    }

    /// Empties the variation from this ply on.
    pub(crate) fn clear(&mut self, ply: usize) {
        if self.from.len() <= ply + 1 {
            self.from.resize_with(ply + 2, Vec::new);
        }
        self.from[ply].clear();
    }

    /// Makes `mv` the best move at this ply, followed by the variation of the next ply.
    pub(crate) fn lead(&mut self, ply: usize, mv: M) {
        let (before, after) = self.from.split_at_mut(ply + 1);
        let pv = &mut before[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&after[0]);
    }

    /// Takes the variation from this ply on.
    pub(crate) fn take(&mut self, ply: usize) -> Vec<M> {
        std::mem::take(&mut self.from[ply])
    }
}
