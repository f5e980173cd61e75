use std::io::Cursor;

use calamine::{
    Data, DataType, Range, Reader, Sheets, Xlsx, XlsxError, open_workbook_auto_from_rs,
};
use parsing::{PAGE_MAX_CHARS, Page, ParseFailure, Parsed, Unread, UnreadReason};

use super::charts::{chart_text, drawing_text};
use super::package::{Relations, main_part, text_of_part};
use crate::archive::Archive;
use crate::pages::Pages;
use crate::xml::{Step, attribute, walk};

/// Maximum number of empty cells written before a filled one; more are meaningless.
const GAP_MAX: u32 = 50;
/// Maximum number of damaged cells after which a sheet is given up.
const DAMAGED_MAX: usize = 1_000;

type Book<'a> = Xlsx<Cursor<&'a [u8]>>;

/// Reads each sheet, row by row: the number of the row, and its cells separated by tabs, so that an answer can cite
/// `Costs!B12` and it can be found again. A formula without a stored value is written as it is.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    // Its budget also covers what calamine opens afterwards.
    let mut archive = Archive::open(content)?;
    let mut book: Book<'_> = Xlsx::new(Cursor::new(content)).map_err(failure)?;
    let parts = parts_of_sheets(&mut archive)?;
    let mut pages = Pages::default();
    for (number, name) in (1..).zip(book.sheet_names()) {
        let part = parts.iter().find(|(sheet, _)| *sheet == name).map(|(_, part)| part.as_str());
        let beside = part.map_or(Ok(String::new()), |part| beside_cells(&mut archive, part))?;
        let read = sheet_text(&mut book, &name);
        let mut text = match read {
            Ok(Sheet { damaged: 0, text, .. }) => text,
            Ok(Sheet { damaged, text, is_whole }) => {
                let cells =
                    if damaged == 1 { "1 cell".to_owned() } else { format!("{damaged} cells") };
                let lost = if is_whole { cells } else { format!("{cells} and those after them") };
                pages.unread(Unread::named(format!("{name}: {lost}"), UnreadReason::Damaged));
                text
            }
            Err(ParseFailure::NoText) => String::new(),
            Err(ParseFailure::Broken) => {
                pages.unread(Unread::named(&name, UnreadReason::Damaged));
                String::new()
            }
            Err(failure) => return Err(failure),
        };
        if !beside.is_empty() {
            text.push_str(&format!("\n\n{beside}"));
        }
        pages.push(Page { number, title: Some(name), text })?;
    }
    pages.check()
}

/// Reads a workbook of another format than [`read`]'s: binary ones of Excel, and OpenDocument's.
pub(crate) fn read_old(content: &[u8]) -> Result<Parsed, ParseFailure> {
    if content.starts_with(b"PK") {
        Archive::open(content)?;
    }
    let mut book = open_workbook_auto_from_rs(Cursor::new(content)).map_err(old_failure)?;
    let mut pages = Pages::default();
    for (number, name) in (1..).zip(book.sheet_names()) {
        let Ok(cells) = book.worksheet_range(&name) else {
            pages.unread(Unread::named(&name, UnreadReason::Damaged));
            continue;
        };
        let formulas = formulas_of(&mut book, &name);
        let text = range_text(&cells, &formulas)?;
        pages.push(Page { number, title: Some(name), text })?;
    }
    pages.check()
}

fn formulas_of(book: &mut Sheets<Cursor<&[u8]>>, name: &str) -> Range<String> {
    book.worksheet_formula(name).unwrap_or_default()
}

fn range_text(cells: &Range<Data>, formulas: &Range<String>) -> Result<String, ParseFailure> {
    let (first_row, first_column) = cells.start().unwrap_or_default();
    let mut rows = Rows::default();
    for (row, column, value) in cells.used_cells() {
        let at = (first_row + row as u32, first_column + column as u32);
        rows.push(at, &cell_text(value))?;
    }
    let (first_row, first_column) = formulas.start().unwrap_or_default();
    for (row, column, formula) in formulas.used_cells() {
        let at = (first_row + row as u32, first_column + column as u32);
        let is_stored = cells.get_value(at).is_some_and(|value| !cell_text(value).is_empty());
        if !is_stored && !formula.is_empty() {
            rows.push_unstored(at, formula)?;
        }
    }
    Ok(rows.finish())
}

