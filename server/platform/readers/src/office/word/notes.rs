use std::collections::HashMap;

use kernel::collapse_whitespace;
use parsing::ParseFailure;

use super::numbering::Numbering;
use super::styles::Styles;
use super::writer::{Beside, Writer};
use crate::archive::Archive;
use crate::office::package::{Relations, text_of_part};
use crate::xml::{Step, attribute, walk};

/// Returns the footnotes or endnotes of a part, by their ids; lines that separate them from the text are left out.
pub(super) fn notes_of(xml: &str, name: &str) -> Result<HashMap<String, String>, ParseFailure> {
    let notes = pieces_of(xml, name, |element| {
        let kind = attribute(element, "type").unwrap_or_else(|| "normal".to_owned());
        (kind == "normal").then(|| attribute(element, "id").unwrap_or_default())
    })?;
    Ok(notes.into_iter().collect())
}

/// Returns the comments of a document, each with its author; empty if there are none.
pub(super) fn comments_text(xml: &str) -> Result<String, ParseFailure> {
    let comments = pieces_of(xml, "comment", |element| {
        Some(attribute(element, "author").unwrap_or_default())
    })?;
    let lines = comments.into_iter().map(|(author, text)| match author.as_str() {
        "" => format!("Comment: {text}"),
        author => format!("Comment by {author}: {text}"),
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Returns the texts of headers and footers, each once; those with nothing but page numbers are left out.
pub(super) fn margins_text(
    archive: &mut Archive<'_>,
    relations: &Relations,
) -> Result<String, ParseFailure> {
    let mut lines: Vec<String> = Vec::new();
    for (kind, label) in [("header", "Header"), ("footer", "Footer")] {
        for (_, target) in relations.of_kind(kind) {
            let Some(xml) = text_of_part(archive, target)? else { continue };
            let text = collapse_whitespace(&flat_text(&xml)?);
            let line = format!("{label}: {text}");
            let words =
                text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic));
            if words.count() > 0 && !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    Ok(lines.join("\n"))
}

/// Returns the text of each element of a name on one line, with the key that `key` gives it; without one it is left out.
fn pieces_of(
    xml: &str,
    name: &str,
    key: impl Fn(&quick_xml::events::BytesStart<'_>) -> Option<String>,
) -> Result<Vec<(String, String)>, ParseFailure> {
    let styles = Styles::default();
    let mut pieces = Vec::new();
    let mut open: Option<(String, Writer<'_>)> = None;
    walk(xml, |step| match step {
        Step::Open(element, tag) if element == name => {
            let writer = || Writer::new(&styles, Numbering::default(), Beside::default());
            open = key(tag).map(|key| (key, writer()));
        }
        Step::Close(element) if element == name => {
            pieces.extend(open.take().map(|(key, writer)| (key, writer.into_line())));
        }
        step => {
            if let Some((_, writer)) = &mut open {
                writer.take(step);
            }
        }
    })?;
    Ok(pieces)
}

fn flat_text(xml: &str) -> Result<String, ParseFailure> {
    let styles = Styles::default();
    let mut writer = Writer::new(&styles, Numbering::default(), Beside::default());
    walk(xml, |step| writer.take(step))?;
    Ok(writer.into_line())
}
