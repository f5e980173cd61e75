//! Documents of Word (ECMA-376, part 1, 17): `writer.rs` turns the body into text, with the names of `styles.rs`, the
//! numbers of `numbering.rs` and the formulas of `math.rs`; `notes.rs` reads what stands outside of the body.

mod math;
mod notes;
mod numbering;
mod styles;
mod symbols;
mod writer;

use parsing::{ParseFailure, Parsed, Part, Unread, UnreadReason};

use self::notes::{comments_text, margins_text, notes_of};
use self::numbering::Numbering;
use self::styles::Styles;
use self::writer::{Beside, Writer};
use super::charts::{chart_text, drawing_text};
use super::package::{Relations, main_part, text_of_part};
use crate::archive::Archive;
use crate::xml::walk;

/// Reads the text of a document as it is with all changes accepted, with headings and tables as Markdown. Page breaks
/// are those of the program that saved it last, and manual ones. Headers, footers and comments follow at the end.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    let main = main_part(&mut archive, "word/document.xml")?;
    let body = text_of_part(&mut archive, &main)?.ok_or(ParseFailure::Broken)?;
    let relations = Relations::of(&mut archive, &main)?;
    let styles = Styles::read(&relations.text_of(&mut archive, "styles")?)?;
    let numbering = Numbering::read(&relations.text_of(&mut archive, "numbering")?)?;
    let beside = Beside {
        footnotes: notes_of(&relations.text_of(&mut archive, "footnotes")?, "footnote")?,
        endnotes: notes_of(&relations.text_of(&mut archive, "endnotes")?, "endnote")?,
        drawings: drawings(&mut archive, &relations)?,
    };
    let mut writer = Writer::new(&styles, numbering, beside);
    walk(&body, |step| writer.take(step))?;
    let comments = comments_text(&relations.text_of(&mut archive, "comments")?)?;
    let margins = margins_text(&mut archive, &relations)?;
    let (mut pages, pictures, objects) = writer.finish(&[margins, comments]);
    for (number, page) in (1..).zip(&mut pages) {
        page.number = number;
    }
    let mut unread: Vec<Unread> =
        objects.into_iter().map(|name| Unread::named(name, UnreadReason::Unsupported)).collect();
    if pictures > 0 {
        unread.push(Unread { part: Part::Images(pictures), reason: UnreadReason::Image });
    }
    Parsed { unread, ..Parsed::of_pages(pages) }.check()
}

/// Returns the texts of charts and diagrams, by the ids of their relations.
fn drawings(
    archive: &mut Archive<'_>,
    relations: &Relations,
) -> Result<Vec<(String, String)>, ParseFailure> {
    let mut texts = Vec::new();
    for (id, target) in relations.of_kind("chart") {
        if let Some(xml) = text_of_part(archive, target)? {
            texts.push((id.to_owned(), chart_text(&xml)?));
        }
    }
    for (id, target) in relations.of_kind("diagramData") {
        if let Some(xml) = text_of_part(archive, target)? {
            texts.push((id.to_owned(), drawing_text(&xml)?));
        }
    }
    Ok(texts)
}
