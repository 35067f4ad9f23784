use std::collections::HashMap;

use super::genus::{Genera, Genus};
use super::{NimValueError, NimValues};
use crate::heap_move::HeapMove;
use crate::rule::{Convention, HeapRule, visit_options};

/// The winner and the winning moves of sums of heaps, under both conventions.
///
/// Under the normal convention the nim-sum of the heaps' values determines them, for every rule.
/// Under the misère convention the misère [genera](Genus) do if all heaps are tame: in every
/// subtraction game, Nim included, and for small heaps of other games. Sums with a wild heap are
/// searched exhaustively, up to a limit; beyond it the result is an error, never a guess.
///
/// # Example
/// ```
/// use tesuji_nim::{Convention, TakeSet, theory::Sums};
///
/// let mut nim = Sums::new(TakeSet::any())?;
/// assert_eq!(nim.value(&[3, 4, 5])?, 2);
/// let moves = nim.winning_moves(&[3, 4, 5], Convention::Misere)?;
/// assert_eq!(moves[0].to_string(), "1:2");
/// # Ok::<(), tesuji_nim::theory::SumError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sums<R> {
    values: NimValues<R>,
    genera: Genera,
    /// Whether the player to move wins a sum with a wild heap, under the misère convention.
    searched: HashMap<Box<[usize]>, bool>,
    max_searched: usize,
}

/// An error that prevents the evaluation of a sum.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SumError {
    /// A nim-value cannot be computed.
    #[error(transparent)]
    NimValue(#[from] NimValueError),
    /// The sum is too large for the misère search.
    #[error(
        "no misère theory covers a heap of {heap} tokens, and {tokens} tokens are too many to search: \
         at most {max} are supported",
        max = Sums::<crate::Grundy>::MAX_TOKENS
    )]
    TooManyTokens {
        /// A wild heap.
        heap: usize,
        /// The total number of tokens.
        tokens: usize,
    },
    /// The misère search reached its limit.
    #[error(
        "no misère theory covers a heap of {heap} tokens, and searching {positions} sums was not enough"
    )]
    SearchLimit {
        /// A wild heap.
        heap: usize,
        /// The number of sums searched and remembered.
        positions: usize,
    },
}

impl<R: HeapRule> Sums<R> {
    /// The maximum number of tokens of a sum that is searched.
    pub const MAX_TOKENS: usize = 400;

    /// Returns the theory of sums of heaps under `rule`.
    ///
    /// # Errors
    /// If the nim-value of a small heap is already too large.
    pub fn new(rule: R) -> Result<Self, SumError> {
        Ok(Sums {
            values: NimValues::new(rule)?,
            genera: Genera::default(),
            searched: HashMap::new(),
            max_searched: 1_000_000,
        })
    }

    /// Sets the maximum number of sums remembered in misère searches; a million by default.
    #[must_use]
    pub fn max_searched(mut self, positions: usize) -> Self {
        self.max_searched = positions;
        self
    }

    /// The nim-values computed so far.
    pub fn values(&self) -> &NimValues<R> {
        &self.values
    }

    /// The nim-value of a sum.
    ///
    /// # Errors
    /// If the value of a heap cannot be computed.
    pub fn value(&mut self, heaps: &[usize]) -> Result<u32, SumError> {
        self.prepare(heaps.iter().copied().max().unwrap_or(0))?;
        Ok(heaps.iter().fold(0, |sum, &heap| sum ^ self.values.known(heap)))
    }

    /// Computes the nim-values of all heaps of up to `largest` tokens: the slowest step for large
    /// heaps, for callers that check the time in between.
    ///
    /// # Errors
    /// If the value of a heap cannot be computed.
    pub fn prepare(&mut self, largest: usize) -> Result<(), SumError> {
        Ok(self.values.prepare(largest)?)
    }

