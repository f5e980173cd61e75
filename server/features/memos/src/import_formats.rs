//! What other programs export, read into memos: folders of Markdown in a ZIP, bookmarks of browsers and of
//! Pocket (HTML), tables of Pocket and Raindrop (CSV), and Karakeep's JSON.
//!
//! What comes in is hostile: everything that is read is bounded, and nothing of it is fetched or run.

use std::fmt;
use std::io::{Cursor, Read};
use std::marker::PhantomData;

use kernel::{Problem, SECOND, Timestamp, hex};
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use crate::problems::{IMPORT_TOO_LARGE, IMPORT_UNREADABLE, TOO_MANY_AT_ONCE};
use crate::rules::{IMPORT_MAX_MEMOS, MemoTexts, TAG_MAX_CHARS, TAGS_OF_MEMO_MAX, Tag};
use crate::wire::{ImportFormat, Kind, MemoId};

/// A memo as another program has it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Imported {
    /// What it is, so that it is imported once.
    pub origin: String,
    pub kind: Kind,
    pub texts: MemoTexts,
    pub tags: Vec<String>,
    pub created_at: Option<Timestamp>,
}

/// What a file holds, and how many things in it are no memos.
#[derive(Debug, Default)]
pub(crate) struct Held {
    pub memos: Vec<Imported>,
    pub left_out: usize,
}

/// Reads a file of any of the formats, which is known by how it begins.
pub(crate) fn read(content: &[u8]) -> Result<(ImportFormat, Held), Problem> {
    if content.starts_with(b"PK") {
        return Ok((ImportFormat::Markdown, read_zip(content)?));
    }
    let text = std::str::from_utf8(content).map_err(|_| IMPORT_UNREADABLE)?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let (format, held) = match text.chars().next() {
        Some('<') => (ImportFormat::Bookmarks, read_bookmarks(text)),
        Some('{' | '[') => (ImportFormat::Karakeep, read_karakeep(text)?),
        _ => (ImportFormat::Table, read_table(text)?),
    };
    if held.memos.len() > IMPORT_MAX_MEMOS {
        return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
    }
    Ok((format, held))
}

/// Most files that are looked at in a ZIP, and most bytes that are read of each and of all.
const FILES_MAX: usize = 20_000;
const FILE_MAX_BYTES: u64 = 1_000_000;
const ALL_MAX_BYTES: usize = 100_000_000;

fn read_zip(content: &[u8]) -> Result<Held, Problem> {
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

/// The links of a page of bookmarks: Netscape's format, which browsers write, and Pocket's.
fn read_bookmarks(page: &str) -> Held {
    let mut held = Held::default();
    let mut folder = None;
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some((tag, after)) = rest.split_once('>') else { break };
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        match name.to_ascii_lowercase().as_str() {
            "h3" => folder = words_of(after),
            "/dl" => folder = None,
            "a" if held.memos.len() <= IMPORT_MAX_MEMOS => {
                let title = words_of(after).unwrap_or_default();
                match attribute(attributes, "href") {
                    Some(url) if is_page(&url) => {
                        let tags = attribute(attributes, "tags").unwrap_or_default();
                        let seconds = attribute(attributes, "add_date")
                            .or_else(|| attribute(attributes, "time_added"));
                        let tags = some_tags(tags.split(',').chain(folder.as_deref()));
                        held.memos.push(link(url, title, String::new(), tags, seconds.as_deref()));
                    }
                    _ => held.left_out += 1,
                }
            }
            "dd" => {
                let words = after.split('<').next().unwrap_or_default();
                if let Some(last) = held.memos.last_mut().filter(|last| last.texts.body.is_empty())
                {
                    last.texts.body = plain(words);
                }
            }
            _ => {}
        }
        rest = after;
    }
    held
}

/// The words of a link or a folder: as far as they may be long, so that a page is read once and not again
/// for each link.
fn words_of(text: &str) -> Option<String> {
    let near = &text[..text.floor_char_boundary(WORDS_MAX_BYTES)];
    near.split_once("</").map(|(before, _)| plain(before))
}

const WORDS_MAX_BYTES: usize = 2_000;

