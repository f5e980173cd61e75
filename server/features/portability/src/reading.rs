//! Reads an archive and sends its content, one conversation at a time.

use std::io::{Read, Seek, SeekFrom};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::activity_page::each_entry;
use crate::archive::{ArchiveLine, Entity, FORMAT, FORMAT_VERSION, SCHEMA_FILE};
use crate::formats::{self, Foreign, Origin, Unmapped};
use crate::json_stream::{Stopped, each_value};
use crate::reader::{Item, WAITING};
use crate::unpacking::{Unpacked, Unpacking};

/// An item found in an archive.
#[derive(Serialize, Deserialize)]
pub(crate) enum Found {
    Conversation(Origin, Box<Foreign>),
    /// A line of an archive of this product.
    Line(Box<ArchiveLine>),
    LeftOut(Unmapped),
    /// It cannot be read (any further), with the reason.
    Broken(String),
}

/// Bytes of a blob that are handed over at once.
const BLOB_PIECE_BYTES: usize = 256 * 1024;

/// Receiver of every item that is found.
pub(crate) trait Listener {
    /// Takes an item; `false`: no more is wanted.
    fn send(&self, found: Found) -> bool;
}

impl Listener for Sender<Item> {
    fn send(&self, found: Found) -> bool {
        self.blocking_send(found.into()).is_ok()
    }
}

/// Reads `archive` in the background, the bytes of its blobs only if they are wanted. Dropping the receiver
/// ends it.
pub(crate) fn read_archive(
    archive: impl Read + Seek + Send + 'static,
    wants_blobs: bool,
) -> Receiver<Item> {
    let (sender, receiver) = channel(WAITING);
    tokio::task::spawn_blocking(move || find_all(archive, wants_blobs, &sender));
    receiver
}

/// Reads `archive` on a thread of this process.
pub(crate) async fn read_here(
    archive: impl Read + Seek + Send + 'static,
    wants_blobs: bool,
    items: Sender<Item>,
) {
    let reading = tokio::task::spawn_blocking(move || find_all(archive, wants_blobs, &items));
    if let Err(error) = reading.await {
        tracing::error!(%error, "an archive was not read to its end");
    }
}

/// Reads `archive` to its end, the bytes of its blobs only if they are wanted.
pub(crate) fn find_all(archive: impl Read + Seek, wants_blobs: bool, listener: &impl Listener) {
    if let Err(Wanted::Broken(why)) = read(archive, wants_blobs, listener) {
        listener.send(Found::Broken(why));
    }
}

enum Wanted {
    /// The receiver is gone.
    NoMore,
    Broken(String),
}

