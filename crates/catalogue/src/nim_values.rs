//! Nim-values of heaps by the name of their rule.

use std::time::Instant;

use tesuji_certificate::{Certificate, Checker, Rejection, best_mask};
use tesuji_core::{Budget, HeapGame, Limit, Meter, Progress, Silent};
use tesuji_nim::theory::{NimValueError, NimValues, Period};
use tesuji_nim::{Grundy, HeapRule, OctalCode, TakeSet};

use super::{CatalogueError, Settings};
use crate::position::proof_budget;

/// The nim-values of single heaps under one rule.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
    /// The least period of the values, if so many heaps prove one, and the first heap from which on
    /// they repeat.
    pub period: Option<usize>,
    /// See [`period`](Self::period).
    pub preperiod: Option<usize>,
    /// The limit that was reached, if not all heaps were looked at and searched for a period.
    pub limit: Option<String>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// The values of heaps of fewer than `heaps` tokens under a rule: `grundy`, an octal code such as
/// `0.77`, or a take set such as `any`, `1-3`.
///
/// # Errors
/// There is no such rule, or its values grow too large.
///
/// # Example
/// ```
/// let report = tesuji_catalogue::nim_values("0.77", 1000)?;
/// assert_eq!((report.preperiod, report.period), (Some(71), Some(12)));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub fn nim_values(rule: &str, heaps: usize) -> Result<NimValuesReport, CatalogueError> {
    nim_values_within(rule, heaps, &Budget::unlimited(), &mut Silent)
}

/// [`nim_values`] within a budget, of which a heap takes a node; a limit that is reached is in the
/// report, with what is known by then.
///
/// # Errors
/// Those of [`nim_values`].
pub fn nim_values_within(
    rule: &str,
    heaps: usize,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<NimValuesReport, CatalogueError> {
    let settings = Settings::new().with("rule", rule);
    let wrong = |error| settings.error("rule", error);
    let meter = &mut Meter::new(budget, progress);
    if rule.eq_ignore_ascii_case("grundy") {
        report(rule, Grundy, heaps, meter).map_err(wrong)
    } else if rule.contains('.') {
        let code = settings.parse::<OctalCode>("rule")?.expect("it is set");
        report(rule, code, heaps, meter).map_err(wrong)
    } else {
        let takes = settings.parse::<TakeSet>("rule")?.expect("it is set");
        report(rule, takes, heaps, meter).map_err(wrong)
    }
}

/// A certificate of the period that so many heaps prove, or else of their values.
///
/// # Errors
/// There is no such rule, its values grow too large, there are too many to check, or a limit of the
/// budget was reached.
pub fn certify_nim_values(
    rule: &str,
    heaps: usize,
    budget: &Budget,
) -> Result<Certificate, CatalogueError> {
    fn certificate<R: HeapRule + HeapGame>(
        rule: R,
        heaps: usize,
        budget: &Budget,
    ) -> Result<Result<Certificate, Rejection>, NimValueError> {
        const FOR_MASK: usize = 20_000;
        let (mut values, mut silent) = (NimValues::new(rule)?, Silent);
        let meter = &mut Meter::new(budget, &mut silent);
        values.extend_within(heaps, meter)?;
        let period = values.find_period_within(heaps, meter)?;
        let mut list: Vec<u16> = Vec::new();
        meter.make_room_for(&mut list, heaps).map_err(NimValueError::Stopped)?;
        list.extend(values.iter().take(heaps));
        let mask = best_mask(&list[..heaps.min(FOR_MASK)]);
        let made = match period {
            Some(Period { period, preperiod }) => {
                Certificate::period(values.rule(), period as u64, preperiod as u64, mask)
            }
            None => Certificate::nim_values(values.rule(), &list, mask),
        };
        let checker = Checker::new().budget(proof_budget(budget));
        Ok(checker.check_heaps::<R>(made.to_bytes().as_slice(), None).map(|_| made))
    }
    let settings = Settings::new().with("rule", rule);
    let made = if rule.eq_ignore_ascii_case("grundy") {
        certificate(Grundy, heaps, budget)
    } else if rule.contains('.') {
        certificate(settings.parse::<OctalCode>("rule")?.expect("it is set"), heaps, budget)
    } else {
        certificate(settings.parse::<TakeSet>("rule")?.expect("it is set"), heaps, budget)
    };
    let made = made.map_err(|error| match error {
        NimValueError::Stopped(limit) => CatalogueError::Stopped(limit),
        error => settings.error("rule", error),
    });
    Ok(made??)
}

fn report<R: HeapRule>(
    name: &str,
    rule: R,
    heaps: usize,
    meter: &mut Meter,
) -> Result<NimValuesReport, NimValueError> {
    const SHOWN: usize = 100;
    let started = Instant::now();
    let mut values = NimValues::new(rule)?;
    let extended = values.extend_within(heaps, meter);
    let found = extended.and_then(|()| values.find_period_within(heaps, meter));
    let (period, limit) = match found {
        Ok(period) => (period, None),
        Err(NimValueError::Stopped(limit)) => (None, Some(limit)),
        Err(NimValueError::OutOfMemory { .. }) => (None, Some(Limit::Memory)),
        Err(error) => return Err(error),
    };
    // The engine may have gone further than it was asked to.
    let asked = || values.iter().take(heaps);
    let lost = asked().enumerate().filter(|&(_, value)| value == 0);
    Ok(NimValuesReport {
        rule: name.to_owned(),
        heaps: asked().len(),
        values: asked().take(SHOWN).collect(),
        lost: lost.map(|(heap, _)| heap).take(SHOWN).collect(),
        largest: asked().max().unwrap_or(0),
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        limit: limit.map(|limit| limit.to_string()),
        seconds: started.elapsed().as_secs_f64(),
    })
}