/// A value among a tag's, with or without quotation marks.
fn attribute(attributes: &str, wanted: &str) -> Option<String> {
    let mut rest = attributes.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, behind) = match after.chars().next() {
            Some(sign @ ('"' | '\'')) => after[1..].split_once(sign).unwrap_or((&after[1..], "")),
            _ => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        let name = name.split_whitespace().last().unwrap_or_default();
        if name.eq_ignore_ascii_case(wanted) {
            return Some(plain(value));
        }
        rest = behind.trim_start();
    }
    None
}

/// Text of a page without its escapes.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let near = &after[..after.floor_char_boundary(9)];
        let escape = near.split_once(';').and_then(|(name, _)| Some((letter_of(name)?, name)));
        match escape {
            Some((letter, name)) => {
                plain.push(letter);
                rest = &after[name.len() + 1..];
            }
            None => {
                plain.push('&');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain.trim().to_owned()
}

fn letter_of(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        name => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

fn is_page(url: &str) -> bool {
    let texts = MemoTexts { source_url: Some(url.to_owned()), ..MemoTexts::default() };
    texts.parse().is_ok_and(|texts| texts.source_url.is_some())
}

fn link(
    url: String,
    title: String,
    body: String,
    tags: Vec<String>,
    time: Option<&str>,
) -> Imported {
    Imported {
        origin: origin("url", &url),
        kind: Kind::Reading,
        texts: MemoTexts { title, body, source_url: Some(url), quote: None },
        tags,
        created_at: time.and_then(time_of),
    }
}

/// Tables of Pocket and Raindrop, whose heads name their columns.
fn read_table(table: &str) -> Result<Held, Problem> {
    let mut rows = rows_of(table)?.into_iter();
    let head = rows.next().ok_or(IMPORT_UNREADABLE)?;
    let place = |name: &str| head.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
    let url = place("url").ok_or(IMPORT_UNREADABLE)?;
    let [title, note, excerpt, tags] = ["title", "note", "excerpt", "tags"].map(place);
    let time = place("created").or_else(|| place("time_added"));
    let mut held = Held::default();
    for row in rows {
        let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).map_or("", |cell| cell.trim());
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if !is_page(cell(Some(url))) {
            held.left_out += 1;
            continue;
        }
        let tags = some_tags(cell(tags).split(['|', ',']));
        let (address, title) = (cell(Some(url)).to_owned(), cell(title).to_owned());
        let mut memo = link(address, title, cell(note).to_owned(), tags, Some(cell(time)));
        memo.texts.quote = Some(cell(excerpt).to_owned());
        held.memos.push(memo);
    }
    Ok(held)
}

const COLUMNS_MAX: usize = 100;

/// The cells of each row (RFC 4180).
fn rows_of(table: &str) -> Result<Vec<Vec<String>>, Problem> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = table.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted && row.len() >= COLUMNS_MAX => return Err(IMPORT_UNREADABLE.into()),
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
                if rows.len() > IMPORT_MAX_MEMOS + 1 {
                    return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
                }
            }
            '\r' if !is_quoted => {}
            other => cell.push(other),
        }
    }
    if is_quoted {
        return Err(IMPORT_UNREADABLE.into());
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    Ok(rows)
}

#[derive(Deserialize)]
struct Karakeep {
    #[serde(deserialize_with = "some_items")]
    bookmarks: Vec<Bookmark>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bookmark {
    created_at: Option<i64>,
    title: Option<String>,
    #[serde(default, deserialize_with = "some_items")]
    tags: Vec<String>,
    content: Option<Content>,
    note: Option<String>,
}

#[derive(Default, Deserialize)]
struct Content {
    url: Option<String>,
    text: Option<String>,
}

/// The first of a list: one more than may be, so that it is seen that there are too many. An entry takes
/// more room than its signs in the file.
fn some_items<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    struct Items<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
        type Value = Vec<T>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::new();
            while items.len() <= IMPORT_MAX_MEMOS {
                match list.next_element()? {
                    Some(item) => items.push(item),
                    None => return Ok(items),
                }
            }
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok(items)
        }
    }
    from.deserialize_seq(Items(PhantomData))
}

