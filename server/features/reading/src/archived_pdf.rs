//! The PDF of a reading on its way into a person's archive and out of it again.

use files::{Files, NewUpload, Upload, UploadState};
use identity::Person;
use kernel::{Failure, Fallible, FileId, Timestamp};
use parsing::Format;
use serde::{Deserialize, Serialize};
use store::{Conn, Db, StoreResult};
use tasks::TaskId;

use crate::limits::FETCH_MAX_BYTES;
use crate::source::Kind;
use crate::source_store::{find_file, set_file};
use crate::work::ReadingTask;

/// Archived form of the PDF.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ArchivedPdf {
    id: FileId,
    name: String,
    size_bytes: i64,
    created_at: Timestamp,
}

impl ArchivedPdf {
    /// Returns a file of `person` whose bytes follow, if the PDF could have been kept.
    pub fn to_upload(&self, person: Person) -> Option<Upload> {
        let is_pdf = Format::of_name(&self.name) == Some(Format::Pdf);
        let is_fine = is_pdf && (1..=FETCH_MAX_BYTES as i64).contains(&self.size_bytes);
        let new = NewUpload {
            id: self.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            name: self.name.clone(),
            media_type: Format::Pdf.media_type().to_owned(),
            size_bytes: self.size_bytes,
            sha256: None,
        };
        Upload::pending(new, self.created_at).filter(|_| is_fine)
    }
}

/// Returns the PDF that a reading keeps, if it is complete. A team's files are not part of a person's archive.
pub(crate) async fn find_kept(
    files: &Files,
    conn: &mut Conn,
    person: Person,
    id: TaskId,
) -> StoreResult<Option<ArchivedPdf>> {
    let Some(file_id) = find_file(conn, id).await? else { return Ok(None) };
    let upload = files.find_upload(conn, person.user_id, file_id).await?;
    let whole = upload.filter(|upload| {
        upload.state == UploadState::Parsed && upload.workspace_id == person.workspace_id
    });
    Ok(whole.map(|Upload { id, name, size_bytes, created_at, .. }| ArchivedPdf {
        id,
        name,
        size_bytes,
        created_at,
    }))
}

/// Has a reading keep its PDF again, whose bytes are in their place. Only now: what has no bytes is kept by nothing, and
/// upkeep removes it. `false`: they are not what was promised, or something else keeps that file and would lose it with
/// the reading.
pub(crate) async fn take_back(
    db: &Db,
    files: &Files,
    id: TaskId,
    promised: &Upload,
    now: Timestamp,
) -> Fallible<bool> {
    let size = files.size(&promised.key()).await.map_err(Failure::internal)?;
    if size != u64::try_from(promised.size_bytes).ok() {
        return Ok(false);
    }
    let mut tx = db.begin().await?;
    let reading = tasks::find_own::<ReadingTask>(&mut tx, promised.user_id, id).await?;
    if !reading.is_some_and(|reading| reading.input.kind == Kind::Pdf && reading.input.keep_source)
    {
        return Ok(false);
    }
    if let Some(known) = find_file(&mut tx, id).await? {
        return Ok(known == promised.id);
    }
    files.finish_restored(&mut tx, promised.id, UploadState::Parsed, now).await?;
    let known = files.find_upload(&mut tx, promised.user_id, promised.id).await?;
    let is_it = known.is_some_and(|known| {
        known.state == UploadState::Parsed
            && known.key() == promised.key()
            && known.size_bytes == promised.size_bytes
            && known.media_type == promised.media_type
    });
    if !is_it || !files.retain_upload(&mut tx, promised.id).await? {
        return Ok(false);
    }
    set_file(&mut tx, id, promised.id).await?;
    tx.commit().await?;
    Ok(true)
}
