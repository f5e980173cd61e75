use std::io::Cursor;

use calamine::{Data, DataType, Reader, Xlsx, XlsxError};
use parsing::{PAGE_MAX_CHARS, Page, ParseFailure, Parsed};

use crate::archive::Archive;

/// Maximum number of empty cells written before a filled one; more are meaningless.
const GAP_MAX: u32 = 50;

/// Reads each sheet, row by row: the number of the row, and its cells separated by tabs, so that an answer can cite
/// `Costs!B12` and it can be found again.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    // Its budget also covers what calamine opens afterwards.
    Archive::open(content)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(content)).map_err(failure)?;
    let mut pages = Vec::new();
    for (number, name) in (1..).zip(book.sheet_names()) {
        // A sheet without cells, such as a chart.
        let Ok(text) = sheet_text(&mut book, &name) else { continue };
        pages.push(Page { number, title: Some(name), text: text? });
    }
    Parsed { pages, page_count: None }.check()
}

type Read = Result<String, ParseFailure>;

fn sheet_text(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<Read, XlsxError> {
    let mut cells = book.worksheet_cells_reader(name)?;
    let mut text = String::new();
    let (mut row, mut column) = (None, 0);
    while let Some(cell) = cells.next_cell()? {
        let (at_row, at_column) = cell.get_position();
        let value = cell_text(&Data::from(cell.get_value().clone()));
        if value.is_empty() {
            continue;
        }
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
        if text.len() > PAGE_MAX_CHARS * 4 {
            return Ok(Err(ParseFailure::TooLong));
        }
    }
    Ok(Ok(text))
}

fn cell_text(value: &Data) -> String {
    let text = match value {
        Data::DateTime(date) if date.is_datetime() => match value.as_datetime() {
            Some(moment) => moment.to_string().trim_end_matches(" 00:00:00").to_owned(),
            None => value.to_string(),
        },
        other => other.to_string(),
    };
    text.replace(['\n', '\r', '\t'], " ").trim().to_owned()
}

fn failure(error: XlsxError) -> ParseFailure {
    match error {
        XlsxError::Password => ParseFailure::Encrypted,
        _ => ParseFailure::Broken,
    }
}