fn read_karakeep(json: &str) -> Result<Held, Problem> {
    let file: Karakeep = serde_json::from_str(json).map_err(|_| IMPORT_UNREADABLE)?;
    if file.bookmarks.len() > IMPORT_MAX_MEMOS {
        return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
    }
    let mut held = Held::default();
    for Bookmark { created_at, title, tags, content, note } in file.bookmarks {
        let Content { url, text } = content.unwrap_or_default();
        let time = created_at.map(|seconds| seconds.to_string());
        let title = title.unwrap_or_default();
        let tags = some_tags(tags.iter().map(String::as_str));
        match (url.filter(|url| is_page(url)), text.filter(|text| !text.is_empty())) {
            (Some(url), _) => {
                held.memos.push(link(url, title, note.unwrap_or_default(), tags, time.as_deref()));
            }
            (None, Some(text)) => held.memos.push(Imported {
                origin: origin("text", &text),
                kind: Kind::Note,
                texts: MemoTexts { title, body: text, source_url: None, quote: None },
                tags,
                created_at: time.as_deref().and_then(time_of),
            }),
            (None, None) => held.left_out += 1,
        }
    }
    Ok(held)
}

fn origin(kind: &str, what: &str) -> String {
    format!("{kind}:{}", hex(&Sha256::digest(what.as_bytes())))
}

/// Seconds since 1970, a day, or RFC 3339; never before 1970.
fn time_of(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let time = match text.parse::<i64>() {
        Ok(seconds) => Some(Timestamp::from_micros(seconds.checked_mul(SECOND)?)),
        Err(_) => Timestamp::of_utc_date(text)
            .or_else(|| serde_json::from_value(serde_json::Value::from(text)).ok()),
    };
    time.filter(|time| time.micros() > 0)
}

/// The first words that can be tags: a file may hold a million commas.
fn some_tags<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let words = words.map(str::trim).filter(|word| !word.is_empty());
    words.take(2 * TAGS_OF_MEMO_MAX).map(str::to_owned).collect()
}

