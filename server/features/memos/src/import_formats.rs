//! Imports of other programs' exports into memos: folders of Markdown with images in a ZIP, bookmarks of browsers and
//! of Pocket (HTML), tables of Pocket and Raindrop (CSV), Evernote's notes (ENEX), and Karakeep's JSON; each of them also
//! in a ZIP, or in a ZIP within it.
//!
//! What comes in is hostile: everything that is read is bounded, and nothing of it is fetched or run.

mod bookmarks;
mod evernote;
mod folder;
mod karakeep;
mod markdown;
mod table;
mod zipped;

use kernel::{Problem, SECOND, Timestamp, hex};
use parsing::{decode_text, is_text};
use pictures::PictureKind;
use sha2::{Digest, Sha256};

use self::bookmarks::read_bookmarks;
use self::evernote::{is_evernote, read_evernote};
use self::karakeep::read_karakeep;
use self::table::read_table;
use self::zipped::read_zip;
pub(crate) use self::zipped::{ALL_MAX_BYTES as UNPACKED_MAX_BYTES, Opened, open, picture_in};
use crate::kind::Kind;
use crate::links::Mark;
use crate::problems::{IMPORT_UNREADABLE, NOTHING_FOUND, TOO_MANY_AT_ONCE};
use crate::rules::{IMPORT_MAX_MEMOS, MemoTexts, TAG_MAX_CHARS, TAGS_OF_MEMO_MAX, Tag};
use crate::wire::ImportFormat;

/// A memo as another program has it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Imported {
    /// Identifies it, so that it is imported only once.
    pub origin: String,
    pub kind: Kind,
    pub texts: MemoTexts,
    pub tags: Vec<String>,
    pub created_at: Option<Timestamp>,
    /// Index of its own image among the images beside it.
    pub picture: Option<usize>,
    /// Path of its image as its file states it, until the image is found.
    pub picture_path: Option<String>,
    /// Targets of the links in its text, in order; null: its own image, which is not part of the text.
    pub leads: Vec<(Mark, Option<Leads>)>,
}

/// The target of a link, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leads {
    Text(usize),
    Picture(usize),
}

/// The content of a file, and the number of things in it that are not memos.
#[derive(Debug, Default)]
pub(crate) struct Held {
    pub memos: Vec<Imported>,
    pub left_out: usize,
    pub pictures: Vec<HeldPicture>,
    /// The names of pictures that are larger than any may be.
    pub pictures_left_out: Vec<String>,
}

/// An image beside texts. Its bytes stay in the file until it is stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeldPicture {
    entry: Entry,
    pub stem: String,
    pub kind: PictureKind,
    pub size_bytes: i64,
    pub sha256: String,
}

/// The place of a file in a ZIP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// Index of the ZIP within the ZIP that it is in.
    part: Option<usize>,
    index: usize,
}

/// Reads a file of any of the formats, which is known by how it begins.
pub(crate) fn read(content: &[u8]) -> Result<(ImportFormat, Held), Problem> {
    if content.starts_with(b"PK") {
        let held = read_zip(content)?;
        // Nothing added is no success.
        if held.memos.is_empty() {
            return Err(NOTHING_FOUND.with("count", held.left_out));
        }
        return Ok((ImportFormat::Markdown, held));
    }
    if !is_text(content) {
        return Err(IMPORT_UNREADABLE.into());
    }
    read_text(&decode_text(content))
}

fn read_text(text: &str) -> Result<(ImportFormat, Held), Problem> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let (format, held) = match text.chars().next() {
        Some('<') if is_evernote(text) => (ImportFormat::Evernote, read_evernote(text)?),
        Some('<') => (ImportFormat::Bookmarks, read_bookmarks(text)),
        Some('{' | '[') => (ImportFormat::Karakeep, read_karakeep(text)?),
        _ => (ImportFormat::Table, read_table(text)?),
    };
    if held.memos.len() > IMPORT_MAX_MEMOS {
        return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
    }
    if held.memos.is_empty() {
        return Err(NOTHING_FOUND.with("count", held.left_out));
    }
    Ok((format, held))
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
        kind: Kind::of_page(&url),
        texts: MemoTexts { title, body, source_url: Some(url), ..MemoTexts::default() },
        tags,
        created_at: time.and_then(time_of),
        ..Imported::default()
    }
}

fn origin(kind: &str, what: &str) -> String {
    format!("{kind}:{}", hex(&Sha256::digest(what.as_bytes())))
}

/// Numbers above are milliseconds since 1970.
const MILLISECONDS_FROM: i64 = 100_000_000_000;

/// Parses a time: seconds or milliseconds since 1970, a day, or RFC 3339; never before 1970.
fn time_of(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let time = match text.parse::<i64>() {
        // Later than the year 5000: in milliseconds.
        Ok(number) if number > MILLISECONDS_FROM => {
            Some(Timestamp::from_micros(number.checked_mul(SECOND / 1_000)?))
        }
        Ok(seconds) => Some(Timestamp::from_micros(seconds.checked_mul(SECOND)?)),
        Err(_) => Timestamp::of_utc_date(text)
            .or_else(|| serde_json::from_value(serde_json::Value::from(text)).ok()),
    };
    time.filter(|time| time.micros() > 0)
}

/// Returns the first words that can be tags: a file may hold a million commas.
fn some_tags<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let words = words.map(str::trim).filter(|word| !word.is_empty());
    words.take(2 * TAGS_OF_MEMO_MAX).map(str::to_owned).collect()
}

/// Returns the tags that can be tags here; each once, and not too many.
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
mod tests;
