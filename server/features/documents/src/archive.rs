//! Files of a person's chats in their archive: each as a line, its bytes as a blob.

use area::{ArchiveBlob, ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Failure, Fallible, FileId};
use serde::Deserialize;
use serde_json::Value;
use store::Tx;

use crate::archived_files::{ArchivedFiles, FileLine};

/// Files that messages have, as something that an archive holds.
pub(crate) struct AttachedInArchive(ArchivedFiles);

impl AttachedInArchive {
    pub fn new(services: &Services) -> Self {
        Self(ArchivedFiles::new(services))
    }
}

/// Lines that are read at once.
const PAGE: i64 = 200;

#[async_trait]
impl ArchiveSource for AttachedInArchive {
    fn name(&self) -> &'static str {
        "documents"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.map(|line| FileId::deserialize(&line["id"])).transpose();
        let after = after.map_err(Failure::internal)?;
        let mut conn = self.0.db.read().await?;
        let uploads = self.0.files.list_attached(&mut conn, person.user_id, after, PAGE).await?;
        archive_lines(uploads.into_iter().map(FileLine::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let upload = FileLine::deserialize(line).ok().and_then(|line| line.into_upload(person));
        let Some(upload) = upload else { return Ok(Restored::Refused) };
        match self.0.files.restore_upload(tx, &upload, self.0.clock.now()).await {
            Ok(true) => Ok(Restored::Added),
            Ok(false) => Ok(Restored::Present),
            Err(Failure::Problem(_)) => Ok(Restored::Refused),
            Err(fault) => Err(fault),
        }
    }

    fn blob(&self, person: Person, line: &Value) -> Option<ArchiveBlob> {
        let upload = FileLine::deserialize(line).ok()?.into_upload(person)?;
        let max_bytes = u64::try_from(upload.size_bytes).ok()?;
        Some(ArchiveBlob { key: upload.key(), max_bytes })
    }

    /// Queues the file for reading again, if it contains text.
    async fn use_blob(&self, person: Person, line: &Value) -> Fallible<bool> {
        let upload = FileLine::deserialize(line).ok().and_then(|line| line.into_upload(person));
        let Some(promised) = upload else { return Ok(false) };
        self.0.take_bytes(&promised, promised.words.is_some()).await
    }
}
