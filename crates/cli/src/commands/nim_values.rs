use std::io::Write;

use anyhow::{Result, ensure};
use tesuji::catalogue::{self, NimValuesReport};
use tesuji::core::Budget;

use crate::arguments::NimValues;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(options: &NimValues, out: &mut impl Write) -> Result<Exit> {
    ensure!(options.heaps > 0, "0 heaps leave nothing to do");
    if let Some(file) = &options.certificate {
        output::check_writable(file)?;
    }
    let report = catalogue::nim_values(&options.rule, options.heaps)?;
    print(&report, options.json, out)?;
    if let Some(file) = &options.certificate {
        out.flush()?;
        let certificate =
            catalogue::certify_nim_values(&options.rule, options.heaps, &Budget::unlimited())?;
        output::certificate(&certificate, file, options.json, out)?;
    }
    Ok(Exit::Solved)
}

fn print(report: &NimValuesReport, json: bool, out: &mut impl Write) -> Result<()> {
    if json {
        return output::json(report, out);
    }
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
