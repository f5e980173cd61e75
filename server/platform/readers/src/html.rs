use parsing::{Page, ParseFailure, Parsed, decode_text, text_of_html};

/// Returns the text that a page shows, with headings and lists in Markdown's form.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let (title, text) = text_of_html(&decode_text(content));
    Parsed::of_pages(vec![Page { number: 1, title, text }]).check()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_shows_nothing_has_no_text() {
        assert_eq!(read(b"<script>only"), Err(ParseFailure::NoText));
    }
}
