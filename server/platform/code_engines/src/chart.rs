//! Charts that programs draw: `chart(…)` writes one as an SVG file.

use code_sandbox::{CHART_POINTS_MAX, CHART_SERIES_MAX};
use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, ChartContext, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, Pie, Rectangle};
use plotters::prelude::{Cartesian2d, DrawingArea, IntoDrawingArea};
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, IntoFont, RGBColor, WHITE};
use serde::Deserialize;
use serde_json::Value;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (960, 540);
/// Labels on the axis of categories; of more, some are left out.
const LABELS_MAX: usize = 16;
/// Largest number that is drawn.
const MAGNITUDE_MAX: f64 = 1e300;
/// Part of a category's width that its bars take.
const BARS_WIDTH: f64 = 0.8;
/// Colors that people who are color-blind tell apart (Okabe and Ito), the first as in our own charts.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(240, 228, 66),
    RGBColor(90, 90, 90),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The arguments of `chart`, as a program gives them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    kind: Kind,
    x: Vec<Value>,
    series: Value,
    #[serde(default)]
    title: String,
    #[serde(default)]
    x_label: String,
    #[serde(default)]
    y_label: String,
    #[serde(default)]
    file: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Line,
    Bar,
    Scatter,
    Pie,
}

/// A chart that can be drawn.
struct Chart {
    kind: Kind,
    x: Axis,
    series: Vec<(String, Vec<f64>)>,
    title: String,
    x_label: String,
    y_label: String,
}

/// The values along the horizontal axis.
enum Axis {
    Numbers(Vec<f64>),
    Categories(Vec<String>),
}

/// A chart as a file.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub file: String,
    pub svg: String,
}

/// Draws a chart.
///
/// # Errors
///
/// What is wrong with the arguments, for the program that gave them.
pub(crate) fn draw(arguments: Value) -> Result<Drawn, String> {
    let wanted: Wanted =
        serde_json::from_value(arguments).map_err(|error| format!("chart: {error}"))?;
    let file = file_name(&wanted.file);
    let chart = Chart::of(wanted)?;
    let mut svg = String::new();
    chart.draw(&mut svg).map_err(|error| format!("chart: {error}"))?;
    Ok(Drawn { file, svg })
}

fn file_name(wanted: &str) -> String {
    let base = ["svg", "png", "jpg", "pdf"]
        .iter()
        .find_map(|ending| wanted.strip_suffix(ending)?.strip_suffix('.'))
        .unwrap_or(wanted);
    format!("{}.svg", if base.is_empty() { "chart" } else { base })
}

impl Chart {
    fn of(wanted: Wanted) -> Result<Self, String> {
        let Wanted { kind, x, series, title, x_label, y_label, .. } = wanted;
        let series = series_of(series)?;
        if x.is_empty() || series.is_empty() {
            return Err("chart: x and series must not be empty".to_owned());
        }
        if let Some((name, values)) = series.iter().find(|(_, values)| values.len() != x.len()) {
            let (got, wanted) = (values.len(), x.len());
            return Err(format!("chart: series {name:?} has {got} values, x has {wanted}"));
        }
        if series.len() > CHART_SERIES_MAX || x.len() * series.len() > CHART_POINTS_MAX {
            return Err(format!(
                "chart: at most {CHART_SERIES_MAX} series and {CHART_POINTS_MAX} values"
            ));
        }
        let x = match kind {
            Kind::Line | Kind::Scatter => Axis::of(x),
            Kind::Bar | Kind::Pie => Axis::Categories(x.iter().map(label_of).collect()),
        };
        if kind == Kind::Scatter && matches!(x, Axis::Categories(_)) {
            return Err("chart: x of a scatter chart must be numbers".to_owned());
        }
        if kind == Kind::Pie && (series.len() != 1 || !are_parts(&series[0].1)) {
            return Err(
                "chart: a pie has one series of numbers that are not negative, and not all 0"
                    .to_owned(),
            );
        }
        Ok(Self { kind, x, series, title, x_label, y_label })
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        match self.kind {
            Kind::Pie => self.draw_pie(&area)?,
            _ => self.draw_plot(&area)?,
        }
        area.present()?;
        Ok(())
    }

