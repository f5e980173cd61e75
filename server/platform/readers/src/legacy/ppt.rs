use std::collections::{HashMap, HashSet};

use parsing::{Page, ParseFailure, Parsed, Unread, UnreadReason};

use super::{ansi, open, stream, u16_at, u32_at, utf16};
use crate::pages::Pages;

/// Types of records ([MS-PPT] 2.13.24).
const DOCUMENT_LIST: u16 = 0x0ff0;
const SLIDE_PERSIST: u16 = 0x03f3;
const NOTES_ATOM: u16 = 0x03f1;
const USER_EDIT: u16 = 0x0ff5;
const PERSIST_DIRECTORY: u16 = 0x1772;
const TEXT_CHARS: u16 = 0x0fa0;
const TEXT_BYTES: u16 = 0x0fa8;
/// Instances of a list of slides and one of notes.
const SLIDES: u16 = 0;
const NOTES: u16 = 2;
/// Deepest record within records.
const DEPTH_MAX: usize = 30;
const RECORDS_MAX: usize = 1_000_000;
/// Length of an edit's record with a reference to its encryption.
const ENCRYPTED_EDIT_BYTES: usize = 32;

/// Reads each slide with its notes.
pub(super) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut file = open(content)?;
    if file.exists("/EncryptedPackage") || file.exists("/EncryptedSummary") {
        return Err(ParseFailure::Encrypted);
    }
    let user = stream(&mut file, "/Current User").ok_or(ParseFailure::Broken)?;
    let main = stream(&mut file, "/PowerPoint Document").ok_or(ParseFailure::Broken)?;
    let edit = u32_at(&user, 16).ok_or(ParseFailure::Broken)?;
    let objects = Objects::read(&main, edit as usize)?;
    let document = objects.record(objects.document).ok_or(ParseFailure::Broken)?;
    let slides = objects.list(document, SLIDES);
    let notes = objects.notes(document);
    let mut pages = Pages::default();
    for (number, slide) in (1..).zip(slides) {
        let mut text = slide.texts.join("\n");
        match objects.record(slide.object) {
            Some(record) => texts_in(record, &mut |piece| text.push_str(&format!("\n{piece}"))),
            None => pages.unread(Unread::page(number, UnreadReason::Damaged)),
        }
        if let Some(notes) = notes.get(&slide.id).filter(|notes| !notes.is_empty()) {
            text.push_str(&format!("\n\nNotes: {notes}"));
        }
        pages.push(Page { number, title: None, text })?;
    }
    pages.check()
}

/// A record: its type, instance and content.
#[derive(Clone, Copy)]
struct Record<'a> {
    kind: u16,
    instance: u16,
    is_container: bool,
    body: &'a [u8],
}

/// Returns the records of a body, as far as they are whole.
fn records(body: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut rest = body;
    std::iter::from_fn(move || {
        let record = record_at(rest, 0)?;
        rest = &rest[8 + record.body.len()..];
        Some(record)
    })
}

fn record_at(bytes: &[u8], at: usize) -> Option<Record<'_>> {
    let head = u16_at(bytes, at)?;
    let start = at.checked_add(8)?;
    let end = start.checked_add(u32_at(bytes, at + 4)? as usize)?;
    let body = bytes.get(start..end)?;
    let kind = u16_at(bytes, at + 2)?;
    Some(Record { kind, instance: head >> 4, is_container: head & 0xf == 0xf, body })
}

/// Calls `say` for each text in a record, in its order.
fn texts_in(record: Record<'_>, say: &mut dyn FnMut(&str)) {
    let mut open = vec![(record, 0)];
    for _ in 0..RECORDS_MAX {
        let Some((record, depth)) = open.pop() else { return };
        if let Some(text) = text_of(record) {
            say(&text);
        } else if record.is_container && depth < DEPTH_MAX {
            let mut inner: Vec<_> = records(record.body).map(|one| (one, depth + 1)).collect();
            inner.reverse();
            open.extend(inner);
        }
    }
}

