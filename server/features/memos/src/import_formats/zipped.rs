//! Folders of Markdown in a ZIP, with their pictures.

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};

use bytes::Bytes;
use files::{IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS};
use kernel::{Problem, hex};
use parsing::{decode_text, is_text};
use pictures::image_size;
use pictures::{PictureKind, strip_metadata};
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use super::folder::{Names, last, path_of};
use super::markdown::markdown_file;
use super::{Entry, Held, HeldPicture, Imported, Leads, read_text};
use crate::kind::Kind;
use crate::links::{Instead, Mark, marks_in, memo_of};
use crate::problems::{
    IMPORT_PICTURE_BROKEN, IMPORT_TOO_LARGE, IMPORT_UNREADABLE, TOO_MANY_AT_ONCE, TOO_MANY_PICTURES,
};
use crate::rules::{IMPORT_MAX_MEMOS, IMPORT_MAX_PICTURES, MemoTexts};
use crate::wire::MemoId;

/// Maximum number of files read from a ZIP, followed by the maximum bytes of one text and of all.
const FILES_MAX: usize = 20_000;
const FILE_MAX_BYTES: u64 = 1_000_000;
/// Largest list of links or notes.
const LIST_MAX_BYTES: u64 = 20_000_000;
pub(crate) const ALL_MAX_BYTES: u64 = 100_000_000;

/// Reads a folder. Broken and overlong files, and those that are no memos, are left out; an archive that no honest
/// program writes is refused as a whole. Archives in it are parts of the same folder: large exports come so.
pub(super) fn read_zip(content: &[u8]) -> Result<Held, Problem> {
    let mut folder = Folder::default();
    let mut room = ALL_MAX_BYTES;
    for (part, archive) in read_part(content, None, &mut folder, &mut room)? {
        read_part(&archive, Some(part), &mut folder, &mut room)?;
    }
    Ok(folder.close())
}

/// Reads the files of an archive into `folder`, and returns the archives in it, unless it is one itself (`part`).
fn read_part(
    content: &[u8],
    part: Option<usize>,
    folder: &mut Folder,
    room: &mut u64,
) -> Result<Vec<(usize, Vec<u8>)>, Problem> {
    let mut zip = ZipArchive::new(Cursor::new(content)).map_err(|_| IMPORT_UNREADABLE)?;
    if zip.len() > FILES_MAX {
        return Err(TOO_MANY_AT_ONCE.with("max", FILES_MAX));
    }
    let mut archives = Vec::new();
    for index in 0..zip.len() {
        let Ok(file) = zip.by_index(index) else {
            folder.held.left_out += 1;
            continue;
        };
        let Ok(name) = file.name().map(|name| name.into_owned()) else {
            folder.held.left_out += 1;
            continue;
        };
        let path = path_of(&name).ok_or_else(|| IMPORT_UNREADABLE.with("name", &name))?;
        // Files that programs keep for themselves, such as deleted notes, begin with a dot.
        let is_hidden = path.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        if file.is_dir() || is_hidden {
            continue;
        }
        match ending(&path).as_str() {
            "md" | "markdown" | "txt" => {
                let bytes = unpack(file, FILE_MAX_BYTES, room)?;
                folder.add_text(path, bytes)?;
            }
            "csv" | "html" | "htm" | "json" | "enex" => {
                let bytes = unpack(file, LIST_MAX_BYTES, room)?;
                folder.add_list(bytes)?;
            }
            "zip" if part.is_none() => match unpack(file, ALL_MAX_BYTES, room)? {
                Some(archive) => archives.push((index, archive)),
                None => folder.held.left_out += 1,
            },
            "png" | "jpg" | "jpeg" | "webp" | "gif" => {
                // A file that declares too large a size is not decompressed.
                if file.size() > IMAGE_MAX_BYTES as u64 {
                    folder.leave_picture_out(&path);
                    continue;
                }
                let bytes = unpack(file, IMAGE_MAX_BYTES as u64, room)?;
                folder.add_picture(&path, Entry { part, index }, bytes)?;
            }
            _ => folder.held.left_out += 1,
        }
    }
    Ok(archives)
}

type Archive = ZipArchive<Cursor<Bytes>>;