struct Sheet {
    text: String,
    damaged: usize,
    is_whole: bool,
}

fn sheet_text(book: &mut Book<'_>, name: &str) -> Result<Sheet, ParseFailure> {
    let mut cells = book.worksheet_cells_reader(name).map_err(|error| match error {
        // A sheet without cells, such as a chart.
        XlsxError::NotAWorksheet(_) => ParseFailure::NoText,
        error => failure(error),
    })?;
    let mut rows = Rows::default();
    let mut stored = Vec::new();
    let (mut damaged, mut is_whole) = (0, true);
    // A cell without a value may have a formula.
    let mut has_valueless = false;
    loop {
        match cells.next_cell() {
            Ok(Some(cell)) => {
                let text = cell_text(&Data::from(cell.get_value().clone()));
                if text.is_empty() {
                    has_valueless = true;
                } else {
                    rows.push(cell.get_position(), &text)?;
                    stored.push(cell.get_position());
                }
            }
            Ok(None) => break,
            Err(XlsxError::Xml(_) | XlsxError::XmlEof(_)) => {
                damaged += 1;
                is_whole = false;
                break;
            }
            Err(_) if damaged >= DAMAGED_MAX => {
                is_whole = false;
                break;
            }
            Err(_) => damaged += 1,
        }
    }
    drop(cells);
    if has_valueless || damaged > 0 {
        stored.sort_unstable();
        for (at, formula) in sheet_formulas(book, name)? {
            if stored.binary_search(&at).is_err() {
                rows.push_unstored(at, &formula)?;
            }
        }
    }
    Ok(Sheet { text: rows.finish(), damaged, is_whole })
}

type Position = (u32, u32);

/// Returns the formulas of a sheet by their cells, as far as they can be read. It reads the sheet a second time.
fn sheet_formulas(
    book: &mut Book<'_>,
    name: &str,
) -> Result<Vec<(Position, String)>, ParseFailure> {
    let Ok(mut cells) = book.worksheet_cells_reader(name) else { return Ok(Vec::new()) };
    let mut formulas = Vec::new();
    let mut bytes = 0;
    while let Ok(Some(cell)) = cells.next_formula() {
        let formula = cell.get_value();
        bytes += formula.len();
        if bytes > PAGE_MAX_CHARS * 4 {
            return Err(ParseFailure::TooLong);
        }
        if !formula.is_empty() {
            formulas.push((cell.get_position(), formula.clone()));
        }
    }
    Ok(formulas)
}

/// Rows of cells as they are written, in the order of the sheet.
#[derive(Default)]
struct Rows {
    cells: Vec<(Position, String)>,
    bytes: usize,
}

impl Rows {
    fn push(&mut self, at: Position, text: &str) -> Result<(), ParseFailure> {
        if text.is_empty() {
            return Ok(());
        }
        self.bytes += text.len();
        if self.bytes > PAGE_MAX_CHARS * 4 {
            return Err(ParseFailure::TooLong);
        }
        self.cells.push((at, text.to_owned()));
        Ok(())
    }

    /// Adds a formula whose value the file does not hold.
    fn push_unstored(&mut self, at: Position, formula: &str) -> Result<(), ParseFailure> {
        self.push(at, &one_line(&format!("={}", formula.trim_start_matches('='))))
    }

    fn finish(mut self) -> String {
        self.cells.sort_by_key(|(at, _)| *at);
        let mut text = String::with_capacity(self.bytes + self.cells.len() * 2);
        let (mut row, mut column) = (None, 0);
        for ((at_row, at_column), value) in self.cells {
            if row != Some(at_row) {
                let line = if text.is_empty() { "" } else { "\n" };
                text.push_str(&format!("{line}{}\t", at_row + 1));
                column = 0;
            }
            row = Some(at_row);
            for _ in 0..at_column.saturating_sub(column).min(GAP_MAX) {
                text.push('\t');
            }
            column = at_column;
            text.push_str(&value);
        }
        text
    }
}

