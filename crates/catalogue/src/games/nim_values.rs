//! Nim-values of heaps by the name of their rule.

use tesuji_core::Instant;

use tesuji_certificate::{Certificate, Checked, Checker, Rejection, best_mask};
use tesuji_core::{Budget, Limit, Meter, Progress, Settings, Silent};
use tesuji_nim::theory::{NimValueError, NimValues, Period};
use tesuji_nim::{Grundy, HeapRule, NamedRule, OctalCode, TakeSet};

use crate::CatalogueError;
use crate::certificates::proof_budget;

/// The nim-values of single heaps under one rule.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NimValuesReport {
    /// The rule as it was written.
    pub rule: String,
    /// How many heaps were looked at: those of 0 tokens and up. Fewer than were asked for if a
    /// limit was reached.
    pub heaps: usize,
    /// The nim-values of the first of them.
    pub values: Vec<u16>,
    /// The first heaps in which the player to move loses.
    pub lost: Vec<usize>,
    /// The largest value.
    pub largest: u16,
    /// The least period of the values, if these heaps prove one.
    pub period: Option<usize>,
    /// The first heap from which on the values repeat, if a [`period`](Self::period) is proved.
    pub preperiod: Option<usize>,
    /// The limit that was reached, if not all heaps were looked at and searched for a period.
    pub limit: Option<String>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// The values of heaps of fewer than `heaps` tokens under a rule: `grundy`, an octal code such as
/// `0.77`, or a take set such as `any`, `1-3`.
///
/// A limit of the budget that is reached is in the report, with what is known by then; a heap takes
/// a node. Any number of `threads` gives the same report; several are used in long computations for
/// rules that split heaps.
///
/// # Errors
/// There is no such rule, or its values grow too large.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Silent};
///
/// let report = tesuji_catalogue::nim_values("0.77", 1000, 1, &Budget::unlimited(), &mut Silent)?;
/// assert_eq!((report.preperiod, report.period), (Some(71), Some(12)));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub fn nim_values(
    rule: &str,
    heaps: usize,
    threads: usize,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<NimValuesReport, CatalogueError> {
    reported(rule, (heaps, threads), |_| (), &mut Meter::new(budget, progress))
}

/// The same with all the values, of which the report has only the first.
///
/// # Errors
/// Those of [`nim_values`].
pub fn nim_value_list(
    rule: &str,
    heaps: usize,
    threads: usize,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<(NimValuesReport, Vec<u16>), CatalogueError> {
    let mut list = Vec::new();
    let keep = |values: &mut dyn Iterator<Item = u16>| list.extend(values);
    let report = reported(rule, (heaps, threads), keep, &mut Meter::new(budget, progress))?;
    Ok((report, list))
}

/// The report on a rule for a number of heaps, by a number of threads; `keep` is shown all the
/// values.
fn reported(
    rule: &str,
    heaps: (usize, usize),
    keep: impl FnMut(&mut dyn Iterator<Item = u16>),
    meter: &mut Meter,
) -> Result<NimValuesReport, CatalogueError> {
    struct Reported<'a, 'm, K>(&'a str, (usize, usize), K, &'a mut Meter<'m>);
    impl<K: FnMut(&mut dyn Iterator<Item = u16>)> WithRule for Reported<'_, '_, K> {
        type Output = NimValuesReport;
        fn with<R: NamedRule>(mut self, rule: R) -> Result<NimValuesReport, NimValueError> {
            report(self.0, rule, self.1, &mut self.2, self.3)
        }
    }
    read(rule, Reported(rule, heaps, keep, meter))
}

/// A certificate of the period that this many heaps prove, or else of their values.
///
/// # Errors
/// There is no such rule, its values grow too large, there are too many to check, or a limit of the
/// budget was reached.
pub fn certify_nim_values(
    rule: &str,
    heaps: usize,
    threads: usize,
    budget: &Budget,
) -> Result<Certificate, CatalogueError> {
    struct Certified<'a>(usize, usize, &'a Budget);
    impl WithRule for Certified<'_> {
        type Output = (Certificate, Result<Checked, Rejection>);
        fn with<R: NamedRule>(self, rule: R) -> Result<Self::Output, NimValueError> {
            let Certified(heaps, threads, budget) = self;
            let certificate = certificate(rule, heaps, threads, budget)?;
            let checker = Checker::new().budget(proof_budget(budget));
            let checked = checker.check_heaps::<R>(certificate.to_bytes().as_slice(), None);
            Ok((certificate, checked))
        }
    }
    let (certificate, checked) = read(rule, Certified(heaps, threads, budget))?;
    checked?;
    Ok(certificate)
}

