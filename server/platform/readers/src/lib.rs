//! Readers of files that are taken apart: PDF, office files, books, pages of the web. They run in a process
//! of their own ([`run`]), which has given up what it could do harm with before it sees the file.
//!
//! Only the program links this crate: areas and their tests know `parsing` alone. Start at `worker.rs`; `draw.rs` and `clean.rs` make pictures for
//! a text recogniser, which `recognise.rs` becomes.

mod archive;
mod clean;
mod docx;
mod draw;
mod epub;
mod html;
mod limits;
mod pages;
mod pdf;
mod pptx;
mod recognise;
mod worker;
mod xlsx;
mod xml;

use parsing::{Extent, Format, ParseFailure, Parsed, read_plain};

pub use draw::draw;
pub use recognise::recognise;
pub use worker::run;

/// Reads a file of any format as a message may have it, in this process.
pub fn read(format: Format, content: &[u8]) -> Result<Parsed, ParseFailure> {
    read_within(format, content, Extent::ATTACHMENT)
}

/// The same, as far as `extent` says: of a PDF other extents make sense.
pub fn read_within(format: Format, content: &[u8], extent: Extent) -> Result<Parsed, ParseFailure> {
    match format {
        Format::Text | Format::Markdown | Format::Code | Format::Csv => read_plain(content),
        Format::Html => html::read(content),
        Format::Pdf => pdf::read(content, extent),
        Format::Docx => docx::read(content),
        Format::Xlsx => xlsx::read(content),
        Format::Pptx => pptx::read(content),
        Format::Epub => epub::read(content),
        // Pictures are measured, not read.
        Format::Png | Format::Jpeg => Err(ParseFailure::NoText),
    }
}