    /// The genus of one heap, which determines its misère play. `None` if the heap is wild, or has
    /// more than a few thousand tokens and the game is not a subtraction game.
    ///
    /// # Errors
    /// If the value of a heap cannot be computed.
    pub fn genus(&mut self, heap: usize) -> Result<Option<Genus>, SumError> {
        Ok(self.genera.of(heap, &mut self.values)?)
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    /// If neither theory nor a search within the limits decides.
    pub fn mover_wins(
        &mut self,
        heaps: &[usize],
        convention: Convention,
    ) -> Result<bool, SumError> {
        match convention {
            Convention::Normal => Ok(self.value(heaps)? != 0),
            Convention::Misere => self.mover_wins_misere(heaps),
        }
    }

    /// Returns all moves after which the opponent loses, by heap, small takes and small parts
    /// first; none if the player to move loses or the game is over.
    ///
    /// # Errors
    /// If neither theory nor a search within the limits decides.
    ///
    /// # Complexity
    /// One look-up for every legal move, besides the computation of the values.
    pub fn winning_moves(
        &mut self,
        heaps: &[usize],
        convention: Convention,
    ) -> Result<Vec<HeapMove>, SumError> {
        let all = self.value(heaps)?;
        let mut winning = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            let others = match convention {
                Convention::Normal => Others::Normal(all ^ self.values.known(heap)),
                Convention::Misere => {
                    Others::Misere(self.sum_of_genera(&heaps[..index], &heaps[index + 1..])?)
                }
            };
            for (take, part) in self.options(heap) {
                let rest = heap - take - part;
                let wins = match others {
                    Others::Normal(others) => {
                        others ^ self.values.known(rest) ^ self.values.known(part) == 0
                    }
                    Others::Misere(others) => {
                        match others.zip(self.sum_of_genera(&[rest], &[part])?) {
                            Some((others, after)) => others.plus(after).misere == 0,
                            None => {
                                let mut after = heaps.to_vec();
                                after[index] = rest;
                                after.push(part);
                                !self.mover_wins_misere(&after)?
                            }
                        }
                    }
                };
                if wins {
                    let small = |tokens| u32::try_from(tokens).expect("values end before");
                    let [heap, take, part] = [index, take, part].map(small);
                    winning.push(HeapMove { heap, take, part });
                }
            }
        }
        Ok(winning)
    }

    /// The genus of the sum of these heaps; `None` if one of them is wild.
    fn sum_of_genera(
        &mut self,
        heaps: &[usize],
        more: &[usize],
    ) -> Result<Option<Genus>, SumError> {
        let mut sum = Genus::EMPTY;
        for &heap in heaps.iter().chain(more) {
            match self.genus(heap)? {
                Some(genus) => sum = sum.plus(genus),
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    fn mover_wins_misere(&mut self, heaps: &[usize]) -> Result<bool, SumError> {
        let mut sum = Genus::EMPTY;
        let mut wild = None;
        for &heap in heaps {
            match self.genus(heap)? {
                Some(genus) => sum = sum.plus(genus),
                None => wild = Some(heap),
            }
        }
        let Some(wild) = wild else { return Ok(sum.misere != 0) };
        let tokens = heaps.iter().fold(0usize, |sum, &heap| sum.saturating_add(heap));
        if tokens > Self::MAX_TOKENS {
            return Err(SumError::TooManyTokens { heap: wild, tokens });
        }
        // Heaps without a move change nothing.
        let mut live: Vec<usize> = heaps.to_vec();
        live.retain(|&heap| !self.options(heap).is_empty());
        live.sort_unstable();
        if let Some(&wins) = self.searched.get(live.as_slice()) {
            return Ok(wins);
        }
        let wins = self.search(&live)?;
        if self.searched.len() >= self.max_searched {
            return Err(SumError::SearchLimit { heap: wild, positions: self.searched.len() });
        }
        self.searched.insert(live.into(), wins);
        Ok(wins)
    }

    /// Whether the player to move, who has a move, can leave a lost sum.
    fn search(&mut self, heaps: &[usize]) -> Result<bool, SumError> {
        for (index, &heap) in heaps.iter().enumerate() {
            if index > 0 && heaps[index - 1] == heap {
                continue;
            }
            for (take, part) in self.options(heap) {
                let mut after = heaps.to_vec();
                after[index] = heap - take - part;
                after.push(part);
                if !self.mover_wins_misere(&after)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn options(&self, heap: usize) -> Vec<(usize, usize)> {
        let mut options = Vec::new();
        visit_options(self.values.rule(), heap, |take, part| options.push((take, part)));
        options
    }
}

/// The sum of the heaps that a move does not touch.
enum Others {
    /// Their nim-sum.
    Normal(u32),
    /// Their genus, if none of them is wild.
    Misere(Option<Genus>),
}
