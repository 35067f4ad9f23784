use std::{io, iter};

use tesuji_core::{Budget, Limit, Meter, Silent, StateReader, StateWriter};

use super::NimValueError;
use super::dense::{MoveLists, Taking, extend_by_definition};
use super::sparse::{STEP, SparseSpace};
use crate::rule::HeapRule;

/// The nim-values of single heaps under one rule, computed on demand.
///
/// A heap is equivalent to the heap of Nim with that many tokens (Sprague 1935, Grundy 1939):
/// its value is the minimum excluded value of its options.
///
/// Games without splits use a loop over the takes; games that split heaps use a sparse space, with
/// vectors as wide as the processor's.
///
/// # Complexity
/// Time `O(n)` times the number of takes in games without splits; in games that split heaps `O(n)`
/// times the number of rare heaps if the game has a sparse space, else `O(n²)`. Memory: two bytes
/// per heap.
///
/// # Example
/// ```
/// use tesuji_nim::{Grundy, theory::NimValues};
///
/// let mut values = NimValues::new(Grundy)?;
/// values.extend_to(61)?;
/// let lost: Vec<usize> = (0..61).filter(|&heap| values.get(heap) == Some(0)).collect();
/// assert_eq!(lost, [0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53]);
/// # Ok::<(), tesuji_nim::theory::NimValueError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NimValues<R> {
    rule: R,
    engine: Engine,
    threads: usize,
}

#[derive(Clone, Debug)]
enum Engine {
    /// Moves may take any number of tokens, and there is a formula, used for this many heaps.
    Formula(usize),
    /// Moves may take any number of tokens, so there is no list of them, and there is no formula.
    Definition(Vec<u16>),
    Taking(Taking),
    Sparse(Box<SparseSpace>),
}

impl<R: HeapRule> NimValues<R> {
    /// Returns the values under `rule`, at first of few heaps.
    ///
    /// # Errors
    /// If the value of a small heap is already too large.
    pub fn new(rule: R) -> Result<Self, NimValueError> {
        let engine = match rule.max_taken() {
            None if rule.nim_value(0).is_some() => Engine::Formula(0),
            None => Engine::Definition(Vec::new()),
            Some(max_taken) => {
                let moves = MoveLists::new(&rule, max_taken);
                if moves.two.is_empty() {
                    Engine::Taking(Taking::new(moves))
                } else {
                    Engine::Sparse(Box::new(SparseSpace::new(&rule, moves)?))
                }
            }
        };
        Ok(NimValues { rule, engine, threads: 1 })
    }

    /// Lets this many threads compute values, where heaps split and there are enough of them. The
    /// values are the same.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The rule.
    pub fn rule(&self) -> &R {
        &self.rule
    }

