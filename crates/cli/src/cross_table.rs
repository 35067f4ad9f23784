//! The cross table of a tournament: as text, as CSV and as a picture.

use anyhow::Result;
use tesuji::arena::Elo;
use tesuji::catalogue::{ScoreReport, StandingReport, TournamentReport};

use crate::output;

/// The columns before those of the opponents.
const COLUMNS: [&str; 5] = ["player", "Elo", "95%", "points", "games"];

/// What a cell says where nobody played.
const NO_GAMES: &str = "";

/// A table that is Markdown as well. The opponents are named by their places.
pub(crate) fn text(report: &TournamentReport) -> comfy_table::Table {
    let places: Vec<_> = (1..=report.standings.len()).map(|place| place.to_string()).collect();
    let head: Vec<_> = ["#"].into_iter().chain(COLUMNS).collect();
    let head: Vec<_> = head.into_iter().chain(places.iter().map(String::as_str)).collect();
    let mut table = output::table(&head, rows(report));
    if let Some(players) = table.column_mut(1) {
        players.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    table
}

/// The table with a line for each player; bounds of the interval and results are in columns of their
/// own, empty where there are none.
pub(crate) fn csv(report: &TournamentReport) -> Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let head = ["place", "player", "elo", "low", "high", "points", "games", "wins", "draws"];
    let rest = ["losses", "forfeits"];
    let against = report.standings.iter().map(|standing| format!("against {}", standing.player));
    let head = head.into_iter().chain(rest).map(str::to_owned).chain(against);
    csv.write_record(head)?;
    for (place, standing) in (1..).zip(&report.standings) {
        let StandingReport { player, elo, points, games, wins, draws, .. } = standing;
        let number = |value: f64| if value.is_nan() { String::new() } else { value.to_string() };
        let mut row: Vec<String> = vec![i32::to_string(&place), player.clone()];
        row.extend([elo.difference, elo.low, elo.high].map(number));
        row.extend([points.to_string(), games.to_string(), wins.to_string(), draws.to_string()]);
        row.extend([standing.losses.to_string(), standing.forfeits.to_string()]);
        let score = |score: &Option<ScoreReport>| {
            score.map_or_else(String::new, |one| format!("{}/{}", one.points, one.games))
        };
        row.extend(standing.against.iter().map(score));
        csv.write_record(row)?;
    }
    Ok(csv.into_inner()?)
}

/// The cells of each player, the place first.
fn rows(report: &TournamentReport) -> impl Iterator<Item = Vec<String>> {
    (1..).zip(&report.standings).map(|(place, standing)| {
        let StandingReport { player, elo, points, games, against, .. } = standing;
        let mut row = vec![i32::to_string(&place), player.clone()];
        row.extend([Elo::text(elo.difference), interval(standing)]);
        row.extend([points.to_string(), games.to_string()]);
        let score = |(other, score): (i32, &Option<ScoreReport>)| match score {
            _ if other == place => "–".to_owned(),
            Some(ScoreReport { points, games }) => format!("{points}/{games}"),
            None => NO_GAMES.to_owned(),
        };
        row.extend((1..).zip(against).map(score));
        row
    })
}

/// The confidence interval of the Elo; none if there is nothing to say.
fn interval(standing: &StandingReport) -> String {
    if !standing.elo.is_bounded() {
        return String::new();
    }
    let [low, high] = [standing.elo.low, standing.elo.high];
    format!("{} to {}", Elo::text(low), Elo::text(high))
}

/// The table as an SVG document, its cells shaded by the share of the points.
pub(crate) fn svg(report: &TournamentReport) -> String {
    const LINE: usize = 26;
    const LETTER: usize = 9;
    const GAP: usize = 20;
    let head = ["#"].into_iter().chain(COLUMNS).map(str::to_owned);
    let head: Vec<_> =
        head.chain((1..=report.standings.len()).map(|place| place.to_string())).collect();
    let rows: Vec<_> = [head].into_iter().chain(rows(report)).collect();
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default() * LETTER + GAP
    };
    let widths: Vec<_> = (0..rows[0].len()).map(width).collect();
    let first = 1 + COLUMNS.len();
    let mut cells = String::new();
    for (line, row) in rows.iter().enumerate() {
        let mut left = 0;
        for (column, (text, width)) in row.iter().zip(&widths).enumerate() {
            let score = line.checked_sub(1).zip(column.checked_sub(first));
            let score = score.and_then(|(one, other)| report.standings[one].against[other]);
            if let Some(ScoreReport { points, games }) = score {
                let share = points / games as f64;
                let (colour, depth) =
                    if share < 0.5 { ("#c0392b", 0.5 - share) } else { ("#27ae60", share - 0.5) };
                let top = line * LINE;
                cells += &format!(r#"<rect x="{left}" y="{top}" width="{width}" height="{LINE}" "#);
                cells += &format!(r#"fill="{colour}" fill-opacity="{depth:.2}"/>"#);
            }
            // Names are aligned to the left, figures to the right.
            let (x, anchor) = match column {
                1 => (left + GAP / 2, "start"),
                _ => (left + width - GAP / 2, "end"),
            };
            let (y, weight) = (line * LINE + 18, if line == 0 { "bold" } else { "normal" });
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            cells += &format!(
                r#"<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{text}</text>"#
            );
            left += width;
        }
    }
    let (width, height) = (widths.iter().sum::<usize>(), rows.len() * LINE);
    let style = r#"font-family="monospace" font-size="15" fill="currentColor""#;
    let size = format!(r#"viewBox="0 0 {width} {height}" width="{width}" height="{height}""#);
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{cells}</svg>"#) + "\n"
}