/// Something done with a rule whose type it does not know.
trait WithRule {
    type Output;
    fn with<R: NamedRule>(self, rule: R) -> Result<Self::Output, NimValueError>;
}

/// Reads the rule, and hands it on.
fn read<W: WithRule>(rule: &str, then: W) -> Result<W::Output, CatalogueError> {
    let settings = Settings::new().with("rule", rule);
    let wrong = |error| CatalogueError::open("nim-values", error);
    let done = if rule.eq_ignore_ascii_case("grundy") {
        then.with(Grundy)
    } else if rule.contains('.') {
        then.with(rule.parse::<OctalCode>().map_err(|error| wrong(settings.error("rule", error)))?)
    } else {
        then.with(rule.parse::<TakeSet>().map_err(|error| wrong(settings.error("rule", error)))?)
    };
    done.map_err(|error| match error {
        NimValueError::Stopped(limit) => CatalogueError::Stopped(limit),
        error => wrong(settings.error("rule", error)),
    })
}

fn certificate<R: NamedRule>(
    rule: R,
    heaps: usize,
    threads: usize,
    budget: &Budget,
) -> Result<Certificate, NimValueError> {
    let mut silent = Silent;
    let meter = &mut Meter::new(budget, &mut silent);
    let (mut values, mask) = with_mask(rule, heaps, threads, meter)?;
    let period = values.find_period_within(heaps, meter)?;
    Ok(match period {
        Some(Period { period, preperiod }) => {
            Certificate::period(values.rule(), period as u64, preperiod as u64, mask)
        }
        None => {
            let mut list: Vec<u16> = Vec::new();
            meter.make_room_for(&mut list, heaps).map_err(NimValueError::Stopped)?;
            list.extend(values.first(heaps));
            Certificate::nim_values(values.rule(), &list, mask)
        }
    })
}

/// The values of the first heaps, and a mask that saves work in their proof.
pub(crate) fn with_mask<R: HeapRule>(
    rule: R,
    heaps: usize,
    threads: usize,
    meter: &mut Meter,
) -> Result<(NimValues<R>, u16), NimValueError> {
    const FOR_MASK: usize = 20_000;
    let mut values = NimValues::new(rule)?.threads(threads);
    values.extend_within(heaps, meter)?;
    let list: Vec<u16> = values.first(heaps.min(FOR_MASK)).collect();
    Ok((values, best_mask(&list)))
}

fn report<R: HeapRule>(
    name: &str,
    rule: R,
    (heaps, threads): (usize, usize),
    keep: &mut dyn FnMut(&mut dyn Iterator<Item = u16>),
    meter: &mut Meter,
) -> Result<NimValuesReport, NimValueError> {
    const SHOWN: usize = 100;
    let started = Instant::now();
    let mut values = NimValues::new(rule)?.threads(threads);
    meter.to_expand = Some(heaps as u64);
    let extended = values.extend_within(heaps, meter);
    let found = extended.and_then(|()| values.find_period_within(heaps, meter));
    let (period, limit) = match found {
        Ok(period) => (period, None),
        Err(NimValueError::Stopped(limit)) => (None, Some(limit)),
        Err(NimValueError::OutOfMemory { .. }) => (None, Some(Limit::Memory)),
        Err(error) => return Err(error),
    };
    // The engine may have gone further than it was asked to.
    let asked = || values.first(heaps);
    keep(&mut asked());
    let lost = asked().enumerate().filter(|&(_, value)| value == 0);
    Ok(NimValuesReport {
        rule: name.to_owned(),
        heaps: values.len().min(heaps),
        values: asked().take(SHOWN).collect(),
        lost: lost.map(|(heap, _)| heap).take(SHOWN).collect(),
        largest: asked().max().unwrap_or(0),
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        limit: limit.map(|limit| limit.to_string()),
        seconds: started.elapsed().as_secs_f64(),
    })
}