/// Returns the value of a cell as a person sees it: a date without a time, a time without a date, a duration in hours.
fn cell_text(value: &Data) -> String {
    let text = match value {
        Data::DateTime(date) if date.is_duration() => duration_text(date.as_f64()),
        Data::DateTime(date) => match value.as_datetime() {
            Some(moment) if date.as_f64() < 1.0 => moment.time().to_string(),
            Some(moment) => moment.to_string().trim_end_matches(" 00:00:00").to_owned(),
            None => value.to_string(),
        },
        // OpenDocument's, as ISO 8601 writes them.
        Data::DateTimeIso(date) => date.trim_end_matches("T00:00:00").replace('T', " "),
        other => other.to_string(),
    };
    one_line(&text)
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ").trim().to_owned()
}

/// Writes a duration in days as hours, minutes and seconds.
fn duration_text(days: f64) -> String {
    let seconds = (days.abs() * 86_400.0).round() as u64;
    let sign = if days < 0.0 { "-" } else { "" };
    format!("{sign}{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// Returns the parts of the sheets of a workbook, by their names.
fn parts_of_sheets(archive: &mut Archive<'_>) -> Result<Vec<(String, String)>, ParseFailure> {
    let workbook = main_part(archive, "xl/workbook.xml")?;
    let Some(xml) = text_of_part(archive, &workbook)? else { return Ok(Vec::new()) };
    let relations = Relations::of(archive, &workbook)?;
    let mut parts = Vec::new();
    walk(&xml, |step| {
        let Step::Open("sheet", element) = step else { return };
        let (Some(name), Some(id)) = (attribute(element, "name"), attribute(element, "id")) else {
            return;
        };
        if let Some(target) = relations.target(&id) {
            parts.push((name, target.to_owned()));
        }
    })?;
    Ok(parts)
}

/// Returns what lies beside the cells of a sheet: comments, text boxes and charts.
fn beside_cells(archive: &mut Archive<'_>, sheet: &str) -> Result<String, ParseFailure> {
    let relations = Relations::of(archive, sheet)?;
    let mut lines = Vec::new();
    for (_, target) in relations.of_kind("comments") {
        let comments = text_of_part(archive, target)?.unwrap_or_default();
        lines.extend(comments_of_cells(&comments)?);
    }
    for (_, target) in relations.of_kind("drawing") {
        let Some(xml) = text_of_part(archive, target)? else { continue };
        lines.push(drawing_text(&xml)?);
        let inner = Relations::of(archive, target)?;
        for (_, target) in inner.of_kind("chart") {
            let Some(chart) = text_of_part(archive, target)? else { continue };
            lines.push(chart_text(&chart)?);
        }
    }
    lines.retain(|line| !line.is_empty());
    Ok(lines.join("\n"))
}

fn comments_of_cells(xml: &str) -> Result<Vec<String>, ParseFailure> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_text = false;
    walk(xml, |step| match step {
        Step::Open("comment", element) => {
            let cell = attribute(element, "ref").unwrap_or_default();
            lines.push(format!("Comment on {cell}: "));
        }
        Step::Open("t", _) => is_text = true,
        Step::Close("t") => is_text = false,
        Step::Text(text) if is_text => {
            if let Some(line) = lines.last_mut() {
                line.push_str(&text.replace(['\n', '\r'], " "));
            }
        }
        _ => {}
    })?;
    Ok(lines)
}

fn failure(error: XlsxError) -> ParseFailure {
    match error {
        XlsxError::Password => ParseFailure::Encrypted,
        _ => ParseFailure::Broken,
    }
}

fn old_failure(error: calamine::Error) -> ParseFailure {
    match error {
        calamine::Error::Xlsx(XlsxError::Password)
        | calamine::Error::Xls(calamine::XlsError::Password)
        | calamine::Error::Xlsb(calamine::XlsbError::Password)
        | calamine::Error::Ods(calamine::OdsError::Password) => ParseFailure::Encrypted,
        _ => ParseFailure::Broken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_in_hours() {
        assert_eq!(duration_text(1.25), "30:00:00");
        assert_eq!(duration_text(0.0625), "1:30:00");
        assert_eq!(duration_text(-0.5), "-12:00:00");
    }
}
