use parsing::{PAGE_MAX_CHARS, Page, ParseFailure, Parsed};

/// Maximum size of the text of all pages; reading stops beyond it.
const ALL_MAX_BYTES: usize = PAGE_MAX_CHARS * 4;

/// Pages as they are read. A small file may show one of them without end.
#[derive(Default)]
pub(crate) struct Pages {
    pages: Vec<Page>,
    bytes: usize,
}

impl Pages {
    pub fn push(&mut self, page: Page) -> Result<(), ParseFailure> {
        self.bytes += page.text.len();
        if self.bytes > ALL_MAX_BYTES {
            return Err(ParseFailure::TooLong);
        }
        self.pages.push(page);
        Ok(())
    }

    pub fn check(self) -> Result<Parsed, ParseFailure> {
        Parsed { pages: self.pages, page_count: None }.check()
    }
}
