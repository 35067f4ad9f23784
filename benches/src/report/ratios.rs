use anyhow::{Result, ensure};
use plotters::prelude::*;

use super::Picture;
use super::chart::{INK, PALETTE, coloured_by_page, compact};

const WIDTH: u32 = 840;
const ROW: u32 = 26;
const NAMES: u32 = 360;

/// A chart of ratios: named values as horizontal bars from 1 on a logarithmic scale.
#[derive(Clone, Debug)]
pub struct Ratios {
    title: String,
    rows: Vec<(String, f64)>,
}

impl Ratios {
    /// Returns a chart of the values, each above 0, with their names, from the top.
    #[must_use]
    pub fn new(title: &str, rows: impl IntoIterator<Item = (String, f64)>) -> Self {
        Ratios { title: title.to_owned(), rows: rows.into_iter().collect() }
    }
}

impl Picture for Ratios {
    fn title(&self) -> &str {
        &self.title
    }

    fn svg(&self) -> Result<String> {
        ensure!(!self.rows.is_empty(), "the chart {:?} shows nothing", self.title);
        for (name, value) in &self.rows {
            ensure!(value.is_finite() && *value > 0.0, "{name} is {value}, not above 0");
        }
        let values = || self.rows.iter().map(|&(_, value)| value.ln());
        let least = values().fold(-0.3, f64::min);
        let greatest = values().fold(0.3, f64::max);
        let room = f64::from(WIDTH - NAMES - 80);
        let place = |value: f64| {
            let share = (value.ln() - least) / (greatest - least);
            // A share of the width, a few hundred pixels.
            i32::try_from(NAMES).unwrap_or_default() + (share * room) as i32
        };
        let height = 60 + ROW * u32::try_from(self.rows.len())?;
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let font = |size: i32| ("sans-serif", size).into_font().color(&INK);
        area.draw(&Text::new(self.title.clone(), (12, 14), font(18)))?;
        let mut top = 48;
        for (name, value) in &self.rows {
            let (from, to) = (place(1.0).min(place(*value)), place(1.0).max(place(*value)));
            let colour = if *value >= 1.0 { PALETTE[0] } else { PALETTE[3] };
            let bar =
                Rectangle::new([(from, top + 3), (to.max(from + 1), top + 19)], colour.filled());
            area.draw(&bar)?;
            area.draw(&Text::new(name.clone(), (12, top + 5), font(17)))?;
            area.draw(&Text::new(compact(*value), (to + 6, top + 5), font(17)))?;
            top += i32::try_from(ROW)?;
        }
        let one = place(1.0);
        area.draw(&PathElement::new([(one, 44), (one, top)], INK.mix(0.6).stroke_width(1)))?;
        area.present()?;
        drop(area);
        Ok(coloured_by_page(&svg))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_of_nothing_is_refused() {
        assert!(Ratios::new("Ratios", [("a".to_owned(), 0.0)]).svg().is_err());
        assert!(Ratios::new("Ratios", []).svg().is_err());
        let svg = Ratios::new("Ratios", [("a".to_owned(), 2.0), ("b".to_owned(), 0.5)]).svg();
        assert!(svg.unwrap().contains("currentColor"));
    }
}
