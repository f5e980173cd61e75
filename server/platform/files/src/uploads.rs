//! The steps of an upload: begin, continue at the byte, assemble, attach, remove.

use std::collections::HashMap;

use ::store::{Conn, Db, StoreResult, Tx};
use bytes::{Bytes, BytesMut};
use kernel::{DAY, Fallible, FileId, HOUR, MessageId, Timestamp, UserId, Uuid, uuid_v7};
use sha2::{Digest, Sha256};

use crate::problems::{
    FILE_ID_TAKEN, FILE_IN_USE, FILE_NOT_FOUND, FILE_NOT_READY, FILE_TOO_LARGE, PARSE_FAILED,
    TEXT_TOO_LONG, TOO_MANY_FILES, UPLOAD_FAILED, WRONG_OFFSET,
};
use crate::rules::{CHUNK_MAX_BYTES, DRAFT_DAYS, FILES_MAX, STALE_HOURS, WORDS_MAX};
use crate::store;
use crate::upload::{PIECES, piece_key};
use crate::{FileKey, Files, FilesError, NewUpload, Upload, UploadState};

/// The result of assembling an upload.
pub enum Assembled {
    Whole(Bytes),
    /// It does not match the client's description, or a chunk is missing.
    Damaged,
}

impl Files {
    /// Begins an upload. Beginning the same one again returns what has arrived of it.
    ///
    /// Problems: the id is another file's; the person has too much stored already.
    pub async fn begin_upload(
        &self,
        tx: &mut Tx,
        new: &NewUpload,
        now: Timestamp,
    ) -> Fallible<Upload> {
        if let Some(known) = store::find_any(tx, new.id).await? {
            let is_same = known.user_id == new.user_id
                && known.name == new.name
                && known.size_bytes == new.size_bytes;
            return if is_same { Ok(known) } else { Err(FILE_ID_TAKEN.into()) };
        }
        self.check_quota(tx, new.user_id, new.size_bytes).await?;
        store::insert(tx, new, now).await?;
        Ok(store::find_any(tx, new.id).await?.ok_or(FILE_NOT_FOUND)?)
    }

    /// Restarts an upload of which nothing arrived, with the file's current size.
    ///
    /// Problems: something has arrived; the person has too much stored already.
    pub async fn restart_upload(
        &self,
        tx: &mut Tx,
        new: &NewUpload,
        now: Timestamp,
    ) -> Fallible<Upload> {
        if !store::resize(tx, new.id, new.size_bytes, now).await? {
            return Err(FILE_ID_TAKEN.into());
        }
        // Its new size is already included in the stored total.
        self.check_quota(tx, new.user_id, 0).await?;
        Ok(store::find_any(tx, new.id).await?.ok_or(FILE_NOT_FOUND)?)
    }

    /// Returns a file of `user_id`'s; another person's is not there.
    pub async fn find_upload(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        id: FileId,
    ) -> StoreResult<Option<Upload>> {
        let found = store::find_any(conn, id).await?;
        Ok(found.filter(|upload| upload.user_id == user_id))
    }

    /// Finds the files of a person among `ids`, by their id.
    pub async fn find_uploads(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        ids: &[FileId],
    ) -> StoreResult<HashMap<FileId, Upload>> {
        let found = store::list_of_ids(conn, user_id, ids).await?;
        Ok(found.into_iter().map(|upload| (upload.id, upload)).collect())
    }

