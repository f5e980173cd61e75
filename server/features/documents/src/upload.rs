use area::Services;
use bytes::Bytes;
use files::{
    FILE_NOT_FOUND, FILE_TYPE, NewUpload, Upload, check_size, parse_sha256, sanitise_name,
};
use identity::SignedIn;
use kernel::{Fallible, FileId};
use parsing::Format;
use retrieval::list_passages;

use crate::problems::NOTHING_TO_RETRY;
use crate::read::ReadFile;
use crate::recognise::list_words;
use crate::wire::{FileText, NewFile, RecognisedText};

/// Begins an upload, or returns the existing one.
///
/// Problems: a type that is not supported; too large, empty; no room left; the workspace is a team's that nobody pays
/// for.
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewFile,
) -> Fallible<Upload> {
    let name = sanitise_name(&new.name);
    let format = Format::of_name(&name).ok_or(FILE_TYPE)?;
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let known = services.files.find_upload(&mut conn, caller.user_id, new.id).await?;
    services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?.check_not_locked()?;
    drop(conn);
    if known.is_none() {
        // A document's was begun before, and may be larger.
        check_size(new.size_bytes, format.is_image())?;
    }
    let new = NewUpload {
        id: new.id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        name,
        media_type: format.media_type().to_owned(),
        size_bytes: new.size_bytes,
        sha256: new.sha256.as_deref().map(parse_sha256).transpose()?,
    };
    let mut tx = services.db.begin().await?;
    let upload = services.files.begin_upload(&mut tx, &new, now).await?;
    tx.commit().await?;
    Ok(upload)
}

/// Receives a chunk. After the last one the file is read, even if the client disconnects.
///
/// Problems: the upload continues at another offset; the file does not have the format of its name.
pub(crate) async fn receive(
    services: &Services,
    caller: &SignedIn,
    id: FileId,
    offset: i64,
    chunk: Bytes,
) -> Fallible<Upload> {
    let upload = find(services, caller, id).await?;
    let format = Format::of_name(&upload.name).ok_or(FILE_TYPE)?;
    if offset == 0 && !chunk.is_empty() && !format.begins_with(&chunk) {
        return Err(FILE_TYPE.into());
    }
    let now = services.clock.now();
    let queue = services.queue.clone();
    let read = async |tx: &mut store::Tx| queue.enqueue(tx, &ReadFile { file_id: id }).await;
    services.files.receive(&services.db, &upload, offset, chunk, now, read).await
}

/// Returns a file of the caller's.
pub(crate) async fn find(services: &Services, caller: &SignedIn, id: FileId) -> Fallible<Upload> {
    let mut conn = services.db.read().await?;
    let found = services.files.find_upload(&mut conn, caller.user_id, id).await?;
    Ok(found.ok_or(FILE_NOT_FOUND)?)
}

/// Retries reading a file that failed or was read in part.
pub(crate) async fn retry(services: &Services, caller: &SignedIn, id: FileId) -> Fallible<Upload> {
    find(services, caller, id).await?;
    let mut tx = services.db.begin().await?;
    if !services.files.retry_upload(&mut tx, id, services.clock.now()).await? {
        return Err(NOTHING_TO_RETRY.into());
    }
    services.queue.enqueue(&mut tx, &ReadFile { file_id: id }).await?;
    tx.commit().await?;
    find(services, caller, id).await
}

/// Removes a file that no message has.
pub(crate) async fn remove(services: &Services, caller: &SignedIn, id: FileId) -> Fallible<()> {
    let upload = find(services, caller, id).await?;
    services.files.remove_upload(&services.db, &upload).await
}

/// Returns the positions of words on a page that is an image.
pub(crate) async fn recognised(
    services: &Services,
    caller: &SignedIn,
    id: FileId,
    page: u32,
) -> Fallible<RecognisedText> {
    find(services, caller, id).await?;
    let mut conn = services.db.read().await?;
    Ok(list_words(&mut conn, id, page).await?.into())
}

/// Returns the text of a file, by page.
pub(crate) async fn text(services: &Services, caller: &SignedIn, id: FileId) -> Fallible<FileText> {
    let upload = find(services, caller, id).await?;
    let mut conn = services.db.read().await?;
    Ok(FileText::of(&upload, list_passages(&mut conn, id).await?))
}
