//! Readers for PDF, office files, books and web pages. They run in a process of their own ([`run`]), which has dropped
//! all harmful privileges before it sees the file.
//!
//! Only the program links this crate: areas and their tests depend on `parsing` alone. Start at `worker.rs`; `draw.rs`
//! and `clean.rs` prepare images for text recognition, whose process `recognise.rs` starts; `edit.rs` edits pictures.

mod archive;
mod clean;
mod docx;
mod draw;
mod edit;
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
pub use edit::edit;
pub use limits::Limits;
pub use recognise::recognise;
pub use worker::run;

/// Reads a file of any format as a message may have it, in this process.
pub fn read(format: Format, content: &[u8]) -> Result<Parsed, ParseFailure> {
    read_within(format, content, Extent::ATTACHMENT)
}

/// Reads a file as far as `extent` says, which makes a difference for PDFs only.
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
