use kernel::Problem;

use super::{Held, is_page, link, some_tags};
use crate::problems::{IMPORT_UNREADABLE, TOO_MANY_AT_ONCE};
use crate::rules::IMPORT_MAX_MEMOS;

/// Tables of Pocket and Raindrop, whose heads name their columns.
pub(super) fn read_table(table: &str) -> Result<Held, Problem> {
    let mut rows = rows_of(table)?.into_iter();
    let head = rows.next().ok_or(IMPORT_UNREADABLE)?;
    let place = |name: &str| head.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
    let url = place("url").ok_or(IMPORT_UNREADABLE)?;
    let [title, note, excerpt, tags] = ["title", "note", "excerpt", "tags"].map(place);
    let time = place("created").or_else(|| place("time_added"));
    let mut held = Held::default();
    for row in rows {
        let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).map_or("", |cell| cell.trim());
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if !is_page(cell(Some(url))) {
            held.left_out += 1;
            continue;
        }
        let tags = some_tags(cell(tags).split(['|', ',']));
        let (address, title) = (cell(Some(url)).to_owned(), cell(title).to_owned());
        let mut memo = link(address, title, cell(note).to_owned(), tags, Some(cell(time)));
        memo.texts.quote = Some(cell(excerpt).to_owned());
        held.memos.push(memo);
    }
    Ok(held)
}

const COLUMNS_MAX: usize = 100;

/// Returns the cells of each row (RFC 4180).
fn rows_of(table: &str) -> Result<Vec<Vec<String>>, Problem> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = table.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted && row.len() >= COLUMNS_MAX => return Err(IMPORT_UNREADABLE.into()),
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
                if rows.len() > IMPORT_MAX_MEMOS + 1 {
                    return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
                }
            }
            '\r' if !is_quoted => {}
            other => cell.push(other),
        }
    }
    if is_quoted {
        return Err(IMPORT_UNREADABLE.into());
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    Ok(rows)
}
