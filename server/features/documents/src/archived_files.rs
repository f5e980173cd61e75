//! Files in a person's archive: each as a line, followed by its bytes.

use area::Services;
use files::{FILE_MAX_BYTES, Files, NewUpload, Upload, UploadState, parse_sha256};
use futures::TryStreamExt;
use identity::Person;
use image_tools::PICTURE_MAX_BYTES;
use jobs::Queue;
use kernel::{Clock, Failure, Fallible, FileId, Timestamp};
use parsing::Format;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::Db;

use crate::read::ReadFile;
use crate::rules::DOCUMENT_MAX_BYTES;

/// A file. Its text is not in the line: the file is read again after the import.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FileLine {
    pub id: FileId,
    name: String,
    media_type: String,
    size_bytes: i64,
    sha256: Option<String>,
    /// Number of words; absent if there is no text in it.
    words: Option<i64>,
    pages: Option<i64>,
    created_at: Timestamp,
}

impl From<Upload> for FileLine {
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

impl FileLine {
    /// Converts it into a file of `person`'s in messages, if it could have been uploaded.
    pub fn into_upload(self, person: Person) -> Option<Upload> {
        let is_image = is_shown_image(&self.media_type);
        let media_type = match Format::of_name(&self.name) {
            Some(format) if self.words.is_some() => format.media_type().to_owned(),
            _ if is_image => self.media_type.clone(),
            Some(format) => format.media_type().to_owned(),
            None => return None,
        };
        let shown = is_shown_image(&media_type);
        // Pictures that people work on are larger than files of messages.
        let max = if shown { PICTURE_MAX_BYTES as i64 } else { FILE_MAX_BYTES };
        let is_whole = (1..=max).contains(&self.size_bytes);
        if is_whole { self.checked(person, media_type) } else { None }
    }

    /// Converts it into the file of a document of `person`'s, if it could have been added.
    pub fn into_document_file(self, person: Person) -> Option<Upload> {
        let is_pdf = Format::of_name(&self.name) == Some(Format::Pdf);
        let is_fine = is_pdf && (1..=DOCUMENT_MAX_BYTES).contains(&self.size_bytes);
        if is_fine { self.checked(person, Format::Pdf.media_type().to_owned()) } else { None }
    }

    fn checked(self, person: Person, media_type: String) -> Option<Upload> {
        let new = NewUpload {
            id: self.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            name: self.name,
            media_type,
            size_bytes: self.size_bytes,
            sha256: self.sha256.as_deref().map(parse_sha256).transpose().ok()?,
        };
        let promised = Upload::pending(new, self.created_at)?;
        Some(Upload { words: self.words, pages: self.pages, ..promised })
    }
}

/// Returns true for images that browsers display and that run nothing.
fn is_shown_image(media_type: &str) -> bool {
    matches!(media_type, "image/png" | "image/jpeg" | "image/webp" | "image/gif" | "image/avif")
}

/// The bytes of files that come back.
#[derive(Clone)]
pub(crate) struct ArchivedFiles {
    pub db: Db,
    pub files: Files,
    pub clock: Clock,
    queue: Queue,
}

impl ArchivedFiles {
    pub fn new(services: &Services) -> Self {
        let Services { db, files, queue, clock, .. } = services.clone();
        Self { db, files, clock, queue }
    }

    /// Starts using the bytes of a restored file; with `is_read` it is read. `false`: they do not match, or the file
    /// does not exist.
    pub async fn take_bytes(&self, promised: &Upload, is_read: bool) -> Fallible<bool> {
        let mut conn = self.db.read().await?;
        let known = self.files.find_upload(&mut conn, promised.user_id, promised.id).await?;
        drop(conn);
        let Some(known) = known else { return Ok(false) };
        match known.state {
            // A failed file is retried with the existing bytes.
            UploadState::Failed => return self.is_as_promised(promised).await,
            UploadState::Receiving if known.received_bytes > 0 => return Ok(false),
            UploadState::Receiving => {}
            // It has its bytes: these, or the ones that were here before.
            _ => return Ok(known.sha256 == promised.sha256),
        }
        if !self.is_as_promised(promised).await? {
            return Ok(false);
        }
        let state = if is_read { UploadState::Waiting } else { UploadState::Parsed };
        let mut tx = self.db.begin().await?;
        let now = self.clock.now();
        if self.files.finish_restored(&mut tx, promised.id, state, now).await? && is_read {
            self.queue.enqueue(&mut tx, &ReadFile { file_id: promised.id }).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Returns true if the stored bytes match the line.
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
    use serde_json::{Value, json};

    fn upload(change: Value) -> Option<Upload> {
        let person =
            Person { user_id: UserId(Uuid::nil()), workspace_id: WorkspaceId(Uuid::nil()) };
        let mut line = json!({ "id": Uuid::nil(), "name": "a.txt", "media_type": "text/plain",
            "size_bytes": 3, "sha256": null, "words": 1, "pages": 1,
            "created_at": "2026-01-01T00:00:00Z" });
        for (name, value) in change.as_object().unwrap() {
            line[name] = value.clone();
        }
        FileLine::deserialize(&line).unwrap().into_upload(person)
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
    fn a_picture_comes_back_up_to_what_image_tools_take() {
        let picture = |size: i64| {
            let name = json!({ "name": "a.png", "media_type": "image/png", "words": null, "size_bytes": size });
            upload(name).is_some()
        };
        assert!(picture(20_000_001) && picture(33_554_432) && !picture(33_554_433));
        let avif = json!({ "name": "a.avif", "media_type": "image/avif", "words": null });
        assert_eq!(upload(avif).unwrap().media_type, "image/avif");
    }

    #[test]
    fn a_text_is_never_given_out_as_something_that_runs() {
        let page = upload(json!({ "media_type": "text/html" })).unwrap();
        assert_eq!(page.media_type, "text/plain");
        let drawing = json!({ "name": "a.svg", "media_type": "image/svg+xml", "words": null });
        assert!(upload(drawing).is_none_or(|upload| !upload.is_image()));
    }
}
