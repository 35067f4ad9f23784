use std::ops::Range;

use tesuji_core::{Budget, Limit, Meter, Silent};

use super::{NimValueError, NimValues};
use crate::rule::{HeapRule, Parts};

/// A claim about nim-values: from heap `preperiod` on, a heap with `period` more tokens has the
/// same value.
///
/// The claim is about infinitely many heaps, and proved by finitely many: if it holds over its
/// [window](Self::window) it holds for ever (Guy & Smith 1956). [`check`](Self::check) looks.
///
/// The largest heap that breaks the pattern, the [last exception](Self::last_exception) of the
/// literature, is one below `preperiod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The first heap from which on the values repeat.
    pub preperiod: usize,
    /// How many tokens later they do; at least 1.
    pub period: usize,
}

/// Why a claimed period is not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckPeriodError {
    /// The period is 0.
    #[error("a period has at least one token")]
    ZeroPeriod,
    /// No window proves a period of this rule.
    #[error("no number of values proves a period if any number of tokens may be taken")]
    Unbounded,
    /// The window is larger than a number can say.
    #[error("the window is too large")]
    Overflow,
    /// A value of the window is not there.
    #[error("the value of a heap of {0} tokens is missing")]
    Missing(usize),
    /// Two values differ.
    #[error(
        "a heap of {heap} tokens has value {value}, but one of {} has {other}",
        .heap + .period
    )]
    Exception {
        /// The smaller heap.
        heap: usize,
        /// Its value.
        value: u16,
        /// The claimed period.
        period: usize,
        /// The larger heap's value.
        other: u16,
    },
}

impl Period {
    /// The heaps `n` for which G(n + period) = G(n) has to be seen in order to know it for all from
    /// `preperiod` on; `None` if a rule allows any number of tokens to be taken, or the numbers
    /// grow too large.
    ///
    /// With preperiod m, period p and moves that take t tokens at most, this is m ≤ n < 2m + p + t,
    /// or n < 2 + p + t if m is 0. The larger part of any broken heap beyond is at least m + p and
    /// more than p, and can give or take p tokens without a change of value and without becoming
    /// empty. If the parts must be unequal, the exchange can make them equal,
    /// worth 0; a second exchange reaches 0 in another way where m ≤ n < 2m + 2p + t + 2. If heaps
    /// do not break, t + 1 heaps in a row repeat all that comes after: m ≤ n < m + t + 1.
    #[must_use]
    pub fn window<R: HeapRule>(&self, rule: &R) -> Option<Range<usize>> {
        WindowSize::of(rule)?.end(*self).map(|end| self.preperiod..end)
    }

    /// The [window](Self::window), or why there is none.
    pub(crate) fn try_window<R: HeapRule>(
        &self,
        rule: &R,
    ) -> Result<Range<usize>, CheckPeriodError> {
        if self.period == 0 {
            return Err(CheckPeriodError::ZeroPeriod);
        }
        if rule.max_taken().is_none() {
            return Err(CheckPeriodError::Unbounded);
        }
        let window = self.window(rule).ok_or(CheckPeriodError::Overflow)?;
        window.end.checked_add(self.period).ok_or(CheckPeriodError::Overflow)?;
        Ok(window)
    }

