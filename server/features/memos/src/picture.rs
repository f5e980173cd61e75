//! Memos that are images: the file is kept as long as a memo uses it, and the text recognized in it is indexed.

use area::Services;
use bytes::Bytes;
use files::{Upload, UploadState};
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, FileId, UserId, truncate};
use parsing::ParseFailure;
use pictures::Edit;
use serde::{Deserialize, Serialize};
use store::Tx;

use crate::hints::announce_change;
use crate::problems::PICTURE_NOT_FOUND;
use crate::rules::BODY_MAX_CHARS;
use crate::store::{Memo, find_memo, note_picture_text};
use crate::wire::MemoId;

/// Records that a memo has an image, and queues text recognition if available.
///
/// Problems: [`PICTURE_NOT_FOUND`] also for another person's file, for an incomplete one, and for one that is not an
/// image.
pub(crate) async fn keep(
    services: &Services,
    tx: &mut Tx,
    owner: UserId,
    memo_id: MemoId,
    file_id: FileId,
) -> Fallible<()> {
    let upload = services.files.find_upload(tx, owner, file_id).await?;
    let is_picture = |upload: &Upload| upload.is_image() && upload.state == UploadState::Parsed;
    if !upload.as_ref().is_some_and(is_picture) {
        return Err(PICTURE_NOT_FOUND.into());
    }
    services.files.retain_upload(tx, file_id).await?;
    Ok(services.queue.enqueue(tx, &ReadPicture { owner, memo_id }).await?)
}

/// Returns the image of a memo, if it still exists.
pub(crate) async fn find(
    services: &Services,
    owner: UserId,
    memo: &Memo,
) -> Fallible<Option<(Upload, Bytes)>> {
    let Some(file_id) = memo.file_id else { return Ok(None) };
    let mut conn = services.db.read().await?;
    let upload = services.files.find_upload(&mut conn, owner, file_id).await?;
    drop(conn);
    let Some(upload) = upload else { return Ok(None) };
    let content = services.files.get(&upload.key()).await.map_err(Failure::internal)?;
    Ok(content.map(|content| (upload, content)))
}

/// Returns the path of an image in a folder of memos.
pub(crate) fn name_beside(upload: &Upload) -> String {
    format!("pictures/{}.{}", upload.id, ending_of(&upload.media_type))
}

/// Returns the file extension of an image.
pub(crate) fn ending_of(media_type: &str) -> &'static str {
    match media_type {
        "image/png" => "png",
        "image/webp" => "webp",
        "image/gif" => "gif",
        _ => "jpg",
    }
}

/// Recognizes the text in the image of a memo. May run twice: stored results stay.
#[derive(Serialize, Deserialize)]
pub(crate) struct ReadPicture {
    pub owner: UserId,
    pub memo_id: MemoId,
}

impl Job for ReadPicture {
    type Context = Services;

    const NAME: &'static str = "memos.read_picture";
    // It takes a core for seconds.
    const AT_ONCE: usize = 1;

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let memo = find_memo(&mut conn, self.owner, self.memo_id).await?;
        drop(conn);
        let Some(memo) = memo.filter(|memo| memo.quote.is_none()) else { return Ok(()) };
        if !services.parser.recognises().await {
            return Ok(());
        }
        let Some((_, content)) = find(services, self.owner, &memo).await? else { return Ok(()) };
        // The recognizer must never get an untrusted file.
        let drawn = services.pictures.edit(Edit::Grayscale, content).await?;
        let Ok(drawn) = drawn else { return Ok(()) };
        let said = match services.parser.recognise_drawing(drawn.into()).await {
            Ok(said) => said,
            Err(ParseFailure::Unavailable) => {
                return Err(Failure::internal(ParseFailure::Unavailable));
            }
            // It is stored, and found by its name.
            Err(_) => return Ok(()),
        };
        let said = truncate(said.replace('\0', "").trim(), BODY_MAX_CHARS - 1);
        if said.is_empty() {
            return Ok(());
        }
        let mut tx = services.db.begin().await?;
        let is_noted = note_picture_text(&mut tx, self.owner, memo.id, &said).await?;
        tx.commit().await?;
        if is_noted {
            announce_change(services, self.owner);
        }
        Ok(())
    }
}
