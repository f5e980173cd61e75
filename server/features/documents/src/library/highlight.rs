use kernel::{Problem, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::document::DocumentId;
use crate::problems::{HIGHLIGHT_OUTSIDE, HIGHLIGHT_TOO_LONG};
use crate::rules::{HIGHLIGHT_BOXES_MAX, HIGHLIGHT_NOTE_MAX_CHARS, HIGHLIGHT_QUOTE_MAX_CHARS};

kernel::id! {
    /// A highlight that a person made in a document.
    HighlightId
}

/// The ink of a highlight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HighlightColor)]
pub(crate) enum Color {
    Yellow,
    Green,
    Blue,
    Pink,
}

impl Color {
    const ALL: [Self; 4] = [Self::Yellow, Self::Green, Self::Blue, Self::Pink];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Pink => "pink",
        }
    }

    /// Parses a stored color; anything unknown becomes yellow.
    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|color| color.as_str() == text).unwrap_or(Self::Yellow)
    }
}

/// A part of a page, as fractions of its width and height from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HighlightBox)]
pub(crate) struct PageBox {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// The marked area of a highlight, and its note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HighlightContent)]
pub(crate) struct Content {
    /// Page number, from 1.
    pub page: i64,
    pub color: Color,
    pub boxes: Vec<PageBox>,
    /// The marked words.
    pub quote: String,
    /// The person's note; empty if there is none.
    pub note: String,
}

/// A stored highlight.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Highlight {
    pub id: HighlightId,
    pub document_id: DocumentId,
    pub content: Content,
    pub created_at: Timestamp,
}

/// Precision of boxes, a hundred-thousandth of a page: less than a pixel, and the same number wherever it is read.
const PRECISION: f64 = 100_000.0;
/// Tolerance for rounding at the edge of a page.
const SLACK: f64 = 0.000_1;

impl Content {
    /// Checks the content of a highlight in a document of which so many pages are kept.
    ///
    /// Problems: [`HIGHLIGHT_OUTSIDE`], [`HIGHLIGHT_TOO_LONG`].
    pub fn checked(self, pages_kept: Option<i64>) -> Result<Self, Problem> {
        let quote = self.quote.trim().to_owned();
        let note = self.note.trim().to_owned();
        let boxes: Vec<PageBox> = self.boxes.iter().map(PageBox::rounded).collect();
        let is_inside = (1..=pages_kept.unwrap_or(0)).contains(&self.page)
            && !quote.is_empty()
            && (1..=HIGHLIGHT_BOXES_MAX).contains(&boxes.len())
            && boxes.iter().all(PageBox::is_on_page);
        if !is_inside {
            return Err(HIGHLIGHT_OUTSIDE.into());
        }
        for (text, max) in [(&quote, HIGHLIGHT_QUOTE_MAX_CHARS), (&note, HIGHLIGHT_NOTE_MAX_CHARS)]
        {
            if text.chars().count() > max {
                return Err(HIGHLIGHT_TOO_LONG.with("max", max));
            }
        }
        Ok(Self { quote, note, boxes, ..self })
    }

    /// Returns the key by which highlights sort in reading order.
    pub fn place(&self) -> (i64, i64, i64) {
        let first = self.boxes.first();
        let parts = |fraction: f64| (fraction * PRECISION) as i64;
        (self.page, first.map_or(0, |one| parts(one.y)), first.map_or(0, |one| parts(one.x)))
    }
}

impl PageBox {
    fn rounded(&self) -> Self {
        let round = |number: f64| (number * PRECISION).round() / PRECISION;
        let Self { x, y, width, height } = *self;
        Self { x: round(x), y: round(y), width: round(width), height: round(height) }
    }

    fn is_on_page(&self) -> bool {
        let fits =
            |start: f64, length: f64| start >= 0.0 && length > 0.0 && start + length <= 1.0 + SLACK;
        fits(self.x, self.width) && fits(self.y, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: PageBox = PageBox { x: 0.1, y: 0.2, width: 0.5, height: 0.02 };

    fn content() -> Content {
        let (quote, note) = (" Pets are welcome.\n".to_owned(), " ask again ".to_owned());
        Content { page: 2, color: Color::Green, boxes: vec![BOX], quote, note }
    }

    fn code(content: Content) -> &'static str {
        content.checked(Some(2)).unwrap_err().kind.code
    }

    #[test]
    fn a_highlight_is_on_a_kept_page_and_quotes_something() {
        let kept = content().checked(Some(2)).unwrap();
        assert_eq!((kept.quote.as_str(), kept.note.as_str()), ("Pets are welcome.", "ask again"));
        let outside = "documents.highlight_outside";
        for page in [0, -1, 3] {
            assert_eq!(code(Content { page, ..content() }), outside);
        }
        assert!(content().checked(None).is_err(), "nothing of it is read");
        assert_eq!(code(Content { quote: " ".to_owned(), ..content() }), outside);
        assert_eq!(code(Content { boxes: Vec::new(), ..content() }), outside);
        assert_eq!(code(Content { boxes: vec![BOX; 501], ..content() }), outside);
        for wrong in [
            PageBox { x: -0.1, ..BOX },
            PageBox { width: 0.0, ..BOX },
            PageBox { width: 0.95, ..BOX },
            PageBox { y: 1.5, ..BOX },
            PageBox { height: f64::NAN, ..BOX },
        ] {
            assert_eq!(
                code(Content { boxes: vec![BOX, wrong], ..content() }),
                outside,
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn its_words_and_its_note_have_an_end() {
        assert_eq!((HIGHLIGHT_QUOTE_MAX_CHARS, HIGHLIGHT_NOTE_MAX_CHARS), (5_000, 2_000));
        let long = |chars: usize| "é".repeat(chars);
        assert!(Content { quote: long(5_000), ..content() }.checked(Some(2)).is_ok());
        assert_eq!(
            code(Content { quote: long(5_001), ..content() }),
            "documents.highlight_too_long"
        );
        assert!(Content { note: long(2_000), ..content() }.checked(Some(2)).is_ok());
        assert_eq!(
            code(Content { note: long(2_001), ..content() }),
            "documents.highlight_too_long"
        );
    }

    #[test]
    fn a_box_is_the_same_number_wherever_it_is_read() {
        let odd = PageBox { x: 1.0 / 3.0, y: 0.1 + 0.2, width: 2.0 / 3.0, height: 0.012_345_678 };
        let kept = Content { boxes: vec![odd], ..content() }.checked(Some(2)).unwrap();
        let text = serde_json::to_string(&kept.boxes).unwrap();
        assert_eq!(text, r#"[{"x":0.33333,"y":0.3,"width":0.66667,"height":0.01235}]"#);
        let read: Vec<PageBox> = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}
