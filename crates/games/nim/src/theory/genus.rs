//! The misère theory of tame heaps.

use super::{NimValueError, NimValues};
use crate::rule::{HeapRule, visit_options};

/// The two values of a tame position: the minimum excluded value of the options, where the empty
/// position counts 0 under the normal convention and 1 under the misère convention.
///
/// A position is tame if all its options are and its two values are (0, 1) or (1, 0), when it is
/// fickle, or equal, when it is firm. Sums of tame positions are tame: fickle if all parts are,
/// with the nim-sum of the normal values; the misère value of a fickle sum is the other one of 0
/// and 1 (Conway, On Numbers and Games, 1976, chapter 12; by induction over the options). So the
/// theory of misère Nim applies to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim-value.
    pub normal: u32,
    /// The value under the misère convention; 0 if the player to move loses there.
    pub misere: u32,
}

impl Genus {
    /// The genus of the position without heaps.
    pub const EMPTY: Genus = Genus { normal: 0, misere: 1 };

    /// Whether the two values differ, as in a position with heaps of at most one token.
    #[must_use]
    pub(crate) fn is_fickle(self) -> bool {
        self.normal != self.misere
    }

    /// The genus of the sum of two tame positions.
    #[must_use]
    pub fn plus(self, other: Genus) -> Genus {
        let normal = self.normal ^ other.normal;
        let fickle = self.is_fickle() && other.is_fickle();
        Genus { normal, misere: if fickle { normal ^ 1 } else { normal } }
    }
}

/// The genera of the heaps of one rule, where they are tame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Genera {
    /// `None` for a wild heap.
    genera: Vec<Option<Genus>>,
}

impl Genera {
    /// The largest heap that is examined, except in subtraction games.
    pub(crate) const LARGEST: usize = 2000;

    /// The genus of a heap; `None` if it is wild, or too large to be examined.
    pub(crate) fn of<R: HeapRule>(
        &mut self,
        heap: usize,
        values: &mut NimValues<R>,
    ) -> Result<Option<Genus>, NimValueError> {
        if values.rule().is_subtraction() {
            // Ferguson, "On sums of graph games with last player losing", International Journal of
            // Game Theory 3, 1974: the values 0 and 1 of subtraction games are fickle, all others
            // firm.
            values.prepare(heap)?;
            let normal = values.known(heap);
            let misere = if normal <= 1 { normal ^ 1 } else { normal };
            return Ok(Some(Genus { normal, misere }));
        }
        if heap > Self::LARGEST {
            return Ok(None);
        }
        while self.genera.len() <= heap {
            let genus = self.by_options(self.genera.len(), values.rule());
            self.genera.push(genus);
        }
        Ok(self.genera[heap])
    }

    /// The genus of the next heap, from those of the smaller ones.
    fn by_options<R: HeapRule>(&self, heap: usize, rule: &R) -> Option<Genus> {
        let mut options = Vec::new();
        let mut tame = true;
        visit_options(rule, heap, |take, apart| {
            let part = |size: usize| {
                if size == 0 { Some(Genus::EMPTY) } else { self.genera[size] }
            };
            let (rest, part) = (part(heap - take - apart), part(apart));
            match rest.zip(part) {
                Some((rest, part)) => options.push(rest.plus(part)),
                None => tame = false,
            }
        });
        if !tame {
            return None;
        }
        let least = |value: fn(&Genus) -> u32| {
            let mut taken = vec![false; options.len() + 1];
            for value in options.iter().map(value) {
                if let Some(taken) = taken.get_mut(value as usize) {
                    *taken = true;
                }
            }
            let least = taken.iter().position(|&taken| !taken).expect("more places than values");
            u32::try_from(least).ok()
        };
        if options.is_empty() {
            return Some(Genus::EMPTY);
        }
        let genus =
            Genus { normal: least(|genus| genus.normal)?, misere: least(|genus| genus.misere)? };
        (genus.normal == genus.misere || genus.normal + genus.misere == 1).then_some(genus)
    }
}
