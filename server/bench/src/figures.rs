//! Rows of the table: the measured value, its limit, and whether it is met.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct Figure {
    pub name: String,
    pub unit: String,
    /// Target; `None` for a figure that only explains others.
    pub at_most: Option<f64>,
    #[serde(default)]
    pub at_least: Option<f64>,
    /// Measured value; `None` if it could not be measured: `unit` says why.
    pub measured: Option<f64>,
}

impl Figure {
    pub fn new(
        name: impl Into<String>,
        unit: &str,
        at_most: impl Into<Option<f64>>,
        measured: f64,
    ) -> Self {
        Self {
            name: name.into(),
            unit: unit.into(),
            at_most: at_most.into(),
            at_least: None,
            measured: Some(measured),
        }
    }

    /// Returns a row that misses its target below this.
    pub fn at_least(self, at_least: Option<f64>) -> Self {
        Self { at_least, ..self }
    }

    /// Returns a row that explains why there is no figure.
    pub fn not_measured(name: impl Into<String>, why: &str) -> Self {
        Self {
            name: name.into(),
            unit: format!("not measured: {why}"),
            at_most: None,
            at_least: None,
            measured: None,
        }
    }

    pub fn is_missed(&self) -> bool {
        let is_above = |measured: f64| self.at_most.is_some_and(|most| measured > most);
        let is_below = |measured: f64| self.at_least.is_some_and(|least| measured < least);
        self.measured.is_some_and(|measured| is_above(measured) || is_below(measured))
    }

    fn target(&self) -> Option<String> {
        let most = self.at_most.map(|most| format!("≤ {}", readable(most)));
        most.or_else(|| self.at_least.map(|least| format!("≥ {}", readable(least))))
    }
}

/// Returns the value that `share` of the sorted values do not exceed; 0 of no values.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

pub fn save(figures: &[Figure], file: &Path) -> anyhow::Result<()> {
    Ok(std::fs::write(file, serde_json::to_vec_pretty(figures)?)?)
}

/// The figures of a run, saved as they come: those before a failure stay.
pub struct Results<'a> {
    figures: Vec<Figure>,
    file: &'a Path,
}

impl<'a> Results<'a> {
    pub fn new(file: &'a Path) -> Self {
        Self { figures: Vec::new(), file }
    }

    pub fn add(&mut self, figures: Vec<Figure>) -> anyhow::Result<()> {
        self.figures.extend(figures);
        save(&self.figures, self.file)
    }
}

#[allow(clippy::print_stdout, reason = "the table is what this program is for")]
pub fn print_table(files: &[PathBuf]) -> anyhow::Result<()> {
    let mut figures: Vec<Figure> = Vec::new();
    for file in files {
        let text =
            std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        figures.extend(serde_json::from_slice::<Vec<Figure>>(&text)?);
    }
    println!("{:<62} {:>12} {:>12}  {:<9} verdict", "figure", "target", "measured", "unit");
    for figure in &figures {
        let target = figure.target();
        let verdict = match target {
            None => "",
            Some(_) if figure.is_missed() => "MISSED",
            Some(_) => "met",
        };
        println!(
            "{:<62} {:>12} {:>12}  {:<9} {verdict}",
            figure.name,
            target.unwrap_or_else(|| "-".to_owned()),
            figure.measured.map_or_else(|| "-".to_owned(), readable),
            figure.unit
        );
    }
    let missed = figures.iter().filter(|figure| figure.is_missed()).count();
    if missed > 0 {
        bail!("{missed} of {} figures missed their target", figures.len());
    }
    Ok(())
}

fn readable(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_99th_percentile_of_a_hundred_values_is_the_99th_value() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(percentile(&values, 0.99), 99.0);
        assert_eq!(percentile(&values, 0.5), 50.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn a_figure_without_a_target_is_never_missed() {
        assert!(!Figure::new("cpu", "s", None, 9.0).is_missed());
        assert!(Figure::new("cpu", "s", 8.0, 9.0).is_missed());
        assert!(!Figure::new("cpu", "s", 9.0, 9.0).is_missed());
        let found = |share: f64| Figure::new("found", "of 1", None, share).at_least(Some(0.8));
        assert!(found(0.79).is_missed() && !found(0.8).is_missed());
        assert_eq!(found(0.8).target().as_deref(), Some("≥ 0.80"));
    }
}
