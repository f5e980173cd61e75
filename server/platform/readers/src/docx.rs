use parsing::{Page, ParseFailure, Parsed};

use crate::archive::Archive;
use crate::xml::{Step, attribute, walk};

/// Reads the text of a document, with headings and tables as Markdown. Page breaks are those of the program that saved
/// it last, and manual ones.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    let xml = archive.required("word/document.xml")?;
    let mut writer = Writer::default();
    walk(&xml, |step| writer.take(step))?;
    writer.end_page();
    Parsed { pages: writer.pages, page_count: None }.check()
}

#[derive(Default)]
struct Writer {
    pages: Vec<Page>,
    page: String,
    is_text: bool,
    /// Cells of the row that is read; `None` outside of tables.
    cells: Option<usize>,
}

impl Writer {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Open("t", _) => self.is_text = true,
            Step::Close("t") => self.is_text = false,
            Step::Text(text) if self.is_text => self.page.push_str(text),
            Step::Open("tab", _) => self.page.push('\t'),
            Step::Open("br", element) => match attribute(element, "type").as_deref() {
                Some("page") => self.end_page(),
                _ => self.page.push('\n'),
            },
            Step::Open("lastRenderedPageBreak", _) => self.end_page(),
            Step::Open("pStyle", element) => self.begin_heading(attribute(element, "val")),
            Step::Open("tr", _) => self.cells = Some(0),
            Step::Close("tr") => {
                self.cells = None;
                self.page.push('\n');
            }
            Step::Open("tc", _) => {
                if let Some(cells) = &mut self.cells {
                    if *cells > 0 {
                        self.page.push_str(" | ");
                    }
                    *cells += 1;
                }
            }
            Step::Close("p") => self.page.push(if self.cells.is_some() { ' ' } else { '\n' }),
            Step::Open(..) | Step::Close(_) | Step::Text(_) => {}
        }
    }

    fn begin_heading(&mut self, style: Option<String>) {
        let style = style.unwrap_or_default();
        let level = style.strip_prefix("Heading").and_then(|level| level.parse::<usize>().ok());
        let level = if style == "Title" { Some(1) } else { level };
        if let Some(level @ 1..=6) = level
            && self.cells.is_none()
        {
            self.page.push_str(&"#".repeat(level));
            self.page.push(' ');
        }
    }

    fn end_page(&mut self) {
        let text = std::mem::take(&mut self.page);
        let number = self.pages.len() as u32 + 1;
        self.pages.push(Page { number, title: None, text });
    }
}