    /// The number of computed values: those of the heaps below this size.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.engine {
            Engine::Formula(len) => *len,
            Engine::Definition(values) => values.len(),
            Engine::Taking(taking) => taking.values.len(),
            Engine::Sparse(space) => space.len(),
        }
    }

    /// Whether no value is computed yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Computes values until there are at least `count`.
    ///
    /// # Errors
    /// If a value does not fit in 14 bits (16 in games that do not split heaps), or the allocation
    /// fails. The values computed before remain.
    pub fn extend_to(&mut self, count: usize) -> Result<(), NimValueError> {
        if self.threads > 1 && matches!(self.engine, Engine::Sparse(_)) {
            let too_many = NimValueError::OutOfMemory { values: count };
            if count > SparseSpace::MAX_HEAPS {
                return Err(too_many);
            }
            let (budget, mut silent) = (Budget::unlimited(), Silent);
            let extended = self.extend_within(count, &mut Meter::new(&budget, &mut silent));
            return extended.map_err(|error| match error {
                NimValueError::Stopped(_) => too_many,
                error => error,
            });
        }
        self.extend_alone(count)
    }

    fn extend_alone(&mut self, count: usize) -> Result<(), NimValueError> {
        match &mut self.engine {
            Engine::Formula(len) => {
                while *len < count {
                    formula(&self.rule, *len).ok_or(NimValueError::ValueTooLarge { heap: *len })?;
                    *len += 1;
                }
                Ok(())
            }
            Engine::Definition(values) => extend_by_definition(&self.rule, values, count),
            Engine::Taking(taking) => taking.extend_to(count),
            Engine::Sparse(space) => space.extend_to(count),
        }
    }

    /// [`extend_to`](Self::extend_to) within the budget of `meter`; a node is a heap. If the budget
    /// has [checkpoints](tesuji_core::Budget::checkpoints), the values are saved in them.
    ///
    /// # Errors
    /// Those of [`extend_to`](Self::extend_to), and the limit that was reached. The values computed
    /// before remain.
    pub fn extend_within(&mut self, count: usize, meter: &mut Meter) -> Result<(), NimValueError> {
        if self.len() >= count {
            return Ok(());
        }
        let section = format!("nim-values of {count} heaps");
        let resumed = meter.resume(&section, |input, _| self.load(input));
        resumed.map_err(NimValueError::Stopped)?;
        while self.len() < count {
            if meter.is_due() {
                meter.save(&section, |out| self.save(out));
            }
            if meter.to_expand.is_some() {
                meter.tally.expanded = self.len() as u64;
            }
            self.make_room_for(STEP, meter).map_err(NimValueError::Stopped)?;
            let before = self.len();
            if let Engine::Sparse(space) = &mut self.engine
                && self.threads > 1
            {
                let shared = space.extend_shared(count, self.threads, meter);
                shared.map_err(NimValueError::Stopped)?;
            }
            if self.len() == before {
                self.extend_alone(count.min(before + STEP))?;
                let charged = meter.charge(STEP as u32).and_then(|()| meter.look());
                charged.map_err(NimValueError::Stopped)?;
            }
        }
        meter.save_result(&section, |out| self.save(out));
        Ok(())
    }

    /// Writes the values; all else follows from them.
    pub(super) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.list(&self.iter().collect())
    }

    pub(super) fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        let values: Vec<u16> = input.small_list()?;
        match &mut self.engine {
            Engine::Formula(len) => *len = values.len(),
            Engine::Definition(own) => *own = values,
            Engine::Taking(taking) => taking.values = values,
            Engine::Sparse(space) => space.set_values(&values),
        }
        Ok(())
    }

    /// Reserves the memory of `more` values.
    fn make_room_for(&mut self, more: usize, meter: &mut Meter) -> Result<(), Limit> {
        match &mut self.engine {
            Engine::Formula(_) => Ok(()),
            Engine::Definition(values) => meter.make_room_for(values, more),
            Engine::Taking(taking) => meter.make_room_for(&mut taking.values, more),
            Engine::Sparse(space) => space.make_room_for(more, meter),
        }
    }

    /// The value of a heap of `tokens`, if it is computed.
    #[inline]
    #[must_use]
    pub fn get(&self, tokens: usize) -> Option<u16> {
        if tokens >= self.len() {
            return None;
        }
        Some(match &self.engine {
            Engine::Formula(_) => formula(&self.rule, tokens).expect("the formula was checked"),
            Engine::Definition(values) => values[tokens],
            Engine::Taking(taking) => taking.values[tokens],
            Engine::Sparse(space) => space.value(tokens),
        })
    }

    /// Prepares [`known`](Self::known) for all heaps of up to `largest` tokens. With a formula,
    /// nothing is computed, and values may be larger than those that can be stored.
    pub(super) fn prepare(&mut self, largest: usize) -> Result<(), NimValueError> {
        match self.engine {
            Engine::Formula(_) => match self.rule.nim_value(largest).map(u32::try_from) {
                Some(Ok(_)) => Ok(()),
                _ => Err(NimValueError::ValueTooLarge { heap: largest }),
            },
            _ => self.extend_to(largest.saturating_add(1)),
        }
    }

    /// The value of a prepared heap.
    pub(super) fn known(&self, tokens: usize) -> u32 {
        let formula = match self.engine {
            Engine::Formula(_) => self.rule.nim_value(tokens),
            _ => None,
        };
        match formula {
            Some(value) => u32::try_from(value).expect("the value was checked"),
            None => u32::from(self.get(tokens).expect("the heap was prepared")),
        }
    }

    /// The computed values, that of the empty heap first.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.first(self.len())
    }

    /// The first `count` of them, or all if there are fewer.
    pub fn first(&self, count: usize) -> impl Iterator<Item = u16> + '_ {
        let by_formula = if let Engine::Formula(len) = self.engine { len.min(count) } else { 0 };
        let (codes, bits, first) = self.codes();
        let first = first.min(count);
        let codes = &codes[..codes.len().min(count - first)];
        (0..by_formula)
            .map(|tokens| formula(&self.rule, tokens).expect("the formula was checked"))
            .chain(iter::repeat_n(0, first))
            .chain(codes.iter().map(move |code| code & bits))
    }

    /// The heaps that the current sparse space calls rare, smallest first: few in most games that
    /// split heaps, and none in other games, which need no sparse space.
    pub fn rare_heaps(&self) -> impl Iterator<Item = usize> + '_ {
        let space = match &self.engine {
            Engine::Sparse(space) => Some(space.rare_heaps()),
            Engine::Formula(_) | Engine::Definition(_) | Engine::Taking(_) => None,
        };
        space.into_iter().flatten()
    }

    /// The computed values as stored: the entries, the bits of an entry that are the value, and the
    /// heap of the first entry (0 or 1). Empty for a rule without a list of moves.
    pub(super) fn codes(&self) -> (&[u16], u16, usize) {
        match &self.engine {
            Engine::Formula(_) => (&[], 0, 0),
            Engine::Definition(values) => (values, u16::MAX, 0),
            Engine::Taking(taking) => (&taking.values, u16::MAX, 0),
            Engine::Sparse(space) => (space.codes(), SparseSpace::VALUE_BITS, 1),
        }
    }
}

fn formula<R: HeapRule>(rule: &R, tokens: usize) -> Option<u16> {
    rule.nim_value(tokens).and_then(|value| u16::try_from(value).ok())
}
