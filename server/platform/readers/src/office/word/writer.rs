use std::collections::HashMap;

use kernel::collapse_whitespace;
use parsing::Page;
use quick_xml::events::BytesStart;

use super::math::Math;
use super::numbering::{NumberRef, Numbering};
use super::styles::Styles;
use super::symbols::symbol;
use crate::xml::{Step, attribute};

/// Elements whose content is not part of the final text: deleted, moved away, or how it was formatted before; the
/// readings of characters.
const LEFT_OUT: &[&str] = &[
    "del",
    "moveFrom",
    "pPrChange",
    "rPrChange",
    "sectPrChange",
    "tblPrChange",
    "tcPrChange",
    "trPrChange",
    "rt",
];

/// The parts outside of the body that it refers to.
#[derive(Default)]
pub(super) struct Beside {
    pub footnotes: HashMap<String, String>,
    pub endnotes: HashMap<String, String>,
    /// Texts of charts and diagrams, by the ids of their relations.
    pub drawings: Vec<(String, String)>,
}

/// Writes the body of a document as text, page by page.
pub(super) struct Writer<'a> {
    styles: &'a Styles,
    numbering: Numbering,
    beside: Beside,
    pages: Vec<Page>,
    page: String,
    /// Notes referred to on this page.
    notes: Vec<String>,
    notes_count: usize,
    /// Tables that are open, the inner one last.
    tables: Vec<Table>,
    ends_page_after_row: bool,
    /// Depth within elements that are left out.
    left_out: usize,
    /// For each alternative that is open, true if its first choice was read.
    choices: Vec<bool>,
    paragraph: Paragraph,
    run: Option<Run>,
    is_text: bool,
    math: Math,
    math_depth: usize,
    pictures: u32,
    objects: Vec<String>,
}

#[derive(Default)]
struct Table {
    rows: Vec<String>,
    cells: Vec<String>,
    cell: Option<String>,
}

/// Properties of the paragraph that begins.
#[derive(Default)]
struct Paragraph {
    is_open: bool,
    style: Option<String>,
    number: NumberRef,
}

#[derive(Default)]
struct Run {
    is_hidden: bool,
    is_raised: bool,
    /// True once something raised was written.
    is_marked: bool,
}

impl<'a> Writer<'a> {
    pub fn new(styles: &'a Styles, numbering: Numbering, beside: Beside) -> Self {
        Self {
            styles,
            numbering,
            beside,
            pages: Vec::new(),
            page: String::new(),
            notes: Vec::new(),
            notes_count: 0,
            tables: Vec::new(),
            ends_page_after_row: false,
            left_out: 0,
            choices: Vec::new(),
            paragraph: Paragraph::default(),
            run: None,
            is_text: false,
            math: Math::default(),
            math_depth: 0,
            pictures: 0,
            objects: Vec::new(),
        }
    }

    pub fn take(&mut self, step: Step<'_>) {
        if self.leaves_out(&step) {
            return;
        }
        if self.math_depth > 0 {
            let mut math = std::mem::take(&mut self.math);
            math.take(&step, self.out());
            self.math = math;
        }
        match step {
            Step::Open(name, element) => self.open(name, element),
            Step::Close(name) => self.close(name),
            Step::Text(text) if self.is_text => self.text(text),
            Step::Text(_) => {}
        }
    }

    /// Ends the last page with `more`, and returns the pages, the number of pictures, and embedded objects.
    pub fn finish(mut self, more: &[String]) -> (Vec<Page>, u32, Vec<String>) {
        self.end_notes();
        for text in more.iter().filter(|text| !text.is_empty()) {
            self.page.push_str(&format!("\n{text}\n"));
        }
        self.end_page();
        (self.pages, self.pictures, self.objects)
    }

    /// Returns all text on one line.
    pub fn into_line(self) -> String {
        let (pages, _, _) = self.finish(&[]);
        let texts: Vec<String> = pages.into_iter().map(|page| page.text).collect();
        collapse_whitespace(&texts.join(" "))
    }

