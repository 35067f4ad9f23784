use std::fs::File;
use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;
use tesuji::certificate::{Checker, Claim, Header, Length, Rejection};

use crate::arguments::Verify;
use crate::exit::Exit;
use crate::output;

/// What the check of a certificate said, as JSON.
#[derive(Serialize)]
struct Report {
    valid: bool,
    game: Option<String>,
    settings: Vec<(String, String)>,
    position: Option<String>,
    claim: Option<String>,
    proof: Option<String>,
    entries: Option<u64>,
    /// In how many plies the strategy wins at most.
    plies: Option<u32>,
    /// Why it is not valid, and where.
    reason: Option<String>,
}

pub(crate) fn run(options: &Verify, out: &mut impl Write) -> Result<Exit> {
    let open =
        || File::open(&options.file).with_context(|| format!("cannot open {:?}", options.file));
    let header = Header::read(open()?).ok();
    let mut checker = Checker::new();
    if let Some(most) = options.positions {
        checker = checker.positions(most);
    }
    if let (Some(header), false) = (&header, options.json) {
        head(header, out)?;
    }
    let mut end = Ok(());
    let checked = if options.dump {
        checker.check_watched(open()?, |entry| {
            if end.is_ok() {
                end = writeln!(out, "{} {} {}", entry.number, entry.position, entry.text);
            }
        })
    } else {
        checker.check(open()?)
    };
    end?;
    if let Err(Rejection::Unreadable(error)) = checked {
        return Err(error).with_context(|| format!("cannot read {:?}", options.file));
    }
    let exit = match checked {
        Ok(_) => Exit::Solved,
        Err(Rejection::Limit { .. }) => Exit::Unknown,
        Err(_) => Exit::Unsolvable,
    };
    let reason = checked.as_ref().err().map(Rejection::to_string);
    let plies = checked.as_ref().ok().and_then(|checked| checked.plies);
    let valid = reason.is_none();
    if options.json {
        let text = |of: fn(&Header) -> String| header.as_ref().map(of);
        let report = Report {
            valid,
            game: text(|header| header.game.clone()),
            settings: header.as_ref().map(|header| header.settings.clone()).unwrap_or_default(),
            position: text(|header| header.position.clone()),
            claim: text(|header| header.claim.to_string()),
            proof: text(|header| header.proof.to_string()),
            entries: header.as_ref().map(|header| header.entries),
            plies,
            reason,
        };
        output::json(&report, out)?;
    } else if let Some(reason) = reason {
        let verdict = if exit == Exit::Unknown { "not checked" } else { "rejected" };
        writeln!(out, "{verdict}: {reason}")?;
    } else if let Some(header) = &header {
        let within = match (header.claim, plies) {
            (Claim::Wins { length: Length::Any, .. }, Some(plies)) => {
                format!(", within {plies} plies")
            }
            _ => String::new(),
        };
        writeln!(out, "verified: {}{within}", header.claim)?;
    }
    Ok(exit)
}

fn head(header: &Header, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{} {}", header.game, header.position)?;
    for (name, value) in &header.settings {
        writeln!(out, "{name} {value}")?;
    }
    writeln!(out, "claim: {}", header.claim)?;
    writeln!(
        out,
        "proof: {}, {} entries in {} bytes\n",
        header.proof,
        output::count(header.entries),
        output::count(header.bytes),
    )?;
    Ok(())
}