fn text_of(record: Record<'_>) -> Option<String> {
    let text = match record.kind {
        TEXT_CHARS => utf16(record.body),
        TEXT_BYTES => ansi(record.body),
        _ => return None,
    };
    let text = text.replace(['\r', '\u{b}'], "\n");
    // A star stands for a number or a date that is filled in.
    let text = text.trim();
    (!text.is_empty() && text != "*").then(|| text.to_owned())
}

/// The current objects of a file, which keeps earlier versions as well ([MS-PPT] 2.1.2).
struct Objects<'a> {
    main: &'a [u8],
    offsets: HashMap<u32, usize>,
    document: u32,
}

struct Slide {
    id: u32,
    object: u32,
    texts: Vec<String>,
}

impl<'a> Objects<'a> {
    /// Follows the edits from the newest one.
    fn read(main: &'a [u8], newest: usize) -> Result<Self, ParseFailure> {
        let mut objects = Self { main, offsets: HashMap::new(), document: 0 };
        let mut seen = HashSet::new();
        let mut at = newest;
        while seen.insert(at) {
            let edit = record_at(main, at).filter(|record| record.kind == USER_EDIT);
            let Some(edit) = edit else { break };
            if edit.body.len() >= ENCRYPTED_EDIT_BYTES {
                return Err(ParseFailure::Encrypted);
            }
            let number = |at| u32_at(edit.body, at).ok_or(ParseFailure::Broken);
            objects.add_directory(number(12)? as usize);
            if objects.document == 0 {
                objects.document = number(16)?;
            }
            match number(8)? {
                0 => break,
                last => at = last as usize,
            }
        }
        if objects.offsets.is_empty() { Err(ParseFailure::Broken) } else { Ok(objects) }
    }

    fn add_directory(&mut self, at: usize) {
        let directory = record_at(self.main, at).filter(|record| record.kind == PERSIST_DIRECTORY);
        let Some(Record { body, .. }) = directory else { return };
        let mut at = 0;
        while let Some(head) = u32_at(body, at) {
            let (first, count) = (head & 0xf_ffff, head >> 20);
            for index in 0..count {
                at += 4;
                let Some(offset) = u32_at(body, at) else { return };
                self.offsets.entry(first + index).or_insert(offset as usize);
            }
            at += 4;
        }
    }

    fn record(&self, object: u32) -> Option<Record<'a>> {
        record_at(self.main, *self.offsets.get(&object)?)
    }

    /// Returns the slides of a list of the document, with their texts in the outline.
    fn list(&self, document: Record<'a>, instance: u16) -> Vec<Slide> {
        let list = records(document.body)
            .find(|record| record.kind == DOCUMENT_LIST && record.instance == instance);
        let mut slides: Vec<Slide> = Vec::new();
        for record in list.into_iter().flat_map(|list| records(list.body)) {
            if record.kind == SLIDE_PERSIST {
                let number = |at| u32_at(record.body, at).unwrap_or_default();
                slides.push(Slide { id: number(12), object: number(0), texts: Vec::new() });
            } else if let (Some(slide), Some(text)) = (slides.last_mut(), text_of(record)) {
                slide.texts.push(text);
            }
        }
        slides
    }

    /// Returns the notes by the ids of their slides.
    fn notes(&self, document: Record<'a>) -> HashMap<u32, String> {
        let mut notes = HashMap::new();
        for page in self.list(document, NOTES) {
            let Some(record) = self.record(page.object) else { continue };
            let slide = records(record.body)
                .find(|record| record.kind == NOTES_ATOM)
                .and_then(|atom| u32_at(atom.body, 0));
            let mut texts = page.texts;
            texts_in(record, &mut |text| texts.push(text.to_owned()));
            notes.extend(slide.map(|slide| (slide, texts.join("\n"))));
        }
        notes
    }
}
