//! Lists of memos.

use kernel::{UserId, Uuid};
use store::{Conn, Cursor, StoreResult, sql};

use crate::store::{Memo, memo_columns};
use crate::words::match_all;

/// Filter of a person's memos.
pub(crate) struct Wanted<'a> {
    pub owner: UserId,
    pub query: &'a str,
    pub kind: Option<&'a str>,
    /// Tag in its normalized form.
    pub tag: Option<&'a str>,
    /// The address of a page.
    pub source: Option<&'a str>,
    pub links_to: Option<Uuid>,
    pub trash: bool,
    pub cursor: Cursor,
    pub count: i64,
}

/// The condition and order of memos `m` for [`Wanted`].
macro_rules! is_wanted {
    () => {
        "m.user_id = $1 AND (m.updated_at, m.id) < ($2, $3)
             AND (m.deleted_at IS NOT NULL) = $4
             AND ($5 IS NULL OR m.kind = $5)
             AND ($6 IS NULL OR EXISTS (SELECT 1 FROM memo_tagged g JOIN memo_tags t ON t.id = g.tag_id
                  WHERE g.memo_id = m.id AND t.user_id = $1 AND t.tag_key = $6))
             AND ($8 IS NULL OR m.source_url = $8)
             AND ($9 IS NULL OR EXISTS
                 (SELECT 1 FROM memo_links l WHERE l.to_id = $9 AND l.memo_id = m.id))
         ORDER BY m.updated_at DESC, m.id DESC LIMIT $7"
    };
}

/// Lists memos with the beginnings of their texts, last changed first.
pub(crate) async fn list_memos(conn: &mut Conn, wanted: &Wanted<'_>) -> StoreResult<Vec<Memo>> {
    match match_all(conn.engine_kind(), wanted.owner, wanted.query) {
        Some(matching) => search_memos(conn, wanted, &matching).await,
        None => list_all(conn, wanted).await,
    }
}

async fn list_all(conn: &mut Conn, wanted: &Wanted<'_>) -> StoreResult<Vec<Memo>> {
    sql!(
        conn,
        all Memo,
        concat!("SELECT ", memo_columns!(beginning), " FROM memos m WHERE ", is_wanted!()),
        wanted.owner,
        wanted.cursor.at,
        wanted.cursor.id,
        wanted.trash,
        wanted.kind,
        wanted.tag,
        wanted.count,
        wanted.source,
        wanted.links_to
    )
}

async fn search_memos(
    conn: &mut Conn,
    wanted: &Wanted<'_>,
    matching: &str,
) -> StoreResult<Vec<Memo>> {
    sql!(
        conn,
        all Memo,
        {
            sqlite: concat!(
                "SELECT ",
                memo_columns!(beginning),
                " FROM memo_words w JOIN memo_passages p ON p.row_id = w.rowid
                  JOIN memos m ON m.id = p.memo_id WHERE w.memo_words MATCH $10 AND ",
                is_wanted!(),
            ),
            postgres: concat!(
                "WITH found AS MATERIALIZED
                     (SELECT memo_id FROM memo_passages WHERE whole @@ (SELECT $10::text::tsquery))
                 SELECT ",
                memo_columns!(beginning),
                " FROM found f JOIN memos m ON m.id = f.memo_id WHERE ",
                is_wanted!(),
            ),
        },
        wanted.owner,
        wanted.cursor.at,
        wanted.cursor.id,
        wanted.trash,
        wanted.kind,
        wanted.tag,
        wanted.count,
        wanted.source,
        wanted.links_to,
        matching
    )
}
