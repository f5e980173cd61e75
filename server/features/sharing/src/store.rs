use kernel::{Timestamp, UserId, Uuid};
use store::{Conn, StoreResult, Tx, sql};

/// A shared page, without its content.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Share {
    pub id: String,
    pub user_id: UserId,
    pub kind: String,
    pub subject_id: Uuid,
    pub options: String,
    pub title: String,
    pub description: String,
    pub created_at: Timestamp,
    pub renewed_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub views: i64,
    pub has_picture: bool,
}

/// The content of a page.
pub(crate) struct Shown {
    /// Content as JSON.
    pub content: String,
    /// A JPEG.
    pub picture: Option<Vec<u8>>,
}

/// Selects the columns of a [`Share`]: all but the page's content, which may be long.
macro_rules! select_share {
    ($which:literal) => {
        concat!(
            "SELECT id, user_id, kind, subject_id, options, title, description, created_at, renewed_at,
                 expires_at, revoked_at, views, picture IS NOT NULL AS has_picture FROM shares ",
            $which
        )
    };
}

/// Writes a new page.
pub(crate) async fn insert(tx: &mut Tx, share: &Share, shown: &Shown) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO shares (id, user_id, kind, subject_id, options, title, description, content,
             created_at, renewed_at, expires_at, views, picture)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, 0, $11)",
        share.id.as_str(),
        share.user_id,
        share.kind.as_str(),
        share.subject_id,
        share.options.as_str(),
        share.title.as_str(),
        share.description.as_str(),
        shown.content.as_str(),
        share.created_at,
        share.expires_at,
        shown.picture.as_deref()
    )?;
    Ok(())
}

/// Updates the page at its address.
pub(crate) async fn renew(tx: &mut Tx, share: &Share, shown: &Shown) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE shares SET options = $2, title = $3, description = $4, content = $5, renewed_at = $6,
             expires_at = $7, picture = $8 WHERE id = $1",
        share.id.as_str(),
        share.options.as_str(),
        share.title.as_str(),
        share.description.as_str(),
        shown.content.as_str(),
        share.renewed_at,
        share.expires_at,
        shown.picture.as_deref()
    )?;
    Ok(())
}

/// Ends a page of `user_id`; returns its kind and subject. `None`: there is none.
pub(crate) async fn revoke(
    tx: &mut Tx,
    user_id: UserId,
    id: &str,
    now: Timestamp,
) -> StoreResult<Option<(String, Uuid)>> {
    // Its content is deleted at once; its existence is remembered, so that its address can say so.
    sql!(
        tx,
        optional(String, Uuid),
        "UPDATE shares SET revoked_at = $3, title = '', description = '', content = 'null',
             picture = NULL WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL
         RETURNING kind, subject_id",
        id,
        user_id,
        now
    )
}

/// Returns the page that a person shares of this subject.
pub(crate) async fn find_of_subject(
    conn: &mut Conn,
    user_id: UserId,
    kind: &str,
    subject_id: Uuid,
) -> StoreResult<Option<Share>> {
    sql!(
        conn,
        optional Share,
        select_share!("WHERE user_id = $1 AND kind = $2 AND subject_id = $3 AND revoked_at IS NULL"),
        user_id,
        kind,
        subject_id
    )
}

/// Returns the pages that a person shares, the newest first.
pub(crate) async fn list(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Share>> {
    sql!(
        conn,
        all Share,
        select_share!("WHERE user_id = $1 AND revoked_at IS NULL ORDER BY renewed_at DESC, id"),
        user_id
    )
}

/// Returns the number of pages a person shares.
pub(crate) async fn count(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM shares WHERE user_id = $1 AND revoked_at IS NULL",
        user_id
    )?;
    Ok(count)
}

/// Finds any page, ended or not.
pub(crate) async fn find(conn: &mut Conn, id: &str) -> StoreResult<Option<Share>> {
    sql!(
        conn,
        optional Share,
        select_share!("WHERE id = $1"),
        id
    )
}

/// Returns the content of a page, as JSON.
pub(crate) async fn content_of(conn: &mut Conn, id: &str) -> StoreResult<String> {
    let (content,) = sql!(conn, one(String,), "SELECT content FROM shares WHERE id = $1", id)?;
    Ok(content)
}

type Picture = (Option<Vec<u8>>,);

/// Returns the picture of a page, a JPEG.
pub(crate) async fn picture_of(conn: &mut Conn, id: &str) -> StoreResult<Option<Vec<u8>>> {
    let (picture,) = sql!(conn, one Picture, "SELECT picture FROM shares WHERE id = $1", id)?;
    Ok(picture)
}

/// Counts a view.
pub(crate) async fn count_view(tx: &mut Tx, id: &str) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE shares SET views = views + 1 WHERE id = $1", id)?;
    Ok(())
}
