//! Readers for PDF, office files, books and web pages. They run in a process of their own ([`run`]), which has dropped
//! all harmful privileges before it sees the file.
//!
//! Only the program links this crate: areas and their tests depend on `parsing` alone. Start at `worker.rs`, which
//! calls [`read_within`]; a file says what it could not read (`Parsed::unread`). `draw.rs`
//! and `clean.rs` prepare images for text recognition, whose process `recognise.rs` starts; `edit.rs` edits pictures.

mod archive;
mod bundle;
mod clean;
mod draw;
mod edit;
mod epub;
mod html;
mod legacy;
mod limits;
mod mail;
mod notebook;
mod office;
mod opendocument;
mod pages;
mod pdf;
mod recognise;
mod rtf;
mod worker;
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
        Format::Notebook => notebook::read(content),
        Format::Docx => office::read_document(content),
        Format::Xlsx => office::read_workbook(content),
        Format::Pptx => office::read_presentation(content),
        Format::Doc | Format::Xls | Format::Ppt => legacy::read(format, content, extent),
        Format::Xlsb | Format::Ods => office::read_old_workbook(content),
        Format::Odt | Format::Odp => opendocument::read(content),
        Format::Rtf => rtf::read(content),
        Format::Epub => epub::read(content),
        Format::Eml => mail::read_eml(content, extent),
        Format::Msg => mail::read_msg(content),
        Format::Zip => bundle::read(content, extent),
        // Pictures are measured, not read.
        Format::Png | Format::Jpeg => Err(ParseFailure::NoText),
    }
}
