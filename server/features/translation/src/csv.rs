//! Tables of terms as CSV (RFC 4180).

use std::fmt::Write;

use kernel::Problem;
use printed::{CsvRows, begins_formula};

use crate::problems::TABLE_UNREADABLE;
use crate::store::StoredTerm;

const HEAD: [&str; 4] = ["original", "translation", "source_language", "target_language"];

/// A line of a table, with its position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub number: usize,
    pub original: String,
    pub translation: String,
    pub source_language: String,
    pub target_language: String,
}

/// Returns the table of these terms. It begins with a mark that tells spreadsheets it is UTF-8.
pub(crate) fn write(terms: &[StoredTerm]) -> String {
    let mut table = format!("\u{feff}{}\r\n", HEAD.join(","));
    for term in terms {
        let cells =
            [&term.original, &term.translation, &term.source_language, &term.target_language];
        let cells: Vec<_> = cells.into_iter().map(|cell| quoted(cell)).collect();
        write!(table, "{}\r\n", cells.join(",")).expect("a String takes everything");
    }
    table
}

/// Returns a cell that a spreadsheet takes for text: what begins as a formula does is written behind an apostrophe.
fn quoted(cell: &str) -> String {
    let guard = if begins_formula(cell) { "'" } else { "" };
    if guard.is_empty() && !cell.contains(['"', ',', '\n', '\r']) {
        return cell.to_owned();
    }
    format!("\"{guard}{}\"", cell.replace('"', "\"\""))
}

/// Returns the lines of a table whose head names the columns, in any order. Empty lines are passed over.
pub(crate) fn read(table: &str) -> Result<Vec<Line>, Problem> {
    let mut read = CsvRows::new(table, ',');
    let rows: Vec<_> = read.by_ref().collect();
    if read.is_unfinished() {
        return Err(TABLE_UNREADABLE.into());
    }
    let mut rows = rows.into_iter();
    let (_, head) = rows.next().ok_or(TABLE_UNREADABLE)?;
    let place = |name: &str| head.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
    let [original, translation, source, target] = HEAD.map(place);
    let (Some(original), Some(translation), Some(target)) = (original, translation, target) else {
        return Err(TABLE_UNREADABLE.into());
    };
    let lines = rows.filter(|(_, row)| row.iter().any(|cell| !cell.trim().is_empty()));
    Ok(lines
        .map(|(number, row)| {
            let cell = |at: usize| unguarded(row.get(at).map_or("", |cell| cell.trim()));
            Line {
                number,
                original: cell(original),
                translation: cell(translation),
                source_language: source.map(cell).unwrap_or_default(),
                target_language: cell(target),
            }
        })
        .collect())
}

fn unguarded(cell: &str) -> String {
    let rest = cell.strip_prefix('\'').filter(|rest| begins_formula(rest));
    rest.unwrap_or(cell).to_owned()
}

#[cfg(test)]
mod tests {
    use kernel::{Timestamp, Uuid};

    use super::*;

    fn term(original: &str, translation: &str) -> StoredTerm {
        let at = Timestamp::from_micros(0);
        StoredTerm {
            id: Uuid::nil(),
            original: original.to_owned(),
            translation: translation.to_owned(),
            source_language: String::new(),
            target_language: "de".to_owned(),
            created_at: at,
            updated_at: at,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let terms = [term("a \"b\", c", "d\ne"), term("=SUM(A1)", "-x"), term("灯", "'quoted")];
        let lines = read(&write(&terms)).unwrap();
        let read: Vec<_> =
            lines.iter().map(|line| (line.original.as_str(), line.translation.as_str())).collect();
        assert_eq!(read, [("a \"b\", c", "d\ne"), ("=SUM(A1)", "-x"), ("灯", "'quoted")]);
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [2, 4, 5]);
        assert!(write(&terms).contains("\"'=SUM(A1)\""), "no spreadsheet runs it");
    }

    #[test]
    fn columns_may_stand_in_any_order_and_the_source_may_be_absent() {
        let lines = read("Target_language,Translation,Original\nfr,lampe,lamp\n\n").unwrap();
        assert_eq!(lines.len(), 1);
        assert_eq!((lines[0].original.as_str(), lines[0].target_language.as_str()), ("lamp", "fr"));
        assert_eq!(lines[0].source_language, "");
    }

    #[test]
    fn what_is_no_table_of_terms_is_refused() {
        for table in [
            "",
            "word,meaning\na,b",
            "original,translation\na,b",
            "original,translation,target_language\n\"a",
        ] {
            assert!(read(table).is_err(), "{table}");
        }
    }
}
