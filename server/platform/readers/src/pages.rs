use parsing::{PAGE_MAX_CHARS, Page, ParseFailure, Parsed, Unread, UnreadReason, note_unread};

/// Maximum size of the text of all pages; reading stops beyond it.
const ALL_MAX_BYTES: usize = PAGE_MAX_CHARS * 4;

/// Pages as they are read, and what could not be. A small file may show one of them without end.
#[derive(Default)]
pub(crate) struct Pages {
    pages: Vec<Page>,
    unread: Vec<Unread>,
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

    pub fn unread(&mut self, unread: Unread) {
        note_unread(&mut self.unread, unread);
    }

    /// Refuses files without text: as damaged, if that is why there is none.
    pub fn check(self) -> Result<Parsed, ParseFailure> {
        let is_damaged = self.unread.iter().any(|one| one.reason == UnreadReason::Damaged);
        let parsed = Parsed { unread: self.unread, ..Parsed::of_pages(self.pages) }.check();
        parsed.map_err(|failure| match failure {
            ParseFailure::NoText if is_damaged => ParseFailure::Broken,
            failure => failure,
        })
    }
}
