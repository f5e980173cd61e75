//! Texts and presentations in OpenDocument (ISO/IEC 26300); spreadsheets are read by a library (`office/sheets.rs`).

use parsing::{Page, ParseFailure, Parsed, Part, Unread, UnreadReason};
use quick_xml::events::BytesStart;

use crate::archive::Archive;
use crate::xml::{Step, attribute, walk};

/// Maximum number of spaces that one element stands for.
const SPACES_MAX: usize = 100;
/// Elements whose content is no part of the final text: what was deleted, and who changed it.
const LEFT_OUT: &[&str] = &["tracked-changes", "forms", "note-citation", "ruby-text"];

/// Reads a text, with headings and tables as Markdown and notes where they stand; or slides, each a page with its notes.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    if archive
        .text("META-INF/manifest.xml")?
        .is_some_and(|manifest| manifest.contains("encryption-data"))
    {
        return Err(ParseFailure::Encrypted);
    }
    let xml = archive.required("content.xml")?;
    let mut writer = Writer::default();
    walk(&xml, |step| writer.take(step))?;
    let mut unread: Vec<Unread> = writer
        .objects
        .drain(..)
        .map(|name| Unread::named(name, UnreadReason::Unsupported))
        .collect();
    if writer.pictures > 0 {
        unread.push(Unread { part: Part::Images(writer.pictures), reason: UnreadReason::Image });
    }
    let pages = (1..).zip(writer.finish()).map(|(number, text)| Page { number, title: None, text });
    Parsed { unread, ..Parsed::of_pages(pages.collect()) }.check()
}

#[derive(Default)]
struct Writer {
    pages: Vec<String>,
    page: String,
    left_out: usize,
    /// Depth within paragraphs and headings: elsewhere text is white space.
    paragraphs: usize,
    lists: usize,
    /// Cells that are open, the inner one last; and the row of each table.
    cells: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Where the notes of the slide begin.
    notes: Option<usize>,
    pictures: u32,
    objects: Vec<String>,
}

impl Writer {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Open(name, _) if LEFT_OUT.contains(&name) => self.left_out += 1,
            Step::Close(name) if LEFT_OUT.contains(&name) => {
                self.left_out = self.left_out.saturating_sub(1);
            }
            _ if self.left_out > 0 => {}
            Step::Open(name, element) => self.open(name, element),
            Step::Close(name) => self.close(name),
            Step::Text(text) if self.paragraphs > 0 => self.text(text),
            Step::Text(_) => {}
        }
    }

    fn open(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "h" => {
                self.paragraphs += 1;
                let level =
                    attribute(element, "outline-level").and_then(|level| level.parse().ok());
                let level: usize = level.unwrap_or(1);
                if self.cells.is_empty() {
                    self.out().push_str(&format!("{} ", "#".repeat(level.clamp(1, 6))));
                }
            }
            "p" => self.paragraphs += 1,
            "s" => {
                let count = attribute(element, "c").and_then(|count| count.parse().ok());
                self.text(&" ".repeat(count.unwrap_or(1).min(SPACES_MAX)));
            }
            "tab" => self.text("\t"),
            "line-break" => self.text("\n"),
            "list" => self.lists += 1,
            "list-item" => {
                let indent = "  ".repeat(self.lists.saturating_sub(1).min(10));
                self.out().push_str(&format!("{indent}- "));
            }
            "note-body" => self.text(" ["),
            "annotation" => self.text(" [Comment: "),
            "notes" => self.notes = Some(self.page.len()),
            "page" => self.end_page(),
            "soft-page-break"
                if self.cells.is_empty() && self.lists == 0 && self.paragraphs == 0 =>
            {
                self.end_page();
            }
            "table" => self.rows.push(Vec::new()),
            "table-cell" | "covered-table-cell" => self.cells.push(String::new()),
            "image" => self.pictures += 1,
            "object" | "object-ole" => self.objects.push("embedded object".to_owned()),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "h" | "p" => {
                self.paragraphs = self.paragraphs.saturating_sub(1);
                self.out().push('\n');
            }
            "list" => self.lists = self.lists.saturating_sub(1),
            "note-body" | "annotation" => {
                let out = self.out();
                out.truncate(out.trim_end().len());
                out.push(']');
            }
            "notes" => self.end_notes(),
            "table-cell" | "covered-table-cell" => {
                if let (Some(cell), Some(row)) = (self.cells.pop(), self.rows.last_mut()) {
                    row.push(kernel::collapse_whitespace(&cell));
                }
            }
            "table-row" => {
                let row = self.rows.last_mut().map(std::mem::take).unwrap_or_default();
                let row = row.join(" | ");
                let row = row.trim_end_matches([' ', '|']);
                let line = if row.is_empty() { String::new() } else { format!("{row}\n") };
                self.out().push_str(&line);
            }
            "table" => {
                self.rows.pop();
            }
            _ => {}
        }
    }

    /// Labels the notes of a slide; of empty ones nothing stays.
    fn end_notes(&mut self) {
        let Some(start) = self.notes.take().filter(|start| *start <= self.page.len()) else {
            return;
        };
        let notes = self.page.split_off(start);
        if !notes.trim().is_empty() {
            self.page.push_str(&format!("\nNotes: {}\n", notes.trim()));
        }
    }

    fn text(&mut self, text: &str) {
        self.out().push_str(text);
    }

    fn out(&mut self) -> &mut String {
        self.cells.last_mut().unwrap_or(&mut self.page)
    }

    fn end_page(&mut self) {
        let page = std::mem::take(&mut self.page);
        // Before the first slide there is nothing.
        if !self.pages.is_empty() || !page.trim().is_empty() {
            self.pages.push(page);
        }
    }

    fn finish(mut self) -> Vec<String> {
        let last = std::mem::take(&mut self.page);
        self.pages.push(last);
        self.pages
    }
}
