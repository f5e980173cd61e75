use ::store::{Conn, StoreResult, Tx, sql, to_json};
use kernel::{FileId, MessageId, Timestamp, UserId, Uuid, WorkspaceId};

use crate::{NewUpload, Outcome, Upload, UploadState};

pub(crate) async fn find_any(conn: &mut Conn, id: FileId) -> StoreResult<Option<Upload>> {
    let row = sql!(conn, optional UploadRow, "SELECT * FROM uploads WHERE id = $1", id)?;
    Ok(row.map(UploadRow::into_upload))
}

pub(crate) async fn list_of_user(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Upload>> {
    let rows = sql!(conn, all UploadRow, "SELECT * FROM uploads WHERE user_id = $1", user_id)?;
    Ok(rows.into_iter().map(UploadRow::into_upload).collect())
}

/// Lists the files of a person among `ids`.
pub(crate) async fn list_of_ids(
    conn: &mut Conn,
    user_id: UserId,
    ids: &[FileId],
) -> StoreResult<Vec<Upload>> {
    let rows = sql!(
        conn,
        all UploadRow,
        {
            sqlite: "SELECT * FROM uploads
                     WHERE user_id = $1 AND id IN (SELECT unhex(value, '-') FROM json_each($2))",
            postgres: "SELECT * FROM uploads WHERE user_id = $1 AND id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($2::jsonb) AS value)",
        },
        user_id,
        to_json(ids)?
    )?;
    Ok(rows.into_iter().map(UploadRow::into_upload).collect())
}

/// Lists files in messages of live conversations, and images and archived files used elsewhere, the next ones after
/// `after`.
pub(crate) async fn list_attached(
    conn: &mut Conn,
    user_id: UserId,
    after: Option<FileId>,
    limit: i64,
) -> StoreResult<Vec<Upload>> {
    let rows = sql!(
        conn,
        all UploadRow,
        "SELECT u.* FROM uploads u
         WHERE u.user_id = $1 AND ($2 IS NULL OR u.id > $2) AND u.state <> 'receiving'
           AND (EXISTS (SELECT 1 FROM upload_links l
               JOIN messages m ON m.id = l.message_id
               JOIN conversations c ON c.id = m.conversation_id
               WHERE l.upload_id = u.id AND c.deleted_at IS NULL AND NOT c.temporary)
               OR EXISTS (SELECT 1 FROM upload_keeps k
                   WHERE k.upload_id = u.id AND (k.archived OR u.media_type LIKE 'image/%')))
         ORDER BY u.id LIMIT $3",
        user_id,
        after,
        limit
    )?;
    Ok(rows.into_iter().map(UploadRow::into_upload).collect())
}

pub(crate) async fn stored_bytes(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (sum,) = sql!(
        conn,
        one(i64,),
        "SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) FROM uploads WHERE user_id = $1",
        user_id
    )?;
    Ok(sum)
}

pub(crate) async fn insert(tx: &mut Tx, new: &NewUpload, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO uploads (id, user_id, workspace_id, name, media_type, size_bytes, received_bytes,
             sha256, state, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, 0, $7, 'receiving', $8, $8) ON CONFLICT (id) DO NOTHING",
        new.id,
        new.user_id,
        new.workspace_id,
        new.name.as_str(),
        new.media_type.as_str(),
        new.size_bytes,
        new.sha256.as_deref(),
        now
    )?;
    Ok(())
}

/// Records that the bytes up to `end` arrived, if the expected offset was `offset`.
pub(crate) async fn advance(
    tx: &mut Tx,
    id: FileId,
    offset: i64,
    end: i64,
    state: UploadState,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE uploads SET received_bytes = $3, state = $4, updated_at = $5
         WHERE id = $1 AND received_bytes = $2 AND state = 'receiving'",
        id,
        offset,
        end,
        state.as_str(),
        now
    )?;
    Ok(done == 1)
}

pub(crate) async fn insert_piece(
    tx: &mut Tx,
    id: FileId,
    offset: i64,
    piece_id: Uuid,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO upload_pieces (upload_id, start_byte, piece_id) VALUES ($1, $2, $3)",
        id,
        offset,
        piece_id
    )?;
    Ok(())
}

pub(crate) async fn list_pieces(conn: &mut Conn, id: FileId) -> StoreResult<Vec<Uuid>> {
    let rows = sql!(
        conn,
        all(Uuid,),
        "SELECT piece_id FROM upload_pieces WHERE upload_id = $1 ORDER BY start_byte",
        id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub(crate) async fn is_piece(conn: &mut Conn, piece_id: Uuid) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(i64,),
        "SELECT start_byte FROM upload_pieces WHERE piece_id = $1",
        piece_id
    )?;
    Ok(found.is_some())
}

/// Removes the chunks, which are one blob now. The upload is locked before its chunks, as its deletion locks them.
pub(crate) async fn close_pieces(tx: &mut Tx, id: FileId, sha256: &str) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE uploads SET sha256 = $2 WHERE id = $1", id, sha256)?;
    sql!(tx, execute, "DELETE FROM upload_pieces WHERE upload_id = $1", id)?;
    Ok(())
}

