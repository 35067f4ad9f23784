//! The positions on the way from the root, for games in which play can repeat positions.

use tesuji_core::hash::MixedKeyMap;

/// How often each key is on the path.
///
/// A player who plays for a win gains nothing by repeating a position: a position that is met again
/// on the path counts as not won by the claimant. What is proved so holds everywhere, for a proof
/// contains no cycle. What is *disproved* may rest on a position further up the path (the
/// graph-history interaction problem: Palay, 1985; Kishimoto & Müller, "A General Solution to the
/// Graph History Interaction Problem", AAAI 2004), and is kept under a
/// [condition](super::conditions).
#[derive(Debug, Default)]
pub(crate) struct Path {
    times: MixedKeyMap<u32>,
}

impl Path {
    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.times.contains_key(&key)
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        *self.times.entry(key).or_insert(0) += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self, key: u64) {
        if let Some(times) = self.times.get_mut(&key) {
            *times -= 1;
            if *times == 0 {
                self.times.remove(&key);
            }
        }
    }
}