    /// Returns a person's files.
    pub async fn list_uploads(&self, conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Upload>> {
        store::list_of_user(conn, user_id).await
    }

    /// Like [`Files::find_upload`], whoever asks: for jobs.
    pub async fn find_any_upload(
        &self,
        conn: &mut Conn,
        id: FileId,
    ) -> StoreResult<Option<Upload>> {
        store::find_any(conn, id).await
    }

    /// Receives a chunk that begins at `offset`. The chunk is stored before the row counts it: bytes acknowledged as
    /// received survive whatever happens next.
    ///
    /// `then` runs in the transaction that records the last chunk.
    ///
    /// Problems: the upload continues at another offset (with `offset`); the chunk or the file is too large.
    pub async fn receive(
        &self,
        db: &Db,
        upload: &Upload,
        offset: i64,
        chunk: Bytes,
        now: Timestamp,
        then: impl AsyncFnOnce(&mut Tx) -> StoreResult<()>,
    ) -> Fallible<Upload> {
        let end = offset + chunk.len() as i64;
        if upload.state != UploadState::Receiving || offset != upload.received_bytes {
            return Err(WRONG_OFFSET.with("offset", upload.received_bytes).into());
        }
        if chunk.len() > CHUNK_MAX_BYTES || end > upload.size_bytes {
            return Err(FILE_TOO_LARGE.with("max_bytes", CHUNK_MAX_BYTES).into());
        }
        if chunk.is_empty() {
            return Ok(upload.clone());
        }
        let piece_id = uuid_v7(now);
        self.put(&piece_key(upload.workspace_id, piece_id), chunk).await.map_err(internal)?;
        let mut tx = db.begin().await?;
        let is_whole = end == upload.size_bytes;
        let state = if is_whole { UploadState::Waiting } else { UploadState::Receiving };
        if !store::advance(&mut tx, upload.id, offset, end, state, now).await? {
            // Another request was faster; upkeep deletes the chunk.
            let known = store::find_any(&mut tx, upload.id).await?.ok_or(FILE_NOT_FOUND)?;
            return Err(WRONG_OFFSET.with("offset", known.received_bytes).into());
        }
        store::insert_piece(&mut tx, upload.id, offset, piece_id).await?;
        if is_whole {
            then(&mut tx).await?;
        }
        let upload = store::find_any(&mut tx, upload.id).await?.ok_or(FILE_NOT_FOUND)?;
        tx.commit().await?;
        Ok(upload)
    }

    /// Assembles the chunks of a complete upload, checks them and stores them as one blob. Safe to repeat, also after
    /// the process died in the middle.
    pub async fn assemble(&self, db: &Db, upload: &Upload) -> Fallible<Assembled> {
        let mut conn = db.read().await?;
        let pieces = store::list_pieces(&mut conn, upload.id).await?;
        drop(conn);
        if pieces.is_empty() {
            return self.whole(upload).await;
        }
        let mut content = BytesMut::with_capacity(upload.size_bytes.max(0) as usize);
        for piece_id in &pieces {
            let key = piece_key(upload.workspace_id, *piece_id);
            let Some(piece) = self.get(&key).await.map_err(internal)? else {
                // Assembled while a backup was made, which has the whole instead.
                return self.whole(upload).await;
            };
            content.extend_from_slice(&piece);
        }
        let content = content.freeze();
        let sha256 = hash(&content);
        if !is_promised(upload, &content, &sha256) {
            return Ok(Assembled::Damaged);
        }
        self.put(&upload.key(), content.clone()).await.map_err(internal)?;
        let mut tx = db.begin().await?;
        store::close_pieces(&mut tx, upload.id, &sha256).await?;
        tx.commit().await?;
        self.delete_pieces(upload, &pieces).await;
        Ok(Assembled::Whole(content))
    }

    async fn whole(&self, upload: &Upload) -> Fallible<Assembled> {
        let content = self.get(&upload.key()).await.map_err(internal)?;
        let content = content.filter(|content| is_promised(upload, content, &hash(content)));
        Ok(content.map_or(Assembled::Damaged, Assembled::Whole))
    }

    /// Stores the result of reading a file, or the reason why it failed.
    pub async fn conclude_upload(
        &self,
        tx: &mut Tx,
        id: FileId,
        outcome: &Outcome,
        now: Timestamp,
    ) -> StoreResult<()> {
        store::conclude(tx, id, outcome, now).await
    }

    /// Records that something besides a message uses the file: it is kept until [`Files::release_upload`]. Returns
    /// false if something already uses it, which would lose the file with that call.
    pub async fn retain_upload(&self, tx: &mut Tx, id: FileId) -> StoreResult<bool> {
        store::keep(tx, id, false).await
    }

    /// Like [`Files::retain_upload`]; the person's archive has the file among those of their chats.
    pub async fn retain_archived_upload(&self, tx: &mut Tx, id: FileId) -> StoreResult<bool> {
        store::keep(tx, id, true).await
    }

    /// Undoes [`Files::retain_upload`].
    pub async fn release_upload(&self, tx: &mut Tx, id: FileId) -> StoreResult<()> {
        store::release_upload(tx, id).await
    }

    /// Queues a file for reading once more, failed or not, because another part of it is needed.
    pub async fn request_reparse(
        &self,
        tx: &mut Tx,
        id: FileId,
        now: Timestamp,
    ) -> StoreResult<bool> {
        store::request_reparse(tx, id, now).await
    }

    /// Queues a file for reading again that failed or was read in part. `false` if there is nothing to retry.
    pub async fn retry_upload(&self, tx: &mut Tx, id: FileId, now: Timestamp) -> StoreResult<bool> {
        store::retry(tx, id, now).await
    }

    /// Attaches files to a message that is written in the same transaction.
    ///
    /// Problems: too many; one is not the person's, or not ready; their text is too long in total.
    pub async fn attach(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        ids: &[FileId],
    ) -> Fallible<Vec<Upload>> {
        if ids.len() > FILES_MAX {
            return Err(TOO_MANY_FILES.with("max", FILES_MAX).into());
        }
        let mut uploads: Vec<Upload> = Vec::with_capacity(ids.len());
        for id in ids {
            if uploads.iter().any(|known| known.id == *id) {
                continue;
            }
            let upload = self.find_upload(conn, user_id, *id).await?.ok_or(FILE_NOT_FOUND)?;
            if upload.state != UploadState::Parsed {
                return Err(FILE_NOT_READY.with("name", &upload.name).into());
            }
            uploads.push(upload);
        }
        let words: i64 = uploads.iter().filter_map(|upload| upload.words).sum();
        if words > WORDS_MAX {
            return Err(TEXT_TOO_LONG.with("max", WORDS_MAX).into());
        }
        Ok(uploads)
    }

    /// Records that files belong to a message: they are kept as long as it is.
    pub async fn link_uploads(
        &self,
        tx: &mut Tx,
        message_id: MessageId,
        ids: impl IntoIterator<Item = FileId>,
    ) -> StoreResult<()> {
        for id in ids {
            store::link(tx, id, message_id).await?;
        }
        Ok(())
    }

    /// Removes a file that no message has.
    pub async fn remove_upload(&self, db: &Db, upload: &Upload) -> Fallible<()> {
        let mut tx = db.begin().await?;
        let pieces = store::list_pieces(&mut tx, upload.id).await?;
        if !store::delete_unlinked(&mut tx, upload.id).await? {
            return Err(FILE_IN_USE.into());
        }
        tx.commit().await?;
        self.delete_pieces(upload, &pieces).await;
        self.delete_quietly(&upload.key()).await;
        if upload.is_image() {
            self.delete_quietly(&upload.thumbnail_key()).await;
        }
        Ok(())
    }

    /// Lists the blobs of a person's files, for deleting the account.
    pub async fn list_upload_keys(
        &self,
        conn: &mut Conn,
        user_id: UserId,
    ) -> StoreResult<Vec<FileKey>> {
        let uploads = store::list_of_user(conn, user_id).await?;
        let mut keys = Vec::new();
        for upload in uploads {
            let pieces = store::list_pieces(conn, upload.id).await?;
            keys.push(upload.key());
            keys.extend(upload.is_image().then(|| upload.thumbnail_key()));
            keys.extend(pieces.into_iter().map(|id| piece_key(upload.workspace_id, id)));
        }
        Ok(keys)
    }

    /// Deletes the rows of all files of a person's; their blobs are the caller's to delete.
    pub async fn forget_uploads(&self, tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
        store::delete_of_user(tx, user_id).await
    }

    /// Lists files that have waited to be read for an hour. A file whose job still exists goes on waiting: a long scan
    /// takes as long, and others wait behind it.
    pub async fn list_waiting(&self, conn: &mut Conn, now: Timestamp) -> StoreResult<Vec<FileId>> {
        store::list_waiting(conn, now.plus(-HOUR)).await
    }

    /// Marks such a file as failed if its job no longer exists, so that it can be retried by hand.
    pub async fn fail_stale_uploads(
        &self,
        tx: &mut Tx,
        id: FileId,
        now: Timestamp,
    ) -> StoreResult<()> {
        store::fail_stale_uploads(tx, id, now.plus(-HOUR), PARSE_FAILED.code).await
    }

    /// Deletes stalled uploads, files that no message and no draft uses any more, and orphaned chunks. Returns the
    /// number of files deleted.
    pub async fn sweep_uploads(&self, db: &Db, now: Timestamp) -> Fallible<usize> {
        let (stale, forgotten) = (now.plus(-STALE_HOURS * HOUR), now.plus(-DRAFT_DAYS * DAY));
        let mut conn = db.read().await?;
        let old = store::list_abandoned(&mut conn, stale, forgotten).await?;
        drop(conn);
        for upload in &old {
            self.remove_upload(db, upload).await?;
        }
        let before = uuid_v7(stale);
        for key in self.list(Some(PIECES)).await.map_err(internal)? {
            let Some(piece_id) = key.id().filter(|id| *id < before) else { continue };
            let mut conn = db.read().await?;
            if !store::is_piece(&mut conn, piece_id).await? {
                self.delete(&key).await.map_err(internal)?;
            }
        }
        Ok(old.len())
    }

    async fn delete_pieces(&self, upload: &Upload, pieces: &[Uuid]) {
        for piece_id in pieces {
            self.delete_quietly(&piece_key(upload.workspace_id, *piece_id)).await;
        }
    }

    /// Deletes a blob that nothing refers to any more; upkeep handles failures.
    async fn delete_quietly(&self, key: &FileKey) {
        if let Err(error) = self.delete(key).await {
            tracing::warn!(key = key.as_str(), %error, "a blob could not be deleted");
        }
    }
}

/// The result of reading a file.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// `unread`: the parts that were not read, as JSON.
    Parsed {
        words: Option<i64>,
        pages: Option<i64>,
        unread: Option<String>,
    },
    Failed(kernel::ProblemKind),
}

impl Outcome {
    pub const DAMAGED: Self = Self::Failed(UPLOAD_FAILED);
}

/// Returns true if `content` is what the client began to upload.
fn is_promised(upload: &Upload, content: &Bytes, sha256: &str) -> bool {
    let is_same = upload.sha256.as_ref().is_none_or(|promised| promised == sha256);
    content.len() as i64 == upload.size_bytes && is_same
}

pub(crate) fn hash(content: &[u8]) -> String {
    kernel::hex(&Sha256::digest(content))
}

fn internal(error: FilesError) -> kernel::Failure {
    kernel::Failure::internal(error)
}
