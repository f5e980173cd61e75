//! The SQL of videos.

use kernel::{FileId, Payer, Timestamp, UserId, WorkspaceId};
use store::{
    Conn, Cursor, Page, StoreResult, Tx, from_json, is_in_workspace, like_pattern, sql, to_json,
};
use tasks::TaskId;

use crate::video::{Video, VideoId};

#[derive(::store::FromRow)]
struct Row {
    id: VideoId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    file_id: FileId,
    task_id: Option<TaskId>,
    provider_job: Option<String>,
    work: String,
    seed: Option<i64>,
    seconds: Option<i64>,
    media_type: String,
    size_bytes: i64,
    cost: i64,
    starred: bool,
    created_at: Timestamp,
    deleted_at: Option<Timestamp>,
}

impl Row {
    fn into_video(self) -> StoreResult<Video> {
        Ok(Video {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            file_id: self.file_id,
            task_id: self.task_id,
            provider_job: self.provider_job.as_deref().map(from_json).transpose()?,
            work: from_json(&self.work)?,
            seed: self.seed,
            seconds: self.seconds,
            media_type: self.media_type,
            size_bytes: self.size_bytes,
            cost: self.cost,
            starred: self.starred,
            created_at: self.created_at,
            deleted_at: self.deleted_at,
        })
    }
}

fn videos(rows: Vec<Row>) -> StoreResult<Vec<Video>> {
    rows.into_iter().map(Row::into_video).collect()
}

/// Adds a video; returns false, and changes nothing, if its id is taken.
pub(crate) async fn insert_video(tx: &mut Tx, video: &Video) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO videos (id, user_id, workspace_id, file_id, task_id, parent_id, work, seed, seconds, media_type,
             size_bytes, cost, starred, words, created_at, deleted_at, provider_job)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         ON CONFLICT (id) DO NOTHING",
        video.id,
        video.user_id,
        video.workspace_id,
        video.file_id,
        video.task_id,
        video.work.parent_id,
        to_json(&video.work)?,
        video.seed,
        video.seconds,
        video.media_type.as_str(),
        video.size_bytes,
        video.cost,
        video.starred,
        video.words(),
        video.created_at,
        video.deleted_at,
        video.provider_job.as_ref().map(to_json).transpose()?
    )?;
    Ok(added == 1)
}

/// Finds a video of a person's, deleted or not, if they are still in the workspace that it belongs to.
pub(crate) async fn find_video(
    conn: &mut Conn,
    user_id: UserId,
    id: VideoId,
) -> StoreResult<Option<Video>> {
    let row = sql!(
        conn,
        optional Row,
        concat!(
            "SELECT v.* FROM videos v WHERE v.id = $1 AND v.user_id = $2 AND ",
            is_in_workspace!("v"),
        ),
        id,
        user_id
    )?;
    row.map(Row::into_video).transpose()
}

/// Lists the videos that a task made and that are not deleted.
pub(crate) async fn list_of_task(conn: &mut Conn, task_id: TaskId) -> StoreResult<Vec<Video>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM videos WHERE task_id = $1 AND deleted_at IS NULL ORDER BY created_at, id",
        task_id
    )?;
    videos(rows)
}

/// The videos that a list shows.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    /// All of them stand in its words.
    pub query: Option<String>,
    pub starred: bool,
    pub deleted: bool,
}

/// Lists a person's videos in a workspace, newest first.
pub(crate) async fn list_videos(
    conn: &mut Conn,
    whose: &Payer,
    filter: &Filter,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Video>> {
    macro_rules! text {
        ($patterns:literal) => {
            concat!(
                "SELECT * FROM videos v
                 WHERE v.user_id = $1 AND v.workspace_id = $2
                     AND (v.created_at < $3 OR (v.created_at = $3 AND v.id < $4))
                     AND (v.deleted_at IS NOT NULL) = $5 AND (NOT $6 OR v.starred)
                     AND NOT EXISTS (SELECT 1 FROM ",
                $patterns,
                " WHERE v.words NOT LIKE value ESCAPE '\\')
                 ORDER BY v.created_at DESC, v.id DESC LIMIT $8",
            )
        };
    }
    let query = filter.query.as_deref().unwrap_or_default().to_lowercase();
    let patterns: Vec<String> = query.split_whitespace().map(like_pattern).collect();
    let rows = sql!(
        conn,
        all Row,
        {
            sqlite: text!("json_each($7)"),
            postgres: text!("jsonb_array_elements_text($7::jsonb) AS value"),
        },
        whose.user_id,
        whose.workspace_id,
        cursor.at,
        cursor.id,
        filter.deleted,
        filter.starred,
        to_json(&patterns)?,
        limit as i64 + 1
    )?;
    Ok(Page::of(videos(rows)?, limit, |video| Cursor { at: video.created_at, id: video.id.0 }))
}

/// Lists a person's videos of their own workspace for their archive, in the order of their ids.
pub(crate) async fn list_after(
    conn: &mut Conn,
    whose: &Payer,
    after: Option<VideoId>,
    limit: i64,
) -> StoreResult<Vec<Video>> {
    let after = after.unwrap_or(VideoId(kernel::Uuid::nil()));
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM videos
         WHERE user_id = $1 AND workspace_id = $2 AND id > $3 AND deleted_at IS NULL ORDER BY id LIMIT $4",
        whose.user_id,
        whose.workspace_id,
        after,
        limit
    )?;
    videos(rows)
}

/// Sets what a person may change of a video.
pub(crate) async fn update_video(tx: &mut Tx, video: &Video) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE videos SET starred = $2, deleted_at = $3 WHERE id = $1",
        video.id,
        video.starred,
        video.deleted_at
    )?;
    Ok(())
}

/// Deletes for good the videos that were deleted before `before`, and returns their files.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<Vec<FileId>> {
    #[derive(::store::FromRow)]
    struct File {
        file_id: FileId,
    }
    let files =
        sql!(tx, all File, "DELETE FROM videos WHERE deleted_at < $1 RETURNING file_id", before)?;
    Ok(files.into_iter().map(|row| row.file_id).collect())
}