    fn draw_plot(&self, area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
        let (columns, rows) = (self.x.range(), self.rows());
        let mut builder = ChartBuilder::on(area);
        builder.margin(20).x_label_area_size(52).y_label_area_size(72);
        if !self.title.is_empty() {
            builder.caption(&self.title, ("sans-serif", 26));
        }
        let mut plot = builder.build_cartesian_2d(columns.0..columns.1, rows.0..rows.1)?;
        let label = |at: &f64| self.x.label(*at);
        plot.configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(BLACK.mix(0.12))
            .axis_style(BLACK.mix(0.5))
            .label_style(("sans-serif", 15))
            .axis_desc_style(("sans-serif", 17))
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .x_labels(self.x.labels())
            .x_label_formatter(&label)
            .y_label_formatter(&|at| number(*at))
            .draw()?;
        self.draw_series(&mut plot)?;
        if self.series.len() > 1 {
            plot.configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .background_style(WHITE.mix(0.85))
                .border_style(BLACK.mix(0.2))
                .label_font(("sans-serif", 15))
                .draw()?;
        }
        Ok(())
    }

    fn draw_series(&self, plot: &mut Plot<'_, '_>) -> Result<(), Box<dyn std::error::Error>> {
        let bar = BARS_WIDTH / self.series.len() as f64;
        for (at, (name, values)) in self.series.iter().enumerate() {
            let color = COLORS[at % COLORS.len()];
            let points = || values.iter().enumerate().map(|(row, y)| (self.x.at(row), *y));
            let drawn = match self.kind {
                Kind::Bar => plot.draw_series(points().map(|(x, y)| {
                    let left = x - BARS_WIDTH / 2.0 + at as f64 * bar;
                    Rectangle::new([(left, 0.0), (left + bar, y)], color.filled())
                }))?,
                Kind::Scatter => {
                    plot.draw_series(points().map(|(x, y)| Circle::new((x, y), 4, color.filled())))?
                }
                _ => plot.draw_series(LineSeries::new(points(), color.stroke_width(2)))?,
            };
            drawn.label(name.as_str()).legend(move |(x, y)| {
                Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled())
            });
        }
        Ok(())
    }

    fn draw_pie(&self, area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
        let area = match self.title.is_empty() {
            true => area.clone(),
            false => area.titled(&self.title, ("sans-serif", 26))?,
        };
        let (width, height) = area.dim_in_pixel();
        let center = ((width / 2) as i32, (height / 2) as i32);
        let radius = f64::from(height) * 0.38;
        let parts = &self.series[0].1;
        let labels: Vec<String> = (0..parts.len()).map(|at| self.x.label(at as f64)).collect();
        let colors: Vec<RGBColor> = (0..parts.len()).map(|at| COLORS[at % COLORS.len()]).collect();
        let mut pie = Pie::new(&center, &radius, parts, &colors, &labels);
        pie.label_style(("sans-serif", 17).into_font());
        pie.percentages(("sans-serif", 15).into_font());
        area.draw(&pie)?;
        Ok(())
    }

    /// Returns the range of the vertical axis. Bars stand on zero.
    fn rows(&self) -> (f64, f64) {
        let values = self.series.iter().flat_map(|(_, values)| values).copied();
        let zero = (self.kind == Kind::Bar).then_some(0.0);
        let (low, high) = bounds(values.chain(zero));
        let room = (high - low) * 0.06;
        let keeps_zero = self.kind == Kind::Bar;
        let low = if keeps_zero && low >= 0.0 { low } else { low - room };
        let high = if keeps_zero && high <= 0.0 { high } else { high + room };
        (low, high)
    }
}

impl Axis {
    fn of(x: Vec<Value>) -> Self {
        let numbers: Option<Vec<f64>> = x.iter().map(finite).collect();
        match numbers {
            Some(numbers) => Self::Numbers(numbers),
            None => Self::Categories(x.iter().map(label_of).collect()),
        }
    }

    fn range(&self) -> (f64, f64) {
        match self {
            Self::Numbers(numbers) => bounds(numbers.iter().copied()),
            Self::Categories(names) => (-0.5, names.len() as f64 - 0.5),
        }
    }

    fn at(&self, row: usize) -> f64 {
        match self {
            Self::Numbers(numbers) => numbers[row],
            Self::Categories(_) => row as f64,
        }
    }

    fn labels(&self) -> usize {
        match self {
            Self::Numbers(_) => 10,
            // A mark for each of them, at its whole number.
            Self::Categories(names) => names.len().min(LABELS_MAX) + 1,
        }
    }