pub(crate) async fn conclude(
    tx: &mut Tx,
    id: FileId,
    outcome: &Outcome,
    now: Timestamp,
) -> StoreResult<()> {
    let (state, problem, words, pages, unread) = match outcome {
        Outcome::Parsed { words, pages, unread } => {
            (UploadState::Parsed, None, *words, *pages, unread.as_deref())
        }
        Outcome::Failed(kind) => (UploadState::Failed, Some(kind.code), None, None, None),
    };
    sql!(
        tx,
        execute,
        "UPDATE uploads SET state = $2, problem = $3, words = $4, pages = $5, unread = $6, updated_at = $7
         WHERE id = $1 AND state = 'waiting'",
        id,
        state.as_str(),
        problem,
        words,
        pages,
        unread,
        now
    )?;
    Ok(())
}

/// Marks an upload as complete, with nothing to read in it.
pub(crate) async fn complete(
    tx: &mut Tx,
    id: FileId,
    sha256: &str,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE uploads SET received_bytes = size_bytes, sha256 = $2, state = 'parsed', updated_at = $3
         WHERE id = $1",
        id,
        sha256,
        now
    )?;
    Ok(())
}

pub(crate) async fn retry(tx: &mut Tx, id: FileId, now: Timestamp) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE uploads SET state = 'waiting', problem = NULL, updated_at = $2
         WHERE id = $1 AND (state = 'failed' OR (state = 'parsed' AND unread IS NOT NULL))",
        id,
        now
    )?;
    Ok(done == 1)
}

pub(crate) async fn link(tx: &mut Tx, id: FileId, message_id: MessageId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO upload_links (upload_id, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        id,
        message_id
    )?;
    Ok(())
}

pub(crate) async fn delete_of_user(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM uploads WHERE user_id = $1", user_id)?;
    Ok(())
}

/// Changes the size of an upload of which nothing has arrived; `false`: something has arrived.
pub(crate) async fn resize(
    tx: &mut Tx,
    id: FileId,
    size_bytes: i64,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE uploads SET size_bytes = $2, updated_at = $3
         WHERE id = $1 AND state = 'receiving' AND received_bytes = 0",
        id,
        size_bytes,
        now
    )?;
    Ok(done == 1)
}

/// Lists files that have waited to be read since before `before`.
pub(crate) async fn list_waiting(conn: &mut Conn, before: Timestamp) -> StoreResult<Vec<FileId>> {
    let waiting = "SELECT id FROM uploads WHERE state = 'waiting' AND updated_at < $1";
    let rows = sql!(conn, all(FileId,), waiting, before)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Marks a file as failed if nothing works on reading it any more, so that it can be retried by hand.
pub(crate) async fn fail_stale_uploads(
    tx: &mut Tx,
    id: FileId,
    before: Timestamp,
    problem: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE uploads SET state = 'failed', problem = $3
         WHERE id = $1 AND state = 'waiting' AND updated_at < $2",
        id,
        before,
        problem
    )?;
    Ok(())
}

/// Records that something besides a message uses the file; `false`: that was recorded already.
pub(crate) async fn keep(tx: &mut Tx, id: FileId, is_archived: bool) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "INSERT INTO upload_keeps (upload_id, archived) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        id,
        is_archived
    )?;
    Ok(done == 1)
}

pub(crate) async fn release_upload(tx: &mut Tx, id: FileId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM upload_keeps WHERE upload_id = $1", id)?;
    Ok(())
}

/// Queues a file for reading once more.
pub(crate) async fn request_reparse(tx: &mut Tx, id: FileId, now: Timestamp) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE uploads SET state = 'waiting', problem = NULL, updated_at = $2
         WHERE id = $1 AND state IN ('failed', 'parsed')",
        id,
        now
    )?;
    Ok(done == 1)
}

/// Deletes a file; `false` if a message, or something else, uses it.
pub(crate) async fn delete_unlinked(tx: &mut Tx, id: FileId) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "DELETE FROM uploads WHERE id = $1
         AND NOT EXISTS (SELECT 1 FROM upload_links WHERE upload_id = $1)
         AND NOT EXISTS (SELECT 1 FROM upload_keeps WHERE upload_id = $1)",
        id
    )?;
    Ok(done == 1)
}

/// Lists uploads stalled since `stale`, and files that no message has used since `forgotten`.
pub(crate) async fn list_abandoned(
    conn: &mut Conn,
    stale: Timestamp,
    forgotten: Timestamp,
) -> StoreResult<Vec<Upload>> {
    let rows = sql!(
        conn,
        all UploadRow,
        "SELECT * FROM uploads u
         WHERE ((u.state IN ('receiving', 'failed') AND u.updated_at < $1) OR u.updated_at < $2)
           AND NOT EXISTS (SELECT 1 FROM upload_links l WHERE l.upload_id = u.id)
           AND NOT EXISTS (SELECT 1 FROM upload_keeps k WHERE k.upload_id = u.id)
         ORDER BY u.updated_at LIMIT 1000",
        stale,
        forgotten
    )?;
    Ok(rows.into_iter().map(UploadRow::into_upload).collect())
}

#[derive(::store::FromRow)]
struct UploadRow {
    id: FileId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    name: String,
    media_type: String,
    size_bytes: i64,
    received_bytes: i64,
    sha256: Option<String>,
    state: String,
    problem: Option<String>,
    words: Option<i64>,
    pages: Option<i64>,
    unread: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl UploadRow {
    fn into_upload(self) -> Upload {
        Upload {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            name: self.name,
            media_type: self.media_type,
            size_bytes: self.size_bytes,
            received_bytes: self.received_bytes,
            sha256: self.sha256,
            state: UploadState::parse(&self.state),
            problem: self.problem,
            words: self.words,
            pages: self.pages,
            unread: self.unread,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}
