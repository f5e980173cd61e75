//! Storage of files that are complete at once, such as images from an archive, and are not uploaded in chunks.

use ::store::{Conn, Db, StoreResult, Tx};
use bytes::Bytes;
use kernel::{Failure, Fallible, FileId, MessageId, Timestamp, UserId};

use crate::problems::{FILE_NOT_FOUND, TOO_MUCH_STORED};
use crate::rules::STORED_MAX_BYTES;
use crate::uploads::hash;
use crate::{Files, NewUpload, Upload, store};

impl Files {
    /// Checks that a person has room for so many more bytes.
    ///
    /// Problems: they have too much here already.
    pub async fn check_quota(&self, conn: &mut Conn, user_id: UserId, bytes: i64) -> Fallible<()> {
        match store::stored_bytes(conn, user_id).await? + bytes > STORED_MAX_BYTES {
            true => Err(TOO_MUCH_STORED.into()),
            false => Ok(()),
        }
    }

    /// Stores a file that was created for a person, with nothing to read in it: as part of a message, or until
    /// [`Files::release_upload`].
    ///
    /// Problems: the person has too much stored already.
    pub async fn store_generated_file(
        &self,
        db: &Db,
        new: &NewUpload,
        content: Bytes,
        message_id: Option<MessageId>,
        now: Timestamp,
    ) -> Fallible<Upload> {
        let sha256 = hash(&content);
        let upload = self.begin_single_upload(db, new, content, now).await?;
        let mut tx = db.begin().await?;
        self.finish_single_upload(&mut tx, upload.id, &sha256, now).await?;
        match message_id {
            Some(message_id) => store::link(&mut tx, upload.id, message_id).await?,
            None => drop(self.retain_upload(&mut tx, upload.id).await?),
        }
        let upload = store::find_any(&mut tx, upload.id).await?.ok_or(FILE_NOT_FOUND)?;
        tx.commit().await?;
        Ok(upload)
    }

    /// Stores a file whose content is complete. It becomes available with [`Files::finish_single_upload`]; until then it is a
    /// stalled upload, which upkeep removes with its bytes.
    ///
    /// Problems: the person has too much stored already.
    pub async fn begin_single_upload(
        &self,
        db: &Db,
        new: &NewUpload,
        content: Bytes,
        now: Timestamp,
    ) -> Fallible<Upload> {
        let mut tx = db.begin().await?;
        let upload = self.begin_upload(&mut tx, new, now).await?;
        tx.commit().await?;
        self.put(&upload.key(), content).await.map_err(Failure::internal)?;
        Ok(upload)
    }

    /// Marks a file as complete, with nothing to read in it.
    pub async fn finish_single_upload(
        &self,
        tx: &mut Tx,
        id: FileId,
        sha256: &str,
        now: Timestamp,
    ) -> StoreResult<()> {
        store::complete(tx, id, sha256, now).await
    }
}