/// A folder that was read, opened once for all of its pictures: its list of files may be long. A copy costs nothing.
#[derive(Clone)]
pub(crate) struct Opened {
    whole: Archive,
    /// The archives in it, by their index.
    parts: HashMap<usize, Archive>,
}

/// Opens a folder; `None`: it is none.
pub(crate) fn open(content: Bytes) -> Option<Opened> {
    let mut whole = ZipArchive::new(Cursor::new(content)).ok()?;
    let mut parts = HashMap::new();
    // Already counted, so it is not counted again.
    let mut room = u64::MAX;
    for index in 0..whole.len() {
        let Ok(file) = whole.by_index(index) else { continue };
        if !file.name().is_ok_and(|name| ending(&name) == "zip") {
            continue;
        }
        let bytes = unpack(file, ALL_MAX_BYTES, &mut room).ok().flatten();
        let part = bytes.and_then(|bytes| ZipArchive::new(Cursor::new(Bytes::from(bytes))).ok());
        parts.extend(part.map(|part| (index, part)));
    }
    Some(Opened { whole, parts })
}

/// Returns the bytes of an image that was checked when its folder was read.
pub(crate) fn picture_in(mut folder: Opened, picture: &HeldPicture) -> Option<Bytes> {
    let archive = match picture.entry.part {
        Some(part) => folder.parts.get_mut(&part)?,
        None => &mut folder.whole,
    };
    let file = archive.by_index(picture.entry.index).ok()?;
    let mut room = u64::MAX;
    unpack(file, IMAGE_MAX_BYTES as u64, &mut room).ok()?.map(Bytes::from)
}

/// Decompresses a file; `None` if it is broken or longer than `max`. Bytes decompressed before that is detected count,
/// too.
///
/// Problems: [`IMPORT_TOO_LARGE`] if everything together is too much.
fn unpack(file: impl Read, max: u64, room: &mut u64) -> Result<Option<Vec<u8>>, Problem> {
    let mut bytes = Vec::new();
    let is_read = file.take(max + 1).read_to_end(&mut bytes).is_ok();
    *room = room
        .checked_sub(bytes.len() as u64)
        .ok_or_else(|| IMPORT_TOO_LARGE.with("max_bytes", ALL_MAX_BYTES))?;
    Ok(Some(bytes).filter(|bytes| is_read && bytes.len() as u64 <= max))
}

fn ending(path: &str) -> String {
    last(path).rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_lowercase())
}

