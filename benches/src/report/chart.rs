use std::ops::Range;

use anyhow::{Context, Result, ensure};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::Picture;

/// A placeholder for the text colour of the page that shows the picture.
pub(super) const INK: RGBColor = RGBColor(1, 2, 3);

/// Those of Okabe and Ito's colours that show on white and on black; readers with a colour
/// deficiency can distinguish them.
pub(super) const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(136, 136, 136),
];

const SIZE: (u32, u32) = (840, 480);

const LEGEND_WIDTH: u32 = 160;

/// A chart of lines or bars as an SVG that reads well on light and dark pages.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    x: String,
    y: String,
    logarithmic: bool,
    /// The ends of the vertical axis for intervals.
    bounds: (f64, f64),
    series: Vec<Series>,
}

#[derive(Clone, Debug)]
struct Series {
    name: String,
    marks: Marks,
}

#[derive(Clone, Debug)]
enum Marks {
    Line(Vec<(f64, f64)>),
    Bars(Vec<(f64, f64)>),
    /// x, and lower end, estimate and upper end of y.
    Intervals(Vec<(f64, [f64; 3])>),
}

impl Chart {
    /// Returns an empty chart with its title and the labels of the axes.
    #[must_use]
    pub fn new(title: &str, x: &str, y: &str) -> Self {
        let (title, x, y) = (title.to_owned(), x.to_owned(), y.to_owned());
        let bounds = (f64::NEG_INFINITY, f64::INFINITY);
        Chart { title, x, y, logarithmic: false, bounds, series: Vec::new() }
    }

    /// Makes the vertical axis logarithmic; only positive values show.
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    /// Bounds the vertical axis for intervals: an estimate beyond it is drawn as a triangle at the
    /// edge, with its value.
    #[must_use]
    pub fn within(mut self, low: f64, high: f64) -> Self {
        self.bounds = (low, high);
        self
    }

    /// A value of an interval as far as the axis shows it.
    fn inside(&self, value: f64) -> f64 {
        value.clamp(self.bounds.0, self.bounds.1)
    }

    /// Adds a line through these points.
    #[must_use]
    pub fn line(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.with(name, Marks::Line(points.into_iter().collect()))
    }

    /// Adds a bar at each of these places.
    #[must_use]
    pub fn bars(self, name: &str, bars: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.with(name, Marks::Bars(bars.into_iter().collect()))
    }

    /// Adds a point and an interval at each of these places: lower end, estimate, upper end.
    #[must_use]
    pub fn intervals(
        self,
        name: &str,
        intervals: impl IntoIterator<Item = (f64, [f64; 3])>,
    ) -> Self {
        self.with(name, Marks::Intervals(intervals.into_iter().collect()))
    }

    fn with(mut self, name: &str, marks: Marks) -> Self {
        self.series.push(Series { name: name.to_owned(), marks });
        self
    }

    /// The ranges of the values, with margins.
    fn ranges(&self) -> Result<(Range<f64>, Range<f64>)> {
        let points = || {
            self.series.iter().flat_map(|series| -> Vec<(f64, f64)> {
                match &series.marks {
                    Marks::Line(points) | Marks::Bars(points) => points.clone(),
                    Marks::Intervals(intervals) => intervals
                        .iter()
                        .flat_map(|&(x, ends)| ends.map(|end| (x, self.inside(end))))
                        .collect(),
                }
            })
        };
        let shown = || points().filter(|&(_, y)| !self.logarithmic || y > 0.0);
        ensure!(shown().next().is_some(), "the chart {:?} shows nothing", self.title);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let greatest =
            |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let (left, right) =
            (least(&mut shown().map(|(x, _)| x)), greatest(&mut shown().map(|(x, _)| x)));
        let (low, high) =
            (least(&mut shown().map(|(_, y)| y)), greatest(&mut shown().map(|(_, y)| y)));
        let side = ((right - left) * 0.03).max(0.6);
        let ys = if self.logarithmic {
            low / 1.5..high * 2.0
        } else {
            let room = ((high - low.min(0.0)) * 0.06).max(f64::MIN_POSITIVE);
            let floor = if low < 0.0 { low - room } else { 0.0 };
            floor..high + room
        };
        Ok((left - side..right + side, ys))
    }