    /// Proves the claim from values, wherever they come from: what is trusted is the values, the
    /// rule and the theorem.
    ///
    /// # Errors
    /// Says which value is missing, or where the values differ.
    ///
    /// # Example
    /// ```
    /// use tesuji_nim::{OctalCode, theory::{Period, nim_values_by_definition}};
    ///
    /// let kayles: OctalCode = "0.77".parse()?;
    /// let values = nim_values_by_definition(&kayles, 200)?;
    /// let claim = Period { preperiod: 71, period: 12 };
    /// claim.check(&kayles, |heap| values.get(heap).copied())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check<R: HeapRule>(
        &self,
        rule: &R,
        value: impl Fn(usize) -> Option<u16>,
    ) -> Result<(), CheckPeriodError> {
        let (window, period) = (self.try_window(rule)?, self.period);
        let get = |heap| value(heap).ok_or(CheckPeriodError::Missing(heap));
        for heap in window {
            let (value, other) = (get(heap)?, get(heap + period)?);
            if value != other {
                return Err(CheckPeriodError::Exception { heap, value, period, other });
            }
        }
        Ok(())
    }

    /// The largest heap whose value differs from that of the heap with `period` more tokens, or
    /// `None` if the values repeat from the empty heap on.
    #[must_use]
    pub fn last_exception(&self) -> Option<usize> {
        self.preperiod.checked_sub(1)
    }

    /// A heap below `preperiod + period` that has the value of a heap of `tokens`, by this period.
    ///
    /// # Panics
    /// If the period is 0.
    #[must_use]
    pub fn reduce(&self, tokens: usize) -> usize {
        match tokens.checked_sub(self.preperiod) {
            Some(beyond) => self.preperiod + beyond % self.period,
            None => tokens,
        }
    }
}

impl<R: HeapRule> NimValues<R> {
    /// The proved period of these values, if `most` values are enough to find one: the least
    /// period, and the least preperiod for it. Computes values as needed.
    ///
    /// # Errors
    /// Those of [`extend_to`](Self::extend_to).
    ///
    /// # Complexity
    /// That of computing the values; looking at them takes time `O(n)` at each of `O(log n)`
    /// lengths.
    pub fn find_period(&mut self, max_heaps: usize) -> Result<Option<Period>, NimValueError> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        self.find_period_within(max_heaps, &mut Meter::new(&budget, &mut silent))
    }

    /// The same as long as the meter's budget allows; a node is a heap or a period that is tried.
    ///
    /// # Errors
    /// Those of [`extend_within`](Self::extend_within).
    pub fn find_period_within(
        &mut self,
        max_heaps: usize,
        meter: &mut Meter,
    ) -> Result<Option<Period>, NimValueError> {
        let Some(window) = WindowSize::of(self.rule()) else { return Ok(None) };
        let mut count = self.len().max(256).min(max_heaps);
        loop {
            self.extend_within(count, meter)?;
            let needed = |claim| window.values_needed(claim);
            let search = Repetition::of(self, count).min_period(needed, meter);
            match search.map_err(NimValueError::Stopped)? {
                Search::Proved(period) => return Ok(Some(period)),
                Search::Open(_) if count == max_heaps => return Ok(None),
                Search::Open(best) => {
                    // Exactly what a candidate needs that was seen twice, if such a period is near.
                    let seen_twice = best.filter(|best| best.preperiod + 2 * best.period <= count);
                    let aim = seen_twice.map_or(0, needed);
                    count = aim.clamp(count + count / 4, 2 * count).min(max_heaps);
                }
            }
        }
    }
}

/// How large windows are under a rule.
#[derive(Clone, Copy, Debug)]
struct WindowSize {
    /// The least preperiod that counts.
    min_preperiod: usize,
    times_preperiod: usize,
    times_period: usize,
    more: usize,
}

impl WindowSize {
    /// `None` if any number of tokens may be taken.
    fn of<R: HeapRule>(rule: &R) -> Option<Self> {
        let longest = rule.max_taken()?;
        let (mut breaks, mut unequal) = (false, false);
        for take in 0..=longest {
            let parts = rule.remains(take).two;
            breaks |= parts != Parts::No;
            unequal |= parts == Parts::Unequal;
        }
        let (min_preperiod, times_preperiod, times_period, more) = match (breaks, unequal) {
            (false, _) => (0, 1, 0, longest + 1),
            (true, false) => (1, 2, 1, longest),
            (true, true) => (0, 2, 2, longest + 2),
        };
        Some(WindowSize { min_preperiod, times_preperiod, times_period, more })
    }

