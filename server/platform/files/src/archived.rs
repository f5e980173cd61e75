//! Uploads on their way into a person's archive and out of it again.

use ::store::{Conn, StoreResult, Tx, sql};
use kernel::{Fallible, FileId, MessageId, Timestamp, UserId};

use crate::problems::{FILE_ID_TAKEN, TOO_MUCH_STORED};
use crate::rules::STORED_MAX_BYTES;
use crate::store;
use crate::{Files, Upload, UploadState};

impl Files {
    /// Lists files in messages of a person's live conversations, images of memos and files of bots, the next ones after
    /// `after`.
    pub async fn list_attached(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        after: Option<FileId>,
        limit: i64,
    ) -> StoreResult<Vec<Upload>> {
        store::list_attached(conn, user_id, after, limit).await
    }

    /// Reserves room for a file from an archive, whose bytes are still to come. `false` if the person already has it.
    ///
    /// Problems: the id is another person's file's; the person has too much stored already.
    pub async fn restore_upload(
        &self,
        tx: &mut Tx,
        upload: &Upload,
        now: Timestamp,
    ) -> Fallible<bool> {
        if let Some(known) = store::find_any(tx, upload.id).await? {
            let is_own = known.user_id == upload.user_id;
            return if is_own { Ok(false) } else { Err(FILE_ID_TAKEN.into()) };
        }
        if store::stored_bytes(tx, upload.user_id).await? + upload.size_bytes > STORED_MAX_BYTES {
            return Err(TOO_MUCH_STORED.into());
        }
        sql!(
            tx,
            execute,
            "INSERT INTO uploads (id, user_id, workspace_id, name, media_type, size_bytes, received_bytes,
                 sha256, state, words, pages, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, 0, $7, 'receiving', $8, $9, $10, $11)",
            upload.id,
            upload.user_id,
            upload.workspace_id,
            upload.name.as_str(),
            upload.media_type.as_str(),
            upload.size_bytes,
            upload.sha256.as_deref(),
            upload.words,
            upload.pages,
            upload.created_at,
            now
        )?;
        Ok(true)
    }

    /// Records that the bytes of a restored file are complete. `false` if it is not waiting for them.
    pub async fn finish_restored(
        &self,
        tx: &mut Tx,
        id: FileId,
        state: UploadState,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let done = sql!(
            tx,
            execute,
            "UPDATE uploads SET received_bytes = size_bytes, state = $2, updated_at = $3
             WHERE id = $1 AND state = 'receiving' AND received_bytes = 0",
            id,
            state.as_str(),
            now
        )?;
        Ok(done == 1)
    }

    /// Links those of `ids` that are files of `user_id`'s to a message.
    pub async fn link_own_uploads(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        message_id: MessageId,
        ids: &[FileId],
    ) -> StoreResult<()> {
        for id in ids {
            if self.find_upload(tx, user_id, *id).await?.is_some() {
                store::link(tx, *id, message_id).await?;
            }
        }
        Ok(())
    }
}