    fn draw<Y>(
        &self,
        builder: &mut ChartBuilder<SVGBackend>,
        xs: Range<f64>,
        ys: Y,
        labels: usize,
    ) -> Result<()>
    where
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let mut chart = builder.build_cartesian_2d(xs, ys).context("cannot lay out the chart")?;
        let font = ("sans-serif", 17).into_font().color(&INK);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(INK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .axis_style(INK.mix(0.6))
            .label_style(font.clone())
            .y_labels(labels)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .x_label_formatter(&|x| compact(*x))
            .y_label_formatter(&|y| compact(*y))
            .draw()?;
        let floor = if self.logarithmic { f64::MIN_POSITIVE } else { 0.0 };
        for (series, look) in self.series.iter().zip(looks()) {
            let (colour, style) = (look.colour, look.colour.stroke_width(2));
            match &series.marks {
                Marks::Line(points) => {
                    let points = points.iter().copied();
                    let shown = points.filter(|&(_, y)| !self.logarithmic || y > 0.0);
                    let shown: Vec<_> = shown.collect();
                    let dots = shown.iter().map(|&point| Circle::new(point, 3, colour.filled()));
                    chart.draw_series(dots)?;
                    if look.dashed {
                        chart.draw_series(DashedLineSeries::new(shown, 6, 4, style))?;
                    } else {
                        chart.draw_series(LineSeries::new(shown, style))?;
                    }
                }
                Marks::Bars(bars) => {
                    chart.draw_series(bars.iter().map(|&(x, y)| {
                        Rectangle::new([(x - 0.4, floor), (x + 0.4, y)], colour.filled())
                    }))?;
                }
                Marks::Intervals(intervals) => {
                    for &(x, ends) in intervals {
                        let [least, middle, greatest] = ends.map(|end| self.inside(end));
                        chart
                            .draw_series([PathElement::new([(x, least), (x, greatest)], style)])?;
                        if (least..=greatest).contains(&ends[1]) {
                            chart.draw_series([Circle::new((x, middle), 5, colour.filled())])?;
                        } else {
                            let edge = (x, middle);
                            chart.draw_series([TriangleMarker::new(edge, 8, colour.filled())])?;
                            let place = (x + 0.12, middle);
                            chart.draw_series([Text::new(beyond(ends[1]), place, font.clone())])?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Draws the names of the series, one below the other.
    fn draw_legend(&self, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
        let font = ("sans-serif", 17).into_font().color(&INK);
        for ((row, series), look) in (0..).zip(&self.series).zip(looks()) {
            let y = 60 + 22 * row;
            let style = look.colour.stroke_width(3);
            let pieces: &[[i32; 2]] = if look.dashed { &[[0, 8], [14, 22]] } else { &[[0, 22]] };
            for [from, to] in pieces {
                area.draw(&PathElement::new([(*from, y), (*to, y)], style))?;
            }
            area.draw(&Text::new(series.name.clone(), (30, y - 6), font.clone()))?;
        }
        Ok(())
    }
}

impl Picture for Chart {
    fn title(&self) -> &str {
        &self.title
    }

    fn svg(&self) -> Result<String> {
        let (xs, ys) = self.ranges()?;
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let legend_width = if self.series.len() > 1 { LEGEND_WIDTH } else { 0 };
        let (left, right) = area.split_horizontally(SIZE.0 - legend_width);
        let mut builder = ChartBuilder::on(&left);
        builder
            .caption(&self.title, ("sans-serif", 20).into_font().color(&INK))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(72);
        if self.logarithmic {
            self.draw(&mut builder, xs, ys.log_scale(), 10)?;
        } else {
            self.draw(&mut builder, xs, ys, 8)?;
        }
        if self.series.len() > 1 {
            self.draw_legend(&right)?;
        }
        area.present()?;
        drop(builder);
        drop((area, left, right));
        Ok(coloured_by_page(&svg))
    }
}

/// The colour and the stroke of a series.
#[derive(Clone, Copy)]
struct Look {
    colour: RGBColor,
    dashed: bool,
}

/// Every colour with a solid line, then with a dashed one, repeated.
fn looks() -> impl Iterator<Item = Look> {
    let all = [false, true].into_iter().cycle();
    all.flat_map(|dashed| PALETTE.map(|colour| Look { colour, dashed }))
}

/// A number in short form for an axis.
pub(super) fn compact(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        size if size >= 1e9 => (value / 1e9, " G"),
        size if size >= 1e6 => (value / 1e6, " M"),
        size if size >= 1e4 => (value / 1e3, " k"),
        _ => (value, ""),
    };
    let digits = if scaled.abs() >= 1.0 || scaled == 0.0 { 1 } else { 7 };
    let text = format!("{scaled:.digits$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text}{unit}")
}

/// The label of a value that the axis does not show.
fn beyond(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "+" };
    match value.abs() {
        size if size.is_infinite() => format!("{sign}∞"),
        size => format!("{sign}{size:.0}"),
    }
}

/// Gives text and axes the colour of a light or a dark page.
pub(super) fn coloured_by_page(svg: &str) -> String {
    let style = "<style>svg{color:#24292f}\
                 @media (prefers-color-scheme:dark){svg{color:#e6edf3}}</style>";
    let svg = svg.replace("#010203", "currentColor");
    match svg.find('>') {
        Some(end) => format!("{}{style}{}", &svg[..=end], &svg[end + 1..]),
        None => svg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_an_axis_are_short() {
        let written: Vec<_> =
            [0.0, 0.001, 1.0, 2.5, 1234.0, 12_000.0, 3.5e6, 2e9].map(compact).into();
        assert_eq!(written, ["0", "0.001", "1", "2.5", "1234", "12 k", "3.5 M", "2 G"]);
    }

    #[test]
    fn a_chart_takes_its_ink_from_the_page() {
        let chart = Chart::new("Nodes", "depth", "nodes").logarithmic();
        let svg = chart.line("bfs", [(1.0, 2.0), (2.0, 40.0)]).svg().unwrap();
        assert!(svg.contains("currentColor") && svg.contains("prefers-color-scheme"));
        assert!(!svg.contains("#010203"));
    }

    #[test]
    fn an_estimate_beyond_the_axis_is_marked_with_its_value() {
        let chart = Chart::new("Strength", "", "Elo").within(-800.0, 800.0);
        let chart = chart.intervals("weak", [(1.0, [-1252.6, -951.4, -650.1])]);
        let chart =
            chart.intervals("lost all", [(2.0, [f64::NEG_INFINITY, f64::NEG_INFINITY, -597.9])]);
        let svg = chart.intervals("even", [(3.0, [-20.0, 0.0, 20.0])]).svg().unwrap();
        assert!(svg.contains("−951") && svg.contains("−∞"));
        assert_eq!(svg.matches("<circle").count(), 1);
    }

    #[test]
    fn an_empty_chart_is_refused() {
        assert!(Chart::new("Nothing", "x", "y").svg().is_err());
    }
}
