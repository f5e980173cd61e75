//! Tables of files: CSV, and workbooks as they are read. No I/O.

use printed::CsvRows;

/// A table: its headings, and its rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Rows that are read: with so many there are too many anyway.
const ROWS_MAX: usize = 10_000;
/// Columns of a table, at most.
const COLUMNS_MAX: usize = 200;

impl Table {
    fn of(mut rows: Vec<Vec<String>>) -> Option<Self> {
        rows.retain(|row| row.iter().any(|cell| !cell.trim().is_empty()));
        if rows.len() < 2 || rows.iter().any(|row| row.len() > COLUMNS_MAX) {
            return None;
        }
        let headings = rows.remove(0);
        Some(Self { headings, rows })
    }

    /// Parses comma-separated values (RFC 4180), also with semicolons or tabs, as spreadsheets of other languages write them.
    pub fn of_csv(text: &str) -> Option<Self> {
        let first = text.lines().next().unwrap_or_default();
        let separator =
            [',', ';', '\t'].into_iter().max_by_key(|one| first.matches(*one).count())?;
        let rows = CsvRows::new(text, separator).take(ROWS_MAX).map(|(_, cells)| cells);
        Self::of(rows.collect())
    }

    /// Parses a sheet as readers write it: the number of the row, and its cells, with tabs between them.
    pub fn of_sheet(text: &str) -> Option<Self> {
        // Behind a blank line stands what lies beside the cells.
        let cells = text.split("\n\n").next().unwrap_or_default();
        let row = |line: &str| line.split('\t').skip(1).map(str::to_owned).collect();
        Self::of(cells.lines().map(row).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(headings: &[&str], rows: &[&[&str]]) -> Table {
        let owned = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        Table { headings: owned(headings), rows: rows.iter().map(|row| owned(row)).collect() }
    }

    #[test]
    fn csv_is_read_with_quotes_and_other_separators() {
        let csv =
            "\u{feff}name,note\r\n\"Silva, Ana\",\"He said \"\"hi\"\"\nand left\"\r\n\r\nBen,\r\n";
        let wanted =
            table(&["name", "note"], &[&["Silva, Ana", "He said \"hi\"\nand left"], &["Ben", ""]]);
        assert_eq!(Table::of_csv(csv), Some(wanted));
        assert_eq!(Table::of_csv("a;b\n1,5;2"), Some(table(&["a", "b"], &[&["1,5", "2"]])));
    }

    #[test]
    fn a_sheet_has_numbers_before_its_rows() {
        let sheet = "1\tname\tnote\n3\tAna\t\n4\t\tx\n\nComment on A1: hm";
        assert_eq!(
            Table::of_sheet(sheet),
            Some(table(&["name", "note"], &[&["Ana", ""], &["", "x"]]))
        );
    }

    #[test]
    fn headings_alone_are_no_table() {
        for text in ["", "a,b", "a,b\n\n , \n"] {
            assert_eq!(Table::of_csv(text), None, "{text:?}");
        }
    }
}