impl From<ZipError> for Wanted {
    fn from(error: ZipError) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<std::io::Error> for Wanted {
    fn from(error: std::io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

fn read(
    mut archive: impl Read + Seek,
    wants_blobs: bool,
    found: &impl Listener,
) -> Result<(), Wanted> {
    let mut head = Vec::new();
    archive.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    archive.seek(SeekFrom::Start(0))?;
    if !head.starts_with(b"PK") {
        let first = head.iter().find(|byte| !byte.is_ascii_whitespace() && byte.is_ascii());
        let is_page = first == Some(&b'<');
        return match is_page {
            true => read_page(archive, "", found),
            false => read_json(archive, "", found),
        };
    }
    let packed = archive.seek(SeekFrom::End(0))?;
    let unpacking = Unpacking::of_archive(packed);
    let mut zip = ZipArchive::new(archive)?;
    if is_ours(&mut zip)? {
        return read_ours(&mut zip, &unpacking, wants_blobs, found);
    }
    let mut names = names_in(&zip);
    names.sort();
    for name in names {
        if name.ends_with(".json") {
            let entry = zip.by_name(&name)?;
            read_json(Unpacked::new(entry, &unpacking), &name, found)?;
        } else if name.ends_with(".html") {
            let entry = zip.by_name(&name)?;
            read_page(Unpacked::new(entry, &unpacking), &name, found)?;
        }
    }
    Ok(())
}

/// Number of bytes needed to detect a file's format.
const HEAD_BYTES: u64 = 64;

fn send(found: &impl Listener, what: Found) -> Result<(), Wanted> {
    if found.send(what) { Ok(()) } else { Err(Wanted::NoMore) }
}

/// Reads a file of conversations. One that holds something else is named once.
fn read_json(reader: impl Read, name: &str, found: &impl Listener) -> Result<(), Wanted> {
    let mut is_listening = true;
    let mut others = 0_u64;
    let mut conversations = 0_u64;
    let mut each = |value: Value| {
        let what = match formats::sniff(&value) {
            None => {
                others += 1;
                return true;
            }
            Some(origin) => {
                conversations += 1;
                match formats::read(origin, &value) {
                    Ok(foreign) => Found::Conversation(origin, Box::new(foreign)),
                    Err(unmapped) => Found::LeftOut(unmapped),
                }
            }
        };
        is_listening = found.send(what);
        is_listening
    };
    let result = each_value(reader, &mut each);
    if !is_listening {
        return Err(Wanted::NoMore);
    }
    if let Err(Stopped::Broken(why)) = result {
        if name.is_empty() {
            return Err(Wanted::Broken(why));
        }
        return send(found, Found::LeftOut(Unmapped::new("unreadable", name, why)));
    }
    if others > 0 {
        let count = if conversations > 0 { others.to_string() } else { String::new() };
        send(found, Found::LeftOut(Unmapped::new("not_a_conversation", name, count)))?;
    }
    Ok(())
}

/// Reads an activity page in Google's format. Other pages yield nothing.
fn read_page(reader: impl Read, name: &str, found: &impl Listener) -> Result<(), Wanted> {
    let mut is_listening = true;
    let mut others = 0_u64;
    let mut entries = 0_u64;
    let result = each_entry(reader, |entry| {
        entries += 1;
        let what = match formats::read_activity(entry) {
            None => {
                others += 1;
                return true;
            }
            Some(Ok(foreign)) => Found::Conversation(Origin::Gemini, Box::new(foreign)),
            Some(Err(unmapped)) => Found::LeftOut(unmapped),
        };
        is_listening = found.send(what);
        is_listening
    });
    if !is_listening {
        return Err(Wanted::NoMore);
    }
    if let Err(Stopped::Broken(why)) = result {
        return send(found, Found::LeftOut(Unmapped::new("unreadable", name, why)));
    }
    if others > 0 {
        let count = if others < entries { others.to_string() } else { String::new() };
        send(found, Found::LeftOut(Unmapped::new("not_a_conversation", name, count)))?;
    }
    Ok(())
}

/// Returns the files of an archive; one whose name cannot be read is not among them.
fn names_in(zip: &ZipArchive<impl Read + Seek>) -> Vec<String> {
    zip.file_names().filter_map(|name| name.ok().map(|name| name.into_owned())).collect()
}

fn is_ours(zip: &mut ZipArchive<impl Read + Seek>) -> Result<bool, Wanted> {
    let entry = match zip.by_name(SCHEMA_FILE) {
        Ok(entry) => entry,
        Err(ZipError::FileNotFound) => return Ok(false),
        Err(error) => return Err(error.into()),
    };
    let Ok(schema) = serde_json::from_reader::<_, Value>(entry.take(64 * 1024)) else {
        return Ok(false);
    };
    if schema["format"] != FORMAT {
        return Ok(false);
    }
    let version = schema["format_version"].as_u64();
    if version.is_none_or(|version| version > FORMAT_VERSION) {
        return Err(Wanted::Broken(format!(
            "the archive has version {}, and this program reads version {FORMAT_VERSION}",
            schema["format_version"]
        )));
    }
    Ok(true)
}

/// Reads the files of one of our own archives, in the order in which they are restored.
fn read_ours(
    zip: &mut ZipArchive<impl Read + Seek>,
    unpacking: &Unpacking,
    wants_blobs: bool,
    found: &impl Listener,
) -> Result<(), Wanted> {
    let mut names = names_in(zip);
    names.sort_by_key(|name| (crate::archive::rank(name), name.clone()));
    for name in names {
        if let Some(path) = name.strip_prefix("blobs/") {
            send_line(found, ArchiveLine::BlobBegins { path: path.to_owned() })?;
            if wants_blobs {
                let entry = Unpacked::new(zip.by_name(&name)?, unpacking);
                let is_whole = read_blob(entry, found)?;
                send_line(found, ArchiveLine::BlobEnds { is_whole })?;
            }
            continue;
        }
        let Some(entity) = name.strip_suffix(".jsonl").filter(|name| !name.contains('/')) else {
            continue;
        };
        let entry = Unpacked::new(zip.by_name(&name)?, unpacking);
        let mut is_listening = true;
        let result = each_value(entry, |value| {
            let line = ArchiveLine::Entity(Entity { name: entity.to_owned(), value });
            is_listening = send_line(found, line).is_ok();
            is_listening
        });
        match result {
            Ok(()) => {}
            Err(Stopped::ByReader) => return Err(Wanted::NoMore),
            Err(Stopped::Broken(why)) => return Err(Wanted::Broken(format!("{name}: {why}"))),
        }
    }
    Ok(())
}

fn send_line(found: &impl Listener, line: ArchiveLine) -> Result<(), Wanted> {
    send(found, Found::Line(Box::new(line)))
}

/// Sends the bytes of a blob chunk by chunk. `false` if it cannot be read to its end.
fn read_blob(mut entry: impl Read, found: &impl Listener) -> Result<bool, Wanted> {
    loop {
        let mut piece = Vec::with_capacity(BLOB_PIECE_BYTES);
        match entry.by_ref().take(BLOB_PIECE_BYTES as u64).read_to_end(&mut piece) {
            Ok(0) => return Ok(true),
            Ok(_) => send_line(found, ArchiveLine::BlobGoesOn(Bytes::from(piece)))?,
            Err(_) => return Ok(false),
        }
    }
}