    fn label(&self, at: f64) -> String {
        match self {
            Self::Numbers(_) => number(at),
            Self::Categories(names) => {
                let is_whole = (at - at.round()).abs() < 1e-6 && at >= 0.0;
                let name = names.get(at.round() as usize).filter(|_| is_whole);
                name.cloned().unwrap_or_default()
            }
        }
    }
}

/// Returns the series of a chart: a list of numbers, or several by their names.
fn series_of(series: Value) -> Result<Vec<(String, Vec<f64>)>, String> {
    let named = match series {
        Value::Array(values) => vec![(String::new(), Value::Array(values))],
        Value::Object(series) => series.into_iter().collect(),
        _ => return Err("chart: series must be a list of numbers, or several by name".to_owned()),
    };
    let numbers = |(name, values): (String, Value)| {
        let values = values.as_array().and_then(|all| all.iter().map(finite).collect());
        let values: Option<Vec<f64>> = values;
        values
            .map(|values| (name.clone(), values))
            .ok_or_else(|| format!("chart: series {name:?} must be a list of numbers"))
    };
    named.into_iter().map(numbers).collect()
}

/// Returns true if the numbers are parts of a whole.
fn are_parts(numbers: &[f64]) -> bool {
    numbers.iter().all(|number| *number >= 0.0) && numbers.iter().any(|number| *number > 0.0)
}

/// Returns a number that can be drawn: the span of two of them is finite, too.
fn finite(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.abs() <= MAGNITUDE_MAX)
}

fn label_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the lowest and the highest value, apart even where they are the same.
fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if high > low { (low, high) } else { (low - 1.0, high + 1.0) }
}

/// Writes a number without the digits that only its binary form has.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn svg(arguments: Value) -> String {
        draw(arguments).unwrap().svg
    }

    #[test]
    fn every_kind_of_chart_is_drawn() {
        let line = svg(
            json!({ "kind": "line", "x": [1, 2, 3], "series": { "a": [1, 4, 9], "b": [3, 2, 1] } }),
        );
        assert!(line.starts_with("<svg") && line.contains("polyline"), "{line}");
        let months = json!(["Jan", "Feb", "Mar"]);
        let bar = svg(
            json!({ "kind": "bar", "x": months, "series": [5, -2, 7], "title": "Rain & <snow>" }),
        );
        assert!(bar.contains("Feb") && bar.contains("Rain &amp; &lt;snow&gt;"), "{bar}");
        let scatter =
            svg(json!({ "kind": "scatter", "x": [0.5, 1.5], "series": [2, 2], "y_label": "cm" }));
        assert!(scatter.contains("<circle") && scatter.contains("cm"), "{scatter}");
        let pie = svg(json!({ "kind": "pie", "x": ["yes", "no"], "series": [3, 1] }));
        assert!(pie.contains("yes") && pie.contains("75"), "{pie}");
    }

    #[test]
    fn a_chart_has_the_name_of_its_file() {
        let name = |file: &str| {
            draw(json!({ "kind": "bar", "x": [1], "series": [1], "file": file })).unwrap().file
        };
        assert_eq!(
            ["", "rain", "rain.png", "rain.svg"].map(name),
            ["chart.svg", "rain.svg", "rain.svg", "rain.svg"]
        );
    }

    #[test]
    fn what_cannot_be_drawn_is_said() {
        for (arguments, why) in [
            (json!({ "kind": "donut", "x": [1], "series": [1] }), "unknown variant `donut`"),
            (json!({ "kind": "line", "x": [], "series": [] }), "must not be empty"),
            (
                json!({ "kind": "line", "x": [1, 2], "series": { "a": [1] } }),
                "\"a\" has 1 values, x has 2",
            ),
            (json!({ "kind": "line", "x": [1], "series": ["much"] }), "must be a list of numbers"),
            (json!({ "kind": "scatter", "x": ["a"], "series": [1] }), "must be numbers"),
            (json!({ "kind": "pie", "x": ["a"], "series": [-1] }), "not negative"),
            (json!({ "kind": "pie", "x": ["a"], "series": [0] }), "not all 0"),
            (json!({ "kind": "line", "x": [1], "series": [1e308] }), "must be a list of numbers"),
            (
                json!({ "kind": "line", "x": vec![1; 20_001], "series": vec![1; 20_001] }),
                "at most 20 series",
            ),
            (
                json!({ "kind": "line", "x": [1], "series": [1], "colour": "red" }),
                "unknown field `colour`",
            ),
        ] {
            let error = draw(arguments).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