fn stem(path: &str) -> &str {
    let name = last(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A folder as far as it was read.
#[derive(Default)]
struct Folder {
    held: Held,
    /// The paths of `held.memos`.
    paths: Vec<String>,
    texts: Names,
    pictures: Names,
    /// Index of each memo that was exported here, by id.
    own: HashMap<MemoId, usize>,
}

impl Folder {
    fn add_text(&mut self, path: String, bytes: Option<Vec<u8>>) -> Result<(), Problem> {
        if self.held.memos.len() >= IMPORT_MAX_MEMOS {
            return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
        }
        let text = bytes.filter(|bytes| is_text(bytes)).map(|bytes| decode_text(&bytes));
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            self.held.left_out += 1;
            return Ok(());
        };
        let number = self.held.memos.len();
        let file = markdown_file(&path, stem(&path), &text);
        self.texts.add(&path, number);
        // Links between notes mostly leave the ending out.
        self.texts.add(path.rsplit_once('.').map_or(&path, |(stem, _)| stem), number);
        if let Some(id) = file.own {
            self.own.insert(id, number);
        }
        self.held.memos.push(file.memo);
        self.paths.push(path);
        Ok(())
    }

    /// Adds the links or notes of a list. One that is none, such as a table of a database, is left out.
    fn add_list(&mut self, bytes: Option<Vec<u8>>) -> Result<(), Problem> {
        let list = bytes.filter(|bytes| is_text(bytes));
        let read = list.map(|bytes| read_text(&decode_text(&bytes)));
        let Some(Ok((_, list))) = read else {
            self.held.left_out += 1;
            return Ok(());
        };
        if self.held.memos.len() + list.memos.len() > IMPORT_MAX_MEMOS {
            return Err(TOO_MANY_AT_ONCE.with("max", IMPORT_MAX_MEMOS));
        }
        self.held.left_out += list.left_out;
        for memo in list.memos {
            self.paths.push(String::new());
            self.held.memos.push(memo);
        }
        Ok(())
    }

    fn leave_picture_out(&mut self, path: &str) {
        self.held.pictures_left_out.push(last(path).to_owned());
    }

    /// Adds an image. `bytes`: empty for a broken one.
    fn add_picture(
        &mut self,
        path: &str,
        entry: Entry,
        bytes: Option<Vec<u8>>,
    ) -> Result<(), Problem> {
        let broken = || IMPORT_PICTURE_BROKEN.with("name", last(path));
        // Longer than declared, no image, or truncated.
        let bytes = bytes.ok_or_else(broken)?;
        let kind = PictureKind::of(&bytes).ok_or_else(broken)?;
        strip_metadata(&bytes).ok_or_else(broken)?;
        let is_measured = matches!(kind, PictureKind::Png | PictureKind::Jpeg);
        let sides = image_size(&bytes).map(|size| size.width.max(size.height));
        match sides {
            None if is_measured => return Err(broken()),
            Some(longest) if is_measured && longest > IMAGE_MAX_PIXELS => {
                self.leave_picture_out(path);
                return Ok(());
            }
            _ => {}
        }
        if self.held.pictures.len() >= IMPORT_MAX_PICTURES {
            return Err(TOO_MANY_PICTURES.with("max", IMPORT_MAX_PICTURES));
        }
        self.pictures.add(path, self.held.pictures.len());
        self.held.pictures.push(HeldPicture {
            entry,
            stem: stem(path).to_owned(),
            kind,
            size_bytes: bytes.len() as i64,
            sha256: hex(&Sha256::digest(&bytes)),
        });
        Ok(())
    }

    /// Resolves the links of the texts, and turns unused images into memos.
    fn close(mut self) -> Held {
        for (number, path) in self.paths.iter().enumerate() {
            let memo = &mut self.held.memos[number];
            let named = memo.picture_path.take();
            memo.picture = named.and_then(|named| self.pictures.find(path, &named));
            let is_own = memo.picture.is_some();
            for mark in marks_in(&memo.texts.body) {
                let Some(leads) = lead(path, &mark, &self.texts, &self.pictures, &self.own) else {
                    continue;
                };
                match leads {
                    // The first picture of a text is the memo's.
                    Leads::Picture(picture)
                        if mark.is_picture && !is_own && memo.picture.is_none() =>
                    {
                        memo.picture = Some(picture);
                        memo.leads.push((mark, None));
                    }
                    leads => memo.leads.push((mark, Some(leads))),
                }
            }
        }
        let had: HashSet<usize> = self.held.memos.iter().filter_map(|memo| memo.picture).collect();
        let alone = (0..self.held.pictures.len()).filter(|picture| !had.contains(picture));
        for picture in alone {
            let HeldPicture { stem, sha256, .. } = &self.held.pictures[picture];
            let texts = MemoTexts { title: stem.clone(), ..MemoTexts::default() };
            self.held.memos.push(Imported {
                origin: format!("picture:{sha256}"),
                kind: Kind::Image,
                texts,
                picture: Some(picture),
                ..Imported::default()
            });
        }
        self.held
    }
}

/// Resolves a link in the text at `path` to a neighbor in the folder.
fn lead(
    path: &str,
    mark: &Mark,
    texts: &Names,
    pictures: &Names,
    own: &HashMap<MemoId, usize>,
) -> Option<Leads> {
    if let Some(id) = memo_of(&mark.to) {
        return own.get(&id).copied().map(Leads::Text);
    }
    let text = || texts.find(path, &mark.to).map(Leads::Text);
    let picture = || pictures.find(path, &mark.to).map(Leads::Picture);
    if mark.is_picture { picture().or_else(text) } else { text().or_else(picture) }
}

impl Imported {
    /// Returns its text, with its links resolved to these ids.
    pub fn body_with(&self, id_of: impl Fn(Leads) -> Option<MemoId>) -> String {
        let changes: Vec<(Mark, Instead)> = self
            .leads
            .iter()
            .filter_map(|(mark, leads)| {
                let instead = match leads {
                    None => Instead::Nothing,
                    Some(leads) => Instead::Memo(id_of(*leads)?),
                };
                Some((mark.clone(), instead))
            })
            .collect();
        crate::links::rewritten(&self.texts.body, &changes)
    }
}
