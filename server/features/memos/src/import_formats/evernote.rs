use kernel::Problem;
use parsing::{decode_entities, markdown_of_html, plain_of_html};

use super::{Held, Imported, origin, time_of};
use crate::kind::Kind;
use crate::problems::TOO_MANY_AT_ONCE;
use crate::rules::{IMPORT_MAX_MEMOS, MemoTexts, TAGS_OF_MEMO_MAX};

/// Returns true for an export of Evernote.
pub(super) fn is_evernote(page: &str) -> bool {
    page[..page.floor_char_boundary(2_000)].contains("<en-export")
}

/// Returns the notes of an export of Evernote (ENEX), with their texts as Markdown. Attached files are counted as left
/// out.
pub(super) fn read_evernote(page: &str) -> Result<Held, Problem> {
    let mut held = Held::default();
    let mut rest = page;
    while let Some((_, note)) = rest.split_once("<note>") {
        let (note, after) = note.split_once("</note>").unwrap_or((note, ""));
        rest = after;
        if held.memos.len() >= IMPORT_MAX_MEMOS {
            return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
        }
        held.left_out += note.matches("<resource>").count();
        held.memos.push(memo_of(note));
    }
    Ok(held)
}

fn memo_of(note: &str) -> Imported {
    let value = |name: &str| element(note, name).map(|(text, _)| decode_entities(text.trim()));
    let content = element(note, "content").map_or(String::new(), |(content, _)| {
        let inner = content.trim();
        match inner.strip_prefix("<![CDATA[").and_then(|inner| inner.strip_suffix("]]>")) {
            // An end within the text is written as two sections.
            Some(inner) => inner.replace("]]]]><![CDATA[>", "]]>"),
            None => decode_entities(inner),
        }
    });
    let body = match content.split_once("<en-note") {
        Some((_, body)) => body.split_once('>').map_or("", |(_, body)| body),
        None => content.as_str(),
    };
    let body = body
        .replace("<en-todo/>", "[ ] ")
        .replace("<en-todo checked=\"true\"", "[x] <en-todo")
        .replace("<en-todo checked=\"false\"", "[ ] <en-todo");
    let mut tags = Vec::new();
    let mut rest = note;
    while let Some((tag, after)) = element(rest, "tag")
        && tags.len() < 2 * TAGS_OF_MEMO_MAX
    {
        tags.push(plain_of_html(tag));
        rest = after;
    }
    let (title, created) = (value("title").unwrap_or_default(), value("created"));
    Imported {
        origin: origin("evernote", &format!("{title}\n{}", created.as_deref().unwrap_or_default())),
        kind: Kind::Note,
        texts: MemoTexts {
            title,
            body: markdown_of_html(&body),
            source_url: value("source-url").filter(|url| super::is_page(url)),
            ..MemoTexts::default()
        },
        tags,
        created_at: created.as_deref().and_then(compact_time),
        ..Imported::default()
    }
}

/// Returns the content of the first element of a name, and what follows it.
fn element<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let (_, after) = text.split_once(&format!("<{name}>"))?;
    after.split_once(&format!("</{name}>"))
}

/// Parses `20240501T102000Z`.
fn compact_time(text: &str) -> Option<kernel::Timestamp> {
    let part = |from: usize, to: usize| {
        text.get(from..to).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let date = format!("{}-{}-{}", part(0, 4)?, part(4, 6)?, part(6, 8)?);
    match (part(9, 11), part(11, 13), part(13, 15)) {
        (Some(hour), Some(minute), Some(second)) => {
            time_of(&format!("{date}T{hour}:{minute}:{second}Z"))
        }
        _ => time_of(&date),
    }
}
