//! Output of commands: text for people, or JSON for programs.

use std::io::Write;

use serde::Serialize;

/// The destination and format of results.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    pub json: bool,
}

impl Output {
    /// Prints `value` as JSON, or as the text that `text` makes of it.
    pub fn show<T: Serialize>(
        &self,
        value: &T,
        text: impl FnOnce(&T) -> String,
    ) -> anyhow::Result<()> {
        let line = if self.json { serde_json::to_string_pretty(value)? } else { text(value) };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", line.trim_end())?;
        out.flush()?;
        Ok(())
    }
}

/// Formats rows under a heading, in columns as wide as their widest cell.
pub fn table(heading: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heading[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut lines = vec![line(heading.to_vec())];
    lines.extend(rows.iter().map(|row| line(row.iter().map(String::as_str).collect())));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows =
            vec![vec!["ana@example.org".into(), "Ana".into()], vec!["b".into(), "Ben".into()]];
        assert_eq!(
            table(&["email", "name"], &rows),
            "email            name\nana@example.org  Ana\nb                Ben"
        );
    }
}
