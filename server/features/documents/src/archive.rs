//! The files of a person's chats in their archive: what they are as a line, their bytes as a blob.

use area::{ArchiveBlob, ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use files::{Files, Upload, UploadState, check_size, parse_sha256, sanitise_name};
use futures::TryStreamExt;
use identity::Person;
use jobs::Queue;
use kernel::{Clock, Failure, Fallible, FileId, Timestamp};
use parsing::Format;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::{Db, Tx};

use crate::read::ReadFile;

/// Files that messages have, as something that an archive holds.
pub(crate) struct AttachedInArchive {
    db: Db,
    files: Files,
    queue: Queue,
    clock: Clock,
}

impl AttachedInArchive {
    pub fn new(services: &Services) -> Self {
        let Services { db, files, queue, clock, .. } = services.clone();
        Self { db, files, queue, clock }
    }
}

/// Lines that are read at once.
const PAGE: i64 = 200;

/// One line. What was read in a file is not in it: the file is read again where it comes back.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: FileId,
    name: String,
    media_type: String,
    size_bytes: i64,
    sha256: Option<String>,
    /// None where there is nothing to read in it.
    words: Option<i64>,
    pages: Option<i64>,
    created_at: Timestamp,
}

impl From<Upload> for Line {
    fn from(upload: Upload) -> Self {
        Self {
            id: upload.id,
            name: upload.name,
            media_type: upload.media_type,
            size_bytes: upload.size_bytes,
            sha256: upload.sha256,
            words: upload.words,
            pages: upload.pages,
            created_at: upload.created_at,
        }
    }
}

impl Line {
    /// As a file of `person`'s, if it is one that could have been uploaded.
    fn into_upload(self, person: Person) -> Option<Upload> {
        let is_image = is_shown_image(&self.media_type);
        let media_type = match Format::of_name(&self.name) {
            Some(format) if self.words.is_some() => format.media_type().to_owned(),
            _ if is_image => self.media_type,
            Some(format) => format.media_type().to_owned(),
            None => return None,
        };
        let is_whole = check_size(self.size_bytes, false).is_ok();
        let sha256 = self.sha256.as_deref().map(parse_sha256).transpose().ok()?;
        (is_whole && self.name == sanitise_name(&self.name)).then_some(Upload {
            id: self.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            name: self.name,
            media_type,
            size_bytes: self.size_bytes,
            received_bytes: 0,
            sha256,
            state: UploadState::Receiving,
            problem: None,
            words: self.words,
            pages: self.pages,
            created_at: self.created_at,
            updated_at: self.created_at,
        })
    }
}

/// Pictures that browsers show and that run nothing.
fn is_shown_image(media_type: &str) -> bool {
    matches!(media_type, "image/png" | "image/jpeg" | "image/webp" | "image/gif")
}

#[async_trait]
impl ArchiveSource for AttachedInArchive {
    fn name(&self) -> &'static str {
        "documents"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.map(|line| FileId::deserialize(&line["id"])).transpose();
        let after = after.map_err(Failure::internal)?;
        let mut conn = self.db.read().await?;
        let uploads = self.files.list_attached(&mut conn, person.user_id, after, PAGE).await?;
        archive_lines(uploads.into_iter().map(Line::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let upload = Line::deserialize(line).ok().and_then(|line| line.into_upload(person));
        let Some(upload) = upload else { return Ok(Restored::Refused) };
        match self.files.restore_upload(tx, &upload, self.clock.now()).await {
            Ok(true) => Ok(Restored::Added),
            Ok(false) => Ok(Restored::Present),
            Err(Failure::Problem(_)) => Ok(Restored::Refused),
            Err(fault) => Err(fault),
        }
    }

    fn blob(&self, person: Person, line: &Value) -> Option<ArchiveBlob> {
        let upload = Line::deserialize(line).ok()?.into_upload(person)?;
        let max_bytes = u64::try_from(upload.size_bytes).ok()?;
        Some(ArchiveBlob { key: upload.key(), max_bytes })
    }

    /// Has the file read again, if there is something to read in it.
    async fn use_blob(&self, person: Person, line: &Value) -> Fallible<bool> {
        let upload = Line::deserialize(line).ok().and_then(|line| line.into_upload(person));
        let Some(promised) = upload else { return Ok(false) };
        let mut conn = self.db.read().await?;
        let known = self.files.find_upload(&mut conn, person.user_id, promised.id).await?;
        drop(conn);
        let Some(known) = known else { return Ok(false) };
        if known.state != UploadState::Receiving || known.received_bytes > 0 {
            // It has its bytes: these, or the ones that were here before.
            return Ok(known.state != UploadState::Receiving && known.sha256 == promised.sha256);
        }
        if !self.is_as_promised(&promised).await? {
            return Ok(false);
        }
        let has_text = promised.words.is_some();
        let state = if has_text { UploadState::Waiting } else { UploadState::Parsed };
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        if self.files.finish_restored(&mut tx, promised.id, state, now).await? && has_text {
            self.queue.enqueue(&mut tx, &ReadFile { file_id: promised.id }).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

impl AttachedInArchive {
    /// Whether the bytes that are there are those of the line.
    async fn is_as_promised(&self, promised: &Upload) -> Fallible<bool> {
        let content = self.files.read(&promised.key()).await.map_err(Failure::internal)?;
        let Some(mut content) = content else { return Ok(false) };
        let mut hasher = Sha256::new();
        let mut size = 0;
        while let Some(piece) = content.try_next().await.map_err(Failure::internal)? {
            size += piece.len() as i64;
            hasher.update(&piece);
        }
        let sha256 = kernel::hex(&hasher.finalize());
        Ok(size == promised.size_bytes
            && promised.sha256.as_ref().is_none_or(|wanted| *wanted == sha256))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{UserId, Uuid, WorkspaceId};
    use serde_json::json;

    fn upload(change: Value) -> Option<Upload> {
        let person =
            Person { user_id: UserId(Uuid::nil()), workspace_id: WorkspaceId(Uuid::nil()) };
        let mut line = json!({ "id": Uuid::nil(), "name": "a.txt", "media_type": "text/plain",
            "size_bytes": 3, "sha256": null, "words": 1, "pages": 1,
            "created_at": "2026-01-01T00:00:00Z" });
        for (name, value) in change.as_object().unwrap() {
            line[name] = value.clone();
        }
        Line::deserialize(&line).unwrap().into_upload(person)
    }

    #[test]
    fn a_line_is_a_file_that_could_have_been_uploaded() {
        assert!(upload(json!({})).is_some());
        for wrong in [
            json!({ "name": "../a.txt" }),
            json!({ "name": "a.exe" }),
            json!({ "size_bytes": 0 }),
            json!({ "size_bytes": 20_000_001 }),
            json!({ "sha256": "no hash" }),
        ] {
            assert!(upload(wrong.clone()).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_text_is_never_given_out_as_something_that_runs() {
        let page = upload(json!({ "media_type": "text/html" })).unwrap();
        assert_eq!(page.media_type, "text/plain");
        let drawing = json!({ "name": "a.svg", "media_type": "image/svg+xml", "words": null });
        assert!(upload(drawing).is_none_or(|upload| !upload.is_image()));
    }
}