    /// The first heap after the window; `None` if it is too large.
    fn end(self, claim: Period) -> Option<usize> {
        let preperiods =
            claim.preperiod.max(self.min_preperiod).checked_mul(self.times_preperiod)?;
        let periods = claim.period.checked_mul(self.times_period)?;
        preperiods.checked_add(periods)?.checked_add(self.more)
    }

    /// How many values prove the claim.
    fn values_needed(self, claim: Period) -> usize {
        let end = self.end(claim);
        end.and_then(|end| end.checked_add(claim.period)).unwrap_or(usize::MAX)
    }
}

/// What a look at the first values found.
enum Search {
    Proved(Period),
    /// No period is proved; the one that holds for the most values at the end, if any does.
    Open(Option<Period>),
}

/// The values of the first heaps, to be compared with themselves.
struct Repetition<'a> {
    /// The values, in some of their bits.
    codes: &'a [u16],
    bits: u16,
    /// The heap of the first of them.
    first: usize,
}

impl<'a> Repetition<'a> {
    fn of<R: HeapRule>(values: &'a NimValues<R>, count: usize) -> Self {
        let (codes, bits, first) = values.codes();
        Repetition { codes: &codes[..count - first], bits, first }
    }

    /// The least period for whose proof the values suffice.
    fn min_period(
        &self,
        needed: impl Fn(Period) -> usize,
        meter: &mut Meter,
    ) -> Result<Search, Limit> {
        let count = self.first + self.codes.len();
        // Heaps where long repetitions ended, the latest last. Such a heap is likely to differ from
        // those before and after it by other periods, too.
        let mut odd: Vec<usize> = Vec::new();
        let mut best: Option<(usize, Period)> = None;
        for period in 1..=count / 2 {
            meter.charge(1)?;
            let breaks = |heap: usize| {
                heap + period < count
                    && self.value(heap) != self.value(heap + period)
                    && needed(Period { preperiod: heap + 1, period }) > count
            };
            let spoils =
                |&heap: &usize| breaks(heap) || heap.checked_sub(period).is_some_and(breaks);
            if odd.iter().rev().any(spoils) {
                continue;
            }
            let found = Period { preperiod: self.preperiod(period), period };
            if needed(found) <= count {
                return Ok(Search::Proved(found));
            }
            let held = count - period - found.preperiod;
            if let Some(last_exception) = found.last_exception().filter(|_| held >= Self::LONG) {
                odd.extend([last_exception, last_exception + period]);
                odd.drain(..odd.len().saturating_sub(Self::REMEMBERED));
            }
            if held > best.map_or(0, |(longest, _)| longest) {
                best = Some((held, found));
            }
        }
        Ok(Search::Open(best.map(|(_, period)| period)))
    }

    /// How many values a period must hold for so that it is worth remembering where it ended.
    const LONG: usize = 64;
    /// How many such ends are remembered.
    const REMEMBERED: usize = 8;

    /// The least heap from which on all values agree with those `period` later.
    fn preperiod(&self, period: usize) -> usize {
        // Most looks end after a few values; long ones go on by leaps.
        const LEAP: usize = 256;
        let end = self.codes.len() - period;
        let mut start = end;
        while start > 0 && self.same(start - 1..start, period) {
            start -= 1;
            while (end - start).is_multiple_of(LEAP)
                && start >= LEAP
                && self.same(start - LEAP..start, period)
            {
                start -= LEAP;
            }
        }
        let heap = self.first + start;
        if heap == 1 && self.value(0) == self.value(period) { 0 } else { heap }
    }

    /// Whether these entries and those `period` later are the same values.
    fn same(&self, entries: Range<usize>, period: usize) -> bool {
        let later = &self.codes[entries.start + period..entries.end + period];
        let pairs = self.codes[entries].iter().zip(later);
        pairs.fold(0, |differences, (a, b)| differences | (a ^ b)) & self.bits == 0
    }

    fn value(&self, heap: usize) -> u16 {
        // The empty heap is worth nothing in every game, and not always listed.
        heap.checked_sub(self.first).map_or(0, |entry| self.codes[entry] & self.bits)
    }
}