    /// Returns true for steps within what is no part of the final text.
    fn leaves_out(&mut self, step: &Step<'_>) -> bool {
        match step {
            Step::Open("AlternateContent", _) => self.choices.push(false),
            Step::Close("AlternateContent") => {
                self.choices.pop();
            }
            Step::Open("Choice", _) => {
                let choice = self.choices.last_mut();
                // Of several choices one is read.
                if choice.is_some_and(|is_read| std::mem::replace(is_read, true))
                    || self.left_out > 0
                {
                    self.left_out += 1;
                }
            }
            Step::Open("Fallback", _)
                if self.left_out > 0 || self.choices.last() == Some(&true) =>
            {
                self.left_out += 1;
            }
            Step::Open(name, _) if LEFT_OUT.contains(name) => self.left_out += 1,
            Step::Close(name)
                if self.left_out > 0
                    && (matches!(*name, "Choice" | "Fallback") || LEFT_OUT.contains(name)) =>
            {
                self.left_out -= 1;
                return true;
            }
            _ => {}
        }
        self.left_out > 0
    }

    fn open(&mut self, name: &str, element: &BytesStart<'_>) {
        let value = || attribute(element, "val");
        match name {
            "t" => self.is_text = true,
            "oMath" | "oMathPara" => self.math_depth += 1,
            "r" if self.math_depth == 0 => self.run = Some(Run::default()),
            "vanish" if value().is_none_or(|value| value != "0" && value != "false") => {
                if let Some(run) = &mut self.run {
                    run.is_hidden = true;
                }
            }
            "vertAlign" => {
                if let Some(run) = &mut self.run {
                    run.is_raised = value().as_deref() == Some("superscript");
                }
            }
            "pPr" => self.paragraph = Paragraph { is_open: true, ..Paragraph::default() },
            "pStyle" if self.paragraph.is_open => self.paragraph.style = value(),
            "numId" if self.paragraph.is_open => self.paragraph.number.list = value(),
            "ilvl" if self.paragraph.is_open => {
                self.paragraph.number.level = value().and_then(|level| level.parse().ok());
            }
            "outlineLvl" | "tabs" => {}
            // Within the properties of a paragraph a tab is where tabs stop.
            "tab" if !self.paragraph.is_open => self.text("\t"),
            "noBreakHyphen" => self.text("-"),
            "cr" => self.text("\n"),
            "sym" => self.symbol(element),
            "br" => match attribute(element, "type").as_deref() {
                Some("page") => self.break_page(),
                _ => self.text("\n"),
            },
            "lastRenderedPageBreak" => self.break_page(),
            "txbxContent" => self.text("\n"),
            "footnoteReference" | "endnoteReference" => self.refer(name, element),
            "chart" | "relIds" => self.draw(element),
            "blip" | "imagedata" => self.pictures += 1,
            "OLEObject" => self.objects.extend(attribute(element, "ProgID")),
            "altChunk" => self.objects.push("inserted document".to_owned()),
            "tbl" => self.tables.push(Table::default()),
            "tc" => {
                if let Some(table) = self.tables.last_mut() {
                    table.cell = Some(String::new());
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "t" => self.is_text = false,
            "oMath" | "oMathPara" => self.math_depth = self.math_depth.saturating_sub(1),
            "r" if self.math_depth == 0 => self.run = None,
            "pPr" => self.begin_paragraph(),
            "p" => self.out().push('\n'),
            "tc" => {
                if let Some(table) = self.tables.last_mut()
                    && let Some(cell) = table.cell.take()
                {
                    table.cells.push(collapse_whitespace(&cell));
                }
            }
            "tr" => self.end_row(),
            "tbl" => self.end_table(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let run = self.run.get_or_insert_default();
        if run.is_hidden {
            return;
        }
        let is_power = run.is_raised && !std::mem::replace(&mut run.is_marked, true);
        let out = self.out();
        if is_power && out.ends_with(char::is_alphanumeric) {
            out.push('^');
        }
        out.push_str(text);
    }

    /// Returns where text is written: the cell that is open, or the page.
    fn out(&mut self) -> &mut String {
        let cell = self.tables.iter_mut().rev().find_map(|table| table.cell.as_mut());
        cell.unwrap_or(&mut self.page)
    }

    /// Writes what stands before a paragraph: the marks of a heading, and its number.
    fn begin_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        if !paragraph.is_open {
            return;
        }
        let style = paragraph.style.as_deref().unwrap_or_default();
        let of_style = self.styles.number(style);
        let number = NumberRef {
            list: paragraph.number.list.or(of_style.list),
            level: paragraph.number.level.or(of_style.level),
        };
        let heading = self.styles.heading_level(style).filter(|_| self.tables.is_empty());
        let marks = heading.map_or(String::new(), |level| format!("{} ", "#".repeat(level)));
        let number = self.numbering.count(&number);
        self.out().push_str(&format!("{marks}{number}"));
    }

    fn symbol(&mut self, element: &BytesStart<'_>) {
        let font = attribute(element, "font").unwrap_or_default();
        let code = attribute(element, "char").and_then(|code| u32::from_str_radix(&code, 16).ok());
        let shown = code.and_then(|code| symbol(&font, code)).unwrap_or('\u{fffd}');
        self.text(shown.encode_utf8(&mut [0; 4]));
    }

    fn refer(&mut self, name: &str, element: &BytesStart<'_>) {
        let notes = match name {
            "footnoteReference" => &mut self.beside.footnotes,
            _ => &mut self.beside.endnotes,
        };
        let note = attribute(element, "id").and_then(|id| notes.remove(&id));
        let Some(note) = note.filter(|note| !note.is_empty()) else { return };
        self.notes_count += 1;
        let mark = format!("[^{}]", self.notes_count);
        self.notes.push(format!("{mark}: {note}"));
        self.out().push_str(&mark);
    }

    fn draw(&mut self, element: &BytesStart<'_>) {
        let ids: Vec<String> =
            element.attributes().flatten().map(|one| one.value.into_owned()).collect();
        let found = self.beside.drawings.iter().find(|(id, _)| ids.contains(id));
        if let Some((_, text)) = found.cloned() {
            self.text(&format!("\n{text}\n"));
        }
    }

    fn end_row(&mut self) {
        let Some(table) = self.tables.last_mut() else { return };
        let row = std::mem::take(&mut table.cells).join(" | ");
        table.rows.push(row);
        if self.tables.len() == 1 {
            let rows = std::mem::take(&mut self.tables[0].rows);
            for row in rows {
                self.page.push_str(&format!("{row}\n"));
            }
            if std::mem::take(&mut self.ends_page_after_row) {
                self.end_page();
            }
        }
    }

    /// Ends a table. One within a cell is written on its line.
    fn end_table(&mut self) {
        let Some(table) = self.tables.pop() else { return };
        if !self.tables.is_empty() {
            let rows: Vec<String> = table.rows.iter().map(|row| row.replace(" | ", ", ")).collect();
            self.out().push_str(&format!(" {} ", rows.join("; ")));
        }
    }

    fn break_page(&mut self) {
        if self.tables.is_empty() {
            self.end_page();
        } else {
            self.ends_page_after_row = true;
        }
    }

    fn end_page(&mut self) {
        self.end_notes();
        let text = std::mem::take(&mut self.page);
        self.pages.push(Page { number: self.pages.len() as u32 + 1, title: None, text });
    }

    fn end_notes(&mut self) {
        for note in std::mem::take(&mut self.notes) {
            self.page.push_str(&format!("\n{note}"));
        }
    }
}
