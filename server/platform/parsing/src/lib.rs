//! Reading of untrusted files: their formats, and how they are opened in a process of their own, under hard limits, so
//! that a hostile file harms its reader and nothing else.
//!
//! Start at [`Parser`]. `format.rs` defines the accepted formats and checks that a file has the format of its name;
//! `worker.rs` runs the reader in another process, which `sandbox.rs` starts, `ocr.rs` runs text recognition, whose words and positions
//! `recognised.rs` keeps; `layout.rs` turns the content of a page into text; `plain.rs` reads text, whose encoding
//! `charset.rs` detects, `html.rs` pages, `unread.rs` names what was not read,
//! `image.rs` measures images, and
//! `picture_editor.rs` edits them. The readers of office and PDF files are in `readers`, which only the program links.

mod charset;
mod format;
mod html;
mod layout;
mod ocr;
mod parsed;
mod picture_editor;
mod plain;
mod recognised;
mod sandbox;
mod unread;
mod worker;

use async_trait::async_trait;
use bytes::Bytes;

pub use charset::{charset_of, decode_text, decode_text_as, decode_utf16, in_utf8};
pub use format::{Format, is_text};
pub use html::{
    Piece, article_of, attribute, attribute_of, base_of, decode_entities, main_part,
    markdown_of_html, pieces, plain_of_html, refresh_of, text_of_html, text_of_xhtml,
};
pub use layout::{GAP_SIZES, Run, lay_out};
pub use ocr::{DRAW_COMMAND, Drawn, OcrSettings, RECOGNISE_COMMAND, Recognised};
pub use parsed::{Extent, PAGE_MAX_CHARS, Page, ParseFailure, Parsed, WORDS_MAX, count_words};
pub use picture_editor::{EDIT_COMMAND, PictureEditor};
pub use plain::{PlainParser, read_plain};
pub use recognised::{PAGE_PARTS, RecognisedLine, RecognisedPage, RecognisedWord};
pub use sandbox::{IDLE, Sandbox};
pub use unread::{Part, Unread, UnreadReason, describe_unread, note_unread};
pub use worker::{WORKER_COMMAND, WorkerParser, output_of};

/// Reads files, which may be malicious.
#[async_trait]
pub trait Parser: Send + Sync {
    /// Returns the text of a file, by page, as far as `extent` says.
    async fn parse_within(
        &self,
        format: Format,
        content: Bytes,
        extent: Extent,
    ) -> Result<Parsed, ParseFailure>;

    /// Returns the text of a file as a message may have it.
    async fn parse(&self, format: Format, content: Bytes) -> Result<Parsed, ParseFailure> {
        self.parse_within(format, content, Extent::ATTACHMENT).await
    }

    /// Returns true if text on pages that are images can be recognized: [`Parser::recognise_page`].
    async fn recognises(&self) -> bool {
        false
    }

    /// Returns the text on the picture that a page of a PDF is, counted from 1. It takes seconds.
    async fn recognise_page(
        &self,
        _content: Bytes,
        _number: u32,
    ) -> Result<Recognised, ParseFailure> {
        Err(ParseFailure::Unavailable)
    }

    /// Recognizes the text in a drawing, a PGM that this program made itself. It takes seconds.
    async fn recognise_drawing(&self, _drawing: Bytes) -> Result<String, ParseFailure> {
        Err(ParseFailure::Unavailable)
    }
}
