use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::{self, CatalogueError, NimValuesReport};

use crate::arguments::{Limits, NimValues};
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &NimValues, out: &mut impl Write) -> Result<Exit> {
    if let Some(file) = &options.certificate {
        output::check_writable(file)?;
    }
    let (time, memory) = (options.time, options.memory);
    let budget = limits::budget(&Limits { time, memory, nodes: None })?;
    let mut report = {
        let mut spinner = Spinner::new("nim-values");
        catalogue::nim_values_within(&options.rule, options.heaps, &budget, &mut spinner)?
    };
    let wanted = options.certificate.as_ref().filter(|_| report.limit.is_none());
    let certificate = wanted
        .map(|file| (file, catalogue::certify_nim_values(&options.rule, options.heaps, &budget)));
    if let Some((_, Err(CatalogueError::Stopped(limit)))) = &certificate {
        report.limit = Some(limit.to_string());
    }
    if options.json {
        output::json(&report, out)?;
    } else {
        write(&report, out)?;
    }
    if let Some((file, made)) = certificate
        && report.limit.is_none()
    {
        out.flush()?;
        output::certificate(&made?, file, options.json, out)?;
    }
    Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
}

fn write(report: &NimValuesReport, out: &mut impl Write) -> Result<()> {
    let words = |numbers: Vec<String>| output::wrapped(&numbers, 80);
    let values = report.values.iter().map(ToString::to_string).collect();
    writeln!(out, "nim-values under {}, from the empty heap on\n\n{}", report.rule, words(values))?;
    let lost = report.lost.iter().map(ToString::to_string).collect();
    writeln!(out, "heaps in which the player to move loses\n\n{}", words(lost))?;
    match (report.preperiod, report.period) {
        (Some(preperiod), Some(period)) => {
            writeln!(out, "proved: from heap {preperiod} on the values repeat every {period}")?;
        }
        _ => writeln!(out, "no period is proved by so many heaps")?,
    }
    writeln!(
        out,
        "{}, largest value {}, {}",
        output::counted(report.heaps as u64, "heap"),
        report.largest,
        output::seconds(report.seconds),
    )?;
    Ok(())
}
