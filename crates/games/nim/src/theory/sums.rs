use tesuji_core::{Budget, Limit, Meter, Silent, StateTable};

use super::genus::{Genera, Genus};
use super::{NimValueError, NimValues};
use crate::heap_move::HeapMove;
use crate::rule::{Convention, HeapRule, visit_options};

/// The winner and the winning moves of sums of heaps, under both conventions.
///
/// Under the normal convention the nim-sum of the heaps' values determines them, for every rule.
/// Under the misère convention the misère [genera](Genus) do if all heaps are tame: in every
/// subtraction game, Nim included, and for small heaps of other games. Sums with a wild heap of at
/// most [`MAX_TOKENS`](Self::MAX_TOKENS) tokens together are searched exhaustively; of larger ones
/// the result is an error, never a guess.
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
    /// A limit ended the misère search.
    #[error("{0}")]
    Stopped(#[from] Limit),
}

impl<R: HeapRule> Sums<R> {
    /// The maximum number of tokens of a sum that is searched.
    pub const MAX_TOKENS: usize = 400;

    /// Returns the theory of sums of heaps under `rule`.
    ///
    /// # Errors
    /// If the nim-value of a small heap is already too large.
    pub fn new(rule: R) -> Result<Self, SumError> {
        Ok(Sums { values: NimValues::new(rule)?, genera: Genera::default() })
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
    /// If the theory does not decide, and there are too many tokens to search.
    pub fn mover_wins(
        &mut self,
        heaps: &[usize],
        convention: Convention,
    ) -> Result<bool, SumError> {
        match convention {
            Convention::Normal => Ok(self.value(heaps)? != 0),
            Convention::Misere => {
                let (budget, mut silent) = (Budget::unlimited(), Silent);
                let meter = &mut Meter::new(&budget, &mut silent);
                MisereSearch { sums: self, known: StateTable::new(), meter }.mover_wins(heaps)
            }
        }
    }

    /// Returns all moves after which the opponent loses, by heap, small takes and small parts
    /// first; none if the player to move loses or the game is over.
    ///
    /// # Errors
    /// If the theory does not decide, and after a move there are too many tokens to search.
    ///
    /// # Complexity
    /// One look-up for every legal move, besides the computation of the values; if a heap is wild
    /// under the misère convention, the search of all sums below.
    pub fn winning_moves(
        &mut self,
        heaps: &[usize],
        convention: Convention,
    ) -> Result<Vec<HeapMove>, SumError> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        self.winning_moves_within(heaps, convention, &mut Meter::new(&budget, &mut silent))
    }

    /// [`winning_moves`](Self::winning_moves) within the budget of `meter`; a node is a sum that the
    /// misère search meets.
    ///
    /// # Errors
    /// Those of [`winning_moves`](Self::winning_moves), and the limit that was reached.
    pub fn winning_moves_within(
        &mut self,
        heaps: &[usize],
        convention: Convention,
        meter: &mut Meter,
    ) -> Result<Vec<HeapMove>, SumError> {
        let all = self.value(heaps)?;
        let mut search = MisereSearch { sums: self, known: StateTable::new(), meter };
        let mut winning = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            let others = match convention {
                Convention::Normal => Others::Normal(all ^ search.sums.values.known(heap)),
                Convention::Misere => {
                    let (before, after) = (&heaps[..index], &heaps[index + 1..]);
                    Others::Misere(search.sums.sum_of_genera(before, after)?)
                }
            };
            for (take, part) in search.sums.options(heap) {
                let rest = heap - take - part;
                let values = &search.sums.values;
                let wins = match others {
                    Others::Normal(others) => others ^ values.known(rest) ^ values.known(part) == 0,
                    Others::Misere(others) => {
                        match others.zip(search.sums.sum_of_genera(&[rest], &[part])?) {
                            Some((others, after)) => others.plus(after).misere == 0,
                            None => {
                                let mut after = heaps.to_vec();
                                after[index] = rest;
                                after.push(part);
                                !search.mover_wins(&after)?
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

    fn options(&self, heap: usize) -> Vec<(usize, usize)> {
        let mut options = Vec::new();
        visit_options(self.values.rule(), heap, |take, part| options.push((take, part)));
        options
    }
}

/// The search of sums with a wild heap, under the misère convention.
struct MisereSearch<'s, 'm, 'b, R> {
    sums: &'s mut Sums<R>,
    /// Whether the player to move wins, by the sizes of the heaps that have a move, in order.
    known: StateTable<Box<[u16]>, bool>,
    meter: &'m mut Meter<'b>,
}

impl<R: HeapRule> MisereSearch<'_, '_, '_, R> {
    /// Whether the player to move wins.
    fn mover_wins(&mut self, heaps: &[usize]) -> Result<bool, SumError> {
        self.meter.charge(1)?;
        let mut sum = Genus::EMPTY;
        let mut wild = None;
        for &heap in heaps {
            match self.sums.genus(heap)? {
                Some(genus) => sum = sum.plus(genus),
                None => wild = Some(heap),
            }
        }
        let Some(wild) = wild else { return Ok(sum.misere != 0) };
        let tokens = heaps.iter().fold(0usize, |sum, &heap| sum.saturating_add(heap));
        if tokens > Sums::<R>::MAX_TOKENS {
            return Err(SumError::TooManyTokens { heap: wild, tokens });
        }
        // Heaps without a move change nothing.
        let mut live: Vec<usize> = heaps.to_vec();
        live.retain(|&heap| !self.sums.options(heap).is_empty());
        live.sort_unstable();
        let small = |&heap: &usize| u16::try_from(heap).expect("at most MAX_TOKENS");
        let key: Box<[u16]> = live.iter().map(small).collect();
        if let Some(index) = self.known.find(&key) {
            self.meter.duplicates += 1;
            return Ok(*self.known.datum(index));
        }
        let wins = self.can_leave_lost_sum(&live)?;
        self.meter.claim(size_of_val(&*key))?;
        self.known.insert(key, wins, self.meter)?;
        Ok(wins)
    }

    /// Whether some move leads to a sum that the player to move there loses.
    fn can_leave_lost_sum(&mut self, heaps: &[usize]) -> Result<bool, SumError> {
        self.meter.tally.expanded += 1;
        for (index, &heap) in heaps.iter().enumerate() {
            if index > 0 && heaps[index - 1] == heap {
                continue;
            }
            for (take, part) in self.sums.options(heap) {
                let mut after = heaps.to_vec();
                after[index] = heap - take - part;
                after.push(part);
                if !self.mover_wins(&after)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The sum of the heaps that a move does not touch.
enum Others {
    /// Their nim-sum.
    Normal(u32),
    /// Their genus, if none of them is wild.
    Misere(Option<Genus>),
}
