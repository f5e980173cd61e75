use async_trait::async_trait;
use files::FileKey;
use identity::Person;
use kernel::{Failure, Fallible};
use serde::Serialize;
use serde_json::Value;
use store::Tx;

/// A source of a person's data for their archive: bots, prompts.
///
/// An export followed by an import is lossless: `lines` of a restored account equal the restored lines.
#[async_trait]
pub trait ArchiveSource: Send + Sync {
    /// Returns the name of its file in the archive, `bots` for `bots.jsonl`, which never changes.
    fn name(&self) -> &'static str;

    /// Returns the next lines after the line `after`, in an order that depends on the lines alone. Empty: no more.
    ///
    /// A line is an object with an `id`. Times are RFC 3339 with microseconds.
    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>>;

    /// Restores one line exactly as it was. Existing data, and other people's, is left unchanged.
    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored>;

    /// Returns the blob that belongs to a line.
    fn blob(&self, _person: Person, _line: &Value) -> Option<ArchiveBlob> {
        None
    }

    /// Starts using a line's blob, which is in its place again. `false`: it does not match the line, or nothing uses
    /// it; the caller deletes it.
    ///
    /// No transaction is open, and it may be called twice.
    async fn use_blob(&self, _person: Person, _line: &Value) -> Fallible<bool> {
        Ok(false)
    }
}

/// The location of the bytes that belong to a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveBlob {
    pub key: FileKey,
    /// An archive with more is refused it.
    pub max_bytes: u64,
}

/// Converts rows into the lines of an archive.
pub fn archive_lines<T: Serialize>(rows: Vec<T>) -> Fallible<Vec<Value>> {
    let values = rows.into_iter().map(serde_json::to_value);
    values.collect::<Result<_, _>>().map_err(Failure::internal)
}

/// The result of restoring a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restored {
    Added,
    /// It already exists.
    Present,
    /// Its id belongs to another person here, or it is invalid.
    Refused,
    /// Something it refers to does not exist here, or not for this person.
    NotHere,
}
