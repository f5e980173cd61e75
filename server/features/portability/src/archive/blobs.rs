//! Bytes that belong to lines of an archive, put back piece by piece.

use std::collections::HashMap;
use std::sync::Arc;

use area::{ArchiveBlob, ArchiveSource, Services};
use bytes::Bytes;
use files::{BlobWriter, Files};
use identity::Person;
use kernel::{Failure, Fallible};
use serde_json::Value;

use super::ArchiveLine;

/// The blobs that restored lines wait for.
pub(crate) struct Blobs {
    files: Files,
    person: Person,
    /// Awaited blobs by their path in the archive.
    awaited: HashMap<String, Awaited>,
    open: Option<Open>,
}

struct Awaited {
    blob: ArchiveBlob,
    source: Arc<dyn ArchiveSource>,
    line: Value,
}

/// The blob whose bytes come.
struct Open {
    path: String,
    awaited: Awaited,
    /// Writer of the blob; `None` if its bytes already exist.
    writer: Option<BlobWriter>,
    left: u64,
}

/// The result of storing a blob.
pub(crate) enum Put {
    /// More is to come, or nothing was open.
    Nothing,
    Used,
    /// Refused, with its path.
    Refused(String),
}

impl Blobs {
    pub fn new(services: &Services, person: Person) -> Self {
        let files = services.files.clone();
        Self { files, person, awaited: HashMap::new(), open: None }
    }

    /// Waits for the bytes of a line that was restored.
    pub fn wait_for(&mut self, source: &Arc<dyn ArchiveSource>, line: Value) {
        let (Some(blob), Some(id)) = (source.blob(self.person, &line), line["id"].as_str()) else {
            return;
        };
        let path = format!("{}/{id}", source.name());
        self.awaited.insert(path, Awaited { blob, source: source.clone(), line });
    }

    /// Processes the next item of an archive about blobs. No transaction may be open.
    pub async fn take(&mut self, line: ArchiveLine) -> Fallible<Put> {
        match line {
            ArchiveLine::BlobBegins { path } => self.begin(path).await,
            ArchiveLine::BlobGoesOn(piece) => self.go_on(piece).await,
            ArchiveLine::BlobEnds { is_whole } => self.end(is_whole).await,
            ArchiveLine::Entity(_) => Ok(Put::Nothing),
        }
    }

    /// Returns the paths of blobs that never arrived and do not exist.
    pub async fn missing(self) -> Fallible<Vec<String>> {
        let mut missing = Vec::new();
        for (path, Awaited { blob, .. }) in self.awaited {
            if self.files.size(&blob.key).await.map_err(Failure::internal)?.is_none() {
                missing.push(path);
            }
        }
        missing.sort();
        Ok(missing)
    }

    async fn begin(&mut self, path: String) -> Fallible<Put> {
        let Some(awaited) = self.awaited.remove(&path) else { return Ok(Put::Refused(path)) };
        let key = &awaited.blob.key;
        let is_there = self.files.size(key).await.map_err(Failure::internal)?.is_some();
        let writer = (!is_there).then(|| self.files.write(key));
        let left = awaited.blob.max_bytes;
        self.open = Some(Open { path, awaited, writer, left });
        Ok(Put::Nothing)
    }

    async fn go_on(&mut self, piece: Bytes) -> Fallible<Put> {
        let Some(open) = &mut self.open else { return Ok(Put::Nothing) };
        let Some(left) = open.left.checked_sub(piece.len() as u64) else {
            return self.give_up().await;
        };
        open.left = left;
        if let Some(writer) = &mut open.writer {
            writer.put(piece).await.map_err(Failure::internal)?;
        }
        Ok(Put::Nothing)
    }

    async fn end(&mut self, is_whole: bool) -> Fallible<Put> {
        if !is_whole {
            return self.give_up().await;
        }
        let Some(Open { path, awaited, writer, .. }) = self.open.take() else {
            return Ok(Put::Nothing);
        };
        let is_new = writer.is_some();
        if let Some(writer) = writer {
            writer.finish().await.map_err(Failure::internal)?;
        }
        if awaited.source.use_blob(self.person, &awaited.line).await? {
            return Ok(Put::Used);
        }
        if is_new {
            self.files.delete(&awaited.blob.key).await.map_err(Failure::internal)?;
        }
        Ok(Put::Refused(path))
    }

    async fn give_up(&mut self) -> Fallible<Put> {
        let Some(open) = self.open.take() else { return Ok(Put::Nothing) };
        if let Some(writer) = open.writer {
            writer.give_up().await.map_err(Failure::internal)?;
        }
        Ok(Put::Refused(open.path))
    }
}
