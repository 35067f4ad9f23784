//! Nim-values of heaps by the name of their rule.

use std::time::Instant;

use tesuji_certificate::{Certificate, NamedRule, best_mask};
use tesuji_nim::theory::{NimValueError, NimValues, Period};
use tesuji_nim::{Grundy, HeapRule, OctalCode, TakeSet};

use super::{RegistryError, Settings};
use crate::certify::checked;

/// The nim-values of single heaps under one rule.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NimValuesReport {
    /// The rule as it was written.
    pub rule: String,
    /// How many heaps were looked at: those of 0 tokens and up.
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
/// # Ok::<(), tesuji_catalogue::RegistryError>(())
/// ```
pub fn nim_values(rule: &str, heaps: usize) -> Result<NimValuesReport, RegistryError> {
    let settings = Settings::new().with("rule", rule);
    let wrong = |error| settings.error("rule", error);
    if rule.eq_ignore_ascii_case("grundy") {
        report(rule, Grundy, heaps).map_err(wrong)
    } else if rule.contains('.') {
        let code = settings.parse::<OctalCode>("rule")?.expect("it is set");
        report(rule, code, heaps).map_err(wrong)
    } else {
        let takes = settings.parse::<TakeSet>("rule")?.expect("it is set");
        report(rule, takes, heaps).map_err(wrong)
    }
}

/// A certificate of the period that so many heaps prove, or else of their values.
///
/// # Errors
/// There is no such rule, its values grow too large, or there are too many to check.
pub fn certify_nim_values(rule: &str, heaps: usize) -> Result<Certificate, RegistryError> {
    fn certificate<R: NamedRule>(rule: R, heaps: usize) -> Result<Certificate, NimValueError> {
        const FOR_MASK: usize = 20_000;
        let mut values = NimValues::new(rule)?;
        values.extend_to(heaps)?;
        let period = values.find_period(heaps)?;
        let list: Vec<u16> = values.iter().take(heaps).collect();
        let mask = best_mask(&list[..heaps.min(FOR_MASK)]);
        Ok(match period {
            Some(Period { period, preperiod }) => {
                Certificate::period(values.rule(), period as u64, preperiod as u64, mask)
            }
            None => Certificate::nim_values(values.rule(), &list, mask),
        })
    }
    let settings = Settings::new().with("rule", rule);
    let made = if rule.eq_ignore_ascii_case("grundy") {
        certificate(Grundy, heaps)
    } else if rule.contains('.') {
        certificate(settings.parse::<OctalCode>("rule")?.expect("it is set"), heaps)
    } else {
        certificate(settings.parse::<TakeSet>("rule")?.expect("it is set"), heaps)
    };
    Ok(checked(made.map_err(|error| settings.error("rule", error))?)?.0)
}

fn report<R: HeapRule>(
    name: &str,
    rule: R,
    heaps: usize,
) -> Result<NimValuesReport, tesuji_nim::theory::NimValueError> {
    const SHOWN: usize = 100;
    let started = Instant::now();
    let mut values = NimValues::new(rule)?;
    values.extend_to(heaps)?;
    let period = values.find_period(heaps)?;
    // The engine may have gone further than it was asked to.
    let asked = || values.iter().take(heaps);
    let lost = asked().enumerate().filter(|&(_, value)| value == 0);
    Ok(NimValuesReport {
        rule: name.to_owned(),
        heaps,
        values: asked().take(SHOWN).collect(),
        lost: lost.map(|(heap, _)| heap).take(SHOWN).collect(),
        largest: asked().max().unwrap_or(0),
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        seconds: started.elapsed().as_secs_f64(),
    })
}
