//! Parsing of Markdown files with front matter.

use super::{Imported, origin, some_tags, time_of};
use crate::kind::Kind;
use crate::rules::MemoTexts;
use crate::wire::MemoId;

/// A file as it was read.
pub(super) struct MarkdownFile {
    pub memo: Imported,
    /// The memo's id, if it was exported here.
    pub own: Option<MemoId>,
}

/// Parses a Markdown file with front matter between two lines of dashes.
pub(super) fn markdown_file(path: &str, stem: &str, text: &str) -> MarkdownFile {
    let (head, body) = front_matter(text);
    let value = |wanted: &[&str]| {
        let found = head.iter().find(|(key, _)| wanted.contains(&key.as_str()));
        found.and_then(|(_, values)| values.first().cloned()).filter(|value| !value.is_empty())
    };
    let tags = head.iter().filter(|(key, _)| key == "tags" || key == "tag");
    let tags = tags.flat_map(|(_, values)| values).map(String::as_str);
    // It is the memo's own, and no part of its text.
    let picture = value(&["picture"]);
    let shown = picture.as_deref().map(|picture| format!("![]({picture})\n\n"));
    let body = shown.and_then(|shown| body.strip_prefix(&shown)).unwrap_or(body);
    let own = value(&["memo_id"]).and_then(|id| id.parse::<MemoId>().ok());
    // A memo exported here may have no title; for others, the file's name is one.
    let stem = if own.is_some() { "" } else { stem };
    let memo = Imported {
        origin: match own {
            Some(id) => format!("memo:{id}"),
            None => origin("file", &format!("{path}\n{text}")),
        },
        kind: value(&["type", "kind"]).map_or(Kind::Note, |kind| kind_of(&kind)),
        texts: MemoTexts {
            title: value(&["title"]).unwrap_or_else(|| stem.to_owned()),
            body: body.to_owned(),
            source_url: value(&["source", "url", "source_url"]),
            quote: value(&["quote"]),
            // Elsewhere a line of this name is about the text below it.
            summary: own.and_then(|_| value(&["summary"])),
            ..MemoTexts::default()
        },
        tags: some_tags(tags),
        created_at: value(&["created", "date", "created_at"]).and_then(|time| time_of(&time)),
        picture_path: picture,
        ..Imported::default()
    };
    MarkdownFile { memo, own }
}

fn kind_of(word: &str) -> Kind {
    Kind::ALL.into_iter().find(|kind| kind.as_str() == word).unwrap_or_default()
}

/// Returns the lines `key: value` of a head, lists in either form, and the text below it.
fn front_matter(text: &str) -> (Vec<(String, Vec<String>)>, &str) {
    let text = text.trim_start_matches('\u{feff}');
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
        return (Vec::new(), text);
    };
    let Some(end) = rest.find("\n---").filter(|end| *end < HEAD_MAX_BYTES) else {
        return (Vec::new(), text);
    };
    let body = rest[end + 4..].trim_start_matches(['-', '\r']).trim_start_matches(['\r', '\n']);
    let mut head: Vec<(String, Vec<String>)> = Vec::new();
    for line in rest[..end].lines() {
        if let Some(item) = line.trim().strip_prefix("- ") {
            if let Some((_, values)) = head.last_mut() {
                values.push(unquoted(item));
            }
        } else if let Some((key, value)) = line.split_once(':') {
            head.push((key.trim().to_lowercase(), values_of(value.trim())));
        }
    }
    (head, body)
}

const HEAD_MAX_BYTES: usize = 300_000;

fn values_of(value: &str) -> Vec<String> {
    match value.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        Some(list) => {
            // As JSON has it, or as it is written by hand.
            serde_json::from_str(value).unwrap_or_else(|_| items_of(list))
        }
        None if value.is_empty() => Vec::new(),
        None => vec![unquoted(value)],
    }
}

/// Splits a list at commas; a comma in quotation marks belongs to its item.
fn items_of(list: &str) -> Vec<String> {
    let (mut items, mut begin, mut quote, mut escaped) = (Vec::new(), 0, None, false);
    for (at, letter) in list.char_indices() {
        match (quote, letter) {
            _ if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(open), letter) if open == letter => quote = None,
            (None, '"' | '\'') if list[begin..at].trim().is_empty() => quote = Some(letter),
            (None, ',') => {
                items.push(unquoted(&list[begin..at]));
                begin = at + 1;
            }
            _ => {}
        }
    }
    items.push(unquoted(&list[begin..]));
    items
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    if let Ok(text) = serde_json::from_str::<String>(value) {
        return text;
    }
    let inner = value.strip_prefix('\'').and_then(|value| value.strip_suffix('\''));
    inner.map_or_else(|| value.to_owned(), |inner| inner.replace("''", "'"))
}