/// The tags that can be tags here; each once, and not too many.
pub(crate) fn tags_of(names: &[String]) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    for name in names {
        let name: String = name.trim().chars().take(TAG_MAX_CHARS).collect();
        if let Ok(tag) = Tag::parse(&name)
            && tags.len() < TAGS_OF_MEMO_MAX
            && !tags.iter().any(|known| known.key == tag.key)
        {
            tags.push(tag);
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn a_folder_of_markdown_keeps_titles_tags_and_times() {
        let file = "---\ntitle: \"A: tide\"\ntags: [sea, \"moon, full\"]\nsource: https://example.org/t\n\
                    created: 2026-05-01\n---\n\n# Tide\n\nText.";
        let listed = "---\ntags:\n  - one\n  - 'it''s two'\n---\nx";
        let zip = zip_of(&[
            ("notes/tide.md", file.as_bytes()),
            ("notes/listed.markdown", listed.as_bytes()),
            ("../../etc/passwd.md", b"no head"),
            ("picture.png", b"\x89PNG"),
            ("broken.md", b"\xff\xfe"),
        ]);
        let (format, held) = read(&zip).unwrap();
        assert_eq!((format, held.left_out, held.memos.len()), (ImportFormat::Markdown, 2, 3));
        let tide = &held.memos[0];
        assert_eq!(tide.texts.title, "A: tide");
        assert_eq!(tide.tags, ["sea", "moon, full"]);
        assert_eq!(tide.texts.source_url.as_deref(), Some("https://example.org/t"));
        assert_eq!(tide.created_at, Timestamp::of_utc_date("2026-05-01"));
        assert!(tide.texts.body.starts_with("# Tide"));
        assert_eq!(held.memos[1].tags, ["one", "it's two"]);
        assert_eq!(held.memos[2].texts.title, "passwd");
    }

    #[test]
    fn bookmarks_of_browsers_and_of_pocket_are_read() {
        let page = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>Sea</H3><DL><p>\
            <DT><A HREF=\"https://e.org/?a=1&amp;b=2\" ADD_DATE=\"1700000000\" TAGS=\"tide,moon\">Tides &#38; moons</A>\
            <DD>What they do\n</DL><p><DT><a href='javascript:alert(1)'>No</a>\
            <li><a href=\"https://p.org/\" time_added=\"1700000001\" tags=\"x\">Pocket</a>";
        let (format, held) = read(page.as_bytes()).unwrap();
        assert_eq!((format, held.memos.len(), held.left_out), (ImportFormat::Bookmarks, 2, 1));
        let first = &held.memos[0];
        assert_eq!(first.texts.title, "Tides & moons");
        assert_eq!(first.texts.source_url.as_deref(), Some("https://e.org/?a=1&b=2"));
        assert_eq!(first.texts.body, "What they do");
        assert_eq!(first.tags, ["tide", "moon", "Sea"]);
        assert_eq!(first.created_at, Some(Timestamp::from_micros(1_700_000_000_000_000)));
        assert_eq!(held.memos[1].tags, ["x"]);
    }

    #[test]
    fn tables_of_pocket_and_raindrop_are_read() {
        let pocket = "title,url,time_added,tags,status\nOne,https://e.org/1,1700000000,a|b,unread\nBad,ftp://e.org,1,,\n";
        let (format, held) = read(pocket.as_bytes()).unwrap();
        assert_eq!((format, held.memos.len(), held.left_out), (ImportFormat::Table, 1, 1));
        assert_eq!(held.memos[0].tags, ["a", "b"]);
        let raindrop = "id,title,note,excerpt,url,folder,tags,created\n\
            1,\"A \"\"b\"\", c\",Mine,Said,https://e.org/2,F,\"x, y\",2024-01-02T03:04:05.000Z\n";
        let held = read(raindrop.as_bytes()).unwrap().1;
        assert_eq!(held.memos[0].texts.title, "A \"b\", c");
        assert_eq!(held.memos[0].texts.body, "Mine");
        assert_eq!(held.memos[0].texts.quote.as_deref(), Some("Said"));
        assert!(held.memos[0].created_at.is_some());
    }

    #[test]
    fn bookmarks_and_notes_of_karakeep_are_read() {
        let json = r#"{"bookmarks":[
            {"createdAt":1700000000,"title":"Link","tags":["a"],"content":{"type":"link","url":"https://e.org/"},"note":"N"},
            {"createdAt":1,"title":null,"tags":[],"content":{"type":"text","text":"Words"},"note":null},
            {"createdAt":1,"title":"x","tags":[],"content":{"type":"asset"}}]}"#;
        let (format, held) = read(json.as_bytes()).unwrap();
        assert_eq!((format, held.memos.len(), held.left_out), (ImportFormat::Karakeep, 2, 1));
        assert_eq!(held.memos[0].texts.body, "N");
        assert_eq!(held.memos[1].texts.body, "Words");
    }

    #[test]
    fn what_is_hostile_is_refused_or_left_out() {
        let bomb = zip_of(&[("bomb.md", &vec![b'a'; 5_000_000])]);
        assert!(bomb.len() < 50_000);
        let held = read(&bomb).unwrap().1;
        assert_eq!((held.memos.len(), held.left_out), (0, 1));
        let rows = "title,url\n".to_owned() + &"a,https://e.org/\n".repeat(IMPORT_MAX_MEMOS + 1);
        let deep = "[".repeat(200_000);
        for wrong in [
            &b"PK\x03\x04rubbish"[..],
            b"\xff\xfe\x00",
            b"",
            b"no,columns\n1,2",
            b"\"open",
            b"{}",
            rows.as_bytes(),
            deep.as_bytes(),
        ] {
            assert!(read(wrong).is_err(), "{:?}", &wrong[..wrong.len().min(20)]);
        }
        let heavy = vec![b'a'; 1_000_000];
        let names: Vec<String> = (0..101).map(|number| format!("{number}.md")).collect();
        let files: Vec<(&str, &[u8])> =
            names.iter().map(|name| (name.as_str(), &heavy[..])).collect();
        let large = read(&zip_of(&files)).unwrap_err();
        assert_eq!(large.kind.text, "File size exceeds the maximum size limit");
        let empty = |count| format!("{{\"bookmarks\":[{}{{}}]}}", "{},".repeat(count));
        assert_eq!(read(empty(10).as_bytes()).unwrap().1.left_out, 11);
        let many = read(empty(1_000_000).as_bytes()).unwrap_err();
        assert_eq!(many.kind.text, "These are too many memos at once");
        let commas = format!("---\ntags: [a{}]\n---\nx", ",".repeat(200_000) + "b");
        let held = read(&zip_of(&[("commas.md", commas.as_bytes())])).unwrap().1;
        assert_eq!(held.memos[0].tags, ["a", "b"]);
        let half = read(b"<a href=\"https://e.org/\" <a <a <").unwrap().1;
        assert!(half.memos.len() <= 1);
        assert_eq!(tags_of(&["x".repeat(50), " ".into(), "X".repeat(36)]).len(), 1);
    }
}
