//! The SQL of images.

use kernel::{FileId, Payer, Timestamp, UserId, WorkspaceId};
use store::{
    Conn, Cursor, Page, StoreResult, Tx, from_json, from_word, is_in_workspace, like_pattern, sql,
    to_json, to_word,
};
use tasks::TaskId;

use crate::boards::BoardId;
use crate::image::{Image, ImageId};
use crate::work::Work;

#[derive(::store::FromRow)]
struct Row {
    id: ImageId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    file_id: FileId,
    task_id: Option<TaskId>,
    board_id: Option<BoardId>,
    parent_id: Option<ImageId>,
    origin: String,
    prompt: String,
    description: Option<String>,
    work: Option<String>,
    seed: Option<i64>,
    width: i64,
    height: i64,
    media_type: String,
    size_bytes: i64,
    cost: i64,
    starred: bool,
    created_at: Timestamp,
    deleted_at: Option<Timestamp>,
}

impl Row {
    fn into_image(self) -> StoreResult<Image> {
        Ok(Image {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            file_id: self.file_id,
            task_id: self.task_id,
            board_id: self.board_id,
            parent_id: self.parent_id,
            origin: from_word(&self.origin)?,
            prompt: self.prompt,
            description: self.description,
            // Work of a later version cannot be read by this one: the image stays.
            work: self.work.as_deref().and_then(|json| from_json::<Work>(json).ok()),
            seed: self.seed,
            width: self.width,
            height: self.height,
            media_type: self.media_type,
            size_bytes: self.size_bytes,
            cost: self.cost,
            starred: self.starred,
            created_at: self.created_at,
            deleted_at: self.deleted_at,
        })
    }
}

fn images(rows: Vec<Row>) -> StoreResult<Vec<Image>> {
    rows.into_iter().map(Row::into_image).collect()
}

/// Adds an image; returns false, and changes nothing, if its id is taken.
pub(crate) async fn insert_image(tx: &mut Tx, image: &Image) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO images (id, user_id, workspace_id, file_id, task_id, board_id, parent_id, origin, prompt, model,
             tool, work, seed, width, height, media_type, size_bytes, cost, starred, words, created_at, deleted_at,
             description)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
         ON CONFLICT (id) DO NOTHING",
        image.id,
        image.user_id,
        image.workspace_id,
        image.file_id,
        image.task_id,
        image.board_id,
        image.parent_id,
        to_word(image.origin)?,
        image.prompt.as_str(),
        image.model(),
        image.tool(),
        image.work.as_ref().map(to_json).transpose()?,
        image.seed,
        image.width,
        image.height,
        image.media_type.as_str(),
        image.size_bytes,
        image.cost,
        image.starred,
        image.words(),
        image.created_at,
        image.deleted_at,
        image.description.as_deref()
    )?;
    Ok(added == 1)
}

/// Finds an image of a person's, deleted or not, if they are still in the workspace that it belongs to.
pub(crate) async fn find_image(
    conn: &mut Conn,
    user_id: UserId,
    id: ImageId,
) -> StoreResult<Option<Image>> {
    let row = sql!(
        conn,
        optional Row,
        concat!(
            "SELECT i.* FROM images i WHERE i.id = $1 AND i.user_id = $2 AND ",
            is_in_workspace!("i"),
        ),
        id,
        user_id
    )?;
    row.map(Row::into_image).transpose()
}

/// Finds the image that has a file, deleted or not.
pub(crate) async fn find_by_file(conn: &mut Conn, file_id: FileId) -> StoreResult<Option<Image>> {
    let row = sql!(conn, optional Row, "SELECT * FROM images WHERE file_id = $1", file_id)?;
    row.map(Row::into_image).transpose()
}

/// Lists the images that a task made and that are not deleted, in their order.
pub(crate) async fn list_of_task(conn: &mut Conn, task_id: TaskId) -> StoreResult<Vec<Image>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM images WHERE task_id = $1 AND deleted_at IS NULL ORDER BY created_at, id",
        task_id
    )?;
    images(rows)
}

/// The images that a list shows.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    /// All of them stand in its words.
    pub query: Option<String>,
    pub board_id: Option<BoardId>,
    pub starred: bool,
    /// Which of those that were uploaded and those that were made.
    pub uploaded: Option<bool>,
    pub deleted: bool,
}

/// Lists a person's images in a workspace, newest first.
pub(crate) async fn list_images(
    conn: &mut Conn,
    whose: &Payer,
    filter: &Filter,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Image>> {
    macro_rules! text {
        ($patterns:literal) => {
            concat!(
                "SELECT * FROM images i
                 WHERE i.user_id = $1 AND i.workspace_id = $2
                     AND (i.created_at < $3 OR (i.created_at = $3 AND i.id < $4))
                     AND (i.deleted_at IS NOT NULL) = $5
                     AND ($6 IS NULL OR i.board_id = $6) AND (NOT $7 OR i.starred)
                     AND ($10 IS NULL OR (i.origin = 'uploaded') = $10)
                     AND NOT EXISTS (SELECT 1 FROM ",
                $patterns,
                " WHERE i.words NOT LIKE value ESCAPE '\\')
                 ORDER BY i.created_at DESC, i.id DESC LIMIT $9",
            )
        };
    }
    let query = filter.query.as_deref().unwrap_or_default().to_lowercase();
    let patterns: Vec<String> = query.split_whitespace().map(like_pattern).collect();
    let rows = sql!(
        conn,
        all Row,
        {
            sqlite: text!("json_each($8)"),
            postgres: text!("jsonb_array_elements_text($8::jsonb) AS value"),
        },
        whose.user_id,
        whose.workspace_id,
        cursor.at,
        cursor.id,
        filter.deleted,
        filter.board_id,
        filter.starred,
        to_json(&patterns)?,
        limit as i64 + 1,
        filter.uploaded
    )?;
    Ok(Page::of(images(rows)?, limit, |image| Cursor { at: image.created_at, id: image.id.0 }))
}

/// Lists a person's images for their archive, in the order of their ids.
pub(crate) async fn list_after(
    conn: &mut Conn,
    user_id: UserId,
    after: Option<ImageId>,
    limit: i64,
) -> StoreResult<Vec<Image>> {
    let after = after.unwrap_or(ImageId(kernel::Uuid::nil()));
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT i.* FROM images i WHERE i.user_id = $1 AND i.id > $2 AND i.deleted_at IS NULL AND ",
            is_in_workspace!("i"),
            " ORDER BY i.id LIMIT $3",
        ),
        user_id,
        after,
        limit
    )?;
    images(rows)
}

/// Sets what a person may change of an image.
pub(crate) async fn update_image(tx: &mut Tx, image: &Image) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE images SET starred = $2, board_id = $3, deleted_at = $4 WHERE id = $1",
        image.id,
        image.starred,
        image.board_id,
        image.deleted_at
    )?;
    Ok(())
}

/// Sets what a model says that an image shows, and the words by which it is found with it.
pub(crate) async fn set_description(tx: &mut Tx, image: &Image) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE images SET description = $2, words = $3 WHERE id = $1",
        image.id,
        image.description.as_deref(),
        image.words()
    )?;
    Ok(())
}

/// Deletes for good the images that were deleted before `before`, and returns their files.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<Vec<FileId>> {
    #[derive(::store::FromRow)]
    struct File {
        file_id: FileId,
    }
    let files = sql!(
        tx,
        all File,
        "DELETE FROM images WHERE deleted_at < $1 RETURNING file_id",
        before
    )?;
    Ok(files.into_iter().map(|row| row.file_id).collect())
}
