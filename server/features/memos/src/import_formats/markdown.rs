use std::io::{Cursor, Read};

use kernel::Problem;
use zip::ZipArchive;

use super::{Held, Imported, origin, some_tags, time_of};
use crate::problems::{IMPORT_TOO_LARGE, IMPORT_UNREADABLE, TOO_MANY_AT_ONCE};
use crate::rules::{IMPORT_MAX_MEMOS, MemoTexts};
use crate::wire::{Kind, MemoId};

/// Most files that are looked at in a ZIP, and most bytes that are read of each and of all.
const FILES_MAX: usize = 20_000;
const FILE_MAX_BYTES: u64 = 1_000_000;
const ALL_MAX_BYTES: usize = 100_000_000;

pub(super) fn read_zip(content: &[u8]) -> Result<Held, Problem> {
    let mut zip = ZipArchive::new(Cursor::new(content)).map_err(|_| IMPORT_UNREADABLE)?;
    let mut held = Held::default();
    let mut read_bytes = 0;
    if zip.len() > FILES_MAX {
        return Err(TOO_MANY_AT_ONCE.with("max", FILES_MAX));
    }
    for index in 0..zip.len() {
        // The name is only a title: nothing is written under it.
        let Ok(file) = zip.by_index(index) else {
            held.left_out += 1;
            continue;
        };
        let Ok(name) = file.name().map(|name| name.into_owned()) else {
            held.left_out += 1;
            continue;
        };
        if file.is_dir() || name.contains("__MACOSX/") {
            continue;
        }
        if !is_markdown(&name) {
            held.left_out += 1;
            continue;
        }
        let mut bytes = Vec::new();
        let is_whole = file.take(FILE_MAX_BYTES + 1).read_to_end(&mut bytes).is_ok()
            && bytes.len() as u64 <= FILE_MAX_BYTES;
        // What turns out to be broken has been unpacked as well.
        read_bytes += bytes.len();
        if read_bytes > ALL_MAX_BYTES {
            return Err(IMPORT_TOO_LARGE.with("max_bytes", ALL_MAX_BYTES));
        }
        if held.memos.len() >= IMPORT_MAX_MEMOS {
            return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
        }
        match String::from_utf8(bytes) {
            Ok(text) if is_whole => held.memos.push(markdown_file(&name, &text)),
            _ => held.left_out += 1,
        }
    }
    Ok(held)
}

fn is_markdown(name: &str) -> bool {
    let name = name.to_lowercase();
    [".md", ".markdown", ".txt"].iter().any(|end| name.ends_with(end))
}

/// A file of Markdown, with what stands before its text between two lines of dashes.
fn markdown_file(name: &str, text: &str) -> Imported {
    let (head, body) = front_matter(text);
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let value = |wanted: &[&str]| {
        let found = head.iter().find(|(key, _)| wanted.contains(&key.as_str()));
        found.and_then(|(_, values)| values.first().cloned()).filter(|value| !value.is_empty())
    };
    let tags = head.iter().filter(|(key, _)| key == "tags" || key == "tag");
    let tags = tags.flat_map(|(_, values)| values).map(String::as_str);
    // The file of a picture does not come along: no text is to show that it is missing.
    let shown = value(&["picture"]).map(|picture| format!("![]({picture})\n\n"));
    let body = shown.and_then(|shown| body.strip_prefix(&shown)).unwrap_or(body);
    let own = value(&["memo_id"]).and_then(|id| id.parse::<MemoId>().ok());
    // What was exported here may have no title; of others, the file's name is one.
    let stem = if own.is_some() { "" } else { stem };
    Imported {
        origin: match own {
            Some(id) => format!("memo:{id}"),
            None => origin("file", &format!("{name}\n{text}")),
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
    }
}

fn kind_of(word: &str) -> Kind {
    Kind::ALL.into_iter().find(|kind| kind.as_str() == word).unwrap_or_default()
}

/// The lines `key: value` of a head, lists in either form, and the text below it.
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

/// What stands between commas; a comma in quotation marks is one of the words.
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
